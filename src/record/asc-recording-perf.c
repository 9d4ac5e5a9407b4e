/* asc-recording-perf.c: the perf of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The recorded program waits at its start; perf attaches to it and confirms that it records: then the program is let go. So nothing of it is missed, it is a child of ours, whose end and use of time
 * we see, and stopping it does not end perf, as stopping perf's own child does.
 */
#include "config.h"

#include "asc-recording-private.h"

/* A system with very many processes takes perf some seconds. */
#define START_TIMEOUT_MS 60000

static GPtrArray *
make_argv (AscRecording *self)
{
  const AscRecordSettings *settings = self->settings;
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->plan->options->len; i++)
    g_ptr_array_add (argv, g_strdup (g_ptr_array_index (self->plan->options, i)));
  g_ptr_array_add (argv, g_strdup ("-o"));
  g_ptr_array_add (argv, g_strdup (self->data_path));
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
  return argv;
}

gboolean
asc_recording_start_perf (AscRecording *self, GError **error)
{
  return asc_perf_child_start (&self->perf, make_argv (self), self->stop_fd, START_TIMEOUT_MS, error);
}
