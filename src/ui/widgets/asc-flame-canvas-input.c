/* asc-flame-canvas-input.c: the flame graph's pointer, keys and tooltips
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "asc-ui-text.h"

#define ZOOM_STEP 1.25
/* Metrics that a tooltip tells of. */
#define MAX_TOLD 6u

static void
append_metric (AscFlameCanvas *self, GString *text, guint32 cell, guint number)
{
  AscProfile *profile = asc_flame_graph_get_profile (self->graph);
  const AscMetric *metric = asc_profile_get_metric (profile, number);
  gint64 all = asc_flame_graph_get_attributed (self->graph, cell, number);
  gint64 own = asc_flame_graph_get_exclusive (self->graph, cell, number);
  g_autofree char *all_text = asc_ui_format_value (metric, all);
  g_autofree char *all_percent = asc_ui_format_percent (all, metric->total);
  g_autofree char *own_text = asc_ui_format_value (metric, own);
  g_autofree char *own_percent = asc_ui_format_percent (own, metric->total);

  if (all == 0 && own == 0 && number != asc_flame_graph_get_options (self->graph)->metric)
    return;
  g_string_append_c (text, '\n');
  /* TRANSLATORS: a metric's name; what went through a call path: value, percent; what arose at its end: value, percent */
  g_string_append_printf (text, _ ("%s: %s (%s), exclusive %s (%s)"), asc_ui_metric_get_title (metric), all_text, all_percent, own_text, own_percent);
}

/* "+0.234 s (+5.6%)", of the baseline's total. */
static char *
dup_change (AscFlameCanvas *self, guint32 cell)
{
  const AscMetric *metric = asc_profile_get_metric (asc_flame_graph_get_profile (self->graph), asc_flame_graph_get_options (self->graph)->metric);
  gint64 change = self->cells[cell].value - self->difference->value[cell];
  const char *sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  g_autofree char *value = asc_ui_format_value (metric, ABS (change));
  g_autofree char *percent = asc_ui_format_percent (ABS (change), self->difference->total);

  return g_strdup_printf ("%s%s (%s%s)", sign, value, sign, percent);
}

char *
asc_flame_canvas_dup_description (AscFlameCanvas *self, guint32 cell)
{
  AscProfile *profile;
  const AscFlameCell *c;
  GString *text = g_string_new (NULL);
  g_autofree char *name = NULL;
  const char *object;
  guint drawn;

  g_return_val_if_fail (ASC_IS_FLAME_CANVAS (self) && self->graph != NULL && cell < self->n_cells, NULL);
  profile = asc_flame_graph_get_profile (self->graph);
  c = &self->cells[cell];
  drawn = asc_flame_graph_get_options (self->graph)->metric;
  name = asc_flame_graph_dup_name (self->graph, cell);
  object = c->entity == ASC_NONE ? asc_profile_get_function (profile, c->function)->object : NULL;
  g_string_append (text, name);
  if (object != NULL)
    g_string_append_printf (text, "\n%s", object);
  if ((c->flags & ASC_FLAME_INLINED) != 0)
    g_string_append_printf (text, "\n%s", C_ ("flame color", "Inlined"));
  append_metric (self, text, cell, drawn);
  if (self->difference != NULL)
    {
      g_autofree char *change = dup_change (self, cell);

      g_string_append_c (text, '\n');
      /* TRANSLATORS: what a call path has more or less than in the recording it is compared with, "+0.234 s (+5.6%)" */
      g_string_append_printf (text, _ ("Difference: %s"), change);
    }
  for (guint m = 0, told = 1; m < asc_profile_get_n_metrics (profile) && told < MAX_TOLD; m++)
    if (m != drawn && !asc_profile_get_metric (profile, m)->hidden)
      {
        append_metric (self, text, cell, m);
        told++;
      }
  if ((c->flags & ASC_FLAME_UNFINISHED) != 0)
    g_string_append_printf (text, "\n%s", _ ("There are more callers than can be shown."));
  return g_string_free (text, FALSE);
}

