/* asc-timeline-columns.c: a timeline for each of many columns at once, as a drawing needs it
 *
 * What stands in few intervals is given to the columns that they cover; where there are more intervals than columns, the sums
 * at the columns' borders are subtracted, each found from the one before. Of all rows together, and of processes with many
 * intervals, there are tables of buckets, read where a column is at least as long as one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-columns-private.h"

#include <string.h>

/* Up to so many intervals a column are given to the columns one by one. */
#define MAX_EACH 4u

typedef struct
{
  guint n;
  gint64 *border_ns; /* n + 1 */
} Columns;

/* Column @i ends behind its begin, however short it is. */
static gint64
column_end (const Columns *columns, guint i)
{
  return MAX (columns->border_ns[i + 1], columns->border_ns[i] + 1);
}

static void
columns_init (Columns *self, double begin_ns, double length_ns, guint n)
{
  self->n = n;
  self->border_ns = g_new (gint64, (gsize)n + 1);
  for (guint i = 0; i <= n; i++)
    self->border_ns[i] = (gint64)(begin_ns + length_ns * i / n);
}

/* How many of @n ascending @times are before @time, at least @from of them. Quick when that is not many more. */
static guint
gallop (const gint64 *times, guint n, guint from, gint64 time)
{
  guint low = from;
  guint step = 1;

  while (low < n && times[low] < time)
    {
      from = low + 1;
      low = step < n - low ? low + step : n;
      step = step < G_MAXUINT / 2 ? step * 2 : step;
    }
  low = MIN (low, n);
  return from + asc_timeline_count_before (times + from, low - from, time, FALSE);
}

static void
give_each (AscTimeline *self, const AscTimelineEntry *row, guint first, const Columns *columns, gint64 (*sums)[ASC_N_STATES])
{
  gint64 stop = column_end (columns, columns->n - 1);
  guint column = 0;

  for (guint i = row->first + first; i < row->first + row->n && self->begin_ns[i] < stop; i++)
    {
      gint64 begin = self->begin_ns[i];
      gint64 end = begin + self->length_ns[i];

      while (column < columns->n && column_end (columns, column) <= begin)
        column++;
      for (guint k = column; k < columns->n && columns->border_ns[k] < end; k++)
        sums[k][self->state[i]] += MAX (MIN (end, column_end (columns, k)) - MAX (begin, columns->border_ns[k]), 0);
    }
}

static void
subtract_borders (AscTimeline *self, const AscTimelineEntry *row, guint first, const Columns *columns, gint64 (*sums)[ASC_N_STATES])
{
  gint64 last[ASC_N_STATES] = { 0 };
  guint n = first;

  for (guint k = 0; k <= columns->n; k++)
    {
      gint64 now[ASC_N_STATES] = { 0 };

      n = gallop (self->begin_ns + row->first, row->n, n, columns->border_ns[k]);
      asc_timeline_add_first (self, row, n, columns->border_ns[k], now);
      for (guint state = 0; k > 0 && state < ASC_N_STATES; state++)
        sums[k - 1][state] += now[state] - last[state];
      memcpy (last, now, sizeof last);
    }
}

static void
add_row (AscTimeline *self, const AscTimelineEntry *row, const Columns *columns, gint64 (*sums)[ASC_N_STATES])
{
  const gint64 *begin_ns = self->begin_ns + row->first;
  guint first = asc_timeline_count_before (begin_ns, row->n, columns->border_ns[0], TRUE);
  guint end = gallop (begin_ns, row->n, first, columns->border_ns[columns->n]);

  /* The one before may reach in. */
  first = first > 0 ? first - 1 : 0;
  if (end == first)
    return;
  if ((end - first) / MAX_EACH <= columns->n)
    give_each (self, row, first, columns, sums);
  else
    subtract_borders (self, row, first, columns, sums);
}

void
asc_timeline_sum_columns (AscTimeline *self,
                          guint row,
                          guint n_rows,
                          double begin_ns,
                          double length_ns,
                          guint n,
                          gint64 (*sums)[ASC_N_STATES])
{
  Columns columns;
  const AscTimelineTable *table;

  memset (sums, 0, n * sizeof *sums);
  g_return_if_fail (row + n_rows <= self->rows->len);
  if (n == 0)
    return;
  columns_init (&columns, begin_ns, length_ns, n);
  table = asc_timeline_find_table (self, row, n_rows);
  if (table != NULL && length_ns / (double)self->duration_ns * table->n >= n)
    for (guint i = 0; i < n; i++)
      asc_timeline_read_table (self, table, columns.border_ns[i], columns.border_ns[i + 1], sums[i]);
  else
    for (guint i = row; i < row + n_rows; i++)
      add_row (self, &g_array_index (self->rows, AscTimelineEntry, i), &columns, sums);
  g_free (columns.border_ns);
}

void
asc_timeline_find_marks (AscTimeline *self,
                         AscTimelineMark mark,
                         guint row,
                         double begin_ns,
                         double length_ns,
                         guint n,
                         guint *counts,
                         guint32 *stacks)
{
  const AscTimelineEntry *r;
  const gint64 *times;
  Columns columns;
  guint at = 0;
  guint last;

  memset (counts, 0, n * sizeof *counts);
  g_return_if_fail (row < self->rows->len);
  r = &g_array_index (self->rows, AscTimelineEntry, row);
  if (n == 0 || r->n_marks[mark] == 0)
    return;
  columns_init (&columns, begin_ns, length_ns, n);
  times = self->marks[mark].time_ns + r->first_mark[mark];
  at = asc_timeline_count_before (times, r->n_marks[mark], columns.border_ns[0], FALSE);
  last = asc_timeline_count_before (times, r->n_marks[mark], column_end (&columns, n - 1), FALSE);
  if (last - at < n)
    {
      /* Few: each is put where it is. */
      for (guint column = 0; at < last; at++)
        {
          column = MAX (column, (guint)CLAMP (((double)times[at] - begin_ns) / length_ns * n - 1, 0, n - 1));
          while (column + 1 < n && column_end (&columns, column) <= times[at])
            column++;
          if (counts[column]++ == 0)
            stacks[column] = self->marks[mark].stack[r->first_mark[mark] + at];
        }
      last = at = r->n_marks[mark];
    }
  for (guint i = 0; i < n && at < r->n_marks[mark]; i++)
    {
      guint end = gallop (times, r->n_marks[mark], at, column_end (&columns, i));

      counts[i] = end - at;
      if (end > at)
        stacks[i] = self->marks[mark].stack[r->first_mark[mark] + at];
      at = end;
    }
  g_free (columns.border_ns);
}
