/* asc-unpack.c: see asc-unpack.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <lzma.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

G_DEFINE_QUARK (asc-unpack-error-quark, asc_unpack_error)

#define BLOCK (256 * 1024)

/* xz keeps its dictionary in memory; 1 GiB is above what `xz -9` needs (65 MiB) and stops a file that asks for all there is. */
#define XZ_MEMORY_MAX (1024ULL * 1024 * 1024)

typedef struct
{
  int in;
  int out;
  guint64 max;
  guint64 n_in;
  guint64 n_out;
  guint8 *in_block;
  guint8 *out_block;
  char *damage;
  GError *error;
} Unpack;

AscPacking
asc_packing_detect (const guint8 *head, gsize size)
{
  if (size >= 3 && head[0] == 0x1f && head[1] == 0x8b && head[2] == 8)
    return ASC_PACKING_GZ;
  if (size >= 4 && memcmp (head, "\x28\xb5\x2f\xfd", 4) == 0)
    return ASC_PACKING_ZST;
  if (size >= 6 && memcmp (head, "\xfd" "7zXZ", 6) == 0)
    return ASC_PACKING_XZ;
  return ASC_PACKING_NONE;
}

int
asc_temp_file_new (GError **error)
{
  g_autofree char *name = NULL;
  int fd = open (g_get_tmp_dir (), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  if (fd >= 0)
    return fd;
  name = g_build_filename (g_get_tmp_dir (), "ascribe-XXXXXX", NULL); /* a file system without O_TMPFILE */
  fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0)
    {
      int e = errno;

      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (e), "no temporary file in %s: %s", g_get_tmp_dir (), g_strerror (e));
      return -1;
    }
  g_unlink (name);
  return fd;
}

gboolean
asc_temp_file_write (int fd, gconstpointer data, gsize size, GError **error)
{
  const guint8 *p = data;

  while (size > 0)
    {
      gssize n = write (fd, p, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          int e = n < 0 ? errno : ENOSPC;

          g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (e), "writing a temporary file in %s: %s", g_get_tmp_dir (), g_strerror (e));
          return FALSE;
        }
      p += n;
      size -= (gsize) n;
    }
  return TRUE;
}

/* Reads the next block of packed bytes. Returns: their number, 0 at the end, -1 with self->error set. */
static gssize
next_block (Unpack *self)
{
  for (;;)
    {
      gssize n = pread (self->in, self->in_block, BLOCK, (off_t) self->n_in);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          int e = errno;

          g_set_error_literal (&self->error, G_FILE_ERROR, g_file_error_from_errno (e), g_strerror (e));
          return -1;
        }
      self->n_in += (guint64) n;
      return n;
    }
}

/* Takes @n unpacked bytes out of the out block. */
static gboolean
put_block (Unpack *self, gsize n)
{
  self->n_out += n;
  if (self->n_out > self->max)
    {
      g_set_error (&self->error, ASC_UNPACK_ERROR, ASC_UNPACK_ERROR_LIMIT,
                   "unpacks to more than %" G_GUINT64_FORMAT " bytes, which no file of its size does", self->max);
      return FALSE;
    }
  return asc_temp_file_write (self->out, self->out_block, n, &self->error);
}

static void
damaged (Unpack *self, const char *what, const char *detail)
{
  self->damage = g_strdup_printf ("%s data is damaged (%s) at byte %" G_GUINT64_FORMAT, what, detail, self->n_in);
}

static void
cut_off (Unpack *self, const char *what)
{
  self->damage = g_strdup_printf ("%s data is cut off at byte %" G_GUINT64_FORMAT, what, self->n_in);
}

