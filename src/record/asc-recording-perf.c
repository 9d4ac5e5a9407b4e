/* asc-recording-perf.c: perf, started and listened to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The recorded program waits at its start; perf attaches to it and is asked to enable the events, which it confirms (--control, tools/perf/Documentation/perf-record.txt):
 * then the program is let go. So nothing of it is missed, it is a child of ours, whose end and use of time we see, and stopping it does not end perf,
 * as stopping perf's own child does.
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

/* A system with very many processes takes perf some seconds. */
#define START_TIMEOUT_MS 60000
#define SAYS_MAX (256 * 1024)
#define ENABLE "enable\n"
#define PING "ping\n" /* since perf 5.12; older ones wake up all the same */

gboolean
asc_recording_read_perf (AscRecording *self)
{
  char block[4096];
  gssize n = read (self->perf_output_fd, block, sizeof block);

  if (n > 0 && self->perf_says->len < SAYS_MAX)
    g_string_append_len (self->perf_says, block, n);
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

void
asc_recording_flush_perf (AscRecording *self)
{
  char answers[64];

  while (read (self->answer_fd, answers, sizeof answers) > 0)
    ;
  if (write (self->control_fd, PING, strlen (PING)) < 0)
    return; /* it is ending */
}

static void
make_argv (AscRecording *self, int control_fd, int answer_fd)
{
  const AscRecordSettings *settings = self->settings;
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->plan->options->len; i++)
    g_ptr_array_add (argv, g_strdup (g_ptr_array_index (self->plan->options, i)));
  g_ptr_array_add (argv, g_strdup ("-o"));
  g_ptr_array_add (argv, g_strdup (self->data_path));
  g_ptr_array_add (argv, g_strdup ("--control"));
  g_ptr_array_add (argv, g_strdup_printf ("fd:%d,%d", control_fd, answer_fd));
  if (settings->all)
    g_ptr_array_add (argv, g_strdup ("-a"));
  else
    {
      g_autoptr (GString) pids = g_string_new (NULL);

      if (self->target.pid != 0)
        g_string_append_printf (pids, "%d", (int) self->target.pid);
      for (guint i = 0; self->target.pid == 0 && i < settings->n_pids; i++)
        g_string_append_printf (pids, "%s%d", i > 0 ? "," : "", settings->pids[i]);
      g_ptr_array_add (argv, g_strdup ("-p"));
      g_ptr_array_add (argv, g_strdup (pids->str));
    }
  g_ptr_array_add (argv, NULL);
  g_clear_pointer (&self->perf_argv, g_ptr_array_unref);
  self->perf_argv = argv;
}

/* Until perf confirms that it records. Returns: FALSE when it ended, or does not answer */
static gboolean
wait_for_answer (AscRecording *self)
{
  const gint64 deadline = g_get_monotonic_time () + START_TIMEOUT_MS * 1000;
  struct pollfd fds[] = {
    { .fd = self->answer_fd, .events = POLLIN },
    { .fd = self->perf_output_fd, .events = POLLIN },
    { .fd = self->stop_fd, .events = POLLIN },
  };
  char answer[8];

  if (write (self->control_fd, ENABLE, strlen (ENABLE)) < 0)
    return FALSE;
  while (g_get_monotonic_time () < deadline)
    {
      if (poll (fds, G_N_ELEMENTS (fds), 100) < 0 && errno != EINTR)
        return FALSE;
      if (fds[0].revents & POLLIN)
        return read (self->answer_fd, answer, sizeof answer) > 0;
      if (fds[2].revents & POLLIN)
        {
          self->is_stopping = TRUE;
          return FALSE;
        }
      if (fds[1].revents & POLLIN)
        asc_recording_read_perf (self);
      else if (asc_child_has_ended (&self->perf))
        return FALSE;
    }
  return FALSE;
}

static gboolean
spawn (AscRecording *self, GError **error)
{
  int control[2], answer[2], output[2];
  AscChildSpec spec = { .death_signal = SIGINT, .own_group = TRUE };
  gboolean good;

  if (pipe2 (control, O_CLOEXEC) != 0 || pipe2 (answer, O_CLOEXEC) != 0 || pipe2 (output, O_CLOEXEC) != 0)
    {
      g_set_error (error, ASC_RECORD_ERROR, ASC_RECORD_ERROR_FAILED, "pipe2: %s", g_strerror (errno));
      return FALSE;
    }
  make_argv (self, control[0], answer[1]);
  spec.argv = (const char *const *) self->perf_argv->pdata;
  spec.output_fd = output[1];
  spec.keep_fds[0] = control[0];
  spec.keep_fds[1] = answer[1];
  self->control_fd = control[1];
  self->answer_fd = answer[0];
  self->perf_output_fd = output[0];
  fcntl (output[0], F_SETFL, O_NONBLOCK);
  fcntl (answer[0], F_SETFL, O_NONBLOCK);
  fcntl (control[1], F_SETFL, O_NONBLOCK);
  good = asc_child_start (&self->perf, &spec, error) && asc_child_release (&self->perf, asc_record_machine_get_perf (self->machine), error);
  close (control[0]);
  close (answer[1]);
  close (output[1]);
  return good;
}

static void
close_all (AscRecording *self)
{
  int *fds[] = { &self->control_fd, &self->answer_fd, &self->perf_output_fd };

  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    {
      if (*fds[i] >= 0)
        close (*fds[i]);
      *fds[i] = -1;
    }
}

/* perf ended, or does not answer: it is made to end, and what it said is kept. */
static void
give_up (AscRecording *self)
{
  while (self->perf_output_fd >= 0 && asc_child_has_ended (&self->perf) && asc_recording_read_perf (self) && self->perf_says->len < SAYS_MAX)
    {
      struct pollfd fd = { .fd = self->perf_output_fd, .events = POLLIN };

      if (poll (&fd, 1, 0) <= 0)
        break;
    }
  asc_child_clear (&self->perf);
  close_all (self);
}

gboolean
asc_recording_start_perf (AscRecording *self, GError **error)
{
  g_autoptr (AscProblem) problem = NULL;

  if (spawn (self, error))
    {
      if (wait_for_answer (self))
        return TRUE;
      give_up (self);
      if (self->is_stopping)
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Stopped before recording began"));
          return FALSE;
        }
      problem = asc_perf_explain (self->perf_says->str);
      asc_problem_set_error (problem, error);
      return FALSE;
    }
  give_up (self);
  return FALSE;
}
