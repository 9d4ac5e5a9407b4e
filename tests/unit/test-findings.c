/* test-findings.c: every finding with its share, its place and its mend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"
#include "asc-builder.h"
#include "asc-test-recording.h"
#include "asc-test-scheduler.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

static const AscFindingsFormat plain = { .percent_digits = 2 };

/* Functions are called by their address: an odd one is the start of a thread. */
static void
get_function (gpointer data, guint32 function, AscInputFunction *out)
{
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (data, &n);
  gboolean start = (frames[function].address & 1) != 0;

  *out = (AscInputFunction){ .name = frames[function].address >= 100 ? "<static>@0x64 (<libx.so>)" : start ? "start_thread" : "work", .object = frames[function].object, .address = frames[function].address };
}

static AscNames
names_by_address (AscExperiment *experiment)
{
  AscNames names = asc_test_names (experiment);

  names.get_function = get_function;
  return names;
}

static AscProfile *
compute (AscExperiment *experiment, AscNames names, AscStates *states)
{
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (GError) error = NULL;
  AscProfile *profile;

  asc_profile_input_add (input, experiment, names);
  if (states != NULL)
    asc_profile_input_set_states (input, 0, states);
  profile = asc_profile_compute (input, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return profile;
}

static GPtrArray *
list (AscProfile *profile)
{
  g_autoptr (AscSymbols) symbols = asc_symbols_load (asc_profile_get_experiment (profile, 0), &(AscSymbolOptions){ .no_live = TRUE }, NULL, NULL, NULL);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  g_ptr_array_add (all, symbols);
  return asc_findings_list (profile, all, 0, plain);
}

static const AscFinding *
find (GPtrArray *findings, const char *kind)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal (((AscFinding *) g_ptr_array_index (findings, i))->kind, kind))
      return g_ptr_array_index (findings, i);
  return NULL;
}

/* @n events of one thread of "worker" (7) on CPU 0, 1 ms apart; odd ones of @back ns before. */
static AscExperiment *
make (AscBuilder *builder, guint n, gint64 back, guint n_early)
{
  AscShard *shard = asc_builder_add_shard (builder);
  guint32 process = asc_builder_add_process (builder, &(AscProcess){ .pid = 7, .ppid = -1, .name = asc_builder_dup_string (builder, "worker"), .end_ns = -1 });
  guint32 thread = asc_builder_add_thread (builder, &(AscThread){ .process = process, .tid = 7, .name = asc_builder_dup_string (builder, "worker"), .end_ns = -1 });
  guint32 object = asc_builder_add_object (builder, &(AscObject){ .kind = ASC_OBJECT_FILE, .path = "/nonexistent/libx.so", .name = "libx.so", .pid = -1 });

  asc_builder_add_kind (builder, &(AscEventKind){ .id = "cpu-clock", .unit = ASC_UNIT_NS, .is_clock = TRUE, .frequency = 1000 });
  for (guint i = 0; i < n; i++)
    {
      AscEvent event = { .time_ns = (gint64) (i + 10) * 1000000 - (i % 2 != 0 ? back : 0), .value = 1000000, .thread = thread, .stack = ASC_NONE, .mode = ASC_MODE_USER };

      if (i >= n_early)
        event.stack = asc_shard_node (shard, event.stack, asc_shard_frame (shard, object, 11, ASC_FRAME_CALL));
      event.stack = asc_shard_node (shard, event.stack, asc_shard_frame (shard, object, 20, ASC_FRAME_CALL));
      event.stack = asc_shard_node (shard, event.stack, asc_shard_frame (shard, object, 30, 0));
      asc_shard_event (shard, &event);
    }
  return asc_builder_finish (builder, "/tmp/test.data", "perf.data");
}

