/* asc-cli-out.c: see asc-cli-out.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-out.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_SIZE (64 * 1024)

struct _AscCliOut
{
  int fd;
  int failure; /* errno of the first failure, 0: none */
  char *path;  /* NULL: standard output */
  gsize length;
  char buffer[BUFFER_SIZE];
};

AscCliOut *
asc_cli_out_open (const char *path, GError **error)
{
  AscCliOut *self;
  int fd = STDOUT_FILENO;

  if (path != NULL)
    fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      int e = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (e), "%s: %s", path, g_strerror (e));
      return NULL;
    }
  self = g_new (AscCliOut, 1);
  self->fd = fd;
  self->failure = 0;
  self->path = g_strdup (path);
  self->length = 0;
  return self;
}

static void
write_all (AscCliOut *self, const char *text, gsize length)
{
  while (length > 0 && self->failure == 0)
    {
      gssize n = write (self->fd, text, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        self->failure = errno;
      else
        {
          text += n;
          length -= (gsize) n;
        }
    }
}

static void
flush (AscCliOut *self)
{
  write_all (self, self->buffer, self->length);
  self->length = 0;
}

void
asc_cli_out_write (AscCliOut *self, const char *text, gssize length)
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
asc_cli_out_puts (AscCliOut *self, const char *text)
{
  asc_cli_out_write (self, text, -1);
}

void
asc_cli_out_putc (AscCliOut *self, char c)
{
  asc_cli_out_write (self, &c, 1);
}

void
asc_cli_out_pad (AscCliOut *self, char c, guint n)
{
  while (n-- > 0)
    asc_cli_out_putc (self, c);
}

void
asc_cli_out_printf (AscCliOut *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  asc_cli_out_puts (self, text);
}

void
asc_cli_out_int (AscCliOut *self, gint64 value)
{
  char digits[24];
  char *p = digits + sizeof digits;
  guint64 rest = value < 0 ? -(guint64) value : (guint64) value;

  do
    *--p = (char) ('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (value < 0)
    *--p = '-';
  asc_cli_out_write (self, p, digits + sizeof digits - p);
}

gboolean
asc_cli_out_failed (AscCliOut *self)
{
  return self->failure != 0;
}

gboolean
asc_cli_out_close (AscCliOut *self, GError **error)
{
  gboolean done;

  flush (self);
  /* Standard output too: some file systems report a full disk only here. */
  if (close (self->fd) != 0 && self->failure == 0)
    self->failure = errno;
  done = self->failure == 0;
  if (!done)
    g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (self->failure), "%s: %s", self->path != NULL ? self->path : "standard output",
                 g_strerror (self->failure));
  g_free (self->path);
  g_free (self);
  return done;
}
