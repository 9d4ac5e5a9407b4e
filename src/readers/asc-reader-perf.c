/* asc-reader-perf.c: perf.data, the recordings of `perf record`
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parts and their order: asc-perf-private.h. The format: docs/formats/perf.data.md.
 */
#include "config.h"

#include "asc-perf-private.h"

#include <glib/gi18n-lib.h>
#include <unistd.h>

/* The magic number of version 2 in both byte orders, of version 1, and of Hotspot's stream (refused by name). */
static gboolean
has_magic (const guint8 *head, gsize size)
{
  static const char *const magics[] = { "PERFILE2", "2ELIFREP", "PERFFILE", "ELIFFREP", "QPERFSTREAM" };

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (size >= strlen (magics[i]) && memcmp (head, magics[i], strlen (magics[i])) == 0)
      return TRUE;
  return FALSE;
}

static int
perf_sniff (const AscSniff *sniff)
{
  static const char *const members[] = { "data", "perf.data" };

  if (!sniff->is_folder)
    return has_magic (sniff->head, sniff->head_size) ? 100 : 0;
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (asc_source_has_member (sniff->source, members[i]))
      {
        guint8 head[16];
        gssize n = asc_source_pread (sniff->source, members[i], 0, head, sizeof head, NULL);

        if (n > 0 && has_magic (head, (gsize) n))
          return 90; /* it may be an experiment of ours, which has more */
      }
  return 0;
}

static void
clear_space (gpointer data)
{
  g_array_unref (((AscPerfSpace *) data)->eras);
}

static void
clear_span (gpointer data)
{
  AscPerfSpan *span = data;

  if (span->fd >= 0)
    close (span->fd);
}

static void
clear_dumps (gpointer data)
{
  g_array_unref (data);
}

static void
perf_init (AscPerf *self)
{
  const AscObject unknown = { .kind = ASC_OBJECT_UNKNOWN, .path = "", .pid = -1 };

  self->spans = g_array_new (FALSE, FALSE, sizeof (AscPerfSpan));
  g_array_set_clear_func (self->spans, clear_span);
  self->attrs = g_ptr_array_new_with_free_func (asc_perf_attr_free);
  asc_map_init (&self->ids, 0);
  self->tracepoints = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->details = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->build_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  self->places = g_array_new (FALSE, FALSE, sizeof (AscPerfPlace));
  self->changes = g_array_new (FALSE, FALSE, sizeof (AscPerfChange));
  self->jitdumps = g_ptr_array_new_with_free_func (asc_perf_jitdump_free);
  self->switches = g_array_new (FALSE, FALSE, sizeof (AscPerfSwitch));
  self->names = asc_strings_new ();
  asc_map_init (&self->tasks, 0);
  self->task_keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->object_cache = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->unknown_object = asc_builder_add_object (self->builder, &unknown);
  self->kernel_object = ASC_NONE;
  self->target_pid = -1;
  self->first_time = G_MAXUINT64;
  asc_perf_maps_init (&self->maps);
  self->spaces = g_array_new (FALSE, FALSE, sizeof (AscPerfSpace));
  g_array_set_clear_func (self->spaces, clear_space);
  asc_map_init (&self->space_of, 0);
  self->lives = g_array_new (FALSE, FALSE, sizeof (AscPerfLife));
  asc_map_init (&self->life_of, 0);
  asc_map_init (&self->deferred_of, 0);
  self->deferred = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->dumps = g_ptr_array_new_with_free_func (clear_dumps);
  self->heads = asc_perf_heads_new ();
  self->execs = g_array_new (FALSE, FALSE, sizeof (AscPerfExec));
}

static void
perf_clear (AscPerf *self)
{
  g_clear_pointer (&self->spans, g_array_unref);
  g_clear_pointer (&self->attrs, g_ptr_array_unref);
  asc_map_clear (&self->ids);
  g_hash_table_unref (self->tracepoints);
  g_hash_table_unref (self->details);
  g_hash_table_unref (self->build_ids);
  g_array_unref (self->places);
  g_clear_pointer (&self->changes, g_array_unref);
  g_ptr_array_unref (self->jitdumps);
  g_clear_pointer (&self->switches, g_array_unref);
  asc_strings_free (self->names);
  asc_map_clear (&self->tasks);
  g_array_unref (self->task_keys);
  g_hash_table_unref (self->object_cache);
  asc_perf_maps_clear (&self->maps);
  g_array_unref (self->spaces);
  asc_map_clear (&self->space_of);
  g_array_unref (self->lives);
  asc_map_clear (&self->life_of);
  g_array_unref (self->execs);
  asc_map_clear (&self->deferred_of);
  g_array_unref (self->deferred);
  g_clear_pointer (&self->dumps, g_ptr_array_unref);
  asc_perf_heads_free (self->heads);
  g_clear_pointer (&self->readings, asc_perf_readings_free);
}

static gboolean
perf_run (AscPerf *self, GError **error)
{
  if (!asc_perf_file_open (self, error))
    return FALSE;
  asc_perf_read_features (self);
  asc_progress_begin (self->progress, N_ ("Reading the recording"), self->file_size);
  if (!asc_perf_read_records (self, error))
    return FALSE;
  asc_perf_add_kinds (self);
  if (!asc_perf_read_jitdumps (self, error))
    return FALSE;
  asc_perf_build_tasks (self);
  asc_perf_apply_build_ids (self);
  asc_perf_finish_info (self);
  if (self->last_time > self->first_time)
    asc_builder_set_duration_ns (self->builder, (gint64) MIN (self->last_time - self->first_time, G_MAXINT64));
  if (!asc_perf_give_switches (self, error) || !asc_perf_find_exec_ends (self, error))
    return FALSE;
  if (self->has_readings && !asc_perf_read_readings (self, error))
    return FALSE;
  return asc_perf_read_samples (self, error);
}

static gboolean
perf_read (AscSource *source, AscBuilder *builder, const AscReadOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  AscPerf self = {
    .source = source,
    .builder = builder,
    .diagnostics = asc_builder_get_diagnostics (builder),
    .cancellable = cancellable,
    .progress = progress,
    .n_threads = options->n_threads,
    .options = options,
  };
  gboolean ok;

  perf_init (&self);
  ok = perf_run (&self, error);
  if (ok)
    asc_perf_give_dumps (&self);
  perf_clear (&self);
  return ok;
}

const AscReader asc_reader_perf = { "perf.data", N_ ("Linux perf recording"), perf_sniff, perf_read };
