/* test-flame-graph.c: cells, marks and boxes of flame graphs against slow calculations; orders, cancelling
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "asc-colors.h"
#include "asc-flame-scene.h"
#include "asc-function-colors.h"
#include "asc-test-recording.h"

static AscProfile *
profile_of (const char *text)
{
  g_autoptr (AscExperiment) experiment = asc_test_recording (text);
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (GError) error = NULL;
  AscProfile *profile;

  asc_profile_input_add (input, experiment, asc_test_names (experiment));
  profile = asc_profile_compute (input, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return profile;
}

static AscFlameGraph *
graph_of (const char *text, AscFlameOptions options)
{
  g_autoptr (AscProfile) profile = profile_of (text);
  g_autoptr (GError) error = NULL;
  AscFlameGraph *graph = asc_flame_graph_compute (profile, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return graph;
}

/* A level a line: "name@start+width". */
static char *
print_graph (AscFlameGraph *graph)
{
  GString *text = g_string_new (NULL);
  guint n;
  const AscFlameCell *cells = asc_flame_graph_get_cells (graph, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = asc_flame_graph_dup_name (graph, i);

      if (i > 0)
        g_string_append_c (text, cells[i].depth > cells[i - 1].depth ? '\n' : ' ');
      g_string_append_printf (text, "%s@%d+%d", name, (int) cells[i].start, (int) cells[i].width);
    }
  return g_string_free (text, FALSE);
}

static const char figure[] = "main 2\nmain;B 5\nmain;A;C 2\nmain;A;C;E 4\nmain;A;C;F;G 4\nmain;B;C 3\nmain;B;C;E 6\nmain;B;C;F;G 6";

/* Worked out on paper from the lines above. */
static void
test_figure (void)
{
  g_autoptr (AscFlameGraph) graph = graph_of (figure, (AscFlameOptions){ 0 });
  g_autofree char *text = print_graph (graph);

  g_assert_cmpstr (text, ==,
                   "<Total>@0+32\n"
                   "main@0+32\n"
                   "B@0+20 A@20+10\n"
                   "C@0+15 C@20+10\n"
                   "E@0+6 F@6+6 E@20+4 F@24+4\n"
                   "G@6+6 G@24+4");
  g_assert_cmpint (asc_flame_graph_get_exclusive (graph, 3, 0), ==, 0);
  g_assert_cmpint (asc_flame_graph_get_exclusive (graph, 2, 0), ==, 5);
  g_assert_cmpuint (asc_flame_graph_get_depth_below (graph, 2), ==, 5);
  g_assert_cmpuint (asc_flame_graph_get_depth_below (graph, 6), ==, 4);
}

static void
test_inverted (void)
{
  g_autoptr (AscFlameGraph) graph = graph_of ("a;b 3\nc;b 1\na 2\na;a;b 2", (AscFlameOptions){ .inverted = TRUE });
  g_autofree char *text = print_graph (graph);

  g_assert_cmpstr (text, ==, "<Total>@0+8\nb@0+6 a@6+2\na@0+5 c@5+1\na@0+2");
  /* of b from a, 3 ended there and 2 came from further up */
  g_assert_cmpint (asc_flame_graph_get_exclusive (graph, 3, 0), ==, 3);
}

static void
test_orders (void)
{
  const char *text = "m;c;x 1\nm;a 2\nm;b 9\nm;c;y 4\nk 1";
  g_autoptr (AscFlameGraph) heaviest = graph_of (text, (AscFlameOptions){ .order = ASC_FLAME_HEAVIEST_FIRST });
  g_autoptr (AscFlameGraph) name = graph_of (text, (AscFlameOptions){ .order = ASC_FLAME_BY_NAME });
  g_autoptr (AscFlameGraph) recorded = graph_of (text, (AscFlameOptions){ .order = ASC_FLAME_AS_RECORDED });
  g_autofree char *by_weight = print_graph (heaviest);
  g_autofree char *by_name = print_graph (name);
  g_autofree char *as_recorded = print_graph (recorded);

  g_assert_cmpstr (by_weight, ==, "<Total>@0+17\nm@0+16 k@16+1\nb@0+9 c@9+5 a@14+2\ny@9+4 x@13+1");
  g_assert_cmpstr (by_name, ==, "<Total>@0+17\nk@0+1 m@1+16\na@1+2 b@3+9 c@12+5\nx@12+1 y@13+4");
  g_assert_cmpstr (as_recorded, ==, "<Total>@0+17\nm@0+16 k@16+1\nc@0+5 a@5+2 b@7+9\nx@0+1 y@1+4");
}

