/* asc-cli-info-json.c: the command info as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-info.h"

static void
add_string (AscJsonWriter *json, const char *key, const char *text)
{
  asc_json_writer_key (json, key);
  asc_json_writer_string (json, text);
}

static void
add_int (AscJsonWriter *json, const char *key, gint64 value)
{
  asc_json_writer_key (json, key);
  asc_json_writer_int (json, value);
}

static void
add_events (AscJsonWriter *json, gint64 n_shown, const AscDiagnostics *diagnostics)
{
  asc_json_writer_key (json, "events");
  asc_json_writer_open (json, '{');
  add_int (json, "read", asc_diagnostics_get_n_read (diagnostics));
  add_int (json, "shown", n_shown);
  asc_json_writer_key (json, "skipped");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    {
      const AscDiagnostic *diagnostic = asc_diagnostics_get (diagnostics, i);

      if (!diagnostic->skipped)
        continue;
      asc_json_writer_open (json, '{');
      add_string (json, "kind", diagnostic->kind);
      add_int (json, "count", diagnostic->count);
      asc_json_writer_key (json, "first_offset");
      if (diagnostic->n_places > 0)
        asc_json_writer_uint (json, diagnostic->places[0]);
      else
        asc_json_writer_null (json);
      asc_json_writer_close (json, '}');
    }
  asc_json_writer_close (json, ']');
  asc_json_writer_close (json, '}');
}

static void
add_diagnostics (AscJsonWriter *json, const AscDiagnostics *diagnostics)
{
  asc_json_writer_key (json, "diagnostics");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    {
      const AscDiagnostic *diagnostic = asc_diagnostics_get (diagnostics, i);

      asc_json_writer_open (json, '{');
      add_string (json, "severity", asc_info_get_severity_id (diagnostic->severity));
      add_string (json, "kind", diagnostic->kind);
      add_string (json, "text", diagnostic->text);
      add_int (json, "count", diagnostic->count);
      asc_json_writer_key (json, "places");
      asc_json_writer_open (json, '[');
      for (guint k = 0; k < diagnostic->n_places; k++)
        asc_json_writer_uint (json, diagnostic->places[k]);
      asc_json_writer_close (json, ']');
      asc_json_writer_close (json, '}');
    }
  asc_json_writer_close (json, ']');
}

static void
add_objects (AscCli *cli, guint experiment, AscJsonWriter *json)
{
  AscSymbols *symbols = g_ptr_array_index (cli->symbols, experiment);
  g_autoptr (GArray) entries = asc_info_list_objects (cli, experiment);
  guint n;
  const AscObject *objects = asc_experiment_get_objects (asc_cli_get_experiment (cli, experiment), &n);

  asc_json_writer_key (json, "load_objects");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < entries->len; i++)
    {
      const AscInfoObject *entry = &g_array_index (entries, AscInfoObject, i);
      const AscObject *object = &objects[entry->object];
      const AscObjectSymbols *found = asc_symbols_get_object (symbols, entry->object);
      g_autofree char *build_id = asc_info_dup_build_id (object);

      asc_json_writer_open (json, '{');
      add_string (json, "name", object->name);
      add_string (json, "path", object->path);
      add_string (json, "build_id", build_id);
      add_int (json, "n_samples", entry->n_samples);
      add_int (json, "exclusive", entry->value);
      add_string (json, "symbols", asc_info_get_status_id (found->status));
      add_string (json, "symbols_from", asc_info_get_origin_id (found->origin));
      add_string (json, "symbol_file", found->file);
      add_string (json, "debug_file", found->debug_file);
      add_string (json, "line_file", found->line_file);
      asc_json_writer_key (json, "cfi");
      if (asc_info_has_code_file (object, found))
        asc_json_writer_bool (json, found->has_cfi);
      else
        asc_json_writer_null (json);
      add_string (json, "problem", found->problem);
      add_int (json, "n_frames", found->n_frames);
      add_int (json, "n_named", found->n_named);
      add_int (json, "n_lined", found->n_lined);
      add_string (json, "advice", asc_info_get_advice_id (found->advice.kind));
      add_string (json, "advice_argument", found->advice.argument);
      asc_json_writer_close (json, '}');
    }
  asc_json_writer_close (json, ']');
}

static void
add_kinds (AscJsonWriter *json, AscExperiment *experiment)
{
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n);

  asc_json_writer_key (json, "kinds");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < n; i++)
    {
      asc_json_writer_open (json, '{');
      add_string (json, "id", kinds[i].id);
      add_string (json, "unit", asc_unit_get_id (kinds[i].unit));
      add_int (json, "n_events", kinds[i].n_events);
      add_int (json, "sum", kinds[i].sum);
      asc_json_writer_close (json, '}');
    }
  asc_json_writer_close (json, ']');
}

/* What is said of one experiment, or of all: texts only where they are the same, numbers added up. */
static void
add_summary (AscCli *cli, guint first, guint n, AscJsonWriter *json)
{
  g_autoptr (AscDiagnostics) diagnostics = asc_diagnostics_new ();
  gint64 duration = 0;
  gint64 n_shown = 0;
  guint n_processes = 0;
  guint n_threads = 0;

  for (guint i = first; i < first + n; i++)
    {
      AscExperiment *experiment = asc_cli_get_experiment (cli, i);
      guint count;

      asc_diagnostics_merge (diagnostics, asc_experiment_get_diagnostics (experiment));
      duration += asc_experiment_get_duration_ns (experiment);
      n_shown += asc_experiment_get_n_shown (experiment);
      asc_experiment_get_processes (experiment, &count);
      n_processes += count;
      asc_experiment_get_threads (experiment, &count);
      n_threads += count;
    }
  for (guint k = 0; k < asc_n_info_keys; k++)
    {
      const char *text = asc_experiment_get_info (asc_cli_get_experiment (cli, first), asc_info_keys[k].key);

      for (guint i = first; i < first + n; i++)
        if (g_strcmp0 (text, asc_experiment_get_info (asc_cli_get_experiment (cli, i), asc_info_keys[k].key)) != 0)
          text = NULL;
      add_string (json, asc_info_keys[k].id, text);
    }
  add_int (json, "duration_ns", duration);
  add_int (json, "n_processes", n_processes);
  add_int (json, "n_threads", n_threads);
  add_events (json, n_shown, diagnostics);
  if (n == asc_cli_get_n_experiments (cli))
    asc_diagnostics_merge (diagnostics, asc_profile_get_diagnostics (cli->ask.profile));
  add_diagnostics (json, diagnostics);
}

