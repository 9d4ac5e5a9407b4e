/* asc-dwarf-walk.c: which functions, and which inlined into them, hold some addresses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

/* Nesting of scopes in real programs stays below 100; deeper is an attack on the memory. */
#define MAX_DEPTH 4096

typedef struct
{
  AscDwarfUnit *unit;
  AscDwarfFile *program; /* whose sections say what is code */
  const guint64 *addresses;
  guint n;
  GArray *hits;
  guint32 *innermost;
  gboolean thorough; /* look also into what cannot hold code in C and C++ */
  /* The entry at hand */
  const AscDwarfDie *die;
  guint32 parent;
  guint32 number; /* of its hit, or NONE: it holds none of the addresses */
} Walk;

static void
take_range (guint64 start, guint64 end, gpointer data)
{
  Walk *walk = data;
  guint i = asc_dwarf_count_below (walk->addresses, walk->n, start), first;

  if (i >= walk->n || walk->addresses[i] >= end || !asc_dwarf_file_is_code (walk->program, start))
    return;
  if (walk->number == ASC_DWARF_NONE)
    {
      AscDwarfHit hit
          = { walk->die->offset, walk->die->origin, walk->parent, walk->die->call_file, walk->die->call_line };

      walk->number = walk->hits->len;
      g_array_append_val (walk->hits, hit);
    }
  /* The children come behind: the innermost is the last to write. */
  first = i;
  for (; i < walk->n && walk->addresses[i] < end; i++)
    walk->innermost[i] = walk->number;
  asc_dwarf_spend (walk->unit->file->budget, i - first);
}

/* Adds the entry when it holds one of the addresses. Returns: its number, or ASC_DWARF_NONE. */
static guint32
take (Walk *walk, const AscDwarfDie *die, guint32 parent)
{
  walk->die = die;
  walk->parent = die->tag == DW_TAG_inlined_subroutine ? parent : ASC_DWARF_NONE;
  walk->number = ASC_DWARF_NONE;
  if (die->has_ranges)
    asc_dwarf_read_ranges (walk->unit, die->ranges, take_range, walk);
  else if (die->has_low_pc && die->has_high_pc && die->high_pc > die->low_pc)
    take_range (die->low_pc, die->high_pc, walk);
  return walk->number;
}

static gboolean
is_type (guint16 tag)
{
  return tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type
         || tag == DW_TAG_enumeration_type || tag == DW_TAG_interface_type;
}

/* The functions around the entry at hand, outermost first: number of the innermost that holds an address, or NONE. */
typedef struct
{
  guint32 *parents;
  guint depth;
} Stack;

/* Goes on with the children of the last entry, or with what is behind them. Returns: FALSE at an end. */
static gboolean
descend (Stack *stack, guint32 number)
{
  if (++stack->depth == MAX_DEPTH)
    return FALSE;
  stack->parents[stack->depth] = number;
  return TRUE;
}

/* One entry of code. Returns: FALSE when the walk ends. */
static gboolean
visit_code (Walk *walk, AscCursor *cursor, Stack *stack)
{
  guint32 parent = stack->parents[stack->depth];
  AscDwarfDie die;
  guint32 number;

  if (!asc_dwarf_read_die (walk->unit, cursor, &die))
    return FALSE;
  number = take (walk, &die, parent);
  if (!die.has_children)
    return TRUE;
  if (number == ASC_DWARF_NONE && die.sibling > cursor->pos && die.sibling <= walk->unit->end
      && (die.tag == DW_TAG_inlined_subroutine || !walk->thorough))
    {
      asc_cursor_seek (cursor, die.sibling);
      return TRUE;
    }
  /* What is inlined into code without an address of ours has none either, but for what was moved away from it. */
  return descend (stack, number != ASC_DWARF_NONE               ? number
                         : die.tag == DW_TAG_inlined_subroutine ? parent
                                                                : ASC_DWARF_NONE);
}

static gboolean
visit (Walk *walk, AscCursor *cursor, Stack *stack)
{
  AscCursor attrs = *cursor;
  guint64 code = asc_cursor_uleb128 (&attrs), sibling;
  const AscDwarfAbbrev *abbrev;

  if (code == 0)
    {
      *cursor = attrs;
      if (stack->depth == 0)
        return FALSE;
      stack->depth--;
      return asc_cursor_ok (cursor);
    }
  abbrev = asc_dwarf_find_abbrev (walk->unit->abbrevs, code);
  if (abbrev == NULL)
    return FALSE;
  if (abbrev->tag == DW_TAG_subprogram || abbrev->tag == DW_TAG_inlined_subroutine)
    return visit_code (walk, cursor, stack);
  if (!asc_dwarf_skip_attrs (walk->unit, &attrs, abbrev, &sibling))
    return FALSE;
  *cursor = attrs;
  if (!abbrev->has_children)
    return TRUE;
  if (sibling > cursor->pos && sibling <= walk->unit->end && !walk->thorough && is_type (abbrev->tag))
    {
      asc_cursor_seek (cursor, sibling);
      return TRUE;
    }
  return descend (stack, stack->parents[stack->depth]);
}

static gboolean
walk_once (Walk *walk)
{
  AscDwarfUnit *unit = walk->unit;
  AscCursor cursor = asc_dwarf_cursor (unit->file, ASC_DWARF_INFO, unit->die, unit->end);
  g_autofree guint32 *parents = g_new (guint32, MAX_DEPTH);
  Stack stack = { parents, 0 };

  parents[0] = ASC_DWARF_NONE;
  while (stack.depth == 0 ? cursor.pos == unit->die : asc_cursor_left (&cursor) > 0)
    if (!visit (walk, &cursor, &stack) || asc_dwarf_is_spent (unit->file->budget))
      return FALSE;
  return asc_cursor_ok (&cursor);
}

static gboolean
is_everything_found (const guint32 *innermost, guint n)
{
  for (guint i = 0; i < n; i++)
    if (innermost[i] == ASC_DWARF_NONE)
      return FALSE;
  return TRUE;
}

gboolean
asc_dwarf_walk (AscDwarfUnit *unit, const guint64 *addresses, guint n, GArray *hits, guint32 *innermost)
{
  AscDwarfFile *program = unit->skeleton != NULL ? unit->skeleton->file : unit->file;
  Walk walk
      = { .unit = unit, .program = program, .addresses = addresses, .n = n, .hits = hits, .innermost = innermost };
  gboolean ok;

  if (!asc_dwarf_spend (unit->file->budget, unit->end - unit->offset))
    return FALSE;
  ok = walk_once (&walk);
  if (is_everything_found (innermost, n) || !asc_dwarf_spend (unit->file->budget, unit->end - unit->offset))
    return ok;
  /* Functions in functions or in types, as Fortran, D, Ada and GNU C have them: there a walk by siblings misses some.
   */
  g_array_set_size (hits, 0);
  for (guint i = 0; i < n; i++)
    innermost[i] = ASC_DWARF_NONE;
  walk.thorough = TRUE;
  return walk_once (&walk) && ok;
}
