/* asc-function-code.c: see asc-function-code.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include <string.h>

#include "asc-build-id.h"

struct _AscFunctionCode
{
  GObject parent_instance;

  AscProfile *profile;
  guint32 function;
  AscDisassembly *disassembly;
  AscCodeMetrics *metrics;
  AscJumps *jumps;
  GArray *rows;      /* AscCodeRow */
  char **line_texts; /* by row; NULL for instructions */
  guint32 *row_of;   /* by instruction */
  GHashTable *texts; /* file, lent by the disassembly -> AscSourceText, or NULL */
};

G_DEFINE_FINAL_TYPE (AscFunctionCode, asc_function_code, G_TYPE_OBJECT)

static void
asc_function_code_finalize (GObject *object)
{
  AscFunctionCode *self = ASC_FUNCTION_CODE (object);

  g_clear_object (&self->profile);
  g_hash_table_unref (self->texts);
  g_clear_object (&self->disassembly);
  g_clear_object (&self->metrics);
  g_clear_pointer (&self->jumps, asc_jumps_free);
  for (guint i = 0; self->line_texts != NULL && i < self->rows->len; i++)
    g_free (self->line_texts[i]);
  g_free (self->line_texts);
  g_array_unref (self->rows);
  g_free (self->row_of);
  G_OBJECT_CLASS (asc_function_code_parent_class)->finalize (object);
}

static void
asc_function_code_class_init (AscFunctionCodeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_function_code_finalize;
}

static void
free_text (gpointer text)
{
  if (text != NULL)
    asc_source_text_free (text);
}

static void
asc_function_code_init (AscFunctionCode *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (AscCodeRow));
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_text);
}

/* An inlined function is known by its name alone. */
static void
fail (AscProfile *profile, guint32 function, GError **error)
{
  const AscFunctionRow *row = asc_profile_get_function (profile, function);

  g_set_error (error, ASC_DISASSEMBLY_ERROR, ASC_DISASSEMBLY_ERROR_NO_CODE,
               row->object != NULL ? "%s has no machine code of its own: it was inlined wherever it is called" : "%s is no machine code", row->name);
}

static AscDisassembly *
disassemble (AscProfile *profile, GPtrArray *symbols, guint32 function, const AscSymbolOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) first = NULL;
  guint32 number;

  for (guint e = 0; asc_profile_find_input (profile, function, &e, &number); e++)
    {
      AscSymbols *names = g_ptr_array_index (symbols, e);
      guint n;
      const AscFunction *f = &asc_symbols_get_functions (names, &n)[number];
      const AscCodeRange range = { f->object, f->address, f->size };
      AscDisassembly *disassembly;

      if (f->object == ASC_NONE || f->address == 0)
        continue;
      disassembly = asc_disassembly_load (names, &range, options, cancellable, first == NULL ? &first : NULL);
      if (disassembly != NULL)
        return disassembly;
      if (g_cancellable_is_cancelled (cancellable))
        break;
    }
  if (first != NULL)
    g_propagate_error (error, g_steal_pointer (&first));
  else
    fail (profile, function, error);
  return NULL;
}

typedef struct
{
  GPtrArray *symbols; /* AscSymbols */
  AscBuildId build_id;
} Build;

static gboolean
is_of_object (gconstpointer data, guint experiment, guint32 number)
{
  const Build *build = data;
  AscExperiment *recorded = asc_symbols_get_experiment (g_ptr_array_index (build->symbols, experiment));
  guint n_objects;
  const AscObject *objects = asc_experiment_get_objects (recorded, &n_objects);
  AscBuildId build_id;

  if (number == ASC_NONE || build->build_id.size == 0)
    return number != ASC_NONE;
  build_id = asc_build_id_make (objects[number].build_id, objects[number].build_id_size);
  return build_id.size == 0 || asc_build_id_equal (&build_id, &build->build_id);
}

static AscCodeMetrics *
weigh (AscProfile *profile, GPtrArray *symbols, guint32 function, AscDisassembly *disassembly, GCancellable *cancellable, GError **error)
{
  guint n = asc_disassembly_get_size (disassembly), size;
  g_autofree guint64 *starts = g_new (guint64, MAX (n, 1));
  const guint8 *bytes = asc_disassembly_get_build_id (disassembly, &size);
  Build build = { symbols, asc_build_id_make (bytes, size) };
  AscCode code = { .starts = starts, .n = n, .is_of_object = is_of_object, .data = &build };

  for (guint i = 0; i < n; i++)
    starts[i] = asc_disassembly_get (disassembly, i)->address;
  if (n > 0)
    code.end = starts[n - 1] + asc_disassembly_get (disassembly, n - 1)->size;
  return asc_code_metrics_compute (profile, function, &code, cancellable, error);
}

static gboolean
is_same_line (const AscInstruction *a, const AscInstruction *b)
{
  return a->line == b->line && (a->file == b->file || g_strcmp0 (a->file, b->file) == 0);
}

static void
list_rows (AscFunctionCode *self)
{
  guint n = asc_disassembly_get_size (self->disassembly);
  const AscInstruction *before = NULL;

  self->row_of = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    {
      const AscInstruction *instruction = asc_disassembly_get (self->disassembly, i);

      if (instruction->file != NULL && instruction->line != 0 && (before == NULL || !is_same_line (instruction, before)))
        {
          g_array_append_val (self->rows, ((AscCodeRow){ i, TRUE }));
          before = instruction;
        }
      self->row_of[i] = self->rows->len;
      g_array_append_val (self->rows, ((AscCodeRow){ i, FALSE }));
    }
}

