/* asc-parallel.c: see asc-parallel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-parallel.h"

typedef struct
{
  AscParallelFunc func;
  gpointer data;
  guint n_tasks;
  int next; /* atomic */
} Job;

guint
asc_parallel_n_threads (guint wanted)
{
  return wanted > 0 ? wanted : g_get_num_processors ();
}

static gpointer
worker (gpointer data)
{
  Job *job = data;
  guint task;

  while ((task = (guint) g_atomic_int_add (&job->next, 1)) < job->n_tasks)
    job->func (task, job->data);
  return NULL;
}

void
asc_parallel_for (guint n_threads, guint n_tasks, AscParallelFunc func, gpointer data)
{
  Job job = { .func = func, .data = data, .n_tasks = n_tasks };
  guint n = MIN (asc_parallel_n_threads (n_threads), n_tasks);
  g_autofree GThread **threads = g_new0 (GThread *, MAX (n, 1));

  for (guint i = 1; i < n; i++)
    threads[i] = g_thread_try_new ("asc-worker", worker, &job, NULL);
  worker (&job);
  for (guint i = 1; i < n; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
}
