/* asc-load.h: reads, names and computes what a window shows, in one worker
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

G_BEGIN_DECLS

/** What a load gives: immutable. */
typedef struct
{
  GPtrArray *experiments; /* of AscExperiment */
  GPtrArray *symbols;     /* of AscSymbols, one for each experiment */
  GPtrArray *states;      /* of AscStates, the same; without intervals where the recording tells none */
  AscProfile *profile;
} AscLoad;

void asc_load_free (AscLoad *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscLoad, asc_load_free)

/** @paths: NULL-terminated, one at least. Main thread; @callback is called there. */
void asc_load_async (const char *const *paths, GCancellable *cancellable, AscProgress *progress, GAsyncReadyCallback callback, gpointer data);
/** @failed_path: (out) (transfer full) (nullable): the file that @error is about. Returns: (transfer full) or NULL. */
AscLoad *asc_load_finish (GAsyncResult *result, char **failed_path, GError **error);

G_END_DECLS
