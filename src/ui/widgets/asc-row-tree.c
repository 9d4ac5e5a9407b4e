/* asc-row-tree.c: see asc-row-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-row-tree.h"

/* What asc_row_tree_open_like() may look at: it runs in the main thread. */
#define MAX_LISTS_ALIKE 2000u

struct _AscRowTree
{
  GObject parent_instance;

  AscTableSource *source;
  AscRowTreeFuncs funcs;
  gpointer data;
  GDestroyNotify destroy;
  guint32 root;
  guint hot_column;
  guint sort_column;
  gboolean descending;

  GHashTable *open;   /* node -> its children in order (GArray of guint32); open nodes may lie below closed ones */
  AscRowModel *model; /* the root, then the shown nodes */
  GArray *depths;     /* of guint32, one a row of the model */
};

G_DEFINE_FINAL_TYPE (AscRowTree, asc_row_tree, G_TYPE_OBJECT)

/* Rows with their depths, to go into the model. */
typedef struct
{
  GArray *rows;
  GArray *depths;
} Shown;

typedef struct
{
  GArray *children; /* lent */
  guint next;
} Level;

static Shown
shown_new (void)
{
  return (Shown){ g_array_new (FALSE, FALSE, sizeof (guint32)), g_array_new (FALSE, FALSE, sizeof (guint32)) };
}

static void
shown_clear (Shown *shown)
{
  g_array_unref (shown->rows);
  g_array_unref (shown->depths);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

static GArray *
lookup_children (AscRowTree *self, guint32 node)
{
  return g_hash_table_lookup (self->open, GUINT_TO_POINTER (node));
}

/* Opens @node without showing it. Returns its children. */
static GArray *
open_node (AscRowTree *self, guint32 node)
{
  GArray *children = lookup_children (self, node);

  if (children == NULL)
    {
      children = self->funcs.list_children (self->data, node);
      /* They come in this order. */
      if (self->sort_column != self->hot_column || !self->descending)
        asc_table_source_sort_rows (self->source, children, self->sort_column, self->descending);
      g_hash_table_insert (self->open, GUINT_TO_POINTER (node), children);
    }
  return children;
}

/* Appends what is shown below @node, whose children have @depth. */
static void
append_below (AscRowTree *self, guint32 node, guint depth, Shown *shown)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (Level));
  Level level = { lookup_children (self, node), 0 };

  if (level.children != NULL)
    g_array_append_val (levels, level);
  while (levels->len > 0)
    {
      Level *last = &g_array_index (levels, Level, levels->len - 1);
      guint32 child, child_depth = depth + levels->len - 1;

      if (last->next == last->children->len)
        {
          g_array_set_size (levels, levels->len - 1);
          continue;
        }
      child = g_array_index (last->children, guint32, last->next++);
      g_array_append_val (shown->rows, child);
      g_array_append_val (shown->depths, child_depth);
      level = (Level){ lookup_children (self, child), 0 };
      if (level.children != NULL)
        g_array_append_val (levels, level);
    }
}

static guint
depth_below (AscRowTree *self, guint position)
{
  return position == 0 ? 0 : asc_row_tree_get_depth (self, position) + 1;
}

/* How many rows below the one at @position are shown. */
static guint
count_below (AscRowTree *self, guint position)
{
  guint depth = depth_below (self, position);
  guint end = position + 1;

  while (end < self->depths->len && g_array_index (self->depths, guint32, end) >= depth)
    end++;
  return end - position - 1;
}

/* Replaces rows, depths first, because the model tells others at once. */
static void
splice (AscRowTree *self, guint position, guint n_removed, const Shown *shown, guint from, guint n_added)
{
  if (n_removed > 0)
    g_array_remove_range (self->depths, position, n_removed);
  if (n_added > 0)
    g_array_insert_vals (self->depths, position, &g_array_index (shown->depths, guint32, from), n_added);
  asc_row_model_splice (self->model, position, n_removed, n_added > 0 ? &g_array_index (shown->rows, guint32, from) : NULL, n_added);
}

/* Shows what is open below the row at @position, changing only what differs. */
static void
update_below (AscRowTree *self, guint position)
{
  g_auto (Shown) shown = shown_new ();
  guint n_old = count_below (self, position);
  guint n_new, first = 0, last = 0;
  const guint32 *rows = asc_row_model_get_rows (self->model) + position + 1;
  const guint32 *depths = &g_array_index (self->depths, guint32, 0) + position + 1;

  append_below (self, asc_row_model_get_row (self->model, position), depth_below (self, position), &shown);
  n_new = shown.rows->len;
  while (first < n_old && first < n_new && rows[first] == g_array_index (shown.rows, guint32, first)
         && depths[first] == g_array_index (shown.depths, guint32, first))
    first++;
  while (last < n_old - first && last < n_new - first && rows[n_old - 1 - last] == g_array_index (shown.rows, guint32, n_new - 1 - last)
         && depths[n_old - 1 - last] == g_array_index (shown.depths, guint32, n_new - 1 - last))
    last++;
  splice (self, position + 1 + first, n_old - first - last, &shown, first, n_new - first - last);
}

