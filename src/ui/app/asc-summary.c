/* asc-summary.c: a session's experiments in words and facts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-summary.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"

/* Of a function's name in a sentence, characters. */
#define MAX_NAME 200u

/* How many threads have a value of @metric. */
static guint
count_threads (AscProfile *profile, guint metric)
{
  guint n_threads = 0;

  for (guint32 row = 1; row < asc_profile_get_n_entities (profile, ASC_ENTITY_THREAD); row++)
    n_threads += asc_profile_get_entity_value (profile, ASC_ENTITY_THREAD, row, metric) != 0;
  return n_threads;
}

/* A program's CPU time and how many threads spent it: a sentence. */
static char *
describe_clock (AscProfile *profile, guint metric, gint64 duration_ns)
{
  const AscMetric *m = asc_profile_get_metric (profile, metric);
  guint n_threads = count_threads (profile, metric);
  g_autofree char *count = asc_ui_format_count (n_threads);
  AscMetric length = { .unit = ASC_UNIT_NS, .total = MAX (m->total, duration_ns) }; /* one unit for both */
  g_autofree char *time = asc_ui_format_value (&length, m->total);
  g_autofree char *duration = asc_ui_format_value (&length, duration_ns);

  if (n_threads == 0)
    /* TRANSLATORS: CPU time, length of the recording */
    return g_strdup_printf (_ ("%s on the CPU in %s."), time, duration);
  /* TRANSLATORS: number of threads, CPU time, length of the recording */
  return g_strdup_printf (ngettext ("%s thread ran %s on the CPU in %s.", "%s threads ran %s on the CPU in %s.", n_threads),
                          count, time, duration);
}

/* A sentence. */
static char *
describe_counter (const AscMetric *metric, gint64 duration_ns)
{
  g_autofree char *count = asc_ui_format_count (metric->n_events);
  g_autofree char *value = asc_ui_format_value (metric, metric->total);
  g_autofree char *duration = asc_ui_format_duration (duration_ns);

  if (duration_ns <= 0)
    /* TRANSLATORS: number of events, a metric's title, its total */
    return g_strdup_printf (ngettext ("%s event of “%s”, %s in all.", "%s events of “%s”, %s in all.", (gulong) metric->n_events),
                            count, asc_ui_metric_get_title (metric), value);
  /* TRANSLATORS: number of events, a metric's title, length of the recording, the metric's total */
  return g_strdup_printf (ngettext ("%s event of “%s” in %s, %s in all.", "%s events of “%s” in %s, %s in all.",
                                    (gulong) metric->n_events),
                          count, asc_ui_metric_get_title (metric), duration, value);
}

char *
asc_summary_dup_sentence (AscSession *session)
{
  AscProfile *profile = asc_session_get_profile (session);
  guint metric = asc_session_get_metric (session);
  const AscMetric *m = asc_profile_get_metric (profile, metric);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *share = NULL;
  g_autofree char *name = NULL;
  gint64 duration_ns = 0;
  guint32 hottest = 0;

  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    duration_ns += asc_experiment_get_duration_ns (asc_session_get_experiment (session, i));
  if (g_str_equal (m->id, "totalcpu") && duration_ns > 0)
    first = describe_clock (profile, metric, duration_ns);
  else
    first = describe_counter (m, duration_ns);

  for (guint32 row = 1; row < asc_profile_get_n_functions (profile); row++)
    if (hottest == 0 || asc_profile_get_exclusive (profile, row, metric) > asc_profile_get_exclusive (profile, hottest, metric))
      hottest = row;
  if (hottest == 0 || asc_profile_get_exclusive (profile, hottest, metric) <= 0)
    return g_steal_pointer (&first);
  share = asc_ui_format_percent (asc_profile_get_exclusive (profile, hottest, metric), m->total);
  name = asc_ui_shorten (asc_profile_get_function (profile, hottest)->name, MAX_NAME);
  /* TRANSLATORS: the function with the largest exclusive value, its share */
  second = g_strdup_printf (_ ("The hottest function is %s with %s."), name, share);
  /* TRANSLATORS: one sentence after another, with the space that your language has between them */
  return g_strdup_printf (C_ ("sentences", "%s %s"), first, second);
}

static void
fact_free (gpointer data)
{
  AscFact *fact = data;

  g_free (fact->title);
  g_free (fact->value);
  g_free (fact);
}

/* Takes @value over; facts without one are left out. */
static void
add (GPtrArray *facts, const char *title, char *value)
{
  AscFact *fact;

  if (value == NULL || *value == '\0')
    {
      g_free (value);
      return;
    }
  fact = g_new0 (AscFact, 1);
  fact->title = g_strdup (title);
  fact->value = value;
  g_ptr_array_add (facts, fact);
}

static void
add_counts (GPtrArray *facts, AscExperiment *experiment)
{
  const AscThread *threads;
  const AscProcess *processes;
  guint n_threads;
  guint n_processes;

  threads = asc_experiment_get_threads (experiment, &n_threads);
  processes = asc_experiment_get_processes (experiment, &n_processes);
  add (facts, C_ ("fact", "Events"), asc_ui_format_count (asc_experiment_get_events (experiment)->n_events));
  if (processes != NULL && n_processes > 0)
    add (facts, C_ ("fact", "Processes"), asc_ui_format_count (n_processes));
  if (threads != NULL && n_threads > 0)
    add (facts, C_ ("fact", "Threads"), asc_ui_format_count (n_threads));
}

static char *
describe_kinds (AscExperiment *experiment)
{
  guint n_kinds;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n_kinds);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_kinds; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", kinds[i].id);
  return g_string_free (text, FALSE);
}

static void
add_experiment (GPtrArray *facts, AscExperiment *experiment)
{
  gint64 duration_ns = asc_experiment_get_duration_ns (experiment);
  const char *format = asc_reader_get_name (asc_experiment_get_format (experiment));

  add (facts, C_ ("fact", "File"), g_filename_display_name (asc_experiment_get_path (experiment)));
  add (facts, C_ ("fact", "Command"), g_strdup (asc_experiment_get_info (experiment, "command")));
  add (facts, C_ ("fact", "Program"), g_strdup (asc_experiment_get_info (experiment, "target")));
  add (facts, C_ ("fact", "Date"), asc_ui_format_date (asc_experiment_get_info (experiment, "start-time")));
  add (facts, C_ ("fact", "Duration"), duration_ns > 0 ? asc_ui_format_duration (duration_ns) : NULL);
  add (facts, C_ ("fact", "Host"), g_strdup (asc_experiment_get_info (experiment, "host")));
  add (facts, C_ ("fact", "Processor"), g_strdup (asc_experiment_get_info (experiment, "cpu")));
  add (facts, C_ ("fact", "System"), g_strdup (asc_experiment_get_info (experiment, "os-release")));
  add (facts, C_ ("fact", "Recorded events"), describe_kinds (experiment));
  add_counts (facts, experiment);
  add (facts, C_ ("fact", "Format"), g_strdup (format != NULL ? format : asc_experiment_get_format (experiment)));
}

GPtrArray *
asc_summary_list_facts (AscSession *session)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func (fact_free);

  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    add_experiment (facts, asc_session_get_experiment (session, i));
  return facts;
}
