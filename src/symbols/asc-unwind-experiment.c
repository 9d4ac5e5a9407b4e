/* asc-unwind-experiment.c: see asc-unwind-experiment.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-unwind-experiment.h"

#include <glib/gi18n-lib.h>

#include "asc-builder.h"
#include "asc-cfi-elf.h"
#include "asc-map.h"
#include "asc-parallel.h"
#include "asc-symbol-finder.h"
#include "asc-unwind.h"

/* What is read of a dump at first: most stacks are not deeper, and perf's dumps have 8 KiB by default. The rest follows where it is needed. */
#define FIRST_STACK_BYTES 4096

/* Fewer events than this are not worth a thread. */
#define EVENTS_MIN 512

#define TRUNCATED "<Truncated-stack>"

/* A load object, opened when a stack first leads into it. */
typedef struct
{
  gsize once;
  AscElf *elf; /* NULL: not found */
  AscCfi *cfi; /* NULL: none */
} Object;

typedef struct
{
  AscExperiment *experiment;
  const AscDumps *dumps;
  const AscObject *recorded; /* n_objects entries */
  AscSymbolFinder *finder;
  Object *objects; /* n_objects entries */
  guint n_objects;
  guint32 unknown_object;
  guint32 truncated_name;
  GCancellable *cancellable;
  AscProgress *progress;
  struct _Worker *workers;
} Pass;

/* A range of the events, its shard, and what it has seen. */
typedef struct _Worker
{
  Pass *pass;
  AscShard *shard;
  guint first;
  guint next;
  AscUnwinder *unwinder;
  GHashTable *modules; /* object and where it was mapped -> AscUnwindModule */
  GByteArray *buffer;
  GArray *path;   /* guint32: frames of kernel mode; any number: kernel.perf_event_max_stack tells how many there are */
  guint32 *nodes; /* node of the old experiment -> node of the shard, or ASC_NONE: not yet */
  gint64 n_ends[ASC_UNWIND_LIMIT + 1];
  gint64 n_unreadable;
} Worker;

static void
load_object (Pass *self, guint32 index)
{
  Object *object = &self->objects[index];
  const AscObject *recorded = &self->recorded[index];
  g_auto (AscFoundFile) found = { 0 };
  g_auto (AscFoundFile) debug = { 0 };

  if (recorded->kind == ASC_OBJECT_FILE)
    found = asc_symbol_finder_find_file (self->finder, recorded);
  else if (recorded->kind == ASC_OBJECT_VDSO)
    found = asc_symbol_finder_find_vdso (self->finder, recorded);
  if (found.elf == NULL)
    return;
  object->cfi = asc_cfi_load (found.elf, NULL);
  /* 32-bit Arm has .debug_frame only, often in the separate file. */
  if (asc_cfi_get_stats (object->cfi)->n_functions == 0)
    {
      debug = asc_symbol_finder_find_debug (self->finder, found.elf, found.path);
      if (debug.elf != NULL)
        {
          asc_cfi_unref (object->cfi);
          object->cfi = asc_cfi_load (found.elf, debug.elf);
        }
    }
  object->elf = g_steal_pointer (&found.elf);
}

static const Object *
need_object (Pass *self, guint32 index)
{
  Object *object = &self->objects[index];

  if (g_once_init_enter (&object->once))
    {
      load_object (self, index);
      g_once_init_leave (&object->once, 1);
    }
  return object;
}

static guint64
frame_bias (const AscObject *object, const AscDumpMapping *mapping)
{
  if (object->kind == ASC_OBJECT_FILE || object->kind == ASC_OBJECT_JITDUMP)
    return mapping->start_addr - mapping->file_off;
  return object->kind == ASC_OBJECT_VDSO ? mapping->start_addr : 0;
}

static AscUnwindModule *
module_new (Pass *self, const AscDumpMapping *mapping)
{
  const Object *object = need_object (self, mapping->object);
  AscUnwindModule *module = g_new0 (AscUnwindModule, 1);
  /* The vDSO's offset in the recording is that of its address, or 0. */
  guint64 file_off = self->recorded[mapping->object].kind == ASC_OBJECT_VDSO ? 0 : mapping->file_off;

  module->start_addr = mapping->start_addr;
  module->end_addr = mapping->end_addr;
  module->object = mapping->object;
  module->frame_bias = frame_bias (&self->recorded[mapping->object], mapping);
  if (object->elf != NULL && asc_elf_get_bias (object->elf, mapping->start_addr, mapping->end_addr - mapping->start_addr, file_off, &module->bias))
    {
      module->elf = object->elf;
      module->cfi = object->cfi;
    }
  return module;
}

