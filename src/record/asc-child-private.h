/* asc-child-private.h: a process of ours that waits at its start
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <sys/resource.h>

G_BEGIN_DECLS

typedef struct
{
  const char *const *argv;
  const char *directory;          /* nullable */
  const char *const *environment; /* nullable: changes, see AscRecordSettings */
  int death_signal;               /* it gets this when the thread that started it ends */
  gboolean own_group;             /* keys of the terminal do not reach it; no standard input */
  int output_fd;                  /* its standard output and error; -1: ours */
  const int *keep_fds;            /* it inherits these */
  guint n_keep_fds;
} AscChildSpec;

/** One thread, which must outlive the process. */
typedef struct
{
  pid_t pid;       /* 0: none */
  int pidfd;       /* readable when it has ended; -1: this kernel has none */
  int hold_fd;     /* while it is open the program is not started; -1: let go */
  int exec_fd;     /* an errno comes here when the program cannot be started; -1: asked */
  gboolean reaped;
  int wait_status; /* of waitpid(), when it is reaped */
  struct rusage usage;
} AscChild;

/** Makes a process for @spec, which waits until asc_child_release(). Errors: ASC_RECORD_ERROR_FAILED. */
gboolean asc_child_start (AscChild *self, const AscChildSpec *spec, GError **error);
/** Starts its program. Returns: FALSE with @error (ASC_RECORD_ERROR_NO_COMMAND) when that cannot be; the process has ended then */
gboolean asc_child_release (AscChild *self, const char *program, GError **error);
/** Whether it has ended; it stays a zombie, of which /proc still tells. */
gboolean asc_child_has_ended (AscChild *self);
/** Takes its exit status and what it used; waits for it if need be. */
void asc_child_reap (AscChild *self);
/** Nothing when it is reaped. */
void asc_child_signal (AscChild *self, int number);
/** Kills and reaps what still runs and closes the descriptors. */
void asc_child_clear (AscChild *self);

G_END_DECLS
