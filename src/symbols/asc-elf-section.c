/* asc-elf-section.c: see asc-elf-section.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-elf-section.h"

#include "asc-packed.h"

/* zlib packs zeros a thousandfold at best; what claims more lies. */
#define MAX_RATIO 1100

AscPackedKind
asc_elf_get_packed_kind (AscElf *self, const AscElfSection *section)
{
  if ((section->flags & SHF_COMPRESSED) == 0)
    return ASC_PACKED_GNU;
  return gelf_getclass (self->elf) == ELFCLASS64 ? ASC_PACKED_ELF64 : ASC_PACKED_ELF32;
}

gboolean
asc_elf_is_packed (const AscElfSection *section)
{
  return (section->flags & SHF_COMPRESSED) != 0 || g_str_has_prefix (section->name, ".zdebug_");
}

static GBytes *
unpack (AscElf *self, const AscElfSection *section, const Elf_Data *raw, gsize max)
{
  AscPackedSource source = { .fd = -1, .data = raw->d_buf, .size = raw->d_size };
  g_autofree char *problem = NULL;
  g_autoptr (AscPacked) packed = asc_packed_new (&source, asc_elf_get_packed_kind (self, section), self->big_endian, MAX_RATIO, &problem);
  g_autofree guint8 *out = NULL;
  gsize size;

  if (packed == NULL || asc_packed_get_size (packed) > max)
    return NULL;
  size = (gsize) asc_packed_get_size (packed);
  out = g_try_malloc (size);
  if (out == NULL || asc_packed_read (packed, out, size) != size)
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&out), size);
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
  if (asc_elf_is_packed (section))
    return unpack (self, section, raw, max);
  return g_bytes_new_static (raw->d_buf, raw->d_size);
}
