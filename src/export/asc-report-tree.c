/* asc-report-tree.c: the call tree, or the bottom-up tree
 *
 * The tree is walked in preorder with a stack of its own: a path may be many thousand nodes long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-functions.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_DRAWN 64 /* levels drawn; deeper ones are told as a number, for lines would grow with the depth */

enum
{
  NODE_ID,
  NODE_PARENT,
  NODE_DEPTH,
  NODE_NAME,
  NODE_OBJECT,
};

static const AscReportField node_fields[] = {
  [NODE_ID] = { "id", NC_ ("column", "Number"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [NODE_PARENT] = { "parent", NC_ ("column", "Caller"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [NODE_DEPTH] = { "depth", NC_ ("column", "Depth"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [NODE_NAME] = { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ASC_FORMAT_TEXT | ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [NODE_OBJECT] = { "object", NC_ ("column", "Load Object"), ASC_REPORT_STRING, ASC_FORMAT_HTML | ASC_FORMAT_TSV | ASC_FORMAT_JSON },
};

/* Siblings on the path that are still to come; number of their parent in the answer. */
typedef struct
{
  GArray *nodes;
  guint next;
  guint32 parent;
} Level;

typedef struct
{
  const AscRequest *ask;
  AscProfile *profile;
  AscInverted *inverted; /* NULL: the call tree */
  guint metric;          /* that sorts */
  gboolean reverse;
  GArray *levels;        /* Level */
  guint32 id;            /* of the row, in the order of writing */
  guint32 parent;
  gboolean is_root;
} Tree;

static void
level_clear (gpointer level)
{
  g_array_unref (((Level *) level)->nodes);
}

static guint32
get_function (const Tree *tree, guint32 node)
{
  if (tree->is_root)
    return ASC_FUNCTION_TOTAL;
  return tree->inverted != NULL ? asc_inverted_get_node (tree->inverted, node).function : asc_profile_get_node_function (tree->profile, node);
}

/* er_print's lines: a bar for every level that goes on below. */
static void
draw (const Tree *tree, GString *line)
{
  guint depth = tree->levels->len;
  guint from = depth > MAX_DRAWN ? depth - MAX_DRAWN : 0;

  g_string_truncate (line, 0);
  if (from > 0)
    g_string_append_printf (line, "(%u) ", from);
  for (guint i = from; i + 1 < depth; i++)
    {
      const Level *level = &g_array_index (tree->levels, Level, i);

      g_string_append (line, level->next < level->nodes->len ? "  |" : "  ");
    }
  if (depth > 0)
    g_string_append (line, "  ");
  g_string_append (line, "+-");
}

static void
get_field (gpointer data, guint32 node, guint field, GString *scratch, AscReportCell *cell)
{
  const Tree *tree = data;
  guint32 function = get_function (tree, node);

  if (field == NODE_ID)
    asc_report_cell_int (cell, tree->id);
  else if (field == NODE_PARENT)
    {
      if (!tree->is_root)
        asc_report_cell_int (cell, tree->parent);
    }
  else if (field == NODE_DEPTH)
    asc_report_cell_int (cell, tree->levels->len);
  else if (field == NODE_OBJECT)
    asc_report_get_function_field (tree->profile, function, ASC_FUNCTION_FIELD_OBJECT, cell);
  else if (tree->ask->format == ASC_FORMAT_TEXT)
    {
      draw (tree, scratch);
      g_string_append (scratch, asc_profile_get_function (tree->profile, function)->name);
      asc_report_cell_string (cell, scratch->str);
    }
  else
    asc_report_get_function_field (tree->profile, function, ASC_FUNCTION_FIELD_NAME, cell);
}

static gint64
get_value (gpointer data, guint32 node, AscFlavor flavor, guint metric)
{
  const Tree *tree = data;

  if (tree->is_root)
    return asc_profile_get_inclusive (tree->profile, ASC_FUNCTION_TOTAL, metric);
  if (tree->inverted == NULL)
    return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_profile_get_node_exclusive (tree->profile, node, metric)
                                          : asc_profile_get_node_attributed (tree->profile, node, metric);
  /* Cost arises at the top level of the bottom-up tree: there it is the function's own. */
  if (flavor == ASC_FLAVOR_EXCLUSIVE && tree->levels->len > 1)
    return 0;
  return asc_inverted_get_value (tree->inverted, node, metric);
}

static GArray *
list_children (const Tree *tree, guint32 node)
{
  GArray *nodes;

  if (tree->inverted != NULL)
    nodes = asc_inverted_list_children (tree->inverted, tree->is_root ? ASC_NONE : node, tree->metric);
  else
    nodes = asc_profile_list_node_children (tree->profile, node, tree->metric);
  if (tree->reverse)
    for (guint i = 0; i < nodes->len / 2; i++)
      {
        guint32 *a = &g_array_index (nodes, guint32, i);
        guint32 *b = &g_array_index (nodes, guint32, nodes->len - 1 - i);
        guint32 swap = *a;

        *a = *b;
        *b = swap;
      }
  return nodes;
}

static void
push_children (Tree *tree, guint32 node)
{
  Level level = { .nodes = list_children (tree, node), .parent = tree->id };

  if (level.nodes->len > 0)
    g_array_append_val (tree->levels, level);
  else
    g_array_unref (level.nodes);
}

/* Takes the rows in preorder, at most --limit. */
static void
walk (Tree *tree, AscReportWriter *writer, void (*take) (AscReportWriter *writer, guint32 row))
{
  gint64 limit = tree->ask->limit >= 0 ? tree->ask->limit : G_MAXINT64;

  g_array_set_size (tree->levels, 0);
  tree->id = 0;
  tree->is_root = TRUE;
  if (limit == 0)
    return;
  take (writer, 0);
  push_children (tree, 0);
  tree->is_root = FALSE;
  for (gint64 n = 1; n < limit && tree->levels->len > 0 && !asc_out_failed (tree->ask->out);)
    {
      Level *level = &g_array_index (tree->levels, Level, tree->levels->len - 1);
      guint32 node;

      if (level->next == level->nodes->len)
        {
          g_array_set_size (tree->levels, tree->levels->len - 1);
          continue;
        }
      node = g_array_index (level->nodes, guint32, level->next++);
      tree->parent = level->parent;
      tree->id++;
      n++;
      take (writer, node);
      push_children (tree, node);
    }
}

static gboolean
write_tree (const AscRequest *ask, gboolean is_inverted, GError **error)
{
  static const AscReport table = {
    .name = "calltree",
    .default_spec = "a.%%s:name",
    .fields = node_fields,
    .n_fields = G_N_ELEMENTS (node_fields),
    .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_ATTRIBUTED, "attributed" } },
    .n_values = 2,
    .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_ATTRIBUTED, ASC_FLAVOR_ATTRIBUTED },
    .get_field = get_field,
    .get_value = get_value,
  };
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (Level));
  g_autoptr (AscInverted) inverted = is_inverted ? asc_inverted_new (ask->profile) : NULL;
  Tree tree = { .ask = ask, .profile = ask->profile, .inverted = inverted, .levels = levels };
  g_autoptr (AscReportWriter) writer = asc_report_writer_new (ask, &table, &tree, error);

  if (writer == NULL)
    return FALSE;
  if (ask->sort != NULL && g_array_index (ask->sort, AscColumn, 0).flavor == ASC_FLAVOR_STATIC)
    {
      g_set_error (error, ASC_REPORT_ERROR, ASC_REPORT_ERROR_USAGE, "calltree: --sort takes a metric: the nodes below one stand in its order");
      return FALSE;
    }
  g_array_set_clear_func (levels, level_clear);
  tree.metric = asc_report_get_sort_metric (ask, &tree.reverse);
  if (asc_report_writer_measures (writer))
    {
      const char *heading = inverted != NULL ? /* TRANSLATORS: %s is a metric, "Attributed User CPU Time" */ N_ ("Bottom-up tree. Metric: %s")
                                             : /* TRANSLATORS: %s is a metric, "Attributed User CPU Time" */ N_ ("Functions call tree. Metric: %s");
      g_autofree char *title = asc_report_dup_title (ask, &table, ASC_FLAVOR_ATTRIBUTED, tree.metric);

      walk (&tree, writer, asc_report_writer_measure);
      asc_out_printf (ask->out, _ (heading), title);
      asc_out_puts (ask->out, "\n\n");
    }
  asc_report_writer_begin (writer);
  walk (&tree, writer, asc_report_writer_row);
  asc_report_writer_end (writer);
  return TRUE;
}

gboolean
asc_report_call_tree (const AscRequest *ask, GError **error)
{
  return write_tree (ask, FALSE, error);
}

gboolean
asc_report_bottom_up (const AscRequest *ask, GError **error)
{
  return write_tree (ask, TRUE, error);
}
