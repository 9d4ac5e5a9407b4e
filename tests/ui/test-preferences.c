/* test-preferences.c: what is chosen there is seen at once in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <adwaita.h>

#include "asc-preferences.h"
#include "asc-test-window.h"
#include "asc-ui-text.h"

/* The @n-th descendant of @type. */
static GtkWidget *
find_nth (GtkWidget *parent, GType type, guint *n)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found;

      if (G_TYPE_CHECK_INSTANCE_TYPE (child, type) && (*n)-- == 0)
        return child;
      found = find_nth (child, type, n);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
is_reloading (AscWindow *window, const char *unused)
{
  return asc_session_get_state (asc_window_get_session (window)) == ASC_SESSION_LOADING;
}

/* table_find has 26.07 % of the sample's CPU time. */
static void
test_follow (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  GtkWidget *dialog = asc_preferences_new (GTK_WINDOW (window));
  GSettings *settings = asc_ui_get_settings ();
  guint n = 1; /* below the style of names */

  gtk_window_present (GTK_WINDOW (dialog));
  asc_test_wait_for (asc_test_shows, window, "26.07%");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (asc_test_find_type (dialog, GTK_TYPE_SPIN_BUTTON)), 1);
  asc_test_wait_for (asc_test_shows, window, "26.1%");
  /* how the recording is read: it is read again */
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (asc_test_find_type (dialog, ADW_TYPE_COMBO_ROW))), ==,
                    0);
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_nth (dialog, ADW_TYPE_COMBO_ROW, &n)), 1);
  asc_test_wait_for (is_reloading, window, "reading again");
  asc_test_wait_for (asc_test_is_ready, window, "read again");
  {
    g_autofree char *view = g_settings_get_string (settings, "view-mode");

    g_assert_cmpstr (view, ==, "expert");
  }
  adw_combo_row_set_selected (ADW_COMBO_ROW (asc_test_find_type (dialog, ADW_TYPE_COMBO_ROW)), 1);
  asc_test_wait_for (is_reloading, window, "reading again");
  asc_test_wait_for (asc_test_is_ready, window, "read again");
  {
    g_autofree char *style = g_settings_get_string (settings, "name-style");

    g_assert_cmpstr (style, ==, "short");
  }
  gtk_window_destroy (GTK_WINDOW (dialog));
  asc_test_settle ();
  g_settings_reset (settings, "name-style");
  g_settings_reset (settings, "view-mode");
  g_settings_reset (settings, "percent-digits");
  asc_test_wait_for (asc_test_is_ready, window, "read again");
  asc_test_close_window (window);
}

/* Folders of source files are listed and taken away. */
static void
test_paths (void)
{
  AscWindow *window = asc_test_new_window ();
  GSettings *settings = asc_ui_get_settings ();
  const char *const paths[] = { "/build=/home/me", "/home/me/src", NULL };
  g_auto (GStrv) left = NULL;
  GtkWidget *dialog;
  GtkWidget *row;

  g_settings_set_strv (settings, "source-paths", paths);
  dialog = asc_preferences_new (GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (dialog));
  adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (dialog), "files");
  asc_test_settle ();
  g_assert_nonnull (asc_test_find_text (dialog, "/home/me/src"));
  row = gtk_widget_get_ancestor (asc_test_find_text (dialog, "/build → /home/me"), ADW_TYPE_ACTION_ROW);
  g_signal_emit_by_name (asc_test_find_type (row, GTK_TYPE_BUTTON), "clicked");
  asc_test_settle ();
  g_assert_null (asc_test_find_text (dialog, "/build → /home/me"));
  left = g_settings_get_strv (settings, "source-paths");
  g_assert_cmpuint (g_strv_length (left), ==, 1);
  g_assert_cmpstr (left[0], ==, "/home/me/src");
  g_settings_reset (settings, "source-paths");
  gtk_window_destroy (GTK_WINDOW (dialog));
  asc_test_close_window (window);
}

/* The entry row @title below @dialog. */
static GtkEditable *
find_entry_row (GtkWidget *dialog, const char *title)
{
  GtkWidget *row = NULL;

  for (guint n = 0; (row = find_nth (dialog, ADW_TYPE_ENTRY_ROW, &(guint){ n })) != NULL; n++)
    if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title))
      return GTK_EDITABLE (row);
  g_error ("no row “%s”", title);
}

