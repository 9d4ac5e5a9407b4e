/* asc-details.c: everything about the chosen function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-details.h"

#include "asc-view.h"

struct _AscDetails
{
  AdwBin parent_instance;
  AscSession *session;
  GtkLabel *name;
};

G_DEFINE_FINAL_TYPE (AscDetails, asc_details, ADW_TYPE_BIN)

static void
asc_details_dispose (GObject *object)
{
  g_clear_object (&ASC_DETAILS (object)->session);
  G_OBJECT_CLASS (asc_details_parent_class)->dispose (object);
}

static void
asc_details_class_init (AscDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_details_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-details"));
  gtk_widget_class_bind_template_child (widget_class, AscDetails, name);
}

static void
asc_details_init (AscDetails *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
asc_details_set_session (AscDetails *self, AscSession *session)
{
  g_return_if_fail (ASC_IS_DETAILS (self));
  g_set_object (&self->session, session);
}
