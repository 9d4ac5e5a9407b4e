/* asc-file-lines.c: see asc-file-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-file-lines.h"

#include <string.h>

#include "asc-key-sums-private.h"
#include "asc-path.h"

struct _AscFileLines
{
  GObject parent_instance;

  AscLines *lines;
  AscProfile *profile; /* lent by the lines */
  char *file;          /* normalized */
  GArray *rows;        /* AscFileLine */
  guint n_lines;       /* the first rows; the key of row i in the sums is i + 1 */
  GArray *elsewhere;   /* guint32: rows of @lines, of the rows behind */
  AscKeySums sums;
  guint32 *call_start; /* n_lines + 1 */
  AscLineCall *calls;
  gint64 *call_values; /* slot-major */
  guint n_calls;
};

G_DEFINE_FINAL_TYPE (AscFileLines, asc_file_lines, G_TYPE_OBJECT)

static void
asc_file_lines_finalize (GObject *object)
{
  AscFileLines *self = ASC_FILE_LINES (object);

  g_clear_object (&self->lines);
  g_free (self->file);
  g_array_unref (self->rows);
  g_array_unref (self->elsewhere);
  asc_key_sums_clear (&self->sums);
  g_free (self->call_start);
  g_free (self->calls);
  g_free (self->call_values);
  G_OBJECT_CLASS (asc_file_lines_parent_class)->finalize (object);
}

static void
asc_file_lines_class_init (AscFileLinesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_file_lines_finalize;
}

static void
asc_file_lines_init (AscFileLines *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (AscFileLine));
  self->elsewhere = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/* Which of the names of files mean this one; each string is looked at once. */
typedef struct
{
  const char *file;
  GHashTable *answers; /* lent string -> 1 or 2 */
} Names;

static gboolean
means (Names *self, const char *file)
{
  gpointer answer = file != NULL ? g_hash_table_lookup (self->answers, file) : GINT_TO_POINTER (1);
  g_autofree char *normal = NULL;

  if (answer != NULL)
    return answer == GINT_TO_POINTER (2);
  normal = asc_path_normalize (file);
  answer = GINT_TO_POINTER (g_str_equal (normal, self->file) ? 2 : 1);
  g_hash_table_insert (self->answers, (gpointer) file, answer);
  return answer == GINT_TO_POINTER (2);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const AscFileLine *x = a, *y = b;

  return (x->line > y->line) - (x->line < y->line);
}

/* The file's lines; of the rows of one line the first, which is the heaviest, names its function. */
static void
list_lines (AscFileLines *self, Names *names)
{
  guint n = 0;

  for (guint i = 1; i < asc_lines_get_size (self->lines); i++)
    {
      const AscLineRow *row = asc_lines_get (self->lines, i);
      AscFileLine line = { row->line, row->function, NULL };

      if (means (names, row->file))
        g_array_append_val (self->rows, line);
    }
  g_array_sort (self->rows, compare_lines); /* is stable */
  for (guint i = 0; i < self->rows->len; i++)
    {
      const AscFileLine *line = &g_array_index (self->rows, AscFileLine, i);

      if (n == 0 || line->line != g_array_index (self->rows, AscFileLine, n - 1).line)
        g_array_index (self->rows, AscFileLine, n++) = *line;
    }
  g_array_set_size (self->rows, n);
  self->n_lines = n;
}

/* Returns: (transfer full): for each function whether this is its file: that of its definition, else that of its heaviest line */
static gboolean *
list_own_functions (AscFileLines *self, Names *names)
{
  guint n = asc_profile_get_n_functions (self->profile);
  gboolean *own = g_new0 (gboolean, n);
  g_autofree gboolean *known = g_new0 (gboolean, n);

  for (guint i = 1; i < n; i++)
    {
      known[i] = self->profile->functions[i].file != NULL;
      own[i] = known[i] && means (names, self->profile->functions[i].file);
    }
  for (guint i = 1; i < asc_lines_get_size (self->lines); i++)
    {
      const AscLineRow *row = asc_lines_get (self->lines, i);

      if (known[row->function] || row->file == NULL)
        continue;
      known[row->function] = TRUE;
      own[row->function] = means (names, row->file);
    }
  return own;
}

static gboolean
carries (AscFileLines *self, guint row)
{
  for (guint m = 0; m < self->profile->metrics->len; m++)
    if (asc_lines_get_exclusive (self->lines, row, m) != 0 || asc_lines_get_inclusive (self->lines, row, m) != 0)
      return TRUE;
  return FALSE;
}

