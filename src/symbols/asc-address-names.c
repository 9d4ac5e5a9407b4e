/* asc-address-names.c: see asc-address-names.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-address-names.h"

#include <string.h>

#include "asc-demangle.h"
#include "asc-elf-private.h"

/* Of several symbols at one address the one with the lowest place is shown. */
enum
{
  PLACE_NO_GLOBAL = 1 << 0,
  PLACE_LOCAL = 1 << 1,
  PLACE_NO_OBJECT = 1 << 2,
  PLACE_NO_FUNCTION = 1 << 3,
  PLACE_FILE = 1 << 4,
  PLACE_COMPILER = 1 << 5,
};

typedef struct
{
  guint64 address;
  guint64 size;
  const char *name;
  guint place;
} Name;

/* A word of memory that is filled with the address of a symbol. */
typedef struct
{
  guint64 address;
  const char *name;
} Slot;

/* Addresses that mean something. */
typedef struct
{
  guint64 start;
  guint64 end;
} Span;

struct _AscAddressNames
{
  GArray *sections; /* Span; empty: all addresses do */
  GArray *names; /* Name, sorted when @sorted */
  GArray *slots; /* Slot, the same */
  gboolean sorted;
  AscSymbolTable *plt;
  GPtrArray *files; /* AscElf: lend names */
  GStringChunk *strings;
};

static void
free_elf (gpointer elf)
{
  asc_elf_free (elf);
}

AscAddressNames *
asc_address_names_new (void)
{
  AscAddressNames *self = g_new0 (AscAddressNames, 1);

  self->sections = g_array_new (FALSE, FALSE, sizeof (Span));
  self->names = g_array_new (FALSE, FALSE, sizeof (Name));
  self->slots = g_array_new (FALSE, FALSE, sizeof (Slot));
  self->plt = asc_symbol_table_new (ASC_SYMBOL_ORDER_NAMES);
  self->files = g_ptr_array_new_with_free_func (free_elf);
  self->strings = g_string_chunk_new (1024);
  return self;
}

void
asc_address_names_free (AscAddressNames *self)
{
  g_array_unref (self->sections);
  g_array_unref (self->names);
  g_array_unref (self->slots);
  asc_symbol_table_free (self->plt);
  g_ptr_array_unref (self->files);
  g_string_chunk_free (self->strings);
  g_free (self);
}

typedef struct
{
  AscAddressNames *self;
  AscElf *elf;
  const gint64 *shifts;
} Reading;

/* The order of objdump (binutils, "compare_symbols"): what tells most first. */
static guint
place_of (const GElf_Sym *symbol, const char *name)
{
  guint type = GELF_ST_TYPE (symbol->st_info);
  guint bind = GELF_ST_BIND (symbol->st_info);

  return (strstr (name, "gnu_compiled") != NULL || strstr (name, "gcc2_compiled") != NULL ? PLACE_COMPILER : 0)
         | (g_str_has_suffix (name, ".o") || g_str_has_suffix (name, ".a") ? PLACE_FILE : 0)
         | (type != STT_FUNC && type != STT_GNU_IFUNC ? PLACE_NO_FUNCTION : 0) | (type != STT_OBJECT && type != STT_COMMON ? PLACE_NO_OBJECT : 0)
         | (bind == STB_LOCAL ? PLACE_LOCAL : 0) | (bind != STB_GLOBAL ? PLACE_NO_GLOBAL : 0);
}

static void
add_symbol (gpointer data, const GElf_Sym *symbol, guint number, const char *name)
{
  Reading *reading = data;
  const AscElfSection *section = &g_array_index (reading->elf->sections, AscElfSection, number);
  guint type = GELF_ST_TYPE (symbol->st_info);
  Name found = { asc_elf_get_symbol_address (reading->elf, symbol, number), symbol->st_size, name, place_of (symbol, name) };

  /* Of the absolute ones only RISC-V's base of data is an address. */
  if (number == 0 && !(reading->elf->ehdr.e_machine == EM_RISCV && g_str_equal (name, "__global_pointer$")))
    return;
  if (type == STT_SECTION || type == STT_FILE || type == STT_TLS || (number != 0 && !(section->flags & SHF_ALLOC)) || asc_elf_is_mapping_symbol (reading->elf, name))
    return;
  if (reading->elf->ehdr.e_machine == EM_ARM && type == STT_FUNC)
    found.address &= ~(guint64) 1; /* Thumb code */
  if (reading->shifts != NULL)
    found.address += (guint64) reading->shifts[number];
  g_array_append_val (reading->self->names, found);
}

static void
add_slot (gpointer data, guint64 address, const char *symbol, gint64 addend)
{
  AscAddressNames *self = data;
  Slot slot = { address, symbol };

  if (symbol != NULL && symbol[0] != '\0')
    g_array_append_val (self->slots, slot);
}

static void
add_sections (AscAddressNames *self, AscElf *elf)
{
  for (guint i = 0; i < elf->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (elf->sections, AscElfSection, i);
      Span span = { section->addr, section->size <= G_MAXUINT64 - section->addr ? section->addr + section->size : G_MAXUINT64 };

      if (section->flags & SHF_ALLOC)
        g_array_append_val (self->sections, span);
    }
}

