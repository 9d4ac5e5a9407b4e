/* asc-record-engine.h: the tools that make recordings, beside perf
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-record-machine.h"
#include "asc-record-settings.h"

G_BEGIN_DECLS

/** The id of @engine: "perf", "uftrace", "gprofng", "callgrind". */
const char *asc_record_engine_get_id (AscRecordEngine engine);
/** Returns: FALSE when @id is none */
gboolean asc_record_engine_parse (const char *id, AscRecordEngine *engine);

/**
 * Looks for the program of @engine, which is not perf, in $PATH and asks it for its version. Blocks for some milliseconds. @path, @version: (out) (transfer full).
 * Returns: NULL, or why it cannot be used
 */
AscProblem *asc_record_engine_find (AscRecordEngine engine, char **path, char **version);
/** What runs @settings' command below the program @path and writes into @folder. Returns: (transfer full): NULL-terminated */
char **asc_record_engine_make_argv (AscRecordEngine engine, const char *path, const char *folder, const AscRecordSettings *settings);
/** The recording that it left in @folder. Returns: (transfer full): its name in there; NULL: none */
char *asc_record_engine_find_result (AscRecordEngine engine, const char *folder);
/** Why it left none, for a person, and the mend. Returns: (transfer full) */
AscProblem *asc_record_engine_explain (AscRecordEngine engine);

/** The command that installs a package here, named as in each distribution; NULL names: it has none. Returns: (transfer full): NULL where it is not known */
char *asc_dup_install_command (const char *debian, const char *ubuntu, const char *fedora, const char *arch, const char *suse);

G_END_DECLS
