/* asc-symbol-finder.c: see asc-symbol-finder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-symbol-finder.h"

#include <lzma.h>
#include <string.h>
#include <unistd.h>

#include "asc-live.h"
#include "asc-symbol-file.h"
#include "asc-symbol-index.h"

#define DEBUG_DIR "/usr/lib/debug"
#define DELETED " (deleted)"

struct _AscSymbolFinder
{
  const AscSymbolOptions *options;
  AscSymbolOptions no_options;
  char *own_folder; /* NULL: the experiment has none */
  GMutex mutex;     /* for the indices' making */
  AscSymbolIndex *indices[2]; /* of the own folder, of the options' paths */
  gboolean made;
};

AscSymbolFinder *
asc_symbol_finder_new (const char *experiment_path, const AscSymbolOptions *options)
{
  AscSymbolFinder *self = g_new0 (AscSymbolFinder, 1);

  self->options = options != NULL ? options : &self->no_options;
  g_mutex_init (&self->mutex);
  if (experiment_path != NULL)
    self->own_folder = g_file_test (experiment_path, G_FILE_TEST_IS_DIR) ? g_build_filename (experiment_path, "symbols", NULL)
                                                                         : g_strconcat (experiment_path, ".symbols", NULL);
  if (self->own_folder != NULL && !g_file_test (self->own_folder, G_FILE_TEST_IS_DIR))
    g_clear_pointer (&self->own_folder, g_free);
  return self;
}

void
asc_symbol_finder_free (AscSymbolFinder *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->indices); i++)
    g_clear_pointer (&self->indices[i], asc_symbol_index_free);
  g_free (self->own_folder);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

void
asc_found_file_clear (AscFoundFile *self)
{
  g_clear_pointer (&self->elf, asc_elf_free);
  g_clear_pointer (&self->path, g_free);
}

gboolean
asc_symbol_finder_may_use_live (AscSymbolFinder *self)
{
  return !self->options->no_live;
}

/* The folders are looked through when first asked for: a folded file never asks. NULL: there is no such folder. */
static AscSymbolIndex *
get_index (AscSymbolFinder *self, guint i)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (!self->made)
    {
      const char *own[] = { self->own_folder, NULL };

      self->made = TRUE;
      if (self->own_folder != NULL)
        self->indices[0] = asc_symbol_index_new (own);
      if (self->options->symbol_paths != NULL && self->options->symbol_paths[0] != NULL)
        self->indices[1] = asc_symbol_index_new (self->options->symbol_paths);
    }
  return self->indices[i];
}

/* Takes @path into @found when it is an ELF file of @build_id (size 0: any) and of the wanted kind. Returns: whether it was taken. */
static gboolean
try_file (AscFoundFile *found, const char *path, const AscBuildId *build_id, gboolean want_code)
{
  g_autoptr (AscElf) elf = asc_elf_open (path, NULL);

  if (elf == NULL)
    return FALSE;
  if (build_id->size > 0 && !asc_build_id_equal (build_id, asc_elf_get_build_id (elf)))
    {
      if (!found->is_refused)
        {
          g_free (found->path);
          found->path = g_strdup (path);
          found->refused = *asc_elf_get_build_id (elf);
          found->is_refused = TRUE;
        }
      return FALSE;
    }
  if (want_code ? !asc_elf_has_code (elf) : !asc_elf_has_symtab (elf))
    return FALSE;
  g_free (found->path);
  found->path = g_strdup (path);
  found->elf = g_steal_pointer (&elf);
  found->is_refused = FALSE;
  return TRUE;
}

static gboolean
try_paths (AscFoundFile *found, GPtrArray *paths, const AscBuildId *build_id, gboolean want_code)
{
  for (guint i = 0; paths != NULL && i < paths->len; i++)
    if (try_file (found, g_ptr_array_index (paths, i), build_id, want_code))
      return TRUE;
  return FALSE;
}

