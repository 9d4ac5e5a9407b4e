/* asc-view-threads.c: what each thread cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-entity-source.h"
#include "asc-table-view.h"

#define ASC_TYPE_VIEW_THREADS (asc_view_threads_get_type ())
G_DECLARE_FINAL_TYPE (AscViewThreads, asc_view_threads, ASC, VIEW_THREADS, AscTableView)

struct _AscViewThreads
{
  AscTableView parent_instance;

  AscTable *table;
};

G_DEFINE_FINAL_TYPE (AscViewThreads, asc_view_threads, ASC_TYPE_TABLE_VIEW)

static AscTableSource *
asc_view_threads_make_source (AscTableView *view, AscProfile *profile)
{
  return asc_entity_source_new (asc_view_get_session (ASC_VIEW (view)), ASC_ENTITY_THREAD);
}

static char *
dup_filter (AscTableView *view, guint32 row)
{
  return asc_entity_source_dup_filter (asc_session_get_profile (asc_view_get_session (ASC_VIEW (view))), ASC_ENTITY_THREAD, row);
}

static gboolean
asc_view_threads_can_show (AscSession *session, const char **reason)
{
  return asc_entity_source_can_show (session, ASC_ENTITY_THREAD, reason);
}

static void
asc_view_threads_class_init (AscViewThreadsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);
  AscTableViewClass *table_view_class = ASC_TABLE_VIEW_CLASS (klass);

  view_class->id = "threads";
  view_class->title = NC_ ("view", "Threads");
  view_class->icon_name = "asc-threads-symbolic";
  view_class->group = NC_ ("view group", "Execution");
  view_class->report = asc_report_threads;
  view_class->can_show = asc_view_threads_can_show;
  table_view_class->sort_flavor = ASC_FLAVOR_STATIC;
  asc_table_view_class_set_filter (table_view_class, dup_filter);
  table_view_class->make_source = asc_view_threads_make_source;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-threads"));
  gtk_widget_class_bind_template_child (widget_class, AscViewThreads, table);
}

static void
asc_view_threads_init (AscViewThreads *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  asc_table_view_set_table (ASC_TABLE_VIEW (self), self->table);
  asc_table_view_add_filter_menu (self->table);
}
