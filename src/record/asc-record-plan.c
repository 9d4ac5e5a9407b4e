/* asc-record-plan.c: see asc-record-plan.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Options and terms of events: tools/perf/Documentation/perf-record.txt and perf-list.txt. Why these, measured:
 * docs/how-to/record.md.
 */
#include "config.h"

#include "asc-record-plan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
free_note (gpointer data)
{
  AscRecordNote *note = data;

  g_free (note->text);
  g_free (note->mend);
  g_free (note);
}

static void
add (AscRecordPlan *self, const char *option)
{
  g_ptr_array_add (self->options, g_strdup (option));
}

static void
add_event (AscRecordPlan *self, char *event)
{
  add (self, "-e");
  g_ptr_array_add (self->options, event);
}

static void
add_note (AscRecordPlan *self, const char *text, const AscProblem *problem)
{
  AscRecordNote *note = g_new0 (AscRecordNote, 1);

  /* TRANSLATORS: what is recorded instead, and why: two sentences */
  note->text = g_strdup_printf (_ ("%s %s"), text, problem->text);
  note->mend = g_strdup (problem->mend);
  g_ptr_array_add (self->notes, note);
}

/* The stacks of samples, as a term of an event. Returns: (transfer full) */
static char *
dup_stacks (AscRecordStacks stacks, guint bytes)
{
  switch (stacks)
    {
    case ASC_RECORD_STACKS_FP:
      return g_strdup ("call-graph=fp");
    case ASC_RECORD_STACKS_DWARF:
      return g_strdup_printf ("call-graph=dwarf,stack-size=%u", bytes);
    case ASC_RECORD_STACKS_LBR:
      return g_strdup ("call-graph=lbr");
    default:
      return g_strdup ("call-graph=no");
    }
}

/* Whether @text is all modifiers of an event (perf-list.txt): else what is behind a colon is a tracepoint's name. */
static gboolean
is_modifiers (const char *text)
{
  return *text != '\0' && strspn (text, "ukhpPHGSDIWe") == strlen (text);
}

/* An event in the user's words: what has terms of its own stays as it is. Returns: (transfer full) */
static char *
dup_user_event (const AscRecordSettings *settings, const char *event, const char *stacks, const char *mode)
{
  const char *colon = strrchr (event, ':');

  if (strchr (event, '/') != NULL || strchr (event, '{') != NULL || g_str_has_prefix (event, "mem:"))
    return g_strdup (event);
  if (colon != NULL && is_modifiers (colon + 1))
    return g_strdup_printf ("%.*s/freq=%u,%s/%s", (int) (colon - event), event, settings->frequency, stacks, colon + 1);
  if (colon != NULL) /* a tracepoint: each */
    return g_strdup_printf ("%s/%s/", event, stacks);
  return g_strdup_printf ("%s/freq=%u,%s/%s", event, settings->frequency, stacks, mode);
}

/* The thread states: with tracepoints, or what the kernel leaves to a user without them. */
static void
add_states (AscRecordPlan *self, const AscRecordSettings *settings, AscRecordMachine *machine, const char *stacks)
{
  const AscProblem *lack = asc_record_machine_get_lack (machine, ASC_ABILITY_STATES);
  g_autofree char *wait = settings->stacks == ASC_RECORD_STACKS_NONE    ? g_strdup (stacks)
                          : settings->wait_stack_bytes > 0              ? dup_stacks (ASC_RECORD_STACKS_DWARF, settings->wait_stack_bytes)
                                                                        : g_strdup (stacks);

  add (self, "--switch-events");
  /* Of the whole system these would be too many. */
  self->looks_up_delays = !settings->all && lack != NULL;
  self->looks_up_reasons = self->looks_up_delays && (asc_record_machine_get_lack (machine, ASC_ABILITY_KERNEL) != NULL || asc_record_machine_get_no_kernel_names (machine) != NULL);
  if (lack == NULL)
    {
      add_event (self, g_strdup_printf ("sched:sched_switch/%s/", wait));
      if (asc_record_machine_get_lack (machine, ASC_ABILITY_WAKEUPS) == NULL)
        add_event (self, g_strdup_printf ("sched:sched_waking/%s/", settings->stacks == ASC_RECORD_STACKS_NONE ? stacks : "call-graph=fp"));
    }
  else if (asc_record_machine_get_lack (machine, ASC_ABILITY_KERNEL) == NULL)
    {
      add_event (self, g_strdup_printf ("context-switches/period=1,%s/", wait));
      add_note (self, _ ("Switches of threads are recorded without their reasons."), lack);
    }
  else if (self->looks_up_reasons)
    add_note (self, _ ("How long threads wait is recorded, but not where; why is looked up some hundred times a second."), lack);
  else
    add_note (self, _ ("Waiting for a processor and the time off it are recorded, but not why and where a thread waits."), lack);
}

