/* asc-pane-handle.h: the line between a side pane and the content, to be dragged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * Lets the separator of @flap be dragged: AdwFlap has no handle of its own. The pane is as wide as the setting @key says (px at 100 % text), at
 * least @minimum, and the setting follows. Lives as long as @flap. Main thread.
 */
void asc_pane_handle_attach (AdwFlap *flap, const char *key, int minimum);

G_END_DECLS
