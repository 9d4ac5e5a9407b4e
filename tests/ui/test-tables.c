/* test-tables.c: the views that are tables, in a window, on Figure 2-1 and on many rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "asc-dirs.h"
#include "asc-table.h"
#include "asc-ui-resources.h"
#include "asc-view.h"

#define MANY 100000

static GtkWidget *window;

/* Turns the main loop until @widget was drawn with a size. */
static void
settle (GtkWidget *widget)
{
  for (guint i = 0; i < 100; i++)
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      if (i > 5 && gtk_widget_get_mapped (widget) && gtk_widget_get_height (widget) > 0)
        return;
      g_usleep (5000);
    }
  g_assert_not_reached ();
}

static void
show (GtkWidget *widget)
{
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  settle (widget);
}

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_type (child, type);
  return found;
}

static guint
search (AscView *view, const char *text, int step)
{
  g_autoptr (AscMatcher) matcher = asc_matcher_new (text, FALSE, NULL);

  return ASC_VIEW_GET_CLASS (view)->search (view, matcher, step);
}

static guint
search_table (AscTable *table, const char *expression, int step)
{
  g_autoptr (AscMatcher) matcher = asc_matcher_new (expression, TRUE, NULL);

  return asc_table_search (table, matcher, step);
}

static AscSession *
open_sample (const char *name)
{
  AscSession *session = asc_session_new ();
  g_autofree char *path = g_build_filename (asc_dirs_get_data (), "samples", name, NULL);
  const char *paths[] = { path };

  asc_session_open (session, paths, 1);
  for (guint i = 0; i < 10000 && (asc_session_get_state (session) == ASC_SESSION_LOADING || asc_session_is_naming (session)); i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_cmpint (asc_session_get_state (session), ==, ASC_SESSION_READY);
  return session;
}

static AscView *
open_view (AscSession *session, const char *id)
{
  for (guint i = 0; asc_view_types[i] != NULL; i++)
    {
      g_autoptr (GTypeClass) klass = g_type_class_ref (asc_view_types[i]());

      if (g_str_equal (((AscViewClass *) klass)->id, id))
        {
          AscView *view = g_object_new (asc_view_types[i](), "session", session, NULL);

          show (GTK_WIDGET (view));
          return view;
        }
    }
  g_assert_not_reached ();
}

static void
assert_copy (AscView *view, const char *expected)
{
  g_autofree char *text = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_functions (void)
{
  g_autoptr (AscSession) session = open_sample ("figure-2-1.folded");
  AscView *view = open_view (session, "functions");
  AscTable *table = ASC_TABLE (find_type (GTK_WIDGET (view), ASC_TYPE_TABLE));
  GtkColumnView *column_view = GTK_COLUMN_VIEW (find_type (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW));
  GListModel *columns = gtk_column_view_get_columns (column_view);
  g_autoptr (GtkColumnViewColumn) inclusive = g_list_model_get_item (columns, 1);
  g_autoptr (GtkColumnViewColumn) name = g_list_model_get_item (columns, 2);
  const char *heading = "samples, Exclusive\tsamples, Exclusive, %\tsamples, Inclusive\tsamples, Inclusive, %\tName\n";
  g_autofree char *by_exclusive = g_strconcat (heading,
                                               "32\t100.00\t32\t100.00\t<Total>\n10\t31.25\t10\t31.25\tE\n6\t18.75\t10\t31.25\tF\n"
                                               "5\t15.62\t25\t78.12\tC\n5\t15.62\t20\t62.50\tB\n4\t12.50\t4\t12.50\tG\n"
                                               "2\t6.25\t32\t100.00\tmain\n0\t0.00\t10\t31.25\tA\n",
                                               NULL);
  g_autofree char *selected = NULL;

  /* As the profile has them: equals by inclusive. */
  assert_copy (view, by_exclusive);
  /* The session's function is chosen, and stays so when the rows move. */
  g_assert_cmpuint (asc_table_get_selected_row (table), ==, 1);
  /* A first click sorts a metric downwards, a name upwards. */
  gtk_column_view_sort_by_column (column_view, inclusive, GTK_SORT_ASCENDING);
  selected = asc_table_dup_tsv (table, FALSE);
  g_assert_nonnull (strstr (selected, "\tE\n"));
  {
    g_autofree char *text = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);

    g_assert_nonnull (strstr (text, "<Total>\n2\t6.25\t32\t100.00\tmain\n5\t15.62\t25\t78.12\tC\n"));
  }
  gtk_column_view_sort_by_column (column_view, name, GTK_SORT_ASCENDING);
  {
    g_autofree char *text = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);

    g_assert_nonnull (strstr (text, "<Total>\n0\t0.00\t10\t31.25\tA\n5\t15.62\t20\t62.50\tB\n"));
  }
  g_assert_cmpuint (search (view, "a", 0), ==, 3);
  asc_session_select_function (session, 2);
  settle (GTK_WIDGET (view));
  g_assert_cmpuint (asc_table_get_selected_row (table), ==, 2);
}

