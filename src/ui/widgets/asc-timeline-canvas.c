/* asc-timeline-canvas.c: what is shown of a timeline, and what is chosen in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-private.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"

/* Threads that ran less than this part of the time of all are folded, when there are more than some. */
#define LITTLE 0.001
#define FEW_ROWS 8u
/* The shortest time that fills the width. */
#define MIN_SHOWN_NS 100.0
#define ROOM 0.1

enum
{
  CHOSEN,
  RANGE_CHANGED,
  ZOOMED,
  ROW_HEIGHT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AscTimelineCanvas, asc_timeline_canvas, GTK_TYPE_WIDGET)

double
asc_timeline_canvas_get_left (AscTimelineCanvas *self)
{
  return MIN (ASC_TIMELINE_LABELS * self->scale, gtk_widget_get_width (GTK_WIDGET (self)) / 3.0);
}

double
asc_timeline_canvas_get_top (AscTimelineCanvas *self)
{
  return ASC_TIMELINE_RULER * self->scale + ASC_TIMELINE_CHART;
}

static double
get_time_width (AscTimelineCanvas *self)
{
  return MAX (gtk_widget_get_width (GTK_WIDGET (self)) - asc_timeline_canvas_get_left (self), 1);
}

double
asc_timeline_canvas_get_x (AscTimelineCanvas *self, gint64 time_ns)
{
  double page = gtk_adjustment_get_page_size (self->time);

  return asc_timeline_canvas_get_left (self)
         + ((double)time_ns - gtk_adjustment_get_value (self->time)) / MAX (page, 1) * get_time_width (self);
}

gint64
asc_timeline_canvas_get_time_at (AscTimelineCanvas *self, double x)
{
  double part = (x - asc_timeline_canvas_get_left (self)) / get_time_width (self);
  double time = gtk_adjustment_get_value (self->time) + CLAMP (part, 0, 1) * gtk_adjustment_get_page_size (self->time);

  return (gint64)CLAMP (time, 0, gtk_adjustment_get_upper (self->time));
}

const AscTimelineItem *
asc_timeline_canvas_get_item_at (AscTimelineCanvas *self, double y)
{
  double place = y - asc_timeline_canvas_get_top (self) + gtk_adjustment_get_value (self->rows);

  if (y < asc_timeline_canvas_get_top (self))
    return NULL;
  for (guint i = 0; i < self->items->len; i++)
    {
      const AscTimelineItem *item = &g_array_index (self->items, AscTimelineItem, i);

      if (place >= item->y && place < item->y + item->height)
        return item;
    }
  return NULL;
}

char *
asc_timeline_canvas_dup_title (AscTimelineCanvas *self, const AscTimelineItem *item)
{
  const AscTimelineRow *row = asc_timeline_get_row (self->timeline, item->row);
  AscExperiment *experiment = asc_timeline_get_experiment (self->timeline);
  guint n;

  if (item->kind == ASC_TIMELINE_FOLD)
    {
      g_autofree char *count = asc_ui_format_count (item->n);

      return g_strdup_printf (ngettext ("%s thread with little time", "%s threads with little time", item->n), count);
    }
  if (row->cpu != ASC_NONE)
    return g_strdup_printf (_ ("CPU %u"), row->cpu);
  if (item->kind == ASC_TIMELINE_PROCESS || (self->by_process && row->process != ASC_NONE))
    {
      const AscProcess *process = &asc_experiment_get_processes (experiment, &n)[row->process];

      return g_strdup_printf ("%s %d", process->name != NULL ? process->name : "", process->pid);
    }
  {
    const AscThread *thread = &asc_experiment_get_threads (experiment, &n)[row->thread];

    return g_strdup_printf ("%s %d", thread->name != NULL ? thread->name : "", thread->tid);
  }
}

