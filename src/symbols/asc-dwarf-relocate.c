/* asc-dwarf-relocate.c: DWARF of files that were not linked to their end: kernel modules
 *
 * Their sections refer to each other by relocations, which the kernel applies to code and data alone when it loads a
 * module. Kinds: the psABIs of the machines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <sys/mman.h>

#include "asc-dwarf-private.h"
#include "asc-elf-private.h"

typedef enum
{
  SET,  /* value = symbol + addend */
  ADD,  /* what stands there plus that */
  SUB,  /* what stands there less that */
  KEEP, /* nothing that DWARF needs here: TLS offsets */
} Operation;

typedef struct
{
  guint16 machine;
  guint16 type;
  guint8 size; /* bytes */
  guint8 operation;
} Kind;

static const Kind kinds[] = {
  { EM_X86_64, R_X86_64_64, 8, SET },
  { EM_X86_64, R_X86_64_32, 4, SET },
  { EM_X86_64, R_X86_64_32S, 4, SET },
  { EM_X86_64, R_X86_64_DTPOFF64, 8, KEEP },
  { EM_X86_64, R_X86_64_DTPOFF32, 4, KEEP },
  { EM_386, R_386_32, 4, SET },
  { EM_386, R_386_TLS_LDO_32, 4, KEEP },
  { EM_AARCH64, R_AARCH64_ABS64, 8, SET },
  { EM_AARCH64, R_AARCH64_ABS32, 4, SET },
  { EM_AARCH64, R_AARCH64_ABS16, 2, SET },
  { EM_ARM, R_ARM_ABS32, 4, SET },
  { EM_ARM, R_ARM_TLS_LDO32, 4, KEEP },
  { EM_PPC64, R_PPC64_ADDR64, 8, SET },
  { EM_PPC64, R_PPC64_ADDR32, 4, SET },
  { EM_PPC, R_PPC_ADDR32, 4, SET },
  { EM_S390, R_390_64, 8, SET },
  { EM_S390, R_390_32, 4, SET },
  { EM_RISCV, R_RISCV_64, 8, SET },
  { EM_RISCV, R_RISCV_32, 4, SET },
  { EM_RISCV, R_RISCV_ADD8, 1, ADD },
  { EM_RISCV, R_RISCV_ADD16, 2, ADD },
  { EM_RISCV, R_RISCV_ADD32, 4, ADD },
  { EM_RISCV, R_RISCV_ADD64, 8, ADD },
  { EM_RISCV, R_RISCV_SUB8, 1, SUB },
  { EM_RISCV, R_RISCV_SUB16, 2, SUB },
  { EM_RISCV, R_RISCV_SUB32, 4, SUB },
  { EM_RISCV, R_RISCV_SUB64, 8, SUB },
  { EM_RISCV, R_RISCV_SET8, 1, SET },
  { EM_RISCV, R_RISCV_SET16, 2, SET },
  { EM_RISCV, R_RISCV_SET32, 4, SET },
};

/* A section whose relocations are being applied. */
typedef struct
{
  AscDwarfFile *file;
  AscDwarfSection *section;
  guint8 *data;     /* of it, writable */
  guint64 *symbols; /* their values, n_symbols entries */
  gsize n_symbols;
  guint last;   /* the kind found last: they repeat */
  guint64 left; /* bytes of tables: there cannot be more than the file has */
  guint64 n_unknown;
} Pass;

static const Kind *
find_kind (Pass *self, guint32 type)
{
  guint machine = self->file->elf->ehdr.e_machine;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint n = (self->last + i) % G_N_ELEMENTS (kinds);

      if (kinds[n].machine == machine && kinds[n].type == type)
        {
          self->last = n;
          return &kinds[n];
        }
    }
  return NULL;
}

static void
put_number (guint8 *out, guint size, guint64 value, gboolean big_endian)
{
  for (guint i = 0; i < size; i++)
    out[big_endian ? size - 1 - i : i] = (guint8)(value >> i * 8);
}

/* @addend: NULL: it stands where the relocation is. */
static void
apply (Pass *self, guint64 offset, guint64 info, const gint64 *addend)
{
  gboolean big_endian = self->file->big_endian;
  guint64 number = GELF_R_SYM (info);
  const Kind *kind;
  AscCursor cursor;
  guint64 there, value;

  if (GELF_R_TYPE (info) == 0) /* NONE of every machine */
    return;
  kind = find_kind (self, (guint32)GELF_R_TYPE (info));
  if (kind == NULL || number >= self->n_symbols || offset > self->section->size
      || self->section->size - offset < kind->size)
    {
      self->n_unknown++;
      return;
    }
  asc_cursor_init (&cursor, self->data + offset, kind->size, big_endian);
  there = asc_dwarf_uint (&cursor, kind->size);
  value = self->symbols[number] + (addend != NULL ? (guint64)*addend : kind->operation == SET ? there : 0);
  if (kind->operation == ADD)
    value = there + value;
  else if (kind->operation == SUB)
    value = there - value;
  if (kind->operation != KEEP)
    put_number (self->data + offset, kind->size, value, big_endian);
}

