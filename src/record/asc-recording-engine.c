/* asc-recording-engine.c: a recording by a tool below which the program runs: uftrace, gprofng, callgrind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tool is our child, as the program is where perf records; what it and the program say goes where ours goes.
 */
#include "config.h"

#include "asc-recording-private.h"

#include "asc-record-engine.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#define MEASURE_INTERVAL_NS G_GINT64_CONSTANT (500000000)
#define POLL_MS_MAX 250
/* Folders in a recording's folder are not deeper. */
#define DEPTH_MAX 4

static guint64
measure_folder (const char *path, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint64 bytes = 0;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *member = g_build_filename (path, name, NULL);
      struct stat st;

      if (lstat (member, &st) != 0)
        continue;
      if (S_ISDIR (st.st_mode) && depth < DEPTH_MAX)
        bytes += measure_folder (member, depth + 1);
      else if (S_ISREG (st.st_mode))
        bytes += (guint64) st.st_size;
    }
  return bytes;
}

static void
measure (AscRecording *self)
{
  const guint64 bytes = measure_folder (self->path, 0);

  g_mutex_lock (&self->lock);
  self->progress.size_bytes = bytes;
  self->progress.n_events = -1;
  if (self->end_ns != 0)
    self->progress.time_ns = self->end_ns - self->start_ns;
  g_mutex_unlock (&self->lock);
}

static gboolean
start (AscRecording *self, GError **error)
{
  const AscRecordSettings *settings = self->settings;
  g_autofree char *here = g_get_current_dir ();
  g_autofree char *folder = NULL;
  g_autofree char *statistics = NULL;
  g_autofree char *program = NULL;
  g_autoptr (AscProblem) problem = asc_record_engine_find (settings->engine, &program, &self->engine_version);
  AscChildSpec spec = {
    .directory = settings->directory,
    .environment = (const char *const *) settings->environment,
    .death_signal = SIGTERM,
    .output_fd = -1,
  };

  if (problem != NULL)
    {
      asc_problem_set_error (problem, error);
      return FALSE;
    }
  if (!asc_recording_make_folder (self, error))
    return FALSE;
  statistics = g_build_filename (self->path, ASC_RECORDING_STATISTICS, NULL);
  folder = g_canonicalize_filename (self->path, here);
  self->engine_argv = asc_record_engine_make_argv (settings->engine, program, folder, settings);
  spec.argv = (const char *const *) self->engine_argv;
  self->sampler = asc_sampler_new (statistics, error);
  if (self->sampler == NULL || !asc_child_start (&self->target, &spec, error))
    return FALSE;
  self->start = g_date_time_new_now_local ();
  g_mutex_lock (&self->lock);
  self->start_ns = asc_sampler_now ();
  self->progress.phase = ASC_RECORDING_RUNNING;
  g_mutex_unlock (&self->lock);
  asc_sampler_add_process (self->sampler, self->target.pid);
  asc_recording_write_description (self);
  return asc_child_release (&self->target, program, error);
}

static void
watch (AscRecording *self)
{
  const gint64 end_ns = self->settings->duration_ns > 0 ? self->start_ns + self->settings->duration_ns : G_MAXINT64;
  gint64 next_sample_ns = 0;
  gint64 next_measure_ns = 0;

  while (!asc_child_has_ended (&self->target))
    {
      struct pollfd fds[] = { { .fd = self->stop_fd, .events = POLLIN }, { .fd = self->target.pidfd, .events = POLLIN } };
      const gint64 now = asc_sampler_now ();
      gint64 left_ms;

      if (now >= next_sample_ns)
        next_sample_ns = now + asc_sampler_take (self->sampler);
      if (now >= next_measure_ns)
        {
          measure (self);
          next_measure_ns = now + MEASURE_INTERVAL_NS;
        }
      left_ms = (MIN (end_ns, MIN (next_sample_ns, next_measure_ns)) - asc_sampler_now ()) / 1000000;
      if (poll (fds, G_N_ELEMENTS (fds), (int) CLAMP (left_ms + 1, 1, POLL_MS_MAX)) > 0 && (fds[0].revents & POLLIN) != 0)
        asc_recording_take_stop (self);
      if (asc_sampler_now () >= end_ns && !self->is_stopping)
        asc_recording_stop (self, 0);
      asc_recording_press_target (self);
    }
}

gboolean
asc_recording_run_engine (AscRecording *self, GError **error)
{
  if (!start (self, error))
    return FALSE;
  watch (self);
  self->end_ns = asc_sampler_now ();
  asc_sampler_take (self->sampler);
  asc_child_reap (&self->target);
  asc_sampler_add_usage (self->sampler, self->target.pid, &self->target.usage);
  self->engine_file = asc_record_engine_find_result (self->settings->engine, self->path);
  measure (self);
  if (self->engine_file == NULL)
    {
      g_autoptr (AscProblem) problem = asc_record_engine_explain (self->settings->engine);

      asc_problem_set_error (problem, error);
    }
  return self->engine_file != NULL;
}
