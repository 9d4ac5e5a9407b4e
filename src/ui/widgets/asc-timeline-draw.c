/* asc-timeline-draw.c: how a timeline is drawn
 *
 * Bands and cells are computed for each pixel of what is in sight and written into one picture: however many intervals
 * there are, each pixel asks for the time in each state within it, and shows the states' shares one above the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "asc-ui-text.h"

#define N_HATCH 6
#define MIN_TICK 90.0
/* A sample is drawn so wide, px. */
#define CELL_WIDTH 2
/* Length and width of the head of the arrow from a waker. */
#define ARROW 8.0f

/* Bands are drawn in this order, from below. */
static const AscState order[ASC_N_STATES] = {
  ASC_STATE_USER,         ASC_STATE_SYSTEM,  ASC_STATE_TRAP,       ASC_STATE_WAIT_CPU,
  ASC_STATE_LOCK,         ASC_STATE_BLOCKED, ASC_STATE_DATA_FAULT, ASC_STATE_TEXT_FAULT,
  ASC_STATE_KERNEL_FAULT, ASC_STATE_STOPPED, ASC_STATE_SLEEP,      ASC_STATE_UNKNOWN,
};

/* A picture that is being filled: 0xAARRGGBB, premultiplied. */
typedef struct
{
  guint32 *pixels;
  int width;
  int height;
  int factor; /* device pixels in one */
  guint32 colors[ASC_N_STATES];
  gboolean is_hatched[ASC_N_STATES];
  guint32 ink; /* of hatches */
  gboolean dark;
} Picture;

static guint32
to_pixel (const GdkRGBA *color)
{
  return 0xff000000u | (guint32)(color->red * 255 + 0.5f) << 16 | (guint32)(color->green * 255 + 0.5f) << 8
         | (guint32)(color->blue * 255 + 0.5f);
}

static void
fill_column (Picture *picture, int x, int y0, int y1, guint32 color)
{
  if (x < 0 || x >= picture->width)
    return;
  for (int y = MAX (y0, 0); y < MIN (y1, picture->height); y++)
    picture->pixels[y * picture->width + x] = color;
}

static void
hatch_column (Picture *picture, int x, int y0, int y1)
{
  int period = N_HATCH * picture->factor;

  if (x < 0 || x >= picture->width)
    return;
  for (int y = MAX (y0, 0); y < MIN (y1, picture->height); y++)
    if ((x + y) % period < picture->factor)
      picture->pixels[y * picture->width + x] = picture->ink;
}

/* The shares of @sums of @whole, one above the other from @bottom up, @height for all of it. */
static void
draw_shares (Picture *picture, int x, int bottom, int height, const gint64 *sums, double whole)
{
  double reached = 0;

  for (guint i = 0; i < ASC_N_STATES; i++)
    {
      AscState state = order[i];
      int y1 = bottom - (int)(reached / whole * height + 0.5);
      int y0;

      if (sums[state] <= 0)
        continue;
      reached += (double)sums[state];
      y0 = bottom - (int)(MIN (reached / whole, 1) * height + 0.5);
      if (!picture->is_hatched[state])
        fill_column (picture, x, y0, y1, picture->colors[state]);
      else
        hatch_column (picture, x, y0, y1);
    }
}

/* Time at the left edge of column @x of the picture. */
static gint64
time_of_column (AscTimelineCanvas *self, const Picture *picture, int x)
{
  double begin = gtk_adjustment_get_value (self->time);
  double page = gtk_adjustment_get_page_size (self->time);

  return (gint64)(begin + page * x / picture->width);
}

static void
draw_row (AscTimelineCanvas *self, Picture *picture, guint row, int top)
{
  const AscTimelineRow *r = asc_timeline_get_row (self->timeline, row);
  int band = (int)(ASC_TIMELINE_BAND * self->scale) * picture->factor;
  int cells = (int)(ASC_TIMELINE_CELLS * self->scale) * picture->factor;
  int gap = picture->factor;

  for (int x = 0; x < picture->width; x++)
    {
      gint64 begin = time_of_column (self, picture, x);
      gint64 end = MAX (time_of_column (self, picture, x + 1), begin + 1);
      gint64 sums[ASC_N_STATES];
      gint64 all = 0;
      guint32 stack;

      if (end <= r->start_ns || begin > r->end_ns)
        continue;
      asc_timeline_sum (self->timeline, row, begin, end, sums);
      for (guint state = 0; state < ASC_N_STATES; state++)
        all += sums[state];
      /* Without scheduler data the rest of the time is not known: the band is as high as the part that is. */
      if (all > 0)
        draw_shares (picture, x, top + band, band, sums,
                     asc_timeline_has_states (self->timeline) ? (double)all : (double)(end - begin));
      if (!self->compact && asc_timeline_count_samples (self->timeline, row, begin, end, &stack) > 0)
        for (int i = 0; i < CELL_WIDTH * picture->factor; i++)
          fill_column (picture, x + i, top + band + gap, top + band + gap + cells,
                       0xff000000u | self->color (self->data, stack, picture->dark));
    }
}

