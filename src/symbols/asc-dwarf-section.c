/* asc-dwarf-section.c: the bytes of a section, read when they are asked for; packed ones unpacked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

#include <errno.h>
#include <unistd.h>

#define BLOCK ASC_DWARF_BLOCK
/* Below this a section is read whole at once. */
#define WHOLE (1 << 20)
/* The longest names of C++ have some 100,000 letters. */
#define MAX_STRING (1 << 20)
/* What is unpacked at once. */
#define PIECE (256 << 10)

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

/* Unpacks up to @end. Where that ends early the rest stays 0. */
static void
unpack (AscDwarfSection *self, gsize end)
{
  gsize goal = MIN (self->size, (end + PIECE - 1) / PIECE * PIECE);

  if (__atomic_load_n (&self->n_unpacked, __ATOMIC_ACQUIRE) >= end)
    return;
  g_mutex_lock (&self->mutex);
  if (self->n_unpacked < end)
    {
      gsize wanted = goal - self->n_unpacked;

      self->is_broken |= asc_packed_read (self->packed, (guint8 *)self->data + self->n_unpacked, wanted) < wanted;
      __atomic_store_n (&self->n_unpacked, self->is_broken ? self->size : goal, __ATOMIC_RELEASE);
    }
  g_mutex_unlock (&self->mutex);
}

void
asc_dwarf_need (AscDwarfSection *self, gsize offset, gsize n)
{
  gsize first, end;

  if (self->data == NULL || offset >= self->size)
    return;
  if (self->packed != NULL)
    unpack (self, offset + MIN (n, self->size - offset));
  if (self->fd < 0)
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