static void
test_lost (void)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  AscDiagnostics *diagnostics = asc_builder_get_diagnostics (builder);
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscProfile) profile = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  const AscFinding *finding;

  asc_builder_set_info (builder, "command", "/usr/bin/perf record -F 1000 -m 64 -g --call-graph=fp -o 'a b' ./prog -F 3 '*'");
  asc_diagnostics_add_read (diagnostics, 990);
  asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, "lost-records", "Records lost", 10, 512);
  asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, "throttled", "Times held back", 3, ASC_NO_PLACE);
  asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, "stacks-truncated", "Stacks cut off", 5, ASC_NO_PLACE);
  asc_diagnostics_skip (diagnostics, "strange", "Strange things", 99, ASC_NO_PLACE);
  experiment = make (builder, 400, 0, 0);
  profile = compute (experiment, names_by_address (experiment), NULL);
  findings = list (profile);

  finding = find (findings, "lost-records");
  g_assert_cmpint (finding->severity, ==, ASC_SEVERITY_WARNING);
  g_assert_cmpstr (finding->title, ==, "1.00% of the events were lost");
  g_assert_cmpstr (finding->share, ==, "1.00% (10 of 1000)");
  g_assert_cmpstr (finding->places, ==, "At byte 512");
  g_assert_cmpstr (finding->command, ==, "/usr/bin/perf record -m 8M -F 1000 -g --call-graph=fp -o 'a b' ./prog -F 3 '*'");
  finding = find (findings, "throttled");
  g_assert_cmpstr (finding->title, ==, "Times held back: 3");
  g_assert_cmpstr (finding->command, ==, "/usr/bin/perf record -F 500 -m 64 -g --call-graph=fp -o 'a b' ./prog -F 3 '*'");
  /* half a percent: no warning */
  finding = find (findings, "stacks-truncated");
  g_assert_cmpint (finding->severity, ==, ASC_SEVERITY_NOTE);
  g_assert_cmpstr (finding->command, ==, "/usr/bin/perf record --call-graph dwarf,65528 -F 1000 -m 64 -o 'a b' ./prog -F 3 '*'");
  g_assert_cmpstr (find (findings, "strange")->share, ==, "10.00% (99 of 990)");
  g_assert_null (find (findings, "few-samples"));
  g_assert_null (find (findings, "clock-step"));
  g_assert_null (find (findings, "frame-pointers"));
}

static void
test_ends (void)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  g_autoptr (AscExperiment) experiment = make (builder, 200, 0, 50);
  g_autoptr (AscProfile) profile = compute (experiment, names_by_address (experiment), NULL);
  g_autoptr (GPtrArray) findings = list (profile);
  const AscFinding *finding = find (findings, "frame-pointers");

  g_assert_cmpint (finding->severity, ==, ASC_SEVERITY_WARNING);
  g_assert_cmpstr (finding->title, ==, "25.00% of the stacks end early");
  g_assert_cmpstr (finding->share, ==, "25.00% (50 of 200)");
  g_assert_cmpstr (finding->where, ==, "libx.so");
  g_assert_cmpstr (finding->command, ==, "perf record --call-graph dwarf");
  finding = find (findings, "few-samples");
  g_assert_cmpstr (finding->title, ==, "Only 200 samples");
  /* 1.96 / sqrt (200) */
  g_assert_cmpstr (finding->why, ==, "Differences below 13.90% are chance.");
  finding = find (findings, "nameless");
  g_assert_cmpstr (finding->where, ==, "/nonexistent/libx.so");
  g_assert_cmpint (finding->severity, ==, ASC_SEVERITY_WARNING);
  g_assert_cmpstr (finding->command, ==, "ascribe-cli archive 'test.data'");
}

/* A recording that holds nothing is not one of few samples. */
static void
test_nothing (void)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  g_autoptr (AscExperiment) experiment = make (builder, 0, 0, 0);
  g_autoptr (AscProfile) profile = compute (experiment, names_by_address (experiment), NULL);
  g_autoptr (GPtrArray) findings = list (profile);
  const AscFinding *finding = find (findings, "few-samples");

  g_assert_cmpstr (finding->title, ==, "No samples");
  g_assert_null (finding->why);
  g_assert_nonnull (finding->mend);
}

