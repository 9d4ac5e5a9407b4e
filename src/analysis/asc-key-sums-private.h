/* asc-key-sums-private.h: metrics summed by what frames have in common: an address, a source line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-map.h"
#include "asc-profile-private.h"

G_BEGIN_DECLS

/** Key 0 is <Total>. */
typedef struct
{
  AscProfile *profile; /* lent */
  guint n;             /* keys */
  gint64 *exclusive;   /* slot-major */
  gint64 *inclusive;
} AscKeySums;

void asc_key_sums_init (AscKeySums *self, AscProfile *profile, guint n_keys);
void asc_key_sums_clear (AscKeySums *self);

/** Adds up part number @p: exclusive from the leaf's innermost key, inclusive once an event however often a key stands
 * in its stack. The keys of frame f are @keys[@start[f]] to @keys[@start[f + 1] - 1], innermost first, none of them 0.
 */
void asc_key_sums_add (AscKeySums *self, guint p, const guint32 *start, const guint32 *keys);
/** What was called where a key stands. */
typedef struct
{
  guint32 key;
  guint32 function;
} AscKeyCall;

typedef struct
{
  AscMap map;     /* key and function -> call */
  GArray *calls;  /* AscKeyCall */
  GArray *values; /* gint64, call-major: n_slots for each */
} AscKeyCalls;

void asc_key_calls_init (AscKeyCalls *self);
void asc_key_calls_clear (AscKeyCalls *self);

/** As asc_key_sums_add(), but 0 is a key that is not asked for, and <Total> must still be set; and for each key what went from its innermost place in a stack to the function below it. @keys
 * stand beside the functions of the part's chains. */
void asc_key_sums_add_with_calls (AscKeySums *self, guint p, const guint32 *start, const guint32 *keys, AscKeyCalls *calls);
/** Sets <Total>, and key @no_stack to what has no stack; ASC_NONE: there is no such. */
void asc_key_sums_add_total (AscKeySums *self, guint32 no_stack);

/** Less than, equal to or more than 0 as key @a, @b goes first where their metrics are equal. */
typedef int (*AscKeyCompare) (guint32 a, guint32 b, gconstpointer data);
/** Sorts: <Total>, then by exclusive and inclusive primary metric, descending. Returns: (transfer full): n entries, the
 * old key of each new one */
guint32 *asc_key_sums_sort (AscKeySums *self, AscKeyCompare compare, gconstpointer data);

static inline gint64
asc_key_sums_get_exclusive (const AscKeySums *self, guint32 key, guint metric)
{
  return asc_profile_sum (self->profile, metric, self->exclusive, self->n, key);
}

static inline gint64
asc_key_sums_get_inclusive (const AscKeySums *self, guint32 key, guint metric)
{
  return asc_profile_sum (self->profile, metric, self->inclusive, self->n, key);
}

/** The call-tree node of the events without a stack, or ASC_NONE. */
guint32 asc_profile_find_no_stack (AscProfile *self);

G_END_DECLS
