/* asc-states-cell.c: see asc-states-cell.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-states-cell.h"

#include <adwaita.h>

#include "asc-palette.h"

#define MARGIN_X 8.0f
#define HEIGHT 14.0f
#define OUTLINE 0.25f

struct _AscStatesCell
{
  AscCell parent_instance;

  guint32 row;
};

G_DEFINE_FINAL_TYPE (AscStatesCell, asc_states_cell, ASC_TYPE_CELL)

static void
asc_states_cell_update (AscCell *cell, guint32 row, guint position)
{
  AscStatesCell *self = ASC_STATES_CELL (cell);
  g_autofree char *label = asc_table_source_dup_tooltip (asc_cell_get_context (cell)->source, row, asc_cell_get_column (cell));

  self->row = row;
  asc_cell_set_label (cell, label != NULL ? label : "");
}

/* Stripes at 45 degrees. */
static void
append_hatch (GtkSnapshot *snapshot, float x, float y, float width, const GdkRGBA *color)
{
  const GdkRGBA ink = { color->red, color->green, color->blue, MIN (color->alpha * 2.5f, 1) };
  const GdkRGBA none = { color->red, color->green, color->blue, 0 };
  const GskColorStop stops[] = { { 0, ink }, { 0.3f, ink }, { 0.3f, none }, { 1, none } };

  gtk_snapshot_append_repeating_linear_gradient (snapshot, &GRAPHENE_RECT_INIT (x, y, width, HEIGHT),
                                                 &GRAPHENE_POINT_INIT (x, y), &GRAPHENE_POINT_INIT (x + 4, y + 4), stops,
                                                 G_N_ELEMENTS (stops));
}

static void
asc_states_cell_draw (AscCell *cell, GtkSnapshot *snapshot)
{
  AscStatesCell *self = ASC_STATES_CELL (cell);
  GtkWidget *widget = GTK_WIDGET (cell);
  AscTableSource *source = asc_cell_get_context (cell)->source;
  guint n_states;
  const AscTableState *parts = asc_table_source_get_states (source, asc_cell_get_column (cell), &n_states);
  const AscTableColumn *column = asc_table_source_get_column (source, asc_cell_get_column (cell));
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_for_display (gtk_widget_get_display (widget)));
  float room = (float) gtk_widget_get_width (widget) - 2 * MARGIN_X;
  float y = ((float) gtk_widget_get_height (widget) - HEIGHT) / 2;
  float x = MARGIN_X;
  GdkRGBA line;

  asc_cell_snapshot_separator (cell, snapshot);
  if (column->largest <= 0 || room <= 0)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &line);
  line.alpha *= OUTLINE;
  for (guint i = 0; i < n_states; i++)
    {
      gint64 value = asc_table_source_get_state_value (source, self->row, &parts[i]);
      /* <Total> fills the room: it has another scale. */
      double whole = (double) (asc_cell_is_total (cell) ? MAX (column->total, 1) : column->largest);
      float width = (float) (CLAMP ((double) value / whole, 0, 1) * (double) room);
      GdkRGBA color;
      GskRoundedRect outline;

      if (width < 0.5f)
        continue;
      if (asc_palette_get_state (parts[i].id, dark, &color))
        gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, y, width, HEIGHT));
      else
        append_hatch (snapshot, x, y, width, &line);
      gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (x, y, width, HEIGHT), 0);
      gtk_snapshot_append_border (snapshot, &outline, (float[4]){ 1, 1, 1, 1 }, (GdkRGBA[4]){ line, line, line, line });
      x += width;
    }
}

static void
asc_states_cell_class_init (AscStatesCellClass *klass)
{
  ASC_CELL_CLASS (klass)->update = asc_states_cell_update;
  ASC_CELL_CLASS (klass)->draw = asc_states_cell_draw;
}

static void
asc_states_cell_init (AscStatesCell *self)
{
}
