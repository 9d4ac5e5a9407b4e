/* asc-graph-order.c: in which order vertices stand in their layers
 *
 * Sweeps down and up put each vertex at the median of its neighbors in the layer before, then neighbors change places where that lessens the crossings (after
 * Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs", 1993). The order with the fewest crossings stays.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-layout-private.h"

#include <math.h>
#include <string.h>

#define MAX_SWEEPS 24u
/* Sweeps without a better order after which there is none to be hoped for. */
#define PATIENCE 5u
#define MAX_SWAP_ROUNDS 8u
/* Work of the sweeps together, in links looked at: some 100 ms. */
#define MAX_WORK 12000000.0

typedef struct
{
  double value;
  guint pos;
  guint vertex;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a;
  const Ranked *y = b;

  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return (x->pos > y->pos) - (x->pos < y->pos);
}

static void
number_layer (AscGraphLayers *self, guint layer)
{
  for (guint i = self->order_start[layer]; i < self->order_start[layer + 1]; i++)
    self->pos[self->order[i]] = i - self->order_start[layer];
}

/* Boxes in the order of a walk in depth, heaviest calls first and those with a hint by it: a tree has no crossings then. */
typedef struct
{
  AscGraphLayers *layers;
  guint *filled; /* by layer */
  gboolean *seen;
  GArray *stack; /* guint */
} Walk;

static void
put (Walk *walk, guint vertex)
{
  AscGraphLayers *self = walk->layers;
  guint layer = self->layer[vertex];

  walk->seen[vertex] = TRUE;
  self->order[self->order_start[layer] + walk->filled[layer]++] = vertex;
}

static double
hint_of (const AscGraphLayers *self, guint vertex)
{
  /* A bend: of the box to which it leads. */
  while (asc_graph_layers_is_bend (self, vertex))
    vertex = self->down.links[self->down.start[vertex]].vertex;
  return self->layout->boxes[vertex].hint;
}

/* Pushes the callees so that the one to be walked first is on top. */
static void
push_links (Walk *walk, guint vertex)
{
  AscGraphLayers *self = walk->layers;
  guint n = self->down.start[vertex + 1] - self->down.start[vertex];
  g_autofree Ranked *ranked = g_new (Ranked, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      const AscGraphLink *link = &self->down.links[self->down.start[vertex] + i];
      double hint = hint_of (self, link->vertex);

      ranked[i] = (Ranked){ isnan (hint) ? 1e9 - link->weight : hint, i, link->vertex };
    }
  qsort (ranked, n, sizeof (Ranked), compare_ranked);
  for (guint i = n; i-- > 0;)
    if (!walk->seen[ranked[i].vertex])
      g_array_append_val (walk->stack, ranked[i].vertex);
}

static void
walk_from (Walk *walk, guint vertex)
{
  g_array_append_val (walk->stack, vertex);
  while (walk->stack->len > 0)
    {
      guint next = g_array_index (walk->stack, guint, walk->stack->len - 1);

      g_array_set_size (walk->stack, walk->stack->len - 1);
      if (walk->seen[next])
        continue;
      put (walk, next);
      push_links (walk, next);
    }
}

static void
choose_first_order (AscGraphLayers *self)
{
  g_autofree guint *filled = g_new0 (guint, self->n_layers + 1);
  g_autofree gboolean *seen = g_new0 (gboolean, MAX (self->n, 1));
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree Ranked *starts = g_new (Ranked, MAX (self->layout->n_boxes, 1));
  Walk walk = { self, filled, seen, stack };

  self->order_start = g_new0 (guint, self->n_layers + 1);
  self->order = g_new0 (guint, MAX (self->n, 1));
  for (guint v = 0; v < self->n; v++)
    self->order_start[self->layer[v] + 1]++;
  for (guint l = 0; l < self->n_layers; l++)
    self->order_start[l + 1] += self->order_start[l];
  for (guint b = 0; b < self->layout->n_boxes; b++)
    {
      double hint = self->layout->boxes[b].hint;

      starts[b] = (Ranked){ isnan (hint) ? 1e9 : hint, b, b };
    }
  qsort (starts, self->layout->n_boxes, sizeof (Ranked), compare_ranked);
  for (guint b = 0; b < self->layout->n_boxes; b++)
    if (self->up.start[starts[b].vertex] == self->up.start[starts[b].vertex + 1])
      walk_from (&walk, starts[b].vertex);
  for (guint l = 0; l < self->n_layers; l++)
    number_layer (self, l);
}

/* Crossings between a layer and the one above, by a tree of counters over the places above. */
static guint64
count_crossings_of (const AscGraphLayers *self, guint layer, guint *tree, guint *places)
{
  guint n_above = self->order_start[layer] - self->order_start[layer - 1];
  guint size = 1;
  guint64 n = 0;
  guint total = 0;

  while (size < n_above)
    size *= 2;
  memset (tree, 0, (gsize) size * 2 * sizeof (guint));
  for (guint i = self->order_start[layer]; i < self->order_start[layer + 1]; i++)
    {
      guint v = self->order[i];
      guint degree = self->up.start[v + 1] - self->up.start[v];

      for (guint k = 0; k < degree; k++)
        places[k] = self->pos[self->up.links[self->up.start[v] + k].vertex];
      for (guint k = 0; k < degree; k++)
        {
          /* Lines that came before and end right of this one. */
          for (guint node = size + places[k]; node > 1; node /= 2)
            if ((node & 1) == 0)
              n += tree[node + 1];
        }
      for (guint k = 0; k < degree; k++, total++)
        for (guint node = size + places[k]; node > 0; node /= 2)
          tree[node]++;
    }
  return total > 0 ? n : 0;
}

