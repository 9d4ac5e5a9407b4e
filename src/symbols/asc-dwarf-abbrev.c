/* asc-dwarf-abbrev.c: abbreviations: which attributes entries have (DWARF 5, 7.5.3)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

/* What is read at first: more than most tables have. */
#define FIRST_ABBREVS 16384

int
asc_dwarf_form_size (guint form, const AscDwarfEncoding *encoding)
{
  switch (form)
    {
    case DW_FORM_flag_present:
    case DW_FORM_implicit_const:
      return 0;
    case DW_FORM_data1:
    case DW_FORM_flag:
    case DW_FORM_ref1:
    case DW_FORM_strx1:
    case DW_FORM_addrx1:
      return 1;
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2:
      return 2;
    case DW_FORM_strx3:
    case DW_FORM_addrx3:
      return 3;
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_ref_sup4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4:
      return 4;
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sup8:
    case DW_FORM_ref_sig8:
      return 8;
    case DW_FORM_data16:
      return 16;
    case DW_FORM_addr:
      return encoding->address_size;
    case DW_FORM_ref_addr:
      return encoding->version <= 2 ? encoding->address_size : encoding->offset_size;
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
    case DW_FORM_sec_offset:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt:
      return encoding->offset_size;
    case DW_FORM_block:
    case DW_FORM_block1:
    case DW_FORM_block2:
    case DW_FORM_block4:
    case DW_FORM_exprloc:
    case DW_FORM_string:
    case DW_FORM_sdata:
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_indirect:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
      return -1;
    default:
      return -2;
    }
}

static void
abbrevs_free (gpointer data)
{
  AscDwarfAbbrevs *self = data;

  g_array_unref (self->abbrevs);
  g_array_unref (self->attrs);
  if (self->by_code != NULL)
    asc_map_clear (self->by_code);
  g_free (self->by_code);
  g_free (self);
}

/* Reads the attributes of one; FALSE: broken. */
static gboolean
read_attrs (AscDwarfAbbrevs *self, AscCursor *cursor, AscDwarfAbbrev *abbrev, const AscDwarfEncoding *encoding)
{
  while (asc_cursor_ok (cursor))
    {
      guint16 name = asc_dwarf_code (cursor), form = asc_dwarf_code (cursor);
      AscDwarfAttr attr = { .name = name, .form = form };
      int size;

      if (name == 0 && form == 0)
        return asc_cursor_ok (cursor);
      if (form == DW_FORM_implicit_const)
        attr.implicit = asc_cursor_sleb128 (cursor);
      size = asc_dwarf_form_size (attr.form, encoding);
      /* An unknown form is remembered as such: only the unit that uses it is broken. */
      abbrev->size = size < 0 || abbrev->size < 0 || abbrev->size > G_MAXINT32 - 16 ? -1 : abbrev->size + size;
      abbrev->has_sibling |= name == DW_AT_sibling;
      abbrev->n_attrs++;
      g_array_append_val (self->attrs, attr);
    }
  return FALSE;
}

static void
index_codes (AscDwarfAbbrevs *self)
{
  gboolean in_order = TRUE;

  for (guint i = 0; i < self->abbrevs->len && in_order; i++)
    in_order = g_array_index (self->abbrevs, AscDwarfAbbrev, i).code == i + 1;
  if (in_order)
    return;
  self->by_code = g_new (AscMap, 1);
  asc_map_init (self->by_code, self->abbrevs->len);
  for (guint i = 0; i < self->abbrevs->len; i++)
    {
      gboolean is_new;
      guint32 *slot = asc_map_insert (self->by_code, g_array_index (self->abbrevs, AscDwarfAbbrev, i).code, &is_new);

      if (is_new)
        *slot = i;
    }
}

/* Reads the entries up to @end. Returns: FALSE when the table goes on there, or is broken */
static gboolean
read_until (AscDwarfAbbrevs *self, AscDwarfFile *file, guint64 offset, guint64 end, const AscDwarfEncoding *encoding)
{
  AscCursor cursor = asc_dwarf_cursor (file, ASC_DWARF_ABBREV, offset, end);
  gboolean ended = FALSE;

  g_array_set_size (self->abbrevs, 0);
  g_array_set_size (self->attrs, 0);
  while (asc_cursor_ok (&cursor))
    {
      AscDwarfAbbrev abbrev = { .code = asc_cursor_uleb128 (&cursor) };

      ended = abbrev.code == 0 && asc_cursor_ok (&cursor);
      if (abbrev.code == 0)
        break;
      abbrev.tag = asc_dwarf_code (&cursor);
      abbrev.has_children = asc_cursor_u8 (&cursor) != 0;
      abbrev.first_attr = self->attrs->len;
      if (!read_attrs (self, &cursor, &abbrev, encoding))
        break;
      g_array_append_val (self->abbrevs, abbrev);
    }
  asc_dwarf_spend (file->budget, cursor.pos - MIN (offset, cursor.pos));
  return ended;
}

static AscDwarfAbbrevs *
read_abbrevs (AscDwarfFile *file, guint64 offset, const AscDwarfEncoding *encoding)
{
  AscDwarfSection *section = &file->sections[ASC_DWARF_ABBREV];
  AscDwarfAbbrevs *self = g_new0 (AscDwarfAbbrevs, 1);
  guint64 end = MIN (offset, section->size);
  guint64 size = FIRST_ABBREVS;

  self->abbrevs = g_array_new (FALSE, FALSE, sizeof (AscDwarfAbbrev));
  self->attrs = g_array_new (FALSE, FALSE, sizeof (AscDwarfAttr));
  /* Where the table ends is not written. */
  do
    {
      end += MIN (size, section->size - end);
      size *= 8;
    }
  while (!read_until (self, file, offset, end, encoding) && end < section->size);
  index_codes (self);
  return self;
}

const AscDwarfAbbrevs *
asc_dwarf_get_abbrevs (AscDwarfFile *file, guint64 offset, const AscDwarfEncoding *encoding)
{
  gint64 key = (gint64)(offset << 8 | (guint64)encoding->version << 5 | (encoding->address_size & 0xc) << 1
                        | (encoding->offset_size == 8));
  AscDwarfAbbrevs *self;

  g_mutex_lock (&file->mutex);
  if (file->abbrevs == NULL)
    file->abbrevs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, abbrevs_free);
  self = g_hash_table_lookup (file->abbrevs, &key);
  if (self == NULL && !asc_dwarf_is_spent (file->budget))
    {
      self = read_abbrevs (file, offset, encoding);
      g_hash_table_insert (file->abbrevs, g_memdup2 (&key, sizeof key), self);
    }
  g_mutex_unlock (&file->mutex);
  return self;
}
