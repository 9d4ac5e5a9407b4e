/* asc-dwarf-split.c: debugging information that the linker never saw: .dwo files and packages of them
 *
 * DWARF 5, 7.3; the version before it: gcc's wiki, DebugFission and DebugFissionDWP.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

struct _AscDwarfSplit
{
  GMutex mutex;
  AscDwarfBudget *budget;
  GPtrArray *main_paths; /* char* */
  GPtrArray *packages;   /* AscDwarfFile */
  gboolean packages_opened;
  GHashTable *files; /* path -> AscDwarfFile, or NULL where there is none */
  GHashTable *units; /* skeleton -> AscDwarfUnit, or NULL */
};

static void
free_file (gpointer data)
{
  if (data != NULL)
    asc_dwarf_file_free (data);
}

static void
free_unit (gpointer data)
{
  if (data != NULL)
    asc_dwarf_unit_free (data);
}

AscDwarfSplit *
asc_dwarf_split_new (const char *const *main_paths, AscDwarfBudget *budget)
{
  AscDwarfSplit *self = g_new0 (AscDwarfSplit, 1);

  g_mutex_init (&self->mutex);
  self->budget = budget;
  self->main_paths = g_ptr_array_new_with_free_func (g_free);
  for (; *main_paths != NULL; main_paths++)
    g_ptr_array_add (self->main_paths, g_strdup (*main_paths));
  self->packages = g_ptr_array_new_with_free_func ((GDestroyNotify)asc_dwarf_file_free);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_file);
  self->units = g_hash_table_new_full (NULL, NULL, NULL, free_unit);
  return self;
}

