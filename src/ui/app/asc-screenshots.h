/* asc-screenshots.h: pictures of every view, taken by the program itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-window.h"

G_BEGIN_DECLS

/** Called when all pictures are written; @error: (nullable): why not. */
typedef void (*AscScreenshotsDone) (const GError *error, gpointer data);

/** Opens @files (n_files) in @window, which shows the start page, and writes PNGs of all there is to see into @folder. Main thread; returns at once. */
void asc_screenshots_take (AscWindow *window, const char *folder, GFile **files, guint n_files, AscScreenshotsDone done, gpointer data);

/** A picture of @window with the popover that is open in it. */
gboolean asc_screenshots_save (GtkWindow *window, const char *path, GError **error);

G_END_DECLS
