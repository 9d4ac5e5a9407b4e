/* asc-reader-experiment.c: an experiment of `ascribe-cli record`: a folder with a recording and a description
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The form: docs/formats/experiment.md.
 */
#include "config.h"

#include "asc-experiment-wakeups-private.h"

#include "asc-json.h"

#include <glib/gi18n-lib.h>

#define DESCRIPTION "experiment.json"
#define WAKEUPS "wakeups.data"
#define DESCRIPTION_SIZE_MAX (1 << 20)
#define SCHEMA "ascribe.experiment/1"

extern const AscReader asc_reader_perf;

static int
experiment_sniff (const AscSniff *sniff)
{
  if (!sniff->is_folder || !asc_source_has_member (sniff->source, DESCRIPTION))
    return 0;
  return asc_reader_perf.sniff (sniff) > 0 ? 100 : 0;
}

/* The description, or NULL: the recording can do without. */
static AscJson *
read_description (AscSource *source, AscDiagnostics *diagnostics)
{
  g_autoptr (GBytes) bytes = asc_source_read_all (source, DESCRIPTION, DESCRIPTION_SIZE_MAX, NULL);
  AscJson *json = bytes != NULL ? asc_json_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL) : NULL;

  if (g_strcmp0 (asc_json_get_string (asc_json_get (json, "schema")), SCHEMA) == 0)
    return json;
  asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, "description-unreadable",
                       N_ ("The experiment's description cannot be read: what it says of the command and of the way of recording is missing"), 1, ASC_NO_PLACE);
  asc_json_free (json);
  return NULL;
}

static void
set_command (AscBuilder *builder, const AscJson *json)
{
  g_auto (GStrv) command = asc_json_dup_strings (asc_json_get (json, "command"));
  g_autofree char *line = g_strjoinv (" ", command);

  if (command[0] == NULL)
    return;
  asc_builder_set_info (builder, "command", line);
  asc_builder_set_info (builder, "target", command[0]);
}

static void
set_numbers (AscBuilder *builder, const AscJson *json)
{
  static const struct
  {
    const char *key;
    const char *info;
  } numbers[] = { { "exit_status", "exit-status" }, { "exit_signal", "exit-signal" }, { "pid", "pid" } };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      const gint64 number = asc_json_get_int (asc_json_get (json, numbers[i].key), -1);
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

      if (number >= 0)
        asc_builder_set_info (builder, numbers[i].info, text);
    }
}

/* What was recorded less than asked for, and what went wrong. */
static void
add_notes (AscDiagnostics *diagnostics, const AscJson *json)
{
  g_auto (GStrv) notes = asc_json_dup_strings (asc_json_get (json, "notes"));

  for (guint i = 0; notes[i] != NULL; i++)
    {
      g_autofree char *kind = g_strdup_printf ("recorder-note-%u", i + 1);

      asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, g_intern_string (kind), notes[i], 1, ASC_NO_PLACE);
    }
  if (g_strcmp0 (asc_json_get_string (asc_json_get (json, "state")), "complete") != 0)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_WARNING, "recorder-killed", N_ ("The recorder did not come to its end: what was recorded until then is shown"), 1,
                         ASC_NO_PLACE);
}

/* Asking for its size makes sure that it lies in the experiment. Returns: FALSE when cancelled */
static gboolean
read_wakeups (AscSource *source, AscBuilder *builder, const AscReadOptions *options, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = g_build_filename (asc_source_get_path (source), WAKEUPS, NULL);

  return !asc_source_has_member (source, WAKEUPS) || asc_source_get_size (source, WAKEUPS, NULL) < 0
         || asc_experiment_add_wakeups (path, builder, options, cancellable, error);
}

static gboolean
experiment_read (AscSource *source, AscBuilder *builder, const AscReadOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  AscDiagnostics *diagnostics = asc_builder_get_diagnostics (builder);
  g_autoptr (AscJson) json = NULL;

  if (!asc_reader_perf.read (source, builder, options, cancellable, progress, error))
    return FALSE;
  if (!read_wakeups (source, builder, options, cancellable, error))
    return FALSE;
  asc_experiment_add_waits (source, builder);
  json = read_description (source, diagnostics);
  if (json == NULL)
    return TRUE;
  set_command (builder, json);
  set_numbers (builder, json);
  add_notes (diagnostics, json);
  return TRUE;
}

const AscReader asc_reader_experiment = { "ascribe", N_ ("Ascribe experiment"), experiment_sniff, experiment_read };
