/* asc-path.c: see asc-path.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-path.h"

#include <string.h>

char *
asc_path_normalize (const char *path)
{
  g_autofree char *whole = NULL;

  if (g_path_is_absolute (path))
    return g_canonicalize_filename (path, NULL);
  whole = g_canonicalize_filename (path, "/");
  return g_strdup (whole + 1);
}

gboolean
asc_path_ends_with (const char *path, const char *end)
{
  gsize length = strlen (path), n = strlen (end);

  return n > 0 && n <= length && memcmp (path + length - n, end, n) == 0 && (n == length || end[0] == '/' || path[length - n - 1] == '/');
}
