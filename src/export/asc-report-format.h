/* asc-report-format.h: numbers and names as er_print (gprofng) prints them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ASC_REPORT_NUMBER_SIZE 64

/** Seconds with three decimals; a true zero is "0." with blanks behind it, so that the points stand below each other. Returns: the length. */
guint asc_report_format_seconds (char buffer[static ASC_REPORT_NUMBER_SIZE], gint64 ns);
/** Percent with two decimals, zero as above. */
guint asc_report_format_percent (char buffer[static ASC_REPORT_NUMBER_SIZE], gint64 value, gint64 base);
guint asc_report_format_int (char buffer[static ASC_REPORT_NUMBER_SIZE], gint64 value);
/** 100 * @value / @base; 0 when @base is 0. */
double asc_report_percent (gint64 value, gint64 base);

/**
 * Appends @text without what would break a line, a cell or a terminal: control characters become \t, \n, \xNN, bytes that
 * are no UTF-8 U+FFFD. @tsv: a backslash is doubled too, so that the name can be had back.
 */
void asc_report_append_clean (GString *string, const char *text, gboolean tsv);

G_END_DECLS
