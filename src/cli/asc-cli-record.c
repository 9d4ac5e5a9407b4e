/* asc-cli-record.c: see asc-cli-record.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-record.h"

#include "asc-cli.h"
#include "asc-cli-record-options.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define TICK_US (250 * 1000)

const AscCliCommandInfo asc_cli_record_info
    = { "record", N_ ("Make an experiment: run a command, or attach to processes"), 0 };

/* What the signal handlers stop. */
static AscRecording *recording;

static void
on_signal (int number)
{
  asc_recording_stop (recording, number == SIGINT ? number : 0);
}

/* Says on standard error how far the recording is, until it is told to stop. */
typedef struct
{
  GThread *thread;
  GMutex lock;
  GCond wake;
  gboolean stop;
} Ticker;

static char *
dup_progress (void)
{
  AscRecordingProgress progress;
  g_autofree char *size = NULL;
  g_autofree char *events = NULL;
  g_autofree char *lost = NULL;

  asc_recording_get_progress (recording, &progress);
  if (progress.phase == ASC_RECORDING_STARTING)
    return g_strdup (_ ("Starting perf"));
  if (progress.phase == ASC_RECORDING_FINISHING)
    return g_strdup (_ ("Finishing the recording"));
  size = g_format_size_full (progress.size_bytes, G_FORMAT_SIZE_IEC_UNITS);
  if (progress.n_events < 0)
    /* TRANSLATORS: seconds, a size in bytes with its unit */
    return g_strdup_printf (_ ("Recording: %.1f s, %s"), (double)progress.time_ns / 1e9, size);
  events = g_strdup_printf ("%" G_GINT64_FORMAT, progress.n_events);
  lost = g_strdup_printf ("%" G_GINT64_FORMAT, progress.n_lost);
  /* TRANSLATORS: seconds, a size in bytes with its unit, number of events, number of lost events */
  return g_strdup_printf (_ ("Recording: %.1f s, %s, events: %s, lost: %s"), (double)progress.time_ns / 1e9, size,
                          events, lost);
}

static gpointer
tick (gpointer data)
{
  Ticker *self = data;
  const gboolean terminal = isatty (STDERR_FILENO);
  gint64 last_us = 0;

  g_mutex_lock (&self->lock);
  while (!self->stop)
    {
      /* In a file a line each second is enough. */
      if (terminal || g_get_monotonic_time () - last_us >= G_USEC_PER_SEC)
        {
          g_autofree char *text = dup_progress ();

          last_us = g_get_monotonic_time ();
          fprintf (stderr, terminal ? "\r\033[K%s" : "%s\n", text);
        }
      g_cond_wait_until (&self->wake, &self->lock, g_get_monotonic_time () + TICK_US);
    }
  g_mutex_unlock (&self->lock);
  if (terminal)
    fputs ("\r\033[K", stderr);
  return NULL;
}

static void
ticker_start (Ticker *self)
{
  *self = (Ticker){ 0 };
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  self->thread = g_thread_new ("progress", tick, self);
}

static void
ticker_end (Ticker *self)
{
  g_mutex_lock (&self->lock);
  self->stop = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->thread);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->wake);
}

static void
print_notes (const GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    {
      const AscRecordNote *note = g_ptr_array_index (notes, i);

      /* TRANSLATORS: a sentence, a command that would change it */
      g_autofree char *text = note->mend != NULL ? g_strdup_printf (_ ("%s Change it with: %s"), note->text, note->mend)
                                                 : g_strdup (note->text);

      g_printerr ("ascribe-cli: %s\n", text);
    }
}

static void
print_result (void)
{
  AscRecordingProgress progress;
  g_autofree char *size = NULL;
  g_autofree char *events = NULL;
  g_autofree char *text = NULL;
  g_autofree char *lost = NULL;

  asc_recording_get_progress (recording, &progress);
  size = g_format_size_full (progress.size_bytes, G_FORMAT_SIZE_IEC_UNITS);
  /* TRANSLATORS: seconds, a size in bytes with its unit, the experiment's folder */
  text = g_strdup_printf (_ ("Recorded %.3f s, %s: %s"), (double)progress.time_ns / 1e9, size,
                          asc_recording_get_path (recording));
  g_printerr ("ascribe-cli: %s\n", text);
  if (progress.n_lost == 0)
    return;
  events = g_strdup_printf ("%" G_GINT64_FORMAT, progress.n_lost);
  lost = g_strdup_printf (ngettext ("%s event was lost: record less, or at a lower frequency.",
                                    "%s events were lost: record less, or at a lower frequency.",
                                    (gulong)progress.n_lost),
                          events);
  g_printerr ("ascribe-cli: %s\n", lost);
}

