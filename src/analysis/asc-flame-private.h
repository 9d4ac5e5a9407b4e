/* asc-flame-private.h: a flame graph while it grows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-flame-graph.h"
#include "asc-profile-private.h"

G_BEGIN_DECLS

/** More cells are not drawn: an inverted graph of deep stacks has about nodes x depth of them. 4 million take 300 MB with one metric. */
#define ASC_FLAME_MAX_CELLS 4000000u
/** Steps that an inverted graph may take altogether: some seconds. */
#define ASC_FLAME_MAX_STEPS 500000000u

/** Where events ended: a call-tree node, of a thread or process when they are told apart. */
typedef struct
{
  guint32 node;
  guint32 entity; /* row, or ASC_NONE */
  guint64 first;  /* number of the first event there, over all experiments */
} AscFlameSource;

/** @values: n_sources x n_slots. */
typedef struct
{
  GArray *sources;
  GArray *values; /* gint64 */
} AscFlameSources;

/** A cell on its way, in the order of making: a parent before its children. */
typedef struct
{
  guint32 parent;
  guint32 function;
  guint32 entity;
  guint32 flags;
  guint64 first;
} AscFlameSeed;

typedef struct
{
  AscProfile *profile; /* lent */
  const AscFlameOptions *options;
  GCancellable *cancellable;
  guint n_slots;
  const guint8 *inlined; /* by call-tree node */
  GArray *seeds;         /* AscFlameSeed */
  GArray *self;          /* gint64: n_slots for each seed, what ends there */
} AscFlameGrowth;

/** What @options want of one cell's slots. */
static inline gint64
asc_flame_value (const AscFlameGrowth *growth, const gint64 *slots)
{
  return growth->profile->metrics->len > 0 ? asc_profile_sum (growth->profile, growth->options->metric, slots, 1, 0) : 0;
}

/** Appends a seed without values. Returns: its number */
guint32 asc_flame_add_seed (AscFlameGrowth *growth, const AscFlameSeed *seed);
/** Where events ended. Returns: FALSE when cancelled. */
gboolean asc_flame_sources_init (AscFlameSources *self, const AscFlameGrowth *growth);
void asc_flame_sources_clear (AscFlameSources *self);
/** Grows paths from the root; from the leaves. The root is there. Returns: FALSE when cancelled. */
gboolean asc_flame_grow (AscFlameGrowth *growth, const AscFlameSources *sources);
gboolean asc_flame_grow_inverted (AscFlameGrowth *growth, const AscFlameSources *sources);

G_END_DECLS
