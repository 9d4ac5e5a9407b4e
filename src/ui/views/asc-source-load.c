/* asc-source-load.c: see asc-source-load.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-source-load.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"

#define KEY "source-paths"
/* Bytes of a line that a view shows: Pango lays a line out whole. */
#define MAX_SHOWN 2000u

typedef struct
{
  AscProfile *profile;
  GPtrArray *symbols;
  AscLines *lines; /* or NULL */
  guint metric;
  guint32 function;
  char *file; /* or NULL */
  guint32 line;
  GStrv paths;
  gboolean may_download;
  AscSourceDownload download;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_object_unref (self->profile);
  g_ptr_array_unref (self->symbols);
  g_clear_object (&self->lines);
  g_free (self->file);
  g_strfreev (self->paths);
  asc_progress_unref (self->download.progress);
  g_object_unref (self->download.cancellable);
  g_free (self);
}

void
asc_source_file_free (AscSourceFile *self)
{
  g_clear_object (&self->all);
  g_clear_object (&self->lines);
  asc_found_source_clear (&self->found);
  g_clear_pointer (&self->text, asc_source_text_free);
  g_free (self->problem);
  g_free (self->shown);
  g_free (self);
}

/* What the user chose when the settings cannot keep it. */
static GPtrArray *
get_own_paths (void)
{
  static GPtrArray *paths;

  if (paths == NULL)
    paths = g_ptr_array_new_with_free_func (g_free);
  return paths;
}

static GStrv
list_paths (void)
{
  GSettings *settings = asc_ui_get_settings ();
  g_auto (GStrv) kept = settings != NULL ? g_settings_get_strv (settings, KEY) : NULL;
  GPtrArray *own = get_own_paths ();
  GPtrArray *paths = g_ptr_array_new ();

  for (guint i = own->len; i-- > 0;)
    g_ptr_array_add (paths, g_strdup (g_ptr_array_index (own, i)));
  for (guint i = 0; kept != NULL && kept[i] != NULL; i++)
    g_ptr_array_add (paths, g_strdup (kept[i]));
  g_ptr_array_add (paths, NULL);
  return (GStrv) g_ptr_array_free (paths, FALSE);
}

void
asc_source_load_remember (const char *file, const char *chosen)
{
  GSettings *settings = asc_ui_get_settings ();
  char *map = asc_source_make_map (file, chosen);
  g_auto (GStrv) kept = settings != NULL ? g_settings_get_strv (settings, KEY) : NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  /* The newest first, once. */
  g_ptr_array_add (paths, map);
  for (guint i = 0; kept != NULL && kept[i] != NULL; i++)
    if (!g_str_equal (kept[i], map))
      g_ptr_array_add (paths, kept[i]);
  g_ptr_array_add (paths, NULL);
  if (settings == NULL || !g_settings_set_strv (settings, KEY, (const char *const *) paths->pdata))
    g_ptr_array_add (get_own_paths (), map);
  else
    g_free (map);
}

static void
append_line (GString *out, const char *line, gsize length)
{
  const char *end = line + MAX_SHOWN;

  if (length <= MAX_SHOWN)
    {
      g_string_append_len (out, line, (gssize) length);
      return;
    }
  while (((guint8) *end & 0xc0) == 0x80)
    end--;
  g_string_append_len (out, line, end - line);
  g_string_append (out, "…");
}

static char *
make_shown (AscSourceText *text)
{
  GString *out = g_string_new (NULL);

  for (guint i = 1; i <= asc_source_text_get_n_lines (text); i++)
    {
      gsize length;
      const char *line = asc_source_text_get_line (text, i, &length);

      if (i > 1)
        g_string_append_c (out, '\n');
      append_line (out, line, length);
    }
  return g_string_free (out, FALSE);
}

/* The file of a function: that of its hottest line, else of its definition. */
static void
choose_file (const Request *request, AscLines *lines, AscSourceFile *file, char **name)
{
  guint32 hottest = request->function != ASC_NONE && request->function != ASC_FUNCTION_TOTAL ? asc_lines_find_hottest (lines, request->function, request->metric) : ASC_NONE;
  const AscFunctionRow *function = request->function != ASC_NONE ? asc_profile_get_function (request->profile, request->function) : NULL;

  file->function = request->function;
  if (request->file != NULL)
    {
      *name = g_strdup (request->file);
      file->line = request->line;
    }
  else if (hottest != ASC_NONE)
    {
      *name = g_strdup (asc_lines_get (lines, hottest)->file);
      file->line = asc_lines_get (lines, hottest)->line;
    }
  else if (function != NULL && function->file != NULL)
    {
      *name = g_strdup (function->file);
      file->line = function->line;
    }
}

