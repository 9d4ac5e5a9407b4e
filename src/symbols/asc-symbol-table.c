/* asc-symbol-table.c: see asc-symbol-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-symbol-table.h"

#include <stdlib.h>
#include <string.h>

#include "asc-demangle.h"

typedef struct
{
  gpointer data;
  GDestroyNotify free_func;
} Owner;

struct _AscSymbolTable
{
  AscSymbolOrder order;
  AscSymbol *symbols; /* sorted by start, then in the order of adding */
  gsize n_symbols;
  gsize n_allocated;
  gboolean sorted;
  GStringChunk *names;
  GArray *owners;
};

AscSymbolTable *
asc_symbol_table_new (AscSymbolOrder order)
{
  AscSymbolTable *self = g_new0 (AscSymbolTable, 1);

  self->order = order;
  self->names = g_string_chunk_new (4096);
  self->owners = g_array_new (FALSE, FALSE, sizeof (Owner));
  return self;
}

void
asc_symbol_table_free (AscSymbolTable *self)
{
  for (guint i = 0; i < self->owners->len; i++)
    {
      Owner *owner = &g_array_index (self->owners, Owner, i);
      owner->free_func (owner->data);
    }
  g_array_unref (self->owners);
  g_string_chunk_free (self->names);
  g_free (self->symbols);
  g_free (self);
}

void
asc_symbol_table_add (AscSymbolTable *self, const AscSymbol *symbol)
{
  AscSymbol copy = *symbol;

  if (self->n_symbols == self->n_allocated)
    {
      self->n_allocated = MAX (256, self->n_allocated * 2);
      self->symbols = g_renew (AscSymbol, self->symbols, self->n_allocated);
    }
  if (self->order != ASC_SYMBOL_ORDER_NAMES)
    copy.rank = (guint32) self->n_symbols;
  self->sorted = self->sorted && (self->n_symbols == 0 || self->symbols[self->n_symbols - 1].start <= copy.start);
  self->symbols[self->n_symbols++] = copy;
}

const char *
asc_symbol_table_dup (AscSymbolTable *self, const char *name)
{
  return g_string_chunk_insert (self->names, name);
}

void
asc_symbol_table_take (AscSymbolTable *self, gpointer owner, GDestroyNotify free_func)
{
  Owner item = { owner, free_func };

  g_array_append_val (self->owners, item);
}

guint
asc_symbol_table_get_size (AscSymbolTable *self)
{
  return (guint) self->n_symbols;
}

gboolean
asc_symbol_table_has_ada (AscSymbolTable *self)
{
  if (self->order != ASC_SYMBOL_ORDER_NAMES)
    return FALSE;
  for (gsize i = 0; i < self->n_symbols; i++)
    {
      const char *name = self->symbols[i].name;

      if (name[0] == '_' ? g_str_has_prefix (name, "_ada_") : strstr (name, "___elab") != NULL)
        return TRUE;
    }
  return FALSE;
}

/* By start, one byte at a time from the lowest, and only the bytes in which the starts differ: stable and without a bad case. */
static void
sort (AscSymbolTable *self)
{
  guint64 all_set = G_MAXUINT64, any_set = 0;
  AscSymbol *other;

  if (self->sorted)
    return;
  self->sorted = TRUE;
  for (gsize i = 0; i < self->n_symbols; i++)
    {
      all_set &= self->symbols[i].start;
      any_set |= self->symbols[i].start;
    }
  other = g_new (AscSymbol, self->n_allocated);
  for (guint shift = 0; shift < 64; shift += 8)
    {
      gsize place[256] = { 0 };
      gsize sum = 0;
      AscSymbol *from = self->symbols;

      if ((((all_set ^ any_set) >> shift) & 0xff) == 0)
        continue;
      for (gsize i = 0; i < self->n_symbols; i++)
        place[(from[i].start >> shift) & 0xff]++;
      for (guint b = 0; b < 256; b++)
        {
          gsize count = place[b];
          place[b] = sum;
          sum += count;
        }
      for (gsize i = 0; i < self->n_symbols; i++)
        other[place[(from[i].start >> shift) & 0xff]++] = from[i];
      self->symbols = other;
      other = from;
    }
  g_free (other);
}

/* Whether @a is to be preferred to @b, which stands before it in the file. perf compares demangled names without parameters and
 * keeps the first of two that are as good (tools/perf/util/symbol.c, choose_best_symbol). */
static gboolean
is_better_name (const char *a, const char *b)
{
  g_autofree char *short_a = asc_demangle_is_mangled (a) ? asc_demangle (a, ASC_DEMANGLE_SHORT) : NULL;
  g_autofree char *short_b = asc_demangle_is_mangled (b) ? asc_demangle (b, ASC_DEMANGLE_SHORT) : NULL;
  const char *name_a = short_a != NULL ? short_a : a;
  const char *name_b = short_b != NULL ? short_b : b;
  gsize underscores_a = strspn (name_a, "_"), underscores_b = strspn (name_b, "_");
  gsize length_a = strlen (name_a), length_b = strlen (name_b);

  if (underscores_a != underscores_b)
    return underscores_a < underscores_b;
  return length_a > length_b;
}

