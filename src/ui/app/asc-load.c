/* asc-load.c: see asc-load.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-load.h"

#include "asc-ui-text.h"

typedef struct
{
  GStrv paths;
  AscLoad *first; /* in the place of paths: what is to be completed */
  AscProgress *progress;
  gboolean debuginfod;
  GStrv symbol_paths; /* (nullable) */
  AscNameStyle names;
  AscViewMode view;
  char *failed_path; /* written by the worker before it returns its error */
} Request;

static void
request_free (Request *request)
{
  g_strfreev (request->paths);
  asc_load_free (request->first);
  g_clear_pointer (&request->progress, asc_progress_unref);
  g_strfreev (request->symbol_paths);
  g_free (request->failed_path);
  g_free (request);
}

static AscLoad *
load_new (AscNameStyle names, AscViewMode view)
{
  AscLoad *self = g_new0 (AscLoad, 1);

  self->is_complete = TRUE;
  self->names = names;
  self->view = view;
  self->finders = g_ptr_array_new_with_free_func ((GDestroyNotify) asc_symbol_finder_unref);
  self->experiments = g_ptr_array_new_with_free_func (g_object_unref);
  self->symbols = g_ptr_array_new_with_free_func (g_object_unref);
  self->states = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

void
asc_load_free (AscLoad *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->profile);
  g_clear_pointer (&self->finders, g_ptr_array_unref);
  g_clear_pointer (&self->symbols, g_ptr_array_unref);
  g_clear_pointer (&self->states, g_ptr_array_unref);
  g_clear_pointer (&self->experiments, g_ptr_array_unref);
  g_clear_pointer (&self->moved, g_array_unref);
  g_free (self);
}

AscLoad *
asc_load_copy (const AscLoad *self)
{
  AscLoad *copy = g_memdup2 (self, sizeof *self);

  g_ptr_array_ref (copy->finders);
  g_ptr_array_ref (copy->experiments);
  g_ptr_array_ref (copy->symbols);
  g_ptr_array_ref (copy->states);
  g_object_ref (copy->profile);
  if (copy->moved != NULL)
    g_array_ref (copy->moved);
  return copy;
}

/* Names @experiment and adds it to @load and @input. */
static gboolean
add_experiment (AscLoad *load, AscProfileInput *input, AscExperiment *experiment, const AscSymbolOptions *find, const Request *request,
                GCancellable *cancellable, GError **error)
{
  g_autoptr (AscSymbols) symbols = asc_symbols_load (experiment, find, cancellable, request->progress, error);
  AscStates *states;

  if (symbols == NULL)
    return FALSE;
  states = asc_add_to_input (input, experiment, symbols, 0, cancellable, request->progress, error);
  if (states == NULL)
    return FALSE;
  g_ptr_array_add (load->states, states);
  g_ptr_array_add (load->experiments, g_object_ref (experiment));
  if (asc_symbols_can_be_completed (symbols))
    load->is_complete = FALSE;
  g_ptr_array_add (load->symbols, g_steal_pointer (&symbols));
  return TRUE;
}

/* Reads one file into @load and adds it to @input, with the names that are here and quickly found. */
static gboolean
load_file (AscLoad *load, AscProfileInput *input, const char *path, const Request *request, GCancellable *cancellable, GError **error)
{
  AscSymbolOptions find = { .symbol_paths = (const char *const *) request->symbol_paths, .debuginfod = request->debuginfod, .names = request->names };
  AscSymbolOptions here = { .symbol_paths = find.symbol_paths, .names = request->names, .quick = TRUE };
  g_autoptr (AscSymbolFinder) finder = asc_symbol_finder_new (path, &find);
  g_autoptr (AscSymbolFinder) finder_here = request->debuginfod ? asc_symbol_finder_new (path, &here) : asc_symbol_finder_ref (finder);
  g_autoptr (AscExperiment) experiment = NULL;

  find.finder = finder;
  here.finder = finder_here;
  experiment = asc_open (path, NULL, &find, cancellable, request->progress, error);
  if (experiment == NULL)
    return FALSE;
  g_ptr_array_add (load->finders, g_steal_pointer (&finder));
  return add_experiment (load, input, experiment, &here, request, cancellable, error);
}

