/* asc-elf-plt.c: names for the entries of the procedure linkage table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-elf-private.h"

#include <string.h>

#include "asc-cursor.h"

/* An entry jumps through a slot of the global offset table; the relocation of that slot names the function. So the machine
 * code tells which entry is which: order and size of the entries differ between linkers, and .plt.got and .plt.sec have none of their own. */
typedef struct
{
  guint64 slot;
  guint64 start;
  guint64 end;
} Entry;

/* Finds the jump at @offset. Returns: the slot's address, or 0. */
typedef guint64 (*DecodeFunc) (AscElf *self, const AscElfSection *section, const guint8 *code, gsize size, gsize offset);

/* x86: [endbr] [bnd] jmp *slot (System V ABI supplements, "Procedure Linkage Table"). */
static guint64
decode_x86 (AscElf *self, const AscElfSection *section, const guint8 *code, gsize size, gsize offset)
{
  AscCursor cursor;
  guint8 modrm;
  gint32 value;

  asc_cursor_init (&cursor, code, size, FALSE);
  asc_cursor_seek (&cursor, offset);
  if (size - offset >= 4 && memcmp (code + offset, "\xf3\x0f\x1e", 3) == 0 && (code[offset + 3] & 0xfe) == 0xfa)
    asc_cursor_skip (&cursor, 4);
  if (cursor.pos < size && code[cursor.pos] == 0xf2)
    asc_cursor_skip (&cursor, 1);
  if (asc_cursor_u8 (&cursor) != 0xff)
    return 0;
  modrm = asc_cursor_u8 (&cursor);
  value = (gint32) asc_cursor_u32 (&cursor);
  if (!asc_cursor_ok (&cursor))
    return 0;
  if (self->ehdr.e_machine == EM_X86_64)
    return modrm == 0x25 ? section->addr + cursor.pos + (guint64) (gint64) value : 0;
  if (modrm == 0x25)
    return (guint32) value;
  if (modrm == 0xa3)
    {
      const AscElfSection *got = asc_elf_find_section (self, ".got.plt");

      if (got == NULL)
        got = asc_elf_find_section (self, ".got");
      return got != NULL ? (guint32) (got->addr + (guint32) value) : 0;
    }
  return 0;
}

/* AArch64: [bti c] adrp x16, page; ldr x17, [x16, offset]. */
static guint64
decode_aarch64 (AscElf *self, const AscElfSection *section, const guint8 *code, gsize size, gsize offset)
{
  AscCursor cursor;
  guint32 adrp, ldr;
  gint64 page;

  (void) self;
  asc_cursor_init (&cursor, code, size, FALSE); /* instructions are little-endian always */
  asc_cursor_seek (&cursor, offset);
  adrp = asc_cursor_u32 (&cursor);
  if (adrp == 0xd503245f)
    adrp = asc_cursor_u32 (&cursor);
  ldr = asc_cursor_u32 (&cursor);
  if (!asc_cursor_ok (&cursor) || (adrp & 0x9f00001f) != 0x90000010 || (ldr & 0xffc003ff) != 0xf9400211)
    return 0;
  page = (gint64) (((adrp >> 5) & 0x7ffff) << 2 | ((adrp >> 29) & 3));
  page = (page ^ 0x100000) - 0x100000;
  return ((section->addr + cursor.pos - 8) & ~(guint64) 0xfff) + (guint64) (page * 4096) + (((ldr >> 10) & 0xfff) << 3);
}

static void
find_entries (AscElf *self, const AscElfSection *section, DecodeFunc decode, gsize step, GArray *entries)
{
  Elf_Data *data = asc_elf_get_data (self, section);
  guint first = entries->len;
  guint64 stride = 16;

  if (data == NULL)
    return;
  for (gsize offset = 0; offset + 6 <= data->d_size; offset += step)
    {
      Entry entry = { .slot = decode (self, section, data->d_buf, data->d_size, offset), .start = section->addr + offset };

      if (entry.slot == 0)
        continue;
      if (entries->len > first)
        stride = MIN (stride, entry.start - g_array_index (entries, Entry, entries->len - 1).start);
      g_array_append_val (entries, entry);
      if (decode == decode_aarch64)
        offset += 8;
    }
  for (guint i = first; i < entries->len; i++)
    {
      Entry *entry = &g_array_index (entries, Entry, i);

      entry->end = MIN (entry->start + stride, section->addr + data->d_size);
    }
}

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  return (x->slot > y->slot) - (x->slot < y->slot);
}

