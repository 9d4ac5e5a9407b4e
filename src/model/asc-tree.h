/* asc-tree.h: forests as arrays, a parent before its children
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * Puts a forest of @n nodes into preorder, in linear time and without recursion.
 * @parent: n entries, each below its own index, or G_MAXUINT32 for a root.
 * @position: (out): n entries: old number -> new number. @end: (out): n entries, by new number: the subtree of i is i .. end[i] - 1.
 * Siblings keep their order. Any thread.
 */
void asc_tree_preorder (guint n, const guint32 *parent, guint32 *position, guint32 *end);

G_END_DECLS
