/* asc-call-graph.c: see asc-call-graph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-call-graph.h"

#include "asc-map.h"
#include "asc-profile-private.h"

struct _AscCallGraph
{
  gatomicrefcount ref_count;
  AscProfile *profile;
  AscArcs own;        /* of load objects */
  const AscArcs *arcs;
  gboolean by_object;
  AscGraphForm form;
  guint metric;
  gint64 min_edge;    /* least value of an edge; what carries less is cut */
  guint n_rows;
  GArray *nodes;      /* AscGraphNode */
  GArray *edges;      /* AscGraphEdge */
  AscMap node_of;     /* by row, of those that are no stubs */
  AscMap opened;      /* calls shown in any case, by both ends */
};

static guint
count_keys (const AscCallGraph *self)
{
  return self->by_object ? self->profile->n_objects : self->profile->n_functions;
}

static gint64
row_exclusive (const AscCallGraph *self, guint32 row, guint metric)
{
  return self->by_object ? asc_profile_get_object_exclusive (self->profile, row, metric) : asc_profile_get_exclusive (self->profile, row, metric);
}

static gint64
row_inclusive (const AscCallGraph *self, guint32 row, guint metric)
{
  return self->by_object ? asc_profile_get_object_inclusive (self->profile, row, metric) : asc_profile_get_inclusive (self->profile, row, metric);
}

static gint64
arc_value (const AscCallGraph *self, guint32 arc, guint metric, gboolean from_caller)
{
  return asc_profile_sum (self->profile, metric, from_caller ? self->arcs->from_caller : self->arcs->from_callee, self->arcs->n, arc);
}

static guint64
call_key (guint32 from, guint32 to)
{
  return (guint64) from << 32 | to;
}

static const AscArc *
list_arcs (const AscCallGraph *self, guint32 row, gboolean callees, guint *n)
{
  const guint32 *start = callees ? self->arcs->callees_start : self->arcs->callers_start;

  *n = start[row + 1] - start[row];
  return (callees ? self->arcs->callees : self->arcs->callers) + start[row];
}

/* Magnitudes: differences and some recordings are negative. */
static gint64
magnitude (gint64 value)
{
  return value < 0 ? (value == G_MININT64 ? G_MAXINT64 : -value) : value;
}

static gint64
share_of (double share, gint64 whole)
{
  double value = CLAMP (share, 0, 1) * (double) magnitude (whole);

  return value >= 9.2e18 ? G_MAXINT64 : (gint64) value + ((double) (gint64) value < value);
}

typedef struct
{
  gint64 value;
  guint32 row;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a;
  const Ranked *y = b;
  gint64 mx = magnitude (x->value);
  gint64 my = magnitude (y->value);

  return mx != my ? (mx < my ? 1 : -1) : (x->row > y->row) - (x->row < y->row);
}

static gboolean
add_node (AscCallGraph *self, guint32 row)
{
  AscGraphNode node = { .kind = ASC_GRAPH_ROW, .row = row };
  gboolean is_new;
  guint32 *place = asc_map_insert (&self->node_of, row, &is_new);

  if (!is_new)
    return FALSE;
  *place = self->nodes->len;
  node.exclusive = row_exclusive (self, row, self->metric);
  node.inclusive = row_inclusive (self, row, self->metric);
  g_array_append_val (self->nodes, node);
  return TRUE;
}

/* The heaviest rows. */
static void
add_all (AscCallGraph *self, const AscGraphOptions *options, gint64 least)
{
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  guint n = count_keys (self);

  if (options->form == ASC_GRAPH_WHOLE)
    add_node (self, ASC_FUNCTION_TOTAL);
  for (guint32 row = 1; row < n; row++)
    {
      Ranked entry = { row_inclusive (self, row, self->metric), row };

      if (magnitude (entry.value) >= least)
        g_array_append_val (ranked, entry);
    }
  g_array_sort (ranked, compare_ranked);
  for (guint i = 0; i < ranked->len && (options->max_nodes == 0 || self->nodes->len < options->max_nodes); i++)
    add_node (self, g_array_index (ranked, Ranked, i).row);
}

