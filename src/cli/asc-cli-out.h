/* asc-cli-out.h: where an answer is written; the first failure is kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** A buffered descriptor. One thread. */
typedef struct _AscCliOut AscCliOut;

/** Opens @path for writing; standard output when it is NULL. */
AscCliOut *asc_cli_out_open (const char *path, GError **error);
void asc_cli_out_write (AscCliOut *self, const char *text, gssize length);
void asc_cli_out_puts (AscCliOut *self, const char *text);
void asc_cli_out_putc (AscCliOut *self, char c);
void asc_cli_out_pad (AscCliOut *self, char c, guint n);
void asc_cli_out_printf (AscCliOut *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/** A decimal number; faster than a format. */
void asc_cli_out_int (AscCliOut *self, gint64 value);
/** Whether writing has failed: what would follow can be left out. */
gboolean asc_cli_out_failed (AscCliOut *self);
/** Writes what is left and frees. Returns: FALSE with @error when anything was not written: a full disk, a broken pipe. */
gboolean asc_cli_out_close (AscCliOut *self, GError **error);

G_END_DECLS