static guint
hash_mapping (gconstpointer key)
{
  const AscDumpMapping *mapping = key;

  return (guint) asc_hash_add (asc_hash_add (mapping->start_addr, mapping->file_off), mapping->object);
}

static gboolean
equal_mappings (gconstpointer a, gconstpointer b)
{
  const AscDumpMapping *x = a;
  const AscDumpMapping *y = b;

  return x->start_addr == y->start_addr && x->end_addr == y->end_addr && x->file_off == y->file_off && x->object == y->object;
}

static const AscUnwindModule *
find_module (gpointer data, guint64 space, guint64 address)
{
  Worker *self = data;
  const AscDumps *dumps = self->pass->dumps;
  AscDumpMapping mapping = { 0 };
  AscUnwindModule *module;

  if (!dumps->find_mapping (dumps->data, space, address, &mapping) || mapping.object >= self->pass->n_objects)
    return NULL;
  module = g_hash_table_lookup (self->modules, &mapping);
  if (module == NULL)
    {
      module = module_new (self->pass, &mapping);
      g_hash_table_insert (self->modules, g_memdup2 (&mapping, sizeof mapping), module);
    }
  return module;
}

static guint32
add_frame (Worker *self, const AscUnwindFrame *frame, guint32 parent)
{
  guint32 object = frame->module != NULL ? frame->module->object : self->pass->unknown_object;
  guint64 address = frame->module != NULL ? frame->pc - frame->module->frame_bias : frame->pc;

  return asc_shard_node (self->shard, parent, asc_shard_frame (self->shard, object, address, frame->is_call ? ASC_FRAME_CALL : 0));
}

/* The recorded node @node and those that called it, as they are. */
static guint32
copy_stack (Worker *self, guint32 node)
{
  const AscStacks *stacks = asc_experiment_get_stacks (self->pass->experiment);
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (self->pass->experiment, &n_frames);
  g_autoptr (GArray) path = NULL;
  guint32 copy = ASC_NONE;

  if (node == ASC_NONE || self->nodes[node] != ASC_NONE)
    return node != ASC_NONE ? self->nodes[node] : ASC_NONE;
  path = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (; node != ASC_NONE && self->nodes[node] == ASC_NONE; node = stacks->parent[node])
    g_array_append_val (path, node);
  if (node != ASC_NONE)
    copy = self->nodes[node];
  for (guint i = path->len; i-- > 0;)
    {
      const AscFrame *frame;

      node = g_array_index (path, guint32, i);
      frame = &frames[stacks->frame[node]];
      copy = asc_shard_node (self->shard, copy, asc_shard_frame (self->shard, frame->object, frame->address, frame->flags));
      self->nodes[node] = copy;
    }
  return copy;
}

/* The frames of kernel mode at the leaf end of the recorded stack @node, called from @parent. */
static guint32
add_kernel_frames (Worker *self, guint32 node, guint32 parent)
{
  const AscStacks *stacks = asc_experiment_get_stacks (self->pass->experiment);
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (self->pass->experiment, &n_frames);

  g_array_set_size (self->path, 0);
  for (; node != ASC_NONE && (frames[stacks->frame[node]].flags & ASC_FRAME_KERNEL); node = stacks->parent[node])
    g_array_append_val (self->path, stacks->frame[node]);
  for (guint i = self->path->len; i-- > 0;)
    {
      const AscFrame *frame = &frames[g_array_index (self->path, guint32, i)];

      parent = asc_shard_node (self->shard, parent, asc_shard_frame (self->shard, frame->object, frame->address, frame->flags));
    }
  return parent;
}

