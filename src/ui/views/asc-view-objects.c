/* asc-view-objects.c: the program, its libraries and the kernel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"

#define ASC_TYPE_VIEW_OBJECTS (asc_view_objects_get_type ())
G_DECLARE_FINAL_TYPE (AscViewObjects, asc_view_objects, ASC, VIEW_OBJECTS, AscTableView)

#define SYMBOLS_WIDTH 120
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
  PATH,
};

typedef struct
{
  AscProfile *profile;
  GPtrArray *symbols; /* of AscSymbols: one for each experiment */
} ObjectsData;

static void
objects_data_free (gpointer data)
{
  ObjectsData *self = data;

  g_object_unref (self->profile);
  g_ptr_array_unref (self->symbols);
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

static const char *
describe_status (AscSymbolsStatus status)
{
  switch (status)
    {
    case ASC_SYMBOLS_FULL:
      return C_ ("symbols", "complete");
    case ASC_SYMBOLS_EXPORTED:
      return C_ ("symbols", "exported only");
    case ASC_SYMBOLS_NONE:
      return C_ ("symbols", "none");
    case ASC_SYMBOLS_MISSING:
      return C_ ("symbols", "file not found");
    case ASC_SYMBOLS_MISMATCH:
      return C_ ("symbols", "another build");
    case ASC_SYMBOLS_NOT_NEEDED:
    default:
      return C_ ("symbols", "in the recording");
    }
}

static const char *
get_text (gpointer data, guint32 row, guint key)
{
  ObjectsData *self = data;
  const AscObjectRow *object = asc_profile_get_object (self->profile, row);
  const AscObjectSymbols *symbols;

  switch (ASC_KEY_NUMBER (key))
    {
    case SYMBOLS:
      symbols = find_symbols (self, row);
      return symbols != NULL ? describe_status (symbols->status) : row == 0 ? "" : NULL;
    case PATH:
      return object->path != NULL || row != 0 ? object->path : "";
    case NAME:
    default:
      return object->name;
    }
}

static const char *
get_tooltip (gpointer data, guint32 row, guint key)
{
  const AscObjectSymbols *symbols = ASC_KEY_NUMBER (key) == SYMBOLS ? find_symbols (data, row) : NULL;

  if (symbols == NULL)
    return NULL;
  return symbols->problem != NULL ? symbols->problem : symbols->debug_file != NULL ? symbols->debug_file : symbols->file;
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
  asc_table_view_add_metrics (source, session, ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE);
  asc_table_source_add (source, ASC_CELL_NAME, ASC_COLUMN_KEY (NAME, ASC_FLAVOR_STATIC), "name", C_ ("column", "Name"), 0);
  asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (SYMBOLS, ASC_FLAVOR_STATIC), "symbols", C_ ("column", "Symbols"), SYMBOLS_WIDTH);
  asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (PATH, ASC_FLAVOR_STATIC), "path", C_ ("column", "Path"), MIN_PATH_WIDTH)->expands = TRUE;
  asc_table_source_seal (source, FALSE);
  return source;
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
}
