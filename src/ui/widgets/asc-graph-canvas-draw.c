/* asc-graph-canvas-draw.c: what the canvas shows: the drawing, its legend, an overview map
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-canvas-private.h"

#include <math.h>

#define MAP_WIDTH 160.0
#define MAP_HEIGHT 100.0
#define MAP_MARGIN 12.0

gboolean
asc_graph_canvas_get_map (AscGraphCanvas *self, GdkRectangle *area, double *scale)
{
  const AscGraphLayout *layout = asc_graph_canvas_get_layout (self);
  double width = asc_graph_canvas_get_width (self);

  if (layout == NULL || (layout->width <= width / self->zoom && layout->height <= asc_graph_canvas_get_height (self) / self->zoom) || width < 3 * MAP_WIDTH)
    return FALSE;
  *scale = MIN (MAP_WIDTH / layout->width, MAP_HEIGHT / layout->height);
  area->width = (int) ceil (layout->width * *scale);
  area->height = (int) ceil (layout->height * *scale);
  area->x = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? (int) MAP_MARGIN : (int) (width - MAP_MARGIN) - area->width;
  area->y = (int) (asc_graph_canvas_get_height (self) - MAP_MARGIN) - area->height;
  return TRUE;
}

gboolean
asc_graph_canvas_is_in_map (AscGraphCanvas *self, double x, double y)
{
  GdkRectangle area;
  double scale;

  return asc_graph_canvas_get_map (self, &area, &scale) && x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}

static void
set_rgba (cairo_t *cr, const GdkRGBA *color, double alpha)
{
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, (double) color->alpha * alpha);
}

static void
lookup (AscGraphCanvas *self, const char *name, GdkRGBA *color)
{
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));

  if (!gtk_style_context_lookup_color (style, name, color))
    gtk_style_context_get_color (style, color);
}

static void
draw_map (AscGraphCanvas *self, cairo_t *cr)
{
  GdkRectangle area;
  double scale;
  GdkRGBA paper;
  GdkRGBA accent;

  if (!asc_graph_canvas_get_map (self, &area, &scale))
    return;
  lookup (self, "window_bg_color", &paper);
  lookup (self, "accent_color", &accent);
  cairo_save (cr);
  cairo_translate (cr, area.x, area.y);
  cairo_rectangle (cr, -4, -4, area.width + 8, area.height + 8);
  set_rgba (cr, &paper, 0.92);
  cairo_fill (cr);
  asc_graph_drawing_paint_map (self->drawing, cr, scale);
  cairo_rectangle (cr, 0, 0, area.width, area.height);
  cairo_clip (cr);
  cairo_rectangle (cr, self->x * scale, self->y * scale, asc_graph_canvas_get_width (self) / self->zoom * scale, asc_graph_canvas_get_height (self) / self->zoom * scale);
  set_rgba (cr, &accent, 0.12);
  cairo_fill_preserve (cr);
  set_rgba (cr, &accent, 1);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_legend (AscGraphCanvas *self, cairo_t *cr)
{
  double width;
  double height;
  GdkRGBA paper;

  asc_graph_drawing_measure_legend (self->drawing, &width, &height);
  if (width + 4 * MAP_MARGIN > asc_graph_canvas_get_width (self) - MAP_WIDTH || height > asc_graph_canvas_get_height (self) / 3)
    return;
  lookup (self, "window_bg_color", &paper);
  cairo_rectangle (cr, MAP_MARGIN - 6, asc_graph_canvas_get_height (self) - MAP_MARGIN - height - 6, width + 12, height + 12);
  set_rgba (cr, &paper, 0.85);
  cairo_fill (cr);
  asc_graph_drawing_paint_legend (self->drawing, cr, MAP_MARGIN, asc_graph_canvas_get_height (self) - MAP_MARGIN);
}

static guint32
to_rgb (const GdkRGBA *color)
{
  return (guint32) lround ((double) color->red * 255) << 16 | (guint32) lround ((double) color->green * 255) << 8 | (guint32) lround ((double) color->blue * 255);
}

static double
get_progress (AscGraphCanvas *self)
{
  double t = self->moved != NULL ? (double) (gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (GTK_WIDGET (self))) - self->start_us) / ASC_GRAPH_MOTION_US : 1;

  t = CLAMP (t, 0, 1);
  return 1 - (1 - t) * (1 - t) * (1 - t);
}

void
asc_graph_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AscGraphCanvas *self = ASC_GRAPH_CANVAS (widget);
  double width = asc_graph_canvas_get_width (self);
  double height = asc_graph_canvas_get_height (self);
  AscGraphLook look = { .zoom = self->zoom, .x = self->x, .y = self->y, .selected = self->selected, .focused = ASC_NONE };
  GdkRGBA accent;
  cairo_t *cr;

  if (self->drawing == NULL || width <= 0 || height <= 0)
    return;
  lookup (self, "accent_color", &accent);
  look.accent = to_rgb (&accent);
  look.width = width / self->zoom;
  look.height = height / self->zoom;
  look.moved = self->moved;
  look.progress = get_progress (self);
  if (gtk_widget_has_visible_focus (widget))
    look.focused = self->selected;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_save (cr);
  cairo_scale (cr, self->zoom, self->zoom);
  cairo_translate (cr, -self->x, -self->y);
  asc_graph_drawing_paint (self->drawing, cr, &look);
  cairo_restore (cr);
  draw_legend (self, cr);
  draw_map (self, cr);
  cairo_destroy (cr);
}
