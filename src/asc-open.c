/* asc-open.c: a recording as it is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include "asc-symbol-finder.h"

static char *
find_file (gpointer data, const char *path, gint32 pid)
{
  return asc_symbol_finder_find_jitdump (data, path, pid);
}

AscExperiment *
asc_open (const char *path, const AscReadOptions *read, const AscSymbolOptions *find, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  g_autoptr (AscSymbolFinder) finder = asc_symbol_finder_new (path, find);
  AscReadOptions options = read != NULL ? *read : (AscReadOptions){ 0 };
  g_autoptr (AscExperiment) recorded = NULL;

  if (options.find_file == NULL)
    {
      options.find_file = find_file;
      options.find_data = finder;
    }
  recorded = asc_experiment_open (path, &options, cancellable, progress, error);
  return recorded != NULL ? asc_experiment_unwind (recorded, find, cancellable, progress, error) : NULL;
}