/* px at 100 % text. */
static double
measure_rows (AscTimelineCanvas *self, guint row, guint n)
{
  guint depth = 0;

  if (self->row_height == ASC_TIMELINE_LOW)
    return ASC_TIMELINE_COMPACT;
  for (guint i = row; self->row_height == ASC_TIMELINE_TALL && n == 1 && i < row + n; i++)
    depth = MAX (depth, asc_timeline_get_row (self->timeline, i)->depth);
  return MAX (ASC_TIMELINE_BAND + 3 * ASC_TIMELINE_PADDING + MIN (depth, ASC_TIMELINE_MAX_FRAMES) * ASC_TIMELINE_FRAME,
              ASC_TIMELINE_ROW);
}

/* Adds an item below the last one. */
static void
add_item (AscTimelineCanvas *self, AscTimelineItemKind kind, guint row, guint n)
{
  AscTimelineItem item = { .kind = kind, .row = row, .n = n };
  double height = kind == ASC_TIMELINE_ENTITY ? measure_rows (self, row, n) : ASC_TIMELINE_HEADING;

  if (self->items->len > 0)
    {
      const AscTimelineItem *last = &g_array_index (self->items, AscTimelineItem, self->items->len - 1);

      item.y = last->y + last->height;
    }
  item.height = height * self->scale;
  g_array_append_val (self->items, item);
}

/* The rows of one process, @first up to before @end: those with little time at the end are folded. */
static void
add_process (AscTimelineCanvas *self, guint first, guint end, gint64 total_ns)
{
  guint32 process = asc_timeline_get_row (self->timeline, first)->process;
  guint shown = end;

  if (!g_hash_table_contains (self->unfolded, GUINT_TO_POINTER (process)))
    while (shown > first + 1
           && (double)asc_timeline_get_row (self->timeline, shown - 1)->cpu_ns < LITTLE * (double)total_ns)
      shown--;
  if (end - shown < 2)
    shown = end;
  for (guint row = first; row < shown; row++)
    add_item (self, ASC_TIMELINE_ENTITY, row, 1);
  if (shown < end)
    add_item (self, ASC_TIMELINE_FOLD, shown, end - shown);
}

static void
update_rows (AscTimelineCanvas *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self)) - asc_timeline_canvas_get_top (self);
  double all = 0;

  if (self->items->len > 0)
    {
      const AscTimelineItem *last = &g_array_index (self->items, AscTimelineItem, self->items->len - 1);

      all = last->y + last->height;
    }
  height = MAX (height, 1);
  gtk_adjustment_configure (self->rows, MIN (gtk_adjustment_get_value (self->rows), MAX (all - height, 0)), 0,
                            MAX (all, height), ASC_TIMELINE_ROW * self->scale, height / 2, height);
}

