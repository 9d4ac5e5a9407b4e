/* asc-cpu-chart.h: how many CPUs were busy, over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "ascribe.h"

G_BEGIN_DECLS

#define ASC_TYPE_CPU_CHART (asc_cpu_chart_get_type ())
G_DECLARE_FINAL_TYPE (AscCpuChart, asc_cpu_chart, ASC, CPU_CHART, GtkWidget)

/**
 * Counts the clock events of the first experiment of @profile that passed its filter into buckets of time, on a worker thread; what was drawn stays until then.
 * Returns: FALSE, and nothing to draw, when it has none.
 */
gboolean asc_cpu_chart_set_profile (AscCpuChart *self, AscProfile *profile);
/** What is drawn, in words; NULL: nothing yet. */
const char *asc_cpu_chart_get_description (AscCpuChart *self);

G_END_DECLS
