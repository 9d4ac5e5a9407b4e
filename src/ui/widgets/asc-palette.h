/* asc-palette.h: colours that mean something
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * The colour of the thread state whose metric is @metric_id ("user", "system", "wait", ...), for light or dark style. Neighbours in the drawing order
 * stay apart for those who see no red or no green. Returns: FALSE when it is no state, or "unknown", which is hatched.
 */
gboolean asc_palette_get_state (const char *metric_id, gboolean dark, GdkRGBA *color);
/** The states' metric ids in their drawing order, NULL-terminated. */
const char *const *asc_palette_list_states (void);

G_END_DECLS
