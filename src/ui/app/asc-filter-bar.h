/* asc-filter-bar.h: the filter of a session: a chip for each clause
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

#define ASC_TYPE_FILTER_BAR (asc_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (AscFilterBar, asc_filter_bar, ASC, FILTER_BAR, AdwBin)

/** Shown only while there is a filter, or one is typed. */
void asc_filter_bar_set_session (AscFilterBar *self, AscSession *session);
/** Lets the user type a new clause. */
void asc_filter_bar_type (AscFilterBar *self);

G_END_DECLS
