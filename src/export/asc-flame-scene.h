/* asc-flame-scene.h: the boxes of a flame graph that are in sight: what the window and every file draw
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-flame-colors.h"

G_BEGIN_DECLS

/** What is in sight: weights @left to @right on @width_px, levels @first_depth to @end_depth - 1. */
typedef struct
{
  double left;
  double right;
  double width_px;
  guint first_depth;
  guint end_depth;
} AscFlameWindow;

typedef struct
{
  float x; /* px from the left edge of what is in sight; cut off at its edges */
  float width;
  guint32 cell;  /* of a bucket: the widest of the first few */
  guint32 depth;
  guint32 color;
  guint8 is_bucket; /* many cells that are less than a pixel wide, or one */
  guint8 is_marked; /* in a bucket: any of them */
} AscFlameBox;

/**
 * Lists the boxes in sight, level by level and from left to right. Cells of less than a pixel are merged into buckets of whole pixels, so that the
 * outline is true; neighbouring buckets of one colour are one box. Takes time by what is in sight, not by the size of the graph.
 * @marks: (nullable): cells that the boxes tell of. @boxes: AscFlameBox, appended to.
 */
void asc_flame_scene_list (AscFlameGraph *graph, const AscFlameWindow *window, const AscFlameColors *colors, const AscFlameMarks *marks, GArray *boxes);

/**
 * Lists where the cells of @function are in sight, in the same order; of those that touch the same pixel and are narrower than one only the first.
 * @boxes: AscFlameBox, appended to; colours and marks are not set. Takes time by what is in sight.
 */
void asc_flame_scene_list_function (AscFlameGraph *graph, const AscFlameWindow *window, guint32 function, GArray *boxes);

G_END_DECLS
