/* asc-record-dialog.c: see asc-record-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-record-dialog.h"

#include <glib/gi18n.h>

#include "asc-process-chooser.h"
#include "asc-ui-text.h"

#define TICK_MS 250

typedef struct
{
  GtkWidget *row;
  GtkSwitch *toggle;
} Choice;

struct _AscRecordDialog
{
  AdwWindow parent_instance;

  AscWindow *window; /* lent: the dialog is above it */
  AscRecordMachine *machine;
  AscRecording *recording; /* while it runs */
  guint tick;

  GtkWidget *form;
  GtkWidget *command;
  GtkWidget *directory;
  GtkWidget *environment;
  GtkWidget *process;
  Choice all;
  Choice states, page_faults, memory;
  Choice *counters; /* n_counters, as the machine has them */
  guint n_counters;
  GtkWidget *stacks;
  GtkSpinButton *frequency;
  GtkLabel *line;
  GtkLabel *status;
  GtkWidget *failure; /* why the last recording failed; hidden */
  GtkLabel *failure_text;
  GtkWidget *failure_copy;
  char *mend; /* of it */
  GtkButton *start;
};

G_DEFINE_FINAL_TYPE (AscRecordDialog, asc_record_dialog, ADW_TYPE_WINDOW)

static const AscRecordStacks stack_kinds[] = { ASC_RECORD_STACKS_FP, ASC_RECORD_STACKS_DWARF, ASC_RECORD_STACKS_NONE, ASC_RECORD_STACKS_LBR };

/* "What. Why. Command", for a row. Returns: (transfer full) */
static char *
describe (const AscProblem *problem)
{
  return problem->mend != NULL ? g_strdup_printf ("%s\n%s", problem->text, problem->mend) : g_strdup (problem->text);
}

/* Those that are switched on. Returns: (transfer full): NULL: none */
static char **
dup_counters (AscRecordDialog *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint n;
  const AscCounter *counters = asc_record_machine_get_counters (self->machine, &n);
  guint n_chosen = 0;

  for (guint i = 0; i < self->n_counters; i++)
    if (gtk_switch_get_active (self->counters[i].toggle))
      {
        g_strv_builder_add (names, counters[i].event);
        n_chosen++;
      }
  return n_chosen > 0 ? g_strv_builder_end (names) : NULL;
}

/* The form as settings. Returns: (transfer full): NULL with @error when the command is none */
static AscRecordSettings *
get_settings (AscRecordDialog *self, GError **error)
{
  g_autoptr (AscRecordSettings) settings = asc_record_settings_new ();
  const char *directory = gtk_editable_get_text (GTK_EDITABLE (self->directory));
  const char *process = gtk_editable_get_text (GTK_EDITABLE (self->process));
  const char *environment = gtk_editable_get_text (GTK_EDITABLE (self->environment));
  const char *command = gtk_editable_get_text (GTK_EDITABLE (self->command));
  guint64 pid;

  settings->all = gtk_switch_get_active (self->all.toggle);
  if (*environment != '\0' && !g_shell_parse_argv (environment, NULL, &settings->environment, error))
    return NULL;
  if (*process != '\0' && !settings->all)
    {
      if (!g_ascii_string_to_unsigned (process, 10, 1, G_MAXINT32, &pid, error))
        return NULL;
      settings->pids = g_new (gint32, 1);
      settings->pids[0] = (gint32) pid;
      settings->n_pids = 1;
    }
  else if ((!settings->all || *command != '\0') && !g_shell_parse_argv (command, NULL, &settings->command, error))
    return NULL;
  settings->directory = *directory != '\0' ? g_strdup (directory) : NULL;
  settings->states = gtk_switch_get_active (self->states.toggle);
  settings->page_faults = gtk_switch_get_active (self->page_faults.toggle);
  settings->memory = gtk_switch_get_active (self->memory.toggle);
  settings->events = dup_counters (self);
  settings->stacks = stack_kinds[adw_combo_row_get_selected (ADW_COMBO_ROW (self->stacks))];
  settings->frequency = (guint) gtk_spin_button_get_value_as_int (self->frequency);
  return g_steal_pointer (&settings);
}

