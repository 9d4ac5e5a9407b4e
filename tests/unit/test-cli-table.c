/* test-cli-table.c: options, and tables as text and TSV, letter by letter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"

#include <glib/gstdio.h>

/* Runs @report (NULL: callers-callees) with the words of @line as options on @folded. Returns: what it wrote, or the error's message. (transfer full) */
static char *
answer (const char *folded, const char *line, AscReportFunc report)
{
  g_autofree char *input = NULL;
  g_autofree char *output = NULL;
  g_autofree char *words = g_strconcat ("ascribe-cli ", line, NULL);
  g_auto (GStrv) argv = g_strsplit (g_strchomp (words), " ", -1);
  g_autoptr (GError) error = NULL;
  AscCli cli = { 0 };
  char *text = NULL;

  g_close (g_file_open_tmp ("asc-XXXXXX", &input, NULL), NULL);
  g_close (g_file_open_tmp ("asc-XXXXXX", &output, NULL), NULL);
  g_file_set_contents (input, folded, -1, NULL);
  if (asc_cli_options_parse (&cli.options, argv, &error) && asc_cli_load (&cli, (char *[]){ input, NULL }, &error))
    {
      cli.ask.columns = cli.options.metrics != NULL ? asc_metric_spec_parse (cli.ask.profile, cli.options.metrics, &error) : NULL;
      cli.ask.sort = cli.options.sort != NULL ? asc_metric_spec_parse (cli.ask.profile, cli.options.sort, &error) : NULL;
      cli.ask.out = asc_out_open (output, NULL);
      cli.ask.format = cli.options.format;
      cli.ask.limit = cli.options.limit;
      if (error == NULL)
        report != NULL ? report (&cli.ask, &error) : asc_cli_run_callers_callees (&cli, &error);
      asc_out_close (cli.ask.out, NULL);
      g_file_get_contents (output, &text, NULL, NULL);
    }
  asc_cli_clear (&cli);
  g_unlink (input);
  g_unlink (output);
  if (error != NULL)
    {
      g_free (text);
      return g_strdup (error->message);
    }
  return text;
}

static void
check (const char *folded, const char *line, AscReportFunc report, const char *wanted)
{
  g_autofree char *text = answer (folded, line, report);

  g_assert_cmpstr (text, ==, wanted);
}

static const char folded[] = "main;work 1000\nmain;work;leaf 5\nmain 0\nmain;wörk 20\n";

static void
test_functions (void)
{
  check (folded, "", asc_report_functions,
         "Functions sorted by metric: Exclusive samples\n"
         "\n"
         "Excl.        Incl.        Name\n"
         "samples      samples\n"
         "          %            %\n"
         "1025 100.00  1025 100.00  <Total>\n"
         "1000  97.56  1005  98.05  work\n"
         "  20   1.95    20   1.95  wörk\n"
         "   5   0.49     5   0.49  leaf\n"
         "   0   0.    1025 100.00  main\n");
  check (folded, "--metrics=name:i%samples:e+samples --limit=2", asc_report_functions,
         "Functions sorted by metric: Inclusive samples\n"
         "\n"
         "Name     Incl.    Excl.\n"
         "         samples  samples\n"
         "              %\n"
         "<Total>  100.00   1025\n"
         "main     100.00      0\n");
  check (folded, "--format=tsv --sort=-i.samples:name", asc_report_functions,
         "id\tname\tobject\te+samples\te%samples\ti+samples\ti%samples\n"
         "0\t<Total>\t\t1025\t100.0000\t1025\t100.0000\n"
         "3\tleaf\t\t5\t0.4878\t5\t0.4878\n"
         "2\twörk\t\t20\t1.9512\t20\t1.9512\n"
         "1\twork\t\t1000\t97.5610\t1005\t98.0488\n"
         "4\tmain\t\t0\t0.0000\t1025\t100.0000\n");
  check (folded, "--metrics=e!samples:name --sort=-name --limit=3", asc_report_functions,
         "Functions sorted by metric: Name\n"
         "\n"
         "Name\n"
         "<Total>\n"
         "wörk\n"
         "work\n");
}

