/* test-states.c: the states of threads, on recordings typed by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include "asc-test-recording.h"
#include "asc-test-scheduler.h"

#include <string.h>

static const char *const letters[ASC_N_STATES] = { "user", "system", "trap", "wait", "lock", "text", "data", "kfault", "sleep", "stop", "blocked", "unknown" };

static AscStates *
compute (AscExperiment *experiment, guint n_threads)
{
  AscNames names = asc_test_names (experiment);
  AscStates *states = asc_states_compute (experiment, &names, n_threads, NULL, NULL, NULL);

  names.destroy (names.data);
  return states;
}

/* The leaf's name; "-": no stack. */
static const char *
leaf_of (AscExperiment *experiment, guint32 node)
{
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (experiment, &n);

  return node == ASC_NONE ? "-" : asc_experiment_get_string (experiment, (guint32) frames[asc_experiment_get_stacks (experiment)->frame[node]].address);
}

/* "begin-end state leaf, ..." of each thread, a line each; they must join. */
static char *
print (AscExperiment *experiment, AscStates *states)
{
  const AscEvents *intervals = asc_states_get_intervals (states);
  GString *text = g_string_new (NULL);
  guint n_threads;
  const AscThread *threads = asc_experiment_get_threads (experiment, &n_threads);
  guint seen = 0;

  for (guint t = 0; t < n_threads; t++)
    {
      guint n;
      guint first = asc_states_find_thread (states, t, &n);

      g_string_append_printf (text, "%s%d:", t > 0 ? "\n" : "", threads[t].tid);
      for (guint i = first; i < first + n; i++, seen++)
        {
          g_assert_cmpuint (intervals->thread[i], ==, t);
          g_assert_cmpint (intervals->value[i], >, 0);
          if (i > first)
            g_assert_cmpint (intervals->time_ns[i], ==, intervals->time_ns[i - 1] + intervals->value[i - 1]);
          g_string_append_printf (text, "%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " %s %s", i > first ? "," : "", intervals->time_ns[i],
                                  intervals->time_ns[i] + intervals->value[i], letters[intervals->kind[i]], leaf_of (experiment, intervals->stack[i]));
        }
    }
  g_assert_cmpuint (seen, ==, intervals->n_events);
  return g_string_free (text, FALSE);
}

static void
check (const char *recording, const char *wanted)
{
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (recording);
  g_autoptr (AscStates) states = compute (experiment, 1);
  g_autoptr (AscStates) parallel = compute (experiment, 4);
  g_autofree char *text = print (experiment, states);
  g_autofree char *again = print (experiment, parallel);

  g_assert_cmpstr (text, ==, wanted);
  g_assert_cmpstr (again, ==, wanted);
}

/* From FORK to the first IN it waits for a CPU; an exit has no OUT; the time on the CPU is divided among the samples. */
static void
test_life (void)
{
  check ("10 7 fork\n30 7 in\n40 7 clock 9 main;f\n50 7 clock 9 main;k:sys_read\n60 7 clock 9 main;g\n100 7 exit",
         "7: 10-30 wait -, 30-53 user f, 53-76 system sys_read, 76-100 user g");
}

/* The sample of a switch stands before the record of it, which tells the time; the next IN ends the wait. */
static void
test_reasons (void)
{
  check ("10 7 fork\n10 7 in\n19 7 switch S main;f;k:entry_SYSCALL_64;k:do_futex;k:schedule\n20 7 out\n50 7 in\n"
         "59 7 switch S main;g;k:do_nanosleep;k:schedule\n60 7 out\n70 7 in\n79 7 switch T main;k:get_signal;k:do_signal_stop\n80 7 out\n90 7 in\n100 7 exit",
         "7: 10-20 system schedule, 20-50 lock schedule, 50-60 system schedule, 60-70 sleep schedule, 70-80 system do_signal_stop, 80-90 stop do_signal_stop, "
         "90-100 system -");
}

/* Faults: of user code, by what was fetched; of the kernel in a system call. */
static void
test_faults (void)
{
  check ("10 7 fork\n10 7 in\n17 7 fault fetch\n19 7 switch S main;f;k:asm_exc_page_fault;k:exc_page_fault;k:io_schedule\n20 7 out\n30 7 in\n"
         "37 7 fault data\n39 7 switch S main;f;k:asm_exc_page_fault;k:exc_page_fault;k:io_schedule\n40 7 out\n50 7 in\n"
         "59 7 switch S main;k:vfs_read;k:asm_exc_page_fault;k:exc_page_fault;k:io_schedule\n60 7 out\n80 7 in\n85 7 clock 1 main\n90 7 exit",
         "7: 10-20 user main, 20-30 text io_schedule, 30-40 user main, 40-50 data io_schedule, 50-60 user main, 60-80 kfault io_schedule, 80-90 user main");
}

