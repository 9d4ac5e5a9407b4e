/* asc-row-tree.h: a tree as the list of its shown rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-row-model.h"
#include "asc-table-source.h"

G_BEGIN_DECLS

/** How the tree is read, as far as it is opened. */
typedef struct
{
  /** By the hot column, downwards, equals by name. Returns: (transfer full) (element-type guint32) */
  GArray *(*list_children) (gpointer data, guint32 node);
  gboolean (*has_children) (gpointer data, guint32 node);
  /** The root for a node of the top level. */
  guint32 (*get_parent) (gpointer data, guint32 node);
} AscRowTreeFuncs;

/**
 * AscRowTree:
 *
 * Rows of a source (their numbers are the nodes) that hang together as a tree. The root stands first and is always open; what is
 * below it has depth 0. Nothing here recurses, and every change costs no more than the rows it shows: stacks may be 10,000 deep. Main thread.
 */
#define ASC_TYPE_ROW_TREE (asc_row_tree_get_type ())
G_DECLARE_FINAL_TYPE (AscRowTree, asc_row_tree, ASC, ROW_TREE, GObject)

/** @hot_column: the metric that expanding follows. */
AscRowTree *asc_row_tree_new (AscTableSource *source, guint32 root, guint hot_column, const AscRowTreeFuncs *funcs, gpointer data, GDestroyNotify destroy);
AscTableSource *asc_row_tree_get_source (AscRowTree *self);
/** Lent. */
AscRowModel *asc_row_tree_get_model (AscRowTree *self);
/** Shows the rows in the model of @other, which gets the one of @self and must not be used any more: who watches the model keeps the rows that stay. */
void asc_row_tree_take_model (AscRowTree *self, AscRowTree *other);

guint asc_row_tree_get_depth (AscRowTree *self, guint position);
gboolean asc_row_tree_is_expandable (AscRowTree *self, guint position);
gboolean asc_row_tree_is_expanded (AscRowTree *self, guint position);
void asc_row_tree_set_expanded (AscRowTree *self, guint position, gboolean expanded);
/** Where the parent of the row at @position stands; ASC_NO_POSITION for the root. */
guint asc_row_tree_get_parent_position (AscRowTree *self, guint position);

/**
 * Opens the row at @position, its heaviest child, and so on: at most @max_levels of them, and not beyond a child that carries less than @min_share
 * (0 .. 1) of its parent. Returns: the position of the last one opened or reached.
 */
guint asc_row_tree_expand_hottest (AscRowTree *self, guint position, double min_share, guint max_levels);
/** Opens every node below @position that carries at least @least, while no more than @max_rows are shown. */
void asc_row_tree_expand_above (AscRowTree *self, guint position, gint64 least, guint max_rows);
void asc_row_tree_collapse_all (AscRowTree *self);
/** Opens what stands above @node. Returns: its position. */
guint asc_row_tree_reveal (AscRowTree *self, guint32 node);

/**
 * Opens what is shown open in @other: a tree of the same calls, in which fewer functions are known. @moved: (element-type guint32): by function of the rows of @other, the function here,
 * or ASC_NONE; rows of functions that nothing moved to may stand between. Returns: the node that is @node of @other, or ASC_NONE.
 */
guint32 asc_row_tree_open_like (AscRowTree *self, AscRowTree *other, GArray *moved, guint32 node);

/** The order of all siblings from now on. */
void asc_row_tree_sort (AscRowTree *self, guint column, gboolean descending);

G_END_DECLS
