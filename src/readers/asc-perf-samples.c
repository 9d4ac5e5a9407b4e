/* asc-perf-samples.c: pass 2: samples become events, on all processors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#include <glib/gi18n-lib.h>

#include "asc-parallel.h"

/* A worker gets at least this much: below it a thread costs more than it brings. */
#define WORKER_BYTES_MIN (1024 * 1024)

#define CACHED_TASKS 1024

/* What a worker knows of a task, until its address space or its thread changes. */
typedef struct
{
  guint64 task; /* pid and tid */
  guint64 from; /* the span of keys in which the rest holds; empty: nothing is known */
  guint64 to;
  guint32 thread;
  guint32 root;
  guint32 exec;
} CachedTask;

typedef struct
{
  AscPerf *perf;
  AscShard *shard;
  AscDiagnostics *diagnostics;
  AscPerfStacks *stacks;
  GArray *dumps; /* AscPerfDump */
  guint index;
  CachedTask *tasks; /* CACHED_TASKS entries */
  guint64 kernel_from;
  guint64 kernel_to;
  guint32 kernel_root;
  guint64 begin; /* positions */
  guint64 end;
  gint64 n_read;
} Worker;

static guint
reading_size (const AscPerf *self, const AscPerfAttr *attr, const guint8 *p, guint left)
{
  guint each = 1 + !!(attr->read_format & ASC_PERF_FORMAT_ID) + !!(attr->read_format & ASC_PERF_FORMAT_LOST);
  guint head = !!(attr->read_format & ASC_PERF_FORMAT_TIME_ENABLED) + !!(attr->read_format & ASC_PERF_FORMAT_TIME_RUNNING);
  guint64 n = 1;

  if (attr->read_format & ASC_PERF_FORMAT_GROUP)
    {
      if (left < 8)
        return G_MAXUINT;
      n = asc_perf_u64 (self, p);
      head++;
    }
  return n <= left / 8 ? (head + (guint) n * each) * 8 : G_MAXUINT;
}

/* The branch records of a call stack, which lie behind the raw data. */
static gboolean
parse_branches (const AscPerf *self, const AscPerfAttr *attr, AscCursor *cursor, AscPerfSample *sample)
{
  guint64 n;

  if (attr->sample_type & ASC_PERF_SAMPLE_RAW)
    asc_cursor_skip (cursor, asc_cursor_u32 (cursor));
  n = asc_cursor_u64 (cursor);
  if (attr->branch_sample_type & ASC_PERF_BRANCH_HW_INDEX)
    asc_cursor_skip (cursor, 8);
  if (n > asc_cursor_left (cursor) / 24)
    return FALSE;
  sample->n_branches = (guint) n;
  sample->branches = asc_cursor_bytes (cursor, (gsize) n * 24);
  return asc_cursor_ok (cursor);
}

