/* asc-view-call-tree.c: every path from a root, with what went through it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"

#define ASC_TYPE_VIEW_CALL_TREE (asc_view_call_tree_get_type ())
G_DECLARE_FINAL_TYPE (AscViewCallTree, asc_view_call_tree, ASC, VIEW_CALL_TREE, AscTableView)

/* At first the hottest branch is open up to the first fork whose heaviest child carries less than this, and no deeper than so many levels. */
#define OPEN_SHARE 0.5
#define OPEN_LEVELS 64
#define ROOT 0u

struct _AscViewCallTree
{
  AscTableView parent_instance;

  AscTable *table;
};

G_DEFINE_FINAL_TYPE (AscViewCallTree, asc_view_call_tree, ASC_TYPE_TABLE_VIEW)

/* Data of the source: the profile. Of the tree: this. */
typedef struct
{
  AscProfile *profile;
  guint metric;
} TreeData;

static gint64
get_number (gpointer data, guint32 node, guint key)
{
  /* <Total> is the sum of all in either flavor, as in every table. */
  if (node == ROOT)
    return asc_profile_get_metric (data, ASC_KEY_NUMBER (key))->total;
  if (ASC_KEY_FLAVOR (key) == ASC_FLAVOR_EXCLUSIVE)
    return asc_profile_get_node_exclusive (data, node, ASC_KEY_NUMBER (key));
  return asc_profile_get_node_attributed (data, node, ASC_KEY_NUMBER (key));
}

static const char *
get_text (gpointer data, guint32 node, guint key)
{
  return asc_table_view_get_function_text (asc_profile_get_function (data, asc_profile_get_node_function (data, node)), key);
}

static guint32
get_function (gpointer data, guint32 node)
{
  return asc_profile_get_node_function (data, node);
}

static GArray *
list_children (gpointer data, guint32 node)
{
  TreeData *tree = data;

  return asc_profile_list_node_children (tree->profile, node, tree->metric);
}

static gboolean
has_children (gpointer data, guint32 node)
{
  return asc_profile_get_node_end (((TreeData *) data)->profile, node) > node + 1;
}

static guint32
get_parent (gpointer data, guint32 node)
{
  return asc_profile_get_node_parent (((TreeData *) data)->profile, node);
}

static void
tree_data_free (gpointer data)
{
  g_object_unref (((TreeData *) data)->profile);
  g_free (data);
}

static AscRowTree *
asc_view_call_tree_make_tree (AscTableView *view, AscProfile *profile)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text, .get_function = get_function };
  static const AscRowTreeFuncs tree_funcs = { .list_children = list_children, .has_children = has_children, .get_parent = get_parent };
  AscSession *session = asc_view_get_session (ASC_VIEW (view));
  guint metric = asc_session_get_metric (session);
  g_autofree char *hot = asc_table_dup_metric_id (asc_profile_get_metric (profile, metric), ASC_FLAVOR_ATTRIBUTED);
  g_autoptr (AscTableSource) source
    = asc_table_source_new (asc_profile_get_n_nodes (profile), ROOT, &funcs, g_object_ref (profile), g_object_unref);
  TreeData *data = g_new (TreeData, 1);
  int hot_column;

  *data = (TreeData){ g_object_ref (profile), metric };
  asc_table_view_add_metrics (source, session, ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_ATTRIBUTED);
  asc_table_view_add_function_columns (source, profile, ASC_FUNCTION_COLUMNS_TREE);
  asc_table_source_seal (source, TRUE);
  hot_column = asc_table_source_find_column (source, hot);
  return asc_row_tree_new (source, ROOT, hot_column >= 0 ? (guint) hot_column : 0, &tree_funcs, data, tree_data_free);
}

static void
asc_view_call_tree_tree_changed (AscTableView *view, AscRowTree *tree)
{
  asc_row_tree_expand_hottest (tree, 0, OPEN_SHARE, OPEN_LEVELS);
}

static void
asc_view_call_tree_class_init (AscViewCallTreeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);
  AscTableViewClass *table_view_class = ASC_TABLE_VIEW_CLASS (klass);

  view_class->id = "call-tree";
  view_class->title = NC_ ("view", "Call Tree");
  view_class->icon_name = "asc-calltree-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->report = asc_report_call_tree;
  view_class->can_show = asc_table_view_has_stacks;
  table_view_class->sort_flavor = ASC_FLAVOR_ATTRIBUTED;
  table_view_class->make_tree = asc_view_call_tree_make_tree;
  table_view_class->tree_changed = asc_view_call_tree_tree_changed;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-call-tree"));
  gtk_widget_class_bind_template_child (widget_class, AscViewCallTree, table);
}

static void
asc_view_call_tree_init (AscViewCallTree *self)
{
  g_autoptr (GMenuModel) menu = asc_function_menu_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  asc_table_set_menu (self->table, menu);
  asc_table_view_set_table (ASC_TABLE_VIEW (self), self->table);
}
