/* asc-state-items.c: switches and samples, sorted by the thread that they tell of and by time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-states-private.h"

#include "asc-map.h"

#define CANCEL_MASK 0xffff

/* No item. */
#define NO_ITEM 0xff

typedef struct
{
  AscItems *items;
  AscExperiment *experiment;
  const AscEventKind *kinds;
  const AscThread *threads;
  guint32 *by_tid;    /* n_threads: sorted by thread id, then by start */
  AscMap first_of_tid; /* thread id -> place of its first in by_tid */
  gsize *next;        /* n_threads: where the next item goes; while counting: how many there are */
  gboolean is_counting;
} Gather;

int
asc_experiment_find_clock (AscExperiment *experiment)
{
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n);

  for (guint i = 0; i < n; i++)
    if (kinds[i].is_clock && kinds[i].n_events > 0)
      return (int) i;
  for (guint i = 0; i < n; i++)
    if (kinds[i].is_clock)
      return (int) i;
  return -1;
}

static int
compare_tids (gconstpointer a, gconstpointer b, gpointer data)
{
  const AscThread *threads = data;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;

  if (threads[x].tid != threads[y].tid)
    return threads[x].tid < threads[y].tid ? -1 : 1;
  if (threads[x].start_ns != threads[y].start_ns)
    return threads[x].start_ns < threads[y].start_ns ? -1 : 1;
  return (x > y) - (x < y);
}

static void
index_tids (Gather *self)
{
  guint n = self->items->n_threads;

  self->by_tid = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->by_tid[i] = i;
  g_qsort_with_data (self->by_tid, (gint) n, sizeof *self->by_tid, compare_tids, (gpointer) self->threads);
  asc_map_init (&self->first_of_tid, n);
  for (guint i = 0; i < n; i++)
    {
      gboolean is_new;
      guint32 *place = asc_map_insert (&self->first_of_tid, (guint32) self->threads[self->by_tid[i]].tid, &is_new);

      if (is_new)
        *place = i;
    }
}

/* The thread that had the id @tid at @time_ns, or ASC_NONE. */
static guint32
find_thread (const Gather *self, gint32 tid, gint64 time_ns)
{
  guint32 low = tid > 0 ? asc_map_lookup (&self->first_of_tid, (guint32) tid) : ASC_NONE;
  guint32 high = self->items->n_threads;

  if (low == ASC_NONE)
    return ASC_NONE;
  /* The last of this id that had started. */
  for (high--; low < high;)
    {
      guint32 middle = low + (high - low + 1) / 2;
      const AscThread *thread = &self->threads[self->by_tid[middle]];

      if (thread->tid == tid && thread->start_ns <= time_ns)
        low = middle;
      else
        high = middle - 1;
    }
  return self->by_tid[low];
}

static void
add (Gather *self, guint32 thread, AscItem item)
{
  if (thread >= self->items->n_threads)
    return;
  if (self->is_counting)
    self->next[thread]++;
  else
    self->items->items[self->next[thread]++] = item;
}

static void
note_record (AscItems *self, guint32 thread, gint64 time_ns)
{
  if (thread < self->n_threads && time_ns >= 0)
    self->first_ns[thread] = MIN (self->first_ns[thread], time_ns);
}

/* What an event tells of its own thread. */
static guint8
own_type (const Gather *self, guint kind)
{
  if (kind == self->items->clock)
    return ASC_ITEM_CLOCK;
  switch ((AscEventRole) self->kinds[kind].role)
    {
    case ASC_ROLE_SWITCH:
    case ASC_ROLE_LEAVE:
      return ASC_ITEM_LEAVE;
    case ASC_ROLE_FAULT:
      return ASC_ITEM_FAULT;
    case ASC_ROLE_NONE:
    case ASC_ROLE_WAKE:
    case ASC_ROLE_SLEPT:
    case ASC_ROLE_WAITED:
    case ASC_ROLE_RAN:
    case ASC_ROLE_REASON:
    case ASC_ROLE_DELAYED:
    case ASC_ROLE_CHARGED:
    default:
      return NO_ITEM;
    }
}

