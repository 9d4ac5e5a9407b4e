/* asc-graph-canvas-private.h: the canvas and how it is drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-graph-canvas.h"

G_BEGIN_DECLS

/** How long boxes move to their new places. */
#define ASC_GRAPH_MOTION_US 200000

struct _AscGraphCanvas
{
  GtkWidget parent_instance;

  AscGraphDrawing *drawing;
  double zoom;
  double x; /* of the drawing at the widget's upper left corner */
  double y;
  guint32 selected;
  gboolean fit_wanted; /* once there is a size */
  gboolean in_map;     /* a drag moves the map's frame */
  double drag_x;       /* x, y when the drag began */
  double drag_y;
  double pinch_zoom;
  double pointer_x;
  double pointer_y;
  AscGraphPoint *moved; /* n boxes: where they come from, while they move */
  gint64 start_us;
  guint tick;
};

static inline const AscGraphLayout *
asc_graph_canvas_get_layout (AscGraphCanvas *self)
{
  return self->drawing != NULL ? asc_graph_drawing_get_layout (self->drawing) : NULL;
}

static inline double
asc_graph_canvas_get_width (AscGraphCanvas *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self));
}

static inline double
asc_graph_canvas_get_height (AscGraphCanvas *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self));
}

/* In asc-graph-canvas-draw.c. */
/** Where the overview map stands, and its px for a px of the drawing. Returns: FALSE when all is in sight without it */
gboolean asc_graph_canvas_get_map (AscGraphCanvas *self, GdkRectangle *area, double *scale);
gboolean asc_graph_canvas_is_in_map (AscGraphCanvas *self, double x, double y);
void asc_graph_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);

G_END_DECLS
