/* asc-bench.h: CPU time of the main thread: of frames, and of the longest turn of the main loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-test-window.h"

#define ASC_BENCH_FRAMES 120u

typedef void (*AscBenchStep) (gpointer data, guint frame);

/** The first thing of a main(): the window comes up, and turns of the main loop are watched. */
void asc_bench_init (char *program);

/** CPU time of this thread so far, ms. */
double asc_bench_now (void);
/** Turns the main loop until @window has been painted once more. */
void asc_bench_wait_for_frame (AscWindow *window);
/** Opens @path in a new window. @condition: (nullable): what is waited for, at most ten minutes; else all names. */
AscWindow *asc_bench_open (const char *path, AscTestCondition condition);

/** Prints "NAME, TAB, middle, TAB, worst" of @times (of double, ms), and empties it. */
void asc_bench_report (const char *name, GArray *times);
/** Prints the longest turn of the main loop since the last asc_bench_forget_stall() or this. */
void asc_bench_report_stall (const char *name);
void asc_bench_forget_stall (void);
double asc_bench_get_stall (void);
/** Measures ASC_BENCH_FRAMES times @step with the frame after it. */
void asc_bench_frames (AscWindow *window, const char *name, AscBenchStep step, gpointer data);
