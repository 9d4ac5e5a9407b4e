/* asc-report-sort.c: --sort and --limit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  int field; /* index, or -1: a metric */
  AscFlavor flavor;
  guint metric;
  gboolean ascending;
} Key;

typedef struct
{
  const AscReport *table;
  gpointer data;
  Key *keys;
  guint n_keys;
  GString *scratch[2];
} Order;

/* The columns that sort: --sort, else the first metric of --metrics, else none: the profile's own order. Returns: how many. */
static guint
sort_columns (const AscRequest *ask, const AscColumn **columns)
{
  *columns = NULL;
  if (ask->sort != NULL)
    {
      *columns = (const AscColumn *) (gpointer) ask->sort->data;
      return ask->sort->len;
    }
  if (ask->columns != NULL)
    for (guint i = 0; i < ask->columns->len; i++)
      if (g_array_index (ask->columns, AscColumn, i).flavor != ASC_FLAVOR_STATIC)
        {
          *columns = &g_array_index (ask->columns, AscColumn, i);
          return 1;
        }
  return 0;
}

guint
asc_report_get_sort_metric (const AscRequest *ask, gboolean *reverse)
{
  const AscColumn *columns;
  guint n = sort_columns (ask, &columns);

  for (guint i = 0; i < n; i++)
    if (columns[i].flavor != ASC_FLAVOR_STATIC)
      {
        *reverse = columns[i].reverse;
        return columns[i].metric;
      }
  *reverse = FALSE;
  return asc_profile_get_primary_metric (ask->profile);
}

/* A whole phrase: flavor and title in the language's order. */
char *
asc_report_dup_title (const AscRequest *ask, const AscReport *table, AscFlavor flavor, guint number)
{
  const AscMetric *metric;
  const char *title;

  if (number >= asc_profile_get_n_metrics (ask->profile))
    return g_strdup (C_ ("column", "Name"));
  metric = asc_profile_get_metric (ask->profile, number);
  title = metric->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "metric", metric->title) : metric->title;
  if (table->plain)
    return g_strdup (title);
  if (flavor == ASC_FLAVOR_EXCLUSIVE)
    /* TRANSLATORS: %s is a metric's name, "User CPU Time" */
    return g_strdup_printf (C_ ("flavor", "Exclusive %s"), title);
  if (flavor == ASC_FLAVOR_INCLUSIVE)
    /* TRANSLATORS: %s is a metric's name, "User CPU Time" */
    return g_strdup_printf (C_ ("flavor", "Inclusive %s"), title);
  /* TRANSLATORS: %s is a metric's name, "User CPU Time" */
  return g_strdup_printf (C_ ("flavor", "Attributed %s"), title);
}

char *
asc_report_dup_sort_title (const AscRequest *ask, const AscReport *table)
{
  const AscColumn *columns;
  guint n = sort_columns (ask, &columns);

  if (n > 0 && columns[0].flavor == ASC_FLAVOR_STATIC)
    {
      g_autofree char *id = asc_column_dup_id (ask->profile, &columns[0], ASC_VISIBLE_VALUE);

      for (guint i = 0; i < table->n_fields; i++)
        if (g_str_equal (table->fields[i].id, id))
          return g_strdup (g_dpgettext2 (GETTEXT_PACKAGE, "column", table->fields[i].title));
      return g_steal_pointer (&id);
    }
  if (n > 0)
    return asc_report_dup_title (ask, table, table->meant[columns[0].flavor], columns[0].metric);
  return asc_report_dup_title (ask, table, table->values[0].flavor, asc_profile_get_primary_metric (ask->profile));
}

static int
compare_cells (const Order *order, guint field, guint32 x, guint32 y)
{
  AscReportCell a = { ASC_REPORT_NULL };
  AscReportCell b = { ASC_REPORT_NULL };

  order->table->get_field (order->data, x, field, order->scratch[0], &a);
  order->table->get_field (order->data, y, field, order->scratch[1], &b);
  if (a.kind != b.kind)
    return a.kind < b.kind ? -1 : 1;
  if (a.kind == ASC_REPORT_STRING)
    return g_strcmp0 (a.text, b.text);
  if (a.kind == ASC_REPORT_INT)
    return (a.number > b.number) - (a.number < b.number);
  return (a.address > b.address) - (a.address < b.address);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Order *order = user_data;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;

  for (guint i = 0; i < order->n_keys; i++)
    {
      const Key *key = &order->keys[i];
      int c;

      if (key->field >= 0)
        c = compare_cells (order, (guint) key->field, x, y);
      else
        {
          gint64 vx = order->table->get_value (order->data, x, key->flavor, key->metric);
          gint64 vy = order->table->get_value (order->data, y, key->flavor, key->metric);

          c = (vx > vy) - (vx < vy);
        }
      if (c != 0)
        return key->ascending ? c : -c;
    }
  return (x > y) - (x < y);
}

