/* asc-source-text.c: see asc-source-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-source-text.h"

#include <string.h>

#include "asc-source-digest.h"
#include "asc-symbol-file.h"

/* Text has next to no control characters; programs, archives and pictures have many from their beginning on. */
#define BINARY_PROBE 8192u
#define BINARY_SHARE 32u

struct _AscSourceText
{
  char *text;       /* lines, each with its "\n" */
  GArray *starts;   /* guint32: of each line, and the end */
  const char *encoding;
  guint8 md5[ASC_MD5_SIZE];
  gboolean is_binary;
};

static gboolean
looks_binary (const char *text, gsize length)
{
  gsize n = length < BINARY_PROBE ? length : BINARY_PROBE;
  gsize n_control = 0;

  for (gsize i = 0; i < n; i++)
    n_control += (guchar) text[i] < ' ' && (text[i] == '\0' || strchr ("\t\n\v\f\r\033", text[i]) == NULL);
  return n_control > n / BINARY_SHARE;
}

/* What stands for a character that would tear a line, or end the text, where it is shown; as long as it in UTF-8 or longer. */
static const char *
get_sign (const char *at, gsize left, gsize *size)
{
  *size = 1;
  if (*at == '\0')
    return "\342\220\200"; /* U+2400 */
  if (*at == '\r' && left > 1 && at[1] == '\n')
    return "";
  if (*at == '\r' && left > 1)
    return "\342\220\215"; /* U+240D */
  if (*at == '\r')
    return "";
  if (left >= 3 && memcmp (at, "\342\200\251", 3) == 0)
    {
      *size = 3;
      return "\302\266"; /* U+00B6 for U+2029 */
    }
  return NULL;
}

/* Takes @text (transfer full) over. */
static char *
clean (char *text, gsize *length)
{
  GString *out;
  gsize from = 0;

  if (memchr (text, '\0', *length) == NULL && memchr (text, '\r', *length) == NULL && memmem (text, *length, "\342\200\251", 3) == NULL)
    return text;
  out = g_string_sized_new (*length);
  for (gsize i = 0; i < *length;)
    {
      gsize size;
      const char *sign = get_sign (text + i, *length - i, &size);

      if (sign != NULL)
        {
          g_string_append_len (out, text + from, (gssize) (i - from));
          g_string_append (out, sign);
          from = i + size;
        }
      i += size;
    }
  g_string_append_len (out, text + from, (gssize) (*length - from));
  g_free (text);
  *length = out->len;
  return g_string_free (out, FALSE);
}

static GArray *
find_lines (const char *text, gsize length)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 at = 0;

  while (at < length)
    {
      const char *end = memchr (text + at, '\n', length - at);

      g_array_append_val (starts, at);
      at = end != NULL ? (guint32) (end - text) + 1 : (guint32) length + 1;
    }
  g_array_append_val (starts, at);
  return starts;
}

AscSourceText *
asc_source_text_new (const char *bytes, gsize size)
{
  AscSourceText *self = g_new0 (AscSourceText, 1);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  gsize digest_size = ASC_MD5_SIZE, length;

  size = MIN (size, ASC_SOURCE_MAX_BYTES);
  g_checksum_update (checksum, (const guchar *) bytes, (gssize) size);
  g_checksum_get_digest (checksum, self->md5, &digest_size);
  self->text = asc_source_decode (bytes, size, &length, &self->encoding);
  self->is_binary = looks_binary (self->text, length);
  self->text = clean (self->text, &length);
  self->starts = find_lines (self->text, length);
  return self;
}

AscSourceText *
asc_source_text_load (const char *path, GError **error)
{
  gsize size = 0;
  g_autofree char *bytes = asc_symbol_file_read (path, ASC_SOURCE_MAX_BYTES, &size, error);

  g_autoptr (AscSourceText) text = bytes != NULL ? asc_source_text_new (bytes, size) : NULL;

  if (text != NULL && text->is_binary)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "a binary file, not a source text");
      return NULL;
    }
  return g_steal_pointer (&text);
}

void
asc_source_text_free (AscSourceText *self)
{
  g_array_unref (self->starts);
  g_free (self->text);
  g_free (self);
}

guint
asc_source_text_get_n_lines (AscSourceText *self)
{
  return self->starts->len - 1;
}

const char *
asc_source_text_get_line (AscSourceText *self, guint line, gsize *length)
{
  guint32 start;

  g_return_val_if_fail (line >= 1 && line <= asc_source_text_get_n_lines (self), NULL);
  start = g_array_index (self->starts, guint32, line - 1);
  *length = g_array_index (self->starts, guint32, line) - start - 1;
  return self->text + start;
}

const char *
asc_source_text_get_encoding (AscSourceText *self)
{
  return self->encoding;
}

const guint8 *
asc_source_text_get_md5 (AscSourceText *self)
{
  return self->md5;
}
