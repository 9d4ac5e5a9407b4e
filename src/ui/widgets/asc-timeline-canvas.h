/* asc-timeline-canvas.h: bands of states and samples over time, a row for each thread or CPU
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "ascribe.h"

G_BEGIN_DECLS

#define ASC_TYPE_TIMELINE_CANVAS (asc_timeline_canvas_get_type ())
G_DECLARE_FINAL_TYPE (AscTimelineCanvas, asc_timeline_canvas, ASC, TIMELINE_CANVAS, GtkWidget)

/** The colour of what stands at stack node @stack, 0xRRGGBB. */
typedef guint32 (*AscTimelineColorFunc) (gpointer data, guint32 stack, gboolean dark);
/** What to say of @span of @timeline in some words, "futex_wait, in st_mutex"; NULL: nothing. Returns: (transfer full) */
typedef char *(*AscTimelineNameFunc) (gpointer data, AscTimeline *timeline, const AscTimelineSpan *span);

typedef enum
{
  ASC_TIMELINE_LOW,    /* 20 px: the band of states */
  ASC_TIMELINE_NORMAL, /* 44 px: and the samples */
  ASC_TIMELINE_TALL,   /* and the whole stacks, 8 px a frame, outermost above */
} AscTimelineHeight;

/**
 * AscTimelineCanvas:
 *
 * Main thread. The ruler and the sum of all rows stay on top; the adjustments (time in ns; pixels of rows) are for two scroll bars.
 *
 * Signals: "chosen": a row, and a moment in it, was chosen here; "range-changed": another range is marked, or none; "zoomed": another stretch of time is shown; "row-height": the keys chose another height.
 */
GtkWidget *asc_timeline_canvas_new (void);
/** @data is for the two functions, and freed by @destroy. NULL @timeline: nothing is shown. */
void asc_timeline_canvas_set_timeline (AscTimelineCanvas *self, AscTimeline *timeline, AscTimelineColorFunc color, AscTimelineNameFunc name, gpointer data, GDestroyNotify destroy);
/** The same recording with other names or another filter: the time and the rows in sight, what is chosen, marked and unfolded stay. */
void asc_timeline_canvas_replace_timeline (AscTimelineCanvas *self, AscTimeline *timeline, AscTimelineColorFunc color, AscTimelineNameFunc name, gpointer data, GDestroyNotify destroy);
GtkAdjustment *asc_timeline_canvas_get_time_adjustment (AscTimelineCanvas *self);
GtkAdjustment *asc_timeline_canvas_get_row_adjustment (AscTimelineCanvas *self);

/** Makes the time that is shown longer (@factor above 1) or shorter, around the pointer, the range or the middle. */
void asc_timeline_canvas_zoom (AscTimelineCanvas *self, double factor);
/** Shows all, or the marked range if there is one. */
void asc_timeline_canvas_fit (AscTimelineCanvas *self);
void asc_timeline_canvas_fit_all (AscTimelineCanvas *self);
/** Shows @begin_ns to @end_ns with some room around them. */
void asc_timeline_canvas_show_time (AscTimelineCanvas *self, gint64 begin_ns, gint64 end_ns);
/** Shows just that. */
void asc_timeline_canvas_set_shown (AscTimelineCanvas *self, gint64 begin_ns, gint64 end_ns);
void asc_timeline_canvas_get_shown (AscTimelineCanvas *self, gint64 *begin_ns, gint64 *end_ns);

/** The marked range. Returns: FALSE when there is none */
gboolean asc_timeline_canvas_get_range (AscTimelineCanvas *self, gint64 *begin_ns, gint64 *end_ns);
/** @end_ns not after @begin_ns: none. */
void asc_timeline_canvas_set_range (AscTimelineCanvas *self, gint64 begin_ns, gint64 end_ns);

/** The chosen row, of a process the first of @n_rows (out) (optional); ASC_NONE: none. */
guint asc_timeline_canvas_get_row (AscTimelineCanvas *self, guint *n_rows);
/** The chosen moment, or -1. */
gint64 asc_timeline_canvas_get_time (AscTimelineCanvas *self);
/** Chooses @row and @time_ns (-1: none), and brings the row on screen; emits nothing. */
void asc_timeline_canvas_choose (AscTimelineCanvas *self, guint row, gint64 time_ns);
void asc_timeline_canvas_set_row_height (AscTimelineCanvas *self, AscTimelineHeight height);
AscTimelineHeight asc_timeline_canvas_get_row_height (AscTimelineCanvas *self);
/** Whether the threads of a process are one row. */
void asc_timeline_canvas_set_by_process (AscTimelineCanvas *self, gboolean by_process);
/** What a state is called: "User lock". */
const char *asc_timeline_state_get_title (AscState state);
/** The state's colour. Returns: FALSE: it is hatched */
gboolean asc_timeline_state_get_color (AscState state, gboolean dark, GdkRGBA *color);
/** "■ User lock" as markup, with its colour of the style that is on; a hatched square where it has none. (transfer full) */
char *asc_timeline_state_dup_markup (AscState state);
/** The states with any time in @sums (ASC_N_STATES), the longest first: @order has room for all. Returns: how many */
guint asc_timeline_order_states (const gint64 *sums, AscState *order);

G_END_DECLS
