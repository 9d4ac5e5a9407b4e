/* refilter.c: how long a new function list takes after a change of the filter: `refilter FILE`, medians of 5
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

static int
compare (gconstpointer a, gconstpointer b)
{
  return *(const gint64 *)a < *(const gint64 *)b ? -1 : 1;
}

/* NULL: no filter. */
static void
measure (AscProfileInput *input, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscFilter) filter = text != NULL ? asc_filter_parse (text, NULL, &error) : NULL;
  gint64 times[5];

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (AscProfileInput) filtered = asc_profile_input_new_filtered (input, filter);
      g_autoptr (AscProfile) profile = asc_profile_compute (filtered, 0, NULL, NULL, &error);

      g_assert_no_error (error);
      times[i] = g_get_monotonic_time () - start;
      if (i == 0)
        {
          AscFiltered count = asc_profile_count_filtered (profile);

          g_print ("%8u of %8u events", count.n_events + count.n_intervals, count.n_all_events + count.n_all_intervals);
        }
    }
  qsort (times, G_N_ELEMENTS (times), sizeof *times, compare);
  g_print (" %6.1f ms  %s\n", (double)times[2] / 1000, text != NULL ? text : "-");
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;
  g_autoptr (AscStates) states = NULL;
  gint64 duration;
  g_autofree char *range = NULL;

  if (argc != 2)
    return 2;
  experiment = asc_open (argv[1], NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  symbols = asc_symbols_load (experiment, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  states = asc_add_to_input (input, experiment, symbols, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  duration = asc_experiment_get_duration_ns (experiment);
  range = asc_filter_range (duration / 4, duration / 2);
  measure (input, NULL);
  measure (input, range);
  measure (input, "TID >= 0");
  measure (input, "CPUID == 0");
  measure (input, "\"main\" IN STACK");
  measure (input, "!(FNAME(\".*a.*\") SOME IN STACK)");
  return 0;
}
