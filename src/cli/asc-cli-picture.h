/* asc-cli-picture.h: pictures as the answer of a command
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cli.h"

G_BEGIN_DECLS

/** The kind that --format asks for. */
AscPictureKind asc_cli_picture_get_kind (const AscCli *cli);
/** For cairo: writes to @out, an AscOut. */
cairo_status_t asc_cli_picture_write (gpointer out, const guchar *bytes, guint length);
/** Takes over @failure of a picture (NULL: none). What could not be written is said when the file is closed. Returns: FALSE with @error set */
gboolean asc_cli_picture_finish (const AscCli *cli, GError *failure, GError **error);

G_END_DECLS
