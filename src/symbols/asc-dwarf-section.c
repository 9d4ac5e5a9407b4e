/* asc-dwarf-section.c: the bytes of a section, read when they are asked for; packed ones unpacked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

#include <elf.h>
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define BLOCK ASC_DWARF_BLOCK
/* Below this a section is read whole at once. */
#define WHOLE (1 << 20)
/* The longest names of C++ have some 100,000 letters. */
#define MAX_STRING (1 << 20)
/* Debug sections shrink to a half or a quarter; .debug_ranges of generated code to a thirtieth. */
#define MAX_RATIO 256

#ifndef ELFCOMPRESS_ZSTD
#define ELFCOMPRESS_ZSTD 2
#endif

static void
read_blocks (AscDwarfSection *self, gsize first, gsize end)
{
  gsize pos = first * BLOCK, limit = MIN (end * BLOCK, self->size);

  while (pos < limit)
    {
      gssize n = pread (self->fd, (guint8 *)self->data + pos, limit - pos, (off_t)(self->offset + pos));

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0) /* cut since it was opened: the rest stays 0 */
        break;
      pos += (gsize)n;
    }
  for (gsize i = first; i < end; i++)
    __atomic_store_n (&self->blocks[i], 1, __ATOMIC_RELEASE);
}

void
asc_dwarf_need (AscDwarfSection *self, gsize offset, gsize n)
{
  gsize first, end;

  if (self->fd < 0 || self->data == NULL || offset >= self->size)
    return;
  n = MIN (n, self->size - offset);
  if (self->size <= WHOLE)
    {
      offset = 0;
      n = self->size;
    }
  first = offset / BLOCK;
  end = (offset + n + BLOCK - 1) / BLOCK;
  while (first < end && __atomic_load_n (&self->blocks[first], __ATOMIC_ACQUIRE))
    first++;
  if (first == end)
    return;
  g_mutex_lock (&self->mutex);
  for (gsize i = first; i < end;)
    {
      gsize run = i;

      while (run < end && !self->blocks[run])
        run++;
      if (run > i)
        read_blocks (self, i, run);
      i = run + (run == i);
    }
  g_mutex_unlock (&self->mutex);
}

AscCursor
asc_dwarf_cursor (AscDwarfFile *file, AscDwarfSectionId id, guint64 offset, guint64 end)
{
  AscDwarfSection *section = &file->sections[id];
  AscCursor cursor;

  asc_cursor_init (&cursor, section->data, MIN (end, section->size), file->big_endian);
  if (offset > cursor.size)
    {
      cursor.failed = TRUE;
      cursor.pos = cursor.size;
      return cursor;
    }
  asc_dwarf_need (section, offset, cursor.size - offset);
  cursor.pos = offset;
  return cursor;
}

const char *
asc_dwarf_string (AscDwarfSection *section, guint64 offset)
{
  gsize left, n;

  if (section->data == NULL || offset >= section->size)
    return NULL;
  left = MIN (section->size - offset, MAX_STRING);
  for (n = MIN (left, 256);; n = MIN (left, n * 8))
    {
      asc_dwarf_need (section, offset, n);
      if (memchr (section->data + offset, '\0', n) != NULL)
        return (const char *)section->data + offset;
      if (n == left)
        return NULL;
    }
}

static gsize
unpack_zlib (guint8 *out, gsize size, const guint8 *packed, gsize packed_size)
{
  z_stream stream = { 0 };
  gsize done = 0, taken = 0;
  int ret = Z_OK;

  if (inflateInit (&stream) != Z_OK)
    return 0;
  while (ret == Z_OK && done < size)
    {
      stream.next_in = (guint8 *)packed + taken;
      stream.avail_in = (uInt)MIN (packed_size - taken, 1u << 30);
      stream.next_out = out + done;
      stream.avail_out = (uInt)MIN (size - done, 1u << 30);
      taken += stream.avail_in;
      done += stream.avail_out;
      ret = inflate (&stream, Z_NO_FLUSH);
      taken -= stream.avail_in;
      done -= stream.avail_out;
      /* The linker may have put several streams behind each other. */
      if (ret == Z_STREAM_END && taken < packed_size && done < size)
        ret = inflateReset (&stream);
    }
  inflateEnd (&stream);
  return done;
}

