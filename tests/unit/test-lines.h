/* test-lines.h: the lines of what a tool printed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

/** As g_strsplit (text, "\n", -1), which under AddressSanitizer takes quadratic time. */
static inline char **
split_lines (const char *text)
{
  GPtrArray *lines = g_ptr_array_new ();
  const char *end = text + strlen (text);

  while (TRUE)
    {
      const char *stop = memchr (text, '\n', (gsize) (end - text));

      g_ptr_array_add (lines, g_strndup (text, (gsize) ((stop != NULL ? stop : end) - text)));
      if (stop == NULL)
        break;
      text = stop + 1;
    }
  g_ptr_array_add (lines, NULL);
  return (char **) g_ptr_array_free (lines, FALSE);
}
