/* asc-filter-scan.c: the text of a filter, word by word
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filter-scan-private.h"

#include <errno.h>
#include <string.h>

gboolean
asc_filter_scanner_fail (AscFilterScanner *p, const char *at, AscFilterError code, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  p->error_at = at;
  g_set_error (p->error, ASC_FILTER_ERROR, code, "character %ld: %s", g_utf8_strlen (p->text, at - p->text) + 1, what);
  return FALSE;
}

static gboolean
scan_string (AscFilterScanner *p)
{
  const char *c = p->begin + 1;

  for (; *c != '"'; c++)
    {
      if (*c == '\0')
        return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "this quotation mark has no other");
      if (*c == '\\' && (c[1] == '"' || c[1] == '\\'))
        c++;
      g_string_append_c (p->word, *c);
    }
  p->kind = ASC_FILTER_TOKEN_STRING;
  p->next = c + 1;
  return TRUE;
}

static const struct
{
  const char *name;
  gint64 ns;
} units[] = { { "ns", 1 },
              { "us", 1000 },
              { "\302\265s", 1000 },
              { "ms", 1000000 },
              { "s", G_GINT64_CONSTANT (1000000000) },
              { "min", G_GINT64_CONSTANT (60000000000) } };

/* @digits and the @fraction behind their point, times @unit, without rounding. */
static gboolean
multiply (AscFilterScanner *p, guint64 digits, const char *fraction, gint64 unit)
{
  gint64 part = 0;
  gint64 scale = unit;

  for (; g_ascii_isdigit (*fraction); fraction++)
    {
      if (scale % 10 != 0 && *fraction != '0')
        return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_VALUE, "a time has no parts of a nanosecond");
      scale /= 10;
      part += (*fraction - '0') * scale;
    }
  if (digits > (guint64)(G_MAXINT64 - part) / (guint64)unit)
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_VALUE, "this number is too large");
  p->value = (gint64)digits * unit + part;
  return TRUE;
}

static gboolean
scan_number (AscFilterScanner *p)
{
  gboolean negative = *p->begin == '-';
  const char *c = p->begin + negative;
  const char *fraction = "";
  gboolean hex = c[0] == '0' && (c[1] == 'x' || c[1] == 'X') && g_ascii_isxdigit (c[2]);
  char *end;
  guint64 digits;
  const char *unit;

  errno = 0;
  digits = g_ascii_strtoull (c, &end, hex ? 16 : 10);
  if (errno != 0)
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_VALUE, "this number is too large");
  unit = end;
  if (!hex && *unit == '.' && g_ascii_isdigit (unit[1]))
    for (fraction = ++unit; g_ascii_isdigit (*unit);)
      unit++;
  for (end = (char *)unit; !hex && (g_ascii_isalpha (*end) || (guchar)*end >= 0x80); end++)
    continue;
  p->next = end;
  p->kind = end > unit ? ASC_FILTER_TOKEN_TIME : ASC_FILTER_TOKEN_INT;
  if (end == unit && *fraction != '\0')
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_VALUE,
                                    "a number with a point needs a unit of time: 1.5s");
  if (end == unit && !multiply (p, digits, "", 1))
    return FALSE;
  for (guint i = 0; end > unit && i <= G_N_ELEMENTS (units); i++)
    if (i == G_N_ELEMENTS (units))
      return asc_filter_scanner_fail (p, unit, ASC_FILTER_ERROR_VALUE, "no such unit; there are ns, us, ms, s, min");
    else if ((gsize)(end - unit) == strlen (units[i].name) && strncmp (unit, units[i].name, (gsize)(end - unit)) == 0)
      {
        if (!multiply (p, digits, fraction, units[i].ns))
          return FALSE;
        break;
      }
  if (negative)
    p->value = -p->value;
  return TRUE;
}

/* Event names are words too: "sched:sched_switch", "page-faults". */
static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == ':' || c == '-' || c == '.';
}

static gboolean
scan_operator (AscFilterScanner *p)
{
  static const char *const operators[] = { "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "..", "<", ">", "!", "(", ")", ",", "+", "-", "*", "/", "%" };

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (g_str_has_prefix (p->begin, operators[i]))
      {
        p->kind = ASC_FILTER_TOKEN_OPERATOR;
        g_string_assign (p->word, operators[i]);
        p->next = p->begin + strlen (operators[i]);
        return TRUE;
      }
  if (*p->begin == '=')
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "to compare takes two signs: ==");
  return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "no word of the filter language begins so");
}

gboolean
asc_filter_scanner_advance (AscFilterScanner *p)
{
  for (p->begin = p->next; g_ascii_isspace (*p->begin);)
    p->begin++;
  g_string_truncate (p->word, 0);
  p->kind = ASC_FILTER_TOKEN_END;
  p->next = p->begin;
  if (*p->begin == '\0')
    return TRUE;
  if (*p->begin == '"')
    return scan_string (p);
  if (g_ascii_isdigit (*p->begin) || (*p->begin == '-' && g_ascii_isdigit (p->begin[1])))
    return scan_number (p);
  if (!g_ascii_isalpha (*p->begin) && *p->begin != '_')
    return scan_operator (p);
  for (; is_word_char (*p->next) && !g_str_has_prefix (p->next, "..");)
    p->next++;
  p->kind = ASC_FILTER_TOKEN_WORD;
  g_string_append_len (p->word, p->begin, p->next - p->begin);
  return TRUE;
}
