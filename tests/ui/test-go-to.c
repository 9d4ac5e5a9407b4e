/* test-go-to.c: Ctrl+K finds a function by a few letters; a table is written to a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "asc-export.h"
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

static gboolean
is_written (AscWindow *window, const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_export (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  g_autofree char *folder = g_dir_make_tmp ("ascribe-export-XXXXXX", NULL);
  static const char *const names[] = { "t.tsv", "t.HTML" };

  asc_test_activate (window, "win.view::functions");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *told = g_strdup_printf ("Exported to “%s”", names[i]);
      g_autofree char *text = NULL;
      g_autoptr (GFile) file = g_file_new_for_path (path);

      asc_export_to (window, file);
      asc_test_wait_for (is_written, window, path);
      asc_test_wait_for (asc_test_shows, window, told);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_nonnull (strstr (text, i == 0 ? "\n6\t18.75\t10\t31.25\tF\n" : "<td class=\"n\">31.25</td><td>F</td></tr>"));
      g_assert_true (g_str_has_prefix (text, i == 0 ? "samples, Exclusive\t" : "<!DOCTYPE html>"));
      g_unlink (path);
    }
  g_rmdir (folder);
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/go-to/keys", test_keys);
  g_test_add_func ("/go-to/arrows", test_arrows);
  g_test_add_func ("/go-to/moved", test_moved);
  g_test_add_func ("/go-to/export", test_export);
  return asc_test_window_run ();
}
