/* asc-dwarf-form.c: values of attributes (DWARF 5, 7.5.5), and what the indirect ones mean
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

static gboolean
skip_block (AscCursor *cursor, guint64 n)
{
  if (n > asc_cursor_left (cursor))
    cursor->failed = TRUE;
  else
    asc_cursor_skip (cursor, n);
  return asc_cursor_ok (cursor);
}

gboolean
asc_dwarf_read_value (
    AscCursor *cursor, const AscDwarfEncoding *encoding, guint form, gint64 implicit, AscDwarfValue *out)
{
  int size;

  *out = (AscDwarfValue){ .form = (guint16)form };
  switch (form)
    {
    case DW_FORM_implicit_const:
      out->u = (guint64)implicit;
      return TRUE;
    case DW_FORM_flag_present:
      out->u = 1;
      return TRUE;
    case DW_FORM_string:
      out->string = asc_dwarf_cursor_string (cursor);
      return out->string != NULL;
    case DW_FORM_sdata:
      out->u = (guint64)asc_cursor_sleb128 (cursor);
      return asc_cursor_ok (cursor);
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
      out->u = asc_cursor_uleb128 (cursor);
      return asc_cursor_ok (cursor);
    case DW_FORM_block1:
      return skip_block (cursor, asc_cursor_u8 (cursor));
    case DW_FORM_block2:
      return skip_block (cursor, asc_cursor_u16 (cursor));
    case DW_FORM_block4:
      return skip_block (cursor, asc_cursor_u32 (cursor));
    case DW_FORM_block:
    case DW_FORM_exprloc:
      return skip_block (cursor, asc_cursor_uleb128 (cursor));
    case DW_FORM_data16:
      return skip_block (cursor, 16);
    case DW_FORM_indirect:
      form = asc_dwarf_code (cursor);
      /* One that names itself would never end. */
      return form != DW_FORM_indirect && form != DW_FORM_implicit_const && asc_cursor_ok (cursor)
             && asc_dwarf_read_value (cursor, encoding, form, 0, out);
    default:
      size = asc_dwarf_form_size (form, encoding);
      if (size <= 0)
        return FALSE;
      out->u = asc_dwarf_uint (cursor, (guint)size);
      return asc_cursor_ok (cursor);
    }
}

gboolean
asc_dwarf_skip_attrs (AscDwarfUnit *unit, AscCursor *cursor, const AscDwarfAbbrev *abbrev, guint64 *sibling)
{
  *sibling = 0;
  if (abbrev->size >= 0 && !abbrev->has_sibling)
    {
      asc_cursor_skip (cursor, (gsize)abbrev->size);
      return asc_cursor_ok (cursor);
    }
  for (guint i = 0; i < abbrev->n_attrs; i++)
    {
      const AscDwarfAttr *attr = &g_array_index (unit->abbrevs->attrs, AscDwarfAttr, abbrev->first_attr + i);
      AscDwarfValue value;

      if (!asc_dwarf_read_value (cursor, &unit->encoding, attr->form, attr->implicit, &value))
        return FALSE;
      if (attr->name == DW_AT_sibling)
        *sibling = unit->offset + value.u;
    }
  return TRUE;
}

/* Number @index of a table of fixed-size entries that starts at @base. */
static gboolean
read_indexed (AscDwarfFile *file, AscDwarfSectionId id, guint64 base, guint64 index, guint size, guint64 *out)
{
  AscDwarfSection *section = &file->sections[id];
  AscCursor cursor;

  if (base > section->size || index > section->size / size || base + index * size > section->size)
    return FALSE;
  cursor = asc_dwarf_cursor (file, id, base + index * size, base + index * size + size);
  *out = asc_dwarf_uint (&cursor, size);
  return asc_cursor_ok (&cursor);
}

const char *
asc_dwarf_value_string (AscDwarfUnit *unit, const AscDwarfValue *value)
{
  AscDwarfFile *file = unit->file;
  guint64 offset;

  switch (value->form)
    {
    case DW_FORM_string:
      return value->string;
    case DW_FORM_strp:
      return asc_dwarf_string (&file->sections[ASC_DWARF_STR], value->u);
    case DW_FORM_line_strp:
      return asc_dwarf_string (&file->sections[ASC_DWARF_LINE_STR], value->u);
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_strp_alt:
      return file->alt != NULL ? asc_dwarf_string (&file->alt->sections[ASC_DWARF_STR], value->u) : NULL;
    case DW_FORM_strx:
    case DW_FORM_strx1:
    case DW_FORM_strx2:
    case DW_FORM_strx3:
    case DW_FORM_strx4:
    case DW_FORM_GNU_str_index:
      if (!read_indexed (file, ASC_DWARF_STR_OFFSETS, unit->str_offsets_base, value->u, unit->encoding.offset_size,
                         &offset))
        return NULL;
      return asc_dwarf_string (&file->sections[ASC_DWARF_STR], offset);
    default:
      return NULL;
    }
}

gboolean
asc_dwarf_value_address (AscDwarfUnit *unit, const AscDwarfValue *value, guint64 *address)
{
  /* The addresses of split units are in the program: the linker had to write them. */
  AscDwarfUnit *owner = unit->skeleton != NULL ? unit->skeleton : unit;

  switch (value->form)
    {
    case DW_FORM_addr:
      *address = value->u;
      return TRUE;
    case DW_FORM_addrx:
    case DW_FORM_addrx1:
    case DW_FORM_addrx2:
    case DW_FORM_addrx3:
    case DW_FORM_addrx4:
    case DW_FORM_GNU_addr_index:
      return read_indexed (owner->file, ASC_DWARF_ADDR, owner->addr_base, value->u, owner->encoding.address_size,
                           address);
    default:
      return FALSE;
    }
}

gboolean
asc_dwarf_value_reference (AscDwarfUnit *unit, const AscDwarfValue *value, AscDwarfFile **file, guint64 *offset)
{
  *file = unit->file;
  switch (value->form)
    {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata:
      *offset = unit->offset + value->u;
      return value->u < unit->end - unit->offset;
    case DW_FORM_ref_addr:
      *offset = value->u;
      return TRUE;
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
    case DW_FORM_GNU_ref_alt:
      *file = unit->file->alt;
      *offset = value->u;
      return *file != NULL;
    default:
      return FALSE;
    }
}

gboolean
asc_dwarf_value_ranges (AscDwarfUnit *unit, const AscDwarfValue *value, guint64 *offset)
{
  AscDwarfUnit *skeleton = unit->skeleton;
  guint64 relative;

  if (value->form == DW_FORM_rnglistx)
    {
      if (!read_indexed (unit->file, ASC_DWARF_RNGLISTS, unit->ranges_base, value->u, unit->encoding.offset_size,
                         &relative))
        return FALSE;
      *offset = unit->ranges_base + relative;
      return *offset >= relative;
    }
  *offset = value->u;
  /* GNU's split units of version 4 count from where the skeleton says, in the program's .debug_ranges. */
  if (skeleton != NULL && unit->encoding.version < 5)
    *offset += skeleton->ranges_base;
  else if (skeleton != NULL)
    *offset += unit->bases.rnglists;
  return value->form == DW_FORM_sec_offset || value->form == DW_FORM_data4 || value->form == DW_FORM_data8;
}
