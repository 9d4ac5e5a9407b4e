/* asc-dwarf-unit.c: units and what their first entry says (DWARF 5, 7.5.1 and 3.1)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

/* The longest header: 12 length, 2 version, 1 type, 1 address size, 8 abbreviations, 8 signature, 8 type offset. */
#define MAX_HEADER 40

typedef struct
{
  guint64 die;
  guint64 end;
  guint64 abbrev;
  guint64 dwo_id;
  AscDwarfEncoding encoding;
  guint8 type;
} Header;

/* Returns: FALSE when nothing behind it can be found either. @usable: whether it is a unit with code that can be read.
 */
static gboolean
read_header (AscDwarfFile *file, guint64 offset, Header *header, gboolean *usable)
{
  AscCursor cursor = asc_dwarf_cursor (file, ASC_DWARF_INFO, offset, offset + MAX_HEADER);
  guint64 length;

  *header = (Header){ .type = DW_UT_compile };
  length = asc_dwarf_length (&cursor, &header->encoding.offset_size);
  if (!asc_cursor_ok (&cursor) || length < 2 || length > G_MAXUINT64 - cursor.pos)
    return FALSE;
  /* Of a cut file what is left. */
  header->end = MIN (cursor.pos + length, file->sections[ASC_DWARF_INFO].size);
  header->encoding.version = asc_dwarf_version (&cursor);
  if (header->encoding.version >= 5)
    {
      header->type = asc_cursor_u8 (&cursor);
      header->encoding.address_size = asc_cursor_u8 (&cursor);
      header->abbrev = asc_dwarf_uint (&cursor, header->encoding.offset_size);
      if (header->type == DW_UT_skeleton || header->type == DW_UT_split_compile)
        header->dwo_id = asc_cursor_u64 (&cursor);
    }
  else
    {
      header->abbrev = asc_dwarf_uint (&cursor, header->encoding.offset_size);
      header->encoding.address_size = asc_cursor_u8 (&cursor);
    }
  header->die = cursor.pos;
  *usable = asc_cursor_ok (&cursor) && header->die <= header->end && header->encoding.version >= 2
            && header->encoding.version <= 5
            && (header->encoding.address_size == 2 || header->encoding.address_size == 4
                || header->encoding.address_size == 8)
            && (header->type == DW_UT_compile || header->type == DW_UT_partial || header->type == DW_UT_skeleton
                || header->type == DW_UT_split_compile);
  return TRUE;
}

void
asc_dwarf_list_units (AscDwarfFile *file, guint64 offset)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&file->mutex);

  while (file->listed <= offset && file->listed < file->sections[ASC_DWARF_INFO].size)
    {
      AscDwarfUnitEntry entry = { .offset = file->listed };
      Header header;
      gboolean usable;

      if (!read_header (file, entry.offset, &header, &usable))
        {
          file->listed = G_MAXUINT64;
          break;
        }
      file->listed = entry.end = header.end;
      if (usable)
        g_array_append_val (file->units, entry);
    }
}

/* What the other attributes are counted from. */
static void
read_bases (AscDwarfUnit *self, const AscDwarfAbbrev *abbrev, AscCursor cursor)
{
  for (guint i = 0; i < abbrev->n_attrs; i++)
    {
      const AscDwarfAttr *attr = &g_array_index (self->abbrevs->attrs, AscDwarfAttr, abbrev->first_attr + i);
      AscDwarfValue value;

      if (!asc_dwarf_read_value (&cursor, &self->encoding, attr->form, attr->implicit, &value))
        return;
      switch (attr->name)
        {
        case DW_AT_str_offsets_base:
          self->str_offsets_base = value.u;
          break;
        case DW_AT_addr_base:
        case DW_AT_GNU_addr_base:
          self->addr_base = value.u;
          break;
        case DW_AT_rnglists_base:
        case DW_AT_GNU_ranges_base:
          self->ranges_base = value.u;
          break;
        case DW_AT_language:
          self->language = (guint16)value.u;
          break;
        case DW_AT_stmt_list:
          self->has_line = TRUE;
          self->line_offset = value.u + self->bases.line;
          break;
        case DW_AT_GNU_dwo_id:
          self->dwo_id = value.u;
          break;
        default:
          break;
        }
    }
}

static void
read_root_strings (AscDwarfUnit *self, const AscDwarfAbbrev *abbrev, AscCursor cursor)
{
  for (guint i = 0; i < abbrev->n_attrs; i++)
    {
      const AscDwarfAttr *attr = &g_array_index (self->abbrevs->attrs, AscDwarfAttr, abbrev->first_attr + i);
      AscDwarfValue value;

      if (!asc_dwarf_read_value (&cursor, &self->encoding, attr->form, attr->implicit, &value))
        return;
      if (attr->name == DW_AT_name)
        self->name = asc_dwarf_value_string (self, &value);
      else if (attr->name == DW_AT_comp_dir)
        self->comp_dir = asc_dwarf_value_string (self, &value);
      else if (attr->name == DW_AT_dwo_name || attr->name == DW_AT_GNU_dwo_name)
        self->dwo_name = asc_dwarf_value_string (self, &value);
    }
}

