/* perf-multiply.c: a big perf.data of a small one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   perf-multiply IN OUT SAMPLES
 *
 * Writes IN's records, and then its samples again and again until there are SAMPLES of them, each time later by the length of the
 * recording, so that perf reads the result as one long recording of the same program. IN: little-endian, in file mode, not compressed.
 */
#include <glib.h>
#include <stdio.h>

#define ROUND_BYTES (1024 * 1024)

static guint64
get (const guint8 *p)
{
  guint64 v;

  memcpy (&v, p, 8);
  return GUINT64_FROM_LE (v);
}

static void
put (guint8 *p, guint64 v)
{
  v = GUINT64_TO_LE (v);
  memcpy (p, &v, 8);
}

static guint
record_size (const guint8 *p)
{
  return p[6] | p[7] << 8;
}

/* Where the time is: IDENTIFIER, IP and TID may stand before it. */
static guint
time_offset (guint64 sample_type)
{
  return 8 + 8 * (!!(sample_type & 1 << 16) + !!(sample_type & 1 << 0) + !!(sample_type & 1 << 1));
}

/* Samples, their times later by @shift. Returns: the bytes written. */
static guint64
write_samples (FILE *out, const guint8 *data, guint64 size, guint time_at, guint64 shift)
{
  static const guint8 round[8] = { 68, 0, 0, 0, 0, 0, 8, 0 };
  guint64 written = 0;
  guint64 in_round = 0;

  for (guint64 at = 0; at + 8 <= size; at += record_size (data + at))
    {
      guint8 copy[65536];
      guint n = record_size (data + at);

      if (n < 8 || at + n > size)
        break;
      if (data[at] != 9 || n < time_at + 8)
        continue;
      memcpy (copy, data + at, n);
      put (copy + time_at, get (copy + time_at) + shift);
      written += fwrite (copy, 1, n, out);
      in_round += n;
      if (in_round > ROUND_BYTES)
        {
          written += fwrite (round, 1, sizeof round, out);
          in_round = 0;
        }
    }
  return written + fwrite (round, 1, sizeof round, out);
}

/* Returns: the number of samples. */
static guint64
time_span (const guint8 *data, guint64 size, guint time_at, guint64 *first, guint64 *last)
{
  guint64 n = 0;

  *first = G_MAXUINT64;
  *last = 0;
  for (guint64 at = 0; at + 8 <= size && record_size (data + at) >= 8; at += record_size (data + at))
    if (data[at] == 9 && record_size (data + at) >= time_at + 8 && at + record_size (data + at) <= size)
      {
        *first = MIN (*first, get (data + at + time_at));
        *last = MAX (*last, get (data + at + time_at));
        n++;
      }
  return n;
}

/* The features stand behind the data; their table tells where. */
static void
write_features (FILE *out, guint8 *in, gsize in_size, guint64 end, guint64 shift)
{
  guint n = 0;

  for (guint i = 0; i < 256; i++)
    n += in[72 + i / 8] >> i % 8 & 1;
  for (guint i = 0; i < n && end + i * 16 + 16 <= in_size; i++)
    put (in + end + i * 16, get (in + end + i * 16) + shift);
  fwrite (in + end, 1, in_size - end, out);
}

int
main (int argc, char **argv)
{
  g_autofree char *contents = NULL;
  gsize in_size;
  guint8 *in;
  guint64 start, size, first, last, written, n_samples;
  guint time_at;
  FILE *out;

  if (argc != 4 || !g_file_get_contents (argv[1], &contents, &in_size, NULL) || in_size < 104 || memcmp (contents, "PERFILE2", 8) != 0)
    {
      fprintf (stderr, "perf-multiply IN OUT SAMPLES\n");
      return 2;
    }
  in = (guint8 *) contents;
  start = get (in + 40);
  size = get (in + 48);
  if (get (in + 24) + 32 > in_size || start > in_size || size > in_size - start || (out = fopen (argv[2], "wb")) == NULL)
    return 1;
  time_at = time_offset (get (in + get (in + 24) + 24));
  n_samples = time_span (in + start, size, time_at, &first, &last);
  fwrite (in, 1, start + size, out);
  written = size;
  for (guint64 i = 1; n_samples > 0 && i * n_samples < g_ascii_strtoull (argv[3], NULL, 10); i++)
    written += write_samples (out, in + start, size, time_at, (last - first + 1) * i);
  write_features (out, in, in_size, start + size, written - size);
  put (in + 48, written);
  fseek (out, 0, SEEK_SET);
  fwrite (in, 1, 104, out);
  return fclose (out) != 0;
}
