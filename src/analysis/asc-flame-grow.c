/* asc-flame-grow.c: the cells of a flame graph, from the root and from the leaves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-private.h"

#include "asc-map.h"

#define CANCEL_MASK 0xfff
#define ROOT 0u

guint32
asc_flame_add_seed (AscFlameGrowth *growth, const AscFlameSeed *seed)
{
  g_array_append_vals (growth->seeds, seed, 1);
  g_array_set_size (growth->self, growth->self->len + growth->n_slots); /* cleared: the array was made so */
  return growth->seeds->len - 1;
}

static void
add_values (AscFlameGrowth *growth, guint32 seed, const AscFlameSources *sources, guint32 source)
{
  AscFlameSeed *s = &g_array_index (growth->seeds, AscFlameSeed, seed);

  for (guint k = 0; k < growth->n_slots; k++)
    g_array_index (growth->self, gint64, (gsize) seed * growth->n_slots + k) += g_array_index (sources->values, gint64, (gsize) source * growth->n_slots + k);
  s->first = MIN (s->first, g_array_index (sources->sources, AscFlameSource, source).first);
}

static guint32
add_entity (AscFlameGrowth *growth, guint32 entity)
{
  return asc_flame_add_seed (growth, &(AscFlameSeed){ .parent = ROOT, .function = ASC_FUNCTION_TOTAL, .entity = entity, .first = G_MAXUINT64 });
}

/* The cell of call-tree node @node for @entity, made with all above it that are not there. */
static guint32
find_or_add_path (AscFlameGrowth *growth, AscMap *map, GArray *missing, guint32 node, guint32 entity)
{
  const AscCallTree *tree = &growth->profile->tree;
  guint64 key = (guint64) entity << 32;
  guint32 at = node;
  guint32 seed;

  g_array_set_size (missing, 0);
  while ((seed = asc_map_lookup (map, key | at)) == ASC_NONE && at != ROOT)
    {
      g_array_append_val (missing, at);
      at = tree->parent[at];
    }
  if (seed == ASC_NONE) /* the root of an entity that has no cell yet */
    {
      gboolean is_new;

      seed = entity != ASC_NONE ? add_entity (growth, entity) : ROOT;
      *asc_map_insert (map, key | ROOT, &is_new) = seed;
    }
  for (guint i = missing->len; i-- > 0;)
    {
      gboolean is_new;

      at = g_array_index (missing, guint32, i);
      seed = asc_flame_add_seed (growth, &(AscFlameSeed){ .parent = seed, .function = tree->function[at], .entity = ASC_NONE,
                                                         .flags = growth->inlined[at] ? ASC_FLAME_INLINED : 0, .first = G_MAXUINT64 });
      *asc_map_insert (map, key | at, &is_new) = seed;
    }
  return seed;
}

gboolean
asc_flame_grow (AscFlameGrowth *growth, const AscFlameSources *sources)
{
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean done = TRUE;
  AscMap map;

  asc_map_init (&map, sources->sources->len * 2 + 16);
  for (guint32 i = 0; i < sources->sources->len && done; i++)
    {
      const AscFlameSource *source = &g_array_index (sources->sources, AscFlameSource, i);

      add_values (growth, find_or_add_path (growth, &map, missing, source->node, source->entity), sources, i);
      done = (i & CANCEL_MASK) != 0 || !g_cancellable_is_cancelled (growth->cancellable);
    }
  asc_map_clear (&map);
  return done;
}

/* The inverted graph. A cell that is not opened yet keeps its sources, and how far up their paths it has come. */

typedef struct
{
  guint32 key;    /* what the entries of one child have in common: an entity, a function */
  guint32 source;
  guint32 cursor; /* call-tree node */
} Entry;

typedef struct
{
  gint64 weight;
  guint32 seed;
  guint32 n_entries;
  Entry *entries;
} Open;

/* The heaviest first; of equals the one that was made first. */
static gboolean
goes_first (const Open *a, const Open *b)
{
  return a->weight != b->weight ? a->weight > b->weight : a->seed < b->seed;
}

static void
heap_push (GArray *heap, Open open)
{
  guint i = heap->len;

  g_array_append_val (heap, open);
  for (; i > 0 && goes_first (&open, &g_array_index (heap, Open, (i - 1) / 2)); i = (i - 1) / 2)
    g_array_index (heap, Open, i) = g_array_index (heap, Open, (i - 1) / 2);
  g_array_index (heap, Open, i) = open;
}