/* First entry whose slot is @slot, or NULL. */
static const Entry *
find_slot (GArray *entries, guint64 slot)
{
  guint low = 0, high = entries->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (entries, Entry, middle).slot < slot)
        low = middle + 1;
      else
        high = middle;
    }
  return low < entries->len && g_array_index (entries, Entry, low).slot == slot ? &g_array_index (entries, Entry, low) : NULL;
}

/* The name of the symbol that a relocation of @section is for; NULL: none. */
static const char *
get_symbol_name (AscElf *self, const AscElfSection *section, guint64 info)
{
  guint64 number = GELF_R_SYM (info);
  const AscElfSection *symbols;
  Elf_Data *data;
  GElf_Sym symbol;

  if (number == 0 || number > G_MAXINT || section->link == 0 || section->link >= self->sections->len)
    return NULL;
  symbols = &g_array_index (self->sections, AscElfSection, section->link);
  data = symbols->type == SHT_DYNSYM || symbols->type == SHT_SYMTAB ? asc_elf_get_data (self, symbols) : NULL;
  if (data == NULL || gelf_getsym (data, (int) number, &symbol) == NULL)
    return NULL;
  return elf_strptr (self->elf, symbols->link, symbol.st_name);
}

typedef struct
{
  GArray *entries; /* Entry, by slot */
  AscSymbolTable *table;
} Plt;

static void
add_entries (gpointer data, guint64 slot, const char *symbol, gint64 addend)
{
  const Plt *plt = data;
  const Entry *entry = find_slot (plt->entries, slot);
  const Entry *end = &g_array_index (plt->entries, Entry, plt->entries->len);
  g_autofree char *name = NULL;
  const char *copy;

  if (entry == NULL)
    return;
  if (symbol == NULL || symbol[0] == '\0')
    name = g_strdup_printf ("*ABS*+0x%" G_GINT64_MODIFIER "x@plt", (guint64) addend);
  else if (addend != 0)
    name = g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x@plt", symbol, (guint64) addend);
  else
    name = g_strconcat (symbol, "@plt", NULL);
  copy = asc_symbol_table_dup (plt->table, name);
  for (; entry < end && entry->slot == slot; entry++)
    asc_symbol_table_add (plt->table, &(AscSymbol){ entry->start, entry->end, copy, ASC_RANK_SIZED | ASC_RANK_TYPED | ASC_RANK_NOT_WEAK, ASC_SYMBOL_PLT });
}

static void
read_relocations (AscElf *self, const AscElfSection *section, AscElfRelocationFunc func, gpointer func_data)
{
  Elf_Data *data = asc_elf_get_data (self, section);
  Elf_Type type = section->type == SHT_RELA ? ELF_T_RELA : ELF_T_REL;
  gsize size = gelf_fsize (self->elf, type, 1, EV_CURRENT);
  gsize n = data != NULL && data->d_type == type && size > 0 ? MIN (data->d_size / size, G_MAXINT) : 0;

  for (gsize i = 0; i < n; i++)
    {
      GElf_Rela rela = { 0 };
      GElf_Rel rel;

      if (type == ELF_T_RELA)
        {
          if (gelf_getrela (data, (int) i, &rela) == NULL)
            return;
        }
      else
        {
          if (gelf_getrel (data, (int) i, &rel) == NULL)
            return;
          rela.r_offset = rel.r_offset;
          rela.r_info = rel.r_info;
        }
      func (func_data, rela.r_offset, get_symbol_name (self, section, rela.r_info), rela.r_addend);
    }
}

void
asc_elf_read_relocations (AscElf *self, AscElfRelocationFunc func, gpointer data)
{
  for (guint i = 0; i < self->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);

      if ((section->type == SHT_RELA || section->type == SHT_REL) && (section->flags & SHF_ALLOC))
        read_relocations (self, section, func, data);
    }
}

void
asc_elf_add_plt (AscElf *self, AscSymbolTable *table)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  gboolean is_x86 = self->ehdr.e_machine == EM_X86_64 || self->ehdr.e_machine == EM_386;

  if (!is_x86 && self->ehdr.e_machine != EM_AARCH64)
    return;
  for (guint i = 0; i < self->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);

      if (section->type == SHT_PROGBITS && (section->flags & SHF_EXECINSTR)
          && (g_str_has_prefix (section->name, ".plt") || g_str_equal (section->name, ".iplt")))
        find_entries (self, section, is_x86 ? decode_x86 : decode_aarch64, is_x86 ? 8 : 4, entries);
    }
  if (entries->len == 0)
    return;
  g_array_sort (entries, compare_slots);
  asc_elf_read_relocations (self, add_entries, &(Plt){ entries, table });
}