gboolean
asc_perf_parse_sample (const AscPerf *self, const AscPerfAttr *attr, const AscPerfRecord *record, AscPerfSample *sample)
{
  const guint8 *body = record->body;
  guint at = attr->fixed_size;

  if (record->size < at)
    return FALSE;
  *sample = (AscPerfSample){ .pid = -1, .tid = -1, .cpu = G_MAXUINT16 };
  if (attr->ip != ASC_PERF_NO_FIELD)
    sample->ip = asc_perf_u64 (self, body + attr->ip);
  if (attr->tid != ASC_PERF_NO_FIELD)
    {
      sample->pid = (gint32) asc_perf_u32 (self, body + attr->tid);
      sample->tid = (gint32) asc_perf_u32 (self, body + attr->tid + 4);
    }
  if (attr->time != ASC_PERF_NO_FIELD)
    sample->time = asc_perf_u64 (self, body + attr->time);
  if (attr->addr != ASC_PERF_NO_FIELD)
    sample->addr = asc_perf_u64 (self, body + attr->addr);
  if (attr->cpu != ASC_PERF_NO_FIELD)
    sample->cpu = (guint16) MIN (asc_perf_u32 (self, body + attr->cpu), G_MAXUINT16);
  if (attr->period_at != ASC_PERF_NO_FIELD)
    sample->period = asc_perf_u64 (self, body + attr->period_at);
  else
    sample->period = attr->flags & ASC_PERF_FLAG_FREQ ? 1 : attr->period;
  if (attr->sample_type & ASC_PERF_SAMPLE_READ)
    {
      guint size = reading_size (self, attr, body + at, record->size - at);

      if (size > record->size - at)
        return FALSE;
      sample->reading = body + at;
      sample->reading_size = size;
      at += size;
    }
  if (attr->sample_type & ASC_PERF_SAMPLE_CALLCHAIN)
    {
      guint64 n;

      if (record->size - at < 8)
        return FALSE;
      n = asc_perf_u64 (self, body + at);
      at += 8;
      if (n > (record->size - at) / 8)
        return FALSE;
      sample->chain = body + at;
      sample->n_chain = (guint) n;
      at += (guint) n * 8;
    }
  if ((attr->sample_type & ASC_PERF_SAMPLE_RAW) && attr->detail.role != ASC_ROLE_NONE && record->size - at >= 4)
    {
      sample->raw = body + at + 4;
      sample->n_raw = MIN (asc_perf_u32 (self, body + at), record->size - at - 4);
    }
  if (attr->sample_type & ASC_PERF_SAMPLE_STACK_USER)
    sample->registers_at = asc_perf_find_registers (self, attr, record, at);
  if (G_UNLIKELY ((attr->sample_type & ASC_PERF_SAMPLE_BRANCH_STACK) && (attr->branch_sample_type & ASC_PERF_BRANCH_CALL_STACK)))
    {
      AscCursor cursor;

      asc_cursor_init (&cursor, body + at, record->size - at, self->big_endian);
      return parse_branches (self, attr, &cursor, sample);
    }
  return TRUE;
}

static const CachedTask *
find_task (Worker *self, gint32 pid, gint32 tid, guint64 key)
{
  guint64 task = asc_perf_task_key (pid, tid);
  CachedTask *cached = &self->tasks[asc_hash_u64 (task) % CACHED_TASKS];
  guint64 from, to;
  AscPerfEra era;

  if (G_LIKELY (cached->task == task && key >= cached->from && key < cached->to))
    return cached;
  cached->task = task;
  cached->thread = asc_perf_find_thread (self->perf, pid, tid, key, &cached->from, &cached->to);
  /* Samples of a task that is no more have the process id -1, which here means the kernel. */
  era = asc_perf_find_era (self->perf, pid != -1 ? asc_perf_find_space (self->perf, pid) : ASC_NONE, key, &from, &to);
  cached->from = MAX (cached->from, from);
  cached->to = MIN (cached->to, to);
  cached->root = era.root;
  cached->exec = era.exec;
  return cached;
}

static AscPerfView
view_of (Worker *self, const CachedTask *task, guint64 key, guint cpumode)
{
  AscPerfView view = { .user_root = task->root };

  if (G_UNLIKELY (key < self->kernel_from || key >= self->kernel_to))
    self->kernel_root = asc_perf_find_era (self->perf, 0, key, &self->kernel_from, &self->kernel_to).root;
  view.kernel_root = self->kernel_root;
  if (G_UNLIKELY (task->exec != 0 && cpumode != 2))
    {
      const AscPerfExec *exec = &g_array_index (self->perf->execs, AscPerfExec, task->exec - 1);

      if (key < exec->until)
        view.old_root = exec->old_root;
    }
  return view;
}

/* Where the record does not say it, the address does: the upper half is the kernel's. */
static guint8
mode_of (guint cpumode, guint64 ip)
{
  static const guint8 modes[8] = { ASC_MODE_UNKNOWN, ASC_MODE_KERNEL, ASC_MODE_USER, ASC_MODE_HYPERVISOR, ASC_MODE_GUEST_KERNEL, ASC_MODE_GUEST_USER };

  if (G_UNLIKELY (modes[cpumode] == ASC_MODE_UNKNOWN))
    return ip >> 63 ? ASC_MODE_KERNEL : ASC_MODE_USER;
  return modes[cpumode];
}

