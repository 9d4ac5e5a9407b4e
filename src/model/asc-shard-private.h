/* asc-shard-private.h: a worker's part of the stacks and events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-builder.h"

G_BEGIN_DECLS

AscShard *asc_shard_new (void);
void asc_shard_free (AscShard *self);

/** Moves the stacks and events of @shards (in their order) into @experiment and empties them. */
void asc_shards_merge (GPtrArray *shards, AscExperiment *experiment);

G_END_DECLS