/* Preempted, by the record or by the sample: the whole wait is one for a CPU. Woken: from then on. */
static void
test_waits (void)
{
  check ("1 7 in\n5 7 clock 4 main\n9 7 switch R main;k:schedule\n10 7 out\n20 7 in\n30 7 preempted\n40 7 in\n49 7 switch S main;k:do_futex\n50 7 out\n60 8 wake 7\n"
         "65 8 wake 7\n70 7 in\n80 7 exit",
         "7: 1-10 user main, 10-20 wait schedule, 20-30 user main, 30-40 wait -, 40-50 user main, 50-60 lock do_futex, 60-70 wait do_futex, 70-80 user main\n8:");
}

/* Without a stack in the kernel nobody knows why. */
static void
test_no_reason (void)
{
  check ("1 7 in\n5 7 clock 4 main\n10 7 out\n20 7 in\n29 7 leave - main;k:<static>@0x10\n30 7 out\n40 7 in\n50 7 exit",
         "7: 1-10 user main, 10-20 blocked -, 20-30 user main, 30-40 blocked <static>@0x10, 40-50 user main");
}

/* A span without a sample goes to the next one, else to the last, else to the stack at its end. */
static void
test_bare_spans (void)
{
  check ("1 7 in\n10 7 preempted\n20 7 in\n25 7 clock 4 a\n27 7 clock 4 b\n30 7 preempted\n40 7 in\n50 7 exit",
         "7: 1-10 user a, 10-20 wait -, 20-25 user a, 25-30 user b, 30-40 wait -, 40-50 user b");
  check ("1 7 in\n9 7 switch S main;k:do_poll\n10 7 out\n20 7 in\n30 7 exit", "7: 1-10 system do_poll, 10-20 sleep do_poll, 20-30 system -");
}

/* A clock in user mode alone: its samples weigh their periods, the rest was the kernel's. */
static void
test_user_clock (void)
{
  check ("1 7 in\n5 7 uclock 4 main\n11 7 out\n21 7 in\n24 7 uclock 6 f\n24 7 uclock 6 g\n31 7 preempted\n41 7 in\n51 7 exit",
         "7: 1-5 user main, 5-11 system -, 11-21 blocked -, 21-26 user f, 26-31 user g, 31-41 wait -, 41-43 user g, 43-51 system -");
}

/* Looked up in /proc: it is the reason of the sleep in which it was looked up, and of those since the look before when that said the same. */
static void
test_looked_up (void)
{
  check ("1 7 in\n5 7 uclock 4 main\n10 7 out\n15 7 why O7\n20 7 in\n25 7 out\n30 7 in\n35 7 out\n37 7 why O+7\n40 7 in\n45 7 out\n50 7 in\n55 7 out\n58 7 why L7\n60 7 in\n70 7 exit",
         "7: 1-5 user main, 5-10 system -, 10-20 sleep -, 20-25 system -, 25-30 sleep -, 30-35 system -, 35-40 sleep -, 40-45 system -, 45-50 blocked -, 50-55 system -, "
         "55-60 lock -, 60-70 system -");
  check ("1 7 in\n8 7 fault fetch\n10 7 out\n15 7 why F7\n20 7 in\n30 7 out\n32 7 why T7\n40 7 in\n50 7 out\n55 7 why ?7\n60 7 exit",
         "7: 1-10 system -, 10-20 text -, 20-30 system -, 30-40 stop -, 40-50 system -, 50-60 blocked -");
  /* What the recording tells itself is better; preempted it does not sleep. */
  check ("1 7 in\n9 7 switch S main;k:do_futex\n10 7 out\n15 7 why O7\n20 7 in\n30 7 preempted\n35 7 why O+7\n40 7 in\n50 7 exit",
         "7: 1-10 system do_futex, 10-20 lock do_futex, 20-30 system -, 30-40 wait -, 40-50 system -");
}

