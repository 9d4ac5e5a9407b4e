/* window-bench.c: `window-bench FILE [VIEW]`: what the window's main thread needs for frames, sorts and new views, and how long it is not to be spoken to
 *
 * VIEW: timeline: that view alone. One line a figure: name, TAB, milliseconds in the middle, TAB, the worst. All are CPU time of the main thread, which other programs do not change much; the display's own work is not in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <time.h>

#include "asc-flame-canvas.h"
#include "asc-graph-canvas.h"
#include "asc-table.h"
#include "asc-test-window.h"
#include "asc-timeline-canvas.h"

#define N_FRAMES 120u
#define N_SORTS 9u
/* A frame that is not painted in this time is not waited for. */
#define MAX_FRAME_US (2 * G_USEC_PER_SEC)

static const char *path;
static gboolean timeline_alone;
static GPollFunc real_poll;
static double busy_since;
static double worst_stall; /* ms: of one turn of the main loop */

static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

static gint
watched_poll (GPollFD *fds, guint n, gint timeout)
{
  gint result;

  worst_stall = MAX (worst_stall, now () - busy_since);
  result = real_poll (fds, n, timeout);
  busy_since = now ();
  return result;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
report (const char *name, GArray *times)
{
  g_array_sort (times, compare_doubles);
  g_print ("%s\t%.2f\t%.2f\n", name, g_array_index (times, double, times->len / 2), g_array_index (times, double, times->len - 1));
  g_array_set_size (times, 0);
}

static void
report_stall (const char *name)
{
  g_print ("%s\t\t%.2f\n", name, worst_stall);
  worst_stall = 0;
}

static void
painted_cb (GdkFrameClock *clock, gboolean *painted)
{
  *painted = TRUE;
}

static gboolean
wake_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Turns the main loop until the window has been painted once more. */
static void
wait_for_frame (AscWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  gint64 until = g_get_monotonic_time () + MAX_FRAME_US;
  gboolean painted = FALSE;
  guint timer = g_timeout_add (100, wake_cb, NULL);
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (painted_cb), &painted);

  gtk_widget_queue_draw (asc_test_find_shown_view (window));
  while (!painted && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, handler);
  g_source_remove (timer);
}

typedef void (*Step) (GtkWidget *canvas, guint frame);

static void
frames (AscWindow *window, const char *name, GtkWidget *canvas, Step step)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < N_FRAMES; i++)
    {
      double start = now ();
      double taken;

      step (canvas, i);
      wait_for_frame (window);
      taken = now () - start;
      g_array_append_val (times, taken);
    }
  report (name, times);
}

static GtkAdjustment *
get_adjustment (GtkWidget *canvas)
{
  return gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (canvas));
}

static void
key (GtkWidget *canvas, guint keyval, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (canvas);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean taken;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0u, state, &taken);
    }
}

static void
flame_zoom (GtkWidget *canvas, guint frame)
{
  key (canvas, frame < N_FRAMES / 2 ? GDK_KEY_plus : GDK_KEY_minus, GDK_CONTROL_MASK);
}

static void
flame_pan (GtkWidget *canvas, guint frame)
{
  GtkAdjustment *adjustment = get_adjustment (canvas);

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + 37);
}

static void
flame_scroll (GtkWidget *canvas, guint frame)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (canvas));

  gtk_adjustment_set_value (adjustment, frame < N_FRAMES / 2 ? frame * 11 : (N_FRAMES - frame) * 11);
}

/* What the pointer asks for as it moves, and the frame after it. */
static void
hover (GtkWidget *canvas, guint frame)
{
  GtkTooltip *tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean shown;

  g_signal_emit_by_name (canvas, "query-tooltip", (int) (frame * 7) % gtk_widget_get_width (canvas), (int) (frame * 5) % gtk_widget_get_height (canvas), FALSE, tooltip, &shown);
  g_object_unref (tooltip);
}

static void
flame_walk (GtkWidget *canvas, guint frame)
{
  static const guint keys[] = { GDK_KEY_Down, GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_Right, GDK_KEY_Right, GDK_KEY_Up };

  key (canvas, keys[frame % G_N_ELEMENTS (keys)], 0);
}

static void
graph_pan (GtkWidget *canvas, guint frame)
{
  static const guint keys[] = { GDK_KEY_Down, GDK_KEY_Left, GDK_KEY_Up, GDK_KEY_Right };

  key (canvas, keys[frame / 10 % G_N_ELEMENTS (keys)], 0);
}