static void
add_details (AscCli *cli, guint i, AscJsonWriter *json)
{
  AscExperiment *experiment = asc_cli_get_experiment (cli, i);
  const char *const *keys = asc_experiment_list_info (experiment);

  asc_json_writer_open (json, '{');
  add_string (json, "path", asc_experiment_get_path (experiment));
  add_string (json, "format", asc_experiment_get_format (experiment));
  add_summary (cli, i, 1, json);
  asc_json_writer_key (json, "header");
  asc_json_writer_open (json, '{');
  for (; *keys != NULL; keys++)
    add_string (json, *keys, asc_experiment_get_info (experiment, *keys));
  asc_json_writer_close (json, '}');
  add_kinds (json, experiment);
  add_objects (cli, i, json);
  asc_json_writer_close (json, '}');
}

/* What would mend what was found: the same as in TSV and on the window's page. */
static void
add_mends (AscCli *cli, AscJsonWriter *json)
{
  AscFindingsFormat format = { .percent_digits = 2 };
  g_autoptr (GPtrArray) findings = asc_findings_list (cli->ask.profile, cli->symbols, asc_profile_get_primary_metric (cli->ask.profile), format);

  asc_json_writer_key (json, "mends");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < findings->len; i++)
    {
      const AscFinding *finding = g_ptr_array_index (findings, i);

      if (!asc_info_is_mend (finding))
        continue;
      asc_json_writer_break (json);
      asc_json_writer_open (json, '{');
      add_string (json, "severity", asc_info_get_severity_id (finding->severity));
      add_string (json, "kind", finding->kind);
      add_string (json, "title", finding->title);
      add_string (json, "where", finding->where);
      add_string (json, "share", finding->share);
      add_string (json, "mend", finding->mend);
      add_string (json, "command", finding->command);
      asc_json_writer_close (json, '}');
    }
  asc_json_writer_close (json, ']');
}

void
asc_info_write_json (AscCli *cli)
{
  AscJsonWriter json = { .out = cli->ask.out };
  guint n = asc_cli_get_n_experiments (cli);

  asc_json_writer_open (&json, '{');
  asc_report_add_json_head (&cli->ask, "info", TRUE, &json);
  add_summary (cli, 0, n, &json);
  add_mends (cli, &json);
  asc_json_writer_key (&json, "details");
  asc_json_writer_open (&json, '[');
  for (guint i = 0; i < n; i++)
    {
      asc_json_writer_break (&json);
      add_details (cli, i, &json);
    }
  asc_json_writer_close (&json, ']');
  asc_json_writer_close (&json, '}');
  asc_out_putc (cli->ask.out, '\n');
}
