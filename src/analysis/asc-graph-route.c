/* asc-graph-route.c: heights of layers, lines and their labels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-layout-private.h"

#include <math.h>
#include <string.h>

/* Lines that end at one side of a box are so far apart, and as far from its corners, px. */
#define PORT_GAP 18.0
#define PORT_MARGIN 14.0
/* Where lines go far to the side, the gap between layers grows: by so much of the way, and not above so many gaps. */
#define SLOPE 0.08
#define MAX_GAPS 2.5
#define MAX_SPOTS 60u

typedef struct
{
  double far; /* x of what the line goes to */
  guint line;
} Port;

static int
compare_ports (gconstpointer a, gconstpointer b)
{
  const Port *x = a;
  const Port *y = b;

  if (x->far != y->far)
    return x->far < y->far ? -1 : 1;
  return (x->line > y->line) - (x->line < y->line);
}

static guint
end_box (const AscGraphLayers *self, guint line, gboolean lower)
{
  const AscGraphLine *l = &self->layout->lines[line];

  return lower != self->reversed[line] ? l->to : l->from;
}

/* The vertex next to the upper or lower end of a line. */
static guint
next_to_end (const AscGraphLayers *self, guint line, gboolean lower)
{
  if (self->n_bends[line] == 0)
    return end_box (self, line, !lower);
  return self->first_bend[line] + (lower ? self->n_bends[line] - 1 : 0);
}

/* Where lines leave boxes: side by side, in the order of where they go. @ports: set, by line: x at its upper and lower end. */
static void
choose_ports (const AscGraphLayers *self, double (*ports)[2])
{
  const AscGraphLayout *layout = self->layout;
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Port));
  g_autofree guint *head = g_new (guint, 2 * (gsize) MAX (layout->n_boxes, 1));
  g_autofree guint *next = g_new (guint, 2 * (gsize) MAX (layout->n_lines, 1));

  memset (head, 0xff, 2 * (gsize) layout->n_boxes * sizeof (guint));
  for (guint i = 0; i < layout->n_lines; i++)
    for (guint lower = 0; layout->lines[i].from != layout->lines[i].to && lower < 2; lower++)
      {
        guint *first = &head[2 * (gsize) end_box (self, i, lower != 0) + lower];

        next[2 * (gsize) i + lower] = *first;
        *first = 2 * i + lower;
      }
  for (guint side = 0; side < 2 * layout->n_boxes; side++)
    {
      const AscGraphBox *box = &layout->boxes[side / 2];
      double gap;

      g_array_set_size (list, 0);
      for (guint k = head[side]; k != G_MAXUINT; k = next[k])
        g_array_append_val (list, ((Port){ self->x[next_to_end (self, k / 2, k % 2 != 0)], k / 2 }));
      g_array_sort (list, compare_ports);
      gap = list->len > 1 ? MIN (PORT_GAP, MAX (box->width - 2 * PORT_MARGIN, 0) / (list->len - 1)) : 0;
      for (guint k = 0; k < list->len; k++)
        ports[g_array_index (list, Port, k).line][side % 2] = box->x + (k - (list->len - 1) / 2.0) * gap;
    }
}

/* @top: set, n_layers + 1: where each layer begins; @height: set, n_layers. */
static void
stack_layers (AscGraphLayers *self, double *top, double *height)
{
  AscGraphLayout *layout = self->layout;
  g_autofree double *way = g_new0 (double, self->n_layers + 1);
  double y = 0;

  for (guint v = 0; v < self->n; v++)
    {
      if (!asc_graph_layers_is_bend (self, v))
        height[self->layer[v]] = MAX (height[self->layer[v]], layout->boxes[v].height);
      for (guint k = self->down.start[v]; k < self->down.start[v + 1]; k++)
        way[self->layer[v]] = MAX (way[self->layer[v]], fabs (self->x[self->down.links[k].vertex] - self->x[v]));
    }
  for (guint l = 0; l < self->n_layers; l++)
    {
      top[l] = y;
      y += height[l];
      layout->height = y;
      y += CLAMP (SLOPE * way[l], layout->gap_y, MAX_GAPS * layout->gap_y);
    }
  for (guint b = 0; b < layout->n_boxes; b++)
    {
      AscGraphBox *box = &layout->boxes[b];
      double room = height[box->layer] - box->height;

      box->y = top[box->layer] + (box->align == ASC_GRAPH_TOP ? 0 : box->align == ASC_GRAPH_BOTTOM ? room : room / 2);
    }
}

