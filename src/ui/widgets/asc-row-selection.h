/* asc-row-selection.h: which rows of a table are chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "asc-row-model.h"

G_BEGIN_DECLS

/**
 * AscRowSelection:
 *
 * A selection model over an AscRowModel that remembers rows, not positions: a new order needs no second look, and no object is made for a chosen row. One of them leads: the one that
 * was clicked last, or the moving end of a range. Signal "chosen": the user chose others. Main thread.
 */
#define ASC_TYPE_ROW_SELECTION (asc_row_selection_get_type ())
G_DECLARE_FINAL_TYPE (AscRowSelection, asc_row_selection, ASC, ROW_SELECTION, GObject)

AscRowSelection *asc_row_selection_new (void);
/** Other rows altogether; nothing is chosen of them. */
void asc_row_selection_set_model (AscRowSelection *self, AscRowModel *model);

/** The row that leads, or G_MAXUINT32. */
guint32 asc_row_selection_get_lead (AscRowSelection *self);
guint asc_row_selection_get_size (AscRowSelection *self);
gboolean asc_row_selection_has (AscRowSelection *self, guint32 row);
/** Chooses @row alone (G_MAXUINT32: none), without a word to those who listen for "chosen". */
void asc_row_selection_set_row (AscRowSelection *self, guint32 row);
/** The chosen rows in the order shown. Returns: (transfer full) (element-type guint32) */
GArray *asc_row_selection_list (AscRowSelection *self);

G_END_DECLS
