/* asc-timeline-read.c: what a timeline tells of any stretch of time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-columns-private.h"

#include <string.h>

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
  return &g_array_index (self->rows, AscTimelineEntry, row).row;
}

guint
asc_timeline_find_row (AscTimeline *self, guint32 thread)
{
  for (guint i = 0; thread != ASC_NONE && i < self->rows->len; i++)
    if (g_array_index (self->rows, AscTimelineEntry, i).row.thread == thread)
      return i;
  return ASC_NONE;
}

gint64
asc_timeline_bucket_begin (const AscTimeline *self, guint bucket)
{
  return (gint64)((double)self->duration_ns * bucket / ASC_TIMELINE_N_BUCKETS);
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
add_until (AscTimeline *self, const AscTimelineEntry *row, gint64 time, gint64 sign, gint64 *sums)
{
  guint n = count_before (self->begin_ns + row->first, row->n, time, FALSE);
  gsize block;

  if (n == 0)
    return;
  block = (n - 1) / ASC_TIMELINE_BLOCK;
  for (guint state = 0; state < ASC_N_STATES; state++)
    sums[state] += sign * self->sums[row->block + block][state];
  for (guint k = (guint)block * ASC_TIMELINE_BLOCK; k < n; k++)
    {
      guint i = row->first + k;

      sums[self->state[i]] += sign * MIN (self->length_ns[i], time - self->begin_ns[i]);
    }
}

void
asc_timeline_sum (AscTimeline *self, guint row, gint64 begin_ns, gint64 end_ns, gint64 sums[static ASC_N_STATES])
{
  const AscTimelineEntry *r;

  memset (sums, 0, ASC_N_STATES * sizeof *sums);
  g_return_if_fail (row < self->rows->len);

  r = &g_array_index (self->rows, AscTimelineEntry, row);
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
        add_until (self, &g_array_index (self->rows, AscTimelineEntry, i), end_ns, 1, sums);
        add_until (self, &g_array_index (self->rows, AscTimelineEntry, i), begin_ns, -1, sums);
      }
  else
    for (guint bucket = (guint)CLAMP ((double)begin_ns / (double)self->duration_ns * ASC_TIMELINE_N_BUCKETS - 1, 0, ASC_TIMELINE_N_BUCKETS - 1);
         bucket < ASC_TIMELINE_N_BUCKETS; bucket++)
      {
        gint64 begin = asc_timeline_bucket_begin (self, bucket);
        gint64 end = asc_timeline_bucket_begin (self, bucket + 1);
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
  return g_array_index (self->rows, AscTimelineEntry, row).n;
}

AscTimelineSpan
asc_timeline_get_span (AscTimeline *self, guint row, guint i)
{
  g_return_val_if_fail (i < asc_timeline_get_n_spans (self, row), (AscTimelineSpan){ 0 });
  return get_span (self, g_array_index (self->rows, AscTimelineEntry, row).first + i);
}

gboolean
asc_timeline_find_span (AscTimeline *self, guint row, gint64 time_ns, AscTimelineSpan *span)
{
  const AscTimelineEntry *r;
  guint n;

  g_return_val_if_fail (row < self->rows->len, FALSE);

  r = &g_array_index (self->rows, AscTimelineEntry, row);
  n = count_before (self->begin_ns + r->first, r->n, time_ns, TRUE);
  if (n == 0)
    return FALSE;
  *span = get_span (self, r->first + n - 1);
  return time_ns < span->begin_ns + span->length_ns;
}

guint
asc_timeline_count_samples (AscTimeline *self, guint row, gint64 begin_ns, gint64 end_ns, guint32 *stack)
{
  const AscTimelineEntry *r;
  guint first;
  guint end;

  g_return_val_if_fail (row < self->rows->len, 0);

  r = &g_array_index (self->rows, AscTimelineEntry, row);
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

gboolean
asc_timeline_find_waker (AscTimeline *self, const AscTimelineSpan *span, AscTimelineWaker *waker)
{
  const AscEvents *events = asc_experiment_get_events (self->experiment);
  guint32 event = span->state >= ASC_STATE_FIRST_WAIT
                      ? asc_states_find_wakeup (self->states, span->thread, span->begin_ns)
                      : ASC_NONE;

  if (event == ASC_NONE)
    return FALSE;
  *waker = (AscTimelineWaker){ events->time_ns[event], events->thread[event], events->stack[event],
                               ASC_DETAIL_WHAT (events->detail[event]) };
  return TRUE;
}

/* The intervals of one row. */
static gboolean
add_stacks (AscTimeline *self,
            const AscTimelineEntry *row,
            gint64 begin_ns,
            gint64 end_ns,
            gint64 *runs,
            gint64 *waits,
            GCancellable *cancellable)
{
  guint unknown = asc_experiment_get_stacks (self->experiment)->n_nodes;
  guint first = count_before (self->begin_ns + row->first, row->n, begin_ns, TRUE);

  for (guint k = first > 0 ? first - 1 : 0; k < row->n && self->begin_ns[row->first + k] < end_ns; k++)
    {
      guint i = row->first + k;
      gint64 part = MIN (self->begin_ns[i] + self->length_ns[i], end_ns) - MAX (self->begin_ns[i], begin_ns);
      gint64 *sums = self->state[i] < ASC_STATE_FIRST_WAIT ? runs : waits;

      if (k % 4096 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (part > 0)
        sums[MIN (self->stack[i], unknown)] += part;
    }
  return TRUE;
}

gboolean
asc_timeline_sum_stacks (AscTimeline *self,
                         guint row,
                         gint64 begin_ns,
                         gint64 end_ns,
                         gint64 *runs,
                         gint64 *waits,
                         GCancellable *cancellable)
{
  guint unknown = asc_experiment_get_stacks (self->experiment)->n_nodes;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const AscTimelineEntry *entry = &g_array_index (self->rows, AscTimelineEntry, i);
      const gint64 *times = self->sample_ns + entry->first_sample;

      if (row != ASC_NONE && i != row)
        continue;
      if (!add_stacks (self, entry, begin_ns, end_ns, runs, waits, cancellable))
        return FALSE;
      for (guint k = self->n_intervals == 0 ? count_before (times, entry->row.n_samples, begin_ns, FALSE) : G_MAXUINT;
           k < entry->row.n_samples && times[k] < end_ns; k++)
        runs[MIN (self->sample_stack[entry->first_sample + k], unknown)]++;
    }
  return !g_cancellable_is_cancelled (cancellable);
}
