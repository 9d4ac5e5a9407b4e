/* asc-chain.c: see asc-chain.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-chain.h"

#include <string.h>

#include "ascribe.h"

static GArray *
chain_new_sized (guint n)
{
  return g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
}

GArray *
asc_chain_new (guint32 function)
{
  GArray *self = chain_new_sized (1);

  if (function != ASC_NONE)
    g_array_append_val (self, function);
  return self;
}

GArray *
asc_chain_cut (GArray *self, guint first, guint end)
{
  GArray *part = chain_new_sized (end - first);

  g_return_val_if_fail (first <= end && end <= self->len, part);
  if (end > first)
    g_array_append_vals (part, &g_array_index (self, guint32, first), end - first);
  return part;
}

GArray *
asc_chain_prepend (GArray *self, guint32 function)
{
  GArray *longer = asc_chain_cut (self, 0, self->len);

  g_array_prepend_val (longer, function);
  return longer;
}

GArray *
asc_chain_append (GArray *self, guint32 function)
{
  GArray *longer = asc_chain_cut (self, 0, self->len);

  g_array_append_val (longer, function);
  return longer;
}

GArray *
asc_chain_remove (GArray *self, guint i)
{
  return g_array_remove_index (asc_chain_cut (self, 0, self->len), i);
}

GArray *
asc_chain_move (GArray *self, guint32 (*move) (gpointer data, guint32 function), gpointer data)
{
  GArray *moved = chain_new_sized (self->len);

  for (guint i = 0; i < self->len; i++)
    {
      guint32 function = move (data, g_array_index (self, guint32, i));

      if (function != ASC_NONE)
        g_array_append_val (moved, function);
    }
  if (moved->len < self->len)
    {
      guint32 center = self->len > 0 ? move (data, asc_chain_get_center (self)) : ASC_NONE;

      g_array_unref (moved);
      moved = asc_chain_new (center);
    }
  return moved;
}

guint32
asc_chain_get_center (GArray *self)
{
  return self->len > 0 ? g_array_index (self, guint32, self->len - 1) : ASC_NONE;
}

gboolean
asc_chain_equal (GArray *a, GArray *b)
{
  return a == b || (a->len == b->len && (a->len == 0 || memcmp (a->data, b->data, a->len * sizeof (guint32)) == 0));
}

gboolean
asc_chain_has (GArray *self, guint32 function)
{
  for (guint i = 0; i < self->len; i++)
    if (g_array_index (self, guint32, i) == function)
      return TRUE;
  return FALSE;
}