/* Metrics and sizes: largest first; names and addresses: smallest first. */
static gboolean
make_key (const AscRequest *ask, const AscReport *table, const AscColumn *column, Key *key, GError **error)
{
  g_autofree char *id = NULL;

  *key = (Key){ .field = -1, .metric = column->metric };
  if (column->flavor != ASC_FLAVOR_STATIC)
    {
      key->flavor = table->meant[column->flavor];
      key->ascending = column->reverse;
      if (key->flavor != ASC_FLAVOR_STATIC)
        return TRUE;
      g_set_error (error, ASC_REPORT_ERROR, ASC_REPORT_ERROR_USAGE, "--sort: %s has no attributed metrics", table->name);
      return FALSE;
    }
  id = asc_column_dup_id (ask->profile, column, ASC_VISIBLE_VALUE);
  for (guint i = 0; i < table->n_fields; i++)
    if (g_str_equal (table->fields[i].id, id))
      key->field = (int) i;
  key->ascending = (column->metric != ASC_STATIC_SIZE) != column->reverse;
  if (key->field >= 0)
    return TRUE;
  g_set_error (error, ASC_REPORT_ERROR, ASC_REPORT_ERROR_USAGE, "--sort: %s has no column “%s”", table->name, id);
  return FALSE;
}

/* The field that sorts instead of columns, or -1. */
static int
find_sort_field (const AscRequest *ask, const AscReport *table)
{
  for (guint i = 0; ask->sort_field != NULL && i < table->n_fields; i++)
    if (g_str_equal (table->fields[i].id, ask->sort_field))
      return (int)i;
  return -1;
}

GArray *
asc_report_sort (const AscRequest *ask, const AscReport *table, gpointer data, guint32 n, GError **error)
{
  g_autoptr (GArray) rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  const AscColumn *columns;
  Order order = { .table = table, .data = data, .n_keys = sort_columns (ask, &columns) };
  g_autofree Key *keys = g_new (Key, MAX (order.n_keys, 1));
  g_autoptr (GString) scratch_x = g_string_new (NULL);
  g_autoptr (GString) scratch_y = g_string_new (NULL);

  order.keys = keys;
  order.scratch[0] = scratch_x;
  order.scratch[1] = scratch_y;
  for (guint i = 0; i < order.n_keys; i++)
    if (!make_key (ask, table, &columns[i], &keys[i], error))
      return NULL;
  if (find_sort_field (ask, table) >= 0)
    {
      keys[0] = (Key){ .field = find_sort_field (ask, table), .ascending = !ask->descending };
      order.n_keys = 1;
    }
  for (guint32 i = 0; i < n; i++)
    g_array_append_val (rows, i);
  if (order.n_keys > 0 && n > 2)
    g_qsort_with_data (&g_array_index (rows, guint32, 1), (int) n - 1, sizeof (guint32), compare_rows, &order);
  if (ask->limit >= 0 && ask->limit < n)
    g_array_set_size (rows, (guint) ask->limit);
  return g_steal_pointer (&rows);
}

char *
asc_report_dup_filter (AscProfile *profile)
{
  g_autofree char *expression
      = asc_filter_dup_expression (asc_profile_input_get_filter (asc_profile_get_input (profile)));
  AscFiltered count;

  if (expression == NULL)
    return NULL;
  count = asc_profile_count_filtered (profile);
  /* TRANSLATORS: a filter expression; then how many events passed it, and of how many */
  return g_strdup_printf (ngettext ("Filter: %s (%u of %u event)", "Filter: %s (%u of %u events)",
                                    count.n_all_events + count.n_all_intervals),
                          expression, count.n_events + count.n_intervals, count.n_all_events + count.n_all_intervals);
}
