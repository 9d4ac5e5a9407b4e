/* asc-view-source-disassembly.c: source and instructions side by side: what is chosen in one is chosen in the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-disassembly-pane.h"
#include "asc-source-pane.h"
#include "asc-table.h"
#include "asc-view.h"

#define ASC_TYPE_VIEW_SOURCE_DISASSEMBLY (asc_view_source_disassembly_get_type ())
G_DECLARE_FINAL_TYPE (AscViewSourceDisassembly, asc_view_source_disassembly, ASC, VIEW_SOURCE_DISASSEMBLY, AscView)

struct _AscViewSourceDisassembly
{
  AscView parent_instance;

  GtkLabel *file;
  AscSourcePane *source;
  AscDisassemblyPane *disassembly;
};

G_DEFINE_FINAL_TYPE (AscViewSourceDisassembly, asc_view_source_disassembly, ASC_TYPE_VIEW)

static void
asc_view_source_disassembly_profile_changed (AscView *view)
{
  AscViewSourceDisassembly *self = ASC_VIEW_SOURCE_DISASSEMBLY (view);

  asc_source_pane_set_session (self->source, asc_view_get_session (view));
  asc_disassembly_pane_set_session (self->disassembly, asc_view_get_session (view));
  asc_source_pane_profile_changed (self->source);
  asc_disassembly_pane_profile_changed (self->disassembly);
}

static void
asc_view_source_disassembly_metric_changed (AscView *view)
{
  AscViewSourceDisassembly *self = ASC_VIEW_SOURCE_DISASSEMBLY (view);

  asc_source_pane_metric_changed (self->source);
  asc_disassembly_pane_metric_changed (self->disassembly);
}

static void
asc_view_source_disassembly_selection_changed (AscView *view)
{
  AscViewSourceDisassembly *self = ASC_VIEW_SOURCE_DISASSEMBLY (view);

  asc_source_pane_selection_changed (self->source);
  asc_disassembly_pane_selection_changed (self->disassembly);
}

static guint
asc_view_source_disassembly_search (AscView *view, AscMatcher *matcher, int step)
{
  AscViewSourceDisassembly *self = ASC_VIEW_SOURCE_DISASSEMBLY (view);
  guint n = asc_source_pane_search (self->source, matcher, step);

  return n + asc_disassembly_pane_search (self->disassembly, matcher, n > 0 ? ASC_SEARCH_MARK : step);
}

/* Of the side that has the keyboard. */
static char *
asc_view_source_disassembly_copy (AscView *view, gboolean everything)
{
  AscViewSourceDisassembly *self = ASC_VIEW_SOURCE_DISASSEMBLY (view);

  if (gtk_widget_get_focus_child (GTK_WIDGET (self->source)) != NULL)
    return asc_source_pane_copy (self->source, everything);
  return asc_disassembly_pane_copy (self->disassembly, everything);
}

/* The same side. */
static char *
asc_view_source_disassembly_dup_sheet (AscView *view, guint max_rows, guint *n_rows)
{
  AscViewSourceDisassembly *self = ASC_VIEW_SOURCE_DISASSEMBLY (view);

  if (gtk_widget_get_focus_child (GTK_WIDGET (self->source)) != NULL)
    return asc_source_pane_dup_sheet (self->source, max_rows, n_rows);
  return asc_disassembly_pane_dup_sheet (self->disassembly, max_rows, n_rows);
}

static GtkWidget *
asc_view_source_disassembly_get_bar (AscView *view)
{
  return asc_disassembly_pane_get_bar (ASC_VIEW_SOURCE_DISASSEMBLY (view)->disassembly);
}

static gboolean
asc_view_source_disassembly_can_show (AscSession *session, const char **reason)
{
  return asc_source_can_show (session, reason) && asc_disassembly_pane_can_show (session, reason);
}

static void
shown_cb (AscViewSourceDisassembly *self)
{
  asc_source_pane_show_file (self->source, self->file);
}

static void
asc_view_source_disassembly_class_init (AscViewSourceDisassemblyClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  view_class->id = "source-disassembly";
  view_class->title = NC_ ("view", "Source/Disassembly");
  view_class->icon_name = "asc-source-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->can_show = asc_view_source_disassembly_can_show;
  view_class->profile_changed = asc_view_source_disassembly_profile_changed;
  view_class->metric_changed = asc_view_source_disassembly_metric_changed;
  view_class->selection_changed = asc_view_source_disassembly_selection_changed;
  view_class->search = asc_view_source_disassembly_search;
  view_class->copy = asc_view_source_disassembly_copy;
  view_class->dup_sheet = asc_view_source_disassembly_dup_sheet;
  view_class->is_code = TRUE;
  view_class->get_bar = asc_view_source_disassembly_get_bar;
  g_type_ensure (ASC_TYPE_SOURCE_PANE);
  g_type_ensure (ASC_TYPE_DISASSEMBLY_PANE);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-source-disassembly"));
  gtk_widget_class_bind_template_child (widget_class, AscViewSourceDisassembly, file);
  gtk_widget_class_bind_template_child (widget_class, AscViewSourceDisassembly, source);
  gtk_widget_class_bind_template_child (widget_class, AscViewSourceDisassembly, disassembly);
}

static void
asc_view_source_disassembly_init (AscViewSourceDisassembly *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  asc_source_pane_set_narrow (self->source);
  asc_disassembly_pane_set_narrow (self->disassembly);
  g_signal_connect_object (self->source, "shown", G_CALLBACK (shown_cb), self, G_CONNECT_SWAPPED);
}
