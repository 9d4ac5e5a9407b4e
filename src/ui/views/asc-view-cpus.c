/* asc-view-cpus.c: what ran on each processor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-entity-source.h"
#include "asc-table-view.h"

#define ASC_TYPE_VIEW_CPUS (asc_view_cpus_get_type ())
G_DECLARE_FINAL_TYPE (AscViewCpus, asc_view_cpus, ASC, VIEW_CPUS, AscTableView)

struct _AscViewCpus
{
  AscTableView parent_instance;

  AscTable *table;
};

G_DEFINE_FINAL_TYPE (AscViewCpus, asc_view_cpus, ASC_TYPE_TABLE_VIEW)

static AscTableSource *
asc_view_cpus_make_source (AscTableView *view, AscProfile *profile)
{
  return asc_entity_source_new (asc_view_get_session (ASC_VIEW (view)), ASC_ENTITY_CPU);
}

static char *
dup_filter (AscTableView *view, guint32 row)
{
  return asc_entity_source_dup_filter (asc_session_get_profile (asc_view_get_session (ASC_VIEW (view))), ASC_ENTITY_CPU, row);
}

static gboolean
asc_view_cpus_can_show (AscSession *session, const char **reason)
{
  return asc_entity_source_can_show (session, ASC_ENTITY_CPU, reason);
}

static void
asc_view_cpus_class_init (AscViewCpusClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);
  AscTableViewClass *table_view_class = ASC_TABLE_VIEW_CLASS (klass);

  view_class->id = "cpus";
  view_class->title = NC_ ("view", "CPUs");
  view_class->icon_name = "asc-cpus-symbolic";
  view_class->group = NC_ ("view group", "Execution");
  view_class->report = asc_report_cpus;
  view_class->can_show = asc_view_cpus_can_show;
  table_view_class->sort_flavor = ASC_FLAVOR_STATIC;
  table_view_class->sort_id = "cpu";
  asc_table_view_class_set_filter (table_view_class, dup_filter);
  table_view_class->make_source = asc_view_cpus_make_source;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-cpus"));
  gtk_widget_class_bind_template_child (widget_class, AscViewCpus, table);
}

static void
asc_view_cpus_init (AscViewCpus *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  asc_table_view_set_table (ASC_TABLE_VIEW (self), self->table);
  asc_table_view_add_filter_menu (self->table);
}
