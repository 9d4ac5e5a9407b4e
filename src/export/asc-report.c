/* asc-report.c: see asc-report.h; the columns of an answer, and who writes it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-private.h"

G_DEFINE_QUARK (asc - report - error - quark, asc_report_error)

static void
column_clear (gpointer column)
{
  g_free (((AscReportColumn *) column)->id);
}

static gboolean
has_column (const AscReportWriter *self, const AscReportColumn *column)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AscReportColumn *c = &g_array_index (self->columns, AscReportColumn, i);

      if (c->field == column->field && (c->field >= 0 || (c->flavor == column->flavor && c->metric == column->metric && c->part == column->part)))
        return TRUE;
    }
  return FALSE;
}

static void
add_field (AscReportWriter *self, guint field)
{
  AscReportColumn column = { .field = (int) field };

  if (has_column (self, &column))
    return;
  column.id = g_strdup (self->table->fields[field].id);
  column.group = self->columns->len > 0 ? g_array_index (self->columns, AscReportColumn, self->columns->len - 1).group + 1 : 0;
  g_array_append_val (self->columns, column);
}

static gboolean
is_own_field (const AscReportWriter *self, const AscReportField *field)
{
  if (self->ask->format == ASC_FORMAT_HTML)
    return (field->formats & (ASC_FORMAT_TEXT | ASC_FORMAT_HTML)) != 0;
  return (field->formats & self->ask->format) != 0;
}

/* The fields that stand here unasked; in text they stand where the name does. */
static void
add_own_fields (AscReportWriter *self)
{
  for (guint i = 0; i < self->table->n_fields; i++)
    if (is_own_field (self, &self->table->fields[i]))
      add_field (self, i);
}

static int
find_field (const AscReport *table, const char *id)
{
  for (guint i = 0; i < table->n_fields; i++)
    if (g_str_equal (table->fields[i].id, id))
      return (int) i;
  return -1;
}

static gboolean
add_static (AscReportWriter *self, const AscColumn *asked, GError **error)
{
  g_autofree char *id = asc_column_dup_id (self->ask->profile, asked, ASC_VISIBLE_VALUE);
  int field = find_field (self->table, id);

  if (asked->metric == ASC_STATIC_NAME)
    {
      add_own_fields (self);
      return TRUE;
    }
  if (field < 0)
    {
      g_set_error (error, ASC_REPORT_ERROR, ASC_REPORT_ERROR_USAGE, "--metrics: %s has no column “%s”", self->table->name, id);
      return FALSE;
    }
  add_field (self, (guint) field);
  return TRUE;
}

static void
add_parts (AscReportWriter *self, const AscColumn *asked, AscFlavor flavor)
{
  static const AscVisibility order[] = { ASC_VISIBLE_TIME, ASC_VISIBLE_VALUE, ASC_VISIBLE_PERCENT };
  const AscMetric *metric = asc_profile_get_metric (self->ask->profile, asked->metric);
  guint visibility = asked->visibility;
  guint group = self->columns->len > 0 ? g_array_index (self->columns, AscReportColumn, self->columns->len - 1).group + 1 : 0;
  AscColumn meant = { .flavor = flavor, .metric = asked->metric };

  if (visibility & ASC_HIDDEN)
    return;
  if (metric->unit != ASC_UNIT_NS && (visibility & ASC_VISIBLE_TIME)) /* what is no time shows as the value that it is */
    visibility = (visibility & ~(guint) ASC_VISIBLE_TIME) | ASC_VISIBLE_VALUE;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      AscReportColumn column = { .field = -1, .flavor = flavor, .metric = asked->metric, .part = order[i], .group = group };

      if ((visibility & order[i]) == 0 || has_column (self, &column))
        continue;
      column.id = asc_column_dup_id (self->ask->profile, &meant, order[i]);
      g_array_append_val (self->columns, column);
    }
}

/* Where the attributed metrics are the point and none was asked for, those of the other columns stand first. */
static void
add_attributed (AscReportWriter *self, const GArray *asked)
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
lay_out (AscReportWriter *self, const GArray *asked, GError **error)
{
  const AscReport *table = self->table;

  if (self->ask->format == ASC_FORMAT_TSV)
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
          g_set_error (error, ASC_REPORT_ERROR, ASC_REPORT_ERROR_USAGE, "--metrics: %s has no attributed metrics", table->name);
          return FALSE;
        }
      add_parts (self, column, table->meant[column->flavor]);
    }
  add_own_fields (self);
  g_array_index (self->columns, AscReportColumn, self->columns->len - 1).last = TRUE;
  return TRUE;
}

static GArray *
default_columns (const AscRequest *ask, const AscReport *table)
{
  g_autofree char *spec = NULL;

  if (table->default_spec != NULL && asc_profile_get_n_metrics (ask->profile) > 0)
    {
      const AscMetric *primary = asc_profile_get_metric (ask->profile, asc_profile_get_primary_metric (ask->profile));
      g_auto (GStrv) pieces = g_strsplit (table->default_spec, "%s", -1);

      spec = g_strjoinv (primary->id, pieces);
    }
  else
    spec = asc_metric_spec_default (ask->profile);
  return asc_metric_spec_parse (ask->profile, spec, NULL);
}

