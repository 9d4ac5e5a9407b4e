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
  guint32 *place;      /* index in the list of keys */
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
  self->place = g_new (guint32, n);
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
          self->place[self->n] = k;
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
  g_free (self->place);
  g_free (self->stack_node);
}

void
asc_key_calls_init (AscKeyCalls *self)
{
  asc_map_init (&self->map, 256);
  self->calls = g_array_new (FALSE, FALSE, sizeof (AscKeyCall));
  self->values = g_array_new (FALSE, TRUE, sizeof (gint64));
}

void
asc_key_calls_clear (AscKeyCalls *self)
{
  asc_map_clear (&self->map);
  g_array_unref (self->calls);
  g_array_unref (self->values);
}

/* One part while it is added up. */
typedef struct
{
  AscKeySums *sums;
  AscKeyCalls *calls;       /* or NULL */
  const guint32 *functions; /* beside the keys */
  const gint64 *values;     /* slot-major: of each stack node with all below */
  guint n_nodes;
  KeyTree tree;
} Adding;

/* Gives the call from a key to tree node @to, or takes away, what passes through tree node @of. */
static void
add_call (Adding *a, guint32 to, guint32 of, gint64 sign)
{
  AscKeyCall call = { a->tree.key[a->tree.parent[to]], a->functions[a->tree.place[to]] };
  guint n_slots = a->sums->profile->n_slots;
  gboolean is_new;
  guint32 *at;

  if (call.key == 0)
    return;
  at = asc_map_insert (&a->calls->map, (guint64) call.key << 32 | call.function, &is_new);
  if (is_new)
    {
      *at = a->calls->calls->len;
      g_array_append_val (a->calls->calls, call);
      g_array_set_size (a->calls->values, a->calls->calls->len * n_slots);
    }
  for (guint s = 0; s < n_slots; s++)
    g_array_index (a->calls->values, gint64, (gsize) *at * n_slots + s) += sign * a->values[(gsize) s * a->n_nodes + a->tree.stack_node[of]];
}

/* Each event once a key: what lies below an inner place of it is not the outer place's any more. */
static void
walk_tree (Adding *a)
{
  AscKeySums *sums = a->sums;
  AscWalk walk;

  asc_walk_init (&walk, a->tree.n, a->tree.parent, a->tree.key, sums->n);
  for (guint i = 1; i < a->tree.n; i++)
    {
      guint32 above = asc_walk_enter (&walk, i);

      if (above == ASC_NONE)
        for (guint s = 0; s < sums->profile->n_slots; s++)
          sums->inclusive[(gsize) s * sums->n + a->tree.key[i]] += a->values[(gsize) s * a->n_nodes + a->tree.stack_node[i]];
      if (a->calls == NULL)
        continue;
      add_call (a, i, i, 1);
      if (above != ASC_NONE && a->tree.key[i] != 0)
        add_call (a, asc_walk_child_of (&walk, above), i, -1);
    }
  asc_walk_clear (&walk);
}

static void
add (AscKeySums *self, guint p, const guint32 *start, const guint32 *keys, AscKeyCalls *calls)
{
  AscProfile *profile = self->profile;
  const AscStacks *stacks = asc_experiment_get_stacks (profile->parts[p].experiment);
  guint n = stacks->n_nodes;
  g_autofree gint64 *values = g_new0 (gint64, (gsize)MAX (profile->n_slots, 1) * MAX (n, 1));
  Adding adding = { self, calls, profile->parts[p].chains, values, n };

  asc_profile_weigh_nodes (profile, p, values);
  for (guint s = 0; s < profile->n_slots; s++)
    for (guint i = 0; i < n; i++)
      self->exclusive[(gsize)s * self->n + keys[start[stacks->frame[i]]]] += values[(gsize)s * n + i];
  for (guint s = 0; s < profile->n_slots; s++)
    for (guint i = n; i-- > 0;)
      if (stacks->parent[i] != ASC_NONE)
        values[(gsize)s * n + stacks->parent[i]] += values[(gsize)s * n + i];
  key_tree_init (&adding.tree, stacks, start, keys);
  walk_tree (&adding);
  key_tree_clear (&adding.tree);
}

void
asc_key_sums_add (AscKeySums *self, guint p, const guint32 *start, const guint32 *keys)
{
  add (self, p, start, keys, NULL);
}

void
asc_key_sums_add_with_calls (AscKeySums *self, guint p, const guint32 *start, const guint32 *keys, AscKeyCalls *calls)
{
  add (self, p, start, keys, calls);
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
  const guint8 *is_empty; /* by row */
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
  if (order->is_empty[x] != order->is_empty[y])
    return order->is_empty[x] - order->is_empty[y];
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
  g_autofree guint8 *is_empty = g_new0 (guint8, self->n);
  guint n_full = self->n;
  AscKeySums sorted;

  for (guint i = 0; i < self->n; i++)
    order[i] = i;
  /* Rows all of whose events a filter hides are left out. */
  if (asc_filter_is_active (asc_profile_input_get_filter (self->profile->input)))
    for (guint i = 1; i < self->n; i++)
      {
        is_empty[i] = !asc_profile_carries (self->inclusive, self->profile->n_slots, self->n, i) && !asc_profile_carries (self->exclusive, self->profile->n_slots, self->n, i);
        n_full -= is_empty[i];
      }
  g_qsort_with_data (order, (int)self->n, sizeof (guint32), compare_keys, &(Order){ self, compare, data, is_empty });
  asc_key_sums_init (&sorted, self->profile, n_full);
  for (guint s = 0; s < self->profile->n_slots; s++)
    for (guint i = 0; i < n_full; i++)
      {
        sorted.exclusive[(gsize)s * n_full + i] = self->exclusive[(gsize)s * self->n + order[i]];
        sorted.inclusive[(gsize)s * n_full + i] = self->inclusive[(gsize)s * self->n + order[i]];
      }
  asc_key_sums_clear (self);
  *self = sorted;
  return order;
}
