/* test-timeline.c: sums over any stretch of time, against the intervals one by one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include "asc-test-paths.h"
#include "asc-test-recording.h"
#include "asc-test-scheduler.h"

#include <string.h>

static AscStates *
compute (AscExperiment *experiment)
{
  AscNames names = asc_test_names (experiment);
  AscStates *states = asc_states_compute (experiment, &names, 1, NULL, NULL, NULL);

  names.destroy (names.data);
  return states;
}

/* Time of @thread (ASC_NONE: all) in each state, interval by interval. */
static void
add_up (const AscEvents *intervals, guint32 thread, gint64 begin, gint64 end, gint64 *sums)
{
  memset (sums, 0, ASC_N_STATES * sizeof *sums);
  for (guint i = 0; i < intervals->n_events; i++)
    {
      gint64 part = MIN (intervals->time_ns[i] + intervals->value[i], end) - MAX (intervals->time_ns[i], begin);

      if (part > 0 && (thread == ASC_NONE || intervals->thread[i] == thread))
        sums[intervals->kind[i]] += part;
    }
}

static void
assert_sums (const gint64 *sums, const gint64 *wanted)
{
  for (guint state = 0; state < ASC_N_STATES; state++)
    g_assert_cmpint (sums[state], ==, wanted[state]);
}

/* Two threads that switch to and fro, 4,000 times. */
static char *
make_recording (void)
{
  GString *text = g_string_new ("10 7 fork\n10 7 in\n12 8 fork");
  GRand *random = g_rand_new_with_seed (7);
  int time = 20;

  for (guint i = 0; i < 4000; i++)
    {
      int from = i % 2 == 0 ? 7 : 8;

      time += g_rand_int_range (random, 3, 40);
      g_string_append_printf (text, "\n%d %d switch %c main;f;k:schedule\n%d %d out\n%d %d in", time - 1, from,
                              i % 5 == 0 ? 'R' : 'S', time, from, time, 15 - from);
    }
  g_string_append_printf (text, "\n%d 7 exit\n%d 8 exit", time + 5, time + 9);
  g_rand_free (random);
  return g_string_free (text, FALSE);
}

static void
test_sums (void)
{
  g_autofree char *recording = make_recording ();
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (recording);
  g_autoptr (AscStates) states = compute (experiment);
  const AscEvents *intervals = asc_states_get_intervals (states);
  g_autoptr (GError) error = NULL;
  g_autoptr (AscTimeline) timeline = asc_timeline_new (experiment, states, ASC_TIMELINE_THREADS, NULL, &error);
  gint64 duration = asc_timeline_get_duration_ns (timeline);
  GRand *random = g_rand_new_with_seed (8);

  g_assert_no_error (error);
  g_assert_true (asc_timeline_has_states (timeline));
  g_assert_cmpuint (asc_timeline_get_n_rows (timeline), ==, 2);
  g_assert_cmpuint (intervals->n_events, >, 4000);
  for (guint i = 0; i < 2000; i++)
    {
      gint64 begin = i == 0 ? 0 : g_rand_int_range (random, 0, (gint32)duration);
      gint64 end = i == 0 ? duration : begin + g_rand_int_range (random, 0, 1 << (i % 16));
      gint64 sums[ASC_N_STATES];
      gint64 wanted[ASC_N_STATES];

      for (guint row = 0; row < 2; row++)
        {
          asc_timeline_sum (timeline, row, begin, end, sums);
          add_up (intervals, asc_timeline_get_row (timeline, row)->thread, begin, end, wanted);
          assert_sums (sums, wanted);
        }
      asc_timeline_sum_all (timeline, begin, end, sums);
      add_up (intervals, ASC_NONE, begin, end, wanted);
      assert_sums (sums, wanted);
    }
  g_rand_free (random);
}

