/* asc-symbol-finder.c: see asc-symbol-finder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-symbol-finder.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "asc-debuginfod.h"
#include "asc-live.h"
#include "asc-symbol-archive.h"
#include "asc-symbol-file.h"
#include "asc-symbol-finder-private.h"

#define DELETED " (deleted)"
/* Of so many processes the roots are looked into. */
#define MAX_PIDS 256

static void
known_free (gpointer data)
{
  asc_found_file_clear (data);
  g_free (data);
}

AscSymbolFinder *
asc_symbol_finder_new (const char *experiment_path, const AscSymbolOptions *options)
{
  AscSymbolFinder *self = g_new0 (AscSymbolFinder, 1);

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->mutex);
  self->pids = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, known_free);
  if (options != NULL)
    {
      self->symbol_paths = g_strdupv ((char **) options->symbol_paths);
      self->debug_dirs = g_strdupv ((char **) options->debug_dirs);
      self->sysroot = g_strdup (options->sysroot);
      self->no_live = options->no_live;
      self->debuginfod = options->debuginfod;
    }
  if (experiment_path != NULL)
    self->own_folder = g_file_test (experiment_path, G_FILE_TEST_IS_DIR) ? g_build_filename (experiment_path, "symbols", NULL)
                                                                         : g_strconcat (experiment_path, ".symbols", NULL);
  if (self->own_folder != NULL && !g_file_test (self->own_folder, G_FILE_TEST_IS_DIR))
    g_clear_pointer (&self->own_folder, g_free);
  if (experiment_path != NULL)
    self->own_archive = asc_symbol_archive_find_beside (experiment_path);
  return self;
}

AscSymbolFinder *
asc_symbol_finder_ref (AscSymbolFinder *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
asc_symbol_finder_unref (AscSymbolFinder *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->indices); i++)
    g_clear_pointer (&self->indices[i], asc_symbol_index_free);
  g_clear_object (&self->cancellable);
  g_hash_table_unref (self->known);
  g_array_unref (self->pids);
  g_strfreev (self->symbol_paths);
  g_strfreev (self->debug_dirs);
  g_free (self->sysroot);
  g_free (self->own_folder);
  g_free (self->own_archive);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

AscSymbolFinder *
asc_symbol_finder_use (const AscSymbolOptions *options, AscExperiment *experiment)
{
  AscSymbolFinder *self = options != NULL && options->finder != NULL ? asc_symbol_finder_ref (options->finder)
                                                                     : asc_symbol_finder_new (asc_experiment_get_path (experiment), options);
  guint n;
  const AscProcess *processes = asc_experiment_get_processes (experiment, &n);

  g_mutex_lock (&self->mutex);
  g_array_set_size (self->pids, 0);
  for (guint i = 0; i < n && i < MAX_PIDS; i++)
    g_array_append_val (self->pids, processes[i].pid);
  g_mutex_unlock (&self->mutex);
  return self;
}

gboolean
asc_symbol_finder_recall (AscSymbolFinder *self, const char *key, AscFoundFile *found)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);
  const AscFoundFile *known = g_hash_table_lookup (self->known, key);

  if (known == NULL)
    return FALSE;
  *found = *known;
  found->path = g_strdup (known->path);
  if (known->path != NULL && !known->is_refused)
    found->elf = asc_elf_open (known->path, NULL);
  return TRUE;
}

void
asc_symbol_finder_remember (AscSymbolFinder *self, const char *key, const AscFoundFile *found)
{
  AscFoundFile *copy;

  /* A download that was broken off may succeed the next time. */
  if (found->elf == NULL && g_cancellable_is_cancelled (self->cancellable))
    return;
  copy = g_memdup2 (found, sizeof *found);
  copy->elf = NULL;
  copy->path = g_strdup (found->elf != NULL || found->is_refused ? found->path : NULL);
  g_mutex_lock (&self->mutex);
  g_hash_table_replace (self->known, g_strdup (key), copy);
  g_mutex_unlock (&self->mutex);
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
  return !self->no_live;
}

gboolean
asc_symbol_finder_asks_servers (AscSymbolFinder *self)
{
  return self->debuginfod;
}

/* Those that `perf archive` makes are unpacked for the index to look through. */
static void
make_indices (AscSymbolFinder *self, GCancellable *cancellable, AscProgress *progress)
{
  const char *own[] = { self->own_folder != NULL ? self->own_folder : self->own_archive, self->own_folder != NULL ? self->own_archive : NULL, NULL };

  if (own[0] != NULL)
    self->indices[0] = asc_symbol_index_new (own, cancellable, progress);
  if (self->symbol_paths != NULL && self->symbol_paths[0] != NULL)
    self->indices[1] = asc_symbol_index_new ((const char *const *) self->symbol_paths, cancellable, progress);
  self->made = !g_cancellable_is_cancelled (cancellable);
  for (guint i = 0; !self->made && i < G_N_ELEMENTS (self->indices); i++)
    g_clear_pointer (&self->indices[i], asc_symbol_index_free);
}

