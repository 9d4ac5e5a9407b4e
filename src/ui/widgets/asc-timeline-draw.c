/* asc-timeline-draw.c: how a timeline is drawn
 *
 * Bands and cells are computed for each pixel of what is in sight and written into one picture: however many intervals
 * there are, each pixel has the time in each state within it, and shows the states' shares one above the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "asc-ui-text.h"

#define MIN_TICK 90.0
/* A sample is drawn so wide, px. */
#define CELL_WIDTH 2
/* A page fault is a mark below the samples. */
#define FAULT_WIDTH 2
#define FAULT_HEIGHT 4
/* The shortest loss is drawn so wide. */
#define LOST_WIDTH 4
/* Length and width of the head of the arrow from a waker. */
#define ARROW 8.0f

/* What is drawn, and room for the columns of one row. */
typedef struct
{
  AscTimelineCanvas *canvas;
  AscTimelinePicture picture;
  double begin_ns;
  double length_ns;
  gint64 (*sums)[ASC_N_STATES]; /* by column */
  guint *counts;
  guint32 *stacks;
  guint8 *drawn;
} Drawing;

static void
drawing_init (Drawing *self, AscTimelineCanvas *canvas, double width, double height, const GdkRGBA *color)
{
  gsize n;

  self->canvas = canvas;
  asc_timeline_picture_init (&self->picture, GTK_WIDGET (canvas), width, height, color);
  self->begin_ns = gtk_adjustment_get_value (canvas->time);
  self->length_ns = gtk_adjustment_get_page_size (canvas->time);
  n = (gsize)self->picture.width;
  self->sums = g_malloc_n (n, sizeof *self->sums);
  self->counts = g_new (guint, n);
  self->stacks = g_new (guint32, n);
  self->drawn = g_new (guint8, n);
}

/* Puts the picture there. */
static void
drawing_end (Drawing *self, GtkSnapshot *snapshot, double x, double y)
{
  asc_timeline_picture_append (&self->picture, snapshot, x, y);
  g_free (self->sums);
  g_free (self->counts);
  g_free (self->stacks);
  g_free (self->drawn);
}

static double
column_length (const Drawing *self)
{
  return MAX (self->length_ns / self->picture.width, 1);
}

static void
draw_band (Drawing *self, guint row, guint n_rows, int top, int height)
{
  AscTimeline *timeline = self->canvas->timeline;

  asc_timeline_sum_columns (timeline, row, n_rows, self->begin_ns, self->length_ns, (guint)self->picture.width, self->sums);
  for (int x = 0; x < self->picture.width; x++)
    {
      gint64 all = 0;

      for (guint state = 0; state < ASC_N_STATES; state++)
        all += self->sums[x][state];
      /* Without scheduler data the rest of the time is not known: the band is as high as the part that is. */
      if (all > 0)
        asc_timeline_picture_stack (&self->picture, x, top + height, height, self->sums[x],
                                    asc_timeline_has_states (timeline) ? (double)all
                                                                       : MAX ((double)all, n_rows * column_length (self)));
    }
}

/* Where @mark is in any of the rows of @item, cells @width px wide, in the colours of their functions, or in @color. */
static void
draw_marks_of (Drawing *self, AscTimelineMark mark, const AscTimelineItem *item, int y0, int y1, int width, guint32 color)
{
  guint n = (guint)self->picture.width;
  guint n_drawn = 0;

  memset (self->drawn, 0, n);
  for (guint row = item->row; row < item->row + item->n && n_drawn < n; row++)
    {
      asc_timeline_find_marks (self->canvas->timeline, mark, row, self->begin_ns, self->length_ns, n, self->counts,
                               self->stacks);
      for (guint x = 0; x < n; x++)
        {
          guint32 own = color;

          if (self->counts[x] == 0 || self->drawn[x])
            continue;
          self->drawn[x] = 1;
          n_drawn++;
          if (color == 0)
            own = 0xff000000u | self->canvas->color (self->canvas->data, self->stacks[x], self->picture.dark);
          for (int i = 0; i < width * self->picture.factor; i++)
            asc_timeline_picture_fill (&self->picture, (int)x + i, y0, y1, own);
        }
    }
}

/* The stacks of what the row did, outermost above. */
static void
draw_stacks (Drawing *self, guint row, int top)
{
  AscTimelineCanvas *canvas = self->canvas;
  const AscStacks *stacks = asc_experiment_get_stacks (asc_timeline_get_experiment (canvas->timeline));
  int frame = (int)(ASC_TIMELINE_FRAME * canvas->scale) * self->picture.factor;
  guint32 colors[ASC_TIMELINE_MAX_FRAMES];
  guint32 last = ASC_NONE;
  guint n = 0;

  for (int x = 0; x < self->picture.width; x++)
    {
      AscTimelineSpan span;
      gint64 middle = (gint64)(self->begin_ns + self->length_ns * (x + 0.5) / self->picture.width);
      guint depth = 0;

      if (!asc_timeline_find_span (canvas->timeline, row, middle, &span) || span.stack == ASC_NONE)
        continue;
      if (span.stack != last)
        {
          last = span.stack;
          for (guint32 node = last; node != ASC_NONE; node = stacks->parent[node])
            depth++;
          n = MIN (depth, ASC_TIMELINE_MAX_FRAMES);
          for (guint32 node = last; node != ASC_NONE; node = stacks->parent[node])
            if (--depth < n)
              colors[depth] = 0xff000000u | canvas->color (canvas->data, node, self->picture.dark);
        }
      for (guint i = 0; i < n; i++)
        asc_timeline_picture_fill (&self->picture, x, top + (int)i * frame, top + (int)(i + 1) * frame - self->picture.factor, colors[i]);
    }
}

