/* asc-flame-sheet.c: see asc-flame-sheet-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-sheet-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEGEND_ROW 18
#define LEGEND_GAP 18
/* Of a load object's name, columns. */
#define MAX_LEGEND 48u

static void
legend_clear (gpointer legend)
{
  g_free (((AscFlameSheetLegend *) legend)->title);
}

/* The largest depth of those that are wide enough. */
static void
count_narrow (AscFlameSheet *self)
{
  for (guint i = 0; i < self->n_cells; i++)
    if (self->cells[i].width < self->least)
      self->n_narrow++;
    else
      self->n_rows = MAX (self->n_rows, self->cells[i].depth + 1);
}

/* From left to right, in as many rows as it takes. Returns: the height */
static double
place_legend (AscFlameSheet *self, double top)
{
  double x = ASC_SHEET_MARGIN;
  double y = top;

  for (guint i = 0; i < self->colors->legend->len; i++)
    {
      const AscFlameLegend *entry = &g_array_index (self->colors->legend, AscFlameLegend, i);
      const char *title = entry->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "flame color", entry->title) : entry->title;
      AscFlameSheetLegend legend = { .title = asc_flame_sheet_dup_cut (title, MAX_LEGEND), .color = entry->color };
      double width = ASC_SHEET_SWATCH + 6 + asc_text_width (legend.title) * ASC_SHEET_COLUMN;

      if (x > ASC_SHEET_MARGIN && x + width > ASC_SHEET_WIDTH - ASC_SHEET_MARGIN)
        {
          x = ASC_SHEET_MARGIN;
          y += LEGEND_ROW;
        }
      legend.x = x;
      legend.y = y + (LEGEND_ROW - ASC_SHEET_SWATCH) / 2.0;
      x += width + LEGEND_GAP;
      g_array_append_val (self->legend, legend);
    }
  return self->legend->len > 0 ? y + LEGEND_ROW - top : 0;
}

void
asc_flame_sheet_init (AscFlameSheet *self, AscFlameGraph *graph, const AscFlameDrawing *drawing)
{
  static const AscMetric none = { .id = "", .title = "" };
  AscProfile *profile = asc_flame_graph_get_profile (graph);
  guint metric = asc_flame_graph_get_options (graph)->metric;
  double top;

  *self = (AscFlameSheet){ .graph = graph, .drawing = drawing };
  self->cells = asc_flame_graph_get_cells (graph, &self->n_cells);
  self->metric = asc_profile_get_n_metrics (profile) > 0 ? asc_profile_get_metric (profile, metric) : &none;
  self->colors = drawing->difference != NULL ? asc_flame_colors_new_difference (graph, drawing->difference, FALSE)
                                             : asc_flame_colors_new (profile, drawing->coloring, metric, FALSE);
  self->scale = asc_unit_choose_scale (self->metric->unit, self->metric->total);
  self->px = self->cells[0].width > 0 ? (ASC_SHEET_WIDTH - 2 * ASC_SHEET_MARGIN) / (double) self->cells[0].width : 0;
  self->least = (gint64) ceil (drawing->min_share * (double) self->cells[0].width);
  self->legend = g_array_new (FALSE, FALSE, sizeof (AscFlameSheetLegend));
  g_array_set_clear_func (self->legend, legend_clear);
  count_narrow (self);
  top = ASC_SHEET_HEAD + ASC_SHEET_ROW * (double) self->n_rows + ASC_SHEET_MARGIN;
  self->height = top + place_legend (self, top) + ASC_SHEET_MARGIN;
}

void
asc_flame_sheet_clear (AscFlameSheet *self)
{
  g_clear_pointer (&self->colors, asc_flame_colors_free);
  g_clear_pointer (&self->legend, g_array_unref);
}

int
asc_flame_sheet_get_y (const AscFlameSheet *self, guint depth)
{
  return ASC_SHEET_HEAD + ASC_SHEET_ROW * (int) (self->drawing->upward ? self->n_rows - 1 - depth : depth);
}

static char *
dup_value (const AscFlameSheet *self, gint64 value, gint64 whole)
{
  g_autofree char *number = asc_format_value (value, self->scale, FALSE);
  g_autofree char *percent = asc_format_percent (value, whole, 1, FALSE);
  const char *unit = self->scale.symbol;

  return g_strdup_printf ("%s%s%s (%s%%)", number, *unit != '\0' ? " " : "", unit, percent);
}

char *
asc_flame_sheet_dup_value (const AscFlameSheet *self, gint64 value)
{
  return dup_value (self, value, self->metric->total);
}

char *
asc_flame_sheet_dup_status (const AscFlameSheet *self)
{
  GString *text = g_string_new (NULL);
  guint n = self->n_cells - self->n_narrow;
  g_autofree char *total = asc_flame_sheet_dup_value (self, self->cells[0].value);
  g_autofree char *least = g_strdup_printf ("%g%%", self->drawing->min_share * 100);

  if (*self->metric->id != '\0')
    g_string_append_printf (text, "%s · ", total);
  if (self->drawing->difference != NULL)
    {
      g_autofree char *change = asc_flame_sheet_dup_change (self, 0);

      g_string_append_printf (text, "%s · ", change);
    }
  g_string_append_printf (text, ngettext ("%u cell", "%u cells", n), n);
  if (self->n_narrow > 0)
    {
      g_string_append (text, " · ");
      /* TRANSLATORS: a count of cells, and the least share that a cell must have, "0.01%" */
      g_string_append_printf (text, ngettext ("%u cell below %s left out", "%u cells below %s left out", self->n_narrow), self->n_narrow, least);
    }
  if (self->drawing->difference != NULL && self->drawing->difference->gone->len > 0)
    {
      guint n_gone = self->drawing->difference->gone->len;
      g_autofree char *gone = dup_value (self, self->drawing->difference->gone_value, self->drawing->difference->total);

      g_string_append (text, " · ");
      /* TRANSLATORS: a count of call paths that only the earlier recording has, their value, "1.234 s (5.6%)" */
      g_string_append_printf (text, ngettext ("%u path only before: %s", "%u paths only before: %s", n_gone), n_gone, gone);
    }
  return g_string_free (text, FALSE);
}

char *
asc_flame_sheet_dup_change (const AscFlameSheet *self, guint32 cell)
{
  const AscFlameDifference *difference = self->drawing->difference;
  gint64 change = self->cells[cell].value - difference->value[cell];
  g_autofree char *number = asc_format_value (ABS (change), self->scale, FALSE);
  g_autofree char *percent = asc_format_percent (ABS (change), difference->total, 1, FALSE);
  const char *sign = change > 0 ? "+" : change < 0 ? "\342\210\222" : "\302\261";
  const char *unit = self->scale.symbol;

  return g_strdup_printf ("%s%s%s%s (%s%s%%)", sign, number, *unit != '\0' ? " " : "", unit, sign, percent);
}

char *
asc_flame_sheet_dup_cut (const char *name, guint columns)
{
  GString *cut;
  guint used = 0;

  if (asc_text_width (name) <= columns)
    return g_strdup (name);
  cut = g_string_new (NULL);
  for (const char *c = name; *c != '\0'; c = g_utf8_next_char (c))
    {
      used += g_unichar_iswide (g_utf8_get_char (c)) ? 2 : 1;
      if (used >= columns)
        break;
      g_string_append_unichar (cut, g_utf8_get_char (c));
    }
  g_string_append (cut, "…");
  return g_string_free (cut, FALSE);
}
