/* window-bench.c: `window-bench FILE [VIEWS]`: what the window's main thread needs for frames, sorts and new views, and how long it is not to be spoken to
 *
 * VIEWS: timeline: that view alone; code: those of source and instructions. One line a figure: name, TAB, milliseconds in the middle, TAB, the worst. All but those of the "clock" are CPU time of the main thread, which other programs do not change much; the display's own work is not in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-bench.h"
#include "asc-disassembly-pane.h"
#include "asc-flame-canvas.h"
#include "asc-graph-canvas.h"
#include "asc-source-load.h"
#include "asc-source-pane.h"
#include "asc-table.h"
#include "asc-timeline-canvas.h"

#define N_SORTS 9u
#define N_JUMPS 5u

static const char *path;
static const char *views = ""; /* those that are measured */

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
flame_zoom (gpointer canvas, guint frame)
{
  key (canvas, frame < ASC_BENCH_FRAMES / 2 ? GDK_KEY_plus : GDK_KEY_minus, GDK_CONTROL_MASK);
}

static void
flame_pan (gpointer canvas, guint frame)
{
  GtkAdjustment *adjustment = get_adjustment (canvas);

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + 37);
}

static void
flame_scroll (gpointer canvas, guint frame)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (canvas));

  gtk_adjustment_set_value (adjustment, frame < ASC_BENCH_FRAMES / 2 ? frame * 11 : (ASC_BENCH_FRAMES - frame) * 11);
}

/* What the pointer asks for as it moves, and the frame after it. */
static void
hover (gpointer canvas, guint frame)
{
  GtkTooltip *tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean shown;

  g_signal_emit_by_name (canvas, "query-tooltip", (int) (frame * 7) % gtk_widget_get_width (canvas), (int) (frame * 5) % gtk_widget_get_height (canvas), FALSE, tooltip, &shown);
  g_object_unref (tooltip);
}

static void
flame_walk (gpointer canvas, guint frame)
{
  static const guint keys[] = { GDK_KEY_Down, GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_Right, GDK_KEY_Right, GDK_KEY_Up };

  key (canvas, keys[frame % G_N_ELEMENTS (keys)], 0);
}

static void
graph_pan (gpointer canvas, guint frame)
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

  asc_bench_forget_stall ();
  asc_test_activate (window, "win.view::flame-graph");
  asc_test_wait_for (has_flames, window, "flame graph");
  asc_bench_wait_for_frame (window);
  asc_bench_report_stall ("flame graph opens, longest stall");
  canvas = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_FLAME_CANVAS);
  asc_flame_graph_get_cells (asc_flame_canvas_get_graph (ASC_FLAME_CANVAS (canvas)), &n);
  g_print ("flame graph cells\t%u\t\n", n);
  asc_bench_frames (window, "flame graph, zoom", flame_zoom, canvas);
  asc_flame_canvas_zoom_to (ASC_FLAME_CANVAS (canvas), 1);
  for (guint i = 0; i < 40; i++)
    asc_bench_wait_for_frame (window);
  for (guint i = 0; i < 8; i++)
    key (canvas, GDK_KEY_plus, GDK_CONTROL_MASK);
  asc_bench_frames (window, "flame graph, pan", flame_pan, canvas);
  key (canvas, GDK_KEY_f, 0);
  for (guint i = 0; i < 40; i++)
    asc_bench_wait_for_frame (window);
  asc_bench_frames (window, "flame graph, scroll", flame_scroll, canvas);
  asc_bench_frames (window, "flame graph, hover", hover, canvas);
  asc_bench_frames (window, "flame graph, arrow keys", flame_walk, canvas);
  start = asc_bench_now ();
  asc_flame_canvas_search (ASC_FLAME_CANVAS (canvas), matcher, 0);
  asc_bench_wait_for_frame (window);
  start = asc_bench_now () - start;
  g_array_append_val (times, start);
  asc_bench_report ("flame graph, search", times);
  asc_bench_frames (window, "flame graph, zoom with a search", flame_zoom, canvas);
}

