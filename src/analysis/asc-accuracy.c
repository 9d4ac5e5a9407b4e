/* asc-accuracy.c: what makes times less right than they look
 *
 * The rules are those of Oracle's Performance Analyzer manual, "Accuracy of Timing Metrics", as far as a recording tells: few samples are said by who shows them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"
#include "asc-states-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A thread that lives no longer than so many samples is seen by chance. */
#define SHORT_LIFE_SAMPLES 3

/* So many threads alive for so short are not worth a word. */
#define SHORT_LIVES_MIN 10

/* The time is looked at in so many parts; in so many of them too many threads make a warning, where they are more than processors by this much. */
#define N_PARTS 1000u
#define OVERLOAD_PARTS 100
#define TOLERANCE 0.01

/* From which share of the stacks on it is worth a word that they end early. */
#define EARLY_SHARE 0.05

/* An interrupt that samples while another sample is written stands before it, with a later time. */
#define STEP_MIN_NS G_GINT64_CONSTANT (1000000)

/* A thread of so many samples can be judged; by chance a difference of so many deviations does not come about; a smaller share is not worth a word. */
#define CORRELATION_SAMPLES 100
#define CORRELATION_DEVIATIONS 5
#define CORRELATION_SHARE 0.1

/* A finding of this many things; nothing when there are none. */
static void
say (AscProfile *self, AscSeverity severity, const char *kind, const char *text, gint64 count)
{
  if (count > 0)
    asc_diagnostics_add (self->diagnostics, severity, kind, text, count, ASC_NO_PLACE);
}

/* Samples of leaving the CPU whose callers are known by frame pointers alone. */
static gboolean
waits_by_frame_pointers (AscExperiment *experiment)
{
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n);

  for (guint i = 0; i < n; i++)
    if ((kinds[i].role == ASC_ROLE_SWITCH || kinds[i].role == ASC_ROLE_LEAVE) && kinds[i].n_events > 0 && !kinds[i].has_dumps)
      return TRUE;
  return FALSE;
}

static void
judge_states (AscProfile *self, const AscPart *part)
{
  const AscStatesQuality *quality = asc_states_get_quality (part->states);

  say (self, ASC_SEVERITY_WARNING, "states-unknown", N_ ("Spans of the threads' lives of which records are missing: counted as Unknown Time"), quality->n_unknown);
  say (self, quality->times == ASC_STATES_EXACT ? ASC_SEVERITY_NOTE : ASC_SEVERITY_WARNING, "states-estimated",
       N_ ("Times that a thread came onto a CPU and no record tells when: taken from its wakeup or its next sample (perf record --switch-events records them)"),
       quality->n_estimated);
  say (self, ASC_SEVERITY_WARNING, "states-unexplained",
       N_ ("Sleeps whose reason is not known, for want of a stack in the kernel: record as root, or with kernel.perf_event_paranoid at 1 or less"),
       quality->n_sleeps - quality->n_reasons - quality->n_unnamed - (quality->n_unnamed > 0 ? 0 : quality->n_sampled));
  say (self, ASC_SEVERITY_WARNING, "states-unnamed", N_ ("Sleeps whose reason is not known, because the functions of the kernel have no names"),
       quality->n_unnamed - (quality->n_unnamed > 0 ? quality->n_sampled : 0));
  say (self, ASC_SEVERITY_NOTE, "states-sampled", N_ ("Sleeps whose reason was looked up in /proc some hundred times a second: what they wait for is an estimate, how long is exact"),
       quality->n_sampled);
  say (self, ASC_SEVERITY_WARNING, "states-no-clock", N_ ("Time on the CPU is not divided: without clock samples all of it counts as System CPU Time"),
       quality->clock == ASC_STATES_CLOCK_NONE);
  say (self, ASC_SEVERITY_NOTE, "states-user-clock", N_ ("The clock ticked in user mode alone: System CPU Time is what its samples leave of the time on the CPU, and has no stacks"),
       quality->clock == ASC_STATES_CLOCK_USER);
  say (self, ASC_SEVERITY_NOTE, "states-no-wakeups", N_ ("Wakeups were not recorded: from a wakeup to the turn on a CPU counts as sleep, not as Wait CPU Time"),
       !quality->has_wakeups && !quality->has_delays);
  say (self, ASC_SEVERITY_NOTE, "states-delays", N_ ("Wakeups were not recorded: how long threads that had slept waited for a CPU is from the kernel's sums, read some hundred times a second"),
       !quality->has_wakeups && quality->has_delays);
  say (self, ASC_SEVERITY_NOTE, "states-charges", N_ ("How long threads that sleep often were on the CPU is as the kernel charged it to them, read some hundred times a second: that includes the switches, not the time that a hypervisor took"),
       quality->has_charges);
  if (quality->n_reasons > 0 && waits_by_frame_pointers (part->experiment))
    say (self, ASC_SEVERITY_NOTE, "states-frame-pointers",
         N_ ("The stacks of waits follow frame pointers: the C library's system calls hide the function that called them (perf record --call-graph dwarf finds it)"), 1);
}

