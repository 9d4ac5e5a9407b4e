/* asc-flame-colors.h: which colour the cells of a flame graph have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-flame-difference.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_FLAME_COLOR_OBJECT, /* the program, the five hottest other load objects, the rest and the kernel */
  ASC_FLAME_COLOR_HEAT,   /* the function's exclusive share of <Total> */
  ASC_FLAME_COLOR_KIND,   /* own code, libraries, kernel, code compiled at run time, inlined */
  ASC_FLAME_COLOR_DIFFERENCE, /* what the path has more or less than in the baseline */
  ASC_FLAME_N_COLORINGS,
} AscFlameColoring;

/** What a colour stands for. */
typedef struct
{
  guint32 color;
  char *title; /* a load object's name; N_() with context "flame color" where @translatable */
  gboolean translatable;
} AscFlameLegend;

/** Made once for a profile; any thread may read it. */
typedef struct
{
  AscFlameColoring coloring;
  gboolean dark;
  guint32 *base;     /* by function: without variation */
  guint32 *varied;   /* by function: neighbours differ a little, as their names */
  guint8 *is_unknown; /* by function: code without a name */
  guint8 *is_chosen;  /* by function: its colour is the user's, see asc_function_colors_use(); not where colours are heat */
  guint32 *object;    /* by row of the profile's load objects: their own colours, whatever the user chose for functions */
  guint32 root;      /* of <Total>, threads and processes */
  guint32 inlined;   /* of inlined cells, where they have a colour of their own; else ASC_NONE */
  guint32 background;
  const AscFlameCell *cells; /* of a difference: the graph's, lent, and ... */
  guint32 *by_cell;          /* ... their colours; else NULL */
  GArray *legend;    /* AscFlameLegend; only what occurs */
} AscFlameColors;

/** Colours by @metric (for heat and the hottest objects: the metric drawn; objects always by the profile's primary one). Returns: (transfer full) */
AscFlameColors *asc_flame_colors_new (AscProfile *profile, AscFlameColoring coloring, guint metric, gboolean dark);
/** Colours by what each cell of @graph has more or less than @difference's baseline. Lives no longer than @graph. Returns: (transfer full) */
AscFlameColors *asc_flame_colors_new_difference (AscFlameGraph *graph, const AscFlameDifference *difference, gboolean dark);
void asc_flame_colors_free (AscFlameColors *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscFlameColors, asc_flame_colors_free)

static inline guint32
asc_flame_colors_get (const AscFlameColors *self, const AscFlameCell *cell, gboolean varied)
{
  if (self->by_cell != NULL)
    return self->by_cell[cell - self->cells];
  if (cell->function == ASC_FUNCTION_TOTAL)
    return self->root;
  if ((cell->flags & ASC_FLAME_INLINED) != 0 && self->inlined != ASC_NONE && !self->is_chosen[cell->function])
    return self->inlined;
  return varied ? self->varied[cell->function] : self->base[cell->function];
}

G_END_DECLS