static gboolean
query_tooltip_cb (AscFlameCanvas *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  guint32 cell = keyboard ? self->chosen : asc_flame_canvas_pick (self, x, y);
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  graphene_rect_t area;

  if (self->graph == NULL || cell == ASC_NONE || !asc_flame_canvas_get_bounds (self, cell, &area))
    return FALSE;
  text = asc_flame_canvas_dup_description (self, cell);
  shown = asc_ui_make_tooltip (text);
  gtk_tooltip_set_text (tooltip, shown);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ (int) area.origin.x, (int) area.origin.y, (int) ceilf (area.size.width), (int) area.size.height });
  return TRUE;
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, AscFlameCanvas *self)
{
  guint32 cell = asc_flame_canvas_pick (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (cell == ASC_NONE)
    return;
  if (n_press == 1)
    asc_flame_canvas_choose (self, cell);
  else if (n_press == 2)
    asc_flame_canvas_zoom_to (self, self->chosen);
}

static void
open_menu (AscFlameCanvas *self, double x, double y)
{
  g_signal_emit_by_name (self, "menu", x, y);
}

static void
menu_pressed_cb (GtkGesture *gesture, int n_press, double x, double y, AscFlameCanvas *self)
{
  guint32 cell = asc_flame_canvas_pick (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (cell != ASC_NONE)
    asc_flame_canvas_choose (self, cell);
  open_menu (self, x, y);
}

static void
long_pressed_cb (GtkGesture *gesture, double x, double y, AscFlameCanvas *self)
{
  menu_pressed_cb (gesture, 1, x, y, self);
}

static void
open_menu_by_key (AscFlameCanvas *self)
{
  graphene_rect_t area;

  if (self->chosen != ASC_NONE && asc_flame_canvas_get_bounds (self, self->chosen, &area))
    open_menu (self, (double) (area.origin.x + MIN (area.size.width, 24) / 2), (double) (area.origin.y + area.size.height));
}

/* The cell at the left or right of @cell on its level. */
static guint32
find_neighbour (AscFlameCanvas *self, guint32 cell, int step)
{
  guint32 first, end;

  asc_flame_graph_get_level (self->graph, self->cells[cell].depth, &first, &end);
  if (step < 0)
    return cell > first ? cell - 1 : cell;
  return cell + 1 < end ? cell + 1 : cell;
}

/* The heaviest cell below: of the heaviest children. */
static guint32
find_child (AscFlameCanvas *self, guint32 cell)
{
  guint32 heaviest = ASC_NONE;

  for (guint32 i = self->cells[cell].first_child; i < self->cells[cell + 1].first_child; i++)
    if (heaviest == ASC_NONE || self->cells[i].width > self->cells[heaviest].width)
      heaviest = i;
  return heaviest;
}

/* Where the hottest path of what is enlarged ends. */
static guint32
find_hottest (AscFlameCanvas *self)
{
  guint32 cell = self->at.focus;

  for (guint32 child = find_child (self, cell); child != ASC_NONE; child = find_child (self, cell))
    cell = child;
  return cell;
}

/* Walks as the drawing lies: with the root at the bottom Up leads away from it. */
static guint32
walk (AscFlameCanvas *self, guint keyval)
{
  guint32 cell = self->chosen != ASC_NONE ? self->chosen : self->at.focus;
  gboolean down = keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down;
  guint32 child;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return find_neighbour (self, cell, -1);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return find_neighbour (self, cell, 1);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      if (down == self->upward)
        return cell != ASC_FLAME_ROOT ? self->cells[cell].parent : cell;
      child = find_child (self, cell);
      return child != ASC_NONE ? child : cell;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      return self->at.focus;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      return find_hottest (self);
    default:
      return ASC_NONE;
    }
}

static gboolean
zoom_key (AscFlameCanvas *self, guint keyval)
{
  double middle = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
  graphene_rect_t area;

  if (self->chosen != ASC_NONE && asc_flame_canvas_get_bounds (self, self->chosen, &area))
    middle = (double) (area.origin.x + area.size.width / 2);
  if (keyval == GDK_KEY_plus || keyval == GDK_KEY_KP_Add || keyval == GDK_KEY_equal)
    asc_flame_canvas_zoom_by (self, ZOOM_STEP, middle);
  else if (keyval == GDK_KEY_minus || keyval == GDK_KEY_KP_Subtract)
    asc_flame_canvas_zoom_by (self, 1 / ZOOM_STEP, middle);
  else if (keyval == GDK_KEY_0 || keyval == GDK_KEY_KP_0)
    asc_flame_canvas_zoom_to (self, ASC_FLAME_ROOT);
  else
    return FALSE;
  return TRUE;
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType state, AscFlameCanvas *self)
{
  guint modifiers = state & gtk_accelerator_get_default_mod_mask ();
  guint32 there;

  if (self->graph == NULL)
    return FALSE;
  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && modifiers == GDK_SHIFT_MASK))
    {
      open_menu_by_key (self);
      return TRUE;
    }
  if (modifiers == GDK_CONTROL_MASK || modifiers == (GDK_CONTROL_MASK | GDK_SHIFT_MASK))
    return zoom_key (self, keyval);
  if (modifiers != 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      if (self->chosen != ASC_NONE)
        asc_flame_canvas_zoom_to (self, self->chosen);
      return TRUE;
    case GDK_KEY_BackSpace:
    case GDK_KEY_Escape:
      return asc_flame_canvas_zoom_out (self) || keyval == GDK_KEY_BackSpace;
    case GDK_KEY_f:
      asc_flame_canvas_zoom_to (self, ASC_FLAME_ROOT);
      return TRUE;
    default:
      there = walk (self, keyval);
      if (there == ASC_NONE)
        return FALSE;
      asc_flame_canvas_choose (self, there);
      return TRUE;
    }
}