void
asc_address_names_add_elf (AscAddressNames *self, AscElf *elf, AscElf *base)
{
  g_autofree gint64 *shifts = base != NULL ? asc_elf_dup_shifts (elf, base) : NULL;
  Reading reading = { self, elf, shifts };
  static const guint32 types[] = { SHT_SYMTAB, SHT_DYNSYM };

  g_ptr_array_add (self->files, elf);
  for (guint t = 0; t < G_N_ELEMENTS (types) && self->names->len == 0; t++)
    for (guint i = 0; i < elf->sections->len; i++)
      if (g_array_index (elf->sections, AscElfSection, i).type == types[t])
        asc_elf_read_symbols (elf, i, add_symbol, &reading);
  if (base == NULL)
    {
      add_sections (self, elf);
      asc_elf_add_plt (elf, self->plt);
      asc_elf_read_relocations (elf, add_slot, self);
    }
  self->sorted = FALSE;
}

void
asc_address_names_add (AscAddressNames *self, guint64 address, const char *name)
{
  Name added = { address, 0, g_string_chunk_insert (self->strings, name), PLACE_NO_OBJECT };

  g_array_append_val (self->names, added);
  self->sorted = FALSE;
}

guint
asc_address_names_get_size (AscAddressNames *self)
{
  return self->names->len;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const Name *x = a, *y = b;

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  if ((x->name[0] == '.') != (y->name[0] == '.'))
    return x->name[0] == '.' ? 1 : -1;
  return strcmp (x->name, y->name);
}

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  const Slot *x = a, *y = b;

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return strcmp (x->name, y->name);
}

static void
sort (AscAddressNames *self)
{
  if (self->sorted)
    return;
  g_array_sort (self->names, compare_names);
  g_array_sort (self->slots, compare_slots);
  self->sorted = TRUE;
}

/* How many names start at or below @address. */
static guint
count_up_to (AscAddressNames *self, guint64 address)
{
  guint low = 0, high = self->names->len;

  sort (self);
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->names, Name, middle).address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static const Name *
find_name (AscAddressNames *self, guint64 address)
{
  guint i = count_up_to (self, address);

  if (i == 0)
    return NULL;
  for (i--; i > 0 && g_array_index (self->names, Name, i - 1).address == g_array_index (self->names, Name, i).address;)
    i--;
  return &g_array_index (self->names, Name, i);
}

static const char *
find_slot (AscAddressNames *self, guint64 address)
{
  guint low = 0, high = self->slots->len;

  sort (self);
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->slots, Slot, middle).address < address)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->slots->len && g_array_index (self->slots, Slot, low).address == address ? g_array_index (self->slots, Slot, low).name : NULL;
}

/* Replaces the tail of a longer name by an ellipsis: it is repeated in each instruction that refers to it. */
#define MAX_NAME 1000

/* "name", "name+0x10"; @suffix stands behind the demangled part. */
static char *
print (const char *name, gsize length, const char *suffix, guint64 offset)
{
  g_autofree char *bare = g_strndup (name, length);
  g_autofree char *demangled = asc_demangle (bare, 0);
  g_autofree char *shown = demangled != NULL ? g_steal_pointer (&demangled) : g_utf8_make_valid (bare, -1);

  if (strlen (shown) > MAX_NAME)
    {
      g_autofree char *whole = g_steal_pointer (&shown);
      const char *end = g_utf8_find_prev_char (whole, whole + MAX_NAME);

      *(char *) end = '\0';
      shown = g_strconcat (whole, "…", NULL);
    }
  if (offset == 0)
    return g_strconcat (shown, suffix, NULL);
  return g_strdup_printf ("%s%s+0x%" G_GINT64_MODIFIER "x", shown, suffix, offset);
}

/* At the end of a section too: symbols such as _end stand there. */
static gboolean
is_in_section (AscAddressNames *self, guint64 address)
{
  for (guint i = 0; i < self->sections->len; i++)
    {
      const Span *span = &g_array_index (self->sections, Span, i);

      if (address >= span->start && address <= span->end)
        return TRUE;
    }
  return self->sections->len == 0;
}

char *
asc_address_names_dup (AscAddressNames *self, guint64 address)
{
  const Name *name = is_in_section (self, address) ? find_name (self, address) : NULL;
  const char *slot = name == NULL || name->address != address ? find_slot (self, address) : NULL;
  const char *at;
  AscSymbolHit hit;

  asc_symbol_table_look_up (self->plt, &address, 1, &hit);
  if (hit.symbol != NULL && (name == NULL || name->address <= hit.symbol->start))
    return print (hit.symbol->name, strlen (hit.symbol->name) - strlen ("@plt"), "@plt", address - hit.symbol->start);
  if (slot != NULL)
    return print (slot, strlen (slot), "", 0);
  if (name == NULL)
    return NULL;
  at = strchr (name->name + 1, '@');
  return print (name->name, at != NULL ? (gsize) (at - name->name) : strlen (name->name), "", address - name->address);
}

gboolean
asc_address_names_find (AscAddressNames *self, const char *name, guint64 *address)
{
  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (g_array_index (self->names, Name, i).name, name))
      {
        *address = g_array_index (self->names, Name, i).address;
        return TRUE;
      }
  return FALSE;
}

guint64
asc_address_names_find_next (AscAddressNames *self, guint64 address)
{
  guint i = count_up_to (self, address);

  return i < self->names->len ? g_array_index (self->names, Name, i).address : G_MAXUINT64;
}
