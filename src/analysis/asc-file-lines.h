/* asc-file-lines.h: metrics of the lines of one source file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-lines.h"

G_BEGIN_DECLS

/**
 * A line of the file, over all functions; or what the file's functions have spent elsewhere, so that nothing is lost: without a line, or on lines of another file that is included into
 * them.
 */
typedef struct
{
  guint32 line;     /* 0: elsewhere */
  guint32 function; /* row of the profile: the one that has most of the line; elsewhere: whose it is */
  const char *file; /* elsewhere: the other file, or NULL: no line is known */
} AscFileLine;

/** A function called on a line. */
typedef struct
{
  guint32 function;
  guint32 call; /* for asc_file_lines_get_call_value() */
} AscLineCall;

/**
 * Rows: the lines that carry something, ascending; then what is elsewhere, as in AscLines. Exclusive: of events whose leaf is on the line, inlined code on its own line in its own file. Inclusive:
 * once an event, however often the line stands in its stack, and in whatever functions. A call has what went through the innermost occurrence of its line, so that a line's exclusive
 * metric and its calls add up to its inclusive one. Inlined functions count as called. The lines of a function and what it has elsewhere add up to its exclusive metric. Frozen.
 */
#define ASC_TYPE_FILE_LINES (asc_file_lines_get_type ())
G_DECLARE_FINAL_TYPE (AscFileLines, asc_file_lines, ASC, FILE_LINES, GObject)

/** @file: as in a row of @lines or of the functions, in any spelling. Blocks: as long as asc_lines_compute(), on any thread. Returns: (transfer full): NULL with @error when cancelled. */
AscFileLines *asc_file_lines_compute (AscLines *lines, const char *file, GCancellable *cancellable, GError **error);

/** Normalized. */
const char *asc_file_lines_get_file (AscFileLines *self);
AscLines *asc_file_lines_get_lines (AscFileLines *self);
guint asc_file_lines_get_size (AscFileLines *self);
/** Rows of lines; the others are behind them. */
guint asc_file_lines_get_n_lines (AscFileLines *self);
const AscFileLine *asc_file_lines_get (AscFileLines *self, guint row);
gint64 asc_file_lines_get_exclusive (AscFileLines *self, guint row, guint metric);
gint64 asc_file_lines_get_inclusive (AscFileLines *self, guint row, guint metric);
/** The row of @line, or ASC_NONE. */
guint32 asc_file_lines_find (AscFileLines *self, guint32 line);
/** The largest exclusive value of a line, 0 when there is none. */
gint64 asc_file_lines_get_largest (AscFileLines *self, guint metric);
/** A line is hot from this part of the file's largest one, exclusive, unless the user said another. */
#define ASC_HOT_LINE_PERCENT 20
/** From which percentage on lines and instructions of this process are hot, 1 to 100. Any thread. */
guint asc_hot_lines_get_percent (void);
void asc_hot_lines_set_percent (guint percent);
/** @largest: of asc_file_lines_get_largest(). */
gboolean asc_file_lines_is_hot (AscFileLines *self, guint row, guint metric, gint64 largest);

/** Calls of a line, heaviest in the primary metric first. */
const AscLineCall *asc_file_lines_get_calls (AscFileLines *self, guint row, guint *n_calls);
gint64 asc_file_lines_get_call_value (AscFileLines *self, guint32 call, guint metric);

G_END_DECLS
