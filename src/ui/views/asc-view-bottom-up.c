/* asc-view-bottom-up.c: where the time was spent, and below it who called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"

#define ASC_TYPE_VIEW_BOTTOM_UP (asc_view_bottom_up_get_type ())
G_DECLARE_FINAL_TYPE (AscViewBottomUp, asc_view_bottom_up, ASC, VIEW_BOTTOM_UP, AscTableView)

struct _AscViewBottomUp
{
  AscTableView parent_instance;

  AscTable *table;
};

G_DEFINE_FINAL_TYPE (AscViewBottomUp, asc_view_bottom_up, ASC_TYPE_TABLE_VIEW)

/* Shared by the source and the tree. */
typedef struct
{
  AscProfile *profile;
  AscInverted *inverted;
  guint metric;
} BottomUp;

static void
bottom_up_clear (BottomUp *self)
{
  g_object_unref (self->profile);
  g_object_unref (self->inverted);
}

static void
bottom_up_release (gpointer data)
{
  g_rc_box_release_full (data, (GDestroyNotify) bottom_up_clear);
}

static guint32
get_function (gpointer data, guint32 node)
{
  return node == ASC_NONE ? ASC_FUNCTION_TOTAL : asc_inverted_get_node (((BottomUp *) data)->inverted, node).function;
}

static gint64
get_number (gpointer data, guint32 node, guint key)
{
  BottomUp *self = data;

  if (node == ASC_NONE)
    return asc_profile_get_metric (self->profile, ASC_KEY_NUMBER (key))->total;
  return asc_inverted_get_value (self->inverted, node, ASC_KEY_NUMBER (key));
}

static const char *
get_text (gpointer data, guint32 node, guint key)
{
  return asc_table_view_get_function_text (asc_profile_get_function (((BottomUp *) data)->profile, get_function (data, node)), key);
}

static GArray *
list_children (gpointer data, guint32 node)
{
  BottomUp *self = data;

  return asc_inverted_list_children (self->inverted, node, self->metric);
}

static gboolean
has_children (gpointer data, guint32 node)
{
  return asc_inverted_has_children (((BottomUp *) data)->inverted, node);
}

static guint32
get_parent (gpointer data, guint32 node)
{
  return asc_inverted_get_node (((BottomUp *) data)->inverted, node).parent;
}

static AscRowTree *
asc_view_bottom_up_make_tree (AscTableView *view, AscProfile *profile)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text, .get_function = get_function };
  static const AscRowTreeFuncs tree_funcs = { .list_children = list_children, .has_children = has_children, .get_parent = get_parent };
  AscSession *session = asc_view_get_session (ASC_VIEW (view));
  guint metric = asc_session_get_metric (session);
  g_autofree char *hot = asc_table_dup_metric_id (asc_profile_get_metric (profile, metric), ASC_FLAVOR_EXCLUSIVE);
  BottomUp *data = g_rc_box_new (BottomUp);
  g_autoptr (AscTableSource) source = asc_table_source_new (0, ASC_NONE, &funcs, data, bottom_up_release);
  int hot_column;

  *data = (BottomUp){ g_object_ref (profile), asc_inverted_new (profile), metric };
  asc_table_view_add_metrics (source, session, ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_EXCLUSIVE);
  asc_table_view_add_function_columns (source, profile, ASC_FUNCTION_COLUMNS_TREE);
  asc_table_source_seal (source, TRUE);
  hot_column = asc_table_source_find_column (source, hot);
  return asc_row_tree_new (source, ASC_NONE, hot_column >= 0 ? (guint) hot_column : 0, &tree_funcs, g_rc_box_acquire (data), bottom_up_release);
}

static void
asc_view_bottom_up_class_init (AscViewBottomUpClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  view_class->id = "bottom-up";
  view_class->title = NC_ ("view", "Bottom-Up");
  view_class->icon_name = "asc-bottom-up-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->report = asc_report_bottom_up;
  view_class->can_show = asc_table_view_has_stacks;
  ASC_TABLE_VIEW_CLASS (klass)->make_tree = asc_view_bottom_up_make_tree;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-bottom-up"));
  gtk_widget_class_bind_template_child (widget_class, AscViewBottomUp, table);
}

static void
asc_view_bottom_up_init (AscViewBottomUp *self)
{
  g_autoptr (GMenuModel) menu = asc_function_menu_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  asc_table_set_menu (self->table, menu);
  asc_table_view_set_table (ASC_TABLE_VIEW (self), self->table);
}
