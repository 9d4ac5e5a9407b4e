/* asc-cfi-elf.c: see asc-cfi-elf.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cfi-elf.h"

#include <string.h>
#include <unistd.h>

#include "asc-cfi-private.h"
#include "asc-elf-section.h"

/* The largest programs known have some 60 MB. */
#define MAX_FRAME_BYTES (512u << 20)

/* .eh_frame, .debug_frame of the file, of .gnu_debugdata and of the debug file */
#define MAX_SECTIONS 8

typedef struct
{
  AscCfiSection sections[MAX_SECTIONS];
  GBytes *bytes[MAX_SECTIONS];
  guint n;
} Sections;

AscArch
asc_elf_get_arch (AscElf *elf)
{
  switch (elf->ehdr.e_machine)
    {
    case EM_X86_64:
      /* x32 has addresses of 4 bytes. */
      return gelf_getclass (elf->elf) == ELFCLASS64 ? ASC_ARCH_X86_64 : ASC_ARCH_UNKNOWN;
    case EM_AARCH64:
      return gelf_getclass (elf->elf) == ELFCLASS64 ? ASC_ARCH_AARCH64 : ASC_ARCH_UNKNOWN;
    case EM_386:
      return ASC_ARCH_I386;
    case EM_ARM:
      return ASC_ARCH_ARM;
    default:
      return ASC_ARCH_UNKNOWN;
    }
}

gboolean
asc_elf_has_cfi (AscElf *elf)
{
  static const char *const names[] = { ".eh_frame", ".debug_frame", ".zdebug_frame" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const AscElfSection *section = asc_elf_find_section (elf, names[i]);

      /* A debug file has the names of sections that it left in the program. */
      if (section != NULL && section->type != SHT_NOBITS && section->size > 0)
        return TRUE;
    }
  return FALSE;
}

static void
add_bytes (Sections *self, GBytes *bytes, guint64 address, gboolean is_eh)
{
  gsize size;
  const guint8 *data;

  if (bytes == NULL)
    return;
  data = g_bytes_get_data (bytes, &size);
  if (size == 0 || self->n == MAX_SECTIONS)
    {
      g_bytes_unref (bytes);
      return;
    }
  self->bytes[self->n] = bytes;
  self->sections[self->n++] = (AscCfiSection){ .data = data, .size = size, .address = address, .is_eh = is_eh };
}

static gboolean
add_section (Sections *self, AscElf *elf, const char *name, gboolean is_eh)
{
  const AscElfSection *section = asc_elf_find_section (elf, name);
  guint n = self->n;

  if (section != NULL)
    add_bytes (self, asc_elf_dup_section (elf, section, MAX_FRAME_BYTES), section->addr, is_eh);
  return self->n > n;
}

/* The bytes of the image from @address to the end of its segment. */
static GBytes *
dup_segment_rest (AscElf *elf, guint64 address)
{
  for (guint i = 0; i < elf->segments->len; i++)
    {
      const AscElfSegment *segment = &g_array_index (elf->segments, AscElfSegment, i);
      guint64 size;
      Elf_Data *raw;

      if (address < segment->address || address - segment->address >= segment->file_size)
        continue;
      size = segment->file_size - (address - segment->address);
      if (size > MAX_FRAME_BYTES || segment->offset > elf->file_size || segment->file_size > elf->file_size - segment->offset)
        return NULL;
      raw = elf_getdata_rawchunk (elf->elf, (int64_t) (segment->offset + (address - segment->address)), (size_t) size, ELF_T_BYTE);
      return raw != NULL && raw->d_buf != NULL ? g_bytes_new_static (raw->d_buf, raw->d_size) : NULL;
    }
  return NULL;
}

