/* asc-states.c: see asc-states.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-states-private.h"

#include "asc-parallel.h"

#include <glib/gi18n-lib.h>

/* Threads are given to workers in groups of about so many items. */
#define TASK_ITEMS 65536

struct _AscStates
{
  GObject parent_instance;

  AscStatesQuality quality;
  AscEvents intervals;
  guint32 *wakeups; /* of each interval: an event, or ASC_NONE; NULL: none has any */
  gsize *first; /* n_threads + 1 */
  guint n_threads;
  guint32 *user_nodes;
};

G_DEFINE_FINAL_TYPE (AscStates, asc_states, G_TYPE_OBJECT)

static void
asc_states_finalize (GObject *object)
{
  AscStates *self = ASC_STATES (object);

  g_free ((gpointer) self->intervals.time_ns);
  g_free ((gpointer) self->intervals.value);
  g_free ((gpointer) self->intervals.stack);
  g_free ((gpointer) self->intervals.thread);
  g_free ((gpointer) self->intervals.cpu);
  g_free ((gpointer) self->intervals.kind);
  g_free ((gpointer) self->intervals.mode);
  g_free (self->wakeups);
  g_free (self->first);
  g_free (self->user_nodes);
  G_OBJECT_CLASS (asc_states_parent_class)->finalize (object);
}

static void
asc_states_class_init (AscStatesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_states_finalize;
}

static void
asc_states_init (AscStates *self)
{
}

/* Some threads in a row, and what came of them. */
typedef struct
{
  guint first;
  guint next;
  GArray *intervals; /* AscInterval */
  AscStatesQuality quality;
} Task;

typedef struct
{
  AscExperiment *experiment;
  AscItems items;
  guint8 *reasons;
  GArray *tasks; /* Task */
  gsize *first;  /* n_threads + 1: at first each thread's number of intervals */
  GCancellable *cancellable;
  AscProgress *progress;
} Run;

static void
plan_tasks (Run *run, const AscStatesQuality *quality)
{
  Task task = { .quality = *quality };

  run->tasks = g_array_new (FALSE, FALSE, sizeof (Task));
  for (guint i = 0; i < run->items.n_threads; i = task.next)
    {
      gsize from = run->items.first[i];

      task.first = i;
      for (task.next = i + 1; task.next < run->items.n_threads && task.next - i < TASK_ITEMS && run->items.first[task.next + 1] - from <= TASK_ITEMS;)
        task.next++;
      g_array_append_val (run->tasks, task);
    }
}

static void
run_task (guint number, gpointer data)
{
  Run *run = data;
  Task *task = &g_array_index (run->tasks, Task, number);

  task->intervals = g_array_new (FALSE, FALSE, sizeof (AscInterval));
  for (guint i = task->first; i < task->next && !g_cancellable_is_cancelled (run->cancellable); i++)
    {
      guint before = task->intervals->len;

      asc_items_sort (&run->items, i);
      asc_state_machine_run (run->experiment, &run->items, run->reasons, i, task->intervals, &task->quality);
      run->first[i + 1] = task->intervals->len - before;
    }
  asc_progress_add (run->progress, (gint64) (run->items.first[task->next] - run->items.first[task->first]));
}

/* Empties the tasks into columns. */
static void
take_intervals (AscStates *self, Run *run)
{
  gsize n = 0;
  gsize at = 0;
  gint64 *time_ns, *value;
  guint32 *stack, *thread;
  guint32 *wakeups;
  guint16 *cpu;
  guint8 *kind, *mode;

  for (guint t = 0; t < run->tasks->len; t++)
    n += g_array_index (run->tasks, Task, t).intervals->len;
  n = MIN (n, G_MAXUINT32 - 1);
  self->intervals.n_events = (guint) n;
  self->intervals.time_ns = time_ns = g_new (gint64, MAX (n, 1));
  self->intervals.value = value = g_new (gint64, MAX (n, 1));
  self->intervals.stack = stack = g_new (guint32, MAX (n, 1));
  self->intervals.thread = thread = g_new (guint32, MAX (n, 1));
  self->wakeups = wakeups = self->quality.has_wakeups ? g_new (guint32, MAX (n, 1)) : NULL;
  self->intervals.cpu = cpu = g_new (guint16, MAX (n, 1));
  self->intervals.kind = kind = g_new (guint8, MAX (n, 1));
  self->intervals.mode = mode = g_new (guint8, MAX (n, 1));
  for (guint t = 0; t < run->tasks->len; t++)
    {
      GArray *intervals = g_array_index (run->tasks, Task, t).intervals;

      for (guint i = 0; i < intervals->len && at < n; i++, at++)
        {
          const AscInterval *interval = &g_array_index (intervals, AscInterval, i);

          time_ns[at] = interval->begin_ns;
          value[at] = interval->length_ns;
          stack[at] = interval->stack;
          thread[at] = interval->thread;
          cpu[at] = interval->cpu;
          kind[at] = interval->state;
          if (wakeups != NULL)
            wakeups[at] = interval->wakeup;
          mode[at] = interval->state == ASC_STATE_USER ? ASC_MODE_USER : ASC_MODE_KERNEL;
        }
      g_array_set_size (intervals, 0);
    }
}

