/* asc-cli-table.c: see asc-cli-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-table-private.h"

#include "asc-cli-format.h"

#include <string.h>

static void
column_clear (gpointer column)
{
  g_free (((AscTableColumn *) column)->id);
}

static gboolean
has_column (const AscTableWriter *self, const AscTableColumn *column)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AscTableColumn *c = &g_array_index (self->columns, AscTableColumn, i);

      if (c->field == column->field && (c->field >= 0 || (c->flavor == column->flavor && c->metric == column->metric && c->part == column->part)))
        return TRUE;
    }
  return FALSE;
}

static void
add_field (AscTableWriter *self, guint field)
{
  AscTableColumn column = { .field = (int) field };

  if (has_column (self, &column))
    return;
  column.id = g_strdup (self->table->fields[field].id);
  column.group = self->columns->len > 0 ? g_array_index (self->columns, AscTableColumn, self->columns->len - 1).group + 1 : 0;
  g_array_append_val (self->columns, column);
}

/* HTML has what text has, and what text shows otherwise. */
static gboolean
is_own_field (const AscTableWriter *self, const AscField *field)
{
  if (self->cli->options.format == ASC_CLI_HTML)
    return (field->formats & ASC_CLI_TEXT) != 0 || g_str_equal (field->id, "object") || g_str_equal (field->id, "relation");
  return (field->formats & self->cli->options.format) != 0;
}

/* The fields that stand here unasked; in text they stand where the name does. */
static void
add_own_fields (AscTableWriter *self)
{
  for (guint i = 0; i < self->table->n_fields; i++)
    if (is_own_field (self, &self->table->fields[i]))
      add_field (self, i);
}

static int
find_field (const AscTable *table, const char *id)
{
  for (guint i = 0; i < table->n_fields; i++)
    if (g_str_equal (table->fields[i].id, id))
      return (int) i;
  return -1;
}

static gboolean
add_static (AscTableWriter *self, const AscColumn *asked, GError **error)
{
  g_autofree char *id = asc_column_dup_id (self->cli->profile, asked, ASC_VISIBLE_VALUE);
  int field = find_field (self->table, id);

  if (asked->metric == ASC_STATIC_NAME)
    {
      add_own_fields (self);
      return TRUE;
    }
  if (field < 0)
    {
      g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--metrics: %s has no column “%s”", self->table->name, id);
      return FALSE;
    }
  add_field (self, (guint) field);
  return TRUE;
}

static void
add_parts (AscTableWriter *self, const AscColumn *asked, AscFlavor flavor)
{
  static const AscVisibility order[] = { ASC_VISIBLE_TIME, ASC_VISIBLE_VALUE, ASC_VISIBLE_PERCENT };
  const AscMetric *metric = asc_profile_get_metric (self->cli->profile, asked->metric);
  guint visibility = asked->visibility;
  guint group = self->columns->len > 0 ? g_array_index (self->columns, AscTableColumn, self->columns->len - 1).group + 1 : 0;
  AscColumn meant = { .flavor = flavor, .metric = asked->metric };

  if (visibility & ASC_HIDDEN)
    return;
  if (metric->unit != ASC_UNIT_NS && (visibility & ASC_VISIBLE_TIME)) /* what is no time shows as the value that it is */
    visibility = (visibility & ~(guint) ASC_VISIBLE_TIME) | ASC_VISIBLE_VALUE;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      AscTableColumn column = { .field = -1, .flavor = flavor, .metric = asked->metric, .part = order[i], .group = group };

      if ((visibility & order[i]) == 0 || has_column (self, &column))
        continue;
      column.id = asc_column_dup_id (self->cli->profile, &meant, order[i]);
      g_array_append_val (self->columns, column);
    }
}

/* Where the attributed metrics are the point and none was asked for, those of the other columns stand first. */
static void
add_attributed (AscTableWriter *self, const GArray *asked)
{
  for (guint i = 0; i < asked->len; i++)
    if (g_array_index (asked, AscColumn, i).flavor == ASC_FLAVOR_ATTRIBUTED)
      return;
  for (guint i = 0; i < asked->len; i++)
    {
      const AscColumn *column = &g_array_index (asked, AscColumn, i);

      if (column->flavor != ASC_FLAVOR_STATIC)
        add_parts (self, column, ASC_FLAVOR_ATTRIBUTED);
    }
}

