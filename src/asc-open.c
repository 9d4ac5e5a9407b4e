/* asc-open.c: a recording as it is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

AscExperiment *
asc_open (const char *path, const AscReadOptions *read, const AscSymbolOptions *find, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  g_autoptr (AscExperiment) recorded = asc_experiment_open (path, read, cancellable, progress, error);

  return recorded != NULL ? asc_experiment_unwind (recorded, find, cancellable, progress, error) : NULL;
}
