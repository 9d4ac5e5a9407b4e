/* asc-sampler.c: see asc-sampler-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files: proc(5); schedstat: Documentation/scheduler/sched-stats.rst of the kernel.
 */
#include "config.h"

#include "asc-sampler-private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL_NS (100 * 1000 * 1000)
/* Of the time that taking the figures takes. */
#define COST_FACTOR 100
#define INTERVAL_MAX_NS SECOND_NS
#define PROCESSES_MAX 10000
/* Some drivers take milliseconds to tell a processor's frequency: so many are asked at a time, in turn. */
#define FREQUENCIES_AT_ONCE 4
/* A frequency that differs less from the last one is no other. */
#define FREQUENCY_SHARE 20
#define SECOND_NS G_GINT64_CONSTANT (1000000000)

struct _AscSampler
{
  FILE *file;
  gint64 tick_ns;
  gint64 page_bytes;
  GArray *pids;      /* gint32: those that run */
  GHashTable *known; /* pid -> itself: followed already */
  GHashTable *last;  /* "p PID", "t TID", "m" -> the line's figures */
  guint n_cpus;
  guint next_cpu;    /* whose frequency is asked for next */
  gint64 *khz;       /* n_cpus: that was written; -1: it has none */
  gint64 next_clocks_ns;
};

/* The fields of /proc/PID/stat behind the name; numbers as in proc(5), which counts from 1. */
enum
{
  STAT_STATE = 3,
  STAT_PPID = 4,
  STAT_MINFLT = 10,
  STAT_MAJFLT = 12,
  STAT_UTIME = 14,
  STAT_STIME = 15,
  STAT_N_THREADS = 20,
  STAT_RSS = 24,
  STAT_PROCESSOR = 39,
};

gint64
asc_sampler_now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (gint64) t.tv_sec * G_GINT64_CONSTANT (1000000000) + t.tv_nsec;
}

static gint64
read_clock (clockid_t clock)
{
  struct timespec t;

  return clock_gettime (clock, &t) == 0 ? (gint64) t.tv_sec * SECOND_NS + t.tv_nsec : -1;
}

/* The clock of the recording beside that of the date, which may be set, and that which nobody adjusts. */
static void
take_clocks (AscSampler *self, gint64 time_ns)
{
  if (time_ns < self->next_clocks_ns)
    return;
  fprintf (self->file, "k\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\n", asc_sampler_now (), read_clock (CLOCK_REALTIME), read_clock (CLOCK_MONOTONIC_RAW));
  self->next_clocks_ns = time_ns + SECOND_NS;
}

/* The frequencies of some processors, where they are known (Documentation/admin-guide/pm/cpufreq.rst of the kernel). */
static void
take_frequencies (AscSampler *self, gint64 time_ns)
{
  for (guint i = 0; i < MIN (FREQUENCIES_AT_ONCE, self->n_cpus); i++, self->next_cpu = (self->next_cpu + 1) % self->n_cpus)
    {
      gint64 *last = &self->khz[self->next_cpu];
      g_autofree char *path = *last >= 0 ? g_strdup_printf ("/sys/devices/system/cpu/cpu%u/cpufreq/scaling_cur_freq", self->next_cpu) : NULL;
      g_autofree char *text = NULL;
      gint64 khz;

      if (path == NULL)
        continue;
      khz = g_file_get_contents (path, &text, NULL, NULL) ? g_ascii_strtoll (text, NULL, 10) : -1;
      if (khz <= 0)
        *last = -1;
      else if (ABS (khz - *last) > *last / FREQUENCY_SHARE)
        {
          fprintf (self->file, "f\t%" G_GINT64_FORMAT "\t%u\t%" G_GINT64_FORMAT "\n", time_ns, self->next_cpu, khz);
          *last = khz;
        }
    }
}

AscSampler *
asc_sampler_new (const char *path, GError **error)
{
  FILE *file = fopen (path, "we");
  AscSampler *self;

  if (file == NULL)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
      return NULL;
    }
  self = g_new0 (AscSampler, 1);
  self->file = file;
  self->tick_ns = 1000000000 / sysconf (_SC_CLK_TCK);
  self->page_bytes = sysconf (_SC_PAGESIZE);
  self->n_cpus = (guint) MAX (sysconf (_SC_NPROCESSORS_CONF), 1);
  self->khz = g_new0 (gint64, self->n_cpus);
  self->pids = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->known = g_hash_table_new (NULL, NULL);
  self->last = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  fputs ("ascribe-statistics\t1\n", file);
  return self;
}

void
asc_sampler_free (AscSampler *self)
{
  if (self == NULL)
    return;
  take_clocks (self, G_MAXINT64 - SECOND_NS);
  fclose (self->file);
  g_free (self->khz);
  g_array_unref (self->pids);
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->last);
  g_free (self);
}

