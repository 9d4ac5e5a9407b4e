/* asc-preferences.h: how everything is shown, for all windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * AscPreferences:
 *
 * Changes the settings at once; windows follow them. Main thread.
 */
#define ASC_TYPE_PREFERENCES (asc_preferences_get_type ())
G_DECLARE_FINAL_TYPE (AscPreferences, asc_preferences, ASC, PREFERENCES, AdwPreferencesWindow)

/** Gives the library the colours and limits of the settings, now and whenever they change while @follower lives. Before the first window, which asks for them. */
void asc_preferences_use (GObject *follower);
GtkWidget *asc_preferences_new (GtkWindow *parent);

G_END_DECLS
