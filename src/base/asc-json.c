/* asc-json.c: see asc-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grammar: RFC 8259.
 */
#include "config.h"

#include "asc-json.h"

#include "asc-cursor.h"

/* The parser calls itself for each level. */
#define DEPTH_MAX 64

typedef enum
{
  KIND_NULL,
  KIND_BOOL,
  KIND_NUMBER,
  KIND_STRING,
  KIND_ARRAY,
  KIND_OBJECT,
} Kind;

struct _AscJson
{
  Kind kind;
  gboolean is_true;
  gboolean is_int;
  gint64 number;
  char *string;
  GPtrArray *keys;   /* of an object: char * */
  GPtrArray *values; /* AscJson */
};

G_DEFINE_QUARK (asc-json-error-quark, asc_json_error)

static AscJson *parse_value (AscCursor *cursor, guint depth, GError **error);

void
asc_json_free (AscJson *self)
{
  if (self == NULL)
    return;
  g_free (self->string);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_free (self);
}

static void
free_value (gpointer value)
{
  asc_json_free (value);
}

static AscJson *
new_value (Kind kind)
{
  AscJson *self = g_new0 (AscJson, 1);

  self->kind = kind;
  return self;
}

static gboolean
fail (AscCursor *cursor, const char *what, GError **error)
{
  g_set_error (error, ASC_JSON_ERROR, ASC_JSON_ERROR_SYNTAX, "%s at byte %" G_GSIZE_FORMAT, what, cursor->pos);
  return FALSE;
}

/* The next byte, not stepped over; 0 at the end. */
static guint8
peek (AscCursor *cursor)
{
  AscCursor copy = *cursor;

  return asc_cursor_left (&copy) > 0 ? asc_cursor_u8 (&copy) : 0;
}

static guint8
skip_blanks (AscCursor *cursor)
{
  guint8 c = peek (cursor);

  for (; c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek (cursor))
    asc_cursor_skip (cursor, 1);
  return c;
}

static gboolean
parse_hex (AscCursor *cursor, guint32 *unit, GError **error)
{
  *unit = 0;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value ((char) peek (cursor));

      if (digit < 0)
        return fail (cursor, "no hexadecimal digit", error);
      asc_cursor_skip (cursor, 1);
      *unit = *unit << 4 | (guint32) digit;
    }
  return TRUE;
}

/* "\uXXXX", its first two characters read. Half a pair of surrogates and NUL become U+FFFD. */
static gboolean
parse_unicode (AscCursor *cursor, GString *text, GError **error)
{
  guint32 high, low;
  AscCursor pair;

  if (!parse_hex (cursor, &high, error))
    return FALSE;
  pair = *cursor;
  if (high >= 0xd800 && high < 0xdc00 && asc_cursor_left (&pair) >= 6 && asc_cursor_u8 (&pair) == '\\' && asc_cursor_u8 (&pair) == 'u' &&
      parse_hex (&pair, &low, NULL) && low >= 0xdc00 && low < 0xe000)
    {
      *cursor = pair;
      high = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    }
  g_string_append_unichar (text, high == 0 || (high >= 0xd800 && high < 0xe000) ? 0xfffd : high);
  return TRUE;
}

static gboolean
parse_escape (AscCursor *cursor, GString *text, GError **error)
{
  static const char from[] = "\"\\/bfnrt";
  static const char to[] = "\"\\/\b\f\n\r\t";
  char c = (char) asc_cursor_u8 (cursor);
  const char *at = c != '\0' ? strchr (from, c) : NULL;

  if (c == 'u')
    return parse_unicode (cursor, text, error);
  if (at == NULL)
    return fail (cursor, "an unknown escape", error);
  g_string_append_c (text, to[at - from]);
  return TRUE;
}

/* Its first quotation mark is read. Returns: (transfer full) */
static char *
parse_string (AscCursor *cursor, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (;;)
    {
      guint8 c = asc_cursor_u8 (cursor);

      if (!asc_cursor_ok (cursor))
        {
          fail (cursor, "a string without an end", error);
          return NULL;
        }
      if (c == '"')
        return g_utf8_make_valid (text->str, (gssize) text->len);
      if (c < 0x20)
        {
          fail (cursor, "a control character in a string", error);
          return NULL;
        }
      if (c != '\\')
        g_string_append_c (text, (char) c);
      else if (!parse_escape (cursor, text, error))
        return NULL;
    }
}

static gboolean
parse_word (AscCursor *cursor, const char *word, GError **error)
{
  for (; *word != '\0'; word++)
    if (asc_cursor_u8 (cursor) != (guint8) *word)
      return fail (cursor, "an unknown word", error);
  return TRUE;
}

static AscJson *
parse_number (AscCursor *cursor, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  AscJson *self;
  char *end;

  for (guint8 c = peek (cursor); g_ascii_isdigit (c) || (c != 0 && strchr ("+-.eE", c) != NULL); c = peek (cursor))
    {
      g_string_append_c (text, (char) c);
      asc_cursor_skip (cursor, 1);
    }
  g_ascii_strtod (text->str, &end);
  if (text->len == 0 || *end != '\0' || text->str[0] == '+')
    {
      fail (cursor, text->len == 0 ? "no value" : "no number", error);
      return NULL;
    }
  self = new_value (KIND_NUMBER);
  self->is_int = g_ascii_string_to_signed (text->str, 10, G_MININT64, G_MAXINT64, &self->number, NULL);
  return self;
}

