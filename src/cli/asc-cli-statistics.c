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

static void
print_json (AscCli *cli, GArray *figures)
{
  AscJsonWriter json = { .out = cli->ask.out };

  asc_json_writer_open (&json, '{');
  asc_report_add_json_head (&cli->ask, "statistics", FALSE, &json);
  asc_json_writer_key (&json, "rows");
  asc_json_writer_open (&json, '[');
  for (guint i = 0; i < figures->len; i++)
    {
      const AscFigure *figure = &g_array_index (figures, AscFigure, i);
      const AscEntityRow *row = row_of (cli, figure);

      asc_json_writer_break (&json);
      asc_json_writer_open (&json, '{');
      asc_json_writer_key (&json, "pid");
      row->pid >= 0 ? asc_json_writer_int (&json, row->pid) : asc_json_writer_null (&json);
      asc_json_writer_key (&json, "tid");
      row->tid >= 0 ? asc_json_writer_int (&json, row->tid) : asc_json_writer_null (&json);
      asc_json_writer_key (&json, "name");
      asc_json_writer_string (&json, row->name);
      asc_json_writer_key (&json, "metric");
      asc_json_writer_string (&json, asc_profile_get_metric (cli->ask.profile, figure->metric)->id);
      asc_json_writer_key (&json, "source");
      asc_json_writer_string (&json, asc_figure_source_get_id (figure->source));
      asc_json_writer_key (&json, "kernel");
      asc_json_writer_int (&json, figure->kernel_ns);
      asc_json_writer_key (&json, "value");
      asc_json_writer_int (&json, figure->metric_ns);
      asc_json_writer_close (&json, '}');
    }
  asc_json_writer_close (&json, ']');
  asc_json_writer_close (&json, '}');
  asc_out_putc (cli->ask.out, '\n');
}

static void
print_tsv (AscCli *cli, GArray *figures)
{
  g_autoptr (GString) name = g_string_new (NULL);

  asc_out_puts (cli->ask.out, "pid\ttid\tname\tmetric\tsource\tkernel\tvalue\n");
  for (guint i = 0; i < figures->len; i++)
    {
      const AscFigure *figure = &g_array_index (figures, AscFigure, i);
      const AscEntityRow *row = row_of (cli, figure);

      g_string_truncate (name, 0);
      asc_report_append_clean (name, row->name != NULL ? row->name : "", TRUE);
      if (row->pid >= 0)
        asc_out_int (cli->ask.out, row->pid);
      asc_out_putc (cli->ask.out, '\t');
      if (row->tid >= 0)
        asc_out_int (cli->ask.out, row->tid);
      asc_out_printf (cli->ask.out, "\t%s\t%s\t%s\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\n", name->str,
                      asc_profile_get_metric (cli->ask.profile, figure->metric)->id,
                      asc_figure_source_get_id (figure->source), figure->kernel_ns, figure->metric_ns);
    }
}

static void
put_right (AscOut *out, const char *text, guint width)
{
  guint own = asc_text_width (text);

  asc_out_pad (out, ' ', own < width ? width - own : 0);
  asc_out_puts (out, text);
}

static void
put_number (AscOut *out, gint64 ns)
{
  char buffer[ASC_REPORT_NUMBER_SIZE];

  asc_report_format_seconds (buffer, ns);
  put_right (out, buffer, 12);
}

static void
put_figure (AscCli *cli, const AscFigure *figure)
{
  char percent[ASC_REPORT_NUMBER_SIZE] = "-";

  put_number (cli->ask.out, figure->kernel_ns);
  put_number (cli->ask.out, figure->metric_ns);
  if (figure->kernel_ns > 0)
    g_snprintf (percent, sizeof percent, "%+.2f",
                ((double)figure->metric_ns - (double)figure->kernel_ns) * 100 / (double)figure->kernel_ns);
  put_right (cli->ask.out, percent, 12);
  asc_out_pad (cli->ask.out, ' ', 2);
  asc_out_puts (cli->ask.out, g_dpgettext2 (GETTEXT_PACKAGE, "metric",
                                            asc_profile_get_metric (cli->ask.profile, figure->metric)->title));
  asc_out_printf (cli->ask.out, " (%s)\n", asc_figure_source_get_id (figure->source));
}

static void
print_text (AscCli *cli, GArray *figures)
{
  guint32 last = ASC_NONE;

  asc_out_printf (cli->ask.out, "%s\n\n", _ ("What the kernel counted itself, beside the metrics"));
  if (figures->len == 0)
    asc_out_printf (cli->ask.out, "%s\n",
                    _ ("Nothing was kept: ascribe-cli record keeps the kernel's figures, perf record -e "
                       "sched:sched_stat_runtime some of them."));
  else
    {
      put_right (cli->ask.out, C_ ("statistics", "Kernel"), 12);
      put_right (cli->ask.out, C_ ("statistics", "Metric"), 12);
      put_right (cli->ask.out, C_ ("statistics", "Difference"), 12);
      asc_out_putc (cli->ask.out, '\n');
      put_right (cli->ask.out, C_ ("unit", "sec."), 12);
      put_right (cli->ask.out, C_ ("unit", "sec."), 12);
      put_right (cli->ask.out, "%", 12);
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

  if (cli->options.format == ASC_FORMAT_JSON)
    print_json (cli, figures);
  else if (cli->options.format == ASC_FORMAT_TSV)
    print_tsv (cli, figures);
  else
    print_text (cli, figures);
  return TRUE;
}
