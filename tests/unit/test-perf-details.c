/* test-perf-details.c: what the raw data of tracepoints tells of threads and page faults
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

/* A wakeup by an interrupt: common_flags in a hard interrupt (0x08), a soft one (0x10). */
static void
check_wakeups (AscPerf *perf, AscPerfAttr attr, const AscPerfSample *sample, guint8 *raw)
{
  static const char format[] = "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n\tfield:pid_t pid;\toffset:16;\tsize:4;\tsigned:1;\n";
  static const guint8 flags[] = { 0x00, 0x01, 0x04, 0x08, 0x09, 0x10, 0x19 };
  g_autofree AscPerfDetail *wake = asc_perf_detail_new ("sched:sched_waking", format);

  attr.detail = *wake;
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      raw[2] = flags[i];
      g_assert_cmpuint (asc_perf_sample_detail (perf, &attr, sample), ==, ASC_DETAIL (i < 3 ? ASC_WAKE_THREAD : ASC_WAKE_INTERRUPT, 4711));
    }
}

/* The fields of tracepoints, by their format as the kernel tells it (/sys/kernel/tracing/events/sched/sched_switch/format, shortened). */
static void
test_details (void)
{
  static const char format[] = "name: sched_switch\nID: 316\nformat:\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
                               "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n\tfield:long prev_state;\toffset:8;\tsize:8;\tsigned:1;\n"
                               "\tfield:pid_t next_pid;\toffset:16;\tsize:4;\tsigned:1;\n";
  /* prev_state as sched_switch prints it: R, R+, S, D, D|K, T, t, X, Z, I. */
  static const struct
  {
    guint64 state;
    AscLeave leave;
  } states[] = { { 0, ASC_LEAVE_RUNNABLE }, { 0x100, ASC_LEAVE_RUNNABLE }, { 1, ASC_LEAVE_SLEEPING }, { 2, ASC_LEAVE_SLEEPING }, { 0x82, ASC_LEAVE_SLEEPING },
                 { 4, ASC_LEAVE_STOPPED }, { 8, ASC_LEAVE_STOPPED }, { 0x10, ASC_LEAVE_EXITING }, { 0x20, ASC_LEAVE_EXITING }, { 0x80, ASC_LEAVE_SLEEPING } };
  g_autofree AscPerfDetail *detail = asc_perf_detail_new ("sched:sched_switch", format);
  AscPerf perf = { .big_endian = FALSE };
  AscPerfAttr attr = { .ip = ASC_PERF_NO_FIELD, .addr = ASC_PERF_NO_FIELD };
  guint64 raw[3] = { 0 };
  AscPerfSample sample = { .raw = (const guint8 *) raw, .n_raw = sizeof raw };

  g_assert_null (asc_perf_detail_new ("sched:sched_migrate_task", format));
  g_assert_cmpint (detail->role, ==, ASC_ROLE_SWITCH);
  attr.detail = *detail;
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      raw[1] = GUINT64_TO_LE (states[i].state);
      raw[2] = GUINT64_TO_LE (4711);
      g_assert_cmpuint (asc_perf_sample_detail (&perf, &attr, &sample), ==, ASC_DETAIL (states[i].leave, 4711));
    }
  /* Cut off before the state, and before the thread that comes in. */
  sample.n_raw = 12;
  g_assert_cmpuint (asc_perf_sample_detail (&perf, &attr, &sample), ==, 0);
  sample.n_raw = 16;
  g_assert_cmpuint (asc_perf_sample_detail (&perf, &attr, &sample), ==, ASC_DETAIL (ASC_LEAVE_SLEEPING, 0));
  sample.n_raw = sizeof raw;
  check_wakeups (&perf, attr, &sample, (guint8 *) raw);
  /* A page fault at the instruction itself fetched it. */
  attr.detail = (AscPerfDetail){ .role = ASC_ROLE_FAULT };
  attr.ip = attr.addr = 0;
  sample = (AscPerfSample){ .ip = 0x1000, .addr = 0x100f };
  g_assert_cmpuint (ASC_DETAIL_WHAT (asc_perf_sample_detail (&perf, &attr, &sample)), ==, ASC_FAULT_FETCH);
  sample.addr = 0x1010;
  g_assert_cmpuint (ASC_DETAIL_WHAT (asc_perf_sample_detail (&perf, &attr, &sample)), ==, ASC_FAULT_DATA);
  sample.addr = 0xfff;
  g_assert_cmpuint (ASC_DETAIL_WHAT (asc_perf_sample_detail (&perf, &attr, &sample)), ==, ASC_FAULT_DATA);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-details/fields", test_details);
  return g_test_run ();
}
