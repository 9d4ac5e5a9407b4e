/* asc-flame-canvas.c: see asc-flame-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "asc-ui-text.h"

#define ZOOM_MS 200
#define MIN_HEIGHT 120
#define SAME_PX 0.01
/* The smallest part of the whole that fills the width. */
#define LEAST_PART 1e-9

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

enum
{
  CHOSEN,
  CHANGED,
  COLORED,
  MENU,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AscFlameCanvas, asc_flame_canvas, GTK_TYPE_WIDGET, G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

static double
get_whole (AscFlameCanvas *self)
{
  return self->graph != NULL ? MAX ((double) self->cells[ASC_FLAME_ROOT].width, 1) : 1;
}

int
asc_flame_canvas_get_pitch (AscFlameCanvas *self)
{
  return (int) round (ASC_FLAME_ROW * asc_ui_get_text_scale (GTK_WIDGET (self))) + ASC_FLAME_GAP;
}

static int
get_full_height (AscFlameCanvas *self)
{
  return self->graph != NULL ? (int) asc_flame_graph_get_n_levels (self->graph) * asc_flame_canvas_get_pitch (self) : 0;
}

static double
get_scroll_y (AscFlameCanvas *self)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];

  return adjustment != NULL ? gtk_adjustment_get_value (adjustment) : 0;
}

double
asc_flame_canvas_get_level_y (AscFlameCanvas *self, guint depth)
{
  double pitch = asc_flame_canvas_get_pitch (self);
  /* A flame that is lower than the room stands on its floor. */
  double height = MAX (get_full_height (self), gtk_widget_get_height (GTK_WIDGET (self)));

  return (self->upward ? height - (depth + 1) * pitch : depth * pitch) - get_scroll_y (self);
}

int
asc_flame_canvas_get_level_at (AscFlameCanvas *self, double y)
{
  double pitch = asc_flame_canvas_get_pitch (self);
  double height = MAX (get_full_height (self), gtk_widget_get_height (GTK_WIDGET (self)));
  double from_top = y + get_scroll_y (self);

  return (int) floor ((self->upward ? height - from_top : from_top) / pitch);
}

static gboolean
is_whole (AscFlameCanvas *self)
{
  return self->at.right - self->at.left >= get_whole (self) * (1 - 1e-9);
}

/* Tells the scrolled window how much there is and what is in sight. */
static void
update_adjustments (AscFlameCanvas *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double scale = width / (self->at.right - self->at.left);
  double full = MAX (get_full_height (self), height);
  double pitch = asc_flame_canvas_get_pitch (self);
  /* All of it is not a hair more than the room. */
  double full_width = is_whole (self) ? width : MAX (get_whole (self) * scale, width);

  if (width <= 0 || height <= 0)
    return;
  self->moving = TRUE;
  if (self->adjustments[GTK_ORIENTATION_HORIZONTAL] != NULL)
    {
      double value = gtk_adjustment_get_value (self->adjustments[GTK_ORIENTATION_HORIZONTAL]);

      /* Where it is but for rounding it stays: a value that changes while its change is told is told again, without end. */
      if (fabs (value - self->at.left * scale) > SAME_PX)
        value = self->at.left * scale;
      gtk_adjustment_configure (self->adjustments[GTK_ORIENTATION_HORIZONTAL], value, 0, full_width, 0.1 * width, 0.9 * width, width);
    }
  if (self->adjustments[GTK_ORIENTATION_VERTICAL] != NULL)
    gtk_adjustment_configure (self->adjustments[GTK_ORIENTATION_VERTICAL], CLAMP (get_scroll_y (self), 0, full - height), 0, full, pitch,
                              MAX (height - pitch, pitch), height);
  self->moving = FALSE;
}