/* Whether @event, as perf takes it ("{cycles:u,instructions}"), has the counter @name in it, with whatever modifiers. */
static gboolean
has_counter (const char *event, const char *name)
{
  g_auto (GStrv) parts = g_strsplit_set (event, ",{}", -1);
  const gsize length = strlen (name);

  for (guint i = 0; parts[i] != NULL; i++)
    if (strncmp (parts[i], name, length) == 0 && strchr (":/", parts[i][length]) != NULL) /* or its end */
      return TRUE;
  return FALSE;
}

static gboolean
check_all (const AscRecordSettings *settings, AscRecordMachine *machine, GError **error)
{
  const AscProblem *problem = asc_record_machine_get_problem (machine);
  g_autoptr (AscProblem) missing = NULL;

  if (problem == NULL && settings->all)
    problem = asc_record_machine_get_lack (machine, ASC_ABILITY_SYSTEM);
  if (problem == NULL && settings->stacks == ASC_RECORD_STACKS_LBR)
    problem = asc_record_machine_get_lack (machine, ASC_ABILITY_LBR);
  if (problem == NULL && settings->memory)
    problem = asc_record_machine_get_lack (machine, ASC_ABILITY_MEMORY);
  for (guint i = 0; problem == NULL && settings->events != NULL && settings->events[i] != NULL; i++)
    {
      guint n;
      const AscCounter *counters = asc_record_machine_get_counters (machine, &n);

      /* perf itself puts the clock in the place of cycles that are not there, and says nothing. */
      for (guint j = 0; j < n; j++)
        if (has_counter (settings->events[i], counters[j].event) && counters[j].problem != NULL)
          problem = missing = asc_problem_new_event (counters[j].problem->code, settings->events[i], counters[j].problem->text, counters[j].problem->mend);
    }
  if (problem != NULL)
    asc_problem_set_error (problem, error);
  return problem == NULL;
}

/* A number of bytes as perf's -m takes it. Returns: (transfer full) */
static char *
dup_buffer (guint64 bytes)
{
  return bytes >= 1 << 20 ? g_strdup_printf ("%uM", (guint) (bytes >> 20)) : g_strdup_printf ("%uK", (guint) (bytes >> 10));
}

AscRecordPlan *
asc_record_plan_new (const AscRecordSettings *settings, AscRecordMachine *machine, GError **error)
{
  g_autoptr (AscRecordPlan) self = NULL;
  g_autofree char *stacks = dup_stacks (settings->stacks, settings->stack_bytes);
  g_autofree char *buffer = NULL;
  const AscProblem *no_kernel = asc_record_machine_get_lack (machine, ASC_ABILITY_KERNEL);
  const char *mode = no_kernel != NULL ? "u" : "";

  if (!check_all (settings, machine, error))
    return NULL;
  self = g_new0 (AscRecordPlan, 1);
  self->options = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (free_note);
  buffer = dup_buffer (asc_record_machine_get_buffer_bytes (machine));
  add (self, asc_record_machine_get_perf (machine));
  add (self, "record");
  add (self, "-N"); /* no copies of all load objects in ~/.debug */
  /* perf's own event for them, which belongs to the program without being inherited, keeps the kernel from giving one thread's events to the next at a switch. */
  add (self, "--no-bpf-event");
  add (self, "-m");
  add (self, buffer);
  add (self, "-k");
  add (self, "CLOCK_MONOTONIC"); /* the clock of the statistics */
  if (!settings->all)
    add (self, "--sample-cpu");
  if (settings->page_faults || settings->memory)
    add (self, "-d");
  if (no_kernel != NULL)
    add_note (self, _ ("Only what programs do outside the kernel is sampled."), no_kernel);
  else if (asc_record_machine_get_no_kernel_names (machine) != NULL)
    add_note (self, _ ("Functions of the kernel will have no names."), asc_record_machine_get_no_kernel_names (machine));
  if (settings->clock)
    add_event (self, g_strdup_printf ("cpu-clock/freq=%u,%s/%s", settings->frequency, stacks, mode));
  if (settings->states)
    add_states (self, settings, machine, stacks);
  if (settings->page_faults)
    add_event (self, g_strdup_printf ("page-faults/period=1,%s/%s", stacks, mode));
  for (guint i = 0; settings->events != NULL && settings->events[i] != NULL; i++)
    add_event (self, dup_user_event (settings, settings->events[i], stacks, mode));
  for (const char *const *option = settings->memory ? asc_record_machine_get_memory_options (machine) : NULL; option != NULL && *option != NULL; option++)
    add (self, *option);
  return g_steal_pointer (&self);
}

