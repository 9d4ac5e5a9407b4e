/* asc-jumps-cell.c: see asc-jumps-cell.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-jumps-cell.h"

#define TRACK_WIDTH 9.0f
#define MARGIN 4.0f
#define HEAD 4.0f
#define LINE 1.0f
#define CHOSEN_LINE 2.0f
#define DIM 0.45f

struct _AscJumpsCell
{
  AscCell parent_instance;

  guint32 row;
};

G_DEFINE_FINAL_TYPE (AscJumpsCell, asc_jumps_cell, ASC_TYPE_CELL)

int
asc_jumps_cell_measure (AscJumps *jumps)
{
  return (int) (2 * MARGIN + HEAD + TRACK_WIDTH * (float) MAX (asc_jumps_get_n_tracks (jumps), 1));
}

static void
asc_jumps_cell_update (AscCell *cell, guint32 row, guint position)
{
  ASC_JUMPS_CELL (cell)->row = row;
  asc_cell_set_label (cell, "");
}

/* Whether the line goes to or comes from row @row's instruction. */
static gboolean
touches (AscTableSource *source, AscJumps *jumps, const AscJumpLine *line, guint32 row)
{
  guint32 i;

  if (row == ASC_NONE || asc_table_source_is_heading (source, row))
    return FALSE;
  i = asc_table_source_get_instruction (source, row);
  return line->target == i || asc_jumps_get_target (jumps, i) == line->target;
}

static void
fill (GtkSnapshot *snapshot, const GdkRGBA *color, float x, float y, float width, float height)
{
  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (x, y, width, height));
}

/* The head of an arrow that points right, its tip at @x, @y. */
static void
draw_head (GtkSnapshot *snapshot, const GdkRGBA *color, float x, float y)
{
  for (float i = 0; i < HEAD; i++)
    fill (snapshot, color, x - HEAD + i, y - (HEAD - i) + 0.5f, 1, 2 * (HEAD - i) - 1);
}

static void
draw_line (AscJumpsCell *self, GtkSnapshot *snapshot, AscJumps *jumps, const AscJumpLine *line, guint track, const GdkRGBA *plain, const GdkRGBA *accent)
{
  AscCellContext *context = asc_cell_get_context (ASC_CELL (self));
  guint32 i = asc_table_source_get_instruction (context->source, self->row);
  gboolean heading = asc_table_source_is_heading (context->source, self->row);
  gboolean chosen = touches (context->source, jumps, line, context->chosen_row) || touches (context->source, jumps, line, context->hovered_row);
  gboolean end = !heading && (line->target == i || asc_jumps_get_target (jumps, i) == line->target);
  const GdkRGBA *color = chosen ? accent : plain;
  float thick = chosen ? CHOSEN_LINE : LINE;
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self)), height = (float) gtk_widget_get_height (GTK_WIDGET (self));
  float x = width - MARGIN - HEAD - TRACK_WIDTH * ((float) track + 0.5f);
  float middle = (float) (int) (height / 2);
  float top = i == line->first && !heading ? middle : 0, bottom = i == line->last && !heading ? middle + thick : height;

  /* A heading stands above its instruction: the line passes it when it comes from higher up. */
  if (heading && i == line->first)
    return;
  fill (snapshot, color, x, top, thick, bottom - top);
  if (!end)
    return;
  fill (snapshot, color, x, middle, width - MARGIN - x - (line->target == i ? HEAD / 2 : 0), thick);
  if (line->target == i)
    draw_head (snapshot, color, width - MARGIN, middle + thick / 2);
}

static void
asc_jumps_cell_draw (AscCell *cell, GtkSnapshot *snapshot)
{
  AscJumpsCell *self = ASC_JUMPS_CELL (cell);
  GtkWidget *widget = GTK_WIDGET (cell);
  AscCellContext *context = asc_cell_get_context (cell);
  AscJumps *jumps = asc_table_source_get_column (context->source, asc_cell_get_column (cell))->jumps;
  GdkRGBA plain, accent;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &plain);
  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), "accent_color", &accent))
    accent = plain;
  plain.alpha *= DIM;
  for (guint t = asc_jumps_get_n_tracks (jumps); t-- > 0;)
    {
      const AscJumpLine *line = asc_jumps_find (jumps, t, asc_table_source_get_instruction (context->source, self->row));

      if (line != NULL)
        draw_line (self, snapshot, jumps, line, t, &plain, &accent);
    }
}

static void
asc_jumps_cell_class_init (AscJumpsCellClass *klass)
{
  ASC_CELL_CLASS (klass)->update = asc_jumps_cell_update;
  ASC_CELL_CLASS (klass)->draw = asc_jumps_cell_draw;
}

static void
asc_jumps_cell_init (AscJumpsCell *self)
{
}