static void
test_callers_callees (void)
{
  g_autoptr (AscSession) session = open_sample ("figure-2-1.folded");
  AscView *view;
  const char *heading = "samples, Attributed\tsamples, Attributed, %\tsamples, Exclusive\tsamples, Exclusive, %\tsamples, Inclusive\tsamples, Inclusive, %\tName\n";
  g_autofree char *around_c = g_strconcat (heading, "15\t60.00\t5\t15.62\t20\t62.50\tB\n10\t40.00\t0\t0.00\t10\t31.25\tA\n\n",
                                           "25\t100.00\t5\t15.62\t25\t78.12\tC\n\n",
                                           "10\t40.00\t10\t31.25\t10\t31.25\tE\n10\t40.00\t6\t18.75\t10\t31.25\tF\n", NULL);
  g_autofree char *around_bc = g_strconcat (heading, "15\t100.00\t2\t6.25\t32\t100.00\tmain\n\n", NULL);
  g_autoptr (GArray) rows = asc_profile_find_functions (asc_session_get_profile (session), "C");
  g_autoptr (GArray) callers = asc_profile_find_functions (asc_session_get_profile (session), "B");
  g_autofree char *text = NULL;

  asc_session_set_center (session, g_array_index (rows, guint32, 0));
  asc_session_select_function (session, g_array_index (callers, guint32, 0));
  view = open_view (session, "callers-callees");
  assert_copy (view, around_c);
  /* B before C: only what came through both. */
  gtk_widget_activate_action (GTK_WIDGET (view), "fragment.add", NULL);
  text = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);
  g_assert_true (g_str_has_prefix (text, around_bc));
  g_assert_nonnull (strstr (text, "15\t100.00\t3\t9.38\t15\t46.88\tC\n"));
  /* The chosen function is its head now, and can be taken off again. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "fragment.remove", NULL));
  assert_copy (view, around_c);
}

static void
test_trees (void)
{
  g_autoptr (AscSession) session = open_sample ("figure-2-1.folded");
  AscView *view = open_view (session, "call-tree");
  AscTable *table = ASC_TABLE (find_type (GTK_WIDGET (view), ASC_TYPE_TABLE));
  const char *heading = "samples, Exclusive\tsamples, Exclusive, %\tsamples, Attributed\tsamples, Attributed, %\tName\n";
  /* Open to the first fork below 50 %: that of C, which was called from B. */
  g_autofree char *opened = g_strconcat (heading,
                                         "32\t100.00\t32\t100.00\t<Total>\n2\t6.25\t32\t100.00\tmain\n5\t15.62\t20\t62.50\tB\n"
                                         "3\t9.38\t15\t46.88\tC\n6\t18.75\t6\t18.75\tE\n4\t12.50\t6\t18.75\tF\n0\t0.00\t10\t31.25\tA\n",
                                         NULL);

  assert_copy (view, opened);
  /* G is not open yet: it is found and revealed. */
  g_assert_cmpuint (search (view, "G", 0), ==, 2);
  {
    g_autofree char *text = asc_table_dup_tsv (table, FALSE);

    g_assert_nonnull (strstr (text, "\tG\n"));
  }
  gtk_widget_activate_action (GTK_WIDGET (table), "table.collapse-all", NULL);
  view = open_view (session, "bottom-up");
  {
    g_autofree char *text = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);

    g_assert_nonnull (strstr (text, "32\t100.00\t<Total>\n10\t31.25\tE\n6\t18.75\tF\n"));
  }
}

/* Six columns and two again: what the table had is used or made anew, and the order goes with the metric. */
static void
test_columns (void)
{
  g_autoptr (AscSession) session = open_sample ("words");
  g_autoptr (AscProfile) profile = g_object_ref (asc_session_get_profile (session)); /* another one comes when names do */
  AscView *view = open_view (session, "functions");
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) six = asc_metric_spec_parse (profile, "e.%totalcpu:i.%totalcpu:e.%user:i.%user:e.%system:i.%system:name", &error);
  g_autoptr (GArray) two = asc_metric_spec_parse (profile, "e.%totalcpu:i.%totalcpu:name", &error);
  const char *const ids[] = { "functions", "callers-callees", "call-tree", "bottom-up", "objects", "threads", "processes", "cpus" };
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  asc_session_set_columns (session, six);
  settle (GTK_WIDGET (view));
  text = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);
  g_assert_true (g_str_has_prefix (text, "Total CPU Time, Exclusive, s\tTotal CPU Time, Exclusive, s, %\t"));
  g_assert_nonnull (strstr (text, "System CPU Time, Inclusive, ms, %\tName\tLoad Object\n"));
  asc_session_set_metric (session, (guint) asc_profile_find_metric (profile, "system"));
  settle (GTK_WIDGET (view));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *copy = NULL;

      view = open_view (session, ids[i]);
      copy = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);
      g_assert_nonnull (strchr (copy, '\t'));
      if (g_str_equal (ids[i], "objects"))
        g_assert_nonnull (strstr (copy, "\tName\tSymbols\tLines\tMissing\tPath\n"));
    }
  asc_session_set_columns (session, two);
  settle (GTK_WIDGET (view));
}

