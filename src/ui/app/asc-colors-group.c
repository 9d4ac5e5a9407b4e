/* asc-colors-group.c: see asc-colors-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-colors-group.h"

#include <glib/gi18n.h>

#include "ascribe.h"
#include "asc-ui-text.h"
#include "asc-view.h"

#define KEY "function-colors"
/* What a new pattern gets: far from the colours of load objects. */
#define NEW_COLOR 0xF6D32Du

struct _AscColorsGroup
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows; /* of the patterns' rows, lent */
  gboolean changing; /* the rows are right already */

  GtkEditable *pattern;
};

G_DEFINE_FINAL_TYPE (AscColorsGroup, asc_colors_group, ADW_TYPE_PREFERENCES_GROUP)

static char *
make_rule (const char *pattern, guint32 color)
{
  return g_strdup_printf ("%s=#%06X", pattern, color);
}

/* Keeps the rules, with @rule (nullable: none) in the place of the @at-th; -1: before all. */
static void
change_rules (AscColorsGroup *self, int at, const char *rule)
{
  GSettings *settings = asc_ui_get_settings ();
  g_auto (GStrv) kept = settings != NULL ? g_settings_get_strv (settings, KEY) : NULL;
  g_autoptr (GPtrArray) rules = g_ptr_array_new ();

  if (kept == NULL)
    return;
  if (at < 0)
    g_ptr_array_add (rules, (gpointer) rule);
  for (int i = 0; kept[i] != NULL; i++)
    if (i != at)
      g_ptr_array_add (rules, kept[i]);
    else if (rule != NULL)
      g_ptr_array_add (rules, (gpointer) rule);
  g_ptr_array_add (rules, NULL);
  g_settings_set_strv (settings, KEY, (const char *const *) rules->pdata);
}

/* Which rule the row of @child shows. */
static int
find_rule (AscColorsGroup *self, GtkWidget *child)
{
  GtkWidget *row = gtk_widget_get_ancestor (child, ADW_TYPE_ACTION_ROW);
  guint i;

  return g_ptr_array_find (self->rows, row, &i) ? GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "asc-rule")) : -1;
}

static void
remove_cb (GtkWidget *button, AscColorsGroup *self)
{
  int rule = find_rule (self, button);

  if (rule >= 0)
    change_rules (self, rule, NULL);
}

static void
color_set_cb (GtkWidget *button, AscColorsGroup *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ACTION_ROW);
  int at = find_rule (self, button);
  GdkRGBA color;
  g_autofree char *rule = NULL;

  if (at < 0)
    return;
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &color);
  rule = make_rule (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)),
                    (guint32) (color.red * 255 + 0.5F) << 16 | (guint32) (color.green * 255 + 0.5F) << 8 | (guint32) (color.blue * 255 + 0.5F));
  self->changing = TRUE;
  change_rules (self, at, rule);
  self->changing = FALSE;
}

static void
add_row (AscColorsGroup *self, int rule, const char *pattern, guint32 color)
{
  GtkWidget *row = adw_action_row_new ();
  GdkRGBA rgba = { (float) (color >> 16 & 0xff) / 255, (float) (color >> 8 & 0xff) / 255, (float) (color & 0xff) / 255, 1 };
  GtkWidget *colors = gtk_color_button_new_with_rgba (&rgba);
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-delete-symbolic");
  g_autofree char *color_name = NULL;
  g_autofree char *button_name = g_strdup_printf (_ ("Remove %s"), pattern);

  /* TRANSLATORS: %s is a pattern of function names */
  color_name = g_strdup_printf (_ ("Color of %s"), pattern);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), pattern);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 3);
  g_object_set_data (G_OBJECT (row), "asc-rule", GINT_TO_POINTER (rule));
  gtk_color_button_set_title (GTK_COLOR_BUTTON (colors), color_name);
  gtk_widget_set_valign (colors, GTK_ALIGN_CENTER);
  asc_ui_set_tooltip (colors, color_name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (colors), GTK_ACCESSIBLE_PROPERTY_LABEL, color_name, -1);
  g_signal_connect (colors, "color-set", G_CALLBACK (color_set_cb), self);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  asc_ui_set_tooltip (button, _ ("Remove"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, button_name, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (remove_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), colors);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  g_ptr_array_add (self->rows, row);
}

static void
show_rules (AscColorsGroup *self)
{
  GSettings *settings = asc_ui_get_settings ();
  g_auto (GStrv) rules = settings != NULL ? g_settings_get_strv (settings, KEY) : NULL;

  if (self->changing)
    return;
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (int i = 0; rules != NULL && rules[i] != NULL; i++)
    {
      g_autofree char *pattern = NULL;
      guint32 color;

      if (asc_function_colors_parse (rules[i], &pattern, &color))
        add_row (self, i, pattern, color);
    }
}

static void
apply_cb (AscColorsGroup *self)
{
  g_autofree char *pattern = g_strstrip (g_strdup (gtk_editable_get_text (self->pattern)));
  g_autofree char *rule = make_rule (pattern, NEW_COLOR);

  if (*pattern == '\0')
    return;
  gtk_editable_set_text (self->pattern, "");
  change_rules (self, -1, rule);
}

static void
asc_colors_group_finalize (GObject *object)
{
  g_ptr_array_unref (ASC_COLORS_GROUP (object)->rows);
  G_OBJECT_CLASS (asc_colors_group_parent_class)->finalize (object);
}

static void
asc_colors_group_class_init (AscColorsGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = asc_colors_group_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-colors-group"));
  gtk_widget_class_bind_template_child (widget_class, AscColorsGroup, pattern);
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
}

static void
asc_colors_group_init (AscColorsGroup *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  asc_ui_watch_setting (KEY, G_CALLBACK (show_rules), self);
  show_rules (self);
}