static void
update (AscRecordDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscRecordSettings) settings = self->line != NULL ? get_settings (self, &error) : NULL;
  g_autoptr (AscRecordPlan) plan = settings != NULL ? asc_record_plan_new (settings, self->machine, &error) : NULL;
  g_autofree char *line = plan != NULL ? asc_record_plan_dup_command_line (plan, settings, "perf.data") : NULL;
  g_autofree char *wakeups = plan != NULL ? asc_record_plan_dup_wakeups_line (settings, self->machine, "wakeups.data") : NULL;
  g_autofree char *both = wakeups != NULL ? g_strconcat (line, "\n", wakeups, NULL) : g_strdup (line);

  if (self->line == NULL) /* the form is being made */
    return;
  gtk_label_set_text (self->line, both != NULL ? both : "");
  if (self->recording == NULL)
    gtk_widget_set_sensitive (GTK_WIDGET (self->start), plan != NULL);
}

static void
copy_cb (AscRecordDialog *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_text (self->line));
}

/* A name for the experiment that is free, in the command's folder or at home. Returns: (transfer full) */
static char *
dup_output (const AscRecordSettings *settings)
{
  const char *folder = settings->directory != NULL ? settings->directory : g_get_home_dir ();
  g_autofree char *stem = settings->command != NULL ? g_path_get_basename (settings->command[0])
                           : settings->all         ? g_strdup ("system")
                                                   : g_strdup_printf ("%d", settings->pids[0]);
  char *path = g_strdup_printf ("%s/%s.ascribe", folder, stem);

  for (guint i = 2; g_file_test (path, G_FILE_TEST_EXISTS); i++)
    {
      g_free (path);
      path = g_strdup_printf ("%s/%s.%u.ascribe", folder, stem, i);
    }
  return path;
}

static void
keep (AscRecordDialog *self, const AscRecordSettings *settings)
{
  GSettings *kept = asc_ui_get_settings ();

  if (kept == NULL)
    return;
  g_settings_set_string (kept, "record-command", gtk_editable_get_text (GTK_EDITABLE (self->command)));
  g_settings_set_string (kept, "record-directory", gtk_editable_get_text (GTK_EDITABLE (self->directory)));
  g_settings_set_string (kept, "record-environment", gtk_editable_get_text (GTK_EDITABLE (self->environment)));
  g_settings_set_string (kept, "record-stacks", asc_record_stacks_get_id (settings->stacks));
  g_settings_set_strv (kept, "record-counters", (const char *const *) settings->events);
  g_settings_set_boolean (kept, "record-all", settings->all);
  g_settings_set_boolean (kept, "record-memory", settings->memory);
  g_settings_set_boolean (kept, "record-states", settings->states);
  g_settings_set_boolean (kept, "record-page-faults", settings->page_faults);
  g_settings_set_int (kept, "record-frequency", (int) settings->frequency);
}

/* Why a recording failed, with the command that mends it. */
static void
show_failure (AscRecordDialog *self, const GError *error)
{
  g_free (self->mend);
  self->mend = error != NULL ? g_strdup (asc_record_error_get_mend (error)) : NULL;
  gtk_label_set_text (self->failure_text, error != NULL ? error->message : "");
  gtk_widget_set_visible (self->failure_copy, self->mend != NULL);
  gtk_widget_set_visible (self->failure, error != NULL);
}

