/* asc-states-legend.h: which colour is which state, below a table with bars of states
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-table-source.h"

G_BEGIN_DECLS

#define ASC_TYPE_STATES_LEGEND (asc_states_legend_get_type ())
G_DECLARE_FINAL_TYPE (AscStatesLegend, asc_states_legend, ASC, STATES_LEGEND, AdwBin)

/** Hidden as long as its table has no such bars. */
GtkWidget *asc_states_legend_new (void);
void asc_states_legend_set_source (AscStatesLegend *self, AscTableSource *source);

G_END_DECLS
