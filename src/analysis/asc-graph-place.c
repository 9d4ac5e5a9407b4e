/* asc-graph-place.c: where vertices stand in their layers
 *
 * Each vertex would like to stand at the mean of its neighbors. A layer is given the places that differ least from what its vertices would like, squared and by
 * weight, and keep order and distance: isotonic regression, which pooling adjacent violators solves exactly in linear time. Sweeps down and up let the layers come
 * to terms; then what belongs above each other is set upright where there is room: the bends of a line, and functions that call little but the one below. Parts
 * of the graph that are not connected are moved together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-layout-private.h"

#include <math.h>
#include <string.h>

/* Of a bend: a wide line and some air. */
#define BEND_WIDTH 10.0
#define N_SWEEPS 12u
/* The last of them look up and down at once. */
#define N_LAST_SWEEPS 4u
/* How strongly a line holds its ends together: at least, a line that carries everything, and one between two bends. */
#define LEAST_PULL 0.1
#define BEND_PULL 4.0
/* A link that has so much of what both its ends have at that side is drawn upright. */
#define DOMINANT 0.8
/* A vertex without neighbors there stays where it is, if nothing pushes it. */
#define STAY 0.02
/* Of parts times vertices: beyond that they stay where they are. */
#define MAX_PACKING 20000000u

static double
left_of (const AscGraphLayers *self, guint v)
{
  return asc_graph_layers_is_bend (self, v) ? BEND_WIDTH / 2 : self->layout->boxes[v].width / 2;
}

static double
right_of (const AscGraphLayers *self, guint v)
{
  return asc_graph_layers_is_bend (self, v) ? BEND_WIDTH / 2 : self->layout->boxes[v].width / 2 + self->layout->boxes[v].right;
}

/* Least distance of the centers of neighbors. Lines may pass nearer to boxes, and to each other. */
static double
distance (const AscGraphLayers *self, guint left, guint right)
{
  double gap = self->layout->gap_x / (1 + asc_graph_layers_is_bend (self, left) + asc_graph_layers_is_bend (self, right));

  return right_of (self, left) + gap + left_of (self, right);
}

/* The other end of the link of @v that has nearly all the weight at its side, or G_MAXUINT. */
static guint
find_dominant (const AscGraphLinks *links, guint v)
{
  double sum = 0;
  const AscGraphLink *heaviest = NULL;

  for (guint k = links->start[v]; k < links->start[v + 1]; k++)
    {
      const AscGraphLink *link = &links->links[k];

      sum += link->weight;
      if (heaviest == NULL || link->weight > heaviest->weight)
        heaviest = link;
    }
  return heaviest != NULL && heaviest->weight >= DOMINANT * sum ? heaviest->vertex : G_MAXUINT;
}

/* What should stand below @v, or G_MAXUINT. */
static guint
find_below (const AscGraphLayers *self, guint v)
{
  guint below = find_dominant (&self->down, v);

  return below != G_MAXUINT && find_dominant (&self->up, below) == v ? below : G_MAXUINT;
}

/* What a vertex would like: sum of weights, and of weighted places. */
static void
add_wishes (const AscGraphLayers *self, const AscGraphLinks *links, guint v, const guint *upright, double *weight, double *sum)
{
  for (guint k = links->start[v]; k < links->start[v + 1]; k++)
    {
      guint other = links->links[k].vertex;
      double pull = upright[v] == other || upright[other] == v ? BEND_PULL : LEAST_PULL + sqrt (links->links[k].weight);

      *weight += pull;
      *sum += pull * self->x[other];
    }
}

/* Vertices that touch and move as one. */
typedef struct
{
  double weight;
  double sum;   /* weighted, of what they would like, less their offsets */
  guint first;  /* number in the layer */
} Pool;

