/* asc-timeline.c: see asc-timeline.h; how a timeline is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-columns-private.h"

#include <string.h>

/* An interval or a sample before it is sorted. */
typedef struct
{
  gint64 time_ns;
  guint32 row;
  guint32 event;
} Item;

G_DEFINE_FINAL_TYPE (AscTimeline, asc_timeline, G_TYPE_OBJECT)

static void
asc_timeline_finalize (GObject *object)
{
  AscTimeline *self = ASC_TIMELINE (object);

  g_clear_object (&self->experiment);
  g_clear_object (&self->states);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self->begin_ns);
  g_free (self->length_ns);
  g_free (self->state);
  g_free (self->stack);
  g_free (self->thread);
  g_free (self->sums);
  g_clear_pointer (&self->tables, g_array_unref);
  for (guint mark = 0; mark < ASC_TIMELINE_N_MARKS; mark++)
    {
      g_free (self->marks[mark].time_ns);
      g_free (self->marks[mark].stack);
    }
  g_clear_pointer (&self->lost, g_array_unref);
  G_OBJECT_CLASS (asc_timeline_parent_class)->finalize (object);
}

static void
asc_timeline_class_init (AscTimelineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_timeline_finalize;
}

static void
asc_timeline_init (AscTimeline *self)
{
  self->rows = g_array_new (FALSE, TRUE, sizeof (AscTimelineEntry));
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *x = a;
  const Item *y = b;

  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  if (x->time_ns != y->time_ns)
    return x->time_ns < y->time_ns ? -1 : 1;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* Which kind of sample is drawn: the first clock that has events, else the first kind that has. Returns: its number, or
 * -1 */
static int
find_sampled_kind (AscExperiment *experiment, gboolean *is_clock)
{
  guint n_kinds;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n_kinds);
  int found = -1;

  *is_clock = FALSE;
  for (guint i = 0; i < n_kinds; i++)
    {
      if (kinds[i].n_events == 0)
        continue;
      if (kinds[i].is_clock)
        {
          *is_clock = TRUE;
          return (int)i;
        }
      if (found < 0)
        found = (int)i;
    }
  return found;
}

/* @wanted: by kind of event: whether its events are marks. */
static void
find_marked_kinds (AscExperiment *experiment, int sampled, guint8 wanted[ASC_TIMELINE_N_MARKS][256])
{
  guint n_kinds;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n_kinds);

  memset (wanted, 0, ASC_TIMELINE_N_MARKS * sizeof *wanted);
  for (guint i = 0; i < MIN (n_kinds, 256); i++)
    {
      wanted[ASC_TIMELINE_SAMPLES][i] = (int)i == sampled;
      wanted[ASC_TIMELINE_FAULTS][i] = kinds[i].role == ASC_ROLE_FAULT;
    }
}

/* The number of an event's row before the rows are in order: its thread or its CPU. ASC_NONE: none */
static guint32
key_of (const AscTimeline *self, const AscEvents *events, guint i)
{
  if (self->by == ASC_TIMELINE_CPUS)
    return events->cpu[i] == G_MAXUINT16 ? ASC_NONE : events->cpu[i];
  return events->thread[i];
}

/* One row for each thread, or for each CPU on which something happened, by key. */
static void
make_rows (AscTimeline *self, const AscEvents *samples, const AscEvents *intervals)
{
  guint n_threads;
  const AscThread *threads = asc_experiment_get_threads (self->experiment, &n_threads);
  guint n = 0;

  if (self->by == ASC_TIMELINE_CPUS)
    {
      for (guint i = 0; i < samples->n_events; i++)
        if (samples->cpu[i] != G_MAXUINT16)
          n = MAX (n, samples->cpu[i] + 1u);
      for (guint i = 0; intervals != NULL && i < intervals->n_events; i++)
        if (intervals->cpu[i] != G_MAXUINT16)
          n = MAX (n, intervals->cpu[i] + 1u);
    }
  else
    n = n_threads;
  g_array_set_size (self->rows, n);
  for (guint i = 0; i < n; i++)
    {
      AscTimelineRow *row = &g_array_index (self->rows, AscTimelineEntry, i).row;

      row->thread = row->process = row->cpu = ASC_NONE;
      row->end_ns = self->duration_ns;
      if (self->by == ASC_TIMELINE_CPUS)
        {
          row->cpu = i;
          continue;
        }
      row->thread = i;
      row->process = threads[i].process;
      row->start_ns = threads[i].start_ns;
      if (threads[i].end_ns >= 0)
        row->end_ns = threads[i].end_ns;
    }
}

/* The events of @events that have a row, by row and time. @wanted: by kind; NULL: all. @passes: 0: left out; NULL: none is. */
static GArray *
collect (AscTimeline *self, const AscEvents *events, const guint8 *wanted, const guint8 *passes, gboolean running, GCancellable *cancellable)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (Item));
  gboolean sorted = TRUE;

  for (guint i = 0; i < events->n_events; i++)
    {
      Item item = { events->time_ns[i], key_of (self, events, i), i };

      if ((i & 0xfff) == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      if (item.row >= self->rows->len || item.time_ns < 0 || (wanted != NULL && !wanted[events->kind[i]]))
        continue;
      if (passes != NULL && !passes[i])
        continue;
      if (running && events->kind[i] >= ASC_STATE_FIRST_WAIT)
        continue;
      if (items->len > 0)
        sorted = sorted && compare_items (&g_array_index (items, Item, items->len - 1), &item) <= 0;
      g_array_append_val (items, item);
    }
  if (!sorted)
    g_array_sort (items, compare_items);
  return items;
}