/* Not each switch was recorded, as `perf record -F 2999 -e sched:sched_switch` does, and nothing else tells of them. */
static void
judge_switches (AscProfile *self, const AscPart *part)
{
  gint64 n_sampled = 0;
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (part->experiment, &n);

  for (guint i = 0; part->states == NULL && i < n; i++)
    if (kinds[i].role == ASC_ROLE_SWITCH && (kinds[i].interval > 1 || kinds[i].frequency > 0))
      n_sampled += kinds[i].n_events;
  say (self, ASC_SEVERITY_WARNING, "switches-sampled", N_ ("Switches of threads were sampled, not recorded one by one"), n_sampled);
}

/* Threads born and ended within some samples: their times are seen by chance where only samples tell them. */
static void
judge_lives (AscProfile *self, AscExperiment *experiment, const AscEventKind *clock)
{
  gint64 interval = clock->interval > 0 ? clock->interval : clock->frequency > 0 ? G_GINT64_CONSTANT (1000000000) / clock->frequency : 0;
  gint64 n_short = 0;
  guint n;
  const AscThread *threads = asc_experiment_get_threads (experiment, &n);

  for (guint i = 0; i < n; i++)
    n_short += threads[i].end_ns >= 0 && threads[i].start_ns > 0 && (threads[i].end_ns - threads[i].start_ns) / SHORT_LIFE_SAMPLES < interval;
  if (n_short >= SHORT_LIVES_MIN)
    say (self, ASC_SEVERITY_NOTE, "short-threads", N_ ("Threads that lived no longer than three samples: their times are seen by chance"), n_short);
}

/* Adds the span from @from on of @length ns to the parts of the time that it lies in. */
static void
spread (double *parts, gint64 from, gint64 length, double part_ns)
{
  double begin = (double) MAX (from, 0);
  double end = (double) MAX (from, 0) + (double) length;

  for (guint i = (guint) MIN (begin / part_ns, N_PARTS - 1); i < N_PARTS && begin < end; i++)
    {
      double next = MIN (end, (i + 1) * part_ns);

      parts[i] += MAX (next - begin, 0);
      begin = MAX (begin, next);
    }
}

/* In how many thousandths of the time more threads could run than there are processors. */
static void
judge_load (AscProfile *self, const AscPart *part)
{
  const AscEvents *intervals = asc_states_get_intervals (part->states);
  const char *text = asc_experiment_get_info (part->experiment, "n-cpus");
  gint64 n_cpus = text != NULL ? g_ascii_strtoll (text, NULL, 10) : 0;
  gint64 duration = asc_experiment_get_duration_ns (part->experiment);
  g_autofree double *parts = g_new0 (double, N_PARTS);
  double part_ns = (double) duration / N_PARTS;
  gint64 n_over = 0;

  if (n_cpus <= 0 || part_ns < 1)
    return;
  for (guint i = 0; i < intervals->n_events; i++)
    if (intervals->kind[i] <= ASC_STATE_WAIT_CPU)
      spread (parts, intervals->time_ns[i], intervals->value[i], part_ns);
  for (guint i = 0; i < N_PARTS; i++)
    n_over += parts[i] > (double) n_cpus * part_ns * (1 + TOLERANCE);
  say (self, n_over >= OVERLOAD_PARTS ? ASC_SEVERITY_WARNING : ASC_SEVERITY_NOTE, "overload",
       N_ ("Thousandths of the time in which more threads could run than there are processors: who waits for a CPU depends on what else ran"), n_over);
}

