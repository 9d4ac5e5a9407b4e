/* asc-cursor.h: bounds-checked reading of bytes from strangers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * AscCursor:
 * @data: first byte; lent, must outlive the cursor
 * @size: bytes that may be read
 * @pos: next byte, never above @size
 * @big_endian: byte order of the numbers
 * @failed: set by the first read beyond @size and never cleared
 *
 * A position in a block of untrusted bytes. Reading beyond the end gives 0 and sets @failed, so that a record can be
 * read whole and judged once, by asc_cursor_ok(). Only this file touches the bytes and their order. Any thread, one at a time.
 */
typedef struct
{
  const guint8 *data;
  gsize size;
  gsize pos;
  gboolean big_endian;
  gboolean failed;
} AscCursor;

static inline void
asc_cursor_init (AscCursor *self, gconstpointer data, gsize size, gboolean big_endian)
{
  *self = (AscCursor){ .data = data, .size = size, .big_endian = big_endian };
}

/** Whether every read so far lay inside the block. */
static inline gboolean
asc_cursor_ok (const AscCursor *self)
{
  return !self->failed;
}

static inline gsize
asc_cursor_left (const AscCursor *self)
{
  return self->size - self->pos;
}

/** Lends the next @n bytes and steps over them; NULL, and failed, when fewer are left. */
static inline const guint8 *
asc_cursor_bytes (AscCursor *self, gsize n)
{
  const guint8 *bytes;

  if (G_UNLIKELY (n > self->size - self->pos))
    {
      self->failed = TRUE;
      self->pos = self->size;
      return NULL;
    }
  bytes = self->data + self->pos;
  self->pos += n;
  return bytes;
}

static inline void
asc_cursor_skip (AscCursor *self, gsize n)
{
  (void) asc_cursor_bytes (self, n);
}

/** Moves to @pos from the start of the block; fails when that lies outside. */
static inline void
asc_cursor_seek (AscCursor *self, gsize pos)
{
  if (pos > self->size)
    {
      self->failed = TRUE;
      pos = self->size;
    }
  self->pos = pos;
}

static inline guint8
asc_cursor_u8 (AscCursor *self)
{
  const guint8 *b = asc_cursor_bytes (self, 1);
  return b != NULL ? *b : 0;
}

static inline guint16
asc_cursor_u16 (AscCursor *self)
{
  const guint8 *b = asc_cursor_bytes (self, 2);
  guint16 v = 0;

  if (b != NULL)
    memcpy (&v, b, sizeof v);
  return self->big_endian ? GUINT16_FROM_BE (v) : GUINT16_FROM_LE (v);
}

static inline guint32
asc_cursor_u32 (AscCursor *self)
{
  const guint8 *b = asc_cursor_bytes (self, 4);
  guint32 v = 0;

  if (b != NULL)
    memcpy (&v, b, sizeof v);
  return self->big_endian ? GUINT32_FROM_BE (v) : GUINT32_FROM_LE (v);
}

static inline guint64
asc_cursor_u64 (AscCursor *self)
{
  const guint8 *b = asc_cursor_bytes (self, 8);
  guint64 v = 0;

  if (b != NULL)
    memcpy (&v, b, sizeof v);
  return self->big_endian ? GUINT64_FROM_BE (v) : GUINT64_FROM_LE (v);
}

/* The bits of a number of 7 bits a byte, lowest first; those beyond the 64th are lost. *@shift: how many there were (64: or more), *@last: the last byte. */
static inline guint64
asc_cursor_leb128 (AscCursor *self, guint *shift, guint8 *last)
{
  guint64 v = 0;

  *shift = 0;
  do
    {
      *last = asc_cursor_u8 (self);
      if (*shift < 64)
        {
          v |= (guint64) (*last & 0x7f) << *shift;
          *shift += 7;
        }
    }
  while (*last & 0x80);
  return v;
}

/** An unsigned number of 7 bits a byte, lowest first (DWARF 5, 7.6). Bits beyond the 64th are lost. */
static inline guint64
asc_cursor_uleb128 (AscCursor *self)
{
  guint shift;
  guint8 last;

  return asc_cursor_leb128 (self, &shift, &last);
}

/** The same, signed: the highest bit of the last byte is the sign. */
static inline gint64
asc_cursor_sleb128 (AscCursor *self)
{
  guint shift;
  guint8 last;
  guint64 v = asc_cursor_leb128 (self, &shift, &last);

  if (shift < 64 && (last & 0x40))
    v |= ~G_GUINT64_CONSTANT (0) << shift;
  return (gint64) v;
}

/** A cursor over the next @n bytes alone; @self steps over them. Empty, and both failed, when fewer are left. */
static inline AscCursor
asc_cursor_sub (AscCursor *self, gsize n)
{
  const guint8 *bytes = asc_cursor_bytes (self, n);
  AscCursor sub;

  asc_cursor_init (&sub, bytes, bytes != NULL ? n : 0, self->big_endian);
  sub.failed = bytes == NULL;
  return sub;
}

/**
 * Copies a field of @n bytes that holds a NUL-terminated string. It ends at the first NUL or at the field's end.
 * Bytes that are no UTF-8 are replaced. Returns: (transfer full): never NULL.
 */
static inline char *
asc_cursor_dup_string (AscCursor *self, gsize n)
{
  const guint8 *b = asc_cursor_bytes (self, n);

  if (b == NULL)
    return g_strdup ("");
  return g_utf8_make_valid ((const char *) b, (gssize) strnlen ((const char *) b, n));
}

G_END_DECLS
