/* asc-disassembly-pane.c: the instructions of the chosen function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-disassembly-pane.h"

#include <glib/gi18n.h>

#include "asc-hot-keys.h"
#include "asc-table-view.h"
#include "asc-ui-text.h"

/* Code is read in its surroundings. */
#define SURROUNDINGS 8u
#define NARROW_METRICS 1u

struct _AscDisassemblyPane
{
  AdwBin parent_instance;

  AscSession *session;
  GtkWidget *bar;
  GtkLabel *title;
  GtkToggleButton *source_button;
  GtkToggleButton *bytes_button;
  GtkStack *stack;
  AscTable *table;
  AdwStatusPage *message;

  AscFunctionCode *code; /* that is shown, or NULL */
  guint32 wanted;        /* function: shown, being loaded, or found to have no code */
  AscProfile *profile;   /* whose row that is; lent, only compared */
  gboolean choosing;     /* the session's place is changed here */
  gboolean narrow;       /* beside the source: percentages alone, no addresses */
  GCancellable *cancellable; /* of the newest load, while it runs */
};

G_DEFINE_FINAL_TYPE (AscDisassemblyPane, asc_disassembly_pane, ADW_TYPE_BIN)

enum
{
  COLUMN_JUMPS,
  COLUMN_ADDRESS,
  COLUMN_BYTES,
  COLUMN_TEXT,
};

/* Rows: with source those of the code, else the instructions. */
typedef struct
{
  AscProfile *profile;
  AscFunctionCode *code;
  gboolean with_lines;
  guint metric;
  gint64 largest;
  GString *bytes; /* of the cell asked for last */
} CodeData;

static void
code_data_free (gpointer data)
{
  CodeData *self = data;

  g_object_unref (self->profile);
  g_object_unref (self->code);
  g_string_free (self->bytes, TRUE);
  g_free (self);
}

static guint
get_code_row (const CodeData *self, guint32 row)
{
  return self->with_lines ? row : asc_function_code_find_row (self->code, row);
}

static guint32
get_instruction (gpointer data, guint32 row)
{
  return asc_function_code_get_row (((CodeData *) data)->code, get_code_row (data, row))->instruction;
}

static gboolean
is_heading (gpointer data, guint32 row)
{
  return asc_function_code_get_row (((CodeData *) data)->code, get_code_row (data, row))->is_line;
}

static const AscInstruction *
find_instruction (gpointer data, guint32 row)
{
  return asc_disassembly_get (asc_function_code_get_disassembly (((CodeData *) data)->code), get_instruction (data, row));
}

static gint64
get_number (gpointer data, guint32 row, guint key)
{
  CodeData *self = data;
  AscCodeMetrics *metrics = asc_function_code_get_metrics (self->code);

  if (is_heading (data, row))
    return ASC_NO_NUMBER;
  if (ASC_KEY_FLAVOR (key) == ASC_FLAVOR_EXCLUSIVE)
    return asc_code_metrics_get_exclusive (metrics, get_instruction (data, row), ASC_KEY_NUMBER (key));
  if (ASC_KEY_FLAVOR (key) == ASC_FLAVOR_INCLUSIVE)
    return asc_code_metrics_get_inclusive (metrics, get_instruction (data, row), ASC_KEY_NUMBER (key));
  return (gint64) find_instruction (data, row)->address;
}

static const char *
get_text (gpointer data, guint32 row, guint key)
{
  CodeData *self = data;
  const AscInstruction *instruction;

  if (ASC_KEY_NUMBER (key) == COLUMN_TEXT)
    return asc_function_code_get_row_text (self->code, get_code_row (self, row));
  instruction = find_instruction (data, row);
  g_string_truncate (self->bytes, 0);
  for (guint i = 0; i < instruction->size; i++)
    g_string_append_printf (self->bytes, "%s%02x", i > 0 ? " " : "", instruction->bytes[i]);
  return self->bytes->str;
}

static gboolean
is_hot (gpointer data, guint32 row)
{
  CodeData *self = data;

  return !is_heading (data, row) && asc_function_code_is_hot (self->code, get_instruction (data, row), self->metric, self->largest);
}

