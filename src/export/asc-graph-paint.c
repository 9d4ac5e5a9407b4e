/* asc-graph-paint.c: call graphs with cairo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-drawing-private.h"

#include "asc-colors.h"

#include <glib/gi18n.h>
#include <math.h>

#define RADIUS 6.0
#define ARROW 6.0
/* Below this zoom, and under this share unless an end is selected, labels are left out. */
#define LABEL_ZOOM 0.6
#define LABEL_SHARE 0.01
#define SWATCH_WIDTH 34.0
#define SWATCH_HEIGHT 10.0
#define LEGEND_GAP 4.0

static guint32
background (const AscGraphDrawing *self)
{
  return self->style.dark ? 0x242424 : 0xFAFAFA;
}

static guint32
foreground (const AscGraphDrawing *self)
{
  return self->style.dark ? 0xFFFFFF : self->style.high_contrast ? 0x000000 : 0x2E3436;
}

static guint32
line_color (const AscGraphDrawing *self)
{
  return self->style.high_contrast ? foreground (self) : self->style.dark ? 0x9A9996 : 0x77767B;
}

static PangoContext *
get_context (AscGraphDrawing *self)
{
  if (self->context == NULL)
    self->context = asc_graph_drawing_new_context ();
  return self->context;
}

/* Lays the text out when it is first painted. */
static PangoLayout *
get_layout (AscGraphDrawing *self, PangoLayout **layout, const char *text, double size, gboolean bold, double width)
{
  if (*layout != NULL)
    return *layout;
  *layout = asc_graph_drawing_new_layout (self, get_context (self), text, size, bold);
  if (width > 0)
    {
      pango_layout_set_width (*layout, (int) (width * PANGO_SCALE) + 1);
      pango_layout_set_ellipsize (*layout, PANGO_ELLIPSIZE_MIDDLE);
      pango_layout_set_alignment (*layout, PANGO_ALIGN_CENTER);
    }
  return *layout;
}

/* Paints @layout with its middle at @x, @y. */
static void
show_text (cairo_t *cr, PangoLayout *layout, double x, double y, gboolean has_width)
{
  PangoRectangle logical;

  pango_layout_get_extents (layout, NULL, &logical);
  if (has_width)
    x -= (double) pango_layout_get_width (layout) / 2 / PANGO_SCALE;
  else
    x -= (double) logical.width / 2 / PANGO_SCALE;
  cairo_move_to (cr, x, y - (double) logical.height / 2 / PANGO_SCALE);
  pango_cairo_show_layout (cr, layout);
}