/* What it tells of the thread that its detail names. */
static guint8
other_type (const Gather *self, guint kind)
{
  switch ((AscEventRole) self->kinds[kind].role)
    {
    case ASC_ROLE_WAKE:
    case ASC_ROLE_SLEPT:
      return ASC_ITEM_WAKE;
    case ASC_ROLE_SWITCH:
      return self->items->has_ins ? NO_ITEM : ASC_ITEM_IN;
    case ASC_ROLE_WAITED:
      return self->items->has_ins ? NO_ITEM : ASC_ITEM_WAITED;
    case ASC_ROLE_RAN:
      return self->items->has_ins ? NO_ITEM : ASC_ITEM_RAN;
    case ASC_ROLE_REASON:
      return ASC_ITEM_REASON;
    case ASC_ROLE_DELAYED:
      return ASC_ITEM_DELAYED;
    case ASC_ROLE_CHARGED:
      return ASC_ITEM_CHARGED;
    case ASC_ROLE_NONE:
    case ASC_ROLE_LEAVE:
    case ASC_ROLE_FAULT:
    default:
      return NO_ITEM;
    }
}

static void
add_event (Gather *self, const AscEvents *events, guint i, guint8 own, guint8 other)
{
  AscItem item = { .time_ns = events->time_ns[i], .event = i, .cpu = events->cpu[i] };

  if (item.time_ns < 0)
    return;
  if (own != NO_ITEM)
    {
      item.type = own;
      add (self, events->thread[i], item);
    }
  if (other != NO_ITEM && events->detail != NULL && events->detail[i] != 0)
    {
      item.type = other;
      add (self, find_thread (self, ASC_DETAIL_TID (events->detail[i]), item.time_ns), item);
    }
}

static void
add_switch (Gather *self, const AscSwitches *switches, guint i)
{
  AscItem item = { .time_ns = switches->time_ns[i], .event = ASC_NONE, .cpu = switches->cpu[i] };
  guint8 flags = switches->flags[i];

  if (flags & ASC_SWITCH_LOST)
    return;
  item.type = flags & ASC_SWITCH_IN ? ASC_ITEM_IN : flags & ASC_SWITCH_OUT ? ASC_ITEM_OUT : ASC_ITEM_RUNS;
  item.is_preempted = (flags & ASC_SWITCH_PREEMPTED) != 0;
  add (self, switches->thread[i], item);
}

/* Once to count, once to fill. */
static gboolean
go_over (Gather *self, GCancellable *cancellable)
{
  const AscEvents *events = asc_experiment_get_events (self->experiment);
  const AscSwitches *switches = asc_experiment_get_switches (self->experiment);
  guint8 own[256], other[256];
  guint n_kinds;

  asc_experiment_get_kinds (self->experiment, &n_kinds);
  for (guint i = 0; i < MIN (n_kinds, G_N_ELEMENTS (own)); i++)
    {
      own[i] = own_type (self, i);
      other[i] = other_type (self, i);
    }
  for (guint i = 0; i < events->n_events; i++)
    {
      guint8 kind = events->kind[i];

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (self->is_counting)
        note_record (self->items, events->thread[i], events->time_ns[i]);
      if (own[kind] != NO_ITEM || other[kind] != NO_ITEM)
        add_event (self, events, i, own[kind], other[kind]);
    }
  for (guint i = 0; i < switches->n; i++)
    {
      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (self->is_counting)
        note_record (self->items, switches->thread[i], switches->time_ns[i]);
      add_switch (self, switches, i);
    }
  return TRUE;
}

