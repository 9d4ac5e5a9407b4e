/* asc-graph-canvas.c: see asc-graph-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-canvas-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "asc-ui-text.h"

#define MIN_ZOOM 0.05
#define MAX_ZOOM 4.0
#define ZOOM_STEP 1.2
/* Fitted smaller than this, nothing could be read: then 100 % of the hottest. */
#define MIN_FIT 0.5
#define MARGIN 24.0
#define SCROLL_STEP 60.0
/* Of the pointer to a line, px on screen. */
#define REACH 6.0

enum
{
  SELECTED,
  ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AscGraphCanvas, asc_graph_canvas, GTK_TYPE_WIDGET)

/* What is smaller than the widget stands in its middle; what is larger is not dragged out of sight. */
static double
clamp_offset (double offset, double size, double room)
{
  if (size + 2 * MARGIN <= room)
    return (size - room) / 2;
  return CLAMP (offset, MIN (-MARGIN, -room / 2), size - room / 2);
}

static void
move_to (AscGraphCanvas *self, double x, double y)
{
  const AscGraphLayout *layout = asc_graph_canvas_get_layout (self);

  if (layout == NULL)
    return;
  self->x = clamp_offset (x, layout->width, asc_graph_canvas_get_width (self) / self->zoom);
  self->y = clamp_offset (y, layout->height, asc_graph_canvas_get_height (self) / self->zoom);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The point of the drawing at @x, @y of the widget stays there. */
static void
zoom_at (AscGraphCanvas *self, double zoom, double x, double y)
{
  double at_x = self->x + x / self->zoom;
  double at_y = self->y + y / self->zoom;

  self->zoom = CLAMP (zoom, MIN_ZOOM, MAX_ZOOM);
  move_to (self, at_x - x / self->zoom, at_y - y / self->zoom);
}

static void
center_on (AscGraphCanvas *self, guint32 node)
{
  const AscGraphBox *box = &asc_graph_canvas_get_layout (self)->boxes[node];

  move_to (self, box->x - asc_graph_canvas_get_width (self) / self->zoom / 2, box->y + box->height / 2 - asc_graph_canvas_get_height (self) / self->zoom / 2);
}

static double
fit_zoom (AscGraphCanvas *self)
{
  const AscGraphLayout *layout = asc_graph_canvas_get_layout (self);

  return MIN (MIN (asc_graph_canvas_get_width (self) / (layout->width + 2 * MARGIN), asc_graph_canvas_get_height (self) / (layout->height + 2 * MARGIN)), 1);
}

/* The center, else the box with the most exclusive cost. */
static guint32
find_hottest (AscGraphCanvas *self)
{
  guint n;
  const AscGraphNode *nodes = asc_call_graph_get_nodes (asc_graph_drawing_get_graph (self->drawing), &n);
  guint32 best = ASC_NONE;

  for (guint i = 0; i < n; i++)
    {
      if (nodes[i].is_center)
        return i;
      if (nodes[i].kind == ASC_GRAPH_ROW && nodes[i].row != ASC_FUNCTION_TOTAL && (best == ASC_NONE || nodes[i].exclusive > nodes[best].exclusive))
        best = i;
    }
  return best;
}

/* All of it, or where that would be too small, what is chosen or hottest at 100 %. */
static void
open_view (AscGraphCanvas *self)
{
  double zoom;
  guint32 node = self->selected != ASC_NONE ? self->selected : find_hottest (self);

  self->fit_wanted = asc_graph_canvas_get_width (self) <= 0;
  if (self->fit_wanted)
    return;
  zoom = fit_zoom (self);
  self->zoom = zoom >= MIN_FIT ? zoom : 1;
  move_to (self, self->x, self->y);
  if (zoom < MIN_FIT && node != ASC_NONE)
    center_on (self, node);
}

static void
update_label (AscGraphCanvas *self)
{
  AscCallGraph *graph = self->drawing != NULL ? asc_graph_drawing_get_graph (self->drawing) : NULL;
  g_autofree char *numbers = NULL;
  g_autofree char *text = NULL;
  guint n;
  const AscGraphNode *nodes;

  if (graph == NULL)
    return;
  nodes = asc_call_graph_get_nodes (graph, &n);
  if (self->selected == ASC_NONE)
    text = g_strdup (_ ("Call graph"));
  else
    {
      numbers = asc_graph_drawing_dup_numbers (self->drawing, self->selected);
      if (nodes[self->selected].kind == ASC_GRAPH_ROW)
        /* TRANSLATORS: for a screen reader: the function that is chosen in the call graph, and its exclusive and inclusive value, "5 / 25" */
        text = g_strdup_printf (_ ("Call graph, %s: exclusive / inclusive %s"), asc_call_graph_get_name (graph, self->selected), numbers);
      else
        /* TRANSLATORS: for a screen reader: what is chosen in the call graph, "+12 callees, 0.8%" */
        text = g_strdup_printf (_ ("Call graph, not shown: %s"), numbers);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
move_map (AscGraphCanvas *self, double x, double y)
{
  GdkRectangle area;
  double scale;

  if (asc_graph_canvas_get_map (self, &area, &scale))
    move_to (self, (x - area.x) / scale - asc_graph_canvas_get_width (self) / self->zoom / 2, (y - area.y) / scale - asc_graph_canvas_get_height (self) / self->zoom / 2);
}

static void
asc_graph_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = 200;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 480;
}

static void
asc_graph_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AscGraphCanvas *self = ASC_GRAPH_CANVAS (widget);

  if (self->fit_wanted && self->drawing != NULL)
    open_view (self);
  else
    move_to (self, self->x, self->y);
}

/* Selection */

/* Moves just as far as needed. */
static void
bring_into_sight (AscGraphCanvas *self, guint32 node)
{
  const AscGraphBox *box = &asc_graph_canvas_get_layout (self)->boxes[node];
  double width = asc_graph_canvas_get_width (self) / self->zoom;
  double height = asc_graph_canvas_get_height (self) / self->zoom;
  double margin = MARGIN / self->zoom;
  double x = self->x;
  double y = self->y;

  if (width <= 0)
    return;
  x = MIN (x, box->x - box->width / 2 - margin);
  x = MAX (x, box->x + box->width / 2 + margin - width);
  y = MIN (y, box->y - margin);
  y = MAX (y, box->y + box->height + margin - height);
  move_to (self, x, y);
}

static void
choose (AscGraphCanvas *self, guint32 node)
{
  if (node == ASC_NONE)
    return;
  asc_graph_canvas_select (self, node);
  g_signal_emit (self, signals[SELECTED], 0, node);
}

static void
activate (AscGraphCanvas *self)
{
  if (self->selected != ASC_NONE)
    g_signal_emit (self, signals[ACTIVATED], 0, self->selected);
}

/* The other end of the heaviest line that leads down or up from the chosen box. */
static guint32
follow (AscGraphCanvas *self, gboolean down)
{
  const AscGraphLayout *layout = asc_graph_canvas_get_layout (self);
  guint32 best = ASC_NONE;
  double weight = -1;

  for (guint i = 0; i < layout->n_lines; i++)
    {
      const AscGraphLine *line = &layout->lines[i];

      if ((down ? line->from : line->to) != self->selected || line->from == line->to || line->weight <= weight)
        continue;
      weight = line->weight;
      best = down ? line->to : line->from;
    }
  return best;
}

/* The nearest box at one side in the same layer. */
static guint32
find_beside (AscGraphCanvas *self, gboolean right)
{
  const AscGraphLayout *layout = asc_graph_canvas_get_layout (self);
  const AscGraphBox *box = &layout->boxes[self->selected];
  guint32 best = ASC_NONE;

  for (guint i = 0; i < layout->n_boxes; i++)
    if (layout->boxes[i].layer == box->layer && (right ? layout->boxes[i].x > box->x : layout->boxes[i].x < box->x)
        && (best == ASC_NONE || fabs (layout->boxes[i].x - box->x) < fabs (layout->boxes[best].x - box->x)))
      best = i;
  return best;
}

/* Home: what is on top; the heaviest of them. */
static guint32
find_root (AscGraphCanvas *self)
{
  const AscGraphLayout *layout = asc_graph_canvas_get_layout (self);
  guint32 best = ASC_NONE;

  for (guint i = 0; i < layout->n_boxes; i++)
    if (best == ASC_NONE || layout->boxes[i].layer < layout->boxes[best].layer)
      best = i;
  return best;
}

static guint32
find_target (AscGraphCanvas *self, guint key)
{
  if (key == GDK_KEY_Home || key == GDK_KEY_KP_Home)
    return find_root (self);
  if (key == GDK_KEY_End || key == GDK_KEY_KP_End || self->selected == ASC_NONE)
    return find_hottest (self);
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return follow (self, FALSE);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return follow (self, TRUE);
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return find_beside (self, FALSE);
    default:
      return find_beside (self, TRUE);
    }
}

