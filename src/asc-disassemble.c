/* asc-disassemble.c: the instructions of a profile's function, and their metrics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include "asc-build-id.h"

/* An inlined function is known by its name alone. */
static void
fail (AscProfile *profile, guint32 function, GError **error)
{
  const AscFunctionRow *row = asc_profile_get_function (profile, function);

  g_set_error (error, ASC_DISASSEMBLY_ERROR, ASC_DISASSEMBLY_ERROR_NO_CODE,
               row->object != NULL ? "%s has no machine code of its own: it was inlined wherever it is called" : "%s is no machine code", row->name);
}

AscDisassembly *
asc_profile_disassemble (AscProfile *profile, GPtrArray *symbols, guint32 function, const AscSymbolOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) first = NULL;
  guint32 number;

  for (guint e = 0; asc_profile_find_input (profile, function, &e, &number); e++)
    {
      guint n;
      const AscFunction *f = &asc_symbols_get_functions (g_ptr_array_index (symbols, e), &n)[number];
      const AscCodeRange range = { f->object, f->address, f->size };
      AscDisassembly *disassembly;

      if (f->object == ASC_NONE || f->address == 0)
        continue;
      disassembly = asc_disassembly_load (g_ptr_array_index (symbols, e), &range, options, cancellable, first == NULL ? &first : NULL);
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
  guint n_objects;
  const AscObject *object = &asc_experiment_get_objects (asc_symbols_get_experiment (g_ptr_array_index (build->symbols, experiment)), &n_objects)[number];
  AscBuildId recorded;

  if (number == ASC_NONE || build->build_id.size == 0)
    return number != ASC_NONE;
  recorded = asc_build_id_make (object->build_id, object->build_id_size);
  return recorded.size == 0 || asc_build_id_equal (&recorded, &build->build_id);
}

AscCodeMetrics *
asc_profile_weigh_instructions (AscProfile *profile, GPtrArray *symbols, guint32 function, AscDisassembly *disassembly, GCancellable *cancellable, GError **error)
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
