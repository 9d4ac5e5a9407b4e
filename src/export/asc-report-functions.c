/* asc-report-functions.c: functions, and functions as rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-functions.h"

#include <glib/gi18n.h>

void
asc_report_cell_string (AscReportCell *cell, const char *text)
{
  cell->kind = text != NULL ? ASC_REPORT_STRING : ASC_REPORT_NULL;
  cell->text = text;
}

void
asc_report_cell_number (AscReportCell *cell, AscReportKind kind, gint64 number)
{
  cell->kind = kind;
  cell->number = number;
}

void
asc_report_cell_int (AscReportCell *cell, gint64 number)
{
  asc_report_cell_number (cell, ASC_REPORT_INT, number);
}

void
asc_report_cell_address (AscReportCell *cell, guint64 address)
{
  cell->kind = ASC_REPORT_ADDRESS;
  cell->address = address;
}

const AscReportField asc_report_function_fields[ASC_N_FUNCTION_FIELDS] = {
  [ASC_FUNCTION_FIELD_ID] = { "id", NC_ ("column", "Number"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [ASC_FUNCTION_FIELD_NAME] = { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ASC_FORMAT_TEXT | ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [ASC_FUNCTION_FIELD_OBJECT] = { "object", NC_ ("column", "Load Object"), ASC_REPORT_STRING, ASC_FORMAT_HTML | ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [ASC_FUNCTION_FIELD_OBJECT_PATH] = { "object_path", NC_ ("column", "Path"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
  [ASC_FUNCTION_FIELD_FILE] = { "file", NC_ ("column", "File"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
  [ASC_FUNCTION_FIELD_LINE] = { "line", NC_ ("column", "Line"), ASC_REPORT_INT, ASC_FORMAT_JSON },
  [ASC_FUNCTION_FIELD_SIZE] = { "size", NC_ ("column", "Size"), ASC_REPORT_INT, 0 },
  [ASC_FUNCTION_FIELD_ADDRESS] = { "address", NC_ ("column", "Address"), ASC_REPORT_ADDRESS, 0 },
};

void
asc_report_get_function_field (AscProfile *profile, guint32 function, AscFunctionField field, AscReportCell *cell)
{
  const AscFunctionRow *row = asc_profile_get_function (profile, function);

  switch (field)
    {
    case ASC_FUNCTION_FIELD_ID:
      asc_report_cell_int (cell, function);
      break;
    case ASC_FUNCTION_FIELD_NAME:
      asc_report_cell_string (cell, row->name);
      break;
    case ASC_FUNCTION_FIELD_OBJECT:
      asc_report_cell_string (cell, row->object);
      break;
    case ASC_FUNCTION_FIELD_OBJECT_PATH:
      asc_report_cell_string (cell, row->object_path);
      break;
    case ASC_FUNCTION_FIELD_FILE:
      asc_report_cell_string (cell, row->file);
      break;
    case ASC_FUNCTION_FIELD_LINE:
      if (row->line > 0)
        asc_report_cell_int (cell, row->line);
      break;
    case ASC_FUNCTION_FIELD_SIZE:
      asc_report_cell_int (cell, (gint64) row->size);
      break;
    case ASC_FUNCTION_FIELD_ADDRESS:
      asc_report_cell_address (cell, row->address);
      break;
    case ASC_N_FUNCTION_FIELDS:
    default:
      g_assert_not_reached ();
    }
}

void
asc_report_add_mangled (AscProfile *profile, guint32 function, AscJsonWriter *json)
{
  const char *mangled = asc_profile_get_function (profile, function)->mangled;

  if (mangled == NULL)
    return;
  asc_json_writer_key (json, "mangled");
  asc_json_writer_string (json, mangled);
}

static void
get_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  asc_report_get_function_field (data, row, field, cell);
}

static gint64
get_value (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_profile_get_exclusive (data, row, metric) : asc_profile_get_inclusive (data, row, metric);
}

static void
add_json (gpointer data, guint32 row, AscJsonWriter *json)
{
  asc_report_add_mangled (data, row, json);
}

gboolean
asc_report_functions (const AscRequest *ask, GError **error)
{
  static const AscReport table = {
    .name = "functions",
    /* TRANSLATORS: %s is a metric with its flavor, "Exclusive User CPU Time" */
    .heading = N_ ("Functions sorted by metric: %s"),
    .fields = asc_report_function_fields,
    .n_fields = ASC_N_FUNCTION_FIELDS,
    .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
    .n_values = 2,
    .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_STATIC },
    .get_field = get_field,
    .get_value = get_value,
    .add_json = add_json,
  };

  return asc_report_print (ask, &table, ask->profile, asc_profile_get_n_listed_functions (ask->profile), error);
}
