/* asc-naming-bar.h: says that names are still being looked up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

/**
 * AscNamingBar:
 *
 * A line below the views, there while the session is naming: how far it is, and a button that keeps the names so far.
 */
#define ASC_TYPE_NAMING_BAR (asc_naming_bar_get_type ())
G_DECLARE_FINAL_TYPE (AscNamingBar, asc_naming_bar, ASC, NAMING_BAR, AdwBin)

/** Once. */
void asc_naming_bar_set_session (AscNamingBar *self, AscSession *session);

G_END_DECLS
