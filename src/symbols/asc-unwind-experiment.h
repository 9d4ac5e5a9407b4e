/* asc-unwind-experiment.h: the dumped stacks of a recording as call stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-symbols.h"

G_BEGIN_DECLS

/**
 * Unwinds the dumps of @experiment's events (`perf record --call-graph dwarf`) with the call frame information of its load objects, which are looked
 * for as for symbols. Blocks. The frames recorded in kernel mode stay on top of those found; a stack whose dump ends too early
 * gets the root <Truncated-stack>; what could not be found is told in the diagnostics.
 *
 * @options: (nullable). Returns: (transfer full): an experiment like @experiment but for its stacks, without dumps; @experiment itself when it has none; NULL with
 * @error set only when cancelled.
 */
AscExperiment *asc_experiment_unwind (AscExperiment *experiment, const AscSymbolOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error);

G_END_DECLS
