/* asc-record-machine.c: see asc-record-machine.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What each level of kernel.perf_event_paranoid allows: Documentation/admin-guide/sysctl/kernel.rst of the kernel; that events are asked for and not
 * the level believed: a security module, a container's filter or capabilities may say otherwise (Documentation/admin-guide/perf-security.rst).
 */
#include "config.h"

#include "asc-record-machine.h"

#include "asc-record-engine.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

/* --control came with it (tools/perf/Documentation/perf-record.txt of 5.10). */
#define PERF_MAJOR_LEAST 5
#define PERF_MINOR_LEAST 10

/* With perf's own default two fifths of the events of a thread that reads a disk were lost, with this none. */
#define BUFFER_BYTES_MOST (8u << 20)
#define BUFFER_BYTES_LEAST (64u << 10)

#define CAP_IPC_LOCK_BIT 14
#define CACHE(cache, result) (PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const struct
{
  const char *event;
  guint32 type;
  guint64 config;
} counter_events[] = {
  { "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
  { "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
  { "cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
  { "cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
  { "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
  { "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
  { "stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
  { "stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
  { "L1-dcache-load-misses", PERF_TYPE_HW_CACHE, CACHE (L1D, MISS) },
  { "LLC-load-misses", PERF_TYPE_HW_CACHE, CACHE (LL, MISS) },
  { "dTLB-load-misses", PERF_TYPE_HW_CACHE, CACHE (DTLB, MISS) },
};

struct _AscMachine
{
  gatomicrefcount refs;
  char *perf;
  char *version;
  gint64 paranoid;
  AscProblem *problem;
  AscProblem *lacks[ASC_N_ABILITIES];
  AscProblem *no_kernel_names;
  AscCounter counters[G_N_ELEMENTS (counter_events)];
  guint64 buffer_bytes;
  const char *const *memory_options;
  gboolean perf_has_capabilities; /* its rights are more than ours */
};

static gint64
read_number (const char *path, gint64 otherwise)
{
  g_autofree char *text = NULL;
  gint64 value;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_ascii_string_to_signed (g_strstrip (text), 10, G_MININT64, G_MAXINT64, &value, NULL))
    return otherwise;
  return value;
}

/* Opens the event and closes it. Returns: 0, or errno. */
static int
try_event (struct perf_event_attr *attr, pid_t pid, int cpu)
{
  int fd;

  attr->size = sizeof *attr;
  attr->disabled = 1;
  attr->exclude_hv = 1;
  fd = (int) syscall (SYS_perf_event_open, attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd < 0)
    return errno;
  close (fd);
  return 0;
}

static AscProblem *
find_perf (AscRecordMachine *self)
{
  const char *args[] = { NULL, "--version", NULL };
  g_autofree char *install = asc_dup_install_command ("linux-perf", "linux-tools-$(uname -r)", "perf", "perf", "perf");
  g_autofree char *answer = NULL;
  g_autofree char *text = NULL;
  guint major = 0, minor = 0;

  self->perf = g_find_program_in_path ("perf");
  if (self->perf == NULL)
    return asc_problem_new (ASC_RECORD_ERROR_NO_ENGINE, _ ("perf is not installed"), _ ("Recording needs it."), install);
  args[0] = self->perf;
  if (!g_spawn_sync (NULL, (char **) args, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &answer, NULL, NULL, NULL) ||
      sscanf (answer != NULL ? answer : "", "perf version %u.%u", &major, &minor) != 2)
    {
      /* Ubuntu's /usr/bin/perf is a script that looks for the one of the running kernel. */
      /* TRANSLATORS: %s is the path of perf */
      text = g_strdup_printf (_ ("%s does not tell its version; the one for this kernel may be missing."), self->perf);
      return asc_problem_new (ASC_RECORD_ERROR_NO_ENGINE, _ ("perf does not run"), text, install);
    }
  self->version = g_strdup (g_strchomp (answer) + strlen ("perf version "));
  if (major > PERF_MAJOR_LEAST || (major == PERF_MAJOR_LEAST && minor >= PERF_MINOR_LEAST))
    return NULL;
  /* TRANSLATORS: the version that is there, the oldest that will do */
  text = g_strdup_printf (_ ("Its version is %s, recording needs %s."), self->version, G_STRINGIFY (PERF_MAJOR_LEAST) "." G_STRINGIFY (PERF_MINOR_LEAST));
  return asc_problem_new (ASC_RECORD_ERROR_NO_ENGINE, _ ("perf is too old"), text, install);
}

/* An event that was refused with @error; at the level @wanted of kernel.perf_event_paranoid it would not have been. */
static AscProblem *
explain (const AscRecordMachine *self, int error, int wanted)
{
  g_autofree char *text = NULL;
  g_autofree char *mend = NULL;

  if (error == 0)
    return NULL;
  if (error != EACCES && error != EPERM)
    return asc_problem_new (ASC_RECORD_ERROR_NOT_SUPPORTED, _ ("This machine cannot record it"), _ ("The processor, the virtual machine or the kernel does not have it."), NULL);
  if (self->perf_has_capabilities)
    return NULL;
  if (self->paranoid <= wanted)
    return asc_problem_new (ASC_RECORD_ERROR_NOT_PERMITTED, _ ("The kernel does not allow this recording"),
                            _ ("A container, a sandbox or a security module forbids it: record outside."), NULL);
  /* TRANSLATORS: the level that is set, the one that would do */
  text = g_strdup_printf (_ ("kernel.perf_event_paranoid is %d, this needs %d or lower."), (int) self->paranoid, wanted);
  mend = g_strdup_printf ("sudo sysctl kernel.perf_event_paranoid=%d", wanted);
  return asc_problem_new (ASC_RECORD_ERROR_NOT_PERMITTED, _ ("The kernel does not allow this recording"), text, mend);
}

static AscProblem *
probe_tracepoint (const AscRecordMachine *self, const char *name)
{
  static const char *const folders[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
  struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .sample_period = 1, .sample_type = PERF_SAMPLE_RAW };
  gint64 id = -1;

  for (guint i = 0; i < G_N_ELEMENTS (folders) && id < 0; i++)
    {
      g_autofree char *path = g_build_filename (folders[i], "events", name, "id", NULL);

      id = read_number (path, -1);
    }
  if (id >= 0)
    {
      attr.config = (guint64) id;
      return explain (self, try_event (&attr, 0, -1), -1);
    }
  if (self->perf_has_capabilities)
    return NULL;
  if (access (folders[0], X_OK) == 0 && access (folders[0], R_OK) == 0)
    return asc_problem_new (ASC_RECORD_ERROR_NOT_SUPPORTED, _ ("This machine has no scheduler events"), _ ("The kernel's tracing files are not mounted, or it was built without them."),
                            "sudo mount -t tracefs tracefs /sys/kernel/tracing");
  return asc_problem_new (ASC_RECORD_ERROR_NOT_PERMITTED, _ ("Scheduler events are not readable"), _ ("The folder of the kernel's tracing files belongs to root alone."),
                          "sudo mount -o remount,mode=755 /sys/kernel/tracing && sudo sysctl kernel.perf_event_paranoid=-1");
}

static void
probe_abilities (AscRecordMachine *self)
{
  struct perf_event_attr clock = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK, .exclude_kernel = 1 };
  struct perf_event_attr system = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK };
  struct perf_event_attr faults = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_PAGE_FAULTS, .exclude_kernel = 1 };
  struct perf_event_attr lbr = {
    .type = PERF_TYPE_HARDWARE,
    .config = PERF_COUNT_HW_CPU_CYCLES,
    .exclude_kernel = 1,
    .sample_period = 1000000,
    .sample_type = PERF_SAMPLE_BRANCH_STACK,
    .branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK,
  };

  self->lacks[ASC_ABILITY_CLOCK] = explain (self, try_event (&clock, 0, -1), 2);
  self->lacks[ASC_ABILITY_PAGE_FAULTS] = explain (self, try_event (&faults, 0, -1), 2);
  self->lacks[ASC_ABILITY_KERNEL] = explain (self, try_event (&system, 0, -1), 1);
  self->lacks[ASC_ABILITY_SYSTEM] = explain (self, try_event (&system, -1, 0), 0);
  self->lacks[ASC_ABILITY_LBR] = explain (self, try_event (&lbr, 0, -1), 2);
  self->lacks[ASC_ABILITY_STATES] = probe_tracepoint (self, "sched/sched_switch");
  self->lacks[ASC_ABILITY_WAKEUPS] = probe_tracepoint (self, "sched/sched_waking");
  for (guint i = 0; i < G_N_ELEMENTS (counter_events); i++)
    {
      struct perf_event_attr attr = { .type = counter_events[i].type, .config = counter_events[i].config, .exclude_kernel = 1, .sample_period = 1000000 };

      self->counters[i] = (AscCounter){ counter_events[i].event, explain (self, try_event (&attr, 0, -1), 2) };
    }
}

/* Intel has events for it, AMD a unit of its own (tools/perf/Documentation/perf-mem.txt). */
static void
probe_memory (AscRecordMachine *self)
{
  static const char *const intel[] = { "-W", "-e", "cpu/mem-loads,ldlat=30/P", "-e", "cpu/mem-stores/P", NULL };
  static const char *const amd[] = { "-W", "-e", "ibs_op//", NULL };

  if (access ("/sys/bus/event_source/devices/cpu/events/mem-loads", F_OK) == 0)
    self->memory_options = intel;
  else if (access ("/sys/bus/event_source/devices/ibs_op", F_OK) == 0)
    self->memory_options = amd;
  else
    self->lacks[ASC_ABILITY_MEMORY] = explain (self, ENODEV, 0);
}

/* Of the kernel's functions only root sees the addresses unless both settings allow it (kallsyms_show_value() in kernel/ksyms_common.c). */
static AscProblem *
probe_kernel_names (const AscRecordMachine *self)
{
  const gint64 restrict_level = read_number ("/proc/sys/kernel/kptr_restrict", 0);
  g_autofree char *text = NULL;
  FILE *file = fopen ("/proc/kallsyms", "re");
  unsigned long long address = 0;

  if (file != NULL && fscanf (file, "%llx", &address) != 1)
    address = 0;
  if (file != NULL)
    fclose (file);
  if (address != 0 || self->perf_has_capabilities)
    return NULL;
  if (restrict_level == 0 && self->paranoid > 1)
    return explain (self, EACCES, 1);
  /* TRANSLATORS: the value of a setting */
  text = g_strdup_printf (_ ("kernel.kptr_restrict is %d, this needs 0."), (int) restrict_level);
  return asc_problem_new (ASC_RECORD_ERROR_NOT_PERMITTED, _ ("Functions of the kernel will have no names"), text,
                          "sudo sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1");
}

/* What a user may lock into memory: perf_mmap() in kernel/events/core.c. Each processor's buffer has a page more. */
static guint64
find_buffer_bytes (const AscRecordMachine *self)
{
  const guint64 n_cpus = (guint64) MAX (sysconf (_SC_NPROCESSORS_ONLN), 1);
  const guint64 page = (guint64) sysconf (_SC_PAGESIZE);
  g_autofree char *status = NULL;
  const char *line = NULL;
  struct rlimit limit = { 0 };
  guint64 bytes = BUFFER_BYTES_MOST;
  guint64 allowed;

  if (g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    line = strstr (status, "\nCapEff:");
  if (self->paranoid < 0 || (line != NULL && (g_ascii_strtoull (line + strlen ("\nCapEff:"), NULL, 16) >> CAP_IPC_LOCK_BIT & 1) != 0))
    return bytes;
  getrlimit (RLIMIT_MEMLOCK, &limit);
  if (limit.rlim_cur == RLIM_INFINITY)
    return bytes;
  allowed = (guint64) read_number ("/proc/sys/kernel/perf_event_mlock_kb", 516) * 1024 + limit.rlim_cur / n_cpus;
  while (bytes > BUFFER_BYTES_LEAST && bytes + page > allowed)
    bytes /= 2;
  return bytes;
}

AscRecordMachine *
asc_record_machine_new (void)
{
  AscRecordMachine *self = g_new0 (AscRecordMachine, 1);

  g_atomic_ref_count_init (&self->refs);
  self->paranoid = read_number ("/proc/sys/kernel/perf_event_paranoid", 2);
  self->problem = find_perf (self);
  self->perf_has_capabilities = self->perf != NULL && getxattr (self->perf, "security.capability", NULL, 0) > 0;
  probe_abilities (self);
  probe_memory (self);
  self->no_kernel_names = probe_kernel_names (self);
  self->buffer_bytes = find_buffer_bytes (self);
  if (self->problem == NULL && self->lacks[ASC_ABILITY_CLOCK] != NULL)
    {
      const AscProblem *lack = self->lacks[ASC_ABILITY_CLOCK];

      self->problem = asc_problem_new (lack->code, lack->title, lack->text, lack->mend);
    }
  return self;
}

AscRecordMachine *
asc_record_machine_ref (AscRecordMachine *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
asc_record_machine_unref (AscRecordMachine *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->perf);
  g_free (self->version);
  asc_problem_free (self->problem);
  asc_problem_free (self->no_kernel_names);
  for (guint i = 0; i < ASC_N_ABILITIES; i++)
    asc_problem_free (self->lacks[i]);
  for (guint i = 0; i < G_N_ELEMENTS (self->counters); i++)
    asc_problem_free (self->counters[i].problem);
  g_free (self);
}

const char *
asc_record_machine_get_perf (const AscRecordMachine *self)
{
  return self->perf;
}

const char *
asc_record_machine_get_perf_version (const AscRecordMachine *self)
{
  return self->version;
}

const AscProblem *
asc_record_machine_get_problem (const AscRecordMachine *self)
{
  return self->problem;
}

const AscProblem *
asc_record_machine_get_lack (const AscRecordMachine *self, AscAbility ability)
{
  return self->lacks[ability];
}

const AscCounter *
asc_record_machine_get_counters (const AscRecordMachine *self, guint *n_counters)
{
  *n_counters = G_N_ELEMENTS (self->counters);
  return self->counters;
}

const AscProblem *
asc_record_machine_get_no_kernel_names (const AscRecordMachine *self)
{
  return self->no_kernel_names;
}

guint64
asc_record_machine_get_buffer_bytes (const AscRecordMachine *self)
{
  return self->buffer_bytes;
}

const char *const *
asc_record_machine_get_memory_options (const AscRecordMachine *self)
{
  return self->memory_options;
}
