/* asc-colors.h: colours that mean something, as 0xRRGGBB, for the window and for exported drawings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Steps of heat; lightness falls (light style) or rises (dark style) with each. */
#define ASC_N_HEAT 8u
/** Steps of the tint behind a line of source text. */
#define ASC_N_TINTS 4u
/** Load objects: the program, the five hottest others, and the rest. */
#define ASC_N_OBJECT_COLORS 7u

/** The heat of a part of a whole: its step changes at 0.5, 1, 2, 5, 10, 20 and 40 %. */
guint32 asc_color_heat (gint64 part, gint64 whole, gboolean dark);
/** Behind text in syntax colours: of the step @tint, 0 to ASC_N_TINTS - 1. */
guint32 asc_color_tint (guint tint, gboolean dark);
/** Of the load object number @rank: 0 the program, 1 to 5 the hottest others, everything above is the rest. */
guint32 asc_color_object (guint rank, gboolean dark);

/** Steps of a difference: less than -20, -5, -1 %, the same, more than 1, 5, 20 %. */
#define ASC_N_DIFFERENCES 7u

/** Of a value that changed by @change; the steps are at 1, 5 and 20 % of @whole. Blue is less and orange more: every vision tells them apart. */
guint32 asc_color_difference (gint64 change, gint64 whole, gboolean dark);

/** @color a little lighter or darker, as @hash says: for neighbours that would look like one. Text on it stays as readable. */
guint32 asc_color_vary (guint32 color, guint hash);
/** Black or white: what is easier to read on @color. */
guint32 asc_color_text (guint32 color);
/** The contrast ratio of two colours as WCAG 2 defines it, 1 to 21. */
double asc_color_contrast (guint32 a, guint32 b);
/** @share (0 to 1) of @color over @background. */
guint32 asc_color_mix (guint32 color, guint32 background, double share);

G_END_DECLS
