/* asc-debug-finder.c: separate debug files (GDB manual, "Separate Debug Files")
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <lzma.h>
#include <string.h>
#include <unistd.h>

#include "asc-debuginfod.h"
#include "asc-symbol-file.h"
#include "asc-symbol-finder-private.h"

static gboolean
try_debug_dir (AscFoundFile *found, const char *dir, const char *part, const AscBuildId *build_id)
{
  g_autofree char *file = g_strconcat (part, ".debug", NULL);
  g_autofree char *path = g_build_filename (dir, ".build-id", file, NULL);

  return asc_found_file_try (found, path, build_id, FALSE);
}

gboolean
asc_symbol_finder_try_debug_dirs (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id)
{
  g_autofree char *part = asc_build_id_dup_path (build_id);
  g_autofree char *below = NULL;

  if (part == NULL)
    return FALSE;
  for (char **dirs = self->debug_dirs; dirs != NULL && *dirs != NULL; dirs++)
    if (try_debug_dir (found, *dirs, part, build_id))
      return TRUE;
  below = self->sysroot != NULL ? g_build_filename (self->sysroot, ASC_DEBUG_DIR, NULL) : NULL;
  if (below != NULL && try_debug_dir (found, below, part, build_id))
    return TRUE;
  return !self->no_live && try_debug_dir (found, ASC_DEBUG_DIR, part, build_id);
}

static gboolean
try_indices (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id, const char *not_this)
{
  for (guint i = 0; build_id->size > 0 && i < G_N_ELEMENTS (self->indices); i++)
    {
      AscSymbolIndex *index = asc_symbol_finder_get_index (self, i);
      GPtrArray *paths = index != NULL ? asc_symbol_index_find_build_id (index, build_id) : NULL;

      for (guint j = 0; paths != NULL && j < paths->len; j++)
        if (g_strcmp0 (g_ptr_array_index (paths, j), not_this) != 0 && asc_found_file_try (found, g_ptr_array_index (paths, j), build_id, FALSE))
          return TRUE;
    }
  return FALSE;
}

static gboolean
has_crc (const char *path, guint32 crc)
{
  int fd = asc_symbol_file_open (path, NULL, NULL);
  guint8 buffer[65536];
  guint32 sum = 0;
  gssize n;

  if (fd < 0)
    return FALSE;
  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    sum = lzma_crc32 (buffer, (gsize) n, sum); /* the CRC-32 of zlib, as GDB has it */
  close (fd);
  return n == 0 && sum == crc;
}

/* The build-id decides; the checksum only where there is none, for it takes reading the whole file. */
static gboolean
try_debuglink (AscFoundFile *found, const char *path, const AscBuildId *build_id, guint32 crc)
{
  return asc_found_file_try (found, path, build_id, FALSE) && (build_id->size > 0 || has_crc (path, crc));
}

/* The folder of a file as the folders of debug files repeat it: without the sysroot before it. */
static const char *
strip_sysroot (AscSymbolFinder *self, const char *folder)
{
  g_autofree char *root = self->sysroot != NULL ? g_canonicalize_filename (self->sysroot, NULL) : NULL;
  gsize length = root != NULL ? strlen (root) : 0;

  return length > 1 && g_str_has_prefix (folder, root) && folder[length] == '/' ? folder + length : folder;
}

/* Beside the file, in .debug beside it, and below the folders of debug files. */
static GPtrArray *
list_debuglinks (AscSymbolFinder *self, const char *link, const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (whole);
  const char *recorded = strip_sysroot (self, folder);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (paths, g_build_filename (folder, link, NULL));
  g_ptr_array_add (paths, g_build_filename (folder, ".debug", link, NULL));
  for (char **dirs = self->debug_dirs; dirs != NULL && *dirs != NULL; dirs++)
    {
      g_ptr_array_add (paths, g_build_filename (*dirs, link, NULL));
      g_ptr_array_add (paths, g_build_filename (*dirs, recorded, link, NULL));
    }
  if (self->sysroot != NULL)
    g_ptr_array_add (paths, g_build_filename (self->sysroot, ASC_DEBUG_DIR, recorded, link, NULL));
  if (!self->no_live)
    g_ptr_array_add (paths, g_build_filename (ASC_DEBUG_DIR, recorded, link, NULL));
  return paths;
}

static gboolean
try_debuglinks (AscSymbolFinder *self, AscFoundFile *found, AscElf *elf, const char *path)
{
  guint32 crc = 0;
  g_autofree char *link = asc_elf_dup_debuglink (elf, &crc);
  const AscBuildId *build_id = asc_elf_get_build_id (elf);
  g_autoptr (GPtrArray) paths = link != NULL ? list_debuglinks (self, link, path) : NULL;

  for (guint i = 0; paths != NULL && i < paths->len; i++)
    {
      const char *candidate = g_ptr_array_index (paths, i);

      if (g_str_equal (candidate, path))
        continue;
      if (try_debuglink (found, candidate, build_id, crc))
        return TRUE;
      g_clear_pointer (&found->elf, asc_elf_free);
    }
  return FALSE;
}

static gboolean
try_cache (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id)
{
  g_autofree char *path = self->no_live ? NULL : asc_symbol_finder_dup_cache_path (build_id, "debug");

  return path != NULL && asc_found_file_try (found, path, build_id, FALSE);
}

static gboolean
try_server (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id)
{
  g_autofree char *path = self->debuginfod ? asc_debuginfod_find (build_id, ASC_DEBUGINFOD_DEBUGINFO, self->cancellable, self->progress) : NULL;

  return path != NULL && asc_found_file_try (found, path, build_id, FALSE);
}

AscFoundFile
asc_symbol_finder_find_debug (AscSymbolFinder *self, AscElf *elf, const char *path)
{
  g_autofree char *key = g_strconcat ("debug ", path, NULL);
  const AscBuildId *build_id = asc_elf_get_build_id (elf);
  AscFoundFile found = { 0 };

  if (asc_symbol_finder_recall (self, key, &found))
    return found;
  /* One that has everything needs no other: nothing is downloaded for it. */
  if (!try_indices (self, &found, build_id, path) && !asc_symbol_finder_try_debug_dirs (self, &found, build_id) && !try_cache (self, &found, build_id)
      && !try_debuglinks (self, &found, elf, path) && !asc_elf_has_symtab (elf))
    try_server (self, &found, build_id);
  asc_symbol_finder_remember (self, key, &found);
  return found;
}

/* A debug file by its build-id alone. Returns: (transfer full) (nullable): its path */
static char *
find_alt (gpointer data, const AscBuildId *build_id)
{
  AscSymbolFinder *self = data;
  g_auto (AscFoundFile) found = { 0 };
  g_autofree char *part = asc_build_id_dup_path (build_id);

  if (part == NULL)
    return NULL;
  if (try_indices (self, &found, build_id, NULL) || asc_symbol_finder_try_debug_dirs (self, &found, build_id) || try_server (self, &found, build_id))
    return g_steal_pointer (&found.path);
  return NULL;
}

AscDwarfOptions
asc_symbol_finder_get_dwarf_options (AscSymbolFinder *self, guint n_threads)
{
  return (AscDwarfOptions){ find_alt, self, n_threads };
}