static void
motion_cb (GtkEventControllerMotion *motion, double x, double y, AscFlameCanvas *self)
{
  self->pointer_x = x;
}

/* Ctrl and the wheel enlarge at the pointer; the wheel alone is the scrolled window's. */
static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, AscFlameCanvas *self)
{
  if ((gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll)) & GDK_CONTROL_MASK) == 0)
    return FALSE;
  asc_flame_canvas_zoom_by (self, pow (ZOOM_STEP, -dy), self->pointer_x);
  return TRUE;
}

static void
scale_changed_cb (GtkGestureZoom *zoom, double scale, AscFlameCanvas *self)
{
  double x = self->pointer_x;
  double y;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (zoom), &x, &y);
  asc_flame_canvas_zoom_by (self, scale / self->pinch, x);
  self->pinch = scale;
}

static void
pinch_begin_cb (GtkGesture *zoom, GdkEventSequence *sequence, AscFlameCanvas *self)
{
  self->pinch = 1;
}

/* Dragging with the middle button moves what is in sight. */
static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, AscFlameCanvas *self)
{
  double *origin = g_object_get_data (G_OBJECT (drag), "origin");

  gtk_adjustment_set_value (self->adjustments[GTK_ORIENTATION_HORIZONTAL], origin[0] - dx);
  gtk_adjustment_set_value (self->adjustments[GTK_ORIENTATION_VERTICAL], origin[1] - dy);
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, AscFlameCanvas *self)
{
  double *origin = g_new (double, 2);

  origin[0] = gtk_adjustment_get_value (self->adjustments[GTK_ORIENTATION_HORIZONTAL]);
  origin[1] = gtk_adjustment_get_value (self->adjustments[GTK_ORIENTATION_VERTICAL]);
  g_object_set_data_full (G_OBJECT (drag), "origin", origin, g_free);
}

static void
add_controller (AscFlameCanvas *self, gpointer controller, const char *signal, GCallback callback)
{
  g_signal_connect (controller, signal, callback, self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (controller));
}

void
asc_flame_canvas_install_input (AscFlameCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *zoom = gtk_gesture_zoom_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), GDK_BUTTON_MIDDLE);
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  add_controller (self, click, "pressed", G_CALLBACK (pressed_cb));
  add_controller (self, menu, "pressed", G_CALLBACK (menu_pressed_cb));
  add_controller (self, press, "pressed", G_CALLBACK (long_pressed_cb));
  add_controller (self, drag, "drag-begin", G_CALLBACK (drag_begin_cb));
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  add_controller (self, gtk_event_controller_key_new (), "key-pressed", G_CALLBACK (key_pressed_cb));
  add_controller (self, gtk_event_controller_motion_new (), "motion", G_CALLBACK (motion_cb));
  add_controller (self, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL), "scroll", G_CALLBACK (scroll_cb));
  add_controller (self, zoom, "begin", G_CALLBACK (pinch_begin_cb));
  g_signal_connect (zoom, "scale-changed", G_CALLBACK (scale_changed_cb), self);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}
