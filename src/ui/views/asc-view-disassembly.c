/* asc-view-disassembly.c: the instructions of the chosen function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-disassembly-pane.h"
#include "asc-view.h"

#define ASC_TYPE_VIEW_DISASSEMBLY (asc_view_disassembly_get_type ())
G_DECLARE_FINAL_TYPE (AscViewDisassembly, asc_view_disassembly, ASC, VIEW_DISASSEMBLY, AscView)

struct _AscViewDisassembly
{
  AscView parent_instance;

  AscDisassemblyPane *pane;
};

G_DEFINE_FINAL_TYPE (AscViewDisassembly, asc_view_disassembly, ASC_TYPE_VIEW)

static void
asc_view_disassembly_profile_changed (AscView *view)
{
  AscViewDisassembly *self = ASC_VIEW_DISASSEMBLY (view);

  asc_disassembly_pane_set_session (self->pane, asc_view_get_session (view));
  asc_disassembly_pane_profile_changed (self->pane);
}

static void
asc_view_disassembly_metric_changed (AscView *view)
{
  asc_disassembly_pane_metric_changed (ASC_VIEW_DISASSEMBLY (view)->pane);
}

static void
asc_view_disassembly_selection_changed (AscView *view)
{
  asc_disassembly_pane_selection_changed (ASC_VIEW_DISASSEMBLY (view)->pane);
}

static guint
asc_view_disassembly_search (AscView *view, AscMatcher *matcher, int step)
{
  return asc_disassembly_pane_search (ASC_VIEW_DISASSEMBLY (view)->pane, matcher, step);
}

static char *
asc_view_disassembly_copy (AscView *view, gboolean everything)
{
  return asc_disassembly_pane_copy (ASC_VIEW_DISASSEMBLY (view)->pane, everything);
}

static char *
asc_view_disassembly_dup_sheet (AscView *view, guint max_rows, guint *n_rows)
{
  return asc_disassembly_pane_dup_sheet (ASC_VIEW_DISASSEMBLY (view)->pane, max_rows, n_rows);
}

static GtkWidget *
asc_view_disassembly_get_bar (AscView *view)
{
  return asc_disassembly_pane_get_bar (ASC_VIEW_DISASSEMBLY (view)->pane);
}

static void
asc_view_disassembly_class_init (AscViewDisassemblyClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  view_class->id = "disassembly";
  view_class->title = NC_ ("view", "Disassembly");
  view_class->icon_name = "asc-disassembly-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->can_show = asc_disassembly_pane_can_show;
  view_class->profile_changed = asc_view_disassembly_profile_changed;
  view_class->metric_changed = asc_view_disassembly_metric_changed;
  view_class->selection_changed = asc_view_disassembly_selection_changed;
  view_class->search = asc_view_disassembly_search;
  view_class->copy = asc_view_disassembly_copy;
  view_class->dup_sheet = asc_view_disassembly_dup_sheet;
  view_class->is_code = TRUE;
  view_class->get_bar = asc_view_disassembly_get_bar;
  g_type_ensure (ASC_TYPE_DISASSEMBLY_PANE);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-disassembly"));
  gtk_widget_class_bind_template_child (widget_class, AscViewDisassembly, pane);
}

static void
asc_view_disassembly_init (AscViewDisassembly *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
