/* asc-json.h: small JSON texts: settings, logs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ASC_JSON_ERROR (asc_json_error_quark ())
GQuark asc_json_error_quark (void);

typedef enum
{
  ASC_JSON_ERROR_SYNTAX,
} AscJsonError;

/** A value with what is in it. Frozen: any thread may read. Every getter takes NULL, and any kind of value, and answers "not there". */
typedef struct _AscJson AscJson;

/** Reads a text of strangers (RFC 8259), at most 64 levels deep. Errors: "... at byte N". Returns: (transfer full) */
AscJson *asc_json_parse (const guint8 *text, gsize size, GError **error);
void asc_json_free (AscJson *self);

/** The object's member @key; of several of that name the first. Returns: NULL when there is none */
const AscJson *asc_json_get (const AscJson *self, const char *key);
/** The array's length; 0 for other values. */
guint asc_json_get_length (const AscJson *self);
const AscJson *asc_json_get_element (const AscJson *self, guint i);
/** Returns: the string, valid UTF-8 without a NUL inside; NULL for other values */
const char *asc_json_get_string (const AscJson *self);
/** A number without a fraction, as it stands; @otherwise for other values and numbers beyond 64 bits. */
gint64 asc_json_get_int (const AscJson *self, gint64 otherwise);
/** Whether it is true. */
gboolean asc_json_get_bool (const AscJson *self);
/** The strings of an array; what is none is left out. Returns: (transfer full): NULL-terminated */
char **asc_json_dup_strings (const AscJson *self);

/** Appends @text as a JSON string; bytes that are no UTF-8 become U+FFFD. NULL: null. */
void asc_json_append_string (GString *out, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscJson, asc_json_free)

G_END_DECLS
