/* test-graph-layout.c: boxes do not overlap, calls lead down, equal input gives an equal picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-graph-layout.h"

#include <math.h>

#define WIDTH 112.0
#define HEIGHT 44.0

static AscGraphLayout *
layout_of (guint n_boxes, guint n_lines, const guint (*ends)[2])
{
  AscGraphLayout *layout = asc_graph_layout_new (n_boxes, n_lines);

  layout->gap_x = 24;
  layout->gap_y = 48;
  layout->loop = 26;
  for (guint i = 0; i < n_boxes; i++)
    {
      layout->boxes[i].width = WIDTH + 8 * (i % 5);
      layout->boxes[i].height = HEIGHT;
    }
  for (guint i = 0; i < n_lines; i++)
    {
      layout->lines[i].from = ends[i][0];
      layout->lines[i].to = ends[i][1];
      layout->lines[i].weight = 1.0 / (1 + i % 7);
      layout->lines[i].label_width = 40;
      layout->lines[i].label_height = 16;
    }
  return layout;
}

static void
run (AscGraphLayout *layout)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (asc_graph_layout_run (layout, NULL, &error));
  g_assert_no_error (error);
}

/* Boxes keep their distance, and lines begin and end at their boxes. */
static void
check (const AscGraphLayout *layout)
{
  for (guint a = 0; a < layout->n_boxes; a++)
    {
      const AscGraphBox *x = &layout->boxes[a];

      g_assert_cmpfloat (x->x - x->width / 2, >=, -0.001);
      g_assert_cmpfloat (x->x + x->width / 2 + x->right, <=, layout->width + 0.001);
      g_assert_cmpfloat (x->y + x->height, <=, layout->height + 0.001);
      for (guint b = a + 1; b < layout->n_boxes; b++)
        {
          const AscGraphBox *y = &layout->boxes[b];
          gboolean apart_x = x->x + x->width / 2 + x->right <= y->x - y->width / 2 - 20 || y->x + y->width / 2 + y->right <= x->x - x->width / 2 - 20;

          g_assert_true (apart_x || x->y + x->height <= y->y - 40 || y->y + y->height <= x->y - 40);
        }
    }
  for (guint i = 0; i < layout->n_lines; i++)
    {
      const AscGraphLine *line = &layout->lines[i];
      const AscGraphBox *from = &layout->boxes[line->from];
      const AscGraphBox *to = &layout->boxes[line->to];
      gboolean down = from->y < to->y;

      g_assert_cmpuint (line->n_points == 0, ==, line->from == line->to);
      if (line->n_points == 0)
        continue;
      g_assert_cmpuint (line->n_points % 3, ==, 1);
      g_assert_cmpfloat (fabs (line->points[0].y - (down ? from->y + from->height : from->y)), <, 0.001);
      g_assert_cmpfloat (fabs (line->points[0].x - from->x), <=, from->width / 2);
      g_assert_cmpfloat (fabs (line->points[line->n_points - 1].y - (down ? to->y : to->y + to->height)), <, 0.001);
      g_assert_cmpfloat (fabs (line->points[line->n_points - 1].x - to->x), <=, to->width / 2);
      g_assert_cmpfloat (line->label.x - line->label_width / 2, >=, -0.001);
      g_assert_cmpfloat (line->label.x + line->label_width / 2, <=, layout->width + 0.001);
    }
}

/* Figure 2-1 of the Performance Analyzer manual: main on top, A and B below it, C below them, then E and F, then G. */
static void
test_figure (void)
{
  enum { MAIN, A, B, C, E, F, G };
  const guint ends[][2] = { { MAIN, B }, { MAIN, A }, { B, C }, { A, C }, { C, E }, { C, F }, { F, G } };
  g_autoptr (AscGraphLayout) layout = layout_of (7, G_N_ELEMENTS (ends), ends);
  const guint layers[] = { 0, 1, 1, 2, 3, 3, 4 };

  run (layout);
  check (layout);
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    g_assert_cmpuint (layout->boxes[i].layer, ==, layers[i]);
  /* main stands between the two that it calls, G below F alone. */
  g_assert_cmpfloat ((layout->boxes[MAIN].x - layout->boxes[A].x) * (layout->boxes[MAIN].x - layout->boxes[B].x), <, 0);
  g_assert_cmpfloat (fabs (layout->boxes[G].x - layout->boxes[F].x), <, 1);
}

/* Nothing, one, loops, calls in both directions, two that know nothing of each other. */
static void
test_small (void)
{
  g_autoptr (AscGraphLayout) none = layout_of (0, 0, NULL);
  g_autoptr (AscGraphLayout) one = layout_of (1, 1, (const guint[][2]){ { 0, 0 } });
  g_autoptr (AscGraphLayout) two = layout_of (2, 4, (const guint[][2]){ { 0, 1 }, { 1, 0 }, { 0, 0 }, { 1, 1 } });
  g_autoptr (AscGraphLayout) apart = layout_of (5, 3, (const guint[][2]){ { 0, 1 }, { 2, 3 }, { 3, 2 } });

  run (none);
  g_assert_cmpfloat (none->width, ==, 0);
  one->boxes[0].right = 70;
  run (one);
  check (one);
  g_assert_cmpfloat (one->lines[0].label.x, >, one->boxes[0].x + one->boxes[0].width / 2);
  run (two);
  check (two);
  g_assert_cmpuint (two->boxes[0].layer, <, two->boxes[1].layer);
  run (apart);
  check (apart);
}