/* One more level of callers or callees: the heaviest calls first, as far as there is room. */
static void
add_level (AscCallGraph *self, const AscGraphOptions *options, GArray *level, gboolean callees, gint64 least)
{
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));

  for (guint i = 0; i < level->len; i++)
    {
      guint n;
      const AscArc *arcs = list_arcs (self, g_array_index (level, guint32, i), callees, &n);

      for (guint k = 0; k < n; k++)
        {
          Ranked entry = { arc_value (self, arcs[k].arc, self->metric, callees), arcs[k].function };

          if (magnitude (entry.value) < self->min_edge || magnitude (row_inclusive (self, entry.row, self->metric)) < least
              || (entry.row == ASC_FUNCTION_TOTAL && options->form == ASC_GRAPH_PICTURE))
            continue;
          g_array_append_val (ranked, entry);
        }
    }
  g_array_sort (ranked, compare_ranked);
  g_array_set_size (level, 0);
  for (guint i = 0; i < ranked->len && (options->max_nodes == 0 || self->nodes->len < options->max_nodes); i++)
    {
      guint32 row = g_array_index (ranked, Ranked, i).row;

      if (add_node (self, row))
        g_array_append_val (level, row);
    }
}

/* What can be reached from the centers. */
static void
add_around (AscCallGraph *self, const AscGraphOptions *options, gint64 least)
{
  for (guint callees = 0; callees < 2; callees++)
    {
      g_autoptr (GArray) level = g_array_new (FALSE, FALSE, sizeof (guint32));
      guint n_levels = callees ? options->n_callee_levels : options->n_caller_levels;

      for (guint i = 0; i < options->n_centers; i++)
        {
          add_node (self, options->centers[i]);
          g_array_append_val (level, options->centers[i]);
        }
      for (guint i = 0; i < n_levels && level->len > 0; i++)
        add_level (self, options, level, callees != 0, least);
    }
}

static void
add_opened (AscCallGraph *self, const AscGraphOptions *options)
{
  for (guint i = 0; i < options->n_opened; i++)
    {
      const AscGraphCall *call = &options->opened[i];
      gboolean is_new;

      if (call->from >= count_keys (self) || call->to >= count_keys (self))
        continue;
      asc_map_insert (&self->opened, call_key (call->from, call->to), &is_new);
      add_node (self, call->from);
      add_node (self, call->to);
    }
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const AscGraphNode *x = a;
  const AscGraphNode *y = b;

  return compare_ranked (&(Ranked){ x->inclusive, x->row }, &(Ranked){ y->inclusive, y->row });
}

static void
sort_nodes (AscCallGraph *self)
{
  g_array_sort (self->nodes, compare_nodes);
  asc_map_clear (&self->node_of);
  asc_map_init (&self->node_of, self->nodes->len);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      gboolean is_new;

      *asc_map_insert (&self->node_of, g_array_index (self->nodes, AscGraphNode, i).row, &is_new) = i;
    }
}

/* Whether a call whose ends are shown is shown too. */
static gboolean
is_shown (const AscCallGraph *self, guint32 from, guint32 to, gint64 attributed, gint64 attributed_caller)
{
  /* An arc carries something in one metric at least. */
  if (attributed == 0 && attributed_caller == 0)
    return self->form == ASC_GRAPH_WHOLE && self->min_edge == 0;
  return MAX (magnitude (attributed), magnitude (attributed_caller)) >= self->min_edge
         || asc_map_lookup (&self->opened, call_key (from, to)) != G_MAXUINT32;
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  const AscGraphEdge *x = a;
  const AscGraphEdge *y = b;
  gint64 vx = MAX (magnitude (x->attributed), magnitude (x->attributed_caller));
  gint64 vy = MAX (magnitude (y->attributed), magnitude (y->attributed_caller));

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return vx != vy ? (vx < vy ? 1 : -1) : (x->to > y->to) - (x->to < y->to);
}

/* Both lists are looked at: under recursion an arc may carry nothing in one of the readings. */
static void
add_edges (AscCallGraph *self)
{
  AscMap seen;
  guint n_nodes = self->nodes->len;

  asc_map_init (&seen, n_nodes * 4);
  for (guint node = 0; node < n_nodes; node++)
    for (guint callees = 0; callees < 2; callees++)
      {
        guint32 row = g_array_index (self->nodes, AscGraphNode, node).row;
        guint n;
        const AscArc *arcs = list_arcs (self, row, callees != 0, &n);

        for (guint k = 0; k < n; k++)
          {
            guint32 other = asc_map_lookup (&self->node_of, arcs[k].function);
            AscGraphEdge edge = { .arc = arcs[k].arc };
            gboolean is_new;

            if (other == G_MAXUINT32)
              continue;
            edge.from = callees ? node : other;
            edge.to = callees ? other : node;
            edge.attributed = arc_value (self, edge.arc, self->metric, FALSE);
            edge.attributed_caller = arc_value (self, edge.arc, self->metric, TRUE);
            if (!is_shown (self, callees ? row : arcs[k].function, callees ? arcs[k].function : row, edge.attributed, edge.attributed_caller))
              continue;
            asc_map_insert (&seen, edge.arc, &is_new);
            if (is_new)
              g_array_append_val (self->edges, edge);
          }
      }
  asc_map_clear (&seen);
  g_array_sort (self->edges, compare_edges);
}

