/* asc-filter-select.c: the events that a filter lets pass
 *
 * Column by column, in blocks: every test is a table by a number of the event, or a comparison of its time. An interval
 * is all the nanoseconds from its begin to its end; where a comparison changes its answer in between it is cut, and
 * each piece judged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filter-private.h"

#include "asc-parallel.h"

#include <string.h>

/* Events of a task: enough to be worth a thread, few enough to poll the cancellable. */
#define TASK_EVENTS 65536
#define BLOCK 1024

/* The columns of at most BLOCK events, or pieces of intervals. */
typedef struct
{
  const gint64 *time_ns;
  const guint32 *thread;
  const guint32 *stack;
  const guint16 *cpu;
  const guint8 *kind;
  const guint8 *state;
} Columns;

/* What is left of an interval. */
typedef struct
{
  gint64 begin_ns;
  gint64 length_ns;
  guint32 event;
} Piece;

typedef struct
{
  const AscPart *part;
  AscWeightSource source;
  const AscEvents *all;
  GPtrArray *clauses; /* AscBound */
  gboolean asks_state;
  GArray *cuts;    /* gint64: the times at which a comparison changes its answer, ascending */
  guint8 *passes;  /* of events, n_events */
  GArray **pieces; /* of intervals: Piece, for each task */
  guint *first;    /* n_tasks + 1: where what passed of a task stands */
  GCancellable *cancellable;
  AscEvents selected; /* of intervals */
} Select;

static void
look_up32 (const AscBound *bound, const guint32 *column, guint n, guint8 *out)
{
  for (guint i = 0; i < n; i++)
    out[i] = bound->table[MIN (column[i], bound->n)];
}

static void
look_up8 (const AscBound *bound, const guint8 *column, guint n, guint8 *out)
{
  for (guint i = 0; i < n; i++)
    out[i] = bound->table[MIN (column[i], bound->n)];
}

static void
test (const AscBound *bound, const Columns *columns, guint n, guint8 *out)
{
  switch (bound->column)
    {
    case ASC_FILTER_CPU:
      for (guint i = 0; i < n; i++)
        out[i] = bound->table[columns->cpu[i]];
      break;
    case ASC_FILTER_STATE:
      look_up8 (bound, columns->state, n, out);
      break;
    case ASC_FILTER_EVENT:
      look_up8 (bound, columns->kind, n, out);
      break;
    case ASC_FILTER_STACK:
      look_up32 (bound, columns->stack, n, out);
      break;
    default:
      look_up32 (bound, columns->thread, n, out);
    }
}

/* @out: n bytes, 0 or 1. An unknown time, which is negative, is in no range. */
static void
judge (const AscBound *bound, const Columns *columns, guint n, guint8 *out)
{
  guint8 other[BLOCK];

  switch (bound->op)
    {
    case ASC_FILTER_CONST:
      memset (out, bound->value != 0, n);
      break;
    case ASC_FILTER_AND:
      judge (bound->left, columns, n, out);
      judge (bound->right, columns, n, other);
      for (guint i = 0; i < n; i++)
        out[i] &= other[i];
      break;
    case ASC_FILTER_OR:
      judge (bound->left, columns, n, out);
      judge (bound->right, columns, n, other);
      for (guint i = 0; i < n; i++)
        out[i] |= other[i];
      break;
    case ASC_FILTER_NOT:
      judge (bound->left, columns, n, out);
      for (guint i = 0; i < n; i++)
        out[i] ^= 1;
      break;
    case ASC_FILTER_TIME:
      for (guint i = 0; i < n; i++)
        out[i] = columns->time_ns[i] >= MAX (bound->low, 0) && columns->time_ns[i] <= bound->high;
      break;
    case ASC_FILTER_TEST:
      test (bound, columns, n, out);
      break;
    }
}

static void
judge_all (Select *s, const Columns *columns, guint n, guint8 *out)
{
  guint8 other[BLOCK];

  memset (out, 1, n);
  for (guint c = 0; c < s->clauses->len; c++)
    {
      judge (g_ptr_array_index (s->clauses, c), columns, n, other);
      for (guint i = 0; i < n; i++)
        out[i] &= other[i];
    }
}

/* What the event's thread did at its time; ASC_N_STATES: not known. */
static guint8
state_of (Select *s, guint event)
{
  gint64 time = s->all->time_ns[event];
  guint n = 0;
  guint first = s->part->states != NULL ? asc_states_find_thread (s->part->states, s->all->thread[event], &n) : 0;

  if (s->part->states == NULL)
    switch (s->all->mode[event])
      {
      case ASC_MODE_UNKNOWN:
        return ASC_N_STATES;
      case ASC_MODE_USER:
      case ASC_MODE_GUEST_USER:
        return ASC_STATE_USER;
      default:
        return ASC_STATE_SYSTEM;
      }
  if (n > 0)
    {
      const AscEvents *intervals = asc_states_get_intervals (s->part->states);
      guint low = 0;
      guint high = n;

      while (low < high)
        {
          guint middle = low + (high - low) / 2;

          if (intervals->time_ns[first + middle] <= time)
            low = middle + 1;
          else
            high = middle;
        }
      if (low > 0 && time < intervals->time_ns[first + low - 1] + intervals->value[first + low - 1])
        return intervals->kind[first + low - 1];
    }
  return ASC_N_STATES;
}