/* A piece that begins and ends upright. */
static void
add_piece (AscGraphLine *line, double x, double y)
{
  AscGraphPoint last = line->points[line->n_points - 1];
  double middle = (last.y + y) / 2;

  line->points[line->n_points++] = (AscGraphPoint){ last.x, middle };
  line->points[line->n_points++] = (AscGraphPoint){ x, middle };
  line->points[line->n_points++] = (AscGraphPoint){ x, y };
}

static void
draw_line (AscGraphLayers *self, guint i, const double *ports, const double *top, const double *height)
{
  AscGraphLayout *layout = self->layout;
  AscGraphLine *line = &layout->lines[i];
  const AscGraphBox *upper = &layout->boxes[end_box (self, i, FALSE)];
  const AscGraphBox *lower = &layout->boxes[end_box (self, i, TRUE)];

  line->points = g_new (AscGraphPoint, 3 * (2 * (gsize) self->n_bends[i] + 1) + 1);
  line->points[0] = (AscGraphPoint){ ports[0], upper->y + upper->height };
  line->n_points = 1;
  for (guint k = 0; k < self->n_bends[i]; k++)
    {
      guint bend = self->first_bend[i] + k;
      guint l = self->layer[bend];

      add_piece (line, self->x[bend], top[l]);
      add_piece (line, self->x[bend], top[l] + height[l]);
    }
  add_piece (line, ports[1], lower->y);
  if (self->reversed[i])
    for (guint k = 0; k < line->n_points / 2; k++)
      {
        AscGraphPoint swap = line->points[k];

        line->points[k] = line->points[line->n_points - 1 - k];
        line->points[line->n_points - 1 - k] = swap;
      }
}

static AscGraphPoint
point_at (const AscGraphPoint *p, double t)
{
  double s = 1 - t;
  double a = s * s * s;
  double b = 3 * s * s * t;
  double c = 3 * s * t * t;
  double d = t * t * t;

  return (AscGraphPoint){ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x, a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

typedef struct
{
  double length;
  guint piece;
  gboolean straight;
} Piece;

static int
compare_pieces (gconstpointer a, gconstpointer b)
{
  const Piece *x = a;
  const Piece *y = b;

  if (x->straight != y->straight)
    return x->straight ? -1 : 1;
  if (x->length != y->length)
    return x->length > y->length ? -1 : 1;
  return (x->piece > y->piece) - (x->piece < y->piece);
}

/* Where a label may stand, the best first: along the longest straight piece from its middle, then along the others. Returns: how many */
static guint
list_spots (const AscGraphLine *line, AscGraphPoint *spots)
{
  static const double along[] = { 0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78 };
  guint n_pieces = (line->n_points - 1) / 3;
  g_autofree Piece *pieces = g_new (Piece, MAX (n_pieces, 1));
  guint n = 0;

  for (guint i = 0; i < n_pieces; i++)
    {
      const AscGraphPoint *p = line->points + 3 * (gsize) i;

      pieces[i] = (Piece){ fabs (p[3].x - p[0].x) + fabs (p[3].y - p[0].y), i, fabs (p[3].x - p[0].x) < 4 };
      pieces[i].straight = pieces[i].straight && pieces[i].length > 2 * line->label_height;
    }
  qsort (pieces, n_pieces, sizeof (Piece), compare_pieces);
  for (guint i = 0; i < n_pieces; i++)
    for (guint k = 0; k < G_N_ELEMENTS (along) && n + 6 < MAX_SPOTS; k++)
      spots[n++] = point_at (line->points + 3 * (gsize) pieces[i].piece, along[k]);
  /* Beside the line, where it runs along others. */
  for (guint i = 0; i < 2 && n_pieces > 0; i++)
    for (guint k = 0; k < 3 && n < MAX_SPOTS; k++)
      {
        AscGraphPoint spot = point_at (line->points + 3 * (gsize) pieces[0].piece, along[k]);

        spot.x += (i == 0 ? 0.5 : -0.5) * (line->label_width + line->label_height / 2);
        spots[n++] = spot;
      }
  return n;
}

typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} Rect;

static double
overlap (const Rect *a, const Rect *b)
{
  double width = MIN (a->right, b->right) - MAX (a->left, b->left);
  double height = MIN (a->bottom, b->bottom) - MAX (a->top, b->top);

  return width > 0 && height > 0 ? width * height : 0;
}

static Rect
plate_at (const AscGraphLine *line, AscGraphPoint center)
{
  return (Rect){ center.x - line->label_width / 2, center.y - line->label_height / 2, center.x + line->label_width / 2,
                 center.y + line->label_height / 2 };
}

static void
place_label (AscGraphLine *line, GArray *taken)
{
  AscGraphPoint spots[MAX_SPOTS];
  guint n = list_spots (line, spots);
  double least = G_MAXDOUBLE;
  Rect plate;

  for (guint i = 0; i < n && least > 0; i++)
    {
      double sum = 0;

      plate = plate_at (line, spots[i]);
      for (guint k = 0; k < taken->len && sum < least; k++)
        sum += overlap (&plate, &g_array_index (taken, Rect, k));
      if (sum >= least)
        continue;
      least = sum;
      line->label = spots[i];
    }
  plate = plate_at (line, line->label);
  g_array_append_val (taken, plate);
}

typedef struct
{
  double weight;
  guint line;
} Heavy;

static int
compare_heavy (gconstpointer a, gconstpointer b)
{
  const Heavy *x = a;
  const Heavy *y = b;

  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return (x->line > y->line) - (x->line < y->line);
}

/* Plates keep off the boxes and each other, the heaviest ones first. */
static void
place_labels (AscGraphLayout *layout)
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Rect));
  g_autofree Heavy *order = g_new (Heavy, MAX (layout->n_lines, 1));

  for (guint b = 0; b < layout->n_boxes; b++)
    {
      const AscGraphBox *box = &layout->boxes[b];
      Rect rect = { box->x - box->width / 2, box->y, box->x + box->width / 2 + box->right, box->y + box->height };

      g_array_append_val (taken, rect);
    }
  for (guint i = 0; i < layout->n_lines; i++)
    order[i] = (Heavy){ layout->lines[i].weight, i };
  qsort (order, layout->n_lines, sizeof (Heavy), compare_heavy);
  for (guint i = 0; i < layout->n_lines; i++)
    {
      AscGraphLine *line = &layout->lines[order[i].line];
      const AscGraphBox *box = &layout->boxes[line->from];

      if (line->n_points > 0 && line->label_width > 0)
        place_label (line, taken);
      else if (line->n_points == 0)
        line->label = (AscGraphPoint){ box->x + box->width / 2 + layout->loop + line->label_width / 2, box->y + box->height / 2 };
    }
}

