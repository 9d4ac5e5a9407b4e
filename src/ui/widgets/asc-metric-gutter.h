/* asc-metric-gutter.h: a metric beside the lines of a source text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "ascribe.h"

G_BEGIN_DECLS

/**
 * AscMetricGutter:
 *
 * One column of a source view's gutter: the percentage of each line in the colour of its heat, nothing where it is zero, the exact value as the tooltip. Of the attributed flavor it shows
 * what was called on a line, with an arrow; a click on it emits "activate" of the renderer.
 */
#define ASC_TYPE_METRIC_GUTTER (asc_metric_gutter_get_type ())
G_DECLARE_FINAL_TYPE (AscMetricGutter, asc_metric_gutter, ASC, METRIC_GUTTER, GtkSourceGutterRenderer)

GtkSourceGutterRenderer *asc_metric_gutter_new (void);
/** Shows @metric of @lines (nullable: nothing). */
void asc_metric_gutter_set_lines (AscMetricGutter *self, AscFileLines *lines, AscFlavor flavor, guint metric);
/** The value beside @line, counted from 1. */
gint64 asc_metric_gutter_get_value (AscMetricGutter *self, guint32 line);
/** px that the column asks for. */
int asc_metric_gutter_get_width (AscMetricGutter *self);

G_END_DECLS
