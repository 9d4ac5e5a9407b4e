/* asc-cli-info.c: the command info: what the experiment holds, and what was lost, skipped or not resolved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-info.h"

#include "asc-cli.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

/* So many load objects are shown as text. */
#define MAX_OBJECTS 20

const AscInfoKey asc_info_keys[] = {
  { "target", "target", NC_ ("info", "Target") },
  { "command", "command", NC_ ("info", "Command") },
  { "host", "host", NC_ ("info", "Host") },
  { "arch", "arch", NC_ ("info", "Architecture") },
  { "start_time", "start-time", NC_ ("info", "Start time") },
};
const guint asc_n_info_keys = G_N_ELEMENTS (asc_info_keys);

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

/* A line of text "  Title: value", of TSV "section key value", or a row of a table of its section in HTML. */
typedef struct
{
  AscCli *cli;
  const char *section; /* id of the one that is being written */
  guint width;         /* of the titles in it */
  GString *html;       /* what is not written yet */
} Info;

static void
put_html_row (Info *info, AscHtmlRow kind, const char *const *texts, guint n)
{
  g_autofree AscHtmlCell *cells = g_new0 (AscHtmlCell, n);

  for (guint i = 0; i < n; i++)
    cells[i] = (AscHtmlCell){ .text = texts[i], .is_number = n > 2 && i == 1 };
  asc_html_append_row (info->html, kind, cells, n);
}

static void
open_html (Info *info)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *filter = asc_report_dup_filter (info->cli->ask.profile);

  for (guint i = 0; i < asc_cli_get_n_experiments (info->cli); i++)
    g_ptr_array_add (notes, g_filename_display_name (asc_experiment_get_path (asc_cli_get_experiment (info->cli, i))));
  g_ptr_array_add (notes, g_steal_pointer (&filter));
  g_ptr_array_add (notes, NULL);
  info->html = g_string_new (NULL);
  asc_html_begin_page (info->html, _ ("What the experiment holds, and what was lost or not resolved"), (const char *const *) notes->pdata, asc_html_get_language ());
}

static void
close_html (Info *info)
{
  asc_html_end_page (info->html);
  asc_out_write (info->cli->ask.out, info->html->str, (gssize) info->html->len);
  g_string_free (info->html, TRUE);
}

static void
open_section (Info *info, const char *id, const char *title)
{
  info->section = id;
  if (info->html != NULL)
    {
      asc_html_begin_table (info->html);
      put_html_row (info, ASC_HTML_HEAD, (const char *const[]){ title, "" }, 2);
    }
  if (info->cli->options.format != ASC_FORMAT_TEXT)
    return;
  asc_out_printf (info->cli->ask.out, "%s\n", title);
}

static void
close_section (Info *info)
{
  if (info->html != NULL)
    asc_html_end_table (info->html);
  if (info->cli->options.format == ASC_FORMAT_TEXT)
    asc_out_putc (info->cli->ask.out, '\n');
}

