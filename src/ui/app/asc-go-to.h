/* asc-go-to.h: a function by a few letters of its name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

/**
 * AscGoTo:
 *
 * A dialog with an entry and the functions that answer best to it. Signal "chosen" (guint: function of the session's profile), when one is; then it closes.
 */
#define ASC_TYPE_GO_TO (asc_go_to_get_type ())
G_DECLARE_FINAL_TYPE (AscGoTo, asc_go_to, ASC, GO_TO, AdwWindow)

GtkWidget *asc_go_to_new (GtkWindow *parent, AscSession *session);

G_END_DECLS
