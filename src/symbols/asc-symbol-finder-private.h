/* asc-symbol-finder-private.h: what the files that look for files share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-symbol-finder.h"
#include "asc-symbol-index.h"

G_BEGIN_DECLS

#define ASC_DEBUG_DIR "/usr/lib/debug"

struct _AscSymbolFinder
{
  gatomicrefcount refs;
  char **symbol_paths; /* (nullable) */
  char **debug_dirs;   /* (nullable) */
  char *sysroot;       /* (nullable) */
  gboolean no_live;
  gboolean debuginfod;
  char *own_folder;  /* NULL: the experiment has none */
  char *own_archive; /* of `perf archive`, the same */
  GMutex mutex;      /* for what follows */
  AscSymbolIndex *indices[2]; /* of the own folder and archive, of the options' paths */
  gboolean made;
  GCancellable *cancellable; /* (nullable): of the job that was begun last */
  AscProgress *progress;     /* (nullable): while files are downloaded */
  GArray *pids;      /* gint32: the experiment's processes */
  GHashTable *known; /* what was asked for -> AscFoundFile without its elf */
};

/** Takes @path into @found when it is an ELF file of @build_id (size 0: any) and of the wanted kind. Returns: whether it was taken. */
gboolean asc_found_file_try (AscFoundFile *found, const char *path, const AscBuildId *build_id, gboolean want_code);
/** NULL: there are no such folders. */
AscSymbolIndex *asc_symbol_finder_get_index (AscSymbolFinder *self, guint i);
/** "xx/yyyy...": how both perf and the debug folders file a build-id. Returns: (transfer full) (nullable) */
char *asc_build_id_dup_path (const AscBuildId *build_id);
/** @file of @build_id in perf's cache. Returns: (transfer full) (nullable) */
char *asc_symbol_finder_dup_cache_path (const AscBuildId *build_id, const char *file);
/** The separate debug file by build-id, wherever such files are kept. */
gboolean asc_symbol_finder_try_debug_dirs (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id);
/** What was found before for @key; else FALSE. */
gboolean asc_symbol_finder_recall (AscSymbolFinder *self, const char *key, AscFoundFile *found);
void asc_symbol_finder_remember (AscSymbolFinder *self, const char *key, const AscFoundFile *found);

G_END_DECLS
