/* test-kept-view.c: an experiment is shown again as it was looked at last
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "asc-kept-view.h"
#include "asc-table.h"
#include "asc-test-paths.h"
#include "asc-test-window.h"

static char *folder;

static char *
dup_copy (const char *name)
{
  g_autofree char *source = asc_test_data_path ("samples/figure-2-1.folded");
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (source, &text, &length, NULL));
  g_assert_true (g_file_set_contents (path, text, (gssize) length, NULL));
  return path;
}

static AscWindow *
open_window (const char *path)
{
  AscWindow *window = asc_test_new_window ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  asc_window_open (window, &file, 1);
  asc_test_wait_for (asc_test_is_ready, window, path);
  asc_test_settle ();
  return window;
}

static void
close_window (AscWindow *window)
{
  gpointer weak = window;

  g_object_add_weak_pointer (G_OBJECT (window), &weak);
  gtk_window_close (GTK_WINDOW (window));
  for (guint i = 0; i < 100 && weak != NULL; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (weak);
}

static AscTable *
find_table (AscWindow *window)
{
  return ASC_TABLE (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TABLE));
}

static void
test_view (void)
{
  g_autofree char *path = dup_copy ("kept.folded");
  AscWindow *window = open_window (path);
  AscSession *session = asc_window_get_session (window);
  gboolean descending;
  FILE *file;

  g_assert_true (asc_test_in_view (window, "overview"));
  asc_test_activate (window, "win.view::functions");
  asc_test_settle ();
  asc_table_set_sort (find_table (window), "name", FALSE);
  asc_session_set_center (session, asc_test_find_function (window, "B"));
  asc_session_select_function (session, asc_test_find_function (window, "C"));
  asc_test_settle ();
  close_window (window);

  window = open_window (path);
  session = asc_window_get_session (window);
  g_assert_true (asc_test_in_view (window, "functions"));
  g_assert_cmpuint (asc_session_get_function (session), ==, asc_test_find_function (window, "C"));
  g_assert_cmpuint (asc_session_get_center (session), ==, asc_test_find_function (window, "B"));
  g_assert_cmpstr (asc_table_get_sort (find_table (window), &descending), ==, "name");
  g_assert_false (descending);
  close_window (window);

  /* written anew, it is another file */
  file = g_fopen (path, "a");
  g_assert_nonnull (file);
  fputs ("main;H 100\n", file);
  fclose (file);
  window = open_window (path);
  g_assert_true (asc_test_in_view (window, "overview"));
  g_assert_cmpuint (asc_session_get_function (asc_window_get_session (window)), ==, asc_test_find_function (window, "H"));
  asc_test_close_window (window);
  g_remove (path);
}

/* Samples are always new. */
static void
test_sample (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");

  asc_test_activate (window, "win.view::functions");
  asc_test_settle ();
  close_window (window);
  window = asc_test_new_window_with_sample ("figure-2-1.folded");
  g_assert_true (asc_test_in_view (window, "overview"));
  asc_test_close_window (window);
}

/* Of many only the newest are kept. */
static void
test_bound (void)
{
  g_autofree char *path = g_build_filename (folder, "ascribe", "views.ini", NULL);
  g_autoptr (GKeyFile) many = g_key_file_new ();
  g_autoptr (GKeyFile) left = g_key_file_new ();
  g_autofree char *copy = dup_copy ("new.folded");
  gsize n = 0;
  g_auto (GStrv) groups = NULL;
  AscWindow *window;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *group = g_strdup_printf ("%u", i);

      g_key_file_set_int64 (many, group, "used", 1000 + i);
    }
  g_assert_true (g_key_file_save_to_file (many, path, NULL));
  window = open_window (copy);
  asc_test_activate (window, "win.view::functions");
  asc_test_settle ();
  close_window (window);
  g_assert_true (g_key_file_load_from_file (left, path, G_KEY_FILE_NONE, NULL));
  groups = g_key_file_get_groups (left, &n);
  g_assert_cmpuint (n, >, 100);
  g_assert_cmpuint (n, <=, 201);
  g_assert_false (g_key_file_has_group (left, "0"));
  g_assert_true (g_key_file_has_group (left, "299"));
  g_remove (copy);
}

/* What was open, as far as it is still there; names of any bytes. */
static void
test_windows (void)
{
  g_autofree char *here = dup_copy ("sp ace;\xff.folded");
  g_autofree char *gone = g_build_filename (folder, "gone.folded", NULL);
  const char *first[] = { here, gone, NULL };
  const char *second[] = { gone, NULL };
  const char *nothing[] = { NULL };
  g_autoptr (GPtrArray) windows = g_ptr_array_new ();
  g_autoptr (GPtrArray) kept = NULL;

  g_ptr_array_add (windows, first);
  g_ptr_array_add (windows, second);
  g_ptr_array_add (windows, nothing);
  asc_kept_windows_store (windows);
  kept = asc_kept_windows_load ();
  g_assert_cmpuint (kept->len, ==, 1);
  g_assert_cmpuint (g_strv_length (g_ptr_array_index (kept, 0)), ==, 1);
  g_assert_cmpstr (((GStrv) g_ptr_array_index (kept, 0))[0], ==, here);
  g_remove (here);
}

int
main (int argc, char **argv)
{
  g_autofree char *file = NULL;
  g_autofree char *inner = NULL;
  int status;

  folder = g_dir_make_tmp ("ascribe-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/kept-view/view", test_view);
  g_test_add_func ("/kept-view/sample", test_sample);
  g_test_add_func ("/kept-view/bound", test_bound);
  g_test_add_func ("/kept-view/windows", test_windows);
  status = asc_test_window_run ();
  inner = g_build_filename (folder, "ascribe", NULL);
  file = g_build_filename (inner, "views.ini", NULL);
  g_remove (file);
  g_rmdir (inner);
  g_rmdir (folder);
  g_free (folder);
  return status;
}
