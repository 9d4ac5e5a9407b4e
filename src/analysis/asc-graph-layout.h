/* asc-graph-layout.h: boxes in layers, edges between them
 *
 * After Sugiyama, Tagawa and Toda: cycles are broken, boxes get layers, long edges get a bend in each layer that they cross, the order in each layer is
 * chosen so that few edges cross, and then places. Equal input gives an equal picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  ASC_GRAPH_MIDDLE,
  ASC_GRAPH_TOP,    /* of its layer */
  ASC_GRAPH_BOTTOM,
} AscGraphAlign;

/** Lengths are px, y grows downwards. */
typedef struct
{
  double width;
  double height;
  double right;      /* more room that is kept free at its right side */
  AscGraphAlign align;
  double hint;       /* where it was before, to keep the order; NAN: nowhere */
  double x;          /* set: center */
  double y;          /* set: top */
  guint layer;       /* set */
} AscGraphBox;

typedef struct
{
  double x;
  double y;
} AscGraphPoint;

typedef struct
{
  guint from;
  guint to;
  double weight;       /* 0 to 1: heavy edges are short and straight */
  double label_width;  /* of the plate; 0: none */
  double label_height;
  AscGraphPoint label; /* set: its center */
  guint n_points;      /* set: 3 k + 1, cubic Bézier segments from the caller's border to the callee's; 0 for a loop */
  AscGraphPoint *points;
} AscGraphLine;

typedef struct
{
  guint n_boxes;
  AscGraphBox *boxes;
  guint n_lines;
  AscGraphLine *lines;
  double gap_x;   /* between neighbors */
  double gap_y;   /* between layers, at least */
  double loop;    /* how far a loop goes out at the right side */
  double width;   /* set */
  double height;  /* set */
} AscGraphLayout;

/** Room for so many boxes and lines, all zero. Returns: (transfer full) */
AscGraphLayout *asc_graph_layout_new (guint n_boxes, guint n_lines);
void asc_graph_layout_free (AscGraphLayout *self);

/**
 * Sets what is marked "set". @n_boxes may be 0. Some ms for a hundred boxes; any thread, that no other uses @self.
 * Returns: FALSE with @error when cancelled; then nothing of it is to be used.
 */
gboolean asc_graph_layout_run (AscGraphLayout *self, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscGraphLayout, asc_graph_layout_free)

G_END_DECLS
