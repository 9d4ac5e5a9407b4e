/* asc-flame-graph.c: see asc-flame-graph.h
 *
 * The cells stand level by level: what is on a row of the drawing is one range, sorted by position, where the first and the last that are in sight are
 * found by halving. So the cost of drawing grows with what is seen and not with the number of cells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-private.h"

#include <glib/gi18n.h>

#define ROOT 0u

/* A step up costs as much as so many cells in a row: each is somewhere else in memory. */
#define STEP_COST 16u

struct _AscFlameGraph
{
  GObject parent_instance;

  AscProfile *profile;
  AscFlameOptions options;
  guint n;
  AscFlameCell *cells;  /* n + 1 */
  gint64 *ends;         /* n: right edges, close together for searching */
  guint32 *function_start; /* n_functions + 1: into function_cells */
  guint32 *function_cells; /* in their order */
  guint32 *level_start; /* n_levels + 1 */
  guint n_levels;
  guint n_slots;
  gint64 *self;   /* n x n_slots */
  gint64 *subtree;
  guint n_negative;
  gint64 negative;
};

G_DEFINE_FINAL_TYPE (AscFlameGraph, asc_flame_graph, G_TYPE_OBJECT)

static void
asc_flame_graph_finalize (GObject *object)
{
  AscFlameGraph *self = ASC_FLAME_GRAPH (object);

  g_clear_object (&self->profile);
  g_free (self->cells);
  g_free (self->ends);
  g_free (self->function_start);
  g_free (self->function_cells);
  g_free (self->level_start);
  g_free (self->self);
  g_free (self->subtree);
  G_OBJECT_CLASS (asc_flame_graph_parent_class)->finalize (object);
}

static void
asc_flame_graph_class_init (AscFlameGraphClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_flame_graph_finalize;
}

static void
asc_flame_graph_init (AscFlameGraph *self)
{
}

/* A function is inlined at a call-tree node when it is not the outermost of the frame that put it there. */
static guint8 *
find_inlined (AscProfile *profile)
{
  guint8 *inlined = g_new0 (guint8, profile->tree.n);

  for (guint p = 0; p < profile->n_parts; p++)
    {
      const AscPart *part = &profile->parts[p];
      const AscStacks *stacks = asc_experiment_get_stacks (part->experiment);

      for (guint i = 0; i < stacks->n_nodes; i++)
        {
          guint32 node = part->node_map[i];
          guint32 frame = stacks->frame[i];

          for (guint k = part->chain_start[frame] + 1; k < part->chain_start[frame + 1] && node != ASC_NONE; k++)
            {
              inlined[node] = 1;
              node = profile->tree.parent[node];
            }
        }
    }
  return inlined;
}

/* What the order of siblings is decided by. */
typedef struct
{
  guint32 seed;
  guint32 row;
  gint64 width;
  guint64 first;
  const char *name;
} Sibling;

static int
compare_siblings (gconstpointer a, gconstpointer b)
{
  const Sibling *x = a;
  const Sibling *y = b;
  int c = x->name != NULL ? g_strcmp0 (x->name, y->name) : 0;

  if (c == 0)
    c = (x->first > y->first) - (x->first < y->first);
  if (c == 0)
    c = (y->width > x->width) - (y->width < x->width);
  if (c == 0)
    c = (x->row > y->row) - (x->row < y->row);
  return c != 0 ? c : (x->seed > y->seed) - (x->seed < y->seed);
}

/* Names are not NULL here: those without one sort as if they had an empty one. */
static const char *
get_plain_name (AscProfile *profile, const AscFlameOptions *options, const AscFlameSeed *seed)
{
  const char *name;

  if (seed->entity == ASC_NONE)
    return profile->functions[seed->function].name;
  name = asc_profile_get_entity (profile, options->grouping == ASC_FLAME_BY_THREAD ? ASC_ENTITY_THREAD : ASC_ENTITY_PROCESS, seed->entity)->name;
  return name != NULL ? name : "";
}

