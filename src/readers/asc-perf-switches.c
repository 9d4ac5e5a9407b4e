/* asc-perf-switches.c: records and samples of the scheduler: who enters and leaves a CPU, who is woken, what faulted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sources: linux/perf_event.h (PERF_RECORD_SWITCH, PERF_RECORD_MISC_SWITCH_OUT), include/trace/events/sched.h (the fields of the tracepoints), include/linux/trace_events.h (common_flags),
 * fs/proc/array.c and include/linux/sched.h (task states), arch/x86/include/asm/trap_pf.h (error codes of page faults).
 */
#include "config.h"

#include "asc-perf-private.h"

/* PERF_RECORD_MISC_SWITCH_OUT and _PREEMPT; the second since Linux 4.17. */
#define MISC_SWITCH_OUT (1 << 13)
#define MISC_SWITCH_OUT_PREEMPT (1 << 14)

enum
{
  SW_PAGE_FAULTS = 2,
  SW_CONTEXT_SWITCHES = 3,
  SW_PAGE_FAULTS_MIN = 5,
  SW_PAGE_FAULTS_MAJ = 6,
};

/* Task states, as sched_switch has had them since Linux 2.6. Only the sum of the low byte tells: above it are what a kernel adds for itself. */
enum
{
  TASK_STATES = 0xff,
  TASK_INTERRUPTIBLE = 1,
  TASK_UNINTERRUPTIBLE = 2,
  TASK_STOPPED = 4,
  TASK_TRACED = 8,
  EXIT_DEAD = 16,
  EXIT_ZOMBIE = 32,
};

/* An instruction is at most so long (x86): a fault no farther behind its own address fetched it. */
#define INSTRUCTION_BYTES_MAX 16

#define PF_INSTR 0x10

/* common_flags of a tracepoint: it was hit in a hard or a soft interrupt, or in one that cannot be masked. */
#define TRACE_FLAG_INTERRUPTS (0x08 | 0x10 | 0x40)

#define CANCEL_MASK 0xffff

#define CACHED_THREADS 1024

static const struct
{
  const char *name;
  AscEventRole role;
  const char *what; /* field, or NULL */
  const char *tid;
} tracepoints[] = {
  { "sched:sched_switch", ASC_ROLE_SWITCH, "prev_state", "next_pid" },
  { "sched:sched_waking", ASC_ROLE_WAKE, "common_flags", "pid" },
  { "sched:sched_wakeup", ASC_ROLE_WAKE, "common_flags", "pid" },
  { "sched:sched_wakeup_new", ASC_ROLE_WAKE, "common_flags", "pid" },
  { "sched:sched_stat_sleep", ASC_ROLE_SLEPT, NULL, "pid" },
  { "sched:sched_stat_iowait", ASC_ROLE_SLEPT, NULL, "pid" },
  { "sched:sched_stat_blocked", ASC_ROLE_SLEPT, NULL, "pid" },
  { "sched:sched_stat_wait", ASC_ROLE_WAITED, NULL, "pid" },
  { "sched:sched_stat_runtime", ASC_ROLE_RAN, NULL, "pid" },
  { "exceptions:page_fault_user", ASC_ROLE_FAULT, "error_code", NULL },
};

static guint
number_after (const char *text, const char *end, const char *key)
{
  const char *found = g_strstr_len (text, end - text, key);

  return found != NULL ? (guint) g_ascii_strtoull (found + strlen (key), NULL, 10) : 0;
}

/* "field:pid_t prev_pid;	offset:24;	size:4;	signed:1;" */
static void
find_field (const char *format, const char *name, guint *at, guint *size)
{
  g_autofree char *key = g_strdup_printf (" %s;", name);

  for (const char *line = strstr (format, "field:"); line != NULL; line = strstr (line + 1, "field:"))
    {
      const char *end = line + strcspn (line, "\n");

      if (g_strstr_len (line, end - line, key) == NULL)
        continue;
      *at = number_after (line, end, "offset:");
      *size = number_after (line, end, "size:");
      return;
    }
}

