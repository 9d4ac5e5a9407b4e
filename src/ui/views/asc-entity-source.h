/* asc-entity-source.h: threads, processes and CPUs as a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-session.h"
#include "asc-table-source.h"

G_BEGIN_DECLS

/** The metrics of the session's threads, processes or CPUs. Returns: (transfer full) */
AscTableSource *asc_entity_source_new (AscSession *session, AscEntity entity);
/** Whether the session's recording tells them apart; @reason is set when not. */
gboolean asc_entity_source_can_show (AscSession *session, AscEntity entity, const char **reason);
/** The filter for @row alone, "TID == 4711"; NULL for <Total>. (transfer full) */
char *asc_entity_source_dup_filter (AscProfile *profile, AscEntity entity, guint32 row);

G_END_DECLS
