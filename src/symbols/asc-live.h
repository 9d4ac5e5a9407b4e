/* asc-live.h: what the running system tells of its kernel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-build-id.h"

G_BEGIN_DECLS

/** Build-id of the running kernel (/sys/kernel/notes). Returns: FALSE when it is not told. */
gboolean asc_live_get_kernel_build_id (AscBuildId *build_id);
/** A copy of this process's vDSO. Returns: (transfer full) (nullable) */
GBytes *asc_live_dup_vdso (void);

G_END_DECLS
