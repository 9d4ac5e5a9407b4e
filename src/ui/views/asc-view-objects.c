/* asc-view-objects.c: the program, its libraries and the kernel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"
#include "asc-ui-text.h"

#define ASC_TYPE_VIEW_OBJECTS (asc_view_objects_get_type ())
G_DECLARE_FINAL_TYPE (AscViewObjects, asc_view_objects, ASC, VIEW_OBJECTS, AscTableView)

/* Where room is short a text has half of it. */
#define SYMBOLS_WIDTH 160
#define LINES_WIDTH 130
#define MISSING_WIDTH 240
#define MIN_PATH_WIDTH 100

struct _AscViewObjects
{
  AscTableView parent_instance;

  AscTable *table;
};

G_DEFINE_FINAL_TYPE (AscViewObjects, asc_view_objects, ASC_TYPE_TABLE_VIEW)

enum
{
  NAME,
  SYMBOLS,
  LINES,
  MISSING,
  PATH,
};

typedef struct
{
  AscProfile *profile;
  GPtrArray *symbols; /* of AscSymbols: one for each experiment */
  char **advice;      /* by row: a sentence; "": nothing is missing */
  char **tooltips;    /* by row: which files were used, and what is wrong */
} ObjectsData;

static void
objects_data_free (gpointer data)
{
  ObjectsData *self = data;

  g_object_unref (self->profile);
  g_ptr_array_unref (self->symbols);
  g_strfreev (self->advice);
  g_strfreev (self->tooltips);
  g_free (self);
}

static gint64
get_number (gpointer data, guint32 row, guint key)
{
  ObjectsData *self = data;

  if (ASC_KEY_FLAVOR (key) == ASC_FLAVOR_EXCLUSIVE)
    return asc_profile_get_object_exclusive (self->profile, row, ASC_KEY_NUMBER (key));
  return asc_profile_get_object_inclusive (self->profile, row, ASC_KEY_NUMBER (key));
}

static const AscObjectSymbols *
find_symbols (ObjectsData *self, guint32 row)
{
  const AscObjectRow *object = asc_profile_get_object (self->profile, row);

  if (object->object == ASC_NONE || object->experiment >= self->symbols->len)
    return NULL;
  return asc_symbols_get_object (g_ptr_array_index (self->symbols, object->experiment), object->object);
}

/* The nameless and the total have neither symbols nor lines to speak of. */
static const char *
get_text (gpointer data, guint32 row, guint key)
{
  ObjectsData *self = data;
  const AscObjectRow *object = asc_profile_get_object (self->profile, row);
  const AscObjectSymbols *symbols = find_symbols (self, row);
  const char *none = row == 0 ? "" : NULL;

  switch (ASC_KEY_NUMBER (key))
    {
    case SYMBOLS:
      return symbols != NULL ? asc_describe_symbols (symbols) : none;
    case LINES:
      return symbols != NULL ? asc_describe_lines (symbols) : none;
    case MISSING:
      return self->advice[row];
    case PATH:
      return object->path != NULL || row != 0 ? object->path : "";
    case NAME:
    default:
      return object->name;
    }
}

static void
add_line (GString *text, const char *line)
{
  if (line == NULL)
    return;
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, line);
}

/* The whole of what is known, with paths. Returns: (transfer full) */
static char *
make_tooltip (const AscObjectSymbols *symbols, const char *advice)
{
  GString *text = g_string_new (NULL);
  g_autofree char *all = NULL;
  g_autofree char *nameless = NULL;
  g_autofree char *lineless = NULL;
  g_autofree char *places = NULL;
  g_autofree char *origin = NULL;

  if (symbols == NULL)
    return g_string_free (text, FALSE);
  all = asc_ui_format_count (symbols->n_frames);
  nameless = asc_ui_format_count (symbols->n_frames - symbols->n_named);
  lineless = asc_ui_format_count (symbols->n_frames - symbols->n_lined);
  /* TRANSLATORS: of the places in the code of a load object at which samples were taken: how many, how many of them have no function name, no source line */
  places = g_strdup_printf (_ ("Addresses: %s (%s without a name, %s without a line)"), all, nameless, lineless);
  /* TRANSLATORS: where the symbols of a load object come from: "Symbols: separate debug file" */
  origin = g_strdup_printf (_ ("Symbols: %s"), asc_describe_symbols_origin (symbols->origin));
  add_line (text, *advice != '\0' ? advice : NULL);
  add_line (text, symbols->problem);
  add_line (text, origin);
  add_line (text, symbols->file);
  if (g_strcmp0 (symbols->debug_file, symbols->file) != 0)
    add_line (text, symbols->debug_file);
  if (g_strcmp0 (symbols->line_file, symbols->file) != 0 && g_strcmp0 (symbols->line_file, symbols->debug_file) != 0)
    add_line (text, symbols->line_file);
  add_line (text, places);
  return g_string_free (text, FALSE);
}