/* What is at a moment; ends belong to what follows. */
static void
test_spans (void)
{
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (
      "10 7 fork\n10 7 in\n19 7 switch S main;f;k:entry_SYSCALL_64;k:do_futex;k:schedule\n20 7 out\n50 7 in\n"
      "59 7 switch S main;g;k:do_nanosleep;k:schedule\n60 7 out\n70 7 in\n100 7 exit");
  g_autoptr (AscStates) states = compute (experiment);
  g_autoptr (AscTimeline) timeline = asc_timeline_new (experiment, states, ASC_TIMELINE_THREADS, NULL, NULL);
  g_autoptr (GArray) waits = NULL;
  g_autoptr (GArray) part = NULL;
  AscTimelineSpan span;

  g_assert_false (asc_timeline_find_span (timeline, 0, 9, &span));
  g_assert_true (asc_timeline_find_span (timeline, 0, 20, &span));
  g_assert_cmpint (span.state, ==, ASC_STATE_LOCK);
  g_assert_cmpint (span.begin_ns, ==, 20);
  g_assert_cmpint (span.length_ns, ==, 30);
  g_assert_true (asc_timeline_find_span (timeline, 0, 49, &span));
  g_assert_cmpint (span.state, ==, ASC_STATE_LOCK);
  g_assert_true (asc_timeline_find_span (timeline, 0, 50, &span));
  g_assert_cmpint (span.state, ==, ASC_STATE_SYSTEM);
  g_assert_false (asc_timeline_find_span (timeline, 0, 100, &span));
  waits = asc_timeline_list_waits (timeline, 0, 100, 20);
  g_assert_cmpuint (waits->len, ==, 2);
  g_assert_cmpint (g_array_index (waits, AscTimelineSpan, 0).length_ns, ==, 30);
  g_assert_cmpint (g_array_index (waits, AscTimelineSpan, 1).state, ==, ASC_STATE_SLEEP);
  part = asc_timeline_list_waits (timeline, 45, 100, 1);
  g_assert_cmpuint (part->len, ==, 1);
  g_assert_cmpint (g_array_index (part, AscTimelineSpan, 0).state, ==, ASC_STATE_SLEEP);
}

static void
assert_waker (AscTimeline *timeline, guint32 thread, gint64 time, gint64 wanted, guint32 by)
{
  AscTimelineSpan span = { 0 };
  AscTimelineWaker waker;

  g_assert_true (asc_timeline_find_span (timeline, asc_timeline_find_row (timeline, thread), time, &span));
  g_assert_cmpint (asc_timeline_find_waker (timeline, &span, &waker), ==, wanted >= 0);
  if (wanted < 0)
    return;
  g_assert_cmpint (waker.time_ns, ==, wanted);
  g_assert_cmpuint (waker.thread, ==, by);
}

/* The first wakeup in a sleep is its end's; none is that of a preemption, nor one that comes too late. */
static void
test_wakers (void)
{
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (
      "10 7 fork\n10 7 in\n12 8 fork\n13 8 in\n14 9 fork\n15 9 in\n19 7 switch S main;f;k:do_futex\n20 7 out\n50 8 slept 7:30\n"
      "50 8 wake 7 main;unlock\n55 9 wake 7\n60 7 in\n65 7 preempted\n70 8 wake 7\n80 7 in\n89 7 switch S main;g;k:do_nanosleep\n90 7 out\n"
      "100 7 in\n110 8 wake 7\n120 7 exit\n121 8 exit\n122 9 exit");
  g_autoptr (AscStates) states = compute (experiment);
  g_autoptr (AscTimeline) timeline = asc_timeline_new (experiment, states, ASC_TIMELINE_THREADS, NULL, NULL);

  assert_waker (timeline, 0, 30, 50, 1); /* sleeps */
  assert_waker (timeline, 0, 55, 50, 1); /* waits for a CPU */
  assert_waker (timeline, 0, 62, -1, 0); /* runs */
  assert_waker (timeline, 0, 70, -1, 0); /* preempted */
  assert_waker (timeline, 0, 95, -1, 0); /* nobody's wakeup was recorded */
  assert_waker (timeline, 0, 115, -1, 0);
}

/* Time by stack of any range, against the intervals one by one. */
static void
test_stacks (void)
{
  g_autofree char *recording = make_recording ();
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (recording);
  g_autoptr (AscStates) states = compute (experiment);
  const AscEvents *intervals = asc_states_get_intervals (states);
  g_autoptr (AscTimeline) timeline = asc_timeline_new (experiment, states, ASC_TIMELINE_THREADS, NULL, NULL);
  guint n = asc_experiment_get_stacks (experiment)->n_nodes + 1;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_assert_cmpuint (n, >, 2);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree gint64 *got = g_new0 (gint64, 2 * n);
      g_autofree gint64 *wanted = g_new0 (gint64, 2 * n);
      gint64 begin = i * 777;
      gint64 end = begin + (i % 7) * 1111;
      guint32 thread = i % 3 < 2 ? i % 3 : ASC_NONE;

      for (guint k = 0; k < intervals->n_events; k++)
        {
          gint64 part = MIN (intervals->time_ns[k] + intervals->value[k], end) - MAX (intervals->time_ns[k], begin);

          if (part > 0 && (thread == ASC_NONE || intervals->thread[k] == thread))
            wanted[(intervals->kind[k] >= ASC_STATE_FIRST_WAIT ? n : 0) + MIN (intervals->stack[k], n - 1)] += part;
        }
      g_assert_true (asc_timeline_sum_stacks (timeline, thread != ASC_NONE ? asc_timeline_find_row (timeline, thread) : 0, thread != ASC_NONE ? 1 : 2,
                                              begin, end, got, got + n, NULL));
      g_assert_cmpmem (got, 2 * n * sizeof *got, wanted, 2 * n * sizeof *wanted);
    }
  g_cancellable_cancel (cancellable);
  {
    g_autofree gint64 *sums = g_new0 (gint64, 2 * n);

    g_assert_false (asc_timeline_sum_stacks (timeline, 0, 2, 0, G_MAXINT64, sums, sums + n, cancellable));
  }
}

