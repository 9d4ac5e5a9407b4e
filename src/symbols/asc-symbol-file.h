/* asc-symbol-file.h: opening what may be anything
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** Opens a regular file for reading; what is none is refused without waiting for it. Returns: the descriptor, or -1. @size: (out) (optional): of the file */
int asc_symbol_file_open (const char *path, guint64 *size, GError **error);

/** Reads a text file whole, also one of /proc. Returns: (transfer full) (nullable): NUL-terminated; NULL with @error, also when it is longer than @max. */
char *asc_symbol_file_read (const char *path, gsize max, gsize *size, GError **error);

/** What absolute @path is below @root when that is the root of its file system: symbolic links, also absolute ones, stay below it. Returns: (transfer full)
 * (nullable): NULL when the links go in a circle; there need be no such file */
char *asc_symbol_file_resolve_below (const char *root, const char *path);

G_END_DECLS