static gboolean
compute (AscLoad *load, AscProfileInput *input, const Request *request, GCancellable *cancellable, GError **error)
{
  asc_profile_input_set_view (input, load->view);
  load->profile = asc_profile_compute (input, 0, cancellable, request->progress, error);
  return load->profile != NULL;
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  g_autoptr (AscLoad) load = load_new (request->names, request->view);
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  GError *error = NULL;

  load->is_complete = !request->debuginfod;
  for (guint i = 0; request->paths[i] != NULL; i++)
    if (!load_file (load, input, request->paths[i], request, cancellable, &error))
      {
        request->failed_path = g_strdup (request->paths[i]);
        g_task_return_error (task, error);
        return;
      }
  if (!compute (load, input, request, cancellable, &error))
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&load), (GDestroyNotify) asc_load_free);
}

static void
complete_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  const AscLoad *first = request->first;
  g_autoptr (AscLoad) load = load_new (first->names, first->view);
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  GError *error = NULL;

  for (guint i = 0; i < first->experiments->len; i++)
    {
      AscSymbolOptions find = { .names = first->names, .finder = g_ptr_array_index (first->finders, i) };

      g_ptr_array_add (load->finders, asc_symbol_finder_ref (find.finder));
      if (!add_experiment (load, input, g_ptr_array_index (first->experiments, i), &find, request, cancellable, &error))
        {
          g_task_return_error (task, error);
          return;
        }
    }
  if (!compute (load, input, request, cancellable, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  load->moved = asc_find_moved_functions (first->profile, first->symbols, load->profile, load->symbols);
  g_task_return_pointer (task, g_steal_pointer (&load), (GDestroyNotify) asc_load_free);
}

static AscNameStyle
find_names (GSettings *settings)
{
  g_autofree char *style = g_settings_get_string (settings, "name-style");

  return g_str_equal (style, "short") ? ASC_NAME_SHORT : g_str_equal (style, "mangled") ? ASC_NAME_MANGLED : ASC_NAME_LONG;
}

static AscViewMode
find_view (GSettings *settings)
{
  g_autofree char *view = g_settings_get_string (settings, "view-mode");

  return g_str_equal (view, "expert") ? ASC_VIEW_EXPERT : g_str_equal (view, "machine") ? ASC_VIEW_MACHINE : ASC_VIEW_USER;
}

void
asc_load_async (const char *const *paths, GCancellable *cancellable, AscProgress *progress,
                GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Request *request = g_new0 (Request, 1);
  GSettings *settings = asc_ui_get_settings ();

  request->paths = g_strdupv ((GStrv) paths);
  request->progress = asc_progress_ref (progress);
  request->debuginfod = settings != NULL && g_settings_get_boolean (settings, "debuginfod");
  request->symbol_paths = settings != NULL ? g_settings_get_strv (settings, "symbol-paths") : NULL;
  request->names = settings != NULL ? find_names (settings) : ASC_NAME_LONG;
  request->view = settings != NULL ? find_view (settings) : ASC_VIEW_USER;
  g_task_set_source_tag (task, asc_load_async);
  g_task_set_task_data (task, request, (GDestroyNotify) request_free);
  g_task_run_in_thread (task, load_thread);
}

void
asc_load_complete_async (const AscLoad *first, GCancellable *cancellable, AscProgress *progress, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Request *request = g_new0 (Request, 1);

  request->first = asc_load_copy (first);
  request->progress = asc_progress_ref (progress);
  g_task_set_source_tag (task, asc_load_complete_async);
  g_task_set_task_data (task, request, (GDestroyNotify) request_free);
  g_task_run_in_thread (task, complete_thread);
}

AscLoad *
asc_load_finish (GAsyncResult *result, char **failed_path, GError **error)
{
  GTask *task = G_TASK (result);
  AscLoad *load = g_task_propagate_pointer (task, error);

  if (failed_path != NULL)
    {
      Request *request = g_task_get_task_data (task);
      *failed_path = load == NULL ? g_strdup (request->failed_path) : NULL;
    }
  return load;
}
