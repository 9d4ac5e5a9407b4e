/* asc-recording.c: see asc-recording.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-recording-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECOND_NS G_GINT64_CONSTANT (1000000000)
/* How often what is recorded is counted. */
#define METER_INTERVAL_NS (SECOND_NS / 2)
/* A program that Ctrl+C has reached may put its things in order so long before it is asked again, and again so long before it is made to end. */
#define GRACE_NS (2 * SECOND_NS)
#define KILL_NS (5 * SECOND_NS)
/* What perf shows of an end by signal or by its descriptors' end is no failure. */
#define POLL_MS_MAX 250

AscRecording *
asc_recording_new (const AscRecordSettings *settings, AscRecordMachine *machine)
{
  AscRecording *self = g_new0 (AscRecording, 1);

  g_atomic_ref_count_init (&self->refs);
  self->settings = asc_record_settings_copy (settings);
  self->machine = asc_record_machine_ref (machine);
  self->target = (AscChild){ .pidfd = -1, .hold_fd = -1, .exec_fd = -1 };
  asc_perf_child_init (&self->perf);
  asc_perf_child_init (&self->wakeups);
  self->stop_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  asc_meter_init (&self->meter);
  asc_meter_init (&self->wakeups_meter);
  g_mutex_init (&self->lock);
  return self;
}

AscRecording *
asc_recording_ref (AscRecording *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
asc_recording_unref (AscRecording *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  asc_perf_child_clear (&self->perf);
  asc_perf_child_clear (&self->wakeups);
  asc_child_clear (&self->target);
  if (self->stop_fd >= 0)
    close (self->stop_fd);
  asc_meter_clear (&self->meter);
  asc_meter_clear (&self->wakeups_meter);
  asc_sampler_free (self->sampler);
  asc_wait_sampler_free (self->wait_sampler);
  g_clear_pointer (&self->plan, asc_record_plan_free);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->start, g_date_time_unref);
  asc_record_settings_free (self->settings);
  asc_record_machine_unref (self->machine);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self->data_path);
  g_free (self->engine_version);
  g_free (self->engine_file);
  g_strfreev (self->engine_argv);
  g_free (self);
}

void
asc_recording_add_note (AscRecording *self, const char *text, const char *mend)
{
  AscRecordNote *note = g_new0 (AscRecordNote, 1);

  note->text = g_strdup (text);
  note->mend = g_strdup (mend);
  g_ptr_array_add (self->notes, note);
}

/* Called from signal handlers: nothing but what they may. */
void
asc_recording_stop (AscRecording *self, int signal)
{
  const guint64 value = 1;
  const int saved = errno;

  if (signal != 0)
    self->stop_signal = signal;
  if (write (self->stop_fd, &value, sizeof value) < 0)
    errno = saved; /* it is full of stops */
  errno = saved;
}

void
asc_recording_get_progress (AscRecording *self, AscRecordingProgress *progress)
{
  g_mutex_lock (&self->lock);
  *progress = self->progress;
  if (progress->phase == ASC_RECORDING_RUNNING)
    progress->time_ns = asc_sampler_now () - self->start_ns;
  g_mutex_unlock (&self->lock);
}

static void
set_phase (AscRecording *self, AscRecordingPhase phase)
{
  g_mutex_lock (&self->lock);
  self->progress.phase = phase;
  g_mutex_unlock (&self->lock);
}

static void
measure (AscRecording *self)
{
  g_autofree char *wakeups = g_build_filename (self->path, ASC_RECORDING_WAKEUPS, NULL);

  asc_meter_update (&self->meter, self->data_path);
  if (self->wakeups.child.pid != 0)
    asc_meter_update (&self->wakeups_meter, wakeups);
  g_mutex_lock (&self->lock);
  self->progress.size_bytes = self->meter.size_bytes + self->wakeups_meter.size_bytes;
  self->progress.n_events = self->meter.is_blind ? -1 : self->meter.n_events;
  self->progress.n_lost = self->meter.n_lost + self->wakeups_meter.n_lost;
  if (self->end_ns != 0)
    self->progress.time_ns = self->end_ns - self->start_ns;
  g_mutex_unlock (&self->lock);
}

