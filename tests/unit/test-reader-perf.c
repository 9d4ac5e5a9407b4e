/* test-reader-perf.c: perf.data of many kernels and modes against the answers of perf
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-experiment.h"
#include "asc-reader.h"
#include "asc-test-paths.h"

#include <glib/gstdio.h>
#include <unistd.h>

static AscExperiment *
open_case (const char *path, guint n_threads)
{
  const AscReadOptions options = { .n_threads = n_threads };
  g_autoptr (GError) error = NULL;
  AscExperiment *e = asc_experiment_open (path, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (e);
  return e;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "name<TAB>samples<TAB>sum", a line for each kind that has samples. */
static char *
print_sums (AscExperiment *e)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (e, &n);

  for (guint i = 0; i < n; i++)
    if (kinds[i].n_events > 0)
      g_ptr_array_add (lines, g_strdup_printf ("%s\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT, kinds[i].id, kinds[i].n_events, kinds[i].sum));
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* Read = shown + skipped. */
static void
check_counts (AscExperiment *e)
{
  const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (e);

  g_assert_cmpint (asc_diagnostics_get_n_read (diagnostics), ==,
                   asc_experiment_get_events (e)->n_events + asc_diagnostics_get_n_skipped (diagnostics));
}

/* Every file of EXPECTED.tsv: its events' names, samples and sums as perf has them. */
static void
test_expected (void)
{
  g_autofree char *folder = asc_test_case_path ("public/perf");
  g_autofree char *table = folder != NULL ? g_build_filename (folder, "EXPECTED.tsv", NULL) : NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  GHashTableIter iter;
  gpointer file, rows;

  if (folder == NULL)
    return;
  g_assert_true (g_file_get_contents (table, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      char *tab = strchr (lines[i], '\t');
      g_autofree char *name = g_strndup (lines[i], (gsize) (tab - lines[i]));

      if (!g_hash_table_contains (wanted, name))
        g_hash_table_insert (wanted, g_strdup (name), g_ptr_array_new_with_free_func (g_free));
      g_ptr_array_add (g_hash_table_lookup (wanted, name), g_strdup (tab + 1));
    }
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &file, &rows))
    {
      g_autofree char *path = g_build_filename (folder, file, NULL);
      g_autoptr (AscExperiment) e = open_case (path, 0);
      g_autofree char *got = print_sums (e);
      g_autofree char *want = NULL;

      g_ptr_array_sort (rows, compare_lines);
      g_ptr_array_add (rows, NULL);
      want = g_strjoinv ("\n", (char **) ((GPtrArray *) rows)->pdata);
      g_test_message ("%s", (char *) file);
      g_assert_cmpstr (got, ==, want);
      check_counts (e);
    }
}

#define CHECK_COLUMN(a, b, n) g_assert_cmpmem ((a), (n) * sizeof *(a), (b), (n) * sizeof *(b))

/* The same numbers, whoever read which part. */
static void
test_threads (void)
{
  g_autofree char *path = asc_test_case_path ("public/perf/with-callchain.perf.data");
  g_autoptr (AscExperiment) one = path != NULL ? open_case (path, 1) : NULL;
  const AscEvents *events;
  const AscStacks *stacks;
  const AscFrame *frames;
  guint n_frames;

  if (one == NULL)
    return;
  events = asc_experiment_get_events (one);
  stacks = asc_experiment_get_stacks (one);
  frames = asc_experiment_get_frames (one, &n_frames);
  for (guint n = 2; n <= 4; n++)
    {
      g_autoptr (AscExperiment) more = open_case (path, n);
      const AscEvents *e = asc_experiment_get_events (more);
      const AscStacks *s = asc_experiment_get_stacks (more);
      guint m;
      const AscFrame *f = asc_experiment_get_frames (more, &m);

      g_assert_cmpuint (e->n_events, ==, events->n_events);
      g_assert_cmpuint (s->n_nodes, ==, stacks->n_nodes);
      g_assert_cmpuint (m, ==, n_frames);
      CHECK_COLUMN (e->time_ns, events->time_ns, events->n_events);
      CHECK_COLUMN (e->value, events->value, events->n_events);
      CHECK_COLUMN (e->stack, events->stack, events->n_events);
      CHECK_COLUMN (e->thread, events->thread, events->n_events);
      CHECK_COLUMN (e->cpu, events->cpu, events->n_events);
      CHECK_COLUMN (e->kind, events->kind, events->n_events);
      CHECK_COLUMN (e->mode, events->mode, events->n_events);
      CHECK_COLUMN (s->parent, stacks->parent, stacks->n_nodes);
      CHECK_COLUMN (s->frame, stacks->frame, stacks->n_nodes);
      for (guint i = 0; i < m; i++)
        g_assert_true (f[i].address == frames[i].address && f[i].object == frames[i].object && f[i].flags == frames[i].flags);
    }
}

static void
check_refused (const char *name, const char *wanted)
{
  g_autofree char *path = asc_test_case_path (name);
  g_autoptr (AscExperiment) e = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return;
  e = asc_experiment_open (path, NULL, NULL, NULL, &error);
  g_assert_null (e);
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_nonnull (strstr (error->message, wanted));
  g_assert_null (strchr (error->message, '\n'));
}

static void
test_magic (void)
{
  static const char *const good[] = { "public/perf/magic/perf.data.true.v2", "public/perf/magic/perf.data.true.v2.gz" };

  check_refused ("public/perf/magic/perf.data.true.v1", "V1 perf data");
  check_refused ("public/perf/magic/perf.data.broken.gz", "at byte");
  check_refused ("public/perf/magic/true.perfparser", "perfparser");
  check_refused ("public/perf/magic/true.perfparser.xz", "perfparser");
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = asc_test_case_path (good[i]);
      g_autoptr (AscExperiment) e = path != NULL ? open_case (path, 0) : NULL;

      if (e != NULL)
        g_assert_cmpuint (asc_experiment_get_events (e)->n_events, ==, 1);
    }
}