static void
bench_graph (AscWindow *window)
{
  GtkWidget *canvas;

  asc_bench_forget_stall ();
  asc_test_activate (window, "win.view::call-graph");
  asc_test_wait_for (has_graph, window, "call graph");
  asc_bench_wait_for_frame (window);
  asc_bench_report_stall ("call graph opens, longest stall");
  canvas = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_GRAPH_CANVAS);
  asc_bench_frames (window, "call graph, zoom", flame_zoom, canvas);
  asc_bench_frames (window, "call graph, arrow keys", graph_pan, canvas);
  asc_bench_frames (window, "call graph, hover", hover, canvas);
}

static void
bench_functions (AscWindow *window)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  GtkWidget *table;
  double start = asc_bench_now ();

  asc_bench_forget_stall ();
  asc_test_activate (window, "win.view::functions");
  asc_bench_wait_for_frame (window);
  start = asc_bench_now () - start;
  g_array_append_val (times, start);
  asc_bench_report ("functions, first list", times);
  table = asc_test_find_type (asc_test_find_shown_view (window), GTK_TYPE_COLUMN_VIEW);
  for (guint i = 0; i < N_SORTS; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (table)), i % 3);

      start = asc_bench_now ();
      gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (table), column, i / 3 % 2 == 0 ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
      asc_bench_wait_for_frame (window);
      start = asc_bench_now () - start;
      g_array_append_val (times, start);
    }
  asc_bench_report ("functions, sort until painted", times);
}

static void
time_zoom (gpointer canvas, guint frame)
{
  asc_timeline_canvas_zoom (ASC_TIMELINE_CANVAS (canvas), frame < ASC_BENCH_FRAMES / 2 ? 0.8 : 1.25);
}

static void
time_pan (gpointer canvas, guint frame)
{
  GtkAdjustment *time = asc_timeline_canvas_get_time_adjustment (ASC_TIMELINE_CANVAS (canvas));

  gtk_adjustment_set_value (time, gtk_adjustment_get_value (time) + gtk_adjustment_get_page_size (time) / 40);
}

static void
time_scroll (gpointer canvas, guint frame)
{
  GtkAdjustment *rows = asc_timeline_canvas_get_row_adjustment (ASC_TIMELINE_CANVAS (canvas));

  gtk_adjustment_set_value (rows, (frame < ASC_BENCH_FRAMES / 2 ? frame : ASC_BENCH_FRAMES - frame) * 60);
}

/* The range that a pointer drags open. */
static void
time_mark (gpointer canvas, guint frame)
{
  gint64 begin, end;

  asc_timeline_canvas_get_shown (ASC_TIMELINE_CANVAS (canvas), &begin, &end);
  asc_timeline_canvas_set_range (ASC_TIMELINE_CANVAS (canvas), begin, begin + (end - begin) / (ASC_BENCH_FRAMES + 1) * (frame + 1));
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
  asc_bench_frames (window, zoom, time_zoom, canvas);
  asc_timeline_canvas_fit_all (canvas);
  asc_bench_frames (window, scroll, time_scroll, canvas);
  asc_timeline_canvas_zoom (canvas, 0.01);
  asc_bench_frames (window, pan, time_pan, canvas);
}

static void
bench_timeline (AscWindow *window)
{
  AscTimelineCanvas *canvas;
  gint64 start;

  asc_bench_forget_stall ();
  start = g_get_monotonic_time ();
  asc_test_activate (window, "win.view::timeline");
  asc_test_wait_for (has_rows, window, "timeline");
  g_print ("timeline is there, wall time\t%.2f\t\n", (double) (g_get_monotonic_time () - start) / 1e3);
  asc_bench_wait_for_frame (window);
  asc_bench_report_stall ("timeline opens, longest stall");
  canvas = ASC_TIMELINE_CANVAS (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TIMELINE_CANVAS));
  pan_and_zoom (window, canvas, "");
  asc_bench_frames (window, "timeline, hover", hover, canvas);
  asc_bench_frames (window, "timeline, mark a range", time_mark, canvas);
  asc_timeline_canvas_set_range (canvas, 0, 0);
  asc_timeline_canvas_set_row_height (canvas, ASC_TIMELINE_TALL);
  pan_and_zoom (window, canvas, " with stacks");
  asc_timeline_canvas_set_row_height (canvas, ASC_TIMELINE_NORMAL);
  asc_timeline_canvas_set_by_process (canvas, TRUE);
  pan_and_zoom (window, canvas, " by process");
}