AscReportWriter *
asc_report_writer_new (const AscRequest *ask, const AscReport *table, gpointer data, GError **error)
{
  AscReportWriter *self = g_new0 (AscReportWriter, 1);

  self->ask = ask;
  self->table = table;
  self->data = data;
  self->json.out = ask->out;
  self->scratch = g_string_new (NULL);
  self->line = g_string_new (NULL);
  self->html = g_string_new (NULL);
  self->columns = g_array_new (FALSE, FALSE, sizeof (AscReportColumn));
  g_array_set_clear_func (self->columns, column_clear);
  if (ask->format != ASC_FORMAT_JSON)
    {
      g_autoptr (GArray) asked = ask->columns != NULL ? g_array_ref (ask->columns) : default_columns (ask, table);

      if (!lay_out (self, asked, error))
        {
          asc_report_writer_free (self);
          return NULL;
        }
    }
  return self;
}

void
asc_report_writer_free (AscReportWriter *self)
{
  g_array_unref (self->columns);
  g_string_free (self->scratch, TRUE);
  g_string_free (self->line, TRUE);
  g_string_free (self->html, TRUE);
  g_free (self);
}

gboolean
asc_report_is_text (const AscReportField *field)
{
  return field->kind == ASC_REPORT_STRING || field->kind == ASC_REPORT_BOOL;
}

gint64
asc_report_get_base (const AscReportWriter *self, guint32 row, const AscReportColumn *column)
{
  if (self->table->get_base != NULL)
    return self->table->get_base (self->data, row, column->flavor, column->metric);
  return asc_profile_get_metric (self->ask->profile, column->metric)->total;
}

gboolean
asc_report_writer_measures (AscReportWriter *self)
{
  return self->ask->format == ASC_FORMAT_TEXT;
}

void
asc_report_writer_measure (AscReportWriter *self, guint32 row)
{
  if (asc_report_writer_measures (self))
    asc_report_text_measure (self, row);
}

void
asc_report_writer_begin (AscReportWriter *self)
{
  if (self->ask->format == ASC_FORMAT_TEXT)
    asc_report_text_head (self);
  else if (self->ask->format == ASC_FORMAT_HTML)
    asc_report_html_head (self);
  else if (self->ask->format == ASC_FORMAT_TSV)
    asc_report_tsv_head (self);
  else
    {
      asc_json_writer_open (&self->json, '{');
      asc_report_add_json_head (self->ask, self->table->name, FALSE, &self->json);
      asc_json_writer_key (&self->json, "rows");
      asc_json_writer_open (&self->json, '[');
    }
}

void
asc_report_writer_row (AscReportWriter *self, guint32 row)
{
  if (self->ask->format == ASC_FORMAT_TEXT)
    asc_report_text_row (self, row);
  else if (self->ask->format == ASC_FORMAT_HTML)
    asc_report_html_row (self, row);
  else if (self->ask->format == ASC_FORMAT_TSV)
    asc_report_tsv_row (self, row);
  else
    {
      asc_json_writer_break (&self->json);
      asc_report_add_json (self->ask, self->table, self->data, row, &self->json);
    }
}

void
asc_report_writer_gap (AscReportWriter *self)
{
  if (self->ask->format == ASC_FORMAT_TEXT)
    asc_out_putc (self->ask->out, '\n');
  else if (self->ask->format == ASC_FORMAT_HTML)
    asc_report_html_gap (self);
}

void
asc_report_writer_end (AscReportWriter *self)
{
  if (self->ask->format == ASC_FORMAT_HTML)
    asc_report_html_end (self);
  if (self->ask->format != ASC_FORMAT_JSON)
    return;
  asc_out_putc (self->ask->out, '\n');
  asc_json_writer_close (&self->json, ']');
  asc_json_writer_close (&self->json, '}');
  asc_out_putc (self->ask->out, '\n');
}

gboolean
asc_report_print (const AscRequest *ask, const AscReport *table, gpointer data, guint32 n, GError **error)
{
  g_autoptr (AscReportWriter) writer = asc_report_writer_new (ask, table, data, error);
  g_autoptr (GArray) rows = writer != NULL ? asc_report_sort (ask, table, data, n, error) : NULL;

  if (rows == NULL)
    return FALSE;
  if (asc_report_writer_measures (writer))
    for (guint i = 0; i < rows->len; i++)
      asc_report_writer_measure (writer, g_array_index (rows, guint32, i));
  asc_report_writer_begin (writer);
  for (guint i = 0; i < rows->len && !asc_out_failed (ask->out); i++)
    asc_report_writer_row (writer, g_array_index (rows, guint32, i));
  asc_report_writer_end (writer);
  return TRUE;
}
