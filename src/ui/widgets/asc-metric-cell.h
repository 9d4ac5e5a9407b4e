/* asc-metric-cell.h: a metric's value and percent, and a bar behind them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cell.h"

G_BEGIN_DECLS

#define ASC_TYPE_METRIC_CELL (asc_metric_cell_get_type ())
G_DECLARE_FINAL_TYPE (AscMetricCell, asc_metric_cell, ASC, METRIC_CELL, AscCell)

G_END_DECLS