/* A clock that goes back by 5 ms at every other event; one event that interrupts another is no step. */
static void
test_clock (void)
{
  static const gint64 backs[] = { 6000000, 900000 };

  for (guint i = 0; i < G_N_ELEMENTS (backs); i++)
    {
      g_autoptr (AscBuilder) builder = asc_builder_new ();
      g_autoptr (AscExperiment) experiment = make (builder, 400, backs[i], 0);
      g_autoptr (AscProfile) profile = compute (experiment, names_by_address (experiment), NULL);
      g_autoptr (GPtrArray) findings = list (profile);
      const AscFinding *finding = find (findings, "clock-step");

      if (i > 0)
        g_assert_null (finding);
      else
        {
          g_assert_cmpint (finding->severity, ==, ASC_SEVERITY_WARNING);
          g_assert_cmpstr (finding->title, ==, "Times that the clock of the recording was set back: 200");
          g_assert_cmpstr (finding->command, ==, "perf record -k CLOCK_MONOTONIC");
        }
    }
}

/* Two threads can run for 400 of 1000 ns, on one processor; then one. */
static void
test_overload (void)
{
  g_autoptr (AscExperiment) experiment = asc_test_scheduler ("cpus 1\n0 1 fork\n0 2 fork\n0 1 in\n0 2 preempted\n400 2 exit\n1000 1 exit");
  AscNames names = asc_test_names (experiment);
  g_autoptr (AscStates) states = asc_states_compute (experiment, &names, 1, NULL, NULL, NULL);
  g_autoptr (AscProfile) profile = compute (experiment, names, states);
  const AscDiagnostic *diagnostic = asc_diagnostics_find (asc_profile_get_diagnostics (profile), "overload");

  g_assert_nonnull (diagnostic);
  g_assert_cmpint (diagnostic->severity, ==, ASC_SEVERITY_WARNING);
  g_assert_cmpint (diagnostic->count, ==, 400);
}

/* A file that is there and is another build: the recording says a build-id that it has not. */
static void
test_mismatch (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *name = g_path_get_basename (self);
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  AscShard *shard = asc_builder_add_shard (builder);
  guint32 object = asc_builder_add_object (builder, &(AscObject){ .kind = ASC_OBJECT_FILE, .path = self, .name = name, .pid = -1, .build_id = { 1, 2, 3, 4 }, .build_id_size = 20 });
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;
  g_autoptr (AscProfile) profile = NULL;
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GPtrArray) findings = NULL;
  g_autofree char *title = g_strdup_printf ("“%s” is another build", name);

  asc_builder_add_kind (builder, &(AscEventKind){ .id = "cpu-clock", .unit = ASC_UNIT_NS, .is_clock = TRUE });
  asc_shard_event (shard, &(AscEvent){ .time_ns = 1, .value = 1, .thread = ASC_NONE, .cpu = G_MAXUINT16, .stack = asc_shard_node (shard, ASC_NONE, asc_shard_frame (shard, object, 0x1234, 0)) });
  experiment = asc_builder_finish (builder, "/tmp/test.data", "perf.data");
  symbols = asc_symbols_load (experiment, NULL, NULL, NULL, NULL);
  if (asc_symbols_get_object (symbols, object)->status != ASC_SYMBOLS_MISMATCH)
    {
      g_test_skip ("this program has no build-id");
      return;
    }
  profile = compute (experiment, asc_names_from_symbols (symbols), NULL);
  g_ptr_array_add (all, symbols);
  findings = asc_findings_list (profile, all, 0, plain);
  g_assert_cmpstr (find (findings, "mismatch")->title, ==, title);
  g_assert_cmpint (find (findings, "mismatch")->severity, ==, ASC_SEVERITY_WARNING);
  g_assert_cmpstr (find (findings, "mismatch")->where, ==, self);
}

