/* asc-profile.h: the metrics of a program's structure, frozen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-experiment.h"
#include "asc-progress.h"
#include "asc-profile-input.h"

G_BEGIN_DECLS

/** A metric of the profile. Strings live as long as the profile. */
typedef struct
{
  const char *id;    /* "user", "totalcpu", "cycles:u" */
  const char *title; /* English, for gettext with context "metric" when @translatable; else an event's own name */
  const char *tooltip; /* the same with context "metric tooltip"; or NULL */
  gboolean translatable;
  AscUnit unit;
  gboolean hidden;   /* not a column by default */
  gint64 total;      /* of <Total> */
  gint64 n_events;   /* that carried it */
  gint64 interval;   /* weight of one sample, for the sampling error; 0 when it varies */
  gboolean sampled;  /* an event stands for all that was between it and the one before: values have a sampling error */
} AscMetric;

/** Row 0 of the functions is <Total>. */
#define ASC_FUNCTION_TOTAL 0u

/** A function of the profile: by name and load object over all experiments. */
typedef struct
{
  const char *name;      /* as shown */
  const char *long_name; /* the same function's name of ASC_NAME_LONG */
  const char *mangled;   /* differs from @long_name, or NULL */
  const char *object;  /* load object's shown name, or NULL */
  const char *object_path; /* or NULL */
  guint32 object_row;  /* row of the load objects, or ASC_NONE */
  guint64 address;
  guint64 size;
  const char *file;    /* or NULL */
  guint32 line;
} AscFunctionRow;

/** An arc between two functions: seen from the callee (in its callers) or from the caller (in its callees). */
typedef struct
{
  guint32 function;  /* the other end's row; ASC_FUNCTION_TOTAL: the function is a root */
  guint32 arc;       /* for asc_profile_get_caller_value() or asc_profile_get_callee_value() */
} AscArc;

#define ASC_TYPE_PROFILE (asc_profile_get_type ())
G_DECLARE_FINAL_TYPE (AscProfile, asc_profile, ASC, PROFILE, GObject)

/**
 * Computes what @input asks for. Blocks; equal results for any number of threads. The profile is frozen: any thread may read.
 * Returns: (transfer full); NULL with @error set when cancelled.
 */
AscProfile *asc_profile_compute (AscProfileInput *input, guint n_threads, GCancellable *cancellable, AscProgress *progress, GError **error);

/** What the profile was computed from. Lent. */
AscExperiment *asc_profile_get_experiment (AscProfile *self, guint i);

/* Metrics: those of all experiments, by id. "totalcpu", "user", "system" first, then the kinds in their order. */
guint asc_profile_get_n_metrics (AscProfile *self);
const AscMetric *asc_profile_get_metric (AscProfile *self, guint metric);
/** The one that sorts and draws at first: CPU time, else cycles, else the first that counted anything. 0 when there is none. */
guint asc_profile_get_primary_metric (AscProfile *self);
/** Returns: its number, or -1. */
int asc_profile_find_metric (AscProfile *self, const char *id);
/** What it was computed from; lent. */
AscProfileInput *asc_profile_get_input (AscProfile *self);
/** Which events of experiment @i passed the filter: 0 or 1 for each; NULL: all of them. Lent. */
const guint8 *asc_profile_get_passes (AscProfile *self, guint i);
/** The intervals of its threads' states, as far as they passed. Lent. */
const AscEvents *asc_profile_get_intervals (AscProfile *self, guint i);
/** Some ms. */
AscFiltered asc_profile_count_filtered (AscProfile *self);
/** What went wrong in the sums, and what makes them less right than they look. */
const AscDiagnostics *asc_profile_get_diagnostics (AscProfile *self);
/** "name (tid)" of the thread that has most of the stacks that are cut off, or NULL. */
const char *asc_profile_get_cut_thread (AscProfile *self);

/* Functions: 0 <Total>, then in the order: exclusive value of the primary metric descending, inclusive descending, name, object, address. */
guint asc_profile_get_n_functions (AscProfile *self);
/** The first of them that are worth a row: with a filter, those behind have no event left. */
guint asc_profile_get_n_listed_functions (AscProfile *self);
const AscFunctionRow *asc_profile_get_function (AscProfile *self, guint32 row);
gint64 asc_profile_get_exclusive (AscProfile *self, guint32 row, guint metric);
gint64 asc_profile_get_inclusive (AscProfile *self, guint32 row, guint metric);
/** One column of n_functions values: for sorting. */
const gint64 *asc_profile_get_exclusive_column (AscProfile *self, guint metric);
const gint64 *asc_profile_get_inclusive_column (AscProfile *self, guint metric);
/** Rows whose shown, long, mangled, short or bare (asc_name_dup_bare()) name is @name; where there is none, those that end in "::" and @name. Returns: (transfer full) (element-type guint32) */
GArray *asc_profile_find_functions (AscProfile *self, const char *name);

/** The first experiment of *@experiment and those behind it that has @function; *@number: which of its names' functions that is. Returns: FALSE when there is none. */
gboolean asc_profile_find_input (AscProfile *self, guint32 function, guint *experiment, guint32 *number);
/** The other way round: the row of function @number of @experiment's names; ASC_NONE: no event has it. */
guint32 asc_profile_get_input_row (AscProfile *self, guint experiment, guint32 number);

