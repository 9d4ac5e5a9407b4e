/* asc-cli-filter-help.c: the command filter-help: the language of --filter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-json.h"
#include "asc-cli.h"

#include <glib/gi18n.h>

static void
print_json (AscCli *cli, const AscFilterHelp *help, guint n)
{
  AscCliJson json = { .out = cli->out };

  asc_cli_json_open (&json, '{');
  asc_cli_json_key (&json, "schema");
  asc_cli_json_string (&json, "ascribe.filter-help/1");
  asc_cli_json_key (&json, "rows");
  asc_cli_json_open (&json, '[');
  for (guint i = 0; i < n; i++)
    {
      if (help[i].syntax == NULL)
        continue;
      asc_cli_json_break (&json);
      asc_cli_json_open (&json, '{');
      asc_cli_json_key (&json, "syntax");
      asc_cli_json_string (&json, help[i].syntax);
      asc_cli_json_key (&json, "meaning");
      asc_cli_json_string (&json, help[i].meaning);
      asc_cli_json_close (&json, '}');
    }
  asc_cli_json_close (&json, ']');
  asc_cli_json_close (&json, '}');
  asc_cli_out_putc (cli->out, '\n');
}

gboolean
asc_cli_run_filter_help (AscCli *cli, GError **error)
{
  guint n;
  const AscFilterHelp *help = asc_filter_list_help (&n);
  gboolean is_text = cli->options.format == ASC_CLI_TEXT;

  if (cli->options.format == ASC_CLI_JSON)
    {
      print_json (cli, help, n);
      return TRUE;
    }
  if (!is_text)
    asc_cli_out_puts (cli->out, "syntax\tmeaning\n");
  for (guint i = 0; i < n; i++)
    if (!is_text && help[i].syntax != NULL)
      asc_cli_out_printf (cli->out, "%s\t%s\n", help[i].syntax, help[i].meaning);
    else if (is_text && help[i].syntax != NULL)
      asc_cli_out_printf (cli->out, "  %s\n      %s\n", help[i].syntax,
                          g_dpgettext2 (GETTEXT_PACKAGE, "filter help", help[i].meaning));
    else if (is_text)
      asc_cli_out_printf (cli->out, "%s%s\n", i > 0 ? "\n" : "",
                          g_dpgettext2 (GETTEXT_PACKAGE, "filter help", help[i].meaning));
  return TRUE;
}