/* The kernel's sums of waiting for a CPU: what preemptions leave of them was at the ends of sleeps, in equal parts. */
static void
test_delays (void)
{
  check ("1 7 in\n10 7 out\n30 7 in\n35 7 delayed 7:8\n40 7 preempted\n50 7 in\n60 7 out\n70 7 in\n80 7 out\n90 7 in\n95 7 delayed 7:16\n100 7 exit",
         "7: 1-10 system -, 10-22 blocked -, 22-30 wait -, 30-40 system -, 40-50 wait -, 50-60 system -, 60-67 blocked -, 67-70 wait -, 70-80 system -, 80-87 blocked -, 87-90 wait -, "
         "90-100 system -");
  /* More than the sleeps were long goes to the next one; all of a sleep may have been waiting. */
  check ("1 7 in\n10 7 out\n20 7 in\n25 7 delayed 7:14\n30 7 out\n40 7 in\n45 7 delayed 7:1\n50 7 exit",
         "7: 1-10 system -, 10-20 wait -, 20-30 system -, 30-35 blocked -, 35-40 wait -, 40-50 system -");
}

/* The kernel's sums of time on the CPU: what the spans lack of them, or have too much, is at their beginnings, in equal parts; the last spans are as those before. */
static void
test_charges (void)
{
  check ("1 7 fork\n2 7 in\n10 7 out\n30 7 in\n40 7 out\n50 7 charged 7:24\n60 7 in\n70 7 out\n90 7 in\n100 7 exit",
         "7: 1-10 system -, 10-25 blocked -, 25-40 system -, 40-57 blocked -, 57-70 system -, 70-87 blocked -, 87-100 system -");
  /* A hypervisor had the processor meanwhile. */
  check ("1 7 fork\n1 7 in\n10 7 out\n30 7 in\n40 7 out\n50 7 charged 7:15\n60 7 exit", "7: 1-10 system -, 10-30 blocked -, 30-34 blocked -, 34-40 system -, 40-60 blocked -");
  /* It was there before: the sum begins at the first look that finds it off the CPU. A look while it runs tells nothing yet. */
  check ("1 7 in\n10 7 out\n15 7 charged F7:0\n30 7 in\n35 7 charged 7:7\n40 7 out\n50 7 charged 7:6\n60 7 in\n70 7 exit",
         "7: 1-10 system -, 10-27 blocked -, 27-40 system -, 40-57 blocked -, 57-70 system -");
  check ("1 7 in\n5 7 charged F7:0\n10 7 out\n15 7 charged 7:9\n30 7 in\n40 7 out\n50 7 charged 7:10\n60 7 exit", "7: 1-10 system -, 10-30 blocked -, 30-40 system -, 40-60 blocked -");
  /* It takes from the sleep, not from the wait behind it, whose length another sum tells. */
  check ("1 7 fork\n1 7 in\n10 7 out\n30 7 in\n40 7 out\n50 7 delayed 7:5\n50 7 charged 7:22\n60 7 exit", "7: 1-10 system -, 10-22 blocked -, 22-27 wait -, 27-40 system -, 40-60 blocked -");
}

/* Records that are missing leave a gap that is said, and nothing else is wrong for it. */
static void
test_lost (void)
{
  /* An IN: the wakeup tells about when, else nothing does. */
  check ("1 7 in\n2 7 clock 1 a\n10 7 preempted\n60 7 preempted\n70 7 in\n80 7 exit", "7: 1-10 user a, 10-60 unknown -, 60-70 wait -, 70-80 user a");
  check ("1 7 in\n2 7 clock 1 a\n10 7 out\n40 8 wake 7\n60 7 preempted\n70 7 in\n80 7 exit", "7: 1-10 user a, 10-40 blocked -, 40-60 user a, 60-70 wait -, 70-80 user a\n8:");
  /* A sample after it: it runs at that time at the latest. */
  check ("1 7 in\n2 7 clock 1 a\n10 7 out\n40 7 clock 1 b\n60 7 preempted\n70 7 in\n80 7 exit", "7: 1-10 user a, 10-40 blocked -, 40-60 user b, 60-70 wait -, 70-80 user b");
  /* An OUT: it ran at its last sample; the sample of the switch does as well as the record. */
  check ("1 7 in\n5 7 clock 1 a\n30 7 in\n40 7 exit", "7: 1-5 user a, 5-30 unknown -, 30-40 user a");
  check ("1 7 in\n5 7 clock 1 a\n9 7 switch S main;k:do_futex\n30 7 in\n40 7 exit", "7: 1-9 user a, 9-30 lock do_futex, 30-40 user a");
}

/* Of the whole system without records: who comes in stands in the other one's sample. Switches of idle tasks may be missing. */
static void
test_system_wide (void)
{
  check ("10 7 switch S>8 a;k:do_futex\n20 8 switch R>7 b\n30 7 switch S>0 a;k:do_poll\n40 9 wake 7\n60 7 switch S>8 a;k:do_poll\n70 8 exit",
         "7: 10-20 lock do_futex, 20-30 system do_poll, 30-40 sleep do_poll, 40-60 system do_poll, 60-70 sleep do_poll\n8: 10-20 system b, 20-60 wait b, 60-70 system -\n9:");
}

