/* asc-perf-tasks.c: processes, threads and address spaces over time, from the changes that pass 1 gathered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#define KERNEL_PID (-1)

/* Process ids go round after 32768 or more; one that comes back more often than this in a recording is a lie, and the last keeps it. */
#define LIVES_MAX 1024

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const AscPerfChange *x = a;
  const AscPerfChange *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->position != y->position)
    return x->position < y->position ? -1 : 1;
  return (x->serial > y->serial) - (x->serial < y->serial);
}

static gint64
to_ns (const AscPerf *self, guint64 key)
{
  return self->by_position || key <= self->first_time ? 0 : (gint64) MIN (key - self->first_time, G_MAXINT64);
}

guint32
asc_perf_find_space (const AscPerf *self, gint32 pid)
{
  return asc_map_lookup (&self->space_of, (guint32) pid);
}

static AscPerfSpace *
space_at (const AscPerf *self, guint32 index)
{
  return &g_array_index (self->spaces, AscPerfSpace, index);
}

static guint32
need_space (AscPerf *self, gint32 pid)
{
  gboolean is_new;
  guint32 *index = asc_map_insert (&self->space_of, (guint32) pid, &is_new);

  if (is_new)
    {
      AscPerfSpace space = { .eras = g_array_new (FALSE, FALSE, sizeof (AscPerfEra)), .process = ASC_NONE };

      *index = self->spaces->len;
      g_array_append_val (self->spaces, space);
    }
  return *index;
}

static guint32
need_process (AscPerf *self, gint32 pid, gint32 ppid, guint64 start)
{
  AscPerfSpace *space = space_at (self, need_space (self, pid));

  if (space->process == ASC_NONE || space->has_ended)
    {
      AscProcess process = { .pid = pid, .ppid = ppid, .name = pid == 0 ? "swapper" : NULL, .start_ns = to_ns (self, start), .end_ns = -1 };

      space->process = asc_builder_add_process (self->builder, &process);
      space->has_ended = FALSE;
    }
  return space->process;
}

static AscPerfLife *
life_at (const AscPerf *self, guint32 index)
{
  return &g_array_index (self->lives, AscPerfLife, index);
}

static guint32
last_life (const AscPerf *self, gint32 pid, gint32 tid)
{
  guint32 first = asc_map_lookup (&self->life_of, asc_perf_task_key (pid, tid));

  return first < self->lives->len ? life_at (self, first)->last : ASC_NONE;
}

/* Adds a life to those of its ids; the index of the first is kept. */
static void
add_life (AscPerf *self, gint32 pid, gint32 tid, AscPerfLife life)
{
  gboolean is_new;
  guint32 *first = asc_map_insert (&self->life_of, asc_perf_task_key (pid, tid), &is_new);
  guint32 index = self->lives->len;

  life.last = index;
  g_array_append_val (self->lives, life);
  if (is_new)
    *first = index;
  else
    life_at (self, life_at (self, *first)->last)->next = index + 1;
  life_at (self, *first)->last = index;
  life_at (self, *first)->n++;
}

/* The thread that now has these ids; a new one when none has, or the last has ended and @is_fork. */
static guint32
need_thread (AscPerf *self, gint32 pid, gint32 tid, gint32 ppid, guint64 key, gboolean is_fork)
{
  guint32 index = last_life (self, pid, tid);
  AscPerfLife life = { .key = key };
  AscThread thread = { .tid = tid, .name = pid == 0 && tid == 0 ? "swapper" : NULL, .start_ns = is_fork ? to_ns (self, key) : 0, .end_ns = -1 };

  if (index != ASC_NONE)
    {
      const AscPerfLife *first = life_at (self, asc_map_lookup (&self->life_of, asc_perf_task_key (pid, tid)));

      if (!is_fork || !life_at (self, index)->has_ended || first->n >= LIVES_MAX)
        return life_at (self, index)->thread;
    }
  thread.process = need_process (self, pid, ppid, is_fork ? key : 0);
  life.thread = asc_builder_add_thread (self->builder, &thread);
  add_life (self, pid, tid, life);
  return life.thread;
}

static AscPerfEra
last_era (const AscPerf *self, guint32 space)
{
  const GArray *eras = space_at (self, space)->eras;

  return eras->len > 0 ? g_array_index (eras, AscPerfEra, eras->len - 1) : (AscPerfEra){ 0 };
}

static void
set_era (AscPerf *self, guint32 space, guint64 key, guint32 root, guint32 exec)
{
  GArray *eras = space_at (self, space)->eras;
  AscPerfEra era = { .key = key, .root = root, .exec = exec };

  if (eras->len > 0 && g_array_index (eras, AscPerfEra, eras->len - 1).key == key)
    g_array_index (eras, AscPerfEra, eras->len - 1) = era;
  else
    g_array_append_val (eras, era);
}

