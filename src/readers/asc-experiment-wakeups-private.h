/* asc-experiment-wakeups-private.h: wakeups by others and reasons of sleep, recorded beside an experiment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-reader-private.h"

G_BEGIN_DECLS

/**
 * Adds to @builder, which has its events, what the recording at @path, made of the whole system, has of wakeups of its threads by timers, interrupts and other
 * processes, as events of a kind of their own. A recording that cannot be read, or has another clock, is a diagnostic. Returns: FALSE with @error when cancelled
 */
gboolean asc_experiment_add_wakeups (const char *path, AscBuilder *builder, const AscReadOptions *options, GCancellable *cancellable, GError **error);
/**
 * Adds to @builder, which has its threads, what was looked up in /proc of why they slept, if @source has it, as events of a kind of their own. What cannot
 * be read is a diagnostic.
 */
void asc_experiment_add_waits (AscSource *source, AscBuilder *builder);
/** Says in @diagnostics what the statistics beside a recording tell of frequencies that changed and clocks that were set or adjusted. */
void asc_experiment_judge_clocks (AscSource *source, AscDiagnostics *diagnostics);
/** The time of the events' time 0 on the recording's clock; -1: not known. */
gint64 asc_experiment_get_zero_ns (const char *text);

G_END_DECLS
