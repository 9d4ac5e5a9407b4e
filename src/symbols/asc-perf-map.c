/* asc-perf-map.c: see asc-perf-map.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-map.h"

#include <string.h>

#include "asc-symbol-file.h"

/* A day of a large server's JIT writes some 100 MB. */
#define MAX_BYTES (1u << 30)

/* Returns: FALSE when the line is none of a map. */
static gboolean
parse_line (char *line, AscSymbol *symbol)
{
  char *p;
  guint64 size;

  symbol->start = g_ascii_strtoull (line, &p, 16);
  if (p == line || *p != ' ')
    return FALSE;
  line = p + 1;
  size = g_ascii_strtoull (line, &p, 16);
  if (p == line || *p != ' ' || p[1] == '\0')
    return FALSE;
  symbol->end = size < G_MAXUINT64 - symbol->start ? symbol->start + size : G_MAXUINT64;
  symbol->name = p + 1;
  return TRUE;
}

gboolean
asc_perf_map_read (const char *path, AscSymbolTable *table, guint *n_bad, GError **error)
{
  gsize size;
  char *text = asc_symbol_file_read (path, MAX_BYTES, &size, error);
  char *end, *next;

  *n_bad = 0;
  if (text == NULL)
    return FALSE;
  asc_symbol_table_take (table, text, g_free);
  end = text + size;
  for (char *line = text; line < end; line = next)
    {
      char *stop = memchr (line, '\n', (gsize) (end - line));
      AscSymbol symbol = { 0 };

      if (stop == NULL)
        stop = end;
      next = stop + 1;
      if (stop > line && stop[-1] == '\r')
        stop--;
      *stop = '\0';
      if (stop == line)
        continue;
      if (!parse_line (line, &symbol))
        ++*n_bad;
      else if (symbol.end > symbol.start)
        asc_symbol_table_add (table, &symbol);
    }
  return TRUE;
}
