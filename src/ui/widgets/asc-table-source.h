/* asc-table-source.h: what a table shows: rows by columns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_CELL_NAME,    /* elided in the middle, fills the width; one in a table; a tree's arrows stand in it */
  ASC_CELL_TEXT,
  ASC_CELL_METRIC,  /* value, percent, and a bar behind them */
  ASC_CELL_NUMBER,  /* a plain integer: PID, size */
  ASC_CELL_ADDRESS, /* hexadecimal */
  ASC_CELL_STATES,  /* a bar of thread states */
  ASC_CELL_JUMPS,   /* lines of jumps between instructions */
} AscCellKind;

/** One state of an ASC_CELL_STATES column. */
typedef struct
{
  const char *id;          /* the metric's, for its colour */
  const AscMetric *metric; /* lent, as in AscTableColumn */
  guint key;               /* of its values */
} AscTableState;

/** A number that is not known: shown as a dash, sorted below all others. */
#define ASC_NO_NUMBER G_MININT64

typedef struct
{
  AscCellKind kind;
  guint key;         /* handed to the source's functions */
  char *id;          /* "e.totalcpu", "name": sort order and choice of columns are remembered by it */
  char *title;       /* translated */
  char *detail;      /* second line of the header, translated, or NULL */
  char *tooltip;     /* translated, or NULL */
  gboolean hidden;   /* at first */
  int width;         /* px at 100 % text; 0: by kind and content */
  gboolean expands;  /* shares the room with the name; then @width is the least */
  gboolean is_code;  /* text in a font of equal widths */

  GArray *states;    /* ASC_CELL_STATES: of AscTableState, in drawing order; their sums are in @total (of the total row) and @largest */

  AscJumps *jumps;   /* ASC_CELL_JUMPS: lent by the source's data */

  /* ASC_CELL_METRIC */
  gboolean has_heat; /* coloured by the share of @total */
  gboolean shows_value;
  gboolean shows_percent;
  const AscMetric *metric; /* lent by the profile, which the source's data keep alive */
  AscScale scale;
  gint64 total;      /* 100 % */
  gboolean has_whole; /* 100 % of a row is instead its number of @whole_key */
  guint whole_key;
  gint64 largest;    /* a full bar: filled in by asc_table_source_seal() */
} AscTableColumn;

/** How rows are read. Of frozen data: any thread. */
typedef struct
{
  gint64 (*get_number) (gpointer data, guint32 row, guint key);
  /** Lent; NULL: unknown. */
  const char *(*get_text) (gpointer data, guint32 row, guint key);
  /** More than the text, or NULL. May be NULL itself. */
  const char *(*get_tooltip) (gpointer data, guint32 row, guint key);
  /** The function that a row stands for, or ASC_NONE. NULL: rows are no functions. */
  guint32 (*get_function) (gpointer data, guint32 row);
  /** Whether it stands above the rows below and has no numbers. NULL: no row does. */
  gboolean (*is_heading) (gpointer data, guint32 row);
  /** Whether the row is to be marked. NULL: none is. */
  gboolean (*is_hot) (gpointer data, guint32 row);
  /** The instruction of the row, for ASC_CELL_JUMPS; of a heading the first one below. */
  guint32 (*get_instruction) (gpointer data, guint32 row);
} AscTableFuncs;

/**
 * AscTableSource:
 *
 * Filled by a view (columns, then asc_table_source_seal()), then frozen. Rows are numbered 0 .. n_rows - 1.
 */
#define ASC_TYPE_TABLE_SOURCE (asc_table_source_get_type ())
G_DECLARE_FINAL_TYPE (AscTableSource, asc_table_source, ASC, TABLE_SOURCE, GObject)

/** @total_row: shown first, bold; ASC_NONE for none (and any number at all for a tree). @data is freed by @destroy. */
AscTableSource *asc_table_source_new (guint n_rows, guint32 total_row, const AscTableFuncs *funcs, gpointer data, GDestroyNotify destroy);
/** Adds a column that is no metric; strings are copied. Returns: it, to be refined before sealing. */
AscTableColumn *asc_table_source_add (AscTableSource *self, AscCellKind kind, guint key, const char *id, const char *title, int width);
/**
 * Adds a metric's column. @total is 100 %, and @base says in the header's tooltip what of ("Percent of <Total>.", translated).
 * @visibility: AscVisibility of the value and of the percent.
 */
