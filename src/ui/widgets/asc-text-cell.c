/* asc-text-cell.c: see asc-text-cell.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-text-cell.h"

#include <glib/gi18n.h>
#include <string.h>

#include "asc-ui-text.h"

#define ARROW_SIZE 16
#define INDENT 16
/* From this level on INDENT_DEEP. */
#define LEVELS_WIDE 24
#define INDENT_DEEP 4
/* What a deep row's text keeps of the width at least, px; its level is then written before it. */
#define MIN_TEXT_WIDTH 160
/* No screen shows more characters. */
#define MAX_TEXT 2000u
/* Marks are this part of the accent colour, of G_MAXUINT16. */
#define MARK_ALPHA 0x6000
/* Of hot rows. */
#define MARK_WIDTH 4.0f
#define MARK_TINT 0.18f

struct _AscTextCell
{
  AscCell parent_instance;

  PangoLayout *layout;
  PangoLayout *level;  /* "9,998" where the indent was cut short; made when needed */
  char *text;          /* whole */
  gboolean dim;
  gboolean hot;        /* marked at its edge */
  gboolean at_end;     /* numbers stand at the right */
  int layout_width;    /* for which the layout was made; -1: anew */
  gboolean has_arrow;
  gboolean expanded;
  guint depth;         /* in a tree */
};

G_DEFINE_FINAL_TYPE (AscTextCell, asc_text_cell, ASC_TYPE_CELL)

static gboolean
is_tree_cell (AscTextCell *self)
{
  AscCellContext *context = asc_cell_get_context (ASC_CELL (self));

  return context->tree != NULL && asc_table_source_get_column (context->source, asc_cell_get_column (ASC_CELL (self)))->kind == ASC_CELL_NAME;
}

/* All that a row says, name first, for those who hear it. */
static char *
describe_row (AscTextCell *self, guint32 row)
{
  AscTableSource *source = asc_cell_get_context (ASC_CELL (self))->source;
  GString *text = g_string_new (self->text);

  for (guint i = 0; i < asc_table_source_get_n_columns (source); i++)
    {
      const AscTableColumn *column = asc_table_source_get_column (source, i);
      g_autofree char *heading = NULL;
      g_autofree char *value = NULL;
      g_autofree char *percent = NULL;
      gboolean dim;

      if (column->kind != ASC_CELL_METRIC || column->hidden)
        continue;
      heading = asc_table_source_dup_heading (source, i);
      value = asc_table_source_dup_cell (source, row, i, &dim);
      percent = column->shows_percent ? asc_table_source_dup_percent (source, row, i, &dim) : NULL;
      g_string_append_printf (text, ", %s %s", heading, strcmp (value, "—") == 0 ? C_ ("value", "unknown") : value);
      if (percent != NULL && *percent != '\0')
        g_string_append_printf (text, " %s", percent);
    }
  return g_string_free (text, FALSE);
}

static void
tell_row (AscTextCell *self, guint32 row)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));
  GtkWidget *list_row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;
  g_autofree char *description = NULL;

  if (list_row == NULL)
    return;
  description = describe_row (self, row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list_row), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
  if (self->has_arrow)
    gtk_accessible_update_state (GTK_ACCESSIBLE (list_row), GTK_ACCESSIBLE_STATE_EXPANDED, self->expanded, -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (list_row), GTK_ACCESSIBLE_STATE_EXPANDED);
}

static void
asc_text_cell_update (AscCell *cell, guint32 row, guint position)
{
  AscTextCell *self = ASC_TEXT_CELL (cell);
  AscCellContext *context = asc_cell_get_context (cell);
  guint column = asc_cell_get_column (cell);
  AscCellKind kind = asc_table_source_get_column (context->source, column)->kind;

  g_free (self->text);
  self->text = asc_table_source_dup_cell (context->source, row, column, &self->dim);
  self->at_end = kind == ASC_CELL_NUMBER || kind == ASC_CELL_ADDRESS;
  self->layout_width = -1;
  self->hot = kind == ASC_CELL_NAME && asc_table_source_is_hot (context->source, row);
  self->dim = self->dim || (kind == ASC_CELL_NAME && asc_table_source_is_heading (context->source, row));
  if (is_tree_cell (self))
    {
      self->depth = asc_row_tree_get_depth (context->tree, position);
      self->has_arrow = asc_row_tree_is_expandable (context->tree, position);
      self->expanded = self->has_arrow && asc_row_tree_is_expanded (context->tree, position);
    }
  asc_cell_set_label (cell, self->text);
  if (kind == ASC_CELL_NAME)
    tell_row (self, row);
}