/* sched_stat_*: how long it slept, waited and ran. */
static void
test_statistics (void)
{
  check ("1 7 runs\n10 7 switch S a;k:do_futex\n40 8 slept 7:30\n55 8 waited 7:15\n60 7 ran 7:5\n70 7 switch S a;k:do_futex\n95 7 ran 7:5\n100 7 exit",
         "7: 1-10 system do_futex, 10-40 lock do_futex, 40-55 wait do_futex, 55-70 system do_futex, 70-90 lock do_futex, 90-100 system -\n8:");
}

/* A thread that was there before: from its first record on. One that still is there: to the end. */
static void
test_edges (void)
{
  check ("5 7 clock 1 a\n10 7 out\n20 8 wake 9\n30 9 in\n40 9 preempted\n50 8 runs", "7: 5-10 user a, 10-50 blocked -\n8: 20-50 system -\n9: 20-30 wait -, 30-40 system -, 40-50 wait -");
}

/* Without data of the scheduler there are no states, nor with a switch in a hundred. */
static void
test_none (void)
{
  g_autoptr (AscExperiment) experiment = asc_test_scheduler ("1 7 clock 5 a\n2 7 clock 5 a");
  g_autoptr (AscStates) states = compute (experiment, 1);

  g_assert_cmpuint (asc_states_get_intervals (states)->n_events, ==, 0);
  g_assert_cmpint (asc_states_get_quality (states)->times, ==, ASC_STATES_NONE);
}

/* Waits belong to the user's part of the stack, but for the expert; threads sum to <Total>. */
static void
test_profile (void)
{
  static const char recording[] = "10 7 fork\n20 7 in\n25 7 clock 5 main;f;k:sys_read\n29 7 switch S main;f;k:do_futex;k:schedule\n30 7 out\n60 7 in\n70 7 exit\n"
                                  "10 8 fork\n30 8 in\n38 8 clock 5 main;g\n40 8 preempted\n50 8 in\n80 8 exit";
  static const struct
  {
    AscViewMode view;
    const char *leaf;
    gboolean hides;
  } views[] = { { ASC_VIEW_USER, "f", TRUE }, { ASC_VIEW_EXPERT, "schedule", FALSE } };
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (recording);
  g_autoptr (AscStates) states = compute (experiment, 1);

  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    {
      g_autoptr (AscProfileInput) input = asc_profile_input_new ();
      g_autoptr (AscProfile) profile = NULL;
      g_autoptr (GArray) rows = NULL;
      int lock, total, cpu, sleep;

      asc_profile_input_add (input, experiment, asc_test_names (experiment));
      asc_profile_input_set_states (input, 0, states);
      asc_profile_input_set_view (input, views[v].view);
      profile = asc_profile_compute (input, 0, NULL, NULL, NULL);
      lock = asc_profile_find_metric (profile, "lock");
      total = asc_profile_find_metric (profile, "total");
      cpu = asc_profile_find_metric (profile, "totalcpu");
      sleep = asc_profile_find_metric (profile, "sleep");
      g_assert_cmpint (asc_profile_get_metric (profile, (guint) sleep)->hidden, ==, views[v].hides);
      rows = asc_profile_find_functions (profile, views[v].leaf);
      g_assert_cmpuint (rows->len, ==, 1);
      g_assert_cmpint (asc_profile_get_exclusive (profile, g_array_index (rows, guint32, 0), (guint) lock), ==, 30);
      g_assert_cmpint (asc_profile_get_exclusive (profile, 0, (guint) total), ==, 60 + 70);
      g_assert_cmpint (asc_profile_get_exclusive (profile, 0, (guint) cpu), ==, 20 + 40);
      g_assert_cmpuint (asc_profile_get_n_entities (profile, ASC_ENTITY_THREAD), ==, 3);
      g_assert_cmpint (asc_profile_get_entity_value (profile, ASC_ENTITY_THREAD, 1, (guint) total) + asc_profile_get_entity_value (profile, ASC_ENTITY_THREAD, 2, (guint) total),
                       ==, 60 + 70);
      g_assert_cmpint (asc_profile_get_metric (profile, (guint) asc_profile_find_metric (profile, "cpu-clock"))->total, ==, 10);
    }
}