static void
lay_out (AscTimelineCanvas *self)
{
  guint n_rows = self->timeline != NULL ? asc_timeline_get_n_rows (self->timeline) : 0;
  gint64 total_ns = 0;
  gboolean one = TRUE;
  guint first = 0;

  g_array_set_size (self->items, 0);
  for (guint row = 0; row < n_rows; row++)
    {
      total_ns += asc_timeline_get_row (self->timeline, row)->cpu_ns;
      one = one
            && asc_timeline_get_row (self->timeline, row)->process == asc_timeline_get_row (self->timeline, 0)->process;
    }
  if (n_rows <= FEW_ROWS || asc_timeline_get_row (self->timeline, 0)->cpu != ASC_NONE)
    total_ns = 0; /* nothing to fold */
  for (guint row = 0; row < n_rows; row++)
    {
      gboolean is_last = row + 1 == n_rows
                         || asc_timeline_get_row (self->timeline, row + 1)->process
                                != asc_timeline_get_row (self->timeline, row)->process;

      if (!is_last)
        continue;
      if (self->by_process)
        add_item (self, ASC_TIMELINE_ENTITY, first, row + 1 - first);
      if (!one && !self->by_process)
        add_item (self, ASC_TIMELINE_PROCESS, first, row + 1 - first);
      if (!self->by_process)
        add_process (self, first, row + 1, total_ns);
      first = row + 1;
    }
  update_rows (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
asc_timeline_canvas_unfold (AscTimelineCanvas *self, const AscTimelineItem *item)
{
  g_hash_table_add (self->unfolded, GUINT_TO_POINTER (asc_timeline_get_row (self->timeline, item->row)->process));
  lay_out (self);
}

/* Shows @length_ns from @begin_ns on, as far as there is time. */
static void
set_shown (AscTimelineCanvas *self, double begin_ns, double length_ns)
{
  double all = self->timeline != NULL ? (double)asc_timeline_get_duration_ns (self->timeline) : 1;

  length_ns = CLAMP (length_ns, MIN (MIN_SHOWN_NS, all), all);
  begin_ns = CLAMP (begin_ns, 0, all - length_ns);
  gtk_adjustment_configure (self->time, begin_ns, 0, all, length_ns / 20, length_ns / 2, length_ns);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[ZOOMED], 0);
}

void
asc_timeline_canvas_show_time (AscTimelineCanvas *self, gint64 begin_ns, gint64 end_ns)
{
  double length = MAX ((double)(end_ns - begin_ns), 1);

  set_shown (self, (double)begin_ns - ROOM * length, (1 + 2 * ROOM) * length);
}

void
asc_timeline_canvas_set_shown (AscTimelineCanvas *self, gint64 begin_ns, gint64 end_ns)
{
  set_shown (self, (double)begin_ns, (double)(end_ns - begin_ns));
}

void
asc_timeline_canvas_get_shown (AscTimelineCanvas *self, gint64 *begin_ns, gint64 *end_ns)
{
  *begin_ns = (gint64)gtk_adjustment_get_value (self->time);
  *end_ns = (gint64)(gtk_adjustment_get_value (self->time) + gtk_adjustment_get_page_size (self->time));
}

void
asc_timeline_canvas_fit_all (AscTimelineCanvas *self)
{
  set_shown (self, 0, G_MAXDOUBLE);
}

void
asc_timeline_canvas_fit (AscTimelineCanvas *self)
{
  if (self->range_end_ns > self->range_begin_ns)
    asc_timeline_canvas_show_time (self, self->range_begin_ns, self->range_end_ns);
  else
    asc_timeline_canvas_fit_all (self);
}

void
asc_timeline_canvas_zoom (AscTimelineCanvas *self, double factor)
{
  double begin = gtk_adjustment_get_value (self->time);
  double length = gtk_adjustment_get_page_size (self->time);
  double fixed = begin + length / 2;

  if (self->pointer_x >= asc_timeline_canvas_get_left (self))
    fixed = (double)asc_timeline_canvas_get_time_at (self, self->pointer_x);
  else if (self->chosen_ns >= begin && self->chosen_ns <= begin + length)
    fixed = (double)self->chosen_ns;
  set_shown (self, fixed - (fixed - begin) * factor, length * factor);
}

gboolean
asc_timeline_canvas_get_range (AscTimelineCanvas *self, gint64 *begin_ns, gint64 *end_ns)
{
  *begin_ns = self->range_begin_ns;
  *end_ns = self->range_end_ns;
  return self->range_end_ns > self->range_begin_ns;
}

void
asc_timeline_canvas_set_range (AscTimelineCanvas *self, gint64 begin_ns, gint64 end_ns)
{
  if (end_ns <= begin_ns)
    begin_ns = end_ns = 0;
  if (self->range_begin_ns == begin_ns && self->range_end_ns == end_ns)
    return;
  self->range_begin_ns = begin_ns;
  self->range_end_ns = end_ns;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[RANGE_CHANGED], 0);
}

/* The item of the chosen row; NULL: none is, or it is folded. */
static const AscTimelineItem *
find_chosen (AscTimelineCanvas *self)
{
  for (guint i = 0; i < self->items->len && self->chosen_row != ASC_NONE; i++)
    {
      const AscTimelineItem *item = &g_array_index (self->items, AscTimelineItem, i);

      if (item->kind == ASC_TIMELINE_ENTITY && item->row == self->chosen_row)
        return item;
    }
  return NULL;
}

guint
asc_timeline_canvas_get_row (AscTimelineCanvas *self, guint *n_rows)
{
  const AscTimelineItem *item = find_chosen (self);

  if (n_rows != NULL)
    *n_rows = item != NULL ? item->n : self->chosen_row != ASC_NONE ? 1 : 0;
  return self->chosen_row;
}

