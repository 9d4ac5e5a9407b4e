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

typedef struct
{
  gint64 *carry;  /* slot-major: of the node, for its function and its caller */
  gint64 *callee; /* slot-major: of the node, seen from its parent */
} Carried;

static void
carry (AscProfile *self, Carried *c)
{
  const AscCallTree *tree = &self->tree;
  gsize size = (gsize) MAX (self->n_slots, 1) * tree->n;
  AscWalk walk;

  c->carry = g_memdup2 (tree->subtree, size * sizeof (gint64));
  c->callee = g_memdup2 (tree->subtree, size * sizeof (gint64));
  asc_walk_init (&walk, tree->n, tree->parent, tree->function, self->n_functions);
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
make_arcs (AscProfile *self, const Carried *c)
{
  const AscCallTree *tree = &self->tree;
  AscArcs *arcs = &self->arcs;
  g_autofree guint32 *arc_of = g_new (guint32, tree->n);
  g_autoptr (GArray) caller = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) callee = g_array_new (FALSE, FALSE, sizeof (guint32));
  AscMap map;

  asc_map_init (&map, 1024);
  for (guint i = 1; i < tree->n; i++)
    {
      gboolean is_new;
      guint32 up = tree->function[tree->parent[i]];
      guint32 *arc = asc_map_insert (&map, (guint64) up << 32 | tree->function[i], &is_new);

      if (is_new)
        {
          *arc = caller->len;
          g_array_append_val (caller, up);
          g_array_append_val (callee, tree->function[i]);
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
  Carried c;

  carry (self, &c);
  sum_functions (self, &c, exclusive, inclusive);
  make_arcs (self, &c);
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
