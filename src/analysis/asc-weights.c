/* asc-weights.c: the events, added up over the call tree and over threads, processes and CPUs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"

#include "asc-parallel.h"

#include <glib/gi18n.h>

/* Events that one task adds up: large enough to be worth a thread, small enough to poll the cancellable. */
#define TASK_EVENTS 65536

/* One worker's sums; all arrays slot-major. */
typedef struct
{
  gint64 *nodes;
  gint64 *threads;
  gint64 *cpus;
  guint8 *cpu_seen;
} Sums;

typedef struct
{
  AscProfile *profile;
  GCancellable *cancellable;
  AscProgress *progress;
  guint n_threads; /* of the experiments, the unknown one included */
  guint n_cpus;    /* up to the largest number that occurs; the last place is for the unknown one */
  guint n_workers;
  Sums *sums;
  guint n_tasks; /* for each worker its tasks are worker, worker + n_workers ... */
  guint32 *task_part;
  guint8 *task_source;
  guint32 *task_first;
} Weigh;

static void
sums_clear (Sums *self)
{
  g_free (self->nodes);
  g_free (self->threads);
  g_free (self->cpus);
  g_free (self->cpu_seen);
}

static void
weigh_event (Weigh *w, Sums *sums, const AscPart *part, guint source, const AscEvents *events, guint i)
{
  gsize slot = asc_part_slot (part, source, events, i);
  gint64 value = asc_part_value (part, source, events, i);
  guint32 node = asc_part_stack (part, source, events, i);
  guint32 stack = node != ASC_NONE ? node : asc_experiment_get_stacks (part->experiment)->n_nodes;
  guint32 thread = events->thread[i] != ASC_NONE ? part->first_thread + events->thread[i] : w->n_threads - 1;
  guint cpu = MIN (events->cpu[i], w->n_cpus - 1);

  sums->nodes[slot * w->profile->tree.n + part->node_map[stack]] += value;
  sums->threads[slot * w->n_threads + thread] += value;
  sums->cpus[slot * w->n_cpus + cpu] += value;
  sums->cpu_seen[cpu] = 1;
}

static void
weigh_task (Weigh *w, Sums *sums, guint task)
{
  const AscPart *part = &w->profile->parts[w->task_part[task]];
  guint source = w->task_source[task];
  const AscEvents *events = asc_part_get_events (part, source);
  guint end = MIN (w->task_first[task] + TASK_EVENTS, events->n_events);

  for (guint i = w->task_first[task]; i < end; i++)
    if (asc_part_passes (part, source, i))
      weigh_event (w, sums, part, source, events, i);
  asc_progress_add (w->progress, end - w->task_first[task]);
}

static void
worker (guint number, gpointer data)
{
  Weigh *w = data;

  for (guint task = number; task < w->n_tasks && !g_cancellable_is_cancelled (w->cancellable); task += w->n_workers)
    weigh_task (w, &w->sums[number], task);
}

static void
add_array (gint64 *into, const gint64 *from, gsize n)
{
  for (gsize i = 0; i < n; i++)
    into[i] += from[i];
}

/*
 * No partial sum can wrap while the sum of the absolute weights fits 64 bits. Events beyond that are left out, in the order of the
 * recording, so that the result does not depend on the number of threads. CPU times of several clocks add up: one budget for them.
 */
static void
limit_events (AscProfile *self, AscPart *part, guint source, guint64 *sum)
{
  const AscEvents *events = asc_part_get_events (part, source);

  for (guint i = 0; i < events->n_events; i++)
    {
      guint16 slot = asc_part_slot (part, source, events, i);
      guint64 *budget = &sum[self->slots[slot].is_clock ? self->n_slots : slot];
      gint64 value = events->value[i];
      guint64 weight = value < 0 ? -(guint64) value : (guint64) value;

      if (!asc_part_passes (part, source, i))
        continue;
      if (G_LIKELY (weight <= G_MAXINT64 - *budget))
        {
          *budget += weight;
          continue;
        }
      if (part->left_out[source] == NULL)
        part->left_out[source] = g_new0 (guint8, events->n_events);
      part->left_out[source][i] = 1;
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_ERROR, "overflow", N_ ("Values too large to be added up, left out"), 1, ASC_NO_PLACE);
    }
}

static void
limit_weights (AscProfile *self)
{
  g_autofree guint64 *sum = g_new0 (guint64, self->n_slots + 1);

  for (guint p = 0; p < self->n_parts; p++)
    for (guint s = 0; s < ASC_N_SOURCES; s++)
      limit_events (self, &self->parts[p], s, sum);
}

/* Places for the CPUs that occur, and one for the unknown one. */
static guint
count_cpus (AscProfile *self)
{
  guint n = 0;

  for (guint p = 0; p < self->n_parts; p++)
    for (guint s = 0; s < ASC_N_SOURCES; s++)
      {
        const AscEvents *events = asc_part_get_events (&self->parts[p], s);

        for (guint i = 0; i < events->n_events; i++)
          if (events->cpu[i] != G_MAXUINT16 && asc_part_passes (&self->parts[p], s, i))
            n = MAX (n, events->cpu[i] + 1u);
      }
  return n + 1;
}

