/* asc-hot-keys.h: F8 and Shift+F8 go to the next and the previous hot line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** @step: 1: the next hot line of @widget, -1: the previous one. Returns: FALSE: the key means something else. */
typedef gboolean (*AscHotKeyFunc) (GtkWidget *widget, int step);

/** Wherever in the window the keyboard is, as long as @widget is on show. */
void asc_hot_keys_add (GtkWidget *widget, AscHotKeyFunc go);

G_END_DECLS
