/* asc-elf-symbols.c: the function symbols of an ELF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-elf-private.h"

#include <string.h>

#include "asc-cursor.h"

/* One symbol table with what is needed to read it. */
typedef struct
{
  AscElf *elf;
  AscElfSymbolFunc func;
  gpointer data;
  const char *strings;
  gsize strings_size; /* up to and with its last NUL */
  Elf_Data *symbols;
  Elf_Data *indices;  /* SHT_SYMTAB_SHNDX, or NULL */
} Reader;

/* What makes a table of functions of the symbols. */
typedef struct
{
  AscElf *elf;
  AscSymbolTable *table;
  gint64 *shifts; /* by section: what to add to get the base file's addresses; NULL: nothing */
  Elf_Data *opd;  /* 64-bit PowerPC, ELFv1: function descriptors, or NULL */
  guint64 opd_addr;
} Functions;

gboolean
asc_elf_is_mapping_symbol (AscElf *self, const char *name)
{
  guint machine = self->ehdr.e_machine;

  if (machine == EM_RISCV && name[0] == '.' && name[1] == 'L') /* the compiler's labels, which relaxing linkers need */
    return TRUE;
  return (machine == EM_ARM || machine == EM_AARCH64 || machine == EM_RISCV) && name[0] == '$' && name[1] != '\0'
         && strchr ("adtx", name[1]) != NULL && (name[2] == '\0' || name[2] == '.' || machine == EM_RISCV);
}

/* Whether the symbol names code, by the rules of perf: functions wherever they are, plain labels only in sections of text. */
static gboolean
is_wanted (const Functions *functions, const GElf_Sym *symbol, const AscElfSection *section, const char *name)
{
  guint type = GELF_ST_TYPE (symbol->st_info);
  guint visibility = GELF_ST_VISIBILITY (symbol->st_other);

  if (asc_elf_is_mapping_symbol (functions->elf, name))
    return FALSE;
  if (type == STT_FUNC || type == STT_GNU_IFUNC)
    return TRUE;
  return type == STT_NOTYPE && visibility != STV_HIDDEN && visibility != STV_INTERNAL && strstr (section->name, "text") != NULL;
}

static guint32
rank (const GElf_Sym *symbol)
{
  guint bind = GELF_ST_BIND (symbol->st_info);

  return (symbol->st_size > 0 ? ASC_RANK_SIZED : 0) | (GELF_ST_TYPE (symbol->st_info) != STT_NOTYPE ? ASC_RANK_TYPED : 0)
         | (bind != STB_WEAK ? ASC_RANK_NOT_WEAK : 0) | (bind == STB_GLOBAL ? ASC_RANK_GLOBAL : 0);
}

static const AscElfSection *
get_section (const Reader *reader, const GElf_Sym *symbol, Elf32_Word extended, guint *number)
{
  guint n = symbol->st_shndx;

  if (n == SHN_XINDEX && reader->indices != NULL)
    n = extended;
  else if (n >= SHN_LORESERVE)
    return NULL;
  if (n == SHN_UNDEF || n >= reader->elf->sections->len)
    return NULL;
  *number = n;
  return &g_array_index (reader->elf->sections, AscElfSection, n);
}

/* A symbol in .opd stands for the descriptor whose first word is the code's address. */
static guint64
resolve_descriptor (const Functions *self, const AscElfSection *section, guint64 value)
{
  AscCursor cursor;

  if (self->opd == NULL || section->addr != self->opd_addr || value < self->opd_addr || value - self->opd_addr > self->opd->d_size)
    return value;
  asc_cursor_init (&cursor, self->opd->d_buf, self->opd->d_size, self->elf->big_endian);
  asc_cursor_seek (&cursor, value - self->opd_addr);
  value = asc_cursor_u64 (&cursor);
  return value;
}

static void
read_symbol (const Reader *reader, int i)
{
  GElf_Sym symbol;
  Elf32_Word extended = 0;
  guint number = 0;
  const AscElfSection *section;
  const char *name;

  if (gelf_getsymshndx (reader->symbols, reader->indices, i, &symbol, &extended) == NULL || symbol.st_name == 0
      || symbol.st_name >= reader->strings_size)
    return;
  section = get_section (reader, &symbol, extended, &number);
  name = reader->strings + symbol.st_name;
  if ((section != NULL || symbol.st_shndx == SHN_ABS) && name[0] != '\0')
    reader->func (reader->data, &symbol, number, name);
}

static void
add_function (gpointer data, const GElf_Sym *symbol, guint number, const char *name)
{
  const Functions *self = data;
  const AscElfSection *section = &g_array_index (self->elf->sections, AscElfSection, number);
  guint64 start, end;

  if (number == 0 || !is_wanted (self, symbol, section, name))
    return;
  start = resolve_descriptor (self, section, asc_elf_get_symbol_address (self->elf, symbol, number));
  if (self->elf->ehdr.e_machine == EM_ARM && GELF_ST_TYPE (symbol->st_info) == STT_FUNC)
    start &= ~(guint64) 1; /* Thumb code */
  end = section->size < G_MAXUINT64 - section->addr ? section->addr + section->size : G_MAXUINT64;
  if (symbol->st_size > 0)
    end = symbol->st_size < G_MAXUINT64 - start ? start + symbol->st_size : G_MAXUINT64;
  if (end <= start)
    return;
  if (self->shifts != NULL)
    {
      start += (guint64) self->shifts[number];
      end += (guint64) self->shifts[number];
      if (end <= start)
        return;
    }
  asc_symbol_table_add (self->table, &(AscSymbol){ start, end, name, rank (symbol), symbol->st_size > 0 ? 0 : ASC_SYMBOL_UNSIZED });
}

