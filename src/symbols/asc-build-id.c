/* asc-build-id.c: see asc-build-id.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-build-id.h"

#include <elf.h>
#include <string.h>

#include "asc-cursor.h"
#include "asc-unit.h"

AscBuildId
asc_build_id_make (const guint8 *bytes, gsize size)
{
  AscBuildId self = { .size = MIN (size, ASC_BUILD_ID_MAX) };

  if (self.size > 0)
    memcpy (self.bytes, bytes, self.size);
  while (self.size > 0 && self.bytes[self.size - 1] == 0)
    self.size--;
  return self;
}

gboolean
asc_build_id_from_notes (AscBuildId *self, gconstpointer notes, gsize size, gsize align, gboolean big_endian)
{
  AscCursor cursor;

  align = align == 8 ? 8 : 4;
  asc_cursor_init (&cursor, notes, size, big_endian);
  while (asc_cursor_left (&cursor) >= 12)
    {
      guint32 name_size = asc_cursor_u32 (&cursor);
      guint32 desc_size = asc_cursor_u32 (&cursor);
      guint32 type = asc_cursor_u32 (&cursor);
      const guint8 *name = asc_cursor_bytes (&cursor, name_size);
      const guint8 *desc;

      asc_cursor_skip (&cursor, MIN ((align - cursor.pos % align) % align, asc_cursor_left (&cursor)));
      desc = asc_cursor_bytes (&cursor, desc_size);
      if (!asc_cursor_ok (&cursor))
        return FALSE;
      if (type == NT_GNU_BUILD_ID && name_size == 4 && memcmp (name, "GNU", 4) == 0)
        {
          *self = asc_build_id_make (desc, desc_size);
          return self->size > 0;
        }
      asc_cursor_skip (&cursor, MIN ((align - cursor.pos % align) % align, asc_cursor_left (&cursor)));
    }
  return FALSE;
}

gboolean
asc_build_id_from_hex (AscBuildId *self, const char *hex)
{
  gsize n = strlen (hex);
  guint8 bytes[ASC_BUILD_ID_MAX];

  if (n < 8 || n % 2 != 0 || n > 2 * ASC_BUILD_ID_MAX)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isxdigit (hex[i]))
      return FALSE;
  for (gsize i = 0; i < n / 2; i++)
    bytes[i] = (guint8) (g_ascii_xdigit_value (hex[2 * i]) << 4 | g_ascii_xdigit_value (hex[2 * i + 1]));
  *self = asc_build_id_make (bytes, n / 2);
  return self->size > 0;
}

char *
asc_build_id_to_hex (const AscBuildId *self)
{
  /* The sizes that linkers write. File names have all bytes of one that ends in zeros. */
  static const gsize sizes[] = { 8, 16, 20, 32 };
  gsize size = self->size;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (self->size < sizes[i] && sizes[i] - self->size <= 3 && self->size > 0)
      size = sizes[i];
  return asc_format_hex (self->bytes, size);
}

gboolean
asc_build_id_equal (const AscBuildId *a, const AscBuildId *b)
{
  return a->size > 0 && a->size == b->size && memcmp (a->bytes, b->bytes, a->size) == 0;
}