void
asc_sampler_add_process (AscSampler *self, gint32 pid)
{
  if (g_hash_table_size (self->known) < PROCESSES_MAX && g_hash_table_add (self->known, GINT_TO_POINTER (pid)))
    g_array_append_val (self->pids, pid);
}

static char *
read_proc (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* A file of /proc, whole. Returns: (transfer full): NULL when it is not there any more, or not ours to read */
static char *
read_proc (const char *format, ...)
{
  g_autofree char *path = NULL;
  char *text = NULL;
  va_list args;

  va_start (args, format);
  path = g_strdup_vprintf (format, args);
  va_end (args);
  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

/* The number behind "KEY:" at the start of a line; -1: not there. */
static gint64
find_number (const char *text, const char *key)
{
  const gsize length = strlen (key);

  for (const char *at = text; at != NULL; at = strchr (at, '\n'))
    {
      at += *at == '\n';
      if (strncmp (at, key, length) == 0 && at[length] == ':')
        return g_ascii_strtoll (at + length + 1, NULL, 10);
    }
  return -1;
}

/* Writes a line, unless its figures are those of the last one of @key. */
static void
write_line (AscSampler *self, const char *key, char kind, gint64 time_ns, const char *figures)
{
  const char *last = g_hash_table_lookup (self->last, key);

  if (g_strcmp0 (last, figures) == 0)
    return;
  fprintf (self->file, "%c\t%" G_GINT64_FORMAT "\t%s\n", kind, time_ns, figures);
  g_hash_table_replace (self->last, g_strdup (key), g_strdup (figures));
}

/* /proc/PID/stat: the name, without tabs and line ends, and the fields by number. */
typedef struct
{
  char *name;
  char **fields; /* [0] is field 3 */
  guint n;
} Stat;

static gboolean
parse_stat (char *text, Stat *stat)
{
  char *open = text != NULL ? strchr (text, '(') : NULL;
  char *close = text != NULL ? strrchr (text, ')') : NULL;

  if (open == NULL || close == NULL || close < open || close[1] == '\0')
    return FALSE;
  *close = '\0';
  stat->name = g_utf8_make_valid (open + 1, -1);
  g_strdelimit (stat->name, "\t\n\r", ' ');
  stat->fields = g_strsplit (close + 2, " ", 0);
  stat->n = g_strv_length (stat->fields);
  return TRUE;
}

static void
stat_clear (Stat *stat)
{
  g_free (stat->name);
  g_strfreev (stat->fields);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stat, stat_clear)

static gint64
get_field (const Stat *stat, guint number)
{
  return number - STAT_STATE < stat->n ? g_ascii_strtoll (stat->fields[number - STAT_STATE], NULL, 10) : -1;
}

static void
append (GString *line, gint64 number)
{
  if (line->len > 0)
    g_string_append_c (line, '\t');
  g_string_append_printf (line, "%" G_GINT64_FORMAT, number);
}

static void
append_stat (AscSampler *self, GString *line, const Stat *stat)
{
  g_string_append_printf (line, "\t%c", stat->fields[0] != NULL ? stat->fields[0][0] : '?');
  append (line, get_field (stat, STAT_UTIME) * self->tick_ns);
  append (line, get_field (stat, STAT_STIME) * self->tick_ns);
  append (line, get_field (stat, STAT_MINFLT));
  append (line, get_field (stat, STAT_MAJFLT));
}

static void
take_thread (AscSampler *self, gint32 pid, gint32 tid, gint64 time_ns)
{
  g_autofree char *text = read_proc ("/proc/%d/task/%d/stat", pid, tid);
  g_autofree char *schedstat = read_proc ("/proc/%d/task/%d/schedstat", pid, tid);
  g_autofree char *status = read_proc ("/proc/%d/task/%d/status", pid, tid);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *key = g_strdup_printf ("t %d", tid);
  g_auto (Stat) stat = { NULL };
  gint64 run_ns = -1, wait_ns = -1, n_slices = -1;

  if (!parse_stat (text, &stat))
    return;
  if (schedstat != NULL)
    sscanf (schedstat, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, &run_ns, &wait_ns, &n_slices);
  append (line, pid);
  append (line, tid);
  append_stat (self, line, &stat);
  append (line, run_ns);
  append (line, wait_ns);
  append (line, n_slices);
  append (line, status != NULL ? find_number (status, "voluntary_ctxt_switches") : -1);
  append (line, status != NULL ? find_number (status, "nonvoluntary_ctxt_switches") : -1);
  append (line, get_field (&stat, STAT_PROCESSOR));
  g_string_append_printf (line, "\t%s", stat.name);
  write_line (self, key, 't', time_ns, line->str);
}

static void
add_children (AscSampler *self, gint32 pid, gint32 tid)
{
  g_autofree char *text = read_proc ("/proc/%d/task/%d/children", pid, tid);
  g_auto (GStrv) children = g_strsplit (text != NULL ? text : "", " ", -1);

  for (guint i = 0; children[i] != NULL; i++)
    if (g_ascii_isdigit (children[i][0]))
      asc_sampler_add_process (self, (gint32) g_ascii_strtoll (children[i], NULL, 10));
}

static void
take_threads (AscSampler *self, gint32 pid, gint64 time_ns)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task", pid);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      const gint32 tid = (gint32) g_ascii_strtoll (name, NULL, 10);

      take_thread (self, pid, tid, time_ns);
      add_children (self, pid, tid);
    }
}

