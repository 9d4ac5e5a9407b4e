/* test-parallel.c: every task is done once, by any number of threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-parallel.h"

typedef struct
{
  guint n_tasks;
  guint *times; /* n_tasks entries: how often each was done; a task writes its own only */
  int n_done;   /* atomic */
} Work;

static void
do_task (guint task, gpointer data)
{
  Work *work = data;

  g_assert_cmpuint (task, <, work->n_tasks);
  work->times[task]++;
  g_atomic_int_inc (&work->n_done);
}

static void
test_each_task_once (void)
{
  static const guint n_tasks[] = { 0, 1, 2, 7, 1000 };

  for (guint n_threads = 0; n_threads <= 8; n_threads++)
    for (guint i = 0; i < G_N_ELEMENTS (n_tasks); i++)
      {
        Work work = { .n_tasks = n_tasks[i], .times = g_new0 (guint, n_tasks[i] + 1) };

        asc_parallel_for (n_threads, work.n_tasks, do_task, &work);
        g_assert_cmpint (work.n_done, ==, (int) work.n_tasks);
        for (guint task = 0; task < work.n_tasks; task++)
          g_assert_cmpuint (work.times[task], ==, 1);
        g_free (work.times);
      }
}

static void
test_number_of_threads (void)
{
  g_assert_cmpuint (asc_parallel_n_threads (3), ==, 3);
  g_assert_cmpuint (asc_parallel_n_threads (0), ==, g_get_num_processors ());
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel/each-task-once", test_each_task_once);
  g_test_add_func ("/parallel/number-of-threads", test_number_of_threads);
  return g_test_run ();
}