/* A seed's sums, and the seeds right below it. */
typedef struct
{
  AscFlameGraph *graph;
  AscFlameGrowth *growth;
  guint n;
  gint64 *subtree; /* n x n_slots */
  gint64 *width;   /* n */
  guint32 *child_start; /* n + 1: into children */
  guint32 *children;
  Sibling *siblings; /* room for sorting */
} Freeze;

/* A parent stands before its children: one pass from the back. */
static void
sum_up (Freeze *f)
{
  guint n_slots = f->growth->n_slots;
  const gint64 *self = (const gint64 *) (gpointer) f->growth->self->data;

  f->subtree = g_memdup2 (self, MAX ((gsize) f->n * n_slots, 1) * sizeof (gint64));
  f->width = g_new0 (gint64, f->n);
  for (guint i = f->n; i-- > 0;)
    {
      AscFlameSeed *seed = &g_array_index (f->growth->seeds, AscFlameSeed, i);
      gint64 value = asc_flame_value (f->growth, self + (gsize) i * n_slots);

      f->width[i] += MAX (value, 0);
      if (value < 0)
        {
          f->graph->n_negative++;
          f->graph->negative += value;
        }
      if (seed->parent == ASC_NONE)
        continue;
      f->width[seed->parent] += f->width[i];
      for (guint s = 0; s < n_slots; s++)
        f->subtree[(gsize) seed->parent * n_slots + s] += f->subtree[(gsize) i * n_slots + s];
      g_array_index (f->growth->seeds, AscFlameSeed, seed->parent).first
        = MIN (g_array_index (f->growth->seeds, AscFlameSeed, seed->parent).first, seed->first);
    }
}

static void
list_children (Freeze *f)
{
  const AscFlameSeed *seeds = (const AscFlameSeed *) (gpointer) f->growth->seeds->data;
  g_autofree guint32 *next = NULL;
  guint most = 1;

  f->child_start = g_new0 (guint32, f->n + 1);
  f->children = g_new (guint32, f->n);
  for (guint i = 1; i < f->n; i++)
    if (f->width[i] > 0)
      f->child_start[seeds[i].parent + 1]++;
  for (guint i = 0; i < f->n; i++)
    {
      most = MAX (most, f->child_start[i + 1]);
      f->child_start[i + 1] += f->child_start[i];
    }
  next = g_memdup2 (f->child_start, (f->n + 1) * sizeof (guint32));
  for (guint i = 1; i < f->n; i++)
    if (f->width[i] > 0)
      f->children[next[seeds[i].parent]++] = i;
  f->siblings = g_new (Sibling, most);
}

static void
sort_children (Freeze *f, guint32 seed)
{
  const AscFlameSeed *seeds = (const AscFlameSeed *) (gpointer) f->growth->seeds->data;
  const AscFlameOptions *options = f->growth->options;
  guint first = f->child_start[seed];
  guint n = f->child_start[seed + 1] - first;

  if (n < 2)
    return;
  for (guint i = 0; i < n; i++)
    {
      const AscFlameSeed *child = &seeds[f->children[first + i]];

      f->siblings[i] = (Sibling){
        .seed = f->children[first + i],
        .row = child->entity != ASC_NONE ? child->entity : child->function,
        .width = f->width[f->children[first + i]],
        .first = options->order == ASC_FLAME_AS_RECORDED ? child->first : 0,
        .name = options->order == ASC_FLAME_BY_NAME ? get_plain_name (f->growth->profile, options, child) : NULL,
      };
    }
  qsort (f->siblings, n, sizeof (Sibling), compare_siblings);
  for (guint i = 0; i < n; i++)
    f->children[first + i] = f->siblings[i].seed;
}

