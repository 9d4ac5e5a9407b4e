/* asc-line-marks.h: where the marked lines of a text are, beside its scroll bar
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** AscLineMarks: a narrow strip. Signal "line-activated" (guint: line, from 1): a mark was clicked. */
#define ASC_TYPE_LINE_MARKS (asc_line_marks_get_type ())
G_DECLARE_FINAL_TYPE (AscLineMarks, asc_line_marks, ASC, LINE_MARKS, GtkWidget)

/** @lines: (element-type guint32): ascending, from 1; copied. @n_lines: of the text. */
void asc_line_marks_set_lines (AscLineMarks *self, const GArray *lines, guint n_lines);

G_END_DECLS
