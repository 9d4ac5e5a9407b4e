/* asc-dwarf-file.c: a file's DWARF sections, wherever and however they are stored
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

#include <sys/mman.h>

#include "asc-elf-section.h"

#define MAX_ALT_BYTES 65536
/* Debug sections shrink to a half or a quarter; .debug_ranges of generated code to a thirtieth. */
#define MAX_RATIO 256

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
  g_clear_pointer (&self->packed, asc_packed_free);
  g_mutex_clear (&self->mutex);
}

void
asc_dwarf_file_free (AscDwarfFile *self)
{
  for (guint i = 0; i < self->units->len; i++)
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

/* Memory of its size, all 0: what is not written to costs nothing. */
static gboolean
reserve (AscDwarfSection *self, gsize size)
{
  gpointer data = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (data == MAP_FAILED)
    return FALSE;
  self->data = data;
  self->size = size;
  self->mapped = TRUE;
  return TRUE;
}

/* Has the section's bytes ready to be read from the file, or lent from the image. */
static gboolean
attach (AscDwarfFile *self, AscDwarfSection *section, const AscElfSection *header)
{
  guint64 file_size = self->elf->file_size;
  gsize size;

  if (header->type == SHT_NOBITS || header->size == 0 || header->offset >= file_size)
    return FALSE;
  /* Of a cut file what is left. */
  size = MIN (header->size, file_size - header->offset);
  if (self->elf->fd < 0)
    {
      section->data = (const guint8 *)g_bytes_get_data (self->elf->image, NULL) + header->offset;
      section->size = size;
      return TRUE;
    }
  if (!reserve (section, size))
    return FALSE;
  section->fd = self->elf->fd;
  section->offset = header->offset;
  section->blocks = g_malloc0 (size / ASC_DWARF_BLOCK + 1);
  return TRUE;
}

static void
attach_packed (AscDwarfFile *self, AscDwarfSection *section, const AscElfSection *header)
{
  guint64 file_size = self->elf->file_size;
  AscPackedSource source = { .fd = self->elf->fd, .offset = header->offset };
  g_autofree char *problem = NULL;

  if (header->type == SHT_NOBITS || header->size == 0 || header->offset >= file_size)
    return;
  source.size = MIN (header->size, file_size - header->offset);
  if (source.fd < 0)
    source.data = (const guint8 *)g_bytes_get_data (self->elf->image, NULL) + header->offset;
  section->packed
      = asc_packed_new (&source, asc_elf_get_packed_kind (self->elf, header), self->big_endian, MAX_RATIO, &problem);
  if (section->packed != NULL && !reserve (section, (gsize)asc_packed_get_size (section->packed)))
    problem = g_strdup ("no memory to unpack it");
  if (problem != NULL && self->problem == NULL)
    self->problem = g_strdup_printf ("%s: %s", header->name, problem);
}

/* ".debug_info", ".zdebug_info", of split files with ".dwo" behind. */
static gboolean
is_named (const char *name, const char *part, gboolean is_split)
{
  gboolean is_gnu = g_str_has_prefix (name, ".zdebug_");

  if (!is_gnu && !g_str_has_prefix (name, ".debug_"))
    return FALSE;
  name += is_gnu ? 8 : 7;
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
  guint32 numbers[ASC_DWARF_N_SECTIONS] = { 0 };

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
          /* The index of a package has no ".dwo". */
          gboolean is_split = self->is_split && j != ASC_DWARF_CU_INDEX;

          if (self->sections[j].data != NULL || !is_named (header->name, section_names[j], is_split))
            continue;
          numbers[j] = i;
          if (asc_elf_is_packed (header))
            attach_packed (self, &self->sections[j], header);
          else
            attach (self, &self->sections[j], header);
        }
    }
  g_array_sort (self->code, compare_ranges);
  if (self->is_relocatable)
    asc_dwarf_file_relocate (self, numbers);
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
  self->units = g_array_new (FALSE, FALSE, sizeof (AscDwarfUnitEntry));
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

char *
asc_dwarf_file_dup_problem (AscDwarfFile *self)
{
  for (guint i = 0; i < ASC_DWARF_N_SECTIONS; i++)
    if (self->sections[i].is_broken)
      return g_strdup_printf (".debug_%s: the section could not be unpacked to its end", section_names[i]);
  return g_strdup (self->problem);
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
