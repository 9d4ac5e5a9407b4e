/* asc-test-watch-model.h: judges what a list model says of itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** What stands at @position, as a number. */
typedef guint64 (*AscTestIdentify) (GListModel *model, guint position);

/**
 * AscTestWatch:
 *
 * A shadow copy of a list model, kept right only by its items-changed. After each emission the test fails when the lengths do not add up, when an item
 * outside the reported range is another than before, when the range could have been smaller, or when an item is missing or of the wrong type.
 */
typedef struct _AscTestWatch AscTestWatch;

/** @identify: (nullable): without it only lengths and items are judged. */
AscTestWatch *asc_test_watch_model (GListModel *model, AscTestIdentify identify);
void asc_test_watch_free (AscTestWatch *self);
/** How often items-changed was emitted. */
guint asc_test_watch_get_n_changes (AscTestWatch *self);
/** Of the last emission. */
void asc_test_watch_get_last (AscTestWatch *self, guint *position, guint *n_removed, guint *n_added);
/** The model told in another way that its items moved: takes them as they are, the number of them must be the same. */
void asc_test_watch_forgive (AscTestWatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscTestWatch, asc_test_watch_free)

G_END_DECLS
