/* test-go-to.c: Ctrl+K finds a function by a few letters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-go-to.h"
#include "asc-test-window.h"

static GtkWindow *
find_dialog (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (ASC_IS_GO_TO (l->data) && gtk_widget_get_mapped (l->data))
      return l->data;
  return NULL;
}

static gboolean
is_open (AscWindow *window, const char *open)
{
  return (find_dialog () != NULL) == (open != NULL);
}

static gboolean
has_function (AscWindow *window, const char *name)
{
  AscSession *session = asc_window_get_session (window);

  return g_str_equal (asc_profile_get_function (asc_session_get_profile (session), asc_session_get_function (session))->name, name);
}

static gboolean
finds (AscWindow *window, const char *name)
{
  GtkWidget *list = asc_test_find_type (GTK_WIDGET (find_dialog ()), GTK_TYPE_LIST_BOX);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (list));

  return row != NULL && asc_test_find_text (GTK_WIDGET (row), name) != NULL;
}

static void
test_keys (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  GtkWidget *entry;

  asc_test_activate (window, "win.view::functions");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  asc_test_focus (window);
  if (!asc_test_xdo ("key ctrl+k"))
    {
      asc_test_close_window (window);
      return;
    }
  asc_test_wait_for (is_open, window, "open");
  entry = asc_test_find_type (GTK_WIDGET (find_dialog ()), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "cowo");
  asc_test_wait_for (finds, window, "count_words");
  g_signal_emit_by_name (entry, "activate");
  asc_test_wait_for (is_open, window, NULL);
  asc_test_wait_for (has_function, window, "count_words");
  /* Another one, and then none. */
  asc_test_activate (window, "win.go-to-function");
  asc_test_wait_for (is_open, window, "open");
  entry = asc_test_find_type (GTK_WIDGET (find_dialog ()), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "zzzz");
  g_signal_emit_by_name (entry, "search-changed");
  g_assert_nonnull (asc_test_find_text (GTK_WIDGET (find_dialog ()), "No Function Matches"));
  g_signal_emit_by_name (entry, "stop-search");
  asc_test_wait_for (is_open, window, NULL);
  g_assert_true (has_function (window, "count_words"));
  asc_test_close_window (window);
}

/* The row that the arrows went to is the one that Enter takes, also after the names of the functions changed. */
static void
test_arrows (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  AscSession *session = asc_window_get_session (window);
  g_autofree char *name = NULL;
  GtkWidget *list;
  GtkListBoxRow *third;

  asc_test_activate (window, "win.view::functions");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  asc_test_focus (window);
  asc_test_activate (window, "win.go-to-function");
  asc_test_wait_for (is_open, window, "open");
  list = asc_test_find_type (GTK_WIDGET (find_dialog ()), GTK_TYPE_LIST_BOX);
  third = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 2);
  name = g_strdup (asc_profile_get_function (asc_session_get_profile (session), 3)->name);
  g_assert_nonnull (asc_test_find_text (GTK_WIDGET (third), name));
  if (asc_test_xdo ("key Down") && asc_test_xdo ("key Down"))
    {
      asc_test_wait_for (finds, window, name);
      asc_test_xdo ("key Return");
      asc_test_wait_for (is_open, window, NULL);
      asc_test_wait_for (has_function, window, name);
    }
  asc_test_close_window (window);
}

/* Another filter gives the functions other numbers. */
static void
test_moved (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  AscFiltering *filtering = asc_session_get_filtering (asc_window_get_session (window));
  AscProfile *before = asc_session_get_profile (asc_window_get_session (window));
  GtkWidget *entry;

  asc_test_activate (window, "win.go-to-function");
  asc_test_wait_for (is_open, window, "open");
  entry = asc_test_find_type (GTK_WIDGET (find_dialog ()), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "G");
  asc_test_wait_for (finds, window, "G");
  asc_filtering_add (filtering, "\"B\" NOT IN STACK");
  while (asc_filtering_is_busy (filtering))
    asc_test_settle ();
  g_assert_true (before != asc_session_get_profile (asc_window_get_session (window)));
  asc_test_wait_for (finds, window, "G");
  g_signal_emit_by_name (entry, "activate");
  asc_test_wait_for (is_open, window, NULL);
  g_assert_true (has_function (window, "G"));
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/go-to/keys", test_keys);
  g_test_add_func ("/go-to/arrows", test_arrows);
  g_test_add_func ("/go-to/moved", test_moved);
  return asc_test_window_run ();
}
