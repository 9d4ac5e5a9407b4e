/* asc-perf-child.c: see asc-perf-child-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * perf is asked over --control to enable its events, which it confirms (tools/perf/Documentation/perf-record.txt).
 *
 * It holds both ends of each pipe: when the other end of one is closed because we were killed, perf would end without completing its file ("pollfd index mismatch"), or by SIGPIPE
 * as it says what it wrote. As it is, SIGINT at our death lets it write all (asc-child.c).
 */
#include "config.h"

#include "asc-perf-child-private.h"

#include "asc-record-machine.h"
#include "asc-recording-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define SAYS_MAX (256 * 1024)
#define ENABLE "enable\n"
#define PING "ping\n" /* since perf 5.12; older ones wake up all the same */

enum
{
  READ_END,
  WRITE_END,
};

void
asc_perf_child_init (AscPerfChild *self)
{
  *self = (AscPerfChild){
    .child = { .pidfd = -1, .hold_fd = -1, .exec_fd = -1 },
    .says = g_string_new (NULL),
    .control_fd = -1,
    .answer_fd = -1,
    .output_fd = -1,
  };
}

gboolean
asc_perf_child_read (AscPerfChild *self)
{
  char block[4096];
  gssize n = read (self->output_fd, block, sizeof block);

  if (n > 0 && self->says->len < SAYS_MAX)
    g_string_append_len (self->says, block, n);
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

void
asc_perf_child_flush (AscPerfChild *self)
{
  char answers[64];

  while (read (self->answer_fd, answers, sizeof answers) > 0)
    ;
  if (write (self->control_fd, PING, strlen (PING)) < 0)
    return; /* it is ending */
}

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

void
asc_perf_child_end (AscPerfChild *self)
{
  asc_child_clear (&self->child);
  close_fd (&self->control_fd);
  close_fd (&self->answer_fd);
  close_fd (&self->output_fd);
}

void
asc_perf_child_clear (AscPerfChild *self)
{
  asc_perf_child_end (self);
  g_clear_pointer (&self->argv, g_ptr_array_unref);
  if (self->says != NULL)
    g_string_free (self->says, TRUE);
  self->says = NULL;
}

/* Neither side waits for the other: of what perf says, too much for the pipe is dropped. */
static gboolean
make_pipe (int fds[2], GError **error)
{
  if (pipe2 (fds, O_CLOEXEC | O_NONBLOCK) == 0)
    return TRUE;
  g_set_error (error, ASC_RECORD_ERROR, ASC_RECORD_ERROR_FAILED, "pipe2: %s", g_strerror (errno));
  return FALSE;
}

static gboolean
spawn (AscPerfChild *self, GError **error)
{
  int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
  /* All but the last, which it has as its output. */
  enum { N_KEPT = 5 };
  int *control = pipes[0], *answer = pipes[1], *output = pipes[2];
  AscChildSpec spec = { .death_signal = SIGINT, .own_group = TRUE, .keep_fds = pipes[0], .n_keep_fds = N_KEPT };
  gboolean good = make_pipe (control, error) && make_pipe (answer, error) && make_pipe (output, error);

  g_ptr_array_add (self->argv, g_strdup ("--control"));
  g_ptr_array_add (self->argv, g_strdup_printf ("fd:%d,%d", control[READ_END], answer[WRITE_END]));
  g_ptr_array_add (self->argv, NULL);
  spec.argv = (const char *const *) self->argv->pdata;
  spec.output_fd = output[WRITE_END];
  good = good && asc_child_start (&self->child, &spec, error) && asc_child_release (&self->child, spec.argv[0], error);
  self->control_fd = control[WRITE_END];
  self->answer_fd = answer[READ_END];
  self->output_fd = output[READ_END];
  close_fd (&control[READ_END]);
  close_fd (&answer[WRITE_END]);
  close_fd (&output[WRITE_END]);
  return good;
}

typedef enum
{
  RECORDS,
  STOPPED,
  FAILED,
} Answer;

/* Until perf confirms that it records, it ends, or does not answer. */
static Answer
wait_for_answer (AscPerfChild *self, int stop_fd, gint64 timeout_ms)
{
  const gint64 deadline = g_get_monotonic_time () + timeout_ms * 1000;
  struct pollfd fds[] = {
    { .fd = self->answer_fd, .events = POLLIN },
    { .fd = self->output_fd, .events = POLLIN },
    { .fd = stop_fd, .events = POLLIN },
  };
  char answer[8];

  if (write (self->control_fd, ENABLE, strlen (ENABLE)) < 0)
    return FAILED;
  while (g_get_monotonic_time () < deadline)
    {
      if (poll (fds, G_N_ELEMENTS (fds), 100) < 0 && errno != EINTR)
        return FAILED;
      if (fds[0].revents & POLLIN)
        return read (self->answer_fd, answer, sizeof answer) > 0 ? RECORDS : FAILED;
      if (fds[2].revents & POLLIN)
        return STOPPED;
      if (fds[1].revents & POLLIN)
        asc_perf_child_read (self);
      else if (asc_child_has_ended (&self->child))
        return FAILED;
    }
  return FAILED;
}

/* perf ended, or does not answer: what it said is kept. */
static void
give_up (AscPerfChild *self)
{
  while (self->output_fd >= 0 && asc_child_has_ended (&self->child) && self->says->len < SAYS_MAX)
    {
      struct pollfd fd = { .fd = self->output_fd, .events = POLLIN };

      if (poll (&fd, 1, 0) <= 0 || !asc_perf_child_read (self))
        break;
    }
  asc_perf_child_end (self);
}

gboolean
asc_perf_child_start (AscPerfChild *self, GPtrArray *argv, int stop_fd, gint64 timeout_ms, GError **error)
{
  g_autoptr (AscProblem) problem = NULL;
  Answer answer;

  g_clear_pointer (&self->argv, g_ptr_array_unref);
  self->argv = argv;
  if (!spawn (self, error))
    {
      asc_perf_child_end (self);
      return FALSE;
    }
  answer = wait_for_answer (self, stop_fd, timeout_ms);
  if (answer == RECORDS)
    return TRUE;
  give_up (self);
  if (answer == STOPPED)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Stopped before recording began"));
      return FALSE;
    }
  problem = asc_perf_explain (self->says->str);
  asc_problem_set_error (problem, error);
  return FALSE;
}
