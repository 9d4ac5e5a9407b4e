/* asc-kept-view.c: see asc-kept-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-kept-view.h"

#include <glib/gstdio.h>
#include <string.h>

#include "asc-recent.h"

#define MAX_EXPERIMENTS 200u
/* A larger file is not ours. */
#define MAX_FILE_BYTES (1024 * 1024)
#define WINDOWS_GROUP "windows"
#define ORDER_PREFIX "order-"

static char *
dup_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "ascribe", "views.ini", NULL);
}

static GKeyFile *
read_file (void)
{
  g_autofree char *path = dup_path ();
  GKeyFile *file = g_key_file_new ();
  GStatBuf st;

  if (g_stat (path, &st) == 0 && st.st_size <= MAX_FILE_BYTES)
    g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL);
  return file;
}

static void
write_file (GKeyFile *file)
{
  g_autofree char *path = dup_path ();
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0700) == 0)
    g_key_file_save_to_file (file, path, NULL);
}

/* The group of the files that @session shows, or NULL: nothing is kept of them. */
static char *
dup_group (AscSession *session)
{
  const char *const *paths = asc_session_get_paths (session);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  if (paths == NULL || *paths == NULL)
    return NULL;
  for (; *paths != NULL; paths++)
    {
      g_autofree char *path = g_canonicalize_filename (*paths, NULL);
      g_autofree char *identity = NULL;
      GStatBuf st;

      if (g_stat (path, &st) != 0 || asc_recent_is_sample (path))
        return NULL;
      identity = g_strdup_printf ("%s\n%" G_GINT64_FORMAT "\n%" G_GINT64_FORMAT ".%09ld\n", path, (gint64) st.st_size, (gint64) st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
      g_checksum_update (sum, (const guchar *) identity, -1);
    }
  return g_strdup (g_checksum_get_string (sum));
}

/* The oldest go. */
static void
bound (GKeyFile *file)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
  guint n = g_strv_length (groups);

  while (n > MAX_EXPERIMENTS)
    {
      const char *oldest = NULL;
      gint64 used = G_MAXINT64;

      for (guint i = 0; groups[i] != NULL; i++)
        if (!g_str_equal (groups[i], WINDOWS_GROUP) && g_key_file_has_group (file, groups[i]) && g_key_file_get_int64 (file, groups[i], "used", NULL) < used)
          {
            oldest = groups[i];
            used = g_key_file_get_int64 (file, oldest, "used", NULL);
          }
      if (oldest == NULL)
        return;
      g_key_file_remove_group (file, oldest, NULL);
      n--;
    }
}

/* A function by what it is called in every style and the load object. */
static void
set_function (GKeyFile *file, const char *group, const char *key, AscProfile *profile, guint32 number)
{
  const AscFunctionRow *row = number != ASC_NONE ? asc_profile_get_function (profile, number) : NULL;
  const char *const words[] = { row != NULL ? row->long_name : "", row != NULL && row->object != NULL ? row->object : "" };

  if (row != NULL && g_utf8_validate (words[0], -1, NULL) && g_utf8_validate (words[1], -1, NULL))
    g_key_file_set_string_list (file, group, key, words, G_N_ELEMENTS (words));
  else
    g_key_file_remove_key (file, group, key, NULL);
}

static guint32
find_function (GKeyFile *file, const char *group, const char *key, AscProfile *profile)
{
  gsize n = 0;
  g_auto (GStrv) words = g_key_file_get_string_list (file, group, key, &n, NULL);

  if (n != 2)
    return ASC_NONE;
  for (guint32 f = 0; f < asc_profile_get_n_functions (profile); f++)
    {
      const AscFunctionRow *row = asc_profile_get_function (profile, f);

      if (g_str_equal (row->long_name, words[0]) && g_str_equal (row->object != NULL ? row->object : "", words[1]))
        return f;
    }
  return ASC_NONE;
}

void
asc_kept_view_store (AscSession *session, const AscKeptView *kept)
{
  AscProfile *profile = asc_session_get_profile (session);
  g_autofree char *group = profile != NULL ? dup_group (session) : NULL;
  g_autoptr (GKeyFile) file = NULL;
  g_autofree char *columns = NULL;
  GHashTableIter iter;
  gpointer view, order;

  if (group == NULL)
    return;
  file = read_file ();
  columns = asc_metric_spec_format (profile, asc_session_get_columns (session));
  g_key_file_set_int64 (file, group, "used", g_get_real_time () / G_USEC_PER_SEC);
  g_key_file_set_string (file, group, "view", kept->view);
  g_key_file_set_string (file, group, "metric", asc_profile_get_metric (profile, asc_session_get_metric (session))->id);
  g_key_file_set_string (file, group, "columns", columns);
  set_function (file, group, "function", profile, asc_session_get_function (session));
  set_function (file, group, "center", profile, asc_session_get_center (session));
  g_hash_table_iter_init (&iter, kept->orders);
  while (g_hash_table_iter_next (&iter, &view, &order))
    {
      g_autofree char *key = g_strconcat (ORDER_PREFIX, view, NULL);

      g_key_file_set_string (file, group, key, order);
    }
  bound (file);
  write_file (file);
}