static gboolean
tick_cb (gpointer data)
{
  AscRecordDialog *self = data;
  AscRecordingProgress progress;
  g_autofree char *size = NULL;
  g_autofree char *events = NULL;
  g_autofree char *lost = NULL;
  g_autofree char *text = NULL;

  asc_recording_get_progress (self->recording, &progress);
  size = g_format_size_full (progress.size_bytes, G_FORMAT_SIZE_IEC_UNITS);
  events = asc_ui_format_count (progress.n_events);
  lost = asc_ui_format_count (progress.n_lost);
  if (progress.phase == ASC_RECORDING_RUNNING)
    text = g_strdup_printf (_ ("Recording: %.1f s, %s, events: %s, lost: %s"), (double) progress.time_ns / 1e9, size, events, lost);
  else
    text = g_strdup (progress.phase == ASC_RECORDING_STARTING ? _ ("Starting perf") : _ ("Finishing the recording"));
  gtk_label_set_text (self->status, text);
  return G_SOURCE_CONTINUE;
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (asc_recording_run (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  AscRecordDialog *self = ASC_RECORD_DIALOG (source);
  g_autoptr (AscRecording) recording = g_steal_pointer (&self->recording);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;

  g_clear_handle_id (&self->tick, g_source_remove);
  gtk_widget_set_sensitive (self->form, TRUE);
  gtk_button_set_label (self->start, _ ("_Start"));
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      gtk_label_set_text (self->status, "");
      show_failure (self, error);
      update (self);
      return;
    }
  file = g_file_new_for_path (asc_recording_get_path (recording));
  asc_window_open (self->window, &file, 1);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
start (AscRecordDialog *self)
{
  g_autoptr (AscRecordSettings) settings = get_settings (self, NULL);
  g_autoptr (GTask) task = NULL;

  if (settings == NULL)
    return;
  keep (self, settings);
  show_failure (self, NULL);
  settings->output = dup_output (settings);
  self->recording = asc_recording_new (settings, self->machine);
  /* GTK 4.8 warns of a text that has the keyboard when it can no longer have it. */
  gtk_widget_grab_focus (GTK_WIDGET (self->start));
  gtk_widget_set_sensitive (self->form, FALSE);
  gtk_button_set_label (self->start, _ ("_Stop"));
  self->tick = g_timeout_add (TICK_MS, tick_cb, self);
  tick_cb (self);
  task = g_task_new (self, NULL, done_cb, NULL);
  g_task_set_task_data (task, asc_recording_ref (self->recording), (GDestroyNotify) asc_recording_unref);
  g_task_run_in_thread (task, run);
}

static void
start_cb (AscRecordDialog *self)
{
  if (self->recording != NULL)
    asc_recording_stop (self->recording, 0);
  else
    start (self);
}

/* A recording that runs is ended first, and shown. */
static gboolean
close_request (GtkWindow *window)
{
  AscRecordDialog *self = ASC_RECORD_DIALOG (window);

  if (self->recording == NULL)
    return GTK_WINDOW_CLASS (asc_record_dialog_parent_class)->close_request (window);
  asc_recording_stop (self->recording, 0);
  return TRUE;
}

static GtkWidget *
add_entry (AscRecordDialog *self, GtkWidget *group, const char *title, const char *text)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (row), TRUE);
  g_signal_connect_object (row, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return row;
}

static GtkWidget *
add_row (GtkWidget *group, const char *title, const char *subtitle, GtkWidget *suffix)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_set_valign (suffix, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), suffix);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), suffix);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return row;
}

static void
copy_mend_cb (GtkWidget *button)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (button), g_object_get_data (G_OBJECT (button), "mend"));
}

/* @mend: what it copies; NULL: the caller connects it */
static GtkWidget *
new_copy_button (const char *mend)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  asc_ui_set_tooltip (button, _ ("Copy the command"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Copy the command"), -1);
  if (mend == NULL)
    return button;
  g_object_set_data_full (G_OBJECT (button), "mend", g_strdup (mend), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (copy_mend_cb), NULL);
  return button;
}

/* @lack: what keeps it from being recorded, or only recorded in part (@partly). */
static void
add_choice (AscRecordDialog *self, GtkWidget *group, Choice *choice, const char *title, const char *text, const AscProblem *lack, gboolean partly, gboolean active)
{
  g_autofree char *why = lack != NULL ? describe (lack) : g_strdup (text);

  choice->toggle = GTK_SWITCH (gtk_switch_new ());
  gtk_switch_set_active (choice->toggle, active && (lack == NULL || partly));
  choice->row = add_row (group, title, why, GTK_WIDGET (choice->toggle));
  gtk_widget_set_sensitive (GTK_WIDGET (choice->toggle), lack == NULL || partly);
  if (lack != NULL && lack->mend != NULL)
    adw_action_row_add_suffix (ADW_ACTION_ROW (choice->row), new_copy_button (lack->mend));
  g_signal_connect_object (choice->toggle, "notify::active", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

static GtkWidget *
add_group (GtkWidget *page, const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (group));
  return group;
}

static void
retry_cb (AscRecordDialog *self)
{
  AscWindow *window = self->window;

  gtk_window_destroy (GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (asc_record_dialog_new (window, "")));
}

/* What keeps anything from being recorded: the command that mends it, and Retry for when it has been run. */
static void
add_problem (AscRecordDialog *self, GtkWidget *page)
{
  const AscProblem *problem = asc_record_machine_get_problem (self->machine);
  g_autofree char *why = problem != NULL ? describe (problem) : NULL;

  GtkWidget *retry;
  GtkWidget *row;

  if (problem == NULL)
    return;
  retry = gtk_button_new_with_mnemonic (_ ("_Retry"));
  g_signal_connect_object (retry, "clicked", G_CALLBACK (retry_cb), self, G_CONNECT_SWAPPED);
  row = add_row (add_group (page, ""), problem->title, why, retry);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("dialog-warning-symbolic"));
  if (problem->mend != NULL)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), new_copy_button (problem->mend));
}

