/* asc-elf-section.c: see asc-elf-section.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-elf-section.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "asc-cursor.h"

#ifndef ELFCOMPRESS_ZSTD
#define ELFCOMPRESS_ZSTD 2
#endif

/* zlib packs zeros a thousandfold at best; what claims more lies. */
#define MAX_RATIO 1100

static GBytes *
unpack_zlib (const guint8 *packed, gsize size, gsize unpacked_size)
{
  g_autofree guint8 *out = NULL;
  uLongf n = unpacked_size;

  if (unpacked_size / MAX_RATIO > size)
    return NULL;
  out = g_try_malloc (MAX (unpacked_size, 1));
  if (out == NULL || uncompress (out, &n, packed, size) != Z_OK || n != unpacked_size)
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&out), n);
}

static GBytes *
unpack_zstd (const guint8 *packed, gsize size, gsize unpacked_size)
{
  g_autofree guint8 *out = g_try_malloc (MAX (unpacked_size, 1));

  if (out == NULL || ZSTD_decompress (out, unpacked_size, packed, size) != unpacked_size)
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&out), unpacked_size);
}

/* Elf32_Chdr, Elf64_Chdr (gABI, "Section Compression"): type, [reserved,] size, alignment. */
static GBytes *
unpack_section (AscElf *self, const guint8 *data, gsize size, gsize max)
{
  gboolean is_64 = gelf_getclass (self->elf) == ELFCLASS64;
  AscCursor cursor;
  guint64 unpacked_size;
  guint32 type;

  asc_cursor_init (&cursor, data, size, self->big_endian);
  type = asc_cursor_u32 (&cursor);
  asc_cursor_skip (&cursor, is_64 ? 4 : 0);
  unpacked_size = is_64 ? asc_cursor_u64 (&cursor) : asc_cursor_u32 (&cursor);
  asc_cursor_skip (&cursor, is_64 ? 8 : 4);
  if (!asc_cursor_ok (&cursor) || unpacked_size > max)
    return NULL;
  if (type == ELFCOMPRESS_ZLIB)
    return unpack_zlib (data + cursor.pos, asc_cursor_left (&cursor), (gsize) unpacked_size);
  if (type == ELFCOMPRESS_ZSTD)
    return unpack_zstd (data + cursor.pos, asc_cursor_left (&cursor), (gsize) unpacked_size);
  return NULL;
}

/* .zdebug_ of older binutils: "ZLIB", the size in 8 bytes, highest first. */
static GBytes *
unpack_zdebug (const guint8 *data, gsize size, gsize max)
{
  AscCursor cursor;
  guint64 unpacked_size;

  asc_cursor_init (&cursor, data, size, TRUE);
  if (size < 12 || memcmp (asc_cursor_bytes (&cursor, 4), "ZLIB", 4) != 0)
    return NULL;
  unpacked_size = asc_cursor_u64 (&cursor);
  return unpacked_size <= max ? unpack_zlib (data + cursor.pos, asc_cursor_left (&cursor), (gsize) unpacked_size) : NULL;
}

GBytes *
asc_elf_dup_section (AscElf *self, const AscElfSection *section, gsize max)
{
  Elf_Data *raw;

  if (section->type == SHT_NOBITS || section->size == 0 || section->size > max || section->offset > self->file_size
      || section->size > self->file_size - section->offset)
    return NULL;
  raw = elf_getdata_rawchunk (self->elf, (int64_t) section->offset, (size_t) section->size, ELF_T_BYTE);
  if (raw == NULL || raw->d_buf == NULL)
    return NULL;
  if (section->flags & SHF_COMPRESSED)
    return unpack_section (self, raw->d_buf, raw->d_size, max);
  if (g_str_has_prefix (section->name, ".zdebug_"))
    return unpack_zdebug (raw->d_buf, raw->d_size, max);
  return g_bytes_new_static (raw->d_buf, raw->d_size);
}
