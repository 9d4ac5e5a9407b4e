/* asc-out.h: where an answer is written; the first failure is kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** A buffered descriptor or stream. One thread. */
typedef struct _AscOut AscOut;

/** Opens @path for writing; standard output when it is NULL. */
AscOut *asc_out_open (const char *path, GError **error);
/** Writes to @stream, which is kept alive, until @cancellable (nullable) is. */
AscOut *asc_out_new (GOutputStream *stream, GCancellable *cancellable);
void asc_out_write (AscOut *self, const char *text, gssize length);
void asc_out_puts (AscOut *self, const char *text);
void asc_out_putc (AscOut *self, char c);
void asc_out_pad (AscOut *self, char c, guint n);
/** @text with spaces before it, so that it fills @width columns. */
void asc_out_put_right (AscOut *self, const char *text, guint width);
void asc_out_printf (AscOut *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/** A decimal number; faster than a format. */
void asc_out_int (AscOut *self, gint64 value);
/** Whether writing has failed: what would follow can be left out. */
gboolean asc_out_failed (AscOut *self);
/** Writes what is left, closes and frees. Returns: FALSE with @error when anything was not written: a full disk, a broken pipe. */
gboolean asc_out_close (AscOut *self, GError **error);

G_END_DECLS
