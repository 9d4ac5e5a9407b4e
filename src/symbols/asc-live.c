/* asc-live.c: see asc-live.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-live.h"

#include <string.h>
#include <sys/auxv.h>

#include "asc-symbol-file.h"

#define MAX_NOTES (64 * 1024)
#define MAX_MAPS (16 << 20)

gboolean
asc_live_get_kernel_build_id (AscBuildId *build_id)
{
  gsize size;
  g_autofree char *notes = asc_symbol_file_read ("/sys/kernel/notes", MAX_NOTES, &size, NULL);

  return notes != NULL && asc_build_id_from_notes (build_id, notes, size, 4, G_BYTE_ORDER == G_BIG_ENDIAN);
}

/* getauxval() has its address, /proc/self/maps its size. */
GBytes *
asc_live_dup_vdso (void)
{
  guint64 address = getauxval (AT_SYSINFO_EHDR);
  gsize size;
  g_autofree char *maps = NULL;

  if (address == 0)
    return NULL;
  maps = asc_symbol_file_read ("/proc/self/maps", MAX_MAPS, &size, NULL);
  for (char *line = maps; line != NULL; line = strchr (line, '\n'))
    {
      char *rest;
      guint64 start, end;

      line += *line == '\n';
      start = g_ascii_strtoull (line, &rest, 16);
      if (start != address || *rest != '-')
        continue;
      end = g_ascii_strtoull (rest + 1, &rest, 16);
      if (end > start && g_str_has_prefix (rest, " r"))
        return g_bytes_new ((gconstpointer) (guintptr) start, end - start);
    }
  return NULL;
}
