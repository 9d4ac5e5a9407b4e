/* asc-symbol-index.c: see asc-symbol-index.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-symbol-index.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "asc-elf.h"
#include "asc-symbol-archive.h"
#include "asc-symbol-file.h"

/* So that `--symbols=/` ends: a whole system has some 500,000 files. Kernel file systems (/proc, /sys) are left out. */
#define MAX_FILES 1000000
#define MAX_DEPTH 64

struct _AscSymbolIndex
{
  GHashTable *by_build_id; /* hexadecimal -> GPtrArray of paths */
  GHashTable *by_name;     /* base name -> GPtrArray of paths */
  GHashTable *maps;        /* base name of a perf map or a jitdump -> path */
  GHashTable *kallsyms;    /* build-id -> path */
  char *any_kallsyms;
  guint n_files;
  GCancellable *cancellable; /* while it is made */
  AscProgress *progress;
};

static void
append (GHashTable *table, const char *key, const char *path)
{
  GPtrArray *paths = g_hash_table_lookup (table, key);

  if (paths == NULL)
    {
      paths = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (table, g_strdup (key), paths);
    }
  g_ptr_array_add (paths, g_strdup (path));
}

static void
put (GHashTable *table, const char *key, const char *path)
{
  if (!g_hash_table_contains (table, key))
    g_hash_table_insert (table, g_strdup (key), g_strdup (path));
}

static gboolean
starts_as_elf (const char *path)
{
  char magic[4];
  int fd = asc_symbol_file_open (path, NULL, NULL);
  gboolean is_elf = fd >= 0 && read (fd, magic, sizeof magic) == sizeof magic && memcmp (magic, "\177ELF", 4) == 0;

  if (fd >= 0)
    close (fd);
  return is_elf;
}

/* Modules lie packed on most systems: xfs.ko.xz, xfs.ko.zst. Of other packed files none is looked into. */
static gboolean
is_packed_module (const char *path)
{
  return g_str_has_suffix (path, ".ko.xz") || g_str_has_suffix (path, ".ko.zst") || g_str_has_suffix (path, ".ko.gz");
}

/* The name of what a file holds: in a cache of perf, NAME/BUILD-ID/{elf,vdso,debug}, that of the folder above the build-id. */
static char *
dup_object_name (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *hex = g_path_get_basename (folder);
  g_autofree char *above = g_path_get_dirname (folder);
  AscBuildId id;

  if (asc_build_id_from_hex (&id, hex) && (g_str_equal (base, "elf") || g_str_equal (base, "vdso") || g_str_equal (base, "debug")))
    return g_path_get_basename (above);
  return g_steal_pointer (&base);
}

static void
add_elf (AscSymbolIndex *self, const char *path)
{
  g_autoptr (AscElf) elf = starts_as_elf (path) || is_packed_module (path) ? asc_elf_open (path, NULL) : NULL;
  g_autofree char *name = NULL;

  if (elf == NULL)
    return;
  name = dup_object_name (path);
  append (self->by_name, name, path);
  if (asc_elf_get_build_id (elf)->size > 0)
    {
      g_autofree char *hex = asc_build_id_to_hex (asc_elf_get_build_id (elf));

      append (self->by_build_id, hex, path);
    }
}

static gboolean
is_perf_map_name (const char *base)
{
  const char *digits = base + strlen ("perf-");

  return g_str_has_prefix (base, "perf-") && g_str_has_suffix (base, ".map") && strspn (digits, "0123456789") + strlen (".map") == strlen (digits)
         && digits[0] != '.';
}

static gboolean
is_jitdump_name (const char *base)
{
  return g_str_has_prefix (base, "jit-") && g_str_has_suffix (base, ".dump");
}

