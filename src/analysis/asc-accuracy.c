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

/* A thread that lives no longer than so many samples is seen by chance. */
#define SHORT_LIFE_SAMPLES 3

/* So many threads alive for so short are not worth a word. */
#define SHORT_LIVES_MIN 10

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
       quality->n_sleeps - quality->n_reasons - quality->n_unnamed);
  say (self, ASC_SEVERITY_WARNING, "states-unnamed", N_ ("Sleeps whose reason is not known, because the functions of the kernel have no names"), quality->n_unnamed);
  say (self, ASC_SEVERITY_WARNING, "states-no-clock", N_ ("Time on the CPU is not divided: without clock samples all of it counts as System CPU Time"),
       quality->clock == ASC_STATES_CLOCK_NONE);
  say (self, ASC_SEVERITY_NOTE, "states-user-clock", N_ ("The clock ticked in user mode alone: System CPU Time is what its samples leave of the time on the CPU, and has no stacks"),
       quality->clock == ASC_STATES_CLOCK_USER);
  say (self, ASC_SEVERITY_NOTE, "states-no-wakeups", N_ ("Wakeups were not recorded: from a wakeup to the turn on a CPU counts as sleep, not as Wait CPU Time"),
       !quality->has_wakeups);
  if (quality->n_reasons > 0 && waits_by_frame_pointers (part->experiment))
    say (self, ASC_SEVERITY_NOTE, "states-frame-pointers",
         N_ ("The stacks of waits follow frame pointers: the C library's system calls hide the function that called them (perf record --call-graph dwarf finds it)"), 1);
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

/* More threads that could run than processors, on the average. */
static void
judge_load (AscProfile *self, const AscPart *part)
{
  const AscEvents *intervals = asc_states_get_intervals (part->states);
  const char *text = asc_experiment_get_info (part->experiment, "n-cpus");
  gint64 n_cpus = text != NULL ? g_ascii_strtoll (text, NULL, 10) : 0;
  gint64 duration = asc_experiment_get_duration_ns (part->experiment);
  double runnable = 0;

  for (guint i = 0; i < intervals->n_events; i++)
    if (intervals->kind[i] <= ASC_STATE_WAIT_CPU)
      runnable += (double) intervals->value[i];
  if (n_cpus > 0 && runnable > (double) n_cpus * (double) duration)
    say (self, ASC_SEVERITY_NOTE, "overload", N_ ("More threads could run than there are processors: who waits for a CPU depends on what else ran"), 1);
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

void
asc_profile_judge (AscProfile *self)
{
  for (guint p = 0; p < self->n_parts; p++)
    {
      judge_clock (self, self->parts[p].experiment);
      if (self->parts[p].states != NULL)
        {
          judge_states (self, &self->parts[p]);
          judge_load (self, &self->parts[p]);
        }
    }
}
