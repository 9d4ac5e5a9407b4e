/* asc-perf-readings.c: PERF_SAMPLE_READ: running counts, of which each sample stands for the growth
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sample of a group carries the counts of all its counters. Its weight in each is the growth since the reading before it in time, of the
 * same counter and, where each task has its own counts (inherit), the same thread. All readings are gathered, put in that order,
 * made differences, and put back in the order of the file.
 */
#include "config.h"

#include "asc-perf-private.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  guint64 position; /* of the sample */
  guint64 key;      /* time */
  guint64 counter;  /* which count it is */
  guint64 value;
  guint32 ordinal;  /* in the sample */
  guint8 kind;
} Reading;

typedef struct _AscPerfReadings AscPerfReadings;

struct _AscPerfReadings
{
  GArray *positions; /* guint64: of the samples with growth, growing */
  GArray *starts;    /* guint32: where their growths begin; one more at the end */
  GArray *growths;   /* AscPerfGrowth */
};

static int
compare_in_time (gconstpointer a, gconstpointer b)
{
  const Reading *x = a;
  const Reading *y = b;

  if (x->counter != y->counter)
    return x->counter < y->counter ? -1 : 1;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->position != y->position)
    return x->position < y->position ? -1 : 1;
  return x->ordinal < y->ordinal ? -1 : x->ordinal > y->ordinal;
}

static int
compare_in_file (gconstpointer a, gconstpointer b)
{
  const Reading *x = a;
  const Reading *y = b;

  if (x->position != y->position)
    return x->position < y->position ? -1 : 1;
  return x->ordinal < y->ordinal ? -1 : x->ordinal > y->ordinal;
}

static void
add_reading (AscPerf *self, GArray *readings, const AscPerfAttr *sampled, Reading reading, guint64 id, const AscPerfRecord *record, gint32 tid)
{
  guint32 i = asc_map_lookup (&self->ids, id);
  const AscPerfAttr *attr = i < self->attrs->len ? self->attrs->pdata[i] : NULL;

  if (id == 0)
    attr = sampled;
  if (attr == NULL || !attr->has_kind)
    {
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "unknown-counter", N_ ("Readings of a counter that the recording does not describe"), 1, record->offset);
      return;
    }
  reading.kind = attr->kind;
  reading.counter = asc_hash_add (id, attr->flags & ASC_PERF_FLAG_INHERIT ? (guint32) tid : 0);
  g_array_append_val (readings, reading);
}

static void
add_sample (AscPerf *self, GArray *readings, const AscPerfAttr *attr, const AscPerfRecord *record)
{
  AscPerfSample sample;
  AscCursor cursor;
  Reading reading = { .position = record->position };
  guint64 n = 1;

  if (!asc_perf_parse_sample (self, attr, record, &sample) || sample.reading == NULL)
    return;
  reading.key = asc_perf_sample_key (self, record, sample.time);
  asc_cursor_init (&cursor, sample.reading, sample.reading_size, self->big_endian);
  if (attr->read_format & ASC_PERF_FORMAT_GROUP)
    n = asc_cursor_u64 (&cursor);
  else
    reading.value = asc_cursor_u64 (&cursor);
  if (attr->read_format & ASC_PERF_FORMAT_TIME_ENABLED)
    asc_cursor_skip (&cursor, 8);
  if (attr->read_format & ASC_PERF_FORMAT_TIME_RUNNING)
    asc_cursor_skip (&cursor, 8);
  for (guint64 i = 0; i < n && asc_cursor_ok (&cursor); i++)
    {
      guint64 id = 0;

      reading.ordinal = (guint32) i;
      if (attr->read_format & ASC_PERF_FORMAT_GROUP)
        reading.value = asc_cursor_u64 (&cursor);
      if (attr->read_format & ASC_PERF_FORMAT_ID)
        id = asc_cursor_u64 (&cursor);
      if (attr->read_format & ASC_PERF_FORMAT_LOST)
        asc_cursor_skip (&cursor, 8);
      if (asc_cursor_ok (&cursor))
        add_reading (self, readings, attr, reading, id, record, sample.tid);
    }
}

static AscPerfReadings *
readings_new (const GArray *sorted)
{
  AscPerfReadings *self = g_new0 (AscPerfReadings, 1);
  guint64 position = G_MAXUINT64;

  self->positions = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->growths = g_array_new (FALSE, FALSE, sizeof (AscPerfGrowth));
  for (guint i = 0; i < sorted->len; i++)
    {
      const Reading *reading = &g_array_index (sorted, Reading, i);
      AscPerfGrowth growth = { .kind = reading->kind, .growth = (gint64) MIN (reading->value, G_MAXINT64) };

      if (reading->value == 0)
        continue;
      if (reading->position != position)
        {
          position = reading->position;
          g_array_append_val (self->positions, position);
          g_array_append_val (self->starts, self->growths->len);
        }
      g_array_append_val (self->growths, growth);
    }
  g_array_append_val (self->starts, self->growths->len);
  return self;
}

gboolean
asc_perf_read_readings (AscPerf *self, GError **error)
{
  g_autoptr (GArray) readings = g_array_new (FALSE, FALSE, sizeof (Reading));
  AscPerfRecord record;
  AscPerfWalk walk;
  guint64 counter = 0;
  guint64 last = 0;
  guint n = 0;
  gboolean ok = TRUE;

  asc_perf_walk_init (&walk, self, 0);
  while (ok && asc_perf_walk_next (&walk, G_MAXUINT64, &record, NULL))
    {
      const AscPerfAttr *attr = record.type == ASC_PERF_RECORD_SAMPLE ? asc_perf_find_attr (self, &record, TRUE) : NULL;

      if (attr != NULL && (attr->sample_type & ASC_PERF_SAMPLE_READ))
        add_sample (self, readings, attr, &record);
      if (++n % 4096 == 0)
        ok = !g_cancellable_set_error_if_cancelled (self->cancellable, error);
    }
  asc_perf_walk_clear (&walk);
  if (!ok)
    return FALSE;
  if (readings->len == 0)
    {
      self->readings = readings_new (readings);
      return TRUE;
    }
  qsort (readings->data, readings->len, sizeof (Reading), compare_in_time);
  for (guint i = 0; i < readings->len; i++)
    {
      Reading *reading = &g_array_index (readings, Reading, i);
      guint64 value = reading->value;

      if (i == 0 || reading->counter != counter)
        last = 0;
      counter = reading->counter;
      reading->value = value > last ? value - last : 0; /* a count that shrinks has been reset or is a lie */
      last = value;
    }
  qsort (readings->data, readings->len, sizeof (Reading), compare_in_file);
  self->readings = readings_new (readings);
  return TRUE;
}

void
asc_perf_readings_free (AscPerfReadings *self)
{
  g_array_unref (self->positions);
  g_array_unref (self->starts);
  g_array_unref (self->growths);
  g_free (self);
}

const AscPerfGrowth *
asc_perf_readings_get (const AscPerfReadings *self, guint64 position, guint *n)
{
  guint low = 0;
  guint high = self->positions->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->positions, guint64, middle) < position)
        low = middle + 1;
      else
        high = middle;
    }
  *n = 0;
  if (low == self->positions->len || g_array_index (self->positions, guint64, low) != position)
    return NULL;
  *n = g_array_index (self->starts, guint32, low + 1) - g_array_index (self->starts, guint32, low);
  return &g_array_index (self->growths, AscPerfGrowth, g_array_index (self->starts, guint32, low));
}
