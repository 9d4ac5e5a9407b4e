/* asc-window-actions.c: what can be done in a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-export.h"
#include "asc-go-to.h"
#include "asc-metrics-dialog.h"
#include "asc-print.h"
#include "asc-recent.h"
#include "asc-ui-text.h"
#include "asc-window-private.h"

/* The metric's title is not to give way to the window's. */
#define METRIC_LABEL_CHARS 22
#define MENU_CHARS 60u

/* Opening */

static void
open_files (AscWindow *self, GFile **files, guint n_files)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n_files; i++)
    {
      char *path = g_file_get_path (files[i]);

      if (path != NULL)
        g_ptr_array_add (paths, path);
      else
        {
          g_autofree char *uri = g_file_get_uri (files[i]);
          /* TRANSLATORS: %s is the address of a file on another machine */
          g_autofree char *title = g_strdup_printf (_ ("“%s” is not on this computer"), uri);
          asc_window_toast (self, title);
          return;
        }
    }
  if (paths->len > 0)
    asc_session_open (self->session, (const char *const *) paths->pdata, paths->len);
}

typedef struct
{
  AscWindow *window;
  GPtrArray *files;
  GtkCheckButton *always;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_ptr_array_unref (question->files);
  g_free (question);
}

/* @where: as in the settings' schema. */
static void
open_in (AscWindow *window, GFile **files, guint n_files, const char *where)
{
  if (g_str_equal (where, "new-window"))
    {
      window = asc_window_new (gtk_window_get_application (GTK_WINDOW (window)), NULL);
      gtk_window_present (GTK_WINDOW (window));
    }
  open_files (window, files, n_files);
}

static void
answer_cb (AdwMessageDialog *dialog, const char *response, Question *question)
{
  GSettings *settings = asc_ui_get_settings ();

  if (g_str_equal (response, "cancel"))
    return;
  if (settings != NULL && gtk_check_button_get_active (question->always))
    g_settings_set_string (settings, "open-in", response);
  open_in (question->window, (GFile **) question->files->pdata, question->files->len, response);
}

/* Something is open already: where shall the new files go? */
static void
ask_where (AscWindow *self, GFile **files, guint n_files)
{
  g_autofree char *base = g_file_get_basename (files[0]);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *heading = NULL;
  Question *question = g_new0 (Question, 1);
  GtkWidget *always = gtk_check_button_new_with_mnemonic (_ ("_Do this always"));
  GtkWidget *dialog;

  question->window = self;
  question->always = GTK_CHECK_BUTTON (always);
  question->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (question->files, g_object_ref (files[i]));

  /* TRANSLATORS: %s is a file name */
  heading = g_strdup_printf (_ ("Open “%s”"), name);
  dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, _ ("This window shows an experiment already."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "replace", _ ("_Replace"),
                                    "new-window", _ ("_New Window"), NULL);
  gtk_widget_set_halign (always, GTK_ALIGN_CENTER);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), always);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "new-window", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "new-window");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (answer_cb), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
asc_window_open (AscWindow *self, GFile **files, guint n_files)
{
  GSettings *settings = asc_ui_get_settings ();
  g_autofree char *where = settings != NULL ? g_settings_get_string (settings, "open-in") : g_strdup ("ask");

  g_return_if_fail (ASC_IS_WINDOW (self));

  if (n_files == 0)
    return;
  if (asc_session_get_profile (self->session) == NULL)
    open_files (self, files, n_files);
  else if (g_str_equal (where, "ask"))
    ask_where (self, files, n_files);
  else
    open_in (self, files, n_files, where);
}

static void
chooser_response_cb (GtkNativeDialog *chooser, int response, AscWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) list = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
      g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

      for (guint i = 0; i < g_list_model_get_n_items (list); i++)
        g_ptr_array_add (files, g_list_model_get_item (list, i));
      asc_window_open (self, (GFile **) files->pdata, files->len);
    }
  g_object_unref (chooser);
}

static void
open_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Open Recordings"), GTK_WINDOW (self),
                                                               GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (chooser_response_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
open_sample_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree char *path = asc_recent_dup_sample_path (g_variant_get_string (parameter, NULL));
  g_autoptr (GFile) file = g_file_new_for_path (path);

  asc_window_open (data, &file, 1);
}