static void
put (Info *info, const char *key, const char *title, const char *value)
{
  AscOut *out = info->cli->ask.out;
  gboolean tsv = info->cli->options.format == ASC_FORMAT_TSV;
  g_autoptr (GString) clean = g_string_new (NULL);

  if (value == NULL)
    return;
  if (info->html != NULL)
    {
      put_html_row (info, ASC_HTML_PLAIN, (const char *const[]){ title, value }, 2);
      return;
    }
  asc_report_append_clean (clean, tsv ? key : title, tsv);
  if (tsv)
    {
      asc_out_printf (out, "%s\t%s\t", info->section, clean->str);
      g_string_truncate (clean, 0);
    }
  else
    {
      guint own = asc_text_width (clean->str);

      asc_out_printf (out, "  %s", clean->str);
      asc_out_pad (out, ' ', own < info->width ? info->width - own : 0);
      asc_out_puts (out, "  ");
      g_string_truncate (clean, 0);
    }
  asc_report_append_clean (clean, value, tsv);
  asc_out_printf (out, "%s\n", clean->str);
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
  char seconds[ASC_REPORT_NUMBER_SIZE];
  gint64 duration = asc_experiment_get_duration_ns (experiment);
  guint n_processes;
  guint n_threads;

  asc_experiment_get_processes (experiment, &n_processes);
  asc_experiment_get_threads (experiment, &n_threads);
  open_section (info, "experiment", _ ("Experiment"));
  info->width = 16;
  put (info, "path", C_ ("info", "Path"), asc_experiment_get_path (experiment));
  put (info, "format", C_ ("info", "Format"), info->cli->options.format == ASC_FORMAT_TSV ? format : asc_reader_get_name (format));
  for (guint i = 0; i < asc_n_info_keys; i++)
    put (info, asc_info_keys[i].id, g_dpgettext2 (GETTEXT_PACKAGE, "info", asc_info_keys[i].title), asc_experiment_get_info (experiment, asc_info_keys[i].key));
  if (info->cli->options.format == ASC_FORMAT_TSV)
    put_int (info, "duration_ns", NULL, duration);
  else
    {
      g_autofree char *text = NULL;

      asc_report_format_seconds (seconds, duration);
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
      text = info->cli->options.format == ASC_FORMAT_TSV ? g_strdup_printf ("%" G_GINT64_FORMAT, diagnostic->count)
                                                      : g_strdup_printf ("%" G_GINT64_FORMAT " (%s)", diagnostic->count, _ (diagnostic->text));
      put (info, key, C_ ("info", "Skipped"), text);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = NULL;

      if (info->cli->options.format == ASC_FORMAT_TSV)
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

/* One line of text for a load object, in cells that stand below those of the others. */
typedef struct
{
  char *cells[6]; /* name, share, symbols, lines, unwinding, advice; any may be NULL */
  const char *problem;
} ObjectLine;

static void
object_line_clear (gpointer data)
{
  ObjectLine *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (self->cells); i++)
    g_free (self->cells[i]);
}

static char *
dup_share (AscProfile *profile, gint64 value)
{
  char percent[ASC_REPORT_NUMBER_SIZE];

  asc_report_format_percent (percent, value, asc_profile_get_metric (profile, asc_profile_get_primary_metric (profile))->total);
  return g_strconcat (g_strchomp (percent), "%", NULL);
}

static ObjectLine
describe_object (AscCli *cli, AscSymbols *symbols, const AscInfoObject *entry)
{
  guint n;
  const AscObject *object = &asc_experiment_get_objects (asc_symbols_get_experiment (symbols), &n)[entry->object];
  const AscObjectSymbols *found = asc_symbols_get_object (symbols, entry->object);
  g_autoptr (GString) name = g_string_new (NULL);
  ObjectLine line = { .cells = { [1] = dup_share (cli->ask.profile, entry->value) } };

  asc_report_append_clean (name, object->name != NULL ? object->name : "<unknown>", FALSE);
  line.cells[0] = g_strdup (name->str);
  if (object->kind == ASC_OBJECT_UNKNOWN)
    {
      line.cells[2] = g_strdup (C_ ("symbols", "outside every load object"));
      return line;
    }
  /* TRANSLATORS: of a load object: "symbols: exported only" */
  line.cells[2] = g_strdup_printf (_ ("symbols: %s"), asc_describe_symbols (found));
  if (object->kind != ASC_OBJECT_NAMES)
    /* TRANSLATORS: of a load object: where its source lines come from: "lines: none" */
    line.cells[3] = g_strdup_printf (_ ("lines: %s"), asc_describe_lines (found));
  if (asc_info_has_code_file (object, found))
    /* TRANSLATORS: of a load object: whether it says how its callers are found: "unwinding: none" */
    line.cells[4] = g_strdup_printf (_ ("unwinding: %s"), found->has_cfi ? C_ ("unwinding", "yes") : C_ ("unwinding", "none"));
  line.cells[5] = asc_dup_advice (&found->advice);
  if (line.cells[5] == NULL || found->status == ASC_SYMBOLS_MISMATCH)
    line.problem = found->problem;
  return line;
}

static void
print_object_line (Info *info, const ObjectLine *line, const guint *widths)
{
  AscCli *cli = info->cli;
  guint blanks = 0;

  if (info->html != NULL)
    {
      const char *mend = line->cells[4] != NULL ? line->cells[4] : line->problem;

      put_html_row (info, ASC_HTML_PLAIN, (const char *const[]){ line->cells[0], line->cells[1], line->cells[2], line->cells[3], mend }, 5);
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (line->cells); i++)
    {
      const char *cell = line->cells[i] != NULL ? line->cells[i] : "";
      guint own = asc_text_width (cell);
      guint pad = widths[i] > own ? widths[i] - own : 0;

      /* The share stands at the right of its column. */
      blanks += 2 + (i == 1 ? pad : 0);
      if (*cell != '\0')
        {
          asc_out_pad (cli->ask.out, ' ', blanks);
          asc_out_puts (cli->ask.out, cell);
          blanks = 0;
        }
      else
        blanks += own;
      blanks += i == 1 ? 0 : pad;
    }
  asc_out_putc (cli->ask.out, '\n');
  if (line->problem != NULL)
    {
      g_autoptr (GString) clean = g_string_new (NULL);

      asc_report_append_clean (clean, line->problem, FALSE);
      asc_out_pad (cli->ask.out, ' ', widths[0] + 4);
      asc_out_printf (cli->ask.out, "%s\n", clean->str);
    }
}

/* The hottest ones, and what is left of the others. */
static void
print_objects (Info *info, AscSymbols *symbols, GArray *entries)
{
  AscCli *cli = info->cli;
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (ObjectLine));
  guint widths[6] = { 16 };
  guint n_more = 0;
  gint64 more = 0;

  g_array_set_clear_func (lines, object_line_clear);
  for (guint i = 0; i < entries->len; i++)
    {
      const AscInfoObject *entry = &g_array_index (entries, AscInfoObject, i);
      ObjectLine line;

      if (entry->n_samples == 0)
        continue;
      if (lines->len == MAX_OBJECTS)
        {
          n_more++;
          more += entry->value;
          continue;
        }
      line = describe_object (cli, symbols, entry);
      g_array_append_val (lines, line);
    }
  if (n_more > 0)
    {
      g_autofree char *count = asc_format_exact (n_more, ASC_UNIT_COUNT, FALSE);
      /* TRANSLATORS: load objects of a list that is not shown whole */
      ObjectLine line = { .cells = { g_strdup_printf (ngettext ("%s more", "%s more", n_more), count), dup_share (cli->ask.profile, more) } };

      g_array_append_val (lines, line);
    }
  for (guint i = 0; i < lines->len; i++)
    for (guint j = 0; j < G_N_ELEMENTS (widths); j++)
      if (g_array_index (lines, ObjectLine, i).cells[j] != NULL)
        widths[j] = MAX (widths[j], asc_text_width (g_array_index (lines, ObjectLine, i).cells[j]));
  for (guint i = 0; i < lines->len; i++)
    print_object_line (info, &g_array_index (lines, ObjectLine, i), widths);
}

