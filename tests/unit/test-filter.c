/* test-filter.c: the filter language, and what it lets pass of recordings typed by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include "asc-test-recording.h"
#include "asc-test-scheduler.h"

static AscFilter *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  AscFilter *filter = asc_filter_parse (text, NULL, &error);

  g_assert_no_error (error);
  return filter;
}

/* Two threads: 1 runs, waits for a lock, runs on; 2 sleeps and runs. Every moment belongs to one state. */
static const char recording[]
    = "0 1 fork\n0 1 in\n100 1 clock 100 main;work\n200 1 switch S main;lock;k:futex_wait\n200 1 out\n600 1 in\n700 1 "
      "clock 100 main;k:write\n900 1 switch R main;work\n900 1 preempted\n1000 1 in\n1200 1 exit\n"
      "0 2 fork\n0 2 in\n50 2 clock 50 main;other\n100 2 switch S main;nap;k:hrtimer_nanosleep\n100 2 out\n1100 2 "
      "in\n1150 2 clock 50 main;other\n1200 2 exit";

static AscProfileInput *
input_of (AscExperiment *experiment, AscViewMode view)
{
  AscProfileInput *input = asc_profile_input_new ();
  AscNames names = asc_test_names (experiment);
  g_autoptr (AscStates) states = asc_states_compute (experiment, &names, 1, NULL, NULL, NULL);

  asc_profile_input_add (input, experiment, names);
  asc_profile_input_set_states (input, 0, states);
  asc_profile_input_set_view (input, view);
  return input;
}

