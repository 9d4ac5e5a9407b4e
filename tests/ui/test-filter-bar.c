/* test-filter-bar.c: the filter in the window: chips, undo, what the views then show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cpu-chart.h"
#include "asc-filter-bar.h"
#include "asc-quality.h"
#include "asc-table.h"
#include "asc-test-paths.h"
#include "asc-test-window.h"

static AscFiltering *
get_filtering (AscWindow *window)
{
  return asc_session_get_filtering (asc_window_get_session (window));
}

static gboolean
is_filtered (AscWindow *window, const char *unused)
{
  return !asc_filtering_is_busy (get_filtering (window));
}

static void
settle (AscWindow *window)
{
  asc_test_settle ();
  asc_test_wait_for (is_filtered, window, NULL);
  asc_test_settle ();
}

static gint64
total (AscWindow *window)
{
  AscSession *session = asc_window_get_session (window);

  return asc_profile_get_inclusive (asc_session_get_profile (session), 0, asc_session_get_metric (session));
}

static void
add (AscWindow *window, const char *text)
{
  asc_filtering_add (get_filtering (window), text);
  settle (window);
}

/* The first button below @parent whose tooltip is @text. */
static GtkWidget *
find_by_tooltip (GtkWidget *parent, const char *text)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found
          = g_strcmp0 (gtk_widget_get_tooltip_text (child), text) == 0 ? child : find_by_tooltip (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
choose (AscWindow *window, const char *name)
{
  asc_session_select_function (asc_window_get_session (window), asc_test_find_function (window, name));
  asc_test_settle ();
}

/* The figure's own numbers: C has 25 of 32, B 20, E 10 at its end. */
static void
test_clauses (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  GtkWidget *bar = asc_test_find_type (GTK_WIDGET (window), ASC_TYPE_FILTER_BAR);
  AscTable *table;

  asc_test_activate (window, "win.view::functions");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  g_assert_null (find_by_tooltip (bar, "Remove this filter"));
  g_assert_cmpint (total (window), ==, 32);

  /* from the context menu of a function */
  choose (window, "C");
  gtk_widget_activate_action (asc_test_find_shown_view (window), "function.filter-with", NULL);
  settle (window);
  g_assert_cmpint (total (window), ==, 25);
  asc_test_wait_for (asc_test_shows, window, "FUNCTION(\"C\") IN STACK");
  asc_test_wait_for (asc_test_shows, window, "8 of 10 events (80.00%)");
  /* the choice stays */
  g_assert_cmpuint (asc_session_get_function (asc_window_get_session (window)), ==,
                    asc_test_find_function (window, "C"));
  choose (window, "B");
  gtk_widget_activate_action (asc_test_find_shown_view (window), "function.filter-without", NULL);
  settle (window);
  g_assert_cmpint (total (window), ==, 10);
  choose (window, "E");
  gtk_widget_activate_action (asc_test_find_shown_view (window), "function.filter-leaf", NULL);
  settle (window);
  g_assert_cmpint (total (window), ==, 4);
  /* only functions that have something are listed: <Total>, main, A, C, E */
  table = ASC_TABLE (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TABLE));
  g_assert_cmpuint (asc_table_source_get_n_rows (asc_table_get_source (table)), ==, 5);

  /* a chip switched off, another removed */
  g_signal_emit_by_name (find_by_tooltip (bar, "Remove this filter"), "clicked");
  settle (window);
  g_assert_cmpint (total (window), ==, 4);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_by_tooltip (bar, "Use this filter")), FALSE);
  settle (window);
  g_assert_cmpint (total (window), ==, 10);
  asc_test_activate (window, "win.undo-filter");
  settle (window);
  g_assert_cmpint (total (window), ==, 4);
  asc_test_activate (window, "win.redo-filter");
  settle (window);
  g_assert_cmpint (total (window), ==, 10);
  for (guint i = 0; i < 10; i++)
    asc_test_activate (window, "win.undo-filter");
  settle (window);
  g_assert_cmpint (total (window), ==, 32);
  asc_test_close_window (window);
}

