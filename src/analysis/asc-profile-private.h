/* asc-profile-private.h: the profile's arrays, and the steps that fill them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"
#include "asc-states.h"

G_BEGIN_DECLS

/** Events of one kind and mode: what is summed. Every metric is a sum of slots. */
typedef enum
{
  ASC_CLASS_ANY,    /* all modes of a kind */
  ASC_CLASS_USER,   /* user and guest-user mode of the clock */
  ASC_CLASS_SYSTEM, /* the other modes of the clock */
  ASC_CLASS_STATE,  /* intervals of one state */
} AscSlotClass;

typedef struct
{
  const char *kind_id; /* lent by an experiment */
  AscSlotClass class;
  gboolean is_clock;
} AscSlot;

/** A metric and the slots that it sums. */
typedef struct
{
  AscMetric metric;
  guint n_slots;
  guint16 *slots;
} AscProfileMetric;

/** What a part's weights come from: each is columns of events. */
typedef enum
{
  ASC_SOURCE_EVENTS, /* the experiment's */
  ASC_SOURCE_STATES, /* the intervals of its threads' states */
  ASC_N_SOURCES
} AscWeightSource;

/** One experiment as the steps see it. */
typedef struct
{
  AscExperiment *experiment;
  AscStates *states;       /* NULL: none; lent by the input */
  const guint32 *user_nodes; /* n_nodes: for the stacks of waits; NULL: as they are */
  guint16 state_slots[ASC_N_STATES];
  const AscNames *names;
  guint8 *passes;          /* n_events: 1: the event passed the filter; NULL: there is none */
  AscEvents intervals;     /* what passed of the states' intervals; without columns: there is no filter */
  guint16 (*kind_slots)[2]; /* n_kinds: slot of user mode, slot of system mode */
  guint32 *functions;      /* n of names: number of the function in the profile */
  guint32 *chain_start;    /* n_frames + 1: into chains */
  guint32 *chains;         /* functions of a frame, innermost first */
  guint32 *node_map;       /* n_nodes: stack node -> call-tree node */
  guint32 first_thread;    /* number of its thread 0 among all threads */
  guint32 first_process;
  guint8 *left_out[ASC_N_SOURCES]; /* n_events of the source: too large to be added up; NULL: none, as nearly always */
} AscPart;

/** The call tree, preorder; node 0 is <Total>. */
typedef struct
{
  guint n;
  guint32 *parent;
  guint32 *end;
  guint32 *function;
  gint64 *self;    /* slot-major: self[slot * n + node] */
  gint64 *subtree; /* the same, with everything below */
} AscCallTree;

typedef struct
{
  guint n;
  guint32 *caller;
  guint32 *callee;
  gint64 *from_callee; /* slot-major: attributed to the caller, seen from the callee */
  gint64 *from_caller; /* slot-major: attributed to the callee, seen from the caller */
  guint32 *callers_start; /* n_functions + 1: into callers */
  guint32 *callees_start;
  AscArc *callers;
  AscArc *callees;
} AscArcs;

struct _AscProfile
{
  GObject parent_instance;

  AscProfileInput *input;
  AscDiagnostics *diagnostics;
  char *cut_thread; /* "name (tid)": of the thread most of whose stacks are cut off, or NULL */
  guint n_parts;
  AscPart *parts;
  guint n_slots;
  AscSlot *slots;
  GPtrArray *metrics; /* AscProfileMetric */
  guint primary;

  guint n_functions;
  guint n_listed;
  AscFunctionRow *functions;
  gint64 *exclusive; /* metric-major: exclusive[metric * n_functions + row] */
  gint64 *inclusive;

  AscCallTree tree;
  AscArcs arcs;

  guint n_objects;
  AscObjectRow *objects;
  gint64 *object_exclusive; /* slot-major */
  gint64 *object_inclusive;

  GArray *entities[3];     /* AscEntityRow, by AscEntity */
  gint64 *entity_values[3]; /* slot-major */
};

/** Sum of the slots of @metric in a slot-major array of rows of @n entries. */
static inline gint64
asc_profile_sum (const AscProfile *self, guint metric, const gint64 *values, guint n, guint32 i)
{
  const AscProfileMetric *m = g_ptr_array_index (self->metrics, metric);
  gint64 sum = 0;

  for (guint k = 0; k < m->n_slots; k++)
    sum += values[(gsize) m->slots[k] * n + i];
  return sum;
}

