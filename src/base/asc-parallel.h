/* asc-parallel.h: one job cut by index over the processors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef void (*AscParallelFunc) (guint task, gpointer data);

/** Runs @func for every task 0 .. @n_tasks - 1 on at most @n_threads threads (0: one a processor) and waits for all. The
 * calling thread takes part. Tasks start in the order of their numbers. */
void asc_parallel_for (guint n_threads, guint n_tasks, AscParallelFunc func, gpointer data);

/** The number of threads that @wanted (0: one a processor) means. */
guint asc_parallel_n_threads (guint wanted);

G_END_DECLS
