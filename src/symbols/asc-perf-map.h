/* asc-perf-map.h: names of code made at run time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "asc-symbol-table.h"

G_BEGIN_DECLS

/**
 * Reads a perf-PID.map into @table: "START SIZE NAME" a line, numbers hexadecimal, the name to the end of the line, blanks included (Linux, tools/perf/Documentation/jit-interface.txt). A
 * later line overrides an earlier one where they overlap. Other lines are counted in *@n_bad. The names live as long as the table.
 */
gboolean asc_perf_map_read (const char *path, AscSymbolTable *table, guint *n_bad, GError **error);

G_END_DECLS
