/* asc-jumps.h: where the jumps of a function are drawn beside its instructions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-disassembly.h"

G_BEGIN_DECLS

/** Lines side by side; a jump for which none is free is not drawn. */
#define ASC_JUMP_TRACKS 6

/** The jumps to one instruction: a line from the first to the last of these instructions. Indices of the disassembly. */
typedef struct
{
  guint32 target;
  guint32 first;
  guint32 last;
} AscJumpLine;

/** Frozen: any thread. */
typedef struct _AscJumps AscJumps;

/** Jumps within the function, the shortest nearest to the code. O(jumps log jumps). Returns: (transfer full) */
AscJumps *asc_jumps_new (AscDisassembly *disassembly);
void asc_jumps_free (AscJumps *self);

/** How many tracks have lines at all. Track 0 is next to the code. */
guint asc_jumps_get_n_tracks (AscJumps *self);
/** The line that passes instruction @i, or ends there. Returns: (nullable): lent */
const AscJumpLine *asc_jumps_find (AscJumps *self, guint track, guint32 i);
/** The instruction to which instruction @i jumps within the function, or ASC_NONE. */
guint32 asc_jumps_get_target (AscJumps *self, guint32 i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscJumps, asc_jumps_free)

G_END_DECLS
