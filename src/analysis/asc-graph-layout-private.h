/* asc-graph-layout-private.h: the steps of a layout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-graph-layout.h"

G_BEGIN_DECLS

/** From a vertex to one in the layer above or below. */
typedef struct
{
  guint vertex;
  double weight;
} AscGraphLink;

/** Links of all vertices, by vertex. */
typedef struct
{
  guint *start; /* n + 1 */
  AscGraphLink *links;
} AscGraphLinks;

/**
 * Boxes, and the bends of long edges, are vertices. Each link goes to the next layer.
 */
typedef struct
{
  AscGraphLayout *layout;
  guint n;           /* vertices: boxes, then bends */
  guint n_layers;
  guint *layer;      /* by vertex */
  guint *pos;        /* by vertex: place in its layer */
  double *x;         /* by vertex: center */
  guint *first_bend; /* by line: its bends in order from the upper end; n_bends of them */
  guint *n_bends;
  gboolean *reversed; /* by line: it goes up */
  AscGraphLinks up;
  AscGraphLinks down;
  guint *order_start; /* n_layers + 1 */
  guint *order;       /* vertices by layer and place */
} AscGraphLayers;

static inline gboolean
asc_graph_layers_is_bend (const AscGraphLayers *self, guint vertex)
{
  return vertex >= self->layout->n_boxes;
}

/** Breaks cycles, chooses layers, makes the bends and the links; asc-graph-layers.c. FALSE: there are too many bends. */
gboolean asc_graph_layers_init (AscGraphLayers *self, AscGraphLayout *layout);
void asc_graph_layers_clear (AscGraphLayers *self);
/** Chooses the order in the layers; asc-graph-order.c. Returns: FALSE when cancelled. */
gboolean asc_graph_layers_sort (AscGraphLayers *self, GCancellable *cancellable);
/** Chooses x; asc-graph-place.c. */
void asc_graph_layers_place (AscGraphLayers *self);
/** Chooses y, draws the lines, places the labels; asc-graph-route.c. */
void asc_graph_layers_route (AscGraphLayers *self);

G_END_DECLS
