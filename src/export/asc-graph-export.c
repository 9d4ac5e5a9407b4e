/* asc-graph-export.c: call graphs as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-drawing-private.h"

#include "asc-colors.h"

#include <math.h>

#define MARGIN 16.0
#define ACCENT_LIGHT 0x1C71D8u
#define ACCENT_DARK 0x78AEEDu

/* The whole drawing and its margins, px. */
static void
measure (AscGraphDrawing *self, double *width, double *height)
{
  double legend_width;
  double legend_height;

  asc_graph_drawing_measure_legend (self, &legend_width, &legend_height);
  *width = MAX (self->layout->width, legend_width) + 2 * MARGIN;
  *height = self->layout->height + legend_height + 3 * MARGIN;
}

static void
paint_all (gpointer data, cairo_t *cr)
{
  AscGraphDrawing *self = data;
  AscGraphLook look = {
    .zoom = 1,
    .x = -MARGIN,
    .y = -MARGIN,
    .selected = ASC_NONE,
    .focused = ASC_NONE,
    .accent = self->style.dark ? ACCENT_DARK : ACCENT_LIGHT,
    .progress = 1,
  };

  measure (self, &look.width, &look.height);
  asc_picture_set_color (cr, self->style.dark ? 0x242424 : 0xFAFAFA, 1);
  cairo_paint (cr);
  cairo_translate (cr, MARGIN, MARGIN);
  asc_graph_drawing_paint (self, cr, &look);
  asc_graph_drawing_paint_legend (self, cr, 0, look.height - 2 * MARGIN);
}

static void
append_name (GString *text, const AscGraphDrawing *self, guint node)
{
  g_autofree char *name = asc_graph_dup_clean_name (asc_call_graph_get_name (self->graph, node));

  g_string_append (text, name);
}

/* What the picture says, in words. */
static char *
describe (const AscGraphDrawing *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const AscGraphNode *nodes = asc_call_graph_get_nodes (self->graph, &n);
  const AscGraphEdge *edges;

  for (guint i = 0; i < n; i++)
    if (nodes[i].kind == ASC_GRAPH_ROW)
      {
        append_name (text, self, i);
        g_string_append_printf (text, ": %s\n", self->boxes[i].numbers);
      }
  edges = asc_call_graph_get_edges (self->graph, &n);
  for (guint i = 0; i < n; i++)
    if (edges[i].arc != ASC_NONE)
      {
        append_name (text, self, edges[i].from);
        g_string_append (text, " → ");
        append_name (text, self, edges[i].to);
        g_string_append_printf (text, ": %s\n", self->lines[i].label);
      }
  return g_strdup (text->str);
}

AscPicture
asc_graph_drawing_get_picture (AscGraphDrawing *self)
{
  AscPicture picture = { .paint = paint_all, .data = self };

  measure (self, &picture.width, &picture.height);
  return picture;
}

AscGraphDrawing *
asc_graph_drawing_new_for_paper (const AscGraphDrawing *self, GError **error)
{
  AscGraphStyle style = self->style;

  style.dark = FALSE;
  style.high_contrast = FALSE;
  return asc_graph_drawing_new (self->graph, &style, self, NULL, error);
}

gboolean
asc_graph_drawing_export (AscGraphDrawing *self, AscPictureKind kind, cairo_write_func_t write, gpointer data, GError **error)
{
  g_autofree char *words = kind == ASC_PICTURE_SVG ? describe (self) : NULL;
  AscPicture picture = asc_graph_drawing_get_picture (self);

  picture.words = words;
  return asc_picture_write (&picture, kind, write, data, error);
}

/* A string of the language: quotes and backslashes escaped, line ends as \n. */
static void
append_quoted (GString *dot, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (const char *c = valid; *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (dot, "\\%c", *c);
    else
      g_string_append_c (dot, g_ascii_iscntrl (*c) ? ' ' : *c);
}

static void
append_node (GString *dot, const AscCallGraph *graph, guint i, gint64 total)
{
  guint n;
  const AscGraphNode *node = &asc_call_graph_get_nodes (graph, &n)[i];
  guint32 fill = asc_color_heat (node->exclusive, total, FALSE);
  g_autofree char *exclusive = asc_format_percent (node->exclusive, total, 1, FALSE);
  g_autofree char *inclusive = asc_format_percent (node->inclusive, total, 1, FALSE);

  g_string_append_printf (dot, "  n%u [label=\"", i);
  if (node->kind != ASC_GRAPH_ROW)
    {
      g_string_append_printf (dot, "+%u, %s%%\", style=dashed];\n", node->n_cut, inclusive);
      return;
    }
  append_quoted (dot, asc_call_graph_get_name (graph, i));
  g_string_append_printf (dot, "\\n%" G_GINT64_FORMAT " / %" G_GINT64_FORMAT "\\n%s / %s%%\", fillcolor=\"#%06x\", fontcolor=\"#%06x\"];\n", node->exclusive,
                          node->inclusive, exclusive, inclusive, fill, asc_color_text (fill));
}

char *
asc_call_graph_dup_dot (const AscCallGraph *graph)
{
  GString *dot = g_string_new ("digraph callgraph {\n  node [shape=box, style=\"filled,rounded\", fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n");
  AscProfile *profile = asc_call_graph_get_profile (graph);
  gint64 total = asc_profile_get_n_metrics (profile) > 0 ? asc_profile_get_metric (profile, asc_call_graph_get_metric (graph))->total : 0;
  guint n_nodes;
  guint n_edges;
  const AscGraphEdge *edges = asc_call_graph_get_edges (graph, &n_edges);

  asc_call_graph_get_nodes (graph, &n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    append_node (dot, graph, i, total);
  for (guint i = 0; i < n_edges; i++)
    {
      const AscGraphEdge *edge = &edges[i];
      double share = total != 0 ? CLAMP ((double) edge->attributed / (double) total, 0, 1) : 0;
      char width[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (dot, "  n%u -> n%u [", edge->from, edge->to);
      if (edge->arc == ASC_NONE)
        g_string_append (dot, "style=dashed, arrowhead=none];\n");
      else if (edge->attributed == edge->attributed_caller)
        g_string_append_printf (dot, "label=\"%" G_GINT64_FORMAT "\", penwidth=%s];\n", edge->attributed,
                                g_ascii_formatd (width, sizeof width, "%.2f", 1 + 7 * sqrt (share)));
      else
        g_string_append_printf (dot, "label=\"%" G_GINT64_FORMAT " | %" G_GINT64_FORMAT "\", penwidth=%s];\n", edge->attributed_caller, edge->attributed,
                                g_ascii_formatd (width, sizeof width, "%.2f", 1 + 7 * sqrt (share)));
    }
  g_string_append (dot, "}\n");
  return g_string_free (dot, FALSE);
}
