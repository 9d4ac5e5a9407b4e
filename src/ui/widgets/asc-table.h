/* asc-table.h: a table of metrics, or a tree with the same columns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-table-source.h"
#include "asc-row-tree.h"

G_BEGIN_DECLS

/**
 * AscTable:
 *
 * Shows an AscTableSource, flat and sorted by a click on a header, or as an AscRowTree. Chosen columns and the order outlive the source:
 * they are kept by the columns' ids. Main thread.
 *
 * Signals: "row-selected" (guint row, ASC_NONE: none): somebody chose a row, not asc_table_select_row(); "row-activated" (guint row): double click or
 * Enter; in a tree only with Ctrl, where they open and close the row.
 */
#define ASC_TYPE_TABLE (asc_table_get_type ())
G_DECLARE_FINAL_TYPE (AscTable, asc_table, ASC, TABLE, AdwBin)

GtkWidget *asc_table_new (void);
/** What the list is called by those who hear it: "Functions". */
void asc_table_set_title (AscTable *self, const char *title);
/** The order, by column @id, from the next source on and until a header is clicked. */
void asc_table_set_sort (AscTable *self, const char *id, gboolean descending);
/** The column that sorts, lent, or NULL: none was said yet. @descending: (out) */
const char *asc_table_get_sort (AscTable *self, gboolean *descending);
/** Shows @source, or nothing (NULL). The chosen row is forgotten. */
void asc_table_set_source (AscTable *self, AscTableSource *source);
/** Shows @tree in its place. */
void asc_table_set_tree (AscTable *self, AscRowTree *tree);
gboolean asc_table_is_empty (AscTable *self);
AscTableSource *asc_table_get_source (AscTable *self);
/** More for the context menu, above what every table has. The actions are those of the table's ancestors. */
void asc_table_set_menu (AscTable *self, GMenuModel *menu);
void asc_table_set_header_visible (AscTable *self, gboolean visible);
/** For a table of one row: no header, no more height than that. */
void asc_table_set_single (AscTable *self);
/** Keeps widths, choice, order (which can not be changed any more) of columns and the sideways position of @self and @other equal from now on. Same columns in both; again after each new source. */
void asc_table_link_columns (AscTable *self, AscTable *other);

/** Returns: the chosen row, of several the one that was chosen last, or ASC_NONE. */
guint32 asc_table_get_selected_row (AscTable *self);
/** All chosen rows in the order shown. Returns: (transfer full) (element-type guint32) */
GArray *asc_table_list_selected (AscTable *self);
/** Chooses @row alone (ASC_NONE: none) and brings it on screen; emits nothing. */
void asc_table_select_row (AscTable *self, guint32 row);
/** Chooses the first row of @function, if there is one. */
void asc_table_select_function (AscTable *self, guint32 function);
/** Scrolls to @position when it is not to be seen. */
void asc_table_scroll_to (AscTable *self, guint position);

/** Where a table is scrolled to. */
typedef struct
{
  double value;         /* px */
  gboolean chosen_seen; /* the chosen row was to be seen */
} AscTablePlace;

AscTablePlace asc_table_get_place (AscTable *self);
/** After another source was set and a row chosen: scrolls back, and then no further than it takes to see the chosen row if it was seen. */
void asc_table_restore_place (AscTable *self, AscTablePlace place);
/** The tree on show, or NULL. */
AscRowTree *asc_table_get_tree (AscTable *self);

/** How many rows above and below a chosen one come on screen with it, where there is room. */
void asc_table_set_surroundings (AscTable *self, guint n_rows);

/** Puts the keyboard on the chosen row or the first one. */
void asc_table_focus (AscTable *self);

/** A step of asc_table_search(): marks and counts, and chooses nothing. */
#define ASC_SEARCH_MARK 2

/**
 * Marks what @matcher finds in the names (NULL: nothing any more) and chooses a row that has it: @step +1 the next, -1 the one before, 0 the chosen one if it matches.
 * Returns: the number of matching rows (nodes in a tree, also those that are not open).
 */
guint asc_table_search (AscTable *self, AscMatcher *matcher, int step);
/** The chosen rows or, when there are none or @everything, all rows, with a line of headings. Returns: (transfer full) (nullable) */
char *asc_table_dup_tsv (AscTable *self, gboolean everything);
/** The first @max_rows of the rows on show, with a line of headings; *n_rows: how many are on show. Returns: (transfer full) (nullable) */
char *asc_table_dup_sheet (AscTable *self, guint max_rows, guint *n_rows);
/** The columns on show and the order, as columns of @profile (transfer full), and by which other column it is ordered; for AscRequest. */
void asc_table_get_request (AscTable *self, AscProfile *profile, AscRequest *ask);
/** The names of the chosen rows, a line each. Returns: (transfer full) (nullable) */
char *asc_table_dup_names (AscTable *self);

G_END_DECLS
