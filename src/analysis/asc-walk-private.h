/* asc-walk-private.h: a walk over a tree in preorder that knows what is on the path
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "asc-experiment.h"

G_BEGIN_DECLS

/** Nodes are entered in the order of their numbers. Each has a key (a function, a load object); for each key the walk knows its innermost node on the path. */
typedef struct
{
  const guint32 *parent;
  const guint32 *key;
  guint32 *innermost; /* by key: node on the path, or ASC_NONE */
  guint32 *hidden;    /* by depth: what innermost held before that node */
  guint32 *path;      /* by depth: node */
  guint32 *depth_of;  /* by node: depth; only meaningful for nodes on the path */
  guint depth;        /* of the path: entries in it */
} AscWalk;

/** @n nodes, keys below @n_keys. Node 0 is on the path from the start when it is the root of all (its key then counts too). */
static inline void
asc_walk_init (AscWalk *self, guint n, const guint32 *parent, const guint32 *key, guint n_keys)
{
  *self = (AscWalk){
    .parent = parent,
    .key = key,
    .innermost = g_new (guint32, MAX (n_keys, 1)),
    .hidden = g_new (guint32, (gsize) n + 1),
    .path = g_new (guint32, (gsize) n + 1),
    .depth_of = g_new (guint32, (gsize) n + 1),
  };
  memset (self->innermost, 0xff, MAX (n_keys, 1) * sizeof (guint32));
  if (n > 0)
    {
      self->path[0] = 0;
      self->depth_of[0] = 0;
      self->hidden[0] = ASC_NONE;
      self->innermost[key[0]] = 0;
      self->depth = 1;
    }
}

static inline void
asc_walk_clear (AscWalk *self)
{
  g_free (self->innermost);
  g_free (self->hidden);
  g_free (self->path);
  g_free (self->depth_of);
}

/** Steps to @node, the one after the last. Returns: the innermost node above it with the same key, or ASC_NONE. */
static inline guint32
asc_walk_enter (AscWalk *self, guint32 node)
{
  guint32 parent = self->parent[node];
  guint32 above;

  while (self->depth > 0 && self->path[self->depth - 1] != parent)
    {
      self->depth--;
      self->innermost[self->key[self->path[self->depth]]] = self->hidden[self->depth];
    }
  above = self->innermost[self->key[node]];
  self->hidden[self->depth] = above;
  self->innermost[self->key[node]] = node;
  self->path[self->depth] = node;
  self->depth_of[node] = self->depth;
  self->depth++;
  return above;
}

/** The child of @ancestor, a node on the path that is not its last, through which the path goes. */
static inline guint32
asc_walk_child_of (const AscWalk *self, guint32 ancestor)
{
  return self->path[self->depth_of[ancestor] + 1];
}

G_END_DECLS
