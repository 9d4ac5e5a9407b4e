/* asc-inverted.c: the bottom-up tree, made as far as it is opened
 *
 * A node is a chain of callers. Until it is opened it keeps the call-tree nodes where its chain begins (origins) and how far up
 * they have gone (cursors). Opening moves each cursor one up, groups them by function and hands them to the children, so that
 * the memory is that of the nodes and of the open ends alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"

typedef struct
{
  guint32 function; /* at the cursor */
  guint32 origin;
  guint32 cursor;
} Entry;

typedef struct
{
  AscInvertedNode node;
  Entry *entries; /* NULL once opened */
  guint n_entries;
  gboolean has_children;
  guint32 first_child; /* children are consecutive; ASC_NONE: not opened */
  guint32 n_children;
} Node;

struct _AscInverted
{
  GObject parent_instance;

  AscProfile *profile;
  GArray *nodes;  /* Node */
  GArray *values; /* gint64: n_slots for each node */
  Node top;
};

G_DEFINE_FINAL_TYPE (AscInverted, asc_inverted, G_TYPE_OBJECT)

static void
node_clear (gpointer data)
{
  g_clear_pointer (&((Node *) data)->entries, g_free);
}

static void
asc_inverted_finalize (GObject *object)
{
  AscInverted *self = ASC_INVERTED (object);

  g_clear_object (&self->profile);
  g_array_unref (self->nodes);
  g_array_unref (self->values);
  G_OBJECT_CLASS (asc_inverted_parent_class)->finalize (object);
}

static void
asc_inverted_class_init (AscInvertedClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_inverted_finalize;
}

static void
asc_inverted_init (AscInverted *self)
{
  self->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  g_array_set_clear_func (self->nodes, node_clear);
  self->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->top.first_child = ASC_NONE;
}

AscInverted *
asc_inverted_new (AscProfile *profile)
{
  AscInverted *self = g_object_new (ASC_TYPE_INVERTED, NULL);

  self->profile = g_object_ref (profile);
  return self;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a;
  const Entry *y = b;

  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return (x->origin > y->origin) - (x->origin < y->origin);
}

/* Sorts where needed: below a recursion all entries are of one function already, at each of thousands of levels. */
static void
sort_entries (GArray *entries)
{
  for (guint i = 1; i < entries->len; i++)
    if (compare_entries (&g_array_index (entries, Entry, i - 1), &g_array_index (entries, Entry, i)) > 0)
      {
        g_array_sort (entries, compare_entries);
        return;
      }
}

/* The entries one level below @node, which loses its own. (transfer full) */
static GArray *
take_entries_below (AscInverted *self, Node *node)
{
  const AscCallTree *tree = &self->profile->tree;
  GArray *below = g_array_new (FALSE, FALSE, sizeof (Entry));

  if (node == &self->top)
    {
      for (guint32 i = 1; i < tree->n; i++)
        if (asc_profile_carries (tree->self, self->profile->n_slots, tree->n, i))
          g_array_append_val (below, ((Entry){ tree->function[i], i, i }));
      return below;
    }
  for (guint i = 0; i < node->n_entries; i++)
    {
      guint32 up = tree->parent[node->entries[i].cursor];

      if (up != 0)
        g_array_append_val (below, ((Entry){ tree->function[up], node->entries[i].origin, up }));
    }
  g_clear_pointer (&node->entries, g_free);
  return below;
}

static void
add_child (AscInverted *self, AscInvertedNode node, const Entry *entries, guint n)
{
  const AscCallTree *tree = &self->profile->tree;
  guint n_slots = self->profile->n_slots;
  Node child = { .node = node, .entries = g_memdup2 (entries, n * sizeof (Entry)), .n_entries = n, .first_child = ASC_NONE };
  gsize at = self->values->len;
  gint64 *values;

  g_array_set_size (self->values, (guint) (at + n_slots));
  values = &g_array_index (self->values, gint64, at);
  memset (values, 0, n_slots * sizeof (gint64));
  for (guint i = 0; i < n; i++)
    {
      child.has_children |= tree->parent[entries[i].cursor] != 0;
      for (guint s = 0; s < n_slots; s++)
        values[s] += tree->self[(gsize) s * tree->n + entries[i].origin];
    }
  g_array_append_val (self->nodes, child);
}

static void
open_node (AscInverted *self, guint32 number)
{
  Node *node = number == ASC_NONE ? &self->top : &g_array_index (self->nodes, Node, number);
  AscInvertedNode child = { .parent = number, .depth = number == ASC_NONE ? 0 : node->node.depth + 1 };
  g_autoptr (GArray) below = NULL;
  guint32 first = self->nodes->len;

  if (node->first_child != ASC_NONE)
    return;
  below = take_entries_below (self, node);
  sort_entries (below);
  for (guint i = 0, next; i < below->len; i = next)
    {
      child.function = g_array_index (below, Entry, i).function;
      for (next = i + 1; next < below->len && g_array_index (below, Entry, next).function == child.function; next++)
        ;
      add_child (self, child, &g_array_index (below, Entry, i), next - i);
    }
  node = number == ASC_NONE ? &self->top : &g_array_index (self->nodes, Node, number); /* the array may have moved */
  node->first_child = first;
  node->n_children = self->nodes->len - first;
}

typedef struct
{
  AscInverted *inverted;
  guint metric;
} ChildSort;

static int
compare_children (gconstpointer a, gconstpointer b, gpointer user_data)
{
  ChildSort *data = user_data;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;
  gint64 vx = asc_inverted_get_value (data->inverted, x, data->metric);
  gint64 vy = asc_inverted_get_value (data->inverted, y, data->metric);

  return vx != vy ? (vx < vy ? 1 : -1) : (x > y) - (x < y);
}

GArray *
asc_inverted_list_children (AscInverted *self, guint32 node, guint metric)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (guint32));
  const Node *n;
  ChildSort data = { .inverted = self, .metric = metric };

  open_node (self, node);
  n = node == ASC_NONE ? &self->top : &g_array_index (self->nodes, Node, node);
  for (guint32 i = 0; i < n->n_children; i++)
    g_array_append_val (children, ((guint32){ n->first_child + i }));
  if (self->profile->metrics->len > 0)
    g_array_sort_with_data (children, compare_children, &data);
  return children;
}

AscInvertedNode
asc_inverted_get_node (AscInverted *self, guint32 node)
{
  return g_array_index (self->nodes, Node, node).node;
}

gint64
asc_inverted_get_value (AscInverted *self, guint32 node, guint metric)
{
  return asc_profile_sum (self->profile, metric, &g_array_index (self->values, gint64, (gsize) node * self->profile->n_slots), 1, 0);
}

gboolean
asc_inverted_has_children (AscInverted *self, guint32 node)
{
  return g_array_index (self->nodes, Node, node).has_children;
}
