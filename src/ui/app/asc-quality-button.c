/* asc-quality-button.c: the header button that says how far to trust the numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-quality-button.h"

#include <glib/gi18n.h>

#include "asc-quality.h"
#include "asc-ui-text.h"
#include "asc-view.h"

#define POPOVER_WIDTH 400
#define MAX_POPOVER_HEIGHT 480

struct _AscQualityButton
{
  AdwBin parent_instance;

  AscSession *session;
  GtkMenuButton *button;
  GtkImage *icon;
  GtkLabel *count;
  GtkLabel *events;
  AdwBin *list;
  GtkWidget *scrolled;
  GtkWidget *findings;
};

G_DEFINE_FINAL_TYPE (AscQualityButton, asc_quality_button, ADW_TYPE_BIN)

static void
update (AscQualityButton *self)
{
  g_autoptr (GPtrArray) findings = asc_quality_list (self->session);
  guint n_warnings = asc_quality_count_warnings (findings);
  g_autofree char *count = asc_ui_format_count (n_warnings);
  g_autofree char *events = asc_quality_describe_events (self->session);
  g_autofree char *name = NULL;

  gtk_image_set_from_icon_name (self->icon, n_warnings > 0 ? asc_quality_get_icon_name (ASC_SEVERITY_WARNING) : "asc-data-quality-symbolic");
  gtk_label_set_text (self->count, count);
  gtk_widget_set_visible (GTK_WIDGET (self->count), n_warnings > 0);
  if (n_warnings > 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->button), "warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->button), "warning");
  gtk_label_set_text (self->events, events);
  adw_bin_set_child (self->list, findings->len > 0 ? asc_quality_new_list (findings, self->session) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->list), findings->len > 0);

  name = n_warnings > 0 ? g_strdup_printf (ngettext ("Data Quality: %s warning", "Data Quality: %s warnings", n_warnings), count)
                        : g_strdup (_ ("Data Quality"));
  asc_ui_set_tooltip (GTK_WIDGET (self->button), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* A scrolled window takes the height of lines that are not wrapped: it is told the true one. */
static void
popover_show_cb (AscQualityButton *self)
{
  int height;

  gtk_widget_measure (self->findings, GTK_ORIENTATION_VERTICAL, POPOVER_WIDTH, NULL, &height, NULL, NULL);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scrolled), MIN (height, MAX_POPOVER_HEIGHT));
}

static void
asc_quality_button_dispose (GObject *object)
{
  g_clear_object (&ASC_QUALITY_BUTTON (object)->session);
  G_OBJECT_CLASS (asc_quality_button_parent_class)->dispose (object);
}

static void
asc_quality_button_class_init (AscQualityButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_quality_button_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-quality-button"));
  gtk_widget_class_bind_template_child (widget_class, AscQualityButton, button);
  gtk_widget_class_bind_template_child (widget_class, AscQualityButton, icon);
  gtk_widget_class_bind_template_child (widget_class, AscQualityButton, count);
  gtk_widget_class_bind_template_child (widget_class, AscQualityButton, events);
  gtk_widget_class_bind_template_child (widget_class, AscQualityButton, list);
  gtk_widget_class_bind_template_child (widget_class, AscQualityButton, scrolled);
  gtk_widget_class_bind_template_child (widget_class, AscQualityButton, findings);
  gtk_widget_class_bind_template_callback (widget_class, popover_show_cb);
}

static void
asc_quality_button_init (AscQualityButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
asc_quality_button_set_session (AscQualityButton *self, AscSession *session)
{
  g_return_if_fail (ASC_IS_QUALITY_BUTTON (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::profile", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::metric", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

void
asc_quality_button_popup (AscQualityButton *self)
{
  g_return_if_fail (ASC_IS_QUALITY_BUTTON (self));
  gtk_menu_button_popup (self->button);
}

void
asc_quality_button_popdown (AscQualityButton *self)
{
  g_return_if_fail (ASC_IS_QUALITY_BUTTON (self));
  gtk_menu_button_popdown (self->button);
}
