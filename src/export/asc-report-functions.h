/* asc-report-functions.h: functions as rows, for the reports that have them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-report.h"

G_BEGIN_DECLS

/** What the cells of a function's row say; a NULL string is null. */
void asc_report_cell_string (AscReportCell *cell, const char *text);
void asc_report_cell_int (AscReportCell *cell, gint64 number);
/** @kind: ASC_REPORT_INT, _BOOL or _TIME. */
void asc_report_cell_number (AscReportCell *cell, AscReportKind kind, gint64 number);
void asc_report_cell_address (AscReportCell *cell, guint64 address);

typedef enum
{
  ASC_FUNCTION_FIELD_ID,
  ASC_FUNCTION_FIELD_NAME,
  ASC_FUNCTION_FIELD_OBJECT,
  ASC_FUNCTION_FIELD_OBJECT_PATH,
  ASC_FUNCTION_FIELD_FILE,
  ASC_FUNCTION_FIELD_LINE,
  ASC_FUNCTION_FIELD_SIZE,
  ASC_FUNCTION_FIELD_ADDRESS,
  ASC_N_FUNCTION_FIELDS,
} AscFunctionField;

extern const AscReportField asc_report_function_fields[ASC_N_FUNCTION_FIELDS];

void asc_report_get_function_field (AscProfile *profile, guint32 function, AscFunctionField field, AscReportCell *cell);
/** Key "mangled" where it differs. */
void asc_report_add_mangled (AscProfile *profile, guint32 function, AscJsonWriter *json);

G_END_DECLS