AscTableColumn *asc_table_source_add_metric (AscTableSource *self, const AscMetric *metric, AscFlavor flavor, guint visibility, guint key, gint64 total, const char *base);
/** Adds a bar of the metrics of @profile that are thread states and not zero; @get_key makes the key of a metric's values. Returns: NULL when there are none. */
AscTableColumn *asc_table_source_add_states (AscTableSource *self, AscProfile *profile, guint (*get_key) (guint metric), const char *title, int width);
/** The rows come in the order of @column, downwards: this sort costs nothing. Before sealing. */
void asc_table_source_set_sorted (AscTableSource *self, guint column);
/** The same, upwards. */
void asc_table_source_set_sorted_up (AscTableSource *self, guint column);
/** The column is not shown at first. Before sealing. */
void asc_table_source_hide_column (AscTableSource *self, guint column);
/** The id of a metric's column: "e.totalcpu"; "s.totalcpu" for a value that has no flavor. Returns: (transfer full) */
char *asc_table_dup_metric_id (const AscMetric *metric, AscFlavor flavor);
/** Looks for each column's largest value. @largest_is_total: do not look, a full bar is 100 %. */
void asc_table_source_seal (AscTableSource *self, gboolean largest_is_total);

guint asc_table_source_get_n_rows (AscTableSource *self);
guint32 asc_table_source_get_total_row (AscTableSource *self);
guint asc_table_source_get_n_columns (AscTableSource *self);
const AscTableColumn *asc_table_source_get_column (AscTableSource *self, guint column);
/** Returns: the column's number, or -1. */
int asc_table_source_find_column (AscTableSource *self, const char *id);
/** The first column of @kind, or -1. */
int asc_table_source_find_kind (AscTableSource *self, AscCellKind kind);

gint64 asc_table_source_get_number (AscTableSource *self, guint32 row, guint column);
/** Lent, or NULL. Text columns only. */
const char *asc_table_source_get_text (AscTableSource *self, guint32 row, guint column);
/** The parts of an ASC_CELL_STATES column. Lent. */
const AscTableState *asc_table_source_get_states (AscTableSource *self, guint column, guint *n_states);
gint64 asc_table_source_get_state_value (AscTableSource *self, guint32 row, const AscTableState *state);
/** The text of the name column, never NULL. */
const char *asc_table_source_get_name (AscTableSource *self, guint32 row);
guint32 asc_table_source_get_function (AscTableSource *self, guint32 row);
gboolean asc_table_source_is_heading (AscTableSource *self, guint32 row);
gboolean asc_table_source_is_hot (AscTableSource *self, guint32 row);
/** Whether its rows are instructions, not functions. */
gboolean asc_table_source_is_code (AscTableSource *self);
/** ASC_NONE where rows are no instructions. */
guint32 asc_table_source_get_instruction (AscTableSource *self, guint32 row);

/**
 * What the cell says, in the column's unit and the locale; @dim is set when it says next to nothing (zero, unknown).
 * Returns: (transfer full)
 */
char *asc_table_source_dup_cell (AscTableSource *self, guint32 row, guint column, gboolean *dim);
/** "12.34%" of a metric's cell; NULL for an unknown number. Returns: (transfer full) */
char *asc_table_source_dup_percent (AscTableSource *self, guint32 row, guint column, gboolean *dim);
/** The exact integer, the sampling error, or the whole text. Returns: (transfer full), or NULL */
char *asc_table_source_dup_tooltip (AscTableSource *self, guint32 row, guint column);
/** The header as one line: "Total CPU Time, Exclusive, s". Returns: (transfer full) */
char *asc_table_source_dup_heading (AscTableSource *self, guint column);
/** Appends the cell's fields as in a file: digits of C, no percent sign, tabs inside as blanks. A value and a percent are two fields. */
void asc_table_source_append_tsv (AscTableSource *self, GString *string, guint32 row, guint column);
void asc_table_source_append_tsv_heading (AscTableSource *self, GString *string, guint column);

/**
 * All rows by name, then by the other texts, then by address: the order of equals in every sort. Made on the first call (100,000 rows: some
 * 50 ms; any thread). Lent: n_rows entries.
 */
const guint32 *asc_table_source_get_base_order (AscTableSource *self);
/** Makes the base order in a worker, so that the first sort need not. */
void asc_table_source_prepare (AscTableSource *self);
/** All rows in the column's order, the total row first. Returns: (transfer full): n_rows entries */
guint32 *asc_table_source_sort (AscTableSource *self, guint column, gboolean descending);
/** Sorts @rows alone, a few of many. */
void asc_table_source_sort_rows (AscTableSource *self, GArray *rows, guint column, gboolean descending);

G_END_DECLS
