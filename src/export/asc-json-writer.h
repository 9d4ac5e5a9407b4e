/* asc-json-writer.h: JSON as it is made, never a whole answer in memory
 *
 * json-glib builds a tree and has no unsigned 64-bit numbers, which kernel addresses are; this is a writer of text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-out.h"

G_BEGIN_DECLS

typedef struct
{
  AscOut *out;
  gboolean comma; /* the next value follows another one */
} AscJsonWriter;

/** @bracket: '{' or '['. */
void asc_json_writer_open (AscJsonWriter *self, char bracket);
void asc_json_writer_close (AscJsonWriter *self, char bracket);
/** The key of the value that comes next. @key: plain ASCII, or a metric id. */
void asc_json_writer_key (AscJsonWriter *self, const char *key);
/** @text: NULL is null; bytes that are no UTF-8 become U+FFFD. */
void asc_json_writer_string (AscJsonWriter *self, const char *text);
void asc_json_writer_int (AscJsonWriter *self, gint64 value);
void asc_json_writer_uint (AscJsonWriter *self, guint64 value);
void asc_json_writer_bool (AscJsonWriter *self, gboolean value);
void asc_json_writer_null (AscJsonWriter *self);
/** The next value stands on a line of its own. */
void asc_json_writer_break (AscJsonWriter *self);

G_END_DECLS
