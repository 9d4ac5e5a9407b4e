/* asc-flame-export.h: flame graphs as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-flame-scene.h"

G_BEGIN_DECLS

/** Takes the next @length bytes of a file. */
typedef void (*AscWriteFunc) (gpointer data, const char *bytes, gsize length);

/**
 * Folded stacks: a line for each cell in which events ended, root first; those of cells narrower than @least are left out, and there are at most
 * @limit (negative: all). docs/formats/folded.md
 */
void asc_flame_write_folded (AscFlameGraph *graph, gint64 least, gint64 limit, AscWriteFunc write, gpointer data);

/** How a drawing looks. */
typedef struct
{
  const char *title;    /* above it */
  AscFlameColoring coloring;
  gboolean upward;      /* the root at the bottom: flames; else at the top: icicles */
  double min_share;     /* narrower cells (as a part of the whole, 0 to 1) are left out */
} AscFlameDrawing;

/**
 * A drawing that stands alone, for a browser: tooltips, a click enlarges a cell, Ctrl+F searches; texts in the user's language.
 * Returns: how many cells are so narrow that they were left out
 */
guint asc_flame_write_svg (AscFlameGraph *graph, const AscFlameDrawing *drawing, AscWriteFunc write, gpointer data);

G_END_DECLS
