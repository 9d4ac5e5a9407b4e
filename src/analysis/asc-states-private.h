/* asc-states-private.h: the parts of the derivation of states
 *
 * How it goes: asc-state-stacks.c finds once for each stack node what its kernel frames tell; asc-state-items.c sorts what is known of each thread by time;
 * asc-state-machine.c goes over one thread's items and writes its intervals; asc-states.c runs these over all threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-states.h"

G_BEGIN_DECLS

/** What the kernel frames of a stack tell. */
typedef enum
{
  ASC_REASON_KERNEL = 1 << 0,       /* it has some */
  ASC_REASON_NAMED = 1 << 1,        /* that have names */
  ASC_REASON_USER_FAULT = 1 << 2,   /* a page fault of user code */
  ASC_REASON_KERNEL_FAULT = 1 << 3, /* a page fault of the kernel */
  ASC_REASON_LOCK = 1 << 4,
  ASC_REASON_STOP = 1 << 5,
  ASC_REASON_TRAP = 1 << 6, /* the kernel was entered by a trap or an interrupt other than a page fault */
} AscReason;

/** @reasons: (out) (transfer full): AscReason of n_nodes; @user_nodes: (out) (transfer full). */
void asc_state_stacks_find (AscExperiment *experiment, const AscNames *names, guint8 **reasons, guint32 **user_nodes);

typedef enum
{
  ASC_ITEM_CLOCK,  /* a sample of the clock */
  ASC_ITEM_FAULT,  /* a page fault */
  ASC_ITEM_RUNS,   /* runs at that time */
  ASC_ITEM_LEAVE,  /* a sample of its leaving */
  ASC_ITEM_REASON, /* sleeps, and the event tells why */
  ASC_ITEM_OUT,
  ASC_ITEM_WAKE,   /* is woken */
  ASC_ITEM_DELAYED, /* had waited for a CPU as long as the event's value, in turns since the last one */
  ASC_ITEM_CHARGED, /* had been on the CPU as long as the event's value, since the last one */
  ASC_ITEM_WAITED, /* comes in, had waited for a CPU as long as the event's value */
  ASC_ITEM_RAN,    /* had run as long as the event's value */
  ASC_ITEM_IN,
} AscItemType;

/** Something known of a thread. */
typedef struct
{
  gint64 time_ns;
  guint32 event; /* index, or ASC_NONE */
  guint16 cpu;
  guint8 type;   /* AscItemType */
  gboolean is_preempted : 1; /* OUT */
} AscItem;

/** What is known of all threads, sorted by thread. */
typedef struct
{
  AscItem *items;
  gsize *first; /* n_threads + 1: items of each thread */
  gint64 *first_ns; /* n_threads: of its first record; G_MAXINT64: none */
  guint n_threads;
  guint clock;  /* kind of the clock samples; G_MAXUINT: none */
  gboolean has_outs; /* records of leaving, beside samples of it */
  gboolean has_ins;
  gboolean has_delays;
  gboolean has_charges; /* and has_ins: the kernel's sums of time on the CPU are held against the records */
} AscItems;

/** FALSE: the recording has no scheduler data, or @cancellable; clear it in any case. */
gboolean asc_items_gather (AscItems *self, AscExperiment *experiment, GCancellable *cancellable);
void asc_items_clear (AscItems *self);
/** Sorts the items of one thread by time. Any thread, each another one. */
void asc_items_sort (AscItems *self, guint thread);

/** An interval as it is written; asc-states.c makes columns of them. */
typedef struct
{
  gint64 begin_ns;
  gint64 length_ns;
  guint32 stack;
  guint32 thread;
  guint32 wakeup; /* the event that ended the sleep, here or before; ASC_NONE */
  guint16 cpu;
  guint8 state;
} AscInterval;

/** Writes the intervals of @thread behind @intervals (AscInterval) and adds to @quality's counts. @reasons: of asc_state_stacks_find(). */
void asc_state_machine_run (AscExperiment *experiment, const AscItems *items, const guint8 *reasons, guint thread, GArray *intervals, AscStatesQuality *quality);

/** The kind of the clock whose samples tell CPU time: the first that has any; -1: none. */
int asc_experiment_find_clock (AscExperiment *experiment);

G_END_DECLS
