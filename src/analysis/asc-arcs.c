/* asc-arcs.c: exclusive, inclusive and attributed metrics from the weighed call tree
 *
 * For one event only the innermost occurrence of a function (the one nearest the leaf) carries weight: docs/metrics.md. With s(n) the
 * weight of the subtree at node n, what node n of function f carries is s(n) less the s(m) of the nodes m of f below it with no
 * other f between. What its child c carries, seen from n, is s(c) less the s(m) of those m at or below c. Both come from one
 * walk in preorder that knows, for each function, its innermost node on the path: time linear in the nodes, whatever the depth.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"
#include "asc-walk-private.h"

#include "asc-map.h"

/* A tree in preorder whose nodes have keys: the call tree with its functions, or what is left of it when load objects are the keys. */
typedef struct
{
  guint n;
  const guint32 *parent;
  const guint32 *key;
  guint n_keys;
  const gint64 *subtree; /* slot-major */
} KeyTree;

typedef struct
{
  gint64 *carry;  /* slot-major: of the node, for its key and its caller */
  gint64 *callee; /* slot-major: of the node, seen from its parent */
} Carried;

static void
carry (AscProfile *self, const KeyTree *tree, Carried *c)
{
  gsize size = (gsize) MAX (self->n_slots, 1) * tree->n;
  AscWalk walk;

  c->carry = g_memdup2 (tree->subtree, size * sizeof (gint64));
  c->callee = g_memdup2 (tree->subtree, size * sizeof (gint64));
  asc_walk_init (&walk, tree->n, tree->parent, tree->key, tree->n_keys);
  for (guint i = 1; i < tree->n; i++)
    {
      guint32 above = asc_walk_enter (&walk, i);
      guint32 child;

      if (above == ASC_NONE)
        continue;
      child = asc_walk_child_of (&walk, above);
      for (guint s = 0; s < self->n_slots; s++)
        {
          const gint64 *subtree = tree->subtree + (gsize) s * tree->n;

          c->carry[(gsize) s * tree->n + above] -= subtree[i];
          c->callee[(gsize) s * tree->n + child] -= subtree[i];
        }
    }
  asc_walk_clear (&walk);
}

static void
sum_functions (AscProfile *self, const Carried *c, gint64 *exclusive, gint64 *inclusive)
{
  const AscCallTree *tree = &self->tree;

  for (guint s = 0; s < self->n_slots; s++)
    {
      gint64 *e = exclusive + (gsize) s * self->n_functions;
      gint64 *n = inclusive + (gsize) s * self->n_functions;

      for (guint i = 1; i < tree->n; i++)
        {
          e[tree->function[i]] += tree->self[(gsize) s * tree->n + i];
          n[tree->function[i]] += c->carry[(gsize) s * tree->n + i];
        }
      e[ASC_FUNCTION_TOTAL] = n[ASC_FUNCTION_TOTAL] = tree->subtree[(gsize) s * tree->n];
    }
}

static void
make_arcs (AscProfile *self, const KeyTree *tree, const Carried *c, AscArcs *arcs)
{
  g_autofree guint32 *arc_of = g_new (guint32, tree->n);
  g_autoptr (GArray) caller = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) callee = g_array_new (FALSE, FALSE, sizeof (guint32));
  AscMap map;

  asc_map_init (&map, 1024);
  for (guint i = 1; i < tree->n; i++)
    {
      gboolean is_new;
      guint32 up = tree->key[tree->parent[i]];
      guint32 *arc = asc_map_insert (&map, (guint64) up << 32 | tree->key[i], &is_new);

      if (is_new)
        {
          *arc = caller->len;
          g_array_append_val (caller, up);
          g_array_append_val (callee, tree->key[i]);
        }
      arc_of[i] = *arc;
    }
  asc_map_clear (&map);
  arcs->n = caller->len;
  arcs->caller = (guint32 *) (gpointer) g_array_steal (caller, NULL);
  arcs->callee = (guint32 *) (gpointer) g_array_steal (callee, NULL);
  arcs->from_callee = g_new0 (gint64, (gsize) MAX (self->n_slots, 1) * MAX (arcs->n, 1));
  arcs->from_caller = g_new0 (gint64, (gsize) MAX (self->n_slots, 1) * MAX (arcs->n, 1));
  for (guint s = 0; s < self->n_slots; s++)
    for (guint i = 1; i < tree->n; i++)
      {
        arcs->from_callee[(gsize) s * arcs->n + arc_of[i]] += c->carry[(gsize) s * tree->n + i];
        arcs->from_caller[(gsize) s * arcs->n + arc_of[i]] += c->callee[(gsize) s * tree->n + i];
      }
}

