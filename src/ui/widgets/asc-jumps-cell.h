/* asc-jumps-cell.h: the lines of jumps that pass a row of instructions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cell.h"

G_BEGIN_DECLS

#define ASC_TYPE_JUMPS_CELL (asc_jumps_cell_get_type ())
G_DECLARE_FINAL_TYPE (AscJumpsCell, asc_jumps_cell, ASC, JUMPS_CELL, AscCell)

/** Width for the lines of @jumps, px. */
int asc_jumps_cell_measure (AscJumps *jumps);

G_END_DECLS