void
asc_dwarf_split_free (AscDwarfSplit *self)
{
  g_hash_table_unref (self->units);
  g_hash_table_unref (self->files);
  g_ptr_array_unref (self->packages);
  g_ptr_array_unref (self->main_paths);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* The program's name and ".dwp", as dwp and llvm-dwp are told by custom. */
static void
open_packages (AscDwarfSplit *self)
{
  for (guint i = 0; i < self->main_paths->len && !self->packages_opened; i++)
    {
      g_autofree char *path = g_strconcat (g_ptr_array_index (self->main_paths, i), ".dwp", NULL);
      AscDwarfFile *file = asc_dwarf_file_open (path, TRUE, self->budget, NULL);

      if (file != NULL)
        g_ptr_array_add (self->packages, file);
    }
  self->packages_opened = TRUE;
}

/* Row of @id in a package's hash table, from 1; 0: it is not in it (DWARF 5, 7.3.5.3). */
static guint32
find_row (AscCursor cursor, gsize table, guint32 n_slots, guint64 id)
{
  guint32 mask = n_slots - 1, slot = (guint32)id & mask, step = ((guint32)(id >> 32) & mask) | 1;

  for (guint32 i = 0; i < n_slots; i++, slot = (slot + step) & mask)
    {
      guint64 found;
      guint32 row;

      asc_cursor_seek (&cursor, table + (gsize)slot * 8);
      found = asc_cursor_u64 (&cursor);
      asc_cursor_seek (&cursor, table + (gsize)n_slots * 8 + (gsize)slot * 4);
      row = asc_cursor_u32 (&cursor);
      if (!asc_cursor_ok (&cursor) || row == 0)
        return 0;
      if (found == id)
        return row;
    }
  return 0;
}

/* Where the parts of unit @id lie. */
static gboolean
find_in_package (AscDwarfFile *file, guint64 id, guint64 *info, AscDwarfBases *bases)
{
  AscDwarfSection *section = &file->sections[ASC_DWARF_CU_INDEX];
  AscCursor cursor = asc_dwarf_cursor (file, ASC_DWARF_CU_INDEX, 0, section->size);
  guint16 a = asc_cursor_u16 (&cursor), b = asc_cursor_u16 (&cursor), version = a != 0 ? a : b;
  guint32 n_columns = asc_cursor_u32 (&cursor), n_units = asc_cursor_u32 (&cursor), n_slots = asc_cursor_u32 (&cursor),
          row;
  gsize table = cursor.pos, columns, offsets;
  gboolean found = FALSE;

  *bases = (AscDwarfBases){ 0 };
  if (!asc_cursor_ok (&cursor) || (version != 2 && version != 5) || n_columns > 16 || n_slots == 0
      || n_slots > section->size / 12 || (n_slots & (n_slots - 1)) != 0)
    return FALSE;
  row = find_row (cursor, table, n_slots, id);
  if (row == 0 || row > n_units)
    return FALSE;
  columns = table + (gsize)n_slots * 12;
  offsets = columns + ((gsize)row) * n_columns * 4;
  for (guint i = 0; i < n_columns; i++)
    {
      guint32 column, offset;

      asc_cursor_seek (&cursor, columns + i * 4);
      column = asc_cursor_u32 (&cursor);
      asc_cursor_seek (&cursor, offsets + i * 4);
      offset = asc_cursor_u32 (&cursor);
      if (column == DW_SECT_INFO)
        {
          *info = offset;
          found = TRUE;
        }
      else if (column == DW_SECT_ABBREV)
        bases->abbrev = offset;
      else if (column == DW_SECT_LINE)
        bases->line = offset;
      else if (column == DW_SECT_STR_OFFSETS)
        bases->str_offsets = offset;
      else if (column == DW_SECT_RNGLISTS && version == 5)
        bases->rnglists = offset;
    }
  return found && asc_cursor_ok (&cursor);
}

static AscDwarfUnit *
look_in_packages (AscDwarfSplit *self, AscDwarfUnit *skeleton)
{
  open_packages (self);
  for (guint i = 0; i < self->packages->len; i++)
    {
      AscDwarfFile *file = g_ptr_array_index (self->packages, i);
      AscDwarfBases bases;
      guint64 info;
      AscDwarfUnit *unit;

      if (!find_in_package (file, skeleton->dwo_id, &info, &bases))
        continue;
      unit = asc_dwarf_read_unit (file, info, &bases, skeleton);
      if (unit != NULL)
        return unit;
    }
  return NULL;
}

static AscDwarfUnit *
look_in_file (AscDwarfSplit *self, const char *path, AscDwarfUnit *skeleton)
{
  gpointer known;
  AscDwarfFile *file;

  if (g_hash_table_lookup_extended (self->files, path, NULL, &known))
    file = known;
  else
    {
      file = asc_dwarf_file_open (path, TRUE, self->budget, NULL);
      g_hash_table_insert (self->files, g_strdup (path), file);
    }
  if (file == NULL)
    return NULL;
  asc_dwarf_list_units (file, G_MAXUINT64);
  for (guint i = 0; i < file->units->len && !asc_dwarf_is_spent (self->budget); i++)
    {
      g_autoptr (AscDwarfUnit) unit
          = asc_dwarf_read_unit (file, g_array_index (file->units, AscDwarfUnitEntry, i).offset, NULL, skeleton);

      /* An older build of the same source is refused. */
      if (unit != NULL && unit->dwo_id == skeleton->dwo_id)
        return g_steal_pointer (&unit);
    }
  return NULL;
}

/* Where the compiler wrote it, then beside the program, for one that was moved. */
static AscDwarfUnit *
look_in_files (AscDwarfSplit *self, AscDwarfUnit *skeleton)
{
  const char *name = skeleton->dwo_name;
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *path = NULL;
  AscDwarfUnit *unit;

  if (g_path_is_absolute (name) || skeleton->comp_dir == NULL)
    path = g_strdup (name);
  else
    path = g_build_filename (skeleton->comp_dir, name, NULL);
  unit = g_path_is_absolute (path) ? look_in_file (self, path, skeleton) : NULL;
  for (guint i = 0; unit == NULL && i < self->main_paths->len; i++)
    {
      g_autofree char *folder = g_path_get_dirname (g_ptr_array_index (self->main_paths, i));
      g_autofree char *below = g_build_filename (folder, name, NULL);
      g_autofree char *beside = g_build_filename (folder, base, NULL);

      unit = look_in_file (self, below, skeleton);
      if (unit == NULL)
        unit = look_in_file (self, beside, skeleton);
    }
  return unit;
}

AscDwarfUnit *
asc_dwarf_split_find (AscDwarfSplit *self, AscDwarfUnit *skeleton, char **problem)
{
  AscDwarfUnit *unit;
  gpointer known;

  if (self == NULL || skeleton->dwo_name == NULL)
    return NULL;
  g_mutex_lock (&self->mutex);
  if (g_hash_table_lookup_extended (self->units, skeleton, NULL, &known))
    unit = known;
  else
    {
      unit = look_in_packages (self, skeleton);
      if (unit == NULL)
        unit = look_in_files (self, skeleton);
      g_hash_table_insert (self->units, skeleton, unit);
    }
  if (unit == NULL && *problem == NULL)
    {
      g_autofree char *name = g_utf8_make_valid (skeleton->dwo_name, -1);

      *problem = g_strdup_printf (
          "%s is missing or of another build: keep the .dwo files, or make a package of them with dwp", name);
    }
  g_mutex_unlock (&self->mutex);
  return unit;
}