static void
emit_changed (AscFlameCanvas *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* What lies outside of the focus is not it: the focus goes up as far as it must. */
static void
show (AscFlameCanvas *self, AscFlameStop stop)
{
  double whole = get_whole (self);
  double range = CLAMP (stop.right - stop.left, whole * LEAST_PART, whole);

  stop.left = CLAMP (stop.left, 0, whole - range);
  stop.right = stop.left + range;
  while (stop.focus != ASC_FLAME_ROOT
         && (stop.left < (double) self->cells[stop.focus].start - range * 1e-6
             || stop.right > (double) (self->cells[stop.focus].start + self->cells[stop.focus].width) + range * 1e-6))
    stop.focus = self->cells[stop.focus].parent;
  self->at = stop;
  update_adjustments (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
motion_cb (double value, gpointer data)
{
  AscFlameCanvas *self = data;
  AscFlameStop stop = {
    .left = self->from.left + (self->to.left - self->from.left) * value,
    .right = self->from.right + (self->to.right - self->from.right) * value,
    .focus = self->to.focus,
  };

  if (self->graph == NULL)
    return;
  if (value >= 1)
    {
      show (self, self->to);
      emit_changed (self);
      return;
    }
  /* On the way what is in sight is wider than the focus. */
  self->at = stop;
  update_adjustments (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
stop_motion (AscFlameCanvas *self)
{
  if (self->animation != NULL && adw_animation_get_state (self->animation) == ADW_ANIMATION_PLAYING)
    adw_animation_skip (self->animation);
}

/* Brings the level of @cell into sight. */
static void
scroll_to_level (AscFlameCanvas *self, guint32 cell)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];
  double y = asc_flame_canvas_get_level_y (self, self->cells[cell].depth) + get_scroll_y (self);
  int pitch = asc_flame_canvas_get_pitch (self);

  if (adjustment != NULL)
    gtk_adjustment_clamp_page (adjustment, y - pitch, y + 2 * pitch);
}

void
asc_flame_canvas_go (AscFlameCanvas *self, const AscFlameStop *stop, gboolean in_motion)
{
  stop_motion (self);
  if (!in_motion || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    show (self, *stop);
  else
    {
      self->from = self->at;
      self->to = *stop;
      self->at.focus = stop->focus;
      if (self->animation == NULL)
        {
          AdwAnimationTarget *target = adw_callback_animation_target_new (motion_cb, self, NULL);

          self->animation = adw_timed_animation_new (GTK_WIDGET (self), 0, 1, ZOOM_MS, target);
        }
      /* Without motion, as the desktop may want it, it is there at once. */
      adw_animation_play (self->animation);
    }
  scroll_to_level (self, stop->focus);
  emit_changed (self);
}

void
asc_flame_canvas_zoom_to (AscFlameCanvas *self, guint32 cell)
{
  AscFlameStop stop;

  g_return_if_fail (ASC_IS_FLAME_CANVAS (self));
  if (self->graph == NULL || cell >= self->n_cells)
    return;
  stop = (AscFlameStop){ (double) self->cells[cell].start, (double) (self->cells[cell].start + self->cells[cell].width), cell };
  stop_motion (self);
  if (stop.left == self->at.left && stop.right == self->at.right && stop.focus == self->at.focus)
    return;
  g_array_append_val (self->history, self->at);
  asc_flame_canvas_go (self, &stop, TRUE);
}

gboolean
asc_flame_canvas_can_zoom_out (AscFlameCanvas *self)
{
  g_return_val_if_fail (ASC_IS_FLAME_CANVAS (self), FALSE);
  return self->graph != NULL && (self->history->len > 0 || !is_whole (self));
}

gboolean
asc_flame_canvas_zoom_out (AscFlameCanvas *self)
{
  AscFlameStop whole = { 0, get_whole (self), ASC_FLAME_ROOT };

  g_return_val_if_fail (ASC_IS_FLAME_CANVAS (self), FALSE);
  stop_motion (self);
  if (!asc_flame_canvas_can_zoom_out (self))
    return FALSE;
  if (self->history->len > 0)
    {
      whole = g_array_index (self->history, AscFlameStop, self->history->len - 1);
      g_array_set_size (self->history, self->history->len - 1);
    }
  asc_flame_canvas_go (self, &whole, TRUE);
  return TRUE;
}

char *
asc_flame_canvas_dup_path (AscFlameCanvas *self)
{
  GString *path;
  guint32 cell;

  g_return_val_if_fail (ASC_IS_FLAME_CANVAS (self), NULL);
  cell = self->at.focus;
  if (self->graph == NULL || cell == ASC_FLAME_ROOT)
    return NULL;
  path = g_string_new (NULL);
  for (; cell != ASC_FLAME_ROOT; cell = self->cells[cell].parent)
    {
      g_autofree char *name = asc_flame_graph_dup_name (self->graph, cell);

      if (path->len > 0)
        g_string_prepend_c (path, '\n');
      g_string_prepend (path, name);
    }
  return g_string_free (path, FALSE);
}

/* The child of @cell with that name, or ASC_NONE. */
static guint32
find_child (AscFlameCanvas *self, guint32 cell, const char *name)
{
  for (guint32 child = self->cells[cell].first_child; child < self->cells[cell + 1].first_child; child++)
    {
      g_autofree char *other = asc_flame_graph_dup_name (self->graph, child);

      if (g_str_equal (other, name))
        return child;
    }
  return ASC_NONE;
}

void
asc_flame_canvas_show_path (AscFlameCanvas *self, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path != NULL ? path : "", "\n", -1);
  guint32 cell = ASC_FLAME_ROOT;

  g_return_if_fail (ASC_IS_FLAME_CANVAS (self));
  if (self->graph == NULL || self->n_cells == 0)
    return;
  for (guint i = 0; names[i] != NULL; i++)
    {
      guint32 child = find_child (self, cell, names[i]);

      if (child == ASC_NONE)
        break;
      cell = child;
    }
  stop_motion (self);
  g_array_set_size (self->history, 0);
  asc_flame_canvas_go (self, &(AscFlameStop){ (double) self->cells[cell].start, (double) (self->cells[cell].start + self->cells[cell].width), cell }, TRUE);
}

void
asc_flame_canvas_zoom_by (AscFlameCanvas *self, double factor, double x)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double range = self->at.right - self->at.left;
  double fixed = self->at.left + range * (width > 0 ? x / width : 0);
  AscFlameStop stop = self->at;

  if (self->graph == NULL)
    return;
  stop_motion (self);
  stop.left = fixed - (fixed - self->at.left) / factor;
  stop.right = stop.left + range / factor;
  show (self, stop);
  emit_changed (self);
}

guint32
asc_flame_canvas_pick (AscFlameCanvas *self, double x, double y)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double scale = (self->at.right - self->at.left) / MAX (width, 1);
  int depth = asc_flame_canvas_get_level_at (self, y);
  guint32 cell;

  if (self->graph == NULL || depth < 0)
    return ASC_NONE;
  cell = asc_flame_graph_find (self->graph, (guint) depth, self->at.left + x * scale);
  /* Of a bucket any that lies below the pointer's pixel. */
  for (double beside = -1; cell == ASC_NONE && beside <= 1; beside += 2)
    cell = asc_flame_graph_find (self->graph, (guint) depth, self->at.left + (x + beside) * scale);
  return cell;
}

gboolean
asc_flame_canvas_get_bounds (AscFlameCanvas *self, guint32 cell, graphene_rect_t *bounds)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double scale = width / (self->at.right - self->at.left);
  double x0, x1, y;

  g_return_val_if_fail (ASC_IS_FLAME_CANVAS (self), FALSE);
  if (self->graph == NULL || cell >= self->n_cells)
    return FALSE;
  x0 = MAX (((double) self->cells[cell].start - self->at.left) * scale, 0);
  x1 = MIN (((double) (self->cells[cell].start + self->cells[cell].width) - self->at.left) * scale, width);
  y = asc_flame_canvas_get_level_y (self, self->cells[cell].depth);
  if (x1 - x0 < 0.01) /* less than rounding may make of a neighbour */
    return FALSE;
  *bounds = GRAPHENE_RECT_INIT ((float) x0, (float) y, (float) (x1 - x0), (float) (asc_flame_canvas_get_pitch (self) - ASC_FLAME_GAP));
  return y > -asc_flame_canvas_get_pitch (self) && y < gtk_widget_get_height (GTK_WIDGET (self));
}