static AscProfile *
profile_of (AscProfileInput *input, const char *text, guint n_threads)
{
  g_autoptr (AscFilter) filter = text != NULL ? parse (text) : NULL;
  g_autoptr (AscProfileInput) filtered = asc_profile_input_new_filtered (input, filter);
  g_autoptr (GError) error = NULL;
  AscProfile *profile = asc_profile_compute (filtered, n_threads, NULL, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

static gint64
total (AscProfileInput *input, const char *text, const char *metric)
{
  g_autoptr (AscProfile) profile = profile_of (input, text, 1);
  int at = asc_profile_find_metric (profile, metric);

  g_assert_cmpint (at, >=, 0);
  return asc_profile_get_metric (profile, (guint)at)->total;
}

static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    guint at;
    AscFilterError code;
  } cases[] = {
    { "", 0, ASC_FILTER_ERROR_SYNTAX },
    { "   ", 3, ASC_FILTER_ERROR_SYNTAX },
    { "TIDD == 3", 0, ASC_FILTER_ERROR_NAME },
    { "TID = 3", 4, ASC_FILTER_ERROR_SYNTAX },
    { "TID == ", 7, ASC_FILTER_ERROR_SYNTAX },
    { "TID == x", 7, ASC_FILTER_ERROR_SYNTAX },
    { "TID == 3s", 7, ASC_FILTER_ERROR_VALUE },
    { "TID 3", 4, ASC_FILTER_ERROR_SYNTAX },
    { "TID == 3 &&", 11, ASC_FILTER_ERROR_SYNTAX },
    { "TID == 3 TID == 4", 9, ASC_FILTER_ERROR_SYNTAX },
    { "TID == 3 & PID == 4", 9, ASC_FILTER_ERROR_SYNTAX },
    { "(TID == 3", 9, ASC_FILTER_ERROR_SYNTAX },
    { "TID == 3)", 8, ASC_FILTER_ERROR_SYNTAX },
    { "TID IN (1, 2", 12, ASC_FILTER_ERROR_SYNTAX },
    { "TID IN ()", 8, ASC_FILTER_ERROR_SYNTAX },
    { "TID IN (9..1)", 11, ASC_FILTER_ERROR_VALUE },
    { "TIME < 1.5", 7, ASC_FILTER_ERROR_VALUE },
    { "TIME < 1.5h", 10, ASC_FILTER_ERROR_VALUE },
    { "TIME < 1.5ns", 7, ASC_FILTER_ERROR_VALUE },
    { "TIME < 99999999999s", 7, ASC_FILTER_ERROR_VALUE },
    { "TIME IN (1)", 8, ASC_FILTER_ERROR_SYNTAX },
    { "STATE == loc", 9, ASC_FILTER_ERROR_NAME },
    { "STATE < lock", 6, ASC_FILTER_ERROR_SYNTAX },
    { "\"f\"", 3, ASC_FILTER_ERROR_SYNTAX },
    { "\"f", 0, ASC_FILTER_ERROR_SYNTAX },
    { "\"f\" IN TID", 7, ASC_FILTER_ERROR_SYNTAX },
    { "STACK == \"f\"", 6, ASC_FILTER_ERROR_SYNTAX },
    { "LEAF == f", 8, ASC_FILTER_ERROR_SYNTAX },
    { "FNAME(\"(\") IN STACK", 6, ASC_FILTER_ERROR_VALUE },
    { "FNAME(\"a)|(b\") IN STACK", 6, ASC_FILTER_ERROR_VALUE },
    { "FNAME(f) IN STACK", 6, ASC_FILTER_ERROR_SYNTAX },
    { "OBJECT(\"a\", \"b\") IN STACK", 12, ASC_FILTER_ERROR_SYNTAX },
    { "COMM == \"é\" && ü", 15, ASC_FILTER_ERROR_SYNTAX }, /* in characters */
    { "TID + == 3", 6, ASC_FILTER_ERROR_SYNTAX },
    { "TID + 1", 7, ASC_FILTER_ERROR_SYNTAX },
    { "(TID + 1 == 3", 13, ASC_FILTER_ERROR_SYNTAX },
    { "TID + CPUID == 3", 15, ASC_FILTER_ERROR_SYNTAX },
    { "TIME * 2 < 3s", 11, ASC_FILTER_ERROR_SYNTAX },
    { "TIME == TID", 8, ASC_FILTER_ERROR_SYNTAX },
    { "TID + 1s == 3", 12, ASC_FILTER_ERROR_VALUE },
    { "TIME - 9223372036s < 9223372036s", 21, ASC_FILTER_ERROR_VALUE },
    { "(\"a\", \"b\") SOME ORDERED IN STACK", 16, ASC_FILTER_ERROR_SYNTAX },
    { "\"a\" ORDERED IN LEAF", 15, ASC_FILTER_ERROR_SYNTAX },
    { "\"a\" ORDERED STACK", 12, ASC_FILTER_ERROR_SYNTAX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *place = g_strdup_printf ("character %u: ", cases[i].at + 1);
      guint at = G_MAXUINT;

      g_assert_null (asc_filter_parse (cases[i].text, &at, &error));
      g_test_message ("%s: %s", cases[i].text, error->message);
      g_assert_error (error, ASC_FILTER_ERROR, (int)cases[i].code);
      g_assert_cmpuint (at, ==, cases[i].at);
      g_assert_true (g_str_has_prefix (error->message, place));
    }
}

/* Text of any kind is an error or a filter, never a crash; too deep and too long ones too. */
static void
test_hostile (void)
{
  static const char *const words[]
      = { "TIME",  "TID",  "STATE", "lock", "\"f\"", "FNAME(\"x\")", "IN", "SOME", "NOT",
          "STACK", "LEAF", "(",     ")",    ",",     "..",           "<",  "==",   "!",
          "&&",    "||",   "3",     "1.5s", "-",     "\"",           "\\", "0x",   "FUNCTION" };
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autoptr (GString) wide = g_string_new ("TID == 1");

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (AscFilter) filter = NULL;
      guint at = 0;

      for (gint32 k = g_test_rand_int_range (0, 12); k > 0; k--)
        g_string_append_printf (text, "%s%s", words[g_test_rand_int_range (0, G_N_ELEMENTS (words))],
                                g_test_rand_bit () ? " " : "");
      filter = asc_filter_parse (text->str, &at, &error);
      g_assert_true ((filter == NULL) == (error != NULL));
      g_assert_cmpuint (at, <=, text->len);
    }
  for (guint i = 0; i < 5000; i++)
    {
      g_string_append (deep, i % 2 ? "(" : "!");
      g_string_append (wide, " || TID == 1");
    }
  g_assert_null (asc_filter_parse (deep->str, NULL, NULL));
  g_assert_null (asc_filter_parse (wide->str, NULL, NULL));
}

static void
test_times (void)
{
  static const struct
  {
    const char *text;
    gint64 ns;
  } times[] = { { "0ns", 0 },
                { "1.5us", 1500 },
                { "1.000001ms", 1000001 },
                { "78.442035158s", G_GINT64_CONSTANT (78442035158) },
                { "3600s", G_GINT64_CONSTANT (3600000000000) } };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *text = asc_filter_format_time (times[i].ns);

      g_assert_cmpstr (text, ==, times[i].text);
    }
}

