/* asc-cli-flame.c: the command flamegraph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"
#include "asc-cli-picture.h"

#include <glib/gi18n.h>
#include <math.h>

/* A drawing leaves out what is less, unless --min says otherwise: a twelfth of a pixel. */
#define DRAWN_MIN_PERCENT 0.01
/* Levels that text indents; deeper ones are told as a number, for lines would grow with the depth. */
#define MAX_INDENTED 64

enum
{
  CELL_ID,
  CELL_PARENT,
  CELL_DEPTH,
  CELL_START,
  CELL_NAME,
  CELL_OBJECT,
  CELL_BASELINE,
};

static const AscReportField cell_fields[] = {
  [CELL_ID] = { "id", NC_ ("column", "Number"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [CELL_PARENT] = { "parent", NC_ ("column", "Caller"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [CELL_DEPTH] = { "depth", NC_ ("column", "Depth"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [CELL_START] = { "start", NC_ ("column", "Left Edge"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [CELL_NAME] = { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ASC_FORMAT_TEXT | ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [CELL_OBJECT] = { "object", NC_ ("column", "Load Object"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [CELL_BASELINE] = { "baseline", NC_ ("column", "Baseline"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
};

typedef struct
{
  AscCli *cli;
  const AscFlameDifference *difference; /* or NULL */
  AscFlameGraph *graph;
  const AscFlameCell *cells;
  gint64 least; /* narrower cells are left out */
} Flame;

/* "name (+3.1%)": of the baseline's total. */
static void
append_change (const Flame *flame, guint32 row, GString *text)
{
  gint64 change = flame->cells[row].value - flame->difference->value[row];
  g_autofree char *percent = asc_format_percent (ABS (change), flame->difference->total, 2, FALSE);

  g_string_append_printf (text, " (%s%s%%)", change > 0 ? "+" : change < 0 ? "-" : "", percent);
}

static void
get_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  const Flame *flame = data;
  const AscFlameCell *c = &flame->cells[row];
  g_autofree char *name = NULL;

  if (field == CELL_ID)
    asc_report_cell_int (cell, row);
  else if (field == CELL_PARENT)
    {
      if (c->parent != ASC_NONE)
        asc_report_cell_int (cell, c->parent);
    }
  else if (field == CELL_DEPTH)
    asc_report_cell_int (cell, c->depth);
  else if (field == CELL_START)
    asc_report_cell_int (cell, c->start);
  else if (field == CELL_BASELINE)
    asc_report_cell_int (cell, flame->difference->value[row]);
  else if (field == CELL_OBJECT)
    asc_report_get_function_field (flame->cli->ask.profile, c->function, ASC_FUNCTION_FIELD_OBJECT, cell);
  else
    {
      guint indent = flame->cli->options.format == ASC_FORMAT_TEXT ? c->depth : 0;

      name = asc_flame_graph_dup_name (flame->graph, row);
      g_string_truncate (scratch, 0);
      if (indent > MAX_INDENTED)
        g_string_append_printf (scratch, "(%u) ", indent - MAX_INDENTED);
      g_string_append_printf (scratch, "%*s%s", 2 * (int) MIN (indent, MAX_INDENTED), "", name);
      if (flame->difference != NULL && flame->cli->options.format == ASC_FORMAT_TEXT)
        append_change (flame, row, scratch);
      asc_report_cell_string (cell, scratch->str);
    }
}

static gint64
get_value (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  const Flame *flame = data;

  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_flame_graph_get_exclusive (flame->graph, row, metric) : asc_flame_graph_get_attributed (flame->graph, row, metric);
}

/* The rows in preorder, at most --limit. */
static void
walk (Flame *flame, AscReportWriter *writer, void (*take) (AscReportWriter *writer, guint32 row))
{
  gint64 left = flame->cli->options.limit >= 0 ? flame->cli->options.limit : G_MAXINT64;

  for (guint32 i = 0; i != ASC_NONE && left > 0 && !asc_out_failed (flame->cli->ask.out); i = asc_flame_graph_next (flame->graph, i))
    if (flame->cells[i].width >= flame->least)
      {
        take (writer, i);
        left--;
      }
}

static gboolean
print_rows (Flame *flame, GError **error)
{
  const AscReport table = {
    .name = "flamegraph",
    .default_spec = "a.%%s:name",
    .fields = cell_fields,
    .n_fields = flame->difference != NULL ? G_N_ELEMENTS (cell_fields) : CELL_BASELINE,
    .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_ATTRIBUTED, "attributed" } },
    .n_values = 2,
    .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_ATTRIBUTED, ASC_FLAVOR_ATTRIBUTED },
    .get_field = get_field,
    .get_value = get_value,
  };
  g_autoptr (AscReportWriter) writer = asc_report_writer_new (&flame->cli->ask, &table, flame, error);

  if (writer == NULL)
    return FALSE;
  if (asc_report_writer_measures (writer))
    {
      g_autofree char *title = asc_report_dup_title (&flame->cli->ask, &table, ASC_FLAVOR_ATTRIBUTED, asc_flame_graph_get_options (flame->graph)->metric);

      walk (flame, writer, asc_report_writer_measure);
      /* TRANSLATORS: %s is a metric, "Attributed User CPU Time" */
      asc_out_printf (flame->cli->ask.out, _ ("Flame graph. Metric: %s"), title);
      asc_out_puts (flame->cli->ask.out, "\n\n");
    }
  asc_report_writer_begin (writer);
  walk (flame, writer, asc_report_writer_row);
  asc_report_writer_end (writer);
  return TRUE;
}

static void
write_bytes (gpointer data, const char *bytes, gsize length)
{
  asc_out_write (data, bytes, (gssize) length);
}

static gboolean
print_picture (Flame *flame, GError **error)
{
  AscCli *cli = flame->cli;
  AscFlameDrawing drawing = { .difference = flame->difference, .min_share = (cli->options.min >= 0 ? cli->options.min : DRAWN_MIN_PERCENT) / 100 };
  GError *failure = NULL;
  const char *path = asc_experiment_get_path (asc_cli_get_experiment (cli, 0));
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = NULL;

  if (asc_profile_get_n_metrics (cli->ask.profile) > 0)
    {
      const AscMetric *metric = asc_profile_get_metric (cli->ask.profile, asc_flame_graph_get_options (flame->graph)->metric);

      /* TRANSLATORS: the title of a drawing: a file name, a metric's name */
      title = g_strdup_printf (_ ("%s: %s"), name, metric->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "metric", metric->title) : metric->title);
    }
  drawing.title = title != NULL ? title : name;
  if (cli->options.format == ASC_FORMAT_SVG)
    asc_flame_write_svg (flame->graph, &drawing, write_bytes, cli->ask.out);
  else
    asc_flame_write_picture (flame->graph, &drawing, asc_cli_picture_get_kind (cli), asc_cli_picture_write, cli->ask.out, &failure);
  return asc_cli_picture_finish (cli, failure, error);
}

/* What no form of the answer holds is said. */
static void
warn (Flame *flame)
{
  gint64 sum;
  guint n = asc_flame_graph_get_n_negative (flame->graph, &sum);
  guint n_cells;
  guint unfinished = 0;

  asc_flame_graph_get_cells (flame->graph, &n_cells);
  for (guint i = 0; i < n_cells; i++)
    unfinished += (flame->cells[i].flags & ASC_FLAME_UNFINISHED) != 0;
  if (n > 0)
    {
      g_autofree char *total = g_strdup_printf ("%" G_GINT64_FORMAT, sum);

      g_printerr ("ascribe-cli: ");
      /* TRANSLATORS: a count of call paths, their sum */
      g_printerr (ngettext ("%u call path with a negative weight (%s) has no width", "%u call paths with negative weights (%s together) have no width", n), n, total);
      g_printerr ("\n");
    }
  if (flame->difference != NULL && flame->difference->gone->len > 0)
    {
      guint n_gone = flame->difference->gone->len;
      g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, flame->difference->gone_value);
      g_autofree char *percent = asc_format_percent (flame->difference->gone_value, flame->difference->total, 2, FALSE);

      g_printerr ("ascribe-cli: ");
      /* TRANSLATORS: a count of call paths, their sum, and what that is of the whole */
      g_printerr (ngettext ("%u call path is only in the baseline (%s, %s%% of it)", "%u call paths are only in the baseline (%s, %s%% of it)", n_gone), n_gone, value, percent);
      g_printerr ("\n");
    }
  if (unfinished > 0)
    {
      g_printerr ("ascribe-cli: ");
      g_printerr (ngettext ("The callers of %u cell are left out: there are too many", "The callers of %u cells are left out: there are too many", unfinished), unfinished);
      g_printerr ("\n");
    }
}

/* With the baseline, by the metric of the same id. */
static AscFlameDifference *
compare (AscCli *cli, AscFlameGraph *graph, GError **error)
{
  AscFlameOptions options = *asc_flame_graph_get_options (graph);
  const char *id = asc_profile_get_n_metrics (cli->ask.profile) > 0 ? asc_profile_get_metric (cli->ask.profile, options.metric)->id : NULL;
  int metric = id != NULL ? asc_profile_find_metric (cli->baseline, id) : 0;
  g_autoptr (AscFlameGraph) base = NULL;

  if (metric < 0)
    {
      g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--compare: the baseline has no metric “%s”", id);
      return NULL;
    }
  options.metric = (guint) metric;
  base = asc_flame_graph_compute (cli->baseline, &options, NULL, NULL, error);
  return base != NULL ? asc_flame_difference_new (graph, base, NULL, error) : NULL;
}

gboolean
asc_cli_run_flamegraph (AscCli *cli, GError **error)
{
  gboolean reverse;
  AscFlameOptions options = { .metric = asc_report_get_sort_metric (&cli->ask, &reverse), .inverted = cli->options.inverted };
  g_autoptr (AscFlameGraph) graph = NULL;
  g_autoptr (AscFlameDifference) difference = NULL;
  Flame flame = { .cli = cli };
  guint n;

  if (cli->options.by != NULL)
    options.grouping = g_str_equal (cli->options.by, "thread") ? ASC_FLAME_BY_THREAD : ASC_FLAME_BY_PROCESS;
  graph = asc_flame_graph_compute (cli->ask.profile, &options, NULL, NULL, error);
  if (graph == NULL)
    return FALSE;
  if (cli->baseline != NULL && (difference = compare (cli, graph, error)) == NULL)
    return FALSE;
  flame.graph = graph;
  flame.difference = difference;
  flame.cells = asc_flame_graph_get_cells (graph, &n);
  flame.least = cli->options.min > 0 ? (gint64) ceil (cli->options.min / 100 * (double) flame.cells[0].width) : 0;
  warn (&flame);
  if (cli->options.format == ASC_FORMAT_FOLDED && difference != NULL)
    asc_flame_write_folded_difference (graph, difference, flame.least, cli->options.limit, write_bytes, cli->ask.out);
  else if (cli->options.format == ASC_FORMAT_FOLDED)
    asc_flame_write_folded (graph, flame.least, cli->options.limit, write_bytes, cli->ask.out);
  else if ((cli->options.format & (ASC_FORMAT_SVG | ASC_FORMAT_PNG | ASC_FORMAT_PDF)) != 0)
    return print_picture (&flame, error);
  else
    return print_rows (&flame, error);
  return TRUE;
}
