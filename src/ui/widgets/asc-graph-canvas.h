/* asc-graph-canvas.h: a call graph to look at and walk in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "ascribe.h"

G_BEGIN_DECLS

#define ASC_TYPE_GRAPH_CANVAS (asc_graph_canvas_get_type ())
G_DECLARE_FINAL_TYPE (AscGraphCanvas, asc_graph_canvas, ASC, GRAPH_CANVAS, GtkWidget)

/**
 * AscGraphCanvas:
 *
 * Signals: "selected" (guint node) and "activated" (guint node) of the drawing that is shown, by pointer or key. Drawn by AscGraphDrawing, as files are.
 */

/**
 * Takes over @drawing (transfer full; NULL: nothing). What is chosen stays where it is on screen when it is in both; @fit: all of it is to be seen, or what is hottest.
 * @moved: (nullable) (element-type guint32): for each row of the profile before, its row in this one; NULL: the same.
 */
void asc_graph_canvas_take_drawing (AscGraphCanvas *self, AscGraphDrawing *drawing, gboolean fit, GArray *moved);
/** Lent, or NULL. */
AscGraphDrawing *asc_graph_canvas_get_drawing (AscGraphCanvas *self);
/** Marks @node (ASC_NONE: none) and brings it into sight. */
void asc_graph_canvas_select (AscGraphCanvas *self, guint32 node);
guint32 asc_graph_canvas_get_selected (AscGraphCanvas *self);
/** Looks for the nodes whose names @matcher finds (NULL: none) and chooses the next (@step 1), the one before (-1) or the first. Returns: how many. */
guint asc_graph_canvas_search (AscGraphCanvas *self, AscMatcher *matcher, int step);

/** Chooses the node at a point of the widget, as a click does; nothing changes when there is none. */
void asc_graph_canvas_choose_at (AscGraphCanvas *self, double x, double y);

double asc_graph_canvas_get_zoom (AscGraphCanvas *self);
/** Around the middle of what is in sight; 1 is 100 %. */
void asc_graph_canvas_set_zoom (AscGraphCanvas *self, double zoom);
void asc_graph_canvas_fit (AscGraphCanvas *self);
/** Where a node is in the widget, for popovers and tests. Returns: FALSE when there is none such. */
gboolean asc_graph_canvas_get_node_area (AscGraphCanvas *self, guint32 node, GdkRectangle *area);

G_END_DECLS