/* Level by level, as each cell appends its children behind those of the cells before it. */
static void
place_cells (Freeze *f)
{
  AscFlameGraph *graph = f->graph;
  const AscFlameSeed *seeds = (const AscFlameSeed *) (gpointer) f->growth->seeds->data;
  guint n_slots = f->growth->n_slots;
  g_autofree guint32 *seed_of = g_new (guint32, f->n);
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 1;

  graph->cells = g_new (AscFlameCell, (gsize) f->n + 1);
  graph->self = g_new (gint64, MAX ((gsize) f->n * n_slots, 1));
  graph->subtree = g_new (gint64, MAX ((gsize) f->n * n_slots, 1));
  seed_of[ROOT] = ROOT;
  graph->cells[ROOT] = (AscFlameCell){ .parent = ASC_NONE, .entity = ASC_NONE };
  for (guint32 i = 0; i < n; i++)
    {
      AscFlameCell *cell = &graph->cells[i];
      guint32 seed = seed_of[i];
      gint64 start;

      cell->function = seeds[seed].function;
      cell->entity = seeds[seed].entity;
      cell->flags = seeds[seed].flags;
      cell->width = f->width[seed];
      cell->value = asc_flame_value (f->growth, f->subtree + (gsize) seed * n_slots);
      cell->first_child = n;
      memcpy (graph->self + (gsize) i * n_slots, &g_array_index (f->growth->self, gint64, (gsize) seed * n_slots), n_slots * sizeof (gint64));
      memcpy (graph->subtree + (gsize) i * n_slots, f->subtree + (gsize) seed * n_slots, n_slots * sizeof (gint64));
      if (i == 0 || cell->depth > graph->cells[i - 1].depth)
        g_array_append_val (levels, i);
      sort_children (f, seed);
      start = cell->start;
      for (guint k = f->child_start[seed]; k < f->child_start[seed + 1]; k++)
        {
          seed_of[n] = f->children[k];
          graph->cells[n++] = (AscFlameCell){ .start = start, .parent = i, .depth = cell->depth + 1 };
          start += f->width[f->children[k]];
        }
    }
  graph->n = n;
  graph->cells[n] = (AscFlameCell){ .first_child = n, .parent = ASC_NONE, .entity = ASC_NONE };
  g_array_append_val (levels, n);
  graph->n_levels = levels->len - 1;
  graph->level_start = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&levels), FALSE);
}

/* What is searched for often: right edges, and the cells of each function. */
static void
index_cells (AscFlameGraph *self)
{
  guint n_functions = MAX (asc_profile_get_n_functions (self->profile), 1);
  g_autofree guint32 *next = NULL;

  self->ends = g_new (gint64, self->n);
  self->function_start = g_new0 (guint32, n_functions + 1);
  for (guint32 i = 0; i < self->n; i++)
    {
      self->ends[i] = self->cells[i].start + self->cells[i].width;
      if (self->cells[i].entity == ASC_NONE)
        self->function_start[self->cells[i].function + 1]++;
    }
  for (guint f = 0; f < n_functions; f++)
    self->function_start[f + 1] += self->function_start[f];
  next = g_memdup2 (self->function_start, (n_functions + 1) * sizeof (guint32));
  self->function_cells = g_new (guint32, MAX (self->function_start[n_functions], 1));
  for (guint32 i = 0; i < self->n; i++)
    if (self->cells[i].entity == ASC_NONE)
      self->function_cells[next[self->cells[i].function]++] = i;
}

static void
freeze (AscFlameGraph *self, AscFlameGrowth *growth)
{
  Freeze f = { .graph = self, .growth = growth, .n = growth->seeds->len };

  sum_up (&f);
  list_children (&f);
  place_cells (&f);
  index_cells (self);
  g_free (f.subtree);
  g_free (f.width);
  g_free (f.child_start);
  g_free (f.children);
  g_free (f.siblings);
}