/* A key and its colon. */
static gboolean
parse_key (AscCursor *cursor, AscJson *self, GError **error)
{
  char *key;

  if (skip_blanks (cursor) != '"')
    return fail (cursor, "no key", error);
  asc_cursor_skip (cursor, 1);
  key = parse_string (cursor, error);
  if (key == NULL)
    return FALSE;
  g_ptr_array_add (self->keys, key);
  if (skip_blanks (cursor) != ':')
    return fail (cursor, "no colon", error);
  asc_cursor_skip (cursor, 1);
  return TRUE;
}

/* An array or object, its bracket read. */
static AscJson *
parse_list (AscCursor *cursor, Kind kind, guint depth, GError **error)
{
  g_autoptr (AscJson) self = new_value (kind);
  const guint8 end = kind == KIND_ARRAY ? ']' : '}';

  self->values = g_ptr_array_new_with_free_func (free_value);
  if (kind == KIND_OBJECT)
    self->keys = g_ptr_array_new_with_free_func (g_free);
  if (skip_blanks (cursor) == end)
    {
      asc_cursor_skip (cursor, 1);
      return g_steal_pointer (&self);
    }
  for (;;)
    {
      AscJson *value;
      guint8 c;

      if (kind == KIND_OBJECT && !parse_key (cursor, self, error))
        return NULL;
      value = parse_value (cursor, depth + 1, error);
      if (value == NULL)
        return NULL;
      g_ptr_array_add (self->values, value);
      c = skip_blanks (cursor);
      if (c != ',' && c != end)
        {
          fail (cursor, "no comma", error);
          return NULL;
        }
      asc_cursor_skip (cursor, 1);
      if (c == end)
        return g_steal_pointer (&self);
    }
}

static AscJson *
parse_simple (AscCursor *cursor, Kind kind, const char *word, GError **error)
{
  AscJson *self;

  if (!parse_word (cursor, word, error))
    return NULL;
  self = new_value (kind);
  self->is_true = kind == KIND_BOOL && *word == 't';
  return self;
}

static AscJson *
parse_value (AscCursor *cursor, guint depth, GError **error)
{
  g_autofree char *string = NULL;
  AscJson *self;
  guint8 c = skip_blanks (cursor);

  if (depth > DEPTH_MAX)
    {
      fail (cursor, "nested too deep", error);
      return NULL;
    }
  switch (c)
    {
    case '{':
    case '[':
      asc_cursor_skip (cursor, 1);
      return parse_list (cursor, c == '[' ? KIND_ARRAY : KIND_OBJECT, depth, error);
    case '"':
      asc_cursor_skip (cursor, 1);
      string = parse_string (cursor, error);
      if (string == NULL)
        return NULL;
      self = new_value (KIND_STRING);
      self->string = g_steal_pointer (&string);
      return self;
    case 't':
      return parse_simple (cursor, KIND_BOOL, "true", error);
    case 'f':
      return parse_simple (cursor, KIND_BOOL, "false", error);
    case 'n':
      return parse_simple (cursor, KIND_NULL, "null", error);
    default:
      return parse_number (cursor, error);
    }
}

AscJson *
asc_json_parse (const guint8 *text, gsize size, GError **error)
{
  g_autoptr (AscJson) self = NULL;
  AscCursor cursor;

  asc_cursor_init (&cursor, text, size, FALSE);
  self = parse_value (&cursor, 0, error);
  if (self == NULL)
    return NULL;
  skip_blanks (&cursor);
  if (asc_cursor_left (&cursor) > 0)
    {
      fail (&cursor, "more than one value", error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

const AscJson *
asc_json_get (const AscJson *self, const char *key)
{
  if (self == NULL || self->kind != KIND_OBJECT)
    return NULL;
  for (guint i = 0; i < self->values->len; i++)
    if (g_str_equal (g_ptr_array_index (self->keys, i), key))
      return g_ptr_array_index (self->values, i);
  return NULL;
}

guint
asc_json_get_length (const AscJson *self)
{
  return self != NULL && self->kind == KIND_ARRAY ? self->values->len : 0;
}

const AscJson *
asc_json_get_element (const AscJson *self, guint i)
{
  return i < asc_json_get_length (self) ? g_ptr_array_index (self->values, i) : NULL;
}

const char *
asc_json_get_string (const AscJson *self)
{
  return self != NULL ? self->string : NULL;
}

gint64
asc_json_get_int (const AscJson *self, gint64 otherwise)
{
  return self != NULL && self->is_int ? self->number : otherwise;
}

gboolean
asc_json_get_bool (const AscJson *self)
{
  return self != NULL && self->is_true;
}

char **
asc_json_dup_strings (const AscJson *self)
{
  g_autoptr (GStrvBuilder) strings = g_strv_builder_new ();

  for (guint i = 0; i < asc_json_get_length (self); i++)
    {
      const char *string = asc_json_get_string (asc_json_get_element (self, i));

      if (string != NULL)
        g_strv_builder_add (strings, string);
    }
  return g_strv_builder_end (strings);
}

void
asc_json_append_string (GString *out, const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  if (valid == NULL)
    {
      g_string_append (out, "null");
      return;
    }
  g_string_append_c (out, '"');
  for (const char *p = valid; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (out, "\\%c", *p);
    else if ((guchar) *p < 0x20 || *p == 0x7f)
      g_string_append_printf (out, "\\u%04x", (guint) (guchar) *p);
    else
      g_string_append_c (out, *p);
  g_string_append_c (out, '"');
}