/* Returns: FALSE when the process is gone, or a zombie whose last figures were written. */
static gboolean
take_process (AscSampler *self, gint32 pid, gint64 time_ns)
{
  g_autofree char *text = read_proc ("/proc/%d/stat", pid);
  g_autofree char *io = read_proc ("/proc/%d/io", pid);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *key = g_strdup_printf ("p %d", pid);
  static const char *const io_keys[] = { "rchar", "wchar", "syscr", "syscw", "read_bytes", "write_bytes" };
  g_auto (Stat) stat = { NULL };

  if (!parse_stat (text, &stat))
    return FALSE;
  append (line, pid);
  append (line, get_field (&stat, STAT_PPID));
  append_stat (self, line, &stat);
  append (line, get_field (&stat, STAT_N_THREADS));
  append (line, get_field (&stat, STAT_RSS) * self->page_bytes);
  for (guint i = 0; i < G_N_ELEMENTS (io_keys); i++)
    append (line, io != NULL ? find_number (io, io_keys[i]) : -1);
  g_string_append_printf (line, "\t%s", stat.name);
  write_line (self, key, 'p', time_ns, line->str);
  take_threads (self, pid, time_ns);
  return stat.fields[0] != NULL && stat.fields[0][0] != 'Z' && stat.fields[0][0] != 'X';
}

static void
take_machine (AscSampler *self, gint64 time_ns)
{
  g_autofree char *text = read_proc ("/proc/stat");
  g_autofree char *load = read_proc ("/proc/loadavg");
  g_autoptr (GString) line = g_string_new (NULL);
  gint64 ticks[8];
  double average = -1;
  int n_running = -1;

  if (text == NULL || sscanf (text, "cpu %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, &ticks[0],
                              &ticks[1], &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]) != 8)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (ticks); i++)
    append (line, ticks[i] * self->tick_ns);
  if (load != NULL)
    {
      char *end;

      average = g_ascii_strtod (load, &end);
      sscanf (end, "%*s %*s %d", &n_running);
    }
  append (line, (gint64) (average * 100));
  append (line, n_running);
  append (line, sysconf (_SC_NPROCESSORS_ONLN));
  write_line (self, "m", 'm', time_ns, line->str);
}

/* Of this thread: a reading that had to wait for a processor did not cost more. */
static gint64
get_cpu_time (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (gint64) t.tv_sec * SECOND_NS + t.tv_nsec;
}

gint64
asc_sampler_take (AscSampler *self)
{
  const gint64 start = asc_sampler_now ();
  const gint64 cpu_start = get_cpu_time ();

  take_machine (self, start);
  take_clocks (self, start);
  take_frequencies (self, start);
  for (guint i = 0; i < self->pids->len;)
    if (take_process (self, g_array_index (self->pids, gint32, i), start))
      i++;
    else
      g_array_remove_index (self->pids, i);
  fflush (self->file);
  return CLAMP ((get_cpu_time () - cpu_start) * COST_FACTOR, INTERVAL_NS, INTERVAL_MAX_NS);
}

void
asc_sampler_add_usage (AscSampler *self, gint32 pid, const struct rusage *usage)
{
  const gint64 figures[] = {
    usage->ru_utime.tv_sec * G_GINT64_CONSTANT (1000000000) + usage->ru_utime.tv_usec * 1000,
    usage->ru_stime.tv_sec * G_GINT64_CONSTANT (1000000000) + usage->ru_stime.tv_usec * 1000,
    usage->ru_minflt,
    usage->ru_majflt,
    usage->ru_maxrss * G_GINT64_CONSTANT (1024),
    usage->ru_inblock,
    usage->ru_oublock,
    usage->ru_nvcsw,
    usage->ru_nivcsw,
  };
  g_autoptr (GString) line = g_string_new (NULL);

  append (line, pid);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    append (line, figures[i]);
  fprintf (self->file, "u\t%" G_GINT64_FORMAT "\t%s\n", asc_sampler_now (), line->str);
  fflush (self->file);
}

guint
asc_sampler_get_n_running (AscSampler *self)
{
  return self->pids->len;
}
