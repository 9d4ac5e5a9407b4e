/* asc-perf-explain.c: what perf says when it fails, for a person
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * perf's own words: tools/perf/{builtin-record.c,util/evsel.c,util/parse-events.c} of the kernel; they are English in every language.
 */
#include "config.h"

#include "asc-recording-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct
{
  const char *words;
  AscRecordError code;
  const char *title;
  const char *text;
  const char *mend;
} known[] = {
  { "No space left on device", ASC_RECORD_ERROR_FAILED, N_ ("The disk is full"), N_ ("Recording stopped there; what came before is kept."), NULL },
  { "File too large", ASC_RECORD_ERROR_FAILED, N_ ("The recording reached the limit for files"), N_ ("Recording stopped there; what came before is kept."), "ulimit -f unlimited" },
  { "Too many open files", ASC_RECORD_ERROR_FAILED, N_ ("Too many open files"), N_ ("perf opens one for each event, processor and thread."), "ulimit -n $(ulimit -Hn)" },
  { "mlock_kb", ASC_RECORD_ERROR_NOT_PERMITTED, N_ ("The kernel does not give enough memory for the buffers"), N_ ("Other recordings of this user may run."),
    "sudo sysctl kernel.perf_event_mlock_kb=8196" },
  { "can't access trace events", ASC_RECORD_ERROR_NOT_PERMITTED, N_ ("Scheduler events are not readable"), N_ ("The folder of the kernel's tracing files belongs to root alone."),
    "sudo mount -o remount,mode=755 /sys/kernel/tracing && sudo sysctl kernel.perf_event_paranoid=-1" },
  { "perf_event_paranoid", ASC_RECORD_ERROR_NOT_PERMITTED, N_ ("The kernel does not allow this recording"), N_ ("It needs a lower kernel.perf_event_paranoid."),
    "sudo sysctl kernel.perf_event_paranoid=-1" },
  { "No permission", ASC_RECORD_ERROR_NOT_PERMITTED, N_ ("The kernel does not allow this recording"), N_ ("It needs a lower kernel.perf_event_paranoid."),
    "sudo sysctl kernel.perf_event_paranoid=-1" },
  { "branch stack", ASC_RECORD_ERROR_NOT_SUPPORTED, N_ ("This machine cannot record it"), N_ ("The processor, the virtual machine or the kernel does not have it."), NULL },
  { "is not supported", ASC_RECORD_ERROR_NOT_SUPPORTED, N_ ("This machine cannot record it"), N_ ("The processor, the virtual machine or the kernel does not have it."), NULL },
};

/* The line that says most: the first that is an error of an event or follows "Error:", else the last one. Returns: (transfer full) */
static char *
dup_telling_line (const char *says)
{
  g_auto (GStrv) lines = g_strsplit (says, "\n", -1);
  const char *last = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);

      if (g_str_has_prefix (line, "event syntax error:") || (i > 0 && g_str_equal (lines[i - 1], "Error:") && *line != '\0'))
        return g_strdup (line);
      if (*line != '\0' && *line != '[' && !g_str_has_prefix (line, "Usage:") && !g_str_has_prefix (line, "Run '"))
        last = line;
    }
  return g_strdup (last);
}

/* What stands in @says between @before and the next @after. Returns: (transfer full): NULL when it does not */
static char *
dup_between (const char *says, const char *before, const char *after)
{
  const char *start = strstr (says, before);
  const char *end = start != NULL ? strstr (start + strlen (before), after) : NULL;

  return end != NULL ? g_strndup (start + strlen (before), (gsize) (end - start) - strlen (before)) : NULL;
}

/* The event that @says speaks of, as the user gave it: without the terms of asc-record-plan.c. Returns: (transfer full): NULL when it speaks of none */
static char *
dup_event (const char *says)
{
  static const char *const terms[] = { "/freq=", "/call-graph=" };
  char *event = dup_between (says, "event syntax error: '", "'");

  if (event == NULL)
    event = dup_between (says, "The ", " event is not supported");
  if (event == NULL)
    event = dup_between (says, " for event (", ")");
  for (guint i = 0; event != NULL && i < G_N_ELEMENTS (terms); i++)
    if (strstr (event, terms[i]) != NULL)
      *strstr (event, terms[i]) = '\0';
  return event;
}

static AscProblem *
explain_syntax (const char *says, const char *event)
{
  g_autofree char *reason = dup_between (says, "\\___ ", "\n");
  g_autofree char *text = NULL;

  if (reason == NULL || strstr (reason, "unknown tracepoint") != NULL || strstr (reason, "Cannot find PMU") != NULL)
    return asc_problem_new_event (ASC_RECORD_ERROR_NOT_SUPPORTED, event, _ ("There is no such event on this machine; perf list shows those that there are."), NULL);
  /* TRANSLATORS: perf's own words, in English */
  text = g_strdup_printf (_ ("perf says: %s."), reason);
  return asc_problem_new_event (ASC_RECORD_ERROR_FAILED, event, text, NULL);
}

AscProblem *
asc_perf_explain (const char *says)
{
  g_autofree char *line = dup_telling_line (says);
  g_autofree char *event = dup_event (says);

  if (event != NULL && strstr (says, "event syntax error:") != NULL)
    return explain_syntax (says, event);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strstr (says, known[i].words) != NULL)
      {
        /* Which of several it is only perf knows. */
        if (known[i].code == ASC_RECORD_ERROR_NOT_SUPPORTED && event != NULL)
          return asc_problem_new_event (known[i].code, event, _ (known[i].text), known[i].mend);
        return asc_problem_new (known[i].code, _ (known[i].title), _ (known[i].text), known[i].mend);
      }
  return asc_problem_new (ASC_RECORD_ERROR_FAILED, _ ("perf does not record"), line != NULL ? line : _ ("It did not say why."), NULL);
}