static gboolean
zoom_by_key (AscGraphCanvas *self, guint key, gboolean control)
{
  if (!control)
    {
      if (key != GDK_KEY_f && key != GDK_KEY_F)
        return FALSE;
      asc_graph_canvas_fit (self);
      return TRUE;
    }
  switch (key)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      asc_graph_canvas_set_zoom (self, self->zoom * ZOOM_STEP);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      asc_graph_canvas_set_zoom (self, self->zoom / ZOOM_STEP);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      asc_graph_canvas_set_zoom (self, 1);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
key_pressed_cb (AscGraphCanvas *self, guint key, guint code, GdkModifierType state)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask () & ~(guint) GDK_SHIFT_MASK;

  if (self->drawing == NULL || asc_graph_canvas_get_layout (self)->n_boxes == 0 || (modifiers & ~(guint) GDK_CONTROL_MASK) != 0)
    return FALSE;
  if (zoom_by_key (self, key, modifiers != 0))
    return TRUE;
  if (modifiers != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Home:
    case GDK_KEY_End:
    case GDK_KEY_KP_Up:
    case GDK_KEY_KP_Down:
    case GDK_KEY_KP_Left:
    case GDK_KEY_KP_Right:
    case GDK_KEY_KP_Home:
    case GDK_KEY_KP_End:
      choose (self, find_target (self, key));
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      activate (self);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Pointer */

static guint32
pick (AscGraphCanvas *self, double x, double y)
{
  return self->drawing != NULL && !asc_graph_canvas_is_in_map (self, x, y) ? asc_graph_drawing_pick_node (self->drawing, self->x + x / self->zoom, self->y + y / self->zoom) : ASC_NONE;
}

static void
pressed_cb (AscGraphCanvas *self, int n_press, double x, double y)
{
  guint32 node = pick (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (asc_graph_canvas_is_in_map (self, x, y))
    move_map (self, x, y);
  if (node == ASC_NONE)
    return;
  choose (self, node);
  if (n_press == 2)
    activate (self);
}

static void
drag_begin_cb (AscGraphCanvas *self, double x, double y)
{
  self->in_map = asc_graph_canvas_is_in_map (self, x, y);
  self->drag_x = self->x;
  self->drag_y = self->y;
}

static void
drag_update_cb (AscGraphCanvas *self, double dx, double dy, GtkGestureDrag *gesture)
{
  double x;
  double y;

  if (!gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (self->in_map)
    move_map (self, x + dx, y + dy);
  else
    move_to (self, self->drag_x - dx / self->zoom, self->drag_y - dy / self->zoom);
}

static gboolean
scroll_cb (AscGraphCanvas *self, double dx, double dy, GtkEventControllerScroll *controller)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if ((state & GDK_CONTROL_MASK) != 0)
    zoom_at (self, self->zoom * pow (ZOOM_STEP, -dy), self->pointer_x, self->pointer_y);
  else if ((state & GDK_SHIFT_MASK) != 0 && dx == 0)
    move_to (self, self->x + dy * SCROLL_STEP / self->zoom, self->y);
  else
    move_to (self, self->x + dx * SCROLL_STEP / self->zoom, self->y + dy * SCROLL_STEP / self->zoom);
  return TRUE;
}

static void
motion_cb (AscGraphCanvas *self, double x, double y)
{
  self->pointer_x = x;
  self->pointer_y = y;
}

static void
pinch_begin_cb (AscGraphCanvas *self)
{
  self->pinch_zoom = self->zoom;
}

static void
pinch_cb (AscGraphCanvas *self, double scale, GtkGesture *gesture)
{
  double x;
  double y;

  if (gtk_gesture_get_bounding_box_center (gesture, &x, &y))
    zoom_at (self, self->pinch_zoom * scale, x, y);
}

static char *
dup_edge_tooltip (AscGraphCanvas *self, guint32 number)
{
  AscCallGraph *graph = asc_graph_drawing_get_graph (self->drawing);
  guint n;
  const AscGraphEdge *edge = &asc_call_graph_get_edges (graph, &n)[number];
  const AscMetric *metric = asc_profile_get_metric (asc_call_graph_get_profile (graph), asc_call_graph_get_metric (graph));
  g_autofree char *callee = asc_ui_format_value (metric, edge->attributed);
  g_autofree char *callee_percent = asc_ui_format_percent (edge->attributed, metric->total);
  g_autofree char *caller = asc_ui_format_value (metric, edge->attributed_caller);
  g_autofree char *caller_percent = asc_ui_format_percent (edge->attributed_caller, metric->total);
  g_autofree char *ends = g_strdup_printf ("%s → %s", asc_call_graph_get_name (graph, edge->from), asc_call_graph_get_name (graph, edge->to));
  g_autofree char *shown = asc_ui_make_tooltip (ends);

  if (edge->attributed == edge->attributed_caller)
    /* TRANSLATORS: of a call: "caller → callee", then its attributed value and percentage */
    return g_strdup_printf (_ ("%s\nAttributed: %s (%s)"), shown, callee, callee_percent);
  /* TRANSLATORS: of a call under recursion: "caller → callee", then value and percentage as each of them has it in its list */
  return g_strdup_printf (_ ("%s\nSeen from the caller: %s (%s)\nSeen from the callee: %s (%s)"), shown, caller, caller_percent, callee, callee_percent);
}

static char *
dup_node_tooltip (AscGraphCanvas *self, guint32 number)
{
  AscCallGraph *graph = asc_graph_drawing_get_graph (self->drawing);
  guint n;
  const AscGraphNode *node = &asc_call_graph_get_nodes (graph, &n)[number];
  const AscMetric *metric = asc_profile_get_metric (asc_call_graph_get_profile (graph), asc_call_graph_get_metric (graph));
  g_autofree char *exclusive = asc_ui_format_value_long (metric, node->exclusive);
  g_autofree char *inclusive = asc_ui_format_value_long (metric, node->inclusive);
  g_autofree char *name = NULL;

  if (node->kind != ASC_GRAPH_ROW)
    /* TRANSLATORS: of a box that stands for functions that are not shown; %s is the value of these calls */
    return g_strdup_printf (_ ("Not shown: %s. Enter or a double click shows the heaviest."), inclusive);
  name = asc_ui_make_tooltip (asc_call_graph_get_name (graph, number));
  /* TRANSLATORS: a function's name, its exclusive and its inclusive value */
  return g_strdup_printf (_ ("%s\nExclusive: %s\nInclusive: %s"), name, exclusive, inclusive);
}

static gboolean
query_tooltip_cb (AscGraphCanvas *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  guint32 node = keyboard ? self->selected : pick (self, x, y);
  guint32 edge = ASC_NONE;
  g_autofree char *text = NULL;

  if (self->drawing == NULL || (!keyboard && asc_graph_canvas_is_in_map (self, x, y)))
    return FALSE;
  if (node != ASC_NONE)
    text = dup_node_tooltip (self, node);
  else if (!keyboard)
    edge = asc_graph_drawing_pick_edge (self->drawing, self->x + x / self->zoom, self->y + y / self->zoom, REACH / self->zoom);
  if (edge != ASC_NONE)
    text = dup_edge_tooltip (self, edge);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* A new drawing */

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  AscGraphCanvas *self = ASC_GRAPH_CANVAS (widget);

  gtk_widget_queue_draw (widget);
  if (gdk_frame_clock_get_frame_time (clock) - self->start_us < ASC_GRAPH_MOTION_US)
    return G_SOURCE_CONTINUE;
  g_clear_pointer (&self->moved, g_free);
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* The node of @drawing for @node of another one; @moved: (nullable): where its rows are now. */
static guint32
find_same (const AscGraphDrawing *drawing, const AscGraphNode *node, GArray *moved)
{
  guint n;
  const AscGraphNode *nodes = asc_call_graph_get_nodes (asc_graph_drawing_get_graph (drawing), &n);
  guint32 row = moved == NULL ? node->row : node->row < moved->len ? g_array_index (moved, guint32, node->row) : ASC_NONE;

  if (row == ASC_NONE)
    return ASC_NONE;
  if (node->kind == ASC_GRAPH_ROW)
    return asc_call_graph_find (asc_graph_drawing_get_graph (drawing), row);
  for (guint32 i = 0; i < n; i++)
    if (nodes[i].kind == node->kind && nodes[i].row == row)
      return i;
  return ASC_NONE;
}

/* Boxes that both have begin where they are seen now: relative to the corner of the widget. */
static void
start_motion (AscGraphCanvas *self, const AscGraphDrawing *before, double before_x, double before_y, GArray *moved)
{
  const AscGraphLayout *layout = asc_graph_canvas_get_layout (self);
  const AscGraphLayout *old = asc_graph_drawing_get_layout (before);
  guint n, n_before;
  const AscGraphNode *nodes = asc_call_graph_get_nodes (asc_graph_drawing_get_graph (before), &n_before);
  gboolean animated = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animated, NULL);
  g_clear_pointer (&self->moved, g_free);
  if (!animated || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  asc_call_graph_get_nodes (asc_graph_drawing_get_graph (self->drawing), &n);
  self->moved = g_new0 (AscGraphPoint, MAX (n, 1));
  for (guint i = 0; i < n_before; i++)
    {
      guint32 same = find_same (self->drawing, &nodes[i], moved);

      if (same == ASC_NONE)
        continue;
      self->moved[same].x = old->boxes[i].x - before_x - (layout->boxes[same].x - self->x);
      self->moved[same].y = old->boxes[i].y - before_y - (layout->boxes[same].y - self->y);
    }
  self->start_us = gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (GTK_WIDGET (self)));
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

void
asc_graph_canvas_take_drawing (AscGraphCanvas *self, AscGraphDrawing *drawing, gboolean fit, GArray *moved)
{
  AscGraphDrawing *before = g_steal_pointer (&self->drawing);
  guint32 selected = self->selected;
  double before_x = self->x;
  double before_y = self->y;

  g_return_if_fail (ASC_IS_GRAPH_CANVAS (self));

  self->drawing = drawing;
  self->selected = ASC_NONE;
  g_clear_pointer (&self->moved, g_free);
  if (drawing != NULL && before != NULL && selected != ASC_NONE)
    {
      guint n;

      self->selected = find_same (drawing, &asc_call_graph_get_nodes (asc_graph_drawing_get_graph (before), &n)[selected], moved);
    }
  if (drawing != NULL && (fit || before == NULL))
    open_view (self);
  else if (drawing != NULL && self->selected != ASC_NONE)
    {
      const AscGraphBox *old = &asc_graph_drawing_get_layout (before)->boxes[selected];
      const AscGraphBox *box = &asc_graph_canvas_get_layout (self)->boxes[self->selected];

      move_to (self, self->x + box->x - old->x, self->y + box->y - old->y);
    }
  else
    move_to (self, self->x, self->y);
  if (drawing != NULL && before != NULL)
    start_motion (self, before, before_x, before_y, moved);
  g_clear_pointer (&before, asc_graph_drawing_unref);
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

AscGraphDrawing *
asc_graph_canvas_get_drawing (AscGraphCanvas *self)
{
  g_return_val_if_fail (ASC_IS_GRAPH_CANVAS (self), NULL);
  return self->drawing;
}

void
asc_graph_canvas_select (AscGraphCanvas *self, guint32 node)
{
  g_return_if_fail (ASC_IS_GRAPH_CANVAS (self));

  if (self->drawing == NULL || (node != ASC_NONE && node >= asc_graph_canvas_get_layout (self)->n_boxes))
    return;
  self->selected = node;
  if (node != ASC_NONE)
    bring_into_sight (self, node);
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

guint32
asc_graph_canvas_get_selected (AscGraphCanvas *self)
{
  g_return_val_if_fail (ASC_IS_GRAPH_CANVAS (self), ASC_NONE);
  return self->selected;
}

void
asc_graph_canvas_choose_at (AscGraphCanvas *self, double x, double y)
{
  g_return_if_fail (ASC_IS_GRAPH_CANVAS (self));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  choose (self, pick (self, x, y));
}

guint
asc_graph_canvas_search (AscGraphCanvas *self, AscMatcher *matcher, int step)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;
  const AscGraphNode *nodes;
  guint at = G_MAXUINT;

  if (self->drawing == NULL || matcher == NULL)
    return 0;
  nodes = asc_call_graph_get_nodes (asc_graph_drawing_get_graph (self->drawing), &n);
  for (guint32 i = 0; i < n; i++)
    {
      if (nodes[i].kind != ASC_GRAPH_ROW || !asc_matcher_matches (matcher, asc_call_graph_get_name (asc_graph_drawing_get_graph (self->drawing), i)))
        continue;
      if (i == self->selected)
        at = found->len;
      g_array_append_val (found, i);
    }
  if (found->len == 0)
    return 0;
  if (at == G_MAXUINT)
    choose (self, g_array_index (found, guint32, step < 0 ? found->len - 1 : 0));
  else if (step != 0)
    choose (self, g_array_index (found, guint32, (at + found->len + (step > 0 ? 1 : found->len - 1)) % found->len));
  return found->len;
}

double
asc_graph_canvas_get_zoom (AscGraphCanvas *self)
{
  g_return_val_if_fail (ASC_IS_GRAPH_CANVAS (self), 1);
  return self->zoom;
}

void
asc_graph_canvas_set_zoom (AscGraphCanvas *self, double zoom)
{
  g_return_if_fail (ASC_IS_GRAPH_CANVAS (self));
  zoom_at (self, zoom, asc_graph_canvas_get_width (self) / 2, asc_graph_canvas_get_height (self) / 2);
}

void
asc_graph_canvas_fit (AscGraphCanvas *self)
{
  g_return_if_fail (ASC_IS_GRAPH_CANVAS (self));

  if (self->drawing == NULL || asc_graph_canvas_get_width (self) <= 0)
    return;
  self->zoom = CLAMP (fit_zoom (self), MIN_ZOOM, MAX_ZOOM);
  move_to (self, 0, 0);
}

gboolean
asc_graph_canvas_get_node_area (AscGraphCanvas *self, guint32 node, GdkRectangle *area)
{
  const AscGraphLayout *layout = asc_graph_canvas_get_layout (self);
  const AscGraphBox *box;

  if (layout == NULL || node >= layout->n_boxes)
    return FALSE;
  box = &layout->boxes[node];
  area->x = (int) ((box->x - box->width / 2 - self->x) * self->zoom);
  area->y = (int) ((box->y - self->y) * self->zoom);
  area->width = (int) (box->width * self->zoom);
  area->height = (int) (box->height * self->zoom);
  return TRUE;
}

static void
asc_graph_canvas_dispose (GObject *object)
{
  AscGraphCanvas *self = ASC_GRAPH_CANVAS (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->drawing, asc_graph_drawing_unref);
  g_clear_pointer (&self->moved, g_free);
  G_OBJECT_CLASS (asc_graph_canvas_parent_class)->dispose (object);
}

static void
asc_graph_canvas_class_init (AscGraphCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_graph_canvas_dispose;
  widget_class->snapshot = asc_graph_canvas_snapshot;
  widget_class->measure = asc_graph_canvas_measure;
  widget_class->size_allocate = asc_graph_canvas_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "graphcanvas");
  signals[SELECTED] = g_signal_new ("selected", ASC_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("activated", ASC_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
add_controllers (AscGraphCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  gtk_widget_add_controller (widget, keys);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}

static void
asc_graph_canvas_init (AscGraphCanvas *self)
{
  self->zoom = 1;
  self->selected = ASC_NONE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  add_controllers (self);
}
