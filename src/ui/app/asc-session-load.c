/* asc-session-load.c: how a session comes by its data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-session-private.h"

#include <glib/gi18n.h>

#include "asc-chain.h"
#include "asc-kept-columns.h"

/* Names that are complete so soon are waited for: two lists in a row would only flicker. */
#define NAMING_GRACE_MS 120u

static void
set_naming (AscSession *self, gboolean naming)
{
  if (self->naming == naming)
    return;
  self->naming = naming;
  g_object_notify (G_OBJECT (self), "naming");
}

void
asc_session_stop_load (AscSession *self)
{
  g_clear_handle_id (&self->grace, g_source_remove);
  g_clear_pointer (&self->first, asc_load_free);
  set_naming (self, FALSE);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->progress, asc_progress_unref);
  g_clear_pointer (&self->loading_paths, g_strfreev);
}

/* The columns and the primary metric with which a profile is first shown. */
static void
choose_columns (AscSession *self)
{
  GArray *columns = asc_kept_columns_load (self->profile);

  g_clear_pointer (&self->columns, g_array_unref);
  self->columns = columns;
  self->metric = 0;
  for (guint i = 0; i < columns->len; i++)
    if (g_array_index (columns, AscColumn, i).flavor != ASC_FLAVOR_STATIC)
      {
        self->metric = g_array_index (columns, AscColumn, i).metric;
        break;
      }
}

/* The function that is selected at first: the hottest one. */
static guint32
first_function (AscProfile *profile)
{
  return asc_profile_get_n_functions (profile) > 1 ? 1 : ASC_FUNCTION_TOTAL;
}

static guint32
move_function (gpointer data, guint32 function)
{
  return asc_session_move (data, function);
}

void
asc_session_install (AscSession *self, GPtrArray *experiments, GPtrArray *symbols, GPtrArray *states, AscProfile *profile, GArray *moved)
{
  static const char *const parts[] = { "profile", "function", "several", "center", "fragment" };
  static const char *const chosen_parts[] = { "metric", "columns", "place", "address" };
  guint32 function = moved != NULL ? asc_session_move (moved, self->function) : first_function (profile);
  g_autoptr (GArray) old = self->fragment;

  g_object_freeze_notify (G_OBJECT (self));
  g_clear_pointer (&self->moved, g_array_unref);
  self->moved = moved != NULL ? g_array_ref (moved) : NULL;
  self->moved_from = self->profile;
  g_clear_pointer (&self->experiments, g_ptr_array_unref);
  g_clear_pointer (&self->symbols, g_ptr_array_unref);
  g_clear_pointer (&self->states, g_ptr_array_unref);
  self->experiments = g_ptr_array_ref (experiments);
  self->symbols = g_ptr_array_ref (symbols);
  self->states = g_ptr_array_ref (states);
  g_set_object (&self->profile, profile);
  self->function = function;
  g_clear_pointer (&self->several, g_array_unref);
  self->fragment = moved != NULL ? asc_chain_move (old, move_function, moved) : asc_chain_new (function);
  asc_filtering_set_profile (self->filtering, profile, moved != NULL || self->keeps_filter);
  if (moved == NULL)
    {
      g_clear_pointer (&self->place, g_free);
      self->address = 0;
      choose_columns (self);
      for (guint i = 0; i < G_N_ELEMENTS (chosen_parts); i++)
        g_object_notify (G_OBJECT (self), chosen_parts[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_object_notify (G_OBJECT (self), parts[i]);
  asc_session_set_state (self, ASC_SESSION_READY);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
install_load (AscSession *self, const AscLoad *load, GArray *moved)
{
  if (self->loading_paths != NULL)
    {
      g_strfreev (self->paths);
      self->paths = g_steal_pointer (&self->loading_paths);
    }
  asc_session_install (self, load->experiments, load->symbols, load->states, load->profile, moved);
}

/* The sentence that says in the user's words why @path did not open. */
static const char *
explain (const GError *error)
{
  if (error->domain == ASC_READER_ERROR)
    switch (error->code)
      {
      case ASC_READER_ERROR_NOT_THIS_FORMAT:
        return _ ("It is not a format that Ascribe reads.");
      case ASC_READER_ERROR_EMPTY:
        return _ ("The file is empty.");
      case ASC_READER_ERROR_TRUNCATED:
        return _ ("The file ends too early: it was cut off.");
      case ASC_READER_ERROR_CORRUPT:
        return _ ("The file is damaged.");
      case ASC_READER_ERROR_VERSION:
        return _ ("It was made by a version that Ascribe does not know.");
      case ASC_READER_ERROR_LIMIT:
        return _ ("It is larger than Ascribe can hold.");
      default:
        break;
      }
  if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return _ ("There is no such file.");
  if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_ACCES) || g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_PERM)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return _ ("You are not allowed to read it. Make yourself its owner with “sudo chown $USER FILE”.");
  return _ ("The file could not be read.");
}

static void
report_failure (AscSession *self, const char *path, const char *detail)
{
  g_autofree char *name = path != NULL ? g_filename_display_basename (path) : NULL;
  g_autofree char *title = NULL;

  /* TRANSLATORS: %s is a file name */
  title = g_strdup_printf (_ ("Could not open “%s”"), name != NULL ? name : "");
  g_signal_emit_by_name (self, "failed", title, detail);
}

typedef struct
{
  GWeakRef session;
  GCancellable *cancellable;
} Asker;

static Asker *
asker_new (AscSession *self)
{
  Asker *asker = g_new0 (Asker, 1);

  g_weak_ref_init (&asker->session, self);
  asker->cancellable = g_object_ref (self->cancellable);
  return asker;
}

/* Returns: (transfer full) (nullable): the session, if it still waits for this answer */
static AscSession *
asker_free (Asker *asker)
{
  AscSession *self = g_weak_ref_get (&asker->session);

  if (self != NULL && self->cancellable != asker->cancellable)
    g_clear_object (&self);
  g_weak_ref_clear (&asker->session);
  g_object_unref (asker->cancellable);
  g_free (asker);
  return self;
}

static void
completed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AscSession) self = asker_free (data);
  g_autoptr (AscLoad) load = asc_load_finish (result, NULL, NULL);

  if (self == NULL)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  if (load != NULL && self->naming)
    {
      g_autoptr (GArray) to_first = asc_filtering_list_moved (self->profile, self->first->profile);

      /* What is shown may be a part of the first profile. */
      for (guint i = 0; i < to_first->len; i++)
        g_array_index (to_first, guint32, i) = asc_session_move (load->moved, g_array_index (to_first, guint32, i));
      install_load (self, load, to_first);
    }
  else if (load != NULL)
    install_load (self, load, NULL);
  else if (!self->naming)
    install_load (self, self->first, NULL);
  asc_session_stop_load (self);
  g_object_thaw_notify (G_OBJECT (self));
}

