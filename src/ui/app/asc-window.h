/* asc-window.h: one window with what is open in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

#define ASC_TYPE_WINDOW (asc_window_get_type ())
G_DECLARE_FINAL_TYPE (AscWindow, asc_window, ASC, WINDOW, AdwApplicationWindow)

/** @session: (nullable) (transfer none): what it shows; NULL: a new one. */
AscWindow *asc_window_new (GtkApplication *app, AscSession *session);

AscSession *asc_window_get_session (AscWindow *self);
/** Opens @files (n_files): here, when nothing is open, else asks whether to replace it or to use a new window. */
void asc_window_open (AscWindow *self, GFile **files, guint n_files);
/** Shows the view @id ("functions"). Nothing happens when the data cannot fill it. */
void asc_window_set_view (AscWindow *self, const char *id);
const char *asc_window_get_view (AscWindow *self);
void asc_window_toast (AscWindow *self, const char *title);

G_END_DECLS
