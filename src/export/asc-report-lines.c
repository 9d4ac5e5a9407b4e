/* asc-report-lines.c: lines of source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-functions.h"
#include "asc-lines.h"

#include <glib/gi18n.h>

enum
{
  LINE_NAME,
  LINE_FILE,
  LINE_LINE,
  LINE_FUNCTION,
  LINE_OBJECT,
};

static const AscReportField line_fields[] = {
  [LINE_NAME] = { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ASC_FORMAT_TEXT },
  [LINE_FILE] = { "file", NC_ ("column", "File"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [LINE_LINE] = { "line", NC_ ("column", "Line"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [LINE_FUNCTION] = { "function", NC_ ("column", "Function"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [LINE_OBJECT] = { "object", NC_ ("column", "Load Object"), ASC_REPORT_STRING, ASC_FORMAT_HTML | ASC_FORMAT_TSV | ASC_FORMAT_JSON },
};

typedef struct
{
  AscProfile *profile;
  AscLines *lines;
} Lines;

/* As er_print has it. */
static void
print_name (const AscLineRow *line, const AscFunctionRow *function, GString *scratch)
{
  g_autofree char *base = line->file != NULL ? g_path_get_basename (line->file) : NULL;

  if (base != NULL)
    /* TRANSLATORS: a function, a line number and a source file: main, line 12 in "x.c" */
    g_string_printf (scratch, _ ("%s, line %u in \"%s\""), function->name, line->line, base);
  else if (function->object != NULL)
    /* TRANSLATORS: %s is a function; keep the angle brackets */
    g_string_printf (scratch, _ ("<Function: %s, instructions without line numbers>"), function->name);
  else
    g_string_assign (scratch, function->name);
}

static void
get_line_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  const Lines *lines = data;
  const AscLineRow *line = asc_lines_get (lines->lines, row);
  const AscFunctionRow *function = asc_profile_get_function (lines->profile, line->function);

  if (field == LINE_NAME)
    {
      print_name (line, function, scratch);
      asc_report_cell_string (cell, scratch->str);
    }
  else if (field == LINE_FILE)
    asc_report_cell_string (cell, line->file);
  else if (field == LINE_FUNCTION)
    asc_report_cell_string (cell, function->name);
  else if (field == LINE_OBJECT)
    asc_report_cell_string (cell, function->object);
  else if (line->line != 0)
    asc_report_cell_int (cell, line->line);
}

static gint64
get_line_value (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  const Lines *lines = data;

  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_lines_get_exclusive (lines->lines, row, metric)
                                        : asc_lines_get_inclusive (lines->lines, row, metric);
}

gboolean
asc_report_lines (const AscRequest *ask, GError **error)
{
  static const AscReport table = {
    .name = "lines",
    /* TRANSLATORS: lines of source code; %s is a metric with its flavor, "Exclusive User CPU Time" */
    .heading = N_ ("Lines sorted by metric: %s"),
    .fields = line_fields,
    .n_fields = G_N_ELEMENTS (line_fields),
    .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
    .n_values = 2,
    .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_STATIC },
    .get_field = get_line_field,
    .get_value = get_line_value,
  };
  g_autoptr (AscLines) lines = asc_lines_compute (ask->profile, NULL, error);
  Lines data = { ask->profile, lines };

  return lines != NULL && asc_report_print (ask, &table, &data, asc_lines_get_size (lines), error);
}