/* A file without section headers: PT_GNU_EH_FRAME leads to .eh_frame_hdr, and that to .eh_frame (Linux Standard Base Core 5.0, 10.6.2). */
static void
add_by_header (Sections *self, AscElf *elf, const AscCfiInput *input)
{
  AscCfiCompiler reader = { .input = input, .address_size = asc_arch_get_address_size (input->arch) };
  size_t n = 0;

  if (elf_getphdrnum (elf->elf, &n) != 0)
    return;
  for (size_t i = 0; i < MIN (n, 65536); i++)
    {
      AscCfiSection header = { 0 };
      GElf_Phdr phdr;
      g_autoptr (GBytes) bytes = NULL;
      AscCursor cursor;
      guint64 address;
      guint8 encoding;

      if (gelf_getphdr (elf->elf, (int) i, &phdr) == NULL || phdr.p_type != PT_GNU_EH_FRAME)
        continue;
      bytes = dup_segment_rest (elf, phdr.p_vaddr);
      if (bytes == NULL)
        continue;
      header.data = g_bytes_get_data (bytes, &header.size);
      header.address = phdr.p_vaddr;
      asc_cursor_init (&cursor, header.data, header.size, elf->big_endian);
      if (asc_cursor_u8 (&cursor) != 1)
        continue;
      encoding = asc_cursor_u8 (&cursor);
      asc_cursor_skip (&cursor, 2);
      if (asc_cfi_read_pointer (&reader, &header, &cursor, encoding, 0, &address))
        add_bytes (self, dup_segment_rest (elf, address), address, TRUE);
      return;
    }
}

static void
set_code (AscElf *elf, AscCfiInput *input)
{
  const AscElfSection *text = asc_elf_find_section (elf, ".text");
  const AscElfSection *got = asc_elf_find_section (elf, ".got.plt");

  if (got == NULL)
    got = asc_elf_find_section (elf, ".got");
  input->text_address = text != NULL ? text->addr : 0;
  input->data_address = got != NULL ? got->addr : 0;
  for (guint i = 0; i < elf->segments->len; i++)
    {
      const AscElfSegment *segment = &g_array_index (elf->segments, AscElfSegment, i);

      if (!segment->executable || segment->size > G_MAXUINT64 - segment->address)
        continue;
      input->code_start = MIN (input->code_start, segment->address);
      input->code_end = MAX (input->code_end, segment->address + segment->size);
    }
}

AscCfi *
asc_cfi_load (AscElf *elf, AscElf *debug)
{
  Sections sections = { 0 };
  AscCfiInput input = { .arch = asc_elf_get_arch (elf), .big_endian = elf->big_endian, .code_start = G_MAXUINT64 };
  g_autoptr (AscElf) minidebug = asc_elf_open_minidebug (elf, NULL);
  AscElf *const files[] = { elf, minidebug, debug };
  AscCfi *cfi;

  set_code (elf, &input);
  if (!add_section (&sections, elf, ".eh_frame", TRUE))
    add_by_header (&sections, elf, &input);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (files[i] != NULL && asc_elf_get_arch (files[i]) == input.arch && !add_section (&sections, files[i], ".debug_frame", FALSE))
      add_section (&sections, files[i], ".zdebug_frame", FALSE);
  input.sections = sections.sections;
  input.n_sections = sections.n;
  cfi = asc_cfi_new (&input);
  for (guint i = 0; i < sections.n; i++)
    g_bytes_unref (sections.bytes[i]);
  return cfi;
}

gboolean
asc_elf_get_bias (AscElf *elf, guint64 start, guint64 size, guint64 file_off, guint64 *bias)
{
  const AscElfSegment *found = NULL;

  for (guint i = 0; i < elf->segments->len; i++)
    {
      const AscElfSegment *segment = &g_array_index (elf->segments, AscElfSegment, i);
      gboolean apart = segment->offset >= file_off ? segment->offset - file_off >= size : file_off - segment->offset >= segment->file_size;

      if (!apart && (found == NULL || (segment->executable && !found->executable)))
        found = segment;
    }
  if (found == NULL)
    return FALSE;
  *bias = (start - file_off) - (found->address - found->offset);
  return TRUE;
}

gboolean
asc_elf_read_image (AscElf *elf, guint64 address, gpointer buffer, gsize size)
{
  for (guint i = 0; i < elf->segments->len; i++)
    {
      const AscElfSegment *segment = &g_array_index (elf->segments, AscElfSegment, i);
      guint64 offset;

      if (address < segment->address || address - segment->address >= segment->file_size || size > segment->file_size - (address - segment->address))
        continue;
      offset = segment->offset + (address - segment->address);
      if (offset > elf->file_size || size > elf->file_size - offset)
        return FALSE;
      if (elf->image != NULL)
        memcpy (buffer, (const guint8 *) g_bytes_get_data (elf->image, NULL) + offset, size);
      else if (pread (elf->fd, buffer, size, (off_t) offset) != (gssize) size)
        return FALSE;
      return TRUE;
    }
  return FALSE;
}
