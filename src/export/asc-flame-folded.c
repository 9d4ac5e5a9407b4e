/* asc-flame-folded.c: a flame graph as folded stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-export.h"

#include <string.h>

/* Written at once. */
#define BLOCK 65536u

/* ";" parts frames: where a name has one it becomes ":", as other writers of the format do it. */
static void
append_frame (GString *line, const char *name)
{
  gsize start = line->len;

  g_string_append (line, name);
  for (char *c = line->str + start; *c != '\0'; c++)
    if (*c == ';')
      *c = ':';
    else if ((guchar) *c < 0x20 || *c == 0x7f)
      *c = ' ';
}

void
asc_flame_write_folded (AscFlameGraph *graph, gint64 least, gint64 limit, AscWriteFunc write, gpointer data)
{
  g_autoptr (GString) path = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gsize)); /* by depth: where the path of a cell there ends */
  guint metric = asc_flame_graph_get_options (graph)->metric;
  guint n;
  const AscFlameCell *cells = asc_flame_graph_get_cells (graph, &n);

  g_array_append_val (ends, ((gsize){ 0 }));
  for (guint32 i = asc_flame_graph_next (graph, 0); i != ASC_NONE && limit != 0; i = asc_flame_graph_next (graph, i))
    {
      g_autofree char *name = asc_flame_graph_dup_name (graph, i);
      gint64 value = asc_flame_graph_get_exclusive (graph, i, metric);

      g_string_truncate (path, g_array_index (ends, gsize, cells[i].depth - 1));
      if (path->len > 0)
        g_string_append_c (path, ';');
      append_frame (path, name);
      g_array_set_size (ends, cells[i].depth);
      g_array_append_val (ends, path->len);
      if (value == 0 || cells[i].width < least)
        continue;
      g_string_append_len (text, path->str, (gssize) path->len);
      g_string_append_printf (text, " %" G_GINT64_FORMAT "\n", value);
      limit -= limit > 0;
      if (text->len >= BLOCK)
        {
          write (data, text->str, text->len);
          g_string_truncate (text, 0);
        }
    }
  write (data, text->str, text->len);
}