/* Callers and callees: arcs that carry something in any metric, heaviest in the primary metric first. <Total> has no callers and the roots as callees. */
const AscArc *asc_profile_get_callers (AscProfile *self, guint32 row, guint *n_arcs);
const AscArc *asc_profile_get_callees (AscProfile *self, guint32 row, guint *n_arcs);
gint64 asc_profile_get_caller_value (AscProfile *self, guint32 arc, guint metric);
gint64 asc_profile_get_callee_value (AscProfile *self, guint32 arc, guint metric);

/** Callers and callees of a call-stack fragment. */
typedef struct
{
  guint n_metrics;
  gint64 *inclusive; /* n_metrics: of the fragment */
  gint64 *exclusive; /* n_metrics: events that end in the fragment's last function */
  GArray *callers;   /* of guint32 rows, heaviest first; guint32 */
  GArray *callees;
  gint64 *caller_values; /* callers->len x n_metrics */
  gint64 *callee_values;
} AscFragment;

/** @functions: n entries (1 at least), outermost first, which must follow each other in a stack. Blocks, some ms. Returns: (transfer full) */
AscFragment *asc_profile_compute_fragment (AscProfile *self, const guint32 *functions, guint n);
void asc_fragment_free (AscFragment *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscFragment, asc_fragment_free)

/** What several functions cost together. */
typedef struct
{
  guint n_metrics;
  gint64 *exclusive; /* n_metrics */
  gint64 *inclusive; /* n_metrics: each event once in whose stack any of them is */
} AscFunctionSet;

/** @functions: n rows, in any order, also twice. Walks over the call tree: any thread. Returns: (transfer full) */
AscFunctionSet *asc_profile_compute_set (AscProfile *self, const guint32 *functions, guint n);
void asc_function_set_free (AscFunctionSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscFunctionSet, asc_function_set_free)

/*
 * The call tree: node 0 is <Total>, the others are paths from a root, in preorder. Nodes that carry nothing are left out.
 */
guint asc_profile_get_n_nodes (AscProfile *self);
guint32 asc_profile_get_node_function (AscProfile *self, guint32 node);
guint32 asc_profile_get_node_parent (AscProfile *self, guint32 node); /* ASC_NONE for node 0 */
guint32 asc_profile_get_node_end (AscProfile *self, guint32 node);    /* the subtree is node .. end - 1 */
gint64 asc_profile_get_node_exclusive (AscProfile *self, guint32 node, guint metric);
gint64 asc_profile_get_node_attributed (AscProfile *self, guint32 node, guint metric);
/** Children, heaviest attributed @metric first, then by name. Returns: (transfer full) (element-type guint32) */
GArray *asc_profile_list_node_children (AscProfile *self, guint32 node, guint metric);

/*
 * The bottom-up tree, made as far as it is opened: the top level is every function with exclusive cost, below it its callers.
 */
#define ASC_TYPE_INVERTED (asc_inverted_get_type ())
G_DECLARE_FINAL_TYPE (AscInverted, asc_inverted, ASC, INVERTED, GObject)

typedef struct
{
  guint32 function;
  guint32 parent; /* ASC_NONE: top level */
  guint depth;
} AscInvertedNode;

/** One thread at a time. */
AscInverted *asc_inverted_new (AscProfile *profile);
/** Children of @node (ASC_NONE: the top level), heaviest @metric first; made on the first call. Returns: (transfer full) (element-type guint32) */
GArray *asc_inverted_list_children (AscInverted *self, guint32 node, guint metric);
AscInvertedNode asc_inverted_get_node (AscInverted *self, guint32 node);
/** Exclusive cost of the top function that came through this chain of callers. */
gint64 asc_inverted_get_value (AscInverted *self, guint32 node, guint metric);
/** Whether it has callers. Cheap. */
gboolean asc_inverted_has_children (AscInverted *self, guint32 node);

/* Load objects: row 0 <Total>, then by exclusive value. */
typedef struct
{
  const char *name;
  const char *path;
  const guint8 *build_id;
  guint build_id_size;
  guint experiment;   /* of its first occurrence */
  guint32 object;     /* index in that experiment; ASC_NONE for <Total> and the nameless */
} AscObjectRow;

guint asc_profile_get_n_objects (AscProfile *self);
const AscObjectRow *asc_profile_get_object (AscProfile *self, guint32 row);
gint64 asc_profile_get_object_exclusive (AscProfile *self, guint32 row, guint metric);
gint64 asc_profile_get_object_inclusive (AscProfile *self, guint32 row, guint metric);

/* Threads, processes, CPUs: row 0 <Total>; then by the primary metric, CPUs by number. */
typedef enum
{
  ASC_ENTITY_THREAD,
  ASC_ENTITY_PROCESS,
  ASC_ENTITY_CPU,
} AscEntity;

typedef struct
{
  guint experiment;
  const char *name; /* command name, "<Total>", or NULL */
  gint32 pid;       /* -1: none */
  gint32 tid;       /* -1 */
  gint32 cpu;       /* -1; for ASC_ENTITY_CPU -1 means unknown */
  guint32 index;    /* in the experiment's table, or ASC_NONE */
} AscEntityRow;

guint asc_profile_get_n_entities (AscProfile *self, AscEntity entity);
const AscEntityRow *asc_profile_get_entity (AscProfile *self, AscEntity entity, guint32 row);
gint64 asc_profile_get_entity_value (AscProfile *self, AscEntity entity, guint32 row, guint metric);

/* PCs: computed on first use from the stacks, see asc-pcs.h. */

G_END_DECLS