/* A line over many layers is straight: its bends stand above each other. */
static void
test_long_line (void)
{
  const guint ends[][2] = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 5 }, { 0, 5 } };
  g_autoptr (AscGraphLayout) layout = layout_of (6, G_N_ELEMENTS (ends), ends);
  const AscGraphLine *line = &layout->lines[5];

  run (layout);
  check (layout);
  g_assert_cmpuint (line->n_points, ==, 3 * 9 + 1);
  for (guint i = 3; i + 3 < line->n_points; i++)
    g_assert_cmpfloat (fabs (line->points[i].x - line->points[3].x), <, 0.001);
  /* So is the chain beside it. */
  for (guint i = 1; i < 5; i++)
    g_assert_cmpfloat (fabs (layout->boxes[i].x - layout->boxes[1].x), <, 0.001);
}

static guint (*make_random (guint n_boxes, guint n_lines, guint seed))[2]
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint (*ends)[2] = g_malloc_n (n_lines, sizeof *ends);

  for (guint i = 0; i < n_lines; i++)
    {
      /* As in programs: mostly from callers near the root, some long calls, some back. */
      guint to = i + 1 < n_boxes ? i + 1 : (guint) g_rand_int_range (random, 0, (gint32) n_boxes);
      guint from = (guint) g_rand_int_range (random, 0, (gint32) MAX (to, 1));

      if (g_rand_int_range (random, 0, 20) == 0)
        from = (guint) g_rand_int_range (random, 0, (gint32) n_boxes);
      ends[i][0] = from;
      ends[i][1] = to;
    }
  return ends;
}

static void
test_random (void)
{
  static const guint sizes[][2] = { { 10, 12 }, { 40, 60 }, { 80, 140 }, { 120, 400 }, { 300, 450 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint seed = 0; seed < 4; seed++)
      {
        g_autofree guint (*ends)[2] = make_random (sizes[i][0], sizes[i][1], 100 * i + seed);
        g_autoptr (AscGraphLayout) first = layout_of (sizes[i][0], sizes[i][1], ends);
        g_autoptr (AscGraphLayout) second = layout_of (sizes[i][0], sizes[i][1], ends);
        gint64 start = g_get_monotonic_time ();

        run (first);
        g_test_message ("%u boxes, %u lines: %.1f ms, %.0f x %.0f", sizes[i][0], sizes[i][1], (double) (g_get_monotonic_time () - start) / 1000,
                        first->width, first->height);
        check (first);
        run (second);
        for (guint b = 0; b < first->n_boxes; b++)
          {
            g_assert_cmpfloat (first->boxes[b].x, ==, second->boxes[b].x);
            g_assert_cmpfloat (first->boxes[b].y, ==, second->boxes[b].y);
          }
      }
}

/* The order of a layout before is kept: left stays left. */
static void
test_hints (void)
{
  const guint ends[][2] = { { 0, 1 }, { 0, 2 }, { 0, 3 } };
  g_autoptr (AscGraphLayout) layout = layout_of (4, G_N_ELEMENTS (ends), ends);

  layout->boxes[1].hint = 500;
  layout->boxes[2].hint = 300;
  layout->boxes[3].hint = 100;
  run (layout);
  check (layout);
  g_assert_cmpfloat (layout->boxes[3].x, <, layout->boxes[2].x);
  g_assert_cmpfloat (layout->boxes[2].x, <, layout->boxes[1].x);
}

static gpointer
cancel_later (gpointer cancellable)
{
  g_usleep (2000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_cancel (void)
{
  g_autofree guint (*ends)[2] = make_random (3000, 20000, 1);
  g_autoptr (AscGraphLayout) layout = layout_of (3000, 20000, ends);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread = g_thread_new ("cancel", cancel_later, cancellable);

  g_assert_false (asc_graph_layout_run (layout, cancellable, &error));
  /* Too large to be drawn, or cancelled before that was known. */
  g_assert_true (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_FAILED));
  g_thread_join (thread);
}

/* What stops before its end says so, wherever it was stopped. */
static void
test_cancelled (void)
{
  g_autofree guint (*ends)[2] = make_random (300, 450, 1);
  g_autoptr (AscGraphLayout) layout = layout_of (300, 450, ends);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (asc_graph_layout_run (layout, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph-layout/figure", test_figure);
  g_test_add_func ("/graph-layout/small", test_small);
  g_test_add_func ("/graph-layout/long-line", test_long_line);
  g_test_add_func ("/graph-layout/random", test_random);
  g_test_add_func ("/graph-layout/hints", test_hints);
  g_test_add_func ("/graph-layout/cancel", test_cancel);
  g_test_add_func ("/graph-layout/cancelled", test_cancelled);
  return g_test_run ();
}