/* The sums by hand from the recording above: of intervals the nanoseconds inside count. */
static void
test_values (void)
{
  static const struct
  {
    const char *text; /* NULL: no filter */
    const char *metric;
    gint64 ns;
  } cases[] = {
    { NULL, "total", 2400 },
    { NULL, "lock", 400 },
    { "TID == 1", "total", 1200 },
    { "TID != 1", "total", 1200 },
    { "TIME >= 300ns && TIME < 400", "lock", 100 },
    { "TIME >= 300 && TIME < 400", "total", 200 },
    { "TIME < 300 || TIME >= 400", "total", 2200 },
    { "!(TIME >= 300 && TIME < 400)", "lock", 300 },
    { "TIME - 100 >= 200 && 400 + 50 > TIME + 50", "total", 200 },
    { "TID % 2 == 0", "sleep", 1000 },
    { "(TID + 1) * 2 == 4", "lock", 400 },
    { "TID / 0 == 0 && TID << 64 == 0 && TID >> -1 == 0 && -9223372036854775807 - 1 == (-9223372036854775807 - 1) / -1", "lock", 400 },
    { "(\"lock\", \"main\") ORDERED IN STACK", "lock", 400 },
    { "(\"main\", \"lock\") ORDERED IN STACK", "lock", 0 },
    { "TIME == 300", "total", 2 },
    { "TIME != 300", "total", 2398 },
    { "300 <= TIME && 400 > TIME", "total", 200 },
    { "TIME >= 5000", "total", 0 },
    { "TIME >= 150 && TIME < 250 && TID == 1", "totalcpu", 50 },
    { "TIME >= 150 && TIME < 250 && TID == 1", "lock", 50 },
    { "STATE == lock", "total", 400 },
    { "STATE IN (lock, owait)", "total", 1400 },
    { "STATE == totalcpu", "total", 900 },
    { "STATE NOT IN (lock, sleep)", "total", 1000 },
    { "LEAF == \"lock\"", "total", 400 },
    { "LEAF == \"lock\" || LEAF == \"nap\"", "total", 1400 },
    { "\"nap\" IN STACK && STATE == sleep", "total", 1000 },
    { "\"main\" IN STACK", "total", 2400 },
    { "(\"main\", \"work\") IN STACK", "total", 300 },
    { "(\"nap\", \"work\") SOME IN STACK", "total", 1300 },
    { "(\"nap\", \"work\") IN STACK", "total", 0 },
    { "(\"nap\" IN STACK)", "total", 1000 },
    { "FNAME(\"n.*\") SOME IN STACK", "total", 1000 },
    { "FNAME(\"a\") SOME IN STACK", "total", 0 },
    { "FUNCTION(\"nap\") IN LEAF", "total", 1000 },
    { "FUNCTION(\"nap\", \"none.so\") IN LEAF", "total", 0 },
    { "TRUE", "total", 2400 },
    { "FALSE", "total", 0 },
    { "PID IN (0..99999999)", "total", 2400 },
    { "EXPID == 1", "total", 0 },
    { "EVENT == nothing", "total", 0 },
  };
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (recording);
  g_autoptr (AscProfileInput) input = input_of (experiment, ASC_VIEW_USER);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text != NULL ? cases[i].text : "-");
      g_assert_cmpint (total (input, cases[i].text, cases[i].metric), ==, cases[i].ns);
    }
}

/* The kernel's part of a wait is in the stack only where it is shown. */
static void
test_views (void)
{
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (recording);
  g_autoptr (AscProfileInput) user = input_of (experiment, ASC_VIEW_USER);
  g_autoptr (AscProfileInput) expert = input_of (experiment, ASC_VIEW_EXPERT);

  g_assert_cmpint (total (user, "\"futex_wait\" IN STACK", "lock"), ==, 0);
  g_assert_cmpint (total (expert, "\"futex_wait\" IN STACK", "lock"), ==, 400);
  g_assert_cmpint (total (expert, "LEAF == \"futex_wait\"", "lock"), ==, 400);
}

static void
add_columns (AscProfile *profile, gint64 *sums, guint n_metrics)
{
  for (guint m = 0; m < n_metrics; m++)
    for (guint32 row = 0; row < asc_profile_get_n_entities (profile, ASC_ENTITY_THREAD); row++)
      sums[m * 8 + (row == 0 ? 0 : (guint)asc_profile_get_entity (profile, ASC_ENTITY_THREAD, row)->tid)]
          += asc_profile_get_entity_value (profile, ASC_ENTITY_THREAD, row, m);
}

/* Any cut of the time gives parts that sum to the whole, in every metric and thread; the same with any number of
 * threads. */
