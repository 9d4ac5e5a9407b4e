/* asc-pane-handle.c: see asc-pane-handle.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-pane-handle.h"

#include "asc-ui-text.h"

/* The separator is a pixel wide; it is caught from this far, px. */
#define REACH 5.0
/* As in the setting's schema. */
#define MAX_WIDTH 4096

typedef struct
{
  AdwFlap *flap; /* owns this */
  char *key;
  int minimum;      /* px at 100 % text */
  int start_width;  /* when the drag began, px; 0: none has */
  int most;         /* what leaves the content its room, px */
} Handle;

static void
handle_free (gpointer data, GClosure *closure)
{
  Handle *self = data;

  g_free (self->key);
  g_free (self);
}

static gboolean
is_on_separator (Handle *self, double x)
{
  GtkWidget *separator = adw_flap_get_separator (self->flap);
  graphene_rect_t bounds;

  if (adw_flap_get_folded (self->flap) || !adw_flap_get_reveal_flap (self->flap)
      || !gtk_widget_compute_bounds (separator, GTK_WIDGET (self->flap), &bounds))
    return FALSE;
  return x >= (double) bounds.origin.x - REACH && x <= (double) (bounds.origin.x + bounds.size.width) + REACH;
}

static void
motion_cb (GtkEventControllerMotion *motion, double x, double y, Handle *self)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->flap), is_on_separator (self, x) ? "col-resize" : NULL);
}

/* The least width of what is beside the pane. A pane in it that could fold is not to. */
static int
measure_content (AdwFlap *flap)
{
  GtkWidget *content = adw_flap_get_content (flap);
  int least;

  if (ADW_IS_FLAP (content) && !adw_flap_get_folded (ADW_FLAP (content)) && adw_flap_get_reveal_flap (ADW_FLAP (content)))
    return gtk_widget_get_width (adw_flap_get_flap (ADW_FLAP (content))) + 1 + measure_content (ADW_FLAP (content));
  gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, Handle *self)
{
  GtkWidget *content = adw_flap_get_content (self->flap);

  if (!is_on_separator (self, x))
    {
      self->start_width = 0;
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->start_width = gtk_widget_get_width (adw_flap_get_flap (self->flap));
  self->most = self->start_width + MAX (gtk_widget_get_width (content) - measure_content (self->flap), 0);
}

static void
drag_update_cb (GtkGestureDrag *drag, double x, double y, Handle *self)
{
  GtkWidget *pane = adw_flap_get_flap (self->flap);
  gboolean at_end = adw_flap_get_flap_position (self->flap) == GTK_PACK_END;
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self->flap)) == GTK_TEXT_DIR_RTL;
  int least = (int) (self->minimum * asc_ui_get_text_scale (pane));
  int width = self->start_width + (int) (at_end == rtl ? x : -x);

  if (self->start_width > 0)
    gtk_widget_set_size_request (pane, MAX (MIN (width, self->most), least), -1);
}

static void
drag_end_cb (GtkGestureDrag *drag, double x, double y, Handle *self)
{
  GtkWidget *pane = adw_flap_get_flap (self->flap);
  GSettings *settings = asc_ui_get_settings ();
  int width;

  gtk_widget_get_size_request (pane, &width, NULL);
  if (settings != NULL && self->start_width > 0)
    g_settings_set_int (settings, self->key, CLAMP ((int) (width / asc_ui_get_text_scale (pane) + 0.5), self->minimum, MAX_WIDTH));
}

/* The text's size is known now. */
static void
map_cb (GtkWidget *widget, Handle *self)
{
  GtkWidget *pane = adw_flap_get_flap (self->flap);
  GSettings *settings = asc_ui_get_settings ();

  if (settings != NULL)
    gtk_widget_set_size_request (pane, (int) (g_settings_get_int (settings, self->key) * asc_ui_get_text_scale (pane)), -1);
}

void
asc_pane_handle_attach (AdwFlap *flap, const char *key, int minimum)
{
  Handle *self = g_new0 (Handle, 1);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->flap = flap;
  self->key = g_strdup (key);
  self->minimum = minimum;
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (flap), GTK_EVENT_CONTROLLER (drag));
  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (flap), motion);
  g_signal_connect_data (flap, "map", G_CALLBACK (map_cb), self, handle_free, 0);
}