static void
asc_row_tree_finalize (GObject *object)
{
  AscRowTree *self = ASC_ROW_TREE (object);

  if (self->destroy != NULL)
    self->destroy (self->data);
  g_object_unref (self->source);
  g_object_unref (self->model);
  g_hash_table_unref (self->open);
  g_array_unref (self->depths);
  G_OBJECT_CLASS (asc_row_tree_parent_class)->finalize (object);
}

static void
asc_row_tree_class_init (AscRowTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_row_tree_finalize;
}

static void
asc_row_tree_init (AscRowTree *self)
{
  self->open = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  self->depths = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->model = asc_row_model_new ();
}

AscRowTree *
asc_row_tree_new (AscTableSource *source, guint32 root, guint hot_column, const AscRowTreeFuncs *funcs, gpointer data, GDestroyNotify destroy)
{
  AscRowTree *self = g_object_new (ASC_TYPE_ROW_TREE, NULL);
  guint32 depth = 0;

  self->source = g_object_ref (source);
  self->root = root;
  self->hot_column = hot_column;
  self->sort_column = hot_column;
  self->descending = TRUE;
  self->funcs = *funcs;
  self->data = data;
  self->destroy = destroy;
  g_array_append_val (self->depths, depth);
  asc_row_model_splice (self->model, 0, 0, &root, 1);
  open_node (self, root);
  update_below (self, 0);
  return self;
}

AscTableSource *
asc_row_tree_get_source (AscRowTree *self)
{
  return self->source;
}

AscRowModel *
asc_row_tree_get_model (AscRowTree *self)
{
  return self->model;
}

void
asc_row_tree_take_model (AscRowTree *self, AscRowTree *other)
{
  AscRowModel *own = self->model;

  if (self == other)
    return;
  self->model = other->model;
  other->model = own;
  asc_row_model_set_rows (self->model, asc_row_model_get_rows (own), asc_row_model_get_size (own));
}

guint
asc_row_tree_get_depth (AscRowTree *self, guint position)
{
  g_assert (position < self->depths->len);

  return g_array_index (self->depths, guint32, position);
}

gboolean
asc_row_tree_is_expandable (AscRowTree *self, guint position)
{
  return position > 0 && self->funcs.has_children (self->data, asc_row_model_get_row (self->model, position));
}

gboolean
asc_row_tree_is_expanded (AscRowTree *self, guint position)
{
  return lookup_children (self, asc_row_model_get_row (self->model, position)) != NULL;
}

void
asc_row_tree_set_expanded (AscRowTree *self, guint position, gboolean expanded)
{
  guint32 node = asc_row_model_get_row (self->model, position);

  if (!asc_row_tree_is_expandable (self, position) || asc_row_tree_is_expanded (self, position) == expanded)
    return;
  if (expanded)
    open_node (self, node);
  else
    g_hash_table_remove (self->open, GUINT_TO_POINTER (node));
  update_below (self, position);
}

guint
asc_row_tree_get_parent_position (AscRowTree *self, guint position)
{
  guint depth;

  if (position == 0)
    return ASC_NO_POSITION;
  depth = asc_row_tree_get_depth (self, position);
  if (depth == 0)
    return 0;
  while (position > 0 && asc_row_tree_get_depth (self, position) >= depth)
    position--;
  return position;
}

static guint32
find_hottest (AscRowTree *self, GArray *children, gint64 *value)
{
  guint32 hottest = ASC_NONE;

  for (guint i = 0; i < children->len; i++)
    {
      guint32 child = g_array_index (children, guint32, i);
      gint64 number = asc_table_source_get_number (self->source, child, self->hot_column);

      if (hottest == ASC_NONE || number > *value)
        {
          hottest = child;
          *value = number;
        }
    }
  return hottest;
}

guint
asc_row_tree_expand_hottest (AscRowTree *self, guint position, double min_share, guint max_levels)
{
  guint32 node = asc_row_model_get_row (self->model, position);
  guint32 last = node;
  gint64 value = asc_table_source_get_number (self->source, node, self->hot_column);

  for (guint level = 0; level < max_levels && (node == self->root || self->funcs.has_children (self->data, node)); level++)
    {
      gint64 child_value = 0;
      guint32 child = find_hottest (self, open_node (self, node), &child_value);

      if (child == ASC_NONE || (double) child_value < min_share * (double) value)
        break;
      node = last = child;
      value = child_value;
    }
  update_below (self, position);
  return last == self->root ? 0 : asc_row_model_find (self->model, last);
}

void
asc_row_tree_expand_above (AscRowTree *self, guint position, gint64 least, guint max_rows)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_rows = asc_row_model_get_size (self->model);
  guint32 node = asc_row_model_get_row (self->model, position);

  g_array_append_val (todo, node);
  while (todo->len > 0 && n_rows < max_rows)
    {
      GArray *children;

      node = g_array_index (todo, guint32, todo->len - 1);
      g_array_set_size (todo, todo->len - 1);
      if (node != self->root && !self->funcs.has_children (self->data, node))
        continue;
      children = open_node (self, node);
      n_rows += children->len;
      for (guint i = children->len; i > 0; i--)
        {
          guint32 child = g_array_index (children, guint32, i - 1);

          if (asc_table_source_get_number (self->source, child, self->hot_column) >= least)
            g_array_append_val (todo, child);
        }
    }
  update_below (self, position);
}

