/* test-window.c: a real window, driven by its actions and seen through its widgets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <adwaita.h>

#include "asc-details.h"
#include "asc-screenshots.h"
#include "asc-test-paths.h"
#include "asc-test-window.h"
#include "asc-ui-text.h"
#include "asc-view-list.h"

/* The sibling of the label @name in its row that shows the value. */
static void
assert_row (AscWindow *window, const char *name, const char *value, const char *percent)
{
  GtkWidget *functions = gtk_widget_get_ancestor (asc_test_find_text (GTK_WIDGET (window), "Hottest functions"),
                                                  ADW_TYPE_PREFERENCES_GROUP);
  GtkWidget *label;
  GtkWidget *row;

  g_assert_nonnull (functions);
  label = asc_test_find_text (functions, name);
  g_assert_nonnull (label);
  row = gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW);
  g_assert_nonnull (asc_test_find_text (row, value));
  g_assert_nonnull (asc_test_find_text (row, percent));
}

static void
test_start (void)
{
  AscWindow *window = asc_test_new_window ();

  asc_test_wait_for (asc_test_shows, window, "Open…");
  asc_test_wait_for (asc_test_shows, window, "Try the Sample");
  g_assert_false (gtk_widget_activate_action (GTK_WIDGET (window), "win.nothing-like-that", NULL));
  asc_test_close_window (window);
}

/* Figure 2-1: every number that its text gives. */
static void
test_figure (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");

  asc_test_wait_for (asc_test_shows, window, "figure-2-1.folded");
  assert_row (window, "E", "10", "31.25%");
  assert_row (window, "B", "5", "15.62%");
  assert_row (window, "C", "5", "15.62%");
  assert_row (window, "main", "2", "6.25%");
  /* details of the hottest function */
  asc_test_wait_for (asc_test_shows, window, "Heaviest stack");
  asc_test_wait_for (asc_test_shows, window, "Exclusive");
  asc_test_wait_for (asc_test_shows, window, "10\n31.25%");
  asc_test_close_window (window);
}

/* The details follow the selection: C has 5 of its own, 25 with what it calls, from B 15 and from A 10; A has none of
 * its own. */
static void
test_details (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");

  asc_session_select_function (asc_window_get_session (window), asc_test_find_function (window, "C"));
  asc_test_wait_for (asc_test_shows, window, "25\n78.12%");
  asc_test_wait_for (asc_test_shows, window, "5\n15.62%");
  asc_test_wait_for (asc_test_shows, window, "Callers");
  asc_test_wait_for (asc_test_shows, window, "46.88%");
  asc_test_wait_for (asc_test_shows, window, "31.25%");
  asc_test_wait_for (asc_test_shows, window, "Callees");

  asc_session_select_function (asc_window_get_session (window), asc_test_find_function (window, "A"));
  asc_test_wait_for (asc_test_shows, window, "10\n31.25%");
  asc_test_wait_for (asc_test_shows, window, "0");
  g_assert_false (asc_test_shows (window, "0\n0.00%"));

  asc_test_activate (window, "win.toggle-details");
  asc_test_wait_for (asc_test_hides, window, "Heaviest stack");
  asc_test_activate (window, "win.toggle-details");
  asc_test_wait_for (asc_test_shows, window, "Heaviest stack");
  asc_test_close_window (window);
}

/* Activation leads to the callers and callees; Back leads back. */
static void
test_back_and_forward (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  AscSession *session = asc_window_get_session (window);
  GtkWidget *functions = gtk_widget_get_ancestor (asc_test_find_text (GTK_WIDGET (window), "Hottest functions"),
                                                  ADW_TYPE_PREFERENCES_GROUP);
  GtkWidget *row = gtk_widget_get_ancestor (asc_test_find_text (functions, "C"), GTK_TYPE_LIST_BOX_ROW);
  guint32 c = asc_test_find_function (window, "C");
  guint32 e = asc_session_get_center (session);

  g_assert_cmpuint (c, !=, e);
  gtk_widget_activate (row);
  asc_test_wait_for (asc_test_in_view, window, "callers-callees");
  g_assert_cmpuint (asc_session_get_center (session), ==, c);
  g_assert_cmpuint (asc_session_get_function (session), ==, c);
  asc_test_activate (window, "win.back");
  asc_test_wait_for (asc_test_in_view, window, "overview");
  g_assert_cmpuint (asc_session_get_center (session), ==, e);
  asc_test_activate (window, "win.forward");
  asc_test_wait_for (asc_test_in_view, window, "callers-callees");
  g_assert_cmpuint (asc_session_get_center (session), ==, c);
  asc_test_activate (window, "win.view-number(0)");
  asc_test_wait_for (asc_test_in_view, window, "overview");
  asc_test_close_window (window);
}

