/* asc-cli-info.c: the command info: what the experiment holds, and what was lost, skipped or not resolved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-info.h"

#include "asc-cli-format.h"

#include <glib/gi18n.h>
#include <string.h>

const AscInfoKey asc_info_keys[] = {
  { "target", "target", NC_ ("info", "Target") },
  { "command", "command", NC_ ("info", "Command") },
  { "host", "host", NC_ ("info", "Host") },
  { "arch", "arch", NC_ ("info", "Architecture") },
  { "start_time", "start-time", NC_ ("info", "Start time") },
};
const guint asc_n_info_keys = G_N_ELEMENTS (asc_info_keys);

gint64 *
asc_info_count_samples (AscExperiment *experiment)
{
  const AscEvents *events = asc_experiment_get_events (experiment);
  const AscStacks *stacks = asc_experiment_get_stacks (experiment);
  guint n_objects;
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (experiment, &n_frames);
  gint64 *samples;
  g_autofree gint64 *below = g_new0 (gint64, (gsize) stacks->n_nodes + 1);
  g_autofree guint32 *until = NULL; /* by object: end of the subtree that has been counted */

  asc_experiment_get_objects (experiment, &n_objects);
  samples = g_new0 (gint64, (gsize) n_objects + 1);
  until = g_new0 (guint32, (gsize) n_objects + 1);
  for (guint i = 0; i < events->n_events; i++)
    if (events->stack[i] != ASC_NONE)
      below[events->stack[i]]++;
  for (guint32 i = stacks->n_nodes; i-- > 0;)
    if (stacks->parent[i] != ASC_NONE)
      below[stacks->parent[i]] += below[i];
  for (guint32 i = 0; i < stacks->n_nodes; i++)
    {
      guint32 object = frames[stacks->frame[i]].object;

      if (object >= n_objects || i < until[object])
        continue;
      samples[object] += below[i];
      until[object] = stacks->end[i];
    }
  return samples;
}

const char *
asc_info_get_status_id (AscSymbolsStatus status)
{
  static const char *const ids[] = {
    [ASC_SYMBOLS_FULL] = "full",       [ASC_SYMBOLS_EXPORTED] = "exported", [ASC_SYMBOLS_NONE] = "none",
    [ASC_SYMBOLS_MISSING] = "missing", [ASC_SYMBOLS_MISMATCH] = "mismatch", [ASC_SYMBOLS_NOT_NEEDED] = "not-needed",
  };

  return ids[status];
}

static const char *
status_text (AscSymbolsStatus status)
{
  switch (status)
    {
    case ASC_SYMBOLS_FULL:
      return C_ ("symbols", "all symbols");
    case ASC_SYMBOLS_EXPORTED:
      return C_ ("symbols", "exported symbols only");
    case ASC_SYMBOLS_NONE:
      return C_ ("symbols", "no symbols in the file");
    case ASC_SYMBOLS_MISSING:
      return C_ ("symbols", "file not found");
    case ASC_SYMBOLS_MISMATCH:
      return C_ ("symbols", "the file found is of another build");
    case ASC_SYMBOLS_NOT_NEEDED:
    default:
      return C_ ("symbols", "names came with the recording");
    }
}

const char *
asc_info_get_severity_id (AscSeverity severity)
{
  return severity == ASC_SEVERITY_ERROR ? "error" : severity == ASC_SEVERITY_WARNING ? "warning" : "note";
}

static const char *
severity_text (AscSeverity severity)
{
  return severity == ASC_SEVERITY_ERROR ? C_ ("severity", "Error") : severity == ASC_SEVERITY_WARNING ? C_ ("severity", "Warning") : C_ ("severity", "Note");
}

char *
asc_info_dup_build_id (const AscObject *object)
{
  return object->build_id_size > 0 ? asc_format_hex (object->build_id, object->build_id_size) : NULL;
}

/* A line of text "  Title: value" or of TSV "section key value". */
typedef struct
{
  AscCli *cli;
  const char *section; /* id of the one that is being written */
  guint width;         /* of the titles in it */
} Info;

