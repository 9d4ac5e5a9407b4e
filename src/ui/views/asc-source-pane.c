/* asc-source-pane.c: see asc-source-pane.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-source-pane.h"

#include <glib/gi18n.h>

#include "asc-code-text.h"
#include "asc-hot-keys.h"
#include "asc-ui-text.h"
#include "asc-view.h"

/* Rows of the list of what is elsewhere, and paths of the list of those tried. */
#define MAX_LISTED 12u
#define NAME_CHARS 40
/* As often as the loading page asks. */
#define POLL_MS 100u

struct _AscSourcePane
{
  AdwBin parent_instance;

  AscSession *session;
  GCancellable *cancellable; /* of the newest load, while it runs */
  AscSourceDownload download; /* what that load may have to download */
  guint timer;               /* asks how the download goes, while a load runs */
  AscSourceFile *file;       /* on screen, or NULL */
  guint32 function;          /* chosen when it was shown */
  gboolean choosing;         /* the pane itself chooses a function */

  GtkRevealer *warning_revealer;
  GtkLabel *warning;
  GtkStack *pages;
  GtkSpinner *spinner;
  GtkLabel *progress;
  GtkButton *stop_button;
  AscCodeText *code;
  GtkMenuButton *elsewhere_button;
  GtkBox *elsewhere;
  AdwStatusPage *missing;
  GtkLabel *tried;
  AdwStatusPage *nothing;
};

G_DEFINE_FINAL_TYPE (AscSourcePane, asc_source_pane, ADW_TYPE_BIN)

static guint shown_signal;

static AscProfile *
get_profile (AscSourcePane *self)
{
  return asc_session_get_profile (self->session);
}

/* What stands beside no line */

static GtkWidget *
new_elsewhere_row (AscSourcePane *self, guint row)
{
  const AscFileLine *line = asc_file_lines_get (self->file->lines, row);
  guint metric = asc_session_get_metric (self->session);
  gint64 value = asc_file_lines_get_exclusive (self->file->lines, row, metric);
  const AscMetric *m = asc_profile_get_metric (get_profile (self), metric);
  g_autofree char *percent = asc_ui_format_percent (value, m->total);
  g_autofree char *exact = asc_ui_format_value_long (m, value);
  g_autofree char *name = asc_ui_shorten (asc_profile_get_function (get_profile (self), line->function)->name, 200);
  g_autofree char *number = g_strdup_printf ("%u", line->line);
  g_autofree char *text = line->line != 0       ? /* TRANSLATORS: a function and a line number that its source file does not have */
                                                  g_strdup_printf (_ ("%s, line %s"), name, number)
                          : line->file != NULL ? /* TRANSLATORS: a function and another source file that some of its code is from */
                                                  g_strdup_printf (_ ("%s, from %s"), name, line->file)
                                                : g_strdup (name);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = asc_ui_new_label (text, 0, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), asc_ui_new_label (percent, 1, "numeric"));
  asc_ui_set_tooltip (box, exact);
  return box;
}

static gboolean
is_elsewhere (AscSourcePane *self, guint row)
{
  return row >= asc_file_lines_get_n_lines (self->file->lines) || asc_file_lines_get (self->file->lines, row)->line > asc_source_text_get_n_lines (self->file->text);
}

static void
show_elsewhere (AscSourcePane *self)
{
  guint metric = asc_session_get_metric (self->session), n = 0;
  const AscMetric *m = asc_profile_get_metric (get_profile (self), metric);
  g_autofree char *percent = NULL;
  g_autofree char *text = NULL;
  GtkWidget *child;
  gint64 sum = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->elsewhere))) != NULL)
    gtk_box_remove (self->elsewhere, child);
  for (guint row = 0; row < asc_file_lines_get_size (self->file->lines); row++)
    {
      gint64 value = is_elsewhere (self, row) ? asc_file_lines_get_exclusive (self->file->lines, row, metric) : 0;

      if (value == 0)
        continue;
      sum += value;
      if (n++ < MAX_LISTED)
        gtk_box_append (self->elsewhere, new_elsewhere_row (self, row));
    }
  if (n > MAX_LISTED)
    {
      g_autofree char *count = asc_ui_format_count (n - MAX_LISTED);
      g_autofree char *more = g_strdup_printf (ngettext ("%s more function", "%s more functions", n - MAX_LISTED), count);

      gtk_box_append (self->elsewhere, asc_ui_new_label (more, 0, "dim-label"));
    }
  percent = asc_ui_format_percent (sum, m->total);
  /* TRANSLATORS: %s is a percentage: what functions of a source file spent in code of which no line of it is known */
  text = g_strdup_printf (_ ("On no line of this file: %s"), percent);
  gtk_menu_button_set_label (self->elsewhere_button, text);
  gtk_widget_set_visible (GTK_WIDGET (self->elsewhere_button), n > 0);
}

