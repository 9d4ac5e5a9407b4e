/* asc-graph-drawing.c: see asc-graph-drawing.h; asc-graph-paint.c paints it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-drawing-private.h"

#include "asc-colors.h"
#include "asc-flame-colors.h"
#include "asc-name.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define GAP_X 24.0
#define GAP_Y 48.0
#define MIN_LINE 1.0
#define MORE_LINE 7.0
/* Counts up to so many are shown as they are. */
#define MAX_SMALL_COUNT 9999
/* Of a name, bytes: more of it could not be shown. */
#define MAX_NAME 600u
#define PERCENT_DIGITS 1u

static gint64
magnitude (gint64 value)
{
  return value < 0 ? (value == G_MININT64 ? G_MAXINT64 : -value) : value;
}

static double
share_of (gint64 value, gint64 whole)
{
  return whole != 0 ? MIN ((double) magnitude (value) / (double) magnitude (whole), 1) : 0;
}

PangoContext *
asc_graph_drawing_new_context (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, FALSE);
  cairo_font_options_destroy (options);
  return context;
}

PangoLayout *
asc_graph_drawing_new_layout (const AscGraphDrawing *self, PangoContext *context, const char *text, double size, gboolean bold)
{
  PangoLayout *layout = pango_layout_new (context);
  PangoFontDescription *font = pango_font_description_from_string (self->font);

  pango_font_description_set_absolute_size (font, self->style.font_px * size * PANGO_SCALE);
  if (bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  pango_font_description_free (font);
  return layout;
}

static double
measure (const AscGraphDrawing *self, PangoContext *context, const char *text, double size, gboolean bold)
{
  g_autoptr (PangoLayout) layout = asc_graph_drawing_new_layout (self, context, text, size, bold);
  int width;

  pango_layout_get_size (layout, &width, NULL);
  return (double) width / PANGO_SCALE;
}

char *
asc_graph_drawing_dup_value (const AscGraphDrawing *self, gint64 value)
{
  g_autofree char *number = NULL;

  if (self->percent)
    {
      number = asc_format_percent (value, self->total, PERCENT_DIGITS, !self->style.plain_numbers);
      /* TRANSLATORS: a percentage, "12.34%". Use the space or sign that your language wants. */
      return g_strdup_printf (_ ("%s%%"), number);
    }
  number = asc_format_value (value, self->unit, !self->style.plain_numbers);
  return *self->unit.symbol != '\0' ? g_strconcat (number, "\u00a0", self->unit.symbol, NULL) : g_steal_pointer (&number);
}

/* The first of two numbers, whose unit is that of the second. */
static char *
dup_bare (const AscGraphDrawing *self, gint64 value)
{
  if (self->percent)
    return asc_format_percent (value, self->total, PERCENT_DIGITS, !self->style.plain_numbers);
  return asc_format_value (value, self->unit, !self->style.plain_numbers);
}

char *
asc_graph_drawing_dup_numbers (const AscGraphDrawing *self, guint number)
{
  guint n;
  const AscGraphNode *node = &asc_call_graph_get_nodes (self->graph, &n)[number];
  g_autofree char *inclusive = asc_graph_drawing_dup_value (self, node->inclusive);
  g_autofree char *first = NULL;

  if (node->kind == ASC_GRAPH_ROW)
    {
      first = dup_bare (self, node->exclusive);
      return g_strconcat (first, " / ", inclusive, NULL);
    }
  first = g_strdup_printf (self->style.plain_numbers ? "%u" : "%'u", node->n_cut);
  if (node->kind == ASC_GRAPH_CALLERS)
    /* TRANSLATORS: callers that are not drawn: how many, and what they carry together, "+12 callers, 0.8%" */
    return g_strdup_printf (ngettext ("+%s caller, %s", "+%s callers, %s", node->n_cut), first, inclusive);
  /* TRANSLATORS: callees that are not drawn: how many, and what they carry together, "+12 callees, 0.8%" */
  return g_strdup_printf (ngettext ("+%s callee, %s", "+%s callees, %s", node->n_cut), first, inclusive);
}

char *
asc_graph_drawing_dup_label (const AscGraphDrawing *self, guint number)
{
  guint n;
  const AscGraphEdge *edge = &asc_call_graph_get_edges (self->graph, &n)[number];
  g_autofree char *callee = asc_graph_drawing_dup_value (self, edge->attributed);
  g_autofree char *caller = NULL;

  if (edge->attributed == edge->attributed_caller)
    return g_steal_pointer (&callee);
  caller = dup_bare (self, edge->attributed_caller);
  if (g_str_has_prefix (callee, caller) && !g_ascii_isdigit (callee[strlen (caller)]))
    return g_steal_pointer (&callee);
  return g_strconcat (caller, " | ", callee, NULL);
}

char *
asc_graph_dup_clean_name (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);

  for (char *c = valid; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  if (strlen (valid) > MAX_NAME)
    {
      char *end = g_utf8_find_prev_char (valid, valid + MAX_NAME / 2);
      char *start = g_utf8_find_next_char (valid + strlen (valid) - MAX_NAME / 2, NULL);
      g_autofree char *cut = NULL;

      while (start != NULL && (*start & 0xc0) == 0x80)
        start++;
      cut = g_strdup_printf ("%.*s…%s", (int) (end - valid), valid, start);
      return g_steal_pointer (&cut);
    }
  return g_steal_pointer (&valid);
}

/* The longest form of a name that fits; *@width: of its text. */
static char *
choose_name (const AscGraphDrawing *self, PangoContext *context, const char *name, double room, double *width)
{
  g_autofree char *clean = asc_graph_dup_clean_name (name);
  char *shown = NULL;

  for (AscNameForm form = ASC_NAME_FULL; form <= ASC_NAME_SHORTEST; form++)
    {
      g_free (shown);
      shown = asc_name_shorten (clean, form);
      *width = measure (self, context, shown, ASC_GRAPH_NAME_SIZE, TRUE);
      if (*width <= room)
        break;
    }
  *width = MIN (*width, room);
  return shown;
}

static guint32
choose_fill (const AscGraphDrawing *self, const AscFlameColors *colors, const AscGraphNode *node)
{
  gint64 value = self->style.coloring == ASC_GRAPH_COLOR_INCLUSIVE ? node->inclusive : node->exclusive;

  if (colors != NULL)
    {
      if (node->row == ASC_FUNCTION_TOTAL)
        return colors->root;
      return asc_call_graph_is_by_object (self->graph) ? colors->object[node->row] : colors->base[node->row];
    }
  return asc_color_heat (magnitude (value), magnitude (self->total), self->style.dark);
}

static void
make_box (AscGraphDrawing *self, PangoContext *context, const AscFlameColors *colors, guint i)
{
  guint n;
  const AscGraphNode *node = &asc_call_graph_get_nodes (self->graph, &n)[i];
  AscGraphBox *box = &self->layout->boxes[i];
  AscGraphBoxText *text = &self->boxes[i];
  double room = (ASC_GRAPH_MAX_WIDTH - 2 * ASC_GRAPH_PADDING) * self->scale;
  double width;
  double name_width = 0;

  text->numbers = asc_graph_drawing_dup_numbers (self, i);
  if (node->kind != ASC_GRAPH_ROW)
    {
      box->width = measure (self, context, text->numbers, ASC_GRAPH_SMALL_SIZE, FALSE) + 2 * ASC_GRAPH_PADDING * self->scale;
      box->height = ASC_GRAPH_STUB_HEIGHT * self->scale;
      box->align = node->kind == ASC_GRAPH_CALLERS ? ASC_GRAPH_BOTTOM : ASC_GRAPH_TOP;
      return;
    }
  text->name = choose_name (self, context, asc_call_graph_get_name (self->graph, i), room, &name_width);
  width = MAX (name_width, measure (self, context, text->numbers, ASC_GRAPH_NUMBERS_SIZE, FALSE));
  box->width = CLAMP (width + 2 * ASC_GRAPH_PADDING * self->scale, ASC_GRAPH_MIN_WIDTH * self->scale, ASC_GRAPH_MAX_WIDTH * self->scale);
  box->height = ASC_GRAPH_BOX_HEIGHT * self->scale;
  text->fill = choose_fill (self, colors, node);
  text->text = asc_color_text (text->fill);
  text->bar = share_of (node->exclusive, node->inclusive);
}

static void
make_line (AscGraphDrawing *self, PangoContext *context, guint i, gint64 largest)
{
  guint n;
  const AscGraphEdge *edge = &asc_call_graph_get_edges (self->graph, &n)[i];
  AscGraphLine *line = &self->layout->lines[i];
  AscGraphLineText *text = &self->lines[i];
  gint64 value = MAX (magnitude (edge->attributed), magnitude (edge->attributed_caller));

  line->from = edge->from;
  line->to = edge->to;
  line->weight = edge->arc == ASC_NONE ? 0 : share_of (value, largest);
  text->share = share_of (value, self->total);
  text->width = (edge->arc == ASC_NONE ? MIN_LINE : MIN_LINE + MORE_LINE * sqrt (line->weight)) * self->scale;
  if (edge->arc == ASC_NONE)
    return;
  text->label = asc_graph_drawing_dup_label (self, i);
  line->label_width = measure (self, context, text->label, ASC_GRAPH_NUMBERS_SIZE, FALSE) + 8 * self->scale;
  line->label_height = 1.3 * ASC_GRAPH_NUMBERS_SIZE * self->style.font_px + 2 * self->scale;
  if (edge->from == edge->to)
    self->layout->boxes[edge->from].right = ASC_GRAPH_LOOP * self->scale + line->label_width + 2 * self->scale;
}

/* Where the boxes of the drawing before stood. */
static void
take_hints (AscGraphDrawing *self, const AscGraphDrawing *before)
{
  guint n;
  const AscGraphNode *nodes = asc_call_graph_get_nodes (self->graph, &n);

  if (asc_call_graph_is_by_object (before->graph) != asc_call_graph_is_by_object (self->graph))
    return;
  for (guint i = 0; i < n; i++)
    {
      guint32 old = nodes[i].kind == ASC_GRAPH_ROW ? asc_call_graph_find (before->graph, nodes[i].row) : ASC_NONE;

      if (old != ASC_NONE)
        self->layout->boxes[i].hint = before->layout->boxes[old].x;
    }
}

static void
fill (AscGraphDrawing *self, const AscGraphDrawing *before)
{
  PangoContext *context = asc_graph_drawing_new_context ();
  guint n_nodes;
  guint n_edges;
  const AscGraphEdge *edges;
  gint64 largest = 0;
  g_autoptr (AscFlameColors) colors = NULL;

  if (self->style.coloring == ASC_GRAPH_COLOR_OBJECT)
    colors = asc_flame_colors_new (asc_call_graph_get_profile (self->graph), ASC_FLAME_COLOR_OBJECT, asc_call_graph_get_metric (self->graph), self->style.dark);
  asc_call_graph_get_nodes (self->graph, &n_nodes);
  edges = asc_call_graph_get_edges (self->graph, &n_edges);
  self->layout = asc_graph_layout_new (n_nodes, n_edges);
  self->layout->gap_x = GAP_X * self->scale;
  self->layout->gap_y = GAP_Y * self->scale;
  self->layout->loop = ASC_GRAPH_LOOP * self->scale;
  self->boxes = g_new0 (AscGraphBoxText, MAX (n_nodes, 1));
  self->lines = g_new0 (AscGraphLineText, MAX (n_edges, 1));
  for (guint i = 0; i < n_edges; i++)
    largest = MAX (largest, MAX (magnitude (edges[i].attributed), magnitude (edges[i].attributed_caller)));
  for (guint i = 0; i < n_nodes; i++)
    make_box (self, context, colors, i);
  for (guint i = 0; i < n_edges; i++)
    make_line (self, context, i, largest);
  if (before != NULL)
    take_hints (self, before);
  g_object_unref (context);
}

AscGraphDrawing *
asc_graph_drawing_new (AscCallGraph *graph, const AscGraphStyle *style, const AscGraphDrawing *before, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscGraphDrawing) self = g_new0 (AscGraphDrawing, 1);
  AscProfile *profile = asc_call_graph_get_profile (graph);
  const AscMetric *metric
    = asc_profile_get_n_metrics (profile) > 0 ? asc_profile_get_metric (profile, asc_call_graph_get_metric (graph)) : NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->graph = asc_call_graph_ref (graph);
  self->style = *style;
  self->style.font = self->font = g_strdup (style->font);
  self->scale = style->font_px / ASC_GRAPH_FONT_PX;
  self->total = metric != NULL ? metric->total : 0;
  self->unit = asc_unit_choose_scale (metric != NULL ? metric->unit : ASC_UNIT_COUNT, self->total);
  self->percent = style->numbers == ASC_GRAPH_NUMBERS_PERCENT
                  || (style->numbers == ASC_GRAPH_NUMBERS_AUTO
                      && !(metric != NULL && metric->unit == ASC_UNIT_COUNT && magnitude (self->total) <= MAX_SMALL_COUNT));
  fill (self, before);
  return asc_graph_layout_run (self->layout, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

AscGraphDrawing *
asc_graph_drawing_ref (AscGraphDrawing *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
asc_graph_drawing_unref (AscGraphDrawing *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; self->layout != NULL && i < self->layout->n_boxes; i++)
    {
      g_free (self->boxes[i].name);
      g_free (self->boxes[i].numbers);
      g_clear_object (&self->boxes[i].name_layout);
      g_clear_object (&self->boxes[i].numbers_layout);
    }
  for (guint i = 0; self->layout != NULL && i < self->layout->n_lines; i++)
    {
      g_free (self->lines[i].label);
      g_clear_object (&self->lines[i].layout);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->legend); i++)
    g_clear_object (&self->legend[i]);
  g_clear_object (&self->context);
  g_clear_pointer (&self->layout, asc_graph_layout_free);
  g_free (self->boxes);
  g_free (self->lines);
  g_free (self->font);
  asc_call_graph_unref (self->graph);
  g_free (self);
}

AscCallGraph *
asc_graph_drawing_get_graph (const AscGraphDrawing *self)
{
  return self->graph;
}

const AscGraphLayout *
asc_graph_drawing_get_layout (const AscGraphDrawing *self)
{
  return self->layout;
}

guint32
asc_graph_drawing_pick_node (const AscGraphDrawing *self, double x, double y)
{
  for (guint i = 0; i < self->layout->n_boxes; i++)
    {
      const AscGraphBox *box = &self->layout->boxes[i];

      if (fabs (x - box->x) <= box->width / 2 && y >= box->y && y <= box->y + box->height)
        return i;
    }
  return ASC_NONE;
}

static double
distance_to_segment (double x, double y, AscGraphPoint a, AscGraphPoint b)
{
  double dx = b.x - a.x;
  double dy = b.y - a.y;
  double length = dx * dx + dy * dy;
  double t = length > 0 ? CLAMP (((x - a.x) * dx + (y - a.y) * dy) / length, 0, 1) : 0;

  return hypot (x - a.x - t * dx, y - a.y - t * dy);
}

static AscGraphPoint
point_at (const AscGraphPoint *p, double t)
{
  double s = 1 - t;

  return (AscGraphPoint){ s * s * s * p[0].x + 3 * s * s * t * p[1].x + 3 * s * t * t * p[2].x + t * t * t * p[3].x,
                          s * s * s * p[0].y + 3 * s * s * t * p[1].y + 3 * s * t * t * p[2].y + t * t * t * p[3].y };
}

static double
distance_to_line (const AscGraphLine *line, double x, double y)
{
  double best = G_MAXDOUBLE;

  if (fabs (x - line->label.x) <= line->label_width / 2 && fabs (y - line->label.y) <= line->label_height / 2)
    return 0;
  for (guint i = 0; i + 3 < line->n_points; i += 3)
    for (guint k = 0; k < 8; k++)
      best = MIN (best, distance_to_segment (x, y, point_at (line->points + i, k / 8.0), point_at (line->points + i, (k + 1) / 8.0)));
  return best;
}

guint32
asc_graph_drawing_pick_edge (const AscGraphDrawing *self, double x, double y, double reach)
{
  guint32 nearest = ASC_NONE;

  for (guint i = 0; i < self->layout->n_lines; i++)
    {
      double distance = self->lines[i].label != NULL ? distance_to_line (&self->layout->lines[i], x, y) : G_MAXDOUBLE;

      if (distance > reach)
        continue;
      reach = distance;
      nearest = i;
    }
  return nearest;
}
