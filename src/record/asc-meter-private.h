/* asc-meter-private.h: how much a recording holds while it grows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Walks over the records of a perf.data file that perf still writes. One thread. */
typedef struct
{
  int fd;               /* -1: not there yet */
  gboolean is_blind;    /* the records cannot be followed: only the size is known */
  guint64 offset;       /* of the next record */
  guint64 size_bytes;
  gint64 n_events;      /* samples */
  gint64 n_lost;
} AscMeter;

void asc_meter_init (AscMeter *self);
void asc_meter_clear (AscMeter *self);
/** Reads what has been added to the file at @path. */
void asc_meter_update (AscMeter *self, const char *path);

G_END_DECLS