static void
open_uri_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  asc_window_open (data, &file, 1);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, AscWindow *self)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
    g_ptr_array_add (files, l->data);
  if (files->len == 0)
    return FALSE;
  asc_window_open (self, (GFile **) files->pdata, files->len);
  return TRUE;
}

static void
close_experiment_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;

  asc_window_keep_now (self);
  asc_session_close (self->session);
}

static void
cancel_load_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;

  asc_session_cancel (self->session);
}

static void
show_error_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *title;
  const char *detail;
  GtkWidget *dialog;

  g_variant_get (parameter, "(&s&s)", &title, &detail);
  dialog = adw_message_dialog_new (GTK_WINDOW (data), title, detail);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* For views, which do not know the window. */
static void
tell_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_window_toast (data, g_variant_get_string (parameter, NULL));
}

/* Walking about */

static void
go (AscWindow *self, int step)
{
  AscStop there;
  AscView *view;

  asc_window_flush_visit (self);
  if (!asc_history_go (&self->history, step, &there))
    return;
  self->walking = TRUE;
  asc_session_set_fragment (self->session, there.fragment);
  asc_session_select_function (self->session, there.function);
  asc_window_set_view (self, there.view);
  view = asc_window_get_current_view (self);
  if (ASC_VIEW_GET_CLASS (view)->set_zoom != NULL)
    ASC_VIEW_GET_CLASS (view)->set_zoom (view, there.zoom);
  self->walking = FALSE;
  asc_stop_clear (&there);
  asc_window_update_actions (self);
}

static void
back_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go (data, -1);
}

static void
forward_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go (data, 1);
}

static void
view_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_window_set_view (data, g_variant_get_string (parameter, NULL));
}

static void
view_number_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;
  const char *id = asc_view_list_get_nth (self->view_list, (guint) g_variant_get_int32 (parameter));

  if (id == NULL)
    return;
  asc_window_set_view (self, id);
  asc_window_focus_view (self);
}

/* F6: to the next pane that is on show. */
static void
walk_panes (AscWindow *self, int step)
{
  GtkWidget *panes[] = { GTK_WIDGET (self->view_list), GTK_WIDGET (self->views), GTK_WIDGET (self->details) };
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const int n = G_N_ELEMENTS (panes);
  int current = -1;

  for (int i = 0; i < n; i++)
    if (focus != NULL && gtk_widget_is_ancestor (focus, panes[i]))
      current = i;
  for (int i = 1; i <= n; i++)
    {
      GtkWidget *pane = panes[((current < 0 ? -1 : current) + i * step + 2 * n) % n];

      if (gtk_widget_get_child_visible (pane) && gtk_widget_get_mapped (pane)
          && gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD))
        return;
    }
}

static void
next_pane_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  walk_panes (data, 1);
}

static void
previous_pane_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  walk_panes (data, -1);
}

/* Searching */

/* Below the entry; NULL: nothing is wrong. */
static void
show_search_error (AscWindow *self, const char *message)
{
  gtk_label_set_text (self->search_error, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->search_error), message != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search_entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message != NULL ? message : "", -1);
}

/* What is typed, as something to search for. Returns: FALSE: it is no expression. */
static gboolean
update_matcher (AscWindow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search_entry));
  gboolean is_regex = gtk_toggle_button_get_active (self->search_regex);
  g_autoptr (GError) error = NULL;

  if (self->matcher != NULL && asc_matcher_is_regex (self->matcher) == is_regex && g_str_equal (asc_matcher_get_text (self->matcher), text))
    return TRUE;
  g_clear_pointer (&self->matcher, asc_matcher_unref);
  if (*text != '\0')
    self->matcher = asc_matcher_new (text, is_regex, &error);
  show_search_error (self, error != NULL ? error->message : NULL);
  return error == NULL;
}

