/* asc-cell.c: see asc-cell.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cell.h"

#include "asc-ui-text.h"

/* Row height at 100 % text, and what it has over the line of text, px. */
#define MIN_HEIGHT 28
#define HEIGHT_OVER_TEXT 9
#define MIN_WIDTH 24

typedef struct
{
  AscCellContext *context;
  guint column;
  GtkListItem *item; /* lent while bound */
  gboolean stale;
} AscCellPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (AscCell, asc_cell, GTK_TYPE_WIDGET)

static PangoAttrList *
make_attributes (gboolean bold)
{
  PangoAttrList *list = pango_attr_list_new ();

  pango_attr_list_insert (list, pango_attr_font_features_new ("tnum=1"));
  if (bold)
    pango_attr_list_insert (list, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  return list;
}

AscCellContext *
asc_cell_context_new (void)
{
  AscCellContext *self = g_rc_box_new0 (AscCellContext);

  self->widths = g_array_new (FALSE, TRUE, sizeof (AscCellWidth));
  self->plain = make_attributes (FALSE);
  self->bold = make_attributes (TRUE);
  self->chosen_row = self->hovered_row = ASC_NONE;
  return self;
}

AscCellContext *
asc_cell_context_ref (AscCellContext *self)
{
  return g_rc_box_acquire (self);
}

static void
context_clear (AscCellContext *self)
{
  g_clear_object (&self->source);
  g_clear_object (&self->tree);
  g_clear_object (&self->model);
  g_clear_pointer (&self->search, asc_matcher_unref);
  g_array_unref (self->widths);
  pango_attr_list_unref (self->plain);
  pango_attr_list_unref (self->bold);
}

void
asc_cell_context_unref (AscCellContext *self)
{
  g_rc_box_release_full (self, (GDestroyNotify) context_clear);
}

static void
update (AscCell *self)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);
  guint position = asc_cell_get_position (self);

  priv->stale = FALSE;
  if (position != ASC_NO_POSITION)
    ASC_CELL_GET_CLASS (self)->update (self, asc_row_model_get_row (priv->context->model, position), position);
}

static void
asc_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AscCell *self = ASC_CELL (widget);

  if (asc_cell_get_position (self) == ASC_NO_POSITION)
    return;
  if (asc_cell_is_stale (self))
    update (self);
  ASC_CELL_GET_CLASS (self)->draw (self, snapshot);
}

static int
measure_height (GtkWidget *widget)
{
  PangoFontMetrics *metrics = pango_context_get_metrics (gtk_widget_get_pango_context (widget), NULL, NULL);
  int height = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics)) + HEIGHT_OVER_TEXT;

  pango_font_metrics_unref (metrics);
  return MAX (MIN_HEIGHT, height);
}

/* Returns: (nullable): what the column knows */
static AscCellWidth *
get_width (AscCell *self)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);

  return priv->context != NULL && priv->column < priv->context->widths->len ? &g_array_index (priv->context->widths, AscCellWidth, priv->column) : NULL;
}

static void
asc_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  AscCellWidth *width = get_width (ASC_CELL (widget));

  GTK_WIDGET_CLASS (asc_cell_parent_class)->css_changed (widget, change);
  if (width != NULL)
    width->height = 0;
}

static void
asc_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  AscCellWidth *width = get_width (ASC_CELL (widget));

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = width != NULL ? width->minimum : MIN_WIDTH;
      *natural = width != NULL ? width->natural : MIN_WIDTH;
    }
  else if (width == NULL)
    *minimum = *natural = measure_height (widget);
  else
    {
      /* A table of code has thousands of cells to be measured. */
      if (width->height == 0)
        width->height = measure_height (widget);
      *minimum = *natural = width->height;
    }
  *minimum_baseline = *natural_baseline = -1;
}

static gboolean
asc_cell_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_mode, GtkTooltip *tooltip)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (ASC_CELL (widget));
  guint position = asc_cell_get_position (ASC_CELL (widget));
  g_autofree char *text = NULL;
  g_autofree char *tooltip_text = NULL;

  if (position == ASC_NO_POSITION)
    return FALSE;
  text = asc_table_source_dup_tooltip (priv->context->source, asc_row_model_get_row (priv->context->model, position), priv->column);
  if (text == NULL)
    return FALSE;
  tooltip_text = asc_ui_make_tooltip (text);
  gtk_tooltip_set_text (tooltip, tooltip_text);
  return TRUE;
}

static void
asc_cell_finalize (GObject *object)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (ASC_CELL (object));

  g_clear_pointer (&priv->context, asc_cell_context_unref);
  G_OBJECT_CLASS (asc_cell_parent_class)->finalize (object);
}

static void
asc_cell_class_init (AscCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = asc_cell_finalize;
  widget_class->snapshot = asc_cell_snapshot;
  widget_class->css_changed = asc_cell_css_changed;
  widget_class->measure = asc_cell_measure;
  widget_class->query_tooltip = asc_cell_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "asccell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
asc_cell_init (AscCell *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
asc_cell_new (GType type, AscCellContext *context, guint column)
{
  AscCell *self = g_object_new (type, NULL);
  AscCellPrivate *priv = asc_cell_get_instance_private (self);

  priv->context = asc_cell_context_ref (context);
  priv->column = column;
  return GTK_WIDGET (self);
}

void
asc_cell_bind (AscCell *self, GtkListItem *item)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);

  priv->item = item;
  asc_cell_refresh (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
asc_cell_unbind (AscCell *self)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);

  priv->item = NULL;
}

void
asc_cell_refresh (AscCell *self)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);

  priv->stale = TRUE;
}

gboolean
asc_cell_catch_up (AscCell *self)
{
  if (!asc_cell_is_stale (self))
    return FALSE;
  update (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

gboolean
asc_cell_is_stale (AscCell *self)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);

  return priv->stale;
}

AscCellContext *
asc_cell_get_context (AscCell *self)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);

  return priv->context;
}

guint
asc_cell_get_column (AscCell *self)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);

  return priv->column;
}

guint
asc_cell_get_position (AscCell *self)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);
  guint position = priv->item != NULL ? gtk_list_item_get_position (priv->item) : GTK_INVALID_LIST_POSITION;

  if (priv->context->source == NULL || position >= asc_row_model_get_size (priv->context->model))
    return ASC_NO_POSITION;
  return position;
}

gboolean
asc_cell_is_total (AscCell *self)
{
  AscCellPrivate *priv = asc_cell_get_instance_private (self);
  guint position = asc_cell_get_position (self);

  return position == 0 && (priv->context->tree != NULL || asc_table_source_get_total_row (priv->context->source) != ASC_NONE);
}

void
asc_cell_set_label (AscCell *self, const char *label)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (cell != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void
asc_cell_snapshot_separator (AscCell *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GdkRGBA color;

  if (!asc_cell_is_total (self))
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  color.alpha *= 0.25f;
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (0, (float) gtk_widget_get_height (widget) - 1, (float) gtk_widget_get_width (widget), 1));
}
