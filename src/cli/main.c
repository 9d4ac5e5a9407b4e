/* main.c: ascribe-cli COMMAND [OPTIONS] EXPERIMENT...
 *
 * Exit status: 0 done; 1 an experiment could not be read, or the answer not be written; 2 usage.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-record.h"
#include "asc-cli.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

static gboolean
run_calltree (AscCli *cli, GError **error)
{
  return cli->options.inverted ? asc_report_bottom_up (&cli->ask, error) : asc_report_call_tree (&cli->ask, error);
}

static const AscCliCommand commands[] = {
  { { "info", N_ ("What the experiment holds, and what was lost or not resolved"), ASC_CLI_TAKES_FILTER, ASC_FORMAT_HTML }, asc_cli_run_info },
  { { "functions", N_ ("Functions with their metrics"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS, ASC_FORMAT_HTML }, .report = asc_report_functions },
  { { "callers-callees", N_ ("Callers and callees of each function"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS | ASC_CLI_TAKES_FUNCTION, ASC_FORMAT_HTML }, asc_cli_run_callers_callees },
  { { "calltree", N_ ("Call tree, or bottom-up tree"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS | ASC_CLI_TAKES_INVERTED, ASC_FORMAT_HTML }, run_calltree },
  { { "flamegraph", N_ ("Call paths and their weights, side by side (formats also: folded, svg, png, pdf)"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS | ASC_CLI_TAKES_INVERTED | ASC_CLI_TAKES_MIN | ASC_CLI_TAKES_BY | ASC_CLI_TAKES_COMPARE,
      ASC_FORMAT_FOLDED | ASC_FORMAT_SVG | ASC_FORMAT_PNG | ASC_FORMAT_PDF },
    asc_cli_run_flamegraph },
  { { "callgraph", N_ ("Functions as nodes, calls as edges (formats also: dot, svg, png, pdf)"),
      ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS | ASC_CLI_TAKES_FUNCTION | ASC_CLI_TAKES_MIN | ASC_CLI_TAKES_GROUP,
      ASC_FORMAT_DOT | ASC_FORMAT_SVG | ASC_FORMAT_PNG | ASC_FORMAT_PDF },
    asc_cli_run_callgraph },
  { { "objects", N_ ("Load objects: program, libraries, kernel"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS, ASC_FORMAT_HTML }, .report = asc_report_objects },
  { { "threads", N_ ("Threads"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS, ASC_FORMAT_HTML }, .report = asc_report_threads },
  { { "processes", N_ ("Processes"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS, ASC_FORMAT_HTML }, .report = asc_report_processes },
  { { "cpus", N_ ("Processors"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS, ASC_FORMAT_HTML }, .report = asc_report_cpus },
  { { "lines", N_ ("Lines of source code"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS, ASC_FORMAT_HTML }, .report = asc_report_lines },
  { { "pcs", N_ ("Instruction addresses"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_COLUMNS, ASC_FORMAT_HTML }, .report = asc_report_pcs },
  { { "source", N_ ("A source file with the metrics of its lines"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_METRICS | ASC_CLI_TAKES_NAME | ASC_CLI_TAKES_SOURCE, ASC_FORMAT_HTML, .argument = N_ ("FUNCTION|FILE") }, asc_cli_run_source },
  { { "disasm", N_ ("A function's instructions with their metrics"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_METRICS | ASC_CLI_TAKES_NAME | ASC_CLI_TAKES_SOURCE | ASC_CLI_TAKES_BYTES, ASC_FORMAT_HTML, .argument = N_ ("FUNCTION|ADDRESS"),
      .note = N_ ("The cost shown at an instruction usually belongs to the one before it: the processor is interrupted a little late (skid).") }, asc_cli_run_disasm },
  { { "timeline", N_ ("What threads, processes or CPUs did when"), ASC_CLI_TAKES_FILTER | ASC_CLI_TAKES_BY | ASC_CLI_TAKES_RANGE }, asc_cli_run_timeline },
  { { "archive", N_ ("Copy what is needed to read the experiment elsewhere into it"), 0 }, asc_cli_run_archive },
  { { "statistics", N_ ("What the kernel counted itself, beside the metrics"), 0, ASC_FORMAT_HTML }, asc_cli_run_statistics },
  { { "metrics", N_ ("The metrics that the experiment has"), ASC_CLI_TAKES_FILTER, ASC_FORMAT_HTML }, asc_cli_run_metrics },
  { { "filter-help", N_ ("The language of --filter"), ASC_CLI_TAKES_NOTHING }, asc_cli_run_filter_help },
};

static const AscCliCommand *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].info.name, name))
      return &commands[i];
  return NULL;
}

static gboolean
print_help (const AscCliCommand *command, GError **error)
{
  const AscCliCommandInfo *list[G_N_ELEMENTS (commands) + 2] = { NULL };
  g_autofree char *help = NULL;
  AscOut *out;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    list[i] = &commands[i].info;
  list[G_N_ELEMENTS (commands)] = &asc_cli_record_info;
  help = asc_cli_options_dup_help (command != NULL ? &command->info : NULL, list);
  out = asc_out_open (NULL, error);
  asc_out_puts (out, help);
  return asc_out_close (out, error);
}

/* That of `record --help`, whose options are its own. */
static gboolean
print_record_help (GError **error)
{
  char *arguments[] = { (char *) asc_cli_record_info.name, (char *) "--help", NULL };

  return asc_cli_record (arguments, error) == 0;
}

static gboolean
print_version (GError **error)
{
  AscOut *out = asc_out_open (NULL, error);

  asc_out_puts (out, "ascribe-cli " ASC_VERSION "\n");
  return asc_out_close (out, error);
}

