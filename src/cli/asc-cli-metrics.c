/* asc-cli-metrics.c: the command metrics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"

#include <glib/gi18n.h>

#define PROGRAMS (ASC_FORMAT_TSV | ASC_FORMAT_JSON)

enum
{
  METRIC_ID,
  METRIC_TITLE,
  METRIC_LOCAL_TITLE,
  METRIC_UNIT,
  METRIC_TOTAL,
  METRIC_EVENTS,
  METRIC_HIDDEN,
};

static const AscReportField fields[] = {
  [METRIC_ID] = { "id", NC_ ("column", "Metric"), ASC_REPORT_STRING, PROGRAMS | ASC_FORMAT_HTML },
  [METRIC_TITLE] = { "title", NC_ ("column", "Title"), ASC_REPORT_STRING, PROGRAMS },
  [METRIC_LOCAL_TITLE] = { "local_title", NC_ ("column", "Title"), ASC_REPORT_STRING, ASC_FORMAT_HTML },
  [METRIC_UNIT] = { "unit", NC_ ("column", "Unit"), ASC_REPORT_STRING, PROGRAMS | ASC_FORMAT_HTML },
  [METRIC_TOTAL] = { "total", NC_ ("column", "Total"), ASC_REPORT_INT, PROGRAMS | ASC_FORMAT_HTML },
  [METRIC_EVENTS] = { "n_events", NC_ ("column", "Events"), ASC_REPORT_INT, PROGRAMS | ASC_FORMAT_HTML },
  [METRIC_HIDDEN] = { "hidden", NC_ ("column", "Hidden"), ASC_REPORT_BOOL, PROGRAMS | ASC_FORMAT_HTML },
};

static const char *
get_title (const AscMetric *metric)
{
  return metric->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "metric", metric->title) : metric->title;
}

/* Data: the profile. */
static void
get_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  const AscMetric *metric = asc_profile_get_metric (data, row);

  if (field == METRIC_ID)
    asc_report_cell_string (cell, metric->id);
  else if (field == METRIC_TITLE)
    asc_report_cell_string (cell, metric->title);
  else if (field == METRIC_LOCAL_TITLE)
    asc_report_cell_string (cell, get_title (metric));
  else if (field == METRIC_UNIT)
    asc_report_cell_string (cell, asc_unit_get_id (metric->unit));
  else if (field == METRIC_TOTAL)
    asc_report_cell_int (cell, metric->total);
  else if (field == METRIC_EVENTS)
    asc_report_cell_int (cell, metric->n_events);
  else
    asc_report_cell_number (cell, ASC_REPORT_BOOL, metric->hidden);
}

static void
add_notes (gpointer data, GPtrArray *notes)
{
  g_autofree char *spec = asc_metric_spec_default (data);

  g_ptr_array_add (notes, g_strdup (_ ("The metrics that the experiment has")));
  g_ptr_array_add (notes, g_strdup_printf (_ ("Current metrics: %s"), spec));
}

static const AscReport table = {
  .name = "metrics",
  .default_spec = "name",
  .fields = fields,
  .n_fields = G_N_ELEMENTS (fields),
  .meant = { ASC_FLAVOR_STATIC, ASC_FLAVOR_STATIC, ASC_FLAVOR_STATIC },
  .get_field = get_field,
  .add_notes = add_notes,
};

/* "Exclusive User CPU Time: e.%user", as er_print's metric_list has it. */
static void
print_text (AscCli *cli)
{
  static const char *const formats[] = { NC_ ("flavor", "Exclusive %s"), NC_ ("flavor", "Inclusive %s"), NC_ ("flavor", "Attributed %s") };
  static const char *const statics[][2] = { { NC_ ("column", "Size"), "size" }, { NC_ ("column", "Address"), "address" },
                                            { NC_ ("column", "Load Object"), "object" }, { NC_ ("column", "Name"), "name" } };
  g_autofree char *spec = asc_metric_spec_default (cli->ask.profile);
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) specs = g_ptr_array_new_with_free_func (g_free);
  guint width = 0;

  for (guint i = 0; i < asc_profile_get_n_metrics (cli->ask.profile); i++)
    {
      const AscMetric *metric = asc_profile_get_metric (cli->ask.profile, i);
      const char *title = get_title (metric);

      for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
        {
          g_ptr_array_add (titles, g_strdup_printf (g_dpgettext2 (GETTEXT_PACKAGE, "flavor", formats[f]), title));
          g_ptr_array_add (specs, g_strdup_printf ("%c%s%%%s", "eia"[f], metric->unit == ASC_UNIT_NS ? ".+" : "+", metric->id));
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
      asc_out_put_right (cli->ask.out, g_ptr_array_index (titles, i), width);
      asc_out_printf (cli->ask.out, ": %s\n", (const char *) g_ptr_array_index (specs, i));
    }
}

gboolean
asc_cli_run_metrics (AscCli *cli, GError **error)
{
  if (cli->options.format != ASC_FORMAT_TEXT)
    return asc_report_print (&cli->ask, &table, cli->ask.profile, asc_profile_get_n_metrics (cli->ask.profile), error);
  print_text (cli);
  return TRUE;
}