/* Without a recorded build-id only its time speaks against a file. */
static void
test_newer (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *name = g_path_get_basename (self);
  g_autofree char *title = g_strdup_printf ("“%s” is newer than the recording", name);
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("asc-newer-XXXXXX", &path, NULL);
  GStatBuf st;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_cmpint (g_stat (self, &st), ==, 0);
  for (int later = -9; later <= 9; later += 18)
    {
      struct utimbuf times = { st.st_mtime + later, st.st_mtime + later };
      g_autoptr (AscBuilder) builder = asc_builder_new ();
      AscShard *shard = asc_builder_add_shard (builder);
      guint32 object = asc_builder_add_object (builder, &(AscObject){ .kind = ASC_OBJECT_FILE, .path = self, .name = name, .pid = -1 });
      g_autoptr (AscExperiment) experiment = NULL;
      g_autoptr (AscSymbols) symbols = NULL;
      g_autoptr (AscProfile) profile = NULL;
      g_autoptr (GPtrArray) all = g_ptr_array_new ();
      g_autoptr (GPtrArray) findings = NULL;
      const AscFinding *finding;

      g_assert_cmpint (g_utime (path, &times), ==, 0);
      asc_builder_add_kind (builder, &(AscEventKind){ .id = "cpu-clock", .unit = ASC_UNIT_NS, .is_clock = TRUE });
      asc_shard_event (shard, &(AscEvent){ .time_ns = 1, .value = 1, .thread = ASC_NONE, .cpu = G_MAXUINT16, .stack = asc_shard_node (shard, ASC_NONE, asc_shard_frame (shard, object, 0x1234, 0)) });
      asc_builder_set_info (builder, "command", "perf record -B ./prog");
      experiment = asc_builder_finish (builder, path, "perf.data");
      symbols = asc_symbols_load (experiment, NULL, NULL, NULL, NULL);
      g_assert_cmpint (asc_symbols_get_object (symbols, object)->is_newer, ==, later < 0);
      profile = compute (experiment, asc_names_from_symbols (symbols), NULL);
      g_ptr_array_add (all, symbols);
      findings = asc_findings_list (profile, all, 0, plain);
      finding = find (findings, "newer");
      if (later > 0)
        {
          g_assert_null (finding);
          continue;
        }
      g_assert_cmpstr (finding->title, ==, title);
      g_assert_cmpint (finding->severity, ==, ASC_SEVERITY_WARNING);
      g_assert_cmpstr (finding->where, ==, self);
      g_assert_cmpstr (finding->share, ==, "100.00% of “Total CPU Time”");
      g_assert_cmpstr (finding->command, ==, "perf record --buildid-mmap -B ./prog");
      g_assert_cmpuint (finding->object_row, ==, 1);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* How a recording would be made again, whatever made it. */
static void
test_again (void)
{
  static const struct
  {
    const char *command;
    const char *option;
    const char *expected;
  } cases[] = {
    { NULL, "-m 8M", "perf record -m 8M" },
    { "perf record", "-F 9", "perf record -F 9" },
    { "perf_6.1 --no-pager record -F999 -a sleep 1", "-F 9", "perf_6.1 --no-pager record -F 9 -a sleep 1" },
    { "perf record -c 1000 --freq=3 -e cycles -- prog -g", "-F 9", "perf record -F 9 -e cycles -- prog -g" },
    { "perf record -F 2999 -e sched:sched_switch prog", "-c 1", "perf record -c 1 -e sched:sched_switch prog" },
    { "perf record --count 5 -a", "-c 1", "perf record -c 1 -a" },
    { "perf record -e '{a,b}' -g prog", "--call-graph dwarf", "perf record --call-graph dwarf -e '{a,b}' prog" },
    { "./prog --record x", "-m 8M", "perf record -m 8M -- ./prog --record x" },
    { "perf record 'unfinished", "-m 8M", "perf record -m 8M" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AscBuilder) builder = asc_builder_new ();
      g_autoptr (AscExperiment) experiment = NULL;
      g_autofree char *again = NULL;

      if (cases[i].command != NULL)
        asc_builder_set_info (builder, "command", cases[i].command);
      experiment = asc_builder_finish (builder, "/tmp/test.data", "perf.data");
      again = asc_dup_record_again (experiment, cases[i].option);
      g_assert_cmpstr (again, ==, cases[i].expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings/lost", test_lost);
  g_test_add_func ("/findings/ends", test_ends);
  g_test_add_func ("/findings/clock", test_clock);
  g_test_add_func ("/findings/nothing", test_nothing);
  g_test_add_func ("/findings/overload", test_overload);
  g_test_add_func ("/findings/mismatch", test_mismatch);
  g_test_add_func ("/findings/newer", test_newer);
  g_test_add_func ("/findings/again", test_again);
  return g_test_run ();
}
