/* fuzz-reader.c: any bytes as an experiment: no crash, no hang, and what is read is sound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-experiment.h"
#include "asc-reader.h"
#include "asc-states.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Every index that the views follow blindly. */
static void
check (AscExperiment *e)
{
  const AscEvents *events = asc_experiment_get_events (e);
  const AscStacks *stacks = asc_experiment_get_stacks (e);
  const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (e);
  guint n_frames, n_objects, n_kinds, n_threads, n_processes;
  const AscFrame *frames = asc_experiment_get_frames (e, &n_frames);
  const AscThread *threads = asc_experiment_get_threads (e, &n_threads);

  asc_experiment_get_objects (e, &n_objects);
  asc_experiment_get_kinds (e, &n_kinds);
  asc_experiment_get_processes (e, &n_processes);
  for (guint i = 0; i < n_threads; i++)
    g_assert_cmpuint (threads[i].process, <, n_processes);
  for (guint i = 0; i < stacks->n_nodes; i++)
    {
      g_assert_true (stacks->parent[i] == ASC_NONE || stacks->parent[i] < i);
      g_assert_cmpuint (stacks->frame[i], <, n_frames);
    }
  for (guint i = 0; i < n_frames; i++)
    if (!(frames[i].flags & ASC_FRAME_NAMED))
      g_assert_cmpuint (frames[i].object, <, n_objects);
  for (guint i = 0; i < events->n_events; i++)
    {
      g_assert_true (events->stack[i] == ASC_NONE || events->stack[i] < stacks->n_nodes);
      g_assert_true (events->thread[i] == ASC_NONE || events->thread[i] < n_threads);
      g_assert_cmpuint (events->kind[i], <, n_kinds);
    }
  g_assert_cmpint (asc_diagnostics_get_n_read (diagnostics), ==, asc_experiment_get_n_shown (e) + asc_diagnostics_get_n_skipped (diagnostics));
}

static void
get_function (gpointer data, guint32 function, AscInputFunction *out)
{
  static const char *const names[] = { "futex_wait", "exc_page_fault", "do_signal_stop", "<static>@0x0", "asm_exc_int3" };

  *out = (AscInputFunction){ .name = names[function] };
}

static guint
get_chain (gpointer data, guint32 frame, guint32 *functions, guint max)
{
  functions[0] = frame % 5;
  return 1;
}

/* The states of threads join, whatever the times are. */
static void
check_states (AscExperiment *e)
{
  const AscNames names = { .n_functions = 5, .get_function = get_function, .get_chain = get_chain };
  g_autoptr (AscStates) states = asc_states_compute (e, &names, 2, NULL, NULL, NULL);
  const AscEvents *intervals = asc_states_get_intervals (states);
  guint n_nodes = asc_experiment_get_stacks (e)->n_nodes;

  for (guint i = 0; i < intervals->n_events; i++)
    {
      g_assert_true (intervals->stack[i] == ASC_NONE || intervals->stack[i] < n_nodes);
      g_assert_cmpint (intervals->value[i], >, 0);
      if (i > 0 && intervals->thread[i] == intervals->thread[i - 1])
        g_assert_cmpint (intervals->time_ns[i], ==, intervals->time_ns[i - 1] + intervals->value[i - 1]);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const AscReadOptions options = { .n_threads = 2 };
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GError) error = NULL;
  g_autoptr (AscExperiment) e = NULL;

  if (fd < 0 || write (fd, data, size) != (gssize) size)
    abort ();
  e = asc_experiment_open (path, &options, NULL, NULL, &error);
  g_assert_true ((e == NULL) == (error != NULL));
  if (e != NULL)
    {
      check (e);
      check_states (e);
    }
  else
    g_assert_null (strchr (error->message, '\n'));
  close (fd);
  return 0;
}
