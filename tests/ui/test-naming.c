/* test-naming.c: first the names of symbol tables, then lines and inlined functions, while the window is used
 *
 * The recording tests/fixtures/source/stairs; the figures are those of perf script --no-inline, and of addr2line in its lines.tsv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <adwaita.h>

#include "asc-graph-canvas.h"
#include "asc-session-private.h"
#include "asc-table.h"
#include "asc-test-paths.h"
#include "asc-test-window.h"
#include "asc-timeline-canvas.h"
#include "asc-window-private.h"

#define ALL 977955904
#define STEP 653306608

static AscLoad *loaded;

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  loaded = asc_load_finish (result, NULL, &error);
  g_assert_no_error (error);
}

static gboolean
is_loaded (AscWindow *window, const char *unused)
{
  return loaded != NULL;
}

static AscLoad *
load_first (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "source", "stairs", NULL);
  g_autoptr (AscProgress) progress = asc_progress_new ();
  const char *paths[] = { path, NULL };

  asc_load_async (paths, NULL, progress, loaded_cb, NULL);
  asc_test_wait_for (is_loaded, NULL, "first names");
  return g_steal_pointer (&loaded);
}

static AscLoad *
load_rest (const AscLoad *first)
{
  g_autoptr (AscProgress) progress = asc_progress_new ();

  asc_load_complete_async (first, NULL, progress, loaded_cb, NULL);
  asc_test_wait_for (is_loaded, NULL, "all names");
  return g_steal_pointer (&loaded);
}

static guint32
find (AscProfile *profile, const char *name)
{
  g_autoptr (GArray) rows = asc_profile_find_functions (profile, name);

  g_assert_cmpuint (rows->len, <=, 1);
  return rows->len > 0 ? g_array_index (rows, guint32, 0) : ASC_NONE;
}

/* The recording is read once; functions that both know are told to be the same. */
static void
test_load (void)
{
  g_autoptr (AscLoad) first = load_first ();
  g_autoptr (AscLoad) rest = load_rest (first);
  guint32 climb = find (first->profile, "climb"), step = find (rest->profile, "step");

  g_assert_false (first->is_complete);
  g_assert_cmpuint (find (first->profile, "step"), ==, ASC_NONE);
  g_assert_cmpint (asc_profile_get_exclusive (first->profile, climb, 0), ==, ALL);
  g_assert_true (rest->is_complete);
  g_assert_true (g_ptr_array_index (first->experiments, 0) == g_ptr_array_index (rest->experiments, 0));
  g_assert_cmpint (asc_profile_get_exclusive (rest->profile, step, 0), ==, STEP);
  g_assert_cmpuint (rest->moved->len, ==, asc_profile_get_n_functions (first->profile));
  for (guint32 i = 0; i < rest->moved->len; i++)
    g_assert_cmpstr (asc_profile_get_function (rest->profile, asc_session_move (rest->moved, i))->name, ==, asc_profile_get_function (first->profile, i)->name);
  g_assert_cmpint (asc_profile_get_exclusive (rest->profile, asc_session_move (rest->moved, climb), 0), ==, ALL - STEP);
}

/* A window with @first on show, whose names are being completed as soon as the main loop turns. */
static AscWindow *
open_first (const AscLoad *first)
{
  AscWindow *window = asc_test_new_window ();
  AscSession *session = asc_window_get_session (window);

  session->loading_paths = g_new0 (char *, 2);
  session->loading_paths[0] = g_strdup (asc_experiment_get_path (g_ptr_array_index (first->experiments, 0)));
  asc_session_complete (session, asc_load_copy (first));
  asc_session_show_first (session);
  g_assert_true (asc_session_is_naming (session));
  g_assert_cmpint (asc_session_get_state (session), ==, ASC_SESSION_READY);
  return window;
}

static AscTable *
get_table (AscWindow *window)
{
  return ASC_TABLE (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TABLE));
}

static const char *
get_chosen (AscWindow *window)
{
  AscSession *session = asc_window_get_session (window);

  return asc_profile_get_function (asc_session_get_profile (session), asc_session_get_function (session))->name;
}

static gboolean
is_bar_shown (AscWindow *window)
{
  return gtk_widget_get_visible (asc_test_find_type (GTK_WIDGET (window), ASC_TYPE_NAMING_BAR));
}

