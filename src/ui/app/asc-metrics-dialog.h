/* asc-metrics-dialog.h: which metrics stand in the tables, in which form and order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

/**
 * AscMetricsDialog:
 *
 * A row for each metric of the session's profile: exclusive and inclusive, each as value and as percent, and its place. Every change is
 * seen at once in the tables and remembered for recordings of the same kind. At least one column stays. Closes when the profile changes. Main thread.
 */
#define ASC_TYPE_METRICS_DIALOG (asc_metrics_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AscMetricsDialog, asc_metrics_dialog, ASC, METRICS_DIALOG, AdwWindow)

GtkWidget *asc_metrics_dialog_new (GtkWindow *parent, AscSession *session);

G_END_DECLS
