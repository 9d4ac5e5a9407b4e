/* asc-jumps.c: see asc-jumps.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-jumps.h"

struct _AscJumps
{
  guint32 *targets; /* by instruction, or ASC_NONE */
  GArray *tracks[ASC_JUMP_TRACKS]; /* AscJumpLine, ascending, apart from each other */
  guint n_tracks;
};

void
asc_jumps_free (AscJumps *self)
{
  g_free (self->targets);
  for (guint t = 0; t < ASC_JUMP_TRACKS; t++)
    g_array_unref (self->tracks[t]);
  g_free (self);
}

/* Where in the track the first line stands that ends at or behind @i. */
static guint
find_place (const GArray *track, guint32 i)
{
  guint low = 0, high = track->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (track, AscJumpLine, middle).last < i)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
add_line (AscJumps *self, const AscJumpLine *line)
{
  for (guint t = 0; t < ASC_JUMP_TRACKS; t++)
    {
      guint place = find_place (self->tracks[t], line->first);

      if (place < self->tracks[t]->len && g_array_index (self->tracks[t], AscJumpLine, place).first <= line->last)
        continue;
      g_array_insert_vals (self->tracks[t], place, line, 1);
      self->n_tracks = MAX (self->n_tracks, t + 1);
      return;
    }
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const AscJumpLine *x = a, *y = b;
  guint32 dx = x->last - x->first, dy = y->last - y->first;

  if (dx != dy)
    return dx < dy ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* One line for each target, from its first to its last jump. */
static GArray *
list_lines (AscJumps *self, guint n)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (AscJumpLine));
  g_autofree guint32 *of_target = g_new0 (guint32, MAX (n, 1)); /* number + 1 */

  for (guint i = 0; i < n; i++)
    {
      guint32 target = self->targets[i];
      AscJumpLine *line;

      if (target == ASC_NONE)
        continue;
      if (of_target[target] == 0)
        {
          g_array_append_val (lines, ((AscJumpLine){ target, MIN (i, target), MAX (i, target) }));
          of_target[target] = lines->len;
        }
      line = &g_array_index (lines, AscJumpLine, of_target[target] - 1);
      line->first = MIN (line->first, i);
      line->last = MAX (line->last, i);
    }
  return lines;
}

AscJumps *
asc_jumps_new (AscDisassembly *disassembly)
{
  AscJumps *self = g_new0 (AscJumps, 1);
  guint n = asc_disassembly_get_size (disassembly);
  g_autoptr (GArray) lines = NULL;

  self->targets = g_new (guint32, MAX (n, 1));
  for (guint t = 0; t < ASC_JUMP_TRACKS; t++)
    self->tracks[t] = g_array_new (FALSE, FALSE, sizeof (AscJumpLine));
  for (guint i = 0; i < n; i++)
    {
      const AscInstruction *instruction = asc_disassembly_get (disassembly, i);
      int target = (instruction->flags & ASC_INSTRUCTION_JUMP) && instruction->target != ASC_NO_ADDRESS ? asc_disassembly_find (disassembly, instruction->target) : -1;

      self->targets[i] = target >= 0 && asc_disassembly_get (disassembly, (guint) target)->address == instruction->target ? (guint32) target : ASC_NONE;
    }
  lines = list_lines (self, n);
  g_array_sort (lines, compare_lines);
  for (guint i = 0; i < lines->len; i++)
    add_line (self, &g_array_index (lines, AscJumpLine, i));
  return self;
}

guint
asc_jumps_get_n_tracks (AscJumps *self)
{
  return self->n_tracks;
}

const AscJumpLine *
asc_jumps_find (AscJumps *self, guint track, guint32 i)
{
  guint place = find_place (self->tracks[track], i);
  const AscJumpLine *line = place < self->tracks[track]->len ? &g_array_index (self->tracks[track], AscJumpLine, place) : NULL;

  return line != NULL && line->first <= i ? line : NULL;
}

guint32
asc_jumps_get_target (AscJumps *self, guint32 i)
{
  return self->targets[i];
}
