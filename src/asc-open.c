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
  AscSymbolOptions shared = find != NULL ? *find : (AscSymbolOptions){ 0 };
  g_autoptr (AscSymbolFinder) finder = shared.finder != NULL ? asc_symbol_finder_ref (shared.finder) : asc_symbol_finder_new (path, find);
  AscReadOptions options = read != NULL ? *read : (AscReadOptions){ 0 };
  g_autoptr (AscExperiment) recorded = NULL;

  if (options.find_file == NULL)
    {
      options.find_file = find_file;
      options.find_data = finder;
    }
  shared.finder = finder;
  recorded = asc_experiment_open (path, &options, cancellable, progress, error);
  return recorded != NULL ? asc_experiment_unwind (recorded, &shared, cancellable, progress, error) : NULL;
}

AscStates *
asc_add_to_input (AscProfileInput *input, AscExperiment *experiment, AscSymbols *symbols, guint n_threads, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  AscNames names = asc_names_from_symbols (symbols);
  AscStates *states = asc_states_compute (experiment, &names, n_threads, cancellable, progress, error);

  if (states == NULL)
    {
      names.destroy (names.data);
      return NULL;
    }
  asc_profile_input_add (input, experiment, names);
  asc_profile_input_set_states (input, asc_profile_input_get_size (input) - 1, states);
  return states;
}
