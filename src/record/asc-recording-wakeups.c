/* asc-recording-wakeups.c: the second recording, of wakeups by whomever
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tracepoint that is opened for a process sees what happens while one of its threads runs: wakeups by its own
 * threads. Those by timers, disk interrupts and other processes happen while something else runs; only an event of the
 * whole system sees them (perf_event_open(2), "pid and cpu").
 */
#include "config.h"

#include "asc-recording-private.h"

#include <glib/gi18n-lib.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#define START_TIMEOUT_MS 10000
#define END_TIMEOUT_MS 10000
/* A kernel without pidfd_open() (before 5.3) is asked so often. */
#define POLL_MS 50

static GPtrArray *
make_argv (AscRecording *self, const char *const *options)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (asc_record_machine_get_perf (self->machine)));
  for (; *options != NULL; options++)
    g_ptr_array_add (argv, g_strdup (*options));
  g_ptr_array_add (argv, g_strdup ("-D")); /* not before it is told to */
  g_ptr_array_add (argv, g_strdup ("-1"));
  g_ptr_array_add (argv, g_strdup ("-o"));
  g_ptr_array_add (argv, g_build_filename (self->path, ASC_RECORDING_WAKEUPS, NULL));
  return argv;
}

/* Without it the recording goes on. */
static void
give_up (AscRecording *self, gboolean is_stopping)
{
  g_autofree char *path = g_build_filename (self->path, ASC_RECORDING_WAKEUPS, NULL);

  self->wakeups.child.pid = 0;
  unlink (path);
  if (!is_stopping)
    asc_recording_add_note (self, _ ("Wakeups by other processes and by interrupts could not be recorded: part of Wait CPU Time counts as sleep."), NULL);
}

void
asc_recording_start_wakeups (AscRecording *self)
{
  const char *const *options = asc_record_plan_get_wakeups_options (self->settings, self->machine);
  g_autoptr (GError) error = NULL;

  if (options != NULL && !asc_perf_child_start (&self->wakeups, make_argv (self, options), self->stop_fd, START_TIMEOUT_MS, &error))
    give_up (self, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}

void
asc_recording_stop_wakeups (AscRecording *self)
{
  /* Once: a second one finds perf writing what it has. */
  if (!self->wakeups_stopped)
    asc_child_signal (&self->wakeups.child, SIGINT);
  self->wakeups_stopped = TRUE;
}

void
asc_recording_end_wakeups (AscRecording *self)
{
  const gint64 deadline = g_get_monotonic_time () + END_TIMEOUT_MS * 1000;
  struct pollfd fds[] = { { .fd = self->wakeups.child.pidfd, .events = POLLIN }, { .fd = self->stop_fd, .events = POLLIN } };

  if (self->wakeups.child.pid == 0)
    return;
  asc_recording_stop_wakeups (self);
  while (!asc_child_has_ended (&self->wakeups.child) && g_get_monotonic_time () < deadline)
    if (poll (fds, G_N_ELEMENTS (fds), POLL_MS) > 0 && (fds[1].revents & POLLIN) != 0)
      asc_recording_take_stop (self);
  /* It is killed if it does not end. */
  asc_perf_child_end (&self->wakeups);
}
