/* asc-kernel-files.c: see asc-kernel-files.h
 *
 * Debian keeps the kernel with its debugging information in /usr/lib/debug/boot/vmlinux-RELEASE, Fedora in
 * /usr/lib/debug/lib/modules/RELEASE/vmlinux, Arch in /usr/lib/modules/RELEASE/build; tools/perf/util/symbol.c,
 * vmlinux_paths, has more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-kernel-files.h"

#include <string.h>

#include "asc-symbol-file.h"

#define DEBUG_DIR "/usr/lib/debug"

/* Of Debian's kernel it has 600 KB. */
#define MAX_DEP_BYTES (64u << 20)

AscFoundFile
asc_kernel_files_find_kernel (AscSymbolFinder *finder, const AscBuildId *build_id, const char *release)
{
  static const char *const patterns[] = { "/usr/lib/debug/boot/vmlinux-%s",
                                          "/usr/lib/debug/lib/modules/%s/vmlinux",
                                          "/usr/lib/debug/usr/lib/modules/%s/vmlinux",
                                          "/usr/lib/debug/boot/vmlinux-%s.debug",
                                          "/boot/vmlinux-%s",
                                          "/lib/modules/%s/vmlinux",
                                          "/lib/modules/%s/build/vmlinux" };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) paths = NULL;

  if (build_id->size == 0)
    return (AscFoundFile){ 0 };
  for (guint i = 0; release != NULL && i < G_N_ELEMENTS (patterns); i++)
    {
      g_auto (GStrv) parts = g_strsplit (patterns[i], "%s", 2);
      g_autofree char *path = g_strconcat (parts[0], release, parts[1], NULL);

      g_strv_builder_add (builder, path);
    }
  paths = g_strv_builder_end (builder);
  return asc_symbol_finder_find_at (finder, (const char *const *)paths, build_id, "vmlinux");
}

/* Whether the file name @base, up to ".ko", is that of the module @name; names have "_" where files may have "-". */
static gboolean
is_module_file (const char *base, const char *name)
{
  for (; *name != '\0'; name++, base++)
    if (*base != *name && !(*base == '-' && *name == '_'))
      return FALSE;
  return g_str_has_prefix (base, ".ko");
}

/* The module's path in modules.dep, "kernel/fs/xfs/xfs.ko.xz: kernel/lib/...". @name: "xfs". Returns: (transfer full)
 * (nullable) */
static char *
find_in_dep (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, "modules.dep", NULL);
  gsize size;
  g_autofree char *text = asc_symbol_file_read (path, MAX_DEP_BYTES, &size, NULL);
  char *next = NULL;

  for (char *line = text; line != NULL && *line != '\0'; line = next)
    {
      char *colon = strchr (line, ':');
      char *end = strchr (line, '\n');
      char *slash;

      next = end != NULL ? end + 1 : NULL;
      if (colon == NULL || (end != NULL && colon > end))
        continue;
      *colon = '\0';
      slash = strrchr (line, '/');
      if (is_module_file (slash != NULL ? slash + 1 : line, name))
        return g_build_filename (folder, line, NULL);
    }
  return NULL;
}

/* Where the running system has the module, or the one below the sysroot. Returns: (transfer full) (nullable): below
 * neither's root */
static char *
dup_module_path (AscSymbolFinder *finder, const AscObject *object, const char *release)
{
  const char *shown = object->name != NULL ? object->name : object->path;
  g_autofree char *name = NULL;
  g_autofree char *folder = release != NULL ? g_build_filename ("/lib/modules", release, NULL) : NULL;
  const char *sysroot = asc_symbol_finder_get_sysroot (finder);

  if (g_path_is_absolute (object->path))
    return g_strdup (object->path);
  if (folder == NULL || shown[0] != '[' || strlen (shown) < 3)
    return NULL;
  name = g_strndup (shown + 1, strlen (shown) - 2);
  if (sysroot != NULL)
    {
      g_autofree char *below = g_build_filename (sysroot, folder, NULL);
      char *path = find_in_dep (below, name);

      if (path != NULL)
        {
          g_autofree char *whole = path;

          return g_build_filename (folder, whole + strlen (below), NULL);
        }
    }
  return asc_symbol_finder_may_use_live (finder) ? find_in_dep (folder, name) : NULL;
}

AscFoundFile
asc_kernel_files_find_module (AscSymbolFinder *finder, const AscObject *object, const char *release)
{
  AscBuildId build_id = asc_build_id_make (object->build_id, object->build_id_size);
  AscFoundFile found = asc_symbol_finder_find_file (finder, object);
  g_autofree char *path = NULL;

  if (found.elf != NULL || build_id.size == 0)
    return found;
  path = dup_module_path (finder, object, release);
  if (path != NULL)
    {
      g_autofree char *debug = g_strconcat (DEBUG_DIR, path, NULL);
      g_autofree char *suffixed = g_strconcat (DEBUG_DIR, path, ".debug", NULL);
      const char *paths[] = { path, debug, suffixed, NULL };

      asc_found_file_clear (&found);
      found = asc_symbol_finder_find_at (finder, paths, &build_id, "elf");
    }
  return found;
}

AscFoundFile
asc_kernel_files_find_module_debug (AscSymbolFinder *finder, AscElf *elf, const char *path)
{
  AscFoundFile found = asc_symbol_finder_find_debug (finder, elf, path);
  const char *ko = strstr (path, ".ko");
  g_autofree char *bare = ko != NULL ? g_strndup (path, (gsize)(ko - path) + strlen (".ko")) : g_strdup (path);
  g_autofree char *debug = g_strconcat (DEBUG_DIR, bare, NULL);
  g_autofree char *suffixed = g_strconcat (DEBUG_DIR, bare, ".debug", NULL);
  const char *paths[] = { debug, suffixed, NULL };

  if (found.elf != NULL)
    return found;
  asc_found_file_clear (&found);
  return asc_symbol_finder_find_at (finder, paths, asc_elf_get_build_id (elf), "debug");
}