static void
plan_tasks (Weigh *w)
{
  AscProfile *self = w->profile;
  guint n = 0;

  for (guint i = 0; i < self->n_parts * ASC_N_SOURCES; i++)
    n += asc_part_get_events (&self->parts[i / ASC_N_SOURCES], i % ASC_N_SOURCES)->n_events / TASK_EVENTS + 1;
  w->task_part = g_new (guint32, n);
  w->task_source = g_new (guint8, n);
  w->task_first = g_new (guint32, n);
  for (guint i = 0; i < self->n_parts * ASC_N_SOURCES; i++)
    for (guint64 first = 0; first < asc_part_get_events (&self->parts[i / ASC_N_SOURCES], i % ASC_N_SOURCES)->n_events; first += TASK_EVENTS)
      {
        w->task_part[w->n_tasks] = i / ASC_N_SOURCES;
        w->task_source[w->n_tasks] = i % ASC_N_SOURCES;
        w->task_first[w->n_tasks++] = (guint32) first;
      }
}

static void
sum_subtrees (AscProfile *self)
{
  AscCallTree *tree = &self->tree;

  tree->subtree = g_memdup2 (tree->self, MAX ((gsize) self->n_slots, 1) * tree->n * sizeof (gint64));
  for (guint s = 0; s < self->n_slots; s++)
    {
      gint64 *subtree = tree->subtree + (gsize) s * tree->n;

      for (guint i = tree->n; i-- > 1;)
        subtree[tree->parent[i]] += subtree[i];
    }
}

/* Takes paths that carry nothing out of the tree. */
static void
prune (AscProfile *self)
{
  AscCallTree *tree = &self->tree;
  guint n = tree->n;
  g_autofree guint32 *place = g_new0 (guint32, n);
  guint kept = 0;

  place[0] = 1;
  for (guint i = n; i-- > 1;)
    {
      place[i] |= asc_profile_carries (tree->subtree, self->n_slots, n, i);
      place[tree->parent[i]] |= place[i];
    }
  for (guint i = 0; i < n; i++)
    place[i] = place[i] ? kept++ : ASC_NONE;
  if (kept == n)
    return;
  for (guint i = 0; i < n; i++)
    if (place[i] != ASC_NONE)
      {
        guint end = tree->end[i];

        tree->function[place[i]] = tree->function[i];
        tree->parent[place[i]] = tree->parent[i] != ASC_NONE ? place[tree->parent[i]] : ASC_NONE;
        while (end < n && place[end] == ASC_NONE)
          end++;
        tree->end[place[i]] = end < n ? place[end] : kept;
      }
  for (guint s = 0; s < self->n_slots; s++)
    for (guint i = 0; i < n; i++)
      if (place[i] != ASC_NONE)
        {
          tree->self[(gsize) s * kept + place[i]] = tree->self[(gsize) s * n + i];
          tree->subtree[(gsize) s * kept + place[i]] = tree->subtree[(gsize) s * n + i];
        }
  tree->n = kept;
  for (guint p = 0; p < self->n_parts; p++)
    {
      guint n_nodes = asc_experiment_get_stacks (self->parts[p].experiment)->n_nodes;

      for (guint i = 0; i <= n_nodes; i++)
        if (self->parts[p].node_map[i] != ASC_NONE)
          self->parts[p].node_map[i] = place[self->parts[p].node_map[i]];
    }
}

static void
add_entity (AscProfile *self, AscEntity entity, const AscEntityRow *row, const gint64 *values, guint n, guint i)
{
  g_array_append_val (self->entities[entity], *row);
  self->entity_values[entity] = g_renew (gint64, self->entity_values[entity], (gsize) self->entities[entity]->len * self->n_slots);
  /* Row-major while they grow; asc-rows.c turns them. */
  for (guint s = 0; s < self->n_slots; s++)
    self->entity_values[entity][(gsize) (self->entities[entity]->len - 1) * self->n_slots + s] = values[(gsize) s * n + i];
}