/* 100,000 rows with long names */

static gint64
many_number (gpointer data, guint32 row, guint key)
{
  return row == 0 ? MANY : (gint64) ((row * 2654435761u) % MANY);
}

static const char *
many_text (gpointer data, guint32 row, guint key)
{
  return g_ptr_array_index ((GPtrArray *) data, row);
}

static AscTableSource *
make_many (void)
{
  static const AscMetric metric = { .id = "samples", .title = "samples", .unit = ASC_UNIT_COUNT, .total = MANY };
  static const AscTableFuncs funcs = { .get_number = many_number, .get_text = many_text };
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  AscTableSource *source = asc_table_source_new (MANY, 0, &funcs, names, (GDestroyNotify) g_ptr_array_unref);

  g_ptr_array_add (names, g_strdup ("<Total>"));
  for (guint i = 1; i < MANY; i++)
    g_ptr_array_add (names, g_strdup_printf ("std::vector<std::pair<std::string, std::map<int, std::string> > >::emplace_back<std::string const&, "
                                             "std::map<int, std::string> >(std::string const&, function_%u::type&&)", (i * 7919) % MANY));
  asc_table_source_add_metric (source, &metric, ASC_FLAVOR_EXCLUSIVE, ASC_VISIBLE_VALUE | ASC_VISIBLE_PERCENT, 0, MANY, NULL);
  asc_table_source_add_metric (source, &metric, ASC_FLAVOR_INCLUSIVE, ASC_VISIBLE_VALUE | ASC_VISIBLE_PERCENT, 0, MANY, NULL);
  asc_table_source_add (source, ASC_CELL_NAME, 0, "name", "Name", 0);
  asc_table_source_seal (source, FALSE);
  return source;
}

static double
sort_ms (GtkColumnView *view, guint i, GtkSortType order)
{
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (view), i);
  gint64 start_us = g_get_monotonic_time ();

  gtk_column_view_sort_by_column (view, column, order);
  return (double) (g_get_monotonic_time () - start_us) / 1000;
}

static void
test_many (void)
{
  g_autoptr (AscTableSource) source = make_many ();
  GtkWidget *table = asc_table_new ();
  gint64 start_us = g_get_monotonic_time ();
  GtkColumnView *view;
  GtkAdjustment *adjustment;
  double number, name;

  asc_table_source_prepare (source);
  asc_table_set_source (ASC_TABLE (table), source);
  g_test_message ("source taken: %.1f ms", (double) (g_get_monotonic_time () - start_us) / 1000);
  show (table);
  g_test_message ("shown: %.1f ms", (double) (g_get_monotonic_time () - start_us) / 1000);
  view = GTK_COLUMN_VIEW (find_type (table, GTK_TYPE_COLUMN_VIEW));
  asc_table_select_row (ASC_TABLE (table), 4711);
  settle (table);
  number = sort_ms (view, 1, GTK_SORT_ASCENDING);
  name = sort_ms (view, 2, GTK_SORT_ASCENDING);
  g_test_message ("sorted by a number: %.1f ms, by name: %.1f ms", number, name);
  g_assert_cmpuint (asc_table_get_selected_row (ASC_TABLE (table)), ==, 4711);

  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  start_us = g_get_monotonic_time ();
  for (guint i = 0; i < 50; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * ((i * 7) % 50) / 50);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_test_message ("50 jumps: %.1f ms each", (double) (g_get_monotonic_time () - start_us) / 50000);
  start_us = g_get_monotonic_time ();
  g_assert_cmpuint (search_table (ASC_TABLE (table), "function_9999:", 0), ==, 1);
  g_test_message ("searched: %.1f ms", (double) (g_get_monotonic_time () - start_us) / 1000);
  /* Nothing to show is a state too. */
  asc_table_set_source (ASC_TABLE (table), NULL);
  settle (table);
  g_assert_null (asc_table_dup_tsv (ASC_TABLE (table), TRUE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_resources_register (asc_ui_get_resource ());
  window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  g_test_add_func ("/ui/tables/functions", test_functions);
  g_test_add_func ("/ui/tables/callers-callees", test_callers_callees);
  g_test_add_func ("/ui/tables/trees", test_trees);
  g_test_add_func ("/ui/tables/columns", test_columns);
  g_test_add_func ("/ui/tables/many", test_many);
  return g_test_run ();
}
