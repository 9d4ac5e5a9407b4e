/* asc-timeline-lost.c: when records were lost
 *
 * The kernel says that it lost records when it can write again, into the buffer of the CPU on which that happens
 * (linux/perf_event.h, PERF_RECORD_LOST). What was lost came behind the last record before it of that CPU.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-columns-private.h"

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const AscTimelineLost *x = a;
  const AscTimelineLost *y = b;

  if (x->cpu != y->cpu)
    return x->cpu < y->cpu ? -1 : 1;
  return x->end_ns < y->end_ns ? -1 : x->end_ns > y->end_ns;
}

static int
compare_begins (gconstpointer a, gconstpointer b)
{
  const AscTimelineLost *x = a;
  const AscTimelineLost *y = b;

  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return compare_ends (a, b);
}

/* Something was recorded on @cpu at @time: no loss that ends later began before. */
static void
note (GArray *lost, guint16 cpu, gint64 time)
{
  AscTimelineLost key = { .cpu = cpu, .end_ns = time };
  guint low = 0;
  guint high = lost->len;

  if (cpu == G_MAXUINT16 || time < 0)
    return;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_ends (&g_array_index (lost, AscTimelineLost, middle), &key) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low < lost->len && g_array_index (lost, AscTimelineLost, low).cpu == cpu)
    {
      AscTimelineLost *next = &g_array_index (lost, AscTimelineLost, low);

      next->begin_ns = MAX (next->begin_ns, time);
    }
}

GArray *
asc_timeline_find_lost (AscExperiment *experiment, GCancellable *cancellable)
{
  const AscSwitches *switches = asc_experiment_get_switches (experiment);
  const AscEvents *events = asc_experiment_get_events (experiment);
  GArray *lost = g_array_new (FALSE, FALSE, sizeof (AscTimelineLost));

  for (guint i = 0; i < switches->n; i++)
    if (switches->flags[i] & ASC_SWITCH_LOST)
      {
        gboolean has_cpu = switches->cpu[i] != G_MAXUINT16;
        AscTimelineLost one = { has_cpu ? 0 : switches->time_ns[i], switches->time_ns[i], has_cpu ? switches->cpu[i] : ASC_NONE };

        g_array_append_val (lost, one);
      }
  if (lost->len == 0)
    return lost;
  g_array_sort (lost, compare_ends);
  for (guint i = 1; i < lost->len; i++)
    {
      AscTimelineLost *one = &g_array_index (lost, AscTimelineLost, i);

      if (one->cpu != ASC_NONE && one[-1].cpu == one->cpu)
        one->begin_ns = one[-1].end_ns;
    }
  for (guint i = 0; i < switches->n; i++)
    if (!(switches->flags[i] & ASC_SWITCH_LOST))
      note (lost, switches->cpu[i], switches->time_ns[i]);
  for (guint i = 0; i < events->n_events; i++)
    {
      if ((i & 0xffff) == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      note (lost, events->cpu[i], events->time_ns[i]);
    }
  g_array_sort (lost, compare_begins);
  return lost;
}
