/* asc-filtering.h: which events of a session are to count, and the profile of those that do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

G_BEGIN_DECLS

#define ASC_TYPE_FILTERING (asc_filtering_get_type ())
G_DECLARE_FINAL_TYPE (AscFiltering, asc_filtering, ASC, FILTERING, GObject)

/**
 * AscFiltering:
 *
 * The filter of a session with those before it, for undo and redo. Main thread. A change is computed in a worker; the
 * newest one wins. Signals: "changed": there is another filter; "computed" (AscProfile): the profile of the current
 * filter.
 */
AscFiltering *asc_filtering_new (void);
/** What is computed from: its experiments, names and view; NULL: nothing is open. Without @keep there is no filter any
 * more and nothing to undo; else it is computed again if @profile is of another one. */
void asc_filtering_set_profile (AscFiltering *self, AscProfile *profile, gboolean keep);

/** The profile of everything, without the filter; NULL when nothing is open. Lent. */
AscProfile *asc_filtering_get_whole (AscFiltering *self);
/** Has the filter of @other, whose profile was set here too. What was undone there is not known here. */
void asc_filtering_follow (AscFiltering *self, AscFiltering *other);

/** The filter, or NULL: everything counts. Lent. */
AscFilter *asc_filtering_get (AscFiltering *self);
/** @filter: (nullable). Can be undone. */
void asc_filtering_set (AscFiltering *self, AscFilter *filter);
/** Adds the clause @text, which must be right. */
void asc_filtering_add (AscFiltering *self, const char *text);
/** Undoes (@step -1) or redoes (+1) the last change. */
void asc_filtering_step (AscFiltering *self, int step);
gboolean asc_filtering_can_step (AscFiltering *self, int step);
/** Whether the profile on show is still that of another filter. */
gboolean asc_filtering_is_busy (AscFiltering *self);

/** Where each function of @from is in @to, a profile of the same experiments and names, as asc_session_get_moved() has it. (transfer full) (element-type guint32) */
GArray *asc_filtering_list_moved (AscProfile *from, AscProfile *to);

G_END_DECLS
