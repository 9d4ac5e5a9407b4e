/* test-timeline.c: the timeline in the window: what it says of the time that is shown, and what a choice does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <adwaita.h>

#include "asc-test-window.h"
#include "asc-timeline-canvas.h"
#include "asc-ui-text.h"

static gboolean
has_rows (AscWindow *window, const char *unused)
{
  GtkWidget *canvas = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TIMELINE_CANVAS);

  return canvas != NULL
         && gtk_adjustment_get_upper (asc_timeline_canvas_get_time_adjustment (ASC_TIMELINE_CANVAS (canvas))) > 1;
}

static AscTimelineCanvas *
open_timeline (AscWindow *window)
{
  asc_test_activate (window, "win.view::timeline");
  asc_test_wait_for (asc_test_in_view, window, "timeline");
  asc_test_wait_for (has_rows, window, "timeline");
  asc_test_settle ();
  return ASC_TIMELINE_CANVAS (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TIMELINE_CANVAS));
}

static gboolean
contains (GtkWidget *parent, const char *part)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const char *text = asc_test_get_text (child);

      if ((text != NULL && strstr (text, part) != NULL) || contains (child, part))
        return TRUE;
    }
  return FALSE;
}

/* The sample's own events, from @begin to @end: which part of the clock's time was spent in user mode. Samples stand
 * for the time before them. */
static char *
dup_user_share (AscWindow *window, gint64 begin, gint64 end)
{
  AscExperiment *experiment = asc_session_get_experiment (asc_window_get_session (window), 0);
  const AscEvents *events = asc_experiment_get_events (experiment);
  gint64 last[8] = { 0 };
  gint64 user = 0;
  gint64 all = 0;

  for (guint i = 0; i < events->n_events; i++)
    {
      gint64 from = MAX (events->time_ns[i] - events->value[i], last[events->thread[i]]);
      gint64 part = MIN (events->time_ns[i], end) - MAX (from, begin);

      g_assert_cmpuint (events->thread[i], <, G_N_ELEMENTS (last));
      last[events->thread[i]] = events->time_ns[i];
      if (part <= 0)
        continue;
      all += part;
      user += events->mode[i] == ASC_MODE_USER ? part : 0;
    }
  return asc_ui_format_percent (user, all);
}

static void
assert_says (AscWindow *window, gint64 begin, gint64 end)
{
  g_autofree char *share = dup_user_share (window, begin, end);
  g_autofree char *wanted = g_strdup_printf ("User CPU\302\240%s", share);

  if (!contains (asc_test_find_shown_view (window), wanted))
    g_error ("the timeline does not say “%s”", wanted);
}

static void
test_clock (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  AscTimelineCanvas *canvas = open_timeline (window);
  gint64 begin;
  gint64 end;
  gint64 all;

  asc_timeline_canvas_get_shown (canvas, &begin, &all);
  g_assert_cmpint (begin, ==, 0);
  assert_says (window, 0, all);
  /* a range, and all again */
  asc_timeline_canvas_set_range (canvas, all / 3, all / 2);
  assert_says (window, all / 3, all / 2);
  asc_timeline_canvas_fit (canvas);
  asc_timeline_canvas_get_shown (canvas, &begin, &end);
  g_assert_cmpint (begin, <, all / 3);
  g_assert_cmpint (end - begin, <, all / 4);
  asc_timeline_canvas_set_range (canvas, 0, 0);
  assert_says (window, begin, end);
  /* zooming keeps within the recording */
  for (guint i = 0; i < 100; i++)
    asc_timeline_canvas_zoom (canvas, 0.5);
  asc_timeline_canvas_get_shown (canvas, &begin, &end);
  g_assert_cmpint (end, >, begin);
  g_assert_cmpint (end, <=, all);
  for (guint i = 0; i < 100; i++)
    asc_timeline_canvas_zoom (canvas, 2);
  asc_timeline_canvas_get_shown (canvas, &begin, &end);
  g_assert_cmpint (begin, ==, 0);
  g_assert_cmpint (end, ==, all);
  asc_test_close_window (window);
}

static gboolean
has_marked_range (AscWindow *window, const char *unused)
{
  return contains (GTK_WIDGET (window), "Longest on the CPU");
}

/* The widget whose text begins with @text, after a heading. */
static const char *
find_first_function (GtkWidget *parent, gboolean *after)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      const char *text = asc_test_get_text (child);
      const char *found;

      if (*after && text != NULL && GTK_IS_LABEL (child))
        return text;
      *after = *after || g_strcmp0 (text, "Longest on the CPU") == 0;
      found = find_first_function (child, after);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Drags in the canvas from @x0 to @x1, parts of its width. */
