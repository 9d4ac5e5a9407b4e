/* asc-dwarf.c: see asc-dwarf.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

/* What may be read, in bytes: some times what there is. Parts that overlap or are named again and again end there. */
#define BUDGET_BASE (32 << 20)
#define BUDGET_FACTOR 24

void
asc_dwarf_free (AscDwarf *self)
{
  g_clear_pointer (&self->index, asc_dwarf_index_free);
  g_clear_pointer (&self->split, asc_dwarf_split_free);
  g_clear_pointer (&self->file, asc_dwarf_file_free);
  g_clear_pointer (&self->alt, asc_dwarf_file_free);
  g_mutex_clear (&self->mutex);
  g_free (self->problem);
  g_free (self);
}

static gboolean
has_units (AscDwarfFile *file)
{
  return file != NULL && file->sections[ASC_DWARF_INFO].size > 0 && file->sections[ASC_DWARF_ABBREV].size > 0;
}

/* Takes the file when it is the one that the debugging information names. */
static gboolean
try_alt (AscDwarf *self, const char *path)
{
  g_autoptr (AscDwarfFile) file = asc_dwarf_file_open (path, FALSE, &self->budget, NULL);

  if (!has_units (file) || (self->file->alt_id.size > 0 && !asc_build_id_equal (&self->file->alt_id, &file->build_id)))
    return FALSE;
  self->alt = g_steal_pointer (&file);
  self->file->alt = self->alt;
  return TRUE;
}

/* The name may be relative to the file that has it; Debian's and Fedora's files are also found by build-id (GDB manual,
 * "Separate Debug Files"). */
static void
find_alt (AscDwarf *self)
{
  g_autofree char *found = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;

  if (self->file->alt_path == NULL || self->file->path == NULL)
    return;
  folder = g_path_get_dirname (self->file->path);
  path = g_path_is_absolute (self->file->alt_path) ? g_strdup (self->file->alt_path)
                                                   : g_build_filename (folder, self->file->alt_path, NULL);
  if (try_alt (self, path))
    return;
  if (self->options.find != NULL && self->file->alt_id.size > 0)
    found = self->options.find (self->options.data, &self->file->alt_id);
  if (found != NULL && try_alt (self, found))
    return;
  self->problem = g_strdup_printf (
      "%s, which holds a part of the debugging information, is missing: install it with the debug symbols",
      self->file->alt_path);
}

static void
set_budget (AscDwarf *self)
{
  gint64 size = 0;

  for (guint i = 0; i < ASC_DWARF_N_SECTIONS; i++)
    {
      size += (gint64)self->file->sections[i].size;
      if (self->alt != NULL)
        size += (gint64)self->alt->sections[i].size;
    }
  self->budget.left = BUDGET_BASE + size * BUDGET_FACTOR;
}

static AscDwarf *
dwarf_new (const AscDwarfOptions *options)
{
  AscDwarf *self = g_new0 (AscDwarf, 1);

  g_mutex_init (&self->mutex);
  if (options != NULL)
    self->options = *options;
  return self;
}

AscDwarf *
asc_dwarf_open (const char *elf_path, const char *debug_path, const AscDwarfOptions *options, GError **error)
{
  g_autoptr (AscDwarf) self = dwarf_new (options);
  g_autoptr (AscDwarfFile) file = NULL;
  const char *paths[] = { elf_path, debug_path, NULL };

  file = asc_dwarf_file_open (elf_path, FALSE, &self->budget, error);
  if (file == NULL)
    return NULL;
  if (!has_units (file) && debug_path != NULL)
    {
      g_clear_pointer (&file, asc_dwarf_file_free);
      file = asc_dwarf_file_open (debug_path, FALSE, &self->budget, error);
    }
  if (!has_units (file))
    return NULL;
  self->file = g_steal_pointer (&file);
  self->problem = asc_dwarf_file_dup_problem (self->file);
  find_alt (self);
  self->split = asc_dwarf_split_new (paths, &self->budget);
  set_budget (self);
  return g_steal_pointer (&self);
}

AscDwarf *
asc_dwarf_open_bytes (GBytes *image, const AscDwarfOptions *options, GError **error)
{
  g_autoptr (AscDwarf) self = dwarf_new (options);
  g_autoptr (AscDwarfFile) file = asc_dwarf_file_open_bytes (image, FALSE, &self->budget, error);

  if (!has_units (file))
    return NULL;
  self->file = g_steal_pointer (&file);
  self->problem = asc_dwarf_file_dup_problem (self->file);
  set_budget (self);
  return g_steal_pointer (&self);
}

const char *
asc_dwarf_get_problem (AscDwarf *self)
{
  return self->problem;
}

const char *
asc_dwarf_get_path (AscDwarf *self)
{
  return self->file->path;
}
