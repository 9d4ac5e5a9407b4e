/* asc-kernel-job.h: naming the frames of the kernel and its modules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-object-job.h"

G_BEGIN_DECLS

/** Names the frames of all the kernel's objects of one experiment, for one list of symbols serves them all. @jobs: n_jobs entries, lent */
void asc_kernel_job_run (AscObjectJob **jobs, guint n_jobs);

G_END_DECLS
