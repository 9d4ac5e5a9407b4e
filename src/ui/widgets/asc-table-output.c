/* asc-table-output.c: what is on show, for a report and for paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-table-private.h"

/* A column that has no metric. Returns: FALSE when specifications of metrics do not know it. */
static gboolean
find_static (const char *id, guint *number)
{
  static const char *const ids[] = { [ASC_STATIC_NAME] = "name",
                                     [ASC_STATIC_SIZE] = "size",
                                     [ASC_STATIC_ADDRESS] = "address",
                                     [ASC_STATIC_OBJECT] = "object" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    if (g_str_equal (ids[i], id))
      {
        *number = i;
        return TRUE;
      }
  return FALSE;
}

/* A value without a flavor is the exclusive one of those who know flavors. */
static AscFlavor
get_flavor (const char *id)
{
  return id[0] == 'i' ? ASC_FLAVOR_INCLUSIVE : id[0] == 'a' ? ASC_FLAVOR_ATTRIBUTED : ASC_FLAVOR_EXCLUSIVE;
}

static gboolean
make_column (AscProfile *profile, const AscTableColumn *shown, AscColumn *column)
{
  int metric = shown->kind == ASC_CELL_METRIC ? asc_profile_find_metric (profile, shown->metric->id) : -1;

  *column = (AscColumn){ .flavor = ASC_FLAVOR_STATIC };
  if (shown->kind != ASC_CELL_METRIC)
    return find_static (shown->id, &column->metric);
  if (metric < 0)
    return FALSE;
  column->flavor = get_flavor (shown->id);
  column->metric = (guint) metric;
  if (shown->shows_value)
    column->visibility |= shown->metric->unit == ASC_UNIT_NS ? ASC_VISIBLE_TIME : ASC_VISIBLE_VALUE;
  if (shown->shows_percent)
    column->visibility |= ASC_VISIBLE_PERCENT;
  return TRUE;
}

void
asc_table_get_request (AscTable *self, AscProfile *profile, AscRequest *ask)
{
  AscTableSource *source = self->context->source;
  g_autoptr (GArray) shown = asc_table_list_shown_columns (self);
  int sorted = source != NULL && self->sort_id != NULL ? asc_table_source_find_column (source, self->sort_id) : -1;
  AscColumn column;

  ask->columns = g_array_new (FALSE, FALSE, sizeof (AscColumn));
  for (guint i = 0; source != NULL && i < shown->len; i++)
    if (make_column (profile, asc_table_source_get_column (source, g_array_index (shown, guint, i)), &column))
      g_array_append_val (ask->columns, column);
  if (sorted < 0)
    return;
  if (make_column (profile, asc_table_source_get_column (source, (guint) sorted), &column)
      && column.flavor != ASC_FLAVOR_STATIC)
    {
      column.reverse = !self->sort_descending;
      ask->sort = g_array_new (FALSE, FALSE, sizeof (AscColumn));
      g_array_append_val (ask->sort, column);
      return;
    }
  ask->sort_field = self->sort_id;
  ask->descending = self->sort_descending;
}

/* Tabs and line ends within a text would end its cell. */
static void
append_cell (GString *sheet, const char *text)
{
  gsize start = sheet->len;

  g_string_append (sheet, text);
  for (gsize i = start; i < sheet->len; i++)
    if (sheet->str[i] == '\t' || sheet->str[i] == '\n' || sheet->str[i] == '\r')
      sheet->str[i] = ' ';
}

static void
append_heading (AscTableSource *source, GString *sheet, guint column)
{
  const AscTableColumn *c = asc_table_source_get_column (source, column);
  g_autofree char *heading = asc_table_source_dup_heading (source, column);

  append_cell (sheet, heading);
  if (c->kind == ASC_CELL_METRIC && c->shows_percent)
    g_string_append (sheet, c->shows_value ? "\t%" : ", %");
}

static void
append_shown (AscTable *self, GString *sheet, guint position, guint column)
{
  AscTableSource *source = self->context->source;
  const AscTableColumn *c = asc_table_source_get_column (source, column);
  guint32 row = asc_row_model_get_row (self->context->model, position);
  gboolean dim;

  if (c->kind == ASC_CELL_NAME && self->context->tree != NULL)
    for (guint depth = asc_row_tree_get_depth (self->context->tree, position); depth > 0; depth--)
      g_string_append (sheet, "  ");
  if (c->kind != ASC_CELL_METRIC || c->shows_value)
    {
      g_autofree char *text = asc_table_source_dup_cell (source, row, column, &dim);

      append_cell (sheet, text != NULL ? text : "");
    }
  if (c->kind == ASC_CELL_METRIC && c->shows_percent)
    {
      g_autofree char *percent = asc_table_source_dup_percent (source, row, column, &dim);

      g_string_append_printf (sheet, "%s%s", c->shows_value ? "\t" : "", percent != NULL ? percent : "");
    }
}

char *
asc_table_dup_sheet (AscTable *self, guint max_rows, guint *n_rows)
{
  g_autoptr (GArray) columns = NULL;
  GString *sheet;

  *n_rows = 0;
  if (asc_table_is_empty (self))
    return NULL;
  columns = asc_table_list_shown_columns (self);
  sheet = g_string_new (NULL);
  for (guint i = 0; i < columns->len; i++)
    {
      if (i > 0)
        g_string_append_c (sheet, '\t');
      append_heading (self->context->source, sheet, g_array_index (columns, guint, i));
    }
  g_string_append_c (sheet, '\n');
  *n_rows = asc_row_model_get_size (self->context->model);
  for (guint i = 0; i < MIN (*n_rows, max_rows); i++)
    for (guint k = 0; k < columns->len; k++)
      {
        append_shown (self, sheet, i, g_array_index (columns, guint, k));
        g_string_append_c (sheet, k + 1 < columns->len ? '\t' : '\n');
      }
  return g_string_free (sheet, FALSE);
}