void
asc_record_plan_free (AscRecordPlan *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->options);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

/* @argument as a shell reads it back: bare when nothing in it means anything. */
static void
append_quoted (GString *line, const char *argument)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./:,@%";
  g_autofree char *quoted = NULL;

  if (line->len > 0)
    g_string_append_c (line, ' ');
  if (*argument != '\0' && strspn (argument, plain) == strlen (argument))
    g_string_append (line, argument);
  else
    {
      quoted = g_shell_quote (argument);
      g_string_append (line, quoted);
    }
}

char *
asc_record_quote (const char *const *argv)
{
  GString *line = g_string_new (NULL);

  for (; *argv != NULL; argv++)
    append_quoted (line, *argv);
  return g_string_free (line, FALSE);
}

char *
asc_record_plan_dup_command_line (const AscRecordPlan *self, const AscRecordSettings *settings, const char *file)
{
  static const char *const below_shell[] = { "--", "sh", "-c", "\"$@\"; exit $?", "sh", NULL };
  GString *line = g_string_new (NULL);

  append_quoted (line, "perf");
  for (guint i = 1; i < self->options->len; i++)
    append_quoted (line, g_ptr_array_index (self->options, i));
  append_quoted (line, "-o");
  append_quoted (line, file);
  if (settings->all)
    append_quoted (line, "-a");
  else if (settings->command == NULL)
    for (guint i = 0; i < settings->n_pids; i++)
      g_string_append_printf (line, i == 0 ? " -p %d" : ",%d", settings->pids[i]);
  for (guint i = 0; settings->command != NULL && below_shell[i] != NULL; i++)
    append_quoted (line, below_shell[i]);
  for (guint i = 0; settings->command != NULL && settings->command[i] != NULL; i++)
    append_quoted (line, settings->command[i]);
  return g_string_free (line, FALSE);
}

/* Nothing but the events: no stacks, and no list of all that runs at the start. */
const char *const *
asc_record_plan_get_wakeups_options (const AscRecordSettings *settings, AscRecordMachine *machine)
{
  static const char *const options[] = { "record", "-N", "-q", "--no-bpf-event", "-m", "2M", "-k", "CLOCK_MONOTONIC", "--synth=no", "-a", "-e", "sched:sched_waking", NULL };
  static const AscAbility needed[] = { ASC_ABILITY_STATES, ASC_ABILITY_WAKEUPS, ASC_ABILITY_SYSTEM };

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if (asc_record_machine_get_lack (machine, needed[i]) != NULL)
      return NULL;
  return settings->states && !settings->all ? options : NULL;
}

char *
asc_record_plan_dup_wakeups_line (const AscRecordSettings *settings, AscRecordMachine *machine, const char *file)
{
  const char *const *options = asc_record_plan_get_wakeups_options (settings, machine);
  GString *line;

  if (options == NULL)
    return NULL;
  line = g_string_new (NULL);
  append_quoted (line, "perf");
  for (; *options != NULL; options++)
    append_quoted (line, *options);
  append_quoted (line, "-o");
  append_quoted (line, file);
  return g_string_free (line, FALSE);
}
