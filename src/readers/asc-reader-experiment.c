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

/* The tools that make recordings which cannot be read, and what shows them. */
static const struct
{
  const char *engine;
  const char *command;
} engines[] = { { "uftrace", "uftrace report -d" }, { "gprofng", "gprofng display text -functions" }, { "callgrind", "callgrind_annotate" } };

/* The description of the only recording, if another tool than perf made it. */
static const AscJson *
find_engine (const AscJson *json, guint *engine)
{
  const AscJson *recordings = asc_json_get (json, "recordings");
  const AscJson *recording = asc_json_get_length (recordings) == 1 ? asc_json_get_element (recordings, 0) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    if (g_strcmp0 (asc_json_get_string (asc_json_get (recording, "engine")), engines[i].engine) == 0)
      {
        *engine = i;
        return recording;
      }
  return NULL;
}

static AscJson *
parse_description (AscSource *source)
{
  g_autoptr (GBytes) bytes = asc_source_read_all (source, DESCRIPTION, DESCRIPTION_SIZE_MAX, NULL);

  return bytes != NULL ? asc_json_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL) : NULL;
}

static gboolean
names_engine (AscSource *source)
{
  g_autoptr (AscJson) json = parse_description (source);
  guint engine;

  return find_engine (json, &engine) != NULL;
}

/* A recording of another tool: who made it, where it lies, and what shows it. Returns: FALSE with @error; TRUE: it is none */
static gboolean
refuse_engine (AscSource *source, GError **error)
{
  g_autoptr (AscJson) json = parse_description (source);
  guint engine = 0;
  const AscJson *recording = find_engine (json, &engine);
  const char *version = asc_json_get_string (asc_json_get (recording, "version"));
  const char *file = asc_json_get_string (asc_json_get (recording, "file"));
  g_autofree char *path = NULL;
  g_autofree char *quoted = NULL;

  if (recording == NULL || asc_source_has_member (source, "perf.data"))
    return TRUE;
  path = g_build_filename (asc_source_get_path (source), file != NULL ? file : "", NULL);
  quoted = g_shell_quote (path);
  g_set_error (error, ASC_READER_ERROR, ASC_READER_ERROR_NOT_THIS_FORMAT, "%s: made by %s %s, whose recordings cannot be opened yet; this shows it: %s %s", asc_source_get_path (source),
               engines[engine].engine, version != NULL ? version : "?", engines[engine].command, quoted);
  return FALSE;
}

static int
experiment_sniff (const AscSniff *sniff)
{
  if (!sniff->is_folder || !asc_source_has_member (sniff->source, DESCRIPTION))
    return 0;
  return asc_reader_perf.sniff (sniff) > 0 || names_engine (sniff->source) ? 100 : 0;
}

/* The description, or NULL: the recording can do without. */
static AscJson *
read_description (AscSource *source, AscDiagnostics *diagnostics)
{
  AscJson *json = parse_description (source);

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

  if (!refuse_engine (source, error))
    return FALSE;
  if (!asc_reader_perf.read (source, builder, options, cancellable, progress, error))
    return FALSE;
  if (!read_wakeups (source, builder, options, cancellable, error))
    return FALSE;
  asc_experiment_add_waits (source, builder);
  asc_experiment_judge_clocks (source, diagnostics);
  json = read_description (source, diagnostics);
  if (json == NULL)
    return TRUE;
  set_command (builder, json);
  set_numbers (builder, json);
  add_notes (diagnostics, json);
  return TRUE;
}

const AscReader asc_reader_experiment = { "ascribe", N_ ("Ascribe experiment"), experiment_sniff, experiment_read };