void
asc_window_search (AscWindow *self, int step)
{
  AscView *view = asc_window_get_current_view (self);
  gboolean valid = update_matcher (self);
  g_autofree char *count = NULL;
  g_autofree char *label = NULL;
  guint n_matches;

  if (view == NULL || ASC_VIEW_GET_CLASS (view)->search == NULL)
    return;
  if (step != 0 && !gtk_search_bar_get_search_mode (self->search_bar))
    gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  n_matches = ASC_VIEW_GET_CLASS (view)->search (view, self->matcher, step);
  if (!valid)
    label = g_strdup (_ ("Not an expression"));
  else if (self->matcher != NULL)
    {
      count = asc_ui_format_count (n_matches);
      label = n_matches == 0 ? g_strdup (_ ("No matches"))
                             : g_strdup_printf (ngettext ("%s match", "%s matches", n_matches), count);
    }
  gtk_label_set_text (self->search_label, label != NULL ? label : "");
  if (self->matcher != NULL && asc_matcher_is_too_costly (self->matcher))
    show_search_error (self, _ ("Not all was searched: the expression takes too many steps."));
  if (n_matches == 0 && (self->matcher != NULL || !valid))
    gtk_widget_add_css_class (GTK_WIDGET (self->search_entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->search_entry), "error");
}

static void
search_next_action_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_window_search (data, 1);
}

static void
search_previous_action_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_window_search (data, -1);
}

/* Type to search: only with keys that no view uses for itself. */
static gboolean
key_pressed_cb (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType state, AscWindow *self)
{
  gunichar c = gdk_keyval_to_unicode (keyval);

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0
      || !(g_unichar_isalnum (c) || (c < 128 && c != 0 && strchr ("_<~:", (int) c) != NULL))
      || gtk_search_bar_get_search_mode (self->search_bar))
    return GDK_EVENT_PROPAGATE;
  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
  return gtk_event_controller_key_forward (controller, GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->search_entry))));
}

static void
search_mode_cb (AscWindow *self)
{
  AscView *view = asc_window_get_current_view (self);

  if (!gtk_search_bar_get_search_mode (self->search_bar))
    gtk_editable_set_text (GTK_EDITABLE (self->search_entry), "");
  else if (view != NULL && ASC_VIEW_GET_CLASS (view)->search == NULL)
    asc_window_set_view (self, "functions");
}

/* Metrics */

static void
metric_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  AscWindow *self = data;
  AscProfile *profile = asc_session_get_profile (self->session);
  int metric = profile != NULL ? asc_profile_find_metric (profile, g_variant_get_string (value, NULL)) : -1;

  if (metric >= 0)
    asc_session_set_metric (self->session, (guint) metric);
}

static void
metric_menu_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;

  gtk_menu_button_popup (self->metric_button);
}

/* A menu is some hundred widgets, and asked for at each step of the selection: made anew only for other metrics. */
static void
set_metric_menu (AscWindow *self, AscProfile *profile)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (GMenu) menu = NULL;
  g_autoptr (GMenu) metrics = NULL;
  g_autoptr (GMenu) more = NULL;

  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    g_string_append_printf (all, "%s\n%s\n", asc_profile_get_metric (profile, i)->id, asc_ui_metric_get_title (asc_profile_get_metric (profile, i)));
  if (g_strcmp0 (all->str, self->metric_menu) == 0)
    return;
  g_free (self->metric_menu);
  self->metric_menu = g_string_free (g_steal_pointer (&all), FALSE);
  menu = g_menu_new ();
  metrics = g_menu_new ();
  more = g_menu_new ();
  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    {
      const AscMetric *metric = asc_profile_get_metric (profile, i);
      g_autofree char *title = asc_ui_shorten (asc_ui_metric_get_title (metric), MENU_CHARS);
      g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

      g_menu_item_set_action_and_target (item, "win.metric", "s", metric->id);
      g_menu_append_item (metrics, item);
    }
  g_menu_append (more, _ ("_Metrics…"), "win.choose-metrics");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (metrics));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
  gtk_menu_button_set_menu_model (self->metric_button, G_MENU_MODEL (menu));
}

static void
update_metric_menu (AscWindow *self, AscProfile *profile)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "metric");
  const AscMetric *chosen = asc_profile_get_metric (profile, asc_session_get_metric (self->session));
  g_autofree char *title = asc_ui_shorten (asc_ui_metric_get_title (chosen), MENU_CHARS);

  set_metric_menu (self, profile);
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (chosen->id));
  gtk_label_set_text (self->metric_label, title);
  gtk_label_set_width_chars (self->metric_label, (int) MIN (asc_text_width (asc_ui_metric_get_title (chosen)), METRIC_LABEL_CHARS));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->metric_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  asc_ui_metric_get_title (chosen), -1);
}

