/* asc-report-callers.c: callers and callees of functions, and of fragments
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-functions.h"

#include <glib/gi18n.h>

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
  const AscRequest *ask;
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

static const AscReportField line_fields[] = {
  [LINE_CENTER_ID] = { "center_id", NC_ ("column", "Number"), ASC_REPORT_INT, ASC_FORMAT_TSV },
  [LINE_CENTER] = { "center", NC_ ("column", "Function"), ASC_REPORT_STRING, ASC_FORMAT_TSV },
  [LINE_RELATION] = { "relation", NC_ ("column", "Relation"), ASC_REPORT_STRING, ASC_FORMAT_HTML | ASC_FORMAT_TSV },
  [LINE_ID] = { "id", NC_ ("column", "Number"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [LINE_NAME] = { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ASC_FORMAT_TEXT | ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [LINE_OBJECT] = { "object", NC_ ("column", "Load Object"), ASC_REPORT_STRING, ASC_FORMAT_HTML | ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [LINE_SIZE] = { "size", NC_ ("column", "Size"), ASC_REPORT_INT, 0 },
  [LINE_ADDRESS] = { "address", NC_ ("column", "Address"), ASC_REPORT_ADDRESS, 0 },
};

static void
get_line_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  static const char *const relations[] = { "caller", "center", "callee" };
  const Block *block = data;
  const Line *line = &g_array_index (block->lines, Line, row);

  switch (field)
    {
    case LINE_CENTER_ID:
      asc_report_cell_int (cell, center_of (block));
      break;
    case LINE_CENTER:
      asc_report_get_function_field (block->profile, center_of (block), ASC_FUNCTION_FIELD_NAME, cell);
      break;
    case LINE_RELATION:
      asc_report_cell_string (cell, relations[line->role]);
      break;
    case LINE_ID:
      asc_report_cell_int (cell, line->function);
      break;
    case LINE_NAME:
      asc_report_get_function_field (block->profile, line->function, ASC_FUNCTION_FIELD_NAME, cell);
      if (block->ask->format != ASC_FORMAT_TEXT)
        break;
      g_string_printf (scratch, "%c%s", line->role == ROLE_CENTER ? '*' : ' ', cell->text);
      asc_report_cell_string (cell, scratch->str);
      break;
    case LINE_OBJECT:
      asc_report_get_function_field (block->profile, line->function, ASC_FUNCTION_FIELD_OBJECT, cell);
      break;
    case LINE_SIZE:
      asc_report_get_function_field (block->profile, line->function, ASC_FUNCTION_FIELD_SIZE, cell);
      break;
    case LINE_ADDRESS:
    default:
      asc_report_get_function_field (block->profile, line->function, ASC_FUNCTION_FIELD_ADDRESS, cell);
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

static const AscReport line_table = {
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
get_center_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  const Block *block = data;

  asc_report_get_function_field (block->profile, row, field, cell);
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
add_lines (const Block *block, Role role, const char *key, AscJsonWriter *json)
{
  asc_json_writer_key (json, key);
  asc_json_writer_open (json, '[');
  for (guint32 i = 0; i < block->lines->len; i++)
    if (g_array_index (block->lines, Line, i).role == role)
      asc_report_add_json (block->ask, &line_table, (gpointer) block, i, json);
  asc_json_writer_close (json, ']');
}

static void
add_center_json (gpointer data, guint32 row, AscJsonWriter *json)
{
  const Block *block = data;

  asc_report_add_mangled (block->profile, row, json);
  if (block->fragment != NULL)
    {
      asc_json_writer_key (json, "fragment");
      asc_json_writer_open (json, '[');
      for (guint i = 0; i < block->n_center; i++)
        {
          const AscFunctionRow *function = asc_profile_get_function (block->profile, block->center[i]);

          asc_json_writer_open (json, '{');
          asc_json_writer_key (json, "id");
          asc_json_writer_int (json, block->center[i]);
          asc_json_writer_key (json, "name");
          asc_json_writer_string (json, function->name);
          asc_json_writer_key (json, "object");
          asc_json_writer_string (json, function->object);
          asc_json_writer_close (json, '}');
        }
      asc_json_writer_close (json, ']');
    }
  add_lines (block, ROLE_CALLER, "callers", json);
  add_lines (block, ROLE_CALLEE, "callees", json);
}

static const AscReport center_table = {
  .name = "callers-callees",
  .fields = asc_report_function_fields,
  .n_fields = ASC_N_FUNCTION_FIELDS,
  .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
  .n_values = 2,
  .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_EXCLUSIVE },
  .get_field = get_center_field,
  .get_value = get_center_value,
  .add_json = add_center_json,
};

/* What to put in the center: functions, one chain behind the other */

