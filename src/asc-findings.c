/* asc-findings.c: see asc-findings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"
#include "asc-findings-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Below this a difference of a tenth is chance. */
#define FEW_SAMPLES 300
#define MAX_FREQUENCY 9999
#define USUAL_FREQUENCY 499

/* What the count of a diagnostic is a part of. */
typedef enum
{
  OF_NOTHING,
  OF_READ,   /* events that were read */
  OF_LOST,   /* events that were read and those that were lost */
  OF_STACKS, /* events with a stack of user mode */
  OF_TIME,   /* thousandths of the recording */
} Whole;

/* What is known of a kind of diagnostic: all others are what their reader says of them. */
typedef struct
{
  const char *kind;
  Whole whole;
  double warn_share;   /* below it a warning is a note */
  const char *title;   /* N_(), with a %s for the share; NULL: the diagnostic's text and count */
  const char *why;     /* N_() or NULL */
  const char *mend;    /* N_() or NULL */
  const char *option;  /* of perf record; "-F": a lower frequency */
  const char *command; /* as it is */
} Known;

#define LOST_WHY N_ ("The buffer was too small, or events came too fast. What was lost is missing in every number.")
#define LOST_MEND N_ ("Record with a larger buffer, or a longer interval.")

static const Known known[] = {
  { "lost-records", OF_LOST, 0.001, N_ ("%s of the events were lost"), LOST_WHY, LOST_MEND, "-m 8M", NULL },
  { "lost-samples", OF_LOST, 0.001, N_ ("%s of the samples were lost"), LOST_WHY, LOST_MEND, "-m 8M", NULL },
  { "throttled", OF_NOTHING, 0, NULL, N_ ("The kernel held back samples for a while: functions that ran then count too little."), N_ ("Lower the frequency."), "-F", NULL },
  { "stacks-truncated", OF_READ, 0.01, N_ ("%s of the stacks are cut off"), N_ ("They count below <Truncated-stack>: their outermost callers are not known."), N_ ("Record larger copies of the stacks."), "--call-graph dwarf,65528", NULL },
  { "stacks-lost", OF_READ, 0.01, N_ ("%s of the stacks end early"), N_ ("They run through code that does not say how its callers are found."), N_ ("Build the program with tables for unwinding."), NULL, "-fasynchronous-unwind-tables" },
  { "frame-pointers", OF_STACKS, 0.2, N_ ("%s of the stacks end early"), N_ ("Code without frame pointers hides its callers."), N_ ("Build it with -fno-omit-frame-pointer, or record copies of the stacks."), "--call-graph dwarf", NULL },
  { "callchain-missing", OF_READ, 0.01, NULL, NULL, NULL, NULL, NULL },
  { "callchain-broken", OF_READ, 0.01, NULL, NULL, NULL, NULL, NULL },
  { "unwinding-files-missing", OF_NOTHING, 0, NULL, NULL, N_ ("Copy the programs and libraries on the machine that recorded, and open them together with the recording."), NULL, "perf archive perf.data" },
  { "states-unexplained", OF_NOTHING, 0, NULL, NULL, N_ ("Allow stacks of the kernel, and record again."), NULL, "sudo sysctl kernel.perf_event_paranoid=1" },
  { "states-unnamed", OF_NOTHING, 0, NULL, NULL, N_ ("Let the kernel show its addresses, and record again."), NULL, "sudo sysctl kernel.kptr_restrict=0" },
  { "states-no-clock", OF_NOTHING, 0, NULL, NULL, N_ ("Record clock samples, too."), "-e cpu-clock", NULL },
  { "states-estimated", OF_NOTHING, 0, NULL, NULL, N_ ("Record every switch."), "--switch-events", NULL },
  { "switches-sampled", OF_NOTHING, 0, NULL, N_ ("The states of threads cannot be told from some of their switches."), N_ ("Record every switch."), "-c 1", NULL },
  { "states-frame-pointers", OF_NOTHING, 0, NULL, NULL, N_ ("Record copies of the stacks."), "--call-graph dwarf", NULL },
  { "overload", OF_TIME, 0.1, N_ ("More threads could run than there are processors, %s of the time"), N_ ("Who waits for a CPU depends on what else ran."), N_ ("Run fewer threads, or record while nothing else runs."), NULL, NULL },
  { "clock-step", OF_NOTHING, 0, NULL, N_ ("The clock of the recording was set back: times and their order are wrong there."), N_ ("Record with a clock that only goes forward."), "-k CLOCK_MONOTONIC", NULL },
  { "clock-adjusted", OF_NOTHING, 0, NULL, NULL, N_ ("Record with a clock that only goes forward."), "-k CLOCK_MONOTONIC", NULL },
  { "recorder-killed", OF_NOTHING, 0, NULL, NULL, N_ ("End a recording with Ctrl+C."), NULL, NULL },
  { "interrupted", OF_NOTHING, 0, NULL, NULL, N_ ("End a recording with Ctrl+C."), NULL, NULL },
};