static void
test_partition (void)
{
  g_autoptr (AscExperiment) experiment = asc_test_scheduler (recording);
  g_autoptr (AscProfileInput) input = input_of (experiment, ASC_VIEW_EXPERT);
  g_autoptr (AscProfile) whole = profile_of (input, NULL, 1);
  guint n = asc_profile_get_n_metrics (whole);

  for (guint round = 0; round < 50; round++)
    {
      g_autofree gint64 *wanted = g_new0 (gint64, n * 8);
      g_autofree gint64 *got = g_new0 (gint64, n * 8);
      gint64 from = 0;

      add_columns (whole, wanted, n);
      while (from < 1300)
        {
          gint64 to = from + g_test_rand_int_range (1, 500);
          g_autofree char *text = asc_filter_range (from, to);
          g_autoptr (AscProfile) part = profile_of (input, text, 1);
          g_autoptr (AscProfile) again = profile_of (input, text, 4);

          add_columns (part, got, n);
          for (guint m = 0; m < n; m++)
            g_assert_cmpint (asc_profile_get_metric (part, m)->total, ==, asc_profile_get_metric (again, m)->total);
          from = to;
        }
      g_assert_cmpmem (got, n * 8 * sizeof *got, wanted, n * 8 * sizeof *wanted);
    }
}

/* Functions that have nothing left are behind the listed ones. */
static void
test_rows (void)
{
  g_autoptr (AscExperiment) experiment = asc_test_recording ("main;A;C 2\nmain;B;C 3\nmain;B 5\n7");
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (AscProfile) whole = NULL;
  g_autoptr (AscProfile) part = NULL;
  g_autoptr (AscProfile) rest = NULL;
  AscFiltered count;

  asc_profile_input_add (input, experiment, asc_test_names (experiment));
  whole = profile_of (input, NULL, 1);
  part = profile_of (input, "\"A\" IN STACK", 1);
  rest = profile_of (input, "\"main\" NOT IN STACK", 1);
  g_assert_cmpuint (asc_profile_get_n_listed_functions (whole), ==, asc_profile_get_n_functions (whole));
  g_assert_cmpuint (asc_profile_get_n_listed_functions (part), ==, 4);
  g_assert_cmpint (asc_profile_get_inclusive (part, 0, 0), ==, 2);
  count = asc_profile_count_filtered (part);
  g_assert_cmpuint (count.n_events, ==, 1);
  g_assert_cmpuint (count.n_all_events, ==, 4);
  g_assert_cmpint (asc_profile_get_inclusive (rest, 0, 0), ==, 7);
}

static void
test_clauses (void)
{
  g_autoptr (AscFilter) a = parse (" TID == 1 || TID == 2 ");
  g_autoptr (AscFilter) b = parse ("PID == 3");
  g_autoptr (AscFilter) both = asc_filter_join (a, b);
  g_autoptr (AscFilter) off = asc_filter_enable (both, 0, FALSE);
  g_autoptr (AscFilter) second = asc_filter_replace (both, 0, NULL);
  g_autoptr (AscFilter) changed = asc_filter_replace (both, 1, a);
  g_autofree char *of_both = asc_filter_dup_expression (both);
  g_autofree char *of_off = asc_filter_dup_expression (off);
  g_autofree char *of_none = asc_filter_dup_expression (NULL);
  g_autofree char *quoted = asc_filter_quote ("a\"b\\c");

  g_assert_cmpstr (of_both, ==, "(TID == 1 || TID == 2) && (PID == 3)");
  g_assert_cmpstr (of_off, ==, "PID == 3");
  g_assert_null (of_none);
  g_assert_cmpuint (asc_filter_get_size (second), ==, 1);
  g_assert_cmpstr (asc_filter_get_text (second, 0), ==, "PID == 3");
  g_assert_cmpstr (asc_filter_get_text (changed, 1), ==, "TID == 1 || TID == 2");
  g_assert_null (asc_filter_replace (a, 0, NULL));
  g_assert_true (asc_filter_is_active (off));
  g_assert_cmpstr (quoted, ==, "\"a\\\"b\\\\c\"");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/filter/errors", test_errors);
  g_test_add_func ("/filter/hostile", test_hostile);
  g_test_add_func ("/filter/times", test_times);
  g_test_add_func ("/filter/values", test_values);
  g_test_add_func ("/filter/views", test_views);
  g_test_add_func ("/filter/partition", test_partition);
  g_test_add_func ("/filter/rows", test_rows);
  g_test_add_func ("/filter/clauses", test_clauses);
  return g_test_run ();
}
