/* asc-flame-export.h: flame graphs as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-flame-scene.h"
#include "asc-picture.h"

G_BEGIN_DECLS

/** Takes the next @length bytes of a file. */
typedef void (*AscWriteFunc) (gpointer data, const char *bytes, gsize length);

/**
 * Folded stacks: a line for each cell in which events ended, root first; those of cells narrower than @least are left out, and there are at most
 * @limit (negative: all). docs/formats/folded.md
 */
void asc_flame_write_folded (AscFlameGraph *graph, gint64 least, gint64 limit, AscWriteFunc write, gpointer data);

/**
 * Folded stacks of both: a line for each path in which events ended in either of them, with the weight in the baseline and in @graph; those below @least in both are left out, and
 * there are at most @limit (negative: all).
 */
void asc_flame_write_folded_difference (AscFlameGraph *graph, const AscFlameDifference *difference, gint64 least, gint64 limit, AscWriteFunc write, gpointer data);

/** How a drawing looks. */
typedef struct
{
  const char *title;    /* above it */
  AscFlameColoring coloring;
  gboolean upward;      /* the root at the bottom: flames; else at the top: icicles */
  double min_share;     /* narrower cells (as a part of the whole, 0 to 1) are left out */
  const AscFlameDifference *difference; /* then @coloring is not heeded; or NULL */
} AscFlameDrawing;

/**
 * A drawing that stands alone, for a browser: tooltips, a click enlarges a cell, Ctrl+F searches; texts in the user's language.
 * Returns: how many cells are so narrow that they were left out
 */
guint asc_flame_write_svg (AscFlameGraph *graph, const AscFlameDrawing *drawing, AscWriteFunc write, gpointer data);

/** The same page to be painted; its data are freed with *destroy. */
AscPicture asc_flame_get_picture (AscFlameGraph *graph, const AscFlameDrawing *drawing, GDestroyNotify *destroy);
/**
 * The same page as PNG or PDF. Cells that are narrower than a pixel are merged into pixels unless @drawing leaves them out. @write: as cairo has it.
 * Returns: FALSE with @error when it is too large or was not written
 */
gboolean asc_flame_write_picture (AscFlameGraph *graph, const AscFlameDrawing *drawing, AscPictureKind kind, cairo_write_func_t write, gpointer data, GError **error);

G_END_DECLS
