/* asc-source-encoding.c: which encoding a source file is in
 *
 * Order: a byte order mark, UTF-8, the locale's encoding, then by what the bytes look like. Japanese has kana between its characters; of EUC-JP and Shift_JIS that is taken which gives more of
 * them. Chinese (GB 2312, which GB18030 extends) has its characters in pairs of bytes above 0xA0, so that no stretch of such bytes has an odd length. What is left is ISO-8859-1, in which
 * every byte means something.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-source-text.h"

#include <string.h>

/* More of a file is not looked at to guess. */
#define MAX_LOOKED_AT ((gsize) 1 << 20)
/* Of Japanese text at least this part is kana. */
#define KANA_PART 8
/* Of UTF-8 with mistakes in it: one mistake for so many characters beyond ASCII. */
#define GOOD_FOR_BAD 8

/* Returns: (transfer full) (nullable): NULL when @bytes are not all in @charset */
static char *
convert (const char *bytes, gsize size, const char *charset, gsize *length)
{
  gsize read = 0;
  char *text = g_convert (bytes, (gssize) size, "UTF-8", charset, &read, length, NULL);

  /* A character that is cut at the end is left out in silence. */
  if (text != NULL && read != size)
    g_clear_pointer (&text, g_free);
  return text;
}

/* Kana as they are written in full width; of @text, valid UTF-8. *others: all other characters beyond ASCII. */
static gsize
count_kana (const char *text, gsize length, gsize *others)
{
  gsize kana = 0;

  *others = 0;
  for (const char *at = text; at < text + length; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c >= 0x3041 && c <= 0x30fe)
        kana++;
      else if (c >= 0x80)
        (*others)++;
    }
  return kana;
}

/* Cuts @size so that no line is broken. */
static gsize
get_head (const char *bytes, gsize size)
{
  const char *end;

  if (size <= MAX_LOOKED_AT)
    return size;
  end = memrchr (bytes, '\n', MAX_LOOKED_AT);
  return end != NULL ? (gsize) (end - bytes) + 1 : MAX_LOOKED_AT;
}

static gboolean
looks_chinese (const char *bytes, gsize size)
{
  gsize even = 0, odd = 0;

  for (gsize i = 0; i < size;)
    {
      gsize start = i;

      while (i < size && (guint8) bytes[i] > 0xa0)
        i++;
      if (i == start)
        i++;
      else if ((i - start) % 2 == 0)
        even++;
      else
        odd++;
    }
  return even > 0 && odd * GOOD_FOR_BAD < even;
}

static const char *
guess (const char *bytes, gsize size)
{
  static const char *const japanese[] = { "EUC-JP", "SHIFT_JIS" };
  const char *best = NULL;
  gsize most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (japanese); i++)
    {
      gsize length, others;
      g_autofree char *text = convert (bytes, size, japanese[i], &length);
      gsize kana = text != NULL ? count_kana (text, length, &others) : 0;

      if (kana > most && kana * KANA_PART >= kana + others)
        {
          most = kana;
          best = japanese[i];
        }
    }
  if (best == NULL && looks_chinese (bytes, size))
    best = "GB18030";
  return best;
}

/* UTF-8 with a few wrong bytes in it, each of which becomes U+FFFD; NULL when there are many. */
static char *
mend_utf8 (const char *bytes, gsize size, gsize *length)
{
  g_autoptr (GString) text = g_string_sized_new (size);
  gsize good = 0, bad = 0;

  for (gsize i = 0; i < size;)
    {
      gunichar c = (guint8) bytes[i] < 0x80 ? (guint8) bytes[i] : g_utf8_get_char_validated (bytes + i, (gssize) (size - i));
      gsize n = c < 0x80 ? 1 : (c & 0x80000000u) != 0 ? 0 : (gsize) (g_utf8_next_char (bytes + i) - (bytes + i));

      good += n > 1;
      bad += n == 0;
      if (n == 0)
        g_string_append (text, "\357\277\275");
      else
        g_string_append_len (text, bytes + i, (gssize) n);
      i += MAX (n, 1);
    }
  if (bad * GOOD_FOR_BAD > good)
    return NULL;
  *length = text->len;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* NULs are good here. */
static gboolean
is_utf8 (const char *bytes, gsize size)
{
  const char *end = bytes + size;

  while (!g_utf8_validate (bytes, end - bytes, &bytes))
    {
      if (bytes == end || *bytes != '\0')
        return FALSE;
      bytes++;
    }
  return TRUE;
}

static char *
copy (const char *bytes, gsize size, gsize *length)
{
  char *text = g_malloc (size + 1);

  memcpy (text, bytes, size);
  text[size] = '\0';
  *length = size;
  return text;
}

static char *
decode_marked (const char *bytes, gsize size, gsize *length, const char **encoding)
{
  if (size >= 3 && memcmp (bytes, "\357\273\277", 3) == 0 && is_utf8 (bytes + 3, size - 3))
    {
      *encoding = "UTF-8";
      return copy (bytes + 3, size - 3, length);
    }
  if (size < 2 || (memcmp (bytes, "\377\376", 2) != 0 && memcmp (bytes, "\376\377", 2) != 0))
    return NULL;
  *encoding = bytes[0] == '\377' ? "UTF-16LE" : "UTF-16BE";
  return convert (bytes + 2, size - 2, *encoding, length);
}

static char *
decode_locale (const char *bytes, gsize size, gsize *length, const char **encoding)
{
  const char *charset;

  /* ASCII holds none of what is asked here; ISO-8859-1 holds everything and so says nothing. */
  if (g_get_charset (&charset) || g_ascii_strcasecmp (charset, "ISO-8859-1") == 0 || g_ascii_strncasecmp (charset, "ANSI", 4) == 0)
    return NULL;
  *encoding = g_intern_string (charset);
  return convert (bytes, size, charset, length);
}

char *
asc_source_decode (const char *bytes, gsize size, gsize *length, const char **encoding)
{
  char *text = decode_marked (bytes, size, length, encoding);

  if (text != NULL)
    return text;
  *encoding = "UTF-8";
  if (is_utf8 (bytes, size))
    return copy (bytes, size, length);
  text = decode_locale (bytes, size, length, encoding);
  if (text != NULL)
    return text;
  *encoding = guess (bytes, get_head (bytes, size));
  text = *encoding != NULL ? convert (bytes, size, *encoding, length) : NULL;
  if (text != NULL)
    return text;
  *encoding = "UTF-8";
  text = mend_utf8 (bytes, size, length);
  if (text != NULL)
    return text;
  *encoding = "ISO-8859-1";
  return convert (bytes, size, "ISO-8859-1", length);
}
