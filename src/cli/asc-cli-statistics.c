/* asc-cli-statistics.c: the command statistics: the kernel's own figures beside the metrics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"

#include <glib/gi18n.h>

static const AscEntityRow *
row_of (AscCli *cli, const AscFigure *figure)
{
  return asc_profile_get_entity (cli->ask.profile, ASC_ENTITY_THREAD, figure->row);
}

typedef struct
{
  AscCli *cli;
  GArray *figures;
} Figures;

enum
{
  FIGURE_NAME,
  FIGURE_PID,
  FIGURE_TID,
  FIGURE_TSV_NAME,
  FIGURE_METRIC,
  FIGURE_TITLE,
  FIGURE_SOURCE,
  FIGURE_KERNEL,
  FIGURE_VALUE,
  FIGURE_DIFFERENCE,
};

#define PROGRAMS (ASC_FORMAT_TSV | ASC_FORMAT_JSON)

static const AscReportField figure_fields[] = {
  [FIGURE_NAME] = { "thread", NC_ ("column", "Name"), ASC_REPORT_STRING, ASC_FORMAT_HTML },
  [FIGURE_PID] = { "pid", NC_ ("column", "PID"), ASC_REPORT_INT, PROGRAMS | ASC_FORMAT_HTML },
  [FIGURE_TID] = { "tid", NC_ ("column", "TID"), ASC_REPORT_INT, PROGRAMS | ASC_FORMAT_HTML },
  [FIGURE_TSV_NAME] = { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, PROGRAMS },
  [FIGURE_METRIC] = { "metric", NC_ ("column", "Metric"), ASC_REPORT_STRING, PROGRAMS },
  [FIGURE_TITLE] = { "title", NC_ ("column", "Title"), ASC_REPORT_STRING, ASC_FORMAT_HTML },
  [FIGURE_SOURCE] = { "source", NC_ ("column", "Taken from"), ASC_REPORT_STRING, PROGRAMS | ASC_FORMAT_HTML },
  [FIGURE_KERNEL] = { "kernel", NC_ ("column", "Kernel, sec."), ASC_REPORT_TIME, PROGRAMS | ASC_FORMAT_HTML },
  [FIGURE_VALUE] = { "value", NC_ ("column", "Metric, sec."), ASC_REPORT_TIME, PROGRAMS | ASC_FORMAT_HTML },
  [FIGURE_DIFFERENCE] = { "difference", NC_ ("column", "Difference, %"), ASC_REPORT_INT, ASC_FORMAT_HTML },
};

/* "+1.25", or "-" where the kernel counted nothing. */
static void
print_difference (const AscFigure *figure, GString *text)
{
  if (figure->kernel_ns > 0)
    g_string_printf (text, "%+.2f", ((double) figure->metric_ns - (double) figure->kernel_ns) * 100 / (double) figure->kernel_ns);
  else
    g_string_assign (text, "-");
}

static void
get_figure_field (gpointer data, guint32 index, guint field, GString *scratch, AscReportCell *cell)
{
  const Figures *figures = data;
  const AscFigure *figure = &g_array_index (figures->figures, AscFigure, index);
  const AscEntityRow *row = row_of (figures->cli, figure);
  const AscMetric *metric = asc_profile_get_metric (figures->cli->ask.profile, figure->metric);

  if (field == FIGURE_NAME)
    asc_report_cell_string (cell, row->name != NULL ? row->name : "<unknown>");
  else if (field == FIGURE_PID && row->pid >= 0)
    asc_report_cell_int (cell, row->pid);
  else if (field == FIGURE_TID && row->tid >= 0)
    asc_report_cell_int (cell, row->tid);
  else if (field == FIGURE_TSV_NAME)
    asc_report_cell_string (cell, row->name);
  else if (field == FIGURE_METRIC)
    asc_report_cell_string (cell, metric->id);
  else if (field == FIGURE_TITLE)
    asc_report_cell_string (cell, g_dpgettext2 (GETTEXT_PACKAGE, "metric", metric->title));
  else if (field == FIGURE_SOURCE)
    asc_report_cell_string (cell, asc_figure_source_get_id (figure->source));
  else if (field == FIGURE_KERNEL)
    asc_report_cell_number (cell, ASC_REPORT_TIME, figure->kernel_ns);
  else if (field == FIGURE_VALUE)
    asc_report_cell_number (cell, ASC_REPORT_TIME, figure->metric_ns);
  else if (field == FIGURE_DIFFERENCE)
    {
      print_difference (figure, scratch);
      asc_report_cell_string (cell, scratch->str);
    }
}

