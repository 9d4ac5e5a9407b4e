/* asc-timeline.c: what threads or CPUs did over time, ready to be drawn at any zoom
 *
 * A row's intervals and samples are ranges of columns that are sorted by row, then by time. At every BLOCK-th interval
 * stands how long the row had been in each state before: the time in a state between two moments is a difference of two
 * such sums, so that a pixel costs the same at every zoom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline.h"

#include <string.h>

#define BLOCK 64u
/* Rows that are added up one by one for the sum of all; above this many a table of N_BUCKETS is read. */
#define MAX_ROWS_TO_ADD 256u
#define N_BUCKETS 4096u

typedef struct
{
  AscTimelineRow row;
  guint first; /* interval */
  guint n;
  gsize block; /* first sums */
  guint first_sample;
} Row;

/* An interval or a sample before it is sorted. */
typedef struct
{
  gint64 time_ns;
  guint32 row;
  guint32 event;
} Item;

struct _AscTimeline
{
  GObject parent_instance;

  AscExperiment *experiment;
  AscStates *states;
  AscTimelineRows by;
  gboolean has_states;
  gint64 duration_ns;
  GArray *rows; /* of Row */
  guint n_intervals;
  gint64 *begin_ns; /* n_intervals each */
  gint64 *length_ns;
  guint8 *state;
  guint32 *stack;
  guint32 *thread;
  gint64 (*sums)[ASC_N_STATES];    /* of each block, before it */
  gint64 (*buckets)[ASC_N_STATES]; /* N_BUCKETS: all rows; NULL with few of them */
  guint n_samples;
  gint64 *sample_ns; /* n_samples each */
  guint32 *sample_stack;
};

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
  g_free (self->buckets);
  g_free (self->sample_ns);
  g_free (self->sample_stack);
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
  self->rows = g_array_new (FALSE, TRUE, sizeof (Row));
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
      AscTimelineRow *row = &g_array_index (self->rows, Row, i).row;

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