/* The view, what is open and chosen in it, and the way back stay; what is new is there. */
static void
test_keeps_place (void)
{
  g_autoptr (AscLoad) first = load_first ();
  AscWindow *window = open_first (first);
  AscSession *session = asc_window_get_session (window);
  AscProfile *before = asc_session_get_profile (session);
  g_autofree char *tree = NULL, *chosen = NULL;
  GtkWidget *view;

  g_assert_true (is_bar_shown (window));
  asc_session_select_function (session, find (before, "climb"));
  asc_window_set_view (window, "functions");
  asc_window_flush_visit (window);
  asc_window_set_view (window, "call-tree");
  asc_window_flush_visit (window);
  view = asc_test_find_shown_view (window);
  asc_table_select_function (get_table (window), find (before, "climb"));
  asc_test_wait_for (asc_test_is_ready, window, "all names");

  g_assert_true (asc_session_get_profile (session) != before);
  g_assert_false (is_bar_shown (window));
  g_assert_true (asc_test_find_shown_view (window) == view);
  g_assert_cmpstr (get_chosen (window), ==, "climb");
  /* main and climb were open, so climb is to be seen, and step below it can be. */
  tree = asc_table_dup_tsv (get_table (window), TRUE);
  g_assert_nonnull (strstr (tree, "climb"));
  chosen = asc_table_dup_tsv (get_table (window), FALSE);
  g_assert_nonnull (strstr (chosen, "climb"));
  g_assert_cmpuint (asc_table_get_selected_row (get_table (window)), !=, ASC_NONE);
  asc_test_activate (window, "win.back");
  g_assert_true (asc_test_in_view (window, "functions"));
  g_assert_cmpstr (get_chosen (window), ==, "climb");
  asc_window_set_view (window, "source");
  g_assert_true (asc_test_in_view (window, "source"));
  asc_test_close_window (window);
}

static gboolean
is_named (AscWindow *window, const char *unused)
{
  return !asc_session_is_naming (asc_window_get_session (window));
}

/* A tree closed by hand stays closed, and GTK keeps its rows: the model is the same. */
static void
test_keeps_closed (void)
{
  g_autoptr (AscLoad) first = load_first ();
  AscWindow *window = open_first (first);
  AscRowTree *before;
  AscRowModel *model;
  guint n_rows;

  asc_window_set_view (window, "call-tree");
  before = asc_table_get_tree (get_table (window));
  model = asc_row_tree_get_model (before);
  n_rows = asc_row_model_get_size (model);
  asc_row_tree_collapse_all (before);
  g_assert_cmpuint (asc_row_model_get_size (model), <, n_rows);
  n_rows = asc_row_model_get_size (model);
  asc_test_wait_for (is_named, window, "all names");
  g_assert_true (asc_table_get_tree (get_table (window)) != before);
  g_assert_true (asc_row_tree_get_model (asc_table_get_tree (get_table (window))) == model);
  g_assert_cmpuint (asc_row_model_get_size (model), ==, n_rows);
  asc_test_close_window (window);
}

/* A window at work with @first alone: nothing else comes before complete(). */
static AscWindow *
work_with_first (const AscLoad *first, const char *view)
{
  AscWindow *window = asc_test_new_window ();
  AscSession *session = asc_window_get_session (window);

  session->loading_paths = g_new0 (char *, 2);
  session->loading_paths[0] = g_strdup (asc_experiment_get_path (g_ptr_array_index (first->experiments, 0)));
  session->first = asc_load_copy (first);
  asc_session_show_first (session);
  asc_window_set_view (window, view);
  asc_test_settle ();
  return window;
}

static void
complete (AscWindow *window)
{
  AscSession *session = asc_window_get_session (window);
  AscProfile *before = asc_session_get_profile (session);

  asc_session_complete (session, session->first);
  asc_test_wait_for (is_named, window, "all names");
  g_assert_true (asc_session_get_profile (session) != before);
}

static guint
count_chips (GtkWidget *parent)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += !gtk_widget_get_mapped (child) ? 0 : gtk_widget_has_css_class (child, "fragment-chip") ? 1 : count_chips (child);
  return n;
}

