/* asc-cli-metrics.c: the command metrics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"

#include <glib/gi18n.h>

enum
{
  METRIC_ID,
  METRIC_TITLE,
  METRIC_UNIT,
  METRIC_TOTAL,
  METRIC_EVENTS,
  METRIC_HIDDEN,
};

static const char *const keys[] = { "id", "title", "unit", "total", "n_events", "hidden" };

static void
print_json (AscCli *cli)
{
  AscJsonWriter json = { .out = cli->ask.out };

  asc_json_writer_open (&json, '{');
  asc_report_add_json_head (&cli->ask, "metrics", FALSE, &json);
  asc_json_writer_key (&json, "rows");
  asc_json_writer_open (&json, '[');
  for (guint i = 0; i < asc_profile_get_n_metrics (cli->ask.profile); i++)
    {
      const AscMetric *metric = asc_profile_get_metric (cli->ask.profile, i);

      asc_json_writer_break (&json);
      asc_json_writer_open (&json, '{');
      asc_json_writer_key (&json, keys[METRIC_ID]);
      asc_json_writer_string (&json, metric->id);
      asc_json_writer_key (&json, keys[METRIC_TITLE]);
      asc_json_writer_string (&json, metric->title);
      asc_json_writer_key (&json, keys[METRIC_UNIT]);
      asc_json_writer_string (&json, asc_unit_get_id (metric->unit));
      asc_json_writer_key (&json, keys[METRIC_TOTAL]);
      asc_json_writer_int (&json, metric->total);
      asc_json_writer_key (&json, keys[METRIC_EVENTS]);
      asc_json_writer_int (&json, metric->n_events);
      asc_json_writer_key (&json, keys[METRIC_HIDDEN]);
      asc_json_writer_bool (&json, metric->hidden);
      asc_json_writer_close (&json, '}');
    }
  asc_json_writer_close (&json, ']');
  asc_json_writer_close (&json, '}');
  asc_out_putc (cli->ask.out, '\n');
}

static void
print_tsv (AscCli *cli)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    asc_out_printf (cli->ask.out, "%s%c", keys[i], i + 1 < G_N_ELEMENTS (keys) ? '\t' : '\n');
  for (guint i = 0; i < asc_profile_get_n_metrics (cli->ask.profile); i++)
    {
      const AscMetric *metric = asc_profile_get_metric (cli->ask.profile, i);

      g_string_truncate (line, 0);
      asc_report_append_clean (line, metric->id, TRUE);
      g_string_append_c (line, '\t');
      asc_report_append_clean (line, metric->title, TRUE);
      asc_out_printf (cli->ask.out, "%s\t%s\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%s\n", line->str,
                      asc_unit_get_id (metric->unit), metric->total, metric->n_events,
                      metric->hidden ? "true" : "false");
    }
}

static void
put_right (AscOut *out, const char *text, guint width)
{
  guint own = asc_text_width (text);

  asc_out_pad (out, ' ', own < width ? width - own : 0);
  asc_out_puts (out, text);
}

/* "Exclusive User CPU Time: e.%user", as er_print's metric_list has it. */
static void
print_text (AscCli *cli)
{
  static const char *const formats[]
      = { NC_ ("flavor", "Exclusive %s"), NC_ ("flavor", "Inclusive %s"), NC_ ("flavor", "Attributed %s") };
  static const char *const statics[][2] = { { NC_ ("column", "Size"), "size" },
                                            { NC_ ("column", "Address"), "address" },
                                            { NC_ ("column", "Load Object"), "object" },
                                            { NC_ ("column", "Name"), "name" } };
  g_autofree char *spec = asc_metric_spec_default (cli->ask.profile);
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) specs = g_ptr_array_new_with_free_func (g_free);
  guint width = 0;

  for (guint i = 0; i < asc_profile_get_n_metrics (cli->ask.profile); i++)
    {
      const AscMetric *metric = asc_profile_get_metric (cli->ask.profile, i);
      const char *title
          = metric->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "metric", metric->title) : metric->title;

      for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
        {
          g_ptr_array_add (titles, g_strdup_printf (g_dpgettext2 (GETTEXT_PACKAGE, "flavor", formats[f]), title));
          g_ptr_array_add (
              specs, g_strdup_printf ("%c%s%%%s", "eia"[f], metric -> unit == ASC_UNIT_NS ? ".+" : "+", metric->id));
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (statics); i++)
    {
      g_ptr_array_add (titles, g_strdup (g_dpgettext2 (GETTEXT_PACKAGE, "column", statics[i][0])));
      g_ptr_array_add (specs, g_strdup (statics[i][1]));
    }
  for (guint i = 0; i < titles->len; i++)
    width = MAX (width, asc_text_width (g_ptr_array_index (titles, i)));
  asc_out_printf (cli->ask.out, _ ("Current metrics: %s"), spec);
  asc_out_printf (cli->ask.out, "\n%s\n", _ ("Available metrics:"));
  for (guint i = 0; i < titles->len; i++)
    {
      put_right (cli->ask.out, g_ptr_array_index (titles, i), width);
      asc_out_printf (cli->ask.out, ": %s\n", (const char *)g_ptr_array_index (specs, i));
    }
}

gboolean
asc_cli_run_metrics (AscCli *cli, GError **error)
{
  if (cli->options.format == ASC_FORMAT_JSON)
    print_json (cli);
  else if (cli->options.format == ASC_FORMAT_TSV)
    print_tsv (cli);
  else
    print_text (cli);
  return TRUE;
}
