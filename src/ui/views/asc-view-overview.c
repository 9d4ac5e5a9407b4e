/* asc-view-overview.c: what was recorded and where the time went, at one look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-view.h"

#define ASC_TYPE_VIEW_OVERVIEW (asc_view_overview_get_type ())
G_DECLARE_FINAL_TYPE (AscViewOverview, asc_view_overview, ASC, VIEW_OVERVIEW, AscView)

struct _AscViewOverview
{
  AscView parent_instance;

  GtkLabel *sentence;
};

G_DEFINE_FINAL_TYPE (AscViewOverview, asc_view_overview, ASC_TYPE_VIEW)

static void
asc_view_overview_class_init (AscViewOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  view_class->id = "overview";
  view_class->title = NC_ ("view", "Overview");
  view_class->icon_name = "asc-overview-symbolic";
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-overview"));
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, sentence);
}

static void
asc_view_overview_init (AscViewOverview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
