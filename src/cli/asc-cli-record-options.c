/* asc-cli-record-options.c: see asc-cli-record-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-record-options.h"

#include "asc-cli-options.h"

#include <glib/gi18n.h>
#include <string.h>

/* The texts before they are checked. */
typedef struct
{
  char **pids;
  char *duration;
  char *stacks;
  char *wait_stack;
  char *frequency;
  char *engine;
  gboolean no_clock;
  char **command;
} Raw;

#define N_OPTIONS 22

static void
list_options (AscCliRecordOptions *o, AscRecordSettings *s, Raw *raw, GOptionEntry *entries)
{
  const GOptionEntry all[N_OPTIONS] = {
    { "pid", 'p', 0, G_OPTION_ARG_STRING_ARRAY, &raw->pids,
      N_ ("Record this process, which runs already; may be repeated"), N_ ("PID") },
    { "all", 'a', 0, G_OPTION_ARG_NONE, &s->all, N_ ("Record all processes of the system"), NULL },
    { "duration", 'd', 0, G_OPTION_ARG_STRING, &raw->duration, N_ ("Stop after so many seconds"), N_ ("SECONDS") },
    { "descendants", 0, 0, G_OPTION_ARG_NONE, &s->descendants,
      N_ ("Go on until all processes that the command started have ended"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &s->output,
      N_ ("Make the experiment there (default: a new name after the command)"), N_ ("DIR") },
    { "states", 0, 0, G_OPTION_ARG_NONE, &s->states, N_ ("Also each wait of each thread: why, where and how long"),
      NULL },
    { "page-faults", 0, 0, G_OPTION_ARG_NONE, &s->page_faults, N_ ("Also each page fault with its address"), NULL },
    { "memory", 0, 0, G_OPTION_ARG_NONE, &s->memory, N_ ("Also samples of memory accesses, where the processor can"),
      NULL },
    { "event", 'e', 0, G_OPTION_ARG_STRING_ARRAY, &s->events,
      N_ ("Also this event, in perf's words: “cycles”; may be repeated"), N_ ("EVENT") },
    { "no-clock", 0, 0, G_OPTION_ARG_NONE, &raw->no_clock, N_ ("No samples by time"), NULL },
    { "frequency", 'F', 0, G_OPTION_ARG_STRING, &raw->frequency, N_ ("Samples a second (default: 997)"), N_ ("N") },
    { "stacks", 0, 0, G_OPTION_ARG_STRING, &raw->stacks,
      N_ ("How call stacks are found: fp, dwarf[,SIZE], lbr or none"), N_ ("HOW") },
    { "wait-stack", 0, 0, G_OPTION_ARG_STRING, &raw->wait_stack,
      N_ ("Bytes of the stack copied at each wait (default: 4096); 0: as --stacks says"), N_ ("SIZE") },
    { "engine", 0, 0, G_OPTION_ARG_STRING, &raw->engine,
      N_ ("What records: perf (default), uftrace, gprofng or callgrind"), N_ ("TOOL") },
    { "directory", 'C', 0, G_OPTION_ARG_FILENAME, &s->directory, N_ ("Run the command there"), N_ ("DIR") },
    { "env", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &s->environment,
      N_ ("Set (NAME=VALUE) or remove (NAME) a variable for the command; may be repeated"), N_ ("NAME[=VALUE]") },
    { "print-command", 0, 0, G_OPTION_ARG_NONE, &o->dry_run,
      N_ ("Only print the perf command that makes this recording"), NULL },
    { "progress", 0, 0, G_OPTION_ARG_NONE, &o->progress, N_ ("Tell on standard error what is going on"), NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &o->quiet, N_ ("Say nothing but errors"), NULL },
    { "dry-run", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &o->dry_run, NULL, NULL },
    { "help", 'h', 0, G_OPTION_ARG_NONE, &o->help, N_ ("Show this help"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &raw->command, NULL, NULL },
  };

  memcpy (entries, all, sizeof all);
}

static gboolean
usage_error (GError **error, const char *format, const char *text)
{
  g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, format, text);
  return FALSE;
}

static gboolean
parse_pids (AscRecordSettings *settings, char **pids, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint i = 0; pids != NULL && pids[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (pids[i], ",", -1);

      for (guint j = 0; parts[j] != NULL; j++)
        {
          guint64 number;
          gint32 pid;

          if (!g_ascii_string_to_unsigned (parts[j], 10, 1, G_MAXINT32, &number, NULL))
            return usage_error (error, "--pid: “%s” is no process's number", parts[j]);
          pid = (gint32)number;
          g_array_append_val (numbers, pid);
        }
    }
  settings->n_pids = numbers->len;
  settings->pids = (gint32 *)g_array_free (g_steal_pointer (&numbers), FALSE);
  return TRUE;
}

static gboolean
parse_numbers (AscRecordSettings *settings, const Raw *raw, GError **error)
{
  guint64 number;

  if (raw->frequency != NULL)
    {
      if (!g_ascii_string_to_unsigned (raw->frequency, 10, 1, ASC_RECORD_FREQUENCY_MOST, &number, NULL))
        return usage_error (error, "--frequency: “%s” is no number from 1 to " G_STRINGIFY (ASC_RECORD_FREQUENCY_MOST),
                            raw->frequency);
      settings->frequency = (guint)number;
    }
  if (raw->wait_stack != NULL)
    {
      if (!g_ascii_string_to_unsigned (raw->wait_stack, 10, 0, ASC_RECORD_STACK_BYTES_MAX, &number, NULL))
        return usage_error (error,
                            "--wait-stack: “%s” is no number from 0 to " G_STRINGIFY (ASC_RECORD_STACK_BYTES_MAX),
                            raw->wait_stack);
      settings->wait_stack_bytes = (guint)number & ~7u;
    }
  if (raw->duration != NULL)
    {
      char *end;
      double seconds = g_ascii_strtod (raw->duration, &end);

      if (end == raw->duration || *end != '\0' || !(seconds > 0) || seconds > 1e9)
        return usage_error (error, "--duration: “%s” is no number of seconds", raw->duration);
      settings->duration_ns = (gint64)(seconds * 1e9);
    }
  if (raw->stacks != NULL && !asc_record_settings_set_stacks (settings, raw->stacks))
    return usage_error (error, "--stacks: “%s” is none of fp, dwarf, dwarf,SIZE, lbr, none", raw->stacks);
  return TRUE;
}

/* Another engine runs a command and knows none of perf's options. */
static gboolean
check_engine (AscRecordSettings *settings, const Raw *raw, GError **error)
{
  if (raw->engine == NULL)
    return TRUE;
  if (!asc_record_engine_parse (raw->engine, &settings->engine))
    return usage_error (error, "--engine: “%s” is none of perf, uftrace, gprofng, callgrind", raw->engine);
  if (settings->engine == ASC_RECORD_ENGINE_PERF)
    return TRUE;
  if (settings->n_pids > 0 || settings->all || settings->descendants)
    return usage_error (error, "--engine=%s records a command that it starts, and nothing else", raw->engine);
  if (settings->states || settings->page_faults || settings->memory || settings->events != NULL || raw->no_clock || raw->frequency != NULL || raw->stacks != NULL
      || raw->wait_stack != NULL)
    return usage_error (error, "--engine=%s: what is recorded, how often and with which stacks can be chosen for perf alone", raw->engine);
  return TRUE;
}

static gboolean
check (AscCliRecordOptions *self, GError **error)
{
  AscRecordSettings *settings = self->settings;

  if (settings->command != NULL && settings->n_pids > 0)
    return usage_error (error, "%s", "--pid: either processes or a command");
  if (settings->all && settings->n_pids > 0)
    return usage_error (error, "%s", "--pid: --all has all processes");
  if (settings->command == NULL && settings->n_pids == 0 && !settings->all && !self->help)
    return usage_error (error, "%s", "record: no command given; try --help");
  if (!settings->clock && !settings->states && !settings->page_faults && !settings->memory && settings->events == NULL)
    return usage_error (error, "%s", "--no-clock: nothing is left to record");
  for (guint i = 0; settings->environment != NULL && settings->environment[i] != NULL; i++)
    if (*settings->environment[i] == '=' || *settings->environment[i] == '\0')
      return usage_error (error, "--env: “%s” has no name", settings->environment[i]);
  return TRUE;
}

static gboolean
parse (AscCliRecordOptions *self, Raw *raw, char **argv, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) wrong = NULL;
  GOptionEntry entries[N_OPTIONS + 1] = { { NULL } };
  g_auto (GStrv) rest = g_strdupv (argv);

  list_options (self, self->settings, raw, entries);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_strict_posix (context, TRUE); /* the command's own options are its own */
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse_strv (context, &rest, &wrong))
    return usage_error (error, "%s", wrong->message);
  self->settings->clock = !raw->no_clock;
  if (g_strcmp0 (raw->command != NULL ? raw->command[0] : NULL, "--") == 0)
    self->settings->command = raw->command[1] != NULL ? g_strdupv (raw->command + 1) : NULL;
  else
    self->settings->command = g_strdupv (raw->command);
  return parse_pids (self->settings, raw->pids, error) && parse_numbers (self->settings, raw, error)
         && check_engine (self->settings, raw, error) && check (self, error);
}