/* The symbols of one start that may hold an address, not yet decided among aliases. */
typedef struct
{
  guint64 end;
  guint64 priority;
  gsize first; /* index of the symbols with that start and the highest rank */
  gsize count;
} Candidate;

static gsize
choose (AscSymbolTable *self, const Candidate *candidate)
{
  gsize best = candidate->first;

  for (gsize i = candidate->first + 1; i < candidate->first + candidate->count; i++)
    if (is_better_name (self->symbols[i].name, self->symbols[best].name))
      best = i;
  return best;
}

/* Moves the symbols of the highest rank to the front of the group [first, end) and tells how many they are. */
static Candidate
rank_group (AscSymbolTable *self, gsize first, gsize end, guint64 next_start)
{
  AscSymbol *symbols = self->symbols;
  guint32 best = 0;
  Candidate candidate = { .first = first };
  gboolean ends_differ = FALSE;

  for (gsize i = first; i < end; i++)
    best = MAX (best, symbols[i].rank);
  for (gsize i = first; i < end; i++)
    if (symbols[i].rank == best)
      {
        AscSymbol swap = symbols[first + candidate.count];

        symbols[first + candidate.count++] = symbols[i];
        symbols[i] = swap;
      }
  for (gsize i = first + 1; i < first + candidate.count; i++)
    ends_differ = ends_differ || symbols[i].end != symbols[first].end;
  if (ends_differ)
    {
      candidate.first = choose (self, &candidate);
      candidate.count = 1;
    }
  candidate.end = symbols[candidate.first].end;
  if (symbols[candidate.first].flags & ASC_SYMBOL_UNSIZED)
    {
      candidate.end = MIN (candidate.end, next_start);
      for (gsize i = candidate.first; i < candidate.first + candidate.count; i++)
        symbols[i].end = candidate.end;
    }
  candidate.priority = self->order == ASC_SYMBOL_ORDER_LATEST_WINS ? symbols[candidate.first].rank : first;
  return candidate;
}

/* A heap of candidates, the highest priority on top. */
static void
push (GArray *heap, const Candidate *candidate)
{
  Candidate *items;
  guint i = heap->len;

  g_array_append_vals (heap, candidate, 1);
  items = (Candidate *) (gpointer) heap->data;
  for (; i > 0 && items[(i - 1) / 2].priority < candidate->priority; i = (i - 1) / 2)
    items[i] = items[(i - 1) / 2];
  items[i] = *candidate;
}

static void
pop (GArray *heap)
{
  Candidate *items = (Candidate *) (gpointer) heap->data;
  Candidate last = items[heap->len - 1];
  guint i = 0, n = heap->len - 1;

  g_array_set_size (heap, n);
  while (i * 2 + 1 < n)
    {
      guint child = i * 2 + 1;

      if (child + 1 < n && items[child + 1].priority > items[child].priority)
        child++;
      if (items[child].priority <= last.priority)
        break;
      items[i] = items[child];
      i = child;
    }
  if (n > 0)
    items[i] = last;
}

static void
pop_ended (GArray *heap, guint64 address)
{
  while (heap->len > 0 && g_array_index (heap, Candidate, 0).end <= address)
    pop (heap);
}

void
asc_symbol_table_look_up (AscSymbolTable *self, const guint64 *addresses, guint n, AscSymbolHit *hits)
{
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Candidate));
  guint64 last_end = 0;
  gsize next = 0;

  sort (self);
  for (guint i = 0; i < n; i++)
    {
      while (next < self->n_symbols && self->symbols[next].start <= addresses[i])
        {
          guint64 start = self->symbols[next].start;
          gsize group_end = next + 1;
          Candidate candidate;

          /* Where the latest wins, aliases must stay apart: the last may be the shortest. */
          if (self->order != ASC_SYMBOL_ORDER_LATEST_WINS)
            while (group_end < self->n_symbols && self->symbols[group_end].start == start)
              group_end++;
          candidate = rank_group (self, next, group_end, group_end < self->n_symbols ? self->symbols[group_end].start : G_MAXUINT64);
          next = group_end;
          pop_ended (heap, start);
          push (heap, &candidate);
          last_end = MAX (last_end, candidate.end);
        }
      pop_ended (heap, addresses[i]);
      hits[i] = (AscSymbolHit){ .gap_start = last_end, .gap_end = next < self->n_symbols ? self->symbols[next].start : G_MAXUINT64 };
      if (heap->len > 0)
        {
          Candidate *top = &g_array_index (heap, Candidate, 0);

          top->first = choose (self, top);
          top->count = 1;
          hits[i].symbol = &self->symbols[top->first];
        }
    }
}
