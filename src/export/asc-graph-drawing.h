/* asc-graph-drawing.h: a call graph as boxes and arrows, for the window and for files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-call-graph.h"
#include "asc-graph-layout.h"
#include "asc-picture.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_GRAPH_COLOR_EXCLUSIVE, /* heat of the exclusive share */
  ASC_GRAPH_COLOR_INCLUSIVE,
  ASC_GRAPH_COLOR_OBJECT,    /* load objects apart */
} AscGraphColoring;

typedef enum
{
  ASC_GRAPH_NUMBERS_AUTO,    /* values where they are small counts, else percentages */
  ASC_GRAPH_NUMBERS_PERCENT, /* of <Total> */
  ASC_GRAPH_NUMBERS_VALUE,
} AscGraphNumbers;

/** How a drawing looks. */
typedef struct
{
  const char *font;         /* family, "Cantarell" */
  double font_px;           /* size of its text; all sizes grow with it */
  gboolean dark;
  gboolean high_contrast;
  gboolean plain_numbers;   /* as in C, not with the locale's marks */
  AscGraphColoring coloring;
  AscGraphNumbers numbers;
} AscGraphStyle;

/** What is shown of it beside the graph itself. Lengths are px of the drawing. */
typedef struct
{
  double zoom;            /* px on screen of a px here: labels go below 0.6 */
  double x, y;            /* of what is in sight */
  double width, height;
  guint32 selected;       /* node, or ASC_NONE */
  guint32 focused;        /* node with a ring around it, or ASC_NONE */
  guint32 accent;         /* 0xRRGGBB */
  const AscGraphPoint *moved; /* n_nodes: how far each box still is from its place; NULL: they are there */
  double progress;        /* of the motion, 0 to 1: lines fade in */
} AscGraphLook;

/**
 * AscGraphDrawing:
 *
 * Texts measured, boxes and lines placed; then frozen, but that what is drawn is kept for the next time: one thread at a time.
 */
typedef struct _AscGraphDrawing AscGraphDrawing;

/** Blocks, tens of ms. @before: a drawing whose order is kept where it can, or NULL. Returns: (transfer full); NULL with @error, or cancelled. */
AscGraphDrawing *asc_graph_drawing_new (AscCallGraph *graph, const AscGraphStyle *style, const AscGraphDrawing *before, GCancellable *cancellable, GError **error);
/** Counted by any thread. */
AscGraphDrawing *asc_graph_drawing_ref (AscGraphDrawing *self);
void asc_graph_drawing_unref (AscGraphDrawing *self);

AscCallGraph *asc_graph_drawing_get_graph (const AscGraphDrawing *self);
/** Boxes are nodes, lines are edges, of the same numbers. */
const AscGraphLayout *asc_graph_drawing_get_layout (const AscGraphDrawing *self);
/** The node at a point, or ASC_NONE. */
guint32 asc_graph_drawing_pick_node (const AscGraphDrawing *self, double x, double y);
/** The edge whose line or label is nearest and not farther than @reach, or ASC_NONE. */
guint32 asc_graph_drawing_pick_edge (const AscGraphDrawing *self, double x, double y, double reach);

/** Draws what @look says of it: boxes and lines alone. */
void asc_graph_drawing_paint (AscGraphDrawing *self, cairo_t *cr, const AscGraphLook *look);
/** The same as plain rectangles, for an overview: @scale px for a px. */
void asc_graph_drawing_paint_map (const AscGraphDrawing *self, cairo_t *cr, double scale);
/** What the numbers and colours mean, with its lower left corner at @x, @y. */
void asc_graph_drawing_paint_legend (AscGraphDrawing *self, cairo_t *cr, double x, double y);
void asc_graph_drawing_measure_legend (AscGraphDrawing *self, double *width, double *height);

/** "10.0 / 25.0%" of a node, "+12 callees, 0.8%" of a stub. Returns: (transfer full) */
char *asc_graph_drawing_dup_numbers (const AscGraphDrawing *self, guint node);
/** "10.0%", and where the readings differ "10.0% | 15.0%": seen from the caller, seen from the callee. Returns: (transfer full) */
char *asc_graph_drawing_dup_label (const AscGraphDrawing *self, guint edge);
/** A value as the drawing writes it. Returns: (transfer full) */
char *asc_graph_drawing_dup_value (const AscGraphDrawing *self, gint64 value);

/** The whole drawing with its legend; lent by @self. */
AscPicture asc_graph_drawing_get_picture (AscGraphDrawing *self);
/** The same drawing in colours for paper. Blocks, tens of ms. Returns: (transfer full); NULL with @error */
AscGraphDrawing *asc_graph_drawing_new_for_paper (const AscGraphDrawing *self, GError **error);
/** The same as a file. @write: as cairo has it. Returns: FALSE with @error when it is too large or was not written. */
gboolean asc_graph_drawing_export (AscGraphDrawing *self, AscPictureKind kind, cairo_write_func_t write, gpointer data, GError **error);

/** The graph in the language of Graphviz, in UTF-8. Returns: (transfer full) */
char *asc_call_graph_dup_dot (const AscCallGraph *graph);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscGraphDrawing, asc_graph_drawing_unref)

G_END_DECLS
