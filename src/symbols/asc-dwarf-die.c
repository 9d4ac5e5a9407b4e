/* asc-dwarf-die.c: entries for code, and lists of ranges (DWARF 5, 2.17; 7.25 and DWARF 4, 2.17.3)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

/* high_pc is an address or, in the classes of constants, a length. */
static void
set_high_pc (AscDwarfUnit *unit, AscDwarfDie *die, const AscDwarfValue *value)
{
  die->has_high_pc = TRUE;
  if (!asc_dwarf_value_address (unit, value, &die->high_pc))
    die->high_pc = die->low_pc + value->u;
}

static void
set_attr (AscDwarfUnit *unit, AscDwarfDie *die, guint name, const AscDwarfValue *value)
{
  switch (name)
    {
    case DW_AT_sibling:
      die->sibling = unit->offset + value->u;
      break;
    case DW_AT_name:
      die->name = *value;
      break;
    case DW_AT_linkage_name:
    case DW_AT_MIPS_linkage_name:
      die->linkage_name = *value;
      break;
    case DW_AT_low_pc:
      die->has_low_pc = asc_dwarf_value_address (unit, value, &die->low_pc);
      break;
    case DW_AT_ranges:
      die->has_ranges = asc_dwarf_value_ranges (unit, value, &die->ranges);
      break;
    case DW_AT_abstract_origin:
      die->origin = *value;
      break;
    case DW_AT_specification:
      if (die->origin.form == 0)
        die->origin = *value;
      break;
    case DW_AT_decl_file:
      die->decl_file = value->u;
      die->has_decl_file = TRUE;
      break;
    case DW_AT_decl_line:
      die->decl_line = (guint32)MIN (value->u, G_MAXUINT32);
      break;
    case DW_AT_call_file:
      die->call_file = (guint32)MIN (value->u, G_MAXUINT32);
      break;
    case DW_AT_call_line:
      die->call_line = (guint32)MIN (value->u, G_MAXUINT32);
      break;
    default:
      break;
    }
}

gboolean
asc_dwarf_read_die (AscDwarfUnit *unit, AscCursor *cursor, AscDwarfDie *die)
{
  guint64 offset = cursor->pos, code = asc_cursor_uleb128 (cursor);
  const AscDwarfAbbrev *abbrev = NULL;
  AscDwarfValue high_pc = { 0 };

  memset (die, 0, sizeof *die);
  die->offset = offset;
  if (!asc_cursor_ok (cursor))
    return FALSE;
  if (code == 0)
    return TRUE;
  abbrev = asc_dwarf_find_abbrev (unit->abbrevs, code);
  if (abbrev == NULL)
    return FALSE;
  die->tag = abbrev->tag;
  die->has_children = abbrev->has_children;
  for (guint i = 0; i < abbrev->n_attrs; i++)
    {
      const AscDwarfAttr *attr = &g_array_index (unit->abbrevs->attrs, AscDwarfAttr, abbrev->first_attr + i);
      AscDwarfValue value;

      if (!asc_dwarf_read_value (cursor, &unit->encoding, attr->form, attr->implicit, &value))
        return FALSE;
      if (attr->name == DW_AT_high_pc)
        high_pc = value;
      else
        set_attr (unit, die, attr->name, &value);
    }
  if (high_pc.form != 0)
    set_high_pc (unit, die, &high_pc);
  return TRUE;
}