static gboolean
lay_out (AscTableWriter *self, const GArray *asked, GError **error)
{
  const AscTable *table = self->table;

  if (self->cli->options.format == ASC_CLI_TSV)
    add_own_fields (self);
  if (table->meant[ASC_FLAVOR_ATTRIBUTED] == ASC_FLAVOR_ATTRIBUTED && table->meant[ASC_FLAVOR_INCLUSIVE] == ASC_FLAVOR_INCLUSIVE)
    add_attributed (self, asked);
  for (guint i = 0; i < asked->len; i++)
    {
      const AscColumn *column = &g_array_index (asked, AscColumn, i);

      if (column->flavor == ASC_FLAVOR_STATIC)
        {
          if (!add_static (self, column, error))
            return FALSE;
          continue;
        }
      if (table->meant[column->flavor] == ASC_FLAVOR_STATIC)
        {
          g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--metrics: %s has no attributed metrics", table->name);
          return FALSE;
        }
      add_parts (self, column, table->meant[column->flavor]);
    }
  add_own_fields (self);
  g_array_index (self->columns, AscTableColumn, self->columns->len - 1).last = TRUE;
  return TRUE;
}

static GArray *
default_columns (AscCli *cli, const AscTable *table)
{
  g_autofree char *spec = NULL;

  if (table->default_spec != NULL && asc_profile_get_n_metrics (cli->profile) > 0)
    {
      const AscMetric *primary = asc_profile_get_metric (cli->profile, asc_profile_get_primary_metric (cli->profile));
      g_auto (GStrv) pieces = g_strsplit (table->default_spec, "%s", -1);

      spec = g_strjoinv (primary->id, pieces);
    }
  else
    spec = asc_metric_spec_default (cli->profile);
  return asc_metric_spec_parse (cli->profile, spec, NULL);
}

AscTableWriter *
asc_table_writer_new (AscCli *cli, const AscTable *table, gpointer data, GError **error)
{
  AscTableWriter *self = g_new0 (AscTableWriter, 1);

  self->cli = cli;
  self->table = table;
  self->data = data;
  self->json.out = cli->out;
  self->scratch = g_string_new (NULL);
  self->line = g_string_new (NULL);
  self->html = g_string_new (NULL);
  self->columns = g_array_new (FALSE, FALSE, sizeof (AscTableColumn));
  g_array_set_clear_func (self->columns, column_clear);
  if (cli->options.format != ASC_CLI_JSON)
    {
      g_autoptr (GArray) asked = cli->columns != NULL ? g_array_ref (cli->columns) : default_columns (cli, table);

      if (!lay_out (self, asked, error))
        {
          asc_table_writer_free (self);
          return NULL;
        }
    }
  return self;
}

void
asc_table_writer_free (AscTableWriter *self)
{
  g_array_unref (self->columns);
  g_string_free (self->scratch, TRUE);
  g_string_free (self->line, TRUE);
  g_string_free (self->html, TRUE);
  g_free (self);
}

gint64
asc_table_get_base (const AscTableWriter *self, guint32 row, const AscTableColumn *column)
{
  if (self->table->get_base != NULL)
    return self->table->get_base (self->data, row, column->flavor, column->metric);
  return asc_profile_get_metric (self->cli->profile, column->metric)->total;
}

static void
add_cell (AscCliJson *json, const AscCell *cell)
{
  switch (cell->kind)
    {
    case ASC_CELL_STRING:
      asc_cli_json_string (json, cell->text);
      break;
    case ASC_CELL_INT:
      asc_cli_json_int (json, cell->number);
      break;
    case ASC_CELL_ADDRESS:
      asc_cli_json_uint (json, cell->address);
      break;
    case ASC_CELL_NULL:
    default:
      asc_cli_json_null (json);
    }
}

/* The metrics that JSON carries: of --metrics in their order, else all. */
static guint
list_metrics (AscCli *cli, guint *metrics)
{
  guint n = 0;

  if (cli->columns == NULL)
    for (; n < asc_profile_get_n_metrics (cli->profile); n++)
      metrics[n] = n;
  else
    for (guint i = 0; i < cli->columns->len; i++)
      {
        const AscColumn *column = &g_array_index (cli->columns, AscColumn, i);
        gboolean seen = column->flavor == ASC_FLAVOR_STATIC;

        for (guint k = 0; k < n && !seen; k++)
          seen = metrics[k] == column->metric;
        if (!seen)
          metrics[n++] = column->metric;
      }
  return n;
}

