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

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define START_TIMEOUT_MS 10000
#define END_TIMEOUT_MS 10000
#define ENABLE "enable\n"

static GPtrArray *
make_argv (AscRecording *self, const char *const *options, int control_fd, int answer_fd)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (asc_record_machine_get_perf (self->machine)));
  for (; *options != NULL; options++)
    g_ptr_array_add (argv, g_strdup (*options));
  g_ptr_array_add (argv, g_strdup ("-D")); /* not before it is told to */
  g_ptr_array_add (argv, g_strdup ("-1"));
  g_ptr_array_add (argv, g_strdup ("-o"));
  g_ptr_array_add (argv, g_build_filename (self->path, ASC_RECORDING_WAKEUPS, NULL));
  g_ptr_array_add (argv, g_strdup ("--control"));
  g_ptr_array_add (argv, g_strdup_printf ("fd:%d,%d", control_fd, answer_fd));
  g_ptr_array_add (argv, NULL);
  return argv;
}

static void
close_fd (int fd)
{
  if (fd >= 0)
    close (fd);
}

static void
close_ours (AscRecording *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->wakeups_fds); i++)
    {
      close_fd (self->wakeups_fds[i]);
      self->wakeups_fds[i] = -1;
    }
}

/* Waits until it records, or not for long. */
static gboolean
wait_until_enabled (AscRecording *self, int control_fd, int answer_fd)
{
  const gint64 deadline = g_get_monotonic_time () + START_TIMEOUT_MS * 1000;
  struct pollfd fd = { .fd = answer_fd, .events = POLLIN };
  char answer[8];

  if (write (control_fd, ENABLE, strlen (ENABLE)) < 0)
    return FALSE;
  while (g_get_monotonic_time () < deadline && !asc_child_has_ended (&self->wakeups))
    if (poll (&fd, 1, 50) > 0 && (fd.revents & POLLIN) != 0)
      return read (answer_fd, answer, sizeof answer) > 0;
  return FALSE;
}

/* Without it the recording goes on. */
static void
give_up (AscRecording *self)
{
  g_autofree char *path = g_build_filename (self->path, ASC_RECORDING_WAKEUPS, NULL);

  asc_child_clear (&self->wakeups);
  close_ours (self);
  self->wakeups.pid = 0;
  unlink (path);
  asc_recording_add_note (
      self,
      _ ("Wakeups by other processes and by interrupts could not be recorded: part of Wait CPU Time counts as sleep."),
      NULL);
}

void
asc_recording_start_wakeups (AscRecording *self)
{
  int control[2] = { -1, -1 }, answer[2] = { -1, -1 };
  AscChildSpec spec = { .death_signal = SIGINT, .own_group = TRUE };
  g_autoptr (GPtrArray) argv = NULL;
  const char *const *options = asc_record_plan_get_wakeups_options (self->settings, self->machine);
  gboolean good = FALSE;

  if (options == NULL)
    return;
  spec.output_fd = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  if (spec.output_fd >= 0 && pipe2 (control, O_CLOEXEC) == 0 && pipe2 (answer, O_CLOEXEC) == 0)
    {
      argv = make_argv (self, options, control[0], answer[1]);
      spec.argv = (const char *const *)argv->pdata;
      spec.keep_fds[0] = control[0];
      spec.keep_fds[1] = answer[1];
      good = asc_child_start (&self->wakeups, &spec, NULL) && asc_child_release (&self->wakeups, argv->pdata[0], NULL)
             && wait_until_enabled (self, control[1], answer[0]);
    }
  close_fd (control[0]);
  close_fd (answer[1]);
  close_fd (spec.output_fd);
  /* They stay open: perf ends when nobody listens to its last answer. */
  self->wakeups_fds[0] = control[1];
  self->wakeups_fds[1] = answer[0];
  if (!good)
    give_up (self);
}

void
asc_recording_stop_wakeups (AscRecording *self)
{
  /* Once: a second one finds perf writing what it has. */
  if (!self->wakeups_stopped && self->wakeups.pid != 0)
    asc_child_signal (&self->wakeups, SIGINT);
  self->wakeups_stopped = TRUE;
}

void
asc_recording_end_wakeups (AscRecording *self)
{
  const gint64 deadline = g_get_monotonic_time () + END_TIMEOUT_MS * 1000;

  if (self->wakeups.pid == 0)
    return;
  asc_recording_stop_wakeups (self);
  while (!asc_child_has_ended (&self->wakeups) && g_get_monotonic_time () < deadline)
    g_usleep (5000);
  if (!asc_child_has_ended (&self->wakeups))
    asc_child_signal (&self->wakeups, SIGKILL);
  asc_child_reap (&self->wakeups);
  close_ours (self);
}