static guint64
count_crossings (const AscGraphLayers *self, guint *tree, guint *places)
{
  guint64 n = 0;

  for (guint l = 1; l < self->n_layers; l++)
    n += count_crossings_of (self, l, tree, places);
  return n;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a;
  guint y = *(const guint *) b;

  return (x > y) - (x < y);
}

/* The median of the places of a vertex's neighbors; between two, nearer to the side where they are closer together. -1: it has none */
static double
median (const AscGraphLayers *self, const AscGraphLinks *links, guint v, guint *places)
{
  guint n = links->start[v + 1] - links->start[v];
  double left;
  double right;

  if (n == 0)
    return -1;
  for (guint k = 0; k < n; k++)
    places[k] = self->pos[links->links[links->start[v] + k].vertex];
  qsort (places, n, sizeof (guint), compare_places);
  if (n % 2 == 1)
    return places[n / 2];
  if (n == 2)
    return ((double) places[0] + places[1]) / 2;
  left = places[n / 2 - 1] - places[0];
  right = places[n - 1] - places[n / 2];
  if (left + right == 0)
    return ((double) places[n / 2 - 1] + places[n / 2]) / 2;
  return (places[n / 2 - 1] * right + places[n / 2] * left) / (left + right);
}

static void
sort_layer (AscGraphLayers *self, guint layer, const AscGraphLinks *links, Ranked *ranked, guint *places)
{
  guint start = self->order_start[layer];
  guint n = self->order_start[layer + 1] - start;
  guint n_ranked = 0;
  guint next = 0;

  for (guint i = 0; i < n; i++)
    {
      guint v = self->order[start + i];
      double value = median (self, links, v, places);

      if (value >= 0)
        ranked[n_ranked++] = (Ranked){ value, i, v };
    }
  qsort (ranked, n_ranked, sizeof (Ranked), compare_ranked);
  /* Those without neighbors keep their places. */
  for (guint i = 0; i < n; i++)
    if (links->start[self->order[start + i] + 1] > links->start[self->order[start + i]])
      self->order[start + i] = ranked[next++].vertex;
  number_layer (self, layer);
}

/* Crossings of the links of two vertices of a layer when @a stands left of @b. */
static guint
count_pair (const AscGraphLayers *self, const AscGraphLinks *links, guint a, guint b)
{
  guint n = 0;

  for (guint i = links->start[a]; i < links->start[a + 1]; i++)
    for (guint k = links->start[b]; k < links->start[b + 1]; k++)
      n += self->pos[links->links[i].vertex] > self->pos[links->links[k].vertex];
  return n;
}

/* Neighbors change places while that helps. */
static double
swap_neighbors (AscGraphLayers *self)
{
  gboolean better = TRUE;
  double work = 0;

  for (guint round = 0; round < MAX_SWAP_ROUNDS && better; round++)
    {
      better = FALSE;
      for (guint l = 0; l < self->n_layers; l++)
        for (guint i = self->order_start[l]; i + 1 < self->order_start[l + 1]; i++)
          {
            guint a = self->order[i];
            guint b = self->order[i + 1];
            guint as_is = count_pair (self, &self->up, a, b) + count_pair (self, &self->down, a, b);

            work += (self->up.start[a + 1] - self->up.start[a]) * (double) (self->up.start[b + 1] - self->up.start[b])
                    + (self->down.start[a + 1] - self->down.start[a]) * (double) (self->down.start[b + 1] - self->down.start[b]) + 1;
            if (as_is == 0 || count_pair (self, &self->up, b, a) + count_pair (self, &self->down, b, a) >= as_is)
              continue;
            self->order[i] = b;
            self->order[i + 1] = a;
            self->pos[a]++;
            self->pos[b]--;
            better = TRUE;
          }
    }
  return work;
}

gboolean
asc_graph_layers_sort (AscGraphLayers *self, GCancellable *cancellable)
{
  gsize n_links = self->n > 0 ? self->down.start[self->n] : 0;
  g_autofree guint *best = NULL;
  g_autofree Ranked *ranked = g_new (Ranked, MAX (self->n, 1));
  g_autofree guint *places = g_new (guint, MAX (n_links, 1));
  g_autofree guint *tree = g_new (guint, 4 * (gsize) MAX (self->n, 1));
  guint64 fewest;
  double work = 0;
  guint waited = 0;

  choose_first_order (self);
  best = g_memdup2 (self->order, MAX (self->n, 1) * sizeof (guint));
  fewest = count_crossings (self, tree, places);
  for (guint sweep = 0; sweep < MAX_SWEEPS && fewest > 0 && waited < PATIENCE && work < MAX_WORK; sweep++)
    {
      guint64 n;

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint l = 1; l < self->n_layers; l++)
        if (sweep % 2 == 0)
          sort_layer (self, l, &self->up, ranked, places);
        else
          sort_layer (self, self->n_layers - 1 - l, &self->down, ranked, places);
      work += swap_neighbors (self) + (double) n_links;
      n = count_crossings (self, tree, places);
      waited++;
      if (n >= fewest)
        continue;
      fewest = n;
      waited = 0;
      memcpy (best, self->order, self->n * sizeof (guint));
    }
  memcpy (self->order, best, self->n * sizeof (guint));
  for (guint l = 0; l < self->n_layers; l++)
    number_layer (self, l);
  return !g_cancellable_is_cancelled (cancellable);
}