static void
add_file (AscSymbolIndex *self, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  self->n_files++;
  asc_progress_add (self->progress, 1);
  if (is_perf_map_name (base) || is_jitdump_name (base))
    put (self->maps, base, path);
  else if (g_str_equal (base, "kallsyms"))
    {
      g_autofree char *folder = g_path_get_dirname (path);
      g_autofree char *hex = g_path_get_basename (folder);
      AscBuildId id;

      if (asc_build_id_from_hex (&id, hex))
        {
          g_autofree char *key = asc_build_id_to_hex (&id);
          put (self->kallsyms, key, path);
        }
      if (self->any_kallsyms == NULL)
        self->any_kallsyms = g_strdup (path);
    }
  else
    add_elf (self, path);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* What the kernel makes up has no files with symbols, and hundreds of thousands of others. */
static gboolean
is_kernel_made (const char *path)
{
  struct statfs st;

  return statfs (path, &st) == 0
         && (st.f_type == PROC_SUPER_MAGIC || st.f_type == SYSFS_MAGIC || st.f_type == CGROUP2_SUPER_MAGIC || st.f_type == DEBUGFS_MAGIC
             || st.f_type == TRACEFS_MAGIC || st.f_type == SECURITYFS_MAGIC || st.f_type == DEVPTS_SUPER_MAGIC);
}

static void
add_folder (AscSymbolIndex *self, const char *path, guint depth)
{
  g_autoptr (GDir) dir = is_kernel_made (path) ? NULL : g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL && names->len < MAX_FILES)
    g_ptr_array_add (names, g_strdup (name));
  /* The order of a folder is by chance: which of two copies is taken must not be. */
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && self->n_files < MAX_FILES && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      g_autofree char *child = g_build_filename (path, g_ptr_array_index (names, i), NULL);
      struct stat st;

      if (lstat (child, &st) != 0)
        continue;
      if (S_ISDIR (st.st_mode) && depth < MAX_DEPTH)
        add_folder (self, child, depth + 1);
      else if (S_ISREG (st.st_mode) || S_ISLNK (st.st_mode))
        add_file (self, child);
    }
}

AscSymbolIndex *
asc_symbol_index_new (const char *const *paths, GCancellable *cancellable, AscProgress *progress)
{
  AscSymbolIndex *self = g_new0 (AscSymbolIndex, 1);

  self->cancellable = cancellable;
  self->progress = progress;

  self->by_build_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->maps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->kallsyms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (; paths != NULL && *paths != NULL; paths++)
    {
      g_autofree char *unpacked = asc_symbol_archive_is (*paths) ? asc_symbol_archive_unpack (*paths, cancellable) : NULL;

      if (unpacked != NULL)
        add_folder (self, unpacked, 0);
      else if (g_file_test (*paths, G_FILE_TEST_IS_DIR))
        add_folder (self, *paths, 0);
      else
        add_file (self, *paths);
    }
  self->cancellable = NULL;
  self->progress = NULL;
  return self;
}

void
asc_symbol_index_free (AscSymbolIndex *self)
{
  g_hash_table_unref (self->by_build_id);
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->maps);
  g_hash_table_unref (self->kallsyms);
  g_free (self->any_kallsyms);
  g_free (self);
}

GPtrArray *
asc_symbol_index_find_build_id (AscSymbolIndex *self, const AscBuildId *build_id)
{
  g_autofree char *hex = asc_build_id_to_hex (build_id);

  return g_hash_table_lookup (self->by_build_id, hex);
}

GPtrArray *
asc_symbol_index_find_name (AscSymbolIndex *self, const char *name)
{
  return g_hash_table_lookup (self->by_name, name);
}

const char *
asc_symbol_index_find_perf_map (AscSymbolIndex *self, gint32 pid)
{
  g_autofree char *base = g_strdup_printf ("perf-%d.map", pid);

  return g_hash_table_lookup (self->maps, base);
}

const char *
asc_symbol_index_find_jitdump (AscSymbolIndex *self, const char *name)
{
  return is_jitdump_name (name) ? g_hash_table_lookup (self->maps, name) : NULL;
}

const char *
asc_symbol_index_find_kallsyms (AscSymbolIndex *self, const AscBuildId *build_id)
{
  g_autofree char *hex = NULL;

  if (build_id->size == 0)
    return self->any_kallsyms;
  hex = asc_build_id_to_hex (build_id);
  return g_hash_table_lookup (self->kallsyms, hex);
}
