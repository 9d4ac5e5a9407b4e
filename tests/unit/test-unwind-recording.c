/* test-unwind-recording.c: recordings with dumps of stacks, unwound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include "asc-test-paths.h"

/* Opens a recording of the shared cases. Returns: NULL where it is not there: the test is skipped. */
static AscExperiment *
open_case (const char *name)
{
  g_autofree char *member = g_build_filename ("made", "recordings", name, NULL);
  g_autofree char *path = asc_test_case_path (member);
  g_autoptr (GError) error = NULL;
  AscExperiment *experiment;

  if (path == NULL)
    return NULL;
  experiment = asc_experiment_open (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return experiment;
}

static AscExperiment *
unwind (AscExperiment *recorded, guint n_threads)
{
  g_autofree char *bin = asc_test_case_path ("made/recordings/bin");
  const char *paths[] = { bin, NULL };
  const AscSymbolOptions options = { .symbol_paths = paths, .no_live = TRUE, .n_threads = n_threads };
  g_autoptr (GError) error = NULL;
  AscExperiment *experiment = asc_experiment_unwind (recorded, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return experiment;
}

/* The stacks of all events, leaf first, a line each. */
static char *
print_stacks (AscExperiment *experiment)
{
  const AscEvents *events = asc_experiment_get_events (experiment);
  const AscStacks *stacks = asc_experiment_get_stacks (experiment);
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (experiment, &n);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < events->n_events; i++)
    {
      for (guint32 node = events->stack[i]; node != ASC_NONE; node = stacks->parent[node])
        {
          const AscFrame *frame = &frames[stacks->frame[node]];

          g_string_append_printf (text, "%u:%" G_GINT64_MODIFIER "x:%u ", frame->object, frame->address, frame->flags);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Figure 2-1's program: each stack reaches the outermost frame, by any number of threads; the rest of the experiment stays as it was. */
static void
test_figure (void)
{
  g_autoptr (AscExperiment) recorded = open_case ("figure.dwarf.data");
  g_autoptr (AscExperiment) one = NULL;
  g_autoptr (AscExperiment) again = NULL;
  g_autofree char *stacks = NULL;
  guint n_kinds;

  if (recorded == NULL)
    return;
  g_assert_nonnull (asc_experiment_get_dumps (recorded));
  g_assert_nonnull (asc_diagnostics_find (asc_experiment_get_diagnostics (recorded), "stacks-not-unwound"));
  one = unwind (recorded, 1);
  g_assert_null (asc_experiment_get_dumps (one));
  g_assert_null (asc_diagnostics_find (asc_experiment_get_diagnostics (one), "stacks-not-unwound"));
  g_assert_null (asc_diagnostics_find (asc_experiment_get_diagnostics (one), "stacks-truncated"));
  g_assert_null (asc_diagnostics_find (asc_experiment_get_diagnostics (one), "stacks-lost"));
  g_assert_cmpuint (asc_experiment_get_events (one)->n_events, ==, 527);
  g_assert_cmpint (asc_experiment_get_n_shown (one), ==, asc_experiment_get_n_shown (recorded));
  g_assert_cmpint (asc_diagnostics_get_n_read (asc_experiment_get_diagnostics (one)), ==, asc_diagnostics_get_n_read (asc_experiment_get_diagnostics (recorded)));
  g_assert_cmpint (asc_experiment_get_kinds (one, &n_kinds)->sum, ==, asc_experiment_get_kinds (recorded, &n_kinds)->sum);
  g_assert_cmpstr (asc_experiment_get_info (one, "arch"), ==, asc_experiment_get_info (recorded, "arch"));
  stacks = print_stacks (one);
  for (guint n_threads = 2; n_threads <= 4; n_threads++)
    {
      g_autoptr (AscExperiment) many = unwind (recorded, n_threads);
      g_autofree char *others = print_stacks (many);

      g_assert_cmpstr (stacks, ==, others);
    }
  again = unwind (one, 1);
  g_assert_true (again == one);
}

/* Deep recursion: dumps of 1 KiB end long before main. */
static void
test_truncated (void)
{
  g_autoptr (AscExperiment) recorded = open_case ("recursion.spin.dwarf.data");
  g_autoptr (AscExperiment) experiment = NULL;
  const AscDiagnostic *truncated;
  const AscStacks *stacks;
  const AscEvents *events;
  const AscFrame *frames;
  guint n, n_truncated = 0;

  if (recorded == NULL)
    return;
  experiment = unwind (recorded, 0);
  truncated = asc_diagnostics_find (asc_experiment_get_diagnostics (experiment), "stacks-truncated");
  g_assert_nonnull (truncated);
  events = asc_experiment_get_events (experiment);
  stacks = asc_experiment_get_stacks (experiment);
  frames = asc_experiment_get_frames (experiment, &n);
  for (guint i = 0; i < events->n_events; i++)
    {
      guint32 node = events->stack[i];

      while (stacks->parent[node] != ASC_NONE)
        node = stacks->parent[node];
      if (frames[stacks->frame[node]].flags & ASC_FRAME_PSEUDO)
        {
          g_assert_cmpstr (asc_experiment_get_string (experiment, (guint32) frames[stacks->frame[node]].address), ==, "<Truncated-stack>");
          n_truncated++;
        }
    }
  g_assert_cmpuint (n_truncated, ==, 29);
  g_assert_cmpint (truncated->count, ==, 29);
}

static void
test_cancelled (void)
{
  g_autoptr (AscExperiment) recorded = open_case ("figure.dwarf.data");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  if (recorded == NULL)
    return;
  g_cancellable_cancel (cancellable);
  g_assert_null (asc_experiment_unwind (recorded, NULL, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The stacks of each event, leaf first, as addresses. Returns: (transfer full): GArray of guint64 */
static GPtrArray *
list_stacks (AscExperiment *experiment)
{
  const AscEvents *events = asc_experiment_get_events (experiment);
  const AscStacks *stacks = asc_experiment_get_stacks (experiment);
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (experiment, &n);
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < events->n_events; i++)
    {
      GArray *stack = g_array_new (FALSE, FALSE, sizeof (guint64));

      for (guint32 node = events->stack[i]; node != ASC_NONE; node = stacks->parent[node])
        g_array_append_val (stack, frames[stacks->frame[node]].address);
      g_ptr_array_add (list, stack);
    }
  return list;
}

/* A program with frame pointers, its registers and stacks recorded once: by its call frame information they are unwound to the same frames as by following the frame pointers, which is what is done
 * where the file is not found. Only a function that has not made its frame yet, or has left it, hides its caller from the latter. */
static void
test_frame_pointers (void)
{
  g_autofree char *path = asc_test_source_path ("fixtures/unwind/deep.data.gz");
  g_autofree char *bin = asc_test_source_path ("fixtures/unwind/bin");
  const char *paths[] = { bin, NULL };
  const AscSymbolOptions with = { .symbol_paths = paths, .no_live = TRUE };
  const AscSymbolOptions without = { .no_live = TRUE };
  g_autoptr (AscExperiment) recorded = asc_experiment_open (path, NULL, NULL, NULL, NULL);
  g_autoptr (AscExperiment) by_cfi = NULL;
  g_autoptr (AscExperiment) by_pointers = NULL;
  g_autoptr (GPtrArray) ours = NULL;
  g_autoptr (GPtrArray) theirs = NULL;
  guint n_frames = 0, n_differ = 0, n_hidden = 0, n_deep = 0;

  g_assert_nonnull (recorded);
  by_cfi = asc_experiment_unwind (recorded, &with, NULL, NULL, NULL);
  by_pointers = asc_experiment_unwind (recorded, &without, NULL, NULL, NULL);
  g_assert_null (asc_diagnostics_find (asc_experiment_get_diagnostics (by_cfi), "unwinding-files-missing"));
  g_assert_nonnull (asc_diagnostics_find (asc_experiment_get_diagnostics (by_pointers), "unwinding-files-missing"));
  g_assert_null (asc_diagnostics_find (asc_experiment_get_diagnostics (by_cfi), "stacks-lost"));
  ours = list_stacks (by_cfi);
  theirs = list_stacks (by_pointers);
  g_assert_cmpuint (ours->len, >, 50);
  g_assert_cmpuint (ours->len, ==, theirs->len);
  for (guint i = 0; i < ours->len; i++)
    {
      const GArray *a = ours->pdata[i], *b = theirs->pdata[i];
      guint hidden = a->len > b->len ? a->len - b->len : 0;

      n_deep += a->len > 20;
      g_assert_cmpuint (hidden, <=, 1);
      n_hidden += hidden;
      n_frames += a->len;
      for (guint k = 1; k < b->len; k++) /* from the root on */
        n_differ += g_array_index (a, guint64, a->len - k) != g_array_index (b, guint64, b->len - k);
      n_differ += g_array_index (a, guint64, 0) != g_array_index (b, guint64, 0);
    }
  g_test_message ("%u stacks, %u frames, %u hidden, %u differ", ours->len, n_frames, n_hidden, n_differ);
  g_assert_cmpuint (n_deep, >, ours->len / 2); /* branch() calls itself 20 times and more */
  g_assert_cmpuint (n_differ, ==, 0);
  g_assert_cmpuint (n_hidden * 200, <, n_frames); /* 99.5 % */
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unwind-recording/figure", test_figure);
  g_test_add_func ("/unwind-recording/truncated", test_truncated);
  g_test_add_func ("/unwind-recording/cancelled", test_cancelled);
  g_test_add_func ("/unwind-recording/frame-pointers", test_frame_pointers);
  return g_test_run ();
}