/* main calls climb: both are the fragment, and stay it when climb has lost its inlined calls. */
static void
test_keeps_fragment (void)
{
  g_autoptr (AscLoad) first = load_first ();
  AscWindow *window = work_with_first (first, "callers-callees");
  AscSession *session = asc_window_get_session (window);
  GtkWidget *view = asc_test_find_shown_view (window);
  AscTable *callers = get_table (window);

  asc_session_set_center (session, find (asc_session_get_profile (session), "climb"));
  g_assert_cmpuint (count_chips (view), ==, 0);
  asc_table_select_function (callers, find (asc_session_get_profile (session), "main"));
  g_signal_emit_by_name (callers, "row-selected", asc_table_get_selected_row (callers));
  gtk_widget_activate_action (view, "fragment.add", NULL);
  g_assert_cmpuint (count_chips (view), ==, 2);
  complete (window);
  g_assert_cmpuint (count_chips (view), ==, 2);
  g_assert_nonnull (asc_test_find_text (view, "main"));
  g_assert_nonnull (asc_test_find_text (view, "climb"));
  g_assert_cmpstr (get_chosen (window), ==, "main");
  g_assert_cmpuint (asc_session_get_center (session), ==, find (asc_session_get_profile (session), "climb"));
  /* And it can be left as before. */
  gtk_widget_activate_action (view, "fragment.set-center", NULL);
  g_assert_cmpuint (count_chips (view), ==, 0);
  asc_test_close_window (window);
}

static gboolean
has_rows (AscWindow *window, const char *unused)
{
  return !asc_table_is_empty (get_table (window)) && asc_table_source_get_n_rows (asc_table_get_source (get_table (window))) > 2;
}

static gint64
get_chosen_address (AscWindow *window)
{
  AscTableSource *source = asc_table_get_source (get_table (window));
  guint32 row = asc_table_get_selected_row (get_table (window));

  return row != ASC_NONE ? asc_table_source_get_number (source, row, (guint) asc_table_source_find_column (source, "address")) : 0;
}

/* Rows of the same function are told apart by their address; until the new ones are there the old ones stay. */
static void
test_keeps_pcs (void)
{
  g_autoptr (AscLoad) first = load_first ();
  AscWindow *window = work_with_first (first, "pcs");
  AscTableSource *before;
  gint64 address;

  asc_test_wait_for (has_rows, window, "rows");
  before = asc_table_get_source (get_table (window));
  asc_table_select_row (get_table (window), 2);
  address = get_chosen_address (window);
  g_assert_cmpint (address, !=, 0);
  complete (window);
  g_assert_false (asc_table_is_empty (get_table (window)));
  while (asc_table_get_source (get_table (window)) == before)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (has_rows (window, NULL));
  g_assert_cmpint (get_chosen_address (window), ==, address);
  asc_test_close_window (window);
}

static AscGraphCanvas *
get_canvas (AscWindow *window)
{
  return ASC_GRAPH_CANVAS (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_GRAPH_CANVAS));
}

static gboolean
has_drawing (AscWindow *window, const char *unused)
{
  AscGraphDrawing *drawing = asc_graph_canvas_get_drawing (get_canvas (window));

  return drawing != NULL && asc_call_graph_get_profile (asc_graph_drawing_get_graph (drawing)) == asc_session_get_profile (asc_window_get_session (window));
}

static const char *
get_chosen_box (AscWindow *window)
{
  guint32 node = asc_graph_canvas_get_selected (get_canvas (window));

  return node != ASC_NONE ? asc_call_graph_get_name (asc_graph_drawing_get_graph (asc_graph_canvas_get_drawing (get_canvas (window))), node) : NULL;
}

static void
test_keeps_graph (void)
{
  g_autoptr (AscLoad) first = load_first ();
  AscWindow *window = work_with_first (first, "call-graph");
  AscSession *session = asc_window_get_session (window);
  GdkRectangle area = { 0 };

  asc_test_wait_for (has_drawing, window, "drawing");
  asc_session_select_function (session, find (asc_session_get_profile (session), "climb"));
  asc_graph_canvas_set_zoom (get_canvas (window), 2.5);
  asc_test_settle ();
  g_assert_cmpstr (get_chosen_box (window), ==, "climb");
  complete (window);
  /* The old drawing stays until the new one is there, and knows what a click on it means now. */
  g_assert_nonnull (asc_graph_canvas_get_drawing (get_canvas (window)));
  asc_test_wait_for (has_drawing, window, "new drawing");
  g_assert_cmpfloat (asc_graph_canvas_get_zoom (get_canvas (window)), ==, 2.5);
  g_assert_cmpstr (get_chosen_box (window), ==, "climb");
  /* Still in sight. */
  g_assert_true (asc_graph_canvas_get_node_area (get_canvas (window), asc_graph_canvas_get_selected (get_canvas (window)), &area));
  g_assert_cmpint (area.y + area.height, >, 0);
  g_assert_cmpint (area.y, <, gtk_widget_get_height (GTK_WIDGET (get_canvas (window))));
  asc_test_close_window (window);
}

