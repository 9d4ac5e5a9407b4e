/* asc-cli-named.h: which functions an argument means
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cli.h"

G_BEGIN_DECLS

/** Functions whose long, mangled or short name is the command's NAME, in the load object of --object if that is given. Returns: (transfer full) (element-type guint32) */
GArray *asc_cli_find_named (AscCli *cli);
/** Whether @function is in the load object of --object, by its name or path. TRUE when none is given. */
gboolean asc_cli_is_in_object (AscCli *cli, guint32 function);

G_END_DECLS
