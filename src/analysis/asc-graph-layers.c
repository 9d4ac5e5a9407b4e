/* asc-graph-layers.c: which layer a box is in, and the bends of lines that cross layers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-layout-private.h"

/* Of vertices: a picture with more could not be read, nor drawn in reasonable time. */
#define MAX_VERTICES 200000u
/* Rounds of drawing boxes together; it settles after two or three. */
#define MAX_ROUNDS 16u
/* A line that carries everything pulls as strongly as so many more that carry nothing. */
#define PULL 8.0

/* Lines at each box, in the direction in which they are drawn. */
typedef struct
{
  guint *start; /* n_boxes + 1 */
  guint *lines;
} Incidence;

static gboolean
is_loop (const AscGraphLine *line)
{
  return line->from == line->to;
}

static guint
upper (const AscGraphLayers *self, guint line)
{
  const AscGraphLine *l = &self->layout->lines[line];

  return self->reversed[line] ? l->to : l->from;
}

static guint
lower (const AscGraphLayers *self, guint line)
{
  const AscGraphLine *l = &self->layout->lines[line];

  return self->reversed[line] ? l->from : l->to;
}

static void
incidence_init (Incidence *self, const AscGraphLayers *layers, gboolean outgoing)
{
  const AscGraphLayout *layout = layers->layout;
  g_autofree guint *next = g_new0 (guint, layout->n_boxes + 1);

  for (guint i = 0; i < layout->n_lines; i++)
    if (!is_loop (&layout->lines[i]))
      next[(outgoing ? upper (layers, i) : lower (layers, i)) + 1]++;
  for (guint b = 0; b < layout->n_boxes; b++)
    next[b + 1] += next[b];
  self->start = g_memdup2 (next, (layout->n_boxes + 1) * sizeof (guint));
  self->lines = g_new (guint, MAX (layout->n_lines, 1));
  for (guint i = 0; i < layout->n_lines; i++)
    if (!is_loop (&layout->lines[i]))
      self->lines[next[outgoing ? upper (layers, i) : lower (layers, i)]++] = i;
}

static void
incidence_clear (Incidence *self)
{
  g_free (self->start);
  g_free (self->lines);
}