/* The events of @events that have a row, by row and time. @kind: that kind alone; -1: all. @passes: 0: left out; NULL: none is. */
static GArray *
collect (AscTimeline *self, const AscEvents *events, int kind, const guint8 *passes, gboolean running, GCancellable *cancellable)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (Item));
  gboolean sorted = TRUE;

  for (guint i = 0; i < events->n_events; i++)
    {
      Item item = { events->time_ns[i], key_of (self, events, i), i };

      if ((i & 0xfff) == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      if (item.row >= self->rows->len || item.time_ns < 0 || (kind >= 0 && events->kind[i] != kind))
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
  Row *r = &g_array_index (self->rows, Row, row);
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
  const Row *r = &g_array_index (self->rows, Row, row);
  guint last = r->first + r->n - 1;

  return r->n > 0 ? self->begin_ns[last] + self->length_ns[last] : 0;
}

static void
take_states (AscTimeline *self, const AscEvents *intervals, GCancellable *cancellable)
{
  g_autoptr (GArray) items = collect (self, intervals, -1, NULL, self->by == ASC_TIMELINE_CPUS, cancellable);

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
take_samples (AscTimeline *self, const AscEvents *events, GArray *items)
{
  self->n_samples = items->len;
  self->sample_ns = g_new (gint64, items->len);
  self->sample_stack = g_new (guint32, items->len);
  for (guint k = 0; k < items->len; k++)
    {
      const Item *item = &g_array_index (items, Item, k);
      Row *row = &g_array_index (self->rows, Row, item->row);

      if (row->row.n_samples++ == 0)
        row->first_sample = k;
      self->sample_ns[k] = item->time_ns;
      self->sample_stack[k] = events->stack[item->event];
      self->duration_ns = MAX (self->duration_ns, item->time_ns);
    }
}

/* Rows in which something happened, processes by their time on the CPU, in them threads by theirs. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const AscTimelineRow *x = &((const Row *)a)->row;
  const AscTimelineRow *y = &((const Row *)b)->row;

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
      const Row *row = &g_array_index (self->rows, Row, i);

      if (row->n == 0 && row->row.n_samples == 0)
        continue;
      if (row->row.process < n_processes)
        sums[row->row.process] += row->row.cpu_ns;
      g_array_index (self->rows, Row, n++) = *row;
    }
  g_array_set_size (self->rows, n);
  for (guint i = 0; i < n; i++)
    {
      AscTimelineRow *row = &g_array_index (self->rows, Row, i).row;

      row->process_cpu_ns = row->process < n_processes ? sums[row->process] : 0;
    }
  g_array_sort (self->rows, compare_rows);
}

static void
make_sums (AscTimeline *self)
{
  gsize n_blocks = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = &g_array_index (self->rows, Row, i);

      row->block = n_blocks;
      n_blocks += (row->n + BLOCK - 1) / BLOCK;
    }
  self->sums = g_malloc0_n (MAX (n_blocks, 1), sizeof *self->sums);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      gint64 sums[ASC_N_STATES] = { 0 };

      for (guint k = 0; k < row->n; k++)
        {
          if (k % BLOCK == 0)
            memcpy (self->sums[row->block + k / BLOCK], sums, sizeof sums);
          sums[self->state[row->first + k]] += self->length_ns[row->first + k];
        }
    }
}

static gint64
bucket_begin (const AscTimeline *self, guint bucket)
{
  return (gint64)((double)self->duration_ns * bucket / N_BUCKETS);
}

static void
make_buckets (AscTimeline *self)
{
  if (self->rows->len <= MAX_ROWS_TO_ADD)
    return;
  self->buckets = g_malloc0_n (N_BUCKETS, sizeof *self->buckets);
  for (guint i = 0; i < self->n_intervals; i++)
    {
      gint64 end = self->begin_ns[i] + self->length_ns[i];
      guint bucket = (guint)MIN ((double)self->begin_ns[i] / (double)self->duration_ns * N_BUCKETS, N_BUCKETS - 1);

      while (bucket > 0 && bucket_begin (self, bucket) > self->begin_ns[i])
        bucket--;
      for (; bucket < N_BUCKETS && bucket_begin (self, bucket) < end; bucket++)
        self->buckets[bucket][self->state[i]]
            += MIN (end, bucket_begin (self, bucket + 1)) - MAX (self->begin_ns[i], bucket_begin (self, bucket));
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
  gboolean is_clock;
  int kind = find_sampled_kind (experiment, &is_clock);

  self->experiment = g_object_ref (experiment);
  self->states = g_object_ref (states);
  self->by = by;
  self->has_states = asc_states_get_intervals (states)->n_events > 0;
  self->duration_ns = MAX (asc_experiment_get_duration_ns (experiment), 1);
  make_rows (self, events, self->has_states ? intervals : NULL);
  samples = collect (self, events, kind, passes, FALSE, cancellable);
  take_samples (self, events, samples);
  if (self->has_states)
    take_states (self, intervals, cancellable);
  else if (is_clock)
    take_clock (self, events, samples);
  arrange_rows (self);
  make_sums (self);
  make_buckets (self);
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

AscExperiment *
asc_timeline_get_experiment (AscTimeline *self)
{
  return self->experiment;
}

gint64
asc_timeline_get_duration_ns (AscTimeline *self)
{
  return self->duration_ns;
}

gboolean
asc_timeline_has_states (AscTimeline *self)
{
  return self->has_states;
}

guint
asc_timeline_get_n_rows (AscTimeline *self)
{
  return self->rows->len;
}

const AscTimelineRow *
asc_timeline_get_row (AscTimeline *self, guint row)
{
  g_return_val_if_fail (row < self->rows->len, NULL);
  return &g_array_index (self->rows, Row, row).row;
}

guint
asc_timeline_find_row (AscTimeline *self, guint32 thread)
{
  for (guint i = 0; thread != ASC_NONE && i < self->rows->len; i++)
    if (g_array_index (self->rows, Row, i).row.thread == thread)
      return i;
  return ASC_NONE;
}

/* How many of @n ascending @times are before or (@equal) at @time. */
static guint
count_before (const gint64 *times, guint n, gint64 time, gboolean equal)
{
  guint low = 0;
  guint high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (times[middle] < time || (equal && times[middle] == time))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Adds @sign times how long @row was in each state before @time. */
static void
add_until (AscTimeline *self, const Row *row, gint64 time, gint64 sign, gint64 *sums)
{
  guint n = count_before (self->begin_ns + row->first, row->n, time, FALSE);
  gsize block;

  if (n == 0)
    return;
  block = (n - 1) / BLOCK;
  for (guint state = 0; state < ASC_N_STATES; state++)
    sums[state] += sign * self->sums[row->block + block][state];
  for (guint k = (guint)block * BLOCK; k < n; k++)
    {
      guint i = row->first + k;

      sums[self->state[i]] += sign * MIN (self->length_ns[i], time - self->begin_ns[i]);
    }
}

void
asc_timeline_sum (AscTimeline *self, guint row, gint64 begin_ns, gint64 end_ns, gint64 sums[static ASC_N_STATES])
{
  const Row *r;

  memset (sums, 0, ASC_N_STATES * sizeof *sums);
  g_return_if_fail (row < self->rows->len);

  r = &g_array_index (self->rows, Row, row);
  if (end_ns <= begin_ns)
    return;
  add_until (self, r, end_ns, 1, sums);
  add_until (self, r, begin_ns, -1, sums);
}

void
asc_timeline_sum_all (AscTimeline *self, gint64 begin_ns, gint64 end_ns, gint64 sums[static ASC_N_STATES])
{
  memset (sums, 0, ASC_N_STATES * sizeof *sums);
  if (end_ns <= begin_ns)
    return;
  if (self->buckets == NULL)
    for (guint i = 0; i < self->rows->len; i++)
      {
        add_until (self, &g_array_index (self->rows, Row, i), end_ns, 1, sums);
        add_until (self, &g_array_index (self->rows, Row, i), begin_ns, -1, sums);
      }
  else
    for (guint bucket = (guint)CLAMP ((double)begin_ns / (double)self->duration_ns * N_BUCKETS - 1, 0, N_BUCKETS - 1);
         bucket < N_BUCKETS; bucket++)
      {
        gint64 begin = bucket_begin (self, bucket);
        gint64 end = bucket_begin (self, bucket + 1);
        gint64 part = MIN (end, end_ns) - MAX (begin, begin_ns);

        if (begin >= end_ns)
          break;
        if (part > 0)
          for (guint state = 0; state < ASC_N_STATES; state++)
            sums[state] += (gint64)((double)self->buckets[bucket][state] * (double)part / (double)(end - begin));
      }
}

static AscTimelineSpan
get_span (AscTimeline *self, guint i)
{
  return (AscTimelineSpan){ self->state[i], self->begin_ns[i], self->length_ns[i], self->stack[i], self->thread[i] };
}

guint
asc_timeline_get_n_spans (AscTimeline *self, guint row)
{
  g_return_val_if_fail (row < self->rows->len, 0);
  return g_array_index (self->rows, Row, row).n;
}

AscTimelineSpan
asc_timeline_get_span (AscTimeline *self, guint row, guint i)
{
  g_return_val_if_fail (i < asc_timeline_get_n_spans (self, row), (AscTimelineSpan){ 0 });
  return get_span (self, g_array_index (self->rows, Row, row).first + i);
}

gboolean
asc_timeline_find_span (AscTimeline *self, guint row, gint64 time_ns, AscTimelineSpan *span)
{
  const Row *r;
  guint n;

  g_return_val_if_fail (row < self->rows->len, FALSE);

  r = &g_array_index (self->rows, Row, row);
  n = count_before (self->begin_ns + r->first, r->n, time_ns, TRUE);
  if (n == 0)
    return FALSE;
  *span = get_span (self, r->first + n - 1);
  return time_ns < span->begin_ns + span->length_ns;
}

guint
asc_timeline_count_samples (AscTimeline *self, guint row, gint64 begin_ns, gint64 end_ns, guint32 *stack)
{
  const Row *r;
  guint first;
  guint end;

  g_return_val_if_fail (row < self->rows->len, 0);

  r = &g_array_index (self->rows, Row, row);
  first = count_before (self->sample_ns + r->first_sample, r->row.n_samples, begin_ns, FALSE);
  end = count_before (self->sample_ns + r->first_sample, r->row.n_samples, end_ns, FALSE);
  if (end <= first)
    return 0;
  *stack = self->sample_stack[r->first_sample + first];
  return end - first;
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const AscTimelineSpan *x = a;
  const AscTimelineSpan *y = b;

  if (x->length_ns != y->length_ns)
    return x->length_ns > y->length_ns ? -1 : 1;
  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

GArray *
asc_timeline_list_waits (AscTimeline *self, gint64 begin_ns, gint64 end_ns, guint max)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (AscTimelineSpan));

  for (guint i = 0; i < self->n_intervals; i++)
    {
      AscTimelineSpan span = get_span (self, i);
      gint64 end = MIN (span.begin_ns + span.length_ns, end_ns);

      span.begin_ns = MAX (span.begin_ns, begin_ns);
      span.length_ns = end - span.begin_ns;
      if (span.state < ASC_STATE_FIRST_WAIT || span.state == ASC_STATE_UNKNOWN || span.length_ns <= 0)
        continue;
      g_array_append_val (spans, span);
      /* Now and then all but the longest are dropped. */
      if (spans->len >= 2 * max + 1024)
        {
          g_array_sort (spans, compare_spans);
          g_array_set_size (spans, max);
        }
    }
  g_array_sort (spans, compare_spans);
  g_array_set_size (spans, MIN (spans->len, max));
  return spans;
}