/* Pages */

static void
show_missing (AscSourcePane *self)
{
  g_autoptr (GString) tried = g_string_new (NULL);
  g_autofree char *name = g_path_get_basename (asc_file_lines_get_file (self->file->lines));
  g_autofree char *description = NULL;

  if (self->file->problem != NULL)
    /* TRANSLATORS: a source file, and why it could not be read */
    description = g_strdup_printf (_ ("“%s” could not be read: %s"), name, self->file->problem);
  else
    /* TRANSLATORS: a source file */
    description = g_strdup_printf (_ ("“%s” is at none of these places."), name);
  for (guint i = 0; i < MIN (self->file->found.tried->len, MAX_LISTED); i++)
    {
      g_autofree char *path = asc_ui_shorten (g_ptr_array_index (self->file->found.tried, i), 200);

      g_string_append_printf (tried, "%s%s", i > 0 ? "\n" : "", path);
    }
  if (self->file->problem != NULL)
    g_string_assign (tried, self->file->found.path);
  {
    g_autofree char *markup = g_markup_escape_text (description, -1);

    adw_status_page_set_description (self->missing, markup);
  }
  gtk_label_set_text (self->tried, tried->str);
  gtk_stack_set_visible_child_name (self->pages, "missing");
}

static void
show_nothing (AscSourcePane *self)
{
  guint32 function = asc_session_get_function (self->session);
  g_autofree char *text = NULL;

  if (function == ASC_NONE || function == ASC_FUNCTION_TOTAL)
    text = g_strdup (_ ("Select a function to see its source."));
  else
    {
      g_autofree char *name = asc_ui_shorten (asc_profile_get_function (get_profile (self), function)->name, 100);
      g_autofree char *escaped = g_markup_escape_text (name, -1);

      /* TRANSLATORS: a function */
      text = g_strdup_printf (_ ("“%s” has no debug information."), escaped);
    }
  adw_status_page_set_description (self->nothing, text);
  gtk_stack_set_visible_child_name (self->pages, "nothing");
}

static void
show_warning (AscSourcePane *self)
{
  const char *text = NULL;

  if (self->file->text != NULL && self->file->found.age == ASC_SOURCE_NEWER_THAN_OBJECT)
    text = _ ("This file is newer than the program: its lines may have moved.");
  else if (self->file->text != NULL && self->file->found.age == ASC_SOURCE_NEWER_THAN_RECORDING)
    text = _ ("This file is newer than the recording: its lines may have moved.");
  else if (self->file->text != NULL && self->file->found.age == ASC_SOURCE_DIFFERS)
    text = _ ("This file differs from the one that was compiled: its lines may have moved.");
  gtk_label_set_text (self->warning, text != NULL ? text : "");
  gtk_revealer_set_reveal_child (self->warning_revealer, text != NULL);
}

static void
show_text (AscSourcePane *self)
{
  gtk_stack_set_visible_child_name (self->pages, "text");
  asc_code_text_set_text (self->code, self->file->shown, asc_file_lines_get_file (self->file->lines), self->file->lines);
  asc_source_pane_metric_changed (self);
  asc_code_text_show_line (self->code, MAX (self->file->line, 1));
}

/* Loading */

static gboolean
poll_cb (gpointer data)
{
  AscSourcePane *self = data;
  gint64 done = 0, total = 0;
  const char *title = asc_progress_get (self->download.progress, &done, &total);
  g_autofree char *text = title != NULL ? asc_ui_describe_progress (title, done, total) : NULL;

  if (text == NULL)
    return G_SOURCE_CONTINUE;
  gtk_label_set_text (self->progress, text);
  gtk_widget_set_visible (GTK_WIDGET (self->stop_button), TRUE);
  gtk_stack_set_visible_child_name (self->pages, "loading");
  gtk_spinner_start (self->spinner);
  return G_SOURCE_CONTINUE;
}

static void
end_load (AscSourcePane *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->download.cancellable);
  g_clear_pointer (&self->download.progress, asc_progress_unref);
  gtk_spinner_stop (self->spinner);
  gtk_label_set_text (self->progress, "");
  gtk_widget_set_visible (GTK_WIDGET (self->stop_button), FALSE);
}

