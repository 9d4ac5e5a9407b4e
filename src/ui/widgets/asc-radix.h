/* asc-radix.h: sorting of row numbers by a column of numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * Sorts @rows (n_rows entries) by @keys; rows with equal keys keep their order, in either direction. Linear time.
 * @keys: indexed by the row's number, so it reaches at least to the largest of @rows.
 */
void asc_radix_sort (guint32 *rows, guint n_rows, const gint64 *keys, gboolean descending);

G_END_DECLS