/* A program that is not there, and a process that may not be looked at, are told before anything is made. */
static gboolean
check_target (const AscRecordSettings *settings, GError **error)
{
  g_autofree char *program = NULL;

  if (settings->command != NULL)
    {
      const char *name = settings->command[0];
      g_autofree char *below = settings->directory != NULL && strchr (name, '/') != NULL && *name != '/' ? g_build_filename (settings->directory, name, NULL) : NULL;

      if (settings->directory != NULL && !g_file_test (settings->directory, G_FILE_TEST_IS_DIR))
        {
          g_set_error (error, ASC_RECORD_ERROR, ASC_RECORD_ERROR_FAILED, "%s: %s", settings->directory, g_strerror (ENOENT));
          return FALSE;
        }
      program = g_find_program_in_path (below != NULL ? below : name);
      if (program == NULL && strchr (name, '/') != NULL && g_file_test (below != NULL ? below : name, G_FILE_TEST_EXISTS))
        g_set_error (error, ASC_RECORD_ERROR, ASC_RECORD_ERROR_FAILED, _ ("“%s” cannot be run: %s"), name, g_strerror (EACCES));
      else if (program == NULL)
        g_set_error (error, ASC_RECORD_ERROR, ASC_RECORD_ERROR_NO_COMMAND, _ ("“%s” cannot be run: %s"), name, _ ("there is no such program"));
      return program != NULL;
    }
  for (guint i = 0; i < settings->n_pids; i++)
    if (kill (settings->pids[i], 0) != 0)
      {
        g_set_error (error, ASC_RECORD_ERROR, ASC_RECORD_ERROR_NO_PROCESS,
                     /* TRANSLATORS: a process's number */
                     errno == EPERM ? _ ("Process %d belongs to another user.") : _ ("There is no process %d."), settings->pids[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
start_target (AscRecording *self, GError **error)
{
  const AscRecordSettings *settings = self->settings;
  const AscChildSpec spec = {
    .argv = (const char *const *) settings->command,
    .directory = settings->directory,
    .environment = (const char *const *) settings->environment,
    .death_signal = SIGTERM,
    .output_fd = -1,
  };

  return settings->command == NULL || asc_child_start (&self->target, &spec, error);
}

/* Looks up why threads sleep, where nothing else tells; it may fail as the disk may be full. */
static void
start_wait_sampler (AscRecording *self)
{
  g_autofree char *path = g_build_filename (self->path, ASC_RECORDING_WAITS, NULL);

  if (!self->plan->looks_up_delays)
    return;
  if (self->target.pid != 0)
    self->wait_sampler = asc_wait_sampler_new (path, &self->target.pid, 1, self->plan->looks_up_reasons, NULL);
  else
    self->wait_sampler = asc_wait_sampler_new (path, self->settings->pids, self->settings->n_pids, self->plan->looks_up_reasons, NULL);
}

static gboolean
start (AscRecording *self, GError **error)
{
  g_autofree char *statistics = NULL;

  if (!check_target (self->settings, error))
    return FALSE;
  self->plan = asc_record_plan_new (self->settings, self->machine, error);
  if (self->plan == NULL)
    return FALSE;
  self->notes = g_ptr_array_ref (self->plan->notes);
  if (!asc_recording_make_folder (self, error))
    return FALSE;
  statistics = g_build_filename (self->path, ASC_RECORDING_STATISTICS, NULL);
  self->sampler = asc_sampler_new (statistics, error);
  if (self->sampler == NULL || !start_target (self, error) || !asc_recording_start_perf (self, error))
    return FALSE;
  asc_recording_start_wakeups (self);
  self->start = g_date_time_new_now_local ();
  g_mutex_lock (&self->lock);
  self->start_ns = asc_sampler_now ();
  self->progress.phase = ASC_RECORDING_RUNNING;
  g_mutex_unlock (&self->lock);
  asc_recording_write_description (self);
  if (self->target.pid != 0)
    asc_sampler_add_process (self->sampler, self->target.pid);
  for (guint i = 0; self->settings->command == NULL && i < self->settings->n_pids; i++)
    asc_sampler_add_process (self->sampler, self->settings->pids[i]);
  start_wait_sampler (self);
  return self->target.pid == 0 || asc_child_release (&self->target, self->settings->command[0], error);
}

/* Nothing was recorded: nothing is left. */
static void
remove_folder (AscRecording *self)
{
  static const char *const members[] = { ASC_RECORDING_WAKEUPS, ASC_RECORDING_WAITS, ASC_RECORDING_FILE, ASC_RECORDING_FILE ".old", ASC_RECORDING_STATISTICS, ASC_RECORDING_DESCRIPTION };

  for (guint i = 0; self->made_folder && i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *path = g_build_filename (self->path, members[i], NULL);

      g_unlink (path);
    }
  if (self->made_folder)
    g_rmdir (self->path);
}

/* perf is told to write what it has. */
static void
finish_recording (AscRecording *self)
{
  if (self->end_ns != 0)
    return;
  self->end_ns = asc_sampler_now ();
  g_clear_pointer (&self->wait_sampler, asc_wait_sampler_free);
  asc_sampler_take (self->sampler);
  set_phase (self, ASC_RECORDING_FINISHING);
  asc_child_signal (&self->perf.child, SIGINT);
  asc_recording_stop_wakeups (self);
}

void
asc_recording_take_stop (AscRecording *self)
{
  guint64 value = 0;

  if (read (self->stop_fd, &value, sizeof value) != sizeof value)
    return;
  self->n_stops += (guint) value;
  self->is_stopping = TRUE;
  finish_recording (self);
  /* Asked twice, it does not wait until the program is ready, nor (thrice) perf. */
  self->target_deadline_ns = asc_sampler_now () + (self->stop_signal != 0 && self->n_stops < 2 ? GRACE_NS : 0);
  if (self->n_stops > 2)
    {
      asc_child_signal (&self->perf.child, SIGKILL);
      asc_child_signal (&self->wakeups.child, SIGKILL);
    }
}

/* The program's end: its last figures, then its exit status. */
static void
take_target (AscRecording *self)
{
  if (self->end_ns == 0)
    asc_sampler_take (self->sampler);
  asc_child_reap (&self->target);
  asc_sampler_add_usage (self->sampler, self->target.pid, &self->target.usage);
  if (!self->settings->descendants || self->is_stopping)
    finish_recording (self);
}

/* perf's end: wanted, or because all that it recorded has ended, or by a failure. */
static void
take_perf (AscRecording *self)
{
  g_autoptr (AscProblem) problem = NULL;
  const gboolean was_wanted = self->end_ns != 0;
  int status;
  gboolean failed;

  asc_child_reap (&self->perf.child);
  status = self->perf.child.wait_status;
  while (asc_perf_child_read (&self->perf) && errno != EAGAIN)
    ;
  failed = WIFSIGNALED (status) || (WIFEXITED (status) && WEXITSTATUS (status) != 0);
  if (self->end_ns == 0)
    self->end_ns = asc_sampler_now ();
  if (WIFSIGNALED (status) && WTERMSIG (status) != SIGINT)
    {
      /* TRANSLATORS: %s is the name of a signal, "Killed" */
      g_autofree char *text = g_strdup_printf (_ ("perf was ended by a signal (%s); what it had written is kept."), g_strsignal (WTERMSIG (status)));

      asc_recording_add_note (self, text, NULL);
    }
  else if (failed && (!was_wanted || strstr (self->perf.says->str, "failed to write") != NULL))
    {
      g_autofree char *text = NULL;

      problem = asc_perf_explain (self->perf.says->str);
      text = g_strdup_printf (_ ("%s: %s"), problem->title, problem->text);
      asc_recording_add_note (self, text, problem->mend);
    }
}

void
asc_recording_press_target (AscRecording *self)
{
  const gint64 now = asc_sampler_now ();

  if (self->target.pid == 0 || self->target.reaped || self->target_deadline_ns == 0 || now < self->target_deadline_ns)
    return;
  /* Who pressed Ctrl+C once leaves it the time to put its things in order. */
  if (self->target_asked && self->stop_signal != 0 && self->n_stops < 2)
    {
      self->target_deadline_ns = 0;
      return;
    }
  asc_child_signal (&self->target, self->target_asked ? SIGKILL : SIGTERM);
  asc_child_signal (&self->target, SIGCONT);
  self->target_asked = TRUE;
  self->target_deadline_ns = now + KILL_NS;
}

/* Whether anything that is waited for still runs. Attached processes are not. */
static gboolean
is_going_on (AscRecording *self)
{
  return !self->perf.child.reaped || (self->target.pid != 0 && !self->target.reaped);
}

static void
wait_for_something (AscRecording *self, gint64 until_ns)
{
  struct pollfd fds[] = {
    { .fd = self->stop_fd, .events = POLLIN },
    { .fd = self->perf.child.reaped ? -1 : self->perf.child.pidfd, .events = POLLIN },
    { .fd = self->target.reaped ? -1 : self->target.pidfd, .events = POLLIN },
    { .fd = self->perf.child.reaped ? -1 : self->perf.output_fd, .events = POLLIN },
  };
  const gint64 left_ms = (until_ns - asc_sampler_now ()) / 1000000;

  if (poll (fds, G_N_ELEMENTS (fds), (int) CLAMP (left_ms + 1, 0, POLL_MS_MAX)) < 0)
    return;
  if (fds[0].revents & POLLIN)
    asc_recording_take_stop (self);
  if (fds[3].revents & POLLIN)
    asc_perf_child_read (&self->perf);
}

static void
watch (AscRecording *self)
{
  gint64 next_sample_ns = 0;
  gint64 next_measure_ns = 0;
  const gint64 end_ns = self->settings->duration_ns > 0 ? self->start_ns + self->settings->duration_ns : G_MAXINT64;

  while (is_going_on (self))
    {
      gint64 now = asc_sampler_now ();

      if (self->end_ns == 0 && now >= next_sample_ns)
        next_sample_ns = now + asc_sampler_take (self->sampler);
      if (now >= next_measure_ns)
        {
          measure (self);
          if (self->end_ns == 0 && !self->perf.child.reaped)
            asc_perf_child_flush (&self->perf);
          next_measure_ns = now + METER_INTERVAL_NS;
        }
      wait_for_something (self, MIN (end_ns, MIN (next_measure_ns, self->end_ns == 0 ? next_sample_ns : G_MAXINT64)));
      if (self->end_ns == 0 && asc_sampler_now () >= end_ns)
        asc_recording_stop (self, 0);
      if (!self->target.reaped && self->target.pid != 0 && asc_child_has_ended (&self->target))
        take_target (self);
      if (!self->perf.child.reaped && asc_child_has_ended (&self->perf.child))
        take_perf (self);
      asc_recording_press_target (self);
    }
}

static void
keep_log (AscRecording *self)
{
  g_autofree char *path = g_build_filename (self->path, ASC_RECORDING_LOG, NULL);

  g_file_set_contents (path, self->perf.says->str, (gssize) self->perf.says->len, NULL);
}

/* Nothing was recorded: nothing is left, neither running nor lying about. */
static void
undo (AscRecording *self)
{
  asc_perf_child_end (&self->perf);
  asc_perf_child_end (&self->wakeups);
  asc_child_clear (&self->target);
  g_clear_pointer (&self->wait_sampler, asc_wait_sampler_free);
  remove_folder (self);
  set_phase (self, ASC_RECORDING_DONE);
}

/* With another engine. What it says is not kept: it went where the program's output went. */
static gboolean
run_engine (AscRecording *self, GError **error)
{
  self->notes = g_ptr_array_new ();
  if (!check_target (self->settings, error) || !asc_recording_run_engine (self, error))
    {
      undo (self);
      return FALSE;
    }
  set_phase (self, ASC_RECORDING_DONE);
  asc_recording_write_description (self);
  return TRUE;
}

gboolean
asc_recording_run (AscRecording *self, GError **error)
{
  if (self->settings->engine != ASC_RECORD_ENGINE_PERF)
    return run_engine (self, error);
  if (!start (self, error))
    {
      undo (self);
      return FALSE;
    }
  watch (self);
  g_clear_pointer (&self->wait_sampler, asc_wait_sampler_free);
  asc_recording_end_wakeups (self);
  measure (self);
  set_phase (self, ASC_RECORDING_DONE);
  keep_log (self);
  asc_recording_write_description (self);
  return TRUE;
}

const char *
asc_recording_get_path (const AscRecording *self)
{
  return self->path;
}

int
asc_recording_get_wait_status (const AscRecording *self)
{
  return self->target.reaped ? self->target.wait_status : 0;
}

const GPtrArray *
asc_recording_get_notes (const AscRecording *self)
{
  return self->notes;
}