/* Of another engine than perf. */
static gboolean
print_engine (const AscCliRecordOptions *options, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *version = NULL;
  g_autofree char *line = NULL;
  g_auto (GStrv) argv = NULL;
  g_autoptr (AscProblem) problem = asc_record_engine_find (options->settings->engine, &path, &version);
  AscOut *out;

  if (problem != NULL)
    {
      asc_problem_set_error (problem, error);
      return FALSE;
    }
  argv = asc_record_engine_make_argv (options->settings->engine, path, options->settings->output != NULL ? options->settings->output : ".", options->settings);
  line = asc_record_quote ((const char *const *) argv);
  out = asc_out_open (NULL, error);
  asc_out_puts (out, line);
  asc_out_putc (out, '\n');
  return asc_out_close (out, error);
}

static gboolean
print_command (const AscCliRecordOptions *options, AscRecordMachine *machine, GError **error)
{
  g_autoptr (AscRecordPlan) plan = asc_record_plan_new (options->settings, machine, error);
  g_autofree char *line = NULL;
  g_autofree char *wakeups = NULL;
  AscOut *out;

  if (plan == NULL)
    return FALSE;
  line = asc_record_plan_dup_command_line (plan, options->settings, "perf.data");
  wakeups = asc_record_plan_dup_wakeups_line (options->settings, machine, "wakeups.data");
  print_notes (plan->notes);
  out = asc_out_open (NULL, error);
  asc_out_puts (out, line);
  asc_out_putc (out, '\n');
  /* At the same time, as long. */
  if (wakeups != NULL)
    asc_out_printf (out, "%s\n", wakeups);
  return asc_out_close (out, error);
}

static void
catch_signals (void)
{
  const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    sigaction (numbers[i], &action, NULL);
}

static gboolean
record (const AscCliRecordOptions *options, AscRecordMachine *machine, GError **error)
{
  Ticker ticker;
  gboolean good;

  recording = asc_recording_new (options->settings, machine);
  catch_signals ();
  if (options->progress)
    ticker_start (&ticker);
  good = asc_recording_run (recording, error);
  if (options->progress)
    ticker_end (&ticker);
  if (good && !options->quiet)
    {
      print_notes (asc_recording_get_notes (recording));
      print_result ();
    }
  return good;
}

static int
get_status (int wait_status)
{
  return WIFSIGNALED (wait_status) ? 128 + WTERMSIG (wait_status) : WEXITSTATUS (wait_status);
}

int
asc_cli_record (char **argv, GError **error)
{
  g_auto (AscCliRecordOptions) options = { NULL };
  g_autoptr (AscRecordMachine) machine = NULL;
  g_autoptr (GError) wrong = NULL;
  int status = ASC_CLI_RECORD_FAILED;

  if (!asc_cli_record_options_parse (&options, argv, error))
    return 2;
  if (options.help)
    {
      g_autofree char *help = asc_cli_record_options_dup_help ();
      AscOut *out = asc_out_open (NULL, error);

      asc_out_puts (out, help);
      return asc_out_close (out, error) ? 0 : ASC_CLI_RECORD_FAILED;
    }
  machine = asc_record_machine_new ();
  if (options.dry_run)
    return (options.settings->engine == ASC_RECORD_ENGINE_PERF ? print_command (&options, machine, error) : print_engine (&options, error)) ? 0 : ASC_CLI_RECORD_FAILED;
  if (record (&options, machine, &wrong))
    status = get_status (asc_recording_get_wait_status (recording));
  else if (g_error_matches (wrong, ASC_RECORD_ERROR, ASC_RECORD_ERROR_NO_COMMAND))
    status = 127;
  if (wrong != NULL)
    g_propagate_error (error, g_steal_pointer (&wrong));
  /* The handlers may still look at it. */
  return status;
}