/* Which data of the scheduler there is. */
static gboolean
find_data (AscItems *self, AscExperiment *experiment)
{
  const AscSwitches *switches = asc_experiment_get_switches (experiment);
  int clock = asc_experiment_find_clock (experiment);
  gboolean has_samples = FALSE;
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n);

  self->clock = clock >= 0 ? (guint) clock : G_MAXUINT;
  for (guint i = 0; i < switches->n; i++)
    {
      self->has_outs |= (switches->flags[i] & ASC_SWITCH_OUT) != 0;
      self->has_ins |= (switches->flags[i] & ASC_SWITCH_IN) != 0;
    }
  for (guint i = 0; i < n; i++)
    {
      self->has_delays |= kinds[i].role == ASC_ROLE_DELAYED && kinds[i].n_events > 0;
      self->has_charges |= kinds[i].role == ASC_ROLE_CHARGED && kinds[i].n_events > 0;
    }
  /* Every switch must be there, not every hundredth. */
  for (guint i = 0; i < n; i++)
    has_samples |= kinds[i].role == ASC_ROLE_SWITCH && kinds[i].n_events > 0 && kinds[i].interval <= 1 && kinds[i].frequency == 0;
  return self->has_outs || self->has_ins || has_samples;
}

gboolean
asc_items_gather (AscItems *self, AscExperiment *experiment, GCancellable *cancellable)
{
  Gather gather = { .items = self, .experiment = experiment, .is_counting = TRUE };
  guint n_kinds;
  gsize n = 0;
  gboolean ok;

  *self = (AscItems){ 0 };
  gather.kinds = asc_experiment_get_kinds (experiment, &n_kinds);
  gather.threads = asc_experiment_get_threads (experiment, &self->n_threads);
  if (!find_data (self, experiment))
    return FALSE;
  self->first = g_new0 (gsize, (gsize) self->n_threads + 1);
  self->first_ns = g_new (gint64, MAX (self->n_threads, 1));
  for (guint i = 0; i < self->n_threads; i++)
    self->first_ns[i] = G_MAXINT64;
  gather.next = g_new0 (gsize, MAX (self->n_threads, 1));
  index_tids (&gather);
  ok = go_over (&gather, cancellable);
  for (guint i = 0; i < self->n_threads; i++)
    {
      self->first[i] = n;
      n += gather.next[i];
      gather.next[i] = self->first[i];
    }
  self->first[self->n_threads] = n;
  if (ok)
    {
      self->items = g_new (AscItem, MAX (n, 1));
      gather.is_counting = FALSE;
      ok = go_over (&gather, cancellable);
    }
  asc_map_clear (&gather.first_of_tid);
  g_free (gather.by_tid);
  g_free (gather.next);
  return ok;
}

void
asc_items_clear (AscItems *self)
{
  g_clear_pointer (&self->items, g_free);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->first_ns, g_free);
}

/* Of equal times, samples stand before switches, as they were filled in, and each in the order of the recording. */
static inline gboolean
is_before (const AscItem *a, const AscItem *b)
{
  return a->time_ns < b->time_ns;
}

/* Where the sorted run that begins at @from ends. */
static gsize
run_end (const AscItem *items, gsize from, gsize n)
{
  gsize i = from + 1;

  while (i < n && !is_before (&items[i], &items[i - 1]))
    i++;
  return MIN (i, n);
}

/* Merges each two sorted runs of @from into @to. Returns: how many runs are left. */
static gsize
merge_runs (const AscItem *from, AscItem *to, gsize n)
{
  gsize n_runs = 0;
  gsize at = 0;

  while (at < n)
    {
      gsize a = at;
      gsize a_end = run_end (from, a, n);
      gsize b = a_end;
      gsize b_end = b < n ? run_end (from, b, n) : n;

      while (a < a_end && b < b_end)
        to[at++] = is_before (&from[b], &from[a]) ? from[b++] : from[a++];
      while (a < a_end)
        to[at++] = from[a++];
      while (b < b_end)
        to[at++] = from[b++];
      n_runs++;
    }
  return n_runs;
}

/* Samples and switches are sorted each, or nearly: merging what is sorted takes a pass or two. */
void
asc_items_sort (AscItems *self, guint thread)
{
  AscItem *items = self->items + self->first[thread];
  gsize n = self->first[thread + 1] - self->first[thread];
  g_autofree AscItem *other = NULL;
  AscItem *from = items;
  AscItem *to;

  if (n < 2 || run_end (items, 0, n) == n)
    return;
  other = g_new (AscItem, n);
  to = other;
  while (merge_runs (from, to, n) > 1)
    {
      from = to;
      to = from == items ? other : items;
    }
  if (to != items)
    memcpy (items, to, n * sizeof *items);
}