/* Where the outermost function of a whole stack is: what the system calls to start a program or a thread. */
static gboolean
is_root_name (const char *name)
{
  static const char *const names[] = { "_start", "main", "start_thread", "clone", "__clone", "clone3", "__clone3", "thread_start", "_dl_start_user", "runtime.goexit", "runtime.mstart",
                                       "thread_native_entry", "g_thread_proxy", "ret_from_fork", "_dl_relocate_static_pie" };

  if (g_str_has_prefix (name, "__libc_start") || g_str_has_prefix (name, "runtime.goexit") || g_str_has_prefix (name, "<static>@"))
    return TRUE; /* what has no name may be the root */
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      return TRUE;
  return FALSE;
}

/* How the stacks of a part end. */
typedef struct
{
  const AscPart *part;
  guint32 *roots;      /* by node: the outermost one */
  gint64 *by_object;   /* early ends, by the load object of the outermost frame */
  gint64 *by_thread;   /* stacks that are cut off */
  gint64 n_early;
  gint64 n_user;
} Ends;

static gboolean
ends_early (AscProfile *self, const AscPart *part, const AscFrame *frame, guint32 number)
{
  guint32 last = part->chain_start[number + 1];

  if ((frame->flags & (ASC_FRAME_NAMED | ASC_FRAME_KERNEL)) != 0)
    return FALSE;
  if (last == part->chain_start[number])
    return TRUE;
  return !is_root_name (self->functions[part->chains[last - 1]].name);
}

static void
count_ends (AscProfile *self, Ends *ends)
{
  const AscPart *part = ends->part;
  const AscEvents *events = asc_experiment_get_events (part->experiment);
  const AscStacks *stacks = asc_experiment_get_stacks (part->experiment);
  guint n_frames, n_kinds;
  const AscFrame *frames = asc_experiment_get_frames (part->experiment, &n_frames);
  const AscEventKind *kinds = asc_experiment_get_kinds (part->experiment, &n_kinds);
  g_autofree guint8 *early = g_new0 (guint8, MAX (stacks->n_nodes, 1)); /* of roots */

  for (guint i = 0; i < stacks->n_nodes; i++)
    {
      ends->roots[i] = stacks->parent[i] != ASC_NONE ? ends->roots[stacks->parent[i]] : i;
      early[i] = ends->roots[i] == i && ends_early (self, part, &frames[stacks->frame[i]], stacks->frame[i]);
    }
  for (guint i = 0; i < events->n_events; i++)
    {
      guint32 root = events->stack[i] != ASC_NONE ? ends->roots[events->stack[i]] : ASC_NONE;
      const AscFrame *frame = root != ASC_NONE ? &frames[stacks->frame[root]] : NULL;

      if (frame == NULL)
        continue;
      if ((frame->flags & ASC_FRAME_PSEUDO) != 0 && events->thread[i] != ASC_NONE)
        ends->by_thread[events->thread[i]]++;
      if ((frame->flags & (ASC_FRAME_NAMED | ASC_FRAME_KERNEL)) != 0 || kinds[events->kind[i]].has_dumps)
        continue;
      ends->n_user++;
      if (!early[root])
        continue;
      ends->n_early++;
      ends->by_object[frame->object]++;
    }
}

