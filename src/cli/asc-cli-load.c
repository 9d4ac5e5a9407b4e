/* asc-cli-load.c: from the paths on the command line to a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-progress.h"
#include "asc-cli.h"

#include <glib/gi18n.h>

AscExperiment *
asc_cli_get_experiment (const AscCli *self, guint i)
{
  return asc_symbols_get_experiment (g_ptr_array_index (self->symbols, i));
}

guint
asc_cli_get_n_experiments (const AscCli *self)
{
  return self->symbols->len;
}

/* What makes the numbers wrong is said even where the answer is not about it: a line each on standard error. */
static void
warn (AscExperiment *experiment)
{
  const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (experiment);

  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    {
      const AscDiagnostic *diagnostic = asc_diagnostics_get (diagnostics, i);
      g_autofree char *place = NULL;
      g_autofree char *text = NULL;

      if (diagnostic->severity != ASC_SEVERITY_ERROR)
        continue;
      place = g_strdup_printf ("%" G_GUINT64_FORMAT, diagnostic->places[0]);
      /* TRANSLATORS: what is wrong in a file, the offset of the byte where */
      text = diagnostic->n_places > 0 ? g_strdup_printf (_ ("%s, at byte %s"), _ (diagnostic->text), place) : g_strdup (_ (diagnostic->text));
      g_printerr ("ascribe-cli: %s: %s\n", asc_experiment_get_path (experiment), text);
    }
}

static gboolean
load_one (AscCli *self, const char *path, AscProfileInput *input, AscProgress *progress, GError **error)
{
  const AscReadOptions read = { .n_threads = self->options.n_threads };
  AscSymbolOptions find = {
    .symbol_paths = (const char *const *) self->options.symbols,
    .debug_dirs = (const char *const *) self->options.debug_dirs,
    .sysroot = self->options.sysroot,
    .no_inline = self->options.no_inline,
    .names = self->options.names,
    .debuginfod = self->options.debuginfod,
    .n_threads = self->options.n_threads,
  };
  g_autoptr (AscSymbolFinder) finder = asc_symbol_finder_new (path, &find);
  g_autoptr (AscExperiment) experiment = NULL;
  AscSymbols *symbols;
  AscStates *states;

  find.finder = finder;
  experiment = asc_open (path, &read, &find, NULL, progress, error);
  if (experiment == NULL)
    return FALSE;
  warn (experiment);
  symbols = asc_symbols_load (experiment, &find, NULL, progress, error);
  if (symbols == NULL)
    return FALSE;
  g_ptr_array_add (self->symbols, symbols);
  states = asc_add_to_input (input, experiment, symbols, self->options.n_threads, NULL, progress, error);
  if (states != NULL)
    g_ptr_array_add (self->states, states);
  return states != NULL;
}

static gboolean
use_debuginfod (const AscCliOptions *options, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (!options->debuginfod)
    return TRUE;
  asc_debuginfod_init (options->debuginfod_urls);
  if (asc_debuginfod_is_usable (&wrong))
    return TRUE;
  g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--debuginfod: %s", wrong->message);
  return FALSE;
}

static AscProfile *
load_profile (AscCli *self, char *const *paths, guint n_paths, AscProgress *progress, GError **error)
{
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();

  for (guint i = 0; i < n_paths; i++)
    if (!load_one (self, paths[i], input, progress, error))
      return NULL;
  asc_profile_input_set_view (input, self->options.view);
  asc_profile_input_set_filter (input, self->options.filter);
  return asc_profile_compute (input, self->options.n_threads, NULL, progress, error);
}

/* What belongs to the baseline alone is kept by its profile. */
static gboolean
load_baseline (AscCli *self, char *const *paths, AscProgress *progress, GError **error)
{
  if (g_strv_length ((GStrv) paths) < 2)
    {
      g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--compare: two experiments have to be given, the baseline first");
      return FALSE;
    }
  self->baseline = load_profile (self, paths, 1, progress, error);
  g_ptr_array_set_size (self->symbols, 0);
  g_ptr_array_set_size (self->states, 0);
  return self->baseline != NULL;
}

gboolean
asc_cli_load (AscCli *self, char *const *paths, GError **error)
{
  g_autoptr (AscProgress) progress = self->options.progress ? asc_progress_new () : NULL;
  g_autoptr (AscCliTicker) ticker = progress != NULL ? asc_cli_ticker_new (progress) : NULL;

  self->symbols = g_ptr_array_new_with_free_func (g_object_unref);
  self->states = g_ptr_array_new_with_free_func (g_object_unref);
  if (!use_debuginfod (&self->options, error))
    return FALSE;
  if (self->options.compares && !load_baseline (self, paths++, progress, error))
    return FALSE;
  self->ask.profile = load_profile (self, paths, g_strv_length ((GStrv) paths), progress, error);
  return self->ask.profile != NULL;
}

AscSourceOptions
asc_cli_get_source_options (AscCli *self, AscProgress *progress)
{
  return (AscSourceOptions){
    .paths = (const char *const *) self->options.source_paths,
    .sysroot = self->options.sysroot,
    .fetch = self->options.debuginfod ? asc_debuginfod_fetch_source : NULL,
    .fetch_data = progress,
  };
}

void
asc_cli_clear (AscCli *self)
{
  g_clear_object (&self->ask.profile);
  g_clear_object (&self->baseline);
  g_clear_pointer (&self->symbols, g_ptr_array_unref);
  g_clear_pointer (&self->states, g_ptr_array_unref);
  g_clear_pointer (&self->ask.columns, g_array_unref);
  g_clear_pointer (&self->ask.sort, g_array_unref);
  asc_cli_options_clear (&self->options);
}
