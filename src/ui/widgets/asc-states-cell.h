/* asc-states-cell.h: a bar of thread states
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cell.h"

G_BEGIN_DECLS

/** AscStatesCell: the parts of an ASC_CELL_STATES column side by side, each in its colour. */
#define ASC_TYPE_STATES_CELL (asc_states_cell_get_type ())
G_DECLARE_FINAL_TYPE (AscStatesCell, asc_states_cell, ASC, STATES_CELL, AscCell)

G_END_DECLS