static gsize
unpack_zstd (guint8 *out, gsize size, const guint8 *packed, gsize packed_size)
{
  ZSTD_DStream *stream = ZSTD_createDStream ();
  ZSTD_inBuffer in = { packed, packed_size, 0 };
  ZSTD_outBuffer to = { out, size, 0 };

  while (stream != NULL && in.pos < in.size && to.pos < to.size)
    {
      gsize in_before = in.pos, to_before = to.pos;

      if (ZSTD_isError (ZSTD_decompressStream (stream, &to, &in)) || (in.pos == in_before && to.pos == to_before))
        break;
    }
  ZSTD_freeDStream (stream);
  return to.pos;
}

gboolean
asc_dwarf_unpack (
    AscDwarfSection *section, const guint8 *packed, gsize packed_size, guint64 size, guint32 type, char **problem)
{
  gsize done;

  if (size == 0 || size > (guint64)packed_size * MAX_RATIO + 4096 || size > G_MAXSSIZE)
    {
      *problem
          = g_strdup_printf ("%" G_GSIZE_FORMAT " bytes are said to unpack to %" G_GUINT64_FORMAT, packed_size, size);
      return FALSE;
    }
  if (type != ELFCOMPRESS_ZLIB && type != ELFCOMPRESS_ZSTD)
    {
      *problem = g_strdup_printf ("compressed by an unknown method (%u)", type);
      return FALSE;
    }
  /* A mapping: what is not written to costs nothing. */
  section->data = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (section->data == MAP_FAILED)
    {
      section->data = NULL;
      *problem = g_strdup ("no memory to unpack it");
      return FALSE;
    }
  section->size = size;
  section->mapped = TRUE;
  if (type == ELFCOMPRESS_ZLIB)
    done = unpack_zlib ((guint8 *)section->data, size, packed, packed_size);
  else
    done = unpack_zstd ((guint8 *)section->data, size, packed, packed_size);
  if (done < size)
    *problem
        = g_strdup_printf ("only %" G_GSIZE_FORMAT " of %" G_GUINT64_FORMAT " bytes could be unpacked", done, size);
  return done > 0;
}

guint64
asc_dwarf_uint (AscCursor *cursor, guint size)
{
  guint64 value;

  switch (size)
    {
    case 1:
      return asc_cursor_u8 (cursor);
    case 2:
      return asc_cursor_u16 (cursor);
    case 3:
      value = asc_cursor_u8 (cursor);
      value |= (guint64)asc_cursor_u8 (cursor) << 8;
      value |= (guint64)asc_cursor_u8 (cursor) << 16;
      return cursor->big_endian ? (value & 0xff) << 16 | (value & 0xff00) | value >> 16 : value;
    case 4:
      return asc_cursor_u32 (cursor);
    case 8:
      return asc_cursor_u64 (cursor);
    default:
      cursor->failed = TRUE;
      cursor->pos = cursor->size;
      return 0;
    }
}

guint64
asc_dwarf_length (AscCursor *cursor, guint8 *offset_size)
{
  guint64 length = asc_cursor_u32 (cursor);

  *offset_size = 4;
  if (length == 0xffffffff)
    {
      *offset_size = 8;
      length = asc_cursor_u64 (cursor);
    }
  else if (length >= 0xfffffff0) /* reserved */
    cursor->failed = TRUE;
  return length;
}

const char *
asc_dwarf_cursor_string (AscCursor *cursor)
{
  gsize left = asc_cursor_left (cursor);
  const char *string = left > 0 ? (const char *)cursor->data + cursor->pos : NULL;
  const char *end = left > 0 ? memchr (string, '\0', left) : NULL;

  if (end == NULL)
    {
      cursor->failed = TRUE;
      cursor->pos = cursor->size;
      return NULL;
    }
  cursor->pos += (gsize)(end - string) + 1;
  return string;
}
