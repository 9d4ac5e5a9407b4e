/* asc-elf-go.c: the functions that a Go program knows of itself
 *
 * Go's run time walks stacks and prints names by a table that no option leaves out: where the symbols were stripped it has the names of all Go functions.
 * Source: Go, src/internal/abi/symtab.go, src/runtime/symtab.go (pcHeader, _func), src/debug/gosym/pclntab.go.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-elf-private.h"

#include <string.h>

#include "asc-cursor.h"

/* First word of the table, by the release of Go that brought it. */
#define MAGIC_1_2 0xfffffffbu
#define MAGIC_1_16 0xfffffffau
#define MAGIC_1_18 0xfffffff0u
#define MAGIC_1_20 0xfffffff1u

/* Magic, two zeros, code quantum, size of an address. */
#define HEADER_SIZE 8

typedef struct
{
  AscElf *elf;
  Elf_Data *data;
  guint64 table_addr;
  guint word;          /* bytes of an address */
  guint field;         /* bytes of a field of the list of functions */
  guint64 n_functions;
  guint64 text;        /* what is added to addresses in the table */
  guint64 names;       /* where they start, in the table */
  guint64 functions;   /* the list of functions; their descriptions are counted from here, or from the table's start before 1.16 */
  guint64 descriptions;
} Table;

static AscCursor
open_at (const Table *self, guint64 offset)
{
  AscCursor cursor;

  asc_cursor_init (&cursor, self->data->d_buf, self->data->d_size, self->elf->big_endian);
  if (offset > self->data->d_size)
    cursor.failed = TRUE;
  else
    asc_cursor_seek (&cursor, (gsize) offset);
  return cursor;
}

static guint64
read_number (AscCursor *cursor, guint size)
{
  return size == 8 ? asc_cursor_u64 (cursor) : asc_cursor_u32 (cursor);
}

static const AscElfSection *
find_table (AscElf *self)
{
  const AscElfSection *section = asc_elf_find_section (self, ".gopclntab");

  if (section == NULL)
    section = asc_elf_find_section (self, ".data.rel.ro.gopclntab"); /* position-independent programs */
  return section != NULL && section->type == SHT_PROGBITS ? section : NULL;
}

typedef struct
{
  guint64 slot;
  guint64 value;
} Relocated;

static void
take_relocation (gpointer data, guint64 address, const char *symbol, gint64 addend)
{
  Relocated *self = data;

  if (address == self->slot && symbol == NULL)
    self->value = (guint64) addend;
}

/* Where code starts, which addresses are counted from since 1.18: the header's word, or what the dynamic linker would write there; else where .text starts. */
static guint64
find_text (const Table *self, guint64 word, guint64 offset)
{
  Relocated relocated = { .slot = self->table_addr + offset };
  const AscElfSection *text = asc_elf_find_section (self->elf, ".text");

  if (word != 0)
    return word + self->elf->bias;
  asc_elf_read_relocations (self->elf, take_relocation, &relocated);
  if (relocated.value != 0)
    return relocated.value + self->elf->bias;
  return text != NULL ? text->addr : 0;
}

static gboolean
read_header (Table *self)
{
  AscCursor cursor = open_at (self, 0);
  guint32 magic = asc_cursor_u32 (&cursor);
  guint64 text_word = 0, text_offset = 0;

  asc_cursor_skip (&cursor, 3);
  self->word = asc_cursor_u8 (&cursor);
  if (!asc_cursor_ok (&cursor) || (self->word != 4 && self->word != 8))
    return FALSE;
  self->n_functions = read_number (&cursor, self->word);
  self->field = self->word;
  if (magic == MAGIC_1_2)
    {
      self->functions = HEADER_SIZE + self->word;
      return asc_cursor_ok (&cursor);
    }
  if (magic != MAGIC_1_16 && magic != MAGIC_1_18 && magic != MAGIC_1_20)
    return FALSE;
  read_number (&cursor, self->word); /* number of files */
  if (magic != MAGIC_1_16)
    {
      self->field = 4;
      text_offset = cursor.pos;
      text_word = read_number (&cursor, self->word);
    }
  self->names = read_number (&cursor, self->word);
  asc_cursor_skip (&cursor, 3 * self->word); /* units, files, program counters */
  self->functions = self->descriptions = read_number (&cursor, self->word);
  if (!asc_cursor_ok (&cursor))
    return FALSE;
  if (magic != MAGIC_1_16)
    self->text = find_text (self, text_word, text_offset);
  return TRUE;
}

/* The name that the description at @offset has. Lent; NULL: it lies outside of the table. */
static const char *
read_name (const Table *self, guint64 offset)
{
  AscCursor cursor;
  guint64 name;

  if (offset > self->data->d_size)
    return NULL;
  cursor = open_at (self, self->descriptions + offset);
  read_number (&cursor, self->field);
  name = asc_cursor_u32 (&cursor);
  if (!asc_cursor_ok (&cursor))
    return NULL;
  cursor = open_at (self, self->names + name);
  if (!asc_cursor_ok (&cursor) || memchr (cursor.data + cursor.pos, '\0', asc_cursor_left (&cursor)) == NULL)
    return NULL;
  return (const char *) cursor.data + cursor.pos;
}

gboolean
asc_elf_has_go_functions (AscElf *self)
{
  return find_table (self) != NULL;
}

void
asc_elf_add_go_functions (AscElf *self, AscSymbolTable *table)
{
  const AscElfSection *section = find_table (self);
  Table go = { .elf = self, .data = section != NULL ? asc_elf_get_data (self, section) : NULL };
  AscCursor cursor;

  if (go.data == NULL)
    return;
  go.table_addr = section->addr;
  if (!read_header (&go) || go.functions > go.data->d_size)
    return;
  cursor = open_at (&go, go.functions);
  for (guint64 i = 0; i < go.n_functions; i++)
    {
      guint64 start = go.text + read_number (&cursor, go.field), description = read_number (&cursor, go.field), end;
      AscCursor next = cursor;
      const char *name;

      end = go.text + read_number (&next, go.field);
      if (!asc_cursor_ok (&next))
        return;
      name = end > start ? read_name (&go, description) : NULL;
      if (name != NULL && name[0] != '\0')
        asc_symbol_table_add (table, &(AscSymbol){ start, end, name, ASC_RANK_SIZED | ASC_RANK_TYPED | ASC_RANK_NOT_WEAK, 0 });
    }
}
