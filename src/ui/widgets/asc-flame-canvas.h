/* asc-flame-canvas.h: a flame graph that is walked, searched and enlarged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "ascribe.h"

G_BEGIN_DECLS

#define ASC_TYPE_FLAME_CANVAS (asc_flame_canvas_get_type ())
G_DECLARE_FINAL_TYPE (AscFlameCanvas, asc_flame_canvas, ASC, FLAME_CANVAS, GtkWidget)

/**
 * AscFlameCanvas:
 *
 * For a GtkScrolledWindow. One cell is chosen; all cells of its function are outlined. Signals: "chosen" (the cell was chosen here, by pointer or key),
 * "changed" (what is chosen, found or enlarged is another), "colored" (the colours are others), "menu" (x, y: a context menu is wanted there).
 */
void asc_flame_canvas_set_graph (AscFlameCanvas *self, AscFlameGraph *graph);
/** What the graph shown has more or less than another (transfer full) (nullable): colors and descriptions tell of it, until the next graph. */
void asc_flame_canvas_take_difference (AscFlameCanvas *self, AscFlameDifference *difference);
/** Lent, or NULL. */
AscFlameDifference *asc_flame_canvas_get_difference (AscFlameCanvas *self);
AscFlameGraph *asc_flame_canvas_get_graph (AscFlameCanvas *self);
void asc_flame_canvas_set_coloring (AscFlameCanvas *self, AscFlameColoring coloring);
/** The colours as they are drawn, or NULL. Lent. */
const AscFlameColors *asc_flame_canvas_get_colors (AscFlameCanvas *self);
/** Whether the root is at the bottom. */
void asc_flame_canvas_set_upward (AscFlameCanvas *self, gboolean upward);

/** Outlines the cells of @function; the chosen cell becomes the widest of them, unless it is one already. */
void asc_flame_canvas_choose_function (AscFlameCanvas *self, guint32 function);
/** The chosen cell, or ASC_NONE. */
guint32 asc_flame_canvas_get_chosen (AscFlameCanvas *self);
/** Of the outlined cells; NULL when there are none. Lent. */
const AscFlameMarks *asc_flame_canvas_get_outlined (AscFlameCanvas *self);

/** Fades what has no name that @matcher finds (NULL: nothing). @step: +1, -1: chooses the next or previous cell found. Returns: how many functions were found */
guint asc_flame_canvas_search (AscFlameCanvas *self, AscMatcher *matcher, int step);
guint asc_flame_canvas_get_n_found (AscFlameCanvas *self);
/** What was found; NULL when nothing is searched. Lent. */
const AscFlameMarks *asc_flame_canvas_get_found (AscFlameCanvas *self);

/** The cell that fills the width; ROOT (0) at first. */
guint32 asc_flame_canvas_get_focus (AscFlameCanvas *self);
/** Enlarges @cell; what was before is remembered. */
void asc_flame_canvas_zoom_to (AscFlameCanvas *self, guint32 cell);
/** To what was before the last enlargement, at last to the whole. Returns: FALSE when the whole is shown already */
gboolean asc_flame_canvas_zoom_out (AscFlameCanvas *self);
gboolean asc_flame_canvas_can_zoom_out (AscFlameCanvas *self);
/** The names from below the root to what fills the width, a line each; NULL: the root does. They mean the same in another graph. Returns: (transfer full) */
char *asc_flame_canvas_dup_path (AscFlameCanvas *self);
/** Enlarges what is at @path (nullable), as far down as there is such a path; what was enlarged before is forgotten. */
void asc_flame_canvas_show_path (AscFlameCanvas *self, const char *path);

/** All that is known of @cell, some lines. Returns: (transfer full) */
char *asc_flame_canvas_dup_description (AscFlameCanvas *self, guint32 cell);
/** Where @cell is drawn, in the widget. Returns: FALSE when it is out of sight */
gboolean asc_flame_canvas_get_bounds (AscFlameCanvas *self, guint32 cell, graphene_rect_t *bounds);

G_END_DECLS
