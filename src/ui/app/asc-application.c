/* asc-application.c: the program with its windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-application.h"

#include "asc-preferences.h"
#include "asc-record-dialog.h"

#include <glib/gi18n.h>

#include "asc-icons.h"
#include "asc-kept-view.h"
#include "asc-recent.h"
#include "asc-screenshots.h"
#include "asc-ui-resources.h"
#include "asc-ui-text.h"
#include "asc-window.h"

struct _AscApplication
{
  AdwApplication parent_instance;

  gboolean dark;
  gboolean first_frame;
  gboolean quitting; /* what is open has been kept */
  gboolean started;  /* the windows of the last time have come back, or were not wanted */
  char *screenshots; /* folder for pictures, or NULL */
  double text_scale; /* 0: the desktop's */
  int status;
};

G_DEFINE_FINAL_TYPE (AscApplication, asc_application, ADW_TYPE_APPLICATION)

static const GOptionEntry options[] = {
  { "new-window", 'n', 0, G_OPTION_ARG_NONE, NULL, N_ ("Open a new window"), NULL },
  { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version and exit"), NULL },
  { "screenshots", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, NULL, "Write pictures of every view into a folder and exit", "DIR" },
  { "first-frame", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, NULL, "Exit once the window has been drawn", NULL },
  { "text-scale", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_DOUBLE, NULL, "Show text so many times as large", "N" },
  { "dark", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, NULL, "Use the dark style", NULL },
  { NULL },
};

static void
new_window_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkApplication *app = data;
  GtkWindow *active = gtk_application_get_active_window (app);
  g_autoptr (AscSession) session = NULL;

  if (ASC_IS_WINDOW (active))
    session = asc_session_new_like (asc_window_get_session (ASC_WINDOW (active)));
  gtk_window_present (GTK_WINDOW (asc_window_new (app, session)));
}

/* A new recording, for the window in use; @parameter: what it is to have, see asc_record_dialog_new(). */
static void
record_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (data);

  if (window != NULL && !ASC_IS_WINDOW (window))
    return; /* a dialog is open */
  if (window == NULL)
    window = GTK_WINDOW (asc_window_new (data, NULL));
  gtk_window_present (window);
  gtk_window_present (GTK_WINDOW (asc_record_dialog_new (ASC_WINDOW (window), g_variant_get_string (parameter, NULL))));
}

static void
preferences_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (GTK_WINDOW (asc_preferences_new (gtk_application_get_active_window (data))));
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const char *const developers[] = { "Ascribe maintainers", NULL };

  adw_show_about_window (gtk_application_get_active_window (data),
                         "application-name", "Ascribe",
                         "application-icon", ASC_APP_ID,
                         "version", ASC_VERSION,
                         "comments", _ ("See which functions cost what"),
                         "developer-name", _ ("The Ascribe maintainers"),
                         "developers", developers,
                         "license-type", GTK_LICENSE_GPL_3_0,
                         /* TRANSLATORS: your names, one a line */
                         "translator-credits", _ ("translator-credits"),
                         NULL);
}

/* Which files the windows show, for the next start. */
static void
keep_windows (GtkApplication *app)
{
  g_autoptr (GPtrArray) windows = g_ptr_array_new ();

  for (GList *l = g_list_last (gtk_application_get_windows (app)); l != NULL; l = l->prev)
    if (ASC_IS_WINDOW (l->data))
      g_ptr_array_add (windows, (gpointer) asc_session_get_paths (asc_window_get_session (l->data)));
  asc_kept_windows_store (windows);
}

/* The last window that closes is what was open. */
static gboolean
close_request_cb (GtkWindow *window, AscApplication *self)
{
  guint n = 0;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    n += ASC_IS_WINDOW (l->data);
  if (n == 1 && !self->quitting)
    keep_windows (GTK_APPLICATION (self));
  return FALSE;
}

/* A tick begins a frame: the second one comes when the first was drawn. */
static gboolean
tick_cb (GtkWidget *window, GdkFrameClock *clock, gpointer app)
{
  if (gdk_frame_clock_get_frame_counter (clock) < 1)
    return G_SOURCE_CONTINUE;
  g_application_quit (app);
  return G_SOURCE_REMOVE;
}

static void
asc_application_window_added (GtkApplication *app, GtkWindow *window)
{
  GTK_APPLICATION_CLASS (asc_application_parent_class)->window_added (app, window);
  if (ASC_IS_WINDOW (window) && ASC_APPLICATION (app)->first_frame)
    gtk_widget_add_tick_callback (GTK_WIDGET (window), tick_cb, app, NULL);
  if (ASC_IS_WINDOW (window))
    g_signal_connect_object (window, "close-request", G_CALLBACK (close_request_cb), app, 0);
}

