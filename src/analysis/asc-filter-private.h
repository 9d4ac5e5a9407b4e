/* asc-filter-private.h: an expression as a tree, and the events that it lets pass
 *
 * asc-filter-scan.c and asc-filter-parse.c make the tree of a text; asc-filter-bind.c looks up in one experiment what
 * its tests name, so that each is a table by a column of the events; asc-filter-select.c runs over the columns.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-filter-arith-private.h"
#include "asc-filter.h"
#include "asc-profile-private.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_FILTER_CONST, /* @value: 0 or 1 */
  ASC_FILTER_AND,
  ASC_FILTER_OR,
  ASC_FILTER_NOT,  /* @left */
  ASC_FILTER_TIME, /* the time is in @low .. @high, ns */
  ASC_FILTER_TEST, /* @field fits @low .. @high, @value, @word or @thing */
} AscFilterOp;

/** What a test looks at. */
typedef enum
{
  ASC_FILTER_TID,
  ASC_FILTER_PID,
  ASC_FILTER_CPU,
  ASC_FILTER_EXPERIMENT,
  ASC_FILTER_STATE, /* bits by AscState in @value */
  ASC_FILTER_EVENT, /* id of the event kind, @word */
  ASC_FILTER_COMM,  /* name of the thread, @word */
  ASC_FILTER_LEAF,  /* @thing */
  ASC_FILTER_STACK,
  ASC_FILTER_ORDERED, /* @things follow each other in the stack, the innermost first */
  ASC_FILTER_SUMS,    /* @compare of the two @sums, which are of threads or of processors */
} AscFilterField;

typedef enum
{
  ASC_FILTER_THING_LOOSE,    /* a function as the command line's NAME */
  ASC_FILTER_THING_FUNCTION, /* by exactly its name */
  ASC_FILTER_THING_FNAME,    /* by a regular expression */
  ASC_FILTER_THING_OBJECT,   /* any function of a load object of exactly that name or path */
  ASC_FILTER_THING_LIBRARY,  /* by a regular expression */
} AscFilterThingKind;

/** Functions that are meant by a name. */
typedef struct
{
  AscFilterThingKind kind;
  char *name;
  char *object;  /* only of that load object; NULL: of any */
  GRegex *regex; /* of FNAME, LIBRARY */
} AscFilterThing;

void asc_filter_thing_free (AscFilterThing *self);

typedef struct _AscFilterNode AscFilterNode;
struct _AscFilterNode
{
  AscFilterOp op;
  AscFilterNode *left;
  AscFilterNode *right;
  gint64 value;
  AscFilterField field;
  gint64 low;
  gint64 high;
  char *word;
  AscFilterThing *thing;
  GPtrArray *things; /* of ASC_FILTER_ORDERED: AscFilterThing */
  AscArith *sums[2];
  char compare[3];
};

/** A stack is looked through for so many functions in a row at most. */
#define ASC_FILTER_MAX_ORDERED 64u

void asc_filter_node_free (AscFilterNode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscFilterNode, asc_filter_node_free)
AscFilterNode *asc_filter_node_new (AscFilterOp op, AscFilterNode *left, AscFilterNode *right);

/** The tree of @text; the errors of asc_filter_parse(). */
AscFilterNode *asc_filter_parse_text (const char *text, guint *error_at, GError **error);
/** Lent: the trees of the clauses. */
const AscFilterNode *asc_filter_get_node (AscFilter *self, guint i);

/** Bits by AscState of "lock", "owait", ...; 0: no such state. */
guint asc_filter_find_states (const char *word);

/** A tree whose names are looked up in one source of one part. */
typedef struct _AscBound AscBound;
struct _AscBound
{
  AscFilterOp op;
  AscBound *left;
  AscBound *right;
  gint64 value;
  gint64 low; /* ns: of TIME */
  gint64 high;
  AscFilterField column; /* what @table is by */
  guint n;               /* of the table; its last entry is for the unknown */
  guint8 *table;         /* 0 or 1 */
};

void asc_bound_free (AscBound *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscBound, asc_bound_free)

/** @part: with its experiment, names, states and user nodes; @number: its number. NULL: when cancelled. */
AscBound *asc_filter_bind (
    const AscFilterNode *node, const AscPart *part, guint number, AscWeightSource source, GCancellable *cancellable);

/**
 * Judges the events of @part and the intervals of its states: fills its passes and intervals. Of an interval the part
 * passes in which the filter holds: its time is every nanosecond of it. Equal results for any number of threads.
 * Returns: FALSE when cancelled
 */
gboolean asc_filter_select (AscFilter *filter, AscPart *part, guint number, guint n_threads, GCancellable *cancellable);
void asc_filter_clear_events (AscEvents *events);

G_END_DECLS