/* Returns: the node of the unwound stack; G_MAXUINT32 - 1: the dump could not be read. */
static gboolean
unwind_dump (Worker *self, guint64 id, guint32 old_node, guint32 *node)
{
  const AscDumps *dumps = self->pass->dumps;
  const AscUnwindFrame *frames;
  AscUnwindEnd end;
  gboolean needs_more;
  AscDump dump;
  guint n;

  if (!dumps->read (dumps->data, id, FIRST_STACK_BYTES, self->buffer, &dump))
    return FALSE;
  n = asc_unwinder_run (self->unwinder, &dump, &frames, &end, &needs_more);
  if (needs_more && dumps->read (dumps->data, id, dump.stack_size + dump.stack_left, self->buffer, &dump))
    n = asc_unwinder_run (self->unwinder, &dump, &frames, &end, &needs_more);
  *node = ASC_NONE;
  if (end == ASC_UNWIND_CUT || end == ASC_UNWIND_LIMIT)
    *node = asc_shard_node (self->shard, ASC_NONE,
                            asc_shard_frame (self->shard, self->pass->unknown_object, self->pass->truncated_name, ASC_FRAME_NAMED | ASC_FRAME_PSEUDO));
  for (guint i = n; i-- > 0;)
    *node = add_frame (self, &frames[i], *node);
  *node = add_kernel_frames (self, old_node, *node);
  self->n_ends[end]++;
  return TRUE;
}

static void
unwind_events (Worker *self)
{
  const AscEvents *events = asc_experiment_get_events (self->pass->experiment);
  guint64 last_dump = 0;
  guint32 last_node = ASC_NONE;

  for (guint i = self->first; i < self->next; i++)
    {
      AscEvent event = { .time_ns = events->time_ns[i], .value = events->value[i], .thread = events->thread[i], .cpu = events->cpu[i],
                         .kind = events->kind[i], .mode = events->mode[i], .detail = events->detail != NULL ? events->detail[i] : 0,
                         .same_record = TRUE }; /* shown ones are counted already */

      /* Counters read together share a dump. */
      if (events->dump[i] != 0 && events->dump[i] != last_dump)
        {
          last_dump = events->dump[i];
          if (!unwind_dump (self, last_dump, events->stack[i], &last_node))
            {
              self->n_unreadable++;
              last_node = copy_stack (self, events->stack[i]);
            }
        }
      event.stack = events->dump[i] != 0 ? last_node : copy_stack (self, events->stack[i]);
      asc_shard_event (self->shard, &event);
      if ((i - self->first) % 1024 == 1023)
        {
          if (g_cancellable_is_cancelled (self->pass->cancellable))
            break;
          asc_progress_add (self->pass->progress, 1024);
        }
    }
}

static void
run_worker (guint task, gpointer data)
{
  Pass *pass = data;
  Worker *self = &pass->workers[task];
  guint n_nodes = asc_experiment_get_stacks (pass->experiment)->n_nodes;

  self->unwinder = asc_unwinder_new (find_module, self);
  self->modules = g_hash_table_new_full (hash_mapping, equal_mappings, g_free, g_free);
  self->buffer = g_byte_array_new ();
  self->path = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->nodes = g_new (guint32, MAX (n_nodes, 1));
  memset (self->nodes, 0xff, n_nodes * sizeof *self->nodes);
  unwind_events (self);
  asc_unwinder_free (self->unwinder);
  g_hash_table_unref (self->modules);
  g_byte_array_unref (self->buffer);
  g_array_unref (self->path);
  g_free (self->nodes);
}

static guint32
find_unknown_object (Pass *self, AscBuilder *builder)
{
  const AscObject unknown = { .kind = ASC_OBJECT_UNKNOWN, .path = "", .pid = -1 };

  for (guint i = 0; i < self->n_objects; i++)
    if (self->recorded[i].kind == ASC_OBJECT_UNKNOWN)
      return i;
  return asc_builder_add_object (builder, &unknown);
}

