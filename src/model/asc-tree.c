/* asc-tree.c: see asc-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-tree.h"

void
asc_tree_preorder (guint n, const guint32 *parent, guint32 *position, guint32 *end)
{
  g_autofree guint32 *size = g_new (guint32, n);
  guint32 next_root = 0;

  for (guint i = 0; i < n; i++)
    size[i] = 1;
  for (guint i = n; i-- > 0;)
    if (parent[i] != G_MAXUINT32)
      size[parent[i]] += size[i];
  /* From here size[i], of a node that has its place, is the place for its next child. */
  for (guint i = 0; i < n; i++)
    {
      guint32 *next = parent[i] != G_MAXUINT32 ? &size[parent[i]] : &next_root;
      guint32 subtree = size[i];
      guint32 at = *next;

      *next += subtree;
      position[i] = at;
      end[at] = at + subtree;
      size[i] = at + 1;
    }
}
