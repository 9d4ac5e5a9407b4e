/* asc-key-sums.c: see asc-key-sums-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-key-sums-private.h"

#include "asc-walk-private.h"

void
asc_key_sums_init (AscKeySums *self, AscProfile *profile, guint n_keys)
{
  gsize size = (gsize)MAX (profile->n_slots, 1) * n_keys;

  *self = (AscKeySums){ profile, n_keys, g_new0 (gint64, size), g_new0 (gint64, size) };
}

void
asc_key_sums_clear (AscKeySums *self)
{
  g_free (self->exclusive);
  g_free (self->inclusive);
}

guint32
asc_profile_find_no_stack (AscProfile *self)
{
  for (guint p = 0; p < self->n_parts; p++)
    {
      guint32 node = self->parts[p].node_map[asc_experiment_get_stacks (self->parts[p].experiment)->n_nodes];

      if (node != ASC_NONE)
        return node;
    }
  return ASC_NONE;
}

/* The stacks' tree with a node for each key of a frame, the outermost nearest to the root; node 0 is the root. */
typedef struct
{
  guint n;
  guint32 *parent;
  guint32 *key;
  guint32 *stack_node; /* whose events pass through it */
} KeyTree;

static void
key_tree_init (KeyTree *self, const AscStacks *stacks, const guint32 *start, const guint32 *keys)
{
  g_autofree guint32 *innermost = g_new (guint32, MAX (stacks->n_nodes, 1));
  gsize n = 1;

  for (guint i = 0; i < stacks->n_nodes; i++)
    n += start[stacks->frame[i] + 1] - start[stacks->frame[i]];
  self->n = 1;
  self->parent = g_new (guint32, n);
  self->key = g_new (guint32, n);
  self->stack_node = g_new (guint32, n);
  self->parent[0] = ASC_NONE;
  self->key[0] = 0;
  for (guint i = 0; i < stacks->n_nodes; i++)
    {
      guint32 above = stacks->parent[i] != ASC_NONE ? innermost[stacks->parent[i]] : 0;

      for (guint32 k = start[stacks->frame[i] + 1]; k-- > start[stacks->frame[i]];)
        {
          self->parent[self->n] = above;
          self->key[self->n] = keys[k];
          self->stack_node[self->n] = i;
          above = self->n++;
        }
      innermost[i] = above;
    }
}

static void
key_tree_clear (KeyTree *self)
{
  g_free (self->parent);
  g_free (self->key);
  g_free (self->stack_node);
}

void
asc_key_sums_add (AscKeySums *self, guint p, const guint32 *start, const guint32 *keys)
{
  AscProfile *profile = self->profile;
  const AscStacks *stacks = asc_experiment_get_stacks (profile->parts[p].experiment);
  guint n = stacks->n_nodes;
  g_autofree gint64 *values = g_new0 (gint64, (gsize)MAX (profile->n_slots, 1) * MAX (n, 1));
  KeyTree tree;
  AscWalk walk;

  asc_profile_weigh_nodes (profile, p, values);
  for (guint s = 0; s < profile->n_slots; s++)
    for (guint i = 0; i < n; i++)
      self->exclusive[(gsize)s * self->n + keys[start[stacks->frame[i]]]] += values[(gsize)s * n + i];
  for (guint s = 0; s < profile->n_slots; s++)
    for (guint i = n; i-- > 0;)
      if (stacks->parent[i] != ASC_NONE)
        values[(gsize)s * n + stacks->parent[i]] += values[(gsize)s * n + i];
  key_tree_init (&tree, stacks, start, keys);
  asc_walk_init (&walk, tree.n, tree.parent, tree.key, self->n); /* key 0 is <Total>, which no frame has */
  for (guint i = 1; i < tree.n; i++)
    if (asc_walk_enter (&walk, i) == ASC_NONE)
      for (guint s = 0; s < profile->n_slots; s++)
        self->inclusive[(gsize)s * self->n + tree.key[i]] += values[(gsize)s * n + tree.stack_node[i]];
  asc_walk_clear (&walk);
  key_tree_clear (&tree);
}

void
asc_key_sums_add_total (AscKeySums *self, guint32 no_stack)
{
  const AscCallTree *tree = &self->profile->tree;
  guint32 node = asc_profile_find_no_stack (self->profile);

  for (guint s = 0; s < self->profile->n_slots; s++)
    {
      gsize row = (gsize)s * self->n;

      self->exclusive[row] = self->inclusive[row] = tree->subtree[(gsize)s * tree->n];
      if (no_stack != ASC_NONE && node != ASC_NONE)
        self->exclusive[row + no_stack] = self->inclusive[row + no_stack] = tree->self[(gsize)s * tree->n + node];
    }
}

typedef struct
{
  const AscKeySums *sums;
  AscKeyCompare compare;
  gconstpointer data;
} Order;

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Order *order = user_data;
  const AscKeySums *sums = order->sums;
  guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
  guint primary = sums->profile->primary;

  if (x == 0 || y == 0)
    return (y == 0) - (x == 0);
  if (sums->profile->metrics->len > 0)
    {
      gint64 dx = asc_key_sums_get_exclusive (sums, x, primary);
      gint64 dy = asc_key_sums_get_exclusive (sums, y, primary);

      if (dx == dy)
        {
          dx = asc_key_sums_get_inclusive (sums, x, primary);
          dy = asc_key_sums_get_inclusive (sums, y, primary);
        }
      if (dx != dy)
        return dx < dy ? 1 : -1;
    }
  return order->compare (x, y, order->data);
}

guint32 *
asc_key_sums_sort (AscKeySums *self, AscKeyCompare compare, gconstpointer data)
{
  guint32 *order = g_new (guint32, self->n);
  AscKeySums sorted;

  for (guint i = 0; i < self->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int)self->n, sizeof (guint32), compare_keys, &(Order){ self, compare, data });
  asc_key_sums_init (&sorted, self->profile, self->n);
  for (guint s = 0; s < self->profile->n_slots; s++)
    for (guint i = 0; i < self->n; i++)
      {
        sorted.exclusive[(gsize)s * self->n + i] = self->exclusive[(gsize)s * self->n + order[i]];
        sorted.inclusive[(gsize)s * self->n + i] = self->inclusive[(gsize)s * self->n + order[i]];
      }
  asc_key_sums_clear (self);
  *self = sorted;
  return order;
}
