/* asc-line-marks.c: see asc-line-marks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-line-marks.h"

#include <adwaita.h>

#include "ascribe.h"

#define WIDTH 10
#define MARK_HEIGHT 3.0f
/* How far from a mark a click still means it, px. */
#define REACH 6.0

struct _AscLineMarks
{
  GtkWidget parent_instance;

  GArray *lines; /* guint32 */
  guint n_lines;
};

G_DEFINE_FINAL_TYPE (AscLineMarks, asc_line_marks, GTK_TYPE_WIDGET)

static guint line_activated;

static double
get_y (AscLineMarks *self, guint32 line)
{
  return ((double) line - 0.5) / MAX (self->n_lines, 1) * gtk_widget_get_height (GTK_WIDGET (self));
}

static void
asc_line_marks_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AscLineMarks *self = ASC_LINE_MARKS (widget);
  guint32 heat = asc_color_heat (1, 5, adw_style_manager_get_dark (adw_style_manager_get_default ()));
  GdkRGBA color = (GdkRGBA){ (float) (heat >> 16 & 0xff) / 255, (float) (heat >> 8 & 0xff) / 255, (float) (heat & 0xff) / 255, 1 };
  for (guint i = 0; i < self->lines->len; i++)
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT (1, (float) get_y (self, g_array_index (self->lines, guint32, i)) - MARK_HEIGHT / 2, WIDTH - 2, MARK_HEIGHT));
}

static void
asc_line_marks_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : 0;
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, AscLineMarks *self)
{
  guint32 nearest = 0;
  double distance = REACH;

  for (guint i = 0; i < self->lines->len; i++)
    {
      guint32 line = g_array_index (self->lines, guint32, i);
      double d = ABS (get_y (self, line) - y);

      if (d < distance)
        {
          distance = d;
          nearest = line;
        }
    }
  if (nearest != 0)
    g_signal_emit (self, line_activated, 0, nearest);
}

static void
asc_line_marks_finalize (GObject *object)
{
  g_array_unref (ASC_LINE_MARKS (object)->lines);
  G_OBJECT_CLASS (asc_line_marks_parent_class)->finalize (object);
}

static void
asc_line_marks_class_init (AscLineMarksClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = asc_line_marks_finalize;
  widget_class->snapshot = asc_line_marks_snapshot;
  widget_class->measure = asc_line_marks_measure;
  line_activated = g_signal_new ("line-activated", ASC_TYPE_LINE_MARKS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
asc_line_marks_init (AscLineMarks *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

void
asc_line_marks_set_lines (AscLineMarks *self, const GArray *lines, guint n_lines)
{
  g_array_set_size (self->lines, 0);
  if (lines->len > 0)
    g_array_append_vals (self->lines, lines->data, lines->len);
  self->n_lines = n_lines;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