static gboolean
has_flames (AscWindow *window, const char *unused)
{
  GtkWidget *canvas = asc_test_in_view (window, "flame-graph") ? asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_FLAME_CANVAS) : NULL;

  return canvas != NULL && asc_flame_canvas_get_graph (ASC_FLAME_CANVAS (canvas)) != NULL;
}

static gboolean
has_graph (AscWindow *window, const char *unused)
{
  GtkWidget *canvas = asc_test_in_view (window, "call-graph") ? asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_GRAPH_CANVAS) : NULL;

  return canvas != NULL && asc_graph_canvas_get_drawing (ASC_GRAPH_CANVAS (canvas)) != NULL;
}

static void
bench_flames (AscWindow *window)
{
  g_autoptr (AscMatcher) matcher = asc_matcher_new ("f77", FALSE, NULL);
  GtkWidget *canvas;
  guint n;
  double start;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  worst_stall = 0;
  asc_test_activate (window, "win.view::flame-graph");
  asc_test_wait_for (has_flames, window, "flame graph");
  wait_for_frame (window);
  report_stall ("flame graph opens, longest stall");
  canvas = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_FLAME_CANVAS);
  asc_flame_graph_get_cells (asc_flame_canvas_get_graph (ASC_FLAME_CANVAS (canvas)), &n);
  g_print ("flame graph cells\t%u\t\n", n);
  frames (window, "flame graph, zoom", canvas, flame_zoom);
  asc_flame_canvas_zoom_to (ASC_FLAME_CANVAS (canvas), 1);
  for (guint i = 0; i < 40; i++)
    wait_for_frame (window);
  for (guint i = 0; i < 8; i++)
    key (canvas, GDK_KEY_plus, GDK_CONTROL_MASK);
  frames (window, "flame graph, pan", canvas, flame_pan);
  key (canvas, GDK_KEY_f, 0);
  for (guint i = 0; i < 40; i++)
    wait_for_frame (window);
  frames (window, "flame graph, scroll", canvas, flame_scroll);
  frames (window, "flame graph, hover", canvas, hover);
  frames (window, "flame graph, arrow keys", canvas, flame_walk);
  start = now ();
  asc_flame_canvas_search (ASC_FLAME_CANVAS (canvas), matcher, 0);
  wait_for_frame (window);
  start = now () - start;
  g_array_append_val (times, start);
  report ("flame graph, search", times);
  frames (window, "flame graph, zoom with a search", canvas, flame_zoom);
}

static void
bench_graph (AscWindow *window)
{
  GtkWidget *canvas;

  worst_stall = 0;
  asc_test_activate (window, "win.view::call-graph");
  asc_test_wait_for (has_graph, window, "call graph");
  wait_for_frame (window);
  report_stall ("call graph opens, longest stall");
  canvas = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_GRAPH_CANVAS);
  frames (window, "call graph, zoom", canvas, flame_zoom);
  frames (window, "call graph, arrow keys", canvas, graph_pan);
  frames (window, "call graph, hover", canvas, hover);
}

static void
bench_functions (AscWindow *window)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  GtkWidget *table;
  double start = now ();

  worst_stall = 0;
  asc_test_activate (window, "win.view::functions");
  wait_for_frame (window);
  start = now () - start;
  g_array_append_val (times, start);
  report ("functions, first list", times);
  table = asc_test_find_type (asc_test_find_shown_view (window), GTK_TYPE_COLUMN_VIEW);
  for (guint i = 0; i < N_SORTS; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (table)), i % 3);

      start = now ();
      gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (table), column, i / 3 % 2 == 0 ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
      wait_for_frame (window);
      start = now () - start;
      g_array_append_val (times, start);
    }
  report ("functions, sort until painted", times);
}

static void
time_zoom (GtkWidget *canvas, guint frame)
{
  asc_timeline_canvas_zoom (ASC_TIMELINE_CANVAS (canvas), frame < N_FRAMES / 2 ? 0.8 : 1.25);
}

static void
time_pan (GtkWidget *canvas, guint frame)
{
  GtkAdjustment *time = asc_timeline_canvas_get_time_adjustment (ASC_TIMELINE_CANVAS (canvas));

  gtk_adjustment_set_value (time, gtk_adjustment_get_value (time) + gtk_adjustment_get_page_size (time) / 40);
}

