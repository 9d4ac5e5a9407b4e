/* asc-function-code.h: a function's instructions with their metrics and source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-code-metrics.h"
#include "asc-disassembly.h"
#include "asc-jumps.h"
#include "asc-source-finder.h"

G_BEGIN_DECLS

/** A row of annotated disassembly: an instruction, or the source line that the instructions below come from. */
typedef struct
{
  guint32 instruction; /* this one, or the first of the line */
  gboolean is_line;
} AscCodeRow;

#define ASC_TYPE_FUNCTION_CODE (asc_function_code_get_type ())
G_DECLARE_FINAL_TYPE (AscFunctionCode, asc_function_code, ASC, FUNCTION_CODE, GObject)

/**
 * The code of @function, a row of @profile: of the first experiment that has it whose machine code is here. Blocks, see asc_disassembly_load(); any thread, and the result is frozen.
 * @symbols: of AscSymbols, those of each experiment of the profile. @find: (nullable): those by which they were loaded. @source: (nullable): where source files are looked for.
 * Returns: (transfer full): NULL with @error, of ASC_DISASSEMBLY_ERROR, or cancelled.
 */
AscFunctionCode *asc_function_code_load (AscProfile *profile, GPtrArray *symbols, guint32 function, const AscSymbolOptions *find, const AscSourceOptions *source, GCancellable *cancellable,
                                         GError **error);

guint32 asc_function_code_get_function (AscFunctionCode *self);
AscDisassembly *asc_function_code_get_disassembly (AscFunctionCode *self);
AscCodeMetrics *asc_function_code_get_metrics (AscFunctionCode *self);
AscJumps *asc_function_code_get_jumps (AscFunctionCode *self);

/** Instructions, each behind the source line that it comes from where that changes. */
guint asc_function_code_get_n_rows (AscFunctionCode *self);
const AscCodeRow *asc_function_code_get_row (AscFunctionCode *self, guint row);
/** The instruction's text, or the line's: "words.c:12  x = y;". Lent. */
const char *asc_function_code_get_row_text (AscFunctionCode *self, guint row);
/** The row of instruction @i. */
guint asc_function_code_find_row (AscFunctionCode *self, guint32 i);
/** The text of source line @line of @file, a file of the instructions, without blanks at its ends. Returns: (transfer full) (nullable): NULL when it is not here */
char *asc_function_code_dup_line (AscFunctionCode *self, const char *file, guint32 line);

/** The instruction with the largest exclusive value of @metric, else the largest inclusive one; the first of equals. */
guint32 asc_function_code_find_hottest (AscFunctionCode *self, guint metric);
/** The largest exclusive value of any instruction. */
gint64 asc_function_code_get_largest (AscFunctionCode *self, guint metric);
/** Whether instruction @i is hot, as asc_file_lines_is_hot() has it. @largest: asc_function_code_get_largest(). */
gboolean asc_function_code_is_hot (AscFunctionCode *self, guint32 i, guint metric, gint64 largest);

G_END_DECLS
