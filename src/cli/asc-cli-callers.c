/* asc-cli-callers.c: the command callers-callees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-functions.h"

#include <glib/gi18n.h>

#define MAX_FRAGMENTS 1024 /* names of a fragment may each mean several functions: combinations tried */

typedef enum
{
  ROLE_CALLER,
  ROLE_CENTER,
  ROLE_CALLEE,
} Role;

typedef struct
{
  Role role;
  guint32 function;
  guint32 at; /* number of the arc; of the entry in the fragment's list; of the center's function */
} Line;

/* What stands in the center: a function, or a fragment of several. */
typedef struct
{
  AscCli *cli;
  AscProfile *profile;
  const guint32 *center;
  guint n_center;
  AscFragment *fragment; /* NULL: one function */
  GArray *lines;         /* Line: callers, center, callees */
  guint metric;          /* that sorts the arcs */
  gboolean reverse;
} Block;

static guint32
center_of (const Block *block)
{
  return block->center[block->n_center - 1];
}

static gint64
center_value (const Block *block, AscFlavor flavor, guint metric)
{
  if (block->fragment != NULL)
    return flavor == ASC_FLAVOR_EXCLUSIVE ? block->fragment->exclusive[metric] : block->fragment->inclusive[metric];
  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_profile_get_exclusive (block->profile, center_of (block), metric)
                                        : asc_profile_get_inclusive (block->profile, center_of (block), metric);
}

static gint64
attributed (const Block *block, const Line *line, guint metric)
{
  const AscFragment *fragment = block->fragment;

  /* In the center stands what is left of its inclusive value when the callees have theirs; in a fragment it is the last function's. */
  if (line->role == ROLE_CENTER)
    return line->at + 1 == block->n_center ? center_value (block, ASC_FLAVOR_EXCLUSIVE, metric) : 0;
  if (fragment != NULL)
    return (line->role == ROLE_CALLER ? fragment->caller_values : fragment->callee_values)[(gsize) line->at * fragment->n_metrics + metric];
  return line->role == ROLE_CALLER ? asc_profile_get_caller_value (block->profile, line->at, metric)
                                   : asc_profile_get_callee_value (block->profile, line->at, metric);
}

static int
compare_lines (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Block *block = user_data;
  gint64 x = attributed (block, a, block->metric);
  gint64 y = attributed (block, b, block->metric);

  if (x != y)
    return (x < y) != block->reverse ? 1 : -1;
  return (((const Line *) a)->function > ((const Line *) b)->function) - (((const Line *) a)->function < ((const Line *) b)->function);
}

static void
add_arcs (Block *block, Role role)
{
  guint first = block->lines->len;
  guint n;

  if (block->fragment != NULL)
    {
      const GArray *rows = role == ROLE_CALLER ? block->fragment->callers : block->fragment->callees;

      for (guint i = 0; i < rows->len; i++)
        g_array_append_val (block->lines, ((Line){ role, g_array_index (rows, guint32, i), i }));
    }
  else
    {
      const AscArc *arcs = role == ROLE_CALLER ? asc_profile_get_callers (block->profile, center_of (block), &n)
                                               : asc_profile_get_callees (block->profile, center_of (block), &n);

      for (guint i = 0; i < n; i++)
        g_array_append_val (block->lines, ((Line){ role, arcs[i].function, arcs[i].arc }));
    }
  if (block->lines->len > first && asc_profile_get_n_metrics (block->profile) > 0)
    g_qsort_with_data (&g_array_index (block->lines, Line, first), (int) (block->lines->len - first), sizeof (Line), compare_lines, block);
}

static void
fill (Block *block)
{
  g_array_set_size (block->lines, 0);
  add_arcs (block, ROLE_CALLER);
  for (guint32 i = 0; i < block->n_center; i++)
    g_array_append_val (block->lines, ((Line){ ROLE_CENTER, block->center[i], i }));
  add_arcs (block, ROLE_CALLEE);
}