static void
open_section (Info *info, const char *id, const char *title)
{
  info->section = id;
  if (info->cli->options.format != ASC_CLI_TEXT)
    return;
  asc_cli_out_printf (info->cli->out, "%s\n", title);
}

static void
close_section (Info *info)
{
  if (info->cli->options.format == ASC_CLI_TEXT)
    asc_cli_out_putc (info->cli->out, '\n');
}

static void
put (Info *info, const char *key, const char *title, const char *value)
{
  AscCliOut *out = info->cli->out;
  gboolean tsv = info->cli->options.format == ASC_CLI_TSV;
  g_autoptr (GString) clean = g_string_new (NULL);

  if (value == NULL)
    return;
  asc_cli_append_clean (clean, tsv ? key : title, tsv);
  if (tsv)
    {
      asc_cli_out_printf (out, "%s\t%s\t", info->section, clean->str);
      g_string_truncate (clean, 0);
    }
  else
    {
      guint own = asc_text_width (clean->str);

      asc_cli_out_printf (out, "  %s", clean->str);
      asc_cli_out_pad (out, ' ', own < info->width ? info->width - own : 0);
      asc_cli_out_puts (out, "  ");
      g_string_truncate (clean, 0);
    }
  asc_cli_append_clean (clean, value, tsv);
  asc_cli_out_printf (out, "%s\n", clean->str);
}

static void
put_int (Info *info, const char *key, const char *title, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  put (info, key, title, text);
}

/* A line of TSV in a section of its own. */
static void
put_value (Info *info, const char *section, const char *key, gint64 value)
{
  info->section = section;
  put_int (info, key, NULL, value);
}

static void
put_experiment (Info *info, AscExperiment *experiment)
{
  const char *const *keys = asc_experiment_list_info (experiment);
  const char *format = asc_experiment_get_format (experiment);
  char seconds[ASC_CLI_NUMBER_SIZE];
  gint64 duration = asc_experiment_get_duration_ns (experiment);
  guint n_processes;
  guint n_threads;

  asc_experiment_get_processes (experiment, &n_processes);
  asc_experiment_get_threads (experiment, &n_threads);
  open_section (info, "experiment", _ ("Experiment"));
  info->width = 16;
  put (info, "path", C_ ("info", "Path"), asc_experiment_get_path (experiment));
  put (info, "format", C_ ("info", "Format"), info->cli->options.format == ASC_CLI_TSV ? format : asc_reader_get_name (format));
  for (guint i = 0; i < asc_n_info_keys; i++)
    put (info, asc_info_keys[i].id, g_dpgettext2 (GETTEXT_PACKAGE, "info", asc_info_keys[i].title), asc_experiment_get_info (experiment, asc_info_keys[i].key));
  if (info->cli->options.format == ASC_CLI_TSV)
    put_int (info, "duration_ns", NULL, duration);
  else
    {
      g_autofree char *text = NULL;

      asc_cli_format_seconds (seconds, duration);
      /* TRANSLATORS: a duration, "1.234 seconds" */
      text = g_strdup_printf (_ ("%s seconds"), g_strchomp (seconds));
      put (info, NULL, C_ ("info", "Duration"), text);
    }
  put_int (info, "n_processes", C_ ("info", "Processes"), n_processes);
  put_int (info, "n_threads", C_ ("info", "Threads"), n_threads);
  close_section (info);

  open_section (info, "header", _ ("Recorded header"));
  info->width = 0;
  for (guint i = 0; keys[i] != NULL; i++)
    info->width = MAX (info->width, asc_text_width (keys[i]));
  for (; *keys != NULL; keys++)
    put (info, *keys, *keys, asc_experiment_get_info (experiment, *keys));
  close_section (info);
}

