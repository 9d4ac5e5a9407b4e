/* asc-packages.c: see asc-packages.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-packages.h"

#include <string.h>

#include "asc-symbol-file.h"

#define SUFFIX ".list"
/* The kernel's headers have some 2 MB. */
#define MAX_LIST (64 << 20)

/* Path without the /usr of a merged system. */
static const char *
skip_usr (const char *path)
{
  static const char *const merged[] = { "/usr/lib", "/usr/bin/", "/usr/sbin/" };

  for (guint i = 0; i < G_N_ELEMENTS (merged); i++)
    if (g_str_has_prefix (path, merged[i]))
      return path + strlen ("/usr");
  return path;
}

/* @wanted: what is not found yet, as skip_usr() leaves it -> path. */
static void
read_list (const char *dir, const char *name, GHashTable *wanted, GHashTable *found)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  gsize size = 0;
  g_autofree char *text = asc_symbol_file_read (path, MAX_LIST, &size, NULL);
  gsize length = strcspn (name, ":");

  if (text == NULL)
    return;
  if (name[length] == '\0')
    length -= strlen (SUFFIX);
  for (char *line = text, *end; line < text + size; line = end + 1)
    {
      const char *owned;

      end = memchr (line, '\n', size - (gsize) (line - text));
      if (end == NULL)
        end = text + size;
      *end = '\0';
      owned = g_hash_table_lookup (wanted, skip_usr (line));
      if (owned == NULL)
        continue;
      g_hash_table_insert (found, g_strdup (owned), g_strndup (name, length));
      g_hash_table_remove (wanted, skip_usr (line));
    }
}

GHashTable *
asc_packages_find (const char *dir, const char *const *paths, guint n)
{
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GDir) folder = n > 0 ? g_dir_open (dir, 0, NULL) : NULL;
  const char *name;

  for (guint i = 0; i < n; i++)
    g_hash_table_insert (wanted, (gpointer) skip_usr (paths[i]), (gpointer) paths[i]);
  while (folder != NULL && g_hash_table_size (wanted) > 0 && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, SUFFIX))
      read_list (dir, name, wanted, found);
  return found;
}

gboolean
asc_packages_has (const char *dir, const char *name)
{
  g_autofree char *file = g_strconcat (name, SUFFIX, NULL);
  g_autofree char *path = g_build_filename (dir, file, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

char *
asc_packages_dup_debug (const char *package)
{
  /* The C library's is made by hand, and in the main archive. */
  if (g_str_equal (package, "libc6"))
    return g_strdup ("libc6-dbg");
  if (g_str_has_prefix (package, "linux-image-"))
    return g_strconcat (package, "-dbg", NULL);
  return g_strconcat (package, "-dbgsym", NULL);
}
