/* asc-cli-callers.c: the command callers-callees: what its names put in the center
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"

#define MAX_FRAGMENTS 1024 /* names of a fragment may each mean several functions: combinations tried */

/* Chains of @n functions each, one behind the other. */
typedef struct
{
  GArray *functions; /* guint32 */
  guint n;
} Chains;

static gboolean
add_combinations (AscCli *cli, Chains *chains, GError **error)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  guint64 n_chains = 1;

  for (guint i = 0; i < chains->n; i++)
    {
      GArray *found = asc_profile_find_functions (cli->ask.profile, cli->options.functions[i]);

      g_ptr_array_add (choices, found);
      if (found->len == 0)
        {
          g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--function: no function “%s”",
                       cli->options.functions[i]);
          return FALSE;
        }
      n_chains *= found->len;
      if (chains->n > 1 && n_chains > MAX_FRAGMENTS)
        {
          g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--function: the names mean more than %u fragments",
                       MAX_FRAGMENTS);
          return FALSE;
        }
    }
  for (guint64 c = 0; c < n_chains; c++)
    {
      guint64 rest = c;
      guint32 *chain;

      g_array_set_size (chains->functions, chains->functions->len + chains->n);
      chain = &g_array_index (chains->functions, guint32, chains->functions->len - chains->n);
      for (guint i = chains->n; i-- > 0;)
        {
          const GArray *found = g_ptr_array_index (choices, i);

          chain[i] = g_array_index (found, guint32, rest % found->len);
          rest /= found->len;
        }
    }
  return TRUE;
}

gboolean
asc_cli_run_callers_callees (AscCli *cli, GError **error)
{
  g_autoptr (GArray) functions = g_array_new (FALSE, FALSE, sizeof (guint32));
  Chains chains = { functions, cli->options.functions != NULL ? g_strv_length (cli->options.functions) : 0 };

  if (chains.n > 0)
    {
      if (!add_combinations (cli, &chains, error))
        return FALSE;
      cli->ask.functions = functions;
      cli->ask.n_chain = chains.n;
    }
  return asc_report_callers_callees (&cli->ask, error);
}