static guint
find_largest (const gint64 *values, guint n)
{
  guint largest = 0;

  for (guint i = 1; i < n; i++)
    if (values[i] > values[largest])
      largest = i;
  return largest;
}

/* Stacks that frame pointers did not lead to their end; and which thread's were cut off. */
static void
judge_stacks (AscProfile *self, const AscPart *part)
{
  const AscStacks *stacks = asc_experiment_get_stacks (part->experiment);
  guint n_objects, n_threads;
  const AscObject *objects = asc_experiment_get_objects (part->experiment, &n_objects);
  const AscThread *threads = asc_experiment_get_threads (part->experiment, &n_threads);
  Ends ends = { .part = part };
  gboolean has_callers = FALSE;
  guint most;

  for (guint i = 0; i < stacks->n_nodes && !has_callers; i++)
    has_callers = stacks->parent[i] != ASC_NONE;
  if (!has_callers)
    return;
  ends.roots = g_new (guint32, MAX (stacks->n_nodes, 1));
  ends.by_object = g_new0 (gint64, MAX (n_objects, 1));
  ends.by_thread = g_new0 (gint64, MAX (n_threads, 1));
  count_ends (self, &ends);
  if (ends.n_user > 0 && (double) ends.n_early >= EARLY_SHARE * (double) ends.n_user)
    {
      say (self, ASC_SEVERITY_WARNING, "frame-pointers", N_ ("Stacks that end before the function that began the thread: code without frame pointers hides its callers"), ends.n_early);
      asc_diagnostics_explain (self->diagnostics, "frame-pointers", ends.n_user, n_objects > 0 ? objects[find_largest (ends.by_object, n_objects)].name : NULL);
    }
  most = n_threads > 0 ? find_largest (ends.by_thread, n_threads) : 0;
  if (n_threads > 0 && ends.by_thread[most] > 0 && self->cut_thread == NULL)
    self->cut_thread = threads[most].name != NULL ? g_strdup_printf ("%s (%d)", threads[most].name, threads[most].tid) : g_strdup_printf ("%d", threads[most].tid);
  g_free (ends.roots);
  g_free (ends.by_object);
  g_free (ends.by_thread);
}

/* Times that go back on one thread and CPU: by more than what an event that interrupts another is out of order. */
static void
judge_order (AscProfile *self, AscExperiment *experiment)
{
  const AscEvents *events = asc_experiment_get_events (experiment);
  guint n_threads;
  g_autofree guint *last = NULL; /* by thread: number + 1 of its last event */
  gint64 n_steps = 0;

  asc_experiment_get_threads (experiment, &n_threads);
  last = g_new0 (guint, MAX (n_threads, 1));
  for (guint i = 0; i < events->n_events; i++)
    {
      guint32 thread = events->thread[i];
      guint before;

      /* Without its CPU an event may come from any buffer. */
      if (thread >= n_threads || events->time_ns[i] < 0 || events->cpu[i] == G_MAXUINT16)
        continue;
      before = last[thread];
      last[thread] = i + 1;
      n_steps += before > 0 && events->cpu[before - 1] == events->cpu[i] && events->kind[before - 1] == events->kind[i]
                 && events->time_ns[before - 1] > events->time_ns[i] + STEP_MIN_NS;
    }
  say (self, ASC_SEVERITY_WARNING, "clock-step", N_ ("Times that the clock of the recording was set back"), n_steps);
}

static void
judge_clock (AscProfile *self, AscExperiment *experiment)
{
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n);
  gboolean counts_user = FALSE;
  int clock = asc_experiment_find_clock (experiment);

  if (g_strcmp0 (asc_experiment_get_info (experiment, "clock"), "CLOCK_REALTIME") == 0)
    say (self, ASC_SEVERITY_NOTE, "clock-adjusted", N_ ("Times are of the clock that tells the date: where it was set or adjusted, they are wrong"), 1);
  if (clock < 0 || kinds[clock].n_events == 0)
    return;
  judge_lives (self, experiment, &kinds[clock]);
  for (guint i = 0; i < n; i++)
    counts_user |= !kinds[i].is_clock && kinds[i].no_kernel && kinds[i].n_events > 0 && kinds[i].role == ASC_ROLE_NONE;
  if (counts_user && !kinds[clock].no_kernel)
    say (self, ASC_SEVERITY_NOTE, "user-counters", N_ ("Counters that ran in user mode alone stand beside CPU time of both modes: compare them with User CPU Time"), 1);
}

