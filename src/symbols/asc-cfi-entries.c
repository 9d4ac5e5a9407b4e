/* asc-cfi-entries.c: the CIEs and FDEs of .eh_frame and .debug_frame
 *
 * Layout: DWARF 5, 6.4.1, for .debug_frame; Linux Standard Base Core 5.0, 10.6, for .eh_frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cfi-private.h"

/* The head of an entry. */
typedef struct
{
  AscCursor body;   /* behind the CIE pointer */
  gsize body_pos;   /* of body.data in the section */
  gsize id_pos;     /* of the CIE pointer */
  guint64 id;
  gboolean is_64bit;
  gboolean is_end;  /* a length of 0 */
} Entry;

gboolean
asc_cfi_read_pointer (const AscCfiCompiler *self, const AscCfiSection *section, AscCursor *cursor, guint8 encoding, guint64 function, guint64 *value)
{
  guint64 position = section->address + (guint64) (cursor->data - section->data) + cursor->pos;
  guint64 v;

  if (encoding == ASC_EH_PE_OMIT)
    return FALSE;
  if ((encoding & 0x70) == 0x50) /* aligned: absolute, at the next multiple of an address's size */
    {
      asc_cursor_skip (cursor, (gsize) (-position & (self->address_size - 1)));
      encoding &= 0x80;
    }
  switch (encoding & 0x0f)
    {
    case 0x00:
      v = self->address_size == 8 ? asc_cursor_u64 (cursor) : asc_cursor_u32 (cursor);
      break;
    case 0x01:
      v = asc_cursor_uleb128 (cursor);
      break;
    case 0x02:
      v = asc_cursor_u16 (cursor);
      break;
    case 0x03:
      v = asc_cursor_u32 (cursor);
      break;
    case 0x04:
    case 0x0c:
      v = asc_cursor_u64 (cursor);
      break;
    case 0x08:
      v = self->address_size == 8 ? asc_cursor_u64 (cursor) : (guint64) (gint32) asc_cursor_u32 (cursor);
      break;
    case 0x09:
      v = (guint64) asc_cursor_sleb128 (cursor);
      break;
    case 0x0a:
      v = (guint64) (gint16) asc_cursor_u16 (cursor);
      break;
    case 0x0b:
      v = (guint64) (gint32) asc_cursor_u32 (cursor);
      break;
    default:
      return FALSE;
    }
  switch (encoding & 0x70)
    {
    case 0x00:
      break;
    case 0x10:
      v += position;
      break;
    case 0x20:
      v += self->input->text_address;
      break;
    case 0x30:
      v += self->input->data_address;
      break;
    case 0x40:
      v += function;
      break;
    default:
      return FALSE;
    }
  *value = self->address_size == 4 ? (guint32) v : v;
  return asc_cursor_ok (cursor) && !(encoding & ASC_EH_PE_INDIRECT);
}

/* Steps @cursor, over the whole section, past one entry. Returns: FALSE when the section ends or cannot be followed. */
static gboolean
read_entry (const AscCfiSection *section, AscCursor *cursor, Entry *entry)
{
  guint64 length = asc_cursor_u32 (cursor);

  *entry = (Entry){ 0 };
  if (!asc_cursor_ok (cursor))
    return FALSE;
  if (length == 0xffffffff)
    {
      entry->is_64bit = TRUE;
      length = asc_cursor_u64 (cursor);
    }
  if (length == 0)
    {
      entry->is_end = TRUE;
      return asc_cursor_ok (cursor);
    }
  if (length > asc_cursor_left (cursor))
    return FALSE;
  entry->id_pos = cursor->pos;
  entry->body = asc_cursor_sub (cursor, (gsize) length);
  /* In .eh_frame it has 4 bytes whatever the length has, as binutils and libgcc read it. */
  entry->id = entry->is_64bit && !section->is_eh ? asc_cursor_u64 (&entry->body) : asc_cursor_u32 (&entry->body);
  entry->body_pos = entry->id_pos;
  return TRUE;
}

static gboolean
is_cie (const AscCfiSection *section, const Entry *entry)
{
  if (section->is_eh)
    return entry->id == 0;
  return entry->id == (entry->is_64bit ? G_MAXUINT64 : 0xffffffff);
}

/* Returns: FALSE when the augmentation says what is not known, and not how long it is. */
static gboolean
read_augmentation (const AscCfiCompiler *self, const AscCfiSection *section, AscCursor *cursor, const char *augmentation, AscCfiCie *cie)
{
  AscCursor data;
  guint64 ignored;

  if (augmentation[0] != 'z')
    return augmentation[0] == '\0';
  cie->has_length = TRUE;
  data = asc_cursor_sub (cursor, asc_cursor_uleb128 (cursor));
  for (const char *a = augmentation + 1; *a != '\0'; a++)
    switch (*a)
      {
      case 'L':
        asc_cursor_skip (&data, 1);
        break;
      case 'P':
        /* The handler's address, most often indirect: only its length matters. */
        (void) asc_cfi_read_pointer (self, section, &data, asc_cursor_u8 (&data), 0, &ignored);
        break;
      case 'R':
        cie->encoding = asc_cursor_u8 (&data);
        break;
      case 'S':
        cie->is_signal = TRUE;
        break;
      case 'B': /* return addresses are signed with key B */
      case 'G': /* tagged memory */
        break;
      default:
        return TRUE; /* the rest is skipped by its length */
      }
  return asc_cursor_ok (&data);
}