/* Lines: text, TSV, and the callers and callees of JSON */

enum
{
  LINE_CENTER_ID,
  LINE_CENTER,
  LINE_RELATION,
  LINE_ID,
  LINE_NAME,
  LINE_OBJECT,
  LINE_SIZE,
  LINE_ADDRESS,
};

static const AscField line_fields[] = {
  [LINE_CENTER_ID] = { "center_id", NC_ ("column", "Number"), ASC_CELL_INT, ASC_CLI_TSV },
  [LINE_CENTER] = { "center", NC_ ("column", "Function"), ASC_CELL_STRING, ASC_CLI_TSV },
  [LINE_RELATION] = { "relation", NC_ ("column", "Relation"), ASC_CELL_STRING, ASC_CLI_TSV },
  [LINE_ID] = { "id", NC_ ("column", "Number"), ASC_CELL_INT, ASC_CLI_TSV | ASC_CLI_JSON },
  [LINE_NAME] = { "name", NC_ ("column", "Name"), ASC_CELL_STRING, ASC_CLI_TEXT | ASC_CLI_TSV | ASC_CLI_JSON },
  [LINE_OBJECT] = { "object", NC_ ("column", "Load Object"), ASC_CELL_STRING, ASC_CLI_TSV | ASC_CLI_JSON },
  [LINE_SIZE] = { "size", NC_ ("column", "Size"), ASC_CELL_INT, 0 },
  [LINE_ADDRESS] = { "address", NC_ ("column", "Address"), ASC_CELL_ADDRESS, 0 },
};

static void
get_line_field (gpointer data, guint32 row, guint field, GString *scratch, AscCell *cell)
{
  static const char *const relations[] = { "caller", "center", "callee" };
  const Block *block = data;
  const Line *line = &g_array_index (block->lines, Line, row);

  switch (field)
    {
    case LINE_CENTER_ID:
      asc_cli_cell_int (cell, center_of (block));
      break;
    case LINE_CENTER:
      asc_cli_get_function_field (block->profile, center_of (block), ASC_FUNCTION_FIELD_NAME, cell);
      break;
    case LINE_RELATION:
      asc_cli_cell_string (cell, relations[line->role]);
      break;
    case LINE_ID:
      asc_cli_cell_int (cell, line->function);
      break;
    case LINE_NAME:
      asc_cli_get_function_field (block->profile, line->function, ASC_FUNCTION_FIELD_NAME, cell);
      if (block->cli->options.format != ASC_CLI_TEXT)
        break;
      g_string_printf (scratch, "%c%s", line->role == ROLE_CENTER ? '*' : ' ', cell->text);
      asc_cli_cell_string (cell, scratch->str);
      break;
    case LINE_OBJECT:
      asc_cli_get_function_field (block->profile, line->function, ASC_FUNCTION_FIELD_OBJECT, cell);
      break;
    case LINE_SIZE:
      asc_cli_get_function_field (block->profile, line->function, ASC_FUNCTION_FIELD_SIZE, cell);
      break;
    case LINE_ADDRESS:
    default:
      asc_cli_get_function_field (block->profile, line->function, ASC_FUNCTION_FIELD_ADDRESS, cell);
    }
}

static gint64
get_line_value (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  const Block *block = data;
  const Line *line = &g_array_index (block->lines, Line, row);

  if (flavor == ASC_FLAVOR_ATTRIBUTED)
    return attributed (block, line, metric);
  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_profile_get_exclusive (block->profile, line->function, metric)
                                        : asc_profile_get_inclusive (block->profile, line->function, metric);
}

static gint64
get_line_base (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  const Block *block = data;

  return flavor == ASC_FLAVOR_ATTRIBUTED ? center_value (block, ASC_FLAVOR_INCLUSIVE, metric) : asc_profile_get_metric (block->profile, metric)->total;
}

