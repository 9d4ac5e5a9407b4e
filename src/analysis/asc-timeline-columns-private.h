/* asc-timeline-columns-private.h: a timeline's columns, for those that make and those that read them
 *
 * A row's intervals and samples are ranges of columns that are sorted by row, then by time. At every BLOCK-th interval
 * stands how long the row had been in each state before: the time in a state between two moments is a difference of two
 * such sums, so that a pixel costs the same at every zoom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-timeline.h"

G_BEGIN_DECLS

#define ASC_TIMELINE_BLOCK 64u
/* With so many intervals or rows there is a table for the sum of all rows, and of each process with so many. */
#define ASC_TIMELINE_MANY_INTERVALS 65536u
#define ASC_TIMELINE_MANY_ROWS 256u
#define ASC_TIMELINE_N_BUCKETS 65536u
#define ASC_TIMELINE_N_PROCESS_BUCKETS 32768u

typedef struct
{
  AscTimelineRow row;
  guint first; /* interval */
  guint n;
  gsize block; /* first sums */
  guint first_mark[ASC_TIMELINE_N_MARKS];
  guint n_marks[ASC_TIMELINE_N_MARKS];
} AscTimelineEntry;

/* Rows added up: how long they were in each state before each of n + 1 moments that part the time equally. */
typedef struct
{
  guint row;
  guint n_rows;
  guint n;
  gint64 (*sums)[ASC_N_STATES];
} AscTimelineTable;

struct _AscTimeline
{
  GObject parent_instance;

  AscExperiment *experiment;
  AscStates *states;
  AscTimelineRows by;
  gboolean has_states;
  gint64 duration_ns;
  GArray *rows; /* of AscTimelineEntry */
  guint n_intervals;
  gint64 *begin_ns; /* n_intervals each */
  gint64 *length_ns;
  guint8 *state;
  guint32 *stack;
  guint32 *thread;
  gint64 (*sums)[ASC_N_STATES];    /* of each block, before it */
  GArray *tables; /* of AscTimelineTable; empty with few intervals */
  struct
  {
    gint64 *time_ns; /* by row, then by time */
    guint32 *stack;
  } marks[ASC_TIMELINE_N_MARKS];
  GArray *lost; /* of AscTimelineLost */
};

/** How many of @n ascending @times are before or (@equal) at @time. */
guint asc_timeline_count_before (const gint64 *times, guint n, gint64 time, gboolean equal);
/** Adds to @sums how long @row was in each state before @time_ns, before which @n of its intervals begin. */
void asc_timeline_add_first (AscTimeline *self, const AscTimelineEntry *row, guint n, gint64 time_ns, gint64 *sums);
/** Makes the tables, once the rows are in order. */
void asc_timeline_make_tables (AscTimeline *self);
/** The table of these rows, or NULL. */
const AscTimelineTable *asc_timeline_find_table (AscTimeline *self, guint row, guint n_rows);
/** Adds to @sums what @table tells of the time between; within a bucket it is spread evenly. */
void asc_timeline_read_table (AscTimeline *self, const AscTimelineTable *table, gint64 begin_ns, gint64 end_ns, gint64 *sums);
/** The bucket of @n in which @time_ns lies, and where it begins. */
guint asc_timeline_find_bucket (const AscTimeline *self, guint n, gint64 time_ns);
gint64 asc_timeline_bucket_begin (const AscTimeline *self, guint n, guint bucket);
/** When records of @experiment were lost: of AscTimelineLost, by begin. (transfer full) */
GArray *asc_timeline_find_lost (AscExperiment *experiment, GCancellable *cancellable);

G_END_DECLS
