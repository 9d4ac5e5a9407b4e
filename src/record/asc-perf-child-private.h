/* asc-perf-child-private.h: a perf that records, and its three pipes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-child-private.h"

G_BEGIN_DECLS

/** One thread, which must outlive the process. */
typedef struct
{
  AscChild child; /* pid 0: there is none */
  GPtrArray *argv; /* char *, NULL last: as run; NULL: not yet */
  GString *says;   /* what it wrote to its output so far */
  int control_fd;  /* commands, */
  int answer_fd;   /* their answers, */
  int output_fd;   /* and what it says; -1: closed */
} AscPerfChild;

void asc_perf_child_init (AscPerfChild *self);

/**
 * Starts perf and waits until it confirms that its events are enabled.
 * @argv: (transfer full): char *, perf's path first, without --control and without a NULL; @stop_fd: waiting ends when it is readable, which it stays; @timeout_ms: so long it may take.
 * Returns: FALSE with @error when it does not record, having ended: G_IO_ERROR_CANCELLED for @stop_fd, else ASC_RECORD_ERROR with what perf said, explained
 */
gboolean asc_perf_child_start (AscPerfChild *self, GPtrArray *argv, int stop_fd, gint64 timeout_ms, GError **error);
/** Makes perf write what its buffers hold: else it does so when they are half full, and what they hold is gone if it is killed. */
void asc_perf_child_flush (AscPerfChild *self);
/** Takes what perf has said so far. Returns: FALSE when it will say no more */
gboolean asc_perf_child_read (AscPerfChild *self);
/** Kills and reaps perf if it still runs and closes the pipes. What it was and said is kept. */
void asc_perf_child_end (AscPerfChild *self);
/** The same, and frees what is kept. */
void asc_perf_child_clear (AscPerfChild *self);

G_END_DECLS