/* Places of a layer; @upright: by vertex what should stand below it; @pools, @offsets: room for its vertices. */
static void
place_layer (AscGraphLayers *self, guint layer, gboolean look_up, gboolean look_down, const guint *upright, Pool *pools, double *offsets)
{
  guint start = self->order_start[layer];
  guint n = self->order_start[layer + 1] - start;
  guint n_pools = 0;

  for (guint i = 0; i < n; i++)
    {
      guint v = self->order[start + i];
      double weight = 0;
      double sum = 0;

      offsets[i] = i > 0 ? offsets[i - 1] + distance (self, self->order[start + i - 1], v) : 0;
      if (look_up)
        add_wishes (self, &self->up, v, upright, &weight, &sum);
      if (look_down)
        add_wishes (self, &self->down, v, upright, &weight, &sum);
      weight += STAY;
      sum += STAY * self->x[v];
      pools[n_pools++] = (Pool){ weight, sum - weight * offsets[i], i };
      while (n_pools > 1 && pools[n_pools - 2].sum * pools[n_pools - 1].weight >= pools[n_pools - 1].sum * pools[n_pools - 2].weight)
        {
          pools[n_pools - 2].weight += pools[n_pools - 1].weight;
          pools[n_pools - 2].sum += pools[n_pools - 1].sum;
          n_pools--;
        }
    }
  for (guint p = 0; p < n_pools; p++)
    for (guint i = pools[p].first; i < (p + 1 < n_pools ? pools[p + 1].first : n); i++)
      self->x[self->order[start + i]] = pools[p].sum / pools[p].weight + offsets[i];
}

/* How far a vertex may go without its neighbors. */
static void
find_room (const AscGraphLayers *self, guint v, double *low, double *high)
{
  guint place = self->order_start[self->layer[v]] + self->pos[v];

  *low = -G_MAXDOUBLE;
  *high = G_MAXDOUBLE;
  if (self->pos[v] > 0)
    *low = self->x[self->order[place - 1]] + distance (self, self->order[place - 1], v);
  if (place + 1 < self->order_start[self->layer[v] + 1])
    *high = self->x[self->order[place + 1]] - distance (self, v, self->order[place + 1]);
}

/* Sets the vertices of a run, each below the one before, upright: as many of them at once as have common room. */
static void
straighten (AscGraphLayers *self, const guint *run, guint n_run)
{
  guint first = 0;

  while (first < n_run)
    {
      double low = -G_MAXDOUBLE;
      double high = G_MAXDOUBLE;
      double sum = 0;
      guint n = 0;

      for (; first + n < n_run; n++)
        {
          double least;
          double most;

          find_room (self, run[first + n], &least, &most);
          if (n > 0 && MAX (low, least) > MIN (high, most))
            break;
          low = MAX (low, least);
          high = MIN (high, most);
          sum += self->x[run[first + n]];
        }
      for (guint i = 0; i < n; i++)
        self->x[run[first + i]] = MAX (MIN (sum / n, high), low);
      first += n;
    }
}

static void
straighten_runs (AscGraphLayers *self, const guint *upright)
{
  g_autofree gboolean *continues = g_new0 (gboolean, MAX (self->n, 1));
  g_autofree guint *run = g_new (guint, self->n_layers + 1);

  for (guint v = 0; v < self->n; v++)
    if (upright[v] != G_MAXUINT)
      continues[upright[v]] = TRUE;
  for (guint first = 0; first < self->n; first++)
    {
      guint n = 0;

      if (continues[first])
        continue;
      for (guint v = first; v != G_MAXUINT; v = upright[v])
        run[n++] = v;
      straighten (self, run, n);
    }
}

static guint
find_root (guint *root, guint v)
{
  while (root[v] != v)
    v = root[v] = root[root[v]];
  return v;
}

typedef struct
{
  double left; /* of its leftmost vertex */
  guint part;
} Part;

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const Part *x = a;
  const Part *y = b;

  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  return (x->part > y->part) - (x->part < y->part);
}

