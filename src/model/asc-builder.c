/* asc-builder.c: tables on their way into an experiment; the stacks and events are in asc-shard.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-builder.h"
#include "asc-experiment-private.h"
#include "asc-shard-private.h"

#include <glib/gi18n-lib.h>

struct _AscBuilder
{
  AscExperiment *experiment;
  GHashTable *object_keys; /* text of what makes an object distinct -> index */
  GPtrArray *shards;
};

AscBuilder *
asc_builder_new (void)
{
  AscBuilder *self = g_new0 (AscBuilder, 1);
  AscExperiment *e = g_object_new (ASC_TYPE_EXPERIMENT, NULL);

  e->chunk = g_string_chunk_new (16384);
  e->strings = asc_strings_new ();
  e->info = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  e->info_keys = g_ptr_array_new ();
  e->diagnostics = asc_diagnostics_new ();
  e->duration_ns = -1;
  e->objects = g_array_new (FALSE, TRUE, sizeof (AscObject));
  e->kinds = g_array_new (FALSE, TRUE, sizeof (AscEventKind));
  e->processes = g_array_new (FALSE, TRUE, sizeof (AscProcess));
  e->threads = g_array_new (FALSE, TRUE, sizeof (AscThread));
  e->mappings = g_array_new (FALSE, TRUE, sizeof (AscMapping));
  e->symbols = g_array_new (FALSE, TRUE, sizeof (AscRecordedSymbol));
  e->lines = g_array_new (FALSE, TRUE, sizeof (AscRecordedLine));
  self->experiment = e;
  self->object_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->shards = g_ptr_array_new_with_free_func ((GDestroyNotify) asc_shard_free);
  return self;
}

void
asc_builder_free (AscBuilder *self)
{
  g_clear_object (&self->experiment);
  g_hash_table_unref (self->object_keys);
  g_ptr_array_unref (self->shards);
  g_free (self);
}

const char *
asc_builder_dup_string (AscBuilder *self, const char *string)
{
  return string != NULL ? g_string_chunk_insert_const (self->experiment->chunk, string) : NULL;
}

void
asc_builder_set_info (AscBuilder *self, const char *key, const char *value)
{
  AscExperiment *e = self->experiment;
  char *copy;

  if (!g_hash_table_contains (e->info, key))
    {
      copy = g_strdup (key);
      g_ptr_array_add (e->info_keys, copy);
      g_hash_table_insert (e->info, copy, g_strdup (value));
    }
  else
    {
      g_hash_table_insert (e->info, g_strdup (key), g_strdup (value)); /* keeps the first key */
    }
}

const char *
asc_builder_get_info (AscBuilder *self, const char *key)
{
  return g_hash_table_lookup (self->experiment->info, key);
}

AscDiagnostics *
asc_builder_get_diagnostics (AscBuilder *self)
{
  return self->experiment->diagnostics;
}

guint32
asc_builder_intern (AscBuilder *self, const char *string)
{
  return asc_strings_intern (self->experiment->strings, string);
}

static gboolean
has_kind (AscBuilder *self, const char *id)
{
  for (guint i = 0; i < self->experiment->kinds->len; i++)
    if (g_str_equal (g_array_index (self->experiment->kinds, AscEventKind, i).id, id))
      return TRUE;
  return FALSE;
}

/* A second kind of the same name becomes "name#2". */
static const char *
distinct_id (AscBuilder *self, const char *id)
{
  g_autofree char *numbered = g_strdup (id);

  for (guint n = 2; has_kind (self, numbered); n++)
    {
      g_free (numbered);
      numbered = g_strdup_printf ("%s#%u", id, n);
    }
  return asc_builder_dup_string (self, numbered);
}

guint8
asc_builder_add_kind (AscBuilder *self, const AscEventKind *kind)
{
  AscEventKind copy = *kind;

  if (self->experiment->kinds->len >= G_MAXUINT8)
    return G_MAXUINT8;
  copy.id = distinct_id (self, kind->id);
  copy.n_events = 0;
  copy.sum = 0;
  g_array_append_val (self->experiment->kinds, copy);
  return (guint8) (self->experiment->kinds->len - 1);
}

static char *
object_key (const AscObject *object)
{
  g_autofree char *build_id = asc_format_hex (object->build_id, object->build_id_size);

  return g_strdup_printf ("%d %d %" G_GINT64_MODIFIER "x %s %s", object->kind, object->pid, object->start_addr, build_id,
                          object->path != NULL ? object->path : "");
}