void
asc_session_show_first (AscSession *self)
{
  g_clear_handle_id (&self->grace, g_source_remove);
  g_object_freeze_notify (G_OBJECT (self));
  set_naming (self, TRUE);
  install_load (self, self->first, NULL);
  g_object_thaw_notify (G_OBJECT (self));
}

static gboolean
grace_cb (gpointer data)
{
  AscSession *self = data;

  self->grace = 0;
  asc_session_show_first (self);
  return G_SOURCE_REMOVE;
}

void
asc_session_complete (AscSession *self, AscLoad *first)
{
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->progress, asc_progress_unref);
  self->first = first;
  self->cancellable = g_cancellable_new ();
  self->progress = asc_progress_new ();
  asc_load_complete_async (first, self->cancellable, self->progress, completed_cb, asker_new (self));
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AscSession) self = asker_free (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *failed_path = NULL;
  g_autoptr (AscLoad) load = asc_load_finish (result, &failed_path, &error);

  if (self == NULL)
    return;
  if (load != NULL && asc_profile_get_n_metrics (load->profile) > 0)
    {
      if (load->is_complete)
        {
          g_object_freeze_notify (G_OBJECT (self));
          install_load (self, load, NULL);
          asc_session_stop_load (self);
          g_object_thaw_notify (G_OBJECT (self));
          return;
        }
      asc_session_complete (self, g_steal_pointer (&load));
      self->grace = g_timeout_add (NAMING_GRACE_MS, grace_cb, self);
      return;
    }
  if (load != NULL)
    failed_path = g_strdup (self->loading_paths[0]);
  asc_session_stop_load (self);
  asc_session_set_state (self, self->profile != NULL ? ASC_SESSION_READY : ASC_SESSION_EMPTY);
  if (load != NULL)
    report_failure (self, failed_path, _ ("The recording holds no events."));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *detail = g_strdup_printf ("%s\n%s", explain (error), error->message);
      report_failure (self, failed_path, detail);
    }
}

void
asc_session_open (AscSession *self, const char *const *paths, guint n_paths)
{
  g_return_if_fail (ASC_IS_SESSION (self));
  g_return_if_fail (n_paths > 0);

  asc_session_stop_load (self);
  self->keeps_filter = FALSE;
  self->loading_paths = g_new0 (char *, n_paths + 1);
  for (guint i = 0; i < n_paths; i++)
    self->loading_paths[i] = g_strdup (paths[i]);

  self->cancellable = g_cancellable_new ();
  self->progress = asc_progress_new ();
  asc_load_async ((const char *const *) self->loading_paths, self->cancellable, self->progress, loaded_cb, asker_new (self));
  asc_session_set_state (self, ASC_SESSION_LOADING);
}

void
asc_session_reload (AscSession *self)
{
  g_auto (GStrv) paths = NULL;

  g_return_if_fail (ASC_IS_SESSION (self));

  if (self->state == ASC_SESSION_EMPTY)
    return;
  paths = g_strdupv ((GStrv) asc_session_get_paths (self));
  asc_session_open (self, (const char *const *) paths, g_strv_length (paths));
  self->keeps_filter = TRUE;
}

void
asc_session_cancel (AscSession *self)
{
  g_return_if_fail (ASC_IS_SESSION (self));

  if (self->state != ASC_SESSION_LOADING && !self->naming)
    return;
  asc_session_stop_load (self);
  asc_session_set_state (self, self->profile != NULL ? ASC_SESSION_READY : ASC_SESSION_EMPTY);
}