AscPerfDetail *
asc_perf_detail_new (const char *name, const char *format)
{
  for (guint i = 0; i < G_N_ELEMENTS (tracepoints); i++)
    if (g_str_equal (name, tracepoints[i].name))
      {
        AscPerfDetail *self = g_new0 (AscPerfDetail, 1);

        self->role = tracepoints[i].role;
        if (tracepoints[i].what != NULL)
          find_field (format, tracepoints[i].what, &self->what_at, &self->what_size);
        if (tracepoints[i].tid != NULL)
          find_field (format, tracepoints[i].tid, &self->tid_at, &self->tid_size);
        return self;
      }
  return NULL;
}

AscEventRole
asc_perf_role_of_software (guint64 config)
{
  switch (config)
    {
    case SW_CONTEXT_SWITCHES:
      return ASC_ROLE_LEAVE;
    case SW_PAGE_FAULTS:
    case SW_PAGE_FAULTS_MIN:
    case SW_PAGE_FAULTS_MAJ:
      return ASC_ROLE_FAULT;
    default:
      return ASC_ROLE_NONE;
    }
}

/* A number of 1, 4 or 8 bytes in the raw data; FALSE: it is not there. */
static gboolean
get_field (const AscPerf *self, const AscPerfSample *sample, guint at, guint size, guint64 *value)
{
  if ((size != 1 && size != 4 && size != 8) || sample->n_raw < size || at > sample->n_raw - size)
    return FALSE;
  *value = size == 1 ? sample->raw[at] : size == 8 ? asc_perf_u64 (self, sample->raw + at) : asc_perf_u32 (self, sample->raw + at);
  return TRUE;
}

static AscLeave
leave_of (guint64 state)
{
  state &= TASK_STATES;
  if (state == 0)
    return ASC_LEAVE_RUNNABLE;
  if (state & (EXIT_DEAD | EXIT_ZOMBIE))
    return ASC_LEAVE_EXITING;
  return state & (TASK_STOPPED | TASK_TRACED) ? ASC_LEAVE_STOPPED : ASC_LEAVE_SLEEPING;
}

guint64
asc_perf_sample_detail (const AscPerf *self, const AscPerfAttr *attr, const AscPerfSample *sample)
{
  const AscPerfDetail *detail = &attr->detail;
  guint64 what = 0;
  guint64 tid = 0;
  gboolean has_what = get_field (self, sample, detail->what_at, detail->what_size, &what);

  get_field (self, sample, detail->tid_at, detail->tid_size, &tid);
  if (detail->role == ASC_ROLE_FAULT && detail->what_size == 0)
    {
      if (attr->addr == ASC_PERF_NO_FIELD || attr->ip == ASC_PERF_NO_FIELD)
        return 0;
      return ASC_DETAIL (sample->addr - sample->ip < INSTRUCTION_BYTES_MAX ? ASC_FAULT_FETCH : ASC_FAULT_DATA, 0);
    }
  if (detail->role == ASC_ROLE_FAULT)
    return has_what ? ASC_DETAIL (what & PF_INSTR ? ASC_FAULT_FETCH : ASC_FAULT_DATA, 0) : 0;
  if (detail->role == ASC_ROLE_SWITCH)
    return ASC_DETAIL (has_what ? leave_of (what) : ASC_LEAVE_UNKNOWN, tid);
  if (detail->role == ASC_ROLE_WAKE && tid != 0)
    return ASC_DETAIL (what & TRACE_FLAG_INTERRUPTS ? ASC_WAKE_INTERRUPT : ASC_WAKE_THREAD, tid);
  return ASC_DETAIL (0, tid);
}

