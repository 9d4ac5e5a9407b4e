/* asc-metric-cell.c: see asc-metric-cell.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-metric-cell.h"

#include <adwaita.h>

#define BAR_MARGIN_X 4.0f
#define BAR_MARGIN_Y 4.0f
#define BAR_RADIUS 2.0f
#define BAR_OPACITY 0.22f
/* Between value and percent. */
#define GAP 8

struct _AscMetricCell
{
  AscCell parent_instance;

  PangoLayout *value;   /* empty where the column has none */
  PangoLayout *percent;
  gboolean value_dim;
  gboolean percent_dim;
  double share; /* 0 .. 1: of the bar */
  gint64 number;
};

G_DEFINE_FINAL_TYPE (AscMetricCell, asc_metric_cell, ASC_TYPE_CELL)

static void
asc_metric_cell_update (AscCell *cell, guint32 row, guint position)
{
  AscMetricCell *self = ASC_METRIC_CELL (cell);
  AscCellContext *context = asc_cell_get_context (cell);
  guint column = asc_cell_get_column (cell);
  const AscTableColumn *c = asc_table_source_get_column (context->source, column);
  PangoAttrList *attributes = asc_cell_is_total (cell) ? context->bold : context->plain;
  g_autofree char *value = c->shows_value ? asc_table_source_dup_cell (context->source, row, column, &self->value_dim) : NULL;
  g_autofree char *percent = c->shows_percent ? asc_table_source_dup_percent (context->source, row, column, &self->percent_dim) : NULL;
  g_autofree char *label = g_strjoin (" ", value != NULL ? value : "", percent != NULL ? percent : "", NULL);
  gint64 number = asc_table_source_get_number (context->source, row, column);

  pango_layout_set_attributes (self->value, attributes);
  pango_layout_set_attributes (self->percent, attributes);
  pango_layout_set_text (self->value, value != NULL ? value : "", -1);
  pango_layout_set_text (self->percent, percent != NULL ? percent : "", -1);
  self->share = c->largest > 0 && number > 0 && !asc_cell_is_total (cell) ? MIN (1.0, (double) number / (double) c->largest) : 0;
  self->number = number;
  asc_cell_set_label (cell, label);
}

static gboolean
get_heat (AscMetricCell *self, guint32 *color)
{
  AscCell *cell = ASC_CELL (self);
  const AscTableColumn *column = asc_table_source_get_column (asc_cell_get_context (cell)->source, asc_cell_get_column (cell));

  if (!column->has_heat || self->number <= 0 || column->total <= 0)
    return FALSE;
  *color = asc_color_heat (self->number, column->total, adw_style_manager_get_dark (adw_style_manager_get_for_display (gtk_widget_get_display (GTK_WIDGET (self)))));
  return TRUE;
}

static GdkRGBA
to_rgba (guint32 color)
{
  return (GdkRGBA){ (float) (color >> 16 & 0xff) / 255, (float) (color >> 8 & 0xff) / 255, (float) (color & 0xff) / 255, 1 };
}

static void
snapshot_bar (AscMetricCell *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  float room = (float) gtk_widget_get_width (widget) - 2 * BAR_MARGIN_X;
  float width = (float) self->share * room;
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GskRoundedRect rect;
  GdkRGBA color;

  if (width < 0.5f)
    return;
  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), "accent_bg_color", &color))
    return;
  color.alpha *= BAR_OPACITY;
  gsk_rounded_rect_init_from_rect (&rect,
                                   &GRAPHENE_RECT_INIT (rtl ? BAR_MARGIN_X + room - width : BAR_MARGIN_X, BAR_MARGIN_Y, width,
                                                        (float) gtk_widget_get_height (widget) - 2 * BAR_MARGIN_Y),
                                   BAR_RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &rect);
  gtk_snapshot_append_color (snapshot, &color, &rect.bounds);
  gtk_snapshot_pop (snapshot);
}

/* Draws @layout so that it ends at @right. */
static void
snapshot_text (AscMetricCell *self, GtkSnapshot *snapshot, PangoLayout *layout, int right, gboolean dim)
{
  GdkRGBA color;
  guint32 heat;
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  if (width == 0)
    return;
  if (get_heat (self, &heat))
    color = to_rgba (asc_color_text (heat));
  else
    gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  if (dim)
    color.alpha *= ASC_CELL_DIM;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (right - width), (float) ((gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
asc_metric_cell_draw (AscCell *cell, GtkSnapshot *snapshot)
{
  AscMetricCell *self = ASC_METRIC_CELL (cell);
  GtkWidget *widget = GTK_WIDGET (cell);
  AscCellContext *context = asc_cell_get_context (cell);
  const AscTableColumn *column = asc_table_source_get_column (context->source, asc_cell_get_column (cell));
  int right = gtk_widget_get_width (widget) - ASC_CELL_PADDING;
  guint32 heat;

  if (get_heat (self, &heat))
    {
      GdkRGBA color = to_rgba (heat);

      gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget)));
    }
  else
    snapshot_bar (self, snapshot);
  if (column->shows_percent)
    {
      snapshot_text (self, snapshot, self->percent, right, self->percent_dim);
      right -= context->percent_width + GAP;
    }
  snapshot_text (self, snapshot, self->value, right, self->value_dim);
  asc_cell_snapshot_separator (cell, snapshot);
}

static void
asc_metric_cell_dispose (GObject *object)
{
  AscMetricCell *self = ASC_METRIC_CELL (object);

  g_clear_object (&self->value);
  g_clear_object (&self->percent);
  G_OBJECT_CLASS (asc_metric_cell_parent_class)->dispose (object);
}

static void
asc_metric_cell_class_init (AscMetricCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = asc_metric_cell_dispose;
  ASC_CELL_CLASS (klass)->update = asc_metric_cell_update;
  ASC_CELL_CLASS (klass)->draw = asc_metric_cell_draw;
}

static void
asc_metric_cell_init (AscMetricCell *self)
{
  self->value = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  self->percent = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
}
