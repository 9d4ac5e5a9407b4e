/* asc-arc-source.h: callers, center and callees as tables with the same columns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-session.h"
#include "asc-table-source.h"

G_BEGIN_DECLS

/** The three tables around a function or a call-stack fragment, and the sums that must agree, by metric of the profile. */
typedef struct
{
  AscTableSource *callers;
  AscTableSource *center; /* one row */
  AscTableSource *callees;
  gint64 *inclusive;      /* of the center */
  gint64 *exclusive;
  gint64 *callers_sum;    /* of the attributed values */
  gint64 *callees_sum;
} AscArcSources;

/** @fragment: rows of functions, outermost first; one at least. */
AscArcSources *asc_arc_sources_new (AscSession *session, GArray *fragment);
void asc_arc_sources_free (AscArcSources *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscArcSources, asc_arc_sources_free)

G_END_DECLS