static void
rounded_rectangle (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI / 2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI / 2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI / 2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

static gboolean
is_in_sight (const AscGraphLook *look, double left, double top, double right, double bottom)
{
  return right >= look->x && left <= look->x + look->width && bottom >= look->y && top <= look->y + look->height;
}

static gboolean
line_in_sight (const AscGraphDrawing *self, const AscGraphLook *look, const AscGraphLine *line)
{
  double left = line->label.x - line->label_width / 2;
  double right = line->label.x + line->label_width / 2;
  double top = line->label.y - line->label_height;
  double bottom = line->label.y + line->label_height;

  if (line->n_points == 0)
    left -= self->layout->loop + 8;
  for (guint i = 0; i < line->n_points; i++)
    {
      left = i == 0 && line->label_width == 0 ? line->points[i].x : MIN (left, line->points[i].x);
      right = i == 0 && line->label_width == 0 ? line->points[i].x : MAX (right, line->points[i].x);
      top = i == 0 && line->label_width == 0 ? line->points[i].y : MIN (top, line->points[i].y);
      bottom = i == 0 && line->label_width == 0 ? line->points[i].y : MAX (bottom, line->points[i].y);
    }
  return is_in_sight (look, left - 8, top - 8, right + 8, bottom + 8);
}

/* A head whose tip is at @x, @y, pointing along @dx, @dy (length 1). */
static void
paint_head (cairo_t *cr, double x, double y, double dx, double dy, double length)
{
  double half = length * 0.5;

  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x - dx * length - dy * half, y - dy * length + dx * half);
  cairo_line_to (cr, x - dx * length + dy * half, y - dy * length - dx * half);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
paint_loop (const AscGraphDrawing *self, cairo_t *cr, const AscGraphBox *box, double width)
{
  double x = box->x + box->width / 2;
  double out = x + self->layout->loop - 6 * self->scale;
  double y = box->y + box->height / 2;
  double reach = box->height * 0.3;
  double head = (ARROW * self->scale + width) * 0.9;

  cairo_move_to (cr, x, y - reach);
  cairo_curve_to (cr, out + 4 * self->scale, y - reach, out + 4 * self->scale, y + reach, x + head * 0.8, y + reach);
  cairo_stroke (cr);
  paint_head (cr, x, y + reach, -1, 0, head);
}

static void
paint_line (const AscGraphDrawing *self, cairo_t *cr, guint i, guint32 color, double alpha)
{
  const AscGraphLine *line = &self->layout->lines[i];
  const AscGraphLineText *text = &self->lines[i];
  const double dashes[] = { 4 * self->scale, 3 * self->scale };
  gboolean is_stub = text->label == NULL;
  guint last = line->n_points - 1;
  double head = ARROW * self->scale + text->width;
  double down = 1;

  asc_picture_set_color (cr, color, alpha);
  cairo_set_line_width (cr, text->width);
  cairo_set_dash (cr, dashes, is_stub ? 2 : 0, 0);
  if (line->n_points == 0)
    {
      paint_loop (self, cr, &self->layout->boxes[line->from], text->width);
      return;
    }
  down = line->points[last].y >= line->points[last - 1].y ? 1 : -1;
  cairo_move_to (cr, line->points[0].x, line->points[0].y);
  for (guint k = 1; k < last; k += 3)
    {
      double end = k + 2 == last && !is_stub ? down * head * 0.8 : 0;

      cairo_curve_to (cr, line->points[k].x, line->points[k].y, line->points[k + 1].x, line->points[k + 1].y, line->points[k + 2].x,
                      line->points[k + 2].y - end);
    }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  if (!is_stub)
    paint_head (cr, line->points[last].x, line->points[last].y, 0, down, head);
}

static gboolean
is_at_selection (const AscGraphLine *line, const AscGraphLook *look)
{
  return look->selected != ASC_NONE && (line->from == look->selected || line->to == look->selected);
}

static void
paint_plate (AscGraphDrawing *self, cairo_t *cr, guint i, const AscGraphLook *look)
{
  const AscGraphLine *line = &self->layout->lines[i];
  AscGraphLineText *text = &self->lines[i];

  if (text->label == NULL || (!is_at_selection (line, look) && (look->zoom < LABEL_ZOOM || text->share < LABEL_SHARE)))
    return;
  asc_picture_set_color (cr, background (self), 0.9 * look->progress);
  rounded_rectangle (cr, line->label.x - line->label_width / 2, line->label.y - line->label_height / 2, line->label_width, line->label_height, 4 * self->scale);
  cairo_fill (cr);
  asc_picture_set_color (cr, foreground (self), look->progress);
  show_text (cr, get_layout (self, &text->layout, text->label, ASC_GRAPH_NUMBERS_SIZE, FALSE, 0), line->label.x, line->label.y, FALSE);
}

static void
paint_lines (AscGraphDrawing *self, cairo_t *cr, const AscGraphLook *look)
{
  /* Those at the selection over the others. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->layout->n_lines; i++)
      {
        const AscGraphLine *line = &self->layout->lines[i];
        gboolean chosen = is_at_selection (line, look);

        if (chosen == (pass == 1) && line_in_sight (self, look, line))
          paint_line (self, cr, i, chosen ? look->accent : line_color (self), look->progress);
      }
}

static void
paint_stub (AscGraphDrawing *self, cairo_t *cr, AscGraphBoxText *text, double left, double top, const AscGraphBox *box)
{
  const double dashes[] = { 4 * self->scale, 3 * self->scale };

  rounded_rectangle (cr, left, top, box->width, box->height, RADIUS * self->scale);
  asc_picture_set_color (cr, background (self), 1);
  cairo_fill_preserve (cr);
  asc_picture_set_color (cr, line_color (self), 1);
  cairo_set_line_width (cr, self->scale);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  asc_picture_set_color (cr, foreground (self), 0.85);
  show_text (cr, get_layout (self, &text->numbers_layout, text->numbers, ASC_GRAPH_SMALL_SIZE, FALSE, 0), left + box->width / 2, top + box->height / 2, FALSE);
}

static void
paint_ring (const AscGraphDrawing *self, cairo_t *cr, double left, double top, const AscGraphBox *box, double out, double width, guint32 color)
{
  out *= self->scale;
  rounded_rectangle (cr, left - out, top - out, box->width + 2 * out, box->height + 2 * out, RADIUS * self->scale + out);
  asc_picture_set_color (cr, color, 1);
  cairo_set_line_width (cr, width * self->scale);
  cairo_stroke (cr);
}

static void
paint_function (AscGraphDrawing *self, cairo_t *cr, AscGraphBoxText *text, double left, double top, const AscGraphBox *box)
{
  double s = self->scale;
  double middle = left + box->width / 2;
  double bar = (box->width - 2 * RADIUS * s) * text->bar;
  double room = box->width - 2 * ASC_GRAPH_PADDING * s;
  PangoLayout *name = get_layout (self, &text->name_layout, text->name, ASC_GRAPH_NAME_SIZE, TRUE, room);
  PangoLayout *numbers = get_layout (self, &text->numbers_layout, text->numbers, ASC_GRAPH_NUMBERS_SIZE, FALSE, room);

  rounded_rectangle (cr, left, top, box->width, box->height, RADIUS * s);
  asc_picture_set_color (cr, text->fill, 1);
  cairo_fill_preserve (cr);
  asc_picture_set_color (cr, self->style.high_contrast ? foreground (self) : asc_color_mix (text->text, text->fill, 0.35), 1);
  cairo_set_line_width (cr, (self->style.high_contrast ? 2 : 1) * s);
  cairo_stroke (cr);
  asc_picture_set_color (cr, text->text, 1);
  show_text (cr, name, middle, top + box->height * 0.29, TRUE);
  show_text (cr, numbers, middle, top + box->height * 0.68, TRUE);
  if (bar <= 0)
    return;
  asc_picture_set_color (cr, text->text, 0.75);
  cairo_rectangle (cr, left + RADIUS * s, top + box->height - (ASC_GRAPH_BAR + 1) * s, MAX (bar, s), ASC_GRAPH_BAR * s);
  cairo_fill (cr);
}

static void
paint_boxes (AscGraphDrawing *self, cairo_t *cr, const AscGraphLook *look)
{
  guint n;
  const AscGraphNode *nodes = asc_call_graph_get_nodes (self->graph, &n);

  for (guint i = 0; i < n; i++)
    {
      const AscGraphBox *box = &self->layout->boxes[i];
      double left = box->x - box->width / 2;
      double top = box->y;

      if (look->moved != NULL)
        {
          left += look->moved[i].x * (1 - look->progress);
          top += look->moved[i].y * (1 - look->progress);
        }
      if (!is_in_sight (look, left - 8, top - 8, left + box->width + 8, top + box->height + 8))
        continue;
      if (nodes[i].kind == ASC_GRAPH_ROW)
        paint_function (self, cr, &self->boxes[i], left, top, box);
      else
        paint_stub (self, cr, &self->boxes[i], left, top, box);
      if (nodes[i].is_center)
        paint_ring (self, cr, left, top, box, 0, 3, look->accent);
      if (i == look->selected)
        paint_ring (self, cr, left, top, box, 1.5, 2, look->accent);
      if (i == look->focused)
        paint_ring (self, cr, left, top, box, 4.5, 2, look->accent);
    }
}

void
asc_graph_drawing_paint (AscGraphDrawing *self, cairo_t *cr, const AscGraphLook *look)
{
  cairo_save (cr);
  paint_lines (self, cr, look);
  paint_boxes (self, cr, look);
  for (guint i = 0; i < self->layout->n_lines; i++)
    if (line_in_sight (self, look, &self->layout->lines[i]))
      paint_plate (self, cr, i, look);
  cairo_restore (cr);
}

void
asc_graph_drawing_paint_map (const AscGraphDrawing *self, cairo_t *cr, double scale)
{
  asc_picture_set_color (cr, line_color (self), 0.5);
  cairo_set_line_width (cr, 0.5);
  for (guint i = 0; i < self->layout->n_lines; i++)
    {
      const AscGraphLine *line = &self->layout->lines[i];

      if (line->n_points == 0)
        continue;
      cairo_move_to (cr, line->points[0].x * scale, line->points[0].y * scale);
      for (guint k = 3; k < line->n_points; k += 3)
        cairo_line_to (cr, line->points[k].x * scale, line->points[k].y * scale);
    }
  cairo_stroke (cr);
  for (guint i = 0; i < self->layout->n_boxes; i++)
    {
      const AscGraphBox *box = &self->layout->boxes[i];

      asc_picture_set_color (cr, self->boxes[i].name != NULL ? self->boxes[i].fill : line_color (self), 1);
      cairo_rectangle (cr, (box->x - box->width / 2) * scale, box->y * scale, MAX (box->width * scale, 1.5), MAX (box->height * scale, 1.5));
      cairo_fill (cr);
    }
}

/* Legend */

static char *
dup_legend (const AscGraphDrawing *self, guint line)
{
  AscProfile *profile = asc_call_graph_get_profile (self->graph);
  const AscMetric *metric = asc_profile_get_metric (profile, asc_call_graph_get_metric (self->graph));
  gboolean localized = !self->style.plain_numbers;
  g_autofree char *total = asc_format_value (self->total, self->unit, localized);
  g_autofree char *with_unit = *self->unit.symbol != '\0' ? g_strconcat (total, "\u00a0", self->unit.symbol, NULL) : g_strdup (total);
  g_autofree char *shown = NULL;
  g_autofree char *all = NULL;
  guint n;
  guint n_shown = 0;
  const AscGraphNode *nodes = asc_call_graph_get_nodes (self->graph, &n);
  guint n_all = asc_call_graph_get_n_rows (self->graph);

  if (line == 0)
    /* TRANSLATORS: legend of the call graph; %s is a metric's title */
    return g_strdup_printf (_ ("%s: exclusive / inclusive, at arrows attributed"), metric->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "metric", metric->title) : metric->title);
  if (line == 1)
    /* TRANSLATORS: legend of the call graph: the value of <Total>, of which percentages are; <Total> stays as it is */
    return g_strdup_printf (self->percent ? _ ("100%% = <Total> = %s") : _ ("<Total> = %s"), with_unit);
  for (guint i = 0; i < n; i++)
    n_shown += nodes[i].kind == ASC_GRAPH_ROW && nodes[i].row != ASC_FUNCTION_TOTAL;
  shown = g_strdup_printf (localized ? "%'u" : "%u", n_shown);
  all = g_strdup_printf (localized ? "%'u" : "%u", n_all);
  if (asc_call_graph_is_by_object (self->graph))
    /* TRANSLATORS: how many load objects the call graph shows, and how many there are */
    return g_strdup_printf (ngettext ("%s of %s load object", "%s of %s load objects", n_all), shown, all);
  /* TRANSLATORS: how many functions the call graph shows, and how many there are */
  return g_strdup_printf (ngettext ("%s of %s function", "%s of %s functions", n_all), shown, all);
}

static void
make_legend (AscGraphDrawing *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->legend); i++)
    if (self->legend[i] == NULL)
      {
        g_autofree char *text = dup_legend (self, i);

        self->legend[i] = asc_graph_drawing_new_layout (self, get_context (self), text, ASC_GRAPH_SMALL_SIZE, FALSE);
      }
}

