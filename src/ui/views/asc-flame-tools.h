/* asc-flame-tools.h: what the flame graph's view offers beside the drawing: menu, legend, copies, files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "ascribe.h"

G_BEGIN_DECLS

/** The context menu of a cell. Returns: (transfer full) */
GMenuModel *asc_flame_menu_new (void);
/** A colour and what it stands for. (transfer floating) */
GtkWidget *asc_flame_legend_new (const AscFlameLegend *legend);
/** The cell @cell, or all (ASC_NONE), as TSV with headings: name, depth and the metric drawn. Returns: (transfer full); NULL when there is no graph */
char *asc_flame_graph_dup_tsv (AscFlameGraph *graph, guint32 cell);
/** Writes @graph, of the experiment at @path, with @difference (nullable), to @file, or asks for one (NULL), and tells of it in the window of @widget. The kind of file is what its name ends in. */
void asc_flame_export (GtkWidget *widget, AscFlameGraph *graph, const char *path, AscFlameDifference *difference, AscFlameColoring coloring, gboolean upward, GFile *file);

G_END_DECLS