static void
move_point (AscGraphPoint *point, double x, double y)
{
  point->x += x;
  point->y += y;
}

/* Labels may stand beside everything else: the picture takes them in. */
static void
fit (AscGraphLayout *layout)
{
  double left = 0;
  double top = 0;
  double right = layout->width;

  for (guint i = 0; i < layout->n_lines; i++)
    {
      const AscGraphLine *line = &layout->lines[i];

      if (line->label_width <= 0)
        continue;
      left = MIN (left, line->label.x - line->label_width / 2);
      right = MAX (right, line->label.x + line->label_width / 2);
      top = MIN (top, line->label.y - line->label_height / 2);
      layout->height = MAX (layout->height, line->label.y + line->label_height / 2);
    }
  layout->width = right - left;
  layout->height -= top;
  for (guint b = 0; b < layout->n_boxes; b++)
    {
      layout->boxes[b].x -= left;
      layout->boxes[b].y -= top;
    }
  for (guint i = 0; i < layout->n_lines; i++)
    {
      move_point (&layout->lines[i].label, -left, -top);
      for (guint k = 0; k < layout->lines[i].n_points; k++)
        move_point (&layout->lines[i].points[k], -left, -top);
    }
}

void
asc_graph_layers_route (AscGraphLayers *self)
{
  AscGraphLayout *layout = self->layout;
  g_autofree double (*ports)[2] = g_malloc0_n (MAX (layout->n_lines, 1), sizeof *ports);
  g_autofree double *top = g_new0 (double, self->n_layers + 1);
  g_autofree double *height = g_new0 (double, self->n_layers + 1);

  choose_ports (self, ports);
  stack_layers (self, top, height);
  for (guint i = 0; i < layout->n_lines; i++)
    if (layout->lines[i].from != layout->lines[i].to)
      draw_line (self, i, ports[i], top, height);
  place_labels (layout);
  fit (layout);
}
