/* asc-perf-maps.c: address spaces that remember all their states
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each state of each address space is a treap over the start addresses, immutable once sealed: a change copies the path to
 * the root, so n changes take O(n log n) memory whatever forks and remaps do, and a fork is free.
 */
#include "config.h"

#include "asc-perf-private.h"

static inline AscPerfMapNode *
get (const AscPerfMaps *self, guint32 i)
{
  return &g_array_index (self->nodes, AscPerfMapNode, i);
}

void
asc_perf_maps_init (AscPerfMaps *self)
{
  self->nodes = g_array_new (FALSE, TRUE, sizeof (AscPerfMapNode));
  g_array_set_size (self->nodes, 1);
  self->generation = 1;
  self->random = g_rand_new (); /* the shape must not be foreseeable by a file; what is found does not depend on it */
}

void
asc_perf_maps_clear (AscPerfMaps *self)
{
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_pointer (&self->random, g_rand_free);
}

void
asc_perf_maps_seal (AscPerfMaps *self)
{
  self->generation++;
}

static guint32
add_node (AscPerfMaps *self, const AscPerfMapNode *node)
{
  g_array_append_val (self->nodes, *node);
  get (self, self->nodes->len - 1)->generation = self->generation;
  return self->nodes->len - 1;
}

/* A node that may be changed: @i itself, or a copy. */
static guint32
writable (AscPerfMaps *self, guint32 i)
{
  AscPerfMapNode copy;

  if (get (self, i)->generation == self->generation)
    return i;
  copy = *get (self, i);
  return add_node (self, &copy);
}

/* Splits by start address: *@low gets what starts below @address, *@high the rest. */
static void
split (AscPerfMaps *self, guint32 root, guint64 address, guint32 *low, guint32 *high)
{
  guint32 part;

  if (root == 0)
    {
      *low = *high = 0;
      return;
    }
  root = writable (self, root);
  if (get (self, root)->start < address)
    {
      split (self, get (self, root)->right, address, &part, high);
      get (self, root)->right = part;
      *low = root;
    }
  else
    {
      split (self, get (self, root)->left, address, low, &part);
      get (self, root)->left = part;
      *high = root;
    }
}

static guint32
merge (AscPerfMaps *self, guint32 low, guint32 high)
{
  guint32 part;

  if (low == 0 || high == 0)
    return low + high;
  if (get (self, low)->priority >= get (self, high)->priority)
    {
      low = writable (self, low);
      part = merge (self, get (self, low)->right, high);
      get (self, low)->right = part;
      return low;
    }
  high = writable (self, high);
  part = merge (self, low, get (self, high)->left);
  get (self, high)->left = part;
  return high;
}

static guint32
single (AscPerfMaps *self, AscPerfMapNode node)
{
  node.left = node.right = 0;
  node.priority = g_rand_int (self->random);
  return add_node (self, &node);
}

/* The highest mapping of a state, or NULL. */
static AscPerfMapNode *
last (AscPerfMaps *self, guint32 root)
{
  while (root != 0 && get (self, root)->right != 0)
    root = get (self, root)->right;
  return root != 0 ? get (self, root) : NULL;
}

/* Ends the highest mapping of @root at @end. */
static guint32
cut_last (AscPerfMaps *self, guint32 root, guint64 end)
{
  guint32 top = root = writable (self, root);

  while (get (self, root)->right != 0)
    {
      guint32 right = writable (self, get (self, root)->right);

      get (self, root)->right = right;
      root = right;
    }
  get (self, root)->end = end;
  return top;
}

guint32
asc_perf_maps_insert (AscPerfMaps *self, guint32 root, const AscPerfMapNode *mapping)
{
  guint32 low, middle, high;
  guint32 rest = 0;
  const AscPerfMapNode *before;

  if (mapping->start >= mapping->end)
    return root;
  split (self, root, mapping->start, &low, &high);
  split (self, high, mapping->end, &middle, &high);
  /* What reaches beyond the new mapping from below it, or from inside it, goes on behind it. */
  before = last (self, middle);
  if (before == NULL)
    before = last (self, low);
  if (before != NULL && before->end > mapping->end)
    {
      AscPerfMapNode tail = *before;

      tail.file_off += mapping->end - tail.start;
      tail.start = mapping->end;
      rest = single (self, tail);
    }
  before = last (self, low);
  if (before != NULL && before->end > mapping->start)
    low = cut_last (self, low, mapping->start);
  low = merge (self, low, single (self, *mapping));
  return merge (self, merge (self, low, rest), high);
}

const AscPerfMapNode *
asc_perf_maps_find_next (const AscPerfMaps *self, guint32 root, guint64 address)
{
  const AscPerfMapNode *found = NULL;

  while (root != 0)
    {
      const AscPerfMapNode *node = get (self, root);

      /* They do not overlap: in the order of their starts they are in that of their ends, too. */
      if (node->end > address)
        found = node;
      root = node->end > address ? node->left : node->right;
    }
  return found;
}

const AscPerfMapNode *
asc_perf_maps_find (const AscPerfMaps *self, guint32 root, guint64 address)
{
  while (root != 0)
    {
      const AscPerfMapNode *node = get (self, root);

      if (address < node->start)
        root = node->left;
      else if (address < node->end)
        return node->object != ASC_NONE ? node : NULL;
      else
        root = node->right;
    }
  return NULL;
}