/* The windows of the last time, if they are wanted. Returns: whether there are any */
static gboolean
reopen (AscApplication *self)
{
  GSettings *settings = asc_ui_get_settings ();
  g_autoptr (GPtrArray) windows = NULL;

  if (self->started || settings == NULL || !g_settings_get_boolean (settings, "reopen"))
    return FALSE;
  windows = asc_kept_windows_load ();
  for (guint i = 0; i < windows->len; i++)
    {
      AscWindow *window = asc_window_new (GTK_APPLICATION (self), NULL);
      GStrv paths = g_ptr_array_index (windows, i);

      asc_session_open (asc_window_get_session (window), (const char *const *) paths, g_strv_length (paths));
      gtk_window_present (GTK_WINDOW (window));
    }
  return windows->len > 0;
}

static void
guide_shown_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GtkWindow *window = GTK_WINDOW (source);
  g_autofree char *path = g_build_filename (asc_dirs_get_data (), "help", "guide.md", NULL);
  /* TRANSLATORS: the path of a file */
  g_autofree char *text = g_strdup_printf (_ ("The guide is in %s"), path);

  if (!gtk_show_uri_full_finish (window, result, NULL) && ASC_IS_WINDOW (window))
    asc_window_toast (ASC_WINDOW (window), text);
}

/* The user guide, with whatever shows such files; where nothing does, its place is told. */
static void
help_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (data);
  g_autofree char *path = g_build_filename (asc_dirs_get_data (), "help", "guide.md", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  if (window != NULL)
    gtk_show_uri_full (window, uri, GDK_CURRENT_TIME, NULL, guide_shown_cb, NULL);
}

static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  /* A window that closes may take another with it. */
  GList *windows = g_list_copy (gtk_application_get_windows (data));

  keep_windows (data);
  ASC_APPLICATION (data)->quitting = TRUE;

  for (GList *l = windows; l != NULL; l = l->next)
    g_object_ref (l->data);
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
  ASC_APPLICATION (data)->quitting = FALSE;
  g_list_free_full (windows, g_object_unref);
}

static const GActionEntry actions[] = {
  { .name = "new-window", .activate = new_window_cb },
  { .name = "record", .activate = record_cb, .parameter_type = "s" },
  { .name = "preferences", .activate = preferences_cb },
  { .name = "help", .activate = help_cb },
  { .name = "about", .activate = about_cb },
  { .name = "quit", .activate = quit_cb },
};

static const struct
{
  const char *action;
  const char *accels[3];
} accels[] = {
  { "app.new-window", { "<Control>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "app.help", { "F1" } },
  { "app.quit", { "<Control>q" } },
  { "window.close", { "<Control>w" } },
  { "win.open", { "<Control>o" } },
  { "win.print", { "<Control>p" } },
  { "app.record('')", { "<Control>r" } },
  { "win.toggle-views", { "F9" } },
  { "win.toggle-details", { "<Control>F9" } },
  { "win.search", { "<Control>f" } },
  { "win.go-to-function", { "<Control>k" } },
  { "win.add-filter", { "<Shift><Control>f" } },
  { "win.search-regex", { "<Alt>r" } },
  { "win.search-next", { "<Control>g" } },
  { "win.search-previous", { "<Shift><Control>g" } },
  { "win.show-source", { "<Control>Return" } },
  { "win.show-disassembly", { "<Shift>Return" } },
  { "win.back", { "<Alt>Left" } },
  { "win.forward", { "<Alt>Right" } },
  { "win.metric-menu", { "<Control>m" } },
  { "win.next-pane", { "F6" } },
  { "win.previous-pane", { "<Shift>F6" } },
};

static void
asc_application_startup (GApplication *app)
{
  g_resources_register (asc_icons_get_resource ());
  g_resources_register (asc_ui_get_resource ());
  G_APPLICATION_CLASS (asc_application_parent_class)->startup (app);

  /* A label that has the focus would look as if all of it were chosen. */
  g_object_set (gtk_settings_get_default (), "gtk-label-select-on-focus", FALSE, NULL);
  /* Of the X server's 96 dots an inch; in 1024ths. */
  if (ASC_APPLICATION (app)->text_scale > 0)
    g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (CLAMP (ASC_APPLICATION (app)->text_scale, 0.5, 4) * 96 * 1024), NULL);
  if (ASC_APPLICATION (app)->dark)
    adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_DARK);
  asc_preferences_use (G_OBJECT (app));
  g_action_map_add_action_entries (G_ACTION_MAP (app), actions, G_N_ELEMENTS (actions), app);
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (app), accels[i].action, accels[i].accels);
  for (guint i = 0; i < 9; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.view-number(%u)", i);
      g_autofree char *accel = g_strdup_printf ("<Control>%u", i + 1);
      const char *view_accels[] = { accel, NULL };

      gtk_application_set_accels_for_action (GTK_APPLICATION (app), action, view_accels);
    }
}