static Open
heap_pop (GArray *heap)
{
  Open top = g_array_index (heap, Open, 0);
  Open last = g_array_index (heap, Open, heap->len - 1);
  guint n = heap->len - 1;
  guint i = 0;

  g_array_set_size (heap, n);
  for (guint child; (child = 2 * i + 1) < n; i = child)
    {
      if (child + 1 < n && goes_first (&g_array_index (heap, Open, child + 1), &g_array_index (heap, Open, child)))
        child++;
      if (!goes_first (&g_array_index (heap, Open, child), &last))
        break;
      g_array_index (heap, Open, i) = g_array_index (heap, Open, child);
    }
  if (n > 0)
    g_array_index (heap, Open, i) = last;
  return top;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a;
  const Entry *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return (x->source > y->source) - (x->source < y->source);
}

/* Below a recursion all entries are of one function already, at each of thousands of levels: then there is nothing to sort. */
static void
sort_entries (Entry *entries, guint n)
{
  for (guint i = 1; i < n; i++)
    if (compare_entries (&entries[i - 1], &entries[i]) > 0)
      {
        qsort (entries, n, sizeof (Entry), compare_entries);
        return;
      }
}

/* Makes the children of @seed, one for each key among @entries, and opens them for what lies above. */
static void
add_children (AscFlameGrowth *growth, const AscFlameSources *sources, GArray *heap, guint32 seed, Entry *entries, guint n, gboolean entities)
{
  sort_entries (entries, n);
  for (guint i = 0, next; i < n; i = next)
    {
      Open open = { 0 };
      AscFlameSeed child = { .parent = seed, .function = ASC_FUNCTION_TOTAL, .entity = ASC_NONE, .first = G_MAXUINT64 };

      if (entities)
        child.entity = entries[i].key;
      else
        child.function = entries[i].key;
      for (next = i; next < n && entries[next].key == entries[i].key; next++)
        {
          gint64 weight = asc_flame_value (growth, &g_array_index (sources->values, gint64, (gsize) entries[next].source * growth->n_slots));

          open.weight += MAX (weight, 0);
          child.first = MIN (child.first, g_array_index (sources->sources, AscFlameSource, entries[next].source).first);
          if (!entities && growth->inlined[entries[next].cursor])
            child.flags |= ASC_FLAME_INLINED;
        }
      open.n_entries = next - i;
      open.entries = g_memdup2 (entries + i, open.n_entries * sizeof (Entry));
      open.seed = asc_flame_add_seed (growth, &child);
      heap_push (heap, open);
    }
}

/* Moves the entries of @open one up; those at the root end here. Returns: how many are left */
static guint
step_up (AscFlameGrowth *growth, const AscFlameSources *sources, Open *open)
{
  const AscCallTree *tree = &growth->profile->tree;
  gboolean is_entity = g_array_index (growth->seeds, AscFlameSeed, open->seed).entity != ASC_NONE;
  guint left = 0;

  for (guint i = 0; i < open->n_entries; i++)
    {
      Entry entry = open->entries[i];

      if (!is_entity)
        entry.cursor = tree->parent[entry.cursor];
      if (entry.cursor == ROOT || entry.cursor == ASC_NONE)
        {
          add_values (growth, open->seed, sources, entry.source);
          continue;
        }
      entry.key = tree->function[entry.cursor];
      open->entries[left++] = entry;
    }
  return left;
}

/* What is still open when there may be no more cells ends where it is. */
static void
finish_open (AscFlameGrowth *growth, const AscFlameSources *sources, const Open *open)
{
  for (guint i = 0; i < open->n_entries; i++)
    add_values (growth, open->seed, sources, open->entries[i].source);
  g_array_index (growth->seeds, AscFlameSeed, open->seed).flags |= ASC_FLAME_UNFINISHED;
}

gboolean
asc_flame_grow_inverted (AscFlameGrowth *growth, const AscFlameSources *sources)
{
  guint n = sources->sources->len;
  gboolean grouped = growth->options->grouping != ASC_FLAME_MERGED;
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Open));
  g_autofree Entry *entries = g_new (Entry, MAX (n, 1));
  guint64 n_steps = 0;
  gboolean done = TRUE;

  for (guint32 i = 0; i < n; i++)
    {
      const AscFlameSource *source = &g_array_index (sources->sources, AscFlameSource, i);

      entries[i] = (Entry){ grouped ? source->entity : growth->profile->tree.function[source->node], i, source->node };
    }
  add_children (growth, sources, heap, ROOT, entries, n, grouped);
  while (heap->len > 0)
    {
      Open open = heap_pop (heap);

      done = done && !g_cancellable_is_cancelled (growth->cancellable);
      n_steps += open.n_entries;
      if (done && growth->seeds->len < ASC_FLAME_MAX_CELLS && n_steps < ASC_FLAME_MAX_STEPS)
        {
          guint left = step_up (growth, sources, &open);

          add_children (growth, sources, heap, open.seed, open.entries, left, FALSE);
        }
      else if (done)
        finish_open (growth, sources, &open);
      g_free (open.entries);
    }
  return done;
}