/* In sections of their own: what is known of one object. */
static void
put_object (Info *info, AscSymbols *symbols, const AscInfoObject *entry)
{
  guint n;
  const AscObject *object = &asc_experiment_get_objects (asc_symbols_get_experiment (symbols), &n)[entry->object];
  const AscObjectSymbols *found = asc_symbols_get_object (symbols, entry->object);
  const char *name = object->name != NULL ? object->name : "<unknown>";

  put_value (info, "load-objects", name, entry->n_samples);
  put_value (info, "exclusive", name, entry->value);
  info->section = "symbols";
  put (info, name, NULL, asc_info_get_status_id (found->status));
  info->section = "symbols-from";
  put (info, name, NULL, asc_info_get_origin_id (found->origin));
  info->section = "line-file";
  put (info, name, NULL, found->line_file);
  info->section = "cfi";
  put (info, name, NULL, !asc_info_has_code_file (object, found) ? NULL : found->has_cfi ? "true" : "false");
  info->section = "advice";
  put (info, name, NULL, asc_info_get_advice_id (found->advice.kind));
  info->section = "advice-argument";
  put (info, name, NULL, found->advice.argument);
}

static void
put_objects (Info *info, guint experiment)
{
  AscSymbols *symbols = g_ptr_array_index (info->cli->symbols, experiment);
  g_autoptr (GArray) entries = asc_info_list_objects (info->cli, experiment);

  open_section (info, "load-objects", _ ("Load objects"));
  if (info->cli->options.format != ASC_FORMAT_TSV)
    print_objects (info, symbols, entries);
  else
    for (guint i = 0; i < entries->len; i++)
      if (g_array_index (entries, AscInfoObject, i).n_samples > 0)
        put_object (info, symbols, &g_array_index (entries, AscInfoObject, i));
  close_section (info);
}