/* The metrics as in every table, with their heat; skid is told once. */
static void
add_metrics (AscTableSource *source, AscSession *session, gboolean narrow)
{
  asc_table_view_add_metrics (source, session, ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE);
  for (guint i = 0; i < asc_table_source_get_n_columns (source); i++)
    {
      AscTableColumn *column = (AscTableColumn *) asc_table_source_get_column (source, i);
      g_autofree char *tooltip = g_steal_pointer (&column->tooltip);

      column->has_heat = TRUE;
      if (narrow)
        {
          /* Without a unit. */
          g_free (column->detail);
          column->detail = g_strdup (asc_ui_flavor_get_title (ASC_KEY_FLAVOR (column->key)));
        }
      column->shows_value = column->shows_value && !narrow;
      column->shows_percent = column->shows_percent || narrow;
      column->hidden = column->hidden || (narrow && i >= NARROW_METRICS);
      column->tooltip = g_strjoin ("\n\n", _ ("The cost shown at an instruction usually belongs to the one before it: the processor is interrupted a little late (skid)."), tooltip, NULL);
    }
}

static AscTableSource *
make_source (AscDisassemblyPane *self, AscSession *session)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text, .is_heading = is_heading, .is_hot = is_hot, .get_instruction = get_instruction };
  AscProfile *profile = asc_session_get_profile (session);
  AscDisassembly *disassembly = asc_function_code_get_disassembly (self->code);
  CodeData *data = g_new0 (CodeData, 1);
  AscTableSource *source;
  AscTableColumn *column;
  int address;

  data->profile = g_object_ref (profile);
  data->code = g_object_ref (self->code);
  data->with_lines = gtk_toggle_button_get_active (self->source_button);
  data->metric = asc_session_get_metric (session);
  data->largest = asc_function_code_get_largest (self->code, data->metric);
  data->bytes = g_string_new (NULL);
  source = asc_table_source_new (data->with_lines ? asc_function_code_get_n_rows (self->code) : asc_disassembly_get_size (disassembly), ASC_NONE, &funcs, data, code_data_free);
  add_metrics (source, session, self->narrow);
  asc_table_source_add (source, ASC_CELL_ADDRESS, ASC_COLUMN_KEY (COLUMN_ADDRESS, ASC_FLAVOR_STATIC), "address", C_ ("column", "Address"), 0);
  address = asc_table_source_find_column (source, "address");
  if (self->narrow)
    asc_table_source_hide_column (source, (guint) address);
  asc_table_source_set_sorted_up (source, (guint) address);
  if (gtk_toggle_button_get_active (self->bytes_button))
    asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (COLUMN_BYTES, ASC_FLAVOR_STATIC), "bytes", C_ ("column", "Bytes"), 0)->is_code = TRUE;
  if (asc_jumps_get_n_tracks (asc_function_code_get_jumps (self->code)) > 0)
    {
      column = asc_table_source_add (source, ASC_CELL_JUMPS, ASC_COLUMN_KEY (COLUMN_JUMPS, ASC_FLAVOR_STATIC), "jumps", "", 0);
      column->jumps = asc_function_code_get_jumps (self->code);
    }
  asc_table_source_add (source, ASC_CELL_NAME, ASC_COLUMN_KEY (COLUMN_TEXT, ASC_FLAVOR_STATIC), "instruction", C_ ("column", "Instruction"), 0)->is_code = TRUE;
  asc_table_source_seal (source, FALSE);
  return source;
}

static guint32
get_table_row (AscDisassemblyPane *self, guint32 instruction)
{
  return gtk_toggle_button_get_active (self->source_button) ? asc_function_code_find_row (self->code, instruction) : instruction;
}

static guint32
get_chosen_instruction (AscDisassemblyPane *self)
{
  guint32 row = self->code != NULL ? asc_table_get_selected_row (self->table) : ASC_NONE;

  return row != ASC_NONE ? asc_table_source_get_instruction (asc_table_get_source (self->table), row) : ASC_NONE;
}

static void
choose_instruction (AscDisassemblyPane *self, guint32 instruction)
{
  if (instruction == ASC_NONE)
    return;
  asc_table_select_row (self->table, get_table_row (self, instruction));
}