/* The calls at one side of @row that are not shown: the other ends. Returns: (element-type Ranked), heaviest first */
static GArray *
rank_cut (const AscCallGraph *self, guint32 row, gboolean callees)
{
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  guint n;
  const AscArc *arcs = list_arcs (self, row, callees, &n);

  for (guint k = 0; k < n; k++)
    {
      guint32 other = arcs[k].function;
      gint64 attributed = arc_value (self, arcs[k].arc, self->metric, FALSE);
      gint64 attributed_caller = arc_value (self, arcs[k].arc, self->metric, TRUE);
      Ranked entry = { callees ? attributed_caller : attributed, other };

      if (entry.value == 0 || other == ASC_FUNCTION_TOTAL)
        continue;
      if (asc_map_lookup (&self->node_of, other) == G_MAXUINT32
          || !is_shown (self, callees ? row : other, callees ? other : row, attributed, attributed_caller))
        g_array_append_val (ranked, entry);
    }
  g_array_sort (ranked, compare_ranked);
  return ranked;
}

/* A stub at each side of a node where calls are cut that together reach the least value of a call. */
static void
add_stubs (AscCallGraph *self)
{
  guint n_nodes = self->nodes->len;

  for (guint node = 0; node < n_nodes; node++)
    for (guint callees = 0; callees < 2; callees++)
      {
        guint32 row = g_array_index (self->nodes, AscGraphNode, node).row;
        AscGraphNode stub = { .kind = callees ? ASC_GRAPH_CALLEES : ASC_GRAPH_CALLERS, .row = row };
        AscGraphEdge edge = { .arc = ASC_NONE };
        g_autoptr (GArray) cut = rank_cut (self, row, callees != 0);

        stub.n_cut = cut->len;
        for (guint i = 0; i < cut->len; i++)
          stub.inclusive += g_array_index (cut, Ranked, i).value;
        if (stub.n_cut == 0 || magnitude (stub.inclusive) < self->min_edge)
          continue;
        edge.from = callees ? node : self->nodes->len;
        edge.to = callees ? self->nodes->len : node;
        edge.attributed = edge.attributed_caller = stub.inclusive;
        g_array_append_val (self->nodes, stub);
        g_array_append_val (self->edges, edge);
      }
}

/* How many of the nodes are called by nothing. */
static guint
count_roots (const AscCallGraph *self)
{
  guint n;
  guint n_roots = 0;
  const AscArc *arcs = list_arcs (self, ASC_FUNCTION_TOTAL, TRUE, &n);

  for (guint k = 0; k < n; k++)
    n_roots += asc_map_lookup (&self->node_of, arcs[k].function) != G_MAXUINT32
               && magnitude (arc_value (self, arcs[k].arc, self->metric, TRUE)) >= MAX (self->min_edge, 1);
  return n_roots;
}

static void
mark_centers (AscCallGraph *self, const AscGraphOptions *options)
{
  for (guint i = 0; i < options->n_centers; i++)
    {
      guint32 node = asc_map_lookup (&self->node_of, options->centers[i]);

      if (node != G_MAXUINT32)
        g_array_index (self->nodes, AscGraphNode, node).is_center = TRUE;
    }
}

