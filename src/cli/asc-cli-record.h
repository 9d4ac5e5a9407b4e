/* asc-cli-record.h: ascribe-cli record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

#include "asc-cli-options.h"

G_BEGIN_DECLS

/** What --help says of it. */
extern const AscCliCommandInfo asc_cli_record_info;

/** An end that is the recorder's own, as env(1) and timeout(1) have it. */
#define ASC_CLI_RECORD_FAILED 125

/**
 * Runs `record`: @argv is the whole command line, the program's name first; what is behind "--" is the command to
 * record. Returns: the exit status: the command's own, 128 + N when signal N ended it, or with @error set 125 to 127,
 * as env(1), or 2, usage
 */
int asc_cli_record (char **argv, GError **error);

G_END_DECLS
