/* asc-unit.c: see asc-unit.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-unit.h"

#include <locale.h>
#include <math.h>

const char *
asc_unit_get_id (AscUnit unit)
{
  switch (unit)
    {
    case ASC_UNIT_NS:
      return "ns";
    case ASC_UNIT_BYTES:
      return "bytes";
    case ASC_UNIT_COUNT:
    default:
      return "count";
    }
}

AscScale
asc_unit_choose_scale (AscUnit unit, gint64 total)
{
  double t = fabs ((double) total);

  if (unit == ASC_UNIT_NS)
    {
      if (t >= 1e9)
        return (AscScale){ "s", 1e9, 3 };
      if (t >= 1e6)
        return (AscScale){ "ms", 1e6, 3 };
      if (t >= 1e3)
        return (AscScale){ "µs", 1e3, 3 };
      return (AscScale){ "ns", 1, 0 };
    }
  if (unit == ASC_UNIT_BYTES)
    {
      if (t >= 1024.0 * 1024 * 1024)
        return (AscScale){ "GiB", 1024.0 * 1024 * 1024, 3 };
      if (t >= 1024.0 * 1024)
        return (AscScale){ "MiB", 1024.0 * 1024, 3 };
      if (t >= 1024.0)
        return (AscScale){ "KiB", 1024, 3 };
      return (AscScale){ "B", 1, 0 };
    }
  return (AscScale){ "", 1, 0 };
}

/* Digits of @number with the grouping and the decimal mark of the locale, or those of C. */
static char *
format_number (double number, guint decimals, gboolean localized)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE + 320];
  char format[16];

  if (localized)
    return g_strdup_printf ("%'.*f", (int) decimals, number);
  g_snprintf (format, sizeof format, "%%.%uf", decimals);
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, format, number));
}

/* "<0.001": the smallest number that @decimals can show, for what rounds to nothing and is not nothing. */
static char *
format_below (gboolean negative, guint decimals, gboolean localized)
{
  g_autofree char *least = format_number ((negative ? -1 : 1) * pow (10, -(double) decimals), decimals, localized);

  return g_strconcat (negative ? ">" : "<", least, NULL);
}

char *
asc_format_value (gint64 value, AscScale scale, gboolean localized)
{
  double number = (double) value / scale.divisor;

  if (value == 0)
    return g_strdup ("0");
  if (scale.divisor == 1 && scale.decimals == 0)
    return localized ? g_strdup_printf ("%'" G_GINT64_FORMAT, value) : g_strdup_printf ("%" G_GINT64_FORMAT, value);
  if (fabs (number) < 0.5 * pow (10, -(double) scale.decimals))
    return format_below (value < 0, scale.decimals, localized);
  return format_number (number, scale.decimals, localized);
}

char *
asc_format_exact (gint64 value, AscUnit unit, gboolean localized)
{
  g_autofree char *digits = localized ? g_strdup_printf ("%'" G_GINT64_FORMAT, value) : g_strdup_printf ("%" G_GINT64_FORMAT, value);

  if (unit == ASC_UNIT_COUNT)
    return g_steal_pointer (&digits);
  return g_strconcat (digits, unit == ASC_UNIT_NS ? " ns" : " B", NULL);
}

char *
asc_format_percent (gint64 value, gint64 total, guint decimals, gboolean localized)
{
  double percent = total != 0 ? 100.0 * (double) value / (double) total : 0.0;

  if (total != 0 && value != 0 && fabs (percent) < 0.5 * pow (10, -(double) decimals))
    return format_below (percent < 0, decimals, localized);
  return format_number (percent, decimals, localized);
}

guint
asc_text_width (const char *text)
{
  guint width = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c;

      if ((guchar) *text < 0x80)
        {
          width++;
          continue;
        }
      c = g_utf8_get_char (text);
      if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

char *
asc_format_hex (const guint8 *bytes, gsize n)
{
  static const char digits[] = "0123456789abcdef";
  char *text = g_malloc (2 * n + 1);

  for (gsize i = 0; i < n; i++)
    {
      text[2 * i] = digits[bytes[i] >> 4];
      text[2 * i + 1] = digits[bytes[i] & 15];
    }
  text[2 * n] = '\0';
  return text;
}