/* Every view that the data can fill is shown, by its number. */
static void
test_all_views (void)
{
  /* Whether there are source lines depends on the debug files of this machine's libraries. */
  static const struct
  {
    const char *id;
    gboolean may_be_hidden;
  } expected[] = {
    { "overview" },   { "functions" },   { "callers-callees" }, { "call-tree" },   { "bottom-up" },
    { "call-graph" }, { "flame-graph" }, { "source", TRUE },    { "disassembly" }, { "source-disassembly", TRUE }, { "lines", TRUE },
    { "pcs" },        { "timeline" },    { "threads" },         { "processes" },   { "cpus" },
    { "objects" },    { "quality" },
  };
  AscWindow *window = asc_test_new_window_with_sample ("words");
  guint number = 0;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *action = g_strdup_printf ("win.view-number(%u)", number);

      asc_test_activate (window, action);
      asc_test_settle ();
      if (expected[i].may_be_hidden && !asc_test_in_view (window, expected[i].id))
        continue;
      asc_test_wait_for (asc_test_in_view, window, expected[i].id);
      g_assert_true (
          G_TYPE_CHECK_INSTANCE_TYPE (asc_test_find_shown_view (window), asc_view_list_find_type (expected[i].id)));
      number++;
    }
  asc_test_activate (window, "win.view-number(0)");
  asc_test_wait_for (asc_test_in_view, window, "overview");
  asc_test_close_window (window);
}

static void
test_error (void)
{
  AscWindow *window = asc_test_new_window ();
  g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent/lost.data");
  GtkWidget *button;

  asc_window_open (window, &file, 1);
  asc_test_wait_for (asc_test_shows, window, "Could not open “lost.data”");
  asc_test_wait_for (asc_test_shows, window, "No Experiment Open");
  button = gtk_widget_get_ancestor (asc_test_find_text (GTK_WIDGET (window), "Details"), GTK_TYPE_BUTTON);
  g_assert_nonnull (button);
  asc_test_close_window (window);
}

/* A file's name is no markup. */
static void
test_error_name (void)
{
  AscWindow *window = asc_test_new_window ();
  g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent/a&b<c.data");

  asc_window_open (window, &file, 1);
  asc_test_wait_for (asc_test_shows, window, "Could not open “a&b<c.data”");
  asc_test_close_window (window);
}

/* A file that cannot be opened leaves what is open as it is. */
static void
test_error_keeps (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  const char *paths[] = { "/nonexistent/lost.data" };

  asc_session_open (asc_window_get_session (window), paths, 1);
  asc_test_wait_for (asc_test_shows, window, "Could not open “lost.data”");
  asc_test_wait_for (asc_test_shows, window, "Hottest functions");
  asc_test_close_window (window);
}

static guint
count_windows (GtkApplication *application)
{
  guint n = 0;

  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    n += ASC_IS_WINDOW (l->data);
  return n;
}

/* The question on screen, or NULL. */
static AdwMessageDialog *
find_dialog (void)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *l = toplevels; l != NULL; l = l->next)
    if (ADW_IS_MESSAGE_DIALOG (l->data) && gtk_widget_get_mapped (l->data))
      return l->data;
  return NULL;
}

static gboolean
is_asked (AscWindow *window, const char *unused)
{
  return find_dialog () != NULL;
}

static gboolean
is_answered (AscWindow *window, const char *unused)
{
  return find_dialog () == NULL;
}

