/* asc-process-list.h: the processes that run, to choose from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** All valid UTF-8. */
typedef struct
{
  gint32 pid;
  char *name;
  char *user;    /* its number where it has no name */
  char *command; /* with arguments, of one line; the name where there is none */
  gboolean is_ours; /* this user may record it */
} AscRunningProcess;

/** The processes that /proc shows, without threads of the kernel; the newest first. Blocks for some milliseconds, any thread. Returns: (transfer full): AscRunningProcess */
GPtrArray *asc_process_list_new (void);
/** Whether all words of @text, in lower case, are in its number, name, user or command. */
gboolean asc_running_process_matches (const AscRunningProcess *self, const char *text);

G_END_DECLS
