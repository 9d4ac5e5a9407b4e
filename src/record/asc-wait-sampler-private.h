/* asc-wait-sampler-private.h: why threads sleep and how long they wait for a processor, looked up where the kernel's events do not tell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * Looks some hundred times a second into /proc/PID/task/TID/{syscall,wchan,stat,schedstat} of some processes, those that they start, and their threads, and writes for
 * each thread that sleeps since when it is found in the same function of the kernel: docs/formats/experiment.md. On a thread of its own, which takes no more than
 * a twentieth of a processor: of many threads it looks more seldom.
 */
typedef struct _AscWaitSampler AscWaitSampler;

/** @pids: @n_pids; copied. @reasons: FALSE: only how long threads wait for a processor. Returns: NULL with @error when @path cannot be written */
AscWaitSampler *asc_wait_sampler_new (const char *path, const gint32 *pids, guint n_pids, gboolean reasons, GError **error);
/** Ends the thread, writes what is left and closes. */
void asc_wait_sampler_free (AscWaitSampler *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscWaitSampler, asc_wait_sampler_free)

G_END_DECLS
