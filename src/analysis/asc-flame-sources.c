/* asc-flame-sources.c: where the events of a flame graph ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-private.h"

#include "asc-map.h"

/* How often a loop over events asks whether it was cancelled. */
#define CANCEL_MASK 0xfff

void
asc_flame_sources_clear (AscFlameSources *self)
{
  g_clear_pointer (&self->sources, g_array_unref);
  g_clear_pointer (&self->values, g_array_unref);
}

static guint32
add_source (AscFlameSources *self, guint n_slots, guint32 node, guint32 entity)
{
  guint32 number = self->sources->len;

  g_array_append_val (self->sources, ((AscFlameSource){ .node = node, .entity = entity, .first = G_MAXUINT64 }));
  g_array_set_size (self->values, self->values->len + n_slots); /* cleared: the array was made so */
  return number;
}

/* One for each call-tree node where something ended. */
static void
add_nodes (AscFlameSources *self, const AscFlameGrowth *growth, guint32 *of_node)
{
  const AscCallTree *tree = &growth->profile->tree;

  for (guint32 i = 0; i < tree->n; i++)
    {
      of_node[i] = ASC_NONE;
      if (!asc_profile_carries (tree->self, growth->n_slots, tree->n, i))
        continue;
      of_node[i] = add_source (self, growth->n_slots, i, ASC_NONE);
      for (guint s = 0; s < growth->n_slots; s++)
        g_array_index (self->values, gint64, (gsize) of_node[i] * growth->n_slots + s) = tree->self[(gsize) s * tree->n + i];
    }
}

/* The row of each thread of each part, as a thread or as its process; the unknown one's stands last. */
static guint32 *
list_entity_rows (AscProfile *profile, AscEntity entity, guint *n)
{
  guint n_rows = asc_profile_get_n_entities (profile, entity);
  const AscPart *last = &profile->parts[profile->n_parts - 1];
  guint n_threads, n_processes;
  guint32 *rows;
  g_autofree guint32 *of_process = NULL;

  asc_experiment_get_threads (last->experiment, &n_threads);
  asc_experiment_get_processes (last->experiment, &n_processes);
  *n = last->first_thread + n_threads;
  rows = g_new (guint32, *n + 1);
  memset (rows, 0xff, (*n + 1) * sizeof (guint32));
  of_process = g_new0 (guint32, last->first_process + n_processes + 1);
  for (guint32 row = 1; row < n_rows; row++)
    {
      const AscEntityRow *r = asc_profile_get_entity (profile, entity, row);

      if (r->index == ASC_NONE)
        rows[*n] = row;
      else if (entity == ASC_ENTITY_THREAD)
        rows[profile->parts[r->experiment].first_thread + r->index] = row;
      else
        of_process[profile->parts[r->experiment].first_process + r->index] = row;
    }
  for (guint p = 0; p < profile->n_parts && entity == ASC_ENTITY_PROCESS; p++)
    {
      const AscThread *threads = asc_experiment_get_threads (profile->parts[p].experiment, &n_threads);

      for (guint t = 0; t < n_threads; t++)
        rows[profile->parts[p].first_thread + t] = of_process[profile->parts[p].first_process + threads[t].process];
    }
  return rows;
}

typedef struct
{
  const AscFlameGrowth *growth;
  const guint32 *rows;    /* of the threads' entities, NULL when they are not told apart and @of_node has the sources */
  guint n_rows;
  const guint32 *of_node;
  AscMap map;             /* row << 32 | node -> source */
  guint64 number;         /* of the event, among all */
} Events;

/* The source of event @i; ASC_NONE: its path carries nothing. */
static guint32
source_of (AscFlameSources *self, Events *all, const AscPart *part, guint source, const AscEvents *events, guint i)
{
  guint32 stack = asc_part_stack (part, source, events, i);
  guint32 node = part->node_map[stack != ASC_NONE ? stack : asc_experiment_get_stacks (part->experiment)->n_nodes];
  guint32 row;
  gboolean is_new;
  guint32 *found;

  if (node == ASC_NONE || all->rows == NULL)
    return node != ASC_NONE ? all->of_node[node] : ASC_NONE;
  row = all->rows[events->thread[i] != ASC_NONE ? part->first_thread + events->thread[i] : all->n_rows];
  found = asc_map_insert (&all->map, (guint64) row << 32 | node, &is_new);
  if (is_new)
    *found = add_source (self, all->growth->n_slots, node, row);
  g_array_index (self->values, gint64, (gsize) *found * all->growth->n_slots + asc_part_slot (part, source, events, i)) += asc_part_value (part, source, events, i);
  return *found;
}

static gboolean
add_part_events (AscFlameSources *self, Events *all, const AscPart *part, guint source)
{
  const AscEvents *events = asc_part_get_events (part, source);

  for (guint i = 0; i < events->n_events; i++, all->number++)
    {
      guint32 at = asc_part_passes (part, source, i) ? source_of (self, all, part, source, events, i) : ASC_NONE;

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (all->growth->cancellable))
        return FALSE;
      if (at != ASC_NONE && g_array_index (self->sources, AscFlameSource, at).first == G_MAXUINT64)
        g_array_index (self->sources, AscFlameSource, at).first = all->number;
    }
  return TRUE;
}

/* Walks over the events. @rows, @n_rows, @of_node: as in Events. */
static gboolean
add_events (AscFlameSources *self, const AscFlameGrowth *growth, const guint32 *rows, guint n_rows, const guint32 *of_node)
{
  AscProfile *profile = growth->profile;
  Events all = { .growth = growth, .rows = rows, .n_rows = n_rows, .of_node = of_node };
  gboolean ok = TRUE;

  asc_map_init (&all.map, 4096);
  for (guint i = 0; i < profile->n_parts * ASC_N_SOURCES && ok; i++)
    ok = add_part_events (self, &all, &profile->parts[i / ASC_N_SOURCES], i % ASC_N_SOURCES);
  asc_map_clear (&all.map);
  return ok;
}

gboolean
asc_flame_sources_init (AscFlameSources *self, const AscFlameGrowth *growth)
{
  gboolean merged = growth->options->grouping == ASC_FLAME_MERGED;
  AscEntity entity = growth->options->grouping == ASC_FLAME_BY_THREAD ? ASC_ENTITY_THREAD : ASC_ENTITY_PROCESS;
  g_autofree guint32 *rows = NULL;
  g_autofree guint32 *of_node = NULL;
  guint n_rows = 0;

  self->sources = g_array_new (FALSE, FALSE, sizeof (AscFlameSource));
  self->values = g_array_new (FALSE, TRUE, sizeof (gint64));
  if (growth->profile->n_parts == 0)
    return TRUE;
  if (merged)
    {
      of_node = g_new (guint32, growth->profile->tree.n);
      add_nodes (self, growth, of_node);
    }
  else
    rows = list_entity_rows (growth->profile, entity, &n_rows);
  if (merged && growth->options->order != ASC_FLAME_AS_RECORDED)
    return !g_cancellable_is_cancelled (growth->cancellable);
  return add_events (self, growth, rows, n_rows, of_node);
}
