/* asc-disk-cache.h: what took long, kept from one run to the next below $XDG_CACHE_HOME/ascribe
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AscDiskCache:
 * @folder: its name below $XDG_CACHE_HOME/ascribe
 * @version: of the contents; what another version has written is not read
 * @max_file_bytes: larger entries are neither read nor written
 * @max_bytes: of all entries; beyond it those go that were not used longest
 *
 * A kind of entries. Nothing here fails: what cannot be read, is damaged or of another version is not there, what
 * cannot be written is not kept. An entry is replaced whole, so that any number of programs may read and write at once.
 * Any thread.
 */
typedef struct
{
  const char *folder;
  guint32 version;
  gsize max_file_bytes;
  guint64 max_bytes;
} AscDiskCache;

/** The bytes kept as @name (letters, digits, "-"), which is noted as used. Returns: (transfer full) (nullable) */
GBytes *asc_disk_cache_read (const AscDiskCache *self, const char *name);
/** Keeps @bytes as @name in the place of what was there. */
void asc_disk_cache_write (const AscDiskCache *self, const char *name, GBytes *bytes);

G_END_DECLS
