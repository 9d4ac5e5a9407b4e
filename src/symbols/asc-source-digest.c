/* asc-source-digest.c: see asc-source-digest.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-source-digest.h"

#include <string.h>

static int
compare (gconstpointer a, gconstpointer b)
{
  const AscSourceDigest *x = a, *y = b;
  int order = x->file != y->file ? strcmp (x->file, y->file) : 0;

  return order != 0 ? order : memcmp (x->md5, y->md5, ASC_MD5_SIZE);
}

void
asc_source_digests_sort (GArray *digests)
{
  AscSourceDigest *all = (AscSourceDigest *) (gpointer) digests->data;
  guint n = 0;

  if (digests->len == 0)
    return;
  qsort (all, digests->len, sizeof *all, compare);
  for (guint i = 0; i < digests->len; i++)
    if (n == 0 || compare (&all[n - 1], &all[i]) != 0)
      all[n++] = all[i];
  g_array_set_size (digests, n);
}

const AscSourceDigest *
asc_source_digests_find (const AscSourceDigest *digests, guint n, const char *file, guint *n_found)
{
  guint low = 0, high = n;

  *n_found = 0;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (strcmp (digests[middle].file, file) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  while (low + *n_found < n && g_str_equal (digests[low + *n_found].file, file))
    ++*n_found;
  return *n_found > 0 ? &digests[low] : NULL;
}
