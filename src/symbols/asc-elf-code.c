/* asc-elf-code.c: see asc-elf-code.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-elf-code.h"

#include "asc-elf-private.h"

/* Of the ARM architecture's flags: big-endian data, little-endian instructions (ELF for the Arm Architecture, "EF_ARM_BE8"). */
#ifndef EF_ARM_BE8
#define EF_ARM_BE8 0x00800000
#endif

AscMachine
asc_elf_get_machine (AscElf *self)
{
  AscMachine machine = { .machine = self->ehdr.e_machine, .big_endian = self->big_endian };

  machine.is_64 = gelf_getclass (self->elf) == ELFCLASS64;
  machine.big_endian_code = self->big_endian && machine.machine != EM_AARCH64 && machine.machine != EM_RISCV
                            && (machine.machine != EM_ARM || (self->ehdr.e_flags & EF_ARM_BE8) == 0);
  return machine;
}

static GBytes *
dup_bytes (AscElf *self, guint64 offset, guint64 size)
{
  Elf_Data *data;

  if (offset > self->file_size || size > self->file_size - offset || size == 0)
    return NULL;
  data = elf_getdata_rawchunk (self->elf, (int64_t) offset, (size_t) size, ELF_T_BYTE);
  return data != NULL && data->d_buf != NULL ? g_bytes_new (data->d_buf, data->d_size) : NULL;
}

GBytes *
asc_elf_dup_code (AscElf *self, guint64 address, guint64 size)
{
  for (guint i = 0; asc_elf_is_relocatable (self) && i < self->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);
      guint64 offset = address - section->addr;

      if ((section->flags & SHF_ALLOC) && section->type != SHT_NOBITS && address >= section->addr && offset < section->size && section->offset <= G_MAXUINT64 - offset)
        return dup_bytes (self, section->offset + offset, MIN (size, section->size - offset));
    }
  for (guint i = 0; i < self->segments->len; i++)
    {
      const AscElfSegment *segment = &g_array_index (self->segments, AscElfSegment, i);
      guint64 offset = address - segment->address;

      if (address >= segment->address && offset < segment->file_size && segment->offset <= G_MAXUINT64 - offset)
        return dup_bytes (self, segment->offset + offset, MIN (size, segment->file_size - offset));
    }
  return NULL;
}

guint64
asc_elf_get_section_end (AscElf *self, guint64 address)
{
  for (guint i = 0; i < self->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);

      if ((section->flags & SHF_ALLOC) && address >= section->addr && address - section->addr < section->size)
        return section->size <= G_MAXUINT64 - section->addr ? section->addr + section->size : G_MAXUINT64;
    }
  for (guint i = 0; i < self->segments->len; i++)
    {
      const AscElfSegment *segment = &g_array_index (self->segments, AscElfSegment, i);

      if (address >= segment->address && address - segment->address < segment->size)
        return segment->size <= G_MAXUINT64 - segment->address ? segment->address + segment->size : G_MAXUINT64;
    }
  return address;
}

typedef struct
{
  AscElf *elf;
  const gint64 *shifts;
  GArray *marks;     /* AscCodeMark */
  GArray *functions; /* the same: what functions tell */
} Marks;

static void
add_mark (gpointer data, const GElf_Sym *symbol, guint number, const char *name)
{
  Marks *self = data;
  guint64 shift = self->shifts != NULL ? (guint64) self->shifts[number] : 0;
  AscCodeMark mark = { .address = (asc_elf_get_symbol_address (self->elf, symbol, number) & ~(guint64) 1) + shift };

  if (number == 0)
    return;
  if (asc_elf_is_mapping_symbol (self->elf, name))
    {
      mark.kind = name[1] == 'd' ? ASC_CODE_DATA : name[1] == 't' ? ASC_CODE_THUMB : ASC_CODE_INSTRUCTIONS;
      g_array_append_val (self->marks, mark);
    }
  else if (self->elf->ehdr.e_machine == EM_ARM && GELF_ST_TYPE (symbol->st_info) == STT_FUNC)
    {
      mark.kind = symbol->st_value & 1 ? ASC_CODE_THUMB : ASC_CODE_INSTRUCTIONS;
      g_array_append_val (self->functions, mark);
    }
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const AscCodeMark *x = a, *y = b;

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return (int) y->kind - (int) x->kind; /* data of no length before code */
}

GArray *
asc_elf_list_code_marks (AscElf *self, AscElf *base)
{
  g_autofree gint64 *shifts = base != NULL ? asc_elf_dup_shifts (self, base) : NULL;
  Marks marks = { self, shifts, g_array_new (FALSE, FALSE, sizeof (AscCodeMark)), g_array_new (FALSE, FALSE, sizeof (AscCodeMark)) };
  gboolean has_marks = self->ehdr.e_machine == EM_ARM || self->ehdr.e_machine == EM_AARCH64 || self->ehdr.e_machine == EM_RISCV;

  for (guint i = 0; has_marks && i < self->sections->len; i++)
    {
      guint32 type = g_array_index (self->sections, AscElfSection, i).type;

      if (type == SHT_SYMTAB || type == SHT_DYNSYM)
        asc_elf_read_symbols (self, i, add_mark, &marks);
    }
  if (marks.marks->len == 0)
    g_array_append_vals (marks.marks, marks.functions->data, marks.functions->len);
  g_array_unref (marks.functions);
  g_array_sort (marks.marks, compare_marks);
  return marks.marks;
}
