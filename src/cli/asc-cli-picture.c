/* asc-cli-picture.c: see asc-cli-picture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-picture.h"

AscPictureKind
asc_cli_picture_get_kind (const AscCli *cli)
{
  return cli->options.format == ASC_FORMAT_PNG ? ASC_PICTURE_PNG : cli->options.format == ASC_FORMAT_PDF ? ASC_PICTURE_PDF : ASC_PICTURE_SVG;
}

cairo_status_t
asc_cli_picture_write (gpointer out, const guchar *bytes, guint length)
{
  asc_out_write (out, (const char *) bytes, (gssize) length);
  return asc_out_failed (out) ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

gboolean
asc_cli_picture_finish (const AscCli *cli, GError *failure, GError **error)
{
  if (failure == NULL || !asc_out_failed (cli->ask.out))
    {
      if (failure != NULL)
        g_propagate_error (error, failure);
      return failure == NULL;
    }
  g_error_free (failure);
  return TRUE;
}
