/* asc-graph-drawing-private.h: texts and colours of a drawing, and what was made to paint them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <pango/pangocairo.h>

#include "asc-graph-drawing.h"

G_BEGIN_DECLS

/** Sizes at 100 % text, px. */
#define ASC_GRAPH_FONT_PX 14.667
#define ASC_GRAPH_BOX_HEIGHT 44.0
#define ASC_GRAPH_STUB_HEIGHT 22.0
#define ASC_GRAPH_MIN_WIDTH 112.0
#define ASC_GRAPH_MAX_WIDTH 240.0
#define ASC_GRAPH_PADDING 8.0
#define ASC_GRAPH_BAR 3.0
#define ASC_GRAPH_LOOP 26.0
/* Of texts, as parts of the font's size. */
#define ASC_GRAPH_NAME_SIZE 0.9
#define ASC_GRAPH_NUMBERS_SIZE 0.85
#define ASC_GRAPH_SMALL_SIZE 0.8

typedef struct
{
  char *name;    /* NULL: a stub */
  char *numbers;
  guint32 fill;
  guint32 text;
  double bar;    /* 0 to 1: exclusive as part of inclusive */
  PangoLayout *name_layout; /* of the painting thread; NULL until it is painted */
  PangoLayout *numbers_layout;
} AscGraphBoxText;

typedef struct
{
  char *label;   /* NULL: none */
  double share;  /* of <Total>, 0 to 1 */
  double width;  /* px of the line */
  PangoLayout *layout;
} AscGraphLineText;

struct _AscGraphDrawing
{
  gatomicrefcount ref_count;
  AscCallGraph *graph;
  AscGraphLayout *layout;
  char *font;
  AscGraphStyle style; /* style.font is the above */
  double scale;        /* of all sizes */
  gboolean percent;
  AscScale unit;
  gint64 total;
  AscGraphBoxText *boxes;
  AscGraphLineText *lines;
  PangoContext *context; /* of the painting thread */
  PangoLayout *legend[3];
};

/** A context of the calling thread that measures the same at every zoom. Returns: (transfer full) */
PangoContext *asc_graph_drawing_new_context (void);
/** Returns: (transfer full) */
PangoLayout *asc_graph_drawing_new_layout (const AscGraphDrawing *self, PangoContext *context, const char *text, double size, gboolean bold);

/** A name as it may be shown: valid, without control characters, its middle left out when it is endless. Returns: (transfer full) */
char *asc_graph_dup_clean_name (const char *name);

G_END_DECLS
