/* asc-out.c: see asc-out.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-out.h"

#include "asc-unit.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_SIZE (64 * 1024)

struct _AscOut
{
  int fd;                /* -1: a stream */
  GOutputStream *stream; /* or NULL */
  GCancellable *cancellable;
  GError *failure; /* the first one, or NULL */
  char *path;      /* of the descriptor; NULL: standard output */
  gsize length;
  char buffer[BUFFER_SIZE];
};

AscOut *
asc_out_open (const char *path, GError **error)
{
  AscOut *self;
  int fd = STDOUT_FILENO;

  if (path != NULL)
    fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      int e = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (e), "%s: %s", path, g_strerror (e));
      return NULL;
    }
  self = g_new (AscOut, 1);
  *self = (AscOut){ .fd = fd, .path = g_strdup (path) };
  return self;
}

AscOut *
asc_out_new (GOutputStream *stream, GCancellable *cancellable)
{
  AscOut *self = g_new (AscOut, 1);

  *self = (AscOut){ .fd = -1,
                    .stream = g_object_ref (stream),
                    .cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL };
  return self;
}

/* Of the descriptor. */
static void
fail (AscOut *self, int e)
{
  g_set_error (&self->failure, G_IO_ERROR, (int) g_io_error_from_errno (e), "%s: %s",
               self->path != NULL ? self->path : "standard output", g_strerror (e));
}

static void
write_all (AscOut *self, const char *text, gsize length)
{
  if (self->stream != NULL && self->failure == NULL)
    g_output_stream_write_all (self->stream, text, length, NULL, self->cancellable, &self->failure);
  while (self->stream == NULL && length > 0 && self->failure == NULL)
    {
      gssize n = write (self->fd, text, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        fail (self, errno);
      else
        {
          text += n;
          length -= (gsize) n;
        }
    }
}

static void
flush (AscOut *self)
{
  write_all (self, self->buffer, self->length);
  self->length = 0;
}

void
asc_out_write (AscOut *self, const char *text, gssize length)
{
  gsize n = length >= 0 ? (gsize) length : strlen (text);

  if (n > BUFFER_SIZE - self->length)
    flush (self);
  if (n > BUFFER_SIZE)
    {
      write_all (self, text, n);
      return;
    }
  memcpy (self->buffer + self->length, text, n);
  self->length += n;
}

void
asc_out_puts (AscOut *self, const char *text)
{
  asc_out_write (self, text, -1);
}

void
asc_out_putc (AscOut *self, char c)
{
  asc_out_write (self, &c, 1);
}

void
asc_out_pad (AscOut *self, char c, guint n)
{
  while (n-- > 0)
    asc_out_putc (self, c);
}

void
asc_out_put_right (AscOut *self, const char *text, guint width)
{
  guint own = asc_text_width (text);

  asc_out_pad (self, ' ', own < width ? width - own : 0);
  asc_out_puts (self, text);
}

void
asc_out_printf (AscOut *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  asc_out_puts (self, text);
}

void
asc_out_int (AscOut *self, gint64 value)
{
  char digits[24];
  char *p = digits + sizeof digits;
  guint64 rest = value < 0 ? -(guint64) value : (guint64) value;

  do
    *--p = (char) ('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (value < 0)
    *--p = '-';
  asc_out_write (self, p, digits + sizeof digits - p);
}

gboolean
asc_out_failed (AscOut *self)
{
  return self->failure != NULL;
}

/* A file that was not written whole does not take the place of the one before: that is what a cancelled close does. */
static void
close_stream (AscOut *self)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  if (self->failure == NULL)
    {
      g_output_stream_close (self->stream, self->cancellable, &self->failure);
      return;
    }
  g_cancellable_cancel (cancelled);
  g_output_stream_close (self->stream, cancelled, NULL);
}

gboolean
asc_out_close (AscOut *self, GError **error)
{
  gboolean done;

  flush (self);
  /* Standard output too: some file systems report a full disk only here. */
  if (self->stream == NULL && close (self->fd) != 0 && self->failure == NULL)
    fail (self, errno);
  if (self->stream != NULL)
    close_stream (self);
  done = self->failure == NULL;
  if (!done)
    g_propagate_error (error, self->failure);
  g_clear_object (&self->stream);
  g_clear_object (&self->cancellable);
  g_free (self->path);
  g_free (self);
  return done;
}
