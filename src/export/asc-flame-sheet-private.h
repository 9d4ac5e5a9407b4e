/* asc-flame-sheet-private.h: where what stands on the page of a flame graph, whatever writes it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-flame-export.h"

#include "asc-unit.h"

G_BEGIN_DECLS

/** px */
#define ASC_SHEET_WIDTH 1200
#define ASC_SHEET_MARGIN 10
#define ASC_SHEET_HEAD 52      /* title and status line */
#define ASC_SHEET_TITLE_Y 24   /* base lines */
#define ASC_SHEET_STATUS_Y 43
#define ASC_SHEET_ROW 17
#define ASC_SHEET_GAP 1        /* of a row */
#define ASC_SHEET_FONT 12
#define ASC_SHEET_TITLE_FONT 17
#define ASC_SHEET_SWATCH 10
#define ASC_SHEET_TEXT_FROM 24 /* narrower cells have no text */
#define ASC_SHEET_LINED_FROM 3 /* a line between neighbours, where it does not hide them */
#define ASC_SHEET_COLUMN 7.0   /* what a column of text takes at most on the average */

typedef struct
{
  double x, y; /* upper left corner of its swatch */
  char *title; /* in the user's language */
  guint32 color;
} AscFlameSheetLegend;

typedef struct
{
  AscFlameGraph *graph;
  const AscFlameDrawing *drawing;
  const AscFlameCell *cells;
  guint n_cells;
  const AscMetric *metric; /* an empty one where there is none */
  AscFlameColors *colors;
  AscScale scale;
  double px;      /* for a unit of weight */
  gint64 least;   /* cells below it are left out */
  guint n_narrow; /* so many */
  guint n_rows;   /* levels of the others */
  GArray *legend; /* AscFlameSheetLegend */
  double height;
} AscFlameSheet;

void asc_flame_sheet_init (AscFlameSheet *self, AscFlameGraph *graph, const AscFlameDrawing *drawing);
void asc_flame_sheet_clear (AscFlameSheet *self);
/** Top of a level. */
int asc_flame_sheet_get_y (const AscFlameSheet *self, guint depth);
/** "1.234 s (5.6%)". Returns: (transfer full) */
char *asc_flame_sheet_dup_value (const AscFlameSheet *self, gint64 value);
/** "+0.234 s (+5.6%)", of the baseline's total. Only of a difference. Returns: (transfer full) */
char *asc_flame_sheet_dup_change (const AscFlameSheet *self, guint32 cell);
/** The line below the title. Returns: (transfer full) */
char *asc_flame_sheet_dup_status (const AscFlameSheet *self);
/** As much of @name as fits in @columns, with "…" behind what is cut. Returns: (transfer full) */
char *asc_flame_sheet_dup_cut (const char *name, guint columns);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AscFlameSheet, asc_flame_sheet_clear)

G_END_DECLS
