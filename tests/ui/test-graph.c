/* test-graph.c: the call graph in a real window: boxes, selection, center, zoom, files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "asc-graph-canvas.h"
#include "asc-test-window.h"
#include "asc-ui-text.h"

static AscGraphCanvas *
find_canvas (AscWindow *window)
{
  GtkWidget *view = asc_test_find_shown_view (window);

  return ASC_GRAPH_CANVAS (asc_test_find_type (view, ASC_TYPE_GRAPH_CANVAS));
}

static AscCallGraph *
find_graph (AscWindow *window)
{
  AscGraphCanvas *canvas = find_canvas (window);
  AscGraphDrawing *drawing = canvas != NULL ? asc_graph_canvas_get_drawing (canvas) : NULL;

  return drawing != NULL ? asc_graph_drawing_get_graph (drawing) : NULL;
}

static gboolean
has_drawing (AscWindow *window, const char *unused)
{
  return find_graph (window) != NULL;
}

/* How many functions are shown. */
static gboolean
has_functions (AscWindow *window, const char *number)
{
  guint n_nodes;
  guint n = 0;
  const AscGraphNode *nodes = find_graph (window) != NULL ? asc_call_graph_get_nodes (find_graph (window), &n_nodes) : NULL;

  for (guint i = 0; nodes != NULL && i < n_nodes; i++)
    n += nodes[i].kind == ASC_GRAPH_ROW;
  return n == g_ascii_strtoull (number, NULL, 10);
}

static AscWindow *
open_graph (const char *sample)
{
  AscWindow *window = asc_test_new_window_with_sample (sample);

  asc_test_activate (window, "win.view::call-graph");
  asc_test_wait_for (asc_test_in_view, window, "call-graph");
  asc_test_wait_for (has_drawing, window, NULL);
  return window;
}

/* The number of the node of a function, which must be there. */
static guint32
node_of (AscWindow *window, const char *name)
{
  guint32 node = asc_call_graph_find (find_graph (window), asc_test_find_function (window, name));

  g_assert_cmpuint (node, !=, ASC_NONE);
  return node;
}

/* Figure 2-1: the numbers in the boxes, callers above what they call, all in sight. */
static void
test_figure (void)
{
  static const struct
  {
    const char *name;
    const char *numbers;
  } boxes[] = { { "main", "2 / 32" }, { "A", "0 / 10" }, { "B", "5 / 20" }, { "C", "5 / 25" }, { "E", "10 / 10" }, { "F", "6 / 10" }, { "G", "4 / 4" } };
  AscWindow *window = open_graph ("figure-2-1.folded");
  AscGraphCanvas *canvas = find_canvas (window);
  AscGraphDrawing *drawing = asc_graph_canvas_get_drawing (canvas);
  GdkRectangle areas[G_N_ELEMENTS (boxes)];

  asc_test_settle ();
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    {
      g_autofree char *numbers = asc_graph_drawing_dup_numbers (drawing, node_of (window, boxes[i].name));

      g_assert_cmpstr (numbers, ==, boxes[i].numbers);
      g_assert_true (asc_graph_canvas_get_node_area (canvas, node_of (window, boxes[i].name), &areas[i]));
      g_assert_cmpint (areas[i].x, >=, 0);
      g_assert_cmpint (areas[i].y, >=, 0);
      g_assert_cmpint (areas[i].x + areas[i].width, <=, gtk_widget_get_width (GTK_WIDGET (canvas)));
      g_assert_cmpint (areas[i].y + areas[i].height, <=, gtk_widget_get_height (GTK_WIDGET (canvas)));
    }
  g_assert_cmpint (areas[0].y + areas[0].height, <, areas[1].y);
  g_assert_cmpint (areas[1].y, ==, areas[2].y);
  g_assert_cmpint (areas[1].y + areas[1].height, <, areas[3].y);
  asc_test_close_window (window);
}

/* What is chosen there is chosen everywhere, and the other way round; activation puts it in the center, Back leads back. */
static void
test_choose (void)
{
  AscWindow *window = open_graph ("figure-2-1.folded");
  AscSession *session = asc_window_get_session (window);
  AscGraphCanvas *canvas = find_canvas (window);

  g_assert_cmpuint (asc_graph_canvas_get_selected (canvas), ==, node_of (window, "E"));
  asc_session_select_function (session, asc_test_find_function (window, "A"));
  g_assert_cmpuint (asc_graph_canvas_get_selected (canvas), ==, node_of (window, "A"));
  g_signal_emit_by_name (canvas, "selected", node_of (window, "G"));
  g_assert_cmpuint (asc_session_get_function (session), ==, asc_test_find_function (window, "G"));
  g_signal_emit_by_name (canvas, "activated", node_of (window, "A"));
  g_assert_cmpuint (asc_session_get_center (session), ==, asc_test_find_function (window, "A"));
  /* A's caller, and three levels of what it calls: B and the rest have no way there. */
  asc_test_wait_for (has_functions, window, "6");
  g_assert_cmpuint (asc_call_graph_find (find_graph (window), asc_test_find_function (window, "B")), ==, ASC_NONE);
  asc_test_close_window (window);
}

