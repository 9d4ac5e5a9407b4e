/* asc-details.h: everything about the chosen function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

#define ASC_TYPE_DETAILS (asc_details_get_type ())
G_DECLARE_FINAL_TYPE (AscDetails, asc_details, ASC, DETAILS, AdwBin)

void asc_details_set_session (AscDetails *self, AscSession *session);
/** What the view on screen has to say above the function: @widget, or NULL. */
void asc_details_set_above (AscDetails *self, GtkWidget *widget);

G_END_DECLS