/* Another process asks for a file, and is answered @response; the choice is kept when @always. */
static void
open_and_answer (AscWindow *window, GFile *file, const char *response, gboolean always)
{
  AdwMessageDialog *dialog;

  g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))), &file, 1, "");
  asc_test_wait_for (is_asked, window, "the question");
  dialog = find_dialog ();
  g_assert_cmpstr (adw_message_dialog_get_heading (dialog), ==, "Open “figure-2-1.folded”");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (adw_message_dialog_get_extra_child (dialog)), always);
  adw_message_dialog_response (dialog, response);
  gtk_window_destroy (GTK_WINDOW (dialog)); /* as its buttons do */
  asc_test_wait_for (is_answered, window, "the answer");
}

/* A window that shows something asks where the next file shall go, and once told so no more. */
static void
test_open_second (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  AscSession *session = asc_window_get_session (window);
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
  g_autofree char *path = g_build_filename (asc_dirs_get_data (), "samples", "figure-2-1.folded", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  open_and_answer (window, file, "cancel", TRUE);
  g_assert_true (g_str_has_suffix (asc_session_get_paths (session)[0], "words"));
  open_and_answer (window, file, "replace", FALSE);
  asc_test_wait_for (asc_test_is_ready, window, "the sample");
  g_assert_cmpstr (asc_session_get_paths (session)[0], ==, path);
  g_assert_cmpuint (count_windows (application), ==, 1);
  open_and_answer (window, file, "new-window", TRUE);
  g_assert_cmpuint (count_windows (application), ==, 2);
  g_application_open (G_APPLICATION (application), &file, 1, "");
  asc_test_settle ();
  g_assert_null (find_dialog ());
  g_settings_reset (asc_ui_get_settings (), "open-in");
  for (GList *l = g_list_last (gtk_application_get_windows (application)); l != NULL; l = g_list_last (gtk_application_get_windows (application)))
    {
      AscWindow *last = l->data;

      asc_test_wait_for (asc_test_is_ready, last, "the sample");
      asc_test_close_window (last);
    }
}

static void
test_search (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  AscSession *session = asc_window_get_session (window);
  GtkSearchEntry *entry = GTK_SEARCH_ENTRY (asc_test_find_type (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY));
  guint32 first;

  asc_test_activate (window, "win.search");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  gtk_editable_set_text (GTK_EDITABLE (entry), "main");
  asc_test_wait_for (asc_test_shows, window, "1 match");
  g_assert_cmpuint (asc_session_get_function (asc_window_get_session (window)), ==,
                    asc_test_find_function (window, "main"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "no such function");
  asc_test_wait_for (asc_test_shows, window, "No matches");
  /* As an expression it finds, and goes on where it is activated again; a wrong one is said to be wrong. */
  asc_test_activate (window, "win.search-regex");
  gtk_editable_set_text (GTK_EDITABLE (entry), "^[a-c]$");
  asc_test_wait_for (asc_test_shows, window, "3 matches");
  first = asc_session_get_function (session);
  asc_test_activate (window, "win.search-next");
  g_assert_cmpuint (asc_session_get_function (session), !=, first);
  asc_test_activate (window, "win.search-previous");
  g_assert_cmpuint (asc_session_get_function (session), ==, first);
  gtk_editable_set_text (GTK_EDITABLE (entry), "(a");
  asc_test_wait_for (asc_test_shows, window, "Not an expression");
  asc_test_activate (window, "win.search-regex");
  asc_test_wait_for (asc_test_shows, window, "No matches");
  asc_test_activate (window, "win.search");
  asc_test_wait_for (asc_test_hides, window, "No matches");
  asc_test_close_window (window);
}

/* The metric that was chosen colours, sorts and is first in the sentence. */
static void
test_metric (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  AscSession *session = asc_window_get_session (window);
  AscProfile *profile = asc_session_get_profile (session);
  guint metric = asc_session_get_metric (session);
  guint other = (metric + 1) % asc_profile_get_n_metrics (profile);
  g_autofree char *action = g_strdup_printf ("win.metric::%s", asc_profile_get_metric (profile, other)->id);

  asc_test_activate (window, action);
  g_assert_cmpuint (asc_session_get_metric (session), ==, other);
  asc_test_wait_for (asc_test_shows, window, asc_profile_get_metric (profile, other)->title);
  asc_test_close_window (window);
}

/* Whatever the data says, in every view: the window keeps its size. */
static void
test_long_names (void)
{
  static const guint lengths[] = { 300, 8000, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *folder = g_dir_make_tmp ("ascribe-XXXXXX", NULL);
      g_autofree char *path = g_build_filename (folder, "long.folded", NULL);
      g_autofree char *name = g_strnfill (lengths[i], 'n');
      g_autofree char *text
          = g_strdup_printf ("main;a 1\n%s_a;%s_b 5\n%s_a;%s_c 3\nmain;%s_b 2\n", name, name, name, name, name);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      AscWindow *window = asc_test_new_window ();

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      asc_window_open (window, &file, 1);
      asc_test_wait_for (asc_test_is_ready, window, path);
      asc_test_wait_for (asc_test_shows, window, "Heaviest stack");
      for (guint view = 0; view < 9; view++)
        {
          g_autofree char *action = g_strdup_printf ("win.view-number(%u)", view);
          int width;

          asc_test_activate (window, action);
          asc_test_settle ();
          gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
          g_assert_cmpint (width, <=, 1280);
          gtk_widget_measure (asc_test_find_type (GTK_WIDGET (window), ASC_TYPE_DETAILS), GTK_ORIENTATION_HORIZONTAL,
                              -1, NULL, &width, NULL, NULL);
          g_assert_cmpint (width, <=, 400);
          g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 1280);
        }
      asc_test_close_window (window);
      remove (path);
      remove (folder);
    }
}

static gboolean
has_metric_width (AscWindow *window, const char *unused)
{
  GtkWidget *table = asc_test_find_type (asc_test_find_shown_view (window), GTK_TYPE_COLUMN_VIEW);
  g_autoptr (GtkColumnViewColumn) column
      = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (table)), 0);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (table, "1.423 100.00%");
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return gtk_column_view_column_get_fixed_width (column) > width
         && gtk_column_view_column_get_fixed_width (column) < 2 * width;
}

