/* asc-symbol-table.h: the symbols of one load object, sorted, and which of them hold some addresses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASC_SYMBOL_UNSIZED = 1 << 0, /* ends at the next symbol; its end is only the limit */
  ASC_SYMBOL_PLT = 1 << 1,     /* "name@plt", made from a relocation */
} AscSymbolFlags;

/** Of several symbols at one address the one with the higher rank is the function (ELF: then by name). perf's order. */
typedef enum
{
  ASC_RANK_GLOBAL = 1 << 0,
  ASC_RANK_NOT_WEAK = 1 << 1,
  ASC_RANK_TYPED = 1 << 2,
  ASC_RANK_SIZED = 1 << 3,
} AscSymbolRank;

typedef struct
{
  guint64 start;
  guint64 end;
  const char *name; /* as in the file, version included; lent */
  guint32 rank;
  guint32 flags; /* AscSymbolFlags */
} AscSymbol;

typedef enum
{
  ASC_SYMBOL_ORDER_NAMES, /* ELF: the symbol that starts nearest below holds the address; aliases by rank, then by name */
  ASC_SYMBOL_ORDER_LAST,  /* kallsyms: the same, of aliases the last added */
  ASC_SYMBOL_ORDER_LATEST_WINS, /* perf maps, BPF: of all that hold the address the last added */
} AscSymbolOrder;

/** What is at an address: a symbol, or the gap between two. */
typedef struct
{
  const AscSymbol *symbol; /* NULL: none holds it; lent by the table */
  guint64 gap_start;       /* end of the symbols before it; 0 when there is none */
  guint64 gap_end;         /* start of the next one; G_MAXUINT64 when there is none */
} AscSymbolHit;

/** One thread at a time. */
typedef struct _AscSymbolTable AscSymbolTable;

AscSymbolTable *asc_symbol_table_new (AscSymbolOrder order);
void asc_symbol_table_free (AscSymbolTable *self);

/** @symbol is copied, its name is not. */
void asc_symbol_table_add (AscSymbolTable *self, const AscSymbol *symbol);
/** Copies a name into memory that lives as long as the table. */
const char *asc_symbol_table_dup (AscSymbolTable *self, const char *name);
/** Has @owner, whose memory holds names, freed with the table. */
void asc_symbol_table_take (AscSymbolTable *self, gpointer owner, GDestroyNotify free_func);
guint asc_symbol_table_get_size (AscSymbolTable *self);
/** Whether the program has Ada in it: a main procedure, or a package's elaboration. */
gboolean asc_symbol_table_has_ada (AscSymbolTable *self);

/**
 * Finds what is at each of @n @addresses, which ascend. Sorts the table; later additions are allowed. O((symbols + n) log symbols).
 * @hits: (out): n entries
 */
void asc_symbol_table_look_up (AscSymbolTable *self, const guint64 *addresses, guint n, AscSymbolHit *hits);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscSymbolTable, asc_symbol_table_free)

G_END_DECLS
