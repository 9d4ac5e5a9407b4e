/* asc-cli-progress.c: see asc-cli-progress.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-progress.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

#define TICK_US (100 * 1000)

struct _AscCliTicker
{
  AscProgress *progress;
  GThread *thread;
  GMutex lock;
  GCond wake;
  gboolean stop;
};

/* On a terminal one line that is written over; else a line for each phase. */
static void
tell (AscProgress *progress, const char **phase, gboolean terminal)
{
  gint64 done;
  gint64 total;
  const char *title = asc_progress_get (progress, &done, &total);

  if (title == NULL || (!terminal && title == *phase))
    return;
  *phase = title;
  if (!terminal)
    fprintf (stderr, "%s\n", _ (title));
  else if (total > 0)
    fprintf (stderr, "\r\033[K%s %d %%", _ (title), (int) (100.0 * (double) MIN (done, total) / (double) total));
  else
    fprintf (stderr, "\r\033[K%s", _ (title));
}

static gpointer
run (gpointer data)
{
  AscCliTicker *self = data;
  gboolean terminal = isatty (STDERR_FILENO);
  const char *phase = NULL;

  g_mutex_lock (&self->lock);
  while (!self->stop)
    {
      tell (self->progress, &phase, terminal);
      g_cond_wait_until (&self->wake, &self->lock, g_get_monotonic_time () + TICK_US);
    }
  g_mutex_unlock (&self->lock);
  if (terminal && phase != NULL)
    fputs ("\r\033[K", stderr);
  return NULL;
}

AscCliTicker *
asc_cli_ticker_new (AscProgress *progress)
{
  AscCliTicker *self = g_new0 (AscCliTicker, 1);

  self->progress = asc_progress_ref (progress);
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  self->thread = g_thread_new ("progress", run, self);
  return self;
}

void
asc_cli_ticker_free (AscCliTicker *self)
{
  g_mutex_lock (&self->lock);
  self->stop = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->thread);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->wake);
  asc_progress_unref (self->progress);
  g_free (self);
}