typedef struct
{
  double value;
  guint number;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a;
  const Ranked *y = b;

  if (x->value != y->value)
    return x->value < y->value ? 1 : -1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Sorts the lines at a box: the heaviest first. */
static void
sort_lines (const AscGraphLayout *layout, guint *lines, guint n)
{
  g_autofree Ranked *ranked = g_new (Ranked, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    ranked[i] = (Ranked){ layout->lines[lines[i]].weight, lines[i] };
  qsort (ranked, n, sizeof (Ranked), compare_ranked);
  for (guint i = 0; i < n; i++)
    lines[i] = ranked[i].number;
}

/* Where walks begin: boxes that nothing calls, the heaviest first; then the others, for cycles that nothing outside calls. */
static guint *
list_starts (const AscGraphLayers *self, const Incidence *out, const Incidence *in)
{
  guint n = self->layout->n_boxes;
  g_autofree Ranked *ranked = g_new (Ranked, MAX (n, 1));
  guint *starts = g_new (guint, MAX (n, 1));

  for (guint b = 0; b < n; b++)
    {
      ranked[b] = (Ranked){ in->start[b + 1] == in->start[b] ? 1e6 : 0, b };
      for (guint k = out->start[b]; k < out->start[b + 1]; k++)
        ranked[b].value += self->layout->lines[out->lines[k]].weight;
    }
  qsort (ranked, n, sizeof (Ranked), compare_ranked);
  for (guint b = 0; b < n; b++)
    starts[b] = ranked[b].number;
  return starts;
}

/* Turns round the lines that lead back into the path of a walk in depth that takes the heaviest lines first. @order: set to the boxes so that each
 * stands before those that it then leads to. */
static void
break_cycles (AscGraphLayers *self, guint *order)
{
  guint n = self->layout->n_boxes;
  Incidence out;
  Incidence in;
  g_autofree guint *starts = NULL;
  g_autofree guint *stack = g_new (guint, MAX (n, 1));
  g_autofree guint *next = g_new (guint, MAX (n, 1));
  g_autofree guint8 *state = g_new0 (guint8, MAX (n, 1)); /* 1: on the path, 2: done */
  guint n_done = 0;

  incidence_init (&out, self, TRUE);
  incidence_init (&in, self, FALSE);
  starts = list_starts (self, &out, &in);
  for (guint b = 0; b < n; b++)
    sort_lines (self->layout, out.lines + out.start[b], out.start[b + 1] - out.start[b]);
  for (guint s = 0; s < n; s++)
    {
      guint depth = 0;

      if (state[starts[s]] != 0)
        continue;
      stack[depth++] = starts[s];
      state[starts[s]] = 1;
      next[starts[s]] = out.start[starts[s]];
      while (depth > 0)
        {
          guint box = stack[depth - 1];
          guint line;
          guint to;

          if (next[box] == out.start[box + 1])
            {
              state[box] = 2;
              order[n - ++n_done] = box;
              depth--;
              continue;
            }
          line = out.lines[next[box]++];
          to = self->layout->lines[line].to;
          if (state[to] == 1)
            self->reversed[line] = TRUE;
          else if (state[to] == 0)
            {
              state[to] = 1;
              next[to] = out.start[to];
              stack[depth++] = to;
            }
        }
    }
  incidence_clear (&out);
  incidence_clear (&in);
}

/* Moves a box towards those to which it is tied most. Returns: whether it moved */
static gboolean
pull (const AscGraphLayers *self, const Incidence *out, const Incidence *in, int *layer, guint box)
{
  int low = G_MININT;
  int high = G_MAXINT;
  double up = 0;
  double down = 0;
  int wanted;

  for (guint k = in->start[box]; k < in->start[box + 1]; k++)
    {
      low = MAX (low, layer[upper (self, in->lines[k])] + 1);
      up += 1 + PULL * self->layout->lines[in->lines[k]].weight;
    }
  for (guint k = out->start[box]; k < out->start[box + 1]; k++)
    {
      high = MIN (high, layer[lower (self, out->lines[k])] - 1);
      down += 1 + PULL * self->layout->lines[out->lines[k]].weight;
    }
  if (low == G_MININT && high == G_MAXINT)
    return FALSE;
  wanted = high != G_MAXINT && down > up ? high : low;
  if (wanted == layer[box])
    return FALSE;
  layer[box] = wanted;
  return TRUE;
}

/* As far up as calls allow, then drawn together. @order: callers before callees. */
static void
choose_layers (AscGraphLayers *self, const guint *order)
{
  guint n = self->layout->n_boxes;
  g_autofree int *layer = g_new0 (int, MAX (n, 1));
  gboolean moved = TRUE;
  int least = 0;
  int most = 0;
  Incidence out;
  Incidence in;

  incidence_init (&out, self, TRUE);
  incidence_init (&in, self, FALSE);
  for (guint i = 0; i < n; i++)
    for (guint k = out.start[order[i]]; k < out.start[order[i] + 1]; k++)
      {
        guint to = lower (self, out.lines[k]);

        layer[to] = MAX (layer[to], layer[order[i]] + 1);
      }
  for (guint round = 0; round < MAX_ROUNDS && moved; round++)
    {
      moved = FALSE;
      for (guint i = n; i-- > 0;)
        moved |= pull (self, &out, &in, layer, order[i]);
    }
  incidence_clear (&out);
  incidence_clear (&in);
  for (guint b = 0; b < n; b++)
    {
      least = b == 0 ? layer[b] : MIN (least, layer[b]);
      most = b == 0 ? layer[b] : MAX (most, layer[b]);
    }
  self->n_layers = n > 0 ? (guint) (most - least) + 1 : 0;
  for (guint b = 0; b < n; b++)
    self->layout->boxes[b].layer = (guint) (layer[b] - least);
}

static gboolean
make_bends (AscGraphLayers *self)
{
  AscGraphLayout *layout = self->layout;
  guint64 n = layout->n_boxes;

  for (guint i = 0; i < layout->n_lines; i++)
    {
      guint span = is_loop (&layout->lines[i]) ? 1 : layout->boxes[lower (self, i)].layer - layout->boxes[upper (self, i)].layer;

      self->first_bend[i] = (guint) n;
      self->n_bends[i] = span - 1;
      n += span - 1;
      if (n > MAX_VERTICES)
        return FALSE;
    }
  self->n = (guint) n;
  self->layer = g_new (guint, MAX (n, 1));
  self->pos = g_new0 (guint, MAX (n, 1));
  self->x = g_new0 (double, MAX (n, 1));
  for (guint b = 0; b < layout->n_boxes; b++)
    self->layer[b] = layout->boxes[b].layer;
  for (guint i = 0; i < layout->n_lines; i++)
    for (guint k = 0; k < self->n_bends[i]; k++)
      self->layer[self->first_bend[i] + k] = layout->boxes[upper (self, i)].layer + 1 + k;
  return TRUE;
}

/* Vertex number @k of a line: its upper box, its bends, its lower box. */
static guint
vertex_of (const AscGraphLayers *self, guint line, guint k)
{
  if (k == 0)
    return upper (self, line);
  return k <= self->n_bends[line] ? self->first_bend[line] + k - 1 : lower (self, line);
}

static void
make_links (AscGraphLayers *self, AscGraphLinks *links, gboolean down)
{
  const AscGraphLayout *layout = self->layout;
  g_autofree guint *next = g_new0 (guint, self->n + 1);

  for (guint i = 0; i < layout->n_lines; i++)
    for (guint k = 0; !is_loop (&layout->lines[i]) && k <= self->n_bends[i]; k++)
      next[vertex_of (self, i, down ? k : k + 1) + 1]++;
  for (guint v = 0; v < self->n; v++)
    next[v + 1] += next[v];
  links->start = g_memdup2 (next, ((gsize) self->n + 1) * sizeof (guint));
  links->links = g_new (AscGraphLink, MAX (next[self->n], 1));
  for (guint i = 0; i < layout->n_lines; i++)
    for (guint k = 0; !is_loop (&layout->lines[i]) && k <= self->n_bends[i]; k++)
      links->links[next[vertex_of (self, i, down ? k : k + 1)]++]
        = (AscGraphLink){ vertex_of (self, i, down ? k + 1 : k), layout->lines[i].weight };
}

gboolean
asc_graph_layers_init (AscGraphLayers *self, AscGraphLayout *layout)
{
  g_autofree guint *order = g_new (guint, MAX (layout->n_boxes, 1));

  *self = (AscGraphLayers){ .layout = layout };
  self->first_bend = g_new0 (guint, MAX (layout->n_lines, 1));
  self->n_bends = g_new0 (guint, MAX (layout->n_lines, 1));
  self->reversed = g_new0 (gboolean, MAX (layout->n_lines, 1));
  break_cycles (self, order);
  choose_layers (self, order);
  if (!make_bends (self))
    return FALSE;
  make_links (self, &self->up, FALSE);
  make_links (self, &self->down, TRUE);
  return TRUE;
}

void
asc_graph_layers_clear (AscGraphLayers *self)
{
  g_free (self->layer);
  g_free (self->pos);
  g_free (self->x);
  g_free (self->first_bend);
  g_free (self->n_bends);
  g_free (self->reversed);
  g_free (self->up.start);
  g_free (self->up.links);
  g_free (self->down.start);
  g_free (self->down.links);
  g_free (self->order_start);
  g_free (self->order);
}
