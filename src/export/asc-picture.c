/* asc-picture.c: see asc-picture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-picture.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>

/* Points in a px of a PDF page and an SVG picture: 96 px are an inch of 72 points. */
#define POINTS 0.75
/* What an image of cairo may have at each side, and how many pixels of 4 bytes it may take altogether. */
#define MAX_IMAGE 32000.0
#define MAX_PIXELS 250e6

AscPictureKind
asc_picture_get_kind (const char *name)
{
  return g_str_has_suffix (name, ".png") ? ASC_PICTURE_PNG : g_str_has_suffix (name, ".pdf") ? ASC_PICTURE_PDF : ASC_PICTURE_SVG;
}

void
asc_picture_set_color (cairo_t *cr, guint32 color, double alpha)
{
  cairo_set_source_rgba (cr, ((color >> 16) & 0xff) / 255.0, ((color >> 8) & 0xff) / 255.0, (color & 0xff) / 255.0, alpha);
}

static cairo_surface_t *
make_surface (const AscPicture *self, AscPictureKind kind, cairo_write_func_t write, gpointer data)
{
  if (kind == ASC_PICTURE_PDF)
    return cairo_pdf_surface_create_for_stream (write, data, self->width * POINTS, self->height * POINTS);
  if (kind == ASC_PICTURE_PNG)
    return cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (self->width), (int) ceil (self->height));
  return cairo_svg_surface_create_for_stream (write, data, self->width * POINTS, self->height * POINTS);
}

static cairo_status_t
append_cb (gpointer data, const guchar *bytes, guint length)
{
  g_byte_array_append (data, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

/* The picture with its words, which stand where SVG wants them: first in the root element. */
static gboolean
write_svg (const char *words, const GByteArray *svg, cairo_write_func_t write, gpointer data)
{
  g_autofree char *escaped = words != NULL ? g_markup_escape_text (words, -1) : NULL;
  g_autofree char *description = escaped != NULL ? g_strdup_printf ("<desc>%s</desc>\n", escaped) : g_strdup ("");
  const char *text = (const char *) svg->data;
  const char *root = g_strstr_len (text, svg->len, "<svg");
  const char *end = root != NULL ? memchr (root, '>', svg->len - (gsize) (root - text)) : NULL;
  gsize head = end != NULL ? (gsize) (end - text) + 1 : 0;

  return write (data, svg->data, (guint) head) == CAIRO_STATUS_SUCCESS
         && (head == 0 || write (data, (const guchar *) description, (guint) strlen (description)) == CAIRO_STATUS_SUCCESS)
         && write (data, svg->data + head, (guint) (svg->len - head)) == CAIRO_STATUS_SUCCESS;
}

gboolean
asc_picture_write (const AscPicture *self, AscPictureKind kind, cairo_write_func_t write, gpointer data, GError **error)
{
  g_autoptr (GByteArray) svg = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_t *cr;
  cairo_status_t status;

  if (kind == ASC_PICTURE_PNG && (MAX (self->width, self->height) > MAX_IMAGE || self->width * self->height > MAX_PIXELS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture would be %.0f x %.0f pixels; SVG, PDF or a higher threshold can be had", self->width,
                   self->height);
      return FALSE;
    }
  surface = kind == ASC_PICTURE_SVG ? make_surface (self, kind, append_cb, svg) : make_surface (self, kind, write, data);
  cr = cairo_create (surface);
  if (kind != ASC_PICTURE_PNG)
    cairo_scale (cr, POINTS, POINTS);
  self->paint (self->data, cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && kind == ASC_PICTURE_PNG)
    status = cairo_surface_write_to_png_stream (surface, write, data);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS && kind == ASC_PICTURE_SVG && !write_svg (self->words, svg, write, data))
    status = CAIRO_STATUS_WRITE_ERROR;
  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture was not written: %s", cairo_status_to_string (status));
  return status == CAIRO_STATUS_SUCCESS;
}
