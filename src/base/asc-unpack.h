/* asc-unpack.h: gz, zst and xz contents into a temporary file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define ASC_UNPACK_ERROR (asc_unpack_error_quark ())
GQuark asc_unpack_error_quark (void);

typedef enum
{
  ASC_UNPACK_ERROR_CORRUPT,
  ASC_UNPACK_ERROR_LIMIT,
} AscUnpackError;

typedef enum
{
  ASC_PACKING_NONE,
  ASC_PACKING_GZ,
  ASC_PACKING_ZST,
  ASC_PACKING_XZ,
} AscPacking;

/** Tells by the first bytes (6 are enough). */
AscPacking asc_packing_detect (const guint8 *head, gsize size);

/** Returns: a new file that has no name, open for reading and writing; -1 with @error set. */
int asc_temp_file_new (GError **error);

/** Writes all of @data. */
gboolean asc_temp_file_write (int fd, gconstpointer data, gsize size, GError **error);

/**
 * Unpacks the file @fd from its start into a new unnamed file. What is damaged or cut off is unpacked up to the damage, which
 * *@damage (transfer full) then tells in one line; it is NULL when all went well. Any thread.
 *
 * Returns: the new file; -1 with @error set when nothing at all could be unpacked, or more than @max bytes came out.
 */
int asc_unpack (int fd, AscPacking packing, guint64 max, char **damage, GError **error);

G_END_DECLS
