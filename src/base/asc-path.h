/* asc-path.h: paths that compilers wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** @path without "." and "..", as which two spellings of one file are equal; a relative one stays so. Reads no file system. Returns: (transfer full) */
char *asc_path_normalize (const char *path);

/** Whether @path is @end or ends in "/@end". */
gboolean asc_path_ends_with (const char *path, const char *end);

G_END_DECLS