/* Width of the indent; @cut is set when it is less than the level's, because a name has to stay readable. */
static int
get_indent (AscTextCell *self, gboolean *cut)
{
  int wide = (int) MIN (self->depth, LEVELS_WIDE);
  int deep = (int) MIN (self->depth, 100000) - wide;
  int indent = wide * INDENT + deep * INDENT_DEEP;
  int room = MAX (0, gtk_widget_get_width (GTK_WIDGET (self)) - MIN_TEXT_WIDTH - ARROW_SIZE);

  *cut = indent > room;
  return MIN (indent, room);
}

static gboolean
fits (AscTextCell *self, int width)
{
  int text_width;

  pango_layout_get_pixel_size (self->layout, &text_width, NULL);
  return text_width <= width;
}

/* Marks where what is searched stands in what is shown. */
static void
mark_matches (AscTextCell *self, PangoAttrList *attributes, const char *shown)
{
  AscMatcher *search = asc_cell_get_context (ASC_CELL (self))->search;
  gsize start = 0, end = 0;
  GdkRGBA color;

  if (search == NULL || !gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (self)), "accent_bg_color", &color))
    return;
  while (asc_matcher_find (search, shown, end, &start, &end))
    {
      PangoAttribute *background = pango_attr_background_new ((guint16) (color.red * 65535), (guint16) (color.green * 65535), (guint16) (color.blue * 65535));
      PangoAttribute *alpha = pango_attr_background_alpha_new (MARK_ALPHA);

      background->start_index = alpha->start_index = (guint) start;
      background->end_index = alpha->end_index = (guint) end;
      pango_attr_list_insert (attributes, background);
      pango_attr_list_insert (attributes, alpha);
    }
}

static void
set_shown (AscTextCell *self, const char *shown)
{
  AscCellContext *context = asc_cell_get_context (ASC_CELL (self));
  g_autoptr (PangoAttrList) attributes = pango_attr_list_copy (asc_cell_is_total (ASC_CELL (self)) ? context->bold : context->plain);

  if (asc_table_source_get_column (context->source, asc_cell_get_column (ASC_CELL (self)))->kind == ASC_CELL_NAME)
    mark_matches (self, attributes, shown);
  pango_layout_set_attributes (self->layout, attributes);
  pango_layout_set_text (self->layout, shown, -1);
}

/* Finds the longest form of the text that fits in @width, and elides what never does. */
static void
ensure_layout (AscTextCell *self, int width)
{
  AscCellContext *context = asc_cell_get_context (ASC_CELL (self));
  gboolean is_name = asc_table_source_get_column (context->source, asc_cell_get_column (ASC_CELL (self)))->kind == ASC_CELL_NAME && !asc_table_source_is_code (context->source);
  g_autofree char *text = NULL;

  if (self->layout_width == width)
    return;
  text = asc_ui_shorten (self->text, MAX_TEXT);
  self->layout_width = width;
  pango_layout_set_width (self->layout, -1);
  set_shown (self, text);
  for (AscNameForm form = ASC_NAME_NO_ARGUMENTS; is_name && form <= ASC_NAME_SHORTEST && !fits (self, width); form++)
    {
      g_autofree char *shown = asc_name_shorten (text, form);

      set_shown (self, shown);
    }
  pango_layout_set_width (self->layout, width * PANGO_SCALE);
}

static void
snapshot_arrow (AscTextCell *self, GtkSnapshot *snapshot, int x, const GdkRGBA *color)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  const char *name = self->expanded ? "pan-down-symbolic" : rtl ? "pan-start-symbolic" : "pan-end-symbolic";
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  g_autoptr (GtkIconPaintable) icon
    = gtk_icon_theme_lookup_icon (theme, name, NULL, ARROW_SIZE, gtk_widget_get_scale_factor (widget), gtk_widget_get_direction (widget), 0);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) ((gtk_widget_get_height (widget) - ARROW_SIZE) / 2)));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, ARROW_SIZE, ARROW_SIZE, color, 1);
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_layout (AscTextCell *self, GtkSnapshot *snapshot, PangoLayout *layout, int x, const GdkRGBA *color)
{
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) ((gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

/* Writes the level where the indent does not show it any more. Returns its width. */
static int
snapshot_level (AscTextCell *self, GtkSnapshot *snapshot, int x, const GdkRGBA *color)
{
  g_autofree char *text = asc_format_exact (self->depth + 1, ASC_UNIT_COUNT, TRUE);
  GdkRGBA dim = *color;
  int width;

  if (self->level == NULL)
    {
      self->level = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
      pango_layout_set_attributes (self->level, asc_cell_get_context (ASC_CELL (self))->plain);
    }
  pango_layout_set_text (self->level, text, -1);
  pango_layout_get_pixel_size (self->level, &width, NULL);
  dim.alpha *= ASC_CELL_DIM;
  snapshot_layout (self, snapshot, self->level, x, &dim);
  return width + ASC_CELL_PADDING;
}

/* A hot row is tinted, and has a bar at its edge: not told by colour alone. */
static void
snapshot_mark (AscTextCell *self, GtkSnapshot *snapshot, gboolean rtl)
{
  GtkWidget *widget = GTK_WIDGET (self);
  float width = (float) gtk_widget_get_width (widget), height = (float) gtk_widget_get_height (widget);
  GdkRGBA color;

  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), "warning_bg_color", &color))
    return;
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (rtl ? width - MARK_WIDTH : 0, 0, MARK_WIDTH, height));
  color.alpha *= MARK_TINT;
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (0, 0, width, height));
}

