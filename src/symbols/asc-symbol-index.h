/* asc-symbol-index.h: what a folder holds of files with symbols
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "asc-build-id.h"
#include "asc-progress.h"

G_BEGIN_DECLS

/** Any thread once it is made. */
typedef struct _AscSymbolIndex AscSymbolIndex;

/** Looks through @paths: files, archives, and folders with all that is below them. Folders behind symbolic links are not entered. When cancelled
 * it has what was seen until then. @progress: a unit for each file. */
AscSymbolIndex *asc_symbol_index_new (const char *const *paths, GCancellable *cancellable, AscProgress *progress);
void asc_symbol_index_free (AscSymbolIndex *self);

/** ELF files of that build-id. Returns: lent: paths in the order in which they were found; NULL when there is none. */
GPtrArray *asc_symbol_index_find_build_id (AscSymbolIndex *self, const AscBuildId *build_id);
/** ELF files of that base name; in perf's cache layout, NAME/BUILD-ID/elf, that is NAME. Returns: as before */
GPtrArray *asc_symbol_index_find_name (AscSymbolIndex *self, const char *name);
/** perf-PID.map. Returns: lent (nullable) */
const char *asc_symbol_index_find_perf_map (AscSymbolIndex *self, gint32 pid);
/** jit-PID.dump, by its whole name. Returns: lent (nullable) */
const char *asc_symbol_index_find_jitdump (AscSymbolIndex *self, const char *name);
/** A copy of kallsyms, its build-id told by its folder's name; any copy when @build_id has none. Returns: lent (nullable) */
const char *asc_symbol_index_find_kallsyms (AscSymbolIndex *self, const AscBuildId *build_id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscSymbolIndex, asc_symbol_index_free)

G_END_DECLS
