/* unwind-dump.c: unwind-dump RECORDING [SYMBOLS-FOLDER]: the stacks of its events, unwound, in the form of `perf script -F ip,dso`
 *
 * A frame that called is printed at the byte before its return address, as perf does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

static void
print_stack (AscExperiment *experiment, guint32 node)
{
  const AscStacks *stacks = asc_experiment_get_stacks (experiment);
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (experiment, &n);
  const AscObject *objects = asc_experiment_get_objects (experiment, &n);

  for (; node != ASC_NONE; node = stacks->parent[node])
    {
      const AscFrame *frame = &frames[stacks->frame[node]];

      if (frame->flags & ASC_FRAME_NAMED)
        g_print ("%s\n", asc_experiment_get_string (experiment, (guint32) frame->address));
      else
        g_print ("%" G_GINT64_MODIFIER "x (%s)\n", frame->address - (frame->flags & ASC_FRAME_CALL && !(frame->flags & ASC_FRAME_KERNEL) ? 1 : 0), objects[frame->object].path);
    }
  g_print ("\n");
}

/* By time, as perf prints them. Returns: (transfer full): event numbers */
static guint *
sort_events (const AscEvents *events)
{
  guint *order = g_new (guint, events->n_events + 1);

  for (guint i = 0; i < events->n_events; i++)
    {
      guint at = i;

      for (; at > 0 && events->time_ns[order[at - 1]] > events->time_ns[i]; at--)
        order[at] = order[at - 1];
      order[at] = i;
    }
  return order;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GError) error = NULL;
  const char *paths[] = { argc > 2 ? argv[2] : NULL, NULL };
  const AscSymbolOptions options = { .symbol_paths = paths };
  g_autoptr (AscExperiment) recorded = NULL;
  g_autoptr (AscExperiment) experiment = NULL;
  const AscEvents *events;
  const AscDiagnostics *diagnostics;
  g_autofree guint *order = NULL;
  gint64 start;

  if (argc < 2)
    return 2;
  start = g_get_monotonic_time ();
  recorded = asc_experiment_open (argv[1], NULL, NULL, NULL, &error);
  if (recorded == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  g_printerr ("read: %.1f ms\n", (double) (g_get_monotonic_time () - start) / 1000);
  start = g_get_monotonic_time ();
  experiment = asc_experiment_unwind (recorded, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  g_printerr ("unwound: %.1f ms\n", (double) (g_get_monotonic_time () - start) / 1000);
  events = asc_experiment_get_events (experiment);
  diagnostics = asc_experiment_get_diagnostics (experiment);
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    g_printerr ("%s: %" G_GINT64_FORMAT " %s\n", asc_diagnostics_get (diagnostics, i)->kind, asc_diagnostics_get (diagnostics, i)->count,
                asc_diagnostics_get (diagnostics, i)->text);
  if (argc > 3)
    return 0; /* timing only */
  order = sort_events (events);
  for (guint i = 0; i < events->n_events; i++)
    print_stack (experiment, events->stack[order[i]]);
  return 0;
}
