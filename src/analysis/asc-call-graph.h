/* asc-call-graph.h: functions or load objects as nodes, calls as edges
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"

G_BEGIN_DECLS

/** What becomes of what is cut off. */
typedef enum
{
  ASC_GRAPH_WHOLE,   /* nothing is said of it; <Total> is a node */
  ASC_GRAPH_PICTURE, /* a stub for it, where it counts; <Total> only when several roots are shown */
} AscGraphForm;

/** A call: rows of the profile's functions, or of its load objects. */
typedef struct
{
  guint32 from;
  guint32 to;
} AscGraphCall;

typedef struct
{
  gboolean by_object;  /* nodes are load objects: frames that follow each other in one object are one */
  AscGraphForm form;
  guint metric;        /* that thresholds, orders and stubs go by */
  double min_node;     /* inclusive, as a share of <Total> (around centers: of what they have together), 0 to 1 */
  double min_edge;     /* attributed, the same; either reading will do */
  guint max_nodes;     /* 0: no limit; the heaviest stay */
  const guint32 *centers; /* n_centers rows: only what is around them; <Total> or none: all */
  guint n_centers;
  guint n_caller_levels;
  guint n_callee_levels;
  const AscGraphCall *opened; /* n_opened calls that are shown in any case, with their ends */
  guint n_opened;
} AscGraphOptions;

typedef enum
{
  ASC_GRAPH_ROW,     /* a function or load object; row 0: <Total> */
  ASC_GRAPH_CALLERS, /* stub: callers of a row that are not shown */
  ASC_GRAPH_CALLEES, /* stub: callees */
} AscGraphNodeKind;

typedef struct
{
  AscGraphNodeKind kind;
  gboolean is_center;
  guint32 row;         /* of a stub: whose callers or callees */
  guint n_cut;         /* of a stub: how many calls */
  gint64 exclusive;    /* of the metric */
  gint64 inclusive;    /* of a stub: what the cut calls carry */
} AscGraphNode;

typedef struct
{
  guint from;               /* node */
  guint to;
  guint32 arc;              /* for asc_call_graph_get_attributed(); ASC_NONE: to or from a stub */
  gint64 attributed;        /* of the metric, seen from the callee: in its list of callers */
  gint64 attributed_caller; /* seen from the caller: in its list of callees. They differ only under recursion */
} AscGraphEdge;

/** Frozen: any thread may read. Nodes: rows, heaviest inclusive first, then stubs. Edges: by caller, heaviest first, then the stubs'. */
typedef struct _AscCallGraph AscCallGraph;

/** Linear in functions and arcs (by_object: in nodes of the call tree). Returns: (transfer full); NULL with @error set when cancelled. */
AscCallGraph *asc_call_graph_new (AscProfile *profile, const AscGraphOptions *options, GCancellable *cancellable, GError **error);
AscCallGraph *asc_call_graph_ref (AscCallGraph *self);
void asc_call_graph_unref (AscCallGraph *self);

AscProfile *asc_call_graph_get_profile (const AscCallGraph *self);
guint asc_call_graph_get_metric (const AscCallGraph *self);
gboolean asc_call_graph_is_by_object (const AscCallGraph *self);
const AscGraphNode *asc_call_graph_get_nodes (const AscCallGraph *self, guint *n);
const AscGraphEdge *asc_call_graph_get_edges (const AscCallGraph *self, guint *n);
/** How many rows there are in all that count anything in the metric, without <Total>. */
guint asc_call_graph_get_n_rows (const AscCallGraph *self);
/** The node of @row, or ASC_NONE. */
guint32 asc_call_graph_find (const AscCallGraph *self, guint32 row);
/** Name of a node that is no stub. Lent by the profile. */
const char *asc_call_graph_get_name (const AscCallGraph *self, guint node);
/** Its values in any metric. */
gint64 asc_call_graph_get_exclusive (const AscCallGraph *self, guint node, guint metric);
gint64 asc_call_graph_get_inclusive (const AscCallGraph *self, guint node, guint metric);
/** An edge's in any metric; @from_caller: seen from the caller. */
gint64 asc_call_graph_get_attributed (const AscCallGraph *self, guint edge, guint metric, gboolean from_caller);
/** The calls that stub @node stands for, heaviest first. Returns: (transfer full) (element-type AscGraphCall) */
GArray *asc_call_graph_list_cut (const AscCallGraph *self, guint node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscCallGraph, asc_call_graph_unref)

G_END_DECLS
