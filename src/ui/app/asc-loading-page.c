/* asc-loading-page.c: how far the reading has come
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-loading-page.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"
#include "asc-view.h"

/* A progress is polled, ten times a second: workers never wait for the window. */
#define POLL_MS 100u

struct _AscLoadingPage
{
  AdwBin parent_instance;

  AdwStatusPage *page;
  GtkProgressBar *bar;
  AscSession *session;
  guint timer;
};

G_DEFINE_FINAL_TYPE (AscLoadingPage, asc_loading_page, ADW_TYPE_BIN)

static gboolean
poll_cb (gpointer data)
{
  AscLoadingPage *self = data;
  AscProgress *progress = self->session != NULL ? asc_session_get_progress (self->session) : NULL;
  gint64 done = 0;
  gint64 total = 0;
  const char *title = progress != NULL ? asc_progress_get (progress, &done, &total) : NULL;
  g_autofree char *text = title != NULL ? asc_ui_describe_progress (title, done, total) : NULL;

  adw_status_page_set_description (self->page, text);
  if (total > 0)
    gtk_progress_bar_set_fraction (self->bar, CLAMP ((double) done / (double) total, 0, 1));
  else
    gtk_progress_bar_pulse (self->bar);
  return G_SOURCE_CONTINUE;
}

static void
update_title (AscLoadingPage *self)
{
  const char *const *paths = self->session != NULL ? asc_session_get_paths (self->session) : NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  if (paths == NULL || paths[0] == NULL)
    return;
  name = g_filename_display_basename (paths[0]);
  /* TRANSLATORS: %s is a file name */
  title = g_strdup_printf (_ ("Opening “%s”"), name);
  adw_status_page_set_title (self->page, title);
}

static void
asc_loading_page_map (GtkWidget *widget)
{
  AscLoadingPage *self = ASC_LOADING_PAGE (widget);

  update_title (self);
  poll_cb (self);
  self->timer = g_timeout_add (POLL_MS, poll_cb, self);
  GTK_WIDGET_CLASS (asc_loading_page_parent_class)->map (widget);
}

static void
asc_loading_page_unmap (GtkWidget *widget)
{
  g_clear_handle_id (&ASC_LOADING_PAGE (widget)->timer, g_source_remove);
  GTK_WIDGET_CLASS (asc_loading_page_parent_class)->unmap (widget);
}

static void
asc_loading_page_dispose (GObject *object)
{
  AscLoadingPage *self = ASC_LOADING_PAGE (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (asc_loading_page_parent_class)->dispose (object);
}

static void
asc_loading_page_class_init (AscLoadingPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_loading_page_dispose;
  widget_class->map = asc_loading_page_map;
  widget_class->unmap = asc_loading_page_unmap;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-loading-page"));
  gtk_widget_class_bind_template_child (widget_class, AscLoadingPage, page);
  gtk_widget_class_bind_template_child (widget_class, AscLoadingPage, bar);
}

static void
asc_loading_page_init (AscLoadingPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
asc_loading_page_set_session (AscLoadingPage *self, AscSession *session)
{
  g_return_if_fail (ASC_IS_LOADING_PAGE (self));
  g_set_object (&self->session, session);
}