guint32
asc_builder_add_object (AscBuilder *self, const AscObject *object)
{
  AscObject copy = *object;
  g_autofree char *key = NULL;
  gpointer index;

  g_return_val_if_fail (object->build_id_size <= sizeof object->build_id, ASC_NONE);
  key = object_key (object);
  if (g_hash_table_lookup_extended (self->object_keys, key, NULL, &index))
    return GPOINTER_TO_UINT (index);
  copy.path = asc_builder_dup_string (self, object->path != NULL ? object->path : "");
  copy.name = asc_builder_dup_string (self, object->name);
  copy.reloc_symbol = asc_builder_dup_string (self, object->reloc_symbol);
  g_array_append_val (self->experiment->objects, copy);
  g_hash_table_insert (self->object_keys, g_steal_pointer (&key), GUINT_TO_POINTER (self->experiment->objects->len - 1));
  return self->experiment->objects->len - 1;
}

AscObject *
asc_builder_get_object (AscBuilder *self, guint32 index)
{
  g_return_val_if_fail (index < self->experiment->objects->len, NULL);
  return &g_array_index (self->experiment->objects, AscObject, index);
}

void
asc_builder_set_object_build_id (AscBuilder *self, guint32 object, const guint8 *build_id, guint size)
{
  AscObject *o = asc_builder_get_object (self, object);

  g_return_if_fail (o != NULL && size <= sizeof o->build_id);
  memcpy (o->build_id, build_id, size);
  o->build_id_size = size;
}

guint32
asc_builder_add_process (AscBuilder *self, const AscProcess *process)
{
  AscProcess copy = *process;

  copy.name = asc_builder_dup_string (self, process->name);
  g_array_append_val (self->experiment->processes, copy);
  return self->experiment->processes->len - 1;
}

AscProcess *
asc_builder_get_process (AscBuilder *self, guint32 index)
{
  g_return_val_if_fail (index < self->experiment->processes->len, NULL);
  return &g_array_index (self->experiment->processes, AscProcess, index);
}

guint32
asc_builder_add_thread (AscBuilder *self, const AscThread *thread)
{
  AscThread copy = *thread;

  g_return_val_if_fail (thread->process < self->experiment->processes->len, ASC_NONE);
  copy.name = asc_builder_dup_string (self, thread->name);
  g_array_append_val (self->experiment->threads, copy);
  return self->experiment->threads->len - 1;
}

guint
asc_builder_get_n_threads (AscBuilder *self)
{
  return self->experiment->threads->len;
}

AscThread *
asc_builder_get_thread (AscBuilder *self, guint32 index)
{
  g_return_val_if_fail (index < self->experiment->threads->len, NULL);
  return &g_array_index (self->experiment->threads, AscThread, index);
}

void
asc_builder_add_mapping (AscBuilder *self, const AscMapping *mapping)
{
  g_array_append_val (self->experiment->mappings, *mapping);
}

void
asc_builder_add_recorded_symbol (AscBuilder *self, const AscRecordedSymbol *symbol)
{
  AscRecordedSymbol copy = *symbol;

  copy.name = asc_builder_dup_string (self, symbol->name);
  g_array_append_val (self->experiment->symbols, copy);
}

void
asc_builder_add_recorded_line (AscBuilder *self, const AscRecordedLine *line)
{
  AscRecordedLine copy = *line;

  copy.file = asc_builder_dup_string (self, line->file);
  g_array_append_val (self->experiment->lines, copy);
}

void
asc_builder_set_duration_ns (AscBuilder *self, gint64 duration_ns)
{
  self->experiment->duration_ns = duration_ns;
}

void
asc_builder_set_dumps (AscBuilder *self, const AscDumps *dumps)
{
  g_return_if_fail (self->experiment->dumps.read == NULL);
  self->experiment->dumps = *dumps;
}

void
asc_builder_take_switches (AscBuilder *self, const AscSwitches *switches)
{
  g_return_if_fail (self->experiment->switches.time_ns == NULL);
  self->experiment->switches = *switches;
}

static void
copy_switches (AscBuilder *self, const AscSwitches *from)
{
  AscSwitches copy = { .n = from->n };

  copy.time_ns = g_memdup2 (from->time_ns, from->n * sizeof *from->time_ns);
  copy.thread = g_memdup2 (from->thread, from->n * sizeof *from->thread);
  copy.cpu = g_memdup2 (from->cpu, from->n * sizeof *from->cpu);
  copy.flags = g_memdup2 (from->flags, from->n * sizeof *from->flags);
  asc_builder_take_switches (self, &copy);
}