/* How often the recording says that this happened. */
static gint64
count_told (AscExperiment *experiment, const char *kind)
{
  const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (experiment);

  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    if (g_str_equal (asc_diagnostics_get (diagnostics, i)->kind, kind))
      return asc_diagnostics_get (diagnostics, i)->count;
  return 0;
}

/* Threads whose clock samples do not agree with the exact time on the CPU: were the two independent, they would differ by less than so many deviations. @held_back: the
 * kernel did so with samples, so that too few say nothing. */
static gint64
count_correlated (guint n, const double *sampled, const double *exact, const gint64 *n_samples, gboolean held_back)
{
  gint64 n_correlated = 0;

  for (guint i = 0; i < n; i++)
    {
      double period = n_samples[i] > 0 ? sampled[i] / (double) n_samples[i] : 0;
      double difference = held_back ? sampled[i] - exact[i] : fabs (sampled[i] - exact[i]);

      n_correlated += period > 0 && exact[i] >= CORRELATION_SAMPLES * period && difference > CORRELATION_DEVIATIONS * sqrt (exact[i] * period) && difference > CORRELATION_SHARE * exact[i];
    }
  return n_correlated;
}

static void
judge_samples (AscProfile *self, const AscPart *part)
{
  const AscEvents *events = asc_experiment_get_events (part->experiment);
  const AscEvents *intervals = asc_states_get_intervals (part->states);
  int clock = asc_experiment_find_clock (part->experiment);
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (part->experiment, &n);
  g_autofree double *sampled = NULL;
  g_autofree double *exact = NULL;
  g_autofree gint64 *n_samples = NULL;

  if (clock < 0 || kinds[clock].no_kernel || asc_states_get_quality (part->states)->times != ASC_STATES_EXACT)
    return;
  /* Then samples and switches are missing, and their difference tells that. */
  if (count_told (part->experiment, "lost-records") > 0 || count_told (part->experiment, "lost-samples") > 0)
    return;
  asc_experiment_get_threads (part->experiment, &n);
  sampled = g_new0 (double, MAX (n, 1));
  exact = g_new0 (double, MAX (n, 1));
  n_samples = g_new0 (gint64, MAX (n, 1));
  for (guint i = 0; i < events->n_events; i++)
    if (events->kind[i] == clock && events->thread[i] < n)
      {
        sampled[events->thread[i]] += (double) events->value[i];
        n_samples[events->thread[i]]++;
      }
  for (guint i = 0; i < intervals->n_events; i++)
    if (intervals->kind[i] < ASC_STATE_FIRST_WAIT && intervals->thread[i] < n)
      exact[intervals->thread[i]] += (double) intervals->value[i];
  say (self, ASC_SEVERITY_NOTE, "clock-correlated",
       N_ ("Threads whose samples differ from their time on the CPU by more than chance: the clock keeps step with the program, which is seen too often in some places"),
       count_correlated (n, sampled, exact, n_samples, count_told (part->experiment, "throttled") > 0));
}

void
asc_profile_judge (AscProfile *self)
{
  for (guint p = 0; p < self->n_parts; p++)
    {
      judge_clock (self, self->parts[p].experiment);
      judge_switches (self, &self->parts[p]);
      judge_order (self, self->parts[p].experiment);
      judge_stacks (self, &self->parts[p]);
      if (self->parts[p].states != NULL)
        {
          judge_states (self, &self->parts[p]);
          judge_load (self, &self->parts[p]);
          judge_samples (self, &self->parts[p]);
        }
    }
}
