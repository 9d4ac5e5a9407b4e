/* fuzz-statistics.c: any bytes as statistics of an experiment: no crash, no hang; names are text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-statistics.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscStatistics) statistics = asc_statistics_parse (data, size, &error);
  const AscThreadFigures *threads;
  guint n = 0;

  g_assert_true ((statistics == NULL) == (error != NULL));
  threads = statistics != NULL ? asc_statistics_get_threads (statistics, &n) : NULL;
  for (guint i = 0; i < n; i++)
    g_assert_true (g_utf8_validate (threads[i].name, -1, NULL));
  return 0;
}