/* Of 1 ms on the CPU, of which @n_samples samples of 1 us each stand, how many threads are said to keep step with the clock. */
static gint64
count_correlated (guint n_samples, const char *told)
{
  g_autoptr (GString) text = g_string_new (told);
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscStates) states = NULL;
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (AscProfile) profile = NULL;
  const AscDiagnostics *diagnostics;

  g_string_append (text, "0 7 fork\n0 7 in\n");
  for (guint i = 0; i < n_samples; i++)
    g_string_append_printf (text, "%u 7 clock 1000 main\n", 1 + i);
  g_string_append (text, "500000 7 preempted\n500000 7 in\n1000000 7 exit");
  experiment = asc_test_scheduler (text->str);
  states = compute (experiment, 1);
  asc_profile_input_add (input, experiment, asc_test_names (experiment));
  asc_profile_input_set_states (input, 0, states);
  profile = asc_profile_compute (input, 0, NULL, NULL, NULL);
  diagnostics = asc_profile_get_diagnostics (profile);
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    if (g_str_equal (asc_diagnostics_get (diagnostics, i)->kind, "clock-correlated"))
      return asc_diagnostics_get (diagnostics, i)->count;
  return 0;
}

/* A thousand samples are due: the standard deviation is 32, five of them 158. */
static void
test_correlation (void)
{
  g_assert_cmpint (count_correlated (1000, ""), ==, 0);
  g_assert_cmpint (count_correlated (900, ""), ==, 0);
  g_assert_cmpint (count_correlated (1150, ""), ==, 0);
  g_assert_cmpint (count_correlated (800, ""), ==, 1);
  g_assert_cmpint (count_correlated (1200, ""), ==, 1);
  g_assert_cmpint (count_correlated (0, ""), ==, 0);
  /* Too few are those that were held back; lost ones leave nothing to compare. */
  g_assert_cmpint (count_correlated (800, "told throttled\n"), ==, 0);
  g_assert_cmpint (count_correlated (1200, "told throttled\n"), ==, 1);
  g_assert_cmpint (count_correlated (800, "told lost-records\n"), ==, 0);
  g_assert_cmpint (count_correlated (1200, "told lost-samples\n"), ==, 0);
}

/* Whatever comes, in whatever order: the intervals join (print() asserts it), nothing is counted twice, and it ends. */
static void
test_nonsense (void)
{
  static const char *const whats[] = { "in", "out", "preempted", "runs", "clock 7 a;k:do_futex", "uclock 9 a", "switch S>2 a;k:do_futex", "switch R>1", "switch X", "leave - a",
                                       "wake 1", "wake 2", "fault fetch", "slept 1:50", "waited 2:9999999999", "ran 1:-5", "lost", "why L1", "why O+2", "why F+3", "why ?1",
                                       "delayed 1:50", "delayed 2:-5", "delayed 3:9999999999", "charged 1:5", "charged F2:0", "charged 2:1", "charged 3:9999999999", "charged 1:-5", "fork", "exit" };

  for (guint32 seed = 0; seed < 300; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (AscExperiment) experiment = NULL;
      g_autoptr (AscStates) states = NULL;
      g_autofree char *printed = NULL;

      for (guint i = 0; i < 60; i++)
        g_string_append_printf (text, "%d %d %s\n", g_rand_int_range (random, 0, 200), g_rand_int_range (random, 1, 4), whats[g_rand_int_range (random, 0, G_N_ELEMENTS (whats))]);
      experiment = asc_test_scheduler (text->str);
      states = compute (experiment, 2);
      g_test_message ("%s", text->str);
      printed = print (experiment, states);
      g_assert_nonnull (printed);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/states/life", test_life);
  g_test_add_func ("/states/reasons", test_reasons);
  g_test_add_func ("/states/faults", test_faults);
  g_test_add_func ("/states/waits", test_waits);
  g_test_add_func ("/states/no-reason", test_no_reason);
  g_test_add_func ("/states/bare-spans", test_bare_spans);
  g_test_add_func ("/states/user-clock", test_user_clock);
  g_test_add_func ("/states/looked-up", test_looked_up);
  g_test_add_func ("/states/delays", test_delays);
  g_test_add_func ("/states/charges", test_charges);
  g_test_add_func ("/states/lost", test_lost);
  g_test_add_func ("/states/system-wide", test_system_wide);
  g_test_add_func ("/states/statistics", test_statistics);
  g_test_add_func ("/states/edges", test_edges);
  g_test_add_func ("/states/none", test_none);
  g_test_add_func ("/states/profile", test_profile);
  g_test_add_func ("/states/correlation", test_correlation);
  g_test_add_func ("/states/nonsense", test_nonsense);
  return g_test_run ();
}