static void
finding_free (gpointer data)
{
  AscFinding *finding = data;

  g_free (finding->title);
  g_free (finding->why);
  g_free (finding->mend);
  g_free (finding->command);
  g_free (finding->share);
  g_free (finding->where);
  g_free (finding->places);
  g_free (finding);
}

AscFinding *
asc_findings_add (GPtrArray *findings, AscSeverity severity, const char *kind, char *title)
{
  AscFinding *finding = g_new0 (AscFinding, 1);

  finding->severity = severity;
  finding->kind = g_intern_string (kind);
  finding->title = title;
  finding->object_row = ASC_NONE;
  g_ptr_array_add (findings, finding);
  return finding;
}

char *
asc_findings_dup_percent (AscFindingsFormat format, gint64 part, gint64 whole)
{
  g_autofree char *number = asc_format_percent (part, MAX (whole, 1), format.percent_digits, format.localized);

  /* TRANSLATORS: a percentage, "12.34%". Use the space or sign that your language wants. */
  return g_strdup_printf (_ ("%s%%"), number);
}

char *
asc_findings_dup_count (AscFindingsFormat format, gint64 n)
{
  return asc_format_exact (n, ASC_UNIT_COUNT, format.localized);
}

static const Known *
find_known (const char *kind)
{
  static const Known nothing;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].kind, kind))
      return &known[i];
  return &nothing;
}

/* Where in the file it was found first. */
static char *
describe_places (const AscDiagnostic *diagnostic, AscFindingsFormat format)
{
  g_autofree char *first = asc_findings_dup_count (format, (gint64) diagnostic->places[0]);
  g_autofree char *second = asc_findings_dup_count (format, (gint64) diagnostic->places[1]);
  g_autofree char *third = asc_findings_dup_count (format, (gint64) diagnostic->places[2]);

  switch (diagnostic->n_places)
    {
    case 0:
      return NULL;
    case 1:
      /* TRANSLATORS: a byte's position in a file */
      return g_strdup_printf (_ ("At byte %s"), first);
    case 2:
      /* TRANSLATORS: positions of bytes in a file */
      return g_strdup_printf (_ ("At bytes %s and %s"), first, second);
    default:
      /* TRANSLATORS: positions of bytes in a file */
      return g_strdup_printf (_ ("At bytes %s, %s and %s"), first, second, third);
    }
}

/* The lower frequency for a recording that was throttled: half of what it had. */
static char *
dup_lower_frequency (AscExperiment *experiment)
{
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n);
  gint64 frequency = 0;

  for (guint i = 0; i < n; i++)
    frequency = MAX (frequency, kinds[i].frequency);
  return g_strdup_printf ("-F %" G_GINT64_FORMAT, frequency > 1 ? frequency / 2 : (gint64) USUAL_FREQUENCY);
}

static char *
dup_command (const Known *what, AscExperiment *experiment)
{
  g_autofree char *option = NULL;

  if (what->option == NULL)
    return g_strdup (what->command);
  option = g_str_equal (what->option, "-F") ? dup_lower_frequency (experiment) : g_strdup (what->option);
  return asc_dup_record_again (experiment, option);
}

static gint64
get_whole (const Known *what, const AscDiagnostic *diagnostic, gint64 n_read)
{
  switch (what->whole)
    {
    case OF_READ:
      return n_read;
    case OF_LOST:
      return n_read + diagnostic->count;
    case OF_STACKS:
      return diagnostic->of;
    case OF_TIME:
      return 1000;
    case OF_NOTHING:
    default:
      return diagnostic->skipped ? n_read : 0;
    }
}

static AscSeverity
judge (const Known *what, const AscDiagnostic *diagnostic, gint64 whole)
{
  if (diagnostic->severity == ASC_SEVERITY_WARNING && what->warn_share > 0 && (double) diagnostic->count < what->warn_share * (double) whole)
    return ASC_SEVERITY_NOTE;
  return diagnostic->severity;
}

