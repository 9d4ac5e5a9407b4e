/* asc-kept-view.h: how an experiment was looked at, and which ones were open, from one run to the next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-session.h"

G_BEGIN_DECLS

/**
 * AscKeptView:
 *
 * Kept in $XDG_STATE_HOME/ascribe/views.ini, a group for each set of files, by their paths, sizes and times of change: a file that was written anew is another one.
 * Those that were not used longest go when there are too many. Nothing fails: what cannot be read is not there, what cannot be written is not kept. Main thread.
 */
typedef struct
{
  char *view;         /* id */
  GHashTable *orders; /* by view id: what its AscViewClass.dup_order gave */
} AscKeptView;

/** Keeps what @session shows, with @kept's view and orders. Samples that come with the program are not kept. */
void asc_kept_view_store (AscSession *session, const AscKeptView *kept);
/** Gives @session, which has just opened its files, the metric, columns, function and center that were kept for them. Returns: (transfer full) (nullable) */
AscKeptView *asc_kept_view_load (AscSession *session);
void asc_kept_view_free (AscKeptView *self);

/** Keeps which files were open: @windows (element-type GStrv). */
void asc_kept_windows_store (GPtrArray *windows);
/** Those of them that are still there. Returns: (transfer full) (element-type GStrv) */
GPtrArray *asc_kept_windows_load (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscKeptView, asc_kept_view_free)

G_END_DECLS
