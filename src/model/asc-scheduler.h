/* asc-scheduler.h: what a recording says of threads that enter and leave the CPUs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What the events of a kind tell of the scheduler or of the memory, beside their value. Known by the event's attr or tracepoint, not by its shown name. */
typedef enum
{
  ASC_ROLE_NONE,
  ASC_ROLE_SWITCH,  /* sched:sched_switch: its thread leaves the CPU; detail: how, and the id of the thread that comes in */
  ASC_ROLE_LEAVE,   /* context-switches: its thread leaves the CPU, no detail */
  ASC_ROLE_WAKE,    /* sched:sched_waking, sched_wakeup, sched_wakeup_new: its thread wakes another one; detail: AscWake, and the id of the thread that is woken */
  ASC_ROLE_FAULT,   /* page-faults, exceptions:page_fault_user: detail: whether code was fetched */
  ASC_ROLE_SLEPT,   /* sched:sched_stat_sleep, _iowait, _blocked: the thread that is woken had slept so long; detail: its id; the value: ns */
  ASC_ROLE_WAITED,  /* sched:sched_stat_wait: the thread that comes in had waited so long for a CPU; detail: its id; the value: ns */
  ASC_ROLE_RAN,     /* sched:sched_stat_runtime: the thread ran so long since the last one; detail: its id; the value: ns */
  ASC_ROLE_REASON,  /* looked up in /proc: why a thread sleeps at that time; detail: AscSleepReason and its id */
  ASC_ROLE_DELAYED, /* looked up in /proc: so long a thread had waited for a CPU since the last one, in turns that have come; detail: its id; the value: ns */
  ASC_ROLE_CHARGED, /* looked up in /proc: so much time on the CPU the kernel charged a thread with since the last one; detail: AscCharge and its id; the value: ns */
} AscEventRole;

/** How a thread leaves the CPU: the prev_state of sched_switch. */
typedef enum
{
  ASC_LEAVE_UNKNOWN,
  ASC_LEAVE_RUNNABLE, /* preempted, or it gave way */
  ASC_LEAVE_SLEEPING, /* interruptible or not */
  ASC_LEAVE_STOPPED,  /* by a signal or a tracer */
  ASC_LEAVE_EXITING,
} AscLeave;

/** How a thread is woken. */
typedef enum
{
  ASC_WAKE_THREAD = 0,         /* by the thread of the event */
  ASC_WAKE_INTERRUPT = 1 << 0, /* by an interrupt (a timer, a device, another processor's request) that came while that thread ran */
  ASC_WAKE_OUTSIDE = 1 << 1,   /* by a thread that is none of the experiment's */
} AscWake;

/** AscEvents.detail of an event whose kind has a role: @what is an AscLeave, AscWake, AscFault, AscSleepReason or AscCharge, @tid a thread id of the system or 0. 0: nothing is known. */
#define ASC_DETAIL(what, tid) ((guint64) (what) << 32 | (guint32) (tid))
#define ASC_DETAIL_WHAT(detail) ((guint) ((detail) >> 32))
#define ASC_DETAIL_TID(detail) ((gint32) (guint32) (detail))

/** Why a thread slept at the time of an event of ASC_ROLE_REASON. */
typedef enum
{
  ASC_SLEEP_UNKNOWN,
  ASC_SLEEP_LOCK,    /* in futex */
  ASC_SLEEP_FAULT,   /* outside every system call: in a page fault */
  ASC_SLEEP_OTHER,   /* in any other system call */
  ASC_SLEEP_STOPPED,
  ASC_SLEEP_SINCE = 1 << 8, /* and as often as it was looked at since the thread's event before, which says the same */
} AscSleepReason;

typedef enum
{
  ASC_CHARGE_SINCE = 0, /* since the event before, or the thread's birth */
  ASC_CHARGE_FIRST = 1, /* of a thread that was there before: from here on */
} AscCharge;

typedef enum
{
  ASC_FAULT_UNKNOWN,
  ASC_FAULT_DATA,
  ASC_FAULT_FETCH, /* of an instruction */
} AscFault;

typedef enum
{
  ASC_SWITCH_IN = 1 << 0,        /* the thread comes onto the CPU */
  ASC_SWITCH_OUT = 1 << 1,       /* it leaves the CPU */
  ASC_SWITCH_PREEMPTED = 1 << 2, /* with OUT: though it could go on */
  ASC_SWITCH_RUNS = 1 << 3,      /* no switch: at this time it is on the CPU (it executes a program or maps memory) */
  ASC_SWITCH_LOST = 1 << 4,      /* no switch: records were lost before this time; thread is ASC_NONE */
} AscSwitchFlags;

/** Records of threads entering and leaving the CPUs, n entries each, in the order in which they stand in the recording (nearly that of time for each CPU). */
typedef struct
{
  guint n;
  const gint64 *time_ns; /* since recording start */
  const guint32 *thread; /* index */
  const guint16 *cpu;    /* number; G_MAXUINT16 unknown */
  const guint8 *flags;   /* AscSwitchFlags */
} AscSwitches;

G_END_DECLS
