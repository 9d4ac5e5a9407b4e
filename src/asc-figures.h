/* asc-figures.h: the kernel's own figures beside the metrics, so that one can judge the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"

G_BEGIN_DECLS

/** Where a figure of the kernel was read. */
typedef enum
{
  ASC_FIGURE_SCHEDSTAT,  /* /proc/PID/task/TID/schedstat: exact, as of its last reading */
  ASC_FIGURE_STAT,       /* /proc/PID/task/TID/stat: counted in ticks of the clock */
  ASC_FIGURE_GETRUSAGE,  /* of the program at its end, with its children */
  ASC_FIGURE_TRACEPOINT, /* sched:sched_stat_runtime and _wait in the recording itself */
} AscFigureSource;

typedef struct
{
  guint32 row;       /* of the profile's threads; 0: <Total> */
  guint metric;      /* of the profile */
  AscFigureSource source;
  gint64 kernel_ns;  /* what the kernel counted */
  gint64 metric_ns;  /* what the metric says */
} AscFigure;

/**
 * Compares the metrics of each thread, and of all, with what the kernel counted: from statistics that `ascribe-cli record` kept beside the recording, else from the recording's
 * own samples of sched_stat. Blocks; any thread. Returns: (transfer full) (element-type AscFigure): empty when nothing was kept.
 */
GArray *asc_figures_compare (AscProfile *profile, AscProfileInput *input);

/** Whether there is anything to compare; quick, any thread. */
gboolean asc_figures_can_compare (AscProfileInput *input);

/** "schedstat", "stat", "getrusage", "sched_stat" */
const char *asc_figure_source_get_id (AscFigureSource source);

G_END_DECLS
