/* asc-timeline-names.h: functions, colours and threads behind what a timeline shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-session.h"

G_BEGIN_DECLS

/** Reference-counted. Frozen but for @colors, which asc_timeline_names_set_colors() makes: any thread may read. */
typedef struct
{
  AscProfile *profile;
  AscSymbols *symbols;
  AscStates *states;
  AscExperiment *experiment;
  guint number;              /* of the experiment in the profile */
  AscFlameColors *colors[2]; /* light, dark */
} AscTimelineNames;

/** Of what @session shows of experiment @i. Main thread. (transfer full) */
AscTimelineNames *asc_timeline_names_new (AscSession *session, guint i);
AscTimelineNames *asc_timeline_names_ref (AscTimelineNames *self);
void asc_timeline_names_unref (AscTimelineNames *self);
/** Some ms: any thread, before the others read. */
void asc_timeline_names_set_colors (AscTimelineNames *self);

/** The profile's row of the innermost function at stack node @stack, or ASC_NONE. */
guint32 asc_timeline_names_find_function (const AscTimelineNames *self, guint32 stack);
/** The same for what is to be blamed for @span: of a wait the innermost function outside the kernel. */
guint32 asc_timeline_names_find_blamed (const AscTimelineNames *self, const AscTimelineSpan *span);
/** 0xRRGGBB of what stands at @stack. */
guint32 asc_timeline_names_get_color (const AscTimelineNames *self, guint32 stack, gboolean dark);
/** The stack of @span, leaf first, a line each; NULL: none. (transfer full) */
char *asc_timeline_names_dup_stack (const AscTimelineNames *self, const AscTimelineSpan *span);
/** "bench 4711"; "" for none. (transfer full) */
char *asc_timeline_names_dup_thread (const AscTimelineNames *self, guint32 thread);
/** "worker 12, in pthread_mutex_unlock", "an interrupt, while worker 12 ran". (transfer full) */
char *asc_timeline_names_dup_waker (const AscTimelineNames *self, const AscTimelineWaker *waker);

/** Functions by their time in a range, the longest first. */
typedef struct
{
  guint32 function;
  gint64 value; /* ns, or samples where no clock tells time */
} AscTimelineShare;

typedef struct
{
  GArray *runs;  /* of AscTimelineShare: on the CPU */
  GArray *waits; /* of AscTimelineShare: off it, by the function to blame */
} AscTimelineRanking;

/** Blocks as asc_timeline_sum_stacks(), any thread. Returns: (transfer full): NULL when cancelled. */
AscTimelineRanking *asc_timeline_names_rank (const AscTimelineNames *self,
                                             AscTimeline *timeline,
                                             guint row,
                                             guint n_rows,
                                             gint64 begin_ns,
                                             gint64 end_ns,
                                             GCancellable *cancellable);
void asc_timeline_ranking_free (AscTimelineRanking *self);

G_END_DECLS
