/* asc-preferences.c: how everything is shown, for all windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-preferences.h"

#include "ascribe.h"
#include "asc-colors-group.h"
#include "asc-paths-group.h"
#include "asc-ui-text.h"
#include "asc-view.h"

struct _AscPreferences
{
  AdwPreferencesWindow parent_instance;

  GSettings *settings; /* lent; NULL: nothing is kept */

  GtkSpinButton *digits;
  AdwComboRow *name_style;
  AdwComboRow *view_mode;
  GtkSwitch *debuginfod;
  GtkSpinButton *hot_lines;
  AdwComboRow *open_in;
  GtkSwitch *reopen;
};

G_DEFINE_FINAL_TYPE (AscPreferences, asc_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* In the order of the choices. */
static const char *const name_styles[] = { "long", "short", "mangled", NULL };
static const char *const view_modes[] = { "user", "expert", "machine", NULL };
static const char *const open_ins[] = { "ask", "new-window", "replace", NULL };

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

static void
asc_preferences_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), ASC_TYPE_PREFERENCES);
  G_OBJECT_CLASS (asc_preferences_parent_class)->dispose (object);
}

static void
asc_preferences_class_init (AscPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_preferences_dispose;
  g_type_ensure (ASC_TYPE_COLORS_GROUP);
  g_type_ensure (ASC_TYPE_PATHS_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-preferences"));
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, digits);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, name_style);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, view_mode);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, debuginfod);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, hot_lines);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, open_in);
  gtk_widget_class_bind_template_child (widget_class, AscPreferences, reopen);
}

static void
asc_preferences_init (AscPreferences *self)
{
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
  g_settings_bind (self->settings, "hot-line-percent", self->hot_lines, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind_with_mapping (self->settings, "open-in", self->open_in, "selected", G_SETTINGS_BIND_DEFAULT,
                                get_choice, set_choice, (gpointer)open_ins, NULL);
  g_settings_bind (self->settings, "reopen", self->reopen, "active", G_SETTINGS_BIND_DEFAULT);
}

GtkWidget *
asc_preferences_new (GtkWindow *parent)
{
  return g_object_new (ASC_TYPE_PREFERENCES, "transient-for", parent, NULL);
}

static void
use_colors (GObject *object)
{
  g_auto (GStrv) rules = g_settings_get_strv (asc_ui_get_settings (), "function-colors");
  g_autoptr (AscFunctionColors) colors = asc_function_colors_new ((const char *const *) rules);

  asc_function_colors_use (colors);
}

static void
use_hot_lines (GObject *object)
{
  asc_hot_lines_set_percent ((guint) g_settings_get_int (asc_ui_get_settings (), "hot-line-percent"));
}

void
asc_preferences_use (GObject *follower)
{
  if (asc_ui_get_settings () == NULL)
    return;
  asc_ui_watch_setting ("function-colors", G_CALLBACK (use_colors), follower);
  asc_ui_watch_setting ("hot-line-percent", G_CALLBACK (use_hot_lines), follower);
  use_colors (follower);
  use_hot_lines (follower);
}
