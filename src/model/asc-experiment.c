/* asc-experiment.c: see asc-experiment.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-experiment-private.h"

G_DEFINE_FINAL_TYPE (AscExperiment, asc_experiment, G_TYPE_OBJECT)

static void
asc_experiment_finalize (GObject *object)
{
  AscExperiment *self = ASC_EXPERIMENT (object);

  g_free (self->path);
  g_free (self->format);
  g_clear_pointer (&self->chunk, g_string_chunk_free);
  g_clear_pointer (&self->strings, asc_strings_free);
  g_clear_pointer (&self->info_keys, g_ptr_array_unref);
  g_clear_pointer (&self->info, g_hash_table_unref);
  g_clear_pointer (&self->diagnostics, asc_diagnostics_free);
  g_free ((gpointer) self->events.time_ns);
  g_free ((gpointer) self->events.value);
  g_free ((gpointer) self->events.stack);
  g_free ((gpointer) self->events.thread);
  g_free ((gpointer) self->events.cpu);
  g_free ((gpointer) self->events.kind);
  g_free ((gpointer) self->events.mode);
  g_free ((gpointer) self->events.dump);
  g_free ((gpointer) self->events.detail);
  g_free ((gpointer) self->switches.time_ns);
  g_free ((gpointer) self->switches.thread);
  g_free ((gpointer) self->switches.cpu);
  g_free ((gpointer) self->switches.flags);
  if (self->dumps.destroy != NULL)
    self->dumps.destroy (self->dumps.data);
  g_free ((gpointer) self->stacks.parent);
  g_free ((gpointer) self->stacks.end);
  g_free ((gpointer) self->stacks.frame);
  g_free (self->frames);
  g_clear_pointer (&self->objects, g_array_unref);
  g_clear_pointer (&self->kinds, g_array_unref);
  g_clear_pointer (&self->processes, g_array_unref);
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->mappings, g_array_unref);
  g_clear_pointer (&self->symbols, g_array_unref);
  g_clear_pointer (&self->lines, g_array_unref);
  G_OBJECT_CLASS (asc_experiment_parent_class)->finalize (object);
}

static void
asc_experiment_class_init (AscExperimentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_experiment_finalize;
}

static void
asc_experiment_init (AscExperiment *self)
{
}

const char *
asc_experiment_get_path (AscExperiment *self)
{
  return self->path;
}

const char *
asc_experiment_get_format (AscExperiment *self)
{
  return self->format;
}

const char *
asc_experiment_get_info (AscExperiment *self, const char *key)
{
  return g_hash_table_lookup (self->info, key);
}

const char *const *
asc_experiment_list_info (AscExperiment *self)
{
  return (const char *const *) self->info_keys->pdata;
}

gint64
asc_experiment_get_duration_ns (AscExperiment *self)
{
  return self->duration_ns;
}

const AscDiagnostics *
asc_experiment_get_diagnostics (AscExperiment *self)
{
  return self->diagnostics;
}

gint64
asc_experiment_get_n_shown (AscExperiment *self)
{
  return self->n_shown;
}

const AscEvents *
asc_experiment_get_events (AscExperiment *self)
{
  return &self->events;
}

const AscStacks *
asc_experiment_get_stacks (AscExperiment *self)
{
  return &self->stacks;
}

const AscSwitches *
asc_experiment_get_switches (AscExperiment *self)
{
  return &self->switches;
}

const AscFrame *
asc_experiment_get_frames (AscExperiment *self, guint *n_frames)
{
  *n_frames = self->n_frames;
  return self->frames;
}

const AscObject *
asc_experiment_get_objects (AscExperiment *self, guint *n_objects)
{
  *n_objects = self->objects->len;
  return (const AscObject *) (gpointer) self->objects->data;
}

const AscEventKind *
asc_experiment_get_kinds (AscExperiment *self, guint *n_kinds)
{
  *n_kinds = self->kinds->len;
  return (const AscEventKind *) (gpointer) self->kinds->data;
}

const AscProcess *
asc_experiment_get_processes (AscExperiment *self, guint *n_processes)
{
  *n_processes = self->processes->len;
  return (const AscProcess *) (gpointer) self->processes->data;
}

const AscThread *
asc_experiment_get_threads (AscExperiment *self, guint *n_threads)
{
  *n_threads = self->threads->len;
  return (const AscThread *) (gpointer) self->threads->data;
}

const AscMapping *
asc_experiment_get_mappings (AscExperiment *self, guint *n_mappings)
{
  *n_mappings = self->mappings->len;
  return (const AscMapping *) (gpointer) self->mappings->data;
}

const AscRecordedSymbol *
asc_experiment_get_recorded_symbols (AscExperiment *self, guint *n_symbols)
{
  *n_symbols = self->symbols->len;
  return (const AscRecordedSymbol *) (gpointer) self->symbols->data;
}

const AscRecordedLine *
asc_experiment_get_recorded_lines (AscExperiment *self, guint *n_lines)
{
  *n_lines = self->lines->len;
  return (const AscRecordedLine *) (gpointer) self->lines->data;
}

const AscDumps *
asc_experiment_get_dumps (AscExperiment *self)
{
  return self->dumps.read != NULL ? &self->dumps : NULL;
}

const char *
asc_experiment_get_string (AscExperiment *self, guint32 id)
{
  return asc_strings_get (self->strings, id);
}