static gboolean
try_indices (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id, const char *name, gboolean want_code)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->indices); i++)
    {
      AscSymbolIndex *index = get_index (self, i);

      if (index == NULL)
        continue;
      if (build_id->size > 0)
        {
          /* A file of that name and of another build is not taken, but said. */
          if (try_paths (found, asc_symbol_index_find_build_id (index, build_id), build_id, want_code)
              || (name != NULL && try_paths (found, asc_symbol_index_find_name (index, name), build_id, want_code)))
            return TRUE;
        }
      else if (name != NULL && try_paths (found, asc_symbol_index_find_name (index, name), build_id, want_code))
        return TRUE;
    }
  return FALSE;
}

/* "xx/yyyy...": how both perf and the debug folders file a build-id. Returns: (transfer full) (nullable) */
static char *
dup_build_id_path (const AscBuildId *build_id)
{
  g_autofree char *hex = NULL;

  if (build_id->size < 2)
    return NULL;
  hex = asc_build_id_to_hex (build_id);
  return g_strdup_printf ("%.2s/%s", hex, hex + 2);
}

/* ~/.debug/.build-id/xx/yyyy is a link to a folder with FILE in it; before Linux 4.12 to the file itself. */
static char *
dup_cache_path (const AscBuildId *build_id, const char *file)
{
  g_autofree char *part = dup_build_id_path (build_id);
  g_autofree char *entry = NULL;

  if (part == NULL)
    return NULL;
  entry = g_build_filename (g_get_home_dir (), ".debug", ".build-id", part, NULL);
  return g_file_test (entry, G_FILE_TEST_IS_DIR) ? g_build_filename (entry, file, NULL) : g_steal_pointer (&entry);
}

static gboolean
try_cache (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id, const char *file, gboolean want_code)
{
  g_autofree char *path = self->options->no_live ? NULL : dup_cache_path (build_id, file);

  return path != NULL && try_file (found, path, build_id, want_code);
}

/* The path as recorded, below the sysroot, then live: there only with the build-id's proof when a sysroot is given. */
static gboolean
try_recorded_path (AscSymbolFinder *self, AscFoundFile *found, const char *recorded, const AscBuildId *build_id)
{
  g_autofree char *path = g_strdup (recorded);

  if (g_str_has_suffix (path, DELETED))
    {
      /* What is there now is another file, unless its build-id says that it is not. */
      if (build_id->size == 0)
        return FALSE;
      path[strlen (path) - strlen (DELETED)] = '\0';
    }
  if (!g_path_is_absolute (path))
    return FALSE;
  if (self->options->sysroot != NULL)
    {
      g_autofree char *below = g_build_filename (self->options->sysroot, path, NULL);

      if (try_file (found, below, build_id, TRUE))
        return TRUE;
      if (build_id->size == 0)
        return FALSE;
    }
  return !self->options->no_live && try_file (found, path, build_id, TRUE);
}

static gboolean
try_debug_dir (AscFoundFile *found, const char *root, const char *dir, const char *part, const AscBuildId *build_id)
{
  g_autofree char *file = g_strconcat (part, ".debug", NULL);
  g_autofree char *path = g_build_filename (root, dir, ".build-id", file, NULL);

  return try_file (found, path, build_id, FALSE);
}

/* DIR/.build-id/xx/yyyy.debug below each folder of debug files. */
static gboolean
try_debug_dirs (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id)
{
  g_autofree char *part = dup_build_id_path (build_id);
  const char *const *dirs = self->options->debug_dirs;

  if (part == NULL)
    return FALSE;
  for (; dirs != NULL && *dirs != NULL; dirs++)
    if (try_debug_dir (found, *dirs, "", part, build_id))
      return TRUE;
  if (self->options->sysroot != NULL && try_debug_dir (found, self->options->sysroot, DEBUG_DIR, part, build_id))
    return TRUE;
  return !self->options->no_live && try_debug_dir (found, "/", DEBUG_DIR, part, build_id);
}

