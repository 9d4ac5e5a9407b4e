/* asc-pcs.h: metrics of single addresses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 function; /* row of the profile: the function whose code it is, not one inlined there */
  guint64 address;  /* as in the ELF file, as recorded (a return address is not moved) */
  gint64 offset;    /* from the function's start */
} AscPcRow;

/** Metrics of addresses: exclusive from the leaf, inclusive once an event. Row 0 is <Total>; then by exclusive, inclusive, address. Frozen. */
#define ASC_TYPE_PCS (asc_pcs_get_type ())
G_DECLARE_FINAL_TYPE (AscPcs, asc_pcs, ASC, PCS, GObject)

/** Blocks. Returns: (transfer full): NULL with @error set when cancelled. Any thread. */
AscPcs *asc_pcs_compute (AscProfile *profile, GCancellable *cancellable, GError **error);
guint asc_pcs_get_size (AscPcs *self);
const AscPcRow *asc_pcs_get (AscPcs *self, guint row);
gint64 asc_pcs_get_exclusive (AscPcs *self, guint row, guint metric);
gint64 asc_pcs_get_inclusive (AscPcs *self, guint row, guint metric);

G_END_DECLS
