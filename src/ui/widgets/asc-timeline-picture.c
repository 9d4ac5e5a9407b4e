/* asc-timeline-picture.c: the pixels of a timeline's bands and cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-private.h"

#include <adwaita.h>

#define N_HATCH 6
#define N_BARS 5
#define N_DOTS 4

/* Bands are drawn in this order, from below. */
static const AscState order[ASC_N_STATES] = {
  ASC_STATE_USER,         ASC_STATE_SYSTEM,  ASC_STATE_TRAP,       ASC_STATE_WAIT_CPU,
  ASC_STATE_LOCK,         ASC_STATE_BLOCKED, ASC_STATE_DATA_FAULT, ASC_STATE_TEXT_FAULT,
  ASC_STATE_KERNEL_FAULT, ASC_STATE_STOPPED, ASC_STATE_SLEEP,      ASC_STATE_UNKNOWN,
};

static guint32
to_pixel (const GdkRGBA *color)
{
  return 0xff000000u | (guint32)(color->red * 255 + 0.5f) << 16 | (guint32)(color->green * 255 + 0.5f) << 8
         | (guint32)(color->blue * 255 + 0.5f);
}

static AscTimelinePattern
find_pattern (AscState state, gboolean high_contrast)
{
  if (!high_contrast || state < ASC_STATE_FIRST_WAIT)
    return ASC_TIMELINE_PLAIN;
  switch (state)
    {
    case ASC_STATE_TEXT_FAULT:
    case ASC_STATE_DATA_FAULT:
    case ASC_STATE_KERNEL_FAULT:
      return ASC_TIMELINE_HATCHED;
    case ASC_STATE_STOPPED:
      return ASC_TIMELINE_DOTTED;
    default:
      return ASC_TIMELINE_BARRED;
    }
}

void
asc_timeline_picture_init (
    AscTimelinePicture *self, GtkWidget *widget, double width, double height, const GdkRGBA *color)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  gboolean high_contrast = adw_style_manager_get_high_contrast (style);

  self->factor = gtk_widget_get_scale_factor (widget);
  self->width = (int)width * self->factor;
  self->height = (int)height * self->factor;
  self->pixels = g_new0 (guint32, (gsize)self->width * (gsize)self->height);
  self->dark = adw_style_manager_get_dark (style);
  self->ink = to_pixel (color);
  for (guint state = 0; state < ASC_N_STATES; state++)
    {
      GdkRGBA rgba = *color;

      self->is_filled[state] = asc_timeline_state_get_color (state, self->dark, &rgba);
      self->colors[state] = to_pixel (&rgba);
      self->patterns[state] = self->is_filled[state] ? find_pattern (state, high_contrast) : ASC_TIMELINE_HATCHED;
    }
}

static gboolean
is_ink (const AscTimelinePicture *self, AscTimelinePattern pattern, int x, int y)
{
  int f = self->factor;

  switch (pattern)
    {
    case ASC_TIMELINE_HATCHED:
      return (x + y) % (N_HATCH * f) < f;
    case ASC_TIMELINE_BARRED:
      return x % (N_BARS * f) < f;
    case ASC_TIMELINE_DOTTED:
      return x % (N_DOTS * f) < f && y % (N_DOTS * f) < f;
    case ASC_TIMELINE_PLAIN:
    default:
      return FALSE;
    }
}

void
asc_timeline_picture_fill (AscTimelinePicture *self, int x, int y0, int y1, guint32 color)
{
  if (x < 0 || x >= self->width)
    return;
  for (int y = MAX (y0, 0); y < MIN (y1, self->height); y++)
    self->pixels[y * self->width + x] = color;
}

void
asc_timeline_picture_hatch (AscTimelinePicture *self, int x, int y0, int y1)
{
  if (x < 0 || x >= self->width)
    return;
  for (int y = MAX (y0, 0); y < MIN (y1, self->height); y++)
    if (is_ink (self, ASC_TIMELINE_HATCHED, x, y))
      self->pixels[y * self->width + x] = self->ink;
}

static void
draw_state (AscTimelinePicture *self, int x, int y0, int y1, AscState state)
{
  if (self->is_filled[state])
    asc_timeline_picture_fill (self, x, y0, y1, self->colors[state]);
  if (self->patterns[state] != ASC_TIMELINE_PLAIN && x >= 0 && x < self->width)
    for (int y = MAX (y0, 0); y < MIN (y1, self->height); y++)
      if (is_ink (self, self->patterns[state], x, y))
        self->pixels[y * self->width + x] = self->ink;
}

void
asc_timeline_picture_stack (AscTimelinePicture *self, int x, int bottom, int height, const gint64 *sums, double whole)
{
  double reached = 0;

  for (guint i = 0; i < ASC_N_STATES; i++)
    {
      AscState state = order[i];
      int y1 = bottom - (int)(reached / whole * height + 0.5);

      if (sums[state] <= 0)
        continue;
      reached += (double)sums[state];
      draw_state (self, x, bottom - (int)(MIN (reached / whole, 1) * height + 0.5), y1, state);
    }
}

void
asc_timeline_picture_append (AscTimelinePicture *self, GtkSnapshot *snapshot, double x, double y)
{
  g_autoptr (GBytes) bytes
      = g_bytes_new_take (self->pixels, (gsize)self->width * (gsize)self->height * sizeof *self->pixels);
  g_autoptr (GdkTexture) texture = gdk_memory_texture_new (self->width, self->height, GDK_MEMORY_DEFAULT, bytes,
                                                           (gsize)self->width * sizeof *self->pixels);

  self->pixels = NULL;
  gtk_snapshot_append_texture (snapshot, texture,
                               &GRAPHENE_RECT_INIT ((float)x, (float)y, (float)self->width / (float)self->factor,
                                                    (float)self->height / (float)self->factor));
}