/* Some thousand paths, most of them light. */
static char *
random_text (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 4000; i++)
    {
      guint depth = (guint) g_rand_int_range (rand, 1, 30);

      for (guint d = 0; d < depth; d++)
        g_string_append_printf (text, "%s%c%c", d > 0 ? ";" : "", 'a' + g_rand_int_range (rand, 0, d < 3 ? 3 : 26), 'a' + g_rand_int_range (rand, 0, d < 9 ? 2 : 26));
      g_string_append_printf (text, " %d\n", g_rand_int_range (rand, 0, 20) == 0 ? g_rand_int_range (rand, 1, 3000) : g_rand_int_range (rand, 1, 4));
    }
  return g_string_free (text, FALSE);
}

static void
test_find (void)
{
  g_autofree char *text = random_text (1);
  g_autoptr (AscFlameGraph) graph = graph_of (text, (AscFlameOptions){ 0 });
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  guint n;
  const AscFlameCell *cells = asc_flame_graph_get_cells (graph, &n);
  guint n_seen = 0;

  g_assert_cmpuint (n, >, 10000);
  for (guint32 i = 0; i != ASC_NONE; i = asc_flame_graph_next (graph, i))
    n_seen++;
  g_assert_cmpuint (n_seen, ==, n);
  for (guint i = 0; i < 2000; i++)
    {
      guint depth = (guint) g_rand_int_range (rand, 0, 34);
      double position = g_rand_double_range (rand, -1, (double) cells[0].width + 1);
      guint32 wanted = ASC_NONE;

      for (guint32 c = 0; c < n; c++)
        if (cells[c].depth == depth && (double) cells[c].start <= position && position < (double) (cells[c].start + cells[c].width))
          wanted = c;
      g_assert_cmpuint (asc_flame_graph_find (graph, depth, position), ==, wanted);
    }
}

static void
test_marks (void)
{
  g_autofree char *text = random_text (3);
  g_autoptr (AscFlameGraph) graph = graph_of (text, (AscFlameOptions){ 0 });
  AscProfile *profile = asc_flame_graph_get_profile (graph);
  guint n, n_functions = asc_profile_get_n_functions (profile);
  const AscFlameCell *cells = asc_flame_graph_get_cells (graph, &n);

  for (guint32 f = 1; f < n_functions; f += 37)
    {
      g_autofree guint8 *wanted = g_new0 (guint8, n_functions);
      g_autoptr (AscFlameMarks) marks = NULL;
      guint n_cells = 0;

      wanted[f] = 1;
      marks = asc_flame_graph_mark (graph, wanted);
      for (guint i = 0; i < n; i++)
        {
          n_cells += cells[i].function == f;
          g_assert_cmpint (asc_flame_marks_has (marks, i), ==, cells[i].function == f);
        }
      g_assert_cmpuint (marks->n_cells, ==, n_cells);
      /* what the profile computed in another way, recursion counted once */
      g_assert_cmpint (marks->width, ==, asc_profile_get_inclusive (profile, f, 0));
    }
}

/* Every pixel that a cell touches is covered, and no pixel that none touches. */
static void
check_window (AscFlameGraph *graph, const AscFlameColors *colors, const AscFlameMarks *marks, double left, double right, double width)
{
  const AscFlameWindow window = { left, right, width, 0, asc_flame_graph_get_n_levels (graph) };
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (AscFlameBox));
  double scale = width / (right - left);
  guint n;
  const AscFlameCell *cells = asc_flame_graph_get_cells (graph, &n);
  guint at = 0;

  asc_flame_scene_list (graph, &window, colors, marks, boxes);
  for (guint depth = 0; depth < window.end_depth; depth++)
    {
      g_autofree guint8 *covered = g_new0 (guint8, (gsize) width + 2);
      g_autofree guint8 *marked = g_new0 (guint8, (gsize) width + 2);
      float edge = 0;

      for (; at < boxes->len && g_array_index (boxes, AscFlameBox, at).depth == depth; at++)
        {
          const AscFlameBox *box = &g_array_index (boxes, AscFlameBox, at);

          g_assert_cmpfloat (box->x, >, edge - 1);
          g_assert_cmpfloat (box->width, >, 0);
          edge = box->x + box->width;
          for (int x = (int) floorf (box->x); x < (int) ceilf (edge); x++)
            {
              covered[x] = 1;
              marked[x] |= box->is_marked;
            }
          if (!box->is_bucket)
            g_assert_cmpfloat_with_epsilon (box->width, (MIN ((double) (cells[box->cell].start + cells[box->cell].width), right) - MAX ((double) cells[box->cell].start, left)) * scale, 0.01);
        }
      for (guint c = 0; c < n; c++)
        {
          double x0 = ((double) cells[c].start - left) * scale;
          double x1 = ((double) (cells[c].start + cells[c].width) - left) * scale;

          if (cells[c].depth != depth || x1 <= 0.001 || x0 >= width - 0.001)
            continue;
          for (int x = MAX ((int) floor (x0 + 0.001), 0); x < MIN ((int) ceil (x1 - 0.001), (int) width); x++)
            {
              g_assert_true (covered[x]);
              if (asc_flame_marks_has (marks, c))
                g_assert_true (marked[x]);
              covered[x] = 2;
            }
        }
      for (guint x = 0; x < (guint) width; x++)
        if (covered[x] == 1) /* a cell that touches it by less than the rounding */
          {
            guint32 near = asc_flame_graph_seek (graph, depth, left + (x - 0.01) / scale, 0);

            g_assert_cmpfloat (((double) cells[near].start - left) * scale, <, x + 1.01);
          }
    }
  g_assert_cmpuint (at, ==, boxes->len);
}