static void
make_entities (AscProfile *self, const Sums *sums, guint n_threads, guint n_processes, guint n_cpus)
{
  g_autofree gint64 *processes = g_new0 (gint64, (gsize) (n_processes + 1) * MAX (self->n_slots, 1));
  AscEntityRow unknown = { .experiment = 0, .name = NULL, .pid = -1, .tid = -1, .cpu = -1, .index = ASC_NONE };

  for (guint e = 0; e < G_N_ELEMENTS (self->entities); e++)
    self->entities[e] = g_array_new (FALSE, FALSE, sizeof (AscEntityRow));
  for (guint p = 0; p < self->n_parts; p++)
    {
      const AscPart *part = &self->parts[p];
      guint nt, np;
      const AscThread *threads = asc_experiment_get_threads (part->experiment, &nt);
      const AscProcess *all = asc_experiment_get_processes (part->experiment, &np);

      for (guint t = 0; t < nt; t++)
        {
          AscEntityRow row = { .experiment = p, .name = threads[t].name, .pid = all[threads[t].process].pid, .tid = threads[t].tid, .cpu = -1, .index = t };

          add_entity (self, ASC_ENTITY_THREAD, &row, sums->threads, n_threads, part->first_thread + t);
          for (guint s = 0; s < self->n_slots; s++)
            processes[(gsize) s * (n_processes + 1) + part->first_process + threads[t].process] += sums->threads[(gsize) s * n_threads + part->first_thread + t];
        }
      for (guint i = 0; i < np; i++)
        {
          AscEntityRow row = { .experiment = p, .name = all[i].name, .pid = all[i].pid, .tid = -1, .cpu = -1, .index = i };

          add_entity (self, ASC_ENTITY_PROCESS, &row, processes, n_processes + 1, part->first_process + i);
        }
    }
  if (asc_profile_carries (sums->threads, self->n_slots, n_threads, n_threads - 1))
    {
      add_entity (self, ASC_ENTITY_THREAD, &unknown, sums->threads, n_threads, n_threads - 1);
      add_entity (self, ASC_ENTITY_PROCESS, &unknown, sums->threads, n_threads, n_threads - 1);
    }
  for (guint cpu = 0; cpu < n_cpus; cpu++)
    if (sums->cpu_seen[cpu])
      {
        AscEntityRow row = { .pid = -1, .tid = -1, .cpu = cpu == n_cpus - 1 ? -1 : (gint32) cpu, .index = ASC_NONE };

        add_entity (self, ASC_ENTITY_CPU, &row, sums->cpus, n_cpus, cpu);
      }
}

gboolean
asc_profile_weigh (AscProfile *self, guint n_threads, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  Weigh w = { .profile = self, .cancellable = cancellable, .progress = progress };
  gsize slots = MAX (self->n_slots, 1);
  guint n_processes = 0;
  gint64 n_events = 0;

  limit_weights (self);
  for (guint p = 0; p < self->n_parts; p++)
    {
      guint nt, np;

      asc_experiment_get_threads (self->parts[p].experiment, &nt);
      asc_experiment_get_processes (self->parts[p].experiment, &np);
      self->parts[p].first_thread = w.n_threads;
      self->parts[p].first_process = n_processes;
      w.n_threads += nt;
      n_processes += np;
      for (guint s = 0; s < ASC_N_SOURCES; s++)
        n_events += asc_part_get_events (&self->parts[p], s)->n_events;
    }
  w.n_threads++;
  w.n_cpus = count_cpus (self);
  asc_progress_begin (progress, N_ ("Adding up the events"), n_events);
  plan_tasks (&w);
  w.n_workers = MAX (1, MIN (asc_parallel_n_threads (n_threads), w.n_tasks));
  w.sums = g_new0 (Sums, w.n_workers);
  for (guint i = 0; i < w.n_workers; i++)
    w.sums[i] = (Sums){
      .nodes = g_new0 (gint64, slots * self->tree.n),
      .threads = g_new0 (gint64, slots * w.n_threads),
      .cpus = g_new0 (gint64, slots * w.n_cpus),
      .cpu_seen = g_new0 (guint8, w.n_cpus),
    };
  asc_parallel_for (w.n_workers, w.n_workers, worker, &w);
  for (guint i = 1; i < w.n_workers; i++)
    {
      add_array (w.sums[0].nodes, w.sums[i].nodes, slots * self->tree.n);
      add_array (w.sums[0].threads, w.sums[i].threads, slots * w.n_threads);
      add_array (w.sums[0].cpus, w.sums[i].cpus, slots * w.n_cpus);
      for (guint c = 0; c < w.n_cpus; c++)
        w.sums[0].cpu_seen[c] |= w.sums[i].cpu_seen[c];
    }
  make_entities (self, &w.sums[0], w.n_threads, n_processes, w.n_cpus);
  self->tree.self = g_steal_pointer (&w.sums[0].nodes);
  for (guint i = 0; i < w.n_workers; i++)
    sums_clear (&w.sums[i]);
  g_free (w.sums);
  g_free (w.task_part);
  g_free (w.task_source);
  g_free (w.task_first);
  sum_subtrees (self);
  prune (self);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

void
asc_profile_weigh_nodes (AscProfile *self, guint p, gint64 *values)
{
  const AscPart *part = &self->parts[p];
  gsize n = asc_experiment_get_stacks (part->experiment)->n_nodes;

  for (guint s = 0; s < ASC_N_SOURCES; s++)
    {
      const AscEvents *events = asc_part_get_events (part, s);

      for (guint i = 0; i < events->n_events; i++)
        {
          guint32 stack = asc_part_stack (part, s, events, i);

          if (stack != ASC_NONE && asc_part_passes (part, s, i))
            values[asc_part_slot (part, s, events, i) * n + stack] += asc_part_value (part, s, events, i);
        }
    }
}