/* Values of all symbols: of those of sections the sections' addresses. */
static void
read_symbols (Pass *self, guint number)
{
  AscElf *elf = self->file->elf;
  const AscElfSection *table = &g_array_index (elf->sections, AscElfSection, number);
  Elf_Data *data = asc_elf_get_data (elf, table);
  Elf_Data *indices = NULL;
  gsize entry = gelf_fsize (elf->elf, ELF_T_SYM, 1, EV_CURRENT);

  if (data == NULL || data->d_type != ELF_T_SYM || entry == 0)
    return;
  for (guint i = 0; i < elf->sections->len; i++)
    {
      const AscElfSection *other = &g_array_index (elf->sections, AscElfSection, i);

      if (other->type == SHT_SYMTAB_SHNDX && other->link == number)
        indices = asc_elf_get_data (elf, other);
    }
  self->n_symbols = MIN (data->d_size / entry, G_MAXINT);
  self->symbols = g_new0 (guint64, self->n_symbols + 1);
  for (gsize i = 1; i < self->n_symbols; i++)
    {
      GElf_Sym symbol;
      Elf32_Word extended = 0;
      guint32 section;

      if (gelf_getsymshndx (data, indices, (int)i, &symbol, &extended) == NULL)
        continue;
      section = symbol.st_shndx == SHN_XINDEX ? extended : symbol.st_shndx;
      self->symbols[i] = symbol.st_value;
      if ((symbol.st_shndx < SHN_LORESERVE || symbol.st_shndx == SHN_XINDEX) && section < elf->sections->len)
        self->symbols[i] += g_array_index (elf->sections, AscElfSection, section).addr;
    }
}

/* The section's bytes, all of them, where they may be changed. */
static gboolean
need_all (AscDwarfSection *self)
{
  asc_dwarf_need (self, 0, self->size);
  if (!self->mapped)
    {
      /* An image in memory is somebody else's. */
      guint8 *copy
          = mmap (NULL, self->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

      if (copy == MAP_FAILED)
        return FALSE;
      memcpy (copy, self->data, self->size);
      self->data = copy;
      self->mapped = TRUE;
    }
  return TRUE;
}

static void
relocate (Pass *self, const AscElfSection *table)
{
  Elf_Data *data = asc_elf_get_data (self->file->elf, table);
  gboolean has_addends = table->type == SHT_RELA;
  gsize entry = gelf_fsize (self->file->elf->elf, has_addends ? ELF_T_RELA : ELF_T_REL, 1, EV_CURRENT);
  gsize n;

  if (table->size > self->left)
    {
      self->n_unknown++;
      return;
    }
  self->left -= table->size;
  if (data == NULL || entry == 0 || data->d_type != (has_addends ? ELF_T_RELA : ELF_T_REL) || !need_all (self->section))
    return;
  self->data = (guint8 *)self->section->data;
  n = MIN (data->d_size / entry, G_MAXINT);
  for (gsize i = 0; i < n; i++)
    {
      GElf_Rela rela;
      GElf_Rel rel;

      if (has_addends && gelf_getrela (data, (int)i, &rela) != NULL)
        {
          gint64 addend = rela.r_addend;

          apply (self, rela.r_offset, rela.r_info, &addend);
        }
      else if (!has_addends && gelf_getrel (data, (int)i, &rel) != NULL)
        apply (self, rel.r_offset, rel.r_info, NULL);
    }
}

void
asc_dwarf_file_relocate (AscDwarfFile *self, const guint32 *numbers)
{
  Pass pass = { .file = self, .left = self->elf->file_size };
  guint32 symbols = 0;

  for (guint i = 0; i < self->elf->sections->len; i++)
    {
      const AscElfSection *table = &g_array_index (self->elf->sections, AscElfSection, i);

      for (guint j = 0; (table->type == SHT_RELA || table->type == SHT_REL) && j < ASC_DWARF_N_SECTIONS; j++)
        {
          if (numbers[j] == 0 || numbers[j] != table->info || self->sections[j].data == NULL
              || table->link >= self->elf->sections->len)
            continue;
          if (pass.symbols == NULL || symbols != table->link)
            {
              g_clear_pointer (&pass.symbols, g_free);
              pass.n_symbols = 0;
              symbols = table->link;
              read_symbols (&pass, symbols);
            }
          pass.section = &self->sections[j];
          relocate (&pass, table);
        }
    }
  g_free (pass.symbols);
  if (pass.n_unknown > 0 && self->problem == NULL)
    self->problem = g_strdup_printf (
        "%" G_GUINT64_FORMAT " relocations of the debugging information are of an unknown kind", pass.n_unknown);
}
