/* asc-timeline-facts.h: what Details says of the marked range and of the chosen moment of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-timeline-names.h"

G_BEGIN_DECLS

#define ASC_TYPE_TIMELINE_FACTS (asc_timeline_facts_get_type ())
G_DECLARE_FINAL_TYPE (AscTimelineFacts, asc_timeline_facts, ASC, TIMELINE_FACTS, AdwBin)

/** Hides itself as long as it has nothing to say. Main thread. */
GtkWidget *asc_timeline_facts_new (void);
void asc_timeline_facts_set_session (AscTimelineFacts *self, AscSession *session);
/** The marked range and the time in each state within it, @sums of ASC_N_STATES; @whose: "bench 4711", "All threads". Its functions are not known yet. */
void asc_timeline_facts_set_range (
    AscTimelineFacts *self, const char *whose, gint64 begin_ns, gint64 end_ns, const gint64 *sums);
/** The functions of that range. @is_time: values are ns, else samples. */
void asc_timeline_facts_set_ranking (
    AscTimelineFacts *self, const AscTimelineNames *names, const AscTimelineRanking *ranking, gboolean is_time);
void asc_timeline_facts_unset_range (AscTimelineFacts *self);
/** The chosen moment: @span, NULL: none; @waker: (nullable). */
void asc_timeline_facts_set_span (AscTimelineFacts *self,
                                  const AscTimelineNames *names,
                                  const AscTimelineSpan *span,
                                  const AscTimelineWaker *waker);

G_END_DECLS
