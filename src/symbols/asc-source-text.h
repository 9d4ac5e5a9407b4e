/* asc-source-text.h: a source file as lines of UTF-8
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** A larger file is no source that anybody wrote; SQLite's amalgamation has 9 MB. */
#define ASC_SOURCE_MAX_BYTES ((gsize) 128 << 20)

/** Frozen: any thread. */
typedef struct _AscSourceText AscSourceText;

/**
 * Reads @path, a regular file (nothing else is opened), in whatever encoding. Lines end at "\n", as compilers count them; a "\r" before it is left out. Control characters that
 * would end a line elsewhere (a lone "\r", U+2029) and NUL are shown by a sign of their own. Returns: (transfer full) (nullable): NULL with @error: no such file, none that may be read,
 * too large, binary (G_IO_ERROR_INVALID_DATA).
 */
AscSourceText *asc_source_text_load (const char *path, GError **error);
/** The same of @size bytes. Never fails. */
AscSourceText *asc_source_text_new (const char *bytes, gsize size);
void asc_source_text_free (AscSourceText *self);

guint asc_source_text_get_n_lines (AscSourceText *self);
/** Line @line, counted from 1. @length: (out): bytes. Returns: not NUL-terminated; lent */
const char *asc_source_text_get_line (AscSourceText *self, guint line, gsize *length);
/** What the bytes were taken for: "UTF-8", "UTF-16LE", "UTF-16BE", "EUC-JP", "SHIFT_JIS", "GB18030", "ISO-8859-1", or the locale's. */
const char *asc_source_text_get_encoding (AscSourceText *self);
/** MD5 of the file, ASC_MD5_SIZE bytes, as DWARF 5 has it in its line tables. */
const guint8 *asc_source_text_get_md5 (AscSourceText *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscSourceText, asc_source_text_free)

/* asc-source-encoding.c */

/** @size bytes as UTF-8; the encoding is guessed, the same for the same bytes. @encoding: (out): static. Returns: (transfer full): NUL-terminated; it may hold NULs. */
char *asc_source_decode (const char *bytes, gsize size, gsize *length, const char **encoding);

G_END_DECLS
