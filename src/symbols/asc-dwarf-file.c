/* asc-dwarf-file.c: a file's DWARF sections, wherever and however they are stored
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

#include <sys/mman.h>

#include "asc-elf-private.h"

#define MAX_ALT_BYTES 65536

static const char *const section_names[ASC_DWARF_N_SECTIONS] = {
  [ASC_DWARF_INFO] = "info",         [ASC_DWARF_ABBREV] = "abbrev",     [ASC_DWARF_LINE] = "line",
  [ASC_DWARF_LINE_STR] = "line_str", [ASC_DWARF_STR] = "str",           [ASC_DWARF_STR_OFFSETS] = "str_offsets",
  [ASC_DWARF_ADDR] = "addr",         [ASC_DWARF_RANGES] = "ranges",     [ASC_DWARF_RNGLISTS] = "rnglists",
  [ASC_DWARF_ARANGES] = "aranges",   [ASC_DWARF_CU_INDEX] = "cu_index",
};

static void
clear_section (AscDwarfSection *self)
{
  if (self->mapped)
    munmap ((gpointer)self->data, self->size);
  g_free (self->blocks);
  g_mutex_clear (&self->mutex);
}

void
asc_dwarf_file_free (AscDwarfFile *self)
{
  for (guint i = 0; self->units != NULL && i < self->units->len; i++)
    g_clear_pointer (&g_array_index (self->units, AscDwarfUnitEntry, i).unit, asc_dwarf_unit_free);
  g_clear_pointer (&self->units, g_array_unref);
  g_clear_pointer (&self->abbrevs, g_hash_table_unref);
  for (guint i = 0; i < ASC_DWARF_N_SECTIONS; i++)
    clear_section (&self->sections[i]);
  g_clear_pointer (&self->code, g_array_unref);
  g_clear_pointer (&self->elf, asc_elf_free);
  g_mutex_clear (&self->mutex);
  g_free (self->alt_path);
  g_free (self->problem);
  g_free (self->path);
  g_free (self);
}

/* Has the section's bytes ready to be read from the file, or lent from the image. */
static gboolean
attach (AscDwarfFile *self, AscDwarfSection *section, const AscElfSection *header)
{
  guint64 file_size = self->elf->file_size;

  if (header->type == SHT_NOBITS || header->size == 0 || header->offset > file_size)
    return FALSE;
  /* Of a cut file what is left. */
  section->size = MIN (header->size, file_size - header->offset);
  section->offset = header->offset;
  if (self->elf->fd < 0)
    {
      section->data = (const guint8 *)g_bytes_get_data (self->elf->image, NULL) + header->offset;
      return section->size > 0;
    }
  if (section->size == 0)
    return FALSE;
  section->data
      = mmap (NULL, section->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (section->data == MAP_FAILED)
    {
      section->data = NULL;
      section->size = 0;
      return FALSE;
    }
  section->mapped = TRUE;
  section->fd = self->elf->fd;
  section->blocks = g_malloc0 (section->size / ASC_DWARF_BLOCK + 1);
  return TRUE;
}

/* The head of a packed section: ELF's (gABI, "Section Compression"), or GNU's older "ZLIB" and a big-endian size. */
static gboolean
read_packed_head (
    AscDwarfFile *self, const AscDwarfSection *packed, gboolean is_gnu, gsize *head, guint64 *size, guint32 *type)
{
  AscCursor cursor;

  asc_dwarf_need ((AscDwarfSection *)packed, 0, packed->size);
  asc_cursor_init (&cursor, packed->data, packed->size, self->big_endian || is_gnu);
  *type = ELFCOMPRESS_ZLIB;
  if (is_gnu)
    {
      const guint8 *magic = asc_cursor_bytes (&cursor, 4);

      if (magic == NULL || memcmp (magic, "ZLIB", 4) != 0)
        return FALSE;
      cursor.big_endian = TRUE;
      *size = asc_cursor_u64 (&cursor);
    }
  else if (self->elf->ehdr.e_ident[EI_CLASS] == ELFCLASS64)
    {
      *type = asc_cursor_u32 (&cursor);
      asc_cursor_skip (&cursor, 4);
      *size = asc_cursor_u64 (&cursor);
      asc_cursor_skip (&cursor, 8);
    }
  else
    {
      *type = asc_cursor_u32 (&cursor);
      *size = asc_cursor_u32 (&cursor);
      asc_cursor_skip (&cursor, 4);
    }
  *head = cursor.pos;
  return asc_cursor_ok (&cursor);
}

static void
read_section (AscDwarfFile *self, AscDwarfSection *section, const AscElfSection *header, gboolean is_gnu)
{
  AscDwarfSection packed = { .fd = -1 };
  g_autofree char *problem = NULL;
  guint64 size;
  guint32 type;
  gsize head;

  if (!is_gnu && !(header->flags & SHF_COMPRESSED))
    {
      attach (self, section, header);
      return;
    }
  g_mutex_init (&packed.mutex);
  if (attach (self, &packed, header))
    {
      if (!read_packed_head (self, &packed, is_gnu, &head, &size, &type))
        problem = g_strdup ("broken head of a compressed section");
      else
        asc_dwarf_unpack (section, packed.data + head, packed.size - head, size, type, &problem);
    }
  clear_section (&packed);
  if (problem != NULL && self->problem == NULL)
    self->problem = g_strdup_printf ("%s: %s", header->name, problem);
}

/* ".debug_info", ".zdebug_info", of split files with ".dwo" behind. */
static gboolean
is_named (const char *name, const char *part, gboolean is_split, gboolean *is_gnu)
{
  *is_gnu = g_str_has_prefix (name, ".zdebug_");
  if (!*is_gnu && !g_str_has_prefix (name, ".debug_"))
    return FALSE;
  name += *is_gnu ? 8 : 7;
  if (!g_str_has_prefix (name, part))
    return FALSE;
  return g_str_equal (name + strlen (part), is_split ? ".dwo" : "");
}

/* dwz's file: a name, then the build-id; .debug_sup (DWARF 5, 7.3.6): version, is_supplementary, name, length,
 * checksum. */
static void
read_alt (AscDwarfFile *self, const AscElfSection *header, gboolean is_sup)
{
  AscDwarfSection section = { .fd = -1 };
  AscCursor cursor;
  const char *name;
  gsize n_id;

  g_mutex_init (&section.mutex);
  if (header->size <= MAX_ALT_BYTES && attach (self, &section, header))
    {
      asc_dwarf_need (&section, 0, section.size);
      asc_cursor_init (&cursor, section.data, section.size, self->big_endian);
      if (is_sup)
        asc_cursor_skip (&cursor, 3);
      name = asc_dwarf_cursor_string (&cursor);
      n_id = is_sup ? asc_cursor_uleb128 (&cursor) : asc_cursor_left (&cursor);
      if (name != NULL && name[0] != '\0' && asc_cursor_ok (&cursor) && n_id <= asc_cursor_left (&cursor))
        {
          self->alt_path = g_strdup (name);
          self->alt_id = asc_build_id_make (cursor.data + cursor.pos, n_id);
        }
    }
  clear_section (&section);
}

static int
compare_ranges (gconstpointer a, gconstpointer b)
{
  const AscDwarfRange *x = a, *y = b;

  return (x->start > y->start) - (x->start < y->start);
}

static void
read_sections (AscDwarfFile *self)
{
  for (guint i = 0; i < self->elf->sections->len; i++)
    {
      const AscElfSection *header = &g_array_index (self->elf->sections, AscElfSection, i);

      if ((header->flags & SHF_ALLOC) && (header->flags & SHF_EXECINSTR) && header->size > 0
          && header->size <= G_MAXUINT64 - header->addr)
        {
          AscDwarfRange range = { header->addr, header->addr + header->size };
          g_array_append_val (self->code, range);
        }
      if (g_str_equal (header->name, ".gnu_debugaltlink") && self->alt_path == NULL)
        read_alt (self, header, FALSE);
      else if (g_str_equal (header->name, ".debug_sup") && self->alt_path == NULL)
        read_alt (self, header, TRUE);
      for (guint j = 0; j < ASC_DWARF_N_SECTIONS; j++)
        {
          gboolean is_gnu;
          /* The index of a package has no ".dwo". */
          gboolean is_split = self->is_split && j != ASC_DWARF_CU_INDEX;

          if (self->sections[j].data == NULL && is_named (header->name, section_names[j], is_split, &is_gnu))
            read_section (self, &self->sections[j], header, is_gnu);
        }
    }
  g_array_sort (self->code, compare_ranges);
}

static AscDwarfFile *
file_new (AscElf *elf, const char *path, gboolean is_split, AscDwarfBudget *budget)
{
  AscDwarfFile *self = g_new0 (AscDwarfFile, 1);

  self->elf = elf;
  self->path = g_strdup (path);
  self->is_split = is_split;
  self->big_endian = elf->big_endian;
  self->is_relocatable = asc_elf_is_relocatable (elf);
  self->build_id = *asc_elf_get_build_id (elf);
  self->budget = budget;
  self->code = g_array_new (FALSE, FALSE, sizeof (AscDwarfRange));
  g_mutex_init (&self->mutex);
  for (guint i = 0; i < ASC_DWARF_N_SECTIONS; i++)
    {
      self->sections[i].fd = -1;
      g_mutex_init (&self->sections[i].mutex);
    }
  read_sections (self);
  return self;
}

AscDwarfFile *
asc_dwarf_file_open (const char *path, gboolean is_split, AscDwarfBudget *budget, GError **error)
{
  AscElf *elf = asc_elf_open (path, error);

  return elf != NULL ? file_new (elf, path, is_split, budget) : NULL;
}

AscDwarfFile *
asc_dwarf_file_open_bytes (GBytes *image, gboolean is_split, AscDwarfBudget *budget, GError **error)
{
  AscElf *elf = asc_elf_open_bytes (image, error);

  return elf != NULL ? file_new (elf, NULL, is_split, budget) : NULL;
}

gboolean
asc_dwarf_file_is_code (AscDwarfFile *self, guint64 address)
{
  guint low = 0, high = self->code->len;

  /* Of a module's object file all sections start at 0; without any sections nothing can be said. */
  if (self->is_relocatable || self->code->len == 0)
    return TRUE;
  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (self->code, AscDwarfRange, middle).start <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && address < g_array_index (self->code, AscDwarfRange, low - 1).end;
}
