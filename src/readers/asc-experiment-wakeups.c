/* asc-experiment-wakeups.c: see asc-experiment-wakeups-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-experiment-wakeups-private.h"

#include "asc-map.h"

#include <glib/gi18n-lib.h>

#define KIND "outside-wakeups"
#define ZERO "time-zero-ns"

extern const AscReader asc_reader_perf;

gint64
asc_experiment_get_zero_ns (const char *text)
{
  return text != NULL ? g_ascii_strtoll (text, NULL, 10) : -1;
}

static AscExperiment *
read_wakeups (const char *path, const AscReadOptions *options, GCancellable *cancellable)
{
  g_autoptr (AscSource) source = asc_source_open (path, NULL);
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  g_autoptr (AscProgress) progress = asc_progress_new ();

  return source != NULL && asc_reader_perf.read (source, builder, options, cancellable, progress, NULL)
             ? asc_builder_finish (builder, path, asc_reader_perf.id)
             : NULL;
}

typedef struct
{
  AscExperiment *wakeups;
  AscMap tids;     /* of the experiment's threads */
  gint64 shift_ns; /* from their times to the experiment's */
  guint8 kind;
  AscShard *shard;
  gint64 n_added;
} Merge;

static gboolean
is_ours (const Merge *self, gint64 tid)
{
  return tid > 0 && asc_map_lookup (&self->tids, (guint32)tid) != G_MAXUINT32;
}

/* Wakeups of the experiment's threads by others: those by its own threads it has itself. */
static void
merge (Merge *self)
{
  const AscEvents *events = asc_experiment_get_events (self->wakeups);
  guint n_kinds, n_threads;
  const AscEventKind *kinds = asc_experiment_get_kinds (self->wakeups, &n_kinds);
  const AscThread *threads = asc_experiment_get_threads (self->wakeups, &n_threads);

  for (guint i = 0; events->detail != NULL && i < events->n_events; i++)
    {
      AscEvent event = { .time_ns = events->time_ns[i] + self->shift_ns,
                         .value = 1,
                         .stack = ASC_NONE,
                         .thread = ASC_NONE,
                         .cpu = events->cpu[i],
                         .kind = self->kind,
                         .mode = ASC_MODE_KERNEL };

      if (kinds[events->kind[i]].role != ASC_ROLE_WAKE || events->time_ns[i] < 0 || event.time_ns < 0
          || !is_ours (self, ASC_DETAIL_TID (events->detail[i])))
        continue;
      if (events->thread[i] < n_threads && is_ours (self, threads[events->thread[i]].tid))
        continue;
      event.detail = events->detail[i] | ASC_DETAIL (ASC_WAKE_OUTSIDE, 0);
      asc_shard_event (self->shard, &event);
      self->n_added++;
    }
}

/* Those that were lost are missing in Wait CPU Time. */
static void
note_lost (AscDiagnostics *diagnostics, AscExperiment *wakeups)
{
  const AscDiagnostics *theirs = asc_experiment_get_diagnostics (wakeups);
  gint64 n_lost = 0;

  for (guint i = 0; i < asc_diagnostics_get_size (theirs); i++)
    {
      const AscDiagnostic *diagnostic = asc_diagnostics_get (theirs, i);

      if (g_str_equal (diagnostic->kind, "lost-records") || g_str_equal (diagnostic->kind, "lost-samples"))
        n_lost += diagnostic->count;
    }
  if (n_lost > 0)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, "wakeups-lost", N_ ("Wakeups by others that were lost: part of Wait CPU Time may count as sleep"), n_lost, ASC_NO_PLACE);
}

gboolean
asc_experiment_add_wakeups (
    const char *path, AscBuilder *builder, const AscReadOptions *options, GCancellable *cancellable, GError **error)
{
  const AscEventKind kind = { .id = KIND, .role = ASC_ROLE_WAKE, .interval = 1 };
  AscDiagnostics *diagnostics = asc_builder_get_diagnostics (builder);
  g_autoptr (AscExperiment) wakeups = read_wakeups (path, options, cancellable);
  const gint64 zero = asc_experiment_get_zero_ns (asc_builder_get_info (builder, ZERO));
  const gint64 other = wakeups != NULL ? asc_experiment_get_zero_ns (asc_experiment_get_info (wakeups, ZERO)) : -1;
  Merge self = { .wakeups = wakeups };

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (zero < 0 || other < 0
      || g_strcmp0 (asc_builder_get_info (builder, "clock"), asc_experiment_get_info (wakeups, "clock")) != 0)
    {
      asc_diagnostics_add (
          diagnostics, ASC_SEVERITY_WARNING, "wakeups-unreadable",
          N_ ("The recording of wakeups by others cannot be read: part of Wait CPU Time counts as sleep"), 1,
          ASC_NO_PLACE);
      return TRUE;
    }
  asc_map_init (&self.tids, asc_builder_get_n_threads (builder));
  for (guint i = 0; i < asc_builder_get_n_threads (builder); i++)
    {
      gboolean is_new;

      *asc_map_insert (&self.tids, (guint32)asc_builder_get_thread (builder, i)->tid, &is_new) = i;
    }
  note_lost (diagnostics, wakeups);
  self.shift_ns = other - zero;
  self.kind = asc_builder_add_kind (builder, &kind);
  self.shard = asc_builder_add_shard (builder);
  merge (&self);
  asc_diagnostics_add_read (diagnostics, self.n_added);
  asc_map_clear (&self.tids);
  return TRUE;
}