static void
add_quality (AscStatesQuality *self, const AscStatesQuality *part)
{
  self->n_sleeps += part->n_sleeps;
  self->n_reasons += part->n_reasons;
  self->n_unnamed += part->n_unnamed;
  self->n_sampled += part->n_sampled;
  self->n_estimated += part->n_estimated;
  self->n_unknown += part->n_unknown;
}

static void
find_quality (AscStates *self, Run *run)
{
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (run->experiment, &n);
  guint clock = run->items.clock;

  self->quality.times = run->items.has_ins && run->items.has_outs ? ASC_STATES_EXACT : ASC_STATES_ESTIMATED;
  self->quality.has_delays = run->items.has_delays;
  self->quality.has_charges = run->items.has_charges && run->items.has_ins && run->items.has_outs;
  if (clock < n && kinds[clock].n_events > 0)
    self->quality.clock = kinds[clock].no_kernel ? ASC_STATES_CLOCK_USER : ASC_STATES_CLOCK_BOTH;
  for (guint i = 0; i < n; i++)
    self->quality.has_wakeups |= (kinds[i].role == ASC_ROLE_WAKE || kinds[i].role == ASC_ROLE_SLEPT) && kinds[i].n_events > 0;
}

static void
derive (AscStates *self, Run *run, guint n_threads)
{
  asc_progress_begin (run->progress, N_ ("Finding what the threads waited for"), (gint64) run->items.first[run->items.n_threads]);
  find_quality (self, run);
  run->first = g_new0 (gsize, (gsize) run->items.n_threads + 1);
  plan_tasks (run, &self->quality);
  asc_parallel_for (n_threads, run->tasks->len, run_task, run);
  for (guint t = 0; t < run->tasks->len; t++)
    add_quality (&self->quality, &g_array_index (run->tasks, Task, t).quality);
  for (guint i = 0; i < run->items.n_threads; i++)
    run->first[i + 1] += run->first[i];
  take_intervals (self, run);
  for (guint t = 0; t < run->tasks->len; t++)
    g_array_unref (g_array_index (run->tasks, Task, t).intervals);
  g_array_unref (run->tasks);
  self->n_threads = run->items.n_threads;
  self->first = run->first;
}

AscStates *
asc_states_compute (AscExperiment *experiment, const AscNames *names, guint n_threads, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  g_autoptr (AscStates) self = g_object_new (ASC_TYPE_STATES, NULL);
  Run run = { .experiment = experiment, .cancellable = cancellable, .progress = progress };

  g_return_val_if_fail (ASC_IS_EXPERIMENT (experiment), NULL);
  if (asc_items_gather (&run.items, experiment, cancellable))
    {
      asc_state_stacks_find (experiment, names, &run.reasons, &self->user_nodes);
      derive (self, &run, n_threads);
    }
  asc_items_clear (&run.items);
  g_free (run.reasons);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

const AscStatesQuality *
asc_states_get_quality (AscStates *self)
{
  return &self->quality;
}

const AscEvents *
asc_states_get_intervals (AscStates *self)
{
  return &self->intervals;
}

guint
asc_states_find_thread (AscStates *self, guint32 thread, guint *n)
{
  gsize first, next;

  *n = 0;
  if (thread >= self->n_threads)
    return 0;
  first = MIN (self->first[thread], self->intervals.n_events);
  next = MIN (self->first[thread + 1], self->intervals.n_events);
  *n = (guint) (next - first);
  return (guint) first;
}

guint32
asc_states_find_wakeup (AscStates *self, guint32 thread, gint64 time_ns)
{
  guint n;
  guint low = asc_states_find_thread (self, thread, &n);
  guint first = low;
  guint high = low + n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->intervals.time_ns[middle] <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  if (self->wakeups == NULL || low == first || time_ns >= self->intervals.time_ns[low - 1] + self->intervals.value[low - 1])
    return ASC_NONE;
  return self->wakeups[low - 1];
}

const guint32 *
asc_states_get_user_nodes (AscStates *self)
{
  return self->user_nodes;
}