static void
screenshots_done_cb (const GError *error, gpointer data)
{
  AscApplication *self = data;

  if (error != NULL)
    {
      g_printerr ("ascribe: %s\n", error->message);
      self->status = 1;
    }
  g_application_quit (G_APPLICATION (self));
}

static void
take_screenshots (AscApplication *self, GFile **files, guint n_files)
{
  AscWindow *window;

  /* Every recording as it is first seen. */
  g_setenv ("XDG_STATE_HOME", "/dev/null", TRUE);
  window = asc_window_new (GTK_APPLICATION (self), NULL);
  gtk_window_present (GTK_WINDOW (window));
  asc_screenshots_take (window, self->screenshots, files, n_files, screenshots_done_cb, self);
}

static void
asc_application_activate (GApplication *app)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (app));

  if (ASC_APPLICATION (app)->screenshots != NULL)
    {
      g_autofree char *path = asc_recent_dup_sample_path (ASC_SAMPLE_FIGURE);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      take_screenshots (ASC_APPLICATION (app), &file, 1);
      return;
    }
  if (window == NULL && !reopen (ASC_APPLICATION (app)))
    window = GTK_WINDOW (asc_window_new (GTK_APPLICATION (app), NULL));
  ASC_APPLICATION (app)->started = TRUE;
  if (window != NULL)
    gtk_window_present (window);
}

/* The window that was used last, behind whatever dialog. */
static GtkWindow *
find_window (GtkApplication *app)
{
  for (GList *l = gtk_application_get_windows (app); l != NULL; l = l->next)
    if (ASC_IS_WINDOW (l->data))
      return l->data;
  return NULL;
}

/* Several files add up in one window: the one that was used last, which asks when it shows something; one that is still reading is left alone. */
static void
asc_application_open (GApplication *app, GFile **files, int n_files, const char *hint)
{
  GtkWindow *window = find_window (GTK_APPLICATION (app));
  gboolean is_new;

  if (ASC_APPLICATION (app)->screenshots != NULL)
    {
      take_screenshots (ASC_APPLICATION (app), files, (guint) n_files);
      return;
    }
  is_new = window == NULL || asc_session_get_state (asc_window_get_session (ASC_WINDOW (window))) == ASC_SESSION_LOADING;
  if (is_new)
    window = GTK_WINDOW (asc_window_new (GTK_APPLICATION (app), NULL));
  else
    gtk_window_present (window);
  asc_window_open (ASC_WINDOW (window), files, (guint) n_files);
  /* Not before: it would show the start page, and that would fade away. */
  if (is_new)
    gtk_window_present (window);
}

static int
asc_application_handle_local_options (GApplication *app, GVariantDict *dict)
{
  AscApplication *self = ASC_APPLICATION (app);

  if (g_variant_dict_contains (dict, "version"))
    {
      g_print ("ascribe %s\n", ASC_VERSION);
      return 0;
    }
  self->dark = g_variant_dict_contains (dict, "dark");
  self->first_frame = g_variant_dict_contains (dict, "first-frame");
  g_variant_dict_lookup (dict, "screenshots", "^ay", &self->screenshots);
  g_variant_dict_lookup (dict, "text-scale", "d", &self->text_scale);
  /* These need a process of their own. */
  if (self->dark || self->first_frame || self->text_scale > 0 || self->screenshots != NULL)
    g_application_set_flags (app, g_application_get_flags (app) | G_APPLICATION_NON_UNIQUE);
  if (g_variant_dict_contains (dict, "new-window"))
    {
      g_autoptr (GError) error = NULL;

      if (!g_application_register (app, NULL, &error))
        {
          g_printerr ("ascribe: %s\n", error->message);
          return 1;
        }
      if (g_application_get_is_remote (app))
        {
          g_action_group_activate_action (G_ACTION_GROUP (app), "new-window", NULL);
          return 0;
        }
    }
  return -1;
}

static void
asc_application_finalize (GObject *object)
{
  g_free (ASC_APPLICATION (object)->screenshots);
  G_OBJECT_CLASS (asc_application_parent_class)->finalize (object);
}

static void
asc_application_class_init (AscApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = asc_application_finalize;
  GTK_APPLICATION_CLASS (klass)->window_added = asc_application_window_added;
  application_class->startup = asc_application_startup;
  application_class->activate = asc_application_activate;
  application_class->open = asc_application_open;
  application_class->handle_local_options = asc_application_handle_local_options;
}

static void
asc_application_init (AscApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE…]"));
  g_application_set_option_context_summary (G_APPLICATION (self), _ ("Shows where a program spent its time. Several files add up."));
}

AscApplication *
asc_application_new (void)
{
  return g_object_new (ASC_TYPE_APPLICATION,
                       "application-id", ASC_APP_ID,
                       "resource-base-path", "/io/github/ascribe_profiler/Ascribe",
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       NULL);
}

int
asc_application_get_status (AscApplication *self)
{
  g_return_val_if_fail (ASC_IS_APPLICATION (self), 1);
  return self->status;
}