/* Each file is looked for once; a program's inlined code comes from some dozen. */
static void
read_sources (AscFunctionCode *self, GPtrArray *symbols, const AscSourceOptions *options, GCancellable *cancellable)
{
  for (guint i = 0; i < asc_disassembly_get_size (self->disassembly); i++)
    {
      const char *file = asc_disassembly_get (self->disassembly, i)->file;
      g_auto (AscFoundSource) found = { 0 };

      if (file == NULL || g_hash_table_contains (self->texts, file) || g_cancellable_is_cancelled (cancellable))
        continue;
      found = asc_locate_source (self->profile, symbols, self->function, file, options, cancellable);
      g_hash_table_insert (self->texts, (gpointer) file, found.path != NULL ? asc_found_source_read (&found, NULL) : NULL);
    }
}

static void
make_line_texts (AscFunctionCode *self)
{
  self->line_texts = g_new0 (char *, MAX (self->rows->len, 1));
  for (guint i = 0; i < self->rows->len; i++)
    {
      const AscCodeRow *row = &g_array_index (self->rows, AscCodeRow, i);
      const AscInstruction *instruction = asc_disassembly_get (self->disassembly, row->instruction);
      g_autofree char *base = NULL, *text = NULL;

      if (!row->is_line)
        continue;
      base = g_path_get_basename (instruction->file);
      text = asc_function_code_dup_line (self, instruction->file, instruction->line);
      self->line_texts[i] = g_strdup_printf ("%s:%u  %s", base, instruction->line, text != NULL ? text : instruction->function != NULL ? instruction->function : "");
    }
}

AscFunctionCode *
asc_function_code_load (AscProfile *profile, GPtrArray *symbols, guint32 function, const AscSymbolOptions *find, const AscSourceOptions *source, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (AscFunctionCode) self = g_object_new (ASC_TYPE_FUNCTION_CODE, NULL);

  self->profile = g_object_ref (profile);
  self->function = function;
  self->disassembly = disassemble (profile, symbols, function, find, cancellable, error);
  if (self->disassembly == NULL)
    return NULL;
  self->metrics = weigh (profile, symbols, function, self->disassembly, cancellable, error);
  if (self->metrics == NULL)
    return NULL;
  self->jumps = asc_jumps_new (self->disassembly);
  list_rows (self);
  read_sources (self, symbols, source, cancellable);
  make_line_texts (self);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

guint32
asc_function_code_get_function (AscFunctionCode *self)
{
  return self->function;
}

AscDisassembly *
asc_function_code_get_disassembly (AscFunctionCode *self)
{
  return self->disassembly;
}

AscCodeMetrics *
asc_function_code_get_metrics (AscFunctionCode *self)
{
  return self->metrics;
}

AscJumps *
asc_function_code_get_jumps (AscFunctionCode *self)
{
  return self->jumps;
}

guint
asc_function_code_get_n_rows (AscFunctionCode *self)
{
  return self->rows->len;
}

const AscCodeRow *
asc_function_code_get_row (AscFunctionCode *self, guint row)
{
  g_return_val_if_fail (row < self->rows->len, NULL);
  return &g_array_index (self->rows, AscCodeRow, row);
}

const char *
asc_function_code_get_row_text (AscFunctionCode *self, guint row)
{
  g_return_val_if_fail (row < self->rows->len, NULL);
  return self->line_texts[row] != NULL ? self->line_texts[row] : asc_disassembly_get (self->disassembly, g_array_index (self->rows, AscCodeRow, row).instruction)->text;
}

guint
asc_function_code_find_row (AscFunctionCode *self, guint32 i)
{
  return self->row_of[i];
}

char *
asc_function_code_dup_line (AscFunctionCode *self, const char *file, guint32 line)
{
  AscSourceText *text = g_hash_table_lookup (self->texts, file);
  gsize length;
  const char *start;
  g_autofree char *copy = NULL;

  if (text == NULL || line == 0 || line > asc_source_text_get_n_lines (text))
    return NULL;
  start = asc_source_text_get_line (text, line, &length);
  copy = g_strndup (start, length);
  return g_strdup (g_strstrip (copy));
}

guint32
asc_function_code_find_hottest (AscFunctionCode *self, guint metric)
{
  guint n = asc_disassembly_get_size (self->disassembly);
  guint32 best = 0;

  for (guint32 i = 1; i < n; i++)
    {
      gint64 delta = asc_code_metrics_get_exclusive (self->metrics, i, metric) - asc_code_metrics_get_exclusive (self->metrics, best, metric);

      if (delta > 0 || (delta == 0 && asc_code_metrics_get_inclusive (self->metrics, i, metric) > asc_code_metrics_get_inclusive (self->metrics, best, metric)))
        best = i;
    }
  return best;
}

gint64
asc_function_code_get_largest (AscFunctionCode *self, guint metric)
{
  guint n = asc_disassembly_get_size (self->disassembly);
  gint64 largest = 0;

  for (guint32 i = 0; i < n; i++)
    largest = MAX (largest, asc_code_metrics_get_exclusive (self->metrics, i, metric));
  return largest;
}

gboolean
asc_function_code_is_hot (AscFunctionCode *self, guint32 i, guint metric, gint64 largest)
{
  gint64 value = largest > 0 ? asc_code_metrics_get_exclusive (self->metrics, i, metric) : 0;

  return value > 0 && (double) value * 100 >= (double) largest * asc_hot_lines_get_percent ();
}
