/* asc-source.h: the bytes of an experiment: a file, or a folder whose members are files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * AscSource:
 *
 * Bytes are read with pread(), never mapped: a file that is cut off while it is open gives a short read, not a signal. gz, zst and xz
 * contents are unpacked below, into an unlinked temporary file, on first use. Opens nothing outside the experiment
 * (no "..", no absolute member, no link that leaves the folder). Any thread may read.
 */
typedef struct _AscSource AscSource;

/** Opens @path. Errors: G_FILE_ERROR / ASC_READER_ERROR, "path: what". A FIFO or other stream is copied to a temporary file first. */
AscSource *asc_source_open (const char *path, GError **error);
AscSource *asc_source_ref (AscSource *self);
/** Gives one reference back. */
void asc_source_free (AscSource *self);

/** As it was opened; lent. */
const char *asc_source_get_path (AscSource *self);
gboolean asc_source_is_folder (AscSource *self);
/** The members' names relative to the folder, sorted, NULL-terminated, one level deep; empty for a file. */
const char *const *asc_source_list_members (AscSource *self);
gboolean asc_source_has_member (AscSource *self, const char *member);

/** @member: NULL for the file itself. Size after unpacking. Returns: -1 with @error set. */
gint64 asc_source_get_size (AscSource *self, const char *member, GError **error);
/** Packed contents that were damaged or cut off are good up to here, or the file became shorter since it was opened: one line that says so, lent;
 * to be asked after reading. Returns: NULL when all is well. */
const char *asc_source_get_damage (AscSource *self, const char *member);
/** Reads up to @size bytes at @offset. Returns: the number of bytes, fewer only at the end of the file; -1 with @error set. */
gssize asc_source_pread (AscSource *self, const char *member, guint64 offset, gpointer buffer, gsize size, GError **error);
/** Reads all. Fails with LIMIT above @max bytes. */
GBytes *asc_source_read_all (AscSource *self, const char *member, gsize max, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscSource, asc_source_free)

G_END_DECLS
