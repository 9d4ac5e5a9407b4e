/* asc-test-paths.h: where tests find their files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The path of @name below tests/ of the source tree ("fixtures/perf/good.data"). (transfer full) */
char *asc_test_source_path (const char *name) G_GNUC_WARN_UNUSED_RESULT;

/** The path of @name below data/ of the source tree ("samples/figure-2-1.folded"). (transfer full) */
char *asc_test_data_path (const char *name) G_GNUC_WARN_UNUSED_RESULT;

/**
 * The path of @name below the folder of further cases, $ASC_CASES.
 * Where it is not there the running test is marked as skipped, with the reason, and NULL comes back. (transfer full)
 */
char *asc_test_case_path (const char *name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
