/* asc-flame-scene.c: see asc-flame-scene.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-scene.h"

#include <math.h>

/* Cells of a bucket that are looked at for its colour. */
#define LOOKED_AT 8u

typedef struct
{
  AscFlameGraph *graph;
  const AscFlameCell *cells;
  const AscFlameWindow *window;
  const AscFlameColors *colors;
  const AscFlameMarks *marks;
  GArray *boxes;
  double scale;    /* px for a unit of weight */
  guint row_start; /* where the boxes of this level begin */
} Scene;

static double
to_px (const Scene *s, gint64 position)
{
  return ((double) position - s->window->left) * s->scale;
}

static gboolean
has_any (const AscFlameMarks *marks, guint32 first, guint32 end)
{
  return marks != NULL && asc_flame_marks_has_any (marks, first, end);
}

static void
add_cell (Scene *s, guint32 cell, guint depth)
{
  double x = MAX (to_px (s, s->cells[cell].start), 0);
  double end = MIN (to_px (s, s->cells[cell].start + s->cells[cell].width), s->window->width_px);
  AscFlameBox box = {
    .x = (float) x,
    .width = (float) (end - x),
    .cell = cell,
    .depth = depth,
    .color = asc_flame_colors_get (s->colors, &s->cells[cell], TRUE),
    .is_marked = has_any (s->marks, cell, cell + 1),
  };

  g_array_append_val (s->boxes, box);
}

/* The pixel at @x, which cells @first to @end - 1 touch. */
static void
add_bucket (Scene *s, guint32 first, guint32 end, guint depth, double x)
{
  guint32 widest = first;
  AscFlameBox box = { .x = (float) x, .width = 1, .depth = depth, .is_bucket = TRUE };
  AscFlameBox *last = s->boxes->len > s->row_start ? &g_array_index (s->boxes, AscFlameBox, s->boxes->len - 1) : NULL;

  for (guint32 i = first + 1; i < MIN (end, first + LOOKED_AT); i++)
    if (s->cells[i].width > s->cells[widest].width)
      widest = i;
  box.cell = widest;
  box.color = asc_flame_colors_get (s->colors, &s->cells[widest], FALSE);
  box.is_marked = has_any (s->marks, first, end);
  if (last != NULL && last->is_bucket && last->color == box.color && last->is_marked == box.is_marked && last->x + last->width == box.x)
    last->width += 1;
  else
    g_array_append_val (s->boxes, box);
}

static gboolean
is_narrow (const Scene *s, guint32 cell, guint32 end)
{
  return cell < end && (double) s->cells[cell].width * s->scale < 1;
}

static void
list_level (Scene *s, guint depth)
{
  double next_px = -G_MAXDOUBLE; /* the first pixel that has no bucket yet */
  guint32 first, end;
  guint32 cell;

  asc_flame_graph_get_level (s->graph, depth, &first, &end);
  s->row_start = s->boxes->len;
  cell = asc_flame_graph_seek (s->graph, depth, s->window->left, first);
  while (cell < end && (double) s->cells[cell].start < s->window->right)
    {
      double pixel;
      guint32 next;

      if (!is_narrow (s, cell, end))
        {
          add_cell (s, cell++, depth);
          continue;
        }
      /* A cell that reaches into the next pixel is in that bucket too. */
      pixel = MAX (floor (MAX (to_px (s, s->cells[cell].start), 0)), next_px);
      if (pixel >= s->window->width_px)
        break;
      next_px = pixel + 1;
      next = asc_flame_graph_seek (s->graph, depth, s->window->left + next_px / s->scale, cell);
      add_bucket (s, cell, is_narrow (s, next, end) && to_px (s, s->cells[next].start) < next_px ? next + 1 : next, depth, pixel);
      cell = next;
    }
}

void
asc_flame_scene_list (AscFlameGraph *graph, const AscFlameWindow *window, const AscFlameColors *colors, const AscFlameMarks *marks, GArray *boxes)
{
  Scene s = { .graph = graph, .window = window, .colors = colors, .marks = marks, .boxes = boxes };
  guint n;

  if (!(window->right > window->left) || !(window->width_px >= 1))
    return;
  s.cells = asc_flame_graph_get_cells (graph, &n);
  s.scale = window->width_px / (window->right - window->left);
  for (guint depth = window->first_depth; depth < MIN (window->end_depth, asc_flame_graph_get_n_levels (graph)); depth++)
    list_level (&s, depth);
}

/* The first of the @n places from number @from on that is not before @cell. */
static guint
find_place (const guint32 *places, guint n, guint from, guint32 cell)
{
  guint low = from;
  guint high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (places[middle] < cell)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns: the number of the place to go on with. */
static guint
list_places (Scene *s, const guint32 *places, guint n, guint from, guint depth)
{
  double next_px = 0; /* the first pixel that has no box of a narrow cell yet */
  guint32 first, end;
  guint i;

  asc_flame_graph_get_level (s->graph, depth, &first, &end);
  i = find_place (places, n, from, asc_flame_graph_seek (s->graph, depth, s->window->left, first));
  while (i < n && places[i] < end && (double) s->cells[places[i]].start < s->window->right)
    {
      const AscFlameCell *cell = &s->cells[places[i]];
      double x = MAX (to_px (s, cell->start), 0);
      double right = MIN (to_px (s, cell->start + cell->width), s->window->width_px);
      AscFlameBox box = { .x = (float) x, .width = (float) (right - x), .cell = places[i], .depth = depth, .is_bucket = is_narrow (s, places[i], end) };

      i++;
      if (box.is_bucket)
        {
          x = MAX (floor (x), next_px);
          next_px = x + 1;
          box.x = (float) x;
          box.width = 1;
          i = find_place (places, n, i, asc_flame_graph_seek (s->graph, depth, s->window->left + next_px / s->scale, box.cell));
        }
      g_array_append_val (s->boxes, box);
    }
  return i;
}

void
asc_flame_scene_list_function (AscFlameGraph *graph, const AscFlameWindow *window, guint32 function, GArray *boxes)
{
  Scene s = { .graph = graph, .window = window, .boxes = boxes };
  const guint32 *places;
  guint n, at = 0;

  if (!(window->right > window->left) || !(window->width_px >= 1))
    return;
  s.cells = asc_flame_graph_get_cells (graph, &n);
  s.scale = window->width_px / (window->right - window->left);
  places = asc_flame_graph_list_places (graph, function, &n);
  for (guint depth = window->first_depth; depth < MIN (window->end_depth, asc_flame_graph_get_n_levels (graph)) && at < n; depth++)
    at = list_places (&s, places, n, at, depth);
}