static gboolean
is_made_code (const AscPerf *self, guint32 object)
{
  AscObjectKind kind = object != ASC_NONE ? asc_builder_get_object (self->builder, object)->kind : ASC_OBJECT_UNKNOWN;

  return kind == ASC_OBJECT_JIT || kind == ASC_OBJECT_JITDUMP;
}

/* Maps memory without a file only where no code of a dump lies: a program that changes the protection of its code's memory maps it anew for perf, and the code is still there. */
static guint32
insert_below_code (AscPerf *self, guint32 root, AscPerfMapNode node)
{
  guint64 end = node.end;

  while (node.start < end)
    {
      const AscPerfMapNode *next = asc_perf_maps_find_next (&self->maps, root, node.start);
      guint64 after = end;

      while (next != NULL && next->start < end && !is_made_code (self, next->object))
        next = asc_perf_maps_find_next (&self->maps, root, next->end);
      node.end = end;
      if (next != NULL && next->start < end)
        {
          node.end = next->start;
          after = next->end;
        }
      if (node.end > node.start)
        root = asc_perf_maps_insert (&self->maps, root, &node);
      node.start = after;
    }
  return root;
}

static void
apply_mmap (AscPerf *self, const AscPerfChange *change)
{
  guint32 space = need_space (self, change->pid);
  AscPerfEra era = last_era (self, space);
  AscPerfMapNode node = { .start = change->start, .end = change->end, .file_off = change->file_off, .object = change->object };
  AscMapping mapping = { .process = ASC_NONE, .object = change->object, .start_addr = change->start, .end_addr = change->end, .file_off = change->file_off,
                         .start_ns = to_ns (self, change->key), .end_ns = -1 };

  if (change->pid != KERNEL_PID)
    {
      need_thread (self, change->pid, change->tid, -1, change->key, FALSE);
      mapping.process = space_at (self, space)->process;
    }
  if (self->has_jit_code && change->object != ASC_NONE && asc_builder_get_object (self->builder, change->object)->kind == ASC_OBJECT_JIT)
    era.root = insert_below_code (self, era.root, node);
  else
    era.root = asc_perf_maps_insert (&self->maps, era.root, &node);
  set_era (self, space, change->key, era.root, era.exec);
  if (change->object == ASC_NONE)
    return;
  asc_builder_add_mapping (self->builder, &mapping);
  if (change->pid == self->target_pid && change->pid != KERNEL_PID)
    {
      asc_builder_set_info (self->builder, "target", asc_builder_get_object (self->builder, change->object)->path);
      self->target_pid = -1;
    }
}

static void
apply_name (AscPerf *self, const AscPerfChange *change)
{
  guint32 thread = need_thread (self, change->pid, change->tid, -1, change->key, FALSE);
  AscThread *t = asc_builder_get_thread (self->builder, thread);
  const char *name = asc_builder_dup_string (self->builder, asc_strings_get (self->names, change->name));

  t->name = name;
  if (change->pid == change->tid)
    asc_builder_get_process (self->builder, t->process)->name = name;
}

static void
apply_exec (AscPerf *self, const AscPerfChange *change)
{
  guint32 space = need_space (self, change->pid);
  AscPerfExec exec = { .tid = change->tid, .key = change->key, .until = G_MAXUINT64, .old_root = last_era (self, space).root };

  const char *name = asc_builder_get_thread (self->builder, need_thread (self, change->pid, change->tid, -1, change->key, FALSE))->name;

  /* perf's child waits as "perf-exec" (once as "perf") for its turn to become the command. */
  if (name != NULL && g_str_has_prefix (name, "perf") && asc_builder_get_info (self->builder, "target") == NULL)
    self->target_pid = change->pid;
  apply_name (self, change);
  g_array_append_val (self->execs, exec);
  set_era (self, space, change->key, 0, self->execs->len);
}

static void
apply_fork (AscPerf *self, const AscPerfChange *change)
{
  guint32 parent = last_life (self, change->ppid, change->ptid);
  AscThread *child = asc_builder_get_thread (self->builder, need_thread (self, change->pid, change->tid, change->ppid, change->key, TRUE));
  AscProcess *process = asc_builder_get_process (self->builder, child->process);

  if (parent != ASC_NONE && child->name == NULL)
    child->name = asc_builder_get_thread (self->builder, life_at (self, parent)->thread)->name;
  if (change->pid == change->ppid)
    return;
  process->ppid = change->ppid;
  if (process->name == NULL)
    process->name = child->name;
  if (!change->is_synthesized)
    {
      guint32 space = need_space (self, change->pid);
      guint32 parent_space = need_space (self, change->ppid);

      asc_perf_maps_seal (&self->maps);
      set_era (self, space, change->key, last_era (self, parent_space).root, 0);
    }
}

