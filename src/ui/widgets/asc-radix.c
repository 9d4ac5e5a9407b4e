/* asc-radix.c: see asc-radix.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-radix.h"

#include <string.h>

#define DIGIT_BITS 11
#define N_DIGITS 6 /* of 11 bits: 66 */
#define N_BUCKETS (1u << DIGIT_BITS)

typedef struct
{
  guint64 key;
  guint32 row;
} Item;

/* Moves @from to @to by digit @digit, keeping the order of equals. Returns FALSE when all share one digit: nothing was moved. */
static gboolean
pass (const Item *from, Item *to, guint n, guint digit)
{
  guint32 starts[N_BUCKETS] = { 0 };
  guint shift = digit * DIGIT_BITS;
  guint32 sum = 0;

  for (guint i = 0; i < n; i++)
    starts[(from[i].key >> shift) & (N_BUCKETS - 1)]++;
  if (starts[(from[0].key >> shift) & (N_BUCKETS - 1)] == n)
    return FALSE;
  for (guint i = 0; i < N_BUCKETS; i++)
    {
      guint32 count = starts[i];

      starts[i] = sum;
      sum += count;
    }
  for (guint i = 0; i < n; i++)
    to[starts[(from[i].key >> shift) & (N_BUCKETS - 1)]++] = from[i];
  return TRUE;
}

void
asc_radix_sort (guint32 *rows, guint n_rows, const gint64 *keys, gboolean descending)
{
  g_autofree Item *first = NULL;
  g_autofree Item *second = NULL;
  Item *from, *to;

  if (n_rows < 2)
    return;

  from = first = g_new (Item, n_rows);
  to = second = g_new (Item, n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      guint64 key = (guint64) keys[rows[i]] ^ (G_GUINT64_CONSTANT (1) << 63);

      from[i] = (Item){ descending ? ~key : key, rows[i] };
    }
  for (guint digit = 0; digit < N_DIGITS; digit++)
    if (pass (from, to, n_rows, digit))
      {
        Item *swap = from;

        from = to;
        to = swap;
      }
  for (guint i = 0; i < n_rows; i++)
    rows[i] = from[i].row;
}