AscFlameGraph *
asc_flame_graph_compute (AscProfile *profile, const AscFlameOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  g_autoptr (AscFlameGraph) self = g_object_new (ASC_TYPE_FLAME_GRAPH, NULL);
  g_autofree guint8 *inlined = NULL;
  AscFlameGrowth growth = { .profile = profile, .options = options, .cancellable = cancellable, .n_slots = profile->n_slots };
  AscFlameSources sources = { 0 };
  gboolean done;

  g_return_val_if_fail (options->metric < MAX (profile->metrics->len, 1), NULL);
  asc_progress_begin (progress, N_ ("Laying out the flame graph"), 0);
  self->profile = g_object_ref (profile);
  self->options = *options;
  self->n_slots = profile->n_slots;
  inlined = find_inlined (profile);
  growth.inlined = inlined;
  growth.seeds = g_array_new (FALSE, FALSE, sizeof (AscFlameSeed));
  growth.self = g_array_new (FALSE, TRUE, sizeof (gint64));
  asc_flame_add_seed (&growth, &(AscFlameSeed){ .parent = ASC_NONE, .function = ASC_FUNCTION_TOTAL, .entity = ASC_NONE, .first = G_MAXUINT64 });
  done = asc_flame_sources_init (&sources, &growth)
         && (options->inverted ? asc_flame_grow_inverted (&growth, &sources) : asc_flame_grow (&growth, &sources));
  asc_flame_sources_clear (&sources);
  if (done)
    freeze (self, &growth);
  g_array_unref (growth.seeds);
  g_array_unref (growth.self);
  if (!done || g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      if (!done)
        g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

AscProfile *
asc_flame_graph_get_profile (AscFlameGraph *self)
{
  return self->profile;
}

const AscFlameOptions *
asc_flame_graph_get_options (AscFlameGraph *self)
{
  return &self->options;
}

const AscFlameCell *
asc_flame_graph_get_cells (AscFlameGraph *self, guint *n_cells)
{
  *n_cells = self->n;
  return self->cells;
}

guint
asc_flame_graph_get_n_levels (AscFlameGraph *self)
{
  return self->n_levels;
}

void
asc_flame_graph_get_level (AscFlameGraph *self, guint depth, guint32 *first, guint32 *end)
{
  g_return_if_fail (depth < self->n_levels);
  *first = self->level_start[depth];
  *end = self->level_start[depth + 1];
}

guint
asc_flame_graph_get_n_negative (AscFlameGraph *self, gint64 *sum)
{
  *sum = self->negative;
  return self->n_negative;
}

gint64
asc_flame_graph_get_exclusive (AscFlameGraph *self, guint32 cell, guint metric)
{
  return asc_profile_sum (self->profile, metric, self->self + (gsize) cell * self->n_slots, 1, 0);
}

gint64
asc_flame_graph_get_attributed (AscFlameGraph *self, guint32 cell, guint metric)
{
  return asc_profile_sum (self->profile, metric, self->subtree + (gsize) cell * self->n_slots, 1, 0);
}

char *
asc_flame_graph_dup_name (AscFlameGraph *self, guint32 cell)
{
  const AscFlameCell *c = &self->cells[cell];
  gboolean threads = self->options.grouping == ASC_FLAME_BY_THREAD;
  const AscEntityRow *row;
  gint32 id;

  if (c->entity == ASC_NONE)
    return g_strdup (self->profile->functions[c->function].name);
  row = asc_profile_get_entity (self->profile, threads ? ASC_ENTITY_THREAD : ASC_ENTITY_PROCESS, c->entity);
  id = threads ? row->tid : row->pid;
  if (id < 0)
    return g_strdup (row->name != NULL ? row->name : "<unknown>");
  return g_strdup_printf ("%s (%d)", row->name != NULL ? row->name : "<unknown>", id);
}

guint32
asc_flame_graph_seek (AscFlameGraph *self, guint depth, double position, guint32 from)
{
  guint32 low = MAX (from, self->level_start[depth]);
  guint32 end = self->level_start[depth + 1];
  guint32 high = end;
  guint32 step = 1;

  /* Often it is near: doubling steps first. */
  while (low + step < end && (double) self->ends[low + step] <= position)
    {
      low += step;
      step *= 2;
    }
  high = MIN (low + step, end);
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if ((double) self->ends[middle] <= position)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

guint32
asc_flame_graph_find (AscFlameGraph *self, guint depth, double position)
{
  guint32 cell;

  if (depth >= self->n_levels || position < 0)
    return ASC_NONE;
  cell = asc_flame_graph_seek (self, depth, position, 0);
  return cell < self->level_start[depth + 1] && (double) self->cells[cell].start <= position ? cell : ASC_NONE;
}

guint32
asc_flame_graph_next (AscFlameGraph *self, guint32 cell)
{
  if (self->cells[cell].first_child < self->cells[cell + 1].first_child)
    return self->cells[cell].first_child;
  for (; cell != ROOT; cell = self->cells[cell].parent)
    if (cell + 1 < self->cells[self->cells[cell].parent + 1].first_child)
      return cell + 1;
  return ASC_NONE;
}

guint
asc_flame_graph_get_depth_below (AscFlameGraph *self, guint32 cell)
{
  guint depth = self->cells[cell].depth;
  guint32 first = cell;
  guint32 end = cell + 1;

  while (self->cells[first].first_child < self->cells[end].first_child)
    {
      guint32 next_end = self->cells[end].first_child;

      first = self->cells[first].first_child;
      end = next_end;
      depth++;
    }
  return depth;
}

const guint32 *
asc_flame_graph_list_places (AscFlameGraph *self, guint32 function, guint *n)
{
  g_return_val_if_fail (ASC_IS_FLAME_GRAPH (self) && function < asc_profile_get_n_functions (self->profile), NULL);
  *n = self->function_start[function + 1] - self->function_start[function];
  return self->function_cells + self->function_start[function];
}

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

/* Few cells: a list, and for each a walk up to see whether it lies inside of another. */
static void
mark_few (AscFlameGraph *self, AscFlameMarks *marks, const guint8 *wanted, guint n_cells)
{
  guint n_functions = asc_profile_get_n_functions (self->profile);

  marks->cells = g_new (guint32, MAX (n_cells, 1));
  for (guint f = 0; f < n_functions; f++)
    for (guint32 i = self->function_start[f]; wanted[f] && i < self->function_start[f + 1]; i++)
      {
        guint32 above = self->cells[self->function_cells[i]].parent;

        while (above != ASC_NONE && (self->cells[above].entity != ASC_NONE || !wanted[self->cells[above].function]))
          above = self->cells[above].parent;
        marks->cells[marks->n_cells++] = self->function_cells[i];
        if (above == ASC_NONE)
          marks->width += self->cells[self->function_cells[i]].width;
      }
  qsort (marks->cells, marks->n_cells, sizeof (guint32), compare_cells);
}

static void
mark_many (AscFlameGraph *self, AscFlameMarks *marks, const guint8 *wanted)
{
  g_autofree guint8 *inside = g_new0 (guint8, self->n);

  marks->before = g_new (guint32, (gsize) self->n + 1);
  for (guint32 i = 0; i < self->n; i++)
    {
      const AscFlameCell *cell = &self->cells[i];
      gboolean is_wanted = cell->entity == ASC_NONE && wanted[cell->function];

      marks->before[i] = marks->n_cells;
      inside[i] = is_wanted || (i != ROOT && inside[cell->parent]);
      if (!is_wanted)
        continue;
      marks->n_cells++;
      if (i == ROOT || !inside[cell->parent])
        marks->width += cell->width;
    }
  marks->before[self->n] = marks->n_cells;
}

AscFlameMarks *
asc_flame_graph_mark (AscFlameGraph *self, const guint8 *wanted)
{
  AscFlameMarks *marks = g_new0 (AscFlameMarks, 1);
  guint n_functions = asc_profile_get_n_functions (self->profile);
  guint64 n_cells = 0;

  for (guint f = 0; f < n_functions; f++)
    if (wanted[f])
      n_cells += self->function_start[f + 1] - self->function_start[f];
  if (n_cells * self->n_levels * STEP_COST < self->n)
    mark_few (self, marks, wanted, (guint) n_cells);
  else
    mark_many (self, marks, wanted);
  return marks;
}

gboolean
asc_flame_marks_has_any (const AscFlameMarks *self, guint32 first, guint32 end)
{
  guint low = 0;
  guint high = self->n_cells;

  if (self->before != NULL)
    return self->before[end] > self->before[first];
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->cells[middle] < first)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n_cells && self->cells[low] < end;
}

void
asc_flame_marks_free (AscFlameMarks *self)
{
  g_free (self->before);
  g_free (self->cells);
  g_free (self);
}
