/* asc-view-functions.c: every function with its metrics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"

#define ASC_TYPE_VIEW_FUNCTIONS (asc_view_functions_get_type ())
G_DECLARE_FINAL_TYPE (AscViewFunctions, asc_view_functions, ASC, VIEW_FUNCTIONS, AscTableView)

struct _AscViewFunctions
{
  AscTableView parent_instance;

  AscTable *table;
};

G_DEFINE_FINAL_TYPE (AscViewFunctions, asc_view_functions, ASC_TYPE_TABLE_VIEW)

/* Data of the source: the profile. */
static gint64
get_number (gpointer data, guint32 row, guint key)
{
  switch (ASC_KEY_FLAVOR (key))
    {
    case ASC_FLAVOR_EXCLUSIVE:
      return asc_profile_get_exclusive (data, row, ASC_KEY_NUMBER (key));
    case ASC_FLAVOR_STATIC:
      return asc_table_view_get_function_number (asc_profile_get_function (data, row), key);
    case ASC_FLAVOR_INCLUSIVE:
    case ASC_FLAVOR_ATTRIBUTED:
    default:
      return asc_profile_get_inclusive (data, row, ASC_KEY_NUMBER (key));
    }
}

static const char *
get_text (gpointer data, guint32 row, guint key)
{
  return asc_table_view_get_function_text (asc_profile_get_function (data, row), key);
}

static guint32
get_function (gpointer data, guint32 row)
{
  return row;
}

static AscTableSource *
asc_view_functions_make_source (AscTableView *view, AscProfile *profile)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text, .get_function = get_function };
  AscTableSource *source
    = asc_table_source_new (asc_profile_get_n_listed_functions (profile), ASC_FUNCTION_TOTAL, &funcs, g_object_ref (profile), g_object_unref);

  g_autofree char *sorted = asc_table_dup_metric_id (asc_profile_get_metric (profile, asc_profile_get_primary_metric (profile)), ASC_FLAVOR_EXCLUSIVE);

  asc_table_view_add_metrics (source, asc_view_get_session (ASC_VIEW (view)), ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE);
  asc_table_view_add_function_columns (source, profile, ASC_FUNCTION_COLUMNS_ALL);
  if (asc_table_source_find_column (source, sorted) >= 0)
    asc_table_source_set_sorted (source, (guint) asc_table_source_find_column (source, sorted));
  asc_table_source_seal (source, FALSE);
  return source;
}

static void
asc_view_functions_class_init (AscViewFunctionsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  view_class->id = "functions";
  view_class->title = NC_ ("view", "Functions");
  view_class->icon_name = "asc-functions-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->report = asc_report_functions;
  ASC_TABLE_VIEW_CLASS (klass)->make_source = asc_view_functions_make_source;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-functions"));
  gtk_widget_class_bind_template_child (widget_class, AscViewFunctions, table);
}

static void
asc_view_functions_init (AscViewFunctions *self)
{
  g_autoptr (GMenuModel) menu = asc_function_menu_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  asc_table_set_menu (self->table, menu);
  asc_table_view_set_table (ASC_TABLE_VIEW (self), self->table);
}