static void
allocate_intervals (AscTimeline *self, guint n)
{
  self->begin_ns = g_new (gint64, n);
  self->length_ns = g_new (gint64, n);
  self->state = g_new (guint8, n);
  self->stack = g_new (guint32, n);
  self->thread = g_new (guint32, n);
}

static void
append_interval (
    AscTimeline *self, guint32 row, AscState state, gint64 begin_ns, gint64 length_ns, guint32 stack, guint32 thread)
{
  AscTimelineEntry *r = &g_array_index (self->rows, AscTimelineEntry, row);
  guint i = self->n_intervals;

  if (length_ns <= 0)
    return;
  if (r->n == 0)
    r->first = i;
  r->n++;
  self->begin_ns[i] = begin_ns;
  self->length_ns[i] = length_ns;
  self->state[i] = (guint8)state;
  self->stack[i] = stack;
  self->thread[i] = thread;
  self->n_intervals++;
  if (state < ASC_STATE_FIRST_WAIT)
    r->row.cpu_ns += length_ns;
  self->duration_ns = MAX (self->duration_ns, begin_ns + length_ns);
}

/* The end of what the row has so far. */
static gint64
get_end (AscTimeline *self, guint32 row)
{
  const AscTimelineEntry *r = &g_array_index (self->rows, AscTimelineEntry, row);
  guint last = r->first + r->n - 1;

  return r->n > 0 ? self->begin_ns[last] + self->length_ns[last] : 0;
}

static void
take_states (AscTimeline *self, const AscEvents *intervals, GCancellable *cancellable)
{
  g_autoptr (GArray) items = collect (self, intervals, NULL, NULL, self->by == ASC_TIMELINE_CPUS, cancellable);

  allocate_intervals (self, items->len);
  for (guint k = 0; k < items->len; k++)
    {
      const Item *item = &g_array_index (items, Item, k);
      guint i = item->event;
      /* Two threads on one CPU at a time are an error of the clock: the later one wins. */
      gint64 begin = MAX (item->time_ns, get_end (self, item->row));

      append_interval (self, item->row, intervals->kind[i], begin, item->time_ns + intervals->value[i] - begin,
                       intervals->stack[i], intervals->thread[i]);
    }
}

/* A sample stands for the time before it. */
static void
take_clock (AscTimeline *self, const AscEvents *events, GArray *items)
{
  allocate_intervals (self, items->len);
  for (guint k = 0; k < items->len; k++)
    {
      const Item *item = &g_array_index (items, Item, k);
      guint i = item->event;
      gint64 length = CLAMP (events->value[i], 0, item->time_ns);
      gint64 begin = MAX (item->time_ns - length, get_end (self, item->row));
      AscState state = events->mode[i] == ASC_MODE_USER || events->mode[i] == ASC_MODE_GUEST_USER ? ASC_STATE_USER
                                                                                                  : ASC_STATE_SYSTEM;

      append_interval (self, item->row, state, begin, item->time_ns - begin, events->stack[i], events->thread[i]);
    }
}

static void
take_marks (AscTimeline *self, AscTimelineMark mark, const AscEvents *events, GArray *items)
{
  gint64 *time_ns = self->marks[mark].time_ns = g_new (gint64, MAX (items->len, 1));
  guint32 *stack = self->marks[mark].stack = g_new (guint32, MAX (items->len, 1));

  for (guint k = 0; k < items->len; k++)
    {
      const Item *item = &g_array_index (items, Item, k);
      AscTimelineEntry *row = &g_array_index (self->rows, AscTimelineEntry, item->row);

      if (row->n_marks[mark]++ == 0)
        row->first_mark[mark] = k;
      time_ns[k] = item->time_ns;
      stack[k] = events->stack[item->event];
      self->duration_ns = MAX (self->duration_ns, item->time_ns);
    }
}

