/* asc-dwarf-line.c: line tables (DWARF 5, 6.2; DWARF 2 to 4 where they differ)
 *
 * No table is built: the program is run once, and each stretch between two rows is compared with the addresses that are
 * asked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

typedef struct
{
  const char *name;
  guint64 directory;
  const guint8 *md5; /* ASC_MD5_SIZE bytes in the section, or NULL */
} LineFile;

struct _AscDwarfLines
{
  AscDwarfUnit *unit;
  AscDwarfEncoding encoding;
  guint64 program; /* offsets in .debug_line */
  guint64 end;
  guint8 min_length;
  guint8 max_ops;
  gint8 line_base;
  guint8 line_range;
  guint8 opcode_base;
  guint8 lengths[256];    /* operands of standard opcodes, by opcode */
  GPtrArray *directories; /* lent strings, may be NULL */
  GArray *files;          /* LineFile */
};

void
asc_dwarf_lines_free (AscDwarfLines *self)
{
  g_ptr_array_unref (self->directories);
  g_array_unref (self->files);
  g_free (self);
}

/* Version 2 to 4: strings, an empty one ends them; files with three numbers behind each. */
static void
read_old_tables (AscDwarfLines *self, AscCursor *cursor)
{
  const char *name;

  while ((name = asc_dwarf_cursor_string (cursor)) != NULL && name[0] != '\0')
    g_ptr_array_add (self->directories, (gpointer)name);
  while ((name = asc_dwarf_cursor_string (cursor)) != NULL && name[0] != '\0')
    {
      LineFile file = { .name = name, .directory = asc_cursor_uleb128 (cursor) };

      asc_cursor_uleb128 (cursor);
      asc_cursor_uleb128 (cursor);
      if (!asc_cursor_ok (cursor))
        return;
      g_array_append_val (self->files, file);
    }
}

/* One table of version 5: what its entries have, how many there are, and they. */
static gboolean
read_table (AscDwarfLines *self, AscCursor *cursor, gboolean is_files)
{
  guint8 n_formats = asc_cursor_u8 (cursor);
  AscDwarfAttr formats[255];
  guint64 n;

  for (guint i = 0; i < n_formats; i++)
    {
      formats[i].name = asc_dwarf_code (cursor);
      formats[i].form = asc_dwarf_code (cursor);
    }
  n = asc_cursor_uleb128 (cursor);
  if (!asc_cursor_ok (cursor) || n > asc_cursor_left (cursor))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      LineFile file = { 0 };
      gsize before = cursor->pos;

      for (guint j = 0; j < n_formats; j++)
        {
          AscCursor start = *cursor;
          AscDwarfValue value;

          if (!asc_dwarf_read_value (cursor, &self->encoding, formats[j].form, 0, &value))
            return FALSE;
          if (formats[j].name == DW_LNCT_path)
            file.name = asc_dwarf_value_string (self->unit, &value);
          else if (formats[j].name == DW_LNCT_directory_index)
            file.directory = value.u;
          else if (formats[j].name == DW_LNCT_MD5 && formats[j].form == DW_FORM_data16)
            file.md5 = asc_cursor_bytes (&start, ASC_MD5_SIZE);
        }
      /* Entries without a byte could be as many as the count says. */
      if (cursor->pos == before)
        return FALSE;
      if (is_files)
        g_array_append_val (self->files, file);
      else
        g_ptr_array_add (self->directories, (gpointer)file.name);
    }
  return TRUE;
}