/* Where the chain ends with the cookie of a user part that was recorded later: both in one. Returns: (nullable) (transfer full) */
static guint8 *
join_deferred (Worker *self, AscPerfSample *sample)
{
  const guint8 *end = sample->chain + (gsize) sample->n_chain * 8;
  const guint64 *part;
  guint32 place;
  guint8 *joined;
  guint n;

  if (G_LIKELY (sample->n_chain < 2 || asc_perf_u64 (self->perf, end - 16) != ASC_PERF_CONTEXT_USER_DEFERRED))
    return NULL;
  n = sample->n_chain - 2;
  sample->n_chain = n;
  place = asc_map_lookup (&self->perf->deferred_of, asc_perf_u64 (self->perf, end - 8));
  if (place == G_MAXUINT32)
    {
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "callchain-missing", N_ ("Samples whose user call chain was to be recorded later and was not"), 1, ASC_NO_PLACE);
      return NULL;
    }
  part = &g_array_index (self->perf->deferred, guint64, place);
  joined = g_malloc ((n + part[0]) * 8 + 1);
  memcpy (joined, sample->chain, (gsize) n * 8);
  memcpy (joined + (gsize) n * 8, part + 1, part[0] * 8);
  sample->chain = joined;
  sample->n_chain = n + (guint) part[0];
  return joined;
}

static guint32
add_stack (Worker *self, const AscPerfAttr *attr, const AscPerfView *view, guint cpumode, AscPerfSample *sample)
{
  g_autofree guint8 *joined = sample->n_chain > 0 ? join_deferred (self, sample) : NULL;

  if (sample->n_branches > 0)
    {
      for (guint i = 0; i < sample->n_chain; i++)
        if (asc_perf_u64 (self->perf, sample->chain + i * 8) == ASC_PERF_CONTEXT_USER)
          return asc_perf_stacks_add_branches (self->stacks, view, cpumode, sample->ip, sample->chain, i + 1, sample->branches, sample->n_branches);
    }
  if (attr->ip == ASC_PERF_NO_FIELD && sample->n_chain == 0)
    return ASC_NONE;
  return asc_perf_stacks_add (self->stacks, view, cpumode, sample->ip, sample->chain, sample->n_chain);
}

static void
add_readings (Worker *self, const AscPerfRecord *record, AscEvent *event)
{
  guint n;
  const AscPerfGrowth *growth = asc_perf_readings_get (self->perf->readings, record->position, &n);

  self->n_read++;
  if (n == 0)
    asc_diagnostics_skip (self->diagnostics, "no-growth", N_ ("Samples at which no counter had grown"), 1, record->offset);
  for (guint i = 0; i < n; i++)
    {
      event->kind = growth[i].kind;
      event->value = growth[i].growth;
      event->same_record = i > 0;
      asc_shard_event (self->shard, event);
    }
}

/* @head: (nullable): what was kept of a long one. */
static void
read_sample (Worker *self, const AscPerfRecord *record, const AscPerfHead *head)
{
  AscPerf *perf = self->perf;
  const AscPerfAttr *attr = asc_perf_find_attr (perf, record, TRUE);
  guint cpumode = record->misc & ASC_PERF_MISC_CPUMODE;
  AscPerfSample sample;
  const CachedTask *task;
  AscPerfView view;
  AscEvent event = { 0 };
  guint64 key;

  if (G_UNLIKELY (attr == NULL || !attr->has_kind || !asc_perf_parse_sample (perf, attr, record, &sample)))
    {
      self->n_read++;
      if (attr == NULL || !attr->has_kind)
        asc_diagnostics_skip (self->diagnostics, "unknown-event", N_ ("Samples of an event that the recording does not describe"), 1, record->offset);
      else
        asc_diagnostics_skip (self->diagnostics, "sample-broken", N_ ("Samples that are shorter than what they should hold"), 1, record->offset);
      return;
    }
  key = asc_perf_sample_key (perf, record, sample.time);
  task = find_task (self, sample.pid, sample.tid, key);
  view = view_of (self, task, key, cpumode);
  event.time_ns = sample.time >= perf->first_time && sample.time != 0 ? (gint64) (sample.time - perf->first_time) : -1;
  event.value = (gint64) MIN (sample.period, G_MAXINT64);
  event.stack = add_stack (self, attr, &view, cpumode, &sample);
  event.thread = task->thread;
  event.cpu = sample.cpu;
  event.kind = attr->kind;
  event.mode = mode_of (cpumode, sample.ip);
  if (attr->detail.role != ASC_ROLE_NONE)
    event.detail = asc_perf_sample_detail (perf, attr, &sample);
  if (G_UNLIKELY (sample.registers_at != 0))
    event.dump = asc_perf_add_dump (self->dumps, self->index, attr, record, sample.registers_at, &view, head);
  if (G_UNLIKELY (sample.reading != NULL))
    {
      add_readings (self, record, &event);
      return;
    }
  self->n_read++;
  asc_shard_event (self->shard, &event);
}

