/* asc-rows.c: the order of the rows, the same whatever the order of reading
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"

typedef struct
{
  AscProfile *profile;
  const guint8 *is_empty; /* of functions, when a filter hides all their events */
} SortData;

static int
compare_values (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

static int
compare_names (const AscFunctionRow *a, const AscFunctionRow *b)
{
  int c = strcmp (a->name, b->name);

  if (c == 0)
    c = g_strcmp0 (a->object, b->object);
  if (c == 0)
    c = (a->address > b->address) - (a->address < b->address);
  if (c == 0)
    c = g_strcmp0 (a->object_path, b->object_path);
  return c;
}

static int
compare_functions (gconstpointer a, gconstpointer b, gpointer data)
{
  AscProfile *self = ((SortData *) data)->profile;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;
  const guint8 *is_empty = ((SortData *) data)->is_empty;
  int c = (y == ASC_FUNCTION_TOTAL) - (x == ASC_FUNCTION_TOTAL);

  if (c == 0)
    c = is_empty[x] - is_empty[y];
  if (c == 0 && self->metrics->len > 0)
    c = compare_values (asc_profile_get_exclusive (self, y, self->primary), asc_profile_get_exclusive (self, x, self->primary));
  if (c == 0 && self->metrics->len > 0)
    c = compare_values (asc_profile_get_inclusive (self, y, self->primary), asc_profile_get_inclusive (self, x, self->primary));
  return c != 0 ? c : compare_names (&self->functions[x], &self->functions[y]);
}

static guint32 *
sequence (guint n)
{
  guint32 *order = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  return order;
}

static guint32 *
invert (const guint32 *order, guint n)
{
  guint32 *place = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    place[order[i]] = i;
  return place;
}

/* Columns of @n_columns x @n values, each brought into @order. */
static void
permute_columns (gint64 *values, guint n_columns, guint n, const guint32 *order)
{
  g_autofree gint64 *column = g_new (gint64, MAX (n, 1));

  for (guint c = 0; c < n_columns; c++)
    {
      gint64 *at = values + (gsize) c * n;

      memcpy (column, at, n * sizeof (gint64));
      for (guint i = 0; i < n; i++)
        at[i] = column[order[i]];
    }
}

/* Functions that do not occur in the tree any more. (transfer full) */
static guint8 *
find_empty_functions (AscProfile *self)
{
  guint8 *is_empty = g_new0 (guint8, self->n_functions);

  self->n_listed = self->n_functions;
  if (!asc_filter_is_active (asc_profile_input_get_filter (self->input)))
    return is_empty;
  memset (is_empty, 1, self->n_functions);
  self->n_listed = 0;
  for (guint i = 0; i < self->tree.n; i++)
    {
      self->n_listed += is_empty[self->tree.function[i]];
      is_empty[self->tree.function[i]] = 0;
    }
  return is_empty;
}

static void
sort_functions (AscProfile *self)
{
  guint n = self->n_functions;
  g_autofree guint8 *is_empty = find_empty_functions (self);
  g_autofree guint32 *order = sequence (n);
  g_autofree guint32 *place = NULL;
  AscFunctionRow *rows = g_new (AscFunctionRow, n);
  SortData data = { .profile = self, .is_empty = is_empty };

  g_qsort_with_data (order, (int) n, sizeof (guint32), compare_functions, &data);
  place = invert (order, n);
  for (guint i = 0; i < n; i++)
    rows[i] = self->functions[order[i]];
  g_free (self->functions);
  self->functions = rows;
  permute_columns (self->exclusive, self->metrics->len, n, order);
  permute_columns (self->inclusive, self->metrics->len, n, order);
  for (guint i = 0; i < self->tree.n; i++)
    self->tree.function[i] = place[self->tree.function[i]];
  for (guint i = 0; i < self->arcs.n; i++)
    {
      self->arcs.caller[i] = place[self->arcs.caller[i]];
      self->arcs.callee[i] = place[self->arcs.callee[i]];
    }
  for (guint p = 0; p < self->n_parts; p++)
    {
      AscPart *part = &self->parts[p];
      guint n_frames;

      asc_experiment_get_frames (part->experiment, &n_frames);
      for (guint i = 0; i < part->chain_start[n_frames]; i++)
        part->chains[i] = place[part->chains[i]];
      for (guint i = 0; i < part->names->n_functions; i++)
        part->functions[i] = place[part->functions[i]];
    }
}

/* An arc on its way into a list, with what it is sorted by. */
typedef struct
{
  gint64 value; /* of the primary metric */
  AscArc arc;
} SortedArc;

/* Heaviest first, then in the order of the rows, which does not depend on the reading. */
static int
compare_arcs (gconstpointer a, gconstpointer b)
{
  const SortedArc *x = a;
  const SortedArc *y = b;
  int c = compare_values (y->value, x->value);

  return c != 0 ? c : (x->arc.function > y->arc.function) - (x->arc.function < y->arc.function);
}

/* Lists of @n_arcs arcs by what is at @key's end, below @n_keys; @other is the far end; only arcs that carry something in @values. */
static void
list_arcs (AscProfile *self, guint n_keys, guint n_arcs, const guint32 *key, const guint32 *other, const gint64 *values, guint32 **start, AscArc **list)
{
  g_autofree guint32 *next = g_new0 (guint32, n_keys + 1);
  g_autofree SortedArc *sorted = g_new (SortedArc, MAX (n_arcs, 1));

  *list = g_new (AscArc, MAX (n_arcs, 1));
  *start = g_new (guint32, n_keys + 1);
  for (guint i = 0; i < n_arcs; i++)
    if (asc_profile_carries (values, self->n_slots, n_arcs, i))
      next[key[i] + 1]++;
  for (guint f = 0; f < n_keys; f++)
    next[f + 1] += next[f];
  memcpy (*start, next, (n_keys + 1) * sizeof (guint32));
  for (guint i = 0; i < n_arcs; i++)
    if (asc_profile_carries (values, self->n_slots, n_arcs, i))
      sorted[next[key[i]]++] = (SortedArc){ asc_profile_sum (self, self->primary, values, n_arcs, i), { .function = other[i], .arc = i } };
  for (guint f = 0; f < n_keys; f++)
    qsort (sorted + (*start)[f], (*start)[f + 1] - (*start)[f], sizeof (SortedArc), compare_arcs);
  for (guint i = 0; i < (*start)[n_keys]; i++)
    (*list)[i] = sorted[i].arc;
}

void
asc_profile_list_arcs (AscProfile *self, guint n_keys, AscArcs *arcs)
{
  list_arcs (self, n_keys, arcs->n, arcs->callee, arcs->caller, arcs->from_callee, &arcs->callers_start, &arcs->callers);
  list_arcs (self, n_keys, arcs->n, arcs->caller, arcs->callee, arcs->from_caller, &arcs->callees_start, &arcs->callees);
}

static int
compare_objects (gconstpointer a, gconstpointer b, gpointer data)
{
  AscProfile *self = ((SortData *) data)->profile;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;
  int c = (y == 0) - (x == 0);

  if (c == 0 && self->metrics->len > 0)
    c = compare_values (asc_profile_get_object_exclusive (self, y, self->primary), asc_profile_get_object_exclusive (self, x, self->primary));
  if (c == 0 && self->metrics->len > 0)
    c = compare_values (asc_profile_get_object_inclusive (self, y, self->primary), asc_profile_get_object_inclusive (self, x, self->primary));
  if (c == 0)
    c = g_strcmp0 (self->objects[x].name, self->objects[y].name);
  return c != 0 ? c : g_strcmp0 (self->objects[x].path, self->objects[y].path);
}

static void
sort_objects (AscProfile *self)
{
  guint n = self->n_objects;
  g_autofree guint32 *order = sequence (n);
  g_autofree guint32 *place = NULL;
  AscObjectRow *rows = g_new (AscObjectRow, n);
  SortData data = { .profile = self };

  g_qsort_with_data (order, (int) n, sizeof (guint32), compare_objects, &data);
  place = invert (order, n);
  for (guint i = 0; i < n; i++)
    rows[i] = self->objects[order[i]];
  g_free (self->objects);
  self->objects = rows;
  permute_columns (self->object_exclusive, self->n_slots, n, order);
  permute_columns (self->object_inclusive, self->n_slots, n, order);
  for (guint f = 1; f < self->n_functions; f++)
    self->functions[f].object_row = place[self->functions[f].object_row];
}

typedef struct
{
  AscProfile *profile;
  AscEntity entity;
  const gint64 *values; /* row-major */
} EntitySort;

static int
compare_entities (gconstpointer a, gconstpointer b, gpointer user_data)
{
  EntitySort *data = user_data;
  const AscEntityRow *x = &g_array_index (data->profile->entities[data->entity], AscEntityRow, *(const guint32 *) a);
  const AscEntityRow *y = &g_array_index (data->profile->entities[data->entity], AscEntityRow, *(const guint32 *) b);
  int c = 0;

  if (data->entity == ASC_ENTITY_CPU)
    return (x->cpu > y->cpu) - (x->cpu < y->cpu);
  if (data->profile->metrics->len > 0)
    {
      const AscProfileMetric *m = g_ptr_array_index (data->profile->metrics, data->profile->primary);
      gint64 vx = 0;
      gint64 vy = 0;

      for (guint k = 0; k < m->n_slots; k++)
        {
          vx += data->values[(gsize) *(const guint32 *) a * data->profile->n_slots + m->slots[k]];
          vy += data->values[(gsize) *(const guint32 *) b * data->profile->n_slots + m->slots[k]];
        }
      c = compare_values (vy, vx);
    }
  if (c == 0)
    c = (x->experiment > y->experiment) - (x->experiment < y->experiment);
  if (c == 0)
    c = (x->pid > y->pid) - (x->pid < y->pid);
  if (c == 0)
    c = (x->tid > y->tid) - (x->tid < y->tid);
  return c != 0 ? c : (x->index > y->index) - (x->index < y->index);
}

/* Sorts an entity's rows, puts <Total> before them and turns the values from row-major to slot-major. */
static void
sort_entities (AscProfile *self, AscEntity entity)
{
  GArray *from = self->entities[entity];
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (AscEntityRow));
  guint n = from->len;
  g_autofree guint32 *order = sequence (n);
  g_autofree gint64 *old = self->entity_values[entity];
  gint64 *values = g_new (gint64, (gsize) (n + 1) * MAX (self->n_slots, 1));
  EntitySort data = { .profile = self, .entity = entity, .values = old };
  AscEntityRow total = { .name = "<Total>", .pid = -1, .tid = -1, .cpu = -1, .index = ASC_NONE };

  g_qsort_with_data (order, (int) n, sizeof (guint32), compare_entities, &data);
  g_array_append_val (rows, total);
  for (guint i = 0; i < n; i++)
    g_array_append_val (rows, g_array_index (from, AscEntityRow, order[i]));
  for (guint s = 0; s < self->n_slots; s++)
    {
      values[(gsize) s * (n + 1)] = self->tree.subtree[(gsize) s * self->tree.n];
      for (guint i = 0; i < n; i++)
        values[(gsize) s * (n + 1) + i + 1] = old[(gsize) order[i] * self->n_slots + s];
    }
  g_array_unref (from);
  self->entities[entity] = rows;
  self->entity_values[entity] = values;
}

void
asc_profile_sort_rows (AscProfile *self)
{
  sort_objects (self);
  sort_functions (self);
  for (guint e = 0; e < G_N_ELEMENTS (self->entities); e++)
    sort_entities (self, e);
  asc_profile_list_arcs (self, self->n_functions, &self->arcs);
}