/* Highest sum of running and waiting for a CPU, in CPUs: the top of the chart's scale. */
static double
draw_chart (AscTimelineCanvas *self, Picture *picture, int top, int height)
{
  g_autofree gint64 (*columns)[ASC_N_STATES] = g_malloc_n ((gsize)picture->width, sizeof *columns);
  double most = 1;

  for (int x = 0; x < picture->width; x++)
    {
      gint64 begin = time_of_column (self, picture, x);
      gint64 end = MAX (time_of_column (self, picture, x + 1), begin + 1);
      gint64 all = 0;

      asc_timeline_sum_all (self->timeline, begin, end, columns[x]);
      for (guint state = 0; state < ASC_N_STATES; state++)
        if (state <= ASC_STATE_WAIT_CPU)
          all += columns[x][state];
        else
          columns[x][state] = 0;
      most = MAX (most, (double)all / (double)(end - begin));
    }
  most = ceil (most - 0.05);
  for (int x = 0; x < picture->width; x++)
    {
      gint64 begin = time_of_column (self, picture, x);
      gint64 end = MAX (time_of_column (self, picture, x + 1), begin + 1);

      draw_shares (picture, x, top + height, height, columns[x], most * (double)(end - begin));
    }
  return most;
}

static void
draw_text (AscTimelineCanvas *self,
           GtkSnapshot *snapshot,
           const char *text,
           double x,
           double y,
           double width,
           double height,
           gboolean at_end,
           gboolean bold,
           const GdkRGBA *color)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  int text_width;
  int text_height;

  if (bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  if (width > 0)
    {
      pango_layout_set_width (layout, (int)width * PANGO_SCALE);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
      pango_layout_set_alignment (layout, at_end ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
    }
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float)(width <= 0 && at_end ? x - text_width : x),
                                                          (float)(y + (height - text_height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_rect (GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y, double width, double height)
{
  if (width > 0 && height > 0)
    gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT ((float)x, (float)y, (float)width, (float)height));
}

/* "0.2 s": in the unit of the end of what is shown, as exact as the step between two. */
static char *
format_tick (double time, double step, double end)
{
  static const struct
  {
    double ns;
    const char *format;
  } units[] = { { 1e9, N_ ("%s s") }, { 1e6, N_ ("%s ms") }, { 1e3, N_ ("%s µs") }, { 1, N_ ("%s ns") } };
  guint i = 0;
  int digits;
  g_autofree char *number = NULL;

  while (i + 1 < G_N_ELEMENTS (units) && end < units[i].ns)
    i++;
  digits = (int)CLAMP (ceil (-log10 (step / units[i].ns) - 1e-9), 0, 9);
  number = g_strdup_printf ("%'.*f", digits, time / units[i].ns);
  return g_strdup_printf (_ (units[i].format), number);
}

static void
draw_ruler (AscTimelineCanvas *self, GtkSnapshot *snapshot, const GdkRGBA *color)
{
  static const int steps[] = { 1, 2, 5 };
  double left = asc_timeline_canvas_get_left (self);
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - left;
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double ruler = ASC_TIMELINE_RULER * self->scale;
  double page = gtk_adjustment_get_page_size (self->time);
  double least = page * MIN_TICK * self->scale / MAX (width, 1);
  double step = 1;
  GdkRGBA line = *color;

  for (guint i = 0; step < least; i++)
    step = steps[i % 3] * pow (10, i / 3);
  line.alpha = 0.12f;
  for (double time = ceil (gtk_adjustment_get_value (self->time) / step) * step;
       time <= gtk_adjustment_get_value (self->time) + page; time += step)
    {
      g_autofree char *text = format_tick (time, step, gtk_adjustment_get_value (self->time) + page);
      double x = asc_timeline_canvas_get_x (self, (gint64)time);

      draw_rect (snapshot, &line, floor (x), 0, 1, height);
      if (x + MIN_TICK * self->scale * 2 / 3 > left + width)
        continue;
      draw_text (self, snapshot, text, floor (x) + 4, 0, 0, ruler, FALSE, FALSE, color);
    }
}

/* Name at the left, the part of the time that it was on a CPU at the right. */
static void
draw_label (AscTimelineCanvas *self,
            GtkSnapshot *snapshot,
            const AscTimelineItem *item,
            double y,
            const GdkRGBA *color,
            const GdkRGBA *dim)
{
  const AscTimelineRow *row = asc_timeline_get_row (self->timeline, item->row);
  double left = asc_timeline_canvas_get_left (self);
  g_autofree char *title = asc_timeline_canvas_dup_title (self, item);
  g_autofree char *share = asc_ui_format_percent (row->cpu_ns, asc_timeline_get_duration_ns (self->timeline));
  double share_width = item->kind == ASC_TIMELINE_ENTITY ? 64 * self->scale : 0;
  double indent = item->kind == ASC_TIMELINE_PROCESS ? 8 : 16;

  draw_text (self, snapshot, title, indent, y, left - indent - 8 - share_width,
             MIN (item->height, ASC_TIMELINE_COMPACT * self->scale), FALSE, item->kind == ASC_TIMELINE_PROCESS,
             item->kind == ASC_TIMELINE_FOLD ? dim : color);
  if (share_width > 0)
    draw_text (self, snapshot, share, left - 8 - share_width, y, share_width,
               MIN (item->height, ASC_TIMELINE_COMPACT * self->scale), TRUE, FALSE, dim);
}

static void
append_picture (GtkSnapshot *snapshot, Picture *picture, double x, double y)
{
  g_autoptr (GBytes) bytes
      = g_bytes_new_take (picture->pixels, (gsize)picture->width * (gsize)picture->height * sizeof *picture->pixels);
  g_autoptr (GdkTexture) texture = gdk_memory_texture_new (picture->width, picture->height, GDK_MEMORY_DEFAULT, bytes,
                                                           (gsize)picture->width * sizeof *picture->pixels);

  gtk_snapshot_append_texture (snapshot, texture,
                               &GRAPHENE_RECT_INIT ((float)x, (float)y, (float)picture->width / (float)picture->factor,
                                                    (float)picture->height / (float)picture->factor));
}

static void
begin_picture (AscTimelineCanvas *self, Picture *picture, double width, double height, const GdkRGBA *color)
{
  picture->factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  picture->width = (int)width * picture->factor;
  picture->height = (int)height * picture->factor;
  picture->pixels = g_new0 (guint32, (gsize)picture->width * (gsize)picture->height);
  picture->dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  picture->ink = to_pixel (color);
  for (guint state = 0; state < ASC_N_STATES; state++)
    {
      GdkRGBA rgba = *color;

      picture->is_hatched[state] = !asc_timeline_state_get_color (state, picture->dark, &rgba);
      picture->colors[state] = to_pixel (&rgba);
    }
}

/* The rows in sight; the sum of all above them. */
static void
draw_rows (AscTimelineCanvas *self,
           GtkSnapshot *snapshot,
           double left,
           double top,
           double width,
           double height,
           const GdkRGBA *color,
           const GdkRGBA *dim)
{
  double offset = floor (gtk_adjustment_get_value (self->rows));
  Picture picture;
  GdkRGBA line = *color;
  GdkRGBA chosen = *color;

  line.alpha = 0.12f;
  chosen.alpha = 0.08f;
  begin_picture (self, &picture, width, height, color);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, (float)top, (float)(left + width), (float)height));
  for (guint i = 0; i < self->items->len; i++)
    {
      const AscTimelineItem *item = &g_array_index (self->items, AscTimelineItem, i);
      double y = item->y - offset;

      if (y + item->height < 0 || y > height)
        continue;
      draw_rect (snapshot, &line, 0, top + y + item->height - 1, left + width, 1);
      if (item->kind == ASC_TIMELINE_ENTITY && item->row == self->chosen_row)
        draw_rect (snapshot, &chosen, 0, top + y, left + width, item->height - 1);
      draw_label (self, snapshot, item, top + y, color, dim);
      if (item->kind == ASC_TIMELINE_ENTITY)
        draw_row (self, &picture, item->row, (int)(y + ASC_TIMELINE_PADDING) * picture.factor);
    }
  append_picture (snapshot, &picture, left, top);
  gtk_snapshot_pop (snapshot);
}