/* .debug_ranges: pairs; one of two zeros ends the list, one that starts with the largest address sets the base. */
static gboolean
read_pairs (AscDwarfUnit *unit, AscDwarfFile *file, guint64 offset, AscDwarfRangeFunc func, gpointer data)
{
  AscDwarfSection *section = &file->sections[ASC_DWARF_RANGES];
  guint size = unit->encoding.address_size;
  guint64 largest = size == 8 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << (size * 8)) - 1;
  guint64 base = unit->low_pc;

  for (; offset < section->size; offset += 2 * size)
    {
      AscCursor cursor = asc_dwarf_cursor (file, ASC_DWARF_RANGES, offset, offset + 2 * size);
      guint64 start = asc_dwarf_uint (&cursor, size), end = asc_dwarf_uint (&cursor, size);

      if (!asc_cursor_ok (&cursor) || !asc_dwarf_spend (file->budget, 2 * size))
        return FALSE;
      if (start == 0 && end == 0)
        return TRUE;
      if (start == largest)
        base = end;
      /* lld's mark of what was thrown away is 1, or -2 where -1 sets the base. */
      else if (end > start && start < largest - 1)
        func (base + start, base + end, data);
    }
  return FALSE;
}

static guint64
read_address_index (AscDwarfUnit *unit, AscCursor *cursor)
{
  AscDwarfValue value = { .form = DW_FORM_addrx };
  guint64 address = 0;

  value.u = asc_cursor_uleb128 (cursor);
  if (!asc_dwarf_value_address (unit, &value, &address))
    cursor->failed = TRUE;
  return address;
}

/* One entry of .debug_rnglists. Returns: FALSE at the end or when it is broken. */
static gboolean
read_list_entry (AscDwarfUnit *unit, AscCursor *cursor, guint64 *base, guint64 *start, guint64 *end)
{
  guint size = unit->encoding.address_size;

  *start = *end = 0;
  switch (asc_cursor_u8 (cursor))
    {
    case DW_RLE_base_addressx:
      *base = read_address_index (unit, cursor);
      break;
    case DW_RLE_startx_endx:
      *start = read_address_index (unit, cursor);
      *end = read_address_index (unit, cursor);
      break;
    case DW_RLE_startx_length:
      *start = read_address_index (unit, cursor);
      *end = *start + asc_cursor_uleb128 (cursor);
      break;
    case DW_RLE_offset_pair:
      *start = *base + asc_cursor_uleb128 (cursor);
      *end = *base + asc_cursor_uleb128 (cursor);
      break;
    case DW_RLE_base_address:
      *base = asc_dwarf_uint (cursor, size);
      break;
    case DW_RLE_start_end:
      *start = asc_dwarf_uint (cursor, size);
      *end = asc_dwarf_uint (cursor, size);
      break;
    case DW_RLE_start_length:
      *start = asc_dwarf_uint (cursor, size);
      *end = *start + asc_cursor_uleb128 (cursor);
      break;
    default:
      cursor->failed = TRUE;
      break;
    }
  return asc_cursor_ok (cursor);
}

static gboolean
read_list (AscDwarfUnit *unit, guint64 offset, AscDwarfRangeFunc func, gpointer data)
{
  AscDwarfFile *file = unit->file;
  AscDwarfSection *section = &file->sections[ASC_DWARF_RNGLISTS];
  guint64 base = unit->low_pc;
  AscCursor cursor;

  asc_cursor_init (&cursor, section->data, section->size, file->big_endian);
  asc_cursor_seek (&cursor, MIN (offset, section->size));
  while (asc_cursor_left (&cursor) > 0)
    {
      gsize pos = cursor.pos;
      guint64 start, end;

      /* The longest entry: a code and two numbers. */
      asc_dwarf_need (section, pos, 32);
      if (cursor.data[pos] == DW_RLE_end_of_list)
        return TRUE;
      if (!read_list_entry (unit, &cursor, &base, &start, &end) || !asc_dwarf_spend (file->budget, cursor.pos - pos))
        return FALSE;
      if (end > start)
        func (start, end, data);
    }
  return FALSE;
}

gboolean
asc_dwarf_read_ranges (AscDwarfUnit *unit, guint64 offset, AscDwarfRangeFunc func, gpointer data)
{
  if (unit->encoding.version >= 5)
    return read_list (unit, offset, func, data);
  return read_pairs (unit, unit->skeleton != NULL ? unit->skeleton->file : unit->file, offset, func, data);
}
