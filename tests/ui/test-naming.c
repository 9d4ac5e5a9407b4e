/* test-naming.c: first the names of symbol tables, then lines and inlined functions, while the window is used
 *
 * The recording tests/fixtures/source/stairs; the figures are those of perf script --no-inline, and of addr2line in its lines.tsv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <adwaita.h>

#include "asc-session-private.h"
#include "asc-table.h"
#include "asc-test-paths.h"
#include "asc-test-window.h"
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
  g_test_add_func ("/naming/cancel", test_cancel);
  g_test_add_func ("/naming/second-window", test_second_window);
  return asc_test_window_run ();
}