static void
time_scroll (GtkWidget *canvas, guint frame)
{
  GtkAdjustment *rows = asc_timeline_canvas_get_row_adjustment (ASC_TIMELINE_CANVAS (canvas));

  gtk_adjustment_set_value (rows, (frame < N_FRAMES / 2 ? frame : N_FRAMES - frame) * 60);
}

/* The range that a pointer drags open. */
static void
time_mark (GtkWidget *canvas, guint frame)
{
  gint64 begin, end;

  asc_timeline_canvas_get_shown (ASC_TIMELINE_CANVAS (canvas), &begin, &end);
  asc_timeline_canvas_set_range (ASC_TIMELINE_CANVAS (canvas), begin, begin + (end - begin) / (N_FRAMES + 1) * (frame + 1));
}

static gboolean
has_rows (AscWindow *window, const char *unused)
{
  GtkWidget *canvas = asc_test_in_view (window, "timeline") ? asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TIMELINE_CANVAS) : NULL;

  return canvas != NULL && gtk_adjustment_get_upper (asc_timeline_canvas_get_time_adjustment (ASC_TIMELINE_CANVAS (canvas))) > 1;
}

static void
pan_and_zoom (AscWindow *window, AscTimelineCanvas *canvas, const char *how)
{
  g_autofree char *zoom = g_strdup_printf ("timeline%s, zoom", how);
  g_autofree char *pan = g_strdup_printf ("timeline%s, pan, %s", how, "a 100th");
  g_autofree char *scroll = g_strdup_printf ("timeline%s, scroll", how);

  asc_timeline_canvas_fit_all (canvas);
  frames (window, zoom, GTK_WIDGET (canvas), time_zoom);
  asc_timeline_canvas_fit_all (canvas);
  frames (window, scroll, GTK_WIDGET (canvas), time_scroll);
  asc_timeline_canvas_zoom (canvas, 0.01);
  frames (window, pan, GTK_WIDGET (canvas), time_pan);
}

static void
bench_timeline (AscWindow *window)
{
  AscTimelineCanvas *canvas;
  gint64 start;

  worst_stall = 0;
  start = g_get_monotonic_time ();
  asc_test_activate (window, "win.view::timeline");
  asc_test_wait_for (has_rows, window, "timeline");
  g_print ("timeline is there, wall time\t%.2f\t\n", (double) (g_get_monotonic_time () - start) / 1e3);
  wait_for_frame (window);
  report_stall ("timeline opens, longest stall");
  canvas = ASC_TIMELINE_CANVAS (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TIMELINE_CANVAS));
  pan_and_zoom (window, canvas, "");
  frames (window, "timeline, hover", GTK_WIDGET (canvas), hover);
  frames (window, "timeline, mark a range", GTK_WIDGET (canvas), time_mark);
  asc_timeline_canvas_set_range (canvas, 0, 0);
  asc_timeline_canvas_set_row_height (canvas, ASC_TIMELINE_TALL);
  pan_and_zoom (window, canvas, " with stacks");
  asc_timeline_canvas_set_row_height (canvas, ASC_TIMELINE_NORMAL);
  asc_timeline_canvas_set_by_process (canvas, TRUE);
  pan_and_zoom (window, canvas, " by process");
}

static void
bench (void)
{
  AscWindow *window = asc_test_new_window ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  worst_stall = 0;
  busy_since = now ();
  asc_window_open (window, &file, 1);
  for (guint i = 0; i < 60 && !asc_test_is_ready (window, NULL); i++)
    {
      gint64 until = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

      while (!asc_test_is_ready (window, NULL) && g_get_monotonic_time () < until)
        g_main_context_iteration (NULL, TRUE);
    }
  wait_for_frame (window);
  report_stall ("loading and Overview, longest stall");
  if (timeline_alone)
    bench_timeline (window);
  else
    {
      bench_functions (window);
      bench_flames (window);
      bench_graph (window);
    }
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  path = argc > 1 ? argv[1] : NULL;
  timeline_alone = argc > 2 && g_str_equal (argv[2], "timeline");
  if (path == NULL)
    {
      g_printerr ("usage: window-bench FILE [timeline]\n");
      return 2;
    }
  real_poll = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, watched_poll);
  {
    char *none[] = { argv[0], NULL };
    char **rest = none;
    int n = 1;

    asc_test_window_init (&n, &rest);
  }
  g_test_add_func ("/bench", bench);
  return asc_test_window_run ();
}
