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

G_END_DECLS
