/* asc-child.c: see asc-child-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-child-private.h"

#include "asc-record-machine.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Our environment with @changes. Returns: (transfer full) */
static char **
make_environment (const char *const *changes)
{
  char **environment = g_get_environ ();

  for (; changes != NULL && *changes != NULL; changes++)
    {
      const char *equals = strchr (*changes, '=');
      g_autofree char *name = equals != NULL ? g_strndup (*changes, (gsize) (equals - *changes)) : g_strdup (*changes);

      environment = equals != NULL ? g_environ_setenv (environment, name, equals + 1, TRUE) : g_environ_unsetenv (environment, name);
    }
  return environment;
}

/* Between fork() and exec(): only what a signal handler might call too. */
static void
set_up (const AscChildSpec *spec, pid_t parent)
{
  sigset_t none;
  int fd;

  signal (SIGPIPE, SIG_DFL);
  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  signal (SIGHUP, SIG_DFL);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  prctl (PR_SET_PDEATHSIG, spec->death_signal);
  if (getppid () != parent)
    _exit (126);
  if (spec->own_group)
    {
      setpgid (0, 0);
      fd = open ("/dev/null", O_RDONLY);
      if (fd > 0)
        {
          dup2 (fd, STDIN_FILENO);
          close (fd);
        }
    }
  if (spec->output_fd >= 0)
    {
      dup2 (spec->output_fd, STDOUT_FILENO);
      dup2 (spec->output_fd, STDERR_FILENO);
    }
  for (guint i = 0; i < spec->n_keep_fds; i++)
    fcntl (spec->keep_fds[i], F_SETFD, 0);
}

static void G_GNUC_NORETURN
run_child (const AscChildSpec *spec, char **environment, pid_t parent, int hold_fd, int exec_fd)
{
  char go = 0;
  int problem;

  set_up (spec, parent);
  while (read (hold_fd, &go, 1) < 0 && errno == EINTR)
    ;
  if (go == 0)
    _exit (126);
  if (spec->directory == NULL || chdir (spec->directory) == 0)
    {
      /* Its shell's search for the program is ours too: the parent's $PATH. */
      execvpe (spec->argv[0], (char *const *) spec->argv, environment);
    }
  problem = errno;
  if (write (exec_fd, &problem, sizeof problem) < 0)
    _exit (126);
  _exit (problem == ENOENT ? 127 : 126);
}

static gboolean
fail (GError **error, const char *what, int problem)
{
  g_set_error (error, ASC_RECORD_ERROR, ASC_RECORD_ERROR_FAILED, "%s: %s", what, g_strerror (problem));
  return FALSE;
}

gboolean
asc_child_start (AscChild *self, const AscChildSpec *spec, GError **error)
{
  g_auto (GStrv) environment = make_environment (spec->environment);
  const pid_t parent = getpid ();
  int hold[2];
  int answer[2];

  *self = (AscChild){ .pidfd = -1, .hold_fd = -1, .exec_fd = -1 };
  if (pipe2 (hold, O_CLOEXEC) != 0)
    return fail (error, "pipe2", errno);
  if (pipe2 (answer, O_CLOEXEC) != 0)
    {
      close (hold[0]);
      close (hold[1]);
      return fail (error, "pipe2", errno);
    }
  self->pid = fork ();
  if (self->pid == 0)
    {
      close (hold[1]);
      run_child (spec, environment, parent, hold[0], answer[1]);
    }
  self->hold_fd = hold[1];
  self->exec_fd = answer[0];
  close (hold[0]);
  close (answer[1]);
  if (self->pid < 0)
    {
      int problem = errno;

      self->pid = 0;
      asc_child_clear (self);
      return fail (error, "fork", problem);
    }
  self->pidfd = (int) syscall (SYS_pidfd_open, self->pid, 0);
  return TRUE;
}

gboolean
asc_child_release (AscChild *self, const char *program, GError **error)
{
  int problem = 0;
  gssize n;

  if (write (self->hold_fd, "g", 1) != 1)
    return fail (error, program, errno);
  close (self->hold_fd);
  self->hold_fd = -1;
  do
    n = read (self->exec_fd, &problem, sizeof problem);
  while (n < 0 && errno == EINTR);
  close (self->exec_fd);
  self->exec_fd = -1;
  if (n != sizeof problem)
    return TRUE;
  asc_child_reap (self);
  /* TRANSLATORS: a program, what is wrong with it */
  g_set_error (error, ASC_RECORD_ERROR, ASC_RECORD_ERROR_NO_COMMAND, _ ("“%s” cannot be run: %s"), program, g_strerror (problem));
  return FALSE;
}

gboolean
asc_child_has_ended (AscChild *self)
{
  siginfo_t info = { 0 };

  return self->pid == 0 || self->reaped || (waitid (P_PID, (id_t) self->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == self->pid) ||
         (errno == ECHILD && info.si_pid == 0 && kill (self->pid, 0) != 0);
}

void
asc_child_reap (AscChild *self)
{
  if (self->pid == 0 || self->reaped)
    return;
  while (wait4 (self->pid, &self->wait_status, 0, &self->usage) < 0 && errno == EINTR)
    ;
  self->reaped = TRUE;
}

void
asc_child_signal (AscChild *self, int number)
{
  if (self->pid != 0 && !self->reaped)
    kill (self->pid, number);
}

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

void
asc_child_clear (AscChild *self)
{
  if (self->pid != 0 && !self->reaped)
    {
      kill (self->pid, SIGKILL);
      asc_child_reap (self);
    }
  close_fd (&self->hold_fd);
  close_fd (&self->exec_fd);
  close_fd (&self->pidfd);
}
