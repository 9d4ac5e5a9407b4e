/* asc-html.c: see asc-html.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-html.h"

#include <string.h>

static const char style[]
  = ":root { color-scheme: light dark; }\n"
    "body { font-family: system-ui, sans-serif; margin: 1.5em; }\n"
    "h1 { font-size: 1.3em; }\n"
    "p { margin: 0.2em 0; }\n"
    "table { border-collapse: collapse; margin-top: 1em; font-variant-numeric: tabular-nums; }\n"
    "th, td { padding: 0.2em 0.7em; text-align: left; vertical-align: top; overflow-wrap: anywhere; }\n"
    "th, td:first-child { overflow-wrap: break-word; }\n"
    "th { vertical-align: bottom; border-bottom: 2px solid; }\n"
    ".n { text-align: right; white-space: nowrap; }\n"
    ".c { font-family: monospace; white-space: pre-wrap; }\n"
    "tr.hot td { background: rgba(255, 160, 0, 0.2); }\n"
    "tr.total td { font-weight: bold; border-bottom: 1px solid; }\n"
    "tbody + tbody { border-top: 1px solid; }\n"
    "tbody tr:hover { background: rgba(128, 128, 128, 0.15); }\n";

/* Deeper nodes are not indented more: a stack may be 10,000 deep. */
#define MAX_DEPTH 40u

/* XML 1.0, section 2.2: of the control characters only tab and line ends may stand, and neither U+FFFE nor U+FFFF. */
static void
append_escaped (GString *out, const char *text)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);

  for (const char *p = valid != NULL ? valid : text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '&')
        g_string_append (out, "&amp;");
      else if (c == '<')
        g_string_append (out, "&lt;");
      else if (c == '>')
        g_string_append (out, "&gt;");
      else if (c == '"')
        g_string_append (out, "&quot;");
      else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || (c & 0xfffe) == 0xfffe)
        g_string_append_printf (out, "\\x%02x", c);
      else
        g_string_append_len (out, p, g_utf8_next_char (p) - p);
    }
}

const char *
asc_html_get_language (void)
{
  static const char *const names[] = { "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *value = g_getenv (names[i]);

      if (value != NULL && *value != '\0')
        return value;
    }
  return NULL;
}

/* "zh_CN.UTF-8:en" is "zh-CN" (RFC 5646). */
static char *
dup_tag (const char *language)
{
  gsize length = language != NULL ? strcspn (language, ".:@") : 0;
  char *tag = length >= 2 ? g_strdelimit (g_strndup (language, length), "_", '-') : g_strdup ("en");

  if (!g_ascii_isalpha (tag[0]) || strspn (tag, "-" G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS) != strlen (tag) || g_str_equal (tag, "POSIX"))
    {
      g_free (tag);
      return g_strdup ("en");
    }
  return tag;
}

void
asc_html_begin_page (GString *out, const char *title, const char *const *notes, const char *language)
{
  g_autofree char *tag = dup_tag (language);

  g_string_append_printf (out, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>", tag);
  append_escaped (out, title);
  g_string_append_printf (out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
  append_escaped (out, title);
  g_string_append (out, "</h1>\n");
  for (; notes != NULL && *notes != NULL; notes++)
    {
      g_string_append (out, "<p>");
      append_escaped (out, *notes);
      g_string_append (out, "</p>\n");
    }
}

void
asc_html_end_page (GString *out)
{
  g_string_append (out, "</body>\n</html>\n");
}

void
asc_html_begin_table (GString *out)
{
  g_string_append (out, "<table>\n");
}

void
asc_html_end_table (GString *out)
{
  g_string_append (out, "</tbody>\n</table>\n");
}

void
asc_html_append_row (GString *out, AscHtmlRow kind, const AscHtmlCell *cells, guint n)
{
  static const char *const begins[] = { [ASC_HTML_HEAD] = "<thead>\n<tr>", [ASC_HTML_TOTAL] = "<tr class=\"total\">", [ASC_HTML_PLAIN] = "<tr>", [ASC_HTML_HOT] = "<tr class=\"hot\">" };
  const char *tag = kind == ASC_HTML_HEAD ? "th" : "td";

  g_string_append (out, begins[kind]);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "<%s", tag);
      if (cells[i].is_number)
        g_string_append (out, " class=\"n\"");
      else if (cells[i].is_code)
        g_string_append (out, " class=\"c\"");
      if (cells[i].depth > 0)
        g_string_append_printf (out, " style=\"padding-left: %uem\"", MIN (cells[i].depth, MAX_DEPTH) + 1);
      g_string_append_c (out, '>');
      append_escaped (out, cells[i].text != NULL ? cells[i].text : "");
      g_string_append_printf (out, "</%s>", tag);
    }
  g_string_append (out, kind == ASC_HTML_HEAD ? "</tr>\n</thead>\n<tbody>\n" : "</tr>\n");
}

static gboolean
is_number (const char *text)
{
  char *end;

  if (*text == '\0' || !(g_ascii_isdigit (*text) || *text == '-'))
    return FALSE;
  g_ascii_strtod (text, &end);
  return *end == '\0';
}

/* @line: cut at its tabs. @numbers: by column, whether numbers stand below the head (lines without one do not tell). */
static void
append_line (GString *out, AscHtmlRow kind, char *line, const GArray *numbers)
{
  g_auto (GStrv) fields = g_strsplit (line, "\t", -1);
  guint n = g_strv_length (fields);
  g_autofree AscHtmlCell *cells = g_new0 (AscHtmlCell, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      cells[i].text = fields[i];
      cells[i].is_number = kind == ASC_HTML_HEAD ? i < numbers->len && g_array_index (numbers, gboolean, i) : is_number (fields[i]);
    }
  asc_html_append_row (out, kind, cells, n);
}

void
asc_html_append_tsv (GString *out, const char *tsv)
{
  g_auto (GStrv) lines = g_strsplit (tsv, "\n", -1);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gboolean));
  guint n = g_strv_length (lines);

  for (guint i = 1; i < n && numbers->len == 0; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], "\t", -1);

      for (guint k = 0; *lines[i] != '\0' && fields[k] != NULL; k++)
        g_array_append_val (numbers, (gboolean){ is_number (fields[k]) });
    }
  asc_html_begin_table (out);
  for (guint i = 0; i < n; i++)
    {
      gboolean last = i + 1 == n;

      if (*lines[i] != '\0' || i == 0)
        append_line (out, i == 0 ? ASC_HTML_HEAD : ASC_HTML_PLAIN, lines[i], numbers);
      else if (!last && i > 1)
        g_string_append (out, "</tbody>\n<tbody>\n");
    }
  asc_html_end_table (out);
}