gboolean
asc_cli_record_options_parse (AscCliRecordOptions *self, char **argv, GError **error)
{
  Raw raw = { NULL };
  gboolean good;

  *self = (AscCliRecordOptions){ .settings = asc_record_settings_new () };
  good = parse (self, &raw, argv, error);
  g_strfreev (raw.pids);
  g_strfreev (raw.command);
  g_free (raw.duration);
  g_free (raw.stacks);
  g_free (raw.wait_stack);
  g_free (raw.frequency);
  g_free (raw.engine);
  return good;
}

void
asc_cli_record_options_clear (AscCliRecordOptions *self)
{
  g_clear_pointer (&self->settings, asc_record_settings_free);
}

char *
asc_cli_record_options_dup_help (void)
{
  g_autofree char *usage = g_strdup_printf ("record %s", _ ("-- COMMAND [ARGUMENT…]"));
  g_autoptr (GOptionContext) context = g_option_context_new (usage);
  g_autoptr (AscRecordSettings) unused_settings = asc_record_settings_new ();
  AscCliRecordOptions unused;
  GOptionEntry entries[N_OPTIONS + 1] = { { NULL } };
  Raw raw;

  list_options (&unused, unused_settings, &raw, entries);
  entries[N_OPTIONS - 1] = (GOptionEntry){ NULL };
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context,
                                _ ("Runs a command, or attaches to processes, and makes an experiment of it."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return g_option_context_get_help (context, TRUE, NULL);
}
