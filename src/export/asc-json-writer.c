/* asc-json-writer.c: see asc-json-writer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-json-writer.h"

#include <string.h>

static void
separate (AscJsonWriter *self)
{
  if (self->comma)
    asc_out_putc (self->out, ',');
  self->comma = TRUE;
}

void
asc_json_writer_open (AscJsonWriter *self, char bracket)
{
  separate (self);
  asc_out_putc (self->out, bracket);
  self->comma = FALSE;
}

void
asc_json_writer_close (AscJsonWriter *self, char bracket)
{
  asc_out_putc (self->out, bracket);
  self->comma = TRUE;
}

/* RFC 8259, section 7: quotation mark, reverse solidus and U+0000 to U+001F must be escaped. */
static void
write_quoted (AscOut *out, const char *text)
{
  asc_out_putc (out, '"');
  while (*text != '\0')
    {
      gsize plain = 0;

      while ((guchar) text[plain] >= 0x20 && text[plain] != '"' && text[plain] != '\\' && text[plain] != 0x7f)
        plain++;
      asc_out_write (out, text, (gssize) plain);
      text += plain;
      if (*text == '\0')
        break;
      if (*text == '"' || *text == '\\')
        {
          asc_out_putc (out, '\\');
          asc_out_putc (out, *text);
        }
      else
        asc_out_printf (out, "\\u%04x", (guint) (guchar) *text);
      text++;
    }
  asc_out_putc (out, '"');
}

void
asc_json_writer_key (AscJsonWriter *self, const char *key)
{
  asc_json_writer_string (self, key);
  asc_out_putc (self->out, ':');
  self->comma = FALSE;
}

void
asc_json_writer_string (AscJsonWriter *self, const char *text)
{
  if (text == NULL)
    {
      asc_json_writer_null (self);
      return;
    }
  separate (self);
  if (g_utf8_validate (text, -1, NULL))
    write_quoted (self->out, text);
  else
    {
      g_autofree char *valid = g_utf8_make_valid (text, -1);

      write_quoted (self->out, valid);
    }
}

void
asc_json_writer_int (AscJsonWriter *self, gint64 value)
{
  separate (self);
  asc_out_int (self->out, value);
}

void
asc_json_writer_uint (AscJsonWriter *self, guint64 value)
{
  separate (self);
  asc_out_printf (self->out, "%" G_GUINT64_FORMAT, value);
}

void
asc_json_writer_bool (AscJsonWriter *self, gboolean value)
{
  separate (self);
  asc_out_puts (self->out, value ? "true" : "false");
}

void
asc_json_writer_null (AscJsonWriter *self)
{
  separate (self);
  asc_out_puts (self->out, "null");
}

void
asc_json_writer_break (AscJsonWriter *self)
{
  separate (self);
  asc_out_putc (self->out, '\n');
  self->comma = FALSE;
}
