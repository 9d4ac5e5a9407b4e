/* asc-symbol-archive.h: load objects that `perf archive` has packed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** Whether @path is named as an archive: .tar, .tar.bz2, .tar.gz, .tar.xz, .tar.zst, .tgz. */
gboolean asc_symbol_archive_is (const char *path);
/** The archive that lies beside an experiment: PATH.tar.bz2 and the like. Returns: (transfer full) (nullable) */
char *asc_symbol_archive_find_beside (const char *path);
/**
 * Unpacks the files of an archive below $XDG_CACHE_HOME/ascribe, or finds them there. Only regular files; nothing
 * outside. What of a broken one comes before the breach is unpacked. Returns: (transfer full) (nullable): the folder;
 * NULL when it is no archive, or cancelled
 */
char *asc_symbol_archive_unpack (const char *path, GCancellable *cancellable);

G_END_DECLS