static void
unpack_gz (Unpack *self)
{
  z_stream z = { 0 };
  gboolean at_end = FALSE; /* of a gzip member; several may follow each other */
  gssize n;

  if (inflateInit2 (&z, 15 + 16) != Z_OK)
    g_error ("zlib: no memory");
  while ((n = next_block (self)) > 0)
    {
      z.next_in = self->in_block;
      z.avail_in = (uInt) n;
      while (z.avail_in > 0)
        {
          int rc;

          if (at_end && (*z.next_in != 0x1f || inflateReset (&z) != Z_OK))
            goto out; /* padding behind the last member */
          z.next_out = self->out_block;
          z.avail_out = BLOCK;
          rc = inflate (&z, Z_NO_FLUSH);
          at_end = rc == Z_STREAM_END;
          if (!put_block (self, BLOCK - z.avail_out))
            goto out;
          if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
            {
              self->n_in -= z.avail_in;
              damaged (self, "gzip", z.msg != NULL ? z.msg : "unknown error");
              goto out;
            }
        }
      /* What zlib still holds back. */
      while (!at_end)
        {
          z.next_out = self->out_block;
          z.avail_out = BLOCK;
          if (inflate (&z, Z_SYNC_FLUSH) < 0 || z.avail_out == BLOCK)
            break;
          if (!put_block (self, BLOCK - z.avail_out))
            goto out;
        }
    }
  if (n == 0 && !at_end)
    cut_off (self, "gzip");
out:
  inflateEnd (&z);
}

static void
unpack_zst (Unpack *self)
{
  ZSTD_DCtx *z = ZSTD_createDCtx ();
  size_t hint = 1;
  gssize n;

  while ((n = next_block (self)) > 0)
    {
      ZSTD_inBuffer in = { self->in_block, (size_t) n, 0 };
      ZSTD_outBuffer out;

      do
        {
          out = (ZSTD_outBuffer){ self->out_block, BLOCK, 0 };
          hint = ZSTD_decompressStream (z, &out, &in);
          if (!put_block (self, out.pos))
            goto out;
          if (ZSTD_isError (hint))
            {
              self->n_in -= in.size - in.pos;
              damaged (self, "zstd", ZSTD_getErrorName (hint));
              goto out;
            }
        }
      while (in.pos < in.size || out.pos == out.size);
    }
  if (n == 0 && hint != 0)
    cut_off (self, "zstd");
out:
  ZSTD_freeDCtx (z);
}

static void
unpack_xz (Unpack *self)
{
  lzma_stream z = LZMA_STREAM_INIT;
  lzma_ret rc = lzma_stream_decoder (&z, XZ_MEMORY_MAX, LZMA_CONCATENATED);
  gssize n = 0;

  while (rc == LZMA_OK)
    {
      if (z.avail_in == 0)
        {
          if ((n = next_block (self)) < 0)
            break;
          z.next_in = self->in_block;
          z.avail_in = (size_t) n;
        }
      z.next_out = self->out_block;
      z.avail_out = BLOCK;
      rc = lzma_code (&z, n == 0 ? LZMA_FINISH : LZMA_RUN);
      if (!put_block (self, BLOCK - z.avail_out))
        break;
    }
  self->n_in -= z.avail_in;
  if (self->error == NULL && rc == LZMA_BUF_ERROR)
    cut_off (self, "xz");
  else if (self->error == NULL && rc != LZMA_STREAM_END)
    damaged (self, "xz", rc == LZMA_MEMLIMIT_ERROR ? "it needs too much memory" : "wrong contents");
  lzma_end (&z);
}

int
asc_unpack (int fd, AscPacking packing, guint64 max, char **damage, GError **error)
{
  Unpack self = { .in = fd, .max = max };

  *damage = NULL;
  self.out = asc_temp_file_new (error);
  if (self.out < 0)
    return -1;
  self.in_block = g_malloc (BLOCK);
  self.out_block = g_malloc (BLOCK);
  if (packing == ASC_PACKING_GZ)
    unpack_gz (&self);
  else if (packing == ASC_PACKING_ZST)
    unpack_zst (&self);
  else
    unpack_xz (&self);
  g_free (self.in_block);
  g_free (self.out_block);
  if (self.error == NULL && self.n_out == 0 && self.damage != NULL)
    g_set_error_literal (&self.error, ASC_UNPACK_ERROR, ASC_UNPACK_ERROR_CORRUPT, self.damage);
  if (self.error != NULL)
    {
      g_propagate_error (error, self.error);
      g_free (self.damage);
      close (self.out);
      return -1;
    }
  *damage = self.damage;
  return self.out;
}
