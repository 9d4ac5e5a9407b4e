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

guint
asc_timeline_count_before (const gint64 *times, guint n, gint64 time, gboolean equal)
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

void
asc_timeline_add_first (AscTimeline *self, const AscTimelineEntry *row, guint n, gint64 time_ns, gint64 *sums)
{
  gsize block;

  if (n == 0)
    return;
  block = (n - 1) / ASC_TIMELINE_BLOCK;
  for (guint state = 0; state < ASC_N_STATES; state++)
    sums[state] += self->sums[row->block + block][state];
  for (guint k = (guint)block * ASC_TIMELINE_BLOCK; k < n; k++)
    {
      guint i = row->first + k;

      sums[self->state[i]] += MIN (self->length_ns[i], time_ns - self->begin_ns[i]);
    }
}

/* Adds to @sums how long @row was in each state between. */
static void
add_between (AscTimeline *self, const AscTimelineEntry *row, gint64 begin_ns, gint64 end_ns, gint64 *sums)
{
  const gint64 *begins = self->begin_ns + row->first;
  gint64 before[ASC_N_STATES] = { 0 };

  asc_timeline_add_first (self, row, asc_timeline_count_before (begins, row->n, end_ns, FALSE), end_ns, sums);
  asc_timeline_add_first (self, row, asc_timeline_count_before (begins, row->n, begin_ns, FALSE), begin_ns, before);
  for (guint state = 0; state < ASC_N_STATES; state++)
    sums[state] -= before[state];
}

void
asc_timeline_sum (AscTimeline *self, guint row, gint64 begin_ns, gint64 end_ns, gint64 sums[static ASC_N_STATES])
{
  memset (sums, 0, ASC_N_STATES * sizeof *sums);
  g_return_if_fail (row < self->rows->len);

  if (end_ns > begin_ns)
    add_between (self, &g_array_index (self->rows, AscTimelineEntry, row), begin_ns, end_ns, sums);
}

void
asc_timeline_sum_all (AscTimeline *self, gint64 begin_ns, gint64 end_ns, gint64 sums[static ASC_N_STATES])
{
  const AscTimelineTable *table;

  memset (sums, 0, ASC_N_STATES * sizeof *sums);
  if (end_ns <= begin_ns)
    return;
  table = self->rows->len > ASC_TIMELINE_MANY_ROWS ? asc_timeline_find_table (self, 0, self->rows->len) : NULL;
  if (table != NULL)
    asc_timeline_read_table (self, table, begin_ns, end_ns, sums);
  else
    for (guint i = 0; i < self->rows->len; i++)
      add_between (self, &g_array_index (self->rows, AscTimelineEntry, i), begin_ns, end_ns, sums);
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
  n = asc_timeline_count_before (self->begin_ns + r->first, r->n, time_ns, TRUE);
  if (n == 0)
    return FALSE;
  *span = get_span (self, r->first + n - 1);
  return time_ns < span->begin_ns + span->length_ns;
}

guint
asc_timeline_count_marks (AscTimeline *self, AscTimelineMark mark, guint row, gint64 begin_ns, gint64 end_ns)
{
  const AscTimelineEntry *r;
  const gint64 *times;

  g_return_val_if_fail (row < self->rows->len, 0);

  r = &g_array_index (self->rows, AscTimelineEntry, row);
  times = self->marks[mark].time_ns + r->first_mark[mark];
  if (end_ns <= begin_ns || r->n_marks[mark] == 0)
    return 0;
  return asc_timeline_count_before (times, r->n_marks[mark], end_ns, FALSE)
         - asc_timeline_count_before (times, r->n_marks[mark], begin_ns, FALSE);
}

const AscTimelineLost *
asc_timeline_get_lost (AscTimeline *self, guint *n)
{
  *n = self->lost->len;
  return (const AscTimelineLost *)(gpointer)self->lost->data;
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
  guint first = asc_timeline_count_before (self->begin_ns + row->first, row->n, begin_ns, TRUE);

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
                         guint n_rows,
                         gint64 begin_ns,
                         gint64 end_ns,
                         gint64 *runs,
                         gint64 *waits,
                         GCancellable *cancellable)
{
  guint unknown = asc_experiment_get_stacks (self->experiment)->n_nodes;

  g_return_val_if_fail (row + n_rows <= self->rows->len, FALSE);

  for (guint i = row; i < row + n_rows; i++)
    {
      const AscTimelineEntry *entry = &g_array_index (self->rows, AscTimelineEntry, i);
      const gint64 *times = self->marks[ASC_TIMELINE_SAMPLES].time_ns + entry->first_mark[ASC_TIMELINE_SAMPLES];
      const guint32 *stacks = self->marks[ASC_TIMELINE_SAMPLES].stack + entry->first_mark[ASC_TIMELINE_SAMPLES];
      guint n = entry->n_marks[ASC_TIMELINE_SAMPLES];

      if (!add_stacks (self, entry, begin_ns, end_ns, runs, waits, cancellable))
        return FALSE;
      for (guint k = self->n_intervals == 0 && n > 0 ? asc_timeline_count_before (times, n, begin_ns, FALSE) : n;
           k < n && times[k] < end_ns; k++)
        runs[MIN (stacks[k], unknown)]++;
    }
  return !g_cancellable_is_cancelled (cancellable);
}
