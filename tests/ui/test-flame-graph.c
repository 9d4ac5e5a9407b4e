/* test-flame-graph.c: the flame graph in the window, with a real pointer and real keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>

#include "asc-flame-canvas.h"
#include "asc-test-window.h"

#define MAX_WAIT_MS 10000

static AscFlameCanvas *
get_canvas (AscWindow *window)
{
  return ASC_FLAME_CANVAS (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_FLAME_CANVAS));
}

static GtkWidget *
get_bar (AscWindow *window)
{
  AscView *view = ASC_VIEW (asc_test_find_shown_view (window));

  return ASC_VIEW_GET_CLASS (view)->get_bar (view);
}

static gboolean
has_graph (AscWindow *window, const char *unused)
{
  return asc_test_in_view (window, "flame-graph") && get_canvas (window) != NULL && asc_flame_canvas_get_graph (get_canvas (window)) != NULL;
}

static AscWindow *
open_view (const char *sample)
{
  AscWindow *window = asc_test_new_window_with_sample (sample);

  asc_test_activate (window, "win.view::flame-graph");
  asc_test_wait_for (has_graph, window, sample);
  asc_test_settle ();
  return window;
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

/* Gives the X server what a hand would, and lets the window see it. */
static void
xdo (const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_newv ((const char *const *) words, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error);
  gboolean done = FALSE;

  g_assert_no_error (error);
  g_subprocess_wait_check_async (process, NULL, done_cb, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  asc_test_settle ();
}

static void
focus_window (AscWindow *window)
{
  g_autofree char *find = g_strdup_printf ("xdotool search --onlyvisible --pid %d windowfocus", (int) getpid ());

  xdo (find);
}

/* The only cell of a path of names, root first. */
static guint32
find_cell (AscFlameCanvas *canvas, const char *path)
{
  AscFlameGraph *graph = asc_flame_canvas_get_graph (canvas);
  g_auto (GStrv) names = g_strsplit (path, ";", -1);
  guint n;
  const AscFlameCell *cells = asc_flame_graph_get_cells (graph, &n);
  guint32 at = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      guint32 found = ASC_NONE;

      for (guint32 c = cells[at].first_child; c < cells[at + 1].first_child; c++)
        {
          g_autofree char *name = asc_flame_graph_dup_name (graph, c);

          if (g_str_equal (name, names[i]))
            found = c;
        }
      g_assert_cmpuint (found, !=, ASC_NONE);
      at = found;
    }
  return at;
}

static void
click (AscWindow *window, const char *path, const char *buttons)
{
  AscFlameCanvas *canvas = get_canvas (window);
  graphene_rect_t area;
  graphene_point_t point;
  double x, y;
  g_autofree char *line = NULL;

  g_assert_true (asc_flame_canvas_get_bounds (canvas, find_cell (canvas, path), &area));
  g_assert_true (gtk_widget_compute_point (GTK_WIDGET (canvas), GTK_WIDGET (window),
                                           &GRAPHENE_POINT_INIT (area.origin.x + area.size.width / 2, area.origin.y + area.size.height / 2), &point));
  gtk_native_get_surface_transform (GTK_NATIVE (window), &x, &y);
  line = g_strdup_printf ("xdotool mousemove --sync %d %d click %s", (int) round (x + (double) point.x), (int) round (y + (double) point.y), buttons);
  xdo (line);
}

static void
assert_fills (AscFlameCanvas *canvas, guint32 cell)
{
  graphene_rect_t area;

  g_assert_true (asc_flame_canvas_get_bounds (canvas, cell, &area));
  g_assert_cmpfloat_with_epsilon (area.origin.x, 0, 0.5);
  g_assert_cmpfloat_with_epsilon (area.size.width, gtk_widget_get_width (GTK_WIDGET (canvas)), 0.5);
}

static AscFlameCanvas *awaited;
static guint32 awaited_cell;

static gboolean
fills (AscWindow *window, const char *unused)
{
  graphene_rect_t area;

  return asc_flame_canvas_get_focus (awaited) == awaited_cell && asc_flame_canvas_get_bounds (awaited, awaited_cell, &area)
         && fabs ((double) area.origin.x) < 0.005 && fabs ((double) area.size.width - gtk_widget_get_width (GTK_WIDGET (awaited))) < 0.005;
}

/* Waits until @path fills the width: enlarging is a motion. */
static void
wait_until_fills (AscWindow *window, const char *path)
{
  awaited = get_canvas (window);
  awaited_cell = *path != '\0' ? find_cell (awaited, path) : 0;
  asc_test_wait_for (fills, window, path);
}