/* Many columns at once are the same as each alone, at any zoom, of any rows; marks and losses are where they were typed. */
static void
test_columns (void)
{
  g_autofree char *recording = make_recording ();
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (recording);
  g_autoptr (AscStates) states = compute (experiment);
  g_autoptr (AscTimeline) timeline = asc_timeline_new (experiment, states, ASC_TIMELINE_THREADS, NULL, NULL);
  double duration = (double)asc_timeline_get_duration_ns (timeline);

  for (guint i = 0; i < 60; i++)
    {
      guint n = 1 + i * 7 % 97;
      guint row = i % 2;
      guint n_rows = i % 3 == 0 && row == 0 ? 2 : 1;
      double length = duration / (1 << i % 14);
      double begin = (duration - length) * i / 60;
      g_autofree gint64 (*got)[ASC_N_STATES] = g_malloc_n (n, sizeof *got);

      asc_timeline_sum_columns (timeline, row, n_rows, begin, length, n, got);
      for (guint k = 0; k < n; k++)
        {
          gint64 from = (gint64)(begin + length * k / n);
          gint64 to = MAX ((gint64)(begin + length * (k + 1) / n), from + 1);
          gint64 wanted[ASC_N_STATES] = { 0 };

          for (guint r = row; r < row + n_rows; r++)
            {
              gint64 sums[ASC_N_STATES];

              add_up (asc_states_get_intervals (states), asc_timeline_get_row (timeline, r)->thread, from, to, sums);
              for (guint state = 0; state < ASC_N_STATES; state++)
                wanted[state] += sums[state];
            }
          assert_sums (got[k], wanted);
        }
    }
}

/* With so many intervals that the sum of all is read from a table: what it tells of columns as long as its buckets, or longer. */
static void
test_buckets (void)
{
  GString *text = g_string_new ("0 7 fork\n0 7 in");
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscStates) states = NULL;
  g_autoptr (AscTimeline) timeline = NULL;
  gint64 wanted[ASC_N_STATES];
  gint64 sums[4][ASC_N_STATES];
  double duration;

  for (guint i = 1; i < 40000; i++)
    g_string_append_printf (text, "\n%u 7 preempted\n%u 7 in", i * 20, i * 20 + 7);
  experiment = asc_test_scheduler (text->str);
  states = compute (experiment);
  timeline = asc_timeline_new (experiment, states, ASC_TIMELINE_THREADS, NULL, NULL);
  duration = (double)asc_timeline_get_duration_ns (timeline);
  asc_timeline_sum_columns (timeline, 0, 1, 0, duration, 4, sums);
  for (guint k = 0; k < 4; k++)
    {
      add_up (asc_states_get_intervals (states), ASC_NONE, (gint64)(duration * k / 4), (gint64)(duration * (k + 1) / 4), wanted);
      /* a bucket is 800000 / 65536, some 13 ns, long */
      for (guint state = 0; state < ASC_N_STATES; state++)
        g_assert_cmpint (ABS (sums[k][state] - wanted[state]), <=, 13);
    }
  g_string_free (text, TRUE);
}

