/* asc-graph-layout.c: see asc-graph-layout.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-layout-private.h"

#include <math.h>

AscGraphLayout *
asc_graph_layout_new (guint n_boxes, guint n_lines)
{
  AscGraphLayout *self = g_new0 (AscGraphLayout, 1);

  self->n_boxes = n_boxes;
  self->boxes = g_new0 (AscGraphBox, MAX (n_boxes, 1));
  self->n_lines = n_lines;
  self->lines = g_new0 (AscGraphLine, MAX (n_lines, 1));
  for (guint i = 0; i < n_boxes; i++)
    self->boxes[i].hint = NAN;
  return self;
}

void
asc_graph_layout_free (AscGraphLayout *self)
{
  for (guint i = 0; i < self->n_lines; i++)
    g_free (self->lines[i].points);
  g_free (self->lines);
  g_free (self->boxes);
  g_free (self);
}

gboolean
asc_graph_layout_run (AscGraphLayout *self, GCancellable *cancellable, GError **error)
{
  AscGraphLayers layers;
  gboolean fits = asc_graph_layers_init (&layers, self);

  if (!fits)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the graph has too many calls over many layers to be drawn; a higher threshold leaves fewer");
  else if (asc_graph_layers_sort (&layers, cancellable))
    {
      asc_graph_layers_place (&layers);
      asc_graph_layers_route (&layers);
    }
  asc_graph_layers_clear (&layers);
  return fits && !g_cancellable_set_error_if_cancelled (cancellable, error);
}
