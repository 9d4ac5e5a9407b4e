/* test-statistics.c: the kernel's figures beside an experiment, whole and damaged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-reader.h"
#include "asc-statistics.h"

#include <glib/gstdio.h>
#include <string.h>

#define HEADER "ascribe-statistics\t1\n"
#define MACHINE "m\t10\t1\t2\t3\t4\t5\t6\t7\t8\t125\t9\t2\n"
#define PROCESS "p\t20\t100\t1\tS\t30\t40\t5\t6\t7\t8192\t9\t10\t11\t12\t-1\t13\ta name\n"
#define THREAD "t\t21\t100\t101\tR\t30\t40\t5\t6\t70\t80\t9\t10\t11\t1\t(x) y\n"
#define CHARGE "d\t40\t101\t7\n" "r\t41\t101\t77\n"
#define USAGE "u\t30\t100\t1\t2\t3\t4\t5\t6\t7\t8\t9\n"

/* Opens @text as an experiment's statistics. */
static AscStatistics *
open_text (const char *text, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("asc-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "statistics.tsv", NULL);
  AscStatistics *statistics;

  if (text != NULL)
    g_assert_true (g_file_set_contents (file, text, -1, NULL));
  statistics = asc_statistics_open (folder, error);
  g_unlink (file);
  g_rmdir (folder);
  return statistics;
}

static void
test_all (void)
{
  g_autoptr (AscStatistics) s = open_text (HEADER MACHINE PROCESS "z\tof a later version\n" THREAD USAGE THREAD, NULL);
  guint n;
  const AscMachineFigures *machine = asc_statistics_get_machine (s, &n);
  const AscProcessFigures *process;
  const AscThreadFigures *thread;
  const AscUsageFigures *usage;

  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (machine->time_ns, ==, 10);
  g_assert_cmpint (machine->steal_ns, ==, 8);
  g_assert_cmpint (machine->load_hundredths, ==, 125);
  g_assert_cmpint (machine->n_cpus, ==, 2);
  process = asc_statistics_get_processes (s, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (process->state, ==, 'S');
  g_assert_cmpint (process->rss_bytes, ==, 8192);
  g_assert_cmpint (process->read_bytes, ==, -1);
  g_assert_cmpint (process->written_bytes, ==, 13);
  g_assert_cmpstr (process->name, ==, "a name");
  thread = asc_statistics_get_threads (s, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (thread[1].tid, ==, 101);
  g_assert_cmpint (thread[1].run_ns, ==, 70);
  g_assert_cmpint (thread[1].wait_ns, ==, 80);
  g_assert_cmpint (thread[1].cpu, ==, 1);
  g_assert_cmpstr (thread[1].name, ==, "(x) y");
  usage = asc_statistics_get_usage (s, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (usage->n_involuntary_switches, ==, 9);
  g_assert_cmpuint (asc_statistics_get_bad_line (s), ==, 0);
}

/* What a thread had waited for a CPU, and been on one. */
static void
test_sums (void)
{
  g_autoptr (AscStatistics) s = open_text (HEADER CHARGE, NULL);
  guint n;
  const AscDelayFigures *delay = asc_statistics_get_delays (s, &n);
  const AscChargeFigures *charge;

  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (delay->wait_ns, ==, 7);
  charge = asc_statistics_get_charges (s, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (charge->time_ns, ==, 41);
  g_assert_cmpint (charge->tid, ==, 101);
  g_assert_cmpint (charge->run_ns, ==, 77);
}

/* Each beginning of a file is read as far as it has whole lines. */
static void
test_cut (void)
{
  const char *text = HEADER MACHINE PROCESS THREAD USAGE;

  for (gsize size = strlen (HEADER); size < strlen (text); size++)
    {
      g_autofree char *cut = g_strndup (text, size);
      g_autoptr (AscStatistics) s = open_text (cut, NULL);
      guint n_lines = 0;

      for (const char *p = cut; *p != '\0'; p++)
        n_lines += *p == '\n';
      g_assert_cmpuint (asc_statistics_get_bad_line (s), ==, cut[size - 1] == '\n' ? 0 : n_lines + 1);
    }
}

static void
test_wrong (void)
{
  static const char *const lines[] = { "\n", "t\n", "t\t1\n", "t\tx\t100\t101\tR\t30\t40\t5\t6\t70\t80\t9\t10\t11\t1\tname\n", "m\t10\t1\t2\t3\t4\t5\t6\t7\t8\t125\t9\t99999999999999999999\n", "M\t1\n" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *text = g_strconcat (HEADER MACHINE, lines[i], THREAD, NULL);
      g_autoptr (AscStatistics) s = open_text (text, NULL);
      guint n;

      g_assert_cmpuint (asc_statistics_get_bad_line (s), ==, 3);
      asc_statistics_get_machine (s, &n);
      g_assert_cmpuint (n, ==, 1);
      asc_statistics_get_threads (s, &n);
      g_assert_cmpuint (n, ==, 0);
    }
}

static void
test_none (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (open_text (NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_assert_null (open_text ("", &error));
  g_assert_error (error, ASC_READER_ERROR, ASC_READER_ERROR_NOT_THIS_FORMAT);
  g_clear_error (&error);
  g_assert_null (open_text ("ascribe-statistics\t2\n", &error));
  g_assert_error (error, ASC_READER_ERROR, ASC_READER_ERROR_NOT_THIS_FORMAT);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/statistics/all", test_all);
  g_test_add_func ("/statistics/sums", test_sums);
  g_test_add_func ("/statistics/cut", test_cut);
  g_test_add_func ("/statistics/wrong", test_wrong);
  g_test_add_func ("/statistics/none", test_none);
  return g_test_run ();
}
