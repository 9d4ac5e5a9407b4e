/* asc-locate-source.c: the source file of a function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

static gint64
get_start (AscExperiment *experiment)
{
  const char *text = asc_experiment_get_info (experiment, "start-time");
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = text != NULL ? g_date_time_new_from_iso8601 (text, utc) : NULL;

  return time != NULL ? g_date_time_to_unix (time) : 0;
}

AscFoundSource
asc_locate_source (AscProfile *profile, GPtrArray *symbols, guint32 function, const char *file, const AscSourceOptions *options, GCancellable *cancellable)
{
  guint32 row = asc_profile_get_function (profile, function)->object_row;
  const AscObjectRow *object = row != ASC_NONE ? asc_profile_get_object (profile, row) : NULL;
  AscSymbols *names = object != NULL && object->experiment < symbols->len ? g_ptr_array_index (symbols, object->experiment) : NULL;
  AscSourceRequest request = { .file = file };
  AscSourceOptions all = { NULL };

  if (options != NULL)
    all = *options;
  if (names == NULL && symbols->len > 0)
    names = g_ptr_array_index (symbols, 0);
  if (names != NULL)
    {
      AscExperiment *experiment = asc_symbols_get_experiment (names);

      request.recorded_at = get_start (experiment);
      if (all.experiment_path == NULL)
        all.experiment_path = asc_experiment_get_path (experiment);
    }
  if (object != NULL && object->object != ASC_NONE)
    {
      request.object_path = names != NULL ? asc_symbols_get_object (names, object->object)->file : NULL;
      if (names != NULL)
        request.digests = asc_symbols_find_digests (names, object->object, file, &request.n_digests);
      request.build_id = object->build_id;
      request.build_id_size = object->build_id_size;
    }
  return asc_source_find (&request, &all, cancellable);
}
