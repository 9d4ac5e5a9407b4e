/* asc-inverted.c: the bottom-up tree, made as far as it is opened
 *
 * A node is a chain of callers; it keeps the call-tree nodes where its chain begins (origins) and how far up they have gone
 * (cursors). Opening a node moves each cursor one up and groups them by function: linear in the origins, whatever the depth.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"

typedef struct
{
  AscInvertedNode node;
  guint first; /* of its entries in origins and cursors */
  guint n;
  gboolean opened;
  guint32 first_child; /* children are consecutive */
  guint32 n_children;
} Node;

typedef struct
{
  guint32 function;
  guint32 origin;
  guint32 cursor;
} Entry;

struct _AscInverted
{
  GObject parent_instance;

  AscProfile *profile;
  GArray *nodes;   /* Node */
  GArray *entries; /* Entry, each node's together */
  Node top;
};

G_DEFINE_FINAL_TYPE (AscInverted, asc_inverted, G_TYPE_OBJECT)

static void
asc_inverted_finalize (GObject *object)
{
  AscInverted *self = ASC_INVERTED (object);

  g_clear_object (&self->profile);
  g_array_unref (self->nodes);
  g_array_unref (self->entries);
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
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
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

/* The entries of the level below @node, which stand alone in the array that is returned. (transfer full) */
static GArray *
entries_below (AscInverted *self, const Node *node, gboolean top)
{
  const AscCallTree *tree = &self->profile->tree;
  GArray *below = g_array_new (FALSE, FALSE, sizeof (Entry));

  if (top)
    {
      for (guint32 i = 1; i < tree->n; i++)
        if (asc_profile_carries (tree->self, self->profile->n_slots, tree->n, i))
          g_array_append_val (below, ((Entry){ tree->function[i], i, i }));
      return below;
    }
  for (guint i = node->first; i < node->first + node->n; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      guint32 up = tree->parent[entry->cursor];

      if (up != 0)
        g_array_append_val (below, ((Entry){ tree->function[up], entry->origin, up }));
    }
  return below;
}

static void
open_node (AscInverted *self, guint32 number)
{
  gboolean top = number == ASC_NONE;
  Node *node = top ? &self->top : &g_array_index (self->nodes, Node, number);
  g_autoptr (GArray) below = NULL;
  guint depth = top ? 0 : node->node.depth + 1;
  guint32 n_children = 0;
  guint base = self->entries->len;

  if (node->opened)
    return;
  below = entries_below (self, node, top);
  g_array_sort (below, compare_entries);
  node->opened = TRUE;
  node->first_child = self->nodes->len;
  for (guint i = 0; i < below->len;)
    {
      guint32 function = g_array_index (below, Entry, i).function;
      Node child = { .node = { .function = function, .parent = number, .depth = depth }, .first = base + i };

      for (; i < below->len && g_array_index (below, Entry, i).function == function; i++)
        child.n++;
      g_array_append_val (self->nodes, child);
      n_children++;
    }
  g_array_append_vals (self->entries, below->data, below->len);
  node = top ? &self->top : &g_array_index (self->nodes, Node, number); /* nodes may have moved */
  node->n_children = n_children;
}

typedef struct
{
  AscInverted *inverted;
  guint metric;
  guint32 first;
  const gint64 *values;
} ChildSort;

static int
compare_children (gconstpointer a, gconstpointer b, gpointer user_data)
{
  ChildSort *data = user_data;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;
  gint64 vx = data->values[x - data->first];
  gint64 vy = data->values[y - data->first];

  return vx != vy ? (vx < vy ? 1 : -1) : (x > y) - (x < y);
}

GArray *
asc_inverted_list_children (AscInverted *self, guint32 node, guint metric)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (guint32));
  const Node *n;
  g_autofree gint64 *values = NULL;
  ChildSort data = { .inverted = self, .metric = metric };

  open_node (self, node);
  n = node == ASC_NONE ? &self->top : &g_array_index (self->nodes, Node, node);
  values = g_new0 (gint64, MAX (n->n_children, 1));
  for (guint32 i = 0; i < n->n_children; i++)
    {
      guint32 child = n->first_child + i;

      g_array_append_val (children, child);
      if (self->profile->metrics->len > 0)
        values[i] = asc_inverted_get_value (self, child, metric);
    }
  data.first = n->first_child;
  data.values = values;
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
  const Node *n = &g_array_index (self->nodes, Node, node);
  gint64 sum = 0;

  for (guint i = n->first; i < n->first + n->n; i++)
    sum += asc_profile_get_node_exclusive (self->profile, g_array_index (self->entries, Entry, i).origin, metric);
  return sum;
}

gboolean
asc_inverted_has_children (AscInverted *self, guint32 node)
{
  const Node *n = &g_array_index (self->nodes, Node, node);

  for (guint i = n->first; i < n->first + n->n; i++)
    if (self->profile->tree.parent[g_array_index (self->entries, Entry, i).cursor] != 0)
      return TRUE;
  return FALSE;
}