/* Every cell of the function that is in sight is in one box of its level, and nothing else is. */
static void
check_function (AscFlameGraph *graph, guint32 function, double left, double right, double width)
{
  const AscFlameWindow window = { left, right, width, 0, asc_flame_graph_get_n_levels (graph) };
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (AscFlameBox));
  double scale = width / (right - left);
  guint n, n_cells;
  const AscFlameCell *cells = asc_flame_graph_get_cells (graph, &n_cells);
  const guint32 *places = asc_flame_graph_list_places (graph, function, &n);

  asc_flame_scene_list_function (graph, &window, function, boxes);
  for (guint i = 0; i < n; i++)
    {
      const AscFlameCell *cell = &cells[places[i]];
      double x0 = MAX (((double) cell->start - left) * scale, 0);
      double x1 = MIN (((double) (cell->start + cell->width) - left) * scale, width);
      gboolean found = x1 - x0 <= 0.001;

      for (guint k = 0; k < boxes->len && !found; k++)
        {
          const AscFlameBox *box = &g_array_index (boxes, AscFlameBox, k);

          found = box->depth == cell->depth && (double) box->x <= x1 + 0.01 && (double) (box->x + box->width) >= x0 - 0.01
                  && (box->is_bucket || (fabs ((double) box->x - x0) < 0.01 && fabs ((double) (box->x + box->width) - x1) < 0.01));
        }
      g_assert_true (found);
    }
  g_assert_cmpuint (boxes->len, <=, n);
  for (guint k = 0; k < boxes->len; k++)
    {
      const AscFlameBox *box = &g_array_index (boxes, AscFlameBox, k);

      g_assert_cmpuint (cells[box->cell].function, ==, function);
      g_assert_cmpuint (cells[box->cell].depth, ==, box->depth);
      if (k > 0 && box->is_bucket && box[-1].is_bucket && box->depth == box[-1].depth)
        g_assert_cmpfloat (box->x, >=, box[-1].x + 1);
    }
}

static void
test_scene (void)
{
  g_autofree char *text = random_text (5);
  g_autoptr (AscFlameGraph) graph = graph_of (text, (AscFlameOptions){ 0 });
  AscProfile *profile = asc_flame_graph_get_profile (graph);
  g_autoptr (AscFlameColors) colors = asc_flame_colors_new (profile, ASC_FLAME_COLOR_OBJECT, 0, FALSE);
  g_autofree guint8 *wanted = g_new0 (guint8, asc_profile_get_n_functions (profile));
  g_autoptr (AscFlameMarks) marks = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  guint n;
  double whole = (double) asc_flame_graph_get_cells (graph, &n)[0].width;

  wanted[7] = wanted[40] = 1;
  marks = asc_flame_graph_mark (graph, wanted);
  check_window (graph, colors, marks, 0, whole, 1);
  check_window (graph, colors, marks, 0, whole, 300);
  check_window (graph, colors, marks, 0, whole, 1400);
  for (guint i = 0; i < 20; i++)
    {
      double left = g_rand_double_range (rand, 0, whole);
      double right = g_rand_double_range (rand, left, whole) + 1;

      check_window (graph, colors, marks, left, right, g_rand_int_range (rand, 10, 900));
      check_function (graph, 7 + i, left, right, g_rand_int_range (rand, 10, 900));
      check_function (graph, 7 + i, 0, whole, g_rand_int_range (rand, 1, 90));
    }
}