static void
begin_load (AscSourcePane *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  end_load (self);
  self->cancellable = g_cancellable_new ();
  self->download = (AscSourceDownload){ asc_progress_new (), g_cancellable_new () };
  self->timer = g_timeout_add (POLL_MS, poll_cb, self);
}

static void
stop_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscSourcePane *self = ASC_SOURCE_PANE (widget);

  if (self->download.cancellable != NULL)
    g_cancellable_cancel (self->download.cancellable);
}

static void
loaded_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  AscSourceFile *file = asc_source_load_finish (result, &error);
  AscSourcePane *self = data; /* kept by the load */

  /* The newest request wins. */
  if (file != NULL && self->cancellable == g_task_get_cancellable (G_TASK (result)) && get_profile (self) != NULL
      && asc_lines_get_profile (file->all) == get_profile (self))
    {
      end_load (self);
      g_clear_pointer (&self->file, asc_source_file_free);
      self->file = g_steal_pointer (&file);
      show_warning (self);
      if (self->file->lines == NULL)
        show_nothing (self);
      else if (self->file->text == NULL)
        show_missing (self);
      else
        show_text (self);
      g_signal_emit (self, shown_signal, 0);
    }
  g_clear_pointer (&file, asc_source_file_free);
  g_object_unref (self);
}

static void
load (AscSourcePane *self)
{
  AscLines *lines = self->file != NULL && asc_lines_get_profile (self->file->all) == get_profile (self) ? self->file->all : NULL;
  guint32 line;
  const char *file = asc_session_get_place (self->session, &line);

  begin_load (self);
  self->function = asc_session_get_function (self->session);
  if (self->file == NULL)
    {
      gtk_stack_set_visible_child_name (self->pages, "loading");
      gtk_spinner_start (self->spinner);
    }
  asc_source_load_async (self->session, lines, self->function, file, line, &self->download, self->cancellable, loaded_cb, g_object_ref (self));
}

void
asc_source_pane_profile_changed (AscSourcePane *self)
{
  load (self);
}

void
asc_source_pane_metric_changed (AscSourcePane *self)
{
  if (self->file == NULL || self->file->text == NULL || asc_lines_get_profile (self->file->all) != get_profile (self))
    return;
  asc_code_text_set_columns (self->code, asc_session_get_columns (self->session), asc_session_get_metric (self->session));
  show_elsewhere (self);
}

/* Within the file that is shown it is enough to scroll. */
void
asc_source_pane_selection_changed (AscSourcePane *self)
{
  guint32 line, function = asc_session_get_function (self->session);
  const char *place = asc_session_get_place (self->session, &line);
  g_autofree char *normal = place != NULL ? asc_path_normalize (place) : NULL;

  if (self->choosing || self->cancellable != NULL || self->file == NULL || asc_lines_get_profile (self->file->all) != get_profile (self))
    {
      if (!self->choosing)
        load (self);
      return;
    }
  if (place == NULL && function == self->function)
    return;
  if (place == NULL)
    line = asc_source_file_find_function (self->file, function, asc_session_get_metric (self->session));
  else if (self->file->lines == NULL || !g_str_equal (normal, asc_file_lines_get_file (self->file->lines)))
    line = 0;
  self->function = function;
  if (line == 0 || self->file->text == NULL)
    load (self);
  else if (line != asc_code_text_get_line (self->code))
    asc_code_text_show_line (self->code, line);
}

/* The whole window follows the line that was clicked. */
static void
line_chosen_cb (AscSourcePane *self, guint line)
{
  guint32 row = self->file != NULL && self->file->lines != NULL ? asc_file_lines_find (self->file->lines, line) : ASC_NONE;

  self->choosing = TRUE;
  if (row != ASC_NONE)
    asc_session_select_function (self->session, asc_file_lines_get (self->file->lines, row)->function);
  self->function = asc_session_get_function (self->session);
  if (self->file != NULL && self->file->lines != NULL)
    asc_session_set_place (self->session, asc_file_lines_get_file (self->file->lines), line);
  self->choosing = FALSE;
}

static void
function_chosen_cb (AscSourcePane *self, guint function)
{
  asc_session_set_place (self->session, NULL, 0);
  asc_session_select_function (self->session, function);
}

static void
hot_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  asc_source_pane_go_hot (ASC_SOURCE_PANE (widget), g_str_equal (name, "source.next-hot") ? 1 : -1);
}

