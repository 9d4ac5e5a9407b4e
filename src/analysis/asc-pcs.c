/* asc-pcs.c: see asc-pcs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-pcs.h"

#include "asc-map.h"
#include "asc-profile-private.h"
#include "asc-walk-private.h"

struct _AscPcs
{
  GObject parent_instance;

  AscProfile *profile;
  guint n;
  AscPcRow *rows;
  gint64 *exclusive; /* slot-major */
  gint64 *inclusive;
};

G_DEFINE_FINAL_TYPE (AscPcs, asc_pcs, G_TYPE_OBJECT)

static void
asc_pcs_finalize (GObject *object)
{
  AscPcs *self = ASC_PCS (object);

  g_clear_object (&self->profile);
  g_free (self->rows);
  g_free (self->exclusive);
  g_free (self->inclusive);
  G_OBJECT_CLASS (asc_pcs_parent_class)->finalize (object);
}

static void
asc_pcs_class_init (AscPcsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_pcs_finalize;
}

static void
asc_pcs_init (AscPcs *self)
{
}

/* A row for each distinct address and function; *of_frame: row of each frame of @part. A function of a frame is the one that holds its code, not one inlined there. */
static void
add_rows (AscProfile *profile, const AscPart *part, GArray *rows, AscMap *map, guint32 *of_frame)
{
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (part->experiment, &n_frames);

  for (guint i = 0; i < n_frames; i++)
    {
      guint32 function = part->chains[part->chain_start[i + 1] - 1];
      gboolean named = (frames[i].flags & ASC_FRAME_NAMED) != 0;
      AscPcRow row = { .function = function, .address = named ? 0 : part->names->get_elf_address (part->names->data, i) };
      guint64 key = asc_hash_add (row.address, function);

      row.offset = (gint64) (row.address - profile->functions[function].address);
      for (;;)
        {
          gboolean is_new;
          guint32 *at = asc_map_insert (map, key, &is_new);
          const AscPcRow *have;

          if (is_new)
            {
              *at = rows->len;
              g_array_append_val (rows, row);
            }
          have = &g_array_index (rows, AscPcRow, *at);
          of_frame[i] = *at;
          if (have->address == row.address && have->function == function)
            break;
          key = asc_hash_u64 (key + 1);
        }
    }
}

/* The call-tree node of the events without a stack, or ASC_NONE. */
static guint32
find_no_stack (AscProfile *profile)
{
  for (guint p = 0; p < profile->n_parts; p++)
    {
      guint32 node = profile->parts[p].node_map[asc_experiment_get_stacks (profile->parts[p].experiment)->n_nodes];

      if (node != ASC_NONE)
        return node;
    }
  return ASC_NONE;
}

/* Adds up one experiment. Exclusive from the leaf, inclusive once an event however often the address stands in its stack. */
static void
sum_part (AscPcs *self, guint p, const guint32 *of_frame)
{
  AscProfile *profile = self->profile;
  const AscStacks *stacks = asc_experiment_get_stacks (profile->parts[p].experiment);
  guint n = stacks->n_nodes;
  g_autofree gint64 *values = g_new0 (gint64, (gsize) MAX (profile->n_slots, 1) * MAX (n, 1));
  g_autofree guint32 *key = g_new (guint32, (gsize) n + 1);
  g_autofree guint32 *parent = g_new (guint32, (gsize) n + 1);
  AscWalk walk;

  asc_profile_weigh_nodes (profile, p, values);
  key[0] = 0;
  parent[0] = ASC_NONE;
  for (guint i = 0; i < n; i++)
    {
      key[i + 1] = of_frame[stacks->frame[i]];
      parent[i + 1] = stacks->parent[i] != ASC_NONE ? stacks->parent[i] + 1 : 0;
      for (guint s = 0; s < profile->n_slots; s++)
        self->exclusive[(gsize) s * self->n + key[i + 1]] += values[(gsize) s * n + i];
    }
  for (guint s = 0; s < profile->n_slots; s++)
    for (guint i = n; i-- > 0;)
      if (stacks->parent[i] != ASC_NONE)
        values[(gsize) s * n + stacks->parent[i]] += values[(gsize) s * n + i];
  asc_walk_init (&walk, n + 1, parent, key, self->n); /* row 0 is <Total>, which no frame has */
  for (guint i = 1; i <= n; i++)
    if (asc_walk_enter (&walk, i) == ASC_NONE)
      for (guint s = 0; s < profile->n_slots; s++)
        self->inclusive[(gsize) s * self->n + key[i]] += values[(gsize) s * n + i - 1];
  asc_walk_clear (&walk);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  AscPcs *self = user_data;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;
  guint primary = self->profile->primary;

  if (x == 0 || y == 0)
    return (y == 0) - (x == 0);
  if (self->profile->metrics->len > 0)
    {
      gint64 dx = asc_pcs_get_exclusive (self, x, primary);
      gint64 dy = asc_pcs_get_exclusive (self, y, primary);

      if (dx == dy)
        {
          dx = asc_pcs_get_inclusive (self, x, primary);
          dy = asc_pcs_get_inclusive (self, y, primary);
        }
      if (dx != dy)
        return dx < dy ? 1 : -1;
    }
  if (self->rows[x].address != self->rows[y].address)
    return self->rows[x].address < self->rows[y].address ? -1 : 1;
  return (self->rows[x].function > self->rows[y].function) - (self->rows[x].function < self->rows[y].function);
}

