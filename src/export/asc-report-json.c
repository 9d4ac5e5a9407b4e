/* asc-report-json.c: rows as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-private.h"

static void
add_cell (AscJsonWriter *json, const AscReportCell *cell)
{
  switch (cell->kind)
    {
    case ASC_REPORT_STRING:
      asc_json_writer_string (json, cell->text);
      break;
    case ASC_REPORT_INT:
    case ASC_REPORT_TIME:
      asc_json_writer_int (json, cell->number);
      break;
    case ASC_REPORT_ADDRESS:
      asc_json_writer_uint (json, cell->address);
      break;
    case ASC_REPORT_BOOL:
      asc_json_writer_bool (json, cell->number != 0);
      break;
    case ASC_REPORT_NULL:
    default:
      asc_json_writer_null (json);
    }
}

/* The metrics that JSON carries: of --metrics in their order, else all. */
static guint
list_metrics (const AscRequest *ask, guint *metrics)
{
  guint n = 0;

  if (ask->columns == NULL)
    for (; n < asc_profile_get_n_metrics (ask->profile); n++)
      metrics[n] = n;
  else
    for (guint i = 0; i < ask->columns->len; i++)
      {
        const AscColumn *column = &g_array_index (ask->columns, AscColumn, i);
        gboolean seen = column->flavor == ASC_FLAVOR_STATIC;

        for (guint k = 0; k < n && !seen; k++)
          seen = metrics[k] == column->metric;
        if (!seen)
          metrics[n++] = column->metric;
      }
  return n;
}

static void
add_values (const AscRequest *ask, const AscReport *table, gpointer data, guint32 row, const AscReportValues *values, AscJsonWriter *json)
{
  g_autofree guint *metrics = g_new (guint, MAX (asc_profile_get_n_metrics (ask->profile), 1));
  guint n = list_metrics (ask, metrics);

  asc_json_writer_key (json, values->key);
  asc_json_writer_open (json, '{');
  for (guint i = 0; i < n; i++)
    {
      asc_json_writer_key (json, asc_profile_get_metric (ask->profile, metrics[i])->id);
      asc_json_writer_int (json, table->get_value (data, row, values->flavor, metrics[i]));
    }
  asc_json_writer_close (json, '}');
}

void
asc_report_add_json (const AscRequest *ask, const AscReport *table, gpointer data, guint32 row, AscJsonWriter *json)
{
  g_autoptr (GString) scratch = g_string_new (NULL);

  asc_json_writer_open (json, '{');
  for (guint i = 0; i < table->n_fields; i++)
    {
      AscReportCell cell = { ASC_REPORT_NULL };

      if ((table->fields[i].formats & ASC_FORMAT_JSON) == 0)
        continue;
      table->get_field (data, row, i, scratch, &cell);
      asc_json_writer_key (json, table->fields[i].id);
      add_cell (json, &cell);
    }
  for (guint i = 0; i < table->n_values; i++)
    add_values (ask, table, data, row, &table->values[i], json);
  if (table->add_json != NULL)
    table->add_json (data, row, json);
  asc_json_writer_close (json, '}');
}

static void
add_json_filter (const AscRequest *ask, AscJsonWriter *json)
{
  g_autofree char *expression = asc_filter_dup_expression (asc_profile_input_get_filter (asc_profile_get_input (ask->profile)));
  AscFiltered count = asc_profile_count_filtered (ask->profile);
  const struct
  {
    const char *key;
    guint value;
  } counts[] = { { "events", count.n_events }, { "all_events", count.n_all_events }, { "intervals", count.n_intervals }, { "all_intervals", count.n_all_intervals } };

  asc_json_writer_key (json, "filter");
  asc_json_writer_string (json, expression);
  if (expression == NULL)
    return;
  asc_json_writer_key (json, "filtered");
  asc_json_writer_open (json, '{');
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      asc_json_writer_key (json, counts[i].key);
      asc_json_writer_uint (json, counts[i].value);
    }
  asc_json_writer_close (json, '}');
}

void
asc_report_add_json_head (const AscRequest *ask, const char *name, gboolean n_events, AscJsonWriter *json)
{
  g_autofree char *schema = g_strdup_printf ("ascribe.%s/1", name);
  g_autofree guint *metrics = g_new (guint, MAX (asc_profile_get_n_metrics (ask->profile), 1));
  guint n = list_metrics (ask, metrics);
  AscProfileInput *input = asc_profile_get_input (ask->profile);

  asc_json_writer_key (json, "schema");
  asc_json_writer_string (json, schema);
  asc_json_writer_key (json, "experiments");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < asc_profile_input_get_size (input); i++)
    {
      asc_json_writer_open (json, '{');
      asc_json_writer_key (json, "path");
      asc_json_writer_string (json, asc_experiment_get_path (asc_profile_input_get_experiment (input, i)));
      asc_json_writer_key (json, "format");
      asc_json_writer_string (json, asc_experiment_get_format (asc_profile_input_get_experiment (input, i)));
      asc_json_writer_close (json, '}');
    }
  asc_json_writer_close (json, ']');
  add_json_filter (ask, json);
  asc_json_writer_key (json, "metrics");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < n; i++)
    {
      const AscMetric *metric = asc_profile_get_metric (ask->profile, metrics[i]);

      asc_json_writer_open (json, '{');
      asc_json_writer_key (json, "id");
      asc_json_writer_string (json, metric->id);
      asc_json_writer_key (json, "title");
      asc_json_writer_string (json, metric->title);
      asc_json_writer_key (json, "unit");
      asc_json_writer_string (json, asc_unit_get_id (metric->unit));
      asc_json_writer_key (json, "total");
      asc_json_writer_int (json, metric->total);
      if (n_events)
        {
          asc_json_writer_key (json, "n_events");
          asc_json_writer_int (json, metric->n_events);
        }
      asc_json_writer_close (json, '}');
    }
  asc_json_writer_close (json, ']');
}