gint64
asc_timeline_canvas_get_time (AscTimelineCanvas *self)
{
  return self->chosen_ns;
}

/* What is said of the chosen row to those who do not see it. */
static void
update_description (AscTimelineCanvas *self)
{
  const AscTimelineItem *item = find_chosen (self);
  g_autofree char *text = item != NULL ? asc_timeline_canvas_dup_title (self, item) : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "",
                                  -1);
}

void
asc_timeline_canvas_choose (AscTimelineCanvas *self, guint row, gint64 time_ns)
{
  self->chosen_row = row;
  self->chosen_ns = time_ns;
  for (guint i = 0; i < self->items->len; i++)
    {
      const AscTimelineItem *item = &g_array_index (self->items, AscTimelineItem, i);

      if (row >= item->row && row < item->row + item->n && item->kind == ASC_TIMELINE_FOLD)
        {
          asc_timeline_canvas_unfold (self, item);
          i = 0;
          continue;
        }
      if (item->kind != ASC_TIMELINE_ENTITY || row < item->row || row >= item->row + item->n)
        continue;
      self->chosen_row = item->row;
      gtk_adjustment_clamp_page (self->rows, item->y, item->y + item->height);
    }
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
asc_timeline_canvas_pick (AscTimelineCanvas *self, guint row, gint64 time_ns)
{
  asc_timeline_canvas_choose (self, row, time_ns);
  g_signal_emit (self, signals[CHOSEN], 0);
}

void
asc_timeline_canvas_set_row_height (AscTimelineCanvas *self, AscTimelineHeight height)
{
  const AscTimelineItem *item;

  if (self->row_height == height)
    return;
  self->row_height = height;
  lay_out (self);
  item = find_chosen (self);
  if (item != NULL)
    gtk_adjustment_clamp_page (self->rows, item->y, item->y + item->height);
  g_signal_emit (self, signals[ROW_HEIGHT], 0);
}

AscTimelineHeight
asc_timeline_canvas_get_row_height (AscTimelineCanvas *self)
{
  return self->row_height;
}

void
asc_timeline_canvas_set_by_process (AscTimelineCanvas *self, gboolean by_process)
{
  if (self->by_process == by_process)
    return;
  self->by_process = by_process;
  self->chosen_row = ASC_NONE;
  self->chosen_ns = -1;
  lay_out (self);
}

static void
take_timeline (AscTimelineCanvas *self, AscTimeline *timeline, AscTimelineColorFunc color, AscTimelineNameFunc name, gpointer data, GDestroyNotify destroy)
{
  if (self->destroy != NULL)
    self->destroy (self->data);
  g_set_object (&self->timeline, timeline);
  self->color = color;
  self->name = name;
  self->data = data;
  self->destroy = destroy;
}

/* The row of @timeline that is what @row is in the one on show, or ASC_NONE. */
static guint
find_same_row (AscTimelineCanvas *self, AscTimeline *timeline, guint row)
{
  const AscTimelineRow *here = row != ASC_NONE && self->timeline != NULL ? asc_timeline_get_row (self->timeline, row) : NULL;

  for (guint i = 0; here != NULL && i < asc_timeline_get_n_rows (timeline); i++)
    {
      const AscTimelineRow *there = asc_timeline_get_row (timeline, i);

      if (there->thread == here->thread && there->cpu == here->cpu && there->process == here->process)
        return i;
    }
  return ASC_NONE;
}

void
asc_timeline_canvas_replace_timeline (AscTimelineCanvas *self, AscTimeline *timeline, AscTimelineColorFunc color, AscTimelineNameFunc name, gpointer data, GDestroyNotify destroy)
{
  double scrolled;
  gint64 begin, end;
  guint row;

  g_return_if_fail (ASC_IS_TIMELINE_CANVAS (self));
  g_return_if_fail (timeline != NULL);

  scrolled = gtk_adjustment_get_value (self->rows);
  row = find_same_row (self, timeline, self->chosen_row);
  asc_timeline_canvas_get_shown (self, &begin, &end);
  take_timeline (self, timeline, color, name, data, destroy);
  if (row == ASC_NONE)
    self->chosen_ns = -1;
  self->chosen_row = row;
  lay_out (self);
  gtk_adjustment_set_value (self->rows, scrolled);
  asc_timeline_canvas_set_shown (self, begin, end);
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
asc_timeline_canvas_set_timeline (AscTimelineCanvas *self,
                                  AscTimeline *timeline,
                                  AscTimelineColorFunc color,
                                  AscTimelineNameFunc name,
                                  gpointer data,
                                  GDestroyNotify destroy)
{
  g_return_if_fail (ASC_IS_TIMELINE_CANVAS (self));

  take_timeline (self, timeline, color, name, data, destroy);
  self->chosen_row = ASC_NONE;
  self->chosen_ns = -1;
  g_hash_table_remove_all (self->unfolded);
  asc_timeline_canvas_set_range (self, 0, 0);
  lay_out (self);
  gtk_adjustment_set_value (self->rows, 0);
  asc_timeline_canvas_fit_all (self);
}

GtkAdjustment *
asc_timeline_canvas_get_time_adjustment (AscTimelineCanvas *self)
{
  return self->time;
}

GtkAdjustment *
asc_timeline_canvas_get_row_adjustment (AscTimelineCanvas *self)
{
  return self->rows;
}

static void
asc_timeline_canvas_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 480;
}

static void
asc_timeline_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  update_rows (ASC_TIMELINE_CANVAS (widget));
}

