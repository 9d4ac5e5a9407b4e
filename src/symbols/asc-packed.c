/* asc-packed.c: see asc-packed.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-packed.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "asc-cursor.h"

#ifndef ELFCOMPRESS_ZSTD
#define ELFCOMPRESS_ZSTD 2
#endif

#define MAX_HEAD 24
/* What is read of a file at once. */
#define BUFFER 65536

struct _AscPacked
{
  AscPackedSource source;
  gsize taken;      /* of the source */
  guint8 *buffer;   /* BUFFER bytes, of a file */
  const guint8 *in; /* what was taken and not unpacked yet */
  gsize n_in;
  guint64 size;
  guint32 type;
  gboolean ended; /* or broken */
  z_stream zlib;
  ZSTD_DStream *zstd;
};

void
asc_packed_free (AscPacked *self)
{
  inflateEnd (&self->zlib);
  g_clear_pointer (&self->zstd, ZSTD_freeDStream);
  g_free (self->buffer);
  g_free (self);
}

guint64
asc_packed_get_size (AscPacked *self)
{
  return self->size;
}

/* Has the next packed bytes in @in. Returns: FALSE when there are none. */
static gboolean
fill (AscPacked *self)
{
  gsize n = self->source.size - self->taken;
  gssize got;

  if (n == 0)
    return FALSE;
  if (self->source.fd < 0)
    {
      self->in = self->source.data + self->taken;
      self->n_in = n;
      self->taken += n;
      return TRUE;
    }
  if (self->buffer == NULL)
    self->buffer = g_malloc (BUFFER);
  do
    got = pread (self->source.fd, self->buffer, MIN (n, BUFFER), (off_t)(self->source.offset + self->taken));
  while (got < 0 && errno == EINTR);
  if (got <= 0) /* cut since it was opened */
    return FALSE;
  self->in = self->buffer;
  self->n_in = (gsize)got;
  self->taken += (gsize)got;
  return TRUE;
}

/* The head tells the size; the bytes behind it are left in @in. */
static gboolean
read_head (AscPacked *self, AscPackedKind kind, gboolean big_endian)
{
  AscCursor cursor;

  if (!fill (self))
    return FALSE;
  asc_cursor_init (&cursor, self->in, MIN (self->n_in, MAX_HEAD), big_endian || kind == ASC_PACKED_GNU);
  self->type = ELFCOMPRESS_ZLIB;
  if (kind == ASC_PACKED_GNU)
    {
      const guint8 *magic = asc_cursor_bytes (&cursor, 4);

      if (magic == NULL || memcmp (magic, "ZLIB", 4) != 0)
        return FALSE;
      self->size = asc_cursor_u64 (&cursor);
    }
  else
    {
      gboolean is_64 = kind == ASC_PACKED_ELF64;

      self->type = asc_cursor_u32 (&cursor);
      asc_cursor_skip (&cursor, is_64 ? 4 : 0);
      self->size = is_64 ? asc_cursor_u64 (&cursor) : asc_cursor_u32 (&cursor);
      asc_cursor_skip (&cursor, is_64 ? 8 : 4); /* alignment */
    }
  self->in += cursor.pos;
  self->n_in -= cursor.pos;
  return asc_cursor_ok (&cursor);
}

AscPacked *
asc_packed_new (const AscPackedSource *source, AscPackedKind kind, gboolean big_endian, guint max_ratio, char **problem)
{
  g_autoptr (AscPacked) self = g_new0 (AscPacked, 1);

  self->source = *source;
  if (!read_head (self, kind, big_endian))
    *problem = g_strdup ("broken head of a compressed section");
  else if (self->size == 0 || self->size > (guint64)source->size * max_ratio + 4096 || self->size > G_MAXSSIZE)
    *problem = g_strdup_printf ("%" G_GSIZE_FORMAT " bytes are said to unpack to %" G_GUINT64_FORMAT, source->size,
                                self->size);
  else if (self->type != ELFCOMPRESS_ZLIB && self->type != ELFCOMPRESS_ZSTD)
    *problem = g_strdup_printf ("compressed by an unknown method (%u)", self->type);
  else if (self->type == ELFCOMPRESS_ZLIB ? inflateInit (&self->zlib) != Z_OK
                                          : (self->zstd = ZSTD_createDStream ()) == NULL)
    *problem = g_strdup ("no memory to unpack it");
  else
    return g_steal_pointer (&self);
  return NULL;
}

/* Unpacks to @out. Returns: how many bytes, 0 also when more input is needed */
static gsize
run_zlib (AscPacked *self, guint8 *out, gsize n)
{
  gsize n_in = MIN (self->n_in, 1u << 30), n_out = MIN (n, 1u << 30);
  int ret;

  self->zlib.next_in = (guint8 *)self->in;
  self->zlib.avail_in = (uInt)n_in;
  self->zlib.next_out = out;
  self->zlib.avail_out = (uInt)n_out;
  ret = inflate (&self->zlib, Z_NO_FLUSH);
  n_in -= self->zlib.avail_in;
  n_out -= self->zlib.avail_out;
  self->in += n_in;
  self->n_in -= n_in;
  /* The linker may have put several streams behind each other. */
  if (ret == Z_STREAM_END)
    ret = inflateReset (&self->zlib);
  self->ended = ret != Z_OK && ret != Z_BUF_ERROR;
  return n_out;
}

static gsize
run_zstd (AscPacked *self, guint8 *out, gsize n)
{
  ZSTD_inBuffer in = { self->in, self->n_in, 0 };
  ZSTD_outBuffer to = { out, n, 0 };

  self->ended = ZSTD_isError (ZSTD_decompressStream (self->zstd, &to, &in));
  self->in += in.pos;
  self->n_in -= in.pos;
  return to.pos;
}

gsize
asc_packed_read (AscPacked *self, guint8 *out, gsize n)
{
  gsize done = 0;

  while (done < n && !self->ended)
    {
      gsize before = self->n_in, got = self->type == ELFCOMPRESS_ZLIB ? run_zlib (self, out + done, n - done)
                                                                      : run_zstd (self, out + done, n - done);

      done += got;
      if (got == 0 && self->n_in == before && !self->ended)
        self->ended = self->n_in > 0 || !fill (self);
    }
  return done;
}