gint64 *
asc_elf_dup_shifts (AscElf *self, AscElf *base)
{
  g_autofree gint64 *shifts = g_new0 (gint64, self->sections->len + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < self->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);
      const AscElfSection *twin;

      if (!(section->flags & SHF_ALLOC) || section->name[0] == '\0')
        continue;
      /* Debug files keep the section numbers; where they do not, the name tells. */
      twin = i < base->sections->len ? &g_array_index (base->sections, AscElfSection, i) : NULL;
      if (twin == NULL || !g_str_equal (twin->name, section->name))
        twin = asc_elf_find_section (base, section->name);
      if (twin != NULL && (twin->flags & SHF_ALLOC) && twin->addr != section->addr)
        {
          shifts[i] = (gint64) (twin->addr - section->addr);
          any = TRUE;
        }
    }
  return any ? g_steal_pointer (&shifts) : NULL;
}

gboolean
asc_elf_read_symbols (AscElf *self, guint number, AscElfSymbolFunc func, gpointer data)
{
  const AscElfSection *section = &g_array_index (self->sections, AscElfSection, number);
  const AscElfSection *strings = section->link < self->sections->len ? &g_array_index (self->sections, AscElfSection, section->link) : NULL;
  Reader reader = { .elf = self, .func = func, .data = data, .symbols = asc_elf_get_data (self, section) };
  Elf_Data *string_data = strings != NULL && strings->type == SHT_STRTAB ? asc_elf_get_data (self, strings) : NULL;
  gsize entry = gelf_fsize (self->elf, ELF_T_SYM, 1, EV_CURRENT);
  gsize n;

  if (section->type == SHT_NOBITS || section->size == 0)
    return TRUE;
  if (reader.symbols == NULL || string_data == NULL || reader.symbols->d_type != ELF_T_SYM || entry == 0)
    return FALSE;
  reader.strings = string_data->d_buf;
  for (reader.strings_size = string_data->d_size; reader.strings_size > 0 && reader.strings[reader.strings_size - 1] != '\0';)
    reader.strings_size--;
  for (guint i = 0; i < self->sections->len; i++)
    {
      const AscElfSection *other = &g_array_index (self->sections, AscElfSection, i);

      if (other->type == SHT_SYMTAB_SHNDX && other->link == number)
        reader.indices = asc_elf_get_data (self, other);
    }
  n = MIN (reader.symbols->d_size / entry, G_MAXINT);
  for (gsize i = 1; i < n; i++)
    read_symbol (&reader, (int) i);
  return TRUE;
}

static void
free_elf (gpointer data)
{
  asc_elf_free (data);
}

gboolean
asc_elf_add_symbols (AscElf *self, AscElf *base, AscSymbolTable *table, GError **error)
{
  g_autofree gint64 *shifts = base != NULL ? asc_elf_dup_shifts (self, base) : NULL;
  const AscElfSection *opd = self->ehdr.e_machine == EM_PPC64 ? asc_elf_find_section (self, ".opd") : NULL;
  Functions functions = { .elf = self, .table = table, .shifts = shifts };
  const char *broken = NULL;

  if (opd != NULL && (functions.opd = asc_elf_get_data (self, opd)) != NULL)
    functions.opd_addr = opd->addr;
  asc_symbol_table_take (table, self, free_elf);
  for (guint i = 0; i < self->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);

      if ((section->type == SHT_SYMTAB || section->type == SHT_DYNSYM) && !asc_elf_read_symbols (self, i, add_function, &functions))
        broken = section->name;
    }
  if (base == NULL)
    asc_elf_add_plt (self, table);
  if (!asc_elf_has_symtab (self))
    asc_elf_add_go_functions (self, table);
  if (self->sections->len == 0 && self->ehdr.e_shoff != 0)
    {
      g_set_error (error, ASC_ELF_ERROR, ASC_ELF_ERROR_CORRUPT,
                   "cut off: the section headers should be at byte %" G_GUINT64_FORMAT ", the file has %" G_GUINT64_FORMAT " bytes",
                   (guint64) self->ehdr.e_shoff, self->file_size);
      return FALSE;
    }
  if (broken == NULL)
    return TRUE;
  g_set_error (error, ASC_ELF_ERROR, ASC_ELF_ERROR_CORRUPT, "the symbol table %s lies outside the file or has no strings", broken);
  return FALSE;
}

/* A symbol that is looked for by its name. */
typedef struct
{
  const char *name;
  guint64 value;
  gboolean found;
} Wanted;

static void
compare_name (gpointer data, const GElf_Sym *symbol, guint number, const char *name)
{
  Wanted *self = data;

  if (self->found || !g_str_equal (name, self->name))
    return;
  self->found = TRUE;
  self->value = symbol->st_value;
}

gboolean
asc_elf_find_symbol (AscElf *self, const char *name, guint64 *value)
{
  Wanted wanted = { .name = name };

  for (guint i = 0; i < self->sections->len && !wanted.found; i++)
    if (g_array_index (self->sections, AscElfSection, i).type == SHT_SYMTAB)
      asc_elf_read_symbols (self, i, compare_name, &wanted);
  *value = wanted.value;
  return wanted.found;
}