/* @experiment: the one that it is about, or the first. */
static void
add_diagnostic (GPtrArray *findings, const AscDiagnostic *diagnostic, AscExperiment *experiment, AscFindingsFormat format)
{
  const Known *what = find_known (diagnostic->kind);
  gint64 whole = get_whole (what, diagnostic, asc_diagnostics_get_n_read (asc_experiment_get_diagnostics (experiment)));
  g_autofree char *count = asc_findings_dup_count (format, diagnostic->count);
  g_autofree char *percent = asc_findings_dup_percent (format, diagnostic->count, whole);
  g_autofree char *of = asc_findings_dup_count (format, whole);
  AscFinding *finding = asc_findings_add (findings, judge (what, diagnostic, whole), diagnostic->kind, NULL);

  if (what->title != NULL && whole > 0)
    finding->title = g_strdup_printf (_ (what->title), percent);
  else if (diagnostic->count > 1)
    /* TRANSLATORS: a finding and its number: "Samples that the kernel lost: 12" */
    finding->title = g_strdup_printf (_ ("%s: %s"), _ (diagnostic->text), count);
  else
    finding->title = g_strdup (_ (diagnostic->text));
  if (whole > 0 && what->whole != OF_TIME)
    /* TRANSLATORS: a percentage, a count and what it is a part of: "0.10% (12 of 12,412)" */
    finding->share = g_strdup_printf (_ ("%s (%s of %s)"), percent, count, of);
  finding->why = what->why != NULL ? g_strdup (_ (what->why)) : what->title != NULL ? g_strdup (_ (diagnostic->text)) : NULL;
  finding->mend = what->mend != NULL ? g_strdup (_ (what->mend)) : NULL;
  finding->command = dup_command (what, experiment);
  finding->where = g_strdup (diagnostic->where);
  finding->places = describe_places (diagnostic, format);
}

static void
add_diagnostics (GPtrArray *findings, const AscDiagnostics *diagnostics, AscExperiment *experiment, AscFindingsFormat format)
{
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    add_diagnostic (findings, asc_diagnostics_get (diagnostics, i), experiment, format);
}

static void
add_few_samples (GPtrArray *findings, AscProfile *profile, guint number, AscFindingsFormat format)
{
  const AscMetric *metric = asc_profile_get_metric (profile, number);
  AscExperiment *experiment = asc_profile_get_experiment (profile, 0);
  g_autofree char *count = asc_findings_dup_count (format, metric->n_events);
  g_autofree char *option = g_strdup_printf ("-F %d", MAX_FREQUENCY);
  g_autofree char *chance = NULL;
  AscFinding *finding;

  if (metric->n_events >= FEW_SAMPLES || !metric->sampled)
    return;
  finding = asc_findings_add (findings, ASC_SEVERITY_WARNING, "few-samples",
                              metric->n_events == 0 ? g_strdup (_ ("No samples")) : g_strdup_printf (ngettext ("Only %s sample", "Only %s samples", (gulong) metric->n_events), count));
  /* The error of 95 % confidence of all of them together. */
  chance = asc_findings_dup_percent (format, (gint64) lround (MIN (1, 1.96 / sqrt ((double) MAX (metric->n_events, 1))) * 1000), 1000);
  /* TRANSLATORS: %s is a percentage */
  finding->why = metric->n_events == 0 ? NULL : g_strdup_printf (_ ("Differences below %s are chance."), chance);
  finding->mend = g_strdup (_ ("Record longer, or more often."));
  finding->command = asc_dup_record_again (experiment, option);
}

static int
compare_severity (gconstpointer a, gconstpointer b)
{
  const AscFinding *finding_a = *(AscFinding *const *) a;
  const AscFinding *finding_b = *(AscFinding *const *) b;

  return (int) finding_b->severity - (int) finding_a->severity;
}

GPtrArray *
asc_findings_list (AscProfile *profile, GPtrArray *symbols, guint metric, AscFindingsFormat format)
{
  GPtrArray *findings = g_ptr_array_new_with_free_func (finding_free);

  g_return_val_if_fail (ASC_IS_PROFILE (profile), findings);

  for (guint i = 0; i < symbols->len; i++)
    {
      AscExperiment *experiment = asc_profile_get_experiment (profile, i);

      add_diagnostics (findings, asc_experiment_get_diagnostics (experiment), experiment, format);
    }
  for (guint i = 0; i < findings->len; i++)
    {
      AscFinding *finding = g_ptr_array_index (findings, i);

      if (finding->where == NULL && g_str_equal (finding->kind, "stacks-truncated"))
        finding->where = g_strdup (asc_profile_get_cut_thread (profile));
    }
  if (symbols->len > 0)
    add_diagnostics (findings, asc_profile_get_diagnostics (profile), asc_profile_get_experiment (profile, 0), format);
  if (symbols->len > 0 && metric < asc_profile_get_n_metrics (profile))
    {
      asc_findings_add_objects (findings, profile, symbols, metric, format);
      add_few_samples (findings, profile, metric, format);
    }
  g_ptr_array_sort (findings, compare_severity);
  return findings;
}

GPtrArray *
asc_findings_list_damage (AscExperiment *experiment, AscFindingsFormat format)
{
  GPtrArray *damage = g_ptr_array_new_with_free_func (finding_free);
  const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (experiment);

  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    if (asc_diagnostics_get (diagnostics, i)->severity == ASC_SEVERITY_ERROR)
      add_diagnostic (damage, asc_diagnostics_get (diagnostics, i), experiment, format);
  return damage;
}
