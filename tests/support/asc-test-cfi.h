/* asc-test-cfi.h: tables of call frame information beside those that readelf prints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cfi.h"

G_BEGIN_DECLS

/**
 * Runs `readelf --debug-dump=frames-interp` on @path and looks for each row in @cfi, at its first and at its last byte: CFA,
 * return address and all registers. Prints the first that differ. Returns: how many do. @n_rows: (out): how many there were.
 */
guint asc_test_compare_with_readelf (const AscCfi *cfi, const char *path, guint *n_rows);

G_END_DECLS