/* The menu is of the box below the pointer, which is chosen with it. How the graph is drawn is kept for the next window. */
static void
test_menu (void)
{
  AscWindow *window = open_graph ("figure-2-1.folded");
  AscGraphCanvas *canvas = find_canvas (window);
  GdkRectangle area;
  graphene_point_t point;
  double x, y;
  g_autofree char *line = NULL;

  asc_test_focus (window);
  g_assert_true (asc_graph_canvas_get_node_area (canvas, node_of (window, "B"), &area));
  g_assert_true (gtk_widget_compute_point (GTK_WIDGET (canvas), GTK_WIDGET (window),
                                           &GRAPHENE_POINT_INIT ((float) (area.x + area.width / 2), (float) (area.y + area.height / 2)), &point));
  gtk_native_get_surface_transform (GTK_NATIVE (window), &x, &y);
  line = g_strdup_printf ("mousemove --sync %.0f %.0f click 3", x + (double) point.x, y + (double) point.y);
  if (!asc_test_xdo (line))
    return;
  asc_test_wait_for (asc_test_shows, window, "Show Disassembly");
  g_assert_cmpuint (asc_session_get_function (asc_window_get_session (window)), ==, asc_test_find_function (window, "B"));
  asc_test_close_window (window);
  window = open_graph ("figure-2-1.folded");
  g_settings_set_double (asc_ui_get_settings (), "call-graph-threshold", 6);
  asc_test_wait_for (asc_test_shows, window, "From 10%");
  asc_test_close_window (window);
  window = open_graph ("figure-2-1.folded");
  asc_test_wait_for (asc_test_shows, window, "From 10%");
  g_settings_reset (asc_ui_get_settings (), "call-graph-threshold");
  asc_test_close_window (window);
}

static void
test_zoom (void)
{
  AscWindow *window = open_graph ("words");
  AscGraphCanvas *canvas = find_canvas (window);
  GdkRectangle before;
  GdkRectangle after;
  guint32 node;

  asc_test_settle ();
  node = asc_graph_canvas_get_selected (canvas);
  g_assert_cmpuint (node, !=, ASC_NONE);
  asc_graph_canvas_set_zoom (canvas, 1);
  asc_graph_canvas_select (canvas, node);
  g_assert_true (asc_graph_canvas_get_node_area (canvas, node, &before));
  asc_graph_canvas_set_zoom (canvas, 2);
  g_assert_cmpfloat (asc_graph_canvas_get_zoom (canvas), ==, 2);
  g_assert_true (asc_graph_canvas_get_node_area (canvas, node, &after));
  g_assert_cmpint (ABS (after.width - 2 * before.width), <=, 2);
  asc_graph_canvas_set_zoom (canvas, 1000);
  g_assert_cmpfloat (asc_graph_canvas_get_zoom (canvas), ==, 4);
  asc_graph_canvas_fit (canvas);
  g_assert_cmpfloat (asc_graph_canvas_get_zoom (canvas), <=, 1);
  asc_test_close_window (window);
}

/* The kind of file is what its name ends in; a file that cannot be written is said. */
static void
test_export (void)
{
  static const struct
  {
    const char *name;
    const char *start;
  } files[] = { { "graph.svg", "<?xml" }, { "graph.png", "\x89PNG" }, { "graph.pdf", "%PDF" }, { "graph.dot", "digraph" } };
  AscWindow *window = open_graph ("figure-2-1.folded");
  g_autofree char *folder = g_dir_make_tmp ("asc-graph-XXXXXX", NULL);
  GtkWidget *view = asc_test_find_shown_view (window);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);
      g_autofree char *content = NULL;
      gsize length;

      g_assert_true (gtk_widget_activate_action (view, "graph.export-to", "s", path));
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpmem (content, strlen (files[i].start), files[i].start, strlen (files[i].start));
      if (i == 0)
        g_assert_nonnull (strstr (content, "C: 5 / 25"));
      g_remove (path);
    }
  g_rmdir (folder);
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/graph/figure", test_figure);
  g_test_add_func ("/graph/choose", test_choose);
  g_test_add_func ("/graph/menu", test_menu);
  g_test_add_func ("/graph/zoom", test_zoom);
  g_test_add_func ("/graph/export", test_export);
  return asc_test_window_run ();
}