static const char *
get_tooltip (gpointer data, guint32 row, guint key)
{
  ObjectsData *self = data;

  return ASC_KEY_NUMBER (key) == NAME || ASC_KEY_NUMBER (key) == PATH || *self->tooltips[row] == '\0' ? NULL : self->tooltips[row];
}

/* Made at once: a source is read by any thread. */
static void
describe_rows (ObjectsData *self)
{
  guint32 n = asc_profile_get_n_objects (self->profile);

  self->advice = g_new0 (char *, n + 1);
  self->tooltips = g_new0 (char *, n + 1);
  for (guint32 row = 0; row < n; row++)
    {
      const AscObjectSymbols *symbols = find_symbols (self, row);

      self->advice[row] = symbols != NULL ? asc_dup_advice (&symbols->advice) : NULL;
      if (self->advice[row] == NULL)
        self->advice[row] = g_strdup ("");
      self->tooltips[row] = make_tooltip (symbols, self->advice[row]);
    }
}

static AscTableSource *
asc_view_objects_make_source (AscTableView *view, AscProfile *profile)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text, .get_tooltip = get_tooltip };
  AscSession *session = asc_view_get_session (ASC_VIEW (view));
  ObjectsData *data = g_new0 (ObjectsData, 1);
  AscTableSource *source = asc_table_source_new (asc_profile_get_n_objects (profile), 0, &funcs, data, objects_data_free);

  data->profile = g_object_ref (profile);
  data->symbols = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    g_ptr_array_add (data->symbols, g_object_ref (asc_session_get_symbols (session, i)));
  describe_rows (data);
  asc_table_view_add_metrics (source, session, ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE);
  asc_table_source_add (source, ASC_CELL_NAME, ASC_COLUMN_KEY (NAME, ASC_FLAVOR_STATIC), "name", C_ ("column", "Name"), 0);
  asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (SYMBOLS, ASC_FLAVOR_STATIC), "symbols", C_ ("column", "Symbols"), SYMBOLS_WIDTH);
  asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (LINES, ASC_FLAVOR_STATIC), "lines", C_ ("column", "Lines"), LINES_WIDTH);
  asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (MISSING, ASC_FLAVOR_STATIC), "missing", C_ ("column", "Missing"), MISSING_WIDTH)->expands = TRUE;
  asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (PATH, ASC_FLAVOR_STATIC), "path", C_ ("column", "Path"), MIN_PATH_WIDTH)->expands = TRUE;
  asc_table_source_seal (source, FALSE);
  return source;
}

static char *
dup_filter (AscTableView *view, guint32 row)
{
  AscProfile *profile = asc_session_get_profile (asc_view_get_session (ASC_VIEW (view)));
  g_autofree char *name = row > 0 ? asc_filter_quote (asc_profile_get_object (profile, row)->name) : NULL;

  return name != NULL ? g_strdup_printf ("OBJECT(%s) IN STACK", name) : NULL;
}

/* The hottest function of the load object, among all functions. */
static void
asc_view_objects_row_activated (AscTableView *view, guint32 row)
{
  AscSession *session = asc_view_get_session (ASC_VIEW (view));
  AscProfile *profile = asc_session_get_profile (session);

  for (guint32 function = 0; function < asc_profile_get_n_functions (profile); function++)
    if (asc_profile_get_function (profile, function)->object_row == row)
      {
        asc_session_select_function (session, function);
        break;
      }
  asc_session_show_view (session, "functions");
}

static void
asc_view_objects_class_init (AscViewObjectsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);
  AscTableViewClass *table_view_class = ASC_TABLE_VIEW_CLASS (klass);

  view_class->id = "objects";
  view_class->title = NC_ ("view", "Load Objects");
  view_class->icon_name = "asc-objects-symbolic";
  view_class->group = NC_ ("view group", "Execution");
  view_class->report = asc_report_objects;
  asc_table_view_class_set_filter (table_view_class, dup_filter);
  table_view_class->make_source = asc_view_objects_make_source;
  table_view_class->row_activated = asc_view_objects_row_activated;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-objects"));
  gtk_widget_class_bind_template_child (widget_class, AscViewObjects, table);
}

static void
asc_view_objects_init (AscViewObjects *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  asc_table_view_set_table (ASC_TABLE_VIEW (self), self->table);
  asc_table_view_add_filter_menu (self->table);
}
