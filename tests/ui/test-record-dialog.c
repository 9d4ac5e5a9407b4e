/* test-record-dialog.c: a recording made in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "asc-record-dialog.h"
#include "asc-test-window.h"
#include "asc-ui-text.h"

static gboolean
is_ready (AscWindow *window, const char *argument)
{
  return asc_session_get_state (asc_window_get_session (window)) == ASC_SESSION_READY && !asc_session_is_naming (asc_window_get_session (window));
}

/* The labels below @widget, each on a line. */
static void
collect (GtkWidget *widget, GString *text)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect (child, text);
}

static char *
dup_text (GtkWidget *dialog)
{
  GString *text = g_string_new (NULL);

  collect (dialog, text);
  return g_string_free (text, FALSE);
}

static GtkWidget *
find_row (GtkWidget *widget, const char *title)
{
  GtkWidget *found = ADW_IS_PREFERENCES_ROW (widget) && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0 ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_row (child, title);
  return found;
}

static void
choose (const char *command, const char *directory)
{
  g_settings_set_string (asc_ui_get_settings (), "record-command", command);
  g_settings_set_string (asc_ui_get_settings (), "record-directory", directory);
}

/* Without a command there is nothing to start; with one the dialog shows what perf will be told. */
static void
test_form (void)
{
  g_autoptr (AscRecordMachine) machine = asc_record_machine_new ();
  AscWindow *window = asc_test_new_window ();
  GtkWidget *dialog;
  g_autofree char *text = NULL;

  choose ("", "");
  dialog = asc_record_dialog_new (window, "");
  g_assert_false (gtk_widget_get_sensitive (gtk_window_get_default_widget (GTK_WINDOW (dialog))));
  gtk_window_destroy (GTK_WINDOW (dialog));
  choose ("prog 'an argument'", "");
  dialog = asc_record_dialog_new (window, "page-faults");
  text = dup_text (dialog);
  if (asc_record_machine_get_problem (machine) != NULL)
    g_assert_nonnull (strstr (text, asc_record_machine_get_problem (machine)->title));
  else
    {
      g_assert_nonnull (strstr (text, "-e page-faults/period=1,"));
      g_assert_nonnull (strstr (text, "prog 'an argument'"));
      g_assert_true (gtk_widget_get_sensitive (gtk_window_get_default_widget (GTK_WINDOW (dialog))));
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The whole system needs no command; where it may not be recorded its switch cannot be turned on. */
static void
test_system (void)
{
  g_autoptr (AscRecordMachine) machine = asc_record_machine_new ();
  AscWindow *window = asc_test_new_window ();
  gboolean can = asc_record_machine_get_problem (machine) == NULL && asc_record_machine_get_lack (machine, ASC_ABILITY_SYSTEM) == NULL;
  GtkWidget *dialog;
  g_autofree char *text = NULL;

  choose ("", "");
  dialog = asc_record_dialog_new (window, "");
  gtk_window_present (GTK_WINDOW (dialog));
  asc_test_settle ();
  g_assert_false (gtk_widget_get_sensitive (gtk_window_get_default_widget (GTK_WINDOW (dialog))));
  adw_action_row_activate (ADW_ACTION_ROW (find_row (dialog, "The whole system")));
  /* The switch slides. */
  for (guint i = 0; i < 400 && can && !gtk_widget_get_sensitive (gtk_window_get_default_widget (GTK_WINDOW (dialog))); i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (5000);
    }
  asc_test_settle ();
  text = dup_text (dialog);
  g_assert_cmpint (strstr (text, "perf.data -a\n") != NULL, ==, can);
  g_assert_cmpint (gtk_widget_get_sensitive (gtk_window_get_default_widget (GTK_WINDOW (dialog))), ==, can);
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What was recorded is opened in the window that asked for it. */
static void
test_run (void)
{
  g_autoptr (AscRecordMachine) machine = asc_record_machine_new ();
  g_autofree char *folder = NULL;
  g_autofree char *experiment = NULL;
  g_autofree char *remove = NULL;
  g_autofree char *description = NULL;
  AscWindow *window;
  GtkWidget *dialog;

  if (asc_record_machine_get_problem (machine) != NULL)
    {
      g_test_skip ("perf may not record here");
      return;
    }
  folder = g_dir_make_tmp ("asc-XXXXXX", NULL);
  window = asc_test_new_window ();
  choose ("sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done'", folder);
  dialog = asc_record_dialog_new (window, "");
  gtk_editable_set_text (GTK_EDITABLE (find_row (dialog, "Variables of its environment (NAME=VALUE)")), "ASC_ONE=1 'ASC_TWO=2 3'");
  gtk_window_present (GTK_WINDOW (dialog));
  g_signal_emit_by_name (gtk_window_get_default_widget (GTK_WINDOW (dialog)), "clicked");
  asc_test_wait_for (is_ready, window, NULL);
  experiment = g_build_filename (folder, "sh.ascribe", "experiment.json", NULL);
  g_assert_true (g_file_get_contents (experiment, &description, NULL, NULL));
  g_assert_nonnull (strstr (description, "\"environment\": [\"ASC_ONE=1\", \"ASC_TWO=2 3\"]"));
  gtk_window_destroy (GTK_WINDOW (window));
  remove = g_strdup_printf ("rm -r '%s'", folder);
  g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
}

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_type (child, type);
  return found;
}

static gboolean
has_row (GtkWidget *list)
{
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0) != NULL;
}

/* The processes that run, found by their number, name and user; Enter takes the first. */
static void
test_processes (void)
{
  g_autoptr (GPtrArray) processes = asc_process_list_new ();
  AscWindow *window = asc_test_new_window ();
  g_autofree char *number = g_strdup_printf ("%d", (int) getpid ());
  const AscRunningProcess *mine = NULL;
  GtkWidget *dialog, *row, *search, *list;

  for (guint i = 0; i < processes->len && mine == NULL; i++)
    if (((AscRunningProcess *) g_ptr_array_index (processes, i))->pid == getpid ())
      mine = g_ptr_array_index (processes, i);
  g_assert_nonnull (mine);
  g_assert_true (mine->is_ours);
  g_assert_true (g_str_has_prefix (mine->name, "test-ui-record"));
  g_assert_true (asc_running_process_matches (mine, "RECORD"));
  g_assert_true (asc_running_process_matches (mine, number));
  g_assert_true (asc_running_process_matches (mine, mine->user));
  g_assert_false (asc_running_process_matches (mine, "record no-such-word"));

  choose ("", "");
  dialog = asc_record_dialog_new (window, "");
  gtk_window_present (GTK_WINDOW (dialog));
  asc_test_settle ();
  row = find_row (dialog, "Or the number of a process that runs");
  gtk_menu_button_popup (GTK_MENU_BUTTON (find_type (row, GTK_TYPE_MENU_BUTTON)));
  search = find_type (row, GTK_TYPE_SEARCH_ENTRY);
  list = find_type (row, GTK_TYPE_LIST_BOX);
  for (guint i = 0; i < 2000 && !has_row (list); i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  gtk_editable_set_text (GTK_EDITABLE (search), number);
  g_signal_emit_by_name (search, "search-changed");
  g_assert_true (has_row (list));
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (row)), ==, number);
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What was wrong stands below the form, with Retry. */
static void
test_failure (void)
{
  g_autoptr (AscRecordMachine) machine = asc_record_machine_new ();
  g_autoptr (GString) text = NULL;
  AscWindow *window;
  GtkWidget *dialog;

  if (asc_record_machine_get_problem (machine) != NULL)
    {
      g_test_skip ("perf may not record here");
      return;
    }
  window = asc_test_new_window ();
  choose ("no-such-program-here", "/tmp");
  dialog = asc_record_dialog_new (window, "");
  gtk_window_present (GTK_WINDOW (dialog));
  g_signal_emit_by_name (gtk_window_get_default_widget (GTK_WINDOW (dialog)), "clicked");
  for (guint i = 0; i < 20000 && (text == NULL || strstr (text->str, "cannot be run") == NULL); i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
      if (text != NULL)
        g_string_free (text, TRUE);
      text = g_string_new (NULL);
      collect (dialog, text);
    }
  g_assert_nonnull (strstr (text->str, "no-such-program-here"));
  g_assert_true (gtk_widget_get_sensitive (gtk_window_get_default_widget (GTK_WINDOW (dialog))));
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What was chosen is chosen the next time. */
static void
test_kept (void)
{
  GSettings *kept = asc_ui_get_settings ();
  AscWindow *window = asc_test_new_window ();
  GtkWidget *dialog;

  choose ("true", "/tmp");
  g_settings_set_string (kept, "record-environment", "ASC_KEPT=1");
  g_settings_set_string (kept, "record-stacks", "none");
  dialog = asc_record_dialog_new (window, "");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_row (dialog, "Variables of its environment (NAME=VALUE)"))), ==, "ASC_KEPT=1");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_row (dialog, "Folder in which it runs"))), ==, "/tmp");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (find_row (dialog, "Call stacks"))), ==, 2);
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (window));
  g_settings_reset (kept, "record-environment");
  g_settings_reset (kept, "record-stacks");
}

int
main (int argc, char *argv[])
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/record-dialog/form", test_form);
  g_test_add_func ("/record-dialog/system", test_system);
  g_test_add_func ("/record-dialog/processes", test_processes);
  g_test_add_func ("/record-dialog/failure", test_failure);
  g_test_add_func ("/record-dialog/kept", test_kept);
  g_test_add_func ("/record-dialog/run", test_run);
  return asc_test_window_run ();
}