static void
add_info (AscBuilder *self, const AscExperiment *other)
{
  for (guint i = 0; i + 1 < other->info_keys->len; i++)
    {
      const char *key = g_ptr_array_index (other->info_keys, i);

      asc_builder_set_info (self, key, g_hash_table_lookup (other->info, key));
    }
  for (guint i = 1; i < asc_strings_get_size (other->strings); i++)
    asc_builder_intern (self, asc_strings_get (other->strings, i));
}

void
asc_builder_add_tables (AscBuilder *self, AscExperiment *other)
{
  AscExperiment *e = self->experiment;

  g_return_if_fail (e->objects->len == 0 && e->kinds->len == 0);
  add_info (self, other);
  for (guint i = 0; i < other->kinds->len; i++)
    asc_builder_add_kind (self, &g_array_index (other->kinds, AscEventKind, i));
  for (guint i = 0; i < other->objects->len; i++)
    {
      /* Not by add_object(): two may have become equal, when build-ids came late. */
      AscObject object = g_array_index (other->objects, AscObject, i);

      object.path = asc_builder_dup_string (self, object.path);
      object.name = asc_builder_dup_string (self, object.name);
      object.reloc_symbol = asc_builder_dup_string (self, object.reloc_symbol);
      g_array_append_val (e->objects, object);
      g_hash_table_insert (self->object_keys, object_key (&object), GUINT_TO_POINTER (i));
    }
  for (guint i = 0; i < other->processes->len; i++)
    asc_builder_add_process (self, &g_array_index (other->processes, AscProcess, i));
  for (guint i = 0; i < other->threads->len; i++)
    asc_builder_add_thread (self, &g_array_index (other->threads, AscThread, i));
  for (guint i = 0; i < other->mappings->len; i++)
    asc_builder_add_mapping (self, &g_array_index (other->mappings, AscMapping, i));
  for (guint i = 0; i < other->symbols->len; i++)
    asc_builder_add_recorded_symbol (self, &g_array_index (other->symbols, AscRecordedSymbol, i));
  for (guint i = 0; i < other->lines->len; i++)
    asc_builder_add_recorded_line (self, &g_array_index (other->lines, AscRecordedLine, i));
  copy_switches (self, &other->switches);
  asc_diagnostics_merge (e->diagnostics, other->diagnostics);
  e->duration_ns = other->duration_ns;
  e->n_shown = other->n_shown;
}

AscShard *
asc_builder_add_shard (AscBuilder *self)
{
  AscShard *shard = asc_shard_new ();

  g_ptr_array_add (self->shards, shard);
  return shard;
}

/* Counts and sums of each kind, and the span of time; once, over the finished columns. */
static void
sum_up (AscExperiment *e)
{
  const AscEvents *events = &e->events;
  AscEventKind *kinds = (AscEventKind *) (gpointer) e->kinds->data;
  gint64 first = G_MAXINT64;
  gint64 last = -1;

  for (guint i = 0; i < events->n_events; i++)
    {
      AscEventKind *kind = &kinds[events->kind[i]];

      kind->n_events++;
      if (G_UNLIKELY (__builtin_add_overflow (kind->sum, events->value[i], &kind->sum)))
        {
          kind->sum = events->value[i] < 0 ? G_MININT64 : G_MAXINT64;
          asc_diagnostics_add (e->diagnostics, ASC_SEVERITY_ERROR, "overflow", N_ ("Sums that do not fit 64 bits"), 1, ASC_NO_PLACE);
        }
      if (events->time_ns[i] >= 0)
        {
          first = MIN (first, events->time_ns[i]);
          last = MAX (last, events->time_ns[i]);
        }
    }
  if (e->duration_ns < 0)
    e->duration_ns = last >= first ? last - first : 0;
}

AscExperiment *
asc_builder_finish (AscBuilder *self, const char *path, const char *format)
{
  AscExperiment *e = self->experiment;
  AscEventKind *kinds = (AscEventKind *) (gpointer) e->kinds->data;

  e->path = g_strdup (path);
  e->format = g_strdup (format);
  g_ptr_array_add (e->info_keys, NULL);
  for (guint i = 0; i < self->shards->len; i++)
    asc_diagnostics_merge (e->diagnostics, asc_shard_get_diagnostics (g_ptr_array_index (self->shards, i)));
  for (guint i = 0; i < e->kinds->len; i++)
    kinds[i].n_events = kinds[i].sum = 0;
  asc_shards_merge (self->shards, e);
  g_ptr_array_set_size (self->shards, 0);
  sum_up (e);
  return g_steal_pointer (&self->experiment);
}
