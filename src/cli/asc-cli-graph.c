/* asc-cli-graph.c: the command callgraph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"
#include "asc-cli-picture.h"

#include <glib/gi18n.h>

#define PICTURES (ASC_FORMAT_DOT | ASC_FORMAT_SVG | ASC_FORMAT_PNG | ASC_FORMAT_PDF)
/* Of pictures, where nothing is said: what the window shows at first. */
#define DEFAULT_MIN 1.0
#define DEFAULT_NODES 80u
#define MAX_DRAWN_NODES 1000u
#define CALLER_LEVELS 2u
#define CALLEE_LEVELS 3u
#define FONT "Cantarell,Noto Sans,DejaVu Sans,Sans"
#define FONT_PX 14.667

typedef struct
{
  AscCli *cli;
  AscCallGraph *graph;
  guint metric; /* that sorts, cuts and is drawn */
  gboolean reverse;
} Command;

static guint32
get_row (const Command *command, guint node)
{
  guint n;

  return asc_call_graph_get_nodes (command->graph, &n)[node].row;
}

/* Nodes: functions as elsewhere, or load objects */

enum
{
  OBJECT_ID,
  OBJECT_NAME,
  OBJECT_PATH,
};

static const AscReportField object_fields[] = {
  [OBJECT_ID] = { "id", NC_ ("column", "Number"), ASC_REPORT_INT, ASC_FORMAT_JSON },
  [OBJECT_NAME] = { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
  [OBJECT_PATH] = { "path", NC_ ("column", "Path"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
};

static void
get_object_field (gpointer data, guint32 node, guint field, GString *scratch, AscReportCell *cell)
{
  const Command *command = data;
  const AscObjectRow *object = asc_profile_get_object (command->cli->ask.profile, get_row (command, node));

  if (field == OBJECT_ID)
    asc_report_cell_int (cell, get_row (command, node));
  else if (field == OBJECT_NAME)
    asc_report_cell_string (cell, object->name);
  else
    asc_report_cell_string (cell, object->path != NULL && *object->path != '\0' ? object->path : NULL);
}

static void
get_function_field (gpointer data, guint32 node, guint field, GString *scratch, AscReportCell *cell)
{
  const Command *command = data;

  asc_report_get_function_field (command->cli->ask.profile, get_row (command, node), field, cell);
}

static gint64
get_node_value (gpointer data, guint32 node, AscFlavor flavor, guint metric)
{
  const Command *command = data;

  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_call_graph_get_exclusive (command->graph, node, metric)
                                        : asc_call_graph_get_inclusive (command->graph, node, metric);
}

static void
add_function_json (gpointer data, guint32 node, AscJsonWriter *json)
{
  const Command *command = data;

  asc_report_add_mangled (command->cli->ask.profile, get_row (command, node), json);
}

static const AscReport function_table = {
  .name = "callgraph",
  .fields = asc_report_function_fields,
  .n_fields = ASC_N_FUNCTION_FIELDS,
  .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
  .n_values = 2,
  .get_field = get_function_field,
  .get_value = get_node_value,
  .add_json = add_function_json,
};

static const AscReport object_table = {
  .name = "callgraph",
  .fields = object_fields,
  .n_fields = G_N_ELEMENTS (object_fields),
  .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
  .n_values = 2,
  .get_field = get_object_field,
  .get_value = get_node_value,
};

/* Edges */

enum
{
  EDGE_FROM,
  EDGE_TO,
  EDGE_CALLER,
  EDGE_CALLEE,
  EDGE_ATTRIBUTED_CALLER,
};

static const AscReportField edge_fields[] = {
  [EDGE_FROM] = { "from", NC_ ("column", "Number"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [EDGE_TO] = { "to", NC_ ("column", "Number"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [EDGE_CALLER] = { "caller", NC_ ("column", "Caller"), ASC_REPORT_STRING, ASC_FORMAT_TEXT | ASC_FORMAT_TSV },
  [EDGE_CALLEE] = { "callee", NC_ ("column", "Callee"), ASC_REPORT_STRING, ASC_FORMAT_TEXT | ASC_FORMAT_TSV },
  [EDGE_ATTRIBUTED_CALLER] = { "attributed_caller", NC_ ("column", "Seen From Caller"), ASC_REPORT_INT, ASC_FORMAT_TSV },
};

static void
get_edge_field (gpointer data, guint32 number, guint field, GString *scratch, AscReportCell *cell)
{
  const Command *command = data;
  guint n;
  const AscGraphEdge *edge = &asc_call_graph_get_edges (command->graph, &n)[number];

  switch (field)
    {
    case EDGE_FROM:
      asc_report_cell_int (cell, get_row (command, edge->from));
      break;
    case EDGE_TO:
      asc_report_cell_int (cell, get_row (command, edge->to));
      break;
    case EDGE_CALLER:
      asc_report_cell_string (cell, asc_call_graph_get_name (command->graph, edge->from));
      break;
    case EDGE_CALLEE:
      asc_report_cell_string (cell, asc_call_graph_get_name (command->graph, edge->to));
      break;
    case EDGE_ATTRIBUTED_CALLER:
    default:
      asc_report_cell_int (cell, edge->attributed_caller);
    }
}

/* ASC_FLAVOR_INCLUSIVE stands for what the caller's list of callees says. */
static gint64
get_edge_value (gpointer data, guint32 edge, AscFlavor flavor, guint metric)
{
  const Command *command = data;

  return asc_call_graph_get_attributed (command->graph, edge, metric, flavor == ASC_FLAVOR_INCLUSIVE);
}

static const AscReport edge_table = {
  .name = "callgraph",
  .default_spec = "a.%%s:name",
  .fields = edge_fields,
  .n_fields = G_N_ELEMENTS (edge_fields),
  .values = { { ASC_FLAVOR_ATTRIBUTED, "attributed" }, { ASC_FLAVOR_INCLUSIVE, "attributed_caller" } },
  .n_values = 2,
  .meant = { ASC_FLAVOR_ATTRIBUTED, ASC_FLAVOR_ATTRIBUTED, ASC_FLAVOR_ATTRIBUTED },
  .get_field = get_edge_field,
  .get_value = get_edge_value,
};

static void
print_json (const Command *command)
{
  AscCli *cli = command->cli;
  AscJsonWriter json = { .out = cli->ask.out };
  const AscReport *nodes = asc_call_graph_is_by_object (command->graph) ? &object_table : &function_table;
  guint n;

  asc_json_writer_open (&json, '{');
  asc_report_add_json_head (&cli->ask, "callgraph", FALSE, &json);
  for (guint edges = 0; edges < 2; edges++)
    {
      asc_json_writer_key (&json, edges ? "edges" : "nodes");
      asc_json_writer_open (&json, '[');
      if (edges)
        asc_call_graph_get_edges (command->graph, &n);
      else
        asc_call_graph_get_nodes (command->graph, &n);
      for (guint i = 0; i < n && !asc_out_failed (cli->ask.out); i++)
        {
          asc_json_writer_break (&json);
          asc_report_add_json (&cli->ask, edges ? &edge_table : nodes, (gpointer) command, i, &json);
        }
      asc_json_writer_close (&json, ']');
    }
  asc_json_writer_close (&json, '}');
  asc_out_putc (cli->ask.out, '\n');
}

static int
compare_edges (gconstpointer a, gconstpointer b, gpointer data)
{
  const Command *command = data;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;
  gint64 vx = asc_call_graph_get_attributed (command->graph, x, command->metric, FALSE);
  gint64 vy = asc_call_graph_get_attributed (command->graph, y, command->metric, FALSE);

  if (vx != vy)
    return (vx < vy) != command->reverse ? 1 : -1;
  return (x > y) - (x < y);
}

/* Text and TSV: a line for each call. */
static gboolean
print_calls (Command *command, GError **error)
{
  g_autoptr (AscReportWriter) writer = asc_report_writer_new (&command->cli->ask, &edge_table, command, error);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n;

  if (writer == NULL)
    return FALSE;
  asc_call_graph_get_edges (command->graph, &n);
  for (guint32 i = 0; i < n; i++)
    g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_edges, command);
  if (asc_report_writer_measures (writer))
    {
      g_autofree char *title
          = asc_report_dup_title (&command->cli->ask, &edge_table, ASC_FLAVOR_ATTRIBUTED, command->metric);

      for (guint i = 0; i < n; i++)
        asc_report_writer_measure (writer, g_array_index (order, guint32, i));
      /* TRANSLATORS: %s is a metric with its flavor, "Attributed User CPU Time" */
      asc_out_printf (command->cli->ask.out, _ ("Calls sorted by metric: %s"), title);
      asc_out_puts (command->cli->ask.out, "\n\n");
    }
  asc_report_writer_begin (writer);
  for (guint i = 0; i < n && !asc_out_failed (command->cli->ask.out); i++)
    asc_report_writer_row (writer, g_array_index (order, guint32, i));
  asc_report_writer_end (writer);
  return TRUE;
}

/* What --metrics says of the form of numbers. */
static AscGraphNumbers
choose_numbers (const AscCli *cli)
{
  for (guint i = 0; cli->ask.columns != NULL && i < cli->ask.columns->len; i++)
    {
      const AscColumn *column = &g_array_index (cli->ask.columns, AscColumn, i);

      if (column->flavor != ASC_FLAVOR_STATIC)
        return (column->visibility & ASC_VISIBLE_PERCENT) != 0 ? ASC_GRAPH_NUMBERS_PERCENT : ASC_GRAPH_NUMBERS_VALUE;
    }
  return ASC_GRAPH_NUMBERS_AUTO;
}

static gboolean
print_picture (const Command *command, GError **error)
{
  AscCli *cli = command->cli;
  const AscGraphStyle style = { .font = FONT, .font_px = FONT_PX, .plain_numbers = TRUE, .numbers = choose_numbers (cli) };
  g_autoptr (AscGraphDrawing) drawing = NULL;
  GError *failure = NULL;

  if (cli->options.format == ASC_FORMAT_DOT)
    {
      g_autofree char *dot = asc_call_graph_dup_dot (command->graph);

      asc_out_puts (cli->ask.out, dot);
      return TRUE;
    }
  drawing = asc_graph_drawing_new (command->graph, &style, NULL, NULL, error);
  if (drawing == NULL)
    return FALSE;
  asc_graph_drawing_export (drawing, asc_cli_picture_get_kind (cli), asc_cli_picture_write, cli->ask.out, &failure);
  return asc_cli_picture_finish (cli, failure, error);
}

static gboolean
find_centers (AscCli *cli, gboolean by_object, GArray *centers, GError **error)
{
  for (char **name = cli->options.functions; name != NULL && *name != NULL; name++)
    {
      guint n_before = centers->len;

      if (!by_object)
        {
          g_autoptr (GArray) found = asc_profile_find_functions (cli->ask.profile, *name);

          g_array_append_vals (centers, found->data, found->len);
        }
      for (guint32 row = 0; by_object && row < asc_profile_get_n_objects (cli->ask.profile); row++)
        if (g_strcmp0 (asc_profile_get_object (cli->ask.profile, row)->name, *name) == 0 || g_strcmp0 (asc_profile_get_object (cli->ask.profile, row)->path, *name) == 0)
          g_array_append_val (centers, row);
      if (centers->len == n_before)
        {
          g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, by_object ? "--function: no load object “%s”" : "--function: no function “%s”", *name);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
choose_options (Command *command, GArray *centers, AscGraphOptions *graph, GError **error)
{
  const AscCliOptions *options = &command->cli->options;
  gboolean drawn = (options->format & PICTURES) != 0;
  double least = options->min >= 0 ? options->min : drawn ? DEFAULT_MIN : 0;

  if (drawn && options->format != ASC_FORMAT_DOT && options->limit > MAX_DRAWN_NODES)
    {
      g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--limit: a picture has at most %u boxes", MAX_DRAWN_NODES);
      return FALSE;
    }
  *graph = (AscGraphOptions){
    .by_object = g_strcmp0 (options->group, "object") == 0,
    .form = drawn ? ASC_GRAPH_PICTURE : ASC_GRAPH_WHOLE,
    .metric = command->metric,
    .min_node = least / 100,
    .min_edge = least / 200,
    .max_nodes = options->limit >= 0 ? (guint) MIN (options->limit, G_MAXINT) : drawn ? DEFAULT_NODES : 0,
    .n_caller_levels = CALLER_LEVELS,
    .n_callee_levels = CALLEE_LEVELS,
  };
  if (!find_centers (command->cli, graph->by_object, centers, error))
    return FALSE;
  graph->centers = (const guint32 *) (gpointer) centers->data;
  graph->n_centers = centers->len;
  return TRUE;
}

gboolean
asc_cli_run_callgraph (AscCli *cli, GError **error)
{
  Command command = { .cli = cli };
  g_autoptr (GArray) centers = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (AscCallGraph) graph = NULL;
  AscGraphOptions options;

  command.metric = asc_report_get_sort_metric (&cli->ask, &command.reverse);
  if (!choose_options (&command, centers, &options, error))
    return FALSE;
  graph = asc_call_graph_new (cli->ask.profile, &options, NULL, error);
  if (graph == NULL)
    return FALSE;
  command.graph = graph;
  if (cli->options.format == ASC_FORMAT_JSON)
    print_json (&command);
  else if ((cli->options.format & PICTURES) != 0)
    return print_picture (&command, error);
  else
    return print_calls (&command, error);
  return TRUE;
}
