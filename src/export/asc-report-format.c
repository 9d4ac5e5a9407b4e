/* asc-report-format.c: see asc-report-format.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-format.h"

#include <string.h>

#define NS_PER_MS 1000000

guint
asc_report_format_int (char buffer[static ASC_REPORT_NUMBER_SIZE], gint64 value)
{
  return (guint) g_snprintf (buffer, ASC_REPORT_NUMBER_SIZE, "%" G_GINT64_FORMAT, value);
}

guint
asc_report_format_seconds (char buffer[static ASC_REPORT_NUMBER_SIZE], gint64 ns)
{
  guint64 size = ns < 0 ? -(guint64) ns : (guint64) ns;
  guint64 ms = size / NS_PER_MS + (size % NS_PER_MS >= NS_PER_MS / 2);

  if (ns == 0)
    return (guint) g_snprintf (buffer, ASC_REPORT_NUMBER_SIZE, "0.   ");
  return (guint) g_snprintf (buffer, ASC_REPORT_NUMBER_SIZE, "%s%" G_GUINT64_FORMAT ".%03u", ns < 0 ? "-" : "", ms / 1000, (guint) (ms % 1000));
}

double
asc_report_percent (gint64 value, gint64 base)
{
  return base != 0 ? 100.0 * (double) value / (double) base : 0.0;
}

guint
asc_report_format_percent (char buffer[static ASC_REPORT_NUMBER_SIZE], gint64 value, gint64 base)
{
  char digits[ASC_REPORT_NUMBER_SIZE];

  if (value == 0 || base == 0)
    return (guint) g_snprintf (buffer, ASC_REPORT_NUMBER_SIZE, "0.  ");
  g_ascii_formatd (digits, sizeof digits, "%.2f", asc_report_percent (value, base));
  return (guint) g_snprintf (buffer, ASC_REPORT_NUMBER_SIZE, "%s", digits);
}

static void
append_control (GString *string, guchar c)
{
  if (c == '\t')
    g_string_append (string, "\\t");
  else if (c == '\n')
    g_string_append (string, "\\n");
  else
    g_string_append_printf (string, "\\x%02x", c);
}

void
asc_report_append_clean (GString *string, const char *text, gboolean tsv)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);
  const char *p = valid != NULL ? valid : text;

  while (*p != '\0')
    {
      gsize plain = 0;

      while ((guchar) p[plain] >= 0x20 && p[plain] != 0x7f && !(tsv && p[plain] == '\\'))
        plain++;
      g_string_append_len (string, p, (gssize) plain);
      p += plain;
      if (*p == '\0')
        break;
      if (*p == '\\')
        g_string_append (string, "\\\\");
      else
        append_control (string, (guchar) *p);
      p++;
    }
}
