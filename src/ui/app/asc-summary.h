/* asc-summary.h: a session's experiments in words and facts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-session.h"

G_BEGIN_DECLS

/** "8 threads ran 2.412 s on the CPU in 3.020 s. The hottest function is parse() with 23.10%." (transfer full) */
char *asc_summary_dup_sentence (AscSession *session);

typedef struct
{
  char *title;
  char *value;
} AscFact;

/** What is known of the recording, the most telling first. Returns: (transfer full) (element-type AscFact) */
GPtrArray *asc_summary_list_facts (AscSession *session);

G_END_DECLS
