/* test-session.c: what is open in a window: reading in a worker, choices, history
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <gtk/gtk.h>

#include "asc-heaviest-stack.h"
#include "asc-chain.h"
#include "asc-history.h"
#include "asc-quality.h"
#include "asc-session.h"
#include "asc-summary.h"
#include "asc-test-paths.h"
#include "asc-ui-text.h"

#define MAX_WAIT_MS 20000

static gboolean
wake_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Turns the main loop until @session is in @state. */
static void
wait_for_state (AscSession *session, AscSessionState state)
{
  guint timer = g_timeout_add (20, wake_cb, NULL);
  gint64 deadline = g_get_monotonic_time () + MAX_WAIT_MS * 1000;

  while (asc_session_get_state (session) != state && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  g_assert_cmpint (asc_session_get_state (session), ==, state);
}

static char *
dup_figure_path (void)
{
  return asc_test_data_path ("samples/figure-2-1.folded");
}

static AscSession *
open_paths (const char *first, const char *second)
{
  AscSession *session = asc_session_new ();
  const char *paths[] = { first, second };

  asc_session_open (session, paths, second != NULL ? 2 : 1);
  g_assert_cmpint (asc_session_get_state (session), ==, ASC_SESSION_LOADING);
  g_assert_nonnull (asc_session_get_progress (session));
  wait_for_state (session, ASC_SESSION_READY);
  return session;
}

static guint32
find_function (AscProfile *profile, const char *name)
{
  g_autoptr (GArray) rows = asc_profile_find_functions (profile, name);

  g_assert_cmpuint (rows->len, ==, 1);
  return g_array_index (rows, guint32, 0);
}

static void
test_open (void)
{
  g_autofree char *path = dup_figure_path ();
  g_autoptr (AscSession) session = open_paths (path, NULL);
  AscProfile *profile = asc_session_get_profile (session);
  guint32 c = find_function (profile, "C");

  g_assert_cmpuint (asc_session_get_n_experiments (session), ==, 1);
  g_assert_cmpstr (asc_session_get_paths (session)[0], ==, path);
  g_assert_cmpint (asc_profile_get_exclusive (profile, c, asc_session_get_metric (session)), ==, 5);
  g_assert_cmpint (asc_profile_get_inclusive (profile, c, asc_session_get_metric (session)), ==, 25);
  g_assert_cmpuint (asc_session_get_function (session), ==, 1);
  g_assert_cmpuint (asc_session_get_columns (session)->len, >=, 2);

  asc_session_close (session);
  g_assert_cmpint (asc_session_get_state (session), ==, ASC_SESSION_EMPTY);
  g_assert_null (asc_session_get_profile (session));
  g_assert_null (asc_session_get_paths (session)[0]);
}

/* Several files add up. */
static void
test_add_up (void)
{
  g_autofree char *path = dup_figure_path ();
  g_autoptr (AscSession) session = open_paths (path, path);
  AscProfile *profile = asc_session_get_profile (session);

  g_assert_cmpuint (asc_session_get_n_experiments (session), ==, 2);
  g_assert_cmpint (asc_profile_get_metric (profile, 0)->total, ==, 64);
  g_assert_cmpint (asc_profile_get_inclusive (profile, find_function (profile, "C"), 0), ==, 50);
}

/* Of two requests the newer one wins, whichever ends first. */
static void
test_newest_wins (void)
{
  g_autofree char *path = dup_figure_path ();
  g_autoptr (AscSession) session = asc_session_new ();
  const char *missing[] = { "/nonexistent" };
  const char *figure[] = { path };
  guint n_failed = 0;

  g_signal_connect_swapped (session, "failed", G_CALLBACK (g_atomic_int_inc), &n_failed);
  asc_session_open (session, missing, 1);
  asc_session_open (session, figure, 1);
  wait_for_state (session, ASC_SESSION_READY);
  g_assert_cmpuint (n_failed, ==, 0);
  g_assert_cmpint (asc_profile_get_metric (asc_session_get_profile (session), 0)->total, ==, 32);

  asc_session_open (session, missing, 1);
  asc_session_cancel (session);
  g_assert_cmpint (asc_session_get_state (session), ==, ASC_SESSION_READY);
  g_assert_cmpstr (asc_session_get_paths (session)[0], ==, path);
}

/* A session that is gone before its load ends is not touched by it. */
static void
test_drop (void)
{
  g_autofree char *path = dup_figure_path ();
  AscSession *session = asc_session_new ();
  const char *figure[] = { path };
  gpointer weak = session;

  asc_session_open (session, figure, 1);
  g_object_add_weak_pointer (G_OBJECT (session), &weak);
  g_object_unref (session);
  g_assert_null (weak);
  for (guint i = 0; i < 20; i++)
    {
      g_usleep (5000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
}

typedef struct
{
  char *title;
  char *detail;
} Failure;

static void
failed_cb (AscSession *session, const char *title, const char *detail, Failure *failure)
{
  g_assert_null (failure->title);
  failure->title = g_strdup (title);
  failure->detail = g_strdup (detail);
}

static void
assert_fails (const char *path, const char *reason)
{
  g_autoptr (AscSession) session = asc_session_new ();
  g_autofree char *name = g_path_get_basename (path);
  Failure failure = { NULL, NULL };
  const char *paths[] = { path };

  g_signal_connect (session, "failed", G_CALLBACK (failed_cb), &failure);
  asc_session_open (session, paths, 1);
  wait_for_state (session, ASC_SESSION_EMPTY);
  g_assert_nonnull (failure.title);
  g_assert_nonnull (strstr (failure.title, name));
  g_test_message ("%s: %s", failure.title, failure.detail);
  g_assert_true (g_str_has_prefix (failure.detail, reason));
  g_free (failure.title);
  g_free (failure.detail);
}

static void
test_failures (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ascribe-XXXXXX", NULL);
  g_autofree char *empty = g_build_filename (folder, "empty", NULL);
  g_autofree char *strange = g_build_filename (folder, "strange", NULL);

  g_assert_true (g_file_set_contents (empty, "", 0, NULL));
  g_assert_true (g_file_set_contents (strange, "\x7f\x01\x02\x03\x00\xff\xfe", 7, NULL));
  assert_fails ("/nonexistent/perf.data", "There is no such file.");
  assert_fails (empty, "The file is empty.");
  assert_fails (strange, "It is not a format that Ascribe reads.");
  remove (empty);
  remove (strange);
  remove (folder);
}

/* A header of perf without events: nothing was measured, and no view has anything to show. */
static void
test_no_events (void)
{
  static const char header[8] = "PERFILE2";
  static const guint64 rest[] = { 104, 144, 104, 0, 104, 8, 0, 0, 0, 0, 0, 0 };
  static const guint32 record[] = { 68, 8 << 16 }; /* PERF_RECORD_FINISHED_ROUND */
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *folder = g_dir_make_tmp ("ascribe-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "no-events.data", NULL);

  g_byte_array_append (bytes, (const guint8 *) header, sizeof header);
  g_byte_array_append (bytes, (const guint8 *) rest, sizeof rest);
  g_byte_array_append (bytes, (const guint8 *) record, sizeof record);
  g_assert_cmpuint (bytes->len, ==, 112);
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  assert_fails (path, "The recording holds no events.");
  remove (path);
  remove (folder);
}

/* A second window begins where the first is, and then goes its own way. */
static void
test_new_like (void)
{
  g_autofree char *path = dup_figure_path ();
  g_autoptr (AscSession) first = open_paths (path, NULL);
  g_autoptr (AscSession) second = NULL;

  asc_session_select_function (first, 3);
  second = asc_session_new_like (first);
  g_assert_true (asc_session_get_profile (first) == asc_session_get_profile (second));
  g_assert_cmpuint (asc_session_get_function (second), ==, 3);
  asc_session_select_function (second, 2);
  asc_session_close (first);
  g_assert_cmpuint (asc_session_get_function (second), ==, 2);
  g_assert_cmpuint (asc_session_get_columns (second)->len, >=, 2);
}

static void
test_properties (void)
{
  g_autofree char *path = dup_figure_path ();
  g_autoptr (AscSession) session = open_paths (path, NULL);
  guint n_notified = 0;

  g_signal_connect_swapped (session, "notify::function", G_CALLBACK (g_atomic_int_inc), &n_notified);
  g_object_set (session, "function", 2, NULL);
  g_object_set (session, "function", 2, NULL);
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_cmpuint (asc_session_get_function (session), ==, 2);
  n_notified = 0;
  g_signal_connect_swapped (session, "notify::center", G_CALLBACK (g_atomic_int_inc), &n_notified);
  g_object_set (session, "center", 2, NULL);
  g_object_set (session, "center", 2, NULL);
  g_assert_cmpuint (n_notified, ==, 1);
}

static void
test_metrics (void)
{
  g_autofree char *path = asc_test_data_path ("samples/words");
  g_autoptr (AscSession) session = open_paths (path, NULL);
  AscProfile *profile = asc_session_get_profile (session);
  guint primary = asc_session_get_metric (session);
  guint n_columns = asc_session_get_columns (session)->len;
  guint other = G_MAXUINT;

  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    if (i != primary)
      other = i;
  if (other == G_MAXUINT)
    {
      g_test_skip ("the sample has one metric");
      return;
    }
  asc_session_show_metric (session, other, TRUE);
  g_assert_cmpuint (asc_session_get_columns (session)->len, >=, n_columns);
  g_assert_cmpuint (asc_session_get_metric (session), ==, primary);
  asc_session_show_metric (session, other, FALSE);
  asc_session_show_metric (session, primary, FALSE);
  g_assert_cmpuint (g_array_index (asc_session_get_columns (session), AscColumn, 0).metric, ==, primary);

  asc_session_set_metric (session, other);
  g_assert_cmpuint (g_array_index (asc_session_get_columns (session), AscColumn, 0).metric, ==, other);
  g_assert_cmpint (g_array_index (asc_session_get_columns (session), AscColumn, asc_session_get_columns (session)->len - 1).flavor,
                   ==, ASC_FLAVOR_STATIC);
}

static void
test_heaviest_stack (void)
{
  g_autofree char *path = dup_figure_path ();
  g_autoptr (AscSession) session = open_paths (path, NULL);
  AscProfile *profile = asc_session_get_profile (session);
  static const char *const expected[] = { "E", "C", "B", "main" };
  g_autoptr (GArray) stack = asc_heaviest_stack_find (profile, find_function (profile, "B"), 0);
  g_autoptr (GArray) all = asc_heaviest_stack_find (profile, ASC_FUNCTION_TOTAL, 0);

  g_assert_cmpuint (stack->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < stack->len; i++)
    {
      guint32 function = asc_profile_get_node_function (profile, g_array_index (stack, guint32, i));
      g_assert_cmpstr (asc_profile_get_function (profile, function)->name, ==, expected[i]);
    }
  g_assert_cmpuint (all->len, >, 0);
}

/* Swallows @fragment. */
static void
visit (AscHistory *history, const char *view, guint32 function, GArray *fragment, const char *zoom)
{
  asc_history_visit (history, (AscStop){ .view = view, .function = function, .fragment = fragment, .zoom = g_strdup (zoom) });
}

/* "view function center zoom" of the stop reached. */
static char *
walk (AscHistory *history, int step)
{
  AscStop stop;
  char *text;

  if (!asc_history_go (history, step, &stop))
    return NULL;
  text = g_strdup_printf ("%s %u %u/%u %s", stop.view, stop.function, asc_chain_get_center (stop.fragment), stop.fragment->len, stop.zoom);
  asc_stop_clear (&stop);
  return text;
}

static void
assert_walk (AscHistory *history, int step, const char *expected)
{
  g_autofree char *reached = walk (history, step);

  g_assert_cmpstr (reached, ==, expected);
}

static void
test_history (void)
{
  AscHistory history;
  g_autoptr (GArray) one = asc_chain_new (1);

  asc_history_init (&history);
  assert_walk (&history, -1, NULL);
  visit (&history, "functions", 1, asc_chain_new (1), NULL);
  visit (&history, "functions", 2, asc_chain_new (1), NULL); /* another row of the same view is no stop of its own */
  g_assert_false (asc_history_can_go (&history, -1));
  visit (&history, "callers-callees", 2, asc_chain_new (1), NULL);
  visit (&history, "callers-callees", 2, asc_chain_prepend (one, 7), NULL); /* another fragment around the same center is */
  visit (&history, "callers-callees", 2, asc_chain_append (one, 7), NULL);
  visit (&history, "flame-graph", 2, asc_chain_append (one, 7), "main");
  visit (&history, "flame-graph", 3, asc_chain_append (one, 7), "main\nA");
  assert_walk (&history, -1, "flame-graph 2 7/2 main");
  assert_walk (&history, -1, "callers-callees 2 7/2 (null)");
  assert_walk (&history, -1, "callers-callees 2 1/2 (null)");
  assert_walk (&history, -1, "callers-callees 2 1/1 (null)");
  assert_walk (&history, -1, "functions 2 1/1 (null)");
  assert_walk (&history, -1, NULL);
  assert_walk (&history, 1, "callers-callees 2 1/1 (null)");
  visit (&history, "callers-callees", 2, asc_chain_new (9), NULL); /* a new way: what lay ahead is gone */
  g_assert_false (asc_history_can_go (&history, 1));
  assert_walk (&history, -1, "callers-callees 2 1/1 (null)");
  asc_history_reset (&history);
  g_assert_false (asc_history_can_go (&history, -1));
  asc_history_clear (&history);
}

static guint32
move_up (gpointer data, guint32 function)
{
  return function == GPOINTER_TO_UINT (data) ? ASC_NONE : function + 10;
}

/* A function that is no more leaves the center alone; what others hold is never changed. */
static void
test_chain (void)
{
  g_autoptr (GArray) two = asc_chain_new (2);
  g_autoptr (GArray) head = asc_chain_prepend (two, 1);
  g_autoptr (GArray) chain = asc_chain_append (head, 3);
  g_autoptr (GArray) gap = asc_chain_remove (chain, 1);
  g_autoptr (GArray) tail = asc_chain_cut (chain, 1, 3);
  g_autoptr (GArray) moved = asc_chain_move (chain, move_up, GUINT_TO_POINTER (9));
  g_autoptr (GArray) without = asc_chain_move (chain, move_up, GUINT_TO_POINTER (1));
  g_autoptr (GArray) gone = asc_chain_move (chain, move_up, GUINT_TO_POINTER (3));
  g_autoptr (GArray) none = asc_chain_new (ASC_NONE);

  g_assert_cmpmem (two->data, two->len * 4, ((guint32[]){ 2 }), 4);
  g_assert_cmpmem (chain->data, chain->len * 4, ((guint32[]){ 1, 2, 3 }), 12);
  g_assert_cmpmem (gap->data, gap->len * 4, ((guint32[]){ 1, 3 }), 8);
  g_assert_cmpmem (tail->data, tail->len * 4, ((guint32[]){ 2, 3 }), 8);
  g_assert_cmpmem (moved->data, moved->len * 4, ((guint32[]){ 11, 12, 13 }), 12);
  g_assert_cmpmem (without->data, without->len * 4, ((guint32[]){ 13 }), 4);
  g_assert_cmpuint (gone->len, ==, 0);
  g_assert_cmpuint (asc_chain_get_center (none), ==, ASC_NONE);
  g_assert_true (asc_chain_equal (gone, none));
  g_assert_false (asc_chain_equal (gap, tail));
  g_assert_true (asc_chain_has (chain, 2));
  g_assert_false (asc_chain_has (gap, 2));
}

static void
test_text (void)
{
  AscMetric sampled = { .id = "totalcpu", .title = "Total CPU Time", .unit = ASC_UNIT_NS, .total = 2000000000, .interval = 1000000, .sampled = TRUE };
  AscMetric at_frequency = { .id = "totalcpu", .title = "Total CPU Time", .unit = ASC_UNIT_NS, .total = 2000000000, .n_events = 2000, .sampled = TRUE };
  AscMetric counted = { .id = "samples", .title = "samples", .unit = ASC_UNIT_COUNT, .total = 32 };
  g_autofree char *percent = asc_ui_format_percent (941000000, 2000000000);
  g_autofree char *none = asc_ui_format_percent (0, 0);
  g_autofree char *value = asc_ui_format_value (&sampled, 941000000);
  g_autofree char *value_long = asc_ui_format_value_long (&sampled, 941000000);
  g_autofree char *frequency_long = asc_ui_format_value_long (&at_frequency, 941000000);
  g_autofree char *count_long = asc_ui_format_value_long (&counted, 5);
  g_autofree char *place = asc_ui_format_place ("main.c", 12);
  g_autofree char *no_place = asc_ui_format_place (NULL, 0);

  g_assert_cmpstr (percent, ==, "47.05%");
  g_assert_cmpstr (none, ==, "—");
  g_assert_cmpstr (value, ==, "0.941\u00a0s");
  /* 1.96 x sqrt (941) samples of 1 ms */
  g_assert_cmpstr (value_long, ==, "0.941\u00a0s ± 0.060\u00a0s (941 samples, 95%; 941000000 ns)");
  g_assert_cmpstr (frequency_long, ==, value_long);
  g_assert_cmpstr (count_long, ==, "5");
  g_assert_cmpstr (place, ==, "main.c:12");
  g_assert_null (no_place);
}

/* The title of the finding on what @session has open that begins with @start, or NULL. */
static const AscFinding *
find_finding (GPtrArray *findings, const char *start)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_has_prefix (((AscFinding *) g_ptr_array_index (findings, i))->title, start))
      return g_ptr_array_index (findings, i);
  return NULL;
}

/* perf record -F: the interval is not fixed, and yet every value has its error. */
static void
test_frequency (void)
{
  g_autofree char *few = asc_test_source_path ("fixtures/perf/tasks.times.data");
  g_autofree char *many = asc_test_data_path ("samples/words");
  g_autofree char *figure = dup_figure_path ();
  g_autoptr (AscSession) sparse = open_paths (few, NULL);
  g_autoptr (AscSession) dense = open_paths (many, NULL);
  g_autoptr (AscSession) folded = open_paths (figure, NULL);
  g_autoptr (GPtrArray) sparse_findings = asc_quality_list (sparse);
  g_autoptr (GPtrArray) dense_findings = asc_quality_list (dense);
  g_autoptr (GPtrArray) folded_findings = asc_quality_list (folded);
  const AscMetric *metric = asc_profile_get_metric (asc_session_get_profile (sparse), asc_session_get_metric (sparse));
  g_autofree char *only = g_strdup_printf ("Only %" G_GINT64_FORMAT " samples", metric->n_events);
  g_autofree char *text = asc_ui_format_value_long (metric, metric->total);

  g_assert_cmpint (metric->interval, ==, 0);
  g_assert_cmpint (metric->n_events, <, 300);
  g_assert_nonnull (strstr (text, "±"));
  g_assert_cmpint (find_finding (sparse_findings, only)->severity, ==, ASC_SEVERITY_WARNING);
  g_assert_null (find_finding (dense_findings, "Only"));
  g_assert_null (find_finding (folded_findings, "Only"));
}

/* Findings are counts of what they name, and say in the user's words why names are missing. */
static void
test_findings (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ascribe-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "two-bad-lines.folded", NULL);
  g_autofree char *recorded = asc_test_source_path ("fixtures/perf/tasks.fp.data");
  g_autoptr (AscSession) folded = NULL;
  g_autoptr (AscSession) perf = open_paths (recorded, NULL);
  g_autoptr (GPtrArray) folded_findings = NULL;
  g_autoptr (GPtrArray) perf_findings = asc_quality_list (perf);
  const AscFinding *finding;

  g_assert_true (g_file_set_contents (path, "main;A 3\nmain;B\nmain;C 4\nmain;D\n", -1, NULL));
  folded = open_paths (path, NULL);
  folded_findings = asc_quality_list (folded);
  finding = find_finding (folded_findings, "Lines without a count at their end: 2");
  g_assert_nonnull (finding);
  g_assert_cmpstr (finding->places, ==, "At bytes 9 and 25");
  finding = find_finding (perf_findings, "No function names in tasks (");
  g_assert_nonnull (finding);
  g_assert_cmpstr (finding->why, ==, "The file was not found.");
  g_assert_cmpstr (finding->mend, ==, "Give the recorded system (--sysroot), or make an archive where it was recorded, as long as that build is still there");
  g_assert_cmpstr (finding->command, ==, "ascribe-cli archive 'tasks.fp.data'");
  remove (path);
  remove (folder);
}

/* Recordings that are added up took the time of both. */
static void
test_sentence (void)
{
  g_autofree char *path = asc_test_data_path ("samples/words");
  g_autofree char *figure = dup_figure_path ();
  g_autoptr (AscSession) once = open_paths (path, NULL);
  g_autoptr (AscSession) twice = open_paths (path, path);
  g_autoptr (AscSession) folded = open_paths (figure, NULL);
  g_autofree char *first = asc_summary_dup_sentence (once);
  g_autofree char *second = asc_summary_dup_sentence (twice);
  g_autofree char *third = asc_summary_dup_sentence (folded);

  g_test_message ("%s | %s", first, second);
  g_assert_nonnull (strstr (first, " threads ran 1.423\u00a0s on the CPU in 0.887\u00a0s. The hottest function is "));
  g_assert_nonnull (strstr (second, " threads ran 2.847\u00a0s on the CPU in 1.775\u00a0s. The hottest function is "));
  g_assert_cmpstr (third, ==, "10 events of “samples”, 32 in all. The hottest function is E with 31.25%.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/open", test_open);
  g_test_add_func ("/session/add-up", test_add_up);
  g_test_add_func ("/session/newest-wins", test_newest_wins);
  g_test_add_func ("/session/drop", test_drop);
  g_test_add_func ("/session/failures", test_failures);
  g_test_add_func ("/session/no-events", test_no_events);
  g_test_add_func ("/session/new-like", test_new_like);
  g_test_add_func ("/session/properties", test_properties);
  g_test_add_func ("/session/metrics", test_metrics);
  g_test_add_func ("/heaviest-stack", test_heaviest_stack);
  g_test_add_func ("/chain", test_chain);
  g_test_add_func ("/history", test_history);
  g_test_add_func ("/quality/frequency", test_frequency);
  g_test_add_func ("/quality/findings", test_findings);
  g_test_add_func ("/summary", test_sentence);
  g_test_add_func ("/text", test_text);
  return g_test_run ();
}