static void
asc_timeline_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  AscTimelineCanvas *self = ASC_TIMELINE_CANVAS (widget);
  double scale = asc_ui_get_text_scale (widget);

  GTK_WIDGET_CLASS (asc_timeline_canvas_parent_class)->css_changed (widget, change);
  if (scale == self->scale)
    return;
  self->scale = scale;
  lay_out (self);
}

static void
asc_timeline_canvas_finalize (GObject *object)
{
  AscTimelineCanvas *self = ASC_TIMELINE_CANVAS (object);

  if (self->destroy != NULL)
    self->destroy (self->data);
  g_clear_object (&self->timeline);
  g_clear_object (&self->time);
  g_clear_object (&self->rows);
  g_array_unref (self->items);
  g_hash_table_unref (self->unfolded);
  G_OBJECT_CLASS (asc_timeline_canvas_parent_class)->finalize (object);
}

static void
asc_timeline_canvas_class_init (AscTimelineCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = asc_timeline_canvas_finalize;
  widget_class->snapshot = asc_timeline_canvas_snapshot;
  widget_class->measure = asc_timeline_canvas_measure;
  widget_class->size_allocate = asc_timeline_canvas_size_allocate;
  widget_class->css_changed = asc_timeline_canvas_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "timeline");
  signals[CHOSEN]
      = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RANGE_CHANGED] = g_signal_new ("range-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 0);
  signals[ROW_HEIGHT]
      = g_signal_new ("row-height", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ZOOMED]
      = g_signal_new ("zoomed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
asc_timeline_canvas_init (AscTimelineCanvas *self)
{
  self->items = g_array_new (FALSE, FALSE, sizeof (AscTimelineItem));
  self->unfolded = g_hash_table_new (NULL, NULL);
  self->time = g_object_ref_sink (gtk_adjustment_new (0, 0, 1, 0, 0, 1));
  self->rows = g_object_ref_sink (gtk_adjustment_new (0, 0, 1, 0, 0, 1));
  self->scale = 1;
  self->row_height = ASC_TIMELINE_NORMAL;
  self->chosen_row = ASC_NONE;
  self->chosen_ns = self->drag_ns = -1;
  self->pointer_x = self->pointer_y = -1;
  g_signal_connect_object (self->time, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Timeline"), -1);
  asc_timeline_canvas_add_controllers (self);
}

GtkWidget *
asc_timeline_canvas_new (void)
{
  return g_object_new (ASC_TYPE_TIMELINE_CANVAS, NULL);
}