static void
put_events (Info *info, AscExperiment *experiment)
{
  const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (experiment);
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n);

  open_section (info, "events", _ ("Events"));
  info->width = 16;
  for (guint i = 0; i < n; i++)
    info->width = MAX (info->width, asc_text_width (kinds[i].id));
  put_int (info, "read", C_ ("info", "Read"), asc_diagnostics_get_n_read (diagnostics));
  put_int (info, "shown", C_ ("info", "Shown"), asc_experiment_get_n_shown (experiment));
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    {
      const AscDiagnostic *diagnostic = asc_diagnostics_get (diagnostics, i);
      g_autofree char *text = NULL;
      g_autofree char *key = NULL;

      if (!diagnostic->skipped)
        continue;
      key = g_strconcat ("skipped:", diagnostic->kind, NULL);
      text = info->cli->options.format == ASC_CLI_TSV ? g_strdup_printf ("%" G_GINT64_FORMAT, diagnostic->count)
                                                      : g_strdup_printf ("%" G_GINT64_FORMAT " (%s)", diagnostic->count, _ (diagnostic->text));
      put (info, key, C_ ("info", "Skipped"), text);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = NULL;

      if (info->cli->options.format == ASC_CLI_TSV)
        {
          put_value (info, "events", kinds[i].id, kinds[i].n_events);
          put_value (info, "sums", kinds[i].id, kinds[i].sum);
        }
      else
        {
          g_autofree char *n_events = asc_format_exact (kinds[i].n_events, ASC_UNIT_COUNT, FALSE);
          g_autofree char *sum = asc_format_exact (kinds[i].sum, kinds[i].unit, FALSE);

          /* TRANSLATORS: how many events there are of a kind, the sum of their values with its unit */
          text = g_strdup_printf (ngettext ("%s event, sum %s", "%s events, sum %s", (gulong) kinds[i].n_events), n_events, sum);
        }
      put (info, kinds[i].id, kinds[i].id, text);
    }
  close_section (info);
}

static int
compare_samples (gconstpointer a, gconstpointer b, gpointer data)
{
  const gint64 *samples = data;
  gint64 x = samples[*(const guint32 *) a];
  gint64 y = samples[*(const guint32 *) b];

  return x != y ? (x < y ? 1 : -1) : (*(const guint32 *) a > *(const guint32 *) b) - (*(const guint32 *) a < *(const guint32 *) b);
}

static void
put_object (Info *info, AscSymbols *symbols, guint32 object, gint64 n_samples)
{
  guint n;
  const AscObject *o = &asc_experiment_get_objects (asc_symbols_get_experiment (symbols), &n)[object];
  const AscObjectSymbols *found = asc_symbols_get_object (symbols, object);
  const char *name = o->name != NULL ? o->name : "<unknown>";
  g_autofree char *count = NULL;
  g_autofree char *text = NULL;

  if (info->cli->options.format == ASC_CLI_TSV)
    {
      put_value (info, "load-objects", name, n_samples);
      info->section = "symbols";
      put (info, name, NULL, asc_info_get_status_id (found->status));
      return;
    }
  count = asc_format_exact (n_samples, ASC_UNIT_COUNT, FALSE);
  /* TRANSLATORS: of a load object: how many samples have a frame in it, what symbols were found ("all symbols") */
  text = g_strdup_printf (ngettext ("%s sample, %s", "%s samples, %s", (gulong) n_samples), count,
                          o->kind == ASC_OBJECT_UNKNOWN ? C_ ("symbols", "outside every load object") : status_text (found->status));
  put (info, NULL, name, text);
  put (info, NULL, "", found->file);
  put (info, NULL, "", found->debug_file);
  put (info, NULL, "", found->problem != NULL ? _ (found->problem) : NULL);
}

static void
put_objects (Info *info, AscSymbols *symbols)
{
  AscExperiment *experiment = asc_symbols_get_experiment (symbols);
  g_autofree gint64 *n_samples = asc_info_count_samples (experiment);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n;
  const AscObject *objects = asc_experiment_get_objects (experiment, &n);

  info->width = 16;
  for (guint32 i = 0; i < n; i++)
    if (n_samples[i] > 0)
      {
        g_array_append_val (order, i);
        if (objects[i].name != NULL)
          info->width = MAX (info->width, asc_text_width (objects[i].name));
      }
  g_array_sort_with_data (order, compare_samples, n_samples);
  open_section (info, "load-objects", _ ("Load objects"));
  for (guint i = 0; i < order->len; i++)
    {
      guint32 object = g_array_index (order, guint32, i);

      put_object (info, symbols, object, n_samples[object]);
    }
  close_section (info);
}

