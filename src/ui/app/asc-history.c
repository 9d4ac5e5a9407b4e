/* asc-history.c: where a window has been, for Back and Forward
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-history.h"

#include "asc-chain.h"

#define MAX_STOPS 200u

void
asc_stop_clear (AscStop *self)
{
  g_clear_pointer (&self->fragment, g_array_unref);
  g_clear_pointer (&self->zoom, g_free);
}

void
asc_history_init (AscHistory *self)
{
  self->stops = g_array_new (FALSE, FALSE, sizeof (AscStop));
  g_array_set_clear_func (self->stops, (GDestroyNotify) asc_stop_clear);
  self->pos = 0;
}

void
asc_history_clear (AscHistory *self)
{
  g_clear_pointer (&self->stops, g_array_unref);
}

void
asc_history_reset (AscHistory *self)
{
  g_array_set_size (self->stops, 0);
  self->pos = 0;
}

void
asc_history_move (AscHistory *self, guint32 (*move) (gpointer data, guint32 function), gpointer data)
{
  for (guint i = 0; i < self->stops->len; i++)
    {
      AscStop *stop = &g_array_index (self->stops, AscStop, i);

      g_autoptr (GArray) fragment = g_steal_pointer (&stop->fragment);

      stop->function = move (data, stop->function);
      stop->fragment = asc_chain_move (fragment, move, data);
    }
}

static gboolean
is_same_place (const AscStop *a, const AscStop *b)
{
  return g_strcmp0 (a->view, b->view) == 0 && g_strcmp0 (a->zoom, b->zoom) == 0 && asc_chain_equal (a->fragment, b->fragment);
}

void
asc_history_visit (AscHistory *self, AscStop stop)
{
  if (self->stops->len > 0)
    {
      AscStop *current = &g_array_index (self->stops, AscStop, self->pos);

      if (is_same_place (current, &stop))
        {
          current->function = stop.function;
          asc_stop_clear (&stop);
          return;
        }
      g_array_set_size (self->stops, self->pos + 1);
    }
  if (self->stops->len == MAX_STOPS)
    g_array_remove_index (self->stops, 0);
  g_array_append_val (self->stops, stop);
  self->pos = self->stops->len - 1;
}

gboolean
asc_history_can_go (const AscHistory *self, int step)
{
  return step < 0 ? self->pos > 0 : self->pos + 1 < self->stops->len;
}

gboolean
asc_history_go (AscHistory *self, int step, AscStop *stop)
{
  if (!asc_history_can_go (self, step))
    return FALSE;
  self->pos += step < 0 ? -1 : 1;
  *stop = g_array_index (self->stops, AscStop, self->pos);
  g_array_ref (stop->fragment);
  stop->zoom = g_strdup (stop->zoom);
  return TRUE;
}