void
asc_row_tree_collapse_all (AscRowTree *self)
{
  g_hash_table_remove_all (self->open);
  open_node (self, self->root);
  update_below (self, 0);
}

guint
asc_row_tree_reveal (AscRowTree *self, guint32 node)
{
  guint32 parent = node;

  while (parent != self->root)
    {
      parent = self->funcs.get_parent (self->data, parent);
      open_node (self, parent);
    }
  update_below (self, 0);
  return asc_row_model_find (self->model, node);
}

/* What asc_row_tree_open_like() goes by. */
typedef struct
{
  AscRowTree *tree;
  GHashTable *known; /* the functions that others moved to */
  guint budget;      /* lists of children that may still be made */
} Likeness;

/* The nodes that stand for @function below @parent, if only by way of functions that are new. Returns: (transfer full) */
static GArray *
find_alike (Likeness *likeness, guint32 parent, guint32 function)
{
  AscRowTree *self = likeness->tree;
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_array_append_val (todo, parent);
  for (guint i = 0; i < todo->len && likeness->budget > 0; i++)
    {
      guint32 node = g_array_index (todo, guint32, i);
      g_autoptr (GArray) children = NULL;

      if (node != self->root && !self->funcs.has_children (self->data, node))
        continue;
      likeness->budget--;
      children = self->funcs.list_children (self->data, node);
      for (guint j = 0; j < children->len; j++)
        {
          guint32 child = g_array_index (children, guint32, j);
          guint32 here = asc_table_source_get_function (self->source, child);

          if (here == function)
            g_array_append_val (found, child);
          else if (!g_hash_table_contains (likeness->known, GUINT_TO_POINTER (here)))
            g_array_append_val (todo, child);
        }
    }
  return found;
}

/* The same below each of @parents. Returns: (transfer full) */
static GArray *
find_all_alike (Likeness *likeness, GArray *parents, guint32 function)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < parents->len && function != ASC_NONE; i++)
    {
      g_autoptr (GArray) found = find_alike (likeness, g_array_index (parents, guint32, i), function);

      g_array_append_vals (all, found->data, found->len);
    }
  return all;
}

static void
open_with_parents (AscRowTree *self, guint32 node)
{
  while (node != self->root && lookup_children (self, node) == NULL)
    {
      open_node (self, node);
      node = self->funcs.get_parent (self->data, node);
    }
}

guint32
asc_row_tree_open_like (AscRowTree *self, AscRowTree *other, GArray *moved, guint32 node)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) alike = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  Likeness likeness = { self, known, MAX_LISTS_ALIKE };
  GArray *root = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 result = node == other->root ? self->root : ASC_NONE;

  g_array_append_val (root, self->root);
  g_hash_table_insert (alike, GUINT_TO_POINTER (other->root), root);
  for (guint i = 0; i < moved->len; i++)
    g_hash_table_add (known, GUINT_TO_POINTER (g_array_index (moved, guint32, i)));
  for (guint i = 1; i < asc_row_model_get_size (other->model); i++)
    {
      guint32 old = asc_row_model_get_row (other->model, i);
      guint32 function = asc_table_source_get_function (other->source, old);
      gboolean is_open = lookup_children (other, old) != NULL;
      GArray *parents = g_hash_table_lookup (alike, GUINT_TO_POINTER (other->funcs.get_parent (other->data, old)));
      GArray *nodes;

      if ((!is_open && old != node) || parents == NULL || function >= moved->len)
        continue;
      nodes = find_all_alike (&likeness, parents, g_array_index (moved, guint32, function));
      g_hash_table_insert (alike, GUINT_TO_POINTER (old), nodes);
      for (guint j = 0; j < nodes->len && is_open; j++)
        open_with_parents (self, g_array_index (nodes, guint32, j));
      if (old == node && nodes->len > 0)
        {
          result = g_array_index (nodes, guint32, 0);
          open_with_parents (self, self->funcs.get_parent (self->data, result));
        }
    }
  update_below (self, 0);
  return result;
}

void
asc_row_tree_sort (AscRowTree *self, guint column, gboolean descending)
{
  g_auto (Shown) shown = shown_new ();
  GHashTableIter iter;
  gpointer children;
  guint32 depth = 0;

  if (self->sort_column == column && self->descending == descending)
    return;
  self->sort_column = column;
  self->descending = descending;
  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &children))
    asc_table_source_sort_rows (self->source, children, column, descending);

  g_array_append_val (shown.rows, self->root);
  g_array_append_val (shown.depths, depth);
  append_below (self, self->root, 0, &shown);
  g_array_unref (self->depths);
  self->depths = g_array_ref (shown.depths);
  asc_row_model_set_rows (self->model, &g_array_index (shown.rows, guint32, 0), shown.rows->len);
}