/* Typed: a mistake is told with its place, Enter applies, a chip is edited. */
static void
test_typed (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  GtkWidget *bar = asc_test_find_type (GTK_WIDGET (window), ASC_TYPE_FILTER_BAR);
  GtkWidget *entry;

  asc_test_activate (window, "win.add-filter");
  asc_test_settle ();
  entry = asc_test_find_type (bar, GTK_TYPE_ENTRY);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), bar));
  gtk_editable_set_text (GTK_EDITABLE (entry), "\"C\" IN STAK");
  g_signal_emit_by_name (entry, "activate");
  asc_test_settle ();
  asc_test_wait_for (asc_test_shows, window, "character 8: STACK or LEAF is expected here");
  g_assert_cmpint (gtk_editable_get_position (GTK_EDITABLE (entry)), ==, 7);
  g_assert_cmpint (total (window), ==, 32);
  gtk_editable_set_text (GTK_EDITABLE (entry), "\"C\" IN STACK");
  g_assert_false (asc_test_shows (window, "character 8: STACK or LEAF is expected here"));
  g_signal_emit_by_name (entry, "activate");
  settle (window);
  g_assert_cmpint (total (window), ==, 25);
  /* the chip is clicked */
  g_signal_emit_by_name (find_by_tooltip (bar, "\"C\" IN STACK"), "clicked");
  asc_test_settle ();
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "\"C\" IN STACK");
  gtk_editable_set_text (GTK_EDITABLE (entry), "\"B\" IN STACK");
  g_signal_emit_by_name (entry, "activate");
  settle (window);
  g_assert_cmpint (total (window), ==, 20);
  g_assert_cmpuint (asc_filter_get_size (asc_filtering_get (get_filtering (window))), ==, 1);
  asc_test_close_window (window);
}

static guint
count_findings (AscWindow *window)
{
  g_autoptr (GPtrArray) findings = asc_quality_list (asc_window_get_session (window));

  return findings->len;
}

/* How good the recording is does not depend on what is left of it. */
static void
test_whole (void)
{
  AscWindow *window = asc_test_new_window ();
  AscSession *session = asc_window_get_session (window);
  g_autofree char *path = asc_test_source_path ("fixtures/perf/tasks.user.data");
  const char *paths[] = { path };
  guint n;
  g_autoptr (AscSession) second = NULL;

  asc_session_open (session, paths, 1);
  asc_test_wait_for (asc_test_is_ready, window, NULL);
  n = count_findings (window);
  g_assert_cmpuint (n, >, 0); /* it has few samples */
  add (window, "\"nothing\" IN STACK");
  g_assert_cmpuint (count_findings (window), ==, n);
  asc_session_show_view (session, "quality");
  settle (window);
  g_assert_true (asc_test_in_view (window, "quality"));
  g_assert_false (asc_test_shows (window, "The Filter Leaves No Events"));
  asc_session_show_view (session, "functions");
  settle (window);
  asc_test_wait_for (asc_test_shows, window, "The Filter Leaves No Events");

  /* In a second window of it too. */
  second = asc_session_new_like (session);
  g_assert_true (asc_filtering_get (asc_session_get_filtering (second)) == asc_filtering_get (get_filtering (window)));
  g_assert_false (asc_filtering_is_busy (asc_session_get_filtering (second)));
  g_assert_true (asc_filtering_get_whole (asc_session_get_filtering (second)) == asc_filtering_get_whole (get_filtering (window)));
  asc_test_activate (window, "win.clear-filter");
  settle (window);
  g_assert_true (asc_filtering_get_whole (get_filtering (window)) == asc_session_get_profile (session));
  asc_test_close_window (window);
}

/* Nothing left has a page of its own, and a way back. */
static void
test_empty (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");

  add (window, "\"B\" IN STACK");
  g_assert_false (asc_test_shows (window, "The Filter Leaves No Events"));
  add (window, "\"nothing\" IN STACK");
  asc_test_wait_for (asc_test_shows, window, "The Filter Leaves No Events");
  asc_test_wait_for (asc_test_shows, window, "10 events are hidden.");
  asc_test_activate (window, "win.undo-filter");
  settle (window);
  g_assert_false (asc_test_shows (window, "The Filter Leaves No Events"));
  g_assert_cmpint (total (window), ==, 20);
  asc_test_activate (window, "win.clear-filter");
  settle (window);
  g_assert_cmpint (total (window), ==, 32);
  /* another experiment has no filter */
  add (window, "\"B\" IN STACK");
  asc_test_activate (window, "win.close-experiment");
  asc_test_settle ();
  g_assert_null (asc_filtering_get (get_filtering (window)));
  asc_test_close_window (window);
}

