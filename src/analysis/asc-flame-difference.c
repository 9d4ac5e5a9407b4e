/* asc-flame-difference.c: see asc-flame-difference.h
 *
 * Level by level, as the cells stand: each cell has a list of the baseline's cells of its path, whose children are handed on to its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-difference.h"

#include <string.h>

#define CANCEL_MASK 0xfffu

typedef struct
{
  AscFlameDifference *self;
  AscFlameGraph *graphs[2];       /* the graph, its baseline */
  const AscFlameCell *cells[2];
  guint32 *keys[2];               /* by function: equal for those that are called the same */
  GHashTable *ids;                /* of names */
  GArray *same;                   /* guint32: cells of the baseline, by cell of the graph */
  guint32 *first_same;            /* by cell: into @same */
  guint32 *n_same;
} Match;

typedef struct
{
  guint32 key;
  gint64 width;
  guint32 cell;
} Child;

static guint32
find_key (Match *m, const char *name, const char *object)
{
  g_autofree char *base = object != NULL ? g_path_get_basename (object) : NULL;
  char *text = g_strconcat (name, "\n", base, NULL);
  gpointer found;

  if (g_hash_table_lookup_extended (m->ids, text, NULL, &found))
    g_free (text);
  else
    g_hash_table_insert (m->ids, text, found = GUINT_TO_POINTER (g_hash_table_size (m->ids)));
  return GPOINTER_TO_UINT (found);
}

static void
name_functions (Match *m, guint side)
{
  AscProfile *profile = asc_flame_graph_get_profile (m->graphs[side]);
  guint n = asc_profile_get_n_functions (profile);

  m->keys[side] = g_new (guint32, MAX (n, 1));
  for (guint32 f = 0; f < n; f++)
    {
      const AscFunctionRow *row = asc_profile_get_function (profile, f);

      m->keys[side][f] = find_key (m, row->name, row->object);
    }
}

static guint32
get_key (Match *m, guint side, guint32 cell)
{
  const AscFlameCell *c = &m->cells[side][cell];
  AscEntity entity = asc_flame_graph_get_options (m->graphs[side])->grouping == ASC_FLAME_BY_THREAD ? ASC_ENTITY_THREAD : ASC_ENTITY_PROCESS;
  const char *name;

  if (c->entity == ASC_NONE)
    return m->keys[side][c->function];
  name = asc_profile_get_entity (asc_flame_graph_get_profile (m->graphs[side]), entity, c->entity)->name;
  return find_key (m, name != NULL ? name : "", NULL);
}

/* By key, then the heaviest first. */
static int
compare_children (gconstpointer a, gconstpointer b)
{
  const Child *x = a;
  const Child *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->width != y->width)
    return x->width > y->width ? -1 : 1;
  return (x->cell > y->cell) - (x->cell < y->cell);
}

static void
add_children (Match *m, guint side, guint32 cell, GArray *children)
{
  const AscFlameCell *cells = m->cells[side];

  for (guint32 i = cells[cell].first_child; i < cells[cell + 1].first_child; i++)
    g_array_append_val (children, ((Child){ get_key (m, side, i), cells[i].width, i }));
}

static void
add_gone (Match *m, guint32 cell)
{
  AscFlameGone gone = { cell, m->cells[1][cell].value };

  g_array_append_val (m->self->gone, gone);
  m->self->gone_value += gone.value;
}

static void
pair (Match *m, guint32 cell, guint32 base)
{
  guint metric = asc_flame_graph_get_options (m->graphs[1])->metric;

  g_array_append_val (m->same, base);
  m->n_same[cell]++;
  m->self->value[cell] += m->cells[1][base].value;
  m->self->own[cell] += asc_flame_graph_get_exclusive (m->graphs[1], base, metric);
}

/* Hands the children of the baseline's cells of this path on to those of the cell. @ours, @theirs: room. */
static void
match_children (Match *m, guint32 cell, GArray *ours, GArray *theirs)
{
  guint k = 0;

  g_array_set_size (ours, 0);
  g_array_set_size (theirs, 0);
  add_children (m, 0, cell, ours);
  for (guint i = 0; i < m->n_same[cell]; i++)
    add_children (m, 1, g_array_index (m->same, guint32, m->first_same[cell] + i), theirs);
  g_array_sort (ours, compare_children);
  g_array_sort (theirs, compare_children);
  for (guint i = 0; i < ours->len; i++)
    {
      const Child *child = &g_array_index (ours, Child, i);
      gboolean is_last = i + 1 == ours->len || g_array_index (ours, Child, i + 1).key != child->key;

      m->first_same[child->cell] = m->same->len;
      for (; k < theirs->len && g_array_index (theirs, Child, k).key < child->key; k++)
        add_gone (m, g_array_index (theirs, Child, k).cell);
      for (gboolean more = TRUE; more && k < theirs->len && g_array_index (theirs, Child, k).key == child->key; more = is_last)
        pair (m, child->cell, g_array_index (theirs, Child, k++).cell);
    }
  for (; k < theirs->len; k++)
    add_gone (m, g_array_index (theirs, Child, k).cell);
}

static int
compare_gone (gconstpointer a, gconstpointer b)
{
  const AscFlameGone *x = a;
  const AscFlameGone *y = b;

  if (x->value != y->value)
    return x->value > y->value ? -1 : 1;
  return (x->cell > y->cell) - (x->cell < y->cell);
}

static gboolean
match_all (Match *m, guint n, GCancellable *cancellable)
{
  g_autoptr (GArray) ours = g_array_new (FALSE, FALSE, sizeof (Child));
  g_autoptr (GArray) theirs = g_array_new (FALSE, FALSE, sizeof (Child));

  pair (m, 0, 0);
  for (guint32 i = 0; i < n; i++)
    {
      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (m->n_same[i] > 0)
        match_children (m, i, ours, theirs);
    }
  g_array_sort (m->self->gone, compare_gone);
  return TRUE;
}

AscFlameDifference *
asc_flame_difference_new (AscFlameGraph *graph, AscFlameGraph *base, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscFlameDifference) self = g_atomic_rc_box_new0 (AscFlameDifference);
  Match m = { .self = self, .graphs = { graph, base } };
  gboolean done;
  guint n[2];

  for (guint side = 0; side < 2; side++)
    m.cells[side] = asc_flame_graph_get_cells (m.graphs[side], &n[side]);
  self->base = g_object_ref (base);
  self->value = g_new0 (gint64, n[0]);
  self->own = g_new0 (gint64, n[0]);
  self->total = m.cells[1][0].value;
  self->gone = g_array_new (FALSE, FALSE, sizeof (AscFlameGone));
  m.ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  m.same = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n[1]);
  m.first_same = g_new0 (guint32, n[0]);
  m.n_same = g_new0 (guint32, n[0]);
  name_functions (&m, 0);
  name_functions (&m, 1);
  done = match_all (&m, n[0], cancellable);
  g_hash_table_unref (m.ids);
  g_array_unref (m.same);
  g_free (m.first_same);
  g_free (m.n_same);
  g_free (m.keys[0]);
  g_free (m.keys[1]);
  if (done)
    return g_steal_pointer (&self);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

static void
clear (gpointer data)
{
  AscFlameDifference *self = data;

  g_clear_object (&self->base);
  g_free (self->value);
  g_free (self->own);
  g_clear_pointer (&self->gone, g_array_unref);
}

AscFlameDifference *
asc_flame_difference_ref (AscFlameDifference *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
asc_flame_difference_unref (AscFlameDifference *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