/* What is chosen, for those who do not see it. */
static void
describe (AscFlameCanvas *self)
{
  g_autofree char *text = self->chosen != ASC_NONE ? asc_flame_canvas_dup_description (self, self->chosen) : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
outline (AscFlameCanvas *self, guint32 function)
{
  g_clear_pointer (&self->outlined, asc_flame_marks_free);
  self->function = function;
  if (self->graph != NULL && function != ASC_NONE && function != ASC_FUNCTION_TOTAL)
    {
      g_autofree guint8 *wanted = g_new0 (guint8, asc_profile_get_n_functions (asc_flame_graph_get_profile (self->graph)));

      wanted[function] = 1;
      self->outlined = asc_flame_graph_mark (self->graph, wanted);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
asc_flame_canvas_choose (AscFlameCanvas *self, guint32 cell)
{
  if (self->graph == NULL || cell >= self->n_cells)
    return;
  self->chosen = cell;
  if (self->function != self->cells[cell].function || self->cells[cell].entity != ASC_NONE)
    outline (self, self->cells[cell].entity == ASC_NONE ? self->cells[cell].function : ASC_NONE);
  scroll_to_level (self, cell);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  describe (self);
  emit_changed (self);
  g_signal_emit (self, signals[CHOSEN], 0);
}

void
asc_flame_canvas_choose_function (AscFlameCanvas *self, guint32 function)
{
  const guint32 *places;
  guint n = 0;

  g_return_if_fail (ASC_IS_FLAME_CANVAS (self));

  if (self->graph == NULL || (function == self->function && self->chosen != ASC_NONE))
    return;
  if (self->chosen != ASC_NONE && self->cells[self->chosen].entity != ASC_NONE && function == ASC_FUNCTION_TOTAL)
    return; /* a thread was chosen here */
  outline (self, function);
  self->chosen = ASC_NONE;
  places = function != ASC_NONE ? asc_flame_graph_list_places (self->graph, function, &n) : NULL;
  for (guint i = 0; i < n; i++)
    if (self->chosen == ASC_NONE || self->cells[places[i]].width > self->cells[self->chosen].width)
      self->chosen = places[i];
  if (self->chosen != ASC_NONE)
    scroll_to_level (self, self->chosen);
  describe (self);
  emit_changed (self);
}

guint32
asc_flame_canvas_get_chosen (AscFlameCanvas *self)
{
  return self->chosen;
}

const AscFlameMarks *
asc_flame_canvas_get_outlined (AscFlameCanvas *self)
{
  return self->outlined;
}

const AscFlameMarks *
asc_flame_canvas_get_found (AscFlameCanvas *self)
{
  return self->found;
}

guint
asc_flame_canvas_get_n_found (AscFlameCanvas *self)
{
  return self->n_found;
}

guint32
asc_flame_canvas_get_focus (AscFlameCanvas *self)
{
  return self->at.focus;
}

static void
find (AscFlameCanvas *self)
{
  AscProfile *profile = self->graph != NULL ? asc_flame_graph_get_profile (self->graph) : NULL;
  guint n = profile != NULL ? asc_profile_get_n_functions (profile) : 0;
  g_autofree guint8 *wanted = g_new0 (guint8, MAX (n, 1));

  g_clear_pointer (&self->found, asc_flame_marks_free);
  asc_flame_canvas_forget_drawn (self);
  self->n_found = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (profile == NULL || self->search == NULL)
    return;
  for (guint32 f = 1; f < n; f++)
    {
      wanted[f] = asc_matcher_matches (self->search, asc_profile_get_function (profile, f)->name);
      self->n_found += wanted[f];
    }
  self->found = asc_flame_graph_mark (self->graph, wanted);
}

guint
asc_flame_canvas_search (AscFlameCanvas *self, AscMatcher *matcher, int step)
{
  guint32 at;

  g_return_val_if_fail (ASC_IS_FLAME_CANVAS (self), 0);
  if (!asc_matcher_equal (self->search, matcher))
    {
      g_clear_pointer (&self->search, asc_matcher_unref);
      self->search = matcher != NULL ? asc_matcher_ref (matcher) : NULL;
      find (self);
      emit_changed (self);
    }
  if (step == 0 || self->found == NULL || self->found->n_cells == 0)
    return self->n_found;
  at = self->chosen != ASC_NONE ? self->chosen : ASC_FLAME_ROOT;
  do
    at = (at + (step > 0 ? 1 : self->n_cells - 1)) % self->n_cells;
  while (!asc_flame_marks_has (self->found, at));
  asc_flame_canvas_choose (self, at);
  return self->n_found;
}

static void
update_colors (AscFlameCanvas *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_for_display (gtk_widget_get_display (GTK_WIDGET (self))));

  g_clear_pointer (&self->colors, asc_flame_colors_free);
  asc_flame_canvas_forget_drawn (self);
  if (self->graph != NULL && self->difference != NULL)
    self->colors = asc_flame_colors_new_difference (self->graph, self->difference, dark);
  else if (self->graph != NULL)
    self->colors = asc_flame_colors_new (asc_flame_graph_get_profile (self->graph), self->coloring, asc_flame_graph_get_options (self->graph)->metric, dark);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[COLORED], 0);
}

AscFlameGraph *
asc_flame_canvas_get_graph (AscFlameCanvas *self)
{
  return self->graph;
}

const AscFlameColors *
asc_flame_canvas_get_colors (AscFlameCanvas *self)
{
  return self->colors;
}

void
asc_flame_canvas_set_graph (AscFlameCanvas *self, AscFlameGraph *graph)
{
  guint32 function;

  g_return_if_fail (ASC_IS_FLAME_CANVAS (self));
  stop_motion (self);
  if (!g_set_object (&self->graph, graph))
    return;
  g_clear_pointer (&self->difference, asc_flame_difference_unref);
  function = self->function;
  self->n_cells = 0;
  self->cells = graph != NULL ? asc_flame_graph_get_cells (graph, &self->n_cells) : NULL;
  self->chosen = ASC_NONE;
  self->function = ASC_NONE;
  g_array_set_size (self->history, 0);
  asc_flame_canvas_forget_texts (self);
  self->at = (AscFlameStop){ 0, get_whole (self), ASC_FLAME_ROOT };
  update_colors (self);
  find (self);
  update_adjustments (self);
  if (self->upward && self->adjustments[GTK_ORIENTATION_VERTICAL] != NULL)
    gtk_adjustment_set_value (self->adjustments[GTK_ORIENTATION_VERTICAL], G_MAXDOUBLE);
  asc_flame_canvas_choose_function (self, function);
  emit_changed (self);
}

void
asc_flame_canvas_take_difference (AscFlameCanvas *self, AscFlameDifference *difference)
{
  g_return_if_fail (ASC_IS_FLAME_CANVAS (self) && self->graph != NULL);
  g_clear_pointer (&self->difference, asc_flame_difference_unref);
  self->difference = difference;
  update_colors (self);
  describe (self);
  emit_changed (self);
}

AscFlameDifference *
asc_flame_canvas_get_difference (AscFlameCanvas *self)
{
  return self->difference;
}

void
asc_flame_canvas_set_coloring (AscFlameCanvas *self, AscFlameColoring coloring)
{
  g_return_if_fail (ASC_IS_FLAME_CANVAS (self));
  if (self->coloring == coloring)
    return;
  self->coloring = coloring;
  update_colors (self);
}

void
asc_flame_canvas_set_upward (AscFlameCanvas *self, gboolean upward)
{
  g_return_if_fail (ASC_IS_FLAME_CANVAS (self));
  if (self->upward == upward)
    return;
  self->upward = upward;
  if (self->adjustments[GTK_ORIENTATION_VERTICAL] != NULL)
    gtk_adjustment_set_value (self->adjustments[GTK_ORIENTATION_VERTICAL], upward ? G_MAXDOUBLE : 0);
  if (self->graph != NULL && self->chosen != ASC_NONE)
    scroll_to_level (self, self->chosen);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The user scrolls. */
static void
adjusted_cb (AscFlameCanvas *self, GtkAdjustment *adjustment)
{
  if (self->moving)
    return;
  if (adjustment == self->adjustments[GTK_ORIENTATION_HORIZONTAL] && self->graph != NULL && gtk_widget_get_width (GTK_WIDGET (self)) > 0)
    {
      double range = self->at.right - self->at.left;
      double left = gtk_adjustment_get_value (adjustment) * range / gtk_widget_get_width (GTK_WIDGET (self));

      stop_motion (self);
      show (self, (AscFlameStop){ left, left + range, self->at.focus });
      emit_changed (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_adjustment (AscFlameCanvas *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  if (self->adjustments[orientation] != NULL)
    g_signal_handlers_disconnect_by_func (self->adjustments[orientation], adjusted_cb, self);
  g_clear_object (&self->adjustments[orientation]);
  self->adjustments[orientation] = adjustment != NULL ? g_object_ref (adjustment) : g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->adjustments[orientation], "value-changed", G_CALLBACK (adjusted_cb), self, G_CONNECT_SWAPPED);
  update_adjustments (self);
}

static void
asc_flame_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AscFlameCanvas *self = ASC_FLAME_CANVAS (object);

  if (id == PROP_HADJUSTMENT || id == PROP_VADJUSTMENT)
    g_value_set_object (value, self->adjustments[id == PROP_VADJUSTMENT]);
  else if (id == PROP_HSCROLL_POLICY || id == PROP_VSCROLL_POLICY)
    g_value_set_enum (value, (int) self->policies[id == PROP_VSCROLL_POLICY]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
asc_flame_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  AscFlameCanvas *self = ASC_FLAME_CANVAS (object);

  if (id == PROP_HADJUSTMENT || id == PROP_VADJUSTMENT)
    set_adjustment (self, id == PROP_VADJUSTMENT ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, g_value_get_object (value));
  else if (id == PROP_HSCROLL_POLICY || id == PROP_VSCROLL_POLICY)
    self->policies[id == PROP_VSCROLL_POLICY] = (GtkScrollablePolicy) g_value_get_enum (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
asc_flame_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AscFlameCanvas *self = ASC_FLAME_CANVAS (widget);
  GtkAdjustment *vertical = self->adjustments[GTK_ORIENTATION_VERTICAL];
  gboolean at_floor = self->upward && vertical != NULL
                      && gtk_adjustment_get_value (vertical) + gtk_adjustment_get_page_size (vertical) >= gtk_adjustment_get_upper (vertical);

  update_adjustments (self);
  if (at_floor)
    gtk_adjustment_set_value (vertical, G_MAXDOUBLE);
}

static void
asc_flame_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = MIN_HEIGHT;
}

static void
asc_flame_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (asc_flame_canvas_parent_class)->css_changed (widget, change);
  asc_flame_canvas_forget_texts (ASC_FLAME_CANVAS (widget));
}

static void
asc_flame_canvas_dispose (GObject *object)
{
  AscFlameCanvas *self = ASC_FLAME_CANVAS (object);

  g_clear_object (&self->animation);
  g_clear_object (&self->graph);
  g_clear_pointer (&self->colors, asc_flame_colors_free);
  g_clear_object (&self->adjustments[0]);
  g_clear_object (&self->adjustments[1]);
  G_OBJECT_CLASS (asc_flame_canvas_parent_class)->dispose (object);
}

static void
asc_flame_canvas_finalize (GObject *object)
{
  AscFlameCanvas *self = ASC_FLAME_CANVAS (object);

  g_clear_pointer (&self->difference, asc_flame_difference_unref);
  g_clear_pointer (&self->outlined, asc_flame_marks_free);
  g_clear_pointer (&self->found, asc_flame_marks_free);
  g_clear_pointer (&self->search, asc_matcher_unref);
  g_array_unref (self->history);
  g_array_unref (self->boxes);
  asc_flame_canvas_forget_drawn (self);
  g_hash_table_unref (self->texts);
  g_hash_table_unref (self->short_names);
  G_OBJECT_CLASS (asc_flame_canvas_parent_class)->finalize (object);
}

static void
asc_flame_canvas_class_init (AscFlameCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = asc_flame_canvas_dispose;
  object_class->finalize = asc_flame_canvas_finalize;
  object_class->get_property = asc_flame_canvas_get_property;
  object_class->set_property = asc_flame_canvas_set_property;
  widget_class->snapshot = asc_flame_canvas_snapshot;
  widget_class->measure = asc_flame_canvas_measure;
  widget_class->size_allocate = asc_flame_canvas_size_allocate;
  widget_class->css_changed = asc_flame_canvas_css_changed;
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
  signals[CHOSEN] = g_signal_new ("chosen", ASC_TYPE_FLAME_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", ASC_TYPE_FLAME_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[COLORED] = g_signal_new ("colored", ASC_TYPE_FLAME_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MENU] = g_signal_new ("menu", ASC_TYPE_FLAME_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  gtk_widget_class_set_css_name (widget_class, "flamegraph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
asc_flame_canvas_init (AscFlameCanvas *self)
{
  self->chosen = self->function = ASC_NONE;
  self->at.right = 1;
  self->history = g_array_new (FALSE, FALSE, sizeof (AscFlameStop));
  self->boxes = g_array_new (FALSE, FALSE, sizeof (AscFlameBox));
  self->texts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_object_unref);
  self->short_names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_colors), self, G_CONNECT_SWAPPED);
  asc_ui_watch_setting ("function-colors", G_CALLBACK (update_colors), self);
  asc_flame_canvas_install_input (self);
}