static void
list_elsewhere (AscFileLines *self, Names *names)
{
  g_autofree gboolean *own = list_own_functions (self, names);

  for (guint32 i = 1; i < asc_lines_get_size (self->lines); i++)
    {
      const AscLineRow *row = asc_lines_get (self->lines, i);
      AscFileLine line = { 0, row->function, row->file };

      if (!own[row->function] || means (names, row->file) || !carries (self, i))
        continue;
      g_array_append_val (self->rows, line);
      g_array_append_val (self->elsewhere, i);
    }
}

/* Returns: (transfer full): the keys of the functions of @part's chains, in their order; 0: not on a line of the file */
static guint32 *
list_keys (AscFileLines *self, const AscPart *part, Names *names)
{
  g_autoptr (GArray) places = g_array_new (FALSE, TRUE, sizeof (AscInputPlace));
  guint32 *keys;
  guint n_frames;

  asc_experiment_get_frames (part->experiment, &n_frames);
  keys = g_new0 (guint32, MAX (part->chain_start[n_frames], 1));
  for (guint i = 0; i < n_frames && part->names->get_places != NULL; i++)
    {
      guint32 start = part->chain_start[i];
      guint n = part->chain_start[i + 1] - start;

      g_array_set_size (places, 0);
      g_array_set_size (places, n);
      part->names->get_places (part->names->data, i, (AscInputPlace *) (gpointer) places->data, n);
      for (guint j = 0; j < n; j++)
        {
          const AscInputPlace *place = &g_array_index (places, AscInputPlace, j);
          guint32 row = place->line != 0 && means (names, place->file) ? asc_file_lines_find (self, place->line) : ASC_NONE;

          keys[start + j] = row != ASC_NONE ? row + 1 : 0;
        }
    }
  return keys;
}

typedef struct
{
  const AscFileLines *self;
  const AscKeyCalls *calls;
} Order;

static gint64
get_call (const AscFileLines *self, const AscKeyCalls *calls, guint32 call, guint metric)
{
  const AscProfileMetric *m = g_ptr_array_index (self->profile->metrics, metric);
  gint64 sum = 0;

  for (guint k = 0; k < m->n_slots; k++)
    sum += g_array_index (calls->values, gint64, (gsize) call * self->profile->n_slots + m->slots[k]);
  return sum;
}

static int
compare_calls (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *order = data;
  guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
  const AscKeyCall *x = &g_array_index (order->calls->calls, AscKeyCall, i), *y = &g_array_index (order->calls->calls, AscKeyCall, j);

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (order->self->profile->metrics->len > 0)
    {
      guint primary = order->self->profile->primary;
      gint64 dx = get_call (order->self, order->calls, i, primary), dy = get_call (order->self, order->calls, j, primary);

      if (dx != dy)
        return dx < dy ? 1 : -1;
    }
  return (x->function > y->function) - (x->function < y->function);
}

static gboolean
call_carries (const AscKeyCalls *calls, guint n_slots, guint32 call)
{
  for (guint s = 0; s < n_slots; s++)
    if (g_array_index (calls->values, gint64, (gsize) call * n_slots + s) != 0)
      return TRUE;
  return FALSE;
}

static void
take_calls (AscFileLines *self, const AscKeyCalls *calls)
{
  guint n = calls->calls->len, n_slots = self->profile->n_slots;
  g_autofree guint32 *order = g_new (guint32, MAX (n, 1));

  /* Of recursion through the line nothing may be left. */
  n = 0;
  for (guint32 i = 0; i < calls->calls->len; i++)
    if (call_carries (calls, n_slots, i))
      order[n++] = i;
  g_qsort_with_data (order, (int) n, sizeof (guint32), compare_calls, &(Order){ self, calls });
  self->n_calls = n;
  self->call_start = g_new0 (guint32, (gsize) self->n_lines + 1);
  self->calls = g_new (AscLineCall, MAX (n, 1));
  self->call_values = g_new (gint64, (gsize) MAX (n, 1) * MAX (n_slots, 1));
  for (guint32 i = 0; i < n; i++)
    {
      const AscKeyCall *call = &g_array_index (calls->calls, AscKeyCall, order[i]);

      self->calls[i] = (AscLineCall){ call->function, i };
      self->call_start[call->key]++;
      for (guint s = 0; s < n_slots; s++)
        self->call_values[(gsize) s * n + i] = g_array_index (calls->values, gint64, (gsize) order[i] * n_slots + s);
    }
  for (guint i = 0; i < self->n_lines; i++)
    self->call_start[i + 1] += self->call_start[i];
}

