/* asc-timeline-input.c: pointer and keys on a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "asc-ui-text.h"

#define ZOOM_STEP 1.25
/* A drag that is shorter chooses a moment. */
#define MIN_DRAG 4.0

static void
click_cb (GtkGestureClick *gesture, int n_press, double x, double y, AscTimelineCanvas *self)
{
  const AscTimelineItem *item;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->timeline == NULL)
    return;
  item = asc_timeline_canvas_get_item_at (self, y);
  if (item == NULL)
    return;
  if (item->kind == ASC_TIMELINE_FOLD)
    asc_timeline_canvas_unfold (self, item);
  else if (item->kind == ASC_TIMELINE_ENTITY)
    asc_timeline_canvas_pick (self, item->row,
                              x >= asc_timeline_canvas_get_left (self) ? asc_timeline_canvas_get_time_at (self, x)
                                                                       : self->chosen_ns);
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, AscTimelineCanvas *self)
{
  self->drag_ns = self->timeline != NULL && x >= asc_timeline_canvas_get_left (self)
                      ? asc_timeline_canvas_get_time_at (self, x)
                      : -1;
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, AscTimelineCanvas *self)
{
  double x;
  double y;
  gint64 time;

  if (self->drag_ns < 0 || fabs (dx) < MIN_DRAG || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  time = asc_timeline_canvas_get_time_at (self, x + dx);
  asc_timeline_canvas_set_range (self, MIN (time, self->drag_ns), MAX (time, self->drag_ns));
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, AscTimelineCanvas *self)
{
  if (self->drag_ns >= 0 && fabs (dx) < MIN_DRAG)
    asc_timeline_canvas_set_range (self, 0, 0);
  self->drag_ns = -1;
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, AscTimelineCanvas *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if ((modifiers & GDK_CONTROL_MASK) != 0)
    {
      asc_timeline_canvas_zoom (self, pow (ZOOM_STEP, dy));
      return TRUE;
    }
  if ((modifiers & GDK_SHIFT_MASK) != 0)
    dx += dy;
  else
    gtk_adjustment_set_value (self->rows, gtk_adjustment_get_value (self->rows)
                                              + dy * gtk_adjustment_get_step_increment (self->rows));
  if (dx != 0)
    gtk_adjustment_set_value (self->time, gtk_adjustment_get_value (self->time)
                                              + dx * gtk_adjustment_get_step_increment (self->time));
  return TRUE;
}

static void
pinch_cb (GtkGestureZoom *gesture, double scale, AscTimelineCanvas *self)
{
  static const char key[] = "asc-last-scale";
  double *last = g_object_get_data (G_OBJECT (gesture), key);

  if (last == NULL)
    {
      last = g_new (double, 1);
      *last = 1;
      g_object_set_data_full (G_OBJECT (gesture), key, last, g_free);
    }
  if (scale > 0 && *last > 0)
    asc_timeline_canvas_zoom (self, *last / scale);
  *last = scale;
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, AscTimelineCanvas *self)
{
  self->pointer_x = x;
  self->pointer_y = y;
}

static void
leave_cb (GtkEventControllerMotion *controller, AscTimelineCanvas *self)
{
  self->pointer_x = self->pointer_y = -1;
}

/* The next row (@step 1, -1) below or above the chosen one. */
static void
step_row (AscTimelineCanvas *self, int step)
{
  int at = -1;

  for (guint i = 0; i < self->items->len; i++)
    {
      const AscTimelineItem *item = &g_array_index (self->items, AscTimelineItem, i);

      if (item->kind == ASC_TIMELINE_ENTITY && item->row == self->chosen_row)
        at = (int)i;
    }
  for (int i = at + (at < 0 ? 1 : step); i >= 0 && i < (int)self->items->len; i += step)
    {
      const AscTimelineItem *item = &g_array_index (self->items, AscTimelineItem, i);

      if (item->kind == ASC_TIMELINE_PROCESS)
        continue;
      if (item->kind == ASC_TIMELINE_FOLD)
        {
          guint row = item->row;

          asc_timeline_canvas_unfold (self, item);
          asc_timeline_canvas_pick (self, row, self->chosen_ns);
          return;
        }
      asc_timeline_canvas_pick (self, item->row, self->chosen_ns);
      return;
    }
}

static void
step_time (AscTimelineCanvas *self, double value)
{
  gtk_adjustment_set_value (self->time, value);
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, AscTimelineCanvas *self)
{
  gboolean control = (modifiers & GDK_CONTROL_MASK) != 0;
  double value = gtk_adjustment_get_value (self->time);
  double step = gtk_adjustment_get_step_increment (self->time);

  if (self->timeline == NULL || (modifiers & GDK_ALT_MASK) != 0)
    return FALSE;
  if (control && (modifiers & GDK_SHIFT_MASK) != 0 && (key == GDK_KEY_plus || key == GDK_KEY_asterisk || key == GDK_KEY_KP_Add))
    asc_timeline_canvas_set_row_height (self, MIN (self->row_height + 1, ASC_TIMELINE_TALL));
  else if (control && (modifiers & GDK_SHIFT_MASK) != 0 && (key == GDK_KEY_minus || key == GDK_KEY_underscore || key == GDK_KEY_KP_Subtract))
    asc_timeline_canvas_set_row_height (self, self->row_height > ASC_TIMELINE_LOW ? self->row_height - 1 : ASC_TIMELINE_LOW);
  else if (control && (key == GDK_KEY_plus || key == GDK_KEY_equal || key == GDK_KEY_KP_Add))
    asc_timeline_canvas_zoom (self, 1 / ZOOM_STEP / ZOOM_STEP);
  else if (control && (key == GDK_KEY_minus || key == GDK_KEY_KP_Subtract))
    asc_timeline_canvas_zoom (self, ZOOM_STEP * ZOOM_STEP);
  else if (control && (key == GDK_KEY_0 || key == GDK_KEY_KP_0))
    asc_timeline_canvas_fit_all (self);
  else if (control)
    return FALSE;
  else if (key == GDK_KEY_f || key == GDK_KEY_F)
    asc_timeline_canvas_fit (self);
  else if (key == GDK_KEY_Left)
    step_time (self, value - step);
  else if (key == GDK_KEY_Right)
    step_time (self, value + step);
  else if (key == GDK_KEY_Home)
    step_time (self, 0);
  else if (key == GDK_KEY_End)
    step_time (self, gtk_adjustment_get_upper (self->time));
  else if (key == GDK_KEY_Up || key == GDK_KEY_Down)
    step_row (self, key == GDK_KEY_Down ? 1 : -1);
  else if (key == GDK_KEY_Escape && self->range_end_ns > self->range_begin_ns)
    asc_timeline_canvas_set_range (self, 0, 0);
  else if (key == GDK_KEY_BackSpace)
    asc_timeline_canvas_zoom (self, ZOOM_STEP * ZOOM_STEP);
  else
    return FALSE;
  return TRUE;
}

/* How many threads of a process did what. */
static void
append_counts (AscTimelineCanvas *self, GString *text, const AscTimelineItem *item, gint64 time_ns)
{
  guint counts[ASC_N_STATES] = { 0 };

  for (guint row = item->row; row < item->row + item->n; row++)
    {
      AscTimelineSpan span;

      if (asc_timeline_find_span (self->timeline, row, time_ns, &span))
        counts[span.state]++;
    }
  for (guint state = 0; state < ASC_N_STATES; state++)
    if (counts[state] > 0)
      {
        g_autofree char *count = asc_ui_format_count (counts[state]);

        /* TRANSLATORS: a state, and how many threads are in it */
        g_string_append_printf (text, ngettext ("\n%s: %s thread", "\n%s: %s threads", counts[state]),
                                asc_timeline_state_get_title (state), count);
      }
}

static gboolean
is_lost (AscTimelineCanvas *self, guint32 cpu, gint64 time_ns)
{
  double pixel = gtk_adjustment_get_page_size (self->time) / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);
  guint n;
  const AscTimelineLost *lost = asc_timeline_get_lost (self->timeline, &n);

  for (guint i = 0; i < n; i++)
    if ((cpu == ASC_NONE || lost[i].cpu == ASC_NONE || lost[i].cpu == cpu) && time_ns >= lost[i].begin_ns
        && (double)time_ns < (double)lost[i].end_ns + 4 * pixel)
      return TRUE;
  return FALSE;
}

