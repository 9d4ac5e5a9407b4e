/* asc-history.h: where a window has been, for Back and Forward
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** One stop. */
typedef struct
{
  const char *view; /* static id */
  guint32 function;
  GArray *fragment; /* of guint32: what stands in the center, never changed */
  char *zoom;       /* what of the view is enlarged, in its own words; NULL: all is shown */
} AscStop;

void asc_stop_clear (AscStop *self);

/** A line of stops with the current one. Main thread. */
typedef struct
{
  GArray *stops; /* of AscStop */
  guint pos;     /* of the current one; meaningless while there is none */
} AscHistory;

void asc_history_init (AscHistory *self);
void asc_history_clear (AscHistory *self);
/** Forgets all. */
void asc_history_reset (AscHistory *self);
/** Each function becomes @move (data, function); of a fragment those stay that are still some; a stop whose own are none any more stays. */
void asc_history_move (AscHistory *self, guint32 (*move) (gpointer data, guint32 function), gpointer data);
/**
 * Goes to @stop, whose parts are swallowed: a new one behind the current, when view, center or zoom differ from it (what lay ahead is forgotten), else the current one
 * takes over its function.
 */
void asc_history_visit (AscHistory *self, AscStop stop);
/** Moves by @step (-1, +1). @stop: (out): the stop reached, to be cleared. Returns: FALSE when there is none. */
gboolean asc_history_go (AscHistory *self, int step, AscStop *stop);
gboolean asc_history_can_go (const AscHistory *self, int step);

G_END_DECLS