/* The middle of the band of @row, or of the folded rows that hold it. Returns: FALSE: it has no place */
static gboolean
find_band (AscTimelineCanvas *self, guint row, double *y)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const AscTimelineItem *item = &g_array_index (self->items, AscTimelineItem, i);

      if (item->kind == ASC_TIMELINE_PROCESS || row < item->row || row >= item->row + item->n)
        continue;
      *y = asc_timeline_canvas_get_top (self) + item->y - gtk_adjustment_get_value (self->rows)
           + (item->kind == ASC_TIMELINE_FOLD ? item->height / 2
                                              : ASC_TIMELINE_PADDING + ASC_TIMELINE_BAND * self->scale / 2);
      return TRUE;
    }
  return FALSE;
}

/* From the row of who ended the chosen wait to that wait's, at the time of the wakeup. */
static void
draw_arrow (AscTimelineCanvas *self, GtkSnapshot *snapshot, double left, double height, const GdkRGBA *color)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  AscTimelineSpan span;
  AscTimelineWaker waker;
  double from;
  double to;
  double x;
  cairo_t *cr;

  if (self->chosen_row == ASC_NONE || self->chosen_ns < 0
      || !asc_timeline_find_span (self->timeline, self->chosen_row, self->chosen_ns, &span)
      || !asc_timeline_find_waker (self->timeline, &span, &waker)
      || !find_band (self, asc_timeline_find_row (self->timeline, waker.thread), &from)
      || !find_band (self, self->chosen_row, &to) || fabs (from - to) < ARROW)
    return;
  x = floor (asc_timeline_canvas_get_x (self, waker.time_ns)) + 0.5;
  if (x < left || x > width)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT ((float)x - ARROW, 0, 2 * ARROW, (float)height));
  gdk_cairo_set_source_rgba (cr, color);
  cairo_set_line_width (cr, 2);
  cairo_move_to (cr, x, from);
  cairo_line_to (cr, x, to > from ? to - ARROW : to + ARROW);
  cairo_stroke (cr);
  cairo_arc (cr, x, from, 3, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_move_to (cr, x, to);
  cairo_rel_line_to (cr, -ARROW / 2, to > from ? -ARROW : ARROW);
  cairo_rel_line_to (cr, ARROW, 0);
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_destroy (cr);
}