/** Whether anything stands in the @n_slots values of entry @i. */
static inline gboolean
asc_profile_carries (const gint64 *values, guint n_slots, guint n, guint32 i)
{
  for (guint s = 0; s < n_slots; s++)
    if (values[(gsize) s * n + i] != 0)
      return TRUE;
  return FALSE;
}

/** Of the recording, without the filter. */
static inline const AscEvents *
asc_part_get_all_events (const AscPart *part, guint source)
{
  static const AscEvents none = { 0 };

  if (source == ASC_SOURCE_EVENTS)
    return asc_experiment_get_events (part->experiment);
  return part->states != NULL ? asc_states_get_intervals (part->states) : &none;
}

/** With the filter: those count for which asc_part_passes(). */
static inline const AscEvents *
asc_part_get_events (const AscPart *part, guint source)
{
  return source == ASC_SOURCE_STATES && part->intervals.time_ns != NULL ? &part->intervals : asc_part_get_all_events (part, source);
}

static inline gboolean
asc_part_passes (const AscPart *part, guint source, guint i)
{
  return source != ASC_SOURCE_EVENTS || part->passes == NULL || part->passes[i];
}

/** Which slot event @i of @source goes to. */
static inline guint16
asc_part_slot (const AscPart *part, guint source, const AscEvents *events, guint i)
{
  guint8 mode = events->mode[i];

  if (source == ASC_SOURCE_STATES)
    return part->state_slots[events->kind[i]];
  return part->kind_slots[events->kind[i]][mode == ASC_MODE_KERNEL || mode == ASC_MODE_HYPERVISOR || mode == ASC_MODE_GUEST_KERNEL];
}

/** The stack that it is ascribed to: of a wait perhaps the user part alone. ASC_NONE: none. */
static inline guint32
asc_part_stack (const AscPart *part, guint source, const AscEvents *events, guint i)
{
  guint32 stack = events->stack[i];

  if (source == ASC_SOURCE_STATES && part->user_nodes != NULL && stack != ASC_NONE && events->kind[i] >= ASC_STATE_FIRST_WAIT)
    return part->user_nodes[stack];
  return stack;
}

static inline gint64
asc_part_value (const AscPart *part, guint source, const AscEvents *events, guint i)
{
  return G_LIKELY (part->left_out[source] == NULL) || !part->left_out[source][i] ? events->value[i] : 0;
}

/** The function of events without a call stack. */
#define ASC_NO_STACK_NAME "<no call stack recorded>"

/** Whether @text, a NAME of the command line, means a function of these names (@mangled: or NULL). */
gboolean asc_profile_is_called (const char *name, const char *long_name, const char *mangled, const char *text);
/** Slots and metrics from the experiments' kinds; asc-metrics.c. */
void asc_profile_make_metrics (AscProfile *self);
/** Numbers of events and totals, after the tree. */
void asc_profile_total_metrics (AscProfile *self);
/** Says what makes the figures less right than they look: asc-accuracy.c. */
void asc_profile_judge (AscProfile *self);
/** Functions (numbered as they occur, 0 is <Total>), chains, call tree without weights; asc-call-tree.c. */
gboolean asc_profile_make_tree (AscProfile *self, GCancellable *cancellable, GError **error);
/** Adds the events up: self and subtree of the call tree, and the threads, processes, CPUs; asc-weights.c. */
gboolean asc_profile_weigh (AscProfile *self, guint n_threads, GCancellable *cancellable, AscProgress *progress, GError **error);
/** Adds up what @weigh says of each event: the events of a part over its stack nodes; for other trees than the call tree. @values: slot-major, n_nodes. */
void asc_profile_weigh_nodes (AscProfile *self, guint part, gint64 *values);
/** Functions, arcs, load objects from the weighed tree; asc-arcs.c. */
gboolean asc_profile_ascribe (AscProfile *self, GCancellable *cancellable, GError **error);
/** Arcs between load objects: frames that follow each other in one object are one. With their lists; asc-arcs.c. Any thread. */
void asc_profile_compute_object_arcs (AscProfile *self, AscArcs *arcs);
void asc_arcs_clear (AscArcs *self);
/** Makes the lists of callers and callees of @arcs, whose ends are below @n_keys; asc-rows.c. */
void asc_profile_list_arcs (AscProfile *self, guint n_keys, AscArcs *arcs);
/** Rows in their order, lists of callers and callees; asc-rows.c. */
void asc_profile_sort_rows (AscProfile *self);

G_END_DECLS
