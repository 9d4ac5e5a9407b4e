/* naming-bench.c: `naming-bench FILE [VIEW]`: what it costs the main thread that finished names take the place of the first ones, with each view on show
 *
 * Lines as those of window-bench. Before them: how long it took to the first names and to all, ms on the clock.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-bench.h"
#include "asc-session-private.h"
#include "asc-window-private.h"

#define N_SWAPS 5u
#define N_FRAMES 6u

static const char *path;
static const char *only; /* (nullable): the view */

static AscLoad *loaded;

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  loaded = asc_load_finish (result, NULL, NULL);
  if (loaded == NULL)
    g_error ("%s does not open", path);
}

static gboolean
has_first_names (AscWindow *window, const char *unused)
{
  return asc_session_get_state (asc_window_get_session (window)) == ASC_SESSION_READY;
}

static gboolean
is_loaded (AscWindow *window, const char *unused)
{
  return loaded != NULL;
}

/* As a user sees it, with nothing kept from before. */
static void
bench_times (void)
{
  gint64 start = g_get_monotonic_time ();
  AscWindow *window = asc_bench_open (path, has_first_names);

  asc_bench_wait_for_frame (window);
  g_print ("%s\t%.0f\t\n", asc_test_is_ready (window, NULL) ? "all names at once, clock" : "first names on screen, clock",
           (double) (g_get_monotonic_time () - start) / 1e3);
  while (!asc_test_is_ready (window, NULL))
    g_main_context_iteration (NULL, TRUE);
  asc_bench_wait_for_frame (window);
  g_print ("all names on screen, clock\t%.0f\t\n", (double) (g_get_monotonic_time () - start) / 1e3);
  asc_test_close_window (window);
}

/* A window that shows the first names of @first, in the view @id. */
static AscWindow *
open_first (const AscLoad *first, const char *id)
{
  AscWindow *window = asc_test_new_window ();
  AscSession *session = asc_window_get_session (window);

  session->loading_paths = g_new0 (char *, 2);
  session->loading_paths[0] = g_strdup (path);
  session->first = asc_load_copy (first);
  asc_session_show_first (session);
  asc_window_set_view (window, id);
  for (guint i = 0; i < N_FRAMES; i++)
    asc_bench_wait_for_frame (window);
  return window;
}

static void
wait_for_names (AscWindow *window)
{
  while (!asc_test_is_ready (window, NULL))
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < N_FRAMES; i++)
    asc_bench_wait_for_frame (window);
}

/* The turns of the main loop that put the finished names in. */
static void
bench_view (const AscLoad *first, const char *id)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *name = g_strdup_printf ("names come, %s on show", id);

  for (guint i = 0; i < N_SWAPS; i++)
    {
      AscWindow *window = open_first (first, id);
      AscSession *session = asc_window_get_session (window);
      double stall;

      asc_session_complete (session, session->first);
      asc_bench_forget_stall ();
      wait_for_names (window);
      stall = asc_bench_get_stall ();
      g_array_append_val (times, stall);
      asc_test_close_window (window);
    }
  asc_bench_report (name, times);
}

static void
bench (void)
{
  static const char *const views[] = { "overview", "functions", "call-tree", "bottom-up", "callers-callees", "call-graph", "flame-graph", "source", "disassembly", "source-disassembly", "lines", "pcs", "timeline", "objects" };

  g_autoptr (AscProgress) progress = asc_progress_new ();
  const char *paths[] = { path, NULL };

  bench_times ();
  asc_load_async (paths, NULL, progress, loaded_cb, NULL);
  asc_test_wait_for (is_loaded, NULL, "first names");
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (only == NULL || g_str_equal (only, views[i]))
      bench_view (loaded, views[i]);
  asc_load_free (loaded);
}

int
main (int argc, char **argv)
{
  path = argc > 1 ? argv[1] : NULL;
  only = argc > 2 ? argv[2] : NULL;
  if (path == NULL)
    {
      g_printerr ("usage: naming-bench FILE [VIEW]\n");
      return 2;
    }
  asc_bench_init (argv[0]);
  g_test_add_func ("/bench", bench);
  return asc_test_window_run ();
}
