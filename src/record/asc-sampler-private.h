/* asc-sampler-private.h: the kernel's own figures, over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <sys/resource.h>

G_BEGIN_DECLS

/**
 * Writes what /proc says of some processes, those that they start, their threads and the machine into a file: docs/formats/experiment.md. A line is written only when
 * something in it has changed. One thread.
 */
typedef struct _AscSampler AscSampler;

AscSampler *asc_sampler_new (const char *path, GError **error);
/** Writes what is left and closes. */
void asc_sampler_free (AscSampler *self);
void asc_sampler_add_process (AscSampler *self, gint32 pid);
/** Takes all figures now. Returns: the nanoseconds to wait until the next time, so that this costs no more than a hundredth of a processor. */
gint64 asc_sampler_take (AscSampler *self);
/** Notes what the process @pid that has ended used in all, with what it waited for. */
void asc_sampler_add_usage (AscSampler *self, gint32 pid, const struct rusage *usage);
/** Of the processes followed, how many still run. */
guint asc_sampler_get_n_running (AscSampler *self);

/** CLOCK_MONOTONIC in ns, as in the recording. */
gint64 asc_sampler_now (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscSampler, asc_sampler_free)

G_END_DECLS