static void
add_program (AscRecordDialog *self, GtkWidget *page)
{
  GSettings *kept = asc_ui_get_settings ();
  g_autofree char *command = kept != NULL ? g_settings_get_string (kept, "record-command") : g_strdup ("");
  g_autofree char *directory = kept != NULL ? g_settings_get_string (kept, "record-directory") : g_strdup ("");
  g_autofree char *environment = kept != NULL ? g_settings_get_string (kept, "record-environment") : g_strdup ("");
  GtkWidget *group = add_group (page, _ ("Program"));

  self->command = add_entry (self, group, _ ("Command with arguments"), command);
  self->directory = add_entry (self, group, _ ("Folder in which it runs"), directory);
  self->environment = add_entry (self, group, _ ("Variables of its environment (NAME=VALUE)"), environment);
  self->process = add_entry (self, group, _ ("Or the number of a process that runs"), "");
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (self->process), asc_process_chooser_new (GTK_EDITABLE (self->process)));
  add_choice (self, group, &self->all, _ ("The whole system"), _ ("All processes, for as long as the command runs, or until Stop"), asc_record_machine_get_lack (self->machine, ASC_ABILITY_SYSTEM), FALSE,
              kept != NULL && g_settings_get_boolean (kept, "record-all"));
}

static void
add_stacks (AscRecordDialog *self, GtkWidget *group, const char *kept)
{
  const gboolean has_lbr = asc_record_machine_get_lack (self->machine, ASC_ABILITY_LBR) == NULL;
  const char *const names[] = { _ ("Frame pointers"), _ ("Copies of the stack (DWARF)"), _ ("None"), has_lbr ? _ ("The processor's record of calls (LBR)") : NULL, NULL };
  GtkStringList *list = gtk_string_list_new (names);

  self->stacks = adw_combo_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->stacks), _ ("Call stacks"));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->stacks), G_LIST_MODEL (list));
  g_object_unref (list);
  for (guint i = 0; i < G_N_ELEMENTS (stack_kinds) - !has_lbr; i++)
    if (g_strcmp0 (kept, asc_record_stacks_get_id (stack_kinds[i])) == 0)
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->stacks), i);
  g_signal_connect_object (self->stacks, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), self->stacks);
}

/* The events of the processor: those that this machine has, each with a switch; without any it is said why. */
static void
add_counters (AscRecordDialog *self, GtkWidget *page)
{
  GSettings *kept = asc_ui_get_settings ();
  g_auto (GStrv) chosen = kept != NULL ? g_settings_get_strv (kept, "record-counters") : NULL;
  GtkWidget *group = add_group (page, _ ("Counters of the Processor"));
  const AscCounter *counters = asc_record_machine_get_counters (self->machine, &self->n_counters);
  guint n_here = 0;

  self->counters = g_new0 (Choice, self->n_counters);
  for (guint i = 0; i < self->n_counters; i++)
    n_here += counters[i].problem == NULL;
  if (n_here == 0 && self->n_counters > 0)
    add_row (group, _ ("None can be recorded here"), counters[0].problem->text, counters[0].problem->mend != NULL ? new_copy_button (counters[0].problem->mend) : gtk_label_new (NULL));
  for (guint i = 0; i < self->n_counters; i++)
    {
      const gboolean active = counters[i].problem == NULL && chosen != NULL && g_strv_contains ((const char *const *) chosen, counters[i].event);

      add_choice (self, group, &self->counters[i], counters[i].event, "", counters[i].problem, FALSE, active);
      gtk_widget_set_visible (self->counters[i].row, n_here > 0);
    }
}

static void
add_choices (AscRecordDialog *self, GtkWidget *page, const char *preset)
{
  GSettings *kept = asc_ui_get_settings ();
  g_autofree char *stacks = kept != NULL ? g_settings_get_string (kept, "record-stacks") : NULL;
  GtkWidget *group = add_group (page, _ ("Record"));
  AscRecordMachine *machine = self->machine;

  self->frequency = GTK_SPIN_BUTTON (gtk_spin_button_new_with_range (1, ASC_RECORD_FREQUENCY_MOST, /* as in the settings' schema */ 100));
  gtk_spin_button_set_value (self->frequency, kept != NULL ? g_settings_get_int (kept, "record-frequency") : ASC_RECORD_FREQUENCY);
  g_signal_connect_object (self->frequency, "value-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  add_row (group, _ ("Samples a second"), "", GTK_WIDGET (self->frequency));
  add_stacks (self, group, stacks);
  add_choice (self, group, &self->states, _ ("Thread states"), _ ("Each wait: why, where and how long"), asc_record_machine_get_lack (machine, ASC_ABILITY_STATES), TRUE,
              (kept != NULL && g_settings_get_boolean (kept, "record-states")) || g_str_equal (preset, "states"));
  add_choice (self, group, &self->page_faults, _ ("Page faults"), _ ("Each with its address"), asc_record_machine_get_lack (machine, ASC_ABILITY_PAGE_FAULTS), FALSE,
              (kept != NULL && g_settings_get_boolean (kept, "record-page-faults")) || g_str_equal (preset, "page-faults"));
  add_choice (self, group, &self->memory, _ ("Memory accesses"), "", asc_record_machine_get_lack (machine, ASC_ABILITY_MEMORY), FALSE, kept != NULL && g_settings_get_boolean (kept, "record-memory"));
  add_counters (self, page);
}

static void
add_line (AscRecordDialog *self, GtkWidget *page)
{
  GtkWidget *group = add_group (page, _ ("What perf Is Told"));
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  self->line = GTK_LABEL (asc_ui_new_label ("", 0, "monospace"));
  gtk_label_set_wrap (self->line, TRUE);
  gtk_label_set_wrap_mode (self->line, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (self->line, TRUE);
  gtk_widget_add_css_class (button, "flat");
  asc_ui_set_tooltip (button, _ ("Copy"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Copy"), -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (copy_cb), self, G_CONNECT_SWAPPED);
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), button);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->line));
}

