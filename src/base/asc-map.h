/* asc-map.h: open-addressing map from a 64-bit key to a 32-bit value, for the hot loops
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 key;
  guint32 value;
  guint32 used;
} AscMapSlot;

/** A map for interning: no removal. GHashTable needs 5 to 10 times as long for this. One thread at a time. */
typedef struct
{
  AscMapSlot *slots;
  gsize mask;
  gsize n;
} AscMap;

/** Mixes 64 bits so that every input bit reaches every output bit (the finalizer of SplitMix64, public domain). */
static inline guint64
asc_hash_u64 (guint64 x)
{
  x ^= x >> 30;
  x *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x ^= x >> 27;
  x *= G_GUINT64_CONSTANT (0x94d049bb133111eb);
  x ^= x >> 31;
  return x;
}

/** Folds @x into the running hash @h. */
static inline guint64
asc_hash_add (guint64 h, guint64 x)
{
  return asc_hash_u64 (h * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + x + 1);
}

/** Makes room for @expected keys at first; it grows. */
void asc_map_init (AscMap *self, gsize expected);
void asc_map_clear (AscMap *self);
/** Of asc_map_insert() alone. */
void asc_map_grow (AscMap *self);

/** Finds the place of @key; makes it, with *@is_new set and value 0, when it is not there. The pointer lives until the next call. */
static inline guint32 *
asc_map_insert (AscMap *self, guint64 key, gboolean *is_new)
{
  gsize i;

  if (G_UNLIKELY (self->n * 4 >= (self->mask + 1) * 3))
    asc_map_grow (self);
  for (i = asc_hash_u64 (key) & self->mask; self->slots[i].used; i = (i + 1) & self->mask)
    if (self->slots[i].key == key)
      {
        *is_new = FALSE;
        return &self->slots[i].value;
      }
  self->slots[i] = (AscMapSlot){ .key = key, .used = 1 };
  self->n++;
  *is_new = TRUE;
  return &self->slots[i].value;
}

/** Returns: the value, or G_MAXUINT32. */
static inline guint32
asc_map_lookup (const AscMap *self, guint64 key)
{
  for (gsize i = asc_hash_u64 (key) & self->mask; self->slots[i].used; i = (i + 1) & self->mask)
    if (self->slots[i].key == key)
      return self->slots[i].value;
  return G_MAXUINT32;
}

G_END_DECLS