/* Figure 2-1: a click chooses and says where else the function stands; the numbers are the figure's. */
static void
test_click (void)
{
  AscWindow *window = open_view ("figure-2-1.folded");
  AscSession *session = asc_window_get_session (window);
  guint32 c = asc_test_find_function (window, "C");

  focus_window (window);
  assert_fills (get_canvas (window), 0);
  click (window, "main;A;C", "1");
  g_assert_cmpuint (asc_session_get_function (session), ==, c);
  g_assert_cmpuint (asc_flame_canvas_get_chosen (get_canvas (window)), ==, find_cell (get_canvas (window), "main;A;C"));
  asc_test_wait_for (asc_test_shows, window, "C: in 2 places, 78.12% together");
  /* Details show the same function, with its own values. */
  asc_test_wait_for (asc_test_shows, window, "25\n78.12%");
  /* a function that is chosen elsewhere is chosen here */
  asc_session_select_function (session, asc_test_find_function (window, "G"));
  asc_test_wait_for (asc_test_shows, window, "G: in 2 places, 12.50% together");
  asc_test_close_window (window);
}

static void
test_zoom (void)
{
  AscWindow *window = open_view ("figure-2-1.folded");

  focus_window (window);
  click (window, "main;B", "--repeat 2 --delay 60 1");
  wait_until_fills (window, "main;B");
  /* what lies above is as wide, what lies beside is gone */
  assert_fills (get_canvas (window), find_cell (get_canvas (window), "main"));
  {
    graphene_rect_t area;

    g_assert_false (asc_flame_canvas_get_bounds (get_canvas (window), find_cell (get_canvas (window), "main;A"), &area));
  }
  xdo ("xdotool key Down Return");
  wait_until_fills (window, "main;B;C");
  xdo ("xdotool key BackSpace");
  wait_until_fills (window, "main;B");
  xdo ("xdotool key Escape");
  wait_until_fills (window, "");
  /* once more, and out by the button and the path */
  xdo ("xdotool key Return");
  wait_until_fills (window, "main;B;C");
  gtk_widget_activate (gtk_widget_get_ancestor (asc_test_find_text (get_bar (window), "main"), GTK_TYPE_BUTTON));
  wait_until_fills (window, "main");
  asc_test_close_window (window);
}

/* What was enlarged is a stop of Back and Forward, also when the drawing was made anew meanwhile. */
static void
test_back (void)
{
  AscWindow *window = open_view ("figure-2-1.folded");

  asc_flame_canvas_zoom_to (get_canvas (window), find_cell (get_canvas (window), "main;B"));
  wait_until_fills (window, "main;B");
  asc_flame_canvas_zoom_to (get_canvas (window), find_cell (get_canvas (window), "main;B;C"));
  wait_until_fills (window, "main;B;C");
  asc_test_activate (window, "win.view::functions");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  asc_test_activate (window, "win.back");
  wait_until_fills (window, "main;B;C");
  asc_test_activate (window, "win.back");
  wait_until_fills (window, "main;B");
  gtk_widget_activate_action (asc_test_find_shown_view (window), "flame.order", "s", "name");
  asc_test_settle ();
  wait_until_fills (window, "main;B");
  asc_test_activate (window, "win.back");
  wait_until_fills (window, "");
  asc_test_activate (window, "win.forward");
  wait_until_fills (window, "main;B");
  asc_test_close_window (window);
}

static void
test_keys (void)
{
  static const struct
  {
    const char *key;
    const char *path; /* that is chosen then */
  } steps[] = {
    { "Home", "" },          { "Down", "main" },       { "Down", "main;B" }, { "Right", "main;A" }, { "Right", "main;A" },
    { "Down", "main;A;C" },  { "Left", "main;B;C" },   { "Up", "main;B" },   { "End", "main;B;C;E" }, { "Up", "main;B;C" },
  };
  AscWindow *window = open_view ("figure-2-1.folded");
  AscFlameCanvas *canvas = get_canvas (window);

  focus_window (window);
  click (window, "main", "1");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *line = g_strdup_printf ("xdotool key %s", steps[i].key);
      guint32 wanted = *steps[i].path != '\0' ? find_cell (canvas, steps[i].path) : 0;

      xdo (line);
      g_test_message ("%s", steps[i].key);
      g_assert_cmpuint (asc_flame_canvas_get_chosen (canvas), ==, wanted);
    }
  /* Ctrl+plus enlarges around what is chosen, f shows all */
  xdo ("xdotool key ctrl+plus ctrl+plus");
  g_assert_true (asc_flame_canvas_can_zoom_out (canvas));
  xdo ("xdotool key f");
  wait_until_fills (window, "");
  asc_test_close_window (window);
}

