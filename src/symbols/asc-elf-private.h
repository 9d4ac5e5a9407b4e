/* asc-elf-private.h: what the files that read ELF share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gelf.h>

#include "asc-elf.h"

G_BEGIN_DECLS

typedef struct
{
  Elf_Scn *scn;
  const char *name; /* never NULL */
  guint32 type;
  guint32 link;
  guint32 info;
  guint64 flags;
  guint64 addr;
  guint64 offset;
  guint64 size;
} AscElfSection;

typedef struct
{
  guint64 offset;
  guint64 file_size;
  guint64 address;
  guint64 size;
  gboolean executable;
} AscElfSegment;

struct _AscElf
{
  Elf *elf;
  int fd; /* -1: in memory */
  GBytes *image;
  guint64 file_size;
  GElf_Ehdr ehdr;
  gboolean big_endian;
  GArray *sections; /* AscElfSection, by number */
  GArray *segments; /* AscElfSegment: PT_LOAD */
  AscBuildId build_id;
  guint64 bias; /* by asc_elf_move() */
};

/** Lends a section's bytes, converted to this machine's order by its type. Returns: NULL when it has none or lies about them. */
Elf_Data *asc_elf_get_data (AscElf *self, const AscElfSection *section);
const AscElfSection *asc_elf_find_section (AscElf *self, const char *name);

/** A named symbol of section number @section; 0: it is absolute. */
typedef void (*AscElfSymbolFunc) (gpointer data, const GElf_Sym *symbol, guint section, const char *name);

/** Calls @func for each named symbol of the symbol table that is section number @number; names are lent by @self. Returns: FALSE when the table is broken. */
gboolean asc_elf_read_symbols (AscElf *self, guint number, AscElfSymbolFunc func, gpointer data);
/** Marks of code and data in ARM and RISC-V files: $a, $t, $d, $x, $x.1 (ELF for the Arm Architecture, "Mapping symbols"). */
gboolean asc_elf_is_mapping_symbol (AscElf *self, const char *name);
/** Where @symbol of section @number lies: where that was moved to, and of a file that was not linked from its start on. */
static inline guint64
asc_elf_get_symbol_address (AscElf *self, const GElf_Sym *symbol, guint number)
{
  if (self->ehdr.e_type == ET_REL)
    return symbol->st_value + g_array_index (self->sections, AscElfSection, number).addr;
  return symbol->st_value + self->bias;
}
/** By section of @self what to add to get addresses of @base, where sections of one name may lie elsewhere. Returns: (transfer full) (nullable): NULL when none does. */
gint64 *asc_elf_dup_shifts (AscElf *self, AscElf *base);

/** A dynamic relocation of the word at @address; @symbol: (nullable): what it is of. */
typedef void (*AscElfRelocationFunc) (gpointer data, guint64 address, const char *symbol, gint64 addend);

/** Calls @func for each relocation that the dynamic linker makes. */
void asc_elf_read_relocations (AscElf *self, AscElfRelocationFunc func, gpointer data);
/** Adds "name@plt" for the entries of the procedure linkage table. */
void asc_elf_add_plt (AscElf *self, AscSymbolTable *table);
/** Adds the functions that a Go program lists for itself (.gopclntab). */
void asc_elf_add_go_functions (AscElf *self, AscSymbolTable *table);

G_END_DECLS
