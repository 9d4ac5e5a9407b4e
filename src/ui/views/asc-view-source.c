/* asc-view-source.c: a source file with the metrics of its lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-source-pane.h"
#include "asc-view.h"

#define ASC_TYPE_VIEW_SOURCE (asc_view_source_get_type ())
G_DECLARE_FINAL_TYPE (AscViewSource, asc_view_source, ASC, VIEW_SOURCE, AscView)

struct _AscViewSource
{
  AscView parent_instance;

  AscSourcePane *pane;
  GtkWidget *bar;
  GtkLabel *file;
  GtkLabel *encoding;
  GtkWidget *previous;
  GtkWidget *next;
};

G_DEFINE_FINAL_TYPE (AscViewSource, asc_view_source, ASC_TYPE_VIEW)

static void
asc_view_source_profile_changed (AscView *view)
{
  AscViewSource *self = ASC_VIEW_SOURCE (view);

  asc_source_pane_set_session (self->pane, asc_view_get_session (view));
  asc_source_pane_profile_changed (self->pane);
}

static void
asc_view_source_metric_changed (AscView *view)
{
  asc_source_pane_metric_changed (ASC_VIEW_SOURCE (view)->pane);
}

static void
asc_view_source_selection_changed (AscView *view)
{
  asc_source_pane_selection_changed (ASC_VIEW_SOURCE (view)->pane);
}

static guint
asc_view_source_search (AscView *view, AscMatcher *matcher, int step)
{
  return asc_source_pane_search (ASC_VIEW_SOURCE (view)->pane, matcher, step);
}

static char *
asc_view_source_copy (AscView *view, gboolean everything)
{
  return asc_source_pane_copy (ASC_VIEW_SOURCE (view)->pane, everything);
}

static char *
asc_view_source_dup_sheet (AscView *view, guint max_rows, guint *n_rows)
{
  return asc_source_pane_dup_sheet (ASC_VIEW_SOURCE (view)->pane, max_rows, n_rows);
}

static GtkWidget *
asc_view_source_get_bar (AscView *view)
{
  return ASC_VIEW_SOURCE (view)->bar;
}

static void
shown_cb (AscViewSource *self)
{
  AscSourceFile *file = asc_source_pane_get_file (self->pane);

  asc_source_pane_show_file (self->pane, self->file);
  gtk_label_set_text (self->encoding, file->text != NULL ? asc_source_text_get_encoding (file->text) : "");
  gtk_widget_set_sensitive (self->previous, file->text != NULL);
  gtk_widget_set_sensitive (self->next, file->text != NULL);
}

static void
previous_cb (AscViewSource *self)
{
  asc_source_pane_go_hot (self->pane, -1);
}

static void
next_cb (AscViewSource *self)
{
  asc_source_pane_go_hot (self->pane, 1);
}

static void
asc_view_source_class_init (AscViewSourceClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  view_class->id = "source";
  view_class->title = NC_ ("view", "Source");
  view_class->icon_name = "asc-source-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->can_show = asc_source_can_show;
  view_class->profile_changed = asc_view_source_profile_changed;
  view_class->metric_changed = asc_view_source_metric_changed;
  view_class->selection_changed = asc_view_source_selection_changed;
  view_class->search = asc_view_source_search;
  view_class->copy = asc_view_source_copy;
  view_class->dup_sheet = asc_view_source_dup_sheet;
  view_class->is_code = TRUE;
  view_class->get_bar = asc_view_source_get_bar;
  g_type_ensure (ASC_TYPE_SOURCE_PANE);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-source"));
  gtk_widget_class_bind_template_child (widget_class, AscViewSource, pane);
  gtk_widget_class_bind_template_child (widget_class, AscViewSource, bar);
  gtk_widget_class_bind_template_child (widget_class, AscViewSource, file);
  gtk_widget_class_bind_template_child (widget_class, AscViewSource, encoding);
  gtk_widget_class_bind_template_child (widget_class, AscViewSource, previous);
  gtk_widget_class_bind_template_child (widget_class, AscViewSource, next);
}

static void
asc_view_source_init (AscViewSource *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->pane, "shown", G_CALLBACK (shown_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->previous, "clicked", G_CALLBACK (previous_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->next, "clicked", G_CALLBACK (next_cb), self, G_CONNECT_SWAPPED);
}