static void
calls_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscSourcePane *self = ASC_SOURCE_PANE (widget);

  if (self->file != NULL && self->file->text != NULL)
    asc_code_text_show_calls (self->code, asc_code_text_get_line (self->code));
}

static void
located_cb (GtkNativeDialog *chooser, int response, AscSourcePane *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL && self->file != NULL && self->file->lines != NULL)
    {
      asc_source_load_remember (asc_file_lines_get_file (self->file->lines), path);
      load (self);
    }
  g_object_unref (chooser);
}

static void
locate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscSourcePane *self = ASC_SOURCE_PANE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *base = NULL;
  g_autofree char *title = NULL;
  GtkFileChooserNative *chooser;

  if (self->file == NULL || self->file->lines == NULL)
    return;
  base = g_path_get_basename (asc_file_lines_get_file (self->file->lines));
  /* TRANSLATORS: title of a file chooser; %s is a file name */
  title = g_strdup_printf (_ ("Where Is “%s”?"), base);
  chooser = gtk_file_chooser_native_new (title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (located_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

guint
asc_source_pane_search (AscSourcePane *self, AscMatcher *matcher, int step)
{
  return self->file != NULL && self->file->text != NULL ? asc_code_text_search (self->code, matcher, step) : 0;
}

static void
append_row (AscSourcePane *self, GString *out, guint32 line, guint32 row)
{
  guint metric = asc_session_get_metric (self->session);
  gint64 exclusive = row != ASC_NONE ? asc_file_lines_get_exclusive (self->file->lines, row, metric) : 0;
  gint64 inclusive = row != ASC_NONE ? asc_file_lines_get_inclusive (self->file->lines, row, metric) : 0;
  gsize length;
  const char *text = asc_source_text_get_line (self->file->text, line, &length);

  g_string_append_printf (out, "%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%u\t%.*s\n", exclusive, inclusive, line, (int) length, text);
}

static char *
dup_selected_text (AscSourcePane *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (asc_code_text_get_view (self->code)));
  GtkTextIter start, end;

  return gtk_text_buffer_get_selection_bounds (buffer, &start, &end) ? gtk_text_buffer_get_text (buffer, &start, &end, FALSE) : NULL;
}

char *
asc_source_pane_copy (AscSourcePane *self, gboolean everything)
{
  GString *out;
  char *selected;
  guint32 current;

  if (self->file == NULL || self->file->text == NULL)
    return NULL;
  selected = everything ? NULL : dup_selected_text (self);
  if (selected != NULL)
    return selected;
  out = g_string_new (NULL);
  current = asc_code_text_get_line (self->code);
  g_string_append_printf (out, "%s\t%s\t%s\t%s\n", asc_ui_flavor_get_title (ASC_FLAVOR_EXCLUSIVE), asc_ui_flavor_get_title (ASC_FLAVOR_INCLUSIVE), C_ ("column", "Line"), C_ ("column", "Text"));
  for (guint32 line = 1; line <= asc_source_text_get_n_lines (self->file->text); line++)
    if (everything || line == current)
      append_row (self, out, line, asc_file_lines_find (self->file->lines, line));
  return g_string_free (out, FALSE);
}

/* "Exclusive, s" */
static void
append_flavor (GString *out, AscFlavor flavor, AscScale scale)
{
  if (*scale.symbol == '\0')
    g_string_append (out, asc_ui_flavor_get_title (flavor));
  else
    /* TRANSLATORS: second line of a column's header: the flavor of a metric and its unit, "Exclusive, s" */
    g_string_append_printf (out, C_ ("column header", "%1$s, %2$s"), asc_ui_flavor_get_title (flavor), scale.symbol);
}

char *
asc_source_pane_dup_sheet (AscSourcePane *self, guint max_rows, guint *n_rows)
{
  guint metric = asc_session_get_metric (self->session);
  AscScale scale = asc_ui_metric_get_scale (asc_profile_get_metric (asc_session_get_profile (self->session), metric));
  GString *out;

  *n_rows = 0;
  if (self->file == NULL || self->file->text == NULL)
    return NULL;
  *n_rows = asc_source_text_get_n_lines (self->file->text);
  out = g_string_new (NULL);
  append_flavor (out, ASC_FLAVOR_EXCLUSIVE, scale);
  g_string_append_c (out, '\t');
  append_flavor (out, ASC_FLAVOR_INCLUSIVE, scale);
  g_string_append_printf (out, "\t%s\t%s\n", C_ ("column", "Line"), C_ ("column", "Text"));
  for (guint32 line = 1; line <= MIN (*n_rows, max_rows); line++)
    {
      guint32 row = asc_file_lines_find (self->file->lines, line);
      gint64 exclusive = row != ASC_NONE ? asc_file_lines_get_exclusive (self->file->lines, row, metric) : 0;
      gint64 inclusive = row != ASC_NONE ? asc_file_lines_get_inclusive (self->file->lines, row, metric) : 0;
      g_autofree char *own = exclusive != 0 ? asc_format_value (exclusive, scale, TRUE) : g_strdup ("");
      g_autofree char *all = inclusive != 0 ? asc_format_value (inclusive, scale, TRUE) : g_strdup ("");
      gsize length;
      const char *text = asc_source_text_get_line (self->file->text, line, &length);

      g_string_append_printf (out, "%s\t%s\t%u\t%.*s\n", own, all, line, (int)length, text);
    }
  return g_string_free (out, FALSE);
}

AscSourceFile *
asc_source_pane_get_file (AscSourcePane *self)
{
  return self->file;
}

void
asc_source_pane_show_file (AscSourcePane *self, GtkLabel *label)
{
  AscSourceFile *file = asc_source_pane_get_file (self);
  const char *path = file == NULL || file->lines == NULL ? NULL : file->found.path != NULL ? file->found.path : asc_file_lines_get_file (file->lines);
  g_autofree char *name = path != NULL ? g_filename_display_name (path) : NULL;
  g_autofree char *tooltip = asc_ui_make_tooltip (name);

  gtk_label_set_text (label, name != NULL ? name : "");
  asc_ui_set_tooltip (GTK_WIDGET (label), tooltip);
}

void
asc_source_pane_show_line (AscSourcePane *self, guint32 line)
{
  if (self->file != NULL && self->file->text != NULL)
    asc_code_text_show_line (self->code, line);
}

guint32
asc_source_pane_get_line (AscSourcePane *self)
{
  return asc_code_text_get_line (self->code);
}

gboolean
asc_source_pane_go_hot (AscSourcePane *self, int step)
{
  return self->file != NULL && self->file->text != NULL && asc_code_text_go_hot (self->code, step);
}

void
asc_source_pane_set_session (AscSourcePane *self, AscSession *session)
{
  g_set_object (&self->session, session);
}

void
asc_source_pane_set_narrow (AscSourcePane *self)
{
  asc_code_text_set_narrow (self->code);
}

static void
asc_source_pane_dispose (GObject *object)
{
  AscSourcePane *self = ASC_SOURCE_PANE (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->download.cancellable);
  g_clear_pointer (&self->download.progress, asc_progress_unref);
  g_clear_object (&self->session);
  g_clear_pointer (&self->file, asc_source_file_free);
  G_OBJECT_CLASS (asc_source_pane_parent_class)->dispose (object);
}

static void
asc_source_pane_class_init (AscSourcePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_source_pane_dispose;
  shown_signal = g_signal_new ("shown", ASC_TYPE_SOURCE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (ASC_TYPE_CODE_TEXT);
  gtk_widget_class_install_action (widget_class, "source.next-hot", NULL, hot_action);
  gtk_widget_class_install_action (widget_class, "source.previous-hot", NULL, hot_action);
  gtk_widget_class_install_action (widget_class, "source.calls", NULL, calls_action);
  gtk_widget_class_install_action (widget_class, "source.locate", NULL, locate_action);
  gtk_widget_class_install_action (widget_class, "source.stop-download", NULL, stop_action);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-source-pane"));
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, warning_revealer);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, warning);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, pages);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, spinner);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, progress);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, stop_button);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, code);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, elsewhere_button);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, elsewhere);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, missing);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, tried);
  gtk_widget_class_bind_template_child (widget_class, AscSourcePane, nothing);
}

static gboolean
hot_key_cb (GtkWidget *widget, int step)
{
  return asc_source_pane_go_hot (ASC_SOURCE_PANE (widget), step);
}

static void
asc_source_pane_init (AscSourcePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->function = ASC_NONE;
  asc_hot_keys_add (GTK_WIDGET (self), hot_key_cb);
  g_signal_connect_object (self->code, "line-chosen", G_CALLBACK (line_chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->code, "function-chosen", G_CALLBACK (function_chosen_cb), self, G_CONNECT_SWAPPED);
}
