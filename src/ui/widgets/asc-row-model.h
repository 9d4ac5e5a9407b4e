/* asc-row-model.h: the rows of a table as a list of slots
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * AscRowModel:
 *
 * A list model over an array of row numbers. Its items say nothing: a cell asks asc_row_model_get_row() for what stands at its
 * list item's position. So a new order needs no items-changed, for which GTK would make every row anew ("reordered" tells of it);
 * only a change of length is reported. Main thread.
 */
#define ASC_TYPE_ROW_MODEL (asc_row_model_get_type ())
G_DECLARE_FINAL_TYPE (AscRowModel, asc_row_model, ASC, ROW_MODEL, GObject)

/** No such row or position. */
#define ASC_NO_POSITION G_MAXUINT

AscRowModel *asc_row_model_new (void);
guint asc_row_model_get_size (AscRowModel *self);
/** @position: below the size. */
guint32 asc_row_model_get_row (AscRowModel *self, guint position);
/** Lent until the next change: as many as the size. */
const guint32 *asc_row_model_get_rows (AscRowModel *self);
/** Returns: where @row stands, or ASC_NO_POSITION. Walks over all rows. */
guint asc_row_model_find (AscRowModel *self, guint32 row);
/** Other rows altogether, @n entries: reports the difference in length at the end, then "reordered". */
void asc_row_model_set_rows (AscRowModel *self, const guint32 *rows, guint n);
/** Puts @n_added rows in the place of @n_removed ones, and reports just that. */
void asc_row_model_splice (AscRowModel *self, guint position, guint n_removed, const guint32 *rows, guint n_added);

G_END_DECLS
