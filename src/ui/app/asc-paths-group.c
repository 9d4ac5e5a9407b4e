/* asc-paths-group.c: see asc-paths-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-paths-group.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"
#include "asc-view.h"

struct _AscPathsGroup
{
  AdwPreferencesGroup parent_instance;

  char *key;
  gboolean with_files;
  gboolean with_maps;
  GPtrArray *rows; /* of the paths' rows, lent */

  GtkWidget *add_file;
  GtkWidget *map; /* the row that holds the two below */
  GtkEditable *from;
  GtkEditable *to;
  GtkWidget *add_map;
};

enum
{
  PROP_0,
  PROP_KEY,
  PROP_WITH_FILES,
  PROP_WITH_MAPS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AscPathsGroup, asc_paths_group, ADW_TYPE_PREFERENCES_GROUP)

/* Keeps the paths but the @left_out-th, and @added (nullable) before them. */
static void
change_paths (AscPathsGroup *self, int left_out, const char *added)
{
  GSettings *settings = asc_ui_get_settings ();
  g_auto (GStrv) kept = settings != NULL ? g_settings_get_strv (settings, self->key) : NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  if (kept == NULL)
    return;
  if (added != NULL)
    g_ptr_array_add (paths, (gpointer) added);
  for (int i = 0; kept[i] != NULL; i++)
    if (i != left_out && g_strcmp0 (kept[i], added) != 0)
      g_ptr_array_add (paths, kept[i]);
  g_ptr_array_add (paths, NULL);
  g_settings_set_strv (settings, self->key, (const char *const *) paths->pdata);
}

static void
remove_cb (GtkWidget *button, AscPathsGroup *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ACTION_ROW);
  guint i;

  if (g_ptr_array_find (self->rows, row, &i))
    change_paths (self, (int) i, NULL);
}

static void
add_path_row (AscPathsGroup *self, const char *path)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-delete-symbolic");
  g_auto (GStrv) parts = g_strsplit (path, "=", 2);
  gboolean is_map = self->with_maps && parts[0] != NULL && parts[1] != NULL;
  g_autofree char *shown = is_map ? g_strdup_printf ("%s → %s", parts[0], parts[1]) : g_filename_display_name (path);
  g_autofree char *name = g_strdup_printf (_ ("Remove %s"), shown);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 3);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  asc_ui_set_tooltip (button, _ ("Remove"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (remove_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  g_ptr_array_add (self->rows, row);
}

static void
show_paths (AscPathsGroup *self)
{
  GSettings *settings = asc_ui_get_settings ();
  g_auto (GStrv) paths = settings != NULL ? g_settings_get_strv (settings, self->key) : NULL;

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    add_path_row (self, paths[i]);
}

static void
chosen_cb (GtkNativeDialog *chooser, int response, AscPathsGroup *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (response == GTK_RESPONSE_ACCEPT && path != NULL)
    change_paths (self, -1, path);
  g_object_unref (chooser);
}

static void
choose (AscPathsGroup *self, const char *title, GtkFileChooserAction action)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (title, window, action, _ ("_Add"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
add_folder_cb (AscPathsGroup *self)
{
  choose (self, _ ("Add Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);
}

static void
add_file_cb (AscPathsGroup *self)
{
  choose (self, _ ("Add File"), GTK_FILE_CHOOSER_ACTION_OPEN);
}

/* What a recorded path begins with cannot hold the mark that parts the two. */
static gboolean
is_map_ready (AscPathsGroup *self)
{
  const char *from = gtk_editable_get_text (self->from);

  return *from != '\0' && strchr (from, '=') == NULL && *gtk_editable_get_text (self->to) != '\0';
}

static void
map_changed_cb (AscPathsGroup *self)
{
  gtk_widget_set_sensitive (self->add_map, is_map_ready (self));
}

static void
add_map_cb (AscPathsGroup *self)
{
  g_autofree char *map = g_strconcat (gtk_editable_get_text (self->from), "=", gtk_editable_get_text (self->to), NULL);

  if (!is_map_ready (self))
    return;
  gtk_editable_set_text (self->from, "");
  gtk_editable_set_text (self->to, "");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self->map), FALSE);
  change_paths (self, -1, map);
}

static void
asc_paths_group_constructed (GObject *object)
{
  AscPathsGroup *self = ASC_PATHS_GROUP (object);

  G_OBJECT_CLASS (asc_paths_group_parent_class)->constructed (object);
  gtk_widget_set_visible (self->add_file, self->with_files);
  if (!self->with_maps)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), self->map);
  asc_ui_watch_setting (self->key, G_CALLBACK (show_paths), self);
  show_paths (self);
}

static void
asc_paths_group_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  AscPathsGroup *self = ASC_PATHS_GROUP (object);

  switch (id)
    {
    case PROP_KEY:
      self->key = g_value_dup_string (value);
      break;
    case PROP_WITH_FILES:
      self->with_files = g_value_get_boolean (value);
      break;
    case PROP_WITH_MAPS:
      self->with_maps = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
asc_paths_group_finalize (GObject *object)
{
  AscPathsGroup *self = ASC_PATHS_GROUP (object);

  g_ptr_array_unref (self->rows);
  g_free (self->key);
  G_OBJECT_CLASS (asc_paths_group_parent_class)->finalize (object);
}

static void
asc_paths_group_class_init (AscPathsGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->constructed = asc_paths_group_constructed;
  object_class->set_property = asc_paths_group_set_property;
  object_class->finalize = asc_paths_group_finalize;
  properties[PROP_KEY] = g_param_spec_string ("key", NULL, NULL, NULL, flags);
  properties[PROP_WITH_FILES] = g_param_spec_boolean ("with-files", NULL, NULL, FALSE, flags);
  properties[PROP_WITH_MAPS] = g_param_spec_boolean ("with-maps", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-paths-group"));
  gtk_widget_class_bind_template_child (widget_class, AscPathsGroup, add_file);
  gtk_widget_class_bind_template_child (widget_class, AscPathsGroup, map);
  gtk_widget_class_bind_template_child (widget_class, AscPathsGroup, from);
  gtk_widget_class_bind_template_child (widget_class, AscPathsGroup, to);
  gtk_widget_class_bind_template_child (widget_class, AscPathsGroup, add_map);
  gtk_widget_class_bind_template_callback (widget_class, add_folder_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_file_cb);
  gtk_widget_class_bind_template_callback (widget_class, map_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_map_cb);
}

static void
asc_paths_group_init (AscPathsGroup *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}
