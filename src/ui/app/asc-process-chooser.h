/* asc-process-chooser.h: a button that opens the list of processes that run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASC_TYPE_PROCESS_CHOOSER (asc_process_chooser_get_type ())
G_DECLARE_FINAL_TYPE (AscProcessChooser, asc_process_chooser, ASC, PROCESS_CHOOSER, GtkWidget)

/** Writes the number of the process that is chosen into @entry, lent. Returns: (transfer floating) */
GtkWidget *asc_process_chooser_new (GtkEditable *entry);

G_END_DECLS