static AscSourcePane *
get_source (AscWindow *window)
{
  return ASC_SOURCE_PANE (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_SOURCE_PANE));
}

/* The line that was asked for is in sight. */
static gboolean
shows_line (AscWindow *window, const char *unused)
{
  GtkWidget *pane = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_SOURCE_PANE);
  AscSourceFile *file = pane != NULL ? asc_source_pane_get_file (ASC_SOURCE_PANE (pane)) : NULL;

  return file != NULL && file->text != NULL && asc_test_sees_cursor (GTK_TEXT_VIEW (asc_test_find_type (pane, GTK_TYPE_TEXT_VIEW)));
}

static gboolean
shows_instructions (AscWindow *window, const char *unused)
{
  GtkWidget *pane = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_DISASSEMBLY_PANE);
  GtkWidget *table = pane != NULL ? asc_test_find_type (pane, GTK_TYPE_COLUMN_VIEW) : NULL;

  return table != NULL && gtk_widget_get_mapped (table) && g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)))) > 1;
}

/* @step and the time on the clock until @condition, with the longest stall in between. */
static void
bench_until (AscWindow *window, const char *name, void (*step) (AscWindow *window), AscTestCondition condition)
{
  g_autofree char *stall = g_strdup_printf ("%s, longest stall", name);
  gint64 start = g_get_monotonic_time ();

  asc_bench_forget_stall ();
  step (window);
  asc_test_wait_for (condition, window, name);
  asc_bench_wait_for_frame (window);
  g_print ("%s, clock\t%.0f\t\n", name, (double) (g_get_monotonic_time () - start) / 1e3);
  asc_bench_report_stall (stall);
}

static void
open_source (AscWindow *window)
{
  asc_test_activate (window, "win.view::source");
}

static void
open_disassembly (AscWindow *window)
{
  asc_test_activate (window, "win.view::disassembly");
}

static void
open_both (AscWindow *window)
{
  asc_test_activate (window, "win.view::source-disassembly");
}

static void
next_hot (AscWindow *window)
{
  asc_source_pane_go_hot (get_source (window), 1);
}

static void
text_scroll (gpointer adjustment, guint frame)
{
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + (frame < ASC_BENCH_FRAMES / 2 ? 57 : -57));
}

/* What is behind the scroll bar of the first widget of @type. */
static GtkAdjustment *
get_rows (AscWindow *window, GType type)
{
  return gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (asc_test_find_type (asc_test_find_shown_view (window), type)));
}

static void
bench_code (AscWindow *window)
{
  bench_until (window, "source opens", open_source, shows_line);
  for (guint i = 0; i < N_JUMPS; i++)
    bench_until (window, "source, next hot line", next_hot, shows_line);
  asc_bench_frames (window, "source, scroll", text_scroll, get_rows (window, GTK_TYPE_TEXT_VIEW));
  bench_until (window, "disassembly opens", open_disassembly, shows_instructions);
  asc_bench_frames (window, "disassembly, scroll", text_scroll, get_rows (window, GTK_TYPE_COLUMN_VIEW));
  bench_until (window, "source/disassembly opens", open_both, shows_line);
  asc_bench_frames (window, "source/disassembly, scroll the source", text_scroll, get_rows (window, GTK_TYPE_TEXT_VIEW));
  asc_bench_frames (window, "source/disassembly, scroll the instructions", text_scroll, get_rows (window, GTK_TYPE_COLUMN_VIEW));
}

static void
bench (void)
{
  AscWindow *window = asc_bench_open (path, NULL);

  asc_bench_wait_for_frame (window);
  asc_bench_report_stall ("loading and Overview, longest stall");
  if (g_str_equal (views, "timeline"))
    bench_timeline (window);
  else if (g_str_equal (views, "code"))
    bench_code (window);
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
  views = argc > 2 ? argv[2] : "";
  if (path == NULL)
    {
      g_printerr ("usage: window-bench FILE [timeline|code]\n");
      return 2;
    }
  asc_bench_init (argv[0]);
  g_test_add_func ("/bench", bench);
  return asc_test_window_run ();
}