/* A part of recorded paths is replaced: only once both are there. */
static void
test_map (void)
{
  AscWindow *window = asc_test_new_window ();
  GSettings *settings = asc_ui_get_settings ();
  GtkWidget *dialog = asc_preferences_new (GTK_WINDOW (window));
  g_auto (GStrv) kept = NULL;
  GtkEditable *to;

  gtk_window_present (GTK_WINDOW (dialog));
  adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (dialog), "files");
  asc_test_settle ();
  to = find_entry_row (dialog, "Are found below");
  gtk_editable_set_text (to, "/home/me");
  g_signal_emit_by_name (to, "entry-activated");
  kept = g_settings_get_strv (settings, "source-paths");
  g_assert_cmpuint (g_strv_length (kept), ==, 0);
  gtk_editable_set_text (find_entry_row (dialog, "Recorded paths that begin with"), "/build");
  g_signal_emit_by_name (to, "entry-activated");
  g_clear_pointer (&kept, g_strfreev);
  kept = g_settings_get_strv (settings, "source-paths");
  g_assert_cmpuint (g_strv_length (kept), ==, 1);
  g_assert_cmpstr (kept[0], ==, "/build=/home/me");
  g_settings_reset (settings, "source-paths");
  gtk_window_destroy (GTK_WINDOW (dialog));
  asc_test_close_window (window);
}

/* A pattern gives functions their colour in the drawings; hot lines begin where the setting says. */
static void
test_look (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  AscProfile *profile = asc_session_get_profile (asc_window_get_session (window));
  guint32 c = asc_test_find_function (window, "C");
  GSettings *settings = asc_ui_get_settings ();
  GtkWidget *dialog = asc_preferences_new (GTK_WINDOW (window));
  GtkWidget *button;
  GtkEditable *pattern;
  g_auto (GStrv) rules = NULL;

  gtk_window_present (GTK_WINDOW (dialog));
  asc_test_settle ();
  pattern = find_entry_row (dialog, "New pattern");
  gtk_editable_set_text (pattern, " D* ");
  g_signal_emit_by_name (pattern, "apply");
  gtk_editable_set_text (pattern, "C");
  g_signal_emit_by_name (pattern, "apply");
  rules = g_settings_get_strv (settings, "function-colors");
  g_assert_cmpuint (g_strv_length (rules), ==, 2);
  g_assert_true (g_str_has_prefix (rules[0], "C=#"));
  g_assert_true (g_str_has_prefix (rules[1], "D*=#"));
  {
    g_autoptr (AscFlameColors) colors = asc_flame_colors_new (profile, ASC_FLAME_COLOR_OBJECT, 0, FALSE);
    g_autofree char *rule = g_strdup_printf ("C=#%06X", colors->base[c]);

    g_assert_true (colors->is_chosen[c]);
    g_assert_cmpstr (rules[0], ==, rule);
  }
  asc_test_settle ();
  button = asc_test_find_type (gtk_widget_get_ancestor (asc_test_find_text (dialog, "C"), ADW_TYPE_ACTION_ROW), GTK_TYPE_COLOR_BUTTON);
  g_assert_nonnull (button);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (button), &(GdkRGBA){ 0, 0.5F, 1, 1 });
  g_signal_emit_by_name (button, "color-set");
  g_clear_pointer (&rules, g_strfreev);
  rules = g_settings_get_strv (settings, "function-colors");
  g_assert_cmpstr (rules[0], ==, "C=#0080FF");

  g_assert_cmpuint (asc_hot_lines_get_percent (), ==, ASC_HOT_LINE_PERCENT);
  g_settings_set_int (settings, "hot-line-percent", 55);
  g_assert_cmpuint (asc_hot_lines_get_percent (), ==, 55);
  g_settings_reset (settings, "hot-line-percent");
  g_settings_reset (settings, "function-colors");
  {
    g_autoptr (AscFlameColors) colors = asc_flame_colors_new (profile, ASC_FLAME_COLOR_OBJECT, 0, FALSE);

    g_assert_false (colors->is_chosen[c]);
  }
  asc_test_settle ();
  gtk_window_destroy (GTK_WINDOW (dialog));
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/preferences/follow", test_follow);
  g_test_add_func ("/preferences/paths", test_paths);
  g_test_add_func ("/preferences/map", test_map);
  g_test_add_func ("/preferences/look", test_look);
  return asc_test_window_run ();
}
