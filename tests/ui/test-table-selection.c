/* test-table-selection.c: several rows of a table are chosen with pointer and keys, copied and added up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-table.h"
#include "asc-test-window.h"

static AscTable *
get_table (AscWindow *window)
{
  return ASC_TABLE (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TABLE));
}

static void
click (AscWindow *window, const char *name, const char *key)
{
  GtkWidget *cell = asc_test_find_cell (asc_test_find_shown_view (window), name);

  g_assert_nonnull (cell);
  asc_test_click (window, cell, "1", key);
}

static gboolean
has_chosen (AscWindow *window, const char *names)
{
  g_autofree char *chosen = asc_table_dup_names (get_table (window));

  return g_strcmp0 (chosen, names) == 0;
}

static gboolean
is_painted (AscWindow *window, const char *name)
{
  GtkWidget *cell = asc_test_find_cell (asc_test_find_shown_view (window), name);

  return cell != NULL && gtk_widget_get_width (cell) > 0;
}

static AscWindow *
open_functions (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");

  asc_test_activate (window, "win.view::functions");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  asc_test_wait_for (is_painted, window, "main");
  asc_test_focus (window);
  return window;
}

static void
read_cb (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  char **text = data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  if (*text == NULL)
    *text = g_strdup ("");
}

static void
assert_clipboard (AscWindow *window, const char *expected)
{
  g_autofree char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, read_cb, &text);
  while (text == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (text, ==, expected);
}

static void
written_cb (GObject *provider, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gdk_content_provider_write_mime_type_finish (GDK_CONTENT_PROVIDER (provider), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

/* The table flavor says the same cells. */
static void
assert_html_has (AscWindow *window, const char *part)
{
  GdkContentProvider *provider = gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (window)));
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autofree char *text = NULL;
  gboolean done = FALSE;

  gdk_content_provider_write_mime_type_async (provider, "text/html", stream, G_PRIORITY_DEFAULT, NULL, written_cb, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  text = g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)), g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)));
  g_assert_nonnull (strstr (text, part));
}

/* The order is by exclusive: <Total>, E 10, F 6, C 5, B 5, G 4, main 2, A 0. */
static void
test_pointer (void)
{
  AscWindow *window = open_functions ();
  AscSession *session = asc_window_get_session (window);

  click (window, "F", NULL);
  if (g_test_failed () || g_find_program_in_path ("xdotool") == NULL)
    {
      asc_test_close_window (window);
      return;
    }
  asc_test_wait_for (has_chosen, window, "F");
  g_assert_null (asc_session_get_several (session));
  click (window, "B", "shift");
  asc_test_wait_for (has_chosen, window, "F\nC\nB");
  g_assert_cmpuint (asc_session_get_several (session)->len, ==, 3);
  g_assert_cmpuint (asc_session_get_function (session), ==, asc_test_find_function (window, "B"));
  click (window, "C", "ctrl");
  asc_test_wait_for (has_chosen, window, "F\nB");
  click (window, "A", "ctrl");
  asc_test_wait_for (has_chosen, window, "F\nB\nA");
  /* Stacks with B, F or A in them carry 30 of 32 (Figure 2-1: main's own 2 are the rest); F, B and A themselves 11. */
  asc_test_wait_for (asc_test_shows, window, "3 functions");
  asc_test_wait_for (asc_test_shows, window, "11\n34.38%");
  asc_test_wait_for (asc_test_shows, window, "30\n93.75%");
  asc_test_xdo ("key ctrl+c");
  asc_test_wait_for (asc_test_shows, window, "Copied 3 rows");
  assert_clipboard (window, "samples, Exclusive\tsamples, Exclusive, %\tsamples, Inclusive\tsamples, Inclusive, %\tName\n"
                            "6\t18.75\t10\t31.25\tF\n5\t15.62\t20\t62.50\tB\n0\t0.00\t10\t31.25\tA\n");
  assert_html_has (window, "<tr><td class=\"n\">5</td><td class=\"n\">15.62</td><td class=\"n\">20</td><td class=\"n\">62.50</td><td>B</td></tr>");
  asc_test_xdo ("key ctrl+shift+c");
  asc_test_wait_for (asc_test_shows, window, "Names copied");
  assert_clipboard (window, "F\nB\nA");
  click (window, "G", NULL);
  asc_test_wait_for (has_chosen, window, "G");
  g_assert_null (asc_session_get_several (session));
  asc_test_close_window (window);
}

static void
test_keys (void)
{
  AscWindow *window = open_functions ();

  click (window, "F", NULL);
  if (!asc_test_xdo ("key shift+Down"))
    {
      asc_test_close_window (window);
      return;
    }
  asc_test_wait_for (has_chosen, window, "F\nC");
  asc_test_xdo ("key shift+Down");
  asc_test_wait_for (has_chosen, window, "F\nC\nB");
  asc_test_xdo ("key shift+Up");
  asc_test_wait_for (has_chosen, window, "F\nC");
  asc_test_xdo ("key ctrl+a");
  asc_test_wait_for (has_chosen, window, "<Total>\nE\nF\nC\nB\nG\nmain\nA");
  asc_test_xdo ("key Down");
  g_assert_null (asc_session_get_several (asc_window_get_session (window)));
  asc_test_close_window (window);
}

/* Another order keeps what is chosen. */
static void
test_sort (void)
{
  AscWindow *window = open_functions ();
  GtkColumnView *view = GTK_COLUMN_VIEW (asc_test_find_type (GTK_WIDGET (get_table (window)), GTK_TYPE_COLUMN_VIEW));
  GtkSelectionModel *selection = gtk_column_view_get_model (view);
  g_autoptr (GtkColumnViewColumn) name = g_list_model_get_item (gtk_column_view_get_columns (view), 2);

  gtk_selection_model_select_item (selection, 1, TRUE);
  gtk_selection_model_select_item (selection, 7, FALSE);
  g_assert_true (has_chosen (window, "E\nA"));
  gtk_column_view_sort_by_column (view, name, GTK_SORT_ASCENDING);
  g_assert_true (has_chosen (window, "A\nE"));
  g_assert_true (gtk_selection_model_is_selected (selection, 1));
  g_assert_true (gtk_selection_model_is_selected (selection, 4));
  g_assert_false (gtk_selection_model_is_selected (selection, 7));
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/table-selection/pointer", test_pointer);
  g_test_add_func ("/table-selection/keys", test_keys);
  g_test_add_func ("/table-selection/sort", test_sort);
  return asc_test_window_run ();
}
