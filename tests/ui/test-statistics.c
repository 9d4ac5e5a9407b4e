/* test-statistics.c: the kernel's figures in a window, beside the metrics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "asc-dirs.h"
#include "asc-test-window.h"


/* What the kernel is to have counted: of the main thread 200 ms, of the first other one exactly the same; nothing of the second. */
#define FIGURES                                                                                                                                                                     \
  "ascribe-statistics\t1\n"                                                                                                                                                         \
  "t\t1\t10692\t10692\tR\t-1\t-1\t0\t0\t100000000\t-1\t1\t0\t0\t0\twords\n"                                                                                                         \
  "t\t2\t10692\t10692\tR\t-1\t-1\t0\t0\t200000000\t-1\t1\t0\t0\t0\twords\n"                                                                                                         \
  "t\t2\t10692\t10696\tR\t-1\t-1\t0\t0\t613841508\t-1\t1\t0\t0\t0\twords\n"

static void
copy (const char *from, const char *to)
{
  g_autofree char *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (from, &data, &size, NULL));
  g_assert_true (g_file_set_contents (to, data, (gssize) size, NULL));
}

static gboolean
has_statistics (AscWindow *window, const char *text)
{
  AscView *view = ASC_VIEW (asc_test_find_shown_view (window));
  g_autofree char *copied = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);

  return copied != NULL && strstr (copied, text) != NULL;
}

/* Each thread's figure, the metric, and what is between them, absolutely and in percent of the figure. */
static void
test_view (void)
{
  g_autofree char *folder = g_dir_make_tmp ("asc-XXXXXX", NULL);
  g_autofree char *sample = g_build_filename (asc_dirs_get_data (), "samples", "words", "perf.data", NULL);
  g_autofree char *recording = g_build_filename (folder, "perf.data", NULL);
  g_autofree char *statistics = g_build_filename (folder, "statistics.tsv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  AscWindow *window = asc_test_new_window ();
  g_autofree char *text = NULL;
  AscView *view;

  copy (sample, recording);
  g_assert_true (g_file_set_contents (statistics, FIGURES, -1, NULL));
  asc_window_open (window, &file, 1);
  asc_test_wait_for (asc_test_is_ready, window, NULL);
  asc_test_activate (window, "win.view::statistics");
  asc_test_wait_for (asc_test_in_view, window, "statistics");
  asc_test_wait_for (has_statistics, window, "Kernel, s");
  view = ASC_VIEW (asc_test_find_shown_view (window));
  text = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);
  /* 270.8 of 200 ms: 70.8 more, 35.41 %. */
  g_assert_nonnull (strstr (text, "0.2\t0.27081243\t0.07081243\t35.41\t"));
  g_assert_nonnull (strstr (text, "0.613841508\t0.613841508\t0\t0.00\t"));
  /* Not kept is not zero. */
  g_assert_nonnull (strstr (text, "\n\t0.538615833\t\t\t"));
  asc_test_close_window (window);
  g_unlink (recording);
  g_unlink (statistics);
  g_rmdir (folder);
}

/* A recording without any is not offered the view. */
static void
test_none (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  const char *reason = NULL;
  g_autoptr (GTypeClass) klass = NULL;

  for (guint i = 0; asc_view_types[i] != NULL; i++)
    {
      g_autoptr (GTypeClass) each = g_type_class_ref (asc_view_types[i]());

      if (g_str_equal (ASC_VIEW_CLASS (each)->id, "statistics"))
        klass = g_steal_pointer (&each);
    }
  g_assert_nonnull (klass);
  g_assert_false (asc_view_class_can_show (ASC_VIEW_CLASS (klass), asc_window_get_session (window), &reason));
  g_assert_nonnull (reason);
  asc_test_close_window (window);
}

int
main (int argc, char *argv[])
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/statistics/view", test_view);
  g_test_add_func ("/statistics/none", test_none);
  return asc_test_window_run ();
}