/* Of a long sample the head is readable: leaves it at that when all fields before the dump are in it. */
static void
need_fields (Worker *self, AscPerfWalk *walk, AscPerfRecord *record)
{
  const AscPerfAttr *attr = asc_perf_find_attr (self->perf, record, TRUE);
  AscPerfRecord head = *record;
  AscPerfSample sample;

  head.size = head.n_body;
  if (attr != NULL && asc_perf_parse_sample (self->perf, attr, &head, &sample) && sample.registers_at != 0)
    record->size = record->n_body;
  else if (!asc_perf_walk_complete (walk, record))
    record->size = record->n_body = 0; /* counted as broken */
}

static void
work (guint i, gpointer data)
{
  Worker *self = (Worker *) data + i;
  guint64 reported = self->begin;
  AscPerfRecord record;
  AscPerfWalk walk;
  guint n = 0;
  gint64 n_impossible;

  self->stacks = asc_perf_stacks_new (self->perf, self->shard);
  self->tasks = g_new0 (CachedTask, CACHED_TASKS);
  asc_perf_walk_init (&walk, self->perf, self->begin);
  walk.sample_head = ASC_PERF_SAMPLE_HEAD_BYTES;
  walk.heads = self->perf->heads;
  walk.next_head = asc_perf_heads_find (walk.heads, self->begin);
  while (asc_perf_walk_next (&walk, self->end, &record, NULL))
    {
      if (record.type == ASC_PERF_RECORD_SAMPLE)
        {
          if (G_UNLIKELY (record.n_body < record.size))
            need_fields (self, &walk, &record);
          read_sample (self, &record, walk.head != NULL && walk.head->position == record.position ? walk.head : NULL);
        }
      if (++n % 4096 == 0)
        {
          if (g_cancellable_is_cancelled (self->perf->cancellable))
            break;
          asc_progress_add (self->perf->progress, (gint64) (record.position - reported) / 2);
          reported = record.position;
        }
    }
  asc_perf_walk_clear (&walk);
  asc_diagnostics_add_read (self->diagnostics, self->n_read);
  n_impossible = asc_perf_stacks_get_n_impossible (self->stacks);
  if (n_impossible > 0)
    asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_NOTE, "impossible-callers", N_ ("Call chains with a caller that is no address: corrupt, discarded"), n_impossible, ASC_NO_PLACE);
  g_clear_pointer (&self->stacks, asc_perf_stacks_free);
  g_clear_pointer (&self->tasks, g_free);
}

gboolean
asc_perf_read_samples (AscPerf *self, GError **error)
{
  const GArray *places = self->places;
  const AscPerfSpan *last = &g_array_index (self->spans, AscPerfSpan, self->spans->len - 1);
  guint64 size = last->position + (last->end - last->start);
  guint n = (guint) MIN (MIN ((guint64) asc_parallel_n_threads (self->n_threads), size / WORKER_BYTES_MIN + 1), MAX (places->len, 1));
  g_autofree Worker *workers = g_new0 (Worker, n);

  for (guint i = 0; i < n; i++)
    {
      guint first = (guint) ((guint64) places->len * i / n);
      guint next = (guint) ((guint64) places->len * (i + 1) / n);

      workers[i].perf = self;
      workers[i].index = i;
      workers[i].dumps = g_array_new (FALSE, FALSE, sizeof (AscPerfDump));
      g_ptr_array_add (self->dumps, workers[i].dumps);
      workers[i].shard = asc_builder_add_shard (self->builder);
      workers[i].diagnostics = asc_shard_get_diagnostics (workers[i].shard);
      workers[i].begin = first < places->len ? g_array_index (places, AscPerfPlace, first).position : G_MAXUINT64;
      workers[i].end = next < places->len ? g_array_index (places, AscPerfPlace, next).position : G_MAXUINT64;
    }
  if (places->len > 0)
    asc_parallel_for (self->n_threads, n, work, workers);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}