static char *
dup_base_name (const char *path)
{
  char *base = g_path_get_basename (path);

  if (g_str_has_suffix (base, DELETED))
    base[strlen (base) - strlen (DELETED)] = '\0';
  return base;
}

AscFoundFile
asc_symbol_finder_find_file (AscSymbolFinder *self, const AscObject *object)
{
  AscBuildId build_id = asc_build_id_make (object->build_id, object->build_id_size);
  gboolean is_vdso = object->kind == ASC_OBJECT_VDSO;
  g_autofree char *name = dup_base_name (object->path);
  AscFoundFile found = { 0 };

  if (try_indices (self, &found, &build_id, name, TRUE) || try_cache (self, &found, &build_id, is_vdso ? "vdso" : "elf", TRUE)
      || (!is_vdso && try_recorded_path (self, &found, object->path, &build_id)))
    return found;
  if (build_id.size > 0 && (try_indices (self, &found, &build_id, NULL, FALSE) || try_debug_dirs (self, &found, &build_id)))
    return found;
  return found;
}

AscFoundFile
asc_symbol_finder_find_vdso (AscSymbolFinder *self, const AscObject *object)
{
  AscBuildId wanted = asc_build_id_make (object->build_id, object->build_id_size);
  AscFoundFile found = asc_symbol_finder_find_file (self, object);
  g_autoptr (GBytes) image = NULL;
  g_autoptr (AscElf) live = NULL;

  if (found.elf == NULL && !self->options->no_live)
    image = asc_live_dup_vdso ();
  if (image != NULL)
    live = asc_elf_open_bytes (image, NULL);
  if (live != NULL && (wanted.size == 0 || asc_build_id_equal (&wanted, asc_elf_get_build_id (live))))
    {
      g_free (found.path);
      found.path = g_strdup ("[vdso]");
      found.elf = g_steal_pointer (&live);
      found.is_refused = FALSE;
    }
  return found;
}

const char *
asc_symbol_finder_get_sysroot (AscSymbolFinder *self)
{
  return self->options->sysroot;
}

AscFoundFile
asc_symbol_finder_find_at (AscSymbolFinder *self, const char *const *paths, const AscBuildId *build_id, const char *cached)
{
  AscFoundFile found = { 0 };

  if (try_indices (self, &found, build_id, NULL, FALSE) || try_cache (self, &found, build_id, cached, FALSE))
    return found;
  for (; *paths != NULL; paths++)
    {
      g_autofree char *below = self->options->sysroot != NULL ? g_build_filename (self->options->sysroot, *paths, NULL) : NULL;

      if ((below != NULL && try_file (&found, below, build_id, FALSE)) || (!self->options->no_live && try_file (&found, *paths, build_id, FALSE)))
        return found;
    }
  try_debug_dirs (self, &found, build_id);
  return found;
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
  return try_file (found, path, build_id, FALSE) && (build_id->size > 0 || has_crc (path, crc));
}

