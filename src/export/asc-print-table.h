/* asc-print-table.h: a table on pages of paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/** What stands on the pages. Lent while asc_print_table_new() runs. */
typedef struct
{
  const char *tsv;     /* the first line is the head; an empty line is a rule below the rows above */
  const char *title;
  const char *note;    /* below the title: of what it is */
  const char *end;     /* below the last row, or NULL */
  gboolean is_code;    /* the last column is text in a font of equal widths */
  double width;        /* of a page, pt */
  double height;
} AscPrintText;

/**
 * AscPrintTable:
 *
 * Rows are measured in steps, so that a caller with other things to do stays awake. Numbers are never cut; what is left of the width goes to text, which is broken into at
 * most three lines and then elided. Where numbers alone are too wide everything gets smaller. One thread at a time.
 */
typedef struct _AscPrintTable AscPrintTable;

/** @context: (transfer full): of the paper. */
AscPrintTable *asc_print_table_new (PangoContext *context, const AscPrintText *text);
void asc_print_table_free (AscPrintTable *self);
/** Measures about @n_rows more rows. Returns: whether all pages are known now. */
gboolean asc_print_table_lay_out (AscPrintTable *self, guint n_rows);
/** How far that is, 0 to 1. */
double asc_print_table_get_progress (const AscPrintTable *self);
/** 1 or more; once all are known. */
guint asc_print_table_get_n_pages (const AscPrintTable *self);
/** In pt, with the page's upper left corner at 0, 0. */
void asc_print_table_paint (AscPrintTable *self, guint page, cairo_t *cr);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscPrintTable, asc_print_table_free)

G_END_DECLS
