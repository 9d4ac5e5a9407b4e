/* asc-preferences.c: how everything is shown, for all windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-preferences.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"
#include "asc-view.h"

#define PATHS "source-paths"

struct _AscPreferences
{
  AdwPreferencesWindow parent_instance;

  GSettings *settings; /* lent; NULL: nothing is kept */
  GPtrArray *rows;     /* of the paths' rows, lent */

  GtkSpinButton *digits;
  AdwComboRow *name_style;
  AdwComboRow *view_mode;
  GtkSwitch *debuginfod;
  AdwPreferencesGroup *sources;
};

G_DEFINE_FINAL_TYPE (AscPreferences, asc_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* In the order of the choices. */
static const char *const name_styles[] = { "long", "short", "mangled", NULL };
static const char *const view_modes[] = { "user", "expert", "machine", NULL };

static gboolean
get_choice (GValue *value, GVariant *variant, gpointer data)
{
  const char *const *choices = data;

  for (guint i = 0; choices[i] != NULL; i++)
    if (g_str_equal (choices[i], g_variant_get_string (variant, NULL)))
      {
        g_value_set_uint (value, i);
        return TRUE;
      }
  return FALSE;
}

static GVariant *
set_choice (const GValue *value, const GVariantType *type, gpointer data)
{
  const char *const *choices = data;
  guint i = g_value_get_uint (value);

  return i < g_strv_length ((GStrv)choices) ? g_variant_new_string (choices[i]) : NULL;
}

/* Keeps the paths but the @left_out-th, and @added (nullable) before them. */
static void
change_paths (AscPreferences *self, int left_out, const char *added)
{
  g_auto (GStrv) kept = g_settings_get_strv (self->settings, PATHS);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  if (added != NULL)
    g_ptr_array_add (paths, (gpointer)added);
  for (int i = 0; kept[i] != NULL; i++)
    if (i != left_out && g_strcmp0 (kept[i], added) != 0)
      g_ptr_array_add (paths, kept[i]);
  g_ptr_array_add (paths, NULL);
  g_settings_set_strv (self->settings, PATHS, (const char *const *)paths->pdata);
}

static void
remove_cb (GtkWidget *button, AscPreferences *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ACTION_ROW);
  guint i;

  if (g_ptr_array_find (self->rows, row, &i))
    change_paths (self, (int)i, NULL);
}

static void
add_path_row (AscPreferences *self, const char *path)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-delete-symbolic");
  g_auto (GStrv) parts = g_strsplit (path, "=", 2);
  g_autofree char *shown
      = parts[0] != NULL && parts[1] != NULL ? g_strdup_printf ("%s → %s", parts[0], parts[1]) : g_strdup (path);
  g_autofree char *name = g_strdup_printf (_ ("Remove %s"), shown);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 3);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Remove"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (remove_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_preferences_group_add (self->sources, row);
  g_ptr_array_add (self->rows, row);
}

static void
show_paths (AscPreferences *self)
{
  g_auto (GStrv) paths = g_settings_get_strv (self->settings, PATHS);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->sources, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; paths[i] != NULL; i++)
    add_path_row (self, paths[i]);
}

static void
folder_chosen_cb (GtkNativeDialog *chooser, int response, AscPreferences *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (response == GTK_RESPONSE_ACCEPT && path != NULL)
    change_paths (self, -1, path);
  g_object_unref (chooser);
}

static void
add_folder_cb (AscPreferences *self)
{
  GtkFileChooserNative *chooser
      = gtk_file_chooser_native_new (_ ("Folder of Source Files"), GTK_WINDOW (self),
                                     GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Add"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (folder_chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
asc_preferences_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), ASC_TYPE_PREFERENCES);
  G_OBJECT_CLASS (asc_preferences_parent_class)->dispose (object);
}

static void
asc_preferences_finalize (GObject *object)
{
  g_ptr_array_unref (ASC_PREFERENCES (object)->rows);
  G_OBJECT_CLASS (asc_preferences_parent_class)->finalize (object);
}

static void
asc_preferences_class_init (AscPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_preferences_dispose;
  G_OBJECT_CLASS (klass)->finalize = asc_preferences_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-preferences"));
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, digits);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, name_style);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, view_mode);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, debuginfod);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, sources);
  gtk_widget_class_bind_template_callback (widget_class, add_folder_cb);
}

static void
asc_preferences_init (AscPreferences *self)
{
  self->rows = g_ptr_array_new ();
  self->settings = asc_ui_get_settings ();
  gtk_widget_init_template (GTK_WIDGET (self));
  if (self->settings == NULL)
    return;
  g_settings_bind (self->settings, "percent-digits", self->digits, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "debuginfod", self->debuginfod, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind_with_mapping (self->settings, "name-style", self->name_style, "selected", G_SETTINGS_BIND_DEFAULT,
                                get_choice, set_choice, (gpointer)name_styles, NULL);
  g_settings_bind_with_mapping (self->settings, "view-mode", self->view_mode, "selected", G_SETTINGS_BIND_DEFAULT,
                                get_choice, set_choice, (gpointer)view_modes, NULL);
  g_signal_connect_object (self->settings, "changed::" PATHS, G_CALLBACK (show_paths), self, G_CONNECT_SWAPPED);
  show_paths (self);
}

GtkWidget *
asc_preferences_new (GtkWindow *parent)
{
  return g_object_new (ASC_TYPE_PREFERENCES, "transient-for", parent, NULL);
}