static const AscTable line_table = {
  .name = "callers-callees",
  .default_spec = "a.%%s:e.%s:i.%s:name",
  .fields = line_fields,
  .n_fields = G_N_ELEMENTS (line_fields),
  .values = { { ASC_FLAVOR_ATTRIBUTED, "attributed" }, { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
  .n_values = 3,
  .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_ATTRIBUTED },
  .get_field = get_line_field,
  .get_value = get_line_value,
  .get_base = get_line_base,
};

/* Centers: the order of the blocks, and the rows of JSON */

static void
get_center_field (gpointer data, guint32 row, guint field, GString *scratch, AscCell *cell)
{
  const Block *block = data;

  asc_cli_get_function_field (block->profile, row, field, cell);
}

static gint64
get_center_value (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  const Block *block = data;

  if (block->center != NULL)
    return center_value (block, flavor, metric);
  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_profile_get_exclusive (block->profile, row, metric) : asc_profile_get_inclusive (block->profile, row, metric);
}

static void
add_lines (const Block *block, Role role, const char *key, AscCliJson *json)
{
  asc_cli_json_key (json, key);
  asc_cli_json_open (json, '[');
  for (guint32 i = 0; i < block->lines->len; i++)
    if (g_array_index (block->lines, Line, i).role == role)
      asc_table_add_json (block->cli, &line_table, (gpointer) block, i, json);
  asc_cli_json_close (json, ']');
}

static void
add_center_json (gpointer data, guint32 row, AscCliJson *json)
{
  const Block *block = data;

  asc_cli_add_mangled (block->profile, row, json);
  if (block->fragment != NULL)
    {
      asc_cli_json_key (json, "fragment");
      asc_cli_json_open (json, '[');
      for (guint i = 0; i < block->n_center; i++)
        {
          const AscFunctionRow *function = asc_profile_get_function (block->profile, block->center[i]);

          asc_cli_json_open (json, '{');
          asc_cli_json_key (json, "id");
          asc_cli_json_int (json, block->center[i]);
          asc_cli_json_key (json, "name");
          asc_cli_json_string (json, function->name);
          asc_cli_json_key (json, "object");
          asc_cli_json_string (json, function->object);
          asc_cli_json_close (json, '}');
        }
      asc_cli_json_close (json, ']');
    }
  add_lines (block, ROLE_CALLER, "callers", json);
  add_lines (block, ROLE_CALLEE, "callees", json);
}

static const AscTable center_table = {
  .name = "callers-callees",
  .fields = asc_cli_function_fields,
  .n_fields = ASC_N_FUNCTION_FIELDS,
  .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
  .n_values = 2,
  .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_EXCLUSIVE },
  .get_field = get_center_field,
  .get_value = get_center_value,
  .add_json = add_center_json,
};

/* What to put in the center */

/* Chains of @n functions each, one behind the other. */
typedef struct
{
  GArray *functions; /* guint32 */
  guint n;
} Chains;

static gboolean
add_combinations (AscCli *cli, Chains *chains, GError **error)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint64 n_chains = 1;

  for (guint i = 0; i < chains->n; i++)
    {
      GArray *found = asc_profile_find_functions (cli->profile, cli->options.functions[i]);

      g_ptr_array_add (choices, found);
      if (found->len == 0)
        {
          g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--function: no function “%s”", cli->options.functions[i]);
          return FALSE;
        }
      n_chains *= found->len;
      if (chains->n > 1 && n_chains > MAX_FRAGMENTS)
        {
          g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "--function: the names mean more than %u fragments", MAX_FRAGMENTS);
          return FALSE;
        }
    }
  for (guint64 c = 0; c < n_chains; c++)
    {
      guint64 rest = c;
      guint32 *chain;

      g_array_set_size (chains->functions, chains->functions->len + chains->n);
      chain = &g_array_index (chains->functions, guint32, chains->functions->len - chains->n);
      for (guint i = chains->n; i-- > 0;)
        {
          const GArray *found = g_ptr_array_index (choices, i);

          chain[i] = g_array_index (found, guint32, rest % found->len);
          rest /= found->len;
        }
    }
  return TRUE;
}

