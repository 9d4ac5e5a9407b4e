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

/** Counts the clock events of @experiment into buckets of time. Returns: FALSE, and nothing to draw, when there are none. */
gboolean asc_cpu_chart_set_experiment (AscCpuChart *self, AscExperiment *experiment);

G_END_DECLS
