/* asc-timeline-tables.c: many rows of a timeline added up beforehand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-columns-private.h"

gint64
asc_timeline_bucket_begin (const AscTimeline *self, guint n, guint bucket)
{
  return (gint64)((double)self->duration_ns * bucket / n);
}

guint
asc_timeline_find_bucket (const AscTimeline *self, guint n, gint64 time_ns)
{
  guint bucket = (guint)CLAMP ((double)time_ns / (double)self->duration_ns * n, 0, n - 1);

  while (bucket > 0 && asc_timeline_bucket_begin (self, n, bucket) > time_ns)
    bucket--;
  while (bucket + 1 < n && asc_timeline_bucket_begin (self, n, bucket + 1) <= time_ns)
    bucket++;
  return bucket;
}

/* What fills a bucket is counted, at its first and behind its last one; what does not is added. */
static void
add_row (AscTimeline *self, const AscTimelineEntry *row, AscTimelineTable *table, gint32 (*full)[ASC_N_STATES])
{
  for (guint i = row->first; i < row->first + row->n; i++)
    {
      gint64 begin = self->begin_ns[i];
      gint64 end = begin + self->length_ns[i];
      guint first = asc_timeline_find_bucket (self, table->n, begin);
      guint last = asc_timeline_find_bucket (self, table->n, end - 1);
      guint state = self->state[i];

      if (first == last)
        {
          table->sums[first][state] += end - begin;
          continue;
        }
      table->sums[first][state] += asc_timeline_bucket_begin (self, table->n, first + 1) - begin;
      table->sums[last][state] += end - asc_timeline_bucket_begin (self, table->n, last);
      full[first + 1][state]++;
      full[last][state]--;
    }
}

static void
add_table (AscTimeline *self, guint row, guint n_rows, guint n)
{
  AscTimelineTable table = { row, n_rows, n, g_malloc0_n ((gsize)n + 1, sizeof *table.sums) };
  g_autofree gint32 (*full)[ASC_N_STATES] = g_malloc0_n ((gsize)n + 1, sizeof *full);
  gint32 running[ASC_N_STATES] = { 0 };
  gint64 sums[ASC_N_STATES] = { 0 };

  for (guint i = row; i < row + n_rows; i++)
    add_row (self, &g_array_index (self->rows, AscTimelineEntry, i), &table, full);
  for (guint bucket = 0; bucket <= n; bucket++)
    {
      gint64 length = asc_timeline_bucket_begin (self, n, bucket + 1) - asc_timeline_bucket_begin (self, n, bucket);

      for (guint state = 0; state < ASC_N_STATES; state++)
        {
          gint64 own = table.sums[bucket][state];

          running[state] += full[bucket][state];
          table.sums[bucket][state] = sums[state];
          sums[state] += own + running[state] * length;
        }
    }
  g_array_append_val (self->tables, table);
}

static void
table_clear (gpointer data)
{
  g_free (((AscTimelineTable *)data)->sums);
}

void
asc_timeline_make_tables (AscTimeline *self)
{
  guint n = self->rows->len;

  self->tables = g_array_new (FALSE, FALSE, sizeof (AscTimelineTable));
  g_array_set_clear_func (self->tables, table_clear);
  if (n > ASC_TIMELINE_MANY_ROWS || self->n_intervals > ASC_TIMELINE_MANY_INTERVALS)
    add_table (self, 0, n, ASC_TIMELINE_N_BUCKETS);
  for (guint first = 0, end; first < n; first = end)
    {
      guint32 process = g_array_index (self->rows, AscTimelineEntry, first).row.process;
      guint n_intervals = 0;

      for (end = first; end < n && g_array_index (self->rows, AscTimelineEntry, end).row.process == process; end++)
        n_intervals += g_array_index (self->rows, AscTimelineEntry, end).n;
      if (end - first > 1 && end - first < n && n_intervals > ASC_TIMELINE_MANY_INTERVALS)
        add_table (self, first, end - first, ASC_TIMELINE_N_PROCESS_BUCKETS);
    }
}

const AscTimelineTable *
asc_timeline_find_table (AscTimeline *self, guint row, guint n_rows)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      const AscTimelineTable *table = &g_array_index (self->tables, AscTimelineTable, i);

      if (table->row == row && table->n_rows == n_rows)
        return table;
    }
  return NULL;
}

/* Adds @sign times what there was before @time. */
static void
add_before (AscTimeline *self, const AscTimelineTable *table, gint64 time, int sign, gint64 *sums)
{
  guint bucket = asc_timeline_find_bucket (self, table->n, time);
  gint64 begin = asc_timeline_bucket_begin (self, table->n, bucket);
  gint64 length = asc_timeline_bucket_begin (self, table->n, bucket + 1) - begin;
  double part = length > 0 ? CLAMP ((double)(time - begin) / (double)length, 0, 1) : 0;

  for (guint state = 0; state < ASC_N_STATES; state++)
    {
      gint64 more = table->sums[bucket + 1][state] - table->sums[bucket][state];

      sums[state] += sign * (table->sums[bucket][state] + (gint64)((double)more * part));
    }
}

void
asc_timeline_read_table (AscTimeline *self, const AscTimelineTable *table, gint64 begin_ns, gint64 end_ns, gint64 *sums)
{
  if (end_ns <= begin_ns)
    return;
  add_before (self, table, end_ns, 1, sums);
  add_before (self, table, begin_ns, -1, sums);
}