static void
judge_events (Select *s, guint task)
{
  guint end = MIN ((guint64)(task + 1) * TASK_EVENTS, s->all->n_events);
  guint8 state[BLOCK];

  for (guint from = task * TASK_EVENTS; from < end; from += BLOCK)
    {
      guint n = MIN (BLOCK, end - from);
      Columns columns = { s->all->time_ns + from, s->all->thread + from, s->all->stack + from,
                          s->all->cpu + from,     s->all->kind + from,   state };

      if (s->asks_state)
        for (guint i = 0; i < n; i++)
          state[i] = state_of (s, from + i);
      judge_all (s, &columns, n, s->passes + from);
    }
}

/* Pieces of intervals on their way through the filter. */
typedef struct
{
  guint n;
  Piece pieces[BLOCK];
} Waiting;

/* Keeps those that pass; what stands side by side of one interval is one again. */
static void
judge_pieces (Select *s, Waiting *waiting, GArray *kept)
{
  gint64 time_ns[BLOCK];
  guint32 thread[BLOCK];
  guint32 stack[BLOCK];
  guint16 cpu[BLOCK];
  guint8 kind[BLOCK];
  guint8 out[BLOCK];
  Columns columns = { time_ns, thread, stack, cpu, kind, kind };

  for (guint i = 0; i < waiting->n; i++)
    {
      guint event = waiting->pieces[i].event;

      time_ns[i] = waiting->pieces[i].begin_ns;
      thread[i] = s->all->thread[event];
      stack[i] = asc_part_stack (s->part, s->source, s->all, event);
      cpu[i] = s->all->cpu[event];
      kind[i] = s->all->kind[event];
    }
  judge_all (s, &columns, waiting->n, out);
  for (guint i = 0; i < waiting->n; i++)
    {
      const Piece *piece = &waiting->pieces[i];
      Piece *last = kept->len > 0 ? &g_array_index (kept, Piece, kept->len - 1) : NULL;

      if (!out[i])
        continue;
      if (last != NULL && last->event == piece->event && last->begin_ns + last->length_ns == piece->begin_ns)
        last->length_ns += piece->length_ns;
      else
        g_array_append_val (kept, *piece);
    }
  waiting->n = 0;
}