static void
add_values (AscCli *cli, const AscTable *table, gpointer data, guint32 row, const AscValues *values, AscCliJson *json)
{
  g_autofree guint *metrics = g_new (guint, MAX (asc_profile_get_n_metrics (cli->profile), 1));
  guint n = list_metrics (cli, metrics);

  asc_cli_json_key (json, values->key);
  asc_cli_json_open (json, '{');
  for (guint i = 0; i < n; i++)
    {
      asc_cli_json_key (json, asc_profile_get_metric (cli->profile, metrics[i])->id);
      asc_cli_json_int (json, table->get_value (data, row, values->flavor, metrics[i]));
    }
  asc_cli_json_close (json, '}');
}

void
asc_table_add_json (AscCli *cli, const AscTable *table, gpointer data, guint32 row, AscCliJson *json)
{
  g_autoptr (GString) scratch = g_string_new (NULL);

  asc_cli_json_open (json, '{');
  for (guint i = 0; i < table->n_fields; i++)
    {
      AscCell cell = { ASC_CELL_NULL };

      if ((table->fields[i].formats & ASC_CLI_JSON) == 0)
        continue;
      table->get_field (data, row, i, scratch, &cell);
      asc_cli_json_key (json, table->fields[i].id);
      add_cell (json, &cell);
    }
  for (guint i = 0; i < table->n_values; i++)
    add_values (cli, table, data, row, &table->values[i], json);
  if (table->add_json != NULL)
    table->add_json (data, row, json);
  asc_cli_json_close (json, '}');
}

static void
add_json_filter (AscCli *cli, AscCliJson *json)
{
  g_autofree char *expression = asc_filter_dup_expression (cli->options.filter);
  AscFiltered count = asc_profile_count_filtered (cli->profile);
  const struct
  {
    const char *key;
    guint value;
  } counts[] = { { "events", count.n_events }, { "all_events", count.n_all_events }, { "intervals", count.n_intervals }, { "all_intervals", count.n_all_intervals } };

  asc_cli_json_key (json, "filter");
  asc_cli_json_string (json, expression);
  if (expression == NULL)
    return;
  asc_cli_json_key (json, "filtered");
  asc_cli_json_open (json, '{');
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      asc_cli_json_key (json, counts[i].key);
      asc_cli_json_uint (json, counts[i].value);
    }
  asc_cli_json_close (json, '}');
}

void
asc_table_add_json_head (AscCli *cli, const char *name, gboolean n_events, AscCliJson *json)
{
  g_autofree char *schema = g_strdup_printf ("ascribe.%s/1", name);
  g_autofree guint *metrics = g_new (guint, MAX (asc_profile_get_n_metrics (cli->profile), 1));
  guint n = list_metrics (cli, metrics);

  asc_cli_json_key (json, "schema");
  asc_cli_json_string (json, schema);
  asc_cli_json_key (json, "experiments");
  asc_cli_json_open (json, '[');
  for (guint i = 0; i < asc_cli_get_n_experiments (cli); i++)
    {
      asc_cli_json_open (json, '{');
      asc_cli_json_key (json, "path");
      asc_cli_json_string (json, asc_experiment_get_path (asc_cli_get_experiment (cli, i)));
      asc_cli_json_key (json, "format");
      asc_cli_json_string (json, asc_experiment_get_format (asc_cli_get_experiment (cli, i)));
      asc_cli_json_close (json, '}');
    }
  asc_cli_json_close (json, ']');
  add_json_filter (cli, json);
  asc_cli_json_key (json, "metrics");
  asc_cli_json_open (json, '[');
  for (guint i = 0; i < n; i++)
    {
      const AscMetric *metric = asc_profile_get_metric (cli->profile, metrics[i]);

      asc_cli_json_open (json, '{');
      asc_cli_json_key (json, "id");
      asc_cli_json_string (json, metric->id);
      asc_cli_json_key (json, "title");
      asc_cli_json_string (json, metric->title);
      asc_cli_json_key (json, "unit");
      asc_cli_json_string (json, asc_unit_get_id (metric->unit));
      asc_cli_json_key (json, "total");
      asc_cli_json_int (json, metric->total);
      if (n_events)
        {
          asc_cli_json_key (json, "n_events");
          asc_cli_json_int (json, metric->n_events);
        }
      asc_cli_json_close (json, '}');
    }
  asc_cli_json_close (json, ']');
}

static void
tsv_head (AscTableWriter *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      if (i > 0)
        asc_cli_out_putc (self->cli->out, '\t');
      asc_cli_out_puts (self->cli->out, g_array_index (self->columns, AscTableColumn, i).id);
    }
  asc_cli_out_putc (self->cli->out, '\n');
}