static void
restore_session (AscSession *session, GKeyFile *file, const char *group)
{
  AscProfile *profile = asc_session_get_profile (session);
  g_autofree char *id = g_key_file_get_string (file, group, "metric", NULL);
  g_autofree char *spec = g_key_file_get_string (file, group, "columns", NULL);
  g_autoptr (GArray) columns = spec != NULL ? asc_metric_spec_parse (profile, spec, NULL) : NULL;
  int metric = id != NULL ? asc_profile_find_metric (profile, id) : -1;
  guint32 function = find_function (file, group, "function", profile);
  guint32 center = find_function (file, group, "center", profile);

  if (columns != NULL)
    asc_session_set_columns (session, columns);
  if (metric >= 0)
    asc_session_set_metric (session, (guint) metric);
  if (center != ASC_NONE)
    asc_session_set_center (session, center);
  if (function != ASC_NONE)
    asc_session_select_function (session, function);
}

AscKeptView *
asc_kept_view_load (AscSession *session)
{
  g_autofree char *group = asc_session_get_profile (session) != NULL ? dup_group (session) : NULL;
  g_autoptr (GKeyFile) file = NULL;
  g_auto (GStrv) keys = NULL;
  AscKeptView *kept;

  if (group == NULL)
    return NULL;
  file = read_file ();
  keys = g_key_file_get_keys (file, group, NULL, NULL);
  if (keys == NULL)
    return NULL;
  restore_session (session, file, group);
  kept = g_new0 (AscKeptView, 1);
  kept->view = g_key_file_get_string (file, group, "view", NULL);
  kept->orders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; keys[i] != NULL; i++)
    if (g_str_has_prefix (keys[i], ORDER_PREFIX))
      {
        char *order = g_key_file_get_string (file, group, keys[i], NULL);

        if (order != NULL)
          g_hash_table_insert (kept->orders, g_strdup (keys[i] + strlen (ORDER_PREFIX)), order);
      }
  return kept;
}

void
asc_kept_view_free (AscKeptView *self)
{
  if (self == NULL)
    return;
  g_free (self->view);
  g_clear_pointer (&self->orders, g_hash_table_unref);
  g_free (self);
}

void
asc_kept_windows_store (GPtrArray *windows)
{
  g_autoptr (GKeyFile) file = read_file ();
  guint n = 0;

  g_key_file_remove_group (file, WINDOWS_GROUP, NULL);
  for (guint i = 0; i < windows->len; i++)
    {
      GStrv paths = g_ptr_array_index (windows, i);
      g_autofree char *key = g_strdup_printf ("%u", n);
      g_autoptr (GPtrArray) escaped = g_ptr_array_new_with_free_func (g_free);

      for (guint k = 0; paths[k] != NULL; k++)
        {
          g_autofree char *path = g_canonicalize_filename (paths[k], NULL);

          /* A name may be of any bytes. */
          g_ptr_array_add (escaped, g_filename_to_uri (path, NULL, NULL));
        }
      if (escaped->len == 0)
        continue;
      g_key_file_set_string_list (file, WINDOWS_GROUP, key, (const char *const *) escaped->pdata, escaped->len);
      n++;
    }
  write_file (file);
}

GPtrArray *
asc_kept_windows_load (void)
{
  g_autoptr (GKeyFile) file = read_file ();
  g_auto (GStrv) keys = g_key_file_get_keys (file, WINDOWS_GROUP, NULL, NULL);
  GPtrArray *windows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_auto (GStrv) uris = g_key_file_get_string_list (file, WINDOWS_GROUP, keys[i], NULL, NULL);
      GPtrArray *paths = g_ptr_array_new ();

      for (guint k = 0; uris != NULL && uris[k] != NULL; k++)
        {
          char *path = g_filename_from_uri (uris[k], NULL, NULL);

          if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
            g_ptr_array_add (paths, path);
          else
            g_free (path);
        }
      g_ptr_array_add (paths, NULL);
      if (paths->len > 1)
        g_ptr_array_add (windows, g_ptr_array_free (paths, FALSE));
      else
        g_ptr_array_free (paths, TRUE);
    }
  return windows;
}