void
asc_symbol_finder_prepare (AscSymbolFinder *self, GCancellable *cancellable, AscProgress *progress)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  g_set_object (&self->cancellable, cancellable);
  if (self->made)
    return;
  if (self->own_folder != NULL || self->own_archive != NULL || self->symbol_paths != NULL)
    asc_progress_begin (progress, N_ ("Looking through the folders of symbols"), 0);
  make_indices (self, cancellable, progress);
}

void
asc_symbol_finder_download (AscSymbolFinder *self, const AscObject *object, AscProgress *progress)
{
  g_auto (AscFoundFile) found = { 0 };
  g_auto (AscFoundFile) debug = { 0 };

  if (!self->debuginfod || g_cancellable_is_cancelled (self->cancellable))
    return;
  self->progress = progress;
  found = asc_symbol_finder_find_file (self, object);
  if (found.elf != NULL)
    debug = asc_symbol_finder_find_debug (self, found.elf, found.path);
  self->progress = NULL;
}

/* The folders are looked through when first asked for: a folded file never asks. */
AscSymbolIndex *
asc_symbol_finder_get_index (AscSymbolFinder *self, guint i)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (!self->made)
    make_indices (self, NULL, NULL);
  return self->indices[i];
}

gboolean
asc_found_file_try (AscFoundFile *found, const char *path, const AscBuildId *build_id, gboolean want_code)
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
    if (asc_found_file_try (found, g_ptr_array_index (paths, i), build_id, want_code))
      return TRUE;
  return FALSE;
}

