/* asc-code-metrics.h: metrics of a function's instructions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"

G_BEGIN_DECLS

/** The instructions of a function, as far as their metrics depend on them. */
typedef struct
{
  const guint64 *starts; /* n addresses as in the ELF file, ascending: an instruction goes on up to the next one */
  guint n;
  guint64 end;           /* of the last one */
  /** Whether the code is that of the load object @object of experiment @experiment; events of another build are elsewhere. NULL: always. */
  gboolean (*is_of_object) (gconstpointer data, guint experiment, guint32 object);
  gconstpointer data;
} AscCode;

/**
 * Metrics of instructions: exclusive from the leaf, inclusive once an event, of the calling instruction too (not of the one that it returns to, as AscPcs has it).
 * Those of code inlined into the function are in it. All instructions and what is elsewhere sum to what the function's code carries. Frozen.
 */
#define ASC_TYPE_CODE_METRICS (asc_code_metrics_get_type ())
G_DECLARE_FINAL_TYPE (AscCodeMetrics, asc_code_metrics, ASC, CODE_METRICS, GObject)

/** Blocks. Returns: (transfer full): NULL with @error set when cancelled. Any thread. */
AscCodeMetrics *asc_code_metrics_compute (AscProfile *profile, guint32 function, const AscCode *code, GCancellable *cancellable, GError **error);
/** Of instruction @i; of number n: events of the function at no instruction of these. */
gint64 asc_code_metrics_get_exclusive (AscCodeMetrics *self, guint i, guint metric);
gint64 asc_code_metrics_get_inclusive (AscCodeMetrics *self, guint i, guint metric);

G_END_DECLS
