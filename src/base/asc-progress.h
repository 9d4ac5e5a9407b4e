/* asc-progress.h: how far a long job has come
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AscProgress:
 *
 * Written by workers without a lock, read by the main thread whenever it likes (a frame tick). All calls: any thread, and
 * NULL is allowed as @self.
 */
typedef struct _AscProgress AscProgress;

AscProgress *asc_progress_new (void);
AscProgress *asc_progress_ref (AscProgress *self);
void asc_progress_unref (AscProgress *self);

/** Starts a phase: @title is an untranslated static string marked by N_(); @total the number of units that it will take, 0 when unknown. */
void asc_progress_begin (AscProgress *self, const char *title, gint64 total);
void asc_progress_add (AscProgress *self, gint64 n);
/** Returns: the title of the phase that runs, or NULL. */
const char *asc_progress_get (AscProgress *self, gint64 *done, gint64 *total);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscProgress, asc_progress_unref)

G_END_DECLS
