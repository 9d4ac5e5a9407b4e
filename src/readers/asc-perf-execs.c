/* asc-perf-execs.c: when a program that was exec'ed first ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The COMM record of an exec comes before the exec call is over: the kernel still works for the old image, and the user part of
 * its call chains lies there. So the old mappings stay behind the new ones for kernel-mode samples, until the thread's first
 * sample in user mode.
 */
#include "config.h"

#include "asc-perf-private.h"

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const AscPerfPlace *x = a;
  const AscPerfPlace *y = b;

  if (x->min_time != y->min_time)
    return x->min_time < y->min_time ? -1 : 1;
  return x->position < y->position ? -1 : x->position > y->position;
}

static int
compare_execs (gconstpointer a, gconstpointer b, gpointer data)
{
  const AscPerfExec *execs = data;
  const AscPerfExec *x = &execs[*(const guint32 *) a];
  const AscPerfExec *y = &execs[*(const guint32 *) b];

  if (x->tid != y->tid)
    return x->tid < y->tid ? -1 : 1;
  return x->key < y->key ? -1 : x->key > y->key;
}

typedef struct
{
  AscPerf *perf;
  AscPerfExec *execs;
  guint32 *order; /* of the execs, by thread and key */
  guint n;
  AscMap first; /* thread id -> its first place in @order */
} Search;

static AscPerfExec *
exec_at (const Search *self, guint i)
{
  return &self->execs[self->order[i]];
}

/* The last exec of @tid at or before @key, or NULL. */
static AscPerfExec *
find_exec (const Search *self, gint32 tid, guint64 key)
{
  guint32 low = asc_map_lookup (&self->first, (guint32) tid);
  guint32 high = self->n;
  guint32 first = low;

  if (low == G_MAXUINT32)
    return NULL;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      const AscPerfExec *exec = exec_at (self, middle);

      if (exec->tid == tid && exec->key <= key)
        low = middle + 1;
      else
        high = middle;
    }
  return low > first ? exec_at (self, low - 1) : NULL;
}

static void
scan (const Search *self, guint64 from, guint64 to)
{
  AscPerfRecord record;
  AscPerfSample sample;
  AscPerfWalk walk;

  asc_perf_walk_init (&walk, self->perf, from);
  while (asc_perf_walk_next (&walk, to, &record, NULL))
    {
      const AscPerfAttr *attr;
      AscPerfExec *exec;
      guint64 key;

      if (record.type != ASC_PERF_RECORD_SAMPLE || (record.misc & ASC_PERF_MISC_CPUMODE) != 2)
        continue;
      attr = asc_perf_find_attr (self->perf, &record, TRUE);
      if (attr == NULL || !asc_perf_parse_sample (self->perf, attr, &record, &sample))
        continue;
      key = asc_perf_sample_key (self->perf, &record, sample.time);
      exec = find_exec (self, sample.tid, key);
      if (exec != NULL)
        exec->until = MIN (exec->until, key);
    }
  asc_perf_walk_clear (&walk);
}

static guint64
latest_open_end (const Search *self)
{
  guint64 latest = 0;

  for (guint i = 0; i < self->n; i++)
    latest = MAX (latest, self->execs[i].until);
  return latest;
}

static gboolean
search (Search *self, GError **error)
{
  const GArray *places = self->perf->places;
  g_autofree AscPerfPlace *sorted = g_memdup2 (places->data, places->len * sizeof *sorted);
  guint64 open = G_MAXUINT64;

  qsort (sorted, places->len, sizeof *sorted, compare_places);
  for (guint i = 0; i < places->len; i++)
    {
      guint64 begin = self->perf->by_position ? sorted[i].position : sorted[i].min_time;

      if (begin == G_MAXUINT64)
        break; /* no sample from here on */
      if (begin >= open)
        break;
      if (g_cancellable_set_error_if_cancelled (self->perf->cancellable, error))
        return FALSE;
      scan (self, sorted[i].position, sorted[i].end);
      if (i < 4 || i % 16 == 0)
        open = latest_open_end (self);
    }
  return TRUE;
}

gboolean
asc_perf_find_exec_ends (AscPerf *perf, GError **error)
{
  Search self = { .perf = perf, .execs = (AscPerfExec *) (gpointer) perf->execs->data, .n = perf->execs->len };
  gboolean ok = TRUE;

  if (self.n == 0 || perf->places->len == 0)
    return TRUE;
  self.order = g_new (guint32, self.n);
  for (guint i = 0; i < self.n; i++)
    self.order[i] = i;
  g_qsort_with_data (self.order, (gint) self.n, sizeof *self.order, compare_execs, self.execs);
  asc_map_init (&self.first, self.n);
  for (guint i = 0; i < self.n; i++)
    {
      gboolean is_new;
      guint32 *first = asc_map_insert (&self.first, (guint32) exec_at (&self, i)->tid, &is_new);

      if (is_new)
        *first = i;
      else /* the next exec ends the one before it */
        exec_at (&self, i - 1)->until = MIN (exec_at (&self, i - 1)->until, exec_at (&self, i)->key);
    }
  ok = search (&self, error);
  asc_map_clear (&self.first);
  g_free (self.order);
  return ok;
}