/* Numbers have the room that they need, however large the text is, also when it changes. */
static void
test_large_text (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autofree char *font = NULL;
  AscWindow *window;
  int dpi;

  g_object_get (settings, "gtk-font-name", &font, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 192 * 1024, NULL);
  window = asc_test_new_window_with_sample ("words");
  asc_test_activate (window, "win.view-number(1)");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  asc_test_wait_for (has_metric_width, window, "192 dpi");
  g_object_set (settings, "gtk-font-name", "Cantarell 22", NULL);
  asc_test_wait_for (has_metric_width, window, "22 pt at 192 dpi");
  g_object_set (settings, "gtk-font-name", font, "gtk-xft-dpi", dpi, NULL);
  asc_test_wait_for (has_metric_width, window, "as at first");
  asc_test_close_window (window);
}

/* A recording that is cut off is shown as far as it goes, and that is said. */
static void
test_damage (void)
{
  g_autofree char *sample = g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "words", "perf.data", NULL);
  g_autofree char *folder = g_dir_make_tmp ("ascribe-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "cut \xff.data", NULL);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = g_strdup_printf ("“%s” is damaged", name);
  g_autofree char *text = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  AscWindow *window = asc_test_new_window ();
  gsize size;

  g_file_get_contents (sample, &text, &size, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (path, text, 90000, NULL));
  asc_window_open (window, &file, 1);
  asc_test_wait_for (asc_test_shows, window, title);
  asc_test_wait_for (asc_test_shows, window, "Hottest functions");
  asc_test_close_window (window);
  remove (path);
  remove (folder);
}

static gboolean
has_focus_in_table (AscWindow *window, const char *unused)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && gtk_widget_is_ancestor (focus, asc_test_find_shown_view (window))
         && gtk_widget_get_ancestor (focus, GTK_TYPE_COLUMN_VIEW) != NULL;
}

