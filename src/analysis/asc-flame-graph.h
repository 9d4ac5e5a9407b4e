/* asc-flame-graph.h: every call path as a cell whose width is its weight, frozen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_FLAME_MERGED,
  ASC_FLAME_BY_THREAD,  /* below <Total> a cell for each thread */
  ASC_FLAME_BY_PROCESS,
} AscFlameGrouping;

/** In which order siblings stand, from the left. */
typedef enum
{
  ASC_FLAME_HEAVIEST_FIRST,
  ASC_FLAME_BY_NAME,
  ASC_FLAME_AS_RECORDED, /* by the first event below each */
} AscFlameOrder;

typedef struct
{
  guint metric; /* 0 too where the profile has none: then all is 0 wide */
  AscFlameGrouping grouping;
  AscFlameOrder order;
  gboolean inverted; /* from the functions that cost to their callers */
} AscFlameOptions;

typedef enum
{
  ASC_FLAME_INLINED = 1 << 0,     /* the compiler put its code into the caller's, at least once */
  ASC_FLAME_UNFINISHED = 1 << 1,  /* its callers are left out: the graph has as many cells as it may have */
} AscFlameFlags;

/** Positions and weights are exact integers in the metric's unit. */
typedef struct
{
  gint64 start;     /* left edge; siblings stand side by side, and inside their parent */
  gint64 width;     /* the weight, without what is negative below: > 0 */
  gint64 value;     /* the weight: the metric of the path and all below it */
  guint32 function; /* row of the profile; ASC_FUNCTION_TOTAL for the root and for threads and processes */
  guint32 entity;   /* row of the threads or processes, or ASC_NONE */
  guint32 parent;   /* ASC_NONE: the root */
  guint32 first_child; /* the children of cell i are those from its own first_child to that of i + 1 */
  guint32 depth;       /* the root's is 0 */
  guint32 flags;       /* AscFlameFlags */
} AscFlameCell;

#define ASC_TYPE_FLAME_GRAPH (asc_flame_graph_get_type ())
G_DECLARE_FINAL_TYPE (AscFlameGraph, asc_flame_graph, ASC, FLAME_GRAPH, GObject)

/**
 * Lays the call paths of @profile out. Blocks: for a worker thread. The graph is frozen: any thread may read.
 * Returns: (transfer full); NULL with @error set when cancelled.
 */
AscFlameGraph *asc_flame_graph_compute (AscProfile *profile, const AscFlameOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error);

AscProfile *asc_flame_graph_get_profile (AscFlameGraph *self);
const AscFlameOptions *asc_flame_graph_get_options (AscFlameGraph *self);
/**
 * Cell 0 is <Total>; then level by level, and in each level from left to right. Behind the last stands one more, whose first_child ends
 * the last one's children. Lent.
 */
const AscFlameCell *asc_flame_graph_get_cells (AscFlameGraph *self, guint *n_cells);
/** How many levels there are: 1 + the largest depth. */
guint asc_flame_graph_get_n_levels (AscFlameGraph *self);
/** The cells of a level are *first .. *end - 1. */
void asc_flame_graph_get_level (AscFlameGraph *self, guint depth, guint32 *first, guint32 *end);
/** Paths that have no cell, as their weight is not positive (a difference), and the sum of their own weights. */
guint asc_flame_graph_get_n_negative (AscFlameGraph *self, gint64 *sum);

/** Any metric of a cell: of the events that ended there; of all that went through it. In an inverted graph what ends is a chain of callers. */
gint64 asc_flame_graph_get_exclusive (AscFlameGraph *self, guint32 cell, guint metric);
gint64 asc_flame_graph_get_attributed (AscFlameGraph *self, guint32 cell, guint metric);

/** What stands in the cell: the function's name, "<Total>", or the thread's or process's. Returns: (transfer full) */
char *asc_flame_graph_dup_name (AscFlameGraph *self, guint32 cell);

/** The first cell of the level, from number @from on, that ends right of @position; the level's end when there is none. */
guint32 asc_flame_graph_seek (AscFlameGraph *self, guint depth, double position, guint32 from);
/** The cell of the level at @position, or ASC_NONE. */
guint32 asc_flame_graph_find (AscFlameGraph *self, guint depth, double position);
/** The next cell in preorder, or ASC_NONE behind the last. */
guint32 asc_flame_graph_next (AscFlameGraph *self, guint32 cell);
/** The largest depth of any cell in the subtree of @cell. */
guint asc_flame_graph_get_depth_below (AscFlameGraph *self, guint32 cell);

/** The @n cells of @function, in their order. Lent. */
const guint32 *asc_flame_graph_list_places (AscFlameGraph *self, guint32 function, guint *n);

/** The cells of some functions. */
typedef struct
{
  guint n_cells;
  gint64 width;    /* of them together; cells below others of them do not count again */
  guint32 *before; /* many: n_cells of the graph + 1: how many of them stand before a cell; else NULL and ... */
  guint32 *cells;  /* ... few: n_cells, in their order */
} AscFlameMarks;

/** Marks the cells of the functions f with @wanted[f] != 0 (n_functions entries). Linear time for many, quick for a few cells. Returns: (transfer full) */
AscFlameMarks *asc_flame_graph_mark (AscFlameGraph *self, const guint8 *wanted);
void asc_flame_marks_free (AscFlameMarks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscFlameMarks, asc_flame_marks_free)

/** Whether any of the cells @first .. @end - 1 is marked. */
gboolean asc_flame_marks_has_any (const AscFlameMarks *self, guint32 first, guint32 end);

static inline gboolean
asc_flame_marks_has (const AscFlameMarks *self, guint32 cell)
{
  return asc_flame_marks_has_any (self, cell, cell + 1);
}

G_END_DECLS
