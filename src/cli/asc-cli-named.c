/* asc-cli-named.c: see asc-cli-named.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-named.h"

gboolean
asc_cli_is_in_object (AscCli *cli, guint32 function)
{
  const AscFunctionRow *row = asc_profile_get_function (cli->ask.profile, function);
  const char *object = cli->options.object;

  return object == NULL || g_strcmp0 (row->object, object) == 0 || g_strcmp0 (row->object_path, object) == 0;
}

GArray *
asc_cli_find_named (AscCli *cli)
{
  GArray *functions = asc_profile_find_functions (cli->ask.profile, cli->name);

  for (guint i = functions->len; i-- > 0;)
    if (!asc_cli_is_in_object (cli, g_array_index (functions, guint32, i)))
      g_array_remove_index (functions, i);
  return functions;
}