static void
tsv_field (AscTableWriter *self, guint32 row, guint field)
{
  AscCell cell = { ASC_CELL_NULL };

  self->table->get_field (self->data, row, field, self->scratch, &cell);
  if (cell.kind == ASC_CELL_STRING && cell.text != NULL)
    {
      g_string_truncate (self->line, 0);
      asc_cli_append_clean (self->line, cell.text, TRUE);
      asc_cli_out_write (self->cli->out, self->line->str, (gssize) self->line->len);
    }
  else if (cell.kind == ASC_CELL_INT)
    asc_cli_out_int (self->cli->out, cell.number);
  else if (cell.kind == ASC_CELL_ADDRESS)
    asc_cli_out_printf (self->cli->out, "%" G_GUINT64_FORMAT, cell.address);
}

static void
tsv_row (AscTableWriter *self, guint32 row)
{
  AscCliOut *out = self->cli->out;

  for (guint i = 0; i < self->columns->len; i++)
    {
      const AscTableColumn *column = &g_array_index (self->columns, AscTableColumn, i);
      gint64 value;

      if (i > 0)
        asc_cli_out_putc (out, '\t');
      if (column->field >= 0)
        {
          tsv_field (self, row, (guint) column->field);
          continue;
        }
      value = self->table->get_value (self->data, row, column->flavor, column->metric);
      if (column->part == ASC_VISIBLE_PERCENT)
        {
          char digits[ASC_CLI_NUMBER_SIZE];

          g_ascii_formatd (digits, sizeof digits, "%.4f", asc_cli_percent (value, asc_table_get_base (self, row, column)));
          asc_cli_out_puts (out, digits);
        }
      else
        asc_cli_out_int (out, value);
    }
  asc_cli_out_putc (out, '\n');
}

gboolean
asc_table_writer_measures (AscTableWriter *self)
{
  return self->cli->options.format == ASC_CLI_TEXT;
}

void
asc_table_writer_measure (AscTableWriter *self, guint32 row)
{
  if (asc_table_writer_measures (self))
    asc_table_text_measure (self, row);
}

void
asc_table_writer_begin (AscTableWriter *self)
{
  if (self->cli->options.format == ASC_CLI_TEXT)
    asc_table_text_head (self);
  else if (self->cli->options.format == ASC_CLI_HTML)
    asc_table_html_head (self);
  else if (self->cli->options.format == ASC_CLI_TSV)
    tsv_head (self);
  else
    {
      asc_cli_json_open (&self->json, '{');
      asc_table_add_json_head (self->cli, self->table->name, FALSE, &self->json);
      asc_cli_json_key (&self->json, "rows");
      asc_cli_json_open (&self->json, '[');
    }
}

void
asc_table_writer_row (AscTableWriter *self, guint32 row)
{
  if (self->cli->options.format == ASC_CLI_TEXT)
    asc_table_text_row (self, row);
  else if (self->cli->options.format == ASC_CLI_HTML)
    asc_table_html_row (self, row);
  else if (self->cli->options.format == ASC_CLI_TSV)
    tsv_row (self, row);
  else
    {
      asc_cli_json_break (&self->json);
      asc_table_add_json (self->cli, self->table, self->data, row, &self->json);
    }
}

void
asc_table_writer_gap (AscTableWriter *self)
{
  if (self->cli->options.format == ASC_CLI_TEXT)
    asc_cli_out_putc (self->cli->out, '\n');
  else if (self->cli->options.format == ASC_CLI_HTML)
    asc_table_html_gap (self);
}

void
asc_table_writer_end (AscTableWriter *self)
{
  if (self->cli->options.format == ASC_CLI_HTML)
    asc_table_html_end (self);
  if (self->cli->options.format != ASC_CLI_JSON)
    return;
  asc_cli_out_putc (self->cli->out, '\n');
  asc_cli_json_close (&self->json, ']');
  asc_cli_json_close (&self->json, '}');
  asc_cli_out_putc (self->cli->out, '\n');
}

gboolean
asc_table_print (AscCli *cli, const AscTable *table, gpointer data, guint32 n, GError **error)
{
  g_autoptr (AscTableWriter) writer = asc_table_writer_new (cli, table, data, error);
  g_autoptr (GArray) rows = writer != NULL ? asc_table_sort (cli, table, data, n, error) : NULL;

  if (rows == NULL)
    return FALSE;
  if (asc_table_writer_measures (writer))
    for (guint i = 0; i < rows->len; i++)
      asc_table_writer_measure (writer, g_array_index (rows, guint32, i));
  asc_table_writer_begin (writer);
  for (guint i = 0; i < rows->len && !asc_cli_out_failed (cli->out); i++)
    asc_table_writer_row (writer, g_array_index (rows, guint32, i));
  asc_table_writer_end (writer);
  return TRUE;
}