/* A view that is chosen by its key has the keyboard, wherever that was. */
static void
test_focus (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");

  for (guint view = 1; view < 5; view++)
    {
      g_autofree char *action = g_strdup_printf ("win.view-number(%u)", view);

      gtk_widget_grab_focus (asc_test_find_type (GTK_WIDGET (window), GTK_TYPE_TOGGLE_BUTTON));
      g_assert_false (has_focus_in_table (window, NULL));
      asc_test_activate (window, action);
      asc_test_wait_for (has_focus_in_table, window, action);
    }
  asc_test_close_window (window);
}

static gboolean
has_pane_widths (AscWindow *window, const char *unused)
{
  double scale = asc_ui_get_text_scale (GTK_WIDGET (window));

  return gtk_widget_get_width (asc_test_find_type (GTK_WIDGET (window), ASC_TYPE_VIEW_LIST)) == (int)(260 * scale)
         && gtk_widget_get_width (asc_test_find_type (GTK_WIDGET (window), ASC_TYPE_DETAILS)) == (int)(350 * scale);
}

/* The panes are as wide as they were left. */
static void
test_pane_widths (void)
{
  GSettings *settings = asc_ui_get_settings ();
  AscWindow *window;

  if (settings == NULL)
    {
      g_test_skip ("no settings schema");
      return;
    }
  g_settings_set_int (settings, "views-width", 260);
  g_settings_set_int (settings, "details-width", 350);
  window = asc_test_new_window_with_sample ("figure-2-1.folded");
  asc_test_wait_for (has_pane_widths, window, "260 and 350");
  g_settings_reset (settings, "views-width");
  g_settings_reset (settings, "details-width");
  asc_test_close_window (window);
}

static gboolean
has_help_overlay (AscWindow *window, const char *unused)
{
  GtkWidget *overlay = GTK_WIDGET (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window)));

  return overlay != NULL && gtk_widget_get_mapped (overlay);
}

/* The window of shortcuts comes without a warning: those end the test. */
static void
test_shortcuts (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");

  asc_test_activate (window, "win.show-help-overlay");
  asc_test_wait_for (has_help_overlay, window, "shortcuts");
  for (guint i = 0; i < 20; i++)
    {
      g_usleep (10000);
      asc_test_settle ();
    }
  gtk_window_close (GTK_WINDOW (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window))));
  asc_test_settle ();
  asc_test_close_window (window);
}

/* Before its first frame a window has nothing to draw. */
static gboolean
can_save (AscWindow *window, const char *path)
{
  return asc_screenshots_save (GTK_WINDOW (window), path, NULL);
}

static void
test_picture (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  g_autofree char *folder = g_dir_make_tmp ("ascribe-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "picture.png", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  asc_test_wait_for (can_save, window, path);
  texture = gdk_texture_new_from_filename (path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, gtk_widget_get_width (GTK_WIDGET (window)));
  remove (path);
  remove (folder);
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/window/start", test_start);
  g_test_add_func ("/window/figure", test_figure);
  g_test_add_func ("/window/details", test_details);
  g_test_add_func ("/window/back-and-forward", test_back_and_forward);
  g_test_add_func ("/window/all-views", test_all_views);
  g_test_add_func ("/window/error", test_error);
  g_test_add_func ("/window/error-name", test_error_name);
  g_test_add_func ("/window/open-second", test_open_second);
  g_test_add_func ("/window/error-keeps", test_error_keeps);
  g_test_add_func ("/window/search", test_search);
  g_test_add_func ("/window/metric", test_metric);
  g_test_add_func ("/window/long-names", test_long_names);
  g_test_add_func ("/window/large-text", test_large_text);
  g_test_add_func ("/window/damage", test_damage);
  g_test_add_func ("/window/focus", test_focus);
  g_test_add_func ("/window/pane-widths", test_pane_widths);
  g_test_add_func ("/window/shortcuts", test_shortcuts);
  g_test_add_func ("/window/picture", test_picture);
  return asc_test_window_run ();
}
