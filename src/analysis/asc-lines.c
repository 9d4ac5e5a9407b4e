/* asc-lines.c: see asc-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-lines.h"

#include "asc-key-sums-private.h"
#include "asc-map.h"
#include "asc-path.h"
#include "asc-strings.h"

struct _AscLines
{
  GObject parent_instance;

  AscProfile *profile;
  AscStrings *files;
  AscLineRow *rows;
  AscKeySums sums;
};

G_DEFINE_FINAL_TYPE (AscLines, asc_lines, G_TYPE_OBJECT)

static void
asc_lines_finalize (GObject *object)
{
  AscLines *self = ASC_LINES (object);

  g_clear_object (&self->profile);
  g_clear_pointer (&self->files, asc_strings_free);
  g_free (self->rows);
  asc_key_sums_clear (&self->sums);
  G_OBJECT_CLASS (asc_lines_parent_class)->finalize (object);
}

static void
asc_lines_class_init (AscLinesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_lines_finalize;
}

static void
asc_lines_init (AscLines *self)
{
  self->files = asc_strings_new ();
}

/* The rows as they are found. */
typedef struct
{
  GArray *rows; /* AscLineRow */
  AscMap map;   /* hash -> row */
} Found;

static guint32
find_row (AscLines *self, Found *found, guint32 function, const AscInputPlace *place)
{
  /* A file without a line tells nothing of the line. */
  gboolean is_known = place->file != NULL && place->line != 0;
  guint32 file = is_known ? asc_strings_intern (self->files, place->file) : 0;
  AscLineRow row = { .function = function,
                     .line = is_known ? place->line : 0,
                     .file = is_known ? asc_strings_get (self->files, file) : NULL };
  guint64 key = asc_hash_add (asc_hash_add (file, row.line), function);

  for (;; key = asc_hash_u64 (key + 1))
    {
      gboolean is_new;
      guint32 *at = asc_map_insert (&found->map, key, &is_new);
      const AscLineRow *have;

      if (is_new)
        {
          *at = found->rows->len;
          g_array_append_val (found->rows, row);
        }
      have = &g_array_index (found->rows, AscLineRow, *at);
      if (have->function == row.function && have->line == row.line && have->file == row.file)
        return *at;
    }
}

/* Returns: (transfer full): the rows of the functions of @part's chains, in the chains' order */
static guint32 *
list_keys (AscLines *self, const AscPart *part, Found *found)
{
  g_autoptr (GArray) places = g_array_new (FALSE, TRUE, sizeof (AscInputPlace));
  guint32 *keys;
  guint n_frames;

  asc_experiment_get_frames (part->experiment, &n_frames);
  keys = g_new (guint32, MAX (part->chain_start[n_frames], 1));
  for (guint i = 0; i < n_frames; i++)
    {
      guint32 start = part->chain_start[i];
      guint n = part->chain_start[i + 1] - start;

      g_array_set_size (places, 0);
      g_array_set_size (places, n);
      if (part->names->get_places != NULL)
        part->names->get_places (part->names->data, i, (AscInputPlace *)(gpointer)places->data, n);
      for (guint j = 0; j < n; j++)
        keys[start + j] = find_row (self, found, part->chains[start + j], &g_array_index (places, AscInputPlace, j));
    }
  return keys;
}

static int
compare_rows (guint32 a, guint32 b, gconstpointer data)
{
  const AscLines *self = data;
  const AscLineRow *x = &self->rows[a], *y = &self->rows[b];
  int order = g_strcmp0 (x->file, y->file);

  if (order != 0)
    return order;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (x->function > y->function) - (x->function < y->function);
}

static void
sort_rows (AscLines *self)
{
  g_autofree guint32 *order = asc_key_sums_sort (&self->sums, compare_rows, self);
  AscLineRow *rows = g_new (AscLineRow, self->sums.n);

  for (guint i = 0; i < self->sums.n; i++)
    rows[i] = self->rows[order[i]];
  g_free (self->rows);
  self->rows = rows;
}

AscLines *
asc_lines_compute (AscProfile *profile, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscLines) self = g_object_new (ASC_TYPE_LINES, NULL);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  Found found = { .rows = g_array_new (FALSE, FALSE, sizeof (AscLineRow)) };
  guint32 no_stack = asc_profile_find_no_stack (profile), no_stack_row = ASC_NONE;

  self->profile = g_object_ref (profile);
  asc_map_init (&found.map, 1024);
  g_array_append_val (found.rows, ((AscLineRow){ .function = ASC_FUNCTION_TOTAL }));
  for (guint p = 0; p < profile->n_parts; p++)
    g_ptr_array_add (keys, list_keys (self, &profile->parts[p], &found));
  asc_map_clear (&found.map);
  if (no_stack != ASC_NONE)
    {
      no_stack_row = found.rows->len;
      g_array_append_val (found.rows, ((AscLineRow){ .function = profile->tree.function[no_stack] }));
    }
  asc_key_sums_init (&self->sums, profile, found.rows->len);
  self->rows = (AscLineRow *)(gpointer)g_array_free (found.rows, FALSE);
  for (guint p = 0; p < profile->n_parts && !g_cancellable_is_cancelled (cancellable); p++)
    asc_key_sums_add (&self->sums, p, profile->parts[p].chain_start, keys->pdata[p]);
  asc_key_sums_add_total (&self->sums, no_stack_row);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  sort_rows (self);
  return g_steal_pointer (&self);
}

AscProfile *
asc_lines_get_profile (AscLines *self)
{
  return self->profile;
}

guint
asc_lines_get_size (AscLines *self)
{
  return self->sums.n;
}

const AscLineRow *
asc_lines_get (AscLines *self, guint row)
{
  g_return_val_if_fail (row < self->sums.n, NULL);
  return &self->rows[row];
}

gint64
asc_lines_get_exclusive (AscLines *self, guint row, guint metric)
{
  return asc_key_sums_get_exclusive (&self->sums, row, metric);
}

gint64
asc_lines_get_inclusive (AscLines *self, guint row, guint metric)
{
  return asc_key_sums_get_inclusive (&self->sums, row, metric);
}

guint32
asc_lines_find_hottest (AscLines *self, guint32 function, guint metric)
{
  const char *definition = asc_profile_get_function (self->profile, function)->file;
  g_autofree char *home = definition != NULL ? asc_path_normalize (definition) : NULL;
  guint32 best = ASC_NONE;
  gboolean best_is_home = FALSE;

  for (guint32 i = 1; i < self->sums.n; i++)
    {
      const AscLineRow *row = &self->rows[i];
      g_autofree char *file = row->function == function && row->file != NULL ? asc_path_normalize (row->file) : NULL;
      gboolean is_home = file != NULL && g_strcmp0 (file, home) == 0;
      gint64 more;

      if (file == NULL || (best_is_home && !is_home))
        continue;
      more = best == ASC_NONE || is_home != best_is_home ? 1 : asc_lines_get_exclusive (self, i, metric) - asc_lines_get_exclusive (self, best, metric);
      if (more > 0 || (more == 0 && asc_lines_get_inclusive (self, i, metric) > asc_lines_get_inclusive (self, best, metric)))
        {
          best = i;
          best_is_home = is_home;
        }
    }
  return best;
}