void
asc_perf_note_switch (AscPerf *self, const AscPerfRecord *record)
{
  const AscPerfAttr *attr = asc_perf_find_attr (self, record, FALSE);
  AscPerfSwitch change = { .pid = -1, .tid = -1, .cpu = G_MAXUINT16, .flags = ASC_SWITCH_RUNS };
  const guint8 *end = record->body + record->size;

  if (attr == NULL || attr->end_time == ASC_PERF_NO_FIELD || attr->end_tid == ASC_PERF_NO_FIELD || record->size < attr->trailer_size)
    return;
  change.time = asc_perf_u64 (self, end - attr->end_time);
  change.pid = (gint32) asc_perf_u32 (self, end - attr->end_tid);
  change.tid = (gint32) asc_perf_u32 (self, end - attr->end_tid + 4);
  if (attr->end_cpu != ASC_PERF_NO_FIELD)
    change.cpu = (guint16) MIN (asc_perf_u32 (self, end - attr->end_cpu), G_MAXUINT16);
  if (record->type == ASC_PERF_RECORD_LOST || record->type == ASC_PERF_RECORD_LOST_SAMPLES)
    change.flags = ASC_SWITCH_LOST;
  else if (record->type == ASC_PERF_RECORD_SWITCH || record->type == ASC_PERF_RECORD_SWITCH_CPU_WIDE)
    change.flags = record->misc & MISC_SWITCH_OUT ? ASC_SWITCH_OUT | (record->misc & MISC_SWITCH_OUT_PREEMPT ? ASC_SWITCH_PREEMPTED : 0) : ASC_SWITCH_IN;
  /* Idle tasks (0) and those that are no more (-1) have no states; what perf made itself has no time. */
  if (change.time == 0 || ((change.tid <= 0 || change.pid < 0) && change.flags != ASC_SWITCH_LOST))
    return;
  g_array_append_val (self->switches, change);
}

/* Without one that enters or leaves, the others tell nothing of states. */
static gboolean
has_switches (const AscPerf *self)
{
  for (guint i = 0; i < self->attrs->len; i++)
    {
      const AscPerfAttr *attr = self->attrs->pdata[i];

      if (attr->detail.role == ASC_ROLE_SWITCH && attr->n_samples > 0)
        return TRUE;
    }
  for (guint i = 0; i < self->switches->len; i++)
    if (g_array_index (self->switches, AscPerfSwitch, i).flags & (ASC_SWITCH_IN | ASC_SWITCH_OUT))
      return TRUE;
  return FALSE;
}

/* What was lost is of interest without them. */
static void
keep_losses (GArray *switches)
{
  guint n = 0;

  for (guint i = 0; i < switches->len; i++)
    if (g_array_index (switches, AscPerfSwitch, i).flags == ASC_SWITCH_LOST)
      g_array_index (switches, AscPerfSwitch, n++) = g_array_index (switches, AscPerfSwitch, i);
  g_array_set_size (switches, n);
}

/* Most records are of a few threads. */
typedef struct
{
  guint64 key;
  guint64 from; /* the span in which the rest holds; empty: nothing is known */
  guint64 to;
  guint32 thread;
} Cached;

static guint32
find_thread (const AscPerf *self, Cached *cache, const AscPerfSwitch *record)
{
  guint64 key = asc_perf_task_key (record->pid, record->tid);
  Cached *cached = &cache[asc_hash_u64 (key) % CACHED_THREADS];

  if (cached->key != key || record->time < cached->from || record->time >= cached->to)
    {
      cached->key = key;
      cached->thread = asc_perf_find_thread (self, record->pid, record->tid, record->time, &cached->from, &cached->to);
    }
  return cached->thread;
}

gboolean
asc_perf_give_switches (AscPerf *self, GError **error)
{
  g_autofree Cached *cache = g_new0 (Cached, CACHED_THREADS);
  const AscPerfSwitch *from = (const AscPerfSwitch *) (gpointer) self->switches->data;
  guint n = self->switches->len;
  gint64 *time_ns;
  guint32 *thread;
  guint16 *cpu;
  guint8 *flags;

  if (n == 0 || self->by_position)
    return TRUE;
  if (!has_switches (self))
    {
      keep_losses (self->switches);
      n = self->switches->len;
      from = (const AscPerfSwitch *) (gpointer) self->switches->data;
    }
  if (n == 0)
    return TRUE;
  time_ns = g_new (gint64, n);
  thread = g_new (guint32, n);
  cpu = g_new (guint16, n);
  flags = g_new (guint8, n);
  for (guint i = 0; i < n; i++)
    {
      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      time_ns[i] = from[i].time > self->first_time ? (gint64) MIN (from[i].time - self->first_time, G_MAXINT64) : 0;
      thread[i] = from[i].flags != ASC_SWITCH_LOST ? find_thread (self, cache, &from[i]) : ASC_NONE;
      cpu[i] = from[i].cpu;
      flags[i] = from[i].flags;
    }
  asc_builder_take_switches (self->builder, &(AscSwitches){ .n = n, .time_ns = time_ns, .thread = thread, .cpu = cpu, .flags = flags });
  g_array_set_size (self->switches, 0);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}