static void
type_search (AscWindow *window, const char *text)
{
  GtkWidget *entry;

  asc_test_activate (window, "win.search");
  entry = asc_test_find_type (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

/* E, and nothing else, has an e: 10 of 32. */
static void
test_search (void)
{
  AscWindow *window = open_view ("figure-2-1.folded");

  type_search (window, "e");
  asc_test_wait_for (asc_test_shows, window, "1 function, 31.25%");
  asc_test_wait_for (asc_test_shows, window, "1 match");
  asc_test_activate (window, "win.search-next");
  g_assert_cmpuint (asc_session_get_function (asc_window_get_session (window)), ==, asc_test_find_function (window, "E"));
  asc_test_close_window (window);
}

static gboolean
has_threads (AscWindow *window, const char *unused)
{
  return asc_flame_graph_get_options (asc_flame_canvas_get_graph (get_canvas (window)))->grouping == ASC_FLAME_BY_THREAD;
}

static gboolean
is_inverted (AscWindow *window, const char *unused)
{
  return asc_flame_graph_get_options (asc_flame_canvas_get_graph (get_canvas (window)))->inverted;
}

/* The options lay out anew; a context menu opens at the cell. */
static gboolean
is_on_floor (AscWindow *window, const char *unused)
{
  graphene_rect_t root;

  return asc_flame_canvas_get_bounds (get_canvas (window), 0, &root)
         && fabs ((double) (root.origin.y + root.size.height) - gtk_widget_get_height (GTK_WIDGET (get_canvas (window)))) <= 2;
}

static void
test_options (void)
{
  AscWindow *window = open_view ("words");
  GtkWidget *view = asc_test_find_shown_view (window);
  guint n;

  g_assert_true (gtk_widget_activate_action (view, "flame.grouping", "s", "thread"));
  asc_test_wait_for (has_threads, window, "by thread");
  {
    AscFlameGraph *graph = asc_flame_canvas_get_graph (get_canvas (window));
    const AscFlameCell *cells = asc_flame_graph_get_cells (graph, &n);

    /* the sample's three threads */
    g_assert_cmpuint (cells[1].first_child - cells[0].first_child, ==, 3);
  }
  g_assert_true (gtk_widget_activate_action (view, "flame.inverted", NULL));
  asc_test_wait_for (is_inverted, window, "inverted");
  g_assert_true (gtk_widget_activate_action (view, "flame.coloring", "s", "kind"));
  asc_test_wait_for (asc_test_shows, window, "Libraries");
  g_assert_true (gtk_widget_activate_action (view, "flame.coloring", "s", "heat"));
  asc_test_wait_for (asc_test_hides, window, "Libraries");
  g_assert_true (gtk_widget_activate_action (view, "flame.upward", NULL));
  /* The legend may still get its room. */
  asc_test_wait_for (is_on_floor, window, "root at the bottom");
  asc_test_close_window (window);
}

static void
test_menu (void)
{
  AscWindow *window = open_view ("figure-2-1.folded");

  focus_window (window);
  click (window, "main;B", "3");
  asc_test_wait_for (asc_test_shows, window, "Enlarge");
  g_assert_cmpuint (asc_session_get_function (asc_window_get_session (window)), ==, asc_test_find_function (window, "B"));
  xdo ("xdotool key Escape");
  asc_test_wait_for (asc_test_hides, window, "Enlarge");
  asc_test_activate (window, "win.copy-name");
  asc_test_close_window (window);
}

/* The scroll bar rounds what it is told: what comes back from it must not be told to it again, or it never ends. */
static void
test_pan (void)
{
  AscWindow *window = open_view ("words");
  AscFlameCanvas *canvas = get_canvas (window);
  GtkAdjustment *across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (canvas));
  graphene_rect_t area;

  focus_window (window);
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  for (guint zoom = 0; zoom < 12; zoom++)
    {
      xdo ("xdotool key ctrl+plus ctrl+plus ctrl+plus");
      for (guint i = 0; i < 200; i++)
        gtk_adjustment_set_value (across, gtk_adjustment_get_value (across) + (i < 100 ? 37 : -5.1));
    }
  gtk_adjustment_set_value (across, 200.5);
  g_assert_true (asc_flame_canvas_get_bounds (canvas, 0, &area));
  g_assert_cmpfloat (gtk_adjustment_get_value (across), ==, 200.5);
  asc_test_close_window (window);
}

static gboolean
is_compared (AscWindow *window, const char *wanted)
{
  return (asc_flame_canvas_get_difference (get_canvas (window)) != NULL) == (wanted != NULL);
}

/* B has 5 more than before, A 4 less; what is gone is said below, for no cell shows it. */
static void
test_compare (void)
{
  static const char before[] = "main 2\nmain;A;C 2\nmain;A;C;E 8\nmain;A;C;F 2\nmain;A;C;F;G 2\nmain;B;C 3\nmain;B;C;E 6\nmain;B;C;F 4\nmain;B;C;F;G 2\nmain;old 1\n";
  AscWindow *window = open_view ("figure-2-1.folded");
  AscFlameCanvas *canvas = get_canvas (window);
  g_autofree char *folder = g_dir_make_tmp ("asc-flame-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "before.folded", NULL);
  const AscFlameDifference *difference;
  g_autofree char *more = NULL;
  g_autofree char *less = NULL;
  guint32 cell;

  g_assert_true (g_file_set_contents (path, before, -1, NULL));
  g_assert_true (gtk_widget_activate_action (get_bar (window), "flame.compare-with", "s", path));
  asc_test_wait_for (is_compared, window, "compared");
  difference = asc_flame_canvas_get_difference (canvas);
  g_assert_cmpint (difference->total, ==, 32);
  g_assert_cmpint (difference->value[find_cell (canvas, "main;A")], ==, 14);
  g_assert_cmpint (difference->value[find_cell (canvas, "main;B")], ==, 15);
  g_assert_cmpint (difference->gone_value, ==, 1);
  cell = find_cell (canvas, "main;B");
  more = asc_flame_canvas_dup_description (canvas, cell);
  g_assert_nonnull (strstr (more, "Difference: +5 (+15.6"));
  less = asc_flame_canvas_dup_description (canvas, find_cell (canvas, "main;A"));
  g_assert_nonnull (strstr (less, "Difference: −4 (−12.5"));
  g_assert_cmphex (asc_flame_colors_get (asc_flame_canvas_get_colors (canvas), asc_flame_graph_get_cells (asc_flame_canvas_get_graph (canvas), &cell) + find_cell (canvas, "main;B"), TRUE), ==, 0xE38B3F);
  asc_session_select_function (asc_window_get_session (window), asc_test_find_function (window, "A"));
  asc_test_wait_for (asc_test_shows, window, "A: in 1 place, 31.25% · compared with “before.folded”: 1 path only there, 3.12%");
  g_assert_true (gtk_widget_activate_action (get_bar (window), "flame.end-comparison", NULL));
  asc_test_wait_for (is_compared, window, NULL);
  g_remove (path);
  g_rmdir (folder);
  asc_test_close_window (window);
}

static gboolean
is_written (AscWindow *window, const char *path)
{
  g_autofree char *title = g_path_get_basename (path);
  g_autofree char *told = g_strdup_printf ("Exported to “%s”", title);

  return asc_test_shows (window, told);
}

/* The kind of file is what its name ends in. */
static void
test_export (void)
{
  static const struct
  {
    const char *name;
    const char *start;
    const char *text;
  } files[] = { { "f.svg", "<?xml", "figure-2-1.folded: " }, { "f.png", "\x89PNG", NULL }, { "f.pdf", "%PDF", NULL }, { "f.folded", "main 2\n", "\nmain;A;C;E 4\n" } };
  AscWindow *window = open_view ("figure-2-1.folded");
  g_autofree char *folder = g_dir_make_tmp ("asc-flame-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);
      g_autofree char *content = NULL;
      gsize length;

      g_assert_true (gtk_widget_activate_action (get_bar (window), "flame.export-to", "s", path));
      asc_test_wait_for (is_written, window, path);
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpmem (content, strlen (files[i].start), files[i].start, strlen (files[i].start));
      g_assert_true (files[i].text == NULL || strstr (content, files[i].text) != NULL);
      g_remove (path);
    }
  g_rmdir (folder);
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  if (g_find_program_in_path ("xdotool") == NULL)
    {
      g_print ("1..0 # SKIP xdotool is not there\n");
      return 0;
    }
  g_test_add_func ("/flame-graph-view/click", test_click);
  g_test_add_func ("/flame-graph-view/zoom", test_zoom);
  g_test_add_func ("/flame-graph-view/back", test_back);
  g_test_add_func ("/flame-graph-view/keys", test_keys);
  g_test_add_func ("/flame-graph-view/search", test_search);
  g_test_add_func ("/flame-graph-view/options", test_options);
  g_test_add_func ("/flame-graph-view/menu", test_menu);
  g_test_add_func ("/flame-graph-view/pan", test_pan);
  g_test_add_func ("/flame-graph-view/compare", test_compare);
  g_test_add_func ("/flame-graph-view/export", test_export);
  return asc_test_window_run ();
}