static gboolean
has_timeline (AscWindow *window, const char *unused)
{
  GtkWidget *canvas = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TIMELINE_CANVAS);
  gint64 begin, end;

  asc_timeline_canvas_get_shown (ASC_TIMELINE_CANVAS (canvas), &begin, &end);
  return end > begin;
}

static void
test_keeps_timeline (void)
{
  g_autoptr (AscLoad) first = load_first ();
  AscWindow *window = work_with_first (first, "timeline");
  AscTimelineCanvas *canvas;
  gint64 begin, end, shown_begin, shown_end, now_begin, now_end;

  asc_test_wait_for (has_timeline, window, "timeline");
  canvas = ASC_TIMELINE_CANVAS (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TIMELINE_CANVAS));
  asc_timeline_canvas_get_shown (canvas, &begin, &end);
  asc_timeline_canvas_set_shown (canvas, begin + (end - begin) / 4, begin + (end - begin) / 2);
  asc_timeline_canvas_get_shown (canvas, &shown_begin, &shown_end);
  asc_timeline_canvas_set_range (canvas, shown_begin + 1000, shown_begin + 5000);
  asc_timeline_canvas_choose (canvas, 0, shown_begin + 2000);
  complete (window);
  g_assert_true (has_timeline (window, NULL));
  /* The canvas takes the new one when its worker is done. */
  for (guint i = 0; i < 60; i++)
    {
      asc_test_settle ();
      g_usleep (5000);
    }
  asc_timeline_canvas_get_shown (canvas, &now_begin, &now_end);
  g_assert_cmpint (now_begin, ==, shown_begin);
  g_assert_cmpint (now_end, ==, shown_end);
  g_assert_true (asc_timeline_canvas_get_range (canvas, &now_begin, &now_end));
  g_assert_cmpint (now_begin, ==, shown_begin + 1000);
  g_assert_cmpint (now_end, ==, shown_begin + 5000);
  g_assert_cmpuint (asc_timeline_canvas_get_row (canvas, NULL), ==, 0);
  g_assert_cmpint (asc_timeline_canvas_get_time (canvas), ==, shown_begin + 2000);
  asc_test_close_window (window);
}

/* Cancel keeps the names so far. */
static void
test_cancel (void)
{
  g_autoptr (AscLoad) first = load_first ();
  AscWindow *window = open_first (first);
  AscSession *session = asc_window_get_session (window);
  AscProfile *before = asc_session_get_profile (session);

  asc_session_cancel (session);
  g_assert_false (asc_session_is_naming (session));
  g_assert_false (is_bar_shown (window));
  for (guint i = 0; i < 50; i++)
    {
      asc_test_settle ();
      g_usleep (5000);
    }
  g_assert_true (asc_session_get_profile (session) == before);
  g_assert_cmpint (asc_session_get_state (session), ==, ASC_SESSION_READY);
  asc_test_close_window (window);
}

/* A second window of a recording whose names are not complete completes them for itself. */
static void
test_second_window (void)
{
  g_autoptr (AscLoad) first = load_first ();
  AscWindow *window = open_first (first);
  g_autoptr (AscSession) second = asc_session_new_like (asc_window_get_session (window));

  g_assert_true (asc_session_is_naming (second));
  asc_test_close_window (window);
  for (guint i = 0; i < 4000 && asc_session_is_naming (second); i++)
    {
      asc_test_settle ();
      g_usleep (5000);
    }
  g_assert_cmpuint (find (asc_session_get_profile (second), "step"), !=, ASC_NONE);
}

int
main (int argc, char *argv[])
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/naming/load", test_load);
  g_test_add_func ("/naming/keeps-place", test_keeps_place);
  g_test_add_func ("/naming/keeps-closed", test_keeps_closed);
  g_test_add_func ("/naming/keeps-fragment", test_keeps_fragment);
  g_test_add_func ("/naming/keeps-pcs", test_keeps_pcs);
  g_test_add_func ("/naming/keeps-graph", test_keeps_graph);
  g_test_add_func ("/naming/keeps-timeline", test_keeps_timeline);
  g_test_add_func ("/naming/cancel", test_cancel);
  g_test_add_func ("/naming/second-window", test_second_window);
  return asc_test_window_run ();
}
