/* asc-test-window.h: a real window for the tests, driven by its actions and seen through its widgets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-application.h"
#include "asc-view.h"
#include "asc-window.h"

/* A test's main() begins with asc_test_window_init() and ends with asc_test_window_run(). */

typedef gboolean (*AscTestCondition) (AscWindow *window, const char *argument);

void asc_test_window_init (int *argc, char ***argv);
/** Runs the tests. Returns: the exit status */
int asc_test_window_run (void);

/** Lets what was begun end, as for a user before the next key. */
void asc_test_settle (void);
/** Turns the main loop until @condition holds; a test that waits in vain fails. */
void asc_test_wait_for (AscTestCondition condition, AscWindow *window, const char *argument);

/** A window with the start page. */
AscWindow *asc_test_new_window (void);
/** A window that has opened the bundled sample @sample and shows its Overview. */
AscWindow *asc_test_new_window_with_sample (const char *sample);
/** Destroys @window, and asserts that nothing holds it any more. */
void asc_test_close_window (AscWindow *window);
/** Activates @detailed, "win.view::functions", as a menu would. */
void asc_test_activate (AscWindow *window, const char *detailed);

/** What a widget shows as text, or NULL. */
const char *asc_test_get_text (GtkWidget *widget);
/** The first widget on show below @parent whose text is @text, or NULL. */
GtkWidget *asc_test_find_text (GtkWidget *parent, const char *text);
/** The first widget of @type below @parent, or NULL. */
GtkWidget *asc_test_find_type (GtkWidget *parent, GType type);
/** The first cell of a table on show below @parent that names the row @name, or NULL. */
GtkWidget *asc_test_find_cell (GtkWidget *parent, const char *name);
/** The view on show. */
GtkWidget *asc_test_find_shown_view (AscWindow *window);
/** The only function of that name. */
guint32 asc_test_find_function (AscWindow *window, const char *name);

/** Runs `xdotool LINE` (words parted by one blank), and then what follows from it. Skips the test where there is none. */
gboolean asc_test_xdo (const char *line);
/** Gives @window the keyboard, for keys by asc_test_xdo(). */
void asc_test_focus (AscWindow *window);
/** Clicks in the middle of @widget, with "1" or, say, "--repeat 2 1"; @key: "ctrl" or "shift" is held, or NULL. */
void asc_test_click (AscWindow *window, GtkWidget *widget, const char *buttons, const char *key);

/* Conditions. */
gboolean asc_test_shows (AscWindow *window, const char *text);
/** Whether the line that the cursor is in is to be seen, whole. */
gboolean asc_test_sees_cursor (GtkTextView *view);
gboolean asc_test_hides (AscWindow *window, const char *text);
gboolean asc_test_in_view (AscWindow *window, const char *id);
gboolean asc_test_is_ready (AscWindow *window, const char *unused);