/* A chain that stands in no stack is no answer, when others are. */
static gboolean
is_empty (const AscFragment *fragment)
{
  return fragment->callers->len == 0 && fragment->callees->len == 0;
}

static void
for_each_chain (Block *block, const GArray *functions, AscReportWriter *writer, void (*take) (Block *block, AscReportWriter *writer))
{
  guint n_chain = block->ask->functions != NULL ? block->ask->n_chain : 1;
  guint n = functions->len / n_chain;

  for (guint i = 0; i < n && !asc_out_failed (block->ask->out); i++)
    {
      g_autoptr (AscFragment) fragment = NULL;

      block->center = &g_array_index (functions, guint32, (gsize)i * n_chain);
      block->n_center = n_chain;
      if (n_chain > 1)
        fragment = asc_profile_compute_fragment (block->profile, block->center, n_chain);
      if (fragment != NULL && n > 1 && is_empty (fragment))
        continue;
      block->fragment = fragment;
      fill (block);
      take (block, writer);
      block->fragment = NULL;
    }
}

static void
measure_block (Block *block, AscReportWriter *writer)
{
  for (guint32 i = 0; i < block->lines->len; i++)
    asc_report_writer_measure (writer, i);
}

static void
write_block (Block *block, AscReportWriter *writer)
{
  if (block->ask->format == ASC_FORMAT_JSON)
    {
      asc_report_writer_row (writer, center_of (block));
      return;
    }
  asc_report_writer_gap (writer);
  for (guint32 i = 0; i < block->lines->len; i++)
    asc_report_writer_row (writer, i);
}

static void
put_heading (const Block *block)
{
  AscOut *out = block->ask->out;
  g_autofree char *center = asc_report_dup_sort_title (block->ask, &center_table);
  g_autofree char *arcs = asc_report_dup_title (block->ask, &line_table, ASC_FLAVOR_ATTRIBUTED, block->metric);

  asc_out_printf (out, _ ("Functions sorted by metric: %s"), center);
  asc_out_putc (out, '\n');
  /* TRANSLATORS: %s is a metric with its flavor, "Attributed User CPU Time" */
  asc_out_printf (out, _ ("Callers and callees sorted by metric: %s"), arcs);
  asc_out_puts (out, "\n\n");
}

gboolean
asc_report_callers_callees (const AscRequest *ask, GError **error)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
  Block block = { .ask = ask, .profile = ask->profile, .lines = lines };
  g_autoptr (GArray) functions = NULL;
  g_autoptr (AscReportWriter) writer = NULL;

  block.metric = asc_report_get_sort_metric (ask, &block.reverse);
  if (ask->functions != NULL)
    functions = g_array_ref (ask->functions);
  else
    functions = asc_report_sort (ask, &center_table, &block, asc_profile_get_n_listed_functions (ask->profile), error);
  if (functions != NULL)
    writer = asc_report_writer_new (ask, ask->format == ASC_FORMAT_JSON ? &center_table : &line_table, &block, error);
  if (writer == NULL)
    return FALSE;
  if (asc_report_writer_measures (writer))
    {
      put_heading (&block);
      for_each_chain (&block, functions, writer, measure_block);
    }
  asc_report_writer_begin (writer);
  for_each_chain (&block, functions, writer, write_block);
  asc_report_writer_end (writer);
  return TRUE;
}