/* Cut off at every byte, or every few: what is there is read and counted. */
static void
check_cuts (const char *name, gsize step)
{
  g_autofree char *good = asc_test_source_path (name);
  g_autofree char *contents = NULL;
  g_autofree char *path = NULL;
  guint n_before = 0;
  gsize size;
  int fd = g_file_open_tmp ("asc-test-XXXXXX", &path, NULL);

  g_assert_true (g_file_get_contents (good, &contents, &size, NULL));
  for (gsize cut = 0; cut < size; cut += step)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AscExperiment) e = NULL;

      g_assert_cmpint (ftruncate (fd, (off_t) cut), ==, 0);
      g_assert_cmpint (pwrite (fd, contents, cut, 0), ==, cut);
      e = asc_experiment_open (path, NULL, NULL, NULL, &error);
      g_assert_true ((e == NULL) == (error != NULL));
      if (e == NULL)
        {
          g_assert_true (g_str_has_prefix (error->message, path));
          continue;
        }
      check_counts (e);
      g_assert_cmpuint (asc_experiment_get_events (e)->n_events, >=, n_before);
      n_before = asc_experiment_get_events (e)->n_events;
    }
  g_assert_cmpuint (n_before, >, 40);
  close (fd);
  g_unlink (path);
}

static void
test_cuts (void)
{
  check_cuts ("fixtures/perf/tasks.zstd.data", 3);
  check_cuts ("fixtures/perf/tasks.pipe.data", 13);
  check_cuts ("fixtures/perf/tasks.flat.data", 13);
}

/* The folder of `perf record --threads` without the files that have the records. */
static void
test_missing_members (void)
{
  g_autofree char *header = asc_test_source_path ("fixtures/perf/tasks.threads.data/data");
  g_autofree char *folder = g_dir_make_tmp ("asc-test-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "data", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (AscExperiment) e = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (header, &contents, &size, NULL));
  g_assert_true (g_file_set_contents (copy, contents, (gssize) size, NULL));
  e = open_case (folder, 0);
  g_assert_nonnull (asc_diagnostics_find (asc_experiment_get_diagnostics (e), "members-missing"));
  g_unlink (copy);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reader-perf/expected", test_expected);
  g_test_add_func ("/reader-perf/threads", test_threads);
  g_test_add_func ("/reader-perf/magic", test_magic);
  g_test_add_func ("/reader-perf/cuts", test_cuts);
  g_test_add_func ("/reader-perf/missing-members", test_missing_members);
  return g_test_run ();
}