static void
put_metrics (Info *info)
{
  AscProfile *profile = info->cli->ask.profile;

  open_section (info, "metrics", _ ("Metrics"));
  info->width = 16;
  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    info->width = MAX (info->width, asc_text_width (asc_profile_get_metric (profile, i)->id));
  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    {
      const AscMetric *metric = asc_profile_get_metric (profile, i);
      g_autofree char *text = NULL;

      if (info->cli->options.format == ASC_FORMAT_TSV)
        {
          put_int (info, metric->id, NULL, metric->total);
          continue;
        }
      if (metric->unit == ASC_UNIT_NS)
        {
          char seconds[ASC_REPORT_NUMBER_SIZE];

          asc_report_format_seconds (seconds, metric->total);
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

/* Lines of TSV: kind and count. */
static void
put_diagnostics (Info *info, const AscDiagnostics *diagnostics)
{
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    {
      const AscDiagnostic *diagnostic = asc_diagnostics_get (diagnostics, i);

      put_value (info, "diagnostics", diagnostic->kind, diagnostic->count);
    }
}

gboolean
asc_info_is_mend (const AscFinding *finding)
{
  return finding->severity >= ASC_SEVERITY_WARNING && (finding->mend != NULL || finding->command != NULL || finding->share != NULL || finding->where != NULL);
}

/* What was found, and what would mend it: the same as on the window's page. */
static void
put_findings (Info *info, GPtrArray *findings)
{
  if (findings->len == 0)
    return;
  open_section (info, "findings", C_ ("view", "Data Quality"));
  info->width = 0;
  for (guint i = 0; i < findings->len; i++)
    info->width = MAX (info->width, asc_text_width (severity_text (((AscFinding *) g_ptr_array_index (findings, i))->severity)));
  for (guint i = 0; i < findings->len; i++)
    {
      const AscFinding *finding = g_ptr_array_index (findings, i);
      gboolean tells_where = finding->where == NULL || strstr (finding->title, finding->where) != NULL;
      g_autofree char *title = tells_where ? g_strdup (finding->title) : g_strdup_printf ("%s: %s", finding->title, finding->where);
      g_auto (GStrv) reasons = g_strsplit (finding->why != NULL ? finding->why : "", "\n", -1);

      put (info, NULL, severity_text (finding->severity), title);
      put (info, NULL, "", finding->share);
      put (info, NULL, "", finding->places);
      for (guint j = 0; reasons[j] != NULL; j++)
        put (info, NULL, "", reasons[j]);
      put (info, NULL, "", finding->mend);
      put (info, NULL, "", finding->command);
    }
  close_section (info);
}

/* Lines of TSV: kind, and the command, else what to do. */
static void
put_mends (Info *info, GPtrArray *findings)
{
  info->section = "mends";
  for (guint i = 0; i < findings->len; i++)
    {
      const AscFinding *finding = g_ptr_array_index (findings, i);

      if (asc_info_is_mend (finding))
        put (info, finding->kind, NULL, finding->command != NULL ? finding->command : finding->mend);
    }
}

gboolean
asc_cli_run_info (AscCli *cli, GError **error)
{
  Info info = { .cli = cli };
  g_autoptr (GPtrArray) findings = NULL;

  /* What programs read is the same in every language. */
  if ((cli->options.format & (ASC_FORMAT_JSON | ASC_FORMAT_TSV)) != 0)
    setlocale (LC_MESSAGES, "C");
  if (cli->options.format == ASC_FORMAT_HTML)
    open_html (&info);
  if (cli->options.format == ASC_FORMAT_JSON)
    {
      asc_info_write_json (cli);
      return TRUE;
    }
  if (cli->options.format == ASC_FORMAT_TSV)
    asc_out_puts (cli->ask.out, "section\tkey\tvalue\n");
  for (guint i = 0; i < asc_cli_get_n_experiments (cli); i++)
    {
      put_experiment (&info, asc_cli_get_experiment (cli, i));
      put_events (&info, asc_cli_get_experiment (cli, i));
      put_objects (&info, i);
      if (cli->options.format == ASC_FORMAT_TSV)
        put_diagnostics (&info, asc_experiment_get_diagnostics (asc_cli_get_experiment (cli, i)));
    }
  put_metrics (&info);
  findings = asc_findings_list (cli->ask.profile, cli->symbols, asc_profile_get_primary_metric (cli->ask.profile), (AscFindingsFormat){ .percent_digits = 2 });
  if (cli->options.format == ASC_FORMAT_TSV)
    {
      put_diagnostics (&info, asc_profile_get_diagnostics (cli->ask.profile));
      put_mends (&info, findings);
    }
  else
    put_findings (&info, findings);
  if (info.html != NULL)
    close_html (&info);
  return TRUE;
}
