/* asc-symbol-finder.h: where the files with an experiment's symbols are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-dwarf.h"
#include "asc-elf.h"
#include "asc-symbols.h"

G_BEGIN_DECLS

/** A finder that is told the experiment's processes: that of @options, (nullable), or a new one. Returns: (transfer full) */
AscSymbolFinder *asc_symbol_finder_use (const AscSymbolOptions *options, AscExperiment *experiment);
/** Looks through the folders of symbols, if there are any and it was not done before; else the first question does it. A cancelled one is done again. */
void asc_symbol_finder_prepare (AscSymbolFinder *self, GCancellable *cancellable, AscProgress *progress);

/** Asks the servers for what is missing of @object, a program or library, if they may be asked; what they have is then found by the calls below. One thread at a time. */
void asc_symbol_finder_download (AscSymbolFinder *self, const AscObject *object, AscProgress *progress);

/** A file as found. */
typedef struct
{
  AscElf *elf;         /* NULL: none fits */
  char *path;          /* of it, or of the one that was refused */
  AscBuildId refused;  /* of a file at @path that is another build; size 0 when it has none */
  gboolean is_refused; /* there was one, and none fits */
} AscFoundFile;

void asc_found_file_clear (AscFoundFile *self);

/**
 * The program or library @object itself, or where that is gone its debug file. The experiment's folder and the paths of the options first, then perf's cache, then the recorded
 * path, below the sysroot and live. Where the recording has a build-id a file of another one is refused; only where it has none does the base name count.
 */
AscFoundFile asc_symbol_finder_find_file (AscSymbolFinder *self, const AscObject *object);
/** The image of the vDSO @object: as a file, or that of this process, which is every process's under this kernel; path is then "[vdso]". */
AscFoundFile asc_symbol_finder_find_vdso (AscSymbolFinder *self, const AscObject *object);
/** The separate debug file of @elf, found at @path: by build-id, then by .gnu_debuglink. elf is NULL in the result when there is none. */
AscFoundFile asc_symbol_finder_find_debug (AscSymbolFinder *self, AscElf *elf, const char *path);
/** For opening DWARF: what dwz took out of a file is looked for as debug files are. */
AscDwarfOptions asc_symbol_finder_get_dwarf_options (AscSymbolFinder *self, guint n_threads);
/** Returns: (transfer full) (nullable) */
char *asc_symbol_finder_find_perf_map (AscSymbolFinder *self, gint32 pid);
/** The jitdump that process @pid had at @path. Returns: (transfer full) (nullable) */
char *asc_symbol_finder_find_jitdump (AscSymbolFinder *self, const char *path, gint32 pid);
/** The copy of kallsyms given with the experiment or by the options. Returns: (transfer full) (nullable) */
char *asc_symbol_finder_find_given_kallsyms (AscSymbolFinder *self, const AscBuildId *build_id);
/** The copy in perf's cache. Returns: (transfer full) (nullable) */
char *asc_symbol_finder_find_cached_kallsyms (AscSymbolFinder *self, const AscBuildId *build_id);
/**
 * The ELF file of @build_id, which must not be empty: by build-id in the folders given, in perf's cache under the name @cached, at one of @paths (absolute, NULL-terminated) below the sysroot
 * and live, in the folders of debug files.
 */
AscFoundFile asc_symbol_finder_find_at (AscSymbolFinder *self, const char *const *paths, const AscBuildId *build_id, const char *cached);
/** Lent; NULL: none was given. */
const char *asc_symbol_finder_get_sysroot (AscSymbolFinder *self);
/** Whether this system's own files may be used. */
gboolean asc_symbol_finder_may_use_live (AscSymbolFinder *self);
/** Whether debuginfod servers are asked. */
gboolean asc_symbol_finder_asks_servers (AscSymbolFinder *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AscFoundFile, asc_found_file_clear)

G_END_DECLS