static void
test_marks (void)
{
  g_autoptr (AscExperiment) experiment
      = asc_test_scheduler ("0 7 in\n5 7 clock 5 main;f\n10 7 fault data\n12 7 fault fetch\n20 7 clock 5 main;g\n30 7 preempted\n40 7 lost\n50 7 in\n"
                            "60 7 clock 5 main\n80 7 lost\n90 7 exit");
  g_autoptr (AscStates) states = compute (experiment);
  g_autoptr (AscTimeline) timeline = asc_timeline_new (experiment, states, ASC_TIMELINE_THREADS, NULL, NULL);
  const AscTimelineLost *lost;
  guint counts[9];
  guint32 stacks[9];
  guint n;

  asc_timeline_find_marks (timeline, ASC_TIMELINE_SAMPLES, 0, 0, 90, 9, counts, stacks);
  g_assert_cmpmem (counts, sizeof counts, ((guint[]){ 1, 0, 1, 0, 0, 0, 1, 0, 0 }), sizeof counts);
  g_assert_cmpuint (stacks[0], !=, stacks[2]);
  asc_timeline_find_marks (timeline, ASC_TIMELINE_FAULTS, 0, 0, 90, 9, counts, stacks);
  g_assert_cmpmem (counts, sizeof counts, ((guint[]){ 0, 2, 0, 0, 0, 0, 0, 0, 0 }), sizeof counts);
  g_assert_cmpuint (asc_timeline_count_marks (timeline, ASC_TIMELINE_FAULTS, 0, 11, 90), ==, 1);
  /* behind what stands before it: 30 and 60 */
  lost = asc_timeline_get_lost (timeline, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (lost[0].begin_ns, ==, 30);
  g_assert_cmpint (lost[0].end_ns, ==, 40);
  g_assert_cmpint (lost[1].begin_ns, ==, 60);
  g_assert_cmpint (lost[1].end_ns, ==, 80);
  g_assert_cmpuint (asc_timeline_get_row (timeline, 0)->depth, ==, 2);
}

/* On a CPU's row stands who ran there. */
static void
test_cpus (void)
{
  g_autofree char *recording = make_recording ();
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (recording);
  g_autoptr (AscStates) states = compute (experiment);
  g_autoptr (AscTimeline) timeline = asc_timeline_new (experiment, states, ASC_TIMELINE_CPUS, NULL, NULL);
  gint64 sums[ASC_N_STATES];
  gint64 ran = 0;

  for (guint row = 0; row < asc_timeline_get_n_rows (timeline); row++)
    {
      asc_timeline_sum (timeline, row, 0, asc_timeline_get_duration_ns (timeline), sums);
      for (guint state = 0; state < ASC_N_STATES; state++)
        if (state < ASC_STATE_FIRST_WAIT)
          ran += sums[state];
        else
          g_assert_cmpint (sums[state], ==, 0);
      g_assert_cmpint (asc_timeline_get_row (timeline, row)->cpu_ns, <=, asc_timeline_get_duration_ns (timeline));
    }
  g_assert_cmpint (ran, >, 0);
}

/* A recording of the clock alone: each sample is the time before it, and the sum is that of the samples but for
 * overlaps. */
static void
test_clock (void)
{
  g_autofree char *path = asc_test_source_path ("fixtures/perf/tasks.fp.data");
  g_autoptr (GError) error = NULL;
  g_autoptr (AscExperiment) experiment = asc_open (path, NULL, NULL, NULL, NULL, &error);
  g_autoptr (AscSymbols) symbols = NULL;
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (AscStates) states = NULL;
  g_autoptr (AscTimeline) timeline = NULL;
  const AscEvents *events;
  gint64 sums[ASC_N_STATES];
  gint64 total = 0;
  guint n_samples = 0;

  g_assert_no_error (error);
  symbols = asc_symbols_load (experiment, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  states = asc_add_to_input (input, experiment, symbols, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  timeline = asc_timeline_new (experiment, states, ASC_TIMELINE_THREADS, NULL, NULL);
  events = asc_experiment_get_events (experiment);
  for (guint i = 0; i < events->n_events; i++)
    total += events->value[i];
  g_assert_false (asc_timeline_has_states (timeline));
  g_assert_cmpuint (asc_timeline_get_n_rows (timeline), >, 2);
  asc_timeline_sum_all (timeline, 0, asc_timeline_get_duration_ns (timeline), sums);
  g_assert_cmpint (sums[ASC_STATE_USER] + sums[ASC_STATE_SYSTEM], <=, total);
  g_assert_cmpint (sums[ASC_STATE_USER] + sums[ASC_STATE_SYSTEM], >, total / 10 * 9);
  for (guint row = 0; row < asc_timeline_get_n_rows (timeline); row++)
    n_samples += asc_timeline_count_marks (timeline, ASC_TIMELINE_SAMPLES, row, 0, G_MAXINT64);
  g_assert_cmpuint (n_samples, ==, events->n_events);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline/sums", test_sums);
  g_test_add_func ("/timeline/columns", test_columns);
  g_test_add_func ("/timeline/buckets", test_buckets);
  g_test_add_func ("/timeline/marks", test_marks);
  g_test_add_func ("/timeline/wakers", test_wakers);
  g_test_add_func ("/timeline/stacks", test_stacks);
  g_test_add_func ("/timeline/spans", test_spans);
  g_test_add_func ("/timeline/cpus", test_cpus);
  g_test_add_func ("/timeline/clock", test_clock);
  return g_test_run ();
}
