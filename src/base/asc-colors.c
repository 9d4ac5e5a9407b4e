/* asc-colors.c: see asc-colors.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-colors.h"

#include <math.h>

/* CIE L*: light colours vary by so much to both sides; dark ones only darker, for white text on some of them is just readable. */
#define VARIATION 4.0
#define DARK_VARIATION 6.0

/* Text black on light steps 1 to 6, white on 7 and 8; white on dark steps 1 to 5, black on 6 to 8. */
static const guint32 heat[2][ASC_N_HEAT] = {
  { 0xFFF7E0, 0xFFE9B8, 0xFFD488, 0xFDB863, 0xF4945A, 0xE2714A, 0xC64E3A, 0xA8342F },
  { 0x2E2A26, 0x40331F, 0x5A431C, 0x7A531C, 0x9A5D1F, 0xCB7833, 0xE08E4A, 0xF5B06E },
};

/* The shipped style scheme's colours have a contrast of 4.5 or more on each of them. */
static const guint32 tints[2][ASC_N_TINTS] = {
  { 0xFFFBEF, 0xFFF4D6, 0xFFEBB8, 0xFFE099 },
  { 0x262320, 0x312A20, 0x3D3120, 0x4B3920 },
};

static const double heat_limits[ASC_N_HEAT - 1] = { 0.005, 0.01, 0.02, 0.05, 0.10, 0.20, 0.40 };

/* Text black on light ones (contrast 7.6 or more), white on dark ones (4.8 or more). */
static const guint32 objects[2][ASC_N_OBJECT_COLORS] = {
  { 0xE3853D, 0x869DC4, 0xD1CF7A, 0x47BF8E, 0xEDAAF5, 0xA9E9EA, 0xA9B1BA },
  { 0x7A4214, 0x0F75C4, 0x896B0B, 0x006E4D, 0x5B2F77, 0x0B4442, 0x5E666F },
};

static const guint32 differences[2][ASC_N_DIFFERENCES] = {
  { 0x2166AC, 0x5A9BD4, 0xA6CBE8, 0xE6E6E6, 0xF6C79B, 0xE38B3F, 0xB35806 },
  { 0x6BAEE8, 0x4A86BE, 0x34597A, 0x3A3A3A, 0x7A5230, 0xBA7432, 0xF0A04B },
};

static const double difference_limits[ASC_N_DIFFERENCES / 2] = { 0.01, 0.05, 0.20 };

guint32
asc_color_difference (gint64 change, gint64 whole, gboolean dark)
{
  double share = whole > 0 ? fabs ((double) change) / (double) whole : change != 0 ? 1 : 0;
  int step = 0;

  while (step < (int) G_N_ELEMENTS (difference_limits) && share >= difference_limits[step])
    step++;
  return differences[dark][(int) ASC_N_DIFFERENCES / 2 + (change < 0 ? -step : step)];
}

guint32
asc_color_heat (gint64 part, gint64 whole, gboolean dark)
{
  double share = whole > 0 ? (double) part / (double) whole : 0;
  guint step = 0;

  while (step < ASC_N_HEAT - 1 && share >= heat_limits[step])
    step++;
  return heat[dark][step];
}

guint32
asc_color_tint (guint tint, gboolean dark)
{
  return tints[dark][MIN (tint, ASC_N_TINTS - 1)];
}

guint32
asc_color_object (guint rank, gboolean dark)
{
  return objects[dark][MIN (rank, ASC_N_OBJECT_COLORS - 1)];
}

/* sRGB (IEC 61966-2-1) to linear light, and back. */
static double
to_linear (guint32 color, guint shift)
{
  double c = ((color >> shift) & 0xff) / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static guint32
from_linear (double light, guint shift)
{
  double c = light <= 0.0031308 ? 12.92 * light : 1.055 * pow (light, 1 / 2.4) - 0.055;

  return (guint32) lround (CLAMP (c, 0, 1) * 255) << shift;
}

static double
luminance (guint32 color)
{
  return 0.2126 * to_linear (color, 16) + 0.7152 * to_linear (color, 8) + 0.0722 * to_linear (color, 0);
}

/* CIE 15: L* of a relative luminance, and back. */
static double
to_lightness (double y)
{
  return y > 216.0 / 24389 ? 116 * cbrt (y) - 16 : y * 24389.0 / 27;
}

static double
from_lightness (double l)
{
  return l > 8 ? pow ((l + 16) / 116, 3) : l * 27.0 / 24389;
}

guint32
asc_color_vary (guint32 color, guint hash)
{
  double y = luminance (color);
  double part = (double) (hash % 257) / 256;
  double change = asc_color_text (color) == 0 ? VARIATION * (2 * part - 1) : -DARK_VARIATION * part;
  double wanted = from_lightness (CLAMP (to_lightness (y) + change, 0, 100));
  double factor = y > 0 ? wanted / y : 1;

  /* The same hue and saturation: all three lights by one factor. */
  return from_linear (to_linear (color, 16) * factor, 16) | from_linear (to_linear (color, 8) * factor, 8) | from_linear (to_linear (color, 0) * factor, 0);
}

double
asc_color_contrast (guint32 a, guint32 b)
{
  double x = luminance (a) + 0.05;
  double y = luminance (b) + 0.05;

  return x > y ? x / y : y / x;
}

guint32
asc_color_text (guint32 color)
{
  return asc_color_contrast (color, 0x000000) >= asc_color_contrast (color, 0xffffff) ? 0x000000 : 0xffffff;
}

static guint32
mix_channel (guint32 color, guint32 background, double share, guint shift)
{
  double c = share * ((color >> shift) & 0xff) + (1 - share) * ((background >> shift) & 0xff);

  return (guint32) lround (c) << shift;
}

guint32
asc_color_mix (guint32 color, guint32 background, double share)
{
  return mix_channel (color, background, share, 16) | mix_channel (color, background, share, 8) | mix_channel (color, background, share, 0);
}
