/* asc-picture.h: what cairo drew as a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  ASC_PICTURE_SVG,
  ASC_PICTURE_PNG,
  ASC_PICTURE_PDF,
} AscPictureKind;

/** A drawing and its size in px, of which 96 are an inch on paper. */
typedef struct
{
  double width;
  double height;
  void (*paint) (gpointer data, cairo_t *cr); /* in px */
  gpointer data;
  const char *words; /* what it says, for SVG: letters are drawn as shapes, which cannot be searched, copied or read aloud; (nullable) */
} AscPicture;

/** The kind that a file's name says, SVG when it says none. */
AscPictureKind asc_picture_get_kind (const char *name);

/** The source is @color, 0xRRGGBB. */
void asc_picture_set_color (cairo_t *cr, guint32 color, double alpha);

/** Draws and writes. @write: as cairo has it. Returns: FALSE with @error when it is too large or was not written. */
gboolean asc_picture_write (const AscPicture *self, AscPictureKind kind, cairo_write_func_t write, gpointer data, GError **error);

G_END_DECLS