static void
sort_rows (AscPcs *self)
{
  g_autofree guint32 *order = g_new (guint32, self->n);
  AscPcRow *rows = g_new (AscPcRow, self->n);
  gsize size = (gsize) MAX (self->profile->n_slots, 1) * self->n;
  gint64 *exclusive = g_new0 (gint64, size);
  gint64 *inclusive = g_new0 (gint64, size);

  for (guint i = 0; i < self->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) self->n, sizeof (guint32), compare_rows, self);
  for (guint i = 0; i < self->n; i++)
    {
      rows[i] = self->rows[order[i]];
      for (guint s = 0; s < self->profile->n_slots; s++)
        {
          exclusive[(gsize) s * self->n + i] = self->exclusive[(gsize) s * self->n + order[i]];
          inclusive[(gsize) s * self->n + i] = self->inclusive[(gsize) s * self->n + order[i]];
        }
    }
  g_free (self->rows);
  g_free (self->exclusive);
  g_free (self->inclusive);
  self->rows = rows;
  self->exclusive = exclusive;
  self->inclusive = inclusive;
}

AscPcs *
asc_pcs_compute (AscProfile *profile, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscPcs) self = g_object_new (ASC_TYPE_PCS, NULL);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (AscPcRow));
  g_autofree guint32 **of_frame = g_new0 (guint32 *, MAX (profile->n_parts, 1));
  guint32 no_stack = find_no_stack (profile);
  AscMap map;

  self->profile = g_object_ref (profile);
  g_array_append_val (rows, ((AscPcRow){ .function = ASC_FUNCTION_TOTAL }));
  asc_map_init (&map, 1024);
  for (guint p = 0; p < profile->n_parts; p++)
    {
      guint n_frames;

      asc_experiment_get_frames (profile->parts[p].experiment, &n_frames);
      of_frame[p] = g_new (guint32, MAX (n_frames, 1));
      add_rows (profile, &profile->parts[p], rows, &map, of_frame[p]);
    }
  asc_map_clear (&map);
  if (no_stack != ASC_NONE)
    g_array_append_val (rows, ((AscPcRow){ .function = profile->tree.function[no_stack] }));
  self->n = rows->len;
  self->rows = (AscPcRow *) (gpointer) g_array_free (rows, FALSE);
  self->exclusive = g_new0 (gint64, (gsize) MAX (profile->n_slots, 1) * self->n);
  self->inclusive = g_new0 (gint64, (gsize) MAX (profile->n_slots, 1) * self->n);
  for (guint p = 0; p < profile->n_parts; p++)
    {
      if (!g_cancellable_is_cancelled (cancellable))
        sum_part (self, p, of_frame[p]);
      g_free (of_frame[p]);
    }
  for (guint s = 0; s < profile->n_slots && no_stack != ASC_NONE; s++) /* its row is the last */
    self->exclusive[(gsize) (s + 1) * self->n - 1] = self->inclusive[(gsize) (s + 1) * self->n - 1] = profile->tree.self[(gsize) s * profile->tree.n + no_stack];
  for (guint s = 0; s < profile->n_slots; s++)
    self->exclusive[(gsize) s * self->n] = self->inclusive[(gsize) s * self->n] = profile->tree.subtree[(gsize) s * profile->tree.n];
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  sort_rows (self);
  return g_steal_pointer (&self);
}

guint
asc_pcs_get_size (AscPcs *self)
{
  return self->n;
}

const AscPcRow *
asc_pcs_get (AscPcs *self, guint row)
{
  g_return_val_if_fail (row < self->n, NULL);
  return &self->rows[row];
}

gint64
asc_pcs_get_exclusive (AscPcs *self, guint row, guint metric)
{
  return asc_profile_sum (self->profile, metric, self->exclusive, self->n, row);
}

gint64
asc_pcs_get_inclusive (AscPcs *self, guint row, guint metric)
{
  return asc_profile_sum (self->profile, metric, self->inclusive, self->n, row);
}
