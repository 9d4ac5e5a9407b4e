/* asc-experiment-clocks.c: processors whose frequency changed, and clocks that were set or adjusted, while an experiment was recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The form: docs/formats/experiment.md. Why: "Accuracy of Timing Metrics" in Oracle's Performance Analyzer manual. The kernel adjusts CLOCK_MONOTONIC by at most
 * 500 parts in a million (adjtimex(2)) and never sets it.
 */
#include "config.h"

#include "asc-experiment-wakeups-private.h"

#include "asc-statistics.h"

#include <glib/gi18n-lib.h>

#define MEMBER "statistics.tsv"
#define SIZE_MAX_BYTES (256u << 20)
/* A tenth of its highest frequency: less moves no ranking. */
#define FREQUENCY_SHARE 10
/* Quartzes differ by some ten parts in a million, and are brought into line by as many. */
#define SLEW_PPM 100
#define SLEW_SPAN_NS G_GINT64_CONSTANT (1000000000)
#define SET_NS G_GINT64_CONSTANT (10000000)

static gint64
count_changed (const AscFrequencyFigures *figures, guint n)
{
  g_autoptr (GHashTable) range = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free); /* cpu -> lowest and highest, kHz */
  GHashTableIter iter;
  gpointer value;
  gint64 n_changed = 0;

  for (guint i = 0; i < n; i++)
    {
      gint64 *found = g_hash_table_lookup (range, &figures[i].cpu);

      if (figures[i].khz <= 0)
        continue;
      if (found == NULL)
        {
          found = g_new (gint64, 2);
          found[0] = found[1] = figures[i].khz;
          g_hash_table_insert (range, (gpointer) &figures[i].cpu, found);
        }
      found[0] = MIN (found[0], figures[i].khz);
      found[1] = MAX (found[1], figures[i].khz);
    }
  g_hash_table_iter_init (&iter, range);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    n_changed += ((gint64 *) value)[1] - ((gint64 *) value)[0] > ((gint64 *) value)[1] / FREQUENCY_SHARE;
  return n_changed;
}

/* By how much the first clock went on more than the second from @a to @b. Numbers of strangers may be any. */
static double
gain_ns (gint64 first_a, gint64 first_b, gint64 second_a, gint64 second_b)
{
  return ((double) first_b - (double) first_a) - ((double) second_b - (double) second_a);
}

static void
judge_clocks (AscDiagnostics *diagnostics, const AscClockFigures *figures, guint n)
{
  const AscClockFigures *first = figures;
  const AscClockFigures *last = n > 0 ? &figures[n - 1] : NULL;
  gint64 n_set = 0;
  double slew = 0;

  for (guint i = 1; i < n; i++)
    if (figures[i].real_ns >= 0 && figures[i - 1].real_ns >= 0)
      n_set += ABS (gain_ns (figures[i - 1].real_ns, figures[i].real_ns, figures[i - 1].time_ns, figures[i].time_ns)) > SET_NS;
  if (n_set > 0)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_NOTE, "clock-set", N_ ("Times that the system's clock was set while it was recorded: times here go on evenly, but its date may be wrong"), n_set,
                         ASC_NO_PLACE);
  if (n > 1 && first->raw_ns >= 0 && last->raw_ns >= 0 && (double) last->time_ns - (double) first->time_ns >= SLEW_SPAN_NS)
    slew = gain_ns (first->time_ns, last->time_ns, first->raw_ns, last->raw_ns) * 1e6 / ((double) last->time_ns - (double) first->time_ns);
  if (ABS (slew) > SLEW_PPM)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_NOTE, "clock-slewed", N_ ("Parts in a million by which the clock of the recording was made faster or slower: all times are that much too long or short"),
                         (gint64) CLAMP (ABS (slew), 0, 1e6), ASC_NO_PLACE);
}

void
asc_experiment_judge_clocks (AscSource *source, AscDiagnostics *diagnostics)
{
  g_autoptr (GBytes) bytes = asc_source_has_member (source, MEMBER) ? asc_source_read_all (source, MEMBER, SIZE_MAX_BYTES, NULL) : NULL;
  g_autoptr (AscStatistics) statistics = bytes != NULL ? asc_statistics_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL) : NULL;
  const AscFrequencyFigures *frequencies;
  const AscClockFigures *clocks;
  gint64 n_changed;
  guint n;

  if (statistics == NULL)
    return; /* who shows them says so */
  frequencies = asc_statistics_get_frequencies (statistics, &n);
  n_changed = count_changed (frequencies, n);
  if (n_changed > 0)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_NOTE, "frequency-changed",
                         N_ ("Processors whose frequency changed by more than a tenth while it was recorded: the same work took more time or less"), n_changed, ASC_NO_PLACE);
  clocks = asc_statistics_get_clocks (statistics, &n);
  judge_clocks (diagnostics, clocks, n);
}
