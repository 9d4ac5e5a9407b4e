/* fuzz-experiment.c: any bytes as the members of an experiment: what lies beside the recording and is merged with it gives no crash, no hang, and sound states
 *
 * A seed is perf.data, wakeups.data and waits.tsv one after the other; where the second begins is where a second head of perf's stands, the third at its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-experiment.h"
#include "asc-reader.h"
#include "asc-states.h"

#include <glib/gstdio.h>
#include <string.h>

#define MAGIC "PERFILE2"
#define WAITS "ascribe-statistics\t1\n"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static char *folder; /* on a file system in memory, where there is one */

static void
remove_folder (void)
{
  static const char *const members[] = { "perf.data", "wakeups.data", "waits.tsv", "experiment.json" };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *path = g_build_filename (folder, members[i], NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

static void
make_folder (void)
{
  g_autofree char *pattern = g_build_filename (g_access ("/dev/shm", 7) == 0 ? "/dev/shm" : g_get_tmp_dir (), "fuzz-XXXXXX.ascribe", NULL);

  folder = g_mkdtemp (g_steal_pointer (&pattern));
  g_assert_nonnull (folder);
  atexit (remove_folder);
}

static void
write_member (const char *name, const guint8 *data, gsize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  FILE *file = g_fopen (path, "we");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, size, file), ==, size);
  fclose (file);
}

/* Where @text stands behind @from; @size: nowhere. */
static gsize
find (const guint8 *data, gsize size, gsize from, const char *text)
{
  const guint8 *found = from < size ? memmem (data + from, size - from, text, strlen (text)) : NULL;

  return found != NULL ? (gsize) (found - data) : size;
}

static void
get_function (gpointer data, guint32 function, AscInputFunction *out)
{
  *out = (AscInputFunction){ .name = "schedule" };
}

static guint
get_chain (gpointer data, guint32 frame, guint32 *functions, guint max)
{
  functions[0] = 0;
  return 1;
}

static void
check_states (AscExperiment *experiment)
{
  const AscNames names = { .n_functions = 1, .get_function = get_function, .get_chain = get_chain };
  g_autoptr (AscStates) states = asc_states_compute (experiment, &names, 2, NULL, NULL, NULL);
  const AscEvents *intervals = asc_states_get_intervals (states);

  for (guint i = 0; i < intervals->n_events; i++)
    {
      g_assert_cmpint (intervals->value[i], >, 0);
      if (i > 0 && intervals->thread[i] == intervals->thread[i - 1])
        g_assert_cmpint (intervals->time_ns[i], ==, intervals->time_ns[i - 1] + intervals->value[i - 1]);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const AscReadOptions options = { .n_threads = 2 };
  const gsize second = find (data, size, 1, MAGIC);
  const gsize third = find (data, size, second, WAITS);
  g_autoptr (GError) error = NULL;
  g_autoptr (AscExperiment) experiment = NULL;
  const AscDiagnostics *diagnostics;

  if (folder == NULL)
    make_folder ();
  write_member ("perf.data", data, second);
  write_member ("wakeups.data", data + second, third - second);
  write_member ("waits.tsv", data + third, size - third);
  write_member ("experiment.json", (const guint8 *) "{}", 2);
  experiment = asc_experiment_open (folder, &options, NULL, NULL, &error);
  g_assert_true ((experiment == NULL) == (error != NULL));
  if (experiment == NULL)
    return 0;
  diagnostics = asc_experiment_get_diagnostics (experiment);
  g_assert_cmpint (asc_diagnostics_get_n_read (diagnostics), ==, asc_experiment_get_n_shown (experiment) + asc_diagnostics_get_n_skipped (diagnostics));
  check_states (experiment);
  return 0;
}
