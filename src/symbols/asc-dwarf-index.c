/* asc-dwarf-index.c: which unit holds an address (DWARF 5, 6.1.2 and 3.1.1)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

/* How many ranges that start below an address are looked at; in sane files the first one decides. */
#define MAX_STEPS 64

typedef struct
{
  guint64 start;
  guint64 end;
  guint64 unit;
  guint64 max_end; /* of this and all before it */
} IndexRange;

struct _AscDwarfIndex
{
  AscDwarfFile *file;
  GArray *ranges;       /* IndexRange, by start: those of .debug_aranges */
  AscMap listed;        /* the units there */
  gboolean is_complete; /* what follows was read */
  GArray *others;       /* IndexRange: of the units that are not there */
  GArray *silent;       /* guint64 */
  guint64 unit;         /* whose ranges are being read */
  GArray *target;       /* to which they are added */
};

static void
add_range (guint64 start, guint64 end, gpointer data)
{
  AscDwarfIndex *self = data;
  IndexRange range = { start, end, self->unit, 0 };

  if (end > start && asc_dwarf_file_is_code (self->file, start))
    g_array_append_val (self->target, range);
}

/* One set of .debug_aranges, at the cursor. */
static void
read_set (AscDwarfIndex *self, AscCursor *cursor, gsize start, guint8 offset_size)
{
  guint16 version = asc_cursor_u16 (cursor);
  guint64 unit = asc_dwarf_uint (cursor, offset_size);
  guint size = asc_cursor_u8 (cursor), n_segment = asc_cursor_u8 (cursor);
  gboolean is_new;

  if (!asc_cursor_ok (cursor) || version != 2 || n_segment != 0 || (size != 2 && size != 4 && size != 8))
    return;
  /* The pairs are aligned to their size, counted from the set. */
  asc_cursor_skip (cursor, (2 * size - (cursor->pos - start) % (2 * size)) % (2 * size));
  self->unit = unit;
  while (asc_cursor_left (cursor) >= 2 * size)
    {
      guint64 address = asc_dwarf_uint (cursor, size), length = asc_dwarf_uint (cursor, size);

      if (address == 0 && length == 0)
        continue;
      if (length <= G_MAXUINT64 - address)
        add_range (address, address + length, self);
      *asc_map_insert (&self->listed, unit, &is_new) = 1;
    }
}

static void
read_aranges (AscDwarfIndex *self)
{
  AscDwarfSection *section = &self->file->sections[ASC_DWARF_ARANGES];
  AscCursor cursor = asc_dwarf_cursor (self->file, ASC_DWARF_ARANGES, 0, section->size);

  while (asc_cursor_left (&cursor) > 0)
    {
      gsize start = cursor.pos;
      guint8 offset_size;
      guint64 length = asc_dwarf_length (&cursor, &offset_size);
      AscCursor set = cursor;

      if (!asc_cursor_ok (&cursor) || length > asc_cursor_left (&cursor))
        return;
      set.size = cursor.pos + length;
      read_set (self, &set, start, offset_size);
      asc_cursor_skip (&cursor, length);
    }
}

static void
read_unit_ranges (AscDwarfIndex *self, guint64 offset)
{
  g_autoptr (AscDwarfUnit) unit = asc_dwarf_read_unit (self->file, offset, NULL, NULL);
  guint before = self->others->len;

  if (unit == NULL || unit->type == DW_UT_partial)
    return;
  self->unit = offset;
  asc_dwarf_unit_foreach_range (unit, add_range, self);
  if (self->others->len == before && !unit->has_ranges && !unit->has_high_pc
      && (unit->has_children || unit->dwo_name != NULL) && unit->has_line)
    g_array_append_val (self->silent, offset);
}

static int
compare_ranges (gconstpointer a, gconstpointer b)
{
  const IndexRange *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return (x->unit > y->unit) - (x->unit < y->unit);
}

static void
sort_ranges (GArray *ranges)
{
  guint64 max_end = 0;

  g_array_sort (ranges, compare_ranges);
  for (guint i = 0; i < ranges->len; i++)
    {
      IndexRange *range = &g_array_index (ranges, IndexRange, i);

      range->max_end = max_end = MAX (max_end, range->end);
    }
}

/* Looks into the units that .debug_aranges leaves out: all of them, where there is none. */
static void
complete (AscDwarfIndex *self, GCancellable *cancellable)
{
  GArray *units = self->file->units;

  if (self->is_complete)
    return;
  self->is_complete = TRUE;
  self->target = self->others;
  asc_dwarf_list_units (self->file, G_MAXUINT64);
  for (guint i = 0;
       i < units->len && !g_cancellable_is_cancelled (cancellable) && !asc_dwarf_is_spent (self->file->budget); i++)
    {
      guint64 offset = g_array_index (units, AscDwarfUnitEntry, i).offset;

      if (asc_map_lookup (&self->listed, offset) == G_MAXUINT32)
        read_unit_ranges (self, offset);
    }
  sort_ranges (self->others);
}

AscDwarfIndex *
asc_dwarf_index_new (AscDwarfFile *file)
{
  AscDwarfIndex *self = g_new0 (AscDwarfIndex, 1);

  self->file = file;
  self->ranges = g_array_new (FALSE, FALSE, sizeof (IndexRange));
  self->others = g_array_new (FALSE, FALSE, sizeof (IndexRange));
  self->silent = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->target = self->ranges;
  asc_map_init (&self->listed, 64);
  read_aranges (self);
  sort_ranges (self->ranges);
  return self;
}

void
asc_dwarf_index_free (AscDwarfIndex *self)
{
  asc_map_clear (&self->listed);
  g_array_unref (self->ranges);
  g_array_unref (self->others);
  g_array_unref (self->silent);
  g_free (self);
}

static guint64
look_up (GArray *ranges, guint64 address)
{
  guint low = 0, high = ranges->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (ranges, IndexRange, middle).start <= address)
        low = middle + 1;
      else
        high = middle;
    }
  for (guint step = 0; low > 0 && step < MAX_STEPS; low--, step++)
    {
      const IndexRange *range = &g_array_index (ranges, IndexRange, low - 1);

      if (address < range->end)
        return range->unit;
      if (address >= range->max_end)
        break;
    }
  return G_MAXUINT64;
}

guint64
asc_dwarf_index_look_up (AscDwarfIndex *self, guint64 address, GCancellable *cancellable)
{
  guint64 unit = look_up (self->ranges, address);

  if (unit != G_MAXUINT64)
    return unit;
  complete (self, cancellable);
  return look_up (self->others, address);
}

GArray *
asc_dwarf_index_get_silent (AscDwarfIndex *self, GCancellable *cancellable)
{
  complete (self, cancellable);
  return self->silent;
}