static void
fill (AscDisassemblyPane *self, guint32 chosen)
{
  g_autoptr (AscTableSource) source = make_source (self, self->session);

  asc_table_set_sort (self->table, "address", FALSE);
  asc_table_set_source (self->table, source);
  choose_instruction (self, chosen);
}

static void
show_message (AscDisassemblyPane *self, const char *title, const char *detail)
{
  g_autofree char *escaped = detail != NULL ? g_markup_escape_text (detail, -1) : NULL;

  g_clear_object (&self->code);
  asc_table_set_source (self->table, NULL);
  adw_status_page_set_title (self->message, title);
  adw_status_page_set_description (self->message, escaped);
  gtk_stack_set_visible_child_name (self->stack, "message");
}

/* The instruction that was asked for, else the hottest. */
static guint32
find_first (AscDisassemblyPane *self)
{
  AscSession *session = self->session;
  guint64 address = asc_session_get_address (session);
  int found = address != 0 ? asc_disassembly_find (asc_function_code_get_disassembly (self->code), address) : -1;

  return found >= 0 ? (guint32) found : asc_function_code_find_hottest (self->code, asc_session_get_metric (session));
}

static gboolean
is_of_line (const AscInstruction *instruction, const char *file, guint32 line)
{
  g_autofree char *normal = NULL;

  if (instruction->line != line || instruction->file == NULL)
    return FALSE;
  normal = asc_path_normalize (instruction->file);
  return g_str_equal (normal, file);
}

/* To the hottest instruction of the session's line, unless one of that line is chosen. */
static void
follow_place (AscDisassemblyPane *self)
{
  guint32 line;
  const char *place = asc_session_get_place (self->session, &line);
  g_autofree char *file = place != NULL ? asc_path_normalize (place) : NULL;
  AscDisassembly *disassembly = asc_function_code_get_disassembly (self->code);
  AscCodeMetrics *metrics = asc_function_code_get_metrics (self->code);
  guint metric = asc_session_get_metric (self->session);
  guint32 chosen = get_chosen_instruction (self);
  guint32 best = ASC_NONE;

  if (file == NULL || (chosen != ASC_NONE && is_of_line (asc_disassembly_get (disassembly, chosen), file, line)))
    return;
  for (guint32 i = 0; i < asc_disassembly_get_size (disassembly); i++)
    if (is_of_line (asc_disassembly_get (disassembly, i), file, line)
        && (best == ASC_NONE || asc_code_metrics_get_exclusive (metrics, i, metric) > asc_code_metrics_get_exclusive (metrics, best, metric)))
      best = i;
  choose_instruction (self, best);
}

/* The whole window follows the instruction that was clicked. */
static void
row_selected_cb (AscDisassemblyPane *self, guint row)
{
  guint32 i = get_chosen_instruction (self);
  const AscInstruction *instruction = i != ASC_NONE ? asc_disassembly_get (asc_function_code_get_disassembly (self->code), i) : NULL;

  if (instruction == NULL || instruction->file == NULL || instruction->line == 0)
    return;
  self->choosing = TRUE;
  asc_session_set_place (self->session, instruction->file, instruction->line);
  self->choosing = FALSE;
}

