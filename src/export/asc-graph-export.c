/* asc-graph-export.c: call graphs as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-drawing-private.h"

#include "asc-colors.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>

#define MARGIN 16.0
/* Points in a px of a PDF page and an SVG picture: 96 px are an inch of 72 points. */
#define POINTS 0.75
/* What an image of cairo may have at each side. */
#define MAX_IMAGE 32000.0
#define ACCENT_LIGHT 0x1C71D8u
#define ACCENT_DARK 0x78AEEDu

static cairo_surface_t *
make_surface (AscGraphFile file, double width, double height, cairo_write_func_t write, gpointer data)
{
  cairo_surface_t *surface;

  switch (file)
    {
    case ASC_GRAPH_FILE_PDF:
      return cairo_pdf_surface_create_for_stream (write, data, width * POINTS, height * POINTS);
    case ASC_GRAPH_FILE_PNG:
      return cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (width), (int) ceil (height));
    case ASC_GRAPH_FILE_SVG:
    default:
      surface = cairo_svg_surface_create_for_stream (write, data, width * POINTS, height * POINTS);
      return surface;
    }
}

static void
paint_all (AscGraphDrawing *self, cairo_t *cr, double width, double height)
{
  const AscGraphLook look = {
    .zoom = 1,
    .x = -MARGIN,
    .y = -MARGIN,
    .width = width,
    .height = height,
    .selected = ASC_NONE,
    .focused = ASC_NONE,
    .accent = self->style.dark ? ACCENT_DARK : ACCENT_LIGHT,
    .progress = 1,
  };
  guint32 paper = self->style.dark ? 0x242424 : 0xFAFAFA;

  cairo_set_source_rgb (cr, ((paper >> 16) & 0xff) / 255.0, ((paper >> 8) & 0xff) / 255.0, (paper & 0xff) / 255.0);
  cairo_paint (cr);
  cairo_translate (cr, MARGIN, MARGIN);
  asc_graph_drawing_paint (self, cr, &look);
  asc_graph_drawing_paint_legend (self, cr, 0, height - 2 * MARGIN);
}

static cairo_status_t
append_cb (gpointer data, const guchar *bytes, guint length)
{
  g_byte_array_append (data, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
append_name (GString *text, const AscGraphDrawing *self, guint node)
{
  g_autofree char *name = asc_graph_dup_clean_name (asc_call_graph_get_name (self->graph, node));

  g_string_append (text, name);
}

/* What the picture says, in words: letters are drawn as shapes, which cannot be searched, copied or read aloud. */
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
  return g_markup_escape_text (text->str, -1);
}

/* The picture with its description, which stands where SVG wants it: first in the root element. */
static gboolean
write_svg (const AscGraphDrawing *self, const GByteArray *svg, cairo_write_func_t write, gpointer data)
{
  g_autofree char *words = describe (self);
  g_autofree char *description = g_strdup_printf ("<desc>%s</desc>\n", words);
  const char *text = (const char *) svg->data;
  const char *root = g_strstr_len (text, svg->len, "<svg");
  const char *end = root != NULL ? memchr (root, '>', svg->len - (gsize) (root - text)) : NULL;
  gsize head = end != NULL ? (gsize) (end - text) + 1 : 0;

  return write (data, svg->data, (guint) head) == CAIRO_STATUS_SUCCESS
         && (head == 0 || write (data, (const guchar *) description, (guint) strlen (description)) == CAIRO_STATUS_SUCCESS)
         && write (data, svg->data + head, (guint) (svg->len - head)) == CAIRO_STATUS_SUCCESS;
}

gboolean
asc_graph_drawing_export (AscGraphDrawing *self, AscGraphFile file, cairo_write_func_t write, gpointer data, GError **error)
{
  double legend_width;
  double legend_height;
  double width;
  double height;
  cairo_surface_t *surface;
  cairo_t *cr;
  cairo_status_t status;
  g_autoptr (GByteArray) svg = g_byte_array_new ();

  asc_graph_drawing_measure_legend (self, &legend_width, &legend_height);
  width = MAX (self->layout->width, legend_width) + 2 * MARGIN;
  height = self->layout->height + legend_height + 3 * MARGIN;
  if (file == ASC_GRAPH_FILE_PNG && MAX (width, height) > MAX_IMAGE)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture would be %.0f x %.0f pixels; SVG, PDF or a higher threshold can be had", width, height);
      return FALSE;
    }
  surface = file == ASC_GRAPH_FILE_SVG ? make_surface (file, width, height, append_cb, svg) : make_surface (file, width, height, write, data);
  cr = cairo_create (surface);
  if (file != ASC_GRAPH_FILE_PNG)
    cairo_scale (cr, POINTS, POINTS);
  paint_all (self, cr, width, height);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && file == ASC_GRAPH_FILE_PNG)
    status = cairo_surface_write_to_png_stream (surface, write, data);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS && file == ASC_GRAPH_FILE_SVG && !write_svg (self, svg, write, data))
    status = CAIRO_STATUS_WRITE_ERROR;
  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture was not written: %s", cairo_status_to_string (status));
  return status == CAIRO_STATUS_SUCCESS;
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
