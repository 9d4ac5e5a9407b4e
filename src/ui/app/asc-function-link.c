/* asc-function-link.c: see asc-function-link.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-function-link.h"

#include "asc-ui-text.h"

/* What of a name from the data is shown, characters. */
#define MAX_NAME 200u
/* What it asks for, characters; more when there is room. */
#define LINK_CHARS 20

static void
clicked_cb (GtkButton *button, AscSession *session)
{
  guint32 function = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "function"));

  /* A link may be older by a moment than the profile. */
  function = asc_session_find_current (session, g_object_get_data (G_OBJECT (button), "profile"), function);
  if (function != ASC_NONE)
    asc_session_select_function (session, function);
}

GtkWidget *
asc_function_link_new (
    AscSession *session, AscProfile *profile, guint32 function, const char *value, const char *exact)
{
  const char *name = asc_profile_get_function (profile, function)->name;
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *shown = asc_ui_shorten (name, MAX_NAME);
  GtkWidget *label = asc_ui_new_label (shown, 0, NULL);
  g_autofree char *whole = asc_ui_make_tooltip (name);
  g_autofree char *tooltip = g_strdup_printf ("%s\n%s", whole, exact);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), LINK_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), asc_ui_new_label (value, 1, "numeric"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "link-row");
  asc_ui_set_tooltip (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, value, -1);
  g_object_set_data (G_OBJECT (button), "function", GUINT_TO_POINTER (function));
  g_object_set_data_full (G_OBJECT (button), "profile", g_object_ref (profile), g_object_unref);
  g_signal_connect_object (button, "clicked", G_CALLBACK (clicked_cb), session, 0);
  return button;
}