/* A colour for functions by pattern: the first rule that fits the whole name; <Total> and heat keep theirs. */
static void
test_function_colors (void)
{
  static const char *const rules[] = { "std::*=#123456", "operator==*=#00ff00", "std::sort*=#FFFFFF", "?=#abcdef", "no color", "=#123456", "x=#12345", "y=#1234567", "z=123456", NULL };
  g_autoptr (AscFunctionColors) colors = asc_function_colors_new (rules);
  g_autoptr (AscFunctionColors) none = asc_function_colors_new (NULL);
  g_autoptr (AscFlameGraph) graph = graph_of ("main;std::sort<int> 3\nmain;E 2\nmain;[unknown] 1\n", (AscFlameOptions){ 0 });
  AscProfile *profile = asc_flame_graph_get_profile (graph);
  guint32 color = 7;
  guint n_chosen = 0;

  g_assert_cmpuint (asc_function_colors_get_size (colors), ==, 4);
  g_assert_cmpint (asc_function_colors_find (colors, "std::sort<int>", &color), ==, 0);
  g_assert_cmphex (color, ==, 0x123456);
  g_assert_cmpint (asc_function_colors_find (colors, "operator==(A, B)", &color), ==, 1);
  g_assert_cmphex (color, ==, 0x00ff00);
  g_assert_cmpint (asc_function_colors_find (colors, "xstd::sort", &color), ==, -1);
  g_assert_cmpint (asc_function_colors_find (none, "E", &color), ==, -1);
  g_assert_cmpstr (asc_function_colors_get_pattern (colors, 1), ==, "operator==*");

  asc_function_colors_use (colors);
  for (AscFlameColoring coloring = 0; coloring < ASC_FLAME_COLOR_DIFFERENCE; coloring++)
    {
      g_autoptr (AscFlameColors) flame = asc_flame_colors_new (profile, coloring, 0, FALSE);

      for (guint32 f = 0; f < asc_profile_get_n_functions (profile); f++)
        {
          const char *name = asc_profile_get_function (profile, f)->name;
          gboolean chosen = coloring != ASC_FLAME_COLOR_HEAT && (g_str_equal (name, "E") || g_str_has_prefix (name, "std::"));

          g_assert_cmpint (flame->is_chosen[f], ==, chosen);
          n_chosen += chosen;
          if (chosen)
            g_assert_cmphex (flame->base[f], ==, *name == 'E' ? 0xabcdef : 0x123456);
        }
    }
  g_assert_cmpuint (n_chosen, ==, 4);
  asc_function_colors_use (none);
}

/* Text on the cells can be read, whatever a name's hash makes of the colour; the heat has its steps. */
static void
test_colors (void)
{
  for (guint dark = 0; dark < 2; dark++)
    for (guint rank = 0; rank < ASC_N_OBJECT_COLORS; rank++)
      for (guint hash = 0; hash < 257; hash++)
        {
          guint32 color = asc_color_vary (asc_color_object (rank, dark), hash);

          g_assert_cmpfloat (asc_color_contrast (color, asc_color_text (color)), >=, 4.5);
          g_assert_cmpuint (asc_color_text (color), ==, dark ? 0xffffff : 0x000000);
        }
  g_assert_cmphex (asc_color_vary (0xE3853D, 128), ==, 0xE3853D);
  g_assert_cmphex (asc_color_heat (0, 100, FALSE), ==, 0xFFF7E0);
  g_assert_cmphex (asc_color_heat (1, 200, FALSE), ==, 0xFFE9B8);
  g_assert_cmphex (asc_color_heat (40, 100, FALSE), ==, 0xA8342F);
  g_assert_cmphex (asc_color_heat (5, 100, TRUE), ==, 0x9A5D1F);
  for (guint step = 0; step < 2; step++)
    for (int part = 0; part <= 100; part++)
      {
        guint32 color = asc_color_heat (part, 100, (gboolean) step);

        g_assert_cmpfloat (asc_color_contrast (color, asc_color_text (color)), >=, 4.5);
      }
  /* WCAG 2: black on white */
  g_assert_cmpfloat_with_epsilon (asc_color_contrast (0x000000, 0xffffff), 21, 0.001);
  g_assert_cmphex (asc_color_mix (0xff0000, 0x0000ff, 0.5), ==, 0x800080);
}

static void
test_cancel (void)
{
  for (guint inverted = 0; inverted < 2; inverted++)
    {
      g_autofree char *text = random_text (7);
      g_autoptr (AscProfile) profile = profile_of (text);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;

      g_cancellable_cancel (cancellable);
      g_assert_null (asc_flame_graph_compute (profile, &(AscFlameOptions){ .inverted = (gboolean) inverted }, cancellable, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flame-graph/figure", test_figure);
  g_test_add_func ("/flame-graph/inverted", test_inverted);
  g_test_add_func ("/flame-graph/orders", test_orders);
  g_test_add_func ("/flame-graph/find", test_find);
  g_test_add_func ("/flame-graph/marks", test_marks);
  g_test_add_func ("/flame-graph/scene", test_scene);
  g_test_add_func ("/flame-graph/colors", test_colors);
  g_test_add_func ("/flame-graph/function-colors", test_function_colors);
  g_test_add_func ("/flame-graph/cancel", test_cancel);
  return g_test_run ();
}
