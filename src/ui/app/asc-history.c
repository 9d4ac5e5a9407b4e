/* asc-history.c: where a window has been, for Back and Forward
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-history.h"

#define MAX_STOPS 200u

void
asc_history_init (AscHistory *self)
{
  self->stops = g_array_new (FALSE, FALSE, sizeof (AscStop));
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

      stop->function = move (data, stop->function);
      stop->center = move (data, stop->center);
    }
}

void
asc_history_visit (AscHistory *self, AscStop stop)
{
  if (self->stops->len > 0)
    {
      AscStop *current = &g_array_index (self->stops, AscStop, self->pos);

      if (g_strcmp0 (current->view, stop.view) == 0 && current->center == stop.center)
        {
          current->function = stop.function;
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

const AscStop *
asc_history_go (AscHistory *self, int step)
{
  if (!asc_history_can_go (self, step))
    return NULL;
  self->pos += step < 0 ? -1 : 1;
  return &g_array_index (self->stops, AscStop, self->pos);
}
