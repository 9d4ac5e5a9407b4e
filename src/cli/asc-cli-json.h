/* asc-cli-json.h: JSON as it is made, never a whole answer in memory
 *
 * json-glib builds a tree and has no unsigned 64-bit numbers, which kernel addresses are; this is a writer of text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cli-out.h"

G_BEGIN_DECLS

typedef struct
{
  AscCliOut *out;
  gboolean comma; /* the next value follows another one */
} AscCliJson;

/** @bracket: '{' or '['. */
void asc_cli_json_open (AscCliJson *self, char bracket);
void asc_cli_json_close (AscCliJson *self, char bracket);
/** The key of the value that comes next. @key: plain ASCII, or a metric id. */
void asc_cli_json_key (AscCliJson *self, const char *key);
/** @text: NULL is null; bytes that are no UTF-8 become U+FFFD. */
void asc_cli_json_string (AscCliJson *self, const char *text);
void asc_cli_json_int (AscCliJson *self, gint64 value);
void asc_cli_json_uint (AscCliJson *self, guint64 value);
void asc_cli_json_bool (AscCliJson *self, gboolean value);
void asc_cli_json_null (AscCliJson *self);
/** The next value stands on a line of its own. */
void asc_cli_json_break (AscCliJson *self);

G_END_DECLS
