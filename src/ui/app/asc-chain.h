/* asc-chain.h: functions that follow each other in call stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * A call-stack fragment as it stands in the center of Callers-Callees: (element-type guint32) rows of the profile's functions, outermost first. Once made it is never
 * changed, so that a session, its views and its history share it. The functions below return a new one.
 */

/** @function alone; ASC_NONE: none at all. */
GArray *asc_chain_new (guint32 function);
GArray *asc_chain_prepend (GArray *self, guint32 function);
GArray *asc_chain_append (GArray *self, guint32 function);
/** Without function number @i. */
GArray *asc_chain_remove (GArray *self, guint i);
/** Functions number @first .. @end - 1. */
GArray *asc_chain_cut (GArray *self, guint first, guint end);
/** Each function as @move (data, function) tells; when one of them is no more, the last one alone, if it still is. */
GArray *asc_chain_move (GArray *self, guint32 (*move) (gpointer data, guint32 function), gpointer data);

/** The function that is the center: the last one, or ASC_NONE. */
guint32 asc_chain_get_center (GArray *self);
gboolean asc_chain_equal (GArray *a, GArray *b);
gboolean asc_chain_has (GArray *self, guint32 function);

G_END_DECLS
