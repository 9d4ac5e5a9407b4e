/* asc-statistics.h: the kernel's own figures, recorded beside an experiment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Times are CLOCK_MONOTONIC in ns, that of the recording's events; sums are since the process, thread or machine began. -1: unknown. Figures that did not
 * change since the last line of the same process, thread or machine have no line. Names are valid UTF-8, lent by the statistics. */

/** The machine, of /proc/stat and /proc/loadavg: the sum of all processors. */
typedef struct
{
  gint64 time_ns;
  gint64 user_ns; /* with that of lower priority in @nice_ns */
  gint64 nice_ns;
  gint64 system_ns;
  gint64 idle_ns;
  gint64 iowait_ns;
  gint64 irq_ns;
  gint64 softirq_ns;
  gint64 steal_ns;
  gint64 load_hundredths; /* load average of the last minute, times 100 */
  gint64 n_running;       /* threads that run or want to */
  gint64 n_cpus;
} AscMachineFigures;

/** A process, of /proc/PID/stat and io. CPU times are counted in ticks of the clock, those of ended threads included. */
typedef struct
{
  gint64 time_ns;
  gint64 pid;
  gint64 ppid;
  gint64 state; /* a letter: R runs, S sleeps, D waits for a disk, T stopped, Z ended */
  gint64 user_ns;
  gint64 system_ns;
  gint64 n_minor_faults;
  gint64 n_major_faults;
  gint64 n_threads;
  gint64 rss_bytes;
  gint64 read_chars; /* by system calls */
  gint64 written_chars;
  gint64 n_reads;
  gint64 n_writes;
  gint64 read_bytes; /* from the disk */
  gint64 written_bytes;
  const char *name;
} AscProcessFigures;

/** A thread, of /proc/PID/task/TID/stat, schedstat and status. @run_ns and @wait_ns are exact, @user_ns and @system_ns counted in ticks. */
typedef struct
{
  gint64 time_ns;
  gint64 pid;
  gint64 tid;
  gint64 state;
  gint64 user_ns;
  gint64 system_ns;
  gint64 n_minor_faults;
  gint64 n_major_faults;
  gint64 run_ns;
  gint64 wait_ns; /* for a processor */
  gint64 n_slices;
  gint64 n_voluntary_switches;
  gint64 n_involuntary_switches;
  gint64 cpu;
  const char *name;
} AscThreadFigures;

/** All that a process that has ended used, with those that it waited for: getrusage(). */
typedef struct
{
  gint64 time_ns;
  gint64 pid;
  gint64 user_ns;
  gint64 system_ns;
  gint64 n_minor_faults;
  gint64 n_major_faults;
  gint64 max_rss_bytes;
  gint64 n_block_reads;
  gint64 n_block_writes;
  gint64 n_voluntary_switches;
  gint64 n_involuntary_switches;
} AscUsageFigures;

/** Why a thread slept whenever it was looked up, @n_samples times from @time_ns to @last_ns, of /proc/PID/task/TID/{stat,syscall,wchan}. */
typedef struct
{
  gint64 time_ns;
  gint64 tid;
  gint64 last_ns;
  gint64 n_samples;
  gint64 state;
  gint64 syscall; /* its number; -1: in none; -2: not ours to know */
  const char *name; /* the function of the kernel in which it sleeps; "0": not known */
} AscWaitFigures;

/** How long a thread had waited for a processor in all, in turns that had come: of schedstat. */
typedef struct
{
  gint64 time_ns;
  gint64 tid;
  gint64 wait_ns;
} AscDelayFigures;

/** With how much time on the CPU the kernel had charged a thread, as of its last switch or tick: of schedstat. */
typedef struct
{
  gint64 time_ns;
  gint64 tid;
  gint64 run_ns;
} AscChargeFigures;

/** A processor's frequency, where it had changed. */
typedef struct
{
  gint64 time_ns;
  gint64 cpu;
  gint64 khz;
} AscFrequencyFigures;

/** What other clocks said at the same time. */
typedef struct
{
  gint64 time_ns;
  gint64 real_ns; /* CLOCK_REALTIME: the date */
  gint64 raw_ns;  /* CLOCK_MONOTONIC_RAW: that nobody adjusts */
} AscClockFigures;

/** What looking that up has cost so far. */
typedef struct
{
  gint64 time_ns;
  gint64 n_rounds;
  gint64 cpu_ns;
  gint64 n_left_out; /* threads that were too many to be looked at */
} AscCostFigures;

/** Frozen: any thread may read. */
typedef struct _AscStatistics AscStatistics;

/**
 * Reads the statistics of the experiment at @path, a folder made by `ascribe-cli record`. What is after a line that is cut off or no figures is not read.
 * Returns: (transfer full): NULL with @error (G_FILE_ERROR_NOENT: it has none; ASC_READER_ERROR: they are none)
 */
AscStatistics *asc_statistics_open (const char *path, GError **error);
/** Whether the experiment at @path has statistics, without reading them. */
gboolean asc_statistics_exist (const char *path);
/** Reads the bytes of such a file. */
AscStatistics *asc_statistics_parse (const guint8 *data, gsize size, GError **error);
void asc_statistics_free (AscStatistics *self);

/* In order of time. */
const AscMachineFigures *asc_statistics_get_machine (const AscStatistics *self, guint *n);
const AscProcessFigures *asc_statistics_get_processes (const AscStatistics *self, guint *n);
const AscThreadFigures *asc_statistics_get_threads (const AscStatistics *self, guint *n);
const AscUsageFigures *asc_statistics_get_usage (const AscStatistics *self, guint *n);
const AscWaitFigures *asc_statistics_get_waits (const AscStatistics *self, guint *n);
const AscDelayFigures *asc_statistics_get_delays (const AscStatistics *self, guint *n);
const AscChargeFigures *asc_statistics_get_charges (const AscStatistics *self, guint *n);
const AscFrequencyFigures *asc_statistics_get_frequencies (const AscStatistics *self, guint *n);
const AscClockFigures *asc_statistics_get_clocks (const AscStatistics *self, guint *n);
const AscCostFigures *asc_statistics_get_costs (const AscStatistics *self, guint *n);
/** The line (from 1) at which reading stopped; 0: all was read. */
guint asc_statistics_get_bad_line (const AscStatistics *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscStatistics, asc_statistics_free)

G_END_DECLS