static void
choose_metrics_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;

  gtk_window_present (GTK_WINDOW (asc_metrics_dialog_new (GTK_WINDOW (self), self->session)));
}

/* Copying */

static void
copy_text (AscWindow *self, const char *text, const char *toast)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  asc_window_toast (self, toast);
}

static void
copy_from_view (AscWindow *self, gboolean everything)
{
  AscView *view = asc_window_get_current_view (self);
  g_autofree char *text = NULL;
  g_autofree char *count = NULL;
  g_autofree char *toast = NULL;
  guint n_rows = 0;

  if (view == NULL || ASC_VIEW_GET_CLASS (view)->copy == NULL)
    return;
  text = ASC_VIEW_GET_CLASS (view)->copy (view, everything);
  if (text == NULL)
    return;
  for (const char *c = text; *c != '\0'; c++)
    n_rows += *c == '\n' && c > text && c[-1] != '\n';
  /* Without the line of headings. */
  n_rows = MAX (n_rows, 2) - 1;
  count = asc_ui_format_count (n_rows);
  toast = g_strdup_printf (ngettext ("Copied %s row", "Copied %s rows", n_rows), count);
  asc_ui_copy_rows (GTK_WIDGET (self), text);
  asc_window_toast (self, toast);
}

static void
copy_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  copy_from_view (data, FALSE);
}

static void
copy_table_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  copy_from_view (data, TRUE);
}

static void
copy_name_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;
  AscProfile *profile = asc_session_get_profile (self->session);
  guint32 function = asc_session_get_function (self->session);
  AscView *view = asc_window_get_current_view (self);
  g_autofree char *names = view != NULL && ASC_VIEW_GET_CLASS (view)->copy_names != NULL ? ASC_VIEW_GET_CLASS (view)->copy_names (view) : NULL;
  guint n = 1;

  if (names == NULL && profile != NULL && function != ASC_NONE)
    names = g_strdup (asc_profile_get_function (profile, function)->name);
  if (names == NULL)
    return;
  for (const char *c = names; *c != '\0'; c++)
    n += *c == '\n';
  copy_text (self, names, n > 1 ? _ ("Names copied") : _ ("Name copied"));
}

/* The chosen function at its hottest line, whatever line was looked at before. */
static void
show_source_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;

  asc_session_set_place (self->session, NULL, 0);
  asc_session_show_view (self->session, "source");
}

static void
show_disassembly_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;

  asc_session_set_address (self->session, 0);
  asc_session_show_view (self->session, "disassembly");
}

static void
export_table_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_export_ask (data);
}

static void
print_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_print_ask (data);
}

static void
open_folder_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_show_uri (data, g_variant_get_string (parameter, NULL), GDK_CURRENT_TIME);
}

/* In the view on show; where that is about what stands in the center, it is put there. */
static void
function_chosen_cb (AscWindow *self, guint function)
{
  AscView *view = asc_window_get_current_view (self);

  asc_session_select_function (self->session, function);
  if (view != NULL && ASC_VIEW_GET_CLASS (view)->centers)
    asc_session_set_center (self->session, function);
  asc_window_focus_view (self);
}

static void
go_to_function_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscWindow *self = data;
  GtkWidget *dialog = asc_go_to_new (GTK_WINDOW (self), self->session);

  g_signal_connect_object (dialog, "chosen", G_CALLBACK (function_chosen_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Filters */

static void
add_filter_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_filter_bar_type (((AscWindow *) data)->filter_bar);
}

static void
undo_filter_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_filtering_step (asc_session_get_filtering (((AscWindow *) data)->session), -1);
}

static void
redo_filter_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_filtering_step (asc_session_get_filtering (((AscWindow *) data)->session), 1);
}

static void
clear_filter_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  asc_filtering_set (asc_session_get_filtering (((AscWindow *) data)->session), NULL);
}

