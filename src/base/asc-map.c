/* asc-map.c: see asc-map.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-map.h"

void
asc_map_init (AscMap *self, gsize expected)
{
  gsize size = 64;

  while (size * 3 < expected * 4)
    size *= 2;
  *self = (AscMap){ .slots = g_new0 (AscMapSlot, size), .mask = size - 1 };
}

void
asc_map_clear (AscMap *self)
{
  g_clear_pointer (&self->slots, g_free);
  self->n = 0;
  self->mask = 0;
}

void
asc_map_grow (AscMap *self)
{
  AscMapSlot *old = self->slots;
  gsize old_size = self->mask + 1;
  gsize mask = old_size * 2 - 1;
  AscMapSlot *slots = g_new0 (AscMapSlot, mask + 1);

  for (gsize i = 0; i < old_size; i++)
    if (old[i].used)
      {
        gsize j = asc_hash_u64 (old[i].key) & mask;

        while (slots[j].used)
          j = (j + 1) & mask;
        slots[j] = old[i];
      }
  g_free (old);
  self->slots = slots;
  self->mask = mask;
}
