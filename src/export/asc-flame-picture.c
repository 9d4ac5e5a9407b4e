/* asc-flame-picture.c: a flame graph with cairo, for paper and for where no script runs
 *
 * What is narrower than a pixel is merged into pixels as in the window, so that deep narrow stacks keep their outline; paper has finer ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-sheet-private.h"

#include "asc-colors.h"

#include <pango/pangocairo.h>

#define FACE "Cantarell, Noto Sans, sans-serif"
/* Pixels of a picture that is enlarged, in a px. */
#define FINE 8.0

typedef struct
{
  AscFlameSheet sheet;
  double fineness;
  PangoLayout *layout; /* of the cells' texts */
} Page;

/* @y: the base line. */
static void
show_text (cairo_t *cr, PangoLayout *layout, const char *text, double x, double y)
{
  pango_layout_set_text (layout, text, -1);
  cairo_move_to (cr, x, y - (double) pango_layout_get_baseline (layout) / PANGO_SCALE);
  pango_cairo_show_layout (cr, layout);
}

static PangoLayout *
make_layout (cairo_t *cr, double size)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *font = pango_font_description_from_string (FACE);

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_font_description_free (font);
  return layout;
}

static void
paint_box (const Page *page, cairo_t *cr, const AscFlameBox *box)
{
  const AscFlameSheet *sheet = &page->sheet;
  double x = ASC_SHEET_MARGIN + (double) box->x / page->fineness;
  double width = (double) box->width / page->fineness;
  double y = asc_flame_sheet_get_y (sheet, box->depth);
  gboolean lined = !box->is_bucket && width >= ASC_SHEET_LINED_FROM;
  g_autofree char *name = NULL;

  asc_picture_set_color (cr, box->color, 1);
  cairo_rectangle (cr, x, y, lined ? width - 0.5 : width, ASC_SHEET_ROW - ASC_SHEET_GAP);
  cairo_fill (cr);
  if (box->is_bucket || width < ASC_SHEET_TEXT_FROM)
    return;
  name = asc_flame_graph_dup_name (sheet->graph, box->cell);
  pango_layout_set_width (page->layout, (int) ((width - 6) * PANGO_SCALE));
  asc_picture_set_color (cr, asc_color_text (box->color), 1);
  show_text (cr, page->layout, name, x + 3, y + ASC_SHEET_FONT + 0.5);
}

static void
paint_boxes (const Page *page, cairo_t *cr)
{
  const AscFlameSheet *sheet = &page->sheet;
  const AscFlameWindow window = {
    .right = (double) sheet->cells[0].width,
    .width_px = (ASC_SHEET_WIDTH - 2 * ASC_SHEET_MARGIN) * page->fineness,
    .end_depth = sheet->n_rows,
  };
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (AscFlameBox));
  double pixel = sheet->px > 0 ? 1 / sheet->px / page->fineness : 0; /* its weight */

  asc_flame_scene_list (sheet->graph, &window, sheet->colors, NULL, boxes);
  for (guint i = 0; i < boxes->len; i++)
    {
      const AscFlameBox *box = &g_array_index (boxes, AscFlameBox, i);

      if (box->is_bucket ? (double) sheet->least <= pixel : sheet->cells[box->cell].width >= sheet->least)
        paint_box (page, cr, box);
    }
}

static void
paint_page (gpointer data, cairo_t *cr)
{
  Page *page = data;
  const AscFlameSheet *sheet = &page->sheet;
  g_autoptr (PangoLayout) title = make_layout (cr, ASC_SHEET_TITLE_FONT);
  g_autoptr (PangoLayout) layout = make_layout (cr, ASC_SHEET_FONT);
  g_autofree char *status = asc_flame_sheet_dup_status (sheet);
  g_autofree char *valid = g_utf8_make_valid (sheet->drawing->title, -1);

  asc_picture_set_color (cr, sheet->colors->background, 1);
  cairo_paint (cr);
  asc_picture_set_color (cr, 0, 1);
  pango_layout_set_width (title, (ASC_SHEET_WIDTH - 2 * ASC_SHEET_MARGIN) * PANGO_SCALE);
  show_text (cr, title, valid, ASC_SHEET_MARGIN, ASC_SHEET_TITLE_Y);
  show_text (cr, layout, status, ASC_SHEET_MARGIN, ASC_SHEET_STATUS_Y);
  page->layout = layout;
  paint_boxes (page, cr);
  pango_layout_set_width (layout, -1);
  for (guint i = 0; i < sheet->legend->len; i++)
    {
      const AscFlameSheetLegend *legend = &g_array_index (sheet->legend, AscFlameSheetLegend, i);

      asc_picture_set_color (cr, legend->color, 1);
      cairo_rectangle (cr, legend->x, legend->y, ASC_SHEET_SWATCH, ASC_SHEET_SWATCH);
      cairo_fill (cr);
      asc_picture_set_color (cr, 0, 1);
      show_text (cr, layout, legend->title, legend->x + ASC_SHEET_SWATCH + 6, legend->y + ASC_SHEET_SWATCH - 1);
    }
}

gboolean
asc_flame_write_picture (AscFlameGraph *graph, const AscFlameDrawing *drawing, AscPictureKind kind, cairo_write_func_t write, gpointer data, GError **error)
{
  Page page = { .fineness = kind == ASC_PICTURE_PNG ? 1 : FINE };
  AscPicture picture = { .width = ASC_SHEET_WIDTH, .paint = paint_page, .data = &page };
  gboolean good;

  asc_flame_sheet_init (&page.sheet, graph, drawing);
  picture.height = page.sheet.height;
  good = asc_picture_write (&picture, kind, write, data, error);
  asc_flame_sheet_clear (&page.sheet);
  return good;
}

/* A page that outlives its call. */
typedef struct
{
  Page page; /* first: the picture's data */
  AscFlameGraph *graph;
  AscFlameDrawing drawing;
} OwnPage;

static void
own_page_free (gpointer data)
{
  OwnPage *self = data;

  asc_flame_sheet_clear (&self->page.sheet);
  g_object_unref (self->graph);
  g_free ((char *) self->drawing.title);
  if (self->drawing.difference != NULL)
    asc_flame_difference_unref ((AscFlameDifference *) self->drawing.difference);
  g_free (self);
}

AscPicture
asc_flame_get_picture (AscFlameGraph *graph, const AscFlameDrawing *drawing, GDestroyNotify *destroy)
{
  OwnPage *self = g_new0 (OwnPage, 1);

  self->graph = g_object_ref (graph);
  self->drawing = *drawing;
  self->drawing.title = g_strdup (drawing->title);
  if (drawing->difference != NULL)
    asc_flame_difference_ref ((AscFlameDifference *) drawing->difference);
  self->page.fineness = FINE;
  asc_flame_sheet_init (&self->page.sheet, graph, &self->drawing);
  *destroy = own_page_free;
  return (AscPicture){ .width = ASC_SHEET_WIDTH, .height = self->page.sheet.height, .paint = paint_page, .data = &self->page };
}