/* Every view follows, and the window shows what the command line would. */
static void
test_views (void)
{
  static const char *const views[]
      = { "overview", "functions",   "callers-callees", "calltree", "bottom-up", "call-graph", "flame-graph",
          "source",   "disassembly", "lines",           "pcs",      "timeline",  "threads",    "processes",
          "cpus",     "objects" };
  AscWindow *window = asc_test_new_window_with_sample ("words");
  AscSession *session = asc_window_get_session (window);
  gint64 all = total (window);
  gint64 sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *action = g_strdup_printf ("win.view::%s", views[i]);
      g_autofree char *text = asc_filter_range (
          0, (gint64)(i + 1) * asc_experiment_get_duration_ns (asc_session_get_experiment (session, 0)) / 20);

      asc_test_activate (window, action);
      asc_test_settle ();
      add (window, text);
      g_assert_cmpint (total (window), <, all);
      asc_test_activate (window, "win.undo-filter");
      settle (window);
    }
  g_assert_cmpint (total (window), ==, all);
  /* each thread alone: they sum to all */
  asc_test_activate (window, "win.view::threads");
  asc_test_settle ();
  for (guint32 row = 1; row < asc_profile_get_n_entities (asc_session_get_profile (session), ASC_ENTITY_THREAD); row++)
    {
      AscTable *table = ASC_TABLE (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TABLE));

      asc_table_select_row (table, row);
      gtk_widget_activate_action (asc_test_find_shown_view (window), "row.filter-to", NULL);
      settle (window);
      sum += total (window);
      asc_test_activate (window, "win.clear-filter");
      settle (window);
    }
  g_assert_cmpint (sum, ==, all);
  asc_test_close_window (window);
}

/* What is read again keeps its filter: other names or another view mode. */
static void
test_reload (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");

  add (window, "\"B\" IN STACK");
  asc_session_reload (asc_window_get_session (window));
  asc_test_wait_for (asc_test_is_ready, window, NULL);
  settle (window);
  g_assert_cmpint (total (window), ==, 20);
  asc_test_wait_for (asc_test_shows, window, "\"B\" IN STACK");
  asc_test_close_window (window);
}

/* CPUs busy in each of 120 parts of the recording, by its own samples up to before @end. */
static char *
describe_chart (AscWindow *window, gint64 end)
{
  AscExperiment *experiment = asc_session_get_experiment (asc_window_get_session (window), 0);
  const AscEvents *events = asc_experiment_get_events (experiment);
  double part = (double) asc_experiment_get_duration_ns (experiment) / 120;
  double cpus[120] = { 0 };
  double sum = 0;
  double most = 0;

  for (guint i = 0; i < events->n_events; i++)
    if (events->time_ns[i] < end)
      cpus[MIN ((guint) ((double) events->time_ns[i] / part), 119)] += (double) events->value[i] / part;
  for (guint i = 0; i < 120; i++)
    {
      sum += cpus[i];
      most = MAX (most, cpus[i]);
    }
  return end < G_MAXINT64 ? g_strdup_printf ("CPU use over time of what the filter leaves: %'.2f CPUs at most", most)
                          : g_strdup_printf ("CPU use over time: %'.2f CPUs on average, %'.2f at most", sum / 120, most);
}

static gboolean
chart_says (AscWindow *window, const char *text)
{
  GtkWidget *chart = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_CPU_CHART);

  return g_strcmp0 (asc_cpu_chart_get_description (ASC_CPU_CHART (chart)), text) == 0;
}

/* The Overview's chart is of the events that are left, and says so. */
static void
test_chart (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  gint64 half = asc_experiment_get_duration_ns (asc_session_get_experiment (asc_window_get_session (window), 0)) / 2;
  g_autofree char *filter = g_strdup_printf ("TIME < %" G_GINT64_FORMAT, half);
  g_autofree char *all = describe_chart (window, G_MAXINT64);
  g_autofree char *left = describe_chart (window, half);

  asc_test_wait_for (chart_says, window, all);
  add (window, filter);
  asc_test_wait_for (chart_says, window, left);
  asc_filtering_step (get_filtering (window), -1);
  asc_test_wait_for (chart_says, window, all);
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/filter-bar/clauses", test_clauses);
  g_test_add_func ("/filter-bar/typed", test_typed);
  g_test_add_func ("/filter-bar/empty", test_empty);
  g_test_add_func ("/filter-bar/whole", test_whole);
  g_test_add_func ("/filter-bar/views", test_views);
  g_test_add_func ("/filter-bar/reload", test_reload);
  g_test_add_func ("/filter-bar/chart", test_chart);
  return asc_test_window_run ();
}