AscFileLines *
asc_file_lines_compute (AscLines *lines, const char *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscFileLines) self = g_object_new (ASC_TYPE_FILE_LINES, NULL);
  g_autoptr (GHashTable) answers = g_hash_table_new (NULL, NULL);
  Names names = { .answers = answers };
  AscKeyCalls calls;

  self->lines = g_object_ref (lines);
  self->profile = asc_lines_get_profile (lines);
  self->file = asc_path_normalize (file);
  names.file = self->file;
  list_lines (self, &names);
  list_elsewhere (self, &names);
  asc_key_sums_init (&self->sums, self->profile, self->n_lines + 1);
  asc_key_calls_init (&calls);
  for (guint p = 0; p < self->profile->n_parts && self->n_lines > 0 && !g_cancellable_is_cancelled (cancellable); p++)
    {
      g_autofree guint32 *keys = list_keys (self, &self->profile->parts[p], &names);

      asc_key_sums_add_with_calls (&self->sums, p, self->profile->parts[p].chain_start, keys, &calls);
    }
  take_calls (self, &calls);
  asc_key_calls_clear (&calls);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

const char *
asc_file_lines_get_file (AscFileLines *self)
{
  return self->file;
}

AscLines *
asc_file_lines_get_lines (AscFileLines *self)
{
  return self->lines;
}

guint
asc_file_lines_get_size (AscFileLines *self)
{
  return self->rows->len;
}

guint
asc_file_lines_get_n_lines (AscFileLines *self)
{
  return self->n_lines;
}

const AscFileLine *
asc_file_lines_get (AscFileLines *self, guint row)
{
  g_return_val_if_fail (row < self->rows->len, NULL);
  return &g_array_index (self->rows, AscFileLine, row);
}

gint64
asc_file_lines_get_exclusive (AscFileLines *self, guint row, guint metric)
{
  if (row < self->n_lines)
    return asc_key_sums_get_exclusive (&self->sums, row + 1, metric);
  return asc_lines_get_exclusive (self->lines, g_array_index (self->elsewhere, guint32, row - self->n_lines), metric);
}

gint64
asc_file_lines_get_inclusive (AscFileLines *self, guint row, guint metric)
{
  if (row < self->n_lines)
    return asc_key_sums_get_inclusive (&self->sums, row + 1, metric);
  return asc_lines_get_inclusive (self->lines, g_array_index (self->elsewhere, guint32, row - self->n_lines), metric);
}

guint32
asc_file_lines_find (AscFileLines *self, guint32 line)
{
  guint32 low = 0, high = self->n_lines;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (g_array_index (self->rows, AscFileLine, middle).line < line)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n_lines && g_array_index (self->rows, AscFileLine, low).line == line ? low : ASC_NONE;
}

gint64
asc_file_lines_get_largest (AscFileLines *self, guint metric)
{
  gint64 largest = 0;

  for (guint i = 0; i < self->n_lines; i++)
    largest = MAX (largest, asc_file_lines_get_exclusive (self, i, metric));
  return largest;
}

static int hot_percent = ASC_HOT_LINE_PERCENT;

guint
asc_hot_lines_get_percent (void)
{
  return (guint) g_atomic_int_get (&hot_percent);
}

void
asc_hot_lines_set_percent (guint percent)
{
  g_atomic_int_set (&hot_percent, (int) CLAMP (percent, 1, 100));
}

gboolean
asc_file_lines_is_hot (AscFileLines *self, guint row, guint metric, gint64 largest)
{
  gint64 value = largest > 0 && row < self->n_lines ? asc_file_lines_get_exclusive (self, row, metric) : 0;

  return value > 0 && (double) value * 100 >= (double) largest * asc_hot_lines_get_percent ();
}

const AscLineCall *
asc_file_lines_get_calls (AscFileLines *self, guint row, guint *n_calls)
{
  *n_calls = row < self->n_lines ? self->call_start[row + 1] - self->call_start[row] : 0;
  return *n_calls > 0 ? &self->calls[self->call_start[row]] : NULL;
}

gint64
asc_file_lines_get_call_value (AscFileLines *self, guint32 call, guint metric)
{
  return asc_profile_sum (self->profile, metric, self->call_values, self->n_calls, call);
}
