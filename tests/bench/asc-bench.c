/* asc-bench.c: see asc-bench.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-bench.h"

#include <time.h>

/* A frame that is not painted in this time is not waited for. */
#define MAX_FRAME_US (2 * G_USEC_PER_SEC)
#define MAX_OPEN_US (600 * G_USEC_PER_SEC)

static GPollFunc real_poll;
static double busy_since;
static double worst_stall; /* ms: of one turn of the main loop */

double
asc_bench_now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

static gint
watched_poll (GPollFD *fds, guint n, gint timeout)
{
  gint result;

  worst_stall = MAX (worst_stall, asc_bench_now () - busy_since);
  result = real_poll (fds, n, timeout);
  busy_since = asc_bench_now ();
  return result;
}

void
asc_bench_init (char *program)
{
  char *none[] = { program, NULL };
  char **rest = none;
  int n = 1;

  real_poll = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, watched_poll);
  asc_test_window_init (&n, &rest);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

void
asc_bench_report (const char *name, GArray *times)
{
  g_array_sort (times, compare_doubles);
  g_print ("%s\t%.2f\t%.2f\n", name, g_array_index (times, double, times->len / 2), g_array_index (times, double, times->len - 1));
  g_array_set_size (times, 0);
}

void
asc_bench_forget_stall (void)
{
  worst_stall = 0;
  busy_since = asc_bench_now ();
}

double
asc_bench_get_stall (void)
{
  return worst_stall;
}

void
asc_bench_report_stall (const char *name)
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

void
asc_bench_wait_for_frame (AscWindow *window)
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

AscWindow *
asc_bench_open (const char *path, AscTestCondition condition)
{
  AscWindow *window = asc_test_new_window ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gint64 until = g_get_monotonic_time () + MAX_OPEN_US;
  guint timer = g_timeout_add (100, wake_cb, NULL);

  if (condition == NULL)
    condition = asc_test_is_ready;
  asc_bench_forget_stall ();
  asc_window_open (window, &file, 1);
  while (!condition (window, NULL) && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  if (!condition (window, NULL))
    g_error ("waited in vain for %s", path);
  return window;
}

void
asc_bench_frames (AscWindow *window, const char *name, AscBenchStep step, gpointer data)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < ASC_BENCH_FRAMES; i++)
    {
      double start = asc_bench_now ();
      double taken;

      step (data, i);
      asc_bench_wait_for_frame (window);
      taken = asc_bench_now () - start;
      g_array_append_val (times, taken);
    }
  asc_bench_report (name, times);
}
