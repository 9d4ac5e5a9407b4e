/* asc-lines.h: metrics of source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"

G_BEGIN_DECLS

/** A line of a function; the same line of two functions (a template's instances) is two. */
typedef struct
{
  guint32 function; /* row of the profile */
  guint32 line;     /* 0: unknown */
  const char *file; /* as the compiler wrote it, or NULL; lives as long as the lines */
} AscLineRow;

/**
 * Metrics of lines: exclusive from the leaf's innermost function, inclusive once an event, for the lines of calls too.
 * Code of which no line is known is one row a function. Row 0 is <Total>; then by exclusive, inclusive, file, line.
 * Frozen.
 */
#define ASC_TYPE_LINES (asc_lines_get_type ())
G_DECLARE_FINAL_TYPE (AscLines, asc_lines, ASC, LINES, GObject)

AscLines *asc_lines_compute (AscProfile *profile, GCancellable *cancellable, GError **error);
AscProfile *asc_lines_get_profile (AscLines *self);
guint asc_lines_get_size (AscLines *self);
const AscLineRow *asc_lines_get (AscLines *self, guint row);
gint64 asc_lines_get_exclusive (AscLines *self, guint row, guint metric);
gint64 asc_lines_get_inclusive (AscLines *self, guint row, guint metric);
/** The row of @function's heaviest line in @metric, exclusive, then inclusive; of those in the file of its definition when there are any. ASC_NONE: it has no line. */
guint32 asc_lines_find_hottest (AscLines *self, guint32 function, guint metric);

G_END_DECLS