static void
add_figure_notes (gpointer data, GPtrArray *notes)
{
  g_ptr_array_add (notes, g_strdup (_ ("What the kernel counted itself, beside the metrics")));
  if (((const Figures *) data)->figures->len == 0)
    g_ptr_array_add (notes, g_strdup (_ ("Nothing was kept: ascribe-cli record keeps the kernel's figures, perf record -e sched:sched_stat_runtime some of them.")));
}

static const AscReport figure_table = {
  .name = "statistics",
  .default_spec = "name",
  .fields = figure_fields,
  .n_fields = G_N_ELEMENTS (figure_fields),
  .meant = { ASC_FLAVOR_STATIC, ASC_FLAVOR_STATIC, ASC_FLAVOR_STATIC },
  .get_field = get_figure_field,
  .add_notes = add_figure_notes,
};

static void
put_number (AscOut *out, gint64 ns)
{
  char buffer[ASC_REPORT_NUMBER_SIZE];

  asc_report_format_seconds (buffer, ns);
  asc_out_put_right (out, buffer, 12);
}

static void
put_figure (AscCli *cli, const AscFigure *figure)
{
  g_autoptr (GString) percent = g_string_new (NULL);

  put_number (cli->ask.out, figure->kernel_ns);
  put_number (cli->ask.out, figure->metric_ns);
  print_difference (figure, percent);
  asc_out_put_right (cli->ask.out, percent->str, 12);
  asc_out_pad (cli->ask.out, ' ', 2);
  asc_out_puts (cli->ask.out, g_dpgettext2 (GETTEXT_PACKAGE, "metric", asc_profile_get_metric (cli->ask.profile, figure->metric)->title));
  asc_out_printf (cli->ask.out, " (%s)\n", asc_figure_source_get_id (figure->source));
}

static void
print_text (AscCli *cli, GArray *figures)
{
  guint32 last = ASC_NONE;

  asc_out_printf (cli->ask.out, "%s\n\n", _ ("What the kernel counted itself, beside the metrics"));
  if (figures->len == 0)
    asc_out_printf (cli->ask.out, "%s\n", _ ("Nothing was kept: ascribe-cli record keeps the kernel's figures, perf record -e sched:sched_stat_runtime some of them."));
  else
    {
      asc_out_put_right (cli->ask.out, C_ ("statistics", "Kernel"), 12);
      asc_out_put_right (cli->ask.out, C_ ("statistics", "Metric"), 12);
      asc_out_put_right (cli->ask.out, C_ ("statistics", "Difference"), 12);
      asc_out_putc (cli->ask.out, '\n');
      asc_out_put_right (cli->ask.out, C_ ("unit", "sec."), 12);
      asc_out_put_right (cli->ask.out, C_ ("unit", "sec."), 12);
      asc_out_put_right (cli->ask.out, "%", 12);
      asc_out_putc (cli->ask.out, '\n');
    }
  for (guint i = 0; i < figures->len; i++)
    {
      const AscFigure *figure = &g_array_index (figures, AscFigure, i);
      const AscEntityRow *row = row_of (cli, figure);
      g_autoptr (GString) name = g_string_new (NULL);

      if (figure->row != last)
        {
          asc_report_append_clean (name, row->name != NULL ? row->name : "<unknown>", FALSE);
          asc_out_printf (cli->ask.out, i > 0 ? "\n%s" : "%s", name->str);
          if (row->tid >= 0)
            asc_out_printf (cli->ask.out, " %d/%d", row->pid, row->tid);
          asc_out_putc (cli->ask.out, '\n');
        }
      last = figure->row;
      put_figure (cli, figure);
    }
}

gboolean
asc_cli_run_statistics (AscCli *cli, GError **error)
{
  g_autoptr (GArray) figures = asc_figures_compare (cli->ask.profile, asc_profile_get_input (cli->ask.profile));

  Figures data = { cli, figures };

  if (cli->options.format != ASC_FORMAT_TEXT)
    return asc_report_print (&cli->ask, &figure_table, &data, figures->len, error);
  print_text (cli, figures);
  return TRUE;
}