/* Rows in which something happened, processes by their time on the CPU, in them threads by theirs. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const AscTimelineRow *x = &((const AscTimelineEntry *)a)->row;
  const AscTimelineRow *y = &((const AscTimelineEntry *)b)->row;

  if (x->process_cpu_ns != y->process_cpu_ns)
    return x->process_cpu_ns > y->process_cpu_ns ? -1 : 1;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->cpu != y->cpu)
    return x->cpu < y->cpu ? -1 : 1;
  if (x->cpu_ns != y->cpu_ns)
    return x->cpu_ns > y->cpu_ns ? -1 : 1;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

static void
arrange_rows (AscTimeline *self)
{
  guint n_processes;
  guint n = 0;
  g_autofree gint64 *sums = NULL;

  asc_experiment_get_processes (self->experiment, &n_processes);
  sums = g_new0 (gint64, MAX (n_processes, 1));
  for (guint i = 0; i < self->rows->len; i++)
    {
      AscTimelineEntry *row = &g_array_index (self->rows, AscTimelineEntry, i);

      row->row.n_samples = row->n_marks[ASC_TIMELINE_SAMPLES];
      if (row->n == 0 && row->row.n_samples == 0)
        continue;
      if (row->row.process < n_processes)
        sums[row->row.process] += row->row.cpu_ns;
      g_array_index (self->rows, AscTimelineEntry, n++) = *row;
    }
  g_array_set_size (self->rows, n);
  for (guint i = 0; i < n; i++)
    {
      AscTimelineRow *row = &g_array_index (self->rows, AscTimelineEntry, i).row;

      row->process_cpu_ns = row->process < n_processes ? sums[row->process] : 0;
    }
  g_array_sort (self->rows, compare_rows);
}

static void
find_depths (AscTimeline *self)
{
  const AscStacks *stacks = asc_experiment_get_stacks (self->experiment);
  g_autofree guint *depth = g_new (guint, MAX (stacks->n_nodes, 1));

  /* A caller stands before what it called. */
  for (guint node = 0; node < stacks->n_nodes; node++)
    depth[node] = stacks->parent[node] != ASC_NONE ? depth[stacks->parent[node]] + 1 : 1;
  for (guint i = 0; i < self->rows->len; i++)
    {
      AscTimelineEntry *row = &g_array_index (self->rows, AscTimelineEntry, i);

      for (guint k = row->first; k < row->first + row->n; k++)
        if (self->stack[k] != ASC_NONE)
          row->row.depth = MAX (row->row.depth, depth[self->stack[k]]);
    }
}

static void
make_sums (AscTimeline *self)
{
  gsize n_blocks = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      AscTimelineEntry *row = &g_array_index (self->rows, AscTimelineEntry, i);

      row->block = n_blocks;
      n_blocks += (row->n + ASC_TIMELINE_BLOCK - 1) / ASC_TIMELINE_BLOCK;
    }
  self->sums = g_malloc0_n (MAX (n_blocks, 1), sizeof *self->sums);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const AscTimelineEntry *row = &g_array_index (self->rows, AscTimelineEntry, i);
      gint64 sums[ASC_N_STATES] = { 0 };

      for (guint k = 0; k < row->n; k++)
        {
          if (k % ASC_TIMELINE_BLOCK == 0)
            memcpy (self->sums[row->block + k / ASC_TIMELINE_BLOCK], sums, sizeof sums);
          sums[self->state[row->first + k]] += self->length_ns[row->first + k];
        }
    }
}

/* @intervals, @passes: those of @states and of the experiment's events that are wanted; NULL: all events. */
static AscTimeline *
make (AscExperiment *experiment,
      AscStates *states,
      const AscEvents *intervals,
      const guint8 *passes,
      AscTimelineRows by,
      GCancellable *cancellable,
      GError **error)
{
  g_autoptr (AscTimeline) self = g_object_new (ASC_TYPE_TIMELINE, NULL);
  const AscEvents *events = asc_experiment_get_events (experiment);
  g_autoptr (GArray) samples = NULL;
  g_autoptr (GArray) faults = NULL;
  gboolean is_clock;
  int kind = find_sampled_kind (experiment, &is_clock);
  guint8 wanted[ASC_TIMELINE_N_MARKS][256];

  self->experiment = g_object_ref (experiment);
  self->states = g_object_ref (states);
  self->by = by;
  self->has_states = asc_states_get_intervals (states)->n_events > 0;
  self->duration_ns = MAX (asc_experiment_get_duration_ns (experiment), 1);
  make_rows (self, events, self->has_states ? intervals : NULL);
  find_marked_kinds (experiment, kind, wanted);
  samples = collect (self, events, wanted[ASC_TIMELINE_SAMPLES], passes, FALSE, cancellable);
  take_marks (self, ASC_TIMELINE_SAMPLES, events, samples);
  faults = collect (self, events, wanted[ASC_TIMELINE_FAULTS], passes, FALSE, cancellable);
  take_marks (self, ASC_TIMELINE_FAULTS, events, faults);
  if (self->has_states)
    take_states (self, intervals, cancellable);
  else if (is_clock)
    take_clock (self, events, samples);
  arrange_rows (self);
  find_depths (self);
  make_sums (self);
  asc_timeline_make_tables (self);
  self->lost = asc_timeline_find_lost (experiment, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

AscTimeline *
asc_timeline_new (
    AscExperiment *experiment, AscStates *states, AscTimelineRows by, GCancellable *cancellable, GError **error)
{
  return make (experiment, states, asc_states_get_intervals (states), NULL, by, cancellable, error);
}

AscTimeline *
asc_timeline_new_filtered (AscProfile *profile,
                           guint i,
                           AscStates *states,
                           AscTimelineRows by,
                           GCancellable *cancellable,
                           GError **error)
{
  return make (asc_profile_get_experiment (profile, i), states, asc_profile_get_intervals (profile, i),
               asc_profile_get_passes (profile, i), by, cancellable, error);
}