static gboolean
drag (AscWindow *window, AscTimelineCanvas *canvas, double x0, double x1)
{
  GtkWidget *widget = GTK_WIDGET (canvas);
  double width = gtk_widget_get_width (widget);
  graphene_point_t point;
  double x;
  double y;
  g_autofree char *begin = NULL;
  g_autofree char *end = NULL;

  g_assert_true (gtk_widget_compute_point (widget, GTK_WIDGET (window), &GRAPHENE_POINT_INIT (0, 110), &point));
  gtk_native_get_surface_transform (GTK_NATIVE (window), &x, &y);
  x += (double)point.x;
  y += (double)point.y;
  asc_test_focus (window);
  begin = g_strdup_printf ("mousemove --sync %d %d mousedown 1", (int)(x + x0 * width), (int)y);
  end = g_strdup_printf ("mousemove --sync %d %d mousemove --sync %d %d mouseup 1", (int)(x + (x0 + x1) / 2 * width),
                         (int)y, (int)(x + x1 * width), (int)y);
  return asc_test_xdo (begin) && asc_test_xdo (end);
}

static gboolean
has_range (AscWindow *window, const char *wanted)
{
  GtkWidget *canvas = asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TIMELINE_CANVAS);
  gint64 begin;
  gint64 end;

  return asc_timeline_canvas_get_range (ASC_TIMELINE_CANVAS (canvas), &begin, &end) == (*wanted == '1');
}

static gboolean
is_filtered (AscWindow *window, const char *unused)
{
  return asc_session_get_state (asc_window_get_session (window)) == ASC_SESSION_READY
         && asc_filter_is_active (asc_filtering_get (asc_session_get_filtering (asc_window_get_session (window))));
}

/* A drag marks; Esc drops it; Enter makes it the filter; its hottest function is that of the filtered profile. */
static void
test_range (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  AscTimelineCanvas *canvas = open_timeline (window);
  gboolean after = FALSE;
  g_autofree char *hottest = NULL;
  AscProfile *profile;

  if (!drag (window, canvas, 0.5, 0.75))
    {
      asc_test_close_window (window);
      return;
    }
  asc_test_wait_for (has_range, window, "1");
  asc_test_wait_for (has_marked_range, window, NULL);
  asc_test_xdo ("key Escape");
  asc_test_wait_for (has_range, window, "0");
  g_assert_false (has_marked_range (window, NULL));
  g_assert_false (is_filtered (window, NULL));
  drag (window, canvas, 0.5, 0.75);
  asc_test_wait_for (has_range, window, "1");
  asc_test_wait_for (has_marked_range, window, NULL);
  hottest = g_strdup (find_first_function (GTK_WIDGET (window), &after));
  asc_test_xdo ("key Return");
  asc_test_wait_for (is_filtered, window, NULL);
  profile = asc_session_get_profile (asc_window_get_session (window));
  /* row 0 is the total, the next one the largest */
  g_assert_cmpstr (hottest, ==, asc_profile_get_function (profile, 1)->name);
  asc_test_close_window (window);
}

/* Rows of CPUs; other recordings take its place. */
static void
test_rows (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  AscTimelineCanvas *canvas = open_timeline (window);
  GtkDropDown *rows = GTK_DROP_DOWN (asc_test_find_type (GTK_WIDGET (window), GTK_TYPE_DROP_DOWN));

  asc_timeline_canvas_choose (canvas, 0, -1);
  gtk_drop_down_set_selected (rows, 2);
  for (guint i = 0; i < 1000 && asc_timeline_canvas_get_row (canvas, NULL) != ASC_NONE; i++)
    {
      g_usleep (1000);
      asc_test_settle ();
    }
  g_assert_cmpuint (asc_timeline_canvas_get_row (canvas, NULL), ==, ASC_NONE);
  asc_timeline_canvas_set_row_height (canvas, ASC_TIMELINE_LOW);
  asc_test_settle ();
  asc_timeline_canvas_set_row_height (canvas, ASC_TIMELINE_TALL);
  asc_test_settle ();
  /* the figure has no times */
  asc_test_activate (window, "win.close-experiment");
  asc_test_settle ();
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/timeline-view/clock", test_clock);
  g_test_add_func ("/timeline-view/range", test_range);
  g_test_add_func ("/timeline-view/rows", test_rows);
  return asc_test_window_run ();
}
