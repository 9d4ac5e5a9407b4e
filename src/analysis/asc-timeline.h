/* asc-timeline.h: what threads or CPUs did over time, ready to be drawn at any zoom
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"
#include "asc-states.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_TIMELINE_THREADS,
  ASC_TIMELINE_CPUS,
} AscTimelineRows;

/** A thread or a CPU. */
typedef struct
{
  guint32 thread;   /* index in the experiment; ASC_NONE: a CPU's row, or events of no known thread */
  guint32 process;  /* index; ASC_NONE as above */
  guint32 cpu;      /* number; ASC_NONE: a thread's row */
  gint64 start_ns;  /* life of the thread; the whole recording for a CPU */
  gint64 end_ns;
  gint64 cpu_ns;    /* time on the CPU */
  gint64 process_cpu_ns; /* of all threads of its process */
  guint n_samples;
  guint depth; /* frames of the deepest stack of its intervals */
} AscTimelineRow;

/** A state and its time. */
typedef struct
{
  AscState state;
  gint64 begin_ns;
  gint64 length_ns;
  guint32 stack;  /* node, or ASC_NONE */
  guint32 thread; /* index, or ASC_NONE */
} AscTimelineSpan;

/** What happened at moments. */
typedef enum
{
  ASC_TIMELINE_SAMPLES, /* of the first clock, else of the first kind of event */
  ASC_TIMELINE_FAULTS,  /* page faults */
  ASC_TIMELINE_N_MARKS
} AscTimelineMark;

/** Records were lost between two times. */
typedef struct
{
  gint64 begin_ns; /* the last record of that CPU before it; @end_ns where CPUs are not recorded */
  gint64 end_ns;   /* when the kernel could write again */
  guint32 cpu;     /* number; ASC_NONE: not recorded, it may be any */
} AscTimelineLost;

/** Who woke a thread. */
typedef struct
{
  gint64 time_ns;
  guint32 thread; /* that ran on the CPU of the wakeup then; ASC_NONE: none that is known */
  guint32 stack;  /* of the wakeup, ASC_NONE: none was recorded */
  guint how;      /* bits of AscWake */
} AscTimelineWaker;

#define ASC_TYPE_TIMELINE (asc_timeline_get_type ())
G_DECLARE_FINAL_TYPE (AscTimeline, asc_timeline, ASC, TIMELINE, GObject)

/**
 * AscTimeline:
 *
 * Rows by process, then by time on the CPU, the largest first; CPUs by number. Without scheduler data a sample of the clock stands for the time since the
 * one before it, at most its own value, and between them nothing is known. Frozen: any thread may read.
 *
 * asc_timeline_new(): @states: of @experiment, kept alive; without intervals when it tells none. Blocks, some 100 ns an event. Returns: (transfer full):
 * NULL with @error set when cancelled.
 */
AscTimeline *asc_timeline_new (AscExperiment *experiment, AscStates *states, AscTimelineRows rows, GCancellable *cancellable, GError **error);
/** The same of experiment @i of @profile, as far as its events and intervals passed the filter; its duration is that of the whole recording. */
AscTimeline *asc_timeline_new_filtered (AscProfile *profile, guint i, AscStates *states, AscTimelineRows rows, GCancellable *cancellable, GError **error);
AscExperiment *asc_timeline_get_experiment (AscTimeline *self);
/** From 0 to the end of the last event or interval, more than 0. */
gint64 asc_timeline_get_duration_ns (AscTimeline *self);
/** Whether its states come from scheduler data. */
gboolean asc_timeline_has_states (AscTimeline *self);
guint asc_timeline_get_n_rows (AscTimeline *self);
const AscTimelineRow *asc_timeline_get_row (AscTimeline *self, guint row);
/** The row of @thread, or ASC_NONE. */
guint asc_timeline_find_row (AscTimeline *self, guint32 thread);

/** Time in each state between @begin_ns and @end_ns: @sums has ASC_N_STATES entries. Some 100 ns, however many intervals that are. */
void asc_timeline_sum (AscTimeline *self, guint row, gint64 begin_ns, gint64 end_ns, gint64 sums[static ASC_N_STATES]);
/** The same of all rows together. */
void asc_timeline_sum_all (AscTimeline *self, gint64 begin_ns, gint64 end_ns, gint64 sums[static ASC_N_STATES]);
/**
 * The same for each of @n columns of equal length, from @begin_ns to @begin_ns + @length_ns: of the rows @row to @row + @n_rows - 1, added up. @sums has @n entries.
 * Some 10 ns for each column and row, and as much for each interval while there are few of them. Of all rows of a long recording the time of an interval may be off
 * by a part of a column.
 */
void asc_timeline_sum_columns (AscTimeline *self, guint row, guint n_rows, double begin_ns, double length_ns, guint n, gint64 (*sums)[ASC_N_STATES]);
/** How many marks each of such columns has in @row (@counts: n), and the stack of the first of them (@stacks: n; unchanged where there is none). */
void asc_timeline_find_marks (AscTimeline *self, AscTimelineMark mark, guint row, double begin_ns, double length_ns, guint n, guint *counts, guint32 *stacks);
/** When records were lost, by begin. Lent. */
const AscTimelineLost *asc_timeline_get_lost (AscTimeline *self, guint *n);
/** The intervals of @row, in the order of time. */
guint asc_timeline_get_n_spans (AscTimeline *self, guint row);
AscTimelineSpan asc_timeline_get_span (AscTimeline *self, guint row, guint i);
/** What the row did at @time_ns. Returns: FALSE where nothing is known */
gboolean asc_timeline_find_span (AscTimeline *self, guint row, gint64 time_ns, AscTimelineSpan *span);
/** Number of marks with a time from @begin_ns up to before @end_ns. */
guint asc_timeline_count_marks (AscTimeline *self, AscTimelineMark mark, guint row, gint64 begin_ns, gint64 end_ns);
/** Who ended the sleep @span, or the sleep before it when it waits for a CPU. Returns: FALSE: that is not recorded, or it is no such wait */
gboolean asc_timeline_find_waker (AscTimeline *self, const AscTimelineSpan *span, AscTimelineWaker *waker);
/**
 * What the rows @row to @row + @n_rows - 1 did between @begin_ns and @end_ns, by stack: ns on the CPU are added to @runs, ns off it to @waits; what has no stack is the last
 * entry. Where no clock tells time, @runs counts samples. @runs, @waits: n_nodes + 1 entries of the experiment's stacks. As long as the range has intervals: some
 * ns for each; any thread. Returns: FALSE when cancelled
 */
gboolean asc_timeline_sum_stacks (AscTimeline *self, guint row, guint n_rows, gint64 begin_ns, gint64 end_ns, gint64 *runs, gint64 *waits, GCancellable *cancellable);
/** The @max longest waits between @begin_ns and @end_ns, the longest first; of intervals that reach beyond them the part within. Returns: (transfer full) (element-type AscTimelineSpan) */
GArray *asc_timeline_list_waits (AscTimeline *self, gint64 begin_ns, gint64 end_ns, guint max);

G_END_DECLS