/* The marked range, the chosen moment and who ended its wait, above all rows. */
static void
draw_marks (AscTimelineCanvas *self, GtkSnapshot *snapshot, double left, double height, const GdkRGBA *color)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  GdkRGBA accent = { 0.2f, 0.5f, 0.9f, 1 };

  gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (self)), "accent_color", &accent);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT ((float)left, 0, (float)(width - left), (float)height));
  if (self->range_end_ns > self->range_begin_ns)
    {
      double x0 = asc_timeline_canvas_get_x (self, self->range_begin_ns);
      double x1 = asc_timeline_canvas_get_x (self, self->range_end_ns);
      GdkRGBA tint = accent;

      tint.alpha = 0.2f;
      draw_rect (snapshot, &tint, x0, 0, x1 - x0, height);
      draw_rect (snapshot, &accent, floor (x0), 0, 1, height);
      draw_rect (snapshot, &accent, floor (x1), 0, 1, height);
    }
  if (self->chosen_ns >= 0)
    draw_rect (snapshot, &accent, floor (asc_timeline_canvas_get_x (self, self->chosen_ns)), 0, 1, height);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT ((float)left, (float)asc_timeline_canvas_get_top (self),
                                                         (float)(width - left), (float)height));
  draw_arrow (self, snapshot, left, height, color);
  gtk_snapshot_pop (snapshot);
}

void
asc_timeline_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AscTimelineCanvas *self = ASC_TIMELINE_CANVAS (widget);
  double left = floor (asc_timeline_canvas_get_left (self));
  double top = floor (asc_timeline_canvas_get_top (self));
  double ruler = floor (ASC_TIMELINE_RULER * self->scale);
  double width = gtk_widget_get_width (widget) - left;
  double height = gtk_widget_get_height (widget);
  GdkRGBA color;
  GdkRGBA dim;
  Picture picture;
  double most;
  g_autofree char *count = NULL;
  g_autofree char *text = NULL;

  if (self->timeline == NULL || width < 1 || height <= top)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  dim = color;
  dim.alpha = 0.65f;
  draw_ruler (self, snapshot, &dim);
  begin_picture (self, &picture, width, top - ruler, &color);
  most = draw_chart (self, &picture, 0, picture.height);
  append_picture (snapshot, &picture, left, ruler);
  count = asc_ui_format_count ((gint64)most);
  text = g_strdup_printf (ngettext ("%s CPU", "%s CPUs", (gulong)most), count);
  draw_text (self, snapshot, _ ("All"), 8, ruler, left / 2 - 8, ASC_TIMELINE_CHART, FALSE, TRUE, &color);
  draw_text (self, snapshot, text, left / 2, ruler, left / 2 - 8, ASC_TIMELINE_COMPACT * self->scale, TRUE, FALSE,
             &dim);
  draw_rect (snapshot, &(GdkRGBA){ color.red, color.green, color.blue, 0.25f }, 0, top - 1, left + width, 1);
  draw_rows (self, snapshot, left, top, width, height - top, &color, &dim);
  draw_marks (self, snapshot, left, height, &color);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, gtk_widget_get_width (widget),
                               height);
}
