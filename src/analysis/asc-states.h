/* asc-states.h: what every thread did at every time of its life: ran, waited, and for what
 *
 * The states and the rules: docs/microstates.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-experiment.h"
#include "asc-profile-input.h"
#include "asc-progress.h"

G_BEGIN_DECLS

/** The microstates of a thread, after those of Solaris (LMS_*), and two for what a recording does not tell. */
typedef enum
{
  ASC_STATE_USER,         /* runs in user mode */
  ASC_STATE_SYSTEM,       /* runs in the kernel */
  ASC_STATE_TRAP,         /* runs in the kernel, in a trap or an interrupt other than a page fault */
  ASC_STATE_WAIT_CPU,     /* could run, waits for a CPU */
  ASC_STATE_LOCK,         /* sleeps: user-mode lock */
  ASC_STATE_TEXT_FAULT,   /* sleeps: page of code */
  ASC_STATE_DATA_FAULT,   /* sleeps: page of data */
  ASC_STATE_KERNEL_FAULT, /* sleeps: page that the kernel touched */
  ASC_STATE_SLEEP,        /* sleeps: any other reason */
  ASC_STATE_STOPPED,      /* stopped by a signal or a tracer */
  ASC_STATE_BLOCKED,      /* sleeps: the recording does not tell why */
  ASC_STATE_UNKNOWN,      /* records are missing: it may have run or not */
  ASC_N_STATES
} AscState;

/** The first one in which a thread does not run. */
#define ASC_STATE_FIRST_WAIT ASC_STATE_WAIT_CPU

/** How far the recording supports the states. */
typedef enum
{
  ASC_STATES_NONE,      /* no scheduler data: no states */
  ASC_STATES_ESTIMATED, /* when threads leave is recorded, when they come is not or in part: taken from wakeups and samples */
  ASC_STATES_EXACT,     /* both are recorded */
} AscStatesTimes;

/** What the clock samples tell of the time on the CPU. */
typedef enum
{
  ASC_STATES_CLOCK_NONE, /* none: time on the CPU counts as system */
  ASC_STATES_CLOCK_USER, /* user mode alone: system is the rest of the time on the CPU, without stacks */
  ASC_STATES_CLOCK_BOTH,
} AscStatesClock;

typedef struct
{
  AscStatesTimes times;
  AscStatesClock clock;
  gboolean has_wakeups;  /* wait CPU begins at the wakeup; else a thread that slept waits for a CPU from the switch that brought it in */
  gboolean has_delays;   /* without wakeups: the kernel's sums tell how long threads waited for a CPU */
  gboolean has_charges;  /* the kernel's sums tell how long threads were on the CPU, within the time between two looks */
  gint64 n_sleeps;       /* times that a thread went to sleep */
  gint64 n_reasons;      /* of them, whose stack in the kernel tells why */
  gint64 n_unnamed;      /* of them, that have a stack in the kernel, whose functions have no names */
  gint64 n_sampled;      /* of all, whose reason was looked up in /proc */
  gint64 n_estimated;    /* times that the moment at which a thread came in was taken from something else */
  gint64 n_unknown;      /* spans of state ASC_STATE_UNKNOWN */
} AscStatesQuality;

#define ASC_TYPE_STATES (asc_states_get_type ())
G_DECLARE_FINAL_TYPE (AscStates, asc_states, ASC, STATES, GObject)

/**
 * AscStates:
 *
 * The intervals of all threads of one experiment, frozen: any thread may read.
 *
 * asc_states_compute(): derives them. @names: of the experiment's frames (lent for the call; functions of the kernel tell why a thread sleeps). Blocks;
 * equal results for any number of threads. Returns: (transfer full): without intervals when the recording has no scheduler data; NULL with @error set when
 * cancelled.
 */
AscStates *asc_states_compute (AscExperiment *experiment, const AscNames *names, guint n_threads, GCancellable *cancellable, AscProgress *progress, GError **error);

const AscStatesQuality *asc_states_get_quality (AscStates *self);

/**
 * The intervals as columns of events, sorted by thread, then by time: time_ns is the begin, value the length in ns (more than 0), stack the node at which the
 * thread left the CPU (waits) or of the sample to which the time is ascribed (running), kernel frames included, ASC_NONE where none is known; cpu where it ran
 * or which it left; kind is an AscState; mode ASC_MODE_USER for ASC_STATE_USER, else ASC_MODE_KERNEL. Intervals of a thread join: each ends where the next
 * begins, and together they are its life, from FORK (or its first record) to EXIT (or the end of the recording).
 */
const AscEvents *asc_states_get_intervals (AscStates *self);
/** The intervals of @thread (an index of the experiment's): *@n from the returned one on. */
guint asc_states_find_thread (AscStates *self, guint32 thread, guint *n);
/**
 * The wakeup (an event of role ASC_ROLE_WAKE: its thread and stack are the waker's, its time is when) that ended the sleep of @thread in which @time_ns lies, or
 * after which it waited for a CPU then. Returns: the event's index, or ASC_NONE: none is recorded, or it did something else.
 */
guint32 asc_states_find_wakeup (AscStates *self, guint32 thread, gint64 time_ns);
/** n_nodes of the experiment's stacks: for each node the innermost one of user mode at or above it; the node itself where there is none. Lent. */
const guint32 *asc_states_get_user_nodes (AscStates *self);

G_END_DECLS