typedef struct
{
  AscProfile *profile;
  GPtrArray *symbols; /* AscSymbols */
  guint32 function;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_object_unref (self->profile);
  g_ptr_array_unref (self->symbols);
  g_free (self);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError *error = NULL;
  AscFunctionCode *code = asc_function_code_load (request->profile, request->symbols, request->function, NULL, NULL, cancellable, &error);

  if (code != NULL)
    g_task_return_pointer (task, code, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AscDisassemblyPane) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AscFunctionCode) code = g_task_propagate_pointer (G_TASK (result), &error);

  /* A newer one took its place, or the profile went. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  if (code == NULL)
    {
      show_message (self, _ ("No Machine Code"), error->message);
      return;
    }
  g_set_object (&self->code, code);
  fill (self, find_first (self));
  if (asc_session_get_address (self->session) == 0)
    follow_place (self);
  gtk_stack_set_visible_child_name (self->stack, "table");
}

static void
load (AscDisassemblyPane *self)
{
  AscSession *session = self->session;
  AscProfile *profile = asc_session_get_profile (session);
  guint32 function = asc_session_get_function (session);
  g_autoptr (GTask) task = NULL;
  Request *request;

  self->wanted = function;
  self->profile = profile;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (function == ASC_NONE || function == ASC_FUNCTION_TOTAL)
    {
      gtk_label_set_text (self->title, "");
      show_message (self, _ ("No Function Chosen"), _ ("Choose a function in any view to see its instructions."));
      return;
    }
  gtk_label_set_text (self->title, asc_profile_get_function (profile, function)->name);
  asc_ui_set_tooltip (GTK_WIDGET (self->title), asc_profile_get_function (profile, function)->object_path);
  request = g_new0 (Request, 1);
  request->profile = g_object_ref (profile);
  request->symbols = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    g_ptr_array_add (request->symbols, g_object_ref (asc_session_get_symbols (session, i)));
  request->function = function;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, loaded_cb, g_object_ref (self));
  g_task_set_task_data (task, request, request_free);
  g_task_set_source_tag (task, load);
  g_task_run_in_thread (task, load_thread);
}

void
asc_disassembly_pane_selection_changed (AscDisassemblyPane *self)
{
  AscSession *session = self->session;
  guint64 address = asc_session_get_address (session);

  if (self->wanted != asc_session_get_function (session) || self->profile != asc_session_get_profile (session))
    load (self);
  else if (self->code != NULL && address != 0)
    choose_instruction (self, find_first (self));
  else if (self->code != NULL && !self->choosing)
    follow_place (self);
}

void
asc_disassembly_pane_profile_changed (AscDisassemblyPane *self)
{
  self->profile = NULL;
}

void
asc_disassembly_pane_metric_changed (AscDisassemblyPane *self)
{
  if (self->code != NULL && self->profile == asc_session_get_profile (self->session))
    fill (self, get_chosen_instruction (self));
  asc_disassembly_pane_selection_changed (self);
}

gboolean
asc_disassembly_pane_can_show (AscSession *session, const char **reason)
{
  AscProfile *profile = asc_session_get_profile (session);

  for (guint32 i = 1; i < asc_profile_get_n_functions (profile); i++)
    if (asc_profile_get_function (profile, i)->address != 0)
      return TRUE;
  *reason = N_ ("No addresses were recorded.");
  return FALSE;
}

guint
asc_disassembly_pane_search (AscDisassemblyPane *self, AscMatcher *matcher, int step)
{
  return self->code != NULL ? asc_table_search (self->table, matcher, step) : 0;
}

char *
asc_disassembly_pane_dup_sheet (AscDisassemblyPane *self, guint max_rows, guint *n_rows)
{
  *n_rows = 0;
  return self->code != NULL ? asc_table_dup_sheet (self->table, max_rows, n_rows) : NULL;
}

char *
asc_disassembly_pane_copy (AscDisassemblyPane *self, gboolean everything)
{
  return self->code != NULL ? asc_table_dup_tsv (self->table, everything) : NULL;
}

GtkWidget *
asc_disassembly_pane_get_bar (AscDisassemblyPane *self)
{
  return self->bar;
}

static void
toggled_cb (AscDisassemblyPane *self)
{
  guint32 chosen = get_chosen_instruction (self);

  if (self->code == NULL)
    return;
  fill (self, ASC_NONE);
  /* Numbers of rows have changed. */
  choose_instruction (self, chosen);
}

/* The function of the same load object that holds the address. */
static guint32
find_function (AscProfile *profile, guint32 of, guint64 address)
{
  guint32 object = asc_profile_get_function (profile, of)->object_row;

  for (guint32 i = 1; i < asc_profile_get_n_functions (profile); i++)
    {
      const AscFunctionRow *row = asc_profile_get_function (profile, i);

      if (row->object_row == object && row->address != 0 && address >= row->address && address - row->address < MAX (row->size, 1))
        return i;
    }
  return ASC_NONE;
}

/* To where the instruction jumps or what it calls. */
static void
row_activated_cb (AscDisassemblyPane *self, guint32 row)
{
  AscSession *session = self->session;
  AscDisassembly *disassembly = asc_function_code_get_disassembly (self->code);
  const AscInstruction *instruction = asc_disassembly_get (disassembly, asc_table_source_get_instruction (asc_table_get_source (self->table), row));
  int here = instruction->target != ASC_NO_ADDRESS ? asc_disassembly_find (disassembly, instruction->target) : -1;
  guint32 function;

  if (instruction->target == ASC_NO_ADDRESS)
    return;
  if (here >= 0)
    {
      choose_instruction (self, (guint32) here);
      return;
    }
  function = find_function (self->profile, self->wanted, instruction->target);
  if (function != ASC_NONE)
    asc_session_select_function (session, function);
}