static void
put_metrics (Info *info)
{
  AscProfile *profile = info->cli->profile;

  open_section (info, "metrics", _ ("Metrics"));
  info->width = 16;
  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    info->width = MAX (info->width, asc_text_width (asc_profile_get_metric (profile, i)->id));
  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    {
      const AscMetric *metric = asc_profile_get_metric (profile, i);
      g_autofree char *text = NULL;

      if (info->cli->options.format == ASC_CLI_TSV)
        {
          put_int (info, metric->id, NULL, metric->total);
          continue;
        }
      if (metric->unit == ASC_UNIT_NS)
        {
          char seconds[ASC_CLI_NUMBER_SIZE];

          asc_cli_format_seconds (seconds, metric->total);
          text = g_strdup_printf (_ ("%s seconds"), g_strchomp (seconds));
        }
      else
        text = asc_format_exact (metric->total, metric->unit, FALSE);
      if (metric->translatable)
        {
          g_autofree char *titled = g_strdup_printf ("%s (%s)", text, g_dpgettext2 (GETTEXT_PACKAGE, "metric", metric->title));

          put (info, NULL, metric->id, titled);
        }
      else
        put (info, NULL, metric->id, text);
    }
  close_section (info);
}

static void
put_diagnostic (Info *info, const AscDiagnostic *diagnostic)
{
  g_autofree char *count = asc_format_exact (diagnostic->count, ASC_UNIT_COUNT, FALSE);
  g_autofree char *text = NULL;

  if (info->cli->options.format == ASC_CLI_TSV)
    text = g_steal_pointer (&count);
  else if (diagnostic->n_places > 0)
    {
      g_autofree char *place = g_strdup_printf ("%" G_GUINT64_FORMAT, diagnostic->places[0]);

      /* TRANSLATORS: what was found, how often, and at which byte of the file the first one lies */
      text = g_strdup_printf (_ ("%s: %s, the first at byte %s"), _ (diagnostic->text), count, place);
    }
  else
    /* TRANSLATORS: what was found, and how often */
    text = g_strdup_printf (_ ("%s: %s"), _ (diagnostic->text), count);
  put (info, diagnostic->kind, severity_text (diagnostic->severity), text);
}

static void
put_diagnostics (Info *info, const AscDiagnostics *diagnostics)
{
  if (asc_diagnostics_get_size (diagnostics) == 0)
    return;
  open_section (info, "diagnostics", _ ("Diagnostics"));
  info->width = 0;
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    info->width = MAX (info->width, asc_text_width (severity_text (asc_diagnostics_get (diagnostics, i)->severity)));
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    put_diagnostic (info, asc_diagnostics_get (diagnostics, i));
  close_section (info);
}

gboolean
asc_cli_run_info (AscCli *cli, GError **error)
{
  Info info = { .cli = cli };

  if (cli->options.format == ASC_CLI_JSON)
    {
      asc_info_write_json (cli);
      return TRUE;
    }
  if (cli->options.format == ASC_CLI_TSV)
    asc_cli_out_puts (cli->out, "section\tkey\tvalue\n");
  for (guint i = 0; i < asc_cli_get_n_experiments (cli); i++)
    {
      put_experiment (&info, asc_cli_get_experiment (cli, i));
      put_events (&info, asc_cli_get_experiment (cli, i));
      put_objects (&info, g_ptr_array_index (cli->symbols, i));
      put_diagnostics (&info, asc_experiment_get_diagnostics (asc_cli_get_experiment (cli, i)));
    }
  put_metrics (&info);
  put_diagnostics (&info, asc_profile_get_diagnostics (cli->profile));
  return TRUE;
}