/* What came of it, for the reader of the diagnostics. */
static void
report (Pass *self, AscBuilder *builder, const Worker *workers, guint n)
{
  AscDiagnostics *diagnostics = asc_builder_get_diagnostics (builder);
  gint64 ends[ASC_UNWIND_LIMIT + 1] = { 0 };
  gint64 unreadable = 0;
  gint64 missing = 0;

  for (guint i = 0; i < n; i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (ends); j++)
        ends[j] += workers[i].n_ends[j];
      unreadable += workers[i].n_unreadable;
    }
  for (guint i = 0; i < self->n_objects; i++)
    missing += self->objects[i].once != 0 && self->objects[i].elf == NULL && self->recorded[i].kind != ASC_OBJECT_JIT
               && self->recorded[i].kind != ASC_OBJECT_JITDUMP && self->recorded[i].kind != ASC_OBJECT_RECORDED;
  asc_diagnostics_remove (diagnostics, "stacks-not-unwound");
  if (ends[ASC_UNWIND_CUT] + ends[ASC_UNWIND_LIMIT] > 0)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, "stacks-truncated", N_ ("Stacks that are cut off: the recorded copy ends before the outermost frame (perf record --call-graph dwarf,65528 copies more)"),
                         ends[ASC_UNWIND_CUT] + ends[ASC_UNWIND_LIMIT], ASC_NO_PLACE);
  if (ends[ASC_UNWIND_LOST] + ends[ASC_UNWIND_BAD] > 0)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, "stacks-lost", N_ ("Stacks whose outer frames were not found: code that does not say how its callers are found"),
                         ends[ASC_UNWIND_LOST] + ends[ASC_UNWIND_BAD], ASC_NO_PLACE);
  if (unreadable > 0)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_ERROR, "stacks-unreadable", N_ ("Copies of stacks that could not be read: their callers are not known"), unreadable, ASC_NO_PLACE);
  if (missing > 0)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, "unwinding-files-missing", N_ ("Load objects of which no file was found: stacks through them were followed by frame pointers only"), missing,
                         ASC_NO_PLACE);
}

static void
pass_clear (Pass *self)
{
  for (guint i = 0; i < self->n_objects; i++)
    {
      g_clear_pointer (&self->objects[i].cfi, asc_cfi_unref);
      g_clear_pointer (&self->objects[i].elf, asc_elf_free);
    }
  g_free (self->objects);
  g_free (self->workers);
  asc_symbol_finder_unref (self->finder);
}

AscExperiment *
asc_experiment_unwind (AscExperiment *experiment, const AscSymbolOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  static const AscSymbolOptions defaults = { 0 };
  Pass pass = { .experiment = experiment, .cancellable = cancellable, .progress = progress };
  g_autoptr (AscBuilder) builder = NULL;
  guint n_events, n_workers;

  g_return_val_if_fail (ASC_IS_EXPERIMENT (experiment), NULL);
  pass.dumps = asc_experiment_get_dumps (experiment);
  n_events = asc_experiment_get_events (experiment)->n_events;
  if (pass.dumps == NULL || asc_experiment_get_events (experiment)->dump == NULL)
    return g_object_ref (experiment);
  options = options != NULL ? options : &defaults;
  builder = asc_builder_new ();
  asc_builder_add_tables (builder, experiment);
  pass.recorded = asc_experiment_get_objects (experiment, &pass.n_objects);
  pass.unknown_object = find_unknown_object (&pass, builder);
  pass.truncated_name = asc_builder_intern (builder, TRUNCATED);
  pass.finder = asc_symbol_finder_use (options, experiment);
  asc_symbol_finder_prepare (pass.finder, cancellable, progress);
  pass.objects = g_new0 (Object, pass.n_objects + 1);
  n_workers = MIN (asc_parallel_n_threads (options->n_threads), n_events / EVENTS_MIN + 1);
  pass.workers = g_new0 (Worker, n_workers);
  for (guint i = 0; i < n_workers; i++)
    {
      pass.workers[i].pass = &pass;
      pass.workers[i].shard = asc_builder_add_shard (builder);
      pass.workers[i].first = (guint) ((guint64) n_events * i / n_workers);
      pass.workers[i].next = (guint) ((guint64) n_events * (i + 1) / n_workers);
    }
  asc_progress_begin (progress, N_ ("Unwinding stacks"), n_events);
  asc_parallel_for (options->n_threads, n_workers, run_worker, &pass);
  report (&pass, builder, pass.workers, n_workers);
  pass_clear (&pass);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return asc_builder_finish (builder, asc_experiment_get_path (experiment), asc_experiment_get_format (experiment));
}
