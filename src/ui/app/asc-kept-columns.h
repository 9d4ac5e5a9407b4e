/* asc-kept-columns.h: the columns that somebody chose, kept in the settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

G_BEGIN_DECLS

/* They are kept by the columns that a recording would have at first: recordings of one kind share them. Main thread. */

/** The columns to begin with: those chosen for such a recording before, or the usual ones. Returns: (transfer full) (element-type AscColumn) */
GArray *asc_kept_columns_load (AscProfile *profile);
/** Keeps @columns, or (NULL) forgets what was kept. */
void asc_kept_columns_store (AscProfile *profile, GArray *columns);

G_END_DECLS