/* Moves each part of the graph to the left until it touches the ones before. */
static void
pack (AscGraphLayers *self, GArray *parts, guint *root)
{
  g_autofree double *edge = g_new (double, self->n_layers + 1); /* right end of what stands in each layer */
  double gap = 2 * self->layout->gap_x;

  for (guint l = 0; l < self->n_layers; l++)
    edge[l] = -gap;
  g_array_sort (parts, compare_parts);
  for (guint p = 0; p < parts->len; p++)
    {
      guint part = g_array_index (parts, Part, p).part;
      double shift = -G_MAXDOUBLE;

      for (guint v = 0; v < self->n; v++)
        if (find_root (root, v) == part)
          shift = MAX (shift, edge[self->layer[v]] + gap - (self->x[v] - left_of (self, v)));
      for (guint v = 0; v < self->n; v++)
        if (root[v] == part)
          {
            self->x[v] += shift;
            edge[self->layer[v]] = MAX (edge[self->layer[v]], self->x[v] + right_of (self, v));
          }
    }
}

static void
pack_parts (AscGraphLayers *self)
{
  g_autofree guint *root = g_new (guint, MAX (self->n, 1));
  g_autofree double *left = g_new (double, MAX (self->n, 1));
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));

  for (guint v = 0; v < self->n; v++)
    root[v] = v;
  for (guint v = 0; v < self->n; v++)
    for (guint k = self->down.start[v]; k < self->down.start[v + 1]; k++)
      root[find_root (root, self->down.links[k].vertex)] = find_root (root, v);
  for (guint v = 0; v < self->n; v++)
    left[v] = G_MAXDOUBLE;
  for (guint v = 0; v < self->n; v++)
    left[find_root (root, v)] = MIN (left[find_root (root, v)], self->x[v] - left_of (self, v));
  for (guint v = 0; v < self->n; v++)
    if (root[v] == v)
      g_array_append_val (parts, ((Part){ left[v], v }));
  if (parts->len > 1 && parts->len * (gsize) self->n < MAX_PACKING)
    pack (self, parts, root);
}

/* The order and the distances hold whatever rounding did. */
static void
settle (AscGraphLayers *self)
{
  for (guint l = 0; l < self->n_layers; l++)
    for (guint i = self->order_start[l] + 1; i < self->order_start[l + 1]; i++)
      {
        guint v = self->order[i];
        guint u = self->order[i - 1];

        self->x[v] = MAX (self->x[v], self->x[u] + distance (self, u, v));
      }
}

/* The picture begins at 0. */
static void
measure (AscGraphLayers *self)
{
  double left = 0;
  double right = 0;

  for (guint v = 0; v < self->n; v++)
    {
      left = v == 0 ? self->x[v] - left_of (self, v) : MIN (left, self->x[v] - left_of (self, v));
      right = v == 0 ? self->x[v] + right_of (self, v) : MAX (right, self->x[v] + right_of (self, v));
    }
  for (guint v = 0; v < self->n; v++)
    self->x[v] -= left;
  self->layout->width = right - left;
}

void
asc_graph_layers_place (AscGraphLayers *self)
{
  g_autofree Pool *pools = g_new (Pool, MAX (self->n, 1));
  g_autofree double *offsets = g_new (double, MAX (self->n, 1));
  g_autofree guint *upright = g_new (guint, MAX (self->n, 1));

  for (guint v = 0; v < self->n; v++)
    upright[v] = find_below (self, v);
  for (guint sweep = 0; sweep < N_SWEEPS; sweep++)
    {
      gboolean last = sweep + N_LAST_SWEEPS >= N_SWEEPS;
      gboolean down = sweep % 2 == 0;

      for (guint k = 0; k < self->n_layers; k++)
        place_layer (self, down ? k : self->n_layers - 1 - k, down || last, !down || last, upright, pools, offsets);
    }
  for (guint round = 0; round < 2; round++)
    straighten_runs (self, upright);
  settle (self);
  pack_parts (self);
  measure (self);
  for (guint b = 0; b < self->layout->n_boxes; b++)
    self->layout->boxes[b].x = self->x[b];
}