/* Beside the file, in .debug beside it, and below the folders of debug files (GDB manual, "Separate Debug Files"). */
static gboolean
try_debuglinks (AscSymbolFinder *self, AscFoundFile *found, AscElf *elf, const char *path)
{
  guint32 crc = 0;
  g_autofree char *link = asc_elf_dup_debuglink (elf, &crc);
  const AscBuildId *build_id = asc_elf_get_build_id (elf);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *const *dirs = self->options->debug_dirs;

  if (link == NULL)
    return FALSE;
  g_ptr_array_add (paths, g_build_filename (folder, link, NULL));
  g_ptr_array_add (paths, g_build_filename (folder, ".debug", link, NULL));
  for (; dirs != NULL && *dirs != NULL; dirs++)
    {
      g_ptr_array_add (paths, g_build_filename (*dirs, link, NULL));
      g_ptr_array_add (paths, g_build_filename (*dirs, folder, link, NULL));
    }
  if (!self->options->no_live)
    g_ptr_array_add (paths, g_build_filename (DEBUG_DIR, folder, link, NULL));
  for (guint i = 0; i < paths->len; i++)
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

AscFoundFile
asc_symbol_finder_find_debug (AscSymbolFinder *self, AscElf *elf, const char *path)
{
  const AscBuildId *build_id = asc_elf_get_build_id (elf);
  AscFoundFile found = { 0 };
  GPtrArray *paths;

  for (guint i = 0; build_id->size > 0 && i < G_N_ELEMENTS (self->indices); i++)
    {
      AscSymbolIndex *index = get_index (self, i);

      paths = index != NULL ? asc_symbol_index_find_build_id (index, build_id) : NULL;
      for (guint j = 0; paths != NULL && j < paths->len; j++)
        if (!g_str_equal (g_ptr_array_index (paths, j), path) && try_file (&found, g_ptr_array_index (paths, j), build_id, FALSE))
          return found;
    }
  if (try_debug_dirs (self, &found, build_id) || try_cache (self, &found, build_id, "debug", FALSE) || try_debuglinks (self, &found, elf, path))
    return found;
  return found;
}

/* A file that the process @pid had at @path: below the sysroot, in the process's own root, live. Returns: (transfer full) (nullable) */
static char *
find_of_process (AscSymbolFinder *self, const char *path, gint32 pid)
{
  g_autofree char *root = g_strdup_printf ("/proc/%d/root", pid);
  const char *roots[] = { self->options->sysroot, self->options->no_live ? NULL : root, self->options->no_live ? NULL : "/" };

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      g_autofree char *candidate = roots[i] != NULL ? g_build_filename (roots[i], path, NULL) : NULL;

      if (candidate != NULL && g_file_test (candidate, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&candidate);
    }
  return NULL;
}

char *
asc_symbol_finder_find_jitdump (AscSymbolFinder *self, const char *path, gint32 pid)
{
  g_autofree char *base = dup_base_name (path);

  for (guint i = 0; i < G_N_ELEMENTS (self->indices); i++)
    {
      AscSymbolIndex *index = get_index (self, i);
      const char *found = index != NULL ? asc_symbol_index_find_jitdump (index, base) : NULL;

      if (found != NULL)
        return g_strdup (found);
    }
  return g_path_is_absolute (path) ? find_of_process (self, path, pid) : NULL;
}

char *
asc_symbol_finder_find_perf_map (AscSymbolFinder *self, gint32 pid)
{
  g_autofree char *path = g_strdup_printf ("/tmp/perf-%d.map", pid);

  for (guint i = 0; i < G_N_ELEMENTS (self->indices); i++)
    {
      AscSymbolIndex *index = get_index (self, i);
      const char *found = index != NULL ? asc_symbol_index_find_perf_map (index, pid) : NULL;

      if (found != NULL)
        return g_strdup (found);
    }
  return find_of_process (self, path, pid);
}

char *
asc_symbol_finder_find_given_kallsyms (AscSymbolFinder *self, const AscBuildId *build_id)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->indices); i++)
    {
      AscSymbolIndex *index = get_index (self, i);
      const char *found = index != NULL ? asc_symbol_index_find_kallsyms (index, build_id) : NULL;

      if (found != NULL)
        return g_strdup (found);
    }
  return NULL;
}

char *
asc_symbol_finder_find_cached_kallsyms (AscSymbolFinder *self, const AscBuildId *build_id)
{
  g_autofree char *hex = NULL;
  g_autofree char *path = NULL;

  if (self->options->no_live || build_id->size == 0)
    return NULL;
  path = dup_cache_path (build_id, "kallsyms");
  if (path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&path);
  g_free (path);
  hex = asc_build_id_to_hex (build_id);
  path = g_build_filename (g_get_home_dir (), ".debug", "[kernel.kallsyms]", hex, "kallsyms", NULL);
  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
}