static void
asc_record_dialog_finalize (GObject *object)
{
  AscRecordDialog *self = ASC_RECORD_DIALOG (object);

  g_clear_handle_id (&self->tick, g_source_remove);
  asc_record_machine_unref (self->machine);
  g_free (self->counters);
  g_free (self->mend);
  G_OBJECT_CLASS (asc_record_dialog_parent_class)->finalize (object);
}

static void
asc_record_dialog_class_init (AscRecordDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_record_dialog_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = close_request;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
asc_record_dialog_init (AscRecordDialog *self)
{
  self->machine = asc_record_machine_new ();
}

static void
copy_failure_cb (AscRecordDialog *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->mend);
}

/* Where it is said why a recording failed, with the command to copy and Retry. */
static GtkWidget *
new_failure (AscRecordDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *retry = gtk_button_new_with_mnemonic (_ ("_Retry"));
  GtkWidget *parts[] = { gtk_image_new_from_icon_name ("dialog-error-symbolic"), asc_ui_new_label ("", 0, NULL), new_copy_button (NULL), retry };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_box_append (GTK_BOX (box), parts[i]);
  self->failure = box;
  self->failure_text = GTK_LABEL (parts[1]);
  self->failure_copy = parts[2];
  g_signal_connect_object (parts[2], "clicked", G_CALLBACK (copy_failure_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (retry, "clicked", G_CALLBACK (start_cb), self, G_CONNECT_SWAPPED);
  gtk_label_set_wrap (self->failure_text, TRUE);
  gtk_label_set_wrap_mode (self->failure_text, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (self->failure_text, TRUE);
  gtk_widget_set_hexpand (parts[1], TRUE);
  gtk_widget_set_valign (retry, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (box, 18);
  gtk_widget_set_margin_end (box, 18);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_visible (box, FALSE);
  return box;
}

static void
build (AscRecordDialog *self, const char *preset)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();

  self->start = GTK_BUTTON (gtk_button_new_with_mnemonic (_ ("_Start")));
  gtk_widget_add_css_class (GTK_WIDGET (self->start), "suggested-action");
  g_signal_connect_object (self->start, "clicked", G_CALLBACK (start_cb), self, G_CONNECT_SWAPPED);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), GTK_WIDGET (self->start));
  self->status = GTK_LABEL (asc_ui_new_label ("", 0.5f, "numeric"));
  gtk_label_set_wrap (self->status, TRUE);
  gtk_widget_set_margin_top (GTK_WIDGET (self->status), 6);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->status), 12);
  self->form = adw_preferences_page_new ();
  gtk_widget_set_vexpand (self->form, TRUE);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), self->form);
  gtk_box_append (GTK_BOX (box), new_failure (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->status));
  adw_window_set_content (ADW_WINDOW (self), box);
  add_problem (self, self->form);
  add_program (self, self->form);
  add_choices (self, self->form, preset);
  add_line (self, self->form);
  gtk_window_set_default_widget (GTK_WINDOW (self), GTK_WIDGET (self->start));
}

GtkWidget *
asc_record_dialog_new (AscWindow *window, const char *preset)
{
  AscRecordDialog *self = g_object_new (ASC_TYPE_RECORD_DIALOG, "transient-for", window, "modal", TRUE, "destroy-with-parent", TRUE, "title", _ ("New Recording"),
                                        "default-width", 640, "default-height", 720, NULL);

  self->window = window;
  build (self, preset);
  update (self);
  return GTK_WIDGET (self);
}