static gboolean
list_chains (Block *block, Chains *chains, GError **error)
{
  AscCli *cli = block->cli;

  chains->n = cli->options.functions != NULL ? MAX (g_strv_length (cli->options.functions), 1) : 1;
  if (cli->options.functions != NULL)
    return add_combinations (cli, chains, error);
  g_array_unref (chains->functions);
  chains->functions = asc_table_sort (cli, &center_table, block, asc_profile_get_n_listed_functions (cli->profile), error);
  return chains->functions != NULL;
}

/* A chain that stands in no stack is no answer, when others are. */
static gboolean
is_empty (const AscFragment *fragment)
{
  return fragment->callers->len == 0 && fragment->callees->len == 0;
}

static void
for_each_chain (Block *block, const Chains *chains, AscTableWriter *writer, void (*take) (Block *block, AscTableWriter *writer))
{
  guint n = chains->functions->len / chains->n;

  for (guint i = 0; i < n && !asc_cli_out_failed (block->cli->out); i++)
    {
      g_autoptr (AscFragment) fragment = NULL;

      block->center = &g_array_index (chains->functions, guint32, (gsize) i * chains->n);
      block->n_center = chains->n;
      if (chains->n > 1)
        fragment = asc_profile_compute_fragment (block->profile, block->center, chains->n);
      if (fragment != NULL && n > 1 && is_empty (fragment))
        continue;
      block->fragment = fragment;
      fill (block);
      take (block, writer);
      block->fragment = NULL;
    }
}

static void
measure_block (Block *block, AscTableWriter *writer)
{
  for (guint32 i = 0; i < block->lines->len; i++)
    asc_table_writer_measure (writer, i);
}

static void
write_block (Block *block, AscTableWriter *writer)
{
  if (block->cli->options.format == ASC_CLI_JSON)
    {
      asc_table_writer_row (writer, center_of (block));
      return;
    }
  asc_table_writer_gap (writer);
  for (guint32 i = 0; i < block->lines->len; i++)
    asc_table_writer_row (writer, i);
}

static void
put_heading (const Block *block)
{
  AscCliOut *out = block->cli->out;
  g_autofree char *center = asc_table_dup_sort_title (block->cli, &center_table);
  g_autofree char *arcs = asc_table_dup_title (block->cli, &line_table, ASC_FLAVOR_ATTRIBUTED, block->metric);

  asc_cli_out_printf (out, _ ("Functions sorted by metric: %s"), center);
  asc_cli_out_putc (out, '\n');
  /* TRANSLATORS: %s is a metric with its flavor, "Attributed User CPU Time" */
  asc_cli_out_printf (out, _ ("Callers and callees sorted by metric: %s"), arcs);
  asc_cli_out_puts (out, "\n\n");
}

gboolean
asc_cli_run_callers_callees (AscCli *cli, GError **error)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
  Block block = { .cli = cli, .profile = cli->profile, .lines = lines };
  Chains chains = { .functions = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  g_autoptr (AscTableWriter) writer = NULL;
  gboolean good;

  block.metric = asc_table_get_sort_metric (cli, &block.reverse);
  good = list_chains (&block, &chains, error);
  if (good)
    writer = asc_table_writer_new (cli, cli->options.format == ASC_CLI_JSON ? &center_table : &line_table, &block, error);
  if (writer != NULL)
    {
      if (asc_table_writer_measures (writer))
        {
          put_heading (&block);
          for_each_chain (&block, &chains, writer, measure_block);
        }
      asc_table_writer_begin (writer);
      for_each_chain (&block, &chains, writer, write_block);
      asc_table_writer_end (writer);
    }
  g_clear_pointer (&chains.functions, g_array_unref);
  return writer != NULL;
}