static void
cancel_cb (GCancellable *cancellable, gpointer download)
{
  g_cancellable_cancel (download);
}

/* An AscSourceFetch. */
static char *
fetch (gpointer data, const guint8 *build_id, guint build_id_size, const char *file, GCancellable *cancellable)
{
  const AscSourceDownload *download = data;
  gulong id = g_cancellable_connect (cancellable, G_CALLBACK (cancel_cb), g_object_ref (download->cancellable), g_object_unref);
  char *path = asc_debuginfod_fetch_source (download->progress, build_id, build_id_size, file, download->cancellable);

  g_cancellable_disconnect (cancellable, id);
  return path;
}

static void
read_text (Request *request, AscSourceFile *file, const char *name, GCancellable *cancellable)
{
  const AscSourceOptions options = { .paths = (const char *const *) request->paths, .fetch = request->may_download ? fetch : NULL, .fetch_data = &request->download };
  guint32 function = request->function;
  g_autoptr (GError) error = NULL;

  if (function == ASC_NONE || function == ASC_FUNCTION_TOTAL)
    function = asc_file_lines_get_size (file->lines) > 0 ? asc_file_lines_get (file->lines, 0)->function : ASC_FUNCTION_TOTAL;
  file->found = asc_locate_source (request->profile, request->symbols, function, name, &options, cancellable);
  if (file->found.path == NULL)
    return;
  file->text = asc_found_source_read (&file->found, &error);
  if (file->text != NULL)
    file->shown = make_shown (file->text);
  else
    file->problem = g_strdup (error->message);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  g_autoptr (AscSourceFile) file = g_new0 (AscSourceFile, 1);
  g_autofree char *name = NULL;
  GError *error = NULL;

  file->all = request->lines != NULL ? g_object_ref (request->lines) : asc_lines_compute (request->profile, cancellable, &error);
  if (file->all != NULL)
    choose_file (request, file->all, file, &name);
  if (name != NULL)
    file->lines = asc_file_lines_compute (file->all, name, cancellable, &error);
  if (error == NULL && name != NULL)
    read_text (request, file, name, cancellable);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&file), (GDestroyNotify) asc_source_file_free);
}

void
asc_source_load_async (AscSession *session, AscLines *lines, guint32 function, const char *file, guint32 line, const AscSourceDownload *download, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer data)
{
  GSettings *settings = asc_ui_get_settings ();
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Request *request = g_new0 (Request, 1);

  request->profile = g_object_ref (asc_session_get_profile (session));
  request->symbols = g_ptr_array_ref (asc_session_list_symbols (session));
  request->lines = lines != NULL ? g_object_ref (lines) : NULL;
  request->metric = asc_session_get_metric (session);
  request->function = function;
  request->file = g_strdup (file);
  request->line = line;
  request->paths = list_paths ();
  request->may_download = settings != NULL && g_settings_get_boolean (settings, "debuginfod");
  request->download = (AscSourceDownload){ asc_progress_ref (download->progress), g_object_ref (download->cancellable) };
  g_task_set_source_tag (task, asc_source_load_async);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, load_thread);
}

AscSourceFile *
asc_source_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

guint32
asc_source_file_find_function (AscSourceFile *self, guint32 function, guint metric)
{
  guint32 row = self->lines != NULL && function != ASC_NONE && function != ASC_FUNCTION_TOTAL ? asc_lines_find_hottest (self->all, function, metric) : ASC_NONE;
  const char *name = row != ASC_NONE ? asc_lines_get (self->all, row)->file : NULL;
  g_autofree char *normal = name != NULL ? asc_path_normalize (name) : NULL;

  return normal != NULL && g_str_equal (normal, asc_file_lines_get_file (self->lines)) ? asc_lines_get (self->all, row)->line : 0;
}

gboolean
asc_source_can_show (AscSession *session, const char **reason)
{
  AscProfile *profile = asc_session_get_profile (session);

  for (guint32 i = 1; profile != NULL && i < asc_profile_get_n_functions (profile); i++)
    if (asc_profile_get_function (profile, i)->file != NULL)
      return TRUE;
  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    {
      guint n_frames;

      asc_experiment_get_frames (asc_session_get_experiment (session, i), &n_frames);
      for (guint32 frame = 0; frame < n_frames; frame++)
        {
          guint n_places;

          if (asc_symbols_get_chain (asc_session_get_symbols (session, i), frame, &n_places)->line != 0)
            return TRUE;
        }
    }
  *reason = N_ ("No line of source text is known: the programs have no debug information.");
  return FALSE;
}
