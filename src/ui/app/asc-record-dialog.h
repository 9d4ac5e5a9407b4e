/* asc-record-dialog.h: a new recording: what, how, and while it is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-window.h"

G_BEGIN_DECLS

#define ASC_TYPE_RECORD_DIALOG (asc_record_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AscRecordDialog, asc_record_dialog, ASC, RECORD_DIALOG, AdwWindow)

/** What was recorded is opened in @window. @preset: what is to be recorded beside what was chosen last: "states", "page-faults", or "" */
GtkWidget *asc_record_dialog_new (AscWindow *window, const char *preset);

G_END_DECLS
