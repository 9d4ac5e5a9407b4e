/* asc-source-finder.c: see asc-source-finder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-source-finder.h"

#include <string.h>
#include <sys/stat.h>

#include "asc-path.h"

/* Ends of a recorded path that are tried in a folder, from the longest: no tree is deeper. */
#define MAX_ENDS 64u

typedef struct
{
  AscFoundSource found;
  struct stat st;
} Search;

void
asc_found_source_clear (AscFoundSource *self)
{
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->tried, g_ptr_array_unref);
  g_clear_pointer (&self->digests, g_array_unref);
}

/* Takes @path (transfer full). */
static gboolean
try_path (Search *search, char *path)
{
  if (stat (path, &search->st) == 0 && S_ISREG (search->st.st_mode))
    {
      search->found.path = path;
      return TRUE;
    }
  if (g_ptr_array_find_with_equal_func (search->found.tried, path, g_str_equal, NULL))
    g_free (path);
  else
    g_ptr_array_add (search->found.tried, path);
  return FALSE;
}

/* The longest end of @file that is in @folder. */
static gboolean
try_folder (Search *search, const char *folder, const char *file)
{
  const char *end = file;

  for (guint i = 0; i < MAX_ENDS; i++)
    {
      while (*end == '/')
        end++;
      if (*end == '\0')
        return FALSE;
      if (try_path (search, g_build_filename (folder, end, NULL)))
        return TRUE;
      end = strchr (end, '/');
      if (end == NULL)
        return FALSE;
    }
  return FALSE;
}

/* What stands behind @from, where @path begins with it; NULL where it does not. */
static const char *
skip_prefix (const char *path, const char *from, gsize length)
{
  while (length > 1 && from[length - 1] == '/')
    length--;
  if (length == 0 || strncmp (path, from, length) != 0)
    return NULL;
  if (path[length] == '\0' || path[length] == '/' || from[length - 1] == '/')
    return path + length;
  return NULL;
}

static const char *
find_equals (const char *map)
{
  return g_file_test (map, G_FILE_TEST_IS_DIR) ? NULL : strchr (map, '=');
}

static gboolean
try_map (Search *search, const char *map, const char *equals, const char *file, const char *normal)
{
  const char *rest = skip_prefix (normal, map, (gsize) (equals - map));

  if (rest == NULL)
    rest = skip_prefix (file, map, (gsize) (equals - map));
  if (rest == NULL)
    return FALSE;
  return try_path (search, *rest != '\0' ? g_build_filename (equals + 1, rest, NULL) : g_strdup (equals + 1));
}

static gboolean
try_paths (Search *search, const AscSourceOptions *options, const char *file, const char *normal)
{
  for (const char *const *path = options->paths; path != NULL && *path != NULL; path++)
    {
      const char *equals = find_equals (*path);

      if (equals != NULL ? try_map (search, *path, equals, file, normal) : try_folder (search, *path, normal))
        return TRUE;
    }
  return FALSE;
}

static gboolean
try_own_folder (Search *search, const AscSourceOptions *options, const char *normal)
{
  g_autofree char *folder = NULL;

  if (options->experiment_path == NULL)
    return FALSE;
  folder = g_file_test (options->experiment_path, G_FILE_TEST_IS_DIR) ? g_build_filename (options->experiment_path, "sources", NULL)
                                                                      : g_strconcat (options->experiment_path, ".sources", NULL);
  return g_file_test (folder, G_FILE_TEST_IS_DIR) && try_folder (search, folder, normal);
}

static gboolean
try_beside (Search *search, const char *object_path, const char *normal)
{
  g_autofree char *folder = object_path != NULL && strchr (object_path, '/') != NULL ? g_path_get_dirname (object_path) : NULL;

  return folder != NULL && try_folder (search, folder, normal);
}

static gboolean
try_fetch (Search *search, const AscSourceRequest *request, const AscSourceOptions *options, GCancellable *cancellable)
{
  char *path = options->fetch != NULL && !g_cancellable_is_cancelled (cancellable)
                   ? options->fetch (options->fetch_data, request->build_id, request->build_id_size, request->file, cancellable)
                   : NULL;

  return path != NULL && try_path (search, path);
}

/* What the linker wrote it was written after the source; a copy of the program may be younger than that. */
static AscSourceAge
get_age (const Search *search, const AscSourceRequest *request)
{
  struct stat object;

  if (request->object_path != NULL && stat (request->object_path, &object) == 0 && S_ISREG (object.st_mode))
    return search->st.st_mtime > object.st_mtime ? ASC_SOURCE_NEWER_THAN_OBJECT : ASC_SOURCE_FITS;
  return request->recorded_at > 0 && search->st.st_mtime > request->recorded_at ? ASC_SOURCE_NEWER_THAN_RECORDING : ASC_SOURCE_FITS;
}

AscFoundSource
asc_source_find (const AscSourceRequest *request, const AscSourceOptions *options, GCancellable *cancellable)
{
  const AscSourceOptions no_options = { NULL };
  Search search = { .found.tried = g_ptr_array_new_with_free_func (g_free), .found.digests = g_array_new (FALSE, FALSE, sizeof (AscSourceDigest)) };
  g_autofree char *normal = asc_path_normalize (request->file);
  gboolean is_absolute = g_path_is_absolute (normal);

  for (guint i = 0; i < request->n_digests; i++)
    {
      AscSourceDigest digest = request->digests[i];

      digest.file = NULL;
      g_array_append_val (search.found.digests, digest);
    }
  if (options == NULL)
    options = &no_options;
  if (try_paths (&search, options, request->file, normal) || try_own_folder (&search, options, normal)
      || (options->sysroot != NULL && is_absolute && try_path (&search, g_build_filename (options->sysroot, normal, NULL)))
      || (!options->no_live && is_absolute && try_path (&search, g_strdup (normal)))
      || (!options->no_live && try_beside (&search, request->object_path, normal)))
    search.found.age = get_age (&search, request);
  else
    try_fetch (&search, request, options, cancellable); /* is of the program's build by its build-id */
  return search.found;
}

AscSourceText *
asc_found_source_read (AscFoundSource *self, GError **error)
{
  AscSourceText *text = asc_source_text_load (self->path, error);

  if (text == NULL || self->digests->len == 0)
    return text;
  self->age = ASC_SOURCE_DIFFERS;
  for (guint i = 0; i < self->digests->len; i++)
    if (memcmp (g_array_index (self->digests, AscSourceDigest, i).md5, asc_source_text_get_md5 (text), ASC_MD5_SIZE) == 0)
      self->age = ASC_SOURCE_FITS;
  return text;
}

char *
asc_source_make_map (const char *file, const char *chosen)
{
  g_autofree char *from = asc_path_normalize (file);
  g_autofree char *to = asc_path_normalize (chosen);

  while (TRUE)
    {
      char *from_slash = strrchr (from, '/');
      char *to_slash = strrchr (to, '/');

      /* What is left of either would be the root, or nothing. */
      if (from_slash == NULL || to_slash == NULL || from_slash == from || to_slash == to || !g_str_equal (from_slash, to_slash))
        break;
      *from_slash = *to_slash = '\0';
    }
  return g_strdup_printf ("%s=%s", from, to);
}

gboolean
asc_source_path_check (const char *path, GError **error)
{
  const char *equals;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return TRUE;
  equals = strchr (path, '=');
  if (equals == NULL)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "no such folder: “%s”", path);
  else if (equals == path || equals[1] == '\0')
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "“%s” is not FROM=TO", path);
  return equals != NULL && equals != path && equals[1] != '\0';
}
