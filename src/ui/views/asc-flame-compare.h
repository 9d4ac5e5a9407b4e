/* asc-flame-compare.h: the recording that a flame graph is compared with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "ascribe.h"

G_BEGIN_DECLS

/** @widget: as given; @profile, @name: of what was opened, lent. */
typedef void (*AscFlameCompareFunc) (GtkWidget *widget, AscProfile *profile, const char *name);

/**
 * Asks for a recording, or takes @path (nullable), reads it in a worker until @cancellable says no, and gives it to @ready. What goes wrong is told in the window of @widget. Main thread.
 */
void asc_flame_compare_open (GtkWidget *widget, const char *path, GCancellable *cancellable, AscFlameCompareFunc ready);

G_END_DECLS