static gboolean
read_root (AscDwarfUnit *self)
{
  AscCursor cursor = asc_dwarf_cursor (self->file, ASC_DWARF_INFO, self->die, self->end);
  AscCursor attrs = cursor;
  const AscDwarfAbbrev *abbrev = asc_dwarf_find_abbrev (self->abbrevs, asc_cursor_uleb128 (&attrs));
  AscDwarfDie die;

  if (abbrev == NULL)
    return FALSE;
  read_bases (self, abbrev, attrs);
  read_root_strings (self, abbrev, attrs);
  if (!asc_dwarf_read_die (self, &cursor, &die))
    return FALSE;
  self->has_children = die.has_children;
  self->low_pc = die.low_pc;
  self->has_high_pc = die.has_low_pc && die.has_high_pc && die.high_pc > die.low_pc;
  self->high_pc = die.high_pc;
  self->has_ranges = die.has_ranges;
  self->ranges = die.ranges;
  return TRUE;
}

AscDwarfUnit *
asc_dwarf_read_unit (AscDwarfFile *file, guint64 offset, const AscDwarfBases *bases, AscDwarfUnit *skeleton)
{
  g_autoptr (AscDwarfUnit) self = NULL;
  gboolean usable, is_64;
  Header header;

  if (!read_header (file, offset, &header, &usable) || !usable || !asc_dwarf_spend (file->budget, MAX_HEADER))
    return NULL;
  self = g_new0 (AscDwarfUnit, 1);
  g_mutex_init (&self->mutex);
  self->file = file;
  self->offset = offset;
  self->die = header.die;
  self->end = header.end;
  self->encoding = header.encoding;
  self->type = header.type;
  self->dwo_id = header.dwo_id;
  self->skeleton = skeleton;
  if (bases != NULL)
    self->bases = *bases;
  is_64 = header.encoding.offset_size == 8;
  if (header.encoding.version >= 5)
    {
      /* Where the contribution's own header ends (7.26, 7.27, 7.28), when no attribute says more. */
      self->str_offsets_base = self->bases.str_offsets + (is_64 ? 16 : 8);
      self->addr_base = is_64 ? 16 : 8;
      self->ranges_base = self->bases.rnglists + (is_64 ? 20 : 12);
    }
  else
    self->str_offsets_base = self->bases.str_offsets;
  self->abbrevs = asc_dwarf_get_abbrevs (file, header.abbrev + self->bases.abbrev, &self->encoding);
  if (self->abbrevs == NULL || !read_root (self))
    return NULL;
  if (skeleton != NULL)
    {
      self->low_pc = skeleton->low_pc;
      if (self->comp_dir == NULL)
        self->comp_dir = skeleton->comp_dir;
    }
  return g_steal_pointer (&self);
}

/* Number of the listed unit that holds @offset. */
static gboolean
find_unit (AscDwarfFile *file, guint64 offset, guint *number)
{
  guint low = 0, high = file->units->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (file->units, AscDwarfUnitEntry, middle).offset <= offset)
        low = middle + 1;
      else
        high = middle;
    }
  *number = low - 1;
  return low > 0 && offset < g_array_index (file->units, AscDwarfUnitEntry, low - 1).end;
}

AscDwarfUnit *
asc_dwarf_get_unit (AscDwarfFile *file, guint64 offset)
{
  AscDwarfUnitEntry *entry;
  AscDwarfUnit *unit = NULL, *fresh;
  guint64 start = 0;
  guint number;
  gboolean found;

  asc_dwarf_list_units (file, offset);
  g_mutex_lock (&file->mutex);
  found = find_unit (file, offset, &number);
  if (found)
    {
      unit = g_array_index (file->units, AscDwarfUnitEntry, number).unit;
      start = g_array_index (file->units, AscDwarfUnitEntry, number).offset;
    }
  g_mutex_unlock (&file->mutex);
  if (!found || unit != NULL || asc_dwarf_is_spent (file->budget))
    return unit;
  fresh = asc_dwarf_read_unit (file, start, NULL, NULL);
  g_mutex_lock (&file->mutex);
  entry = &g_array_index (file->units, AscDwarfUnitEntry, number);
  if (entry->unit == NULL)
    entry->unit = g_steal_pointer (&fresh);
  unit = entry->unit;
  g_mutex_unlock (&file->mutex);
  g_clear_pointer (&fresh, asc_dwarf_unit_free);
  return unit;
}

void
asc_dwarf_unit_free (AscDwarfUnit *self)
{
  g_clear_pointer (&self->lines, asc_dwarf_lines_free);
  g_clear_pointer (&self->scopes, g_array_unref);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

void
asc_dwarf_unit_foreach_range (AscDwarfUnit *self, AscDwarfRangeFunc func, gpointer data)
{
  if (self->has_ranges)
    asc_dwarf_read_ranges (self, self->ranges, func, data);
  else if (self->has_high_pc)
    func (self->low_pc, self->high_pc, data);
}

AscDwarfLines *
asc_dwarf_unit_get_lines (AscDwarfUnit *self)
{
  AscDwarfLines *lines;

  if (self->skeleton != NULL && !self->has_line)
    return asc_dwarf_unit_get_lines (self->skeleton);
  g_mutex_lock (&self->mutex);
  if (!self->lines_read)
    {
      self->lines_read = TRUE;
      self->lines = self->has_line && !asc_dwarf_is_spent (self->file->budget) ? asc_dwarf_lines_read (self) : NULL;
    }
  lines = self->lines;
  g_mutex_unlock (&self->mutex);
  return lines;
}
