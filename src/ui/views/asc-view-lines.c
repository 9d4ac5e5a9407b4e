/* asc-view-lines.c: the lines of source text of all files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-source-load.h"
#include "asc-table-view.h"
#include "asc-ui-text.h"

#define FUNCTION_WIDTH 240

#define ASC_TYPE_VIEW_LINES (asc_view_lines_get_type ())
G_DECLARE_FINAL_TYPE (AscViewLines, asc_view_lines, ASC, VIEW_LINES, AscTableView)

struct _AscViewLines
{
  AscTableView parent_instance;

  AscTable *table;
  AscLines *lines;           /* of the session's profile, or NULL */
  GCancellable *cancellable; /* of the computation, while it runs */
};

G_DEFINE_FINAL_TYPE (AscViewLines, asc_view_lines, ASC_TYPE_TABLE_VIEW)

enum
{
  LINE,
  FUNCTION,
  FOLDER,
};

typedef struct
{
  AscLines *lines; /* or NULL: still to be computed */
  AscProfile *profile;
  GPtrArray *places; /* by row: "main.c:12" */
} LineData;

static void
line_data_free (gpointer data)
{
  LineData *self = data;

  g_clear_object (&self->lines);
  g_object_unref (self->profile);
  g_ptr_array_unref (self->places);
  g_free (self);
}

static gint64
get_number (gpointer data, guint32 row, guint key)
{
  LineData *self = data;

  if (self->lines == NULL)
    return asc_profile_get_metric (self->profile, ASC_KEY_NUMBER (key))->total;
  return ASC_KEY_FLAVOR (key) == ASC_FLAVOR_EXCLUSIVE ? asc_lines_get_exclusive (self->lines, row, ASC_KEY_NUMBER (key))
                                                      : asc_lines_get_inclusive (self->lines, row, ASC_KEY_NUMBER (key));
}

static const char *
get_text (gpointer data, guint32 row, guint key)
{
  LineData *self = data;
  const AscLineRow *line = self->lines != NULL ? asc_lines_get (self->lines, row) : NULL;

  if (ASC_KEY_NUMBER (key) == LINE)
    return g_ptr_array_index (self->places, row);
  if (ASC_KEY_NUMBER (key) == FUNCTION)
    return row == 0 ? "" : asc_profile_get_function (self->profile, line->function)->name;
  return line != NULL ? line->file : NULL;
}

static guint32
get_function (gpointer data, guint32 row)
{
  LineData *self = data;

  return self->lines != NULL ? asc_lines_get (self->lines, row)->function : ASC_FUNCTION_TOTAL;
}

static char *
make_place (AscProfile *profile, const AscLineRow *line, gboolean total)
{
  g_autofree char *base = line->file != NULL ? g_path_get_basename (line->file) : NULL;

  if (base != NULL)
    return asc_ui_format_place (base, line->line);
  if (total)
    return g_strdup (asc_profile_get_function (profile, ASC_FUNCTION_TOTAL)->name);
  /* TRANSLATORS: in place of a source file and line, where none is known */
  return g_strdup (C_ ("line", "no line known"));
}

static AscTableSource *
asc_view_lines_make_source (AscTableView *view, AscProfile *profile)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text, .get_function = get_function };
  AscViewLines *self = ASC_VIEW_LINES (view);
  guint n = self->lines != NULL ? asc_lines_get_size (self->lines) : 1;
  LineData *data = g_new0 (LineData, 1);
  AscTableSource *source = asc_table_source_new (n, ASC_FUNCTION_TOTAL, &funcs, data, line_data_free);

  data->lines = self->lines != NULL ? g_object_ref (self->lines) : NULL;
  data->profile = g_object_ref (profile);
  data->places = g_ptr_array_new_full (n, g_free);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (data->places, make_place (profile, data->lines != NULL ? asc_lines_get (data->lines, i) : &(AscLineRow){ 0 }, i == 0));
  asc_table_view_add_metrics (source, asc_view_get_session (ASC_VIEW (view)), ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE);
  asc_table_source_add (source, ASC_CELL_NAME, ASC_COLUMN_KEY (LINE, ASC_FLAVOR_STATIC), "line", C_ ("column", "Line"), 0);
  asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (FUNCTION, ASC_FLAVOR_STATIC), "function", C_ ("column", "Function"), FUNCTION_WIDTH);
  asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (FOLDER, ASC_FLAVOR_STATIC), "file", C_ ("column", "File"), FUNCTION_WIDTH)->hidden = TRUE;
  asc_table_source_seal (source, FALSE);
  return source;
}