/* The first cut behind @time; the number of cuts when there is none. */
static guint
find_cut (Select *s, gint64 time)
{
  guint low = 0;
  guint high = s->cuts->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (s->cuts, gint64, middle) <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
judge_intervals (Select *s, guint task)
{
  guint end = MIN ((guint64)(task + 1) * TASK_EVENTS, s->all->n_events);
  g_autofree Waiting *waiting = g_new (Waiting, 1);
  GArray *kept = s->pieces[task] = g_array_new (FALSE, FALSE, sizeof (Piece));

  waiting->n = 0;
  for (guint i = task * TASK_EVENTS; i < end; i++)
    {
      gint64 begin = s->all->time_ns[i];
      gint64 stop = begin + s->all->value[i];

      for (guint cut = s->cuts->len > 0 ? find_cut (s, begin) : 0; begin < stop; cut++)
        {
          gint64 next = cut < s->cuts->len ? MIN (g_array_index (s->cuts, gint64, cut), stop) : stop;

          waiting->pieces[waiting->n++] = (Piece){ begin, next - begin, i };
          begin = next;
          if (waiting->n == BLOCK)
            judge_pieces (s, waiting, kept);
        }
    }
  judge_pieces (s, waiting, kept);
  s->first[task + 1] = kept->len;
}

static void
judge_cb (guint task, gpointer data)
{
  Select *s = data;

  if (g_cancellable_is_cancelled (s->cancellable))
    return;
  if (s->source == ASC_SOURCE_EVENTS)
    judge_events (s, task);
  else
    judge_intervals (s, task);
}

static void
copy_cb (guint task, gpointer data)
{
  Select *s = data;

  for (guint i = 0; i < s->pieces[task]->len; i++)
    {
      const Piece *piece = &g_array_index (s->pieces[task], Piece, i);
      guint to = s->first[task] + i;
      guint from = piece->event;

      ((gint64 *)s->selected.time_ns)[to] = piece->begin_ns;
      ((gint64 *)s->selected.value)[to] = piece->length_ns;
      ((guint32 *)s->selected.stack)[to] = s->all->stack[from];
      ((guint32 *)s->selected.thread)[to] = s->all->thread[from];
      ((guint16 *)s->selected.cpu)[to] = s->all->cpu[from];
      ((guint8 *)s->selected.kind)[to] = s->all->kind[from];
      ((guint8 *)s->selected.mode)[to] = s->all->mode[from];
    }
}

static void
allocate (AscEvents *events, gsize n)
{
  gsize room = MAX (n, 1);

  *events = (AscEvents){
    .n_events = (guint)n,
    .time_ns = g_new (gint64, room),
    .value = g_new (gint64, room),
    .stack = g_new (guint32, room),
    .thread = g_new (guint32, room),
    .cpu = g_new (guint16, room),
    .kind = g_new (guint8, room),
    .mode = g_new (guint8, room),
  };
}

void
asc_filter_clear_events (AscEvents *events)
{
  g_free ((gpointer)events->time_ns);
  g_free ((gpointer)events->value);
  g_free ((gpointer)events->stack);
  g_free ((gpointer)events->thread);
  g_free ((gpointer)events->cpu);
  g_free ((gpointer)events->kind);
  g_free ((gpointer)events->mode);
  memset (events, 0, sizeof *events);
}

static void
survey (Select *s, const AscBound *bound)
{
  if (bound->left != NULL)
    survey (s, bound->left);
  if (bound->right != NULL)
    survey (s, bound->right);
  if (bound->op == ASC_FILTER_TEST && bound->column == ASC_FILTER_STATE)
    s->asks_state = TRUE;
  if (bound->op != ASC_FILTER_TIME)
    return;
  if (bound->low > G_MININT64)
    g_array_append_val (s->cuts, bound->low);
  if (bound->high < G_MAXINT64)
    {
      gint64 next = bound->high + 1;

      g_array_append_val (s->cuts, next);
    }
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *)a;
  gint64 y = *(const gint64 *)b;

  return (x > y) - (x < y);
}

static gboolean
bind_clauses (Select *s, AscFilter *filter, guint number)
{
  s->clauses = g_ptr_array_new_with_free_func ((GDestroyNotify)asc_bound_free);
  s->cuts = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < asc_filter_get_size (filter); i++)
    if (asc_filter_is_enabled (filter, i))
      {
        AscBound *bound = asc_filter_bind (asc_filter_get_node (filter, i), s->part, number, s->source, s->cancellable);

        if (bound == NULL)
          return FALSE;
        g_ptr_array_add (s->clauses, bound);
        survey (s, bound);
      }
  g_array_sort (s->cuts, compare_times);
  return TRUE;
}

static void
run_intervals (Select *s, guint n_threads, guint n_tasks)
{
  s->first = g_new0 (guint, n_tasks + 1);
  s->pieces = g_new0 (GArray *, MAX (n_tasks, 1));
  asc_parallel_for (n_threads, n_tasks, judge_cb, s);
  if (!g_cancellable_is_cancelled (s->cancellable))
    {
      for (guint task = 0; task < n_tasks; task++)
        s->first[task + 1] += s->first[task];
      allocate (&s->selected, s->first[n_tasks]);
      asc_parallel_for (n_threads, n_tasks, copy_cb, s);
    }
  for (guint task = 0; task < n_tasks; task++)
    g_clear_pointer (&s->pieces[task], g_array_unref);
  g_free (s->pieces);
  g_free (s->first);
}

static gboolean
select_from (
    AscFilter *filter, AscPart *part, guint number, AscWeightSource source, guint n_threads, GCancellable *cancellable)
{
  Select s
      = { .part = part, .source = source, .all = asc_part_get_all_events (part, source), .cancellable = cancellable };
  guint n_tasks = (guint)(((gsize)s.all->n_events + TASK_EVENTS - 1) / TASK_EVENTS);

  if (bind_clauses (&s, filter, number))
    {
      if (source == ASC_SOURCE_EVENTS)
        {
          part->passes = s.passes = g_malloc (MAX (s.all->n_events, 1));
          asc_parallel_for (n_threads, n_tasks, judge_cb, &s);
        }
      else
        {
          run_intervals (&s, n_threads, n_tasks);
          part->intervals = s.selected;
        }
    }
  g_ptr_array_unref (s.clauses);
  g_array_unref (s.cuts);
  return !g_cancellable_is_cancelled (cancellable);
}

gboolean
asc_filter_select (AscFilter *filter, AscPart *part, guint number, guint n_threads, GCancellable *cancellable)
{
  return select_from (filter, part, number, ASC_SOURCE_EVENTS, n_threads, cancellable)
         && (part->states == NULL || select_from (filter, part, number, ASC_SOURCE_STATES, n_threads, cancellable));
}