static void
read_cie (const AscCfiCompiler *self, guint section_idx, const Entry *entry, AscCfiCie *cie)
{
  const AscCfiSection *section = &self->input->sections[section_idx];
  AscCursor cursor = entry->body;
  const char *augmentation;
  gsize left;
  guint8 version;

  *cie = (AscCfiCie){ .section = section_idx, .address_size = (guint8) self->address_size };
  version = asc_cursor_u8 (&cursor);
  if (version != 1 && version != 3 && version != 4)
    return;
  augmentation = (const char *) cursor.data + cursor.pos;
  left = asc_cursor_left (&cursor);
  if (left == 0 || memchr (augmentation, 0, left) == NULL)
    return;
  asc_cursor_skip (&cursor, strlen (augmentation) + 1);
  if (version == 4)
    {
      cie->address_size = asc_cursor_u8 (&cursor);
      if (asc_cursor_u8 (&cursor) != 0 || cie->address_size != self->address_size)
        return; /* segments, or addresses of another size than the machine's */
    }
  if (g_str_equal (augmentation, "eh")) /* gcc 2 */
    {
      asc_cursor_skip (&cursor, self->address_size);
      augmentation = "";
    }
  cie->code_align = asc_cursor_uleb128 (&cursor);
  cie->data_align = asc_cursor_sleb128 (&cursor);
  cie->ra_reg = version == 1 ? asc_cursor_u8 (&cursor) : asc_cursor_uleb128 (&cursor);
  if (!read_augmentation (self, section, &cursor, augmentation, cie))
    return;
  cie->program = entry->body_pos + cursor.pos;
  cie->program_size = asc_cursor_left (&cursor);
  cie->is_good = asc_cursor_ok (&cursor) && cie->ra_reg < self->n_registers;
}

/* The CIE at @pos, read once. Returns: its index; G_MAXUINT32: there is none. */
static guint32
find_cie (AscCfiCompiler *self, guint section_idx, gsize pos)
{
  const AscCfiSection *section = &self->input->sections[section_idx];
  gboolean is_new;
  guint32 *index = asc_map_insert (&self->cie_map, (guint64) section_idx << 56 | pos, &is_new);
  AscCfiCie cie = { 0 };
  AscCursor cursor;
  Entry entry;

  if (!is_new)
    return *index;
  *index = self->cies->len;
  asc_cursor_init (&cursor, section->data, section->size, self->input->big_endian);
  asc_cursor_seek (&cursor, pos);
  if (read_entry (section, &cursor, &entry) && !entry.is_end && is_cie (section, &entry))
    read_cie (self, section_idx, &entry, &cie);
  g_array_append_val (self->cies, cie);
  return self->cies->len - 1;
}

/* Returns: FALSE when the entry is bad. */
static gboolean
read_fde (AscCfiCompiler *self, guint section_idx, const Entry *entry)
{
  const AscCfiSection *section = &self->input->sections[section_idx];
  AscCfiFde fde = { .section = section_idx };
  AscCursor cursor = entry->body;
  guint64 cie_pos = section->is_eh ? entry->id_pos - entry->id : entry->id;
  const AscCfiCie *cie;
  guint64 size;

  if (cie_pos >= section->size)
    return FALSE;
  fde.cie = find_cie (self, section_idx, (gsize) cie_pos);
  cie = &g_array_index (self->cies, AscCfiCie, fde.cie);
  if (!cie->is_good || !asc_cfi_read_pointer (self, section, &cursor, cie->encoding, 0, &fde.start)
      || !asc_cfi_read_pointer (self, section, &cursor, cie->encoding & 0x0f, 0, &size))
    return FALSE;
  if (cie->has_length)
    asc_cursor_skip (&cursor, asc_cursor_uleb128 (&cursor));
  if (!asc_cursor_ok (&cursor) || size > G_MAXUINT64 - fde.start)
    return FALSE;
  fde.end = fde.start + size;
  fde.program = entry->body_pos + cursor.pos;
  fde.program_size = asc_cursor_left (&cursor);
  if (size == 0 || fde.start < self->input->code_start || fde.end > self->input->code_end)
    self->cfi->stats.n_skipped++;
  else
    g_array_append_val (self->fdes, fde);
  return TRUE;
}

void
asc_cfi_read_entries (AscCfiCompiler *self)
{
  for (guint i = 0; i < self->input->n_sections; i++)
    {
      const AscCfiSection *section = &self->input->sections[i];
      AscCursor cursor;
      Entry entry;

      asc_cursor_init (&cursor, section->data, section->size, self->input->big_endian);
      while (asc_cursor_left (&cursor) > 0)
        {
          if (!read_entry (section, &cursor, &entry))
            {
              self->cfi->stats.n_bad++; /* nothing behind it can be found */
              break;
            }
          /* An end in the middle comes from files that were linked twice: go on, as readelf does. */
          if (!entry.is_end && !is_cie (section, &entry) && !read_fde (self, i, &entry))
            self->cfi->stats.n_bad++;
        }
    }
}
