/* asc-load.h: reads, names and computes what a window shows, in a worker: first with the names that are quickly found, then with all
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

G_BEGIN_DECLS

/** What a load gives: immutable. */
typedef struct
{
  gboolean is_complete;   /* FALSE: lines and inlined functions, or what servers have, can still be added */
  AscNameStyle names;     /* how it was loaded: the rest is loaded in the same way */
  AscViewMode view;
  GPtrArray *finders;     /* of AscSymbolFinder, one for each experiment */
  GPtrArray *experiments; /* of AscExperiment */
  GPtrArray *symbols;     /* of AscSymbols, one for each experiment */
  GPtrArray *states;      /* of AscStates, the same; without intervals where the recording tells none */
  AscProfile *profile;
  GArray *moved;          /* of guint32, or NULL: by function of the profile that this one completes, where it is now or ASC_NONE */
} AscLoad;

void asc_load_free (AscLoad *self);
/** Another one with the same parts. Returns: (transfer full) */
AscLoad *asc_load_copy (const AscLoad *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscLoad, asc_load_free)

/** @paths: NULL-terminated, one at least. Main thread; @callback is called there. */
void asc_load_async (const char *const *paths, GCancellable *cancellable, AscProgress *progress, GAsyncReadyCallback callback, gpointer data);
/** Adds to @first, which is not complete, the names that it lacks, without a second reading; ends with asc_load_finish(), always complete unless cancelled. Main thread. */
void asc_load_complete_async (const AscLoad *first, GCancellable *cancellable, AscProgress *progress, GAsyncReadyCallback callback, gpointer data);
/** @failed_path: (out) (transfer full) (nullable): the file that @error is about. Returns: (transfer full) or NULL. */
AscLoad *asc_load_finish (GAsyncResult *result, char **failed_path, GError **error);

G_END_DECLS