static void
draw_row (Drawing *self, const AscTimelineItem *item, double y)
{
  AscTimelineCanvas *canvas = self->canvas;
  int factor = self->picture.factor;
  int top = (int)(y + ASC_TIMELINE_PADDING) * factor;
  int band = (int)(ASC_TIMELINE_BAND * canvas->scale) * factor;
  int cells = (int)(ASC_TIMELINE_CELLS * canvas->scale) * factor;
  int below = top + band + factor;
  int faults = (int)(FAULT_HEIGHT * canvas->scale) * factor;
  int bottom = (int)(y + item->height) * factor - 2 * factor;

  draw_band (self, item->row, item->n, top, band);
  if (canvas->row_height == ASC_TIMELINE_TALL && item->n == 1)
    draw_stacks (self, item->row, below);
  if (canvas->row_height == ASC_TIMELINE_LOW)
    return;
  if (canvas->row_height == ASC_TIMELINE_NORMAL || item->n > 1)
    draw_marks_of (self, ASC_TIMELINE_SAMPLES, item, below, below + cells - faults, CELL_WIDTH, 0);
  draw_marks_of (self, ASC_TIMELINE_FAULTS, item, bottom - faults, bottom, FAULT_WIDTH,
                 self->picture.colors[ASC_STATE_DATA_FAULT]);
}

/* When records were lost, over @top to @bottom; @cpu: ASC_NONE: of any. */
static void
draw_lost (Drawing *self, guint32 cpu, int top, int bottom)
{
  guint n;
  const AscTimelineLost *lost = asc_timeline_get_lost (self->canvas->timeline, &n);
  double scale = self->picture.width / self->length_ns;
  int reached = 0;

  for (guint i = 0; i < n; i++)
    {
      int x0 = (int)CLAMP (((double)lost[i].begin_ns - self->begin_ns) * scale, -1, self->picture.width);
      int x1 = (int)CLAMP (((double)lost[i].end_ns - self->begin_ns) * scale, -1, self->picture.width);

      if (cpu != ASC_NONE && lost[i].cpu != ASC_NONE && lost[i].cpu != cpu)
        continue;
      for (int x = MAX (x0, reached); x < MAX (x1, x0 + LOST_WIDTH * self->picture.factor); x++)
        asc_timeline_picture_hatch (&self->picture, x, top, bottom);
      reached = MAX (reached, x1);
    }
}

/* Highest sum of running and waiting for a CPU, in CPUs: the top of the chart's scale. */
static double
draw_chart (Drawing *self, int top, int height)
{
  double most = 1;

  asc_timeline_sum_columns (self->canvas->timeline, 0, asc_timeline_get_n_rows (self->canvas->timeline), self->begin_ns,
                            self->length_ns, (guint)self->picture.width, self->sums);
  for (int x = 0; x < self->picture.width; x++)
    {
      gint64 all = 0;

      for (guint state = 0; state < ASC_N_STATES; state++)
        if (state <= ASC_STATE_WAIT_CPU)
          all += self->sums[x][state];
        else
          self->sums[x][state] = 0;
      most = MAX (most, (double)all / column_length (self));
    }
  most = ceil (most - 0.05);
  for (int x = 0; x < self->picture.width; x++)
    asc_timeline_picture_stack (&self->picture, x, top + height, height, self->sums[x], most * column_length (self));
  draw_lost (self, ASC_NONE, top, top + height);
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
  gint64 cpu_ns = self->by_process && row->process != ASC_NONE ? row->process_cpu_ns : row->cpu_ns;
  g_autofree char *share = asc_ui_format_percent (cpu_ns, asc_timeline_get_duration_ns (self->timeline));
  double share_width = item->kind == ASC_TIMELINE_ENTITY ? 64 * self->scale : 0;
  double indent = item->kind == ASC_TIMELINE_PROCESS ? 8 : 16;

  draw_text (self, snapshot, title, indent, y, left - indent - 8 - share_width,
             MIN (item->height, ASC_TIMELINE_COMPACT * self->scale), FALSE, item->kind == ASC_TIMELINE_PROCESS,
             item->kind == ASC_TIMELINE_FOLD ? dim : color);
  if (share_width > 0)
    draw_text (self, snapshot, share, left - 8 - share_width, y, share_width,
               MIN (item->height, ASC_TIMELINE_COMPACT * self->scale), TRUE, FALSE, dim);
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
  Drawing drawing;
  GdkRGBA line = *color;
  GdkRGBA chosen = *color;

  line.alpha = 0.12f;
  chosen.alpha = 0.08f;
  drawing_init (&drawing, self, width, height, color);
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
      if (item->kind != ASC_TIMELINE_ENTITY)
        continue;
      draw_row (&drawing, item, y);
      draw_lost (&drawing, asc_timeline_get_row (self->timeline, item->row)->cpu, (int)y * drawing.picture.factor,
                 (int)(y + item->height - 1) * drawing.picture.factor);
    }
  drawing_end (&drawing, snapshot, left, top);
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
  Drawing drawing;
  double most;
  g_autofree char *count = NULL;
  g_autofree char *text = NULL;

  if (self->timeline == NULL || width < 1 || height <= top)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  dim = color;
  dim.alpha = 0.65f;
  draw_ruler (self, snapshot, &dim);
  drawing_init (&drawing, self, width, top - ruler, &color);
  most = draw_chart (&drawing, 0, drawing.picture.height);
  drawing_end (&drawing, snapshot, left, ruler);
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