/* The next or previous hot instruction, around the ends. */
static gboolean
go_hot (AscDisassemblyPane *self, gboolean back)
{
  guint n = self->code != NULL ? asc_disassembly_get_size (asc_function_code_get_disassembly (self->code)) : 0;
  guint metric = asc_session_get_metric (self->session);
  guint32 chosen = get_chosen_instruction (self);
  guint start = chosen != ASC_NONE ? chosen : 0;
  gint64 largest = n > 0 ? asc_function_code_get_largest (self->code, metric) : 0;

  for (guint step = 1; step <= n; step++)
    {
      guint i = (start + (back ? n - step : step)) % n;

      if (asc_function_code_is_hot (self->code, i, metric, largest))
        {
          choose_instruction (self, i);
          return TRUE;
        }
    }
  return FALSE;
}

static void
go_hot_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  go_hot (ASC_DISASSEMBLY_PANE (widget), g_str_equal (name, "disassembly.previous-hot"));
}

/* Beside the source the key is the source's, unless the keyboard is here. */
static gboolean
hot_key_cb (GtkWidget *widget, int step)
{
  AscDisassemblyPane *self = ASC_DISASSEMBLY_PANE (widget);

  return !self->narrow && go_hot (self, step < 0);
}

void
asc_disassembly_pane_set_session (AscDisassemblyPane *self, AscSession *session)
{
  g_set_object (&self->session, session);
}

void
asc_disassembly_pane_set_narrow (AscDisassemblyPane *self)
{
  self->narrow = TRUE;
  gtk_toggle_button_set_active (self->source_button, FALSE);
}

static void
asc_disassembly_pane_dispose (GObject *object)
{
  AscDisassemblyPane *self = ASC_DISASSEMBLY_PANE (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->code);
  g_clear_object (&self->bar);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (asc_disassembly_pane_parent_class)->dispose (object);
}

static void
asc_disassembly_pane_class_init (AscDisassemblyPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_disassembly_pane_dispose;
  g_type_ensure (ASC_TYPE_TABLE);
  gtk_widget_class_install_action (widget_class, "disassembly.next-hot", NULL, go_hot_action);
  gtk_widget_class_install_action (widget_class, "disassembly.previous-hot", NULL, go_hot_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F8, 0, "disassembly.next-hot", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F8, GDK_SHIFT_MASK, "disassembly.previous-hot", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-disassembly-pane"));
  gtk_widget_class_bind_template_child (widget_class, AscDisassemblyPane, bar);
  gtk_widget_class_bind_template_child (widget_class, AscDisassemblyPane, title);
  gtk_widget_class_bind_template_child (widget_class, AscDisassemblyPane, source_button);
  gtk_widget_class_bind_template_child (widget_class, AscDisassemblyPane, bytes_button);
  gtk_widget_class_bind_template_child (widget_class, AscDisassemblyPane, stack);
  gtk_widget_class_bind_template_child (widget_class, AscDisassemblyPane, table);
  gtk_widget_class_bind_template_child (widget_class, AscDisassemblyPane, message);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
}

static void
asc_disassembly_pane_init (AscDisassemblyPane *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  self->wanted = ASC_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  asc_hot_keys_add (GTK_WIDGET (self), hot_key_cb);
  g_object_ref (self->bar);
  asc_table_set_title (self->table, g_dpgettext2 (GETTEXT_PACKAGE, "view", "Disassembly"));
  g_menu_append (menu, _ ("Next Hot Line"), "disassembly.next-hot");
  g_menu_append (menu, _ ("Previous Hot Line"), "disassembly.previous-hot");
  asc_table_set_menu (self->table, G_MENU_MODEL (menu));
  asc_table_set_surroundings (self->table, SURROUNDINGS);
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (row_selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (row_activated_cb), self, G_CONNECT_SWAPPED);
}
