/* asc-pcs.c: see asc-pcs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-pcs.h"

#include "asc-key-sums-private.h"
#include "asc-map.h"

struct _AscPcs
{
  GObject parent_instance;

  AscProfile *profile;
  AscPcRow *rows;
  AscKeySums sums;
};

G_DEFINE_FINAL_TYPE (AscPcs, asc_pcs, G_TYPE_OBJECT)

static void
asc_pcs_finalize (GObject *object)
{
  AscPcs *self = ASC_PCS (object);

  g_clear_object (&self->profile);
  g_free (self->rows);
  asc_key_sums_clear (&self->sums);
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

static int
compare_rows (guint32 a, guint32 b, gconstpointer data)
{
  const AscPcs *self = data;
  const AscPcRow *x = &self->rows[a], *y = &self->rows[b];

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return (x->function > y->function) - (x->function < y->function);
}

static void
sort_rows (AscPcs *self)
{
  g_autofree guint32 *order = asc_key_sums_sort (&self->sums, compare_rows, self);
  AscPcRow *rows = g_new (AscPcRow, self->sums.n);

  for (guint i = 0; i < self->sums.n; i++)
    rows[i] = self->rows[order[i]];
  g_free (self->rows);
  self->rows = rows;
}

/* A frame has one address. */
static void
add_part (AscPcs *self, guint p, const guint32 *of_frame)
{
  g_autofree guint32 *start = NULL;
  guint n_frames;

  asc_experiment_get_frames (self->profile->parts[p].experiment, &n_frames);
  start = g_new (guint32, (gsize) n_frames + 1);
  for (guint i = 0; i <= n_frames; i++)
    start[i] = i;
  asc_key_sums_add (&self->sums, p, start, of_frame);
}

AscPcs *
asc_pcs_compute (AscProfile *profile, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscPcs) self = g_object_new (ASC_TYPE_PCS, NULL);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (AscPcRow));
  g_autoptr (GPtrArray) of_frame = g_ptr_array_new_with_free_func (g_free);
  guint32 no_stack = asc_profile_find_no_stack (profile), no_stack_row = ASC_NONE;
  AscMap map;

  self->profile = g_object_ref (profile);
  g_array_append_val (rows, ((AscPcRow){ .function = ASC_FUNCTION_TOTAL }));
  asc_map_init (&map, 1024);
  for (guint p = 0; p < profile->n_parts; p++)
    {
      guint n_frames;

      asc_experiment_get_frames (profile->parts[p].experiment, &n_frames);
      g_ptr_array_add (of_frame, g_new (guint32, MAX (n_frames, 1)));
      add_rows (profile, &profile->parts[p], rows, &map, of_frame->pdata[p]);
    }
  asc_map_clear (&map);
  if (no_stack != ASC_NONE)
    {
      no_stack_row = rows->len;
      g_array_append_val (rows, ((AscPcRow){ .function = profile->tree.function[no_stack] }));
    }
  asc_key_sums_init (&self->sums, profile, rows->len);
  self->rows = (AscPcRow *) (gpointer) g_array_free (rows, FALSE);
  for (guint p = 0; p < profile->n_parts && !g_cancellable_is_cancelled (cancellable); p++)
    add_part (self, p, of_frame->pdata[p]);
  asc_key_sums_add_total (&self->sums, no_stack_row);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  sort_rows (self);
  return g_steal_pointer (&self);
}

guint
asc_pcs_get_size (AscPcs *self)
{
  return self->sums.n;
}

const AscPcRow *
asc_pcs_get (AscPcs *self, guint row)
{
  g_return_val_if_fail (row < self->sums.n, NULL);
  return &self->rows[row];
}

gint64
asc_pcs_get_exclusive (AscPcs *self, guint row, guint metric)
{
  return asc_key_sums_get_exclusive (&self->sums, row, metric);
}

gint64
asc_pcs_get_inclusive (AscPcs *self, guint row, guint metric)
{
  return asc_key_sums_get_inclusive (&self->sums, row, metric);
}
