/* asc-test-scheduler.h: recordings of the scheduler typed by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-experiment.h"

G_BEGIN_DECLS

/**
 * An experiment from lines "TIME TID WHAT [ARGUMENT [STACK]]"; times in ns, the threads are all of one process. STACK is root first, "main;f;k:futex_wait",
 * frames of the kernel begin with "k:"; "-" for none. Names are those of asc_test_names(). WHAT:
 *
 * fork, exit: the thread's life. in, out, preempted, runs: records. lost: records were lost.
 * clock VALUE STACK: a sample, of kernel mode where the leaf is a kernel frame. uclock: the same from a clock that ticks in user mode alone.
 * switch STATE[>TID] STACK: a sample of sched_switch, STATE being R, S, T, X or ?; TID comes in. leave - STACK: of context-switches.
 * wake TID: wakes another thread. fault fetch|data: a page fault. slept TID:NS, waited TID:NS, ran TID:NS: samples of sched_stat_*.
 * why REASON[+]TID: looked up in /proc: REASON being L (lock), F (page fault), O (other), T (stopped) or ?; with + as ever since the line before. delayed TID:NS: waits for a CPU that are over.
 * A line "told KIND" is a diagnostic of the reader.
 * A line "cpus N" says how many processors there were.
 * Returns: (transfer full)
 */
AscExperiment *asc_test_scheduler (const char *text);

G_END_DECLS