static gboolean
fill (AscCallGraph *self, const AscGraphOptions *options, GCancellable *cancellable, GError **error)
{
  gint64 whole = row_inclusive (self, ASC_FUNCTION_TOTAL, self->metric);
  gboolean around = options->n_centers > 0;

  for (guint i = 0; i < options->n_centers; i++)
    around = around && options->centers[i] != ASC_FUNCTION_TOTAL;
  if (around)
    {
      gint64 sum = 0;

      for (guint i = 0; i < options->n_centers; i++)
        sum = MAX (sum, magnitude (row_inclusive (self, options->centers[i], self->metric)));
      whole = sum;
    }
  self->min_edge = share_of (options->min_edge, whole);
  if (around)
    add_around (self, options, share_of (options->min_node, whole));
  else
    add_all (self, options, share_of (options->min_node, whole));
  add_opened (self, options);
  if (options->form == ASC_GRAPH_PICTURE && !around && count_roots (self) > 1)
    add_node (self, ASC_FUNCTION_TOTAL);
  sort_nodes (self);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  mark_centers (self, options);
  add_edges (self);
  if (options->form == ASC_GRAPH_PICTURE)
    add_stubs (self);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
count_rows (AscCallGraph *self)
{
  guint n = count_keys (self);

  for (guint32 row = 1; row < n; row++)
    self->n_rows += row_inclusive (self, row, self->metric) != 0;
}

AscCallGraph *
asc_call_graph_new (AscProfile *profile, const AscGraphOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscCallGraph) self = g_new0 (AscCallGraph, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->profile = g_object_ref (profile);
  self->by_object = options->by_object;
  self->form = options->form;
  self->metric = options->metric;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (AscGraphNode));
  self->edges = g_array_new (FALSE, FALSE, sizeof (AscGraphEdge));
  asc_map_init (&self->node_of, 64);
  asc_map_init (&self->opened, MAX (options->n_opened, 1));
  if (self->by_object)
    asc_profile_compute_object_arcs (profile, &self->own);
  self->arcs = self->by_object ? &self->own : &profile->arcs;
  if (profile->metrics->len == 0)
    return g_steal_pointer (&self);
  count_rows (self);
  return fill (self, options, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

AscCallGraph *
asc_call_graph_ref (AscCallGraph *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
asc_call_graph_unref (AscCallGraph *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  asc_arcs_clear (&self->own);
  asc_map_clear (&self->node_of);
  asc_map_clear (&self->opened);
  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_object_unref (self->profile);
  g_free (self);
}

AscProfile *
asc_call_graph_get_profile (const AscCallGraph *self)
{
  return self->profile;
}

guint
asc_call_graph_get_metric (const AscCallGraph *self)
{
  return self->metric;
}

gboolean
asc_call_graph_is_by_object (const AscCallGraph *self)
{
  return self->by_object;
}

const AscGraphNode *
asc_call_graph_get_nodes (const AscCallGraph *self, guint *n)
{
  *n = self->nodes->len;
  return (const AscGraphNode *) (gpointer) self->nodes->data;
}

const AscGraphEdge *
asc_call_graph_get_edges (const AscCallGraph *self, guint *n)
{
  *n = self->edges->len;
  return (const AscGraphEdge *) (gpointer) self->edges->data;
}

guint
asc_call_graph_get_n_rows (const AscCallGraph *self)
{
  return self->n_rows;
}

guint32
asc_call_graph_find (const AscCallGraph *self, guint32 row)
{
  guint32 node = asc_map_lookup (&self->node_of, row);

  return node != G_MAXUINT32 ? node : ASC_NONE;
}

const char *
asc_call_graph_get_name (const AscCallGraph *self, guint node)
{
  guint32 row = g_array_index (self->nodes, AscGraphNode, node).row;

  return self->by_object ? asc_profile_get_object (self->profile, row)->name : asc_profile_get_function (self->profile, row)->name;
}

gint64
asc_call_graph_get_exclusive (const AscCallGraph *self, guint node, guint metric)
{
  return row_exclusive (self, g_array_index (self->nodes, AscGraphNode, node).row, metric);
}

gint64
asc_call_graph_get_inclusive (const AscCallGraph *self, guint node, guint metric)
{
  return row_inclusive (self, g_array_index (self->nodes, AscGraphNode, node).row, metric);
}

gint64
asc_call_graph_get_attributed (const AscCallGraph *self, guint edge, guint metric, gboolean from_caller)
{
  return arc_value (self, g_array_index (self->edges, AscGraphEdge, edge).arc, metric, from_caller);
}

GArray *
asc_call_graph_list_cut (const AscCallGraph *self, guint node)
{
  const AscGraphNode *stub = &g_array_index (self->nodes, AscGraphNode, node);
  gboolean callees = stub->kind == ASC_GRAPH_CALLEES;
  g_autoptr (GArray) ranked = rank_cut (self, stub->row, callees);
  GArray *calls = g_array_new (FALSE, FALSE, sizeof (AscGraphCall));

  for (guint i = 0; i < ranked->len; i++)
    {
      guint32 other = g_array_index (ranked, Ranked, i).row;

      g_array_append_val (calls, ((AscGraphCall){ callees ? stub->row : other, callees ? other : stub->row }));
    }
  return calls;
}
