/* asc-metric-gutter.c: see asc-metric-gutter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-metric-gutter.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "asc-ui-text.h"

/* At least, px. */
#define WIDTH 72
#define PADDING 6
/* Of the space between the cells of two lines, px. */
#define GAP 1

struct _AscMetricGutter
{
  GtkSourceGutterRenderer parent_instance;

  AscFlavor flavor;
  AscFileLines *lines; /* or NULL */
  guint metric;
  PangoLayout *layout;
};

G_DEFINE_FINAL_TYPE (AscMetricGutter, asc_metric_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER)

static AscProfile *
get_profile (AscMetricGutter *self)
{
  return asc_lines_get_profile (asc_file_lines_get_lines (self->lines));
}

gint64
asc_metric_gutter_get_value (AscMetricGutter *self, guint32 line)
{
  guint32 row = self->lines != NULL ? asc_file_lines_find (self->lines, line) : ASC_NONE;

  if (row == ASC_NONE)
    return 0;
  if (self->flavor == ASC_FLAVOR_EXCLUSIVE)
    return asc_file_lines_get_exclusive (self->lines, row, self->metric);
  if (self->flavor == ASC_FLAVOR_INCLUSIVE)
    return asc_file_lines_get_inclusive (self->lines, row, self->metric);
  return asc_file_lines_get_inclusive (self->lines, row, self->metric) - asc_file_lines_get_exclusive (self->lines, row, self->metric);
}

static GdkRGBA
to_rgba (guint32 color)
{
  return (GdkRGBA){ (float) (color >> 16 & 0xff) / 255, (float) (color >> 8 & 0xff) / 255, (float) (color & 0xff) / 255, 1 };
}

/* @value in the layout, as it is shown. */
static void
lay_out (AscMetricGutter *self, gint64 value, gint64 total, int *width, int *height)
{
  g_autofree char *percent = asc_ui_format_percent (value, total);
  g_autofree char *text = g_strconcat (self->flavor == ASC_FLAVOR_ATTRIBUTED ? "→ " : "", percent, NULL);

  pango_layout_set_text (self->layout, text, -1);
  pango_layout_get_pixel_size (self->layout, width, height);
}

static void
asc_metric_gutter_snapshot_line (GtkSourceGutterRenderer *renderer, GtkSnapshot *snapshot, GtkSourceGutterLines *lines, guint line)
{
  AscMetricGutter *self = ASC_METRIC_GUTTER (renderer);
  GtkWidget *widget = GTK_WIDGET (renderer);
  gint64 value = asc_metric_gutter_get_value (self, line + 1);
  gint64 total;
  GdkRGBA color;
  int y, height, width, text_height;

  if (value == 0)
    return;
  gtk_source_gutter_lines_get_line_yrange (lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST, &y, &height);
  total = asc_profile_get_metric (get_profile (self), self->metric)->total;
  lay_out (self, value, total, &width, &text_height);
  if (self->flavor == ASC_FLAVOR_ATTRIBUTED)
    gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (gtk_source_gutter_renderer_get_view (renderer))), &color);
  else
    {
      guint32 heat = asc_color_heat (value, total, adw_style_manager_get_dark (adw_style_manager_get_default ()));
      GdkRGBA cell = to_rgba (heat);

      gtk_snapshot_append_color (snapshot, &cell,
                                 &GRAPHENE_RECT_INIT (0, (float) y, (float) (gtk_widget_get_width (widget) - GAP), (float) (height - GAP)));
      color = to_rgba (asc_color_text (heat));
    }
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (gtk_widget_get_width (widget) - PADDING - width), (float) (y + (height - text_height) / 2)));
  gtk_snapshot_append_layout (snapshot, self->layout, &color);
  gtk_snapshot_restore (snapshot);
}

int
asc_metric_gutter_get_width (AscMetricGutter *self)
{
  int width, height;

  /* The widest there is; languages write it differently. */
  lay_out (self, 1, 1, &width, &height);
  return MAX (width + 2 * PADDING + GAP, (int) (WIDTH * asc_ui_get_text_scale (GTK_WIDGET (self))));
}

static void
asc_metric_gutter_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? asc_metric_gutter_get_width (ASC_METRIC_GUTTER (widget)) : 0;
  *minimum_baseline = *natural_baseline = -1;
}

static gboolean
asc_metric_gutter_query_activatable (GtkSourceGutterRenderer *renderer, GtkTextIter *iter, GdkRectangle *area)
{
  AscMetricGutter *self = ASC_METRIC_GUTTER (renderer);

  return self->flavor == ASC_FLAVOR_ATTRIBUTED && asc_metric_gutter_get_value (self, (guint32) gtk_text_iter_get_line (iter) + 1) != 0;
}

static gboolean
asc_metric_gutter_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  AscMetricGutter *self = ASC_METRIC_GUTTER (widget);
  GtkTextView *view = GTK_TEXT_VIEW (gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (self)));
  g_autofree char *value_text = NULL;
  g_autofree char *text = NULL;
  const AscMetric *metric;
  GtkTextIter iter;
  gint64 value;
  int buffer_y;

  if (self->lines == NULL)
    return FALSE;
  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_LEFT, 0, y, NULL, &buffer_y);
  gtk_text_view_get_line_at_y (view, &iter, buffer_y, NULL);
  value = asc_metric_gutter_get_value (self, (guint32) gtk_text_iter_get_line (&iter) + 1);
  if (value == 0)
    return FALSE;
  metric = asc_profile_get_metric (get_profile (self), self->metric);
  value_text = asc_ui_format_value_long (metric, value);
  text = g_strdup_printf ("%s\n%s\n%s", asc_ui_metric_get_title (metric),
                          self->flavor == ASC_FLAVOR_ATTRIBUTED ? _ ("Called on this line; click to see what") : asc_ui_flavor_get_title (self->flavor), value_text);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
asc_metric_gutter_dispose (GObject *object)
{
  AscMetricGutter *self = ASC_METRIC_GUTTER (object);

  g_clear_object (&self->lines);
  g_clear_object (&self->layout);
  G_OBJECT_CLASS (asc_metric_gutter_parent_class)->dispose (object);
}

static void
asc_metric_gutter_class_init (AscMetricGutterClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GtkSourceGutterRendererClass *renderer_class = GTK_SOURCE_GUTTER_RENDERER_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_metric_gutter_dispose;
  widget_class->measure = asc_metric_gutter_measure;
  widget_class->query_tooltip = asc_metric_gutter_query_tooltip;
  renderer_class->snapshot_line = asc_metric_gutter_snapshot_line;
  renderer_class->query_activatable = asc_metric_gutter_query_activatable;
}

static void
asc_metric_gutter_init (AscMetricGutter *self)
{
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkSourceGutterRenderer *
asc_metric_gutter_new (void)
{
  return g_object_new (ASC_TYPE_METRIC_GUTTER, NULL);
}

void
asc_metric_gutter_set_lines (AscMetricGutter *self, AscFileLines *lines, AscFlavor flavor, guint metric)
{
  g_set_object (&self->lines, lines);
  self->flavor = flavor;
  self->metric = metric;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