static void
apply_exit (AscPerf *self, const AscPerfChange *change)
{
  AscThread *thread = asc_builder_get_thread (self->builder, need_thread (self, change->pid, change->tid, -1, change->key, FALSE));
  gint64 end = to_ns (self, change->key);
  guint32 exec;

  thread->end_ns = end;
  life_at (self, last_life (self, change->pid, change->tid))->has_ended = TRUE;
  if (change->pid == change->tid)
    {
      guint32 space = need_space (self, change->pid);

      asc_builder_get_process (self->builder, thread->process)->end_ns = end;
      space_at (self, space)->has_ended = TRUE;
    }
  /* A thread that exits within its exec. */
  exec = last_era (self, need_space (self, change->pid)).exec;
  if (exec > 0 && g_array_index (self->execs, AscPerfExec, exec - 1).tid == change->tid)
    g_array_index (self->execs, AscPerfExec, exec - 1).until = change->key;
}

static void
apply (AscPerf *self, const AscPerfChange *change)
{
  switch ((AscPerfChangeType) change->type)
    {
    case ASC_PERF_CHANGE_MMAP:
      apply_mmap (self, change);
      break;
    case ASC_PERF_CHANGE_COMM:
      apply_name (self, change);
      break;
    case ASC_PERF_CHANGE_EXEC:
      apply_exec (self, change);
      break;
    case ASC_PERF_CHANGE_FORK:
      apply_fork (self, change);
      break;
    case ASC_PERF_CHANGE_EXIT:
      apply_exit (self, change);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Samples of tasks of which nothing else was recorded. */
static void
add_sampled_tasks (AscPerf *self)
{
  for (guint i = 0; i < self->task_keys->len; i++)
    {
      guint64 key = g_array_index (self->task_keys, guint64, i);

      if (asc_map_lookup (&self->life_of, key) == G_MAXUINT32)
        need_thread (self, (gint32) (key >> 32), (gint32) (guint32) key, -1, 0, FALSE);
    }
}

/* Without a mapping of the kernel its addresses are its own all the same. */
static void
add_default_kernel (AscPerf *self)
{
  AscPerfMapNode node = { .start = G_GUINT64_CONSTANT (1) << 63, .end = G_MAXUINT64 };

  if (self->kernel_object != ASC_NONE)
    return;
  node.object = asc_perf_add_kernel_object (self, "[kernel.kallsyms]", 0, 0, 0, NULL, 0);
  set_era (self, 0, 0, asc_perf_maps_insert (&self->maps, 0, &node), 0);
}

void
asc_perf_build_tasks (AscPerf *self)
{
  AscPerfChange *changes = (AscPerfChange *) (gpointer) self->changes->data;
  guint64 key = 0;

  need_space (self, KERNEL_PID);
  if (self->by_position)
    for (guint i = 0; i < self->changes->len; i++)
      changes[i].key = changes[i].position;
  if (self->changes->len > 0)
    qsort (changes, self->changes->len, sizeof *changes, compare_changes);
  add_default_kernel (self);
  for (guint i = 0; i < self->changes->len; i++)
    {
      if (changes[i].key != key)
        asc_perf_maps_seal (&self->maps);
      key = changes[i].key;
      apply (self, &changes[i]);
    }
  add_sampled_tasks (self);
  g_clear_pointer (&self->changes, g_array_unref);
}

AscPerfEra
asc_perf_find_era (const AscPerf *self, guint32 space, guint64 key, guint64 *from, guint64 *to)
{
  const GArray *eras = space < self->spaces->len ? space_at (self, space)->eras : NULL;
  guint low = 0;
  guint high = eras != NULL ? eras->len : 0;

  while (low < high) /* the first era that begins after @key */
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (eras, AscPerfEra, middle).key <= key)
        low = middle + 1;
      else
        high = middle;
    }
  *to = eras != NULL && low < eras->len ? g_array_index (eras, AscPerfEra, low).key : G_MAXUINT64;
  *from = low > 0 ? g_array_index (eras, AscPerfEra, low - 1).key : 0;
  return low > 0 ? g_array_index (eras, AscPerfEra, low - 1) : (AscPerfEra){ 0 };
}

guint32
asc_perf_find_thread (const AscPerf *self, gint32 pid, gint32 tid, guint64 key, guint64 *from, guint64 *to)
{
  guint32 i = asc_map_lookup (&self->life_of, asc_perf_task_key (pid, tid));
  const AscPerfLife *life;

  *from = 0;
  *to = G_MAXUINT64;
  if (i >= self->lives->len)
    return ASC_NONE;
  life = life_at (self, i);
  while (life->next != 0)
    {
      const AscPerfLife *next = life_at (self, life->next - 1);

      if (next->key > key)
        {
          *to = next->key;
          break;
        }
      *from = next->key;
      life = next;
    }
  return life->thread;
}