/* Load objects: exclusive from the functions; inclusive each event once if any of its frames is in the object. */
static void
sum_objects (AscProfile *self, const gint64 *exclusive)
{
  const AscCallTree *tree = &self->tree;
  g_autofree guint32 *object = g_new (guint32, tree->n);
  gsize n = self->n_objects;
  AscWalk walk;

  self->object_exclusive = g_new0 (gint64, MAX (self->n_slots, 1) * n);
  self->object_inclusive = g_new0 (gint64, MAX (self->n_slots, 1) * n);
  object[0] = 0;
  for (guint i = 1; i < tree->n; i++)
    object[i] = self->functions[tree->function[i]].object_row;
  asc_walk_init (&walk, tree->n, tree->parent, object, self->n_objects);
  for (guint i = 1; i < tree->n; i++)
    if (asc_walk_enter (&walk, i) == ASC_NONE)
      for (guint s = 0; s < self->n_slots; s++)
        self->object_inclusive[s * n + object[i]] += tree->subtree[(gsize) s * tree->n + i];
  asc_walk_clear (&walk);
  for (guint s = 0; s < self->n_slots; s++)
    {
      for (guint f = 1; f < self->n_functions; f++)
        self->object_exclusive[s * n + self->functions[f].object_row] += exclusive[(gsize) s * self->n_functions + f];
      self->object_exclusive[s * n] = self->object_inclusive[s * n] = tree->subtree[(gsize) s * tree->n];
    }
}

gboolean
asc_profile_ascribe (AscProfile *self, GCancellable *cancellable, GError **error)
{
  gsize size = (gsize) MAX (self->n_slots, 1) * self->n_functions;
  g_autofree gint64 *exclusive = g_new0 (gint64, size);
  g_autofree gint64 *inclusive = g_new0 (gint64, size);
  const KeyTree tree = { self->tree.n, self->tree.parent, self->tree.function, self->n_functions, self->tree.subtree };
  Carried c;

  carry (self, &tree, &c);
  sum_functions (self, &c, exclusive, inclusive);
  make_arcs (self, &tree, &c, &self->arcs);
  g_free (c.carry);
  g_free (c.callee);
  sum_objects (self, exclusive);
  self->exclusive = g_new (gint64, MAX ((gsize) self->metrics->len * self->n_functions, 1));
  self->inclusive = g_new (gint64, MAX ((gsize) self->metrics->len * self->n_functions, 1));
  for (guint m = 0; m < self->metrics->len; m++)
    for (guint f = 0; f < self->n_functions; f++)
      {
        self->exclusive[(gsize) m * self->n_functions + f] = asc_profile_sum (self, m, exclusive, self->n_functions, f);
        self->inclusive[(gsize) m * self->n_functions + f] = asc_profile_sum (self, m, inclusive, self->n_functions, f);
      }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Frames that follow each other in one load object are one: each node of the answer is a step into another object. Node 0 is <Total>. */
static guint
list_steps (AscProfile *self, guint32 *node, guint32 *parent, guint32 *key)
{
  const AscCallTree *tree = &self->tree;
  g_autofree guint32 *step_of = g_new (guint32, tree->n);
  guint n = 1;

  step_of[0] = node[0] = key[0] = 0;
  parent[0] = ASC_NONE;
  for (guint i = 1; i < tree->n; i++)
    {
      guint32 object = self->functions[tree->function[i]].object_row;
      guint32 above = step_of[tree->parent[i]];

      step_of[i] = above;
      if (above != 0 && key[above] == object)
        continue;
      step_of[i] = n;
      node[n] = i;
      parent[n] = above;
      key[n] = object;
      n++;
    }
  return n;
}

void
asc_profile_compute_object_arcs (AscProfile *self, AscArcs *arcs)
{
  guint n_nodes = self->tree.n;
  g_autofree guint32 *node = g_new (guint32, n_nodes);
  g_autofree guint32 *parent = g_new (guint32, n_nodes);
  g_autofree guint32 *key = g_new (guint32, n_nodes);
  guint n = list_steps (self, node, parent, key);
  g_autofree gint64 *subtree = g_new (gint64, (gsize) MAX (self->n_slots, 1) * n);
  const KeyTree tree = { n, parent, key, self->n_objects, subtree };
  Carried c;

  for (guint s = 0; s < self->n_slots; s++)
    for (guint i = 0; i < n; i++)
      subtree[(gsize) s * n + i] = self->tree.subtree[(gsize) s * n_nodes + node[i]];
  carry (self, &tree, &c);
  make_arcs (self, &tree, &c, arcs);
  g_free (c.carry);
  g_free (c.callee);
  asc_profile_list_arcs (self, self->n_objects, arcs);
}

void
asc_arcs_clear (AscArcs *self)
{
  g_free (self->caller);
  g_free (self->callee);
  g_free (self->from_callee);
  g_free (self->from_caller);
  g_free (self->callers_start);
  g_free (self->callees_start);
  g_free (self->callers);
  g_free (self->callees);
}
