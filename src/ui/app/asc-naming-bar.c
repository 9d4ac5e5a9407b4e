/* asc-naming-bar.c: see asc-naming-bar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-naming-bar.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"

/* As often as the loading page asks. */
#define POLL_MS 100u

struct _AscNamingBar
{
  AdwBin parent_instance;

  GtkLabel *label;
  AscSession *session;
  guint timer;
};

G_DEFINE_FINAL_TYPE (AscNamingBar, asc_naming_bar, ADW_TYPE_BIN)

static char *
describe (AscProgress *progress)
{
  gint64 done = 0, total = 0;
  const char *title = asc_progress_get (progress, &done, &total);
  g_autofree char *done_text = asc_ui_format_count (MIN (done, total));
  g_autofree char *total_text = asc_ui_format_count (total);

  if (title == NULL || total <= 0)
    return g_strdup (title != NULL ? _ (title) : "");
  if (!g_str_equal (title, "Looking up symbols"))
    return asc_ui_describe_progress (title, done, total);
  /* TRANSLATORS: of how many files (programs, libraries) the names of functions were looked up, and of how many they will be */
  return g_strdup_printf (_ ("Names: %s of %s files"), done_text, total_text);
}

static gboolean
poll_cb (gpointer data)
{
  AscNamingBar *self = data;
  AscProgress *progress = asc_session_get_progress (self->session);
  g_autofree char *text = progress != NULL ? describe (progress) : NULL;

  if (text != NULL)
    gtk_label_set_text (self->label, text);
  return G_SOURCE_CONTINUE;
}

static void
update (AscNamingBar *self)
{
  gboolean naming = asc_session_is_naming (self->session);

  if (naming == (self->timer != 0))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), naming);
  if (naming)
    {
      poll_cb (self);
      self->timer = g_timeout_add (POLL_MS, poll_cb, self);
    }
  else
    g_clear_handle_id (&self->timer, g_source_remove);
}

static void
stop_cb (AscNamingBar *self)
{
  asc_session_cancel (self->session);
}

static void
asc_naming_bar_dispose (GObject *object)
{
  AscNamingBar *self = ASC_NAMING_BAR (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (asc_naming_bar_parent_class)->dispose (object);
}

static void
asc_naming_bar_class_init (AscNamingBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = asc_naming_bar_dispose;
}

static void
asc_naming_bar_init (AscNamingBar *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *spinner = gtk_spinner_new ();
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *button = gtk_button_new_with_label (_ ("Keep These Names"));

  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (button, "flat");
  asc_ui_set_tooltip (button, _ ("Look up no more names: lines and inlined functions stay away"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (stop_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), spinner);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_add_css_class (box, "naming-bar");
  self->label = GTK_LABEL (label);
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
asc_naming_bar_set_session (AscNamingBar *self, AscSession *session)
{
  g_return_if_fail (ASC_IS_NAMING_BAR (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::naming", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
