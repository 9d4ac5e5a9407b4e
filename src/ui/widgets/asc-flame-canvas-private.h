/* asc-flame-canvas-private.h: the flame graph's widget, drawn and driven by several files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-flame-canvas.h"

G_BEGIN_DECLS

#define ASC_FLAME_ROOT 0u
/* px at 100 % text, as the design has them. */
#define ASC_FLAME_ROW 20
#define ASC_FLAME_GAP 1

/** What fills the width. */
typedef struct
{
  double left; /* weights */
  double right;
  guint32 focus;
} AscFlameStop;

/* What the boxes depend on, beside the graph, its colours and what was found in it. */
typedef struct
{
  double left;
  double right;
  double top; /* of level 0 */
  int width;
  int height;
  int pitch;
  guint32 focus;
} AscFlameSight;

struct _AscFlameCanvas
{
  GtkWidget parent_instance;

  AscFlameGraph *graph;
  const AscFlameCell *cells; /* lent by the graph */
  guint n_cells;
  AscFlameColoring coloring;
  AscFlameColors *colors;
  AscFlameDifference *difference; /* or NULL */
  gboolean upward;

  AscFlameStop at;
  GArray *history; /* AscFlameStop */
  AscFlameStop from; /* of the motion that runs */
  AscFlameStop to;
  AdwAnimation *animation;

  guint32 chosen;
  guint32 function;
  AscFlameMarks *outlined;
  AscMatcher *search; /* or NULL */
  guint n_found;
  AscFlameMarks *found;
  double pointer_x;
  double pinch; /* scale of the pinch that goes on, as it was told last */

  GtkAdjustment *adjustments[2]; /* by GtkOrientation */
  GtkScrollablePolicy policies[2];
  gboolean moving; /* the adjustments are being set from here */

  GArray *boxes;          /* AscFlameBox: room for drawing */
  GskRenderNode *drawn;   /* the boxes as they were drawn last, NULL: not yet, or nothing in sight */
  AscFlameSight drawn_in;
  GHashTable *texts;      /* PangoLayout by function and how it is cut */
  GHashTable *short_names; /* by function */
  int advances[128];      /* of ASCII characters, Pango units */
  int other_advance;      /* of a wide one */
  int text_height;
};

/** Height of a level with the gap below it, px. */
int asc_flame_canvas_get_pitch (AscFlameCanvas *self);
/** The level at @y of the widget; may lie outside of the graph. */
int asc_flame_canvas_get_level_at (AscFlameCanvas *self, double y);
/** Top of a level, px of the widget. */
double asc_flame_canvas_get_level_y (AscFlameCanvas *self, guint depth);
/** The cell at a point, or ASC_NONE. */
guint32 asc_flame_canvas_pick (AscFlameCanvas *self, double x, double y);
/** Chooses @cell as the user does: brings it into sight and tells. */
void asc_flame_canvas_choose (AscFlameCanvas *self, guint32 cell);
/** Moves to what @stop says, at once or in motion. */
void asc_flame_canvas_go (AscFlameCanvas *self, const AscFlameStop *stop, gboolean in_motion);
/** Enlarges by @factor around @x px. */
void asc_flame_canvas_zoom_by (AscFlameCanvas *self, double factor, double x);
void asc_flame_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
/** The boxes do not look any more as they were drawn. */
void asc_flame_canvas_forget_drawn (AscFlameCanvas *self);
/** The font or its size changed. */
void asc_flame_canvas_forget_texts (AscFlameCanvas *self);
void asc_flame_canvas_install_input (AscFlameCanvas *self);

G_END_DECLS
