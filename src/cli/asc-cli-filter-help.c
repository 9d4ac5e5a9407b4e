/* asc-cli-filter-help.c: the command filter-help: the language of --filter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"

#include <glib/gi18n.h>

static void
print_json (AscCli *cli, const AscFilterHelp *help, guint n)
{
  AscJsonWriter json = { .out = cli->ask.out };

  asc_json_writer_open (&json, '{');
  asc_json_writer_key (&json, "schema");
  asc_json_writer_string (&json, "ascribe.filter-help/1");
  asc_json_writer_key (&json, "rows");
  asc_json_writer_open (&json, '[');
  for (guint i = 0; i < n; i++)
    {
      if (help[i].syntax == NULL)
        continue;
      asc_json_writer_break (&json);
      asc_json_writer_open (&json, '{');
      asc_json_writer_key (&json, "syntax");
      asc_json_writer_string (&json, help[i].syntax);
      asc_json_writer_key (&json, "meaning");
      asc_json_writer_string (&json, help[i].meaning);
      asc_json_writer_close (&json, '}');
    }
  asc_json_writer_close (&json, ']');
  asc_json_writer_close (&json, '}');
  asc_out_putc (cli->ask.out, '\n');
}

gboolean
asc_cli_run_filter_help (AscCli *cli, GError **error)
{
  guint n;
  const AscFilterHelp *help = asc_filter_list_help (&n);
  gboolean is_text = cli->options.format == ASC_FORMAT_TEXT;

  if (cli->options.format == ASC_FORMAT_JSON)
    {
      print_json (cli, help, n);
      return TRUE;
    }
  if (!is_text)
    asc_out_puts (cli->ask.out, "syntax\tmeaning\n");
  for (guint i = 0; i < n; i++)
    if (!is_text && help[i].syntax != NULL)
      asc_out_printf (cli->ask.out, "%s\t%s\n", help[i].syntax, help[i].meaning);
    else if (is_text && help[i].syntax != NULL)
      asc_out_printf (cli->ask.out, "  %s\n      %s\n", help[i].syntax,
                          g_dpgettext2 (GETTEXT_PACKAGE, "filter help", help[i].meaning));
    else if (is_text)
      asc_out_printf (cli->ask.out, "%s%s\n", i > 0 ? "\n" : "",
                          g_dpgettext2 (GETTEXT_PACKAGE, "filter help", help[i].meaning));
  return TRUE;
}