static const GActionEntry entries[] = {
  { .name = "open", .activate = open_cb },
  { .name = "open-sample", .activate = open_sample_cb, .parameter_type = "s" },
  { .name = "open-uri", .activate = open_uri_cb, .parameter_type = "s" },
  { .name = "close-experiment", .activate = close_experiment_cb },
  { .name = "cancel-load", .activate = cancel_load_cb },
  { .name = "show-error", .activate = show_error_cb, .parameter_type = "(ss)" },
  { .name = "tell", .activate = tell_cb, .parameter_type = "s" },
  { .name = "back", .activate = back_cb },
  { .name = "forward", .activate = forward_cb },
  { .name = "view", .activate = view_cb, .parameter_type = "s" },
  { .name = "view-number", .activate = view_number_cb, .parameter_type = "i" },
  { .name = "next-pane", .activate = next_pane_cb },
  { .name = "previous-pane", .activate = previous_pane_cb },
  { .name = "search-next", .activate = search_next_action_cb },
  { .name = "search-previous", .activate = search_previous_action_cb },
  { .name = "metric", .parameter_type = "s", .state = "''", .change_state = metric_cb },
  { .name = "metric-menu", .activate = metric_menu_cb },
  { .name = "choose-metrics", .activate = choose_metrics_cb },
  { .name = "add-filter", .activate = add_filter_cb },
  { .name = "undo-filter", .activate = undo_filter_cb },
  { .name = "redo-filter", .activate = redo_filter_cb },
  { .name = "clear-filter", .activate = clear_filter_cb },
  { .name = "show-source", .activate = show_source_cb },
  { .name = "show-disassembly", .activate = show_disassembly_cb },
  { .name = "copy", .activate = copy_cb },
  { .name = "copy-table", .activate = copy_table_cb },
  { .name = "copy-name", .activate = copy_name_cb },
  { .name = "export-table", .activate = export_table_cb },
  { .name = "print", .activate = print_cb },
  { .name = "open-folder", .activate = open_folder_cb, .parameter_type = "s" },
  { .name = "go-to-function", .activate = go_to_function_cb },
};

/* Those that need an open experiment. */
static const char *const data_actions[] = {
  "close-experiment", "view", "view-number", "next-pane", "previous-pane", "search", "search-regex", "search-next", "search-previous",
  "metric", "metric-menu", "choose-metrics", "add-filter", "copy", "copy-table", "copy-name", "export-table", "print", "go-to-function", "toggle-views", "toggle-details",
};

static void
set_enabled (AscWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  if (G_IS_SIMPLE_ACTION (action))
    g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

void
asc_window_update_actions (AscWindow *self)
{
  AscProfile *profile = asc_session_get_profile (self->session);
  gboolean ready = asc_session_get_state (self->session) == ASC_SESSION_READY && profile != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (data_actions); i++)
    set_enabled (self, data_actions[i], ready);
  set_enabled (self, "back", ready && asc_history_can_go (&self->history, -1));
  set_enabled (self, "forward", ready && asc_history_can_go (&self->history, 1));
  set_enabled (self, "undo-filter", ready && asc_filtering_can_step (asc_session_get_filtering (self->session), -1));
  set_enabled (self, "redo-filter", ready && asc_filtering_can_step (asc_session_get_filtering (self->session), 1));
  set_enabled (self, "clear-filter", ready && asc_filtering_get (asc_session_get_filtering (self->session)) != NULL);
  set_enabled (self, "show-source", ready && asc_view_list_has (self->view_list, "source"));
  set_enabled (self, "show-disassembly", ready && asc_view_list_has (self->view_list, "disassembly"));
  if (ready)
    update_metric_menu (self, profile);
}

static void
add_property_action (AscWindow *self, const char *name, gpointer object, const char *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

void
asc_window_install_actions (AscWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  add_property_action (self, "toggle-views", self->views_flap, "reveal-flap");
  add_property_action (self, "toggle-details", self->details_flap, "reveal-flap");
  add_property_action (self, "search", self->search_bar, "search-mode-enabled");
  add_property_action (self, "search-regex", self->search_regex, "active");

  g_signal_connect_object (self->search_bar, "notify::search-mode-enabled", G_CALLBACK (search_mode_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->views), keys);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}
