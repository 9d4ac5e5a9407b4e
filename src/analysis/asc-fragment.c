/* asc-fragment.c: callers and callees of a call-stack fragment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"

typedef struct
{
  guint32 node;  /* the chain's last function */
  guint32 head;  /* the chain's first function */
  guint depth;   /* of node on the path */
  guint32 above; /* index of the occurrence that holds on the path above, or ASC_NONE */
} Occurrence;

typedef struct
{
  AscProfile *profile;
  gint64 *caller; /* slot-major, n_functions */
  gint64 *callee;
  gint64 *inclusive; /* n_slots */
} Sums;

void
asc_fragment_free (AscFragment *self)
{
  g_free (self->inclusive);
  g_free (self->exclusive);
  g_array_unref (self->callers);
  g_array_unref (self->callees);
  g_free (self->caller_values);
  g_free (self->callee_values);
  g_free (self);
}

/* Whether the chain @functions ends at @node; *@head is the node of its first function. */
static gboolean
chain_ends_at (const AscCallTree *tree, guint32 node, const guint32 *functions, guint n, guint32 *head)
{
  for (guint i = n; i-- > 0; node = tree->parent[node])
    {
      if (node == 0 || tree->function[node] != functions[i]) /* <Total> is no caller: no stack holds it */
        return FALSE;
      *head = node;
    }
  return TRUE;
}

static void
add_weight (const Sums *sums, const Occurrence *occurrence, guint32 child, guint32 from, int sign)
{
  const AscProfile *self = sums->profile;
  const AscCallTree *tree = &self->tree;
  guint32 caller = tree->function[tree->parent[occurrence->head]];

  for (guint s = 0; s < self->n_slots; s++)
    {
      gint64 value = sign * tree->subtree[(gsize) s * tree->n + from];

      if (child != ASC_NONE)
        {
          sums->callee[(gsize) s * self->n_functions + tree->function[child]] += value;
          continue;
        }
      sums->caller[(gsize) s * self->n_functions + caller] += value;
      sums->inclusive[s] += value;
    }
}

/* As asc-arcs.c has it for one function: the innermost occurrence of the chain carries the weight. */
static void
walk (const Sums *sums, const guint32 *functions, guint n)
{
  const AscCallTree *tree = &sums->profile->tree;
  g_autofree guint32 *path = g_new (guint32, tree->n + 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Occurrence));
  guint depth = 1;

  path[0] = 0;
  for (guint32 i = 1; i < tree->n; i++)
    {
      Occurrence found = { .node = i };
      Occurrence *last;

      while (path[depth - 1] != tree->parent[i])
        depth--;
      while (open->len > 0 && g_array_index (open, Occurrence, open->len - 1).depth >= depth)
        g_array_set_size (open, open->len - 1);
      path[depth] = i;
      last = open->len > 0 ? &g_array_index (open, Occurrence, open->len - 1) : NULL;
      if (last != NULL && last->depth == depth - 1)
        add_weight (sums, last, i, i, 1); /* a child of an occurrence */
      if (chain_ends_at (tree, i, functions, n, &found.head))
        {
          found.depth = depth;
          if (last != NULL)
            {
              add_weight (sums, last, ASC_NONE, i, -1);
              add_weight (sums, last, path[last->depth + 1], i, -1);
            }
          add_weight (sums, &found, ASC_NONE, i, 1);
          g_array_append_val (open, found);
        }
      depth++;
    }
}

static gint64
metric_of (AscProfile *self, guint metric, const gint64 *slots)
{
  return asc_profile_sum (self, metric, slots, 1, 0);
}

typedef struct
{
  AscProfile *profile;
  const gint64 *values;
} RowSort;

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  RowSort *data = user_data;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;
  gint64 vx = asc_profile_sum (data->profile, data->profile->primary, data->values, data->profile->n_functions, x);
  gint64 vy = asc_profile_sum (data->profile, data->profile->primary, data->values, data->profile->n_functions, y);

  return vx != vy ? (vx < vy ? 1 : -1) : (x > y) - (x < y);
}

static GArray *
list_rows (AscProfile *self, const gint64 *values, gint64 **out)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  RowSort data = { self, values };

  for (guint32 f = 0; f < self->n_functions; f++)
    if (asc_profile_carries (values, self->n_slots, self->n_functions, f))
      g_array_append_val (rows, f);
  if (self->metrics->len > 0)
    g_array_sort_with_data (rows, compare_rows, &data);
  *out = g_new (gint64, MAX ((gsize) rows->len * self->metrics->len, 1));
  for (guint i = 0; i < rows->len; i++)
    for (guint m = 0; m < self->metrics->len; m++)
      (*out)[(gsize) i * self->metrics->len + m] = asc_profile_sum (self, m, values, self->n_functions, g_array_index (rows, guint32, i));
  return rows;
}

AscFragment *
asc_profile_compute_fragment (AscProfile *self, const guint32 *functions, guint n)
{
  gsize size = (gsize) MAX (self->n_slots, 1) * self->n_functions;
  g_autofree gint64 *caller = g_new0 (gint64, size);
  g_autofree gint64 *callee = g_new0 (gint64, size);
  g_autofree gint64 *inclusive = g_new0 (gint64, MAX (self->n_slots, 1));
  AscFragment *fragment = g_new0 (AscFragment, 1);

  g_return_val_if_fail (n > 0, NULL);
  walk (&(Sums){ self, caller, callee, inclusive }, functions, n);
  fragment->n_metrics = self->metrics->len;
  fragment->inclusive = g_new0 (gint64, MAX (self->metrics->len, 1));
  fragment->exclusive = g_new0 (gint64, MAX (self->metrics->len, 1));
  fragment->callers = list_rows (self, caller, &fragment->caller_values);
  fragment->callees = list_rows (self, callee, &fragment->callee_values);
  for (guint m = 0; m < self->metrics->len; m++)
    {
      fragment->inclusive[m] = fragment->exclusive[m] = metric_of (self, m, inclusive);
      for (guint i = 0; i < fragment->callees->len; i++)
        fragment->exclusive[m] -= fragment->callee_values[(gsize) i * self->metrics->len + m];
    }
  return fragment;
}