/* What is said of a moment of @item. */
static char *
describe (AscTimelineCanvas *self, const AscTimelineItem *item, gint64 time_ns)
{
  g_autofree char *title = asc_timeline_canvas_dup_title (self, item);
  g_autofree char *begin = NULL;
  g_autofree char *length = NULL;
  g_autofree char *name = NULL;
  AscTimelineSpan span;
  GString *text = g_string_new (title);

  if (item->kind == ASC_TIMELINE_ENTITY && item->n > 1)
    append_counts (self, text, item, time_ns);
  else if (item->kind == ASC_TIMELINE_ENTITY && asc_timeline_find_span (self->timeline, item->row, time_ns, &span))
    {
      begin = asc_ui_format_duration (span.begin_ns);
      length = asc_ui_format_duration (span.length_ns);
      name = self->name (self->data, self->timeline, &span);
      /* TRANSLATORS: a state of a thread; a time since the start of the recording; how long it lasted */
      g_string_append_printf (text, _ ("\n%s, from %s on for %s"), asc_timeline_state_get_title (span.state), begin,
                              length);
      if (name != NULL)
        g_string_append_printf (text, "\n%s", name);
    }
  if (is_lost (self, asc_timeline_get_row (self->timeline, item->row)->cpu, time_ns))
    g_string_append_printf (text, "\n%s", _ ("Records were lost here"));
  return g_string_free (text, FALSE);
}

static gboolean
tooltip_cb (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  AscTimelineCanvas *self = ASC_TIMELINE_CANVAS (widget);
  const AscTimelineItem *item = self->timeline != NULL && !keyboard ? asc_timeline_canvas_get_item_at (self, y) : NULL;
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  if (item == NULL)
    return FALSE;
  text = x < asc_timeline_canvas_get_left (self) ? asc_timeline_canvas_dup_title (self, item)
                                                 : describe (self, item, asc_timeline_canvas_get_time_at (self, x));
  shown = asc_ui_make_tooltip (text);
  gtk_tooltip_set_text (tooltip, shown);
  return TRUE;
}

void
asc_timeline_canvas_add_controllers (AscTimelineCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (click_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, keys);
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (widget, "query-tooltip", G_CALLBACK (tooltip_cb), NULL);
}