static gboolean
read_header (AscDwarfLines *self)
{
  AscDwarfFile *file = self->unit->file;
  AscDwarfSection *section = &file->sections[ASC_DWARF_LINE];
  AscCursor cursor = asc_dwarf_cursor (file, ASC_DWARF_LINE, self->unit->line_offset,
                                       MIN (self->unit->line_offset, section->size) + 12);
  guint64 length = asc_dwarf_length (&cursor, &self->encoding.offset_size), header_length;

  if (!asc_cursor_ok (&cursor))
    return FALSE;
  /* Of a cut file what is left. */
  self->end = length < section->size - cursor.pos ? cursor.pos + length : section->size;
  cursor = asc_dwarf_cursor (file, ASC_DWARF_LINE, cursor.pos, self->end);
  self->encoding.version = asc_dwarf_version (&cursor);
  self->encoding.address_size = self->unit->encoding.address_size;
  if (self->encoding.version < 2 || self->encoding.version > 5)
    return FALSE;
  if (self->encoding.version >= 5)
    {
      self->encoding.address_size = asc_cursor_u8 (&cursor);
      asc_cursor_skip (&cursor, 1); /* segment selectors: none of today's machines */
    }
  header_length = asc_dwarf_uint (&cursor, self->encoding.offset_size);
  if (header_length > asc_cursor_left (&cursor))
    return FALSE;
  self->program = cursor.pos + header_length;
  self->min_length = asc_cursor_u8 (&cursor);
  self->max_ops = self->encoding.version >= 4 ? asc_cursor_u8 (&cursor) : 1;
  asc_cursor_skip (&cursor, 1); /* default_is_stmt: the rows that are no statements count too */
  self->line_base = (gint8)asc_cursor_u8 (&cursor);
  self->line_range = asc_cursor_u8 (&cursor);
  self->opcode_base = asc_cursor_u8 (&cursor);
  for (guint i = 1; i < self->opcode_base; i++)
    self->lengths[i] = asc_cursor_u8 (&cursor);
  if (!asc_cursor_ok (&cursor) || self->opcode_base == 0)
    return FALSE;
  cursor.size = self->program;
  if (self->encoding.version < 5)
    read_old_tables (self, &cursor);
  else if (read_table (self, &cursor, FALSE))
    read_table (self, &cursor, TRUE);
  return TRUE;
}

AscDwarfLines *
asc_dwarf_lines_read (AscDwarfUnit *unit)
{
  g_autoptr (AscDwarfLines) self = g_new0 (AscDwarfLines, 1);

  self->unit = unit;
  self->directories = g_ptr_array_new ();
  self->files = g_array_new (FALSE, FALSE, sizeof (LineFile));
  return read_header (self) ? g_steal_pointer (&self) : NULL;
}

/* The state machine, and the row before the present one. */
typedef struct
{
  AscDwarfLines *lines;
  const guint64 *addresses;
  guint n;
  AscDwarfRow *rows;
  guint next; /* first address at or above @last_address */

  guint64 address;
  guint op_index;
  guint32 file;
  guint32 line;
  gboolean has_last;
  gboolean is_dead; /* code that the linker threw away */
  guint64 last_address;
  guint32 last_file;
  guint32 last_line;
} Machine;

static void
reset (Machine *m)
{
  m->address = 0;
  m->op_index = 0;
  m->file = 1;
  m->line = 1;
  m->has_last = FALSE;
}

/* The row before holds up to this one. */
static inline void
emit (Machine *m)
{
  if (m->has_last && m->address > m->last_address)
    {
      for (; m->next < m->n && m->addresses[m->next] < m->address; m->next++)
        if (!m->is_dead && !m->rows[m->next].found)
          m->rows[m->next] = (AscDwarfRow){ TRUE, m->last_file, m->last_line };
    }
  else if (!m->has_last || m->address < m->last_address)
    {
      if (!m->has_last)
        m->is_dead = !asc_dwarf_file_is_code (m->lines->unit->file, m->address);
      m->next = asc_dwarf_count_below (m->addresses, m->n, m->address);
    }
  m->has_last = TRUE;
  m->last_address = m->address;
  m->last_file = m->file;
  m->last_line = m->line;
}

static inline void
advance (Machine *m, guint64 operations)
{
  const AscDwarfLines *lines = m->lines;

  if (G_LIKELY (lines->max_ops <= 1))
    m->address += operations * lines->min_length;
  else
    {
      operations += m->op_index;
      m->address += operations / lines->max_ops * lines->min_length;
      m->op_index = (guint)(operations % lines->max_ops);
    }
}

static void
run_extended (Machine *m, AscCursor *cursor)
{
  guint64 length = asc_cursor_uleb128 (cursor);
  AscCursor part;

  if (length == 0)
    return;
  if (length > asc_cursor_left (cursor))
    {
      cursor->failed = TRUE;
      return;
    }
  part = asc_cursor_sub (cursor, length);
  switch (asc_cursor_u8 (&part))
    {
    case DW_LNE_end_sequence:
      emit (m);
      reset (m);
      break;
    case DW_LNE_set_address:
      m->address = asc_dwarf_uint (&part, (guint)MIN (asc_cursor_left (&part), 255));
      m->op_index = 0;
      break;
    case DW_LNE_define_file:
      {
        LineFile file = { .name = asc_dwarf_cursor_string (&part) };

        file.directory = asc_cursor_uleb128 (&part);
        if (file.name != NULL)
          {
            /* The table is shared by all that run the program: only the first run adds to it. */
            g_mutex_lock (&m->lines->unit->mutex);
            if (m->lines->files->len < G_MAXUINT16)
              g_array_append_val (m->lines->files, file);
            g_mutex_unlock (&m->lines->unit->mutex);
          }
        break;
      }
    default: /* discriminators, and what others may have added */
      break;
    }
}