static gboolean
has_swatches (const AscGraphDrawing *self)
{
  return self->style.coloring != ASC_GRAPH_COLOR_OBJECT;
}

void
asc_graph_drawing_measure_legend (AscGraphDrawing *self, double *width, double *height)
{
  double line = self->style.font_px * ASC_GRAPH_SMALL_SIZE * 1.4;

  *width = *height = 0;
  if (asc_profile_get_n_metrics (asc_call_graph_get_profile (self->graph)) == 0)
    return;
  make_legend (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->legend); i++)
    {
      PangoRectangle logical;

      pango_layout_get_extents (self->legend[i], NULL, &logical);
      *width = MAX (*width, (double) logical.width / PANGO_SCALE);
    }
  *height = 3 * line;
  if (has_swatches (self))
    {
      *height += LEGEND_GAP * self->scale + SWATCH_HEIGHT * self->scale + line;
      *width = MAX (*width, ASC_N_HEAT * SWATCH_WIDTH * self->scale);
    }
}

/* The steps of the heat, with the shares at which they change. */
static void
paint_swatches (AscGraphDrawing *self, cairo_t *cr, double x, double y)
{
  static const gint64 limits[ASC_N_HEAT] = { 0, 5, 10, 20, 50, 100, 200, 400 };
  double s = self->scale;

  for (guint i = 0; i < ASC_N_HEAT; i++)
    {
      asc_picture_set_color (cr, asc_color_heat (limits[i], 1000, self->style.dark), 1);
      cairo_rectangle (cr, x + i * SWATCH_WIDTH * s, y, SWATCH_WIDTH * s, SWATCH_HEIGHT * s);
      cairo_fill_preserve (cr);
      asc_picture_set_color (cr, line_color (self), 0.6);
      cairo_set_line_width (cr, 0.5 * s);
      cairo_stroke (cr);
      if (i > 0)
        {
          g_autofree char *number = asc_format_percent (limits[i], 1000, i == 1 ? 1 : 0, !self->style.plain_numbers);
          /* TRANSLATORS: a percentage, "12.34%". Use the space or sign that your language wants. */
          g_autofree char *text = g_strdup_printf (_ ("%s%%"), number);
          g_autoptr (PangoLayout) layout = asc_graph_drawing_new_layout (self, get_context (self), text, ASC_GRAPH_SMALL_SIZE * 0.9, FALSE);

          asc_picture_set_color (cr, foreground (self), 0.85);
          show_text (cr, layout, x + i * SWATCH_WIDTH * s, y + SWATCH_HEIGHT * s + self->style.font_px * 0.6, FALSE);
        }
    }
}

void
asc_graph_drawing_paint_legend (AscGraphDrawing *self, cairo_t *cr, double x, double y)
{
  double line = self->style.font_px * ASC_GRAPH_SMALL_SIZE * 1.4;
  double width;
  double height;

  asc_graph_drawing_measure_legend (self, &width, &height);
  if (height <= 0)
    return;
  cairo_save (cr);
  y -= height;
  for (guint i = 0; i < G_N_ELEMENTS (self->legend); i++, y += line)
    {
      asc_picture_set_color (cr, foreground (self), 0.85);
      cairo_move_to (cr, x, y);
      pango_cairo_show_layout (cr, self->legend[i]);
    }
  if (has_swatches (self))
    paint_swatches (self, cr, x, y + LEGEND_GAP * self->scale);
  cairo_restore (cr);
}
