/* replay.c: runs a fuzz target without a fuzzer
 *
 * Each file, and every file below each folder, is given to the target as it is, cut at many places, and with bytes changed. The
 * same changes every time: a failure can be had again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

#define N_CUTS 100
#define N_CHANGES 400

static void
replay_file (const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  gsize size;

  if (!g_file_get_contents (path, &text, &size, NULL))
    return;
  LLVMFuzzerTestOneInput ((const guint8 *) text, size);
  for (guint i = 0; i < N_CUTS && size > 0; i++)
    {
      /* Densely at the start, where the headers are; a copy of that size, so that a read beyond it is seen. */
      gsize length = i < 40 ? MIN (size, i * 8) : (gsize) g_rand_int_range (random, 0, (gint32) MIN (size, G_MAXINT32));
      g_autofree guint8 *cut = g_memdup2 (text, MAX (length, 1));

      LLVMFuzzerTestOneInput (cut, length);
    }
  for (guint i = 0; i < N_CHANGES && size > 0; i++)
    {
      g_autofree guint8 *changed = g_memdup2 (text, size);
      gint32 n = g_rand_int_range (random, 1, 8);

      for (gint32 j = 0; j < n; j++)
        {
          /* Every other change hits the first page or the last, where headers and section tables are. */
          gsize reach = MIN (size, 4096);
          gsize at = (gsize) g_rand_int_range (random, 0, (gint32) MIN (i % 2 == 0 ? reach : size, G_MAXINT32));

          if (i % 4 == 0)
            at = size - 1 - at;
          changed[at] = i % 3 == 0 ? 0xff : (guint8) g_rand_int (random);
        }
      LLVMFuzzerTestOneInput (changed, size);
    }
}

static void
replay (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  if (dir == NULL)
    {
      replay_file (path);
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      replay (child);
    }
}

int
main (int argc, char *argv[])
{
  for (int i = 1; i < argc; i++)
    replay (argv[i]);
  return 0;
}
