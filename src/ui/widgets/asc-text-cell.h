/* asc-text-cell.h: a name, an address, a number that is no metric
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cell.h"

G_BEGIN_DECLS

/**
 * AscTextCell:
 *
 * Names are elided in the middle, and before that lose template arguments and parameters. In a tree the name column's cell is indented
 * and has an arrow; a click on it opens and closes the row.
 */
#define ASC_TYPE_TEXT_CELL (asc_text_cell_get_type ())
G_DECLARE_FINAL_TYPE (AscTextCell, asc_text_cell, ASC, TEXT_CELL, AscCell)

G_END_DECLS
