/* asc-cli-functions.h: functions as rows, for the commands that show them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cli-table.h"

G_BEGIN_DECLS

/** What the cells of a function's row say; a NULL string is null. */
void asc_cli_cell_string (AscCell *cell, const char *text);
void asc_cli_cell_int (AscCell *cell, gint64 number);
void asc_cli_cell_address (AscCell *cell, guint64 address);

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

extern const AscField asc_cli_function_fields[ASC_N_FUNCTION_FIELDS];

void asc_cli_get_function_field (AscProfile *profile, guint32 function, AscFunctionField field, AscCell *cell);
/** Key "mangled" where it differs. */
void asc_cli_add_mangled (AscProfile *profile, guint32 function, AscCliJson *json);

G_END_DECLS