static gboolean
try_indices (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id, const char *name, gboolean want_code)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->indices); i++)
    {
      AscSymbolIndex *index = asc_symbol_finder_get_index (self, i);

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

char *
asc_build_id_dup_path (const AscBuildId *build_id)
{
  g_autofree char *hex = NULL;

  if (build_id->size < 2)
    return NULL;
  hex = asc_build_id_to_hex (build_id);
  return g_strdup_printf ("%.2s/%s", hex, hex + 2);
}

/* ~/.debug/.build-id/xx/yyyy is a link to a folder with FILE in it; before Linux 4.12 to the file itself. */
char *
asc_symbol_finder_dup_cache_path (const AscBuildId *build_id, const char *file)
{
  g_autofree char *part = asc_build_id_dup_path (build_id);
  g_autofree char *entry = NULL;

  if (part == NULL)
    return NULL;
  entry = g_build_filename (g_get_home_dir (), ".debug", ".build-id", part, NULL);
  return g_file_test (entry, G_FILE_TEST_IS_DIR) ? g_build_filename (entry, file, NULL) : g_steal_pointer (&entry);
}

static gboolean
try_cache (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id, const char *file, gboolean want_code)
{
  g_autofree char *path = self->no_live ? NULL : asc_symbol_finder_dup_cache_path (build_id, file);

  return path != NULL && asc_found_file_try (found, path, build_id, want_code);
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
  if (self->sysroot != NULL)
    {
      g_autofree char *below = asc_symbol_file_resolve_below (self->sysroot, path);

      if (below != NULL && asc_found_file_try (found, below, build_id, TRUE))
        return TRUE;
      if (build_id->size == 0)
        return FALSE;
    }
  return !self->no_live && asc_found_file_try (found, path, build_id, TRUE);
}

static char *
dup_base_name (const char *path)
{
  char *base = g_path_get_basename (path);

  if (g_str_has_suffix (base, DELETED))
    base[strlen (base) - strlen (DELETED)] = '\0';
  return base;
}

/* As a process that still runs sees it: in a container the paths are others. There only with the build-id's proof. */
static gboolean
try_process_roots (AscSymbolFinder *self, AscFoundFile *found, const char *recorded, const AscBuildId *build_id)
{
  gboolean taken = FALSE;

  if (self->no_live || self->sysroot != NULL || build_id->size == 0 || !g_path_is_absolute (recorded))
    return FALSE;
  for (guint i = 0; i < self->pids->len && !taken; i++)
    {
      g_autofree char *root = g_strdup_printf ("/proc/%d/root", g_array_index (self->pids, gint32, i));
      g_autofree char *below = g_array_index (self->pids, gint32, i) > 0 ? asc_symbol_file_resolve_below (root, recorded) : NULL;

      taken = below != NULL && asc_found_file_try (found, below, build_id, TRUE);
    }
  return taken;
}

static gboolean
try_server (AscSymbolFinder *self, AscFoundFile *found, const AscBuildId *build_id, gboolean want_code)
{
  AscDebuginfodKind kind = want_code ? ASC_DEBUGINFOD_EXECUTABLE : ASC_DEBUGINFOD_DEBUGINFO;
  g_autofree char *path = self->debuginfod ? asc_debuginfod_find (build_id, kind, self->cancellable, self->progress) : NULL;

  return path != NULL && asc_found_file_try (found, path, build_id, want_code);
}

static void
find_file (AscSymbolFinder *self, const AscObject *object, const AscBuildId *build_id, AscFoundFile *found)
{
  gboolean is_vdso = object->kind == ASC_OBJECT_VDSO;
  g_autofree char *name = dup_base_name (object->path);

  if (try_indices (self, found, build_id, name, TRUE) || try_cache (self, found, build_id, is_vdso ? "vdso" : "elf", TRUE))
    return;
  if (!is_vdso && (try_recorded_path (self, found, object->path, build_id) || try_process_roots (self, found, object->path, build_id)))
    return;
  if (build_id->size == 0 || try_server (self, found, build_id, TRUE))
    return;
  if (!try_indices (self, found, build_id, NULL, FALSE) && !asc_symbol_finder_try_debug_dirs (self, found, build_id))
    try_server (self, found, build_id, FALSE);
}

AscFoundFile
asc_symbol_finder_find_file (AscSymbolFinder *self, const AscObject *object)
{
  AscBuildId build_id = asc_build_id_make (object->build_id, object->build_id_size);
  g_autofree char *hex = asc_build_id_to_hex (&build_id);
  g_autofree char *key = g_strdup_printf ("file %d %s %s", object->kind, hex, object->path);
  AscFoundFile found = { 0 };

  if (!asc_symbol_finder_recall (self, key, &found))
    {
      find_file (self, object, &build_id, &found);
      asc_symbol_finder_remember (self, key, &found);
    }
  return found;
}

AscFoundFile
asc_symbol_finder_find_vdso (AscSymbolFinder *self, const AscObject *object)
{
  AscBuildId wanted = asc_build_id_make (object->build_id, object->build_id_size);
  AscFoundFile found = asc_symbol_finder_find_file (self, object);
  g_autoptr (GBytes) image = NULL;
  g_autoptr (AscElf) live = NULL;

  if (found.elf == NULL && !self->no_live)
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
  return self->sysroot;
}

AscFoundFile
asc_symbol_finder_find_at (AscSymbolFinder *self, const char *const *paths, const AscBuildId *build_id, const char *cached)
{
  AscFoundFile found = { 0 };

  if (try_indices (self, &found, build_id, NULL, FALSE) || try_cache (self, &found, build_id, cached, FALSE))
    return found;
  for (; *paths != NULL; paths++)
    {
      g_autofree char *below = self->sysroot != NULL ? asc_symbol_file_resolve_below (self->sysroot, *paths) : NULL;

      if ((below != NULL && asc_found_file_try (&found, below, build_id, FALSE)) || (!self->no_live && asc_found_file_try (&found, *paths, build_id, FALSE)))
        return found;
    }
  asc_symbol_finder_try_debug_dirs (self, &found, build_id);
  return found;
}

/* A file that the process @pid had at @path: below the sysroot, in the process's own root, live. Returns: (transfer full) (nullable) */
static char *
find_of_process (AscSymbolFinder *self, const char *path, gint32 pid)
{
  g_autofree char *root = g_strdup_printf ("/proc/%d/root", pid);
  const char *roots[] = { self->sysroot, self->no_live ? NULL : root, self->no_live ? NULL : "" };

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      g_autofree char *candidate = roots[i] != NULL ? asc_symbol_file_resolve_below (roots[i], path) : NULL;

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
      AscSymbolIndex *index = asc_symbol_finder_get_index (self, i);
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
      AscSymbolIndex *index = asc_symbol_finder_get_index (self, i);
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
      AscSymbolIndex *index = asc_symbol_finder_get_index (self, i);
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

  if (self->no_live || build_id->size == 0)
    return NULL;
  path = asc_symbol_finder_dup_cache_path (build_id, "kallsyms");
  if (path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&path);
  g_free (path);
  hex = asc_build_id_to_hex (build_id);
  path = g_build_filename (g_get_home_dir (), ".debug", "[kernel.kallsyms]", hex, "kallsyms", NULL);
  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
}