static void
asc_text_cell_draw (AscCell *cell, GtkSnapshot *snapshot)
{
  AscTextCell *self = ASC_TEXT_CELL (cell);
  GtkWidget *widget = GTK_WIDGET (cell);
  int start = ASC_CELL_PADDING;
  int end = gtk_widget_get_width (widget) - ASC_CELL_PADDING;
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GdkRGBA color;
  int width;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  if (is_tree_cell (self) && !asc_cell_is_total (cell))
    {
      gboolean cut;

      start += get_indent (self, &cut);
      if (self->has_arrow)
        snapshot_arrow (self, snapshot, rtl ? end + ASC_CELL_PADDING - start - ARROW_SIZE : start, &color);
      start += ARROW_SIZE + 2;
      if (cut)
        start += snapshot_level (self, snapshot, start, &color);
    }
  ensure_layout (self, MAX (1, end - start));
  pango_layout_get_pixel_size (self->layout, &width, NULL);
  if (self->dim)
    color.alpha *= ASC_CELL_DIM;
  if (self->hot)
    snapshot_mark (self, snapshot, rtl);
  snapshot_layout (self, snapshot, self->layout, self->at_end ? end - width : rtl ? ASC_CELL_PADDING : start, &color);
  asc_cell_snapshot_separator (cell, snapshot);
}

/* Says nothing that can be read already. */
static gboolean
asc_text_cell_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_mode, GtkTooltip *tooltip)
{
  AscTextCell *self = ASC_TEXT_CELL (widget);
  AscCellContext *context = asc_cell_get_context (ASC_CELL (self));
  guint position = asc_cell_get_position (ASC_CELL (self));
  g_autofree char *text = NULL;

  if (position == ASC_NO_POSITION)
    return FALSE;
  text = asc_table_source_dup_tooltip (context->source, asc_row_model_get_row (context->model, position), asc_cell_get_column (ASC_CELL (self)));
  if (g_strcmp0 (text, pango_layout_get_text (self->layout)) == 0 && !pango_layout_is_ellipsized (self->layout))
    return FALSE;
  return GTK_WIDGET_CLASS (asc_text_cell_parent_class)->query_tooltip (widget, x, y, keyboard_mode, tooltip);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, AscTextCell *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  guint position = asc_cell_get_position (ASC_CELL (self));
  gboolean cut;
  int start;

  asc_cell_catch_up (ASC_CELL (self));
  if (!is_tree_cell (self) || !self->has_arrow || position == ASC_NO_POSITION)
    return;
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (widget) - x;
  start = ASC_CELL_PADDING + get_indent (self, &cut);
  if (x < start - 2 || x > start + ARROW_SIZE + 2)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  asc_row_tree_set_expanded (asc_cell_get_context (ASC_CELL (self))->tree, position, !self->expanded);
}

static void
asc_text_cell_dispose (GObject *object)
{
  AscTextCell *self = ASC_TEXT_CELL (object);

  g_clear_object (&self->layout);
  g_clear_object (&self->level);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (asc_text_cell_parent_class)->dispose (object);
}

static void
asc_text_cell_class_init (AscTextCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = asc_text_cell_dispose;
  GTK_WIDGET_CLASS (klass)->query_tooltip = asc_text_cell_query_tooltip;
  ASC_CELL_CLASS (klass)->update = asc_text_cell_update;
  ASC_CELL_CLASS (klass)->draw = asc_text_cell_draw;
}

static void
asc_text_cell_init (AscTextCell *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_MIDDLE);
  self->text = g_strdup ("");
  self->layout_width = -1;
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
