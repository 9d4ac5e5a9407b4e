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

typedef struct
{
  AscFlameGraph *graph;
  const AscFlameCell *cells;
  const AscFlameDifference *difference; /* or NULL */
  const guint8 *gone; /* by cell: then the graph is the baseline, and only what the other has not is written; or NULL */
  gint64 least;
  gint64 limit; /* lines left; negative: all */
  GString *text;
  AscWriteFunc write;
  gpointer data;
} Writer;

/* The line of one path, when something ended there. */
static void
write_path (Writer *w, const GString *path, guint32 cell)
{
  gint64 value = asc_flame_graph_get_exclusive (w->graph, cell, asc_flame_graph_get_options (w->graph)->metric);
  gint64 before = w->difference != NULL ? w->difference->own[cell] : 0;
  gint64 width = MAX (w->cells[cell].width, w->difference != NULL ? w->difference->value[cell] : 0);

  if ((value == 0 && before == 0) || width < w->least || (w->gone != NULL && !w->gone[cell]))
    return;
  g_string_append_len (w->text, path->str, (gssize) path->len);
  if (w->gone != NULL)
    g_string_append_printf (w->text, " %" G_GINT64_FORMAT " 0\n", value);
  else if (w->difference != NULL)
    g_string_append_printf (w->text, " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", before, value);
  else
    g_string_append_printf (w->text, " %" G_GINT64_FORMAT "\n", value);
  w->limit -= w->limit > 0;
  if (w->text->len >= BLOCK)
    {
      w->write (w->data, w->text->str, w->text->len);
      g_string_truncate (w->text, 0);
    }
}

static void
write_paths (Writer *w)
{
  g_autoptr (GString) path = g_string_new (NULL);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gsize)); /* by depth: where the path of a cell there ends */
  guint n;

  w->cells = asc_flame_graph_get_cells (w->graph, &n);
  g_array_append_val (ends, ((gsize){ 0 }));
  for (guint32 i = asc_flame_graph_next (w->graph, 0); i != ASC_NONE && w->limit != 0; i = asc_flame_graph_next (w->graph, i))
    {
      g_autofree char *name = asc_flame_graph_dup_name (w->graph, i);

      g_string_truncate (path, g_array_index (ends, gsize, w->cells[i].depth - 1));
      if (path->len > 0)
        g_string_append_c (path, ';');
      append_frame (path, name);
      g_array_set_size (ends, w->cells[i].depth);
      g_array_append_val (ends, path->len);
      write_path (w, path, i);
    }
}

void
asc_flame_write_folded (AscFlameGraph *graph, gint64 least, gint64 limit, AscWriteFunc write, gpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Writer w = { .graph = graph, .least = least, .limit = limit, .text = text, .write = write, .data = data };

  write_paths (&w);
  write (data, text->str, text->len);
}

/* Of the baseline's cells, those of paths that are gone. Returns: (transfer full) */
static guint8 *
mark_gone (const AscFlameDifference *difference)
{
  guint n;
  const AscFlameCell *cells = asc_flame_graph_get_cells (difference->base, &n);
  guint8 *gone = g_new0 (guint8, n);

  for (guint i = 0; i < difference->gone->len; i++)
    gone[g_array_index (difference->gone, AscFlameGone, i).cell] = 1;
  for (guint i = 1; i < n; i++)
    gone[i] |= gone[cells[i].parent];
  return gone;
}

void
asc_flame_write_folded_difference (AscFlameGraph *graph, const AscFlameDifference *difference, gint64 least, gint64 limit, AscWriteFunc write, gpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree guint8 *gone = mark_gone (difference);
  Writer w = { .graph = graph, .difference = difference, .least = least, .limit = limit, .text = text, .write = write, .data = data };

  write_paths (&w);
  w.graph = difference->base;
  w.difference = NULL;
  w.gone = gone;
  write_paths (&w);
  write (data, text->str, text->len);
}
