/* asc-flame-difference.h: a flame graph beside that of an earlier recording, frozen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-flame-graph.h"

G_BEGIN_DECLS

/** A path that only the baseline has: its cell there, of which the whole subtree is gone, and the weight. */
typedef struct
{
  guint32 cell;
  gint64 value;
} AscFlameGone;

/** What the cells of a graph were in the baseline, in the metric that both draw; exact integers. */
typedef struct
{
  AscFlameGraph *base;
  gint64 *value; /* by cell: of the same path and all below it; 0 where the baseline has no such path */
  gint64 *own;   /* by cell: what ended there */
  gint64 total;  /* of the baseline */
  GArray *gone;  /* AscFlameGone, the heaviest first; with the baseline's values above they add up to its total */
  gint64 gone_value;
} AscFlameDifference;

/**
 * Compares @graph with @base, which was computed with the same options for the metric of the same id. Cells are of one path when all functions on it have the same names and their
 * load objects the same base names (threads and processes: names alone). Where several siblings are called the same, the heaviest are paired with the heaviest, and what the baseline
 * has more of belongs to the last: nothing counts twice. Blocks, linear time but for the sorting of siblings. Returns: (transfer full); NULL with @error set when cancelled.
 */
AscFlameDifference *asc_flame_difference_new (AscFlameGraph *graph, AscFlameGraph *base, GCancellable *cancellable, GError **error);
/** Counted by any thread. */
AscFlameDifference *asc_flame_difference_ref (AscFlameDifference *self);
void asc_flame_difference_unref (AscFlameDifference *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscFlameDifference, asc_flame_difference_unref)

G_END_DECLS