/* An answer must not be written over the experiment that it is about. */
static gboolean
check_output (const AscCliOptions *options, char *const *paths, GError **error)
{
  struct stat output;
  struct stat input;

  if (options->output == NULL || stat (options->output, &output) != 0 || !S_ISREG (output.st_mode))
    return TRUE;
  for (; *paths != NULL; paths++)
    if (stat (*paths, &input) == 0 && input.st_dev == output.st_dev && input.st_ino == output.st_ino)
      {
        g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--output: %s is the experiment itself", options->output);
        return FALSE;
      }
  return TRUE;
}

static gboolean
parse_spec (AscCli *cli, const char *option, const char *spec, GArray **columns, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (spec == NULL)
    return TRUE;
  *columns = asc_metric_spec_parse (cli->ask.profile, spec, &wrong);
  if (*columns == NULL)
    g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--%s=%s: %s", option, spec, wrong->message);
  return *columns != NULL;
}

/* Says above an answer for people of what part of the events it is. */
static void
print_filter (AscCli *cli)
{
  g_autofree char *filter = cli->options.format == ASC_FORMAT_TEXT ? asc_report_dup_filter (cli->ask.profile) : NULL;

  if (filter == NULL)
    return;
  asc_out_puts (cli->ask.out, filter);
  asc_out_puts (cli->ask.out, "\n\n");
}

/* A command that is about no experiment. */
static gboolean
run_alone (AscCli *cli, const AscCliCommand *command, char *const *paths, GError **error)
{
  gboolean good;

  if (*paths != NULL)
    {
      g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "%s takes no experiment", command->info.name);
      return FALSE;
    }
  if (!asc_cli_options_check (&cli->options, &command->info, error))
    return FALSE;
  cli->ask.out = asc_out_open (cli->options.output, error);
  if (cli->ask.out == NULL)
    return FALSE;
  good = command->run (cli, error);
  return asc_out_close (cli->ask.out, good ? error : NULL) && good;
}

static gboolean
run_command (AscCli *cli, const AscCliCommand *command, char *const *paths, GError **error)
{
  gboolean good;

  if ((command->info.takes & ASC_CLI_TAKES_NOTHING) != 0)
    return run_alone (cli, command, paths, error);
  if ((command->info.takes & ASC_CLI_TAKES_NAME) != 0 && *paths != NULL)
    cli->name = *paths++;
  if (*paths == NULL)
    {
      const char *wanted = cli->name != NULL ? "first what is to be shown, then an experiment has to be given" : "no experiment given";

      g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "%s: %s; try --help", command->info.name, wanted);
      return FALSE;
    }
  if (!asc_cli_options_check (&cli->options, &command->info, error) || !check_output (&cli->options, paths, error))
    return FALSE;
  if (!asc_cli_load (cli, paths, error) || !parse_spec (cli, "metrics", cli->options.metrics, &cli->ask.columns, error)
      || !parse_spec (cli, "sort", cli->options.sort, &cli->ask.sort, error))
    return FALSE;
  cli->ask.out = asc_out_open (cli->options.output, error);
  if (cli->ask.out == NULL)
    return FALSE;
  cli->ask.format = cli->options.format;
  cli->ask.limit = cli->options.limit;
  print_filter (cli);
  good = command->run != NULL ? command->run (cli, error) : command->report (&cli->ask, error);
  return asc_out_close (cli->ask.out, good ? error : NULL) && good;
}

static gboolean
run (AscCli *cli, char **argv, GError **error)
{
  const AscCliCommand *command = NULL;

  if (!asc_cli_options_parse (&cli->options, argv, error))
    return FALSE;
  if (cli->options.version)
    return print_version (error);
  if (cli->options.help && cli->options.arguments != NULL && g_strcmp0 (cli->options.arguments[0], asc_cli_record_info.name) == 0)
    return print_record_help (error);
  if (cli->options.arguments != NULL && cli->options.arguments[0] != NULL)
    {
      command = find_command (cli->options.arguments[0]);
      if (command == NULL)
        {
          g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "no command “%s”; try --help", cli->options.arguments[0]);
          return FALSE;
        }
    }
  if (cli->options.help)
    return print_help (command, error);
  if (command == NULL)
    {
      g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "no command given; try --help");
      return FALSE;
    }
  return run_command (cli, command, cli->options.arguments + 1, error);
}

/* `record` has options of its own, and a command of others behind them. Returns: whether it is meant; then *@status is its end */
static gboolean
run_record (int argc, char **argv, int *status, GError **error)
{
  if (argc < 2 || !g_str_equal (argv[1], asc_cli_record_info.name))
    return FALSE;
  *status = asc_cli_record (argv + 1, error);
  return TRUE;
}

/* One line, whatever stands in the message. */
static void
print_error (const GError *error)
{
  g_autofree char *line = g_utf8_make_valid (error->message, -1);

  g_strdelimit (line, "\n\r", ' ');
  g_printerr ("ascribe-cli: %s\n", line);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  AscCli cli = { 0 };
  int status = 0;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C"); /* answers are read by programs */
  bindtextdomain (GETTEXT_PACKAGE, asc_dirs_get_locale ());
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  signal (SIGPIPE, SIG_IGN); /* a broken pipe is an error, but for its message */
  g_set_prgname ("ascribe-cli");

  if (!run_record (argc, argv, &status, &error) && !run (&cli, argv, &error))
    status = g_error_matches (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE)
                     || g_error_matches (error, ASC_REPORT_ERROR, ASC_REPORT_ERROR_USAGE)
                 ? 2
                 : 1;
  /* Who reads no further (| head) knows it. */
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    print_error (error);
  asc_cli_clear (&cli);
  return status;
}