static void
test_callers_callees (void)
{
  check (folded, "--function=work", NULL,
         "Functions sorted by metric: Exclusive samples\n"
         "Callers and callees sorted by metric: Attributed samples\n"
         "\n"
         "Attr.        Excl.    Incl.    Name\n"
         "samples      samples  samples\n"
         "          %\n"
         "\n"
         "1005 100.00     0     1025      main\n"
         "1000  99.50  1000     1005     *work\n"
         "   5   0.50     5        5      leaf\n");
  check (folded, "--function=main --function=work --format=tsv --metrics=a.samples", NULL,
         "center_id\tcenter\trelation\tid\tname\tobject\ta+samples\n"
         "1\twork\tcaller\t0\t<Total>\t\t1005\n"
         "1\twork\tcenter\t4\tmain\t\t0\n"
         "1\twork\tcenter\t1\twork\t\t1000\n"
         "1\twork\tcallee\t3\tleaf\t\t5\n");
}

static void
test_tree (void)
{
  check (folded, "", asc_report_call_tree,
         "Functions call tree. Metric: Attributed samples\n"
         "\n"
         "Attr.        Name\n"
         "samples\n"
         "          %\n"
         "1025 100.00  +-<Total>\n"
         "1025 100.00    +-main\n"
         "1005  98.05      +-work\n"
         "   5   0.49      |  +-leaf\n"
         "  20   1.95      +-wörk\n");
}

static void
test_wrong_columns (void)
{
  check (folded, "--metrics=a.samples", asc_report_functions, "--metrics: functions has no attributed metrics");
  check (folded, "--metrics=object:e.samples", asc_report_threads, "--metrics: threads has no column “object”");
  check (folded, "--sort=size", asc_report_objects, "--sort: objects has no column “size”");
  check (folded, "--function=nobody", NULL, "--function: no function “nobody”");
}

static void
check_options (const char *line, const char *message)
{
  g_autofree char *words = g_strconcat ("ascribe-cli ", line, NULL);
  g_auto (GStrv) argv = g_strsplit (words, " ", -1);
  g_autoptr (GError) error = NULL;
  AscCliOptions options;

  g_assert_cmpint (asc_cli_options_parse (&options, argv, &error), ==, message == NULL);
  if (message != NULL)
    {
      g_assert_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE);
      g_assert_nonnull (strstr (error->message, message));
    }
  asc_cli_options_clear (&options);
}

static void
test_options (void)
{
  const AscCliCommandInfo plain = { .name = "info" };
  g_autoptr (GError) error = NULL;
  AscCliOptions options;
  char *argv[] = { (char *) "ascribe-cli", (char *) "--limit", (char *) "7",     (char *) "functions", (char *) "a",        (char *) "--format=json",
                   (char *) "b",           (char *) "--symbols=/", (char *) "--symbols=/usr", (char *) "--",  (char *) "--help", NULL };

  g_assert_true (asc_cli_options_parse (&options, argv, &error));
  g_assert_cmpint (options.limit, ==, 7);
  g_assert_cmpint (options.format, ==, ASC_FORMAT_JSON);
  g_assert_false (options.help);
  g_assert_cmpuint (g_strv_length (options.symbols), ==, 2);
  g_assert_cmpstr (options.arguments[0], ==, "functions");
  g_assert_cmpstr (options.arguments[2], ==, "b");
  g_assert_false (asc_cli_options_check (&options, &plain, &error));
  g_assert_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE);
  asc_cli_options_clear (&options);

  check_options ("functions x", NULL);
  check_options ("functions --format=html x", NULL);
  check_options ("--format=pages x", "pages");
  check_options ("--limit=-1 x", "-1");
  check_options ("--limit=1x x", "1x");
  check_options ("--threads=0 x", "0");
  check_options ("--threads=100000 x", "100000");
  check_options ("--nonsense x", "nonsense");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/options", test_options);
  g_test_add_func ("/cli/functions", test_functions);
  g_test_add_func ("/cli/callers-callees", test_callers_callees);
  g_test_add_func ("/cli/tree", test_tree);
  g_test_add_func ("/cli/wrong-columns", test_wrong_columns);
  return g_test_run ();
}
