/* asc-kallsyms.h: the kernel's own list of its symbols
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "asc-symbol-table.h"

G_BEGIN_DECLS

/** What is known of the recorded kernel before the list is read. */
typedef struct
{
  const char *reloc_symbol; /* NULL: unknown */
  guint64 reloc_addr;       /* where the recording has that symbol */
  guint64 last_addr;        /* the highest address asked for; the rest is not read. G_MAXUINT64: read all */
} AscKallsymsQuery;

/** One thread at a time. */
typedef struct _AscKallsyms AscKallsyms;

/** Reads /proc/kallsyms or a copy of it: "ffffffff81000000 T _text\t[module]" a line; other lines are skipped. Returns: (transfer full) (nullable) */
AscKallsyms *asc_kallsyms_open (const char *path, const AscKallsymsQuery *query, GError **error);
void asc_kallsyms_free (AscKallsyms *self);

/** Whether every address is 0: kernel.kptr_restrict keeps them from this user. */
gboolean asc_kallsyms_is_hidden (AscKallsyms *self);
/** Whether the query's reloc symbol is in the list. */
gboolean asc_kallsyms_has_reloc (AscKallsyms *self);
/** What to add to the list's addresses to get the recording's: another base by KASLR. 0 when the reloc symbol is unknown. */
gint64 asc_kallsyms_get_shift (AscKallsyms *self);
/** Where the kernel's symbol @name lies, shifted. Returns: FALSE when it is not in the list. */
gboolean asc_kallsyms_find (AscKallsyms *self, const char *name, guint64 *address);
/**
 * Adds the symbols of @module ("nf_nat"; NULL: the kernel itself), shifted, to @table. Names live as long as @self. A symbol ends at the next one; the last
 * one at most a page later.
 */
void asc_kallsyms_add (AscKallsyms *self, const char *module, AscSymbolTable *table);

/**
 * The kernel's own symbols, without the modules', as this boot's /proc/kallsyms had them when asc_kallsyms_cache_save() was last called: the kernel needs some 40 ms to write
 * its list, the file is read in 5. Returns: (transfer full) (nullable): its path; NULL when there is none of this boot
 */
char *asc_kallsyms_cache_find (void);
/** Keeps @self, read whole from /proc/kallsyms, for later. A failure is no matter. */
void asc_kallsyms_cache_save (AscKallsyms *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscKallsyms, asc_kallsyms_free)

G_END_DECLS