static void
run_standard (Machine *m, AscCursor *cursor, guint8 opcode)
{
  const AscDwarfLines *lines = m->lines;

  switch (opcode)
    {
    case DW_LNS_copy:
      emit (m);
      break;
    case DW_LNS_advance_pc:
      advance (m, asc_cursor_uleb128 (cursor));
      break;
    case DW_LNS_advance_line:
      m->line += (guint32)asc_cursor_sleb128 (cursor);
      break;
    case DW_LNS_set_file:
      m->file = (guint32)asc_cursor_uleb128 (cursor);
      break;
    case DW_LNS_const_add_pc:
      if (lines->line_range != 0)
        advance (m, (255 - lines->opcode_base) / lines->line_range);
      break;
    case DW_LNS_fixed_advance_pc:
      m->address += asc_cursor_u16 (cursor);
      m->op_index = 0;
      break;
    default:
      for (guint i = 0; i < lines->lengths[opcode]; i++)
        asc_cursor_uleb128 (cursor);
      break;
    }
}

void
asc_dwarf_lines_run (AscDwarfLines *self, const guint64 *addresses, guint n, AscDwarfRow *rows)
{
  AscDwarfFile *file = self->unit->file;
  AscCursor cursor = asc_dwarf_cursor (file, ASC_DWARF_LINE, self->program, self->end);
  Machine m = { .lines = self, .addresses = addresses, .n = n, .rows = rows };
  guint8 operations[256] = { 0 };
  gint16 steps[256] = { 0 };

  for (guint i = self->opcode_base; i < 256; i++)
    {
      guint adjusted = i - self->opcode_base;

      operations[i] = (guint8)(self->line_range != 0 ? adjusted / self->line_range : 0);
      steps[i] = (gint16)(self->line_base + (gint)(self->line_range != 0 ? adjusted % self->line_range : 0));
    }
  if (n == 0 || !asc_dwarf_spend (file->budget, self->end - self->program))
    return;
  reset (&m);
  while (asc_cursor_left (&cursor) > 0 && asc_cursor_ok (&cursor))
    {
      guint8 opcode = asc_cursor_u8 (&cursor);

      if (opcode >= self->opcode_base)
        {
          advance (&m, operations[opcode]);
          m.line += (guint32)steps[opcode];
          emit (&m);
        }
      else if (opcode == DW_LNS_extended)
        run_extended (&m, &cursor);
      else
        run_standard (&m, &cursor, opcode);
    }
}

/* Returns: (transfer full): @name when it is absolute or nothing is known before it */
static char *
join (const char *directory, const char *name)
{
  if (directory == NULL || directory[0] == '\0' || g_path_is_absolute (name))
    return g_strdup (name);
  return g_strconcat (directory, g_str_has_suffix (directory, "/") ? "" : "/", name, NULL);
}

/* Files count from 1, since version 5 from 0; so do directories, where 0 was the compilation's. */
static const LineFile *
get_file (AscDwarfLines *self, guint64 file)
{
  gboolean is_old = self->encoding.version < 5;

  return (is_old && file == 0) || file - is_old >= self->files->len ? NULL : &g_array_index (self->files, LineFile, file - is_old);
}

const guint8 *
asc_dwarf_lines_get_md5 (AscDwarfLines *self, guint64 file)
{
  static const guint8 none[ASC_MD5_SIZE] = { 0 };
  const LineFile *entry = get_file (self, file);

  /* The bytes are there for all files of a table or for none: LLVM's assembler leaves 0 where a file has no sum. */
  return entry != NULL && entry->md5 != NULL && memcmp (entry->md5, none, sizeof none) != 0 ? entry->md5 : NULL;
}

char *
asc_dwarf_lines_dup_path (AscDwarfLines *self, guint64 file)
{
  gboolean is_old = self->encoding.version < 5;
  const char *comp_dir = self->unit->comp_dir;
  const char *directory = NULL;
  const LineFile *entry = get_file (self, file);
  g_autofree char *path = NULL;
  g_autofree char *whole = NULL;

  if (entry == NULL || entry->name == NULL)
    return NULL;
  if (!(is_old && entry->directory == 0) && entry->directory - is_old < self->directories->len)
    directory = g_ptr_array_index (self->directories, entry->directory - is_old);
  path = join (directory, entry->name);
  whole = join (comp_dir, path);
  return g_utf8_make_valid (whole, -1);
}
