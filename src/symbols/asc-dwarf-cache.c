/* asc-dwarf-cache.c: resolved addresses are kept on disk
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <sys/stat.h>

#include "asc-disk-cache.h"
#include "asc-dwarf-private.h"
#include "asc-elf-private.h"

/* Up when the same file would be answered otherwise than before, or when the form of the entries changes. */
#define VERSION 3

/* An address takes some 60 bytes. What grows beyond is started anew with what was found last. */
static const AscDiskCache cache = { "lines", VERSION, 64 << 20, 512 << 20 };

/* By build-id; size and time of the file with the DWARF tell a stripped copy, or one from dwz, from it. NULL: cannot be
 * told again. */
static char *
dup_key (AscDwarf *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA1);
  AscBuildId *build_id = &self->file->build_id;
  g_autofree char *hex = asc_build_id_to_hex (build_id);
  struct stat st;
  gint64 numbers[3];

  /* The addresses of a module's object file are those of where it was loaded. */
  if (self->file->is_relocatable || self->file->path == NULL || self->file->elf->fd < 0 || fstat (self->file->elf->fd, &st) != 0)
    return NULL;
  numbers[0] = st.st_size;
  numbers[1] = st.st_mtim.tv_sec;
  numbers[2] = st.st_mtim.tv_nsec;
  g_checksum_update (sum, (const guchar *)numbers, sizeof numbers);
  if (build_id->size == 0)
    g_checksum_update (sum, (const guchar *)self->file->path, -1);
  return g_strdup_printf ("%s-%s", build_id->size > 0 ? hex : "path", g_checksum_get_string (sum));
}

static AscDwarfResult *
load (const char *key)
{
  g_autoptr (GBytes) bytes = asc_disk_cache_read (&cache, key);

  return bytes != NULL ? asc_dwarf_result_unpack (bytes) : NULL;
}

/* @found: (nullable): the part of it that is new. */
static void
save (const char *key, AscDwarfResult *result, AscDwarfResult *found)
{
  g_autoptr (GBytes) bytes = asc_dwarf_result_pack (result);

  if (g_bytes_get_size (bytes) <= cache.max_file_bytes)
    asc_disk_cache_write (&cache, key, bytes);
  else if (found != NULL)
    save (key, found, NULL);
}

/* Has @self answer for @addresses alone. FALSE: it does not know all of them. */
static gboolean
choose (AscDwarfResult *self, const guint64 *addresses, guint n)
{
  g_autofree guint32 *selected = g_new (guint32, (gsize)n + 1);

  for (guint i = 0; i < n; i++)
    if (!asc_dwarf_result_find (self, addresses[i], &selected[i]))
      return FALSE;
  self->selected = g_steal_pointer (&selected);
  return TRUE;
}

AscDwarfResult *
asc_dwarf_resolve_cached (AscDwarf *self, const guint64 *addresses, guint n, GCancellable *cancellable, GError **error)
{
  g_autofree char *key = dup_key (self);
  g_autoptr (AscDwarfResult) known = key != NULL ? load (key) : NULL;
  g_autoptr (AscDwarfResult) found = NULL;
  g_autoptr (AscDwarfResult) joined = NULL;
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint32 number;

  if (known != NULL && choose (known, addresses, n))
    return g_steal_pointer (&known);
  for (guint i = 0; i < n; i++)
    if (known == NULL || !asc_dwarf_result_find (known, addresses[i], &number))
      g_array_append_val (missing, addresses[i]);
  found = asc_dwarf_resolve (self, (const guint64 *)(gpointer)missing->data, missing->len, cancellable, error);
  if (found == NULL)
    return NULL;
  joined = known != NULL ? asc_dwarf_result_join (known, found) : NULL;
  /* Where something was missing it may be there the next time. */
  if (key != NULL && self->problem == NULL)
    save (key, joined != NULL ? joined : found, joined != NULL ? found : NULL);
  if (joined == NULL)
    joined = g_steal_pointer (&found);
  choose (joined, addresses, n);
  return g_steal_pointer (&joined);
}
