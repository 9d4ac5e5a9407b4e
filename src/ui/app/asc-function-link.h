/* asc-function-link.h: a function's name with a value, as a row; a click chooses it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "asc-session.h"

G_BEGIN_DECLS

/** @function: row of @profile; @value: short, "12.34%"; @exact: for the tooltip, "Total CPU Time: 1,234 ns". (transfer floating) */
GtkWidget *asc_function_link_new (
    AscSession *session, AscProfile *profile, guint32 function, const char *value, const char *exact);

G_END_DECLS
