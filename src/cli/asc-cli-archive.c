/* asc-cli-archive.c: ascribe-cli archive
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"

#include <glib/gi18n.h>

gboolean
asc_cli_run_archive (AscCli *cli, GError **error)
{
  for (guint i = 0; i < cli->symbols->len; i++)
    {
      AscSymbols *symbols = g_ptr_array_index (cli->symbols, i);
      const char *path = asc_experiment_get_path (asc_symbols_get_experiment (symbols));
      AscArchived result;
      g_autofree char *size = NULL;
      g_autofree char *count = NULL;
      g_autofree char *text = NULL;

      if (!asc_archive (symbols, &result, NULL, error))
        return FALSE;
      size = g_format_size_full (result.n_bytes, G_FORMAT_SIZE_IEC_UNITS);
      count = g_strdup_printf ("%u", result.n_files);
      /* TRANSLATORS: an experiment, a number of files, their size with its unit */
      text = g_strdup_printf (ngettext ("%s: %s file copied (%s)", "%s: %s files copied (%s)", result.n_files), path, count, size);
      asc_out_printf (cli->ask.out, "%s\n", text);
      if (result.n_missing > 0)
        {
          g_autofree char *missing = g_strdup_printf ("%u", result.n_missing);
          /* TRANSLATORS: an experiment, a number of files */
          g_autofree char *warning = g_strdup_printf (ngettext ("%s: %s load object was not found, or is another build", "%s: %s load objects were not found, or are another build", result.n_missing),
                                                      path, missing);

          g_printerr ("ascribe-cli: %s\n", warning);
        }
    }
  return TRUE;
}