static void
compute_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  AscLines *lines = asc_lines_compute (data, cancellable, &error);

  if (lines != NULL)
    g_task_return_pointer (task, lines, g_object_unref);
  else
    g_task_return_error (task, error);
}

/* Rows of the profile before are on show, and those of this one are on their way. */
static gboolean
asc_view_lines_is_waiting (AscTableView *view)
{
  AscViewLines *self = ASC_VIEW_LINES (view);

  return self->cancellable != NULL && self->lines == NULL && !asc_table_is_empty (self->table)
         && asc_session_get_moved (asc_view_get_session (ASC_VIEW (view)), NULL) != NULL;
}

static void
computed_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  AscViewLines *self = ASC_VIEW_LINES (object);
  g_autoptr (AscLines) lines = g_task_propagate_pointer (G_TASK (result), NULL);
  AscSession *session = asc_view_get_session (ASC_VIEW (self));

  if (lines == NULL || self->cancellable != g_task_get_cancellable (G_TASK (result)) || session == NULL
      || asc_session_get_profile (session) != asc_lines_get_profile (lines))
    return;
  g_clear_object (&self->cancellable);
  g_set_object (&self->lines, lines);
  ASC_VIEW_GET_CLASS (self)->metric_changed (ASC_VIEW (self));
}

static void
asc_view_lines_profile_changed (AscView *view)
{
  AscViewLines *self = ASC_VIEW_LINES (view);
  AscProfile *profile = asc_session_get_profile (asc_view_get_session (view));
  g_autoptr (GTask) task = NULL;

  if (self->lines != NULL && asc_lines_get_profile (self->lines) == profile)
    return;
  g_clear_object (&self->lines);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, computed_cb, NULL);
  g_task_set_source_tag (task, asc_view_lines_profile_changed);
  g_task_set_task_data (task, g_object_ref (profile), g_object_unref);
  g_task_run_in_thread (task, compute_thread);
}

/* Opens Source at the line. */
static void
asc_view_lines_row_activated (AscTableView *view, guint32 row)
{
  AscViewLines *self = ASC_VIEW_LINES (view);
  AscSession *session = asc_view_get_session (ASC_VIEW (view));
  const AscLineRow *line = self->lines != NULL && row > 0 ? asc_lines_get (self->lines, row) : NULL;

  if (line == NULL || line->file == NULL)
    return;
  asc_session_select_function (session, line->function);
  asc_session_set_place (session, line->file, line->line);
  asc_session_show_view (session, "source");
}

static void
asc_view_lines_dispose (GObject *object)
{
  AscViewLines *self = ASC_VIEW_LINES (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->lines);
  G_OBJECT_CLASS (asc_view_lines_parent_class)->dispose (object);
}

static void
asc_view_lines_class_init (AscViewLinesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);
  static const char *const identity[] = { "line", "file", "function", NULL };

  G_OBJECT_CLASS (klass)->dispose = asc_view_lines_dispose;
  view_class->id = "lines";
  view_class->title = NC_ ("view", "Lines");
  view_class->icon_name = "asc-lines-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->report = asc_report_lines;
  view_class->can_show = asc_source_can_show;
  view_class->profile_changed = asc_view_lines_profile_changed;
  ASC_TABLE_VIEW_CLASS (klass)->make_source = asc_view_lines_make_source;
  ASC_TABLE_VIEW_CLASS (klass)->is_waiting = asc_view_lines_is_waiting;
  ASC_TABLE_VIEW_CLASS (klass)->identity = identity;
  ASC_TABLE_VIEW_CLASS (klass)->row_activated = asc_view_lines_row_activated;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-lines"));
  gtk_widget_class_bind_template_child (widget_class, AscViewLines, table);
}

static void
asc_view_lines_init (AscViewLines *self)
{
  g_autoptr (GMenuModel) menu = asc_function_menu_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  asc_table_set_menu (self->table, menu);
  asc_table_view_set_table (ASC_TABLE_VIEW (self), self->table);
}
