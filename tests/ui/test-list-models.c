/* test-list-models.c: the rows of tables and trees, without a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "asc-name.h"
#include "asc-radix.h"
#include "asc-row-model.h"
#include "asc-row-tree.h"
#include "asc-table-source.h"
#include "asc-test-watch-model.h"

static const AscMetric cpu_time = { .id = "totalcpu", .title = "CPU", .unit = ASC_UNIT_NS, .total = 2000000000, .interval = 1000000, .sampled = TRUE };

static guint64
identify_row (GListModel *model, guint position)
{
  return asc_row_model_get_row (ASC_ROW_MODEL (model), position);
}

/* Radix sort */

static int
compare_by_key_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const gint64 *keys = data;
  gint64 x = keys[*(const guint32 *) a];
  gint64 y = keys[*(const guint32 *) b];

  return x < y ? -1 : x > y;
}

static void
test_radix (void)
{
  enum { N = 5000 };
  g_autofree gint64 *keys = g_new (gint64, N);
  g_autofree guint32 *rows = g_new (guint32, N);
  g_autofree guint32 *expected = g_new (guint32, N);
  g_autoptr (GRand) random = g_rand_new_with_seed (42);

  for (guint i = 0; i < N; i++)
    {
      /* Few and many distinct ones, either sign, and the ends. */
      keys[i] = i % 3 == 0 ? g_rand_int_range (random, -5, 5) : (gint64) ((guint64) g_rand_int (random) << 32 | g_rand_int (random));
      rows[i] = expected[i] = i;
    }
  keys[17] = G_MININT64;
  keys[4000] = G_MAXINT64;
  asc_radix_sort (rows, N, keys, FALSE);
  g_qsort_with_data (expected, N, sizeof (guint32), compare_by_key_cb, keys);
  g_assert_cmpmem (rows, N * sizeof *rows, expected, N * sizeof *expected);
  g_assert_cmpuint (rows[0], ==, 17);
  g_assert_cmpuint (rows[N - 1], ==, 4000);

  /* Downwards equals keep their order too: not the reverse of upwards. */
  for (guint i = 0; i < N; i++)
    rows[i] = i;
  asc_radix_sort (rows, N, keys, TRUE);
  for (guint i = 1; i < N; i++)
    {
      g_assert_cmpint (keys[rows[i - 1]], >=, keys[rows[i]]);
      if (keys[rows[i - 1]] == keys[rows[i]])
        g_assert_cmpuint (rows[i - 1], <, rows[i]);
    }
  asc_radix_sort (rows, 0, keys, TRUE);
}

/* Row model */

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_row_model (void)
{
  static const guint32 first[] = { 3, 1, 2 };
  static const guint32 second[] = { 2, 3, 1 };
  static const guint32 third[] = { 9, 8, 7, 6, 5 };
  static const guint32 more[] = { 4, 0 };
  g_autoptr (AscRowModel) model = asc_row_model_new ();
  g_autoptr (AscTestWatch) lengths = asc_test_watch_model (G_LIST_MODEL (model), NULL);
  guint n_reordered = 0;
  guint position, n_removed, n_added;

  g_signal_connect_swapped (model, "reordered", G_CALLBACK (count_cb), &n_reordered);
  asc_row_model_set_rows (model, first, 3);
  g_assert_cmpuint (asc_test_watch_get_n_changes (lengths), ==, 1);
  /* A new order says so, and makes no item new. */
  asc_row_model_set_rows (model, second, 3);
  g_assert_cmpuint (asc_test_watch_get_n_changes (lengths), ==, 1);
  g_assert_cmpuint (n_reordered, ==, 2);
  g_assert_cmpuint (asc_row_model_find (model, 1), ==, 2);
  g_assert_cmpuint (asc_row_model_find (model, 5), ==, ASC_NO_POSITION);
  /* Other rows: only the length is reported, at the end. */
  asc_row_model_set_rows (model, third, 5);
  asc_test_watch_get_last (lengths, &position, &n_removed, &n_added);
  g_assert_cmpuint (position, ==, 3);
  g_assert_cmpuint (n_removed, ==, 0);
  g_assert_cmpuint (n_added, ==, 2);

  {
    g_autoptr (AscTestWatch) rows = asc_test_watch_model (G_LIST_MODEL (model), identify_row);

    asc_row_model_splice (model, 1, 3, more, 2);
    asc_row_model_splice (model, 0, 1, NULL, 0);
    asc_row_model_splice (model, 3, 0, more, 1);
    g_assert_cmpuint (asc_test_watch_get_n_changes (rows), ==, 3);
  }
  g_assert_cmpuint (asc_row_model_get_size (model), ==, 4);
  {
    g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (model), 1);
    g_autoptr (GObject) again = g_list_model_get_item (G_LIST_MODEL (model), 1);
    g_autoptr (GObject) moved = NULL;

    /* The same row is the same item, until rows before it go. */
    g_assert_true (item == again);
    asc_row_model_splice (model, 0, 1, NULL, 0);
    moved = g_list_model_get_item (G_LIST_MODEL (model), 1);
    g_assert_true (moved != item);
  }
  asc_row_model_set_rows (model, NULL, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
}

/* Source */

typedef struct
{
  const char *name;
  const char *object;
  gint64 value;
  gint64 size;
} Row;

/* Row 0 is <Total>, here with a value that is not the largest. */
static const Row table[] = {
  { "<Total>", "", 2000000000, ASC_NO_NUMBER },
  { "beta", "libb.so", 941000000, 10 },
  { "alpha", "libz.so", 0, 200 },
  { "alpha", "liba.so", 0, 30 },
  { "gamma\t(int)", NULL, 100, ASC_NO_NUMBER },
  { "delta", "libb.so", 1058999900, 40 },
};

enum
{
  VALUE,
  NAME,
  OBJECT,
  SIZE,
};

static gint64
get_number (gpointer data, guint32 row, guint key)
{
  return key == SIZE ? table[row].size : table[row].value;
}

static const char *
get_text (gpointer data, guint32 row, guint key)
{
  return key == OBJECT ? table[row].object : table[row].name;
}

static AscTableSource *
make_source (void)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text };
  AscTableSource *source = asc_table_source_new (G_N_ELEMENTS (table), 0, &funcs, NULL, NULL);

  asc_table_source_add_metric (source, &cpu_time, ASC_FLAVOR_EXCLUSIVE, ASC_VISIBLE_TIME | ASC_VISIBLE_PERCENT, VALUE, cpu_time.total, "Percent of <Total>.");
  asc_table_source_add (source, ASC_CELL_NAME, NAME, "name", "Name", 0);
  asc_table_source_add (source, ASC_CELL_TEXT, OBJECT, "object", "Load Object", 0);
  asc_table_source_add (source, ASC_CELL_NUMBER, SIZE, "size", "Size", 0);
  asc_table_source_seal (source, FALSE);
  return source;
}

static void
assert_order (AscTableSource *source, const char *id, gboolean descending, const char *expected)
{
  g_autofree guint32 *rows = asc_table_source_sort (source, (guint) asc_table_source_find_column (source, id), descending);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < asc_table_source_get_n_rows (source); i++)
    g_string_append_printf (text, "%u", rows[i]);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_sort (void)
{
  g_autoptr (AscTableSource) source = make_source ();

  /* <Total> first in any order; equals by name, then load object. */
  assert_order (source, "e.totalcpu", TRUE, "051432");
  assert_order (source, "e.totalcpu", FALSE, "032415");
  assert_order (source, "name", FALSE, "032154");
  assert_order (source, "name", TRUE, "045123");
  assert_order (source, "object", FALSE, "031524");
  assert_order (source, "size", TRUE, "025314");
}

static void
assert_cell (AscTableSource *source, guint32 row, const char *id, const char *expected, gboolean expected_dim)
{
  gboolean dim;
  g_autofree char *text = asc_table_source_dup_cell (source, row, (guint) asc_table_source_find_column (source, id), &dim);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (dim, ==, expected_dim);
}

static void
test_cells (void)
{
  g_autoptr (AscTableSource) source = make_source ();
  const AscTableColumn *column = asc_table_source_get_column (source, 0);
  g_autoptr (GString) tsv = g_string_new (NULL);
  g_autofree char *percent = NULL;
  g_autofree char *heading = asc_table_source_dup_heading (source, 0);
  g_autofree char *tooltip = NULL;
  gboolean dim;

  g_assert_cmpstr (heading, ==, "CPU, Exclusive, s");
  g_assert_cmpint (column->largest, ==, 1058999900);
  assert_cell (source, 0, "e.totalcpu", "2.000", FALSE);
  assert_cell (source, 1, "e.totalcpu", "0.941", FALSE);
  assert_cell (source, 2, "e.totalcpu", "0", TRUE);
  assert_cell (source, 4, "e.totalcpu", "<0.001", TRUE);
  assert_cell (source, 4, "object", "—", TRUE);
  assert_cell (source, 4, "size", "—", TRUE);
  assert_cell (source, 0, "size", "", TRUE);
  percent = asc_table_source_dup_percent (source, 1, 0, &dim);
  g_assert_cmpstr (percent, ==, "47.05%");
  tooltip = asc_table_source_dup_tooltip (source, 1, 0);
  g_assert_nonnull (strstr (tooltip, "941,000,000 ns") != NULL ? tooltip : strstr (tooltip, "941000000 ns"));
  g_assert_nonnull (strstr (tooltip, "± 0.060"));

  asc_table_source_append_tsv (source, tsv, 4, 0);
  g_string_append_c (tsv, '\t');
  asc_table_source_append_tsv (source, tsv, 4, 1);
  g_assert_cmpstr (tsv->str, ==, "1e-07\t<0.01\tgamma (int)");
}

/* Tree: a node's children are written below it. */

static const char *const tree_text[] = {
  "0 <root> 100 -", "1 a 60 0", "2 b 40 0", "3 c 50 1", "4 d 10 1", "5 e 50 3", "6 f 30 2", "7 g 5 2", "8 h 5 2",
};

typedef struct
{
  guint n;
  guint32 *parent;
  gint64 *value;
} Forest;

static Forest forest;

static gint64
forest_number (gpointer data, guint32 row, guint key)
{
  return forest.value[row];
}

static const char *
forest_name (gpointer data, guint32 row, guint key)
{
  return "node";
}

/* Siblings are written down by weight. */
static GArray *
forest_children (gpointer data, guint32 node)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (guint32));

  /* The deep chain has them next to each other. */
  for (guint32 i = node + 1; i < forest.n; i++)
    {
      if (forest.parent[i] == node)
        g_array_append_val (children, i);
      if (forest.n > 1000)
        break;
    }
  return children;
}

static gboolean
forest_has_children (gpointer data, guint32 node)
{
  g_autoptr (GArray) children = forest_children (data, node);

  return children->len > 0;
}

static guint32
forest_parent (gpointer data, guint32 node)
{
  return forest.parent[node];
}

static AscRowTree *
make_tree (void)
{
  static const AscTableFuncs funcs = { .get_number = forest_number, .get_text = forest_name };
  static const AscRowTreeFuncs tree_funcs = { .list_children = forest_children, .has_children = forest_has_children, .get_parent = forest_parent };
  g_autoptr (AscTableSource) source = asc_table_source_new (forest.n, 0, &funcs, NULL, NULL);

  asc_table_source_add_metric (source, &cpu_time, ASC_FLAVOR_ATTRIBUTED, ASC_VISIBLE_TIME, VALUE, 100, NULL);
  asc_table_source_add (source, ASC_CELL_NAME, NAME, "name", "Name", 0);
  asc_table_source_seal (source, TRUE);
  return asc_row_tree_new (source, 0, 0, &tree_funcs, NULL, NULL);
}

static void
fill_forest (guint n)
{
  g_free (forest.parent);
  g_free (forest.value);
  forest = (Forest){ n, g_new0 (guint32, n), g_new0 (gint64, n) };
}

static void
fill_small_forest (void)
{
  fill_forest (G_N_ELEMENTS (tree_text));
  for (guint i = 0; i < forest.n; i++)
    {
      g_auto (GStrv) fields = g_strsplit (tree_text[i], " ", -1);

      forest.value[i] = g_ascii_strtoll (fields[2], NULL, 10);
      forest.parent[i] = i == 0 ? G_MAXUINT32 : (guint32) g_ascii_strtoull (fields[3], NULL, 10);
    }
}

/* "0 1 .3 ..5": rows in order, a dot for each level. */
static void
assert_tree (AscRowTree *tree, const char *expected)
{
  AscRowModel *model = asc_row_tree_get_model (tree);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < asc_row_model_get_size (model); i++)
    {
      g_string_append (text, i > 0 ? " " : "");
      for (guint level = 0; level < asc_row_tree_get_depth (tree, i); level++)
        g_string_append_c (text, '.');
      g_string_append_printf (text, "%u", asc_row_model_get_row (model, i));
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_tree (void)
{
  g_autoptr (AscRowTree) tree = NULL;
  g_autoptr (AscTestWatch) watch = NULL;
  guint position, n_removed, n_added;

  fill_small_forest ();
  tree = make_tree ();
  watch = asc_test_watch_model (G_LIST_MODEL (asc_row_tree_get_model (tree)), identify_row);
  assert_tree (tree, "0 1 2");
  g_assert_cmpuint (asc_row_tree_get_parent_position (tree, 0), ==, ASC_NO_POSITION);

  asc_row_tree_set_expanded (tree, 2, TRUE);
  assert_tree (tree, "0 1 2 .6 .7 .8");
  asc_row_tree_set_expanded (tree, 1, TRUE);
  asc_row_tree_set_expanded (tree, 2, TRUE);
  assert_tree (tree, "0 1 .3 ..5 .4 2 .6 .7 .8");
  g_assert_cmpuint (asc_row_tree_get_parent_position (tree, 3), ==, 2);
  g_assert_cmpuint (asc_row_tree_get_parent_position (tree, 4), ==, 1);
  g_assert_cmpuint (asc_row_tree_get_parent_position (tree, 5), ==, 0);
  /* What is open below a closed row is open again with it. */
  asc_row_tree_set_expanded (tree, 1, FALSE);
  asc_test_watch_get_last (watch, &position, &n_removed, &n_added);
  g_assert_cmpuint (position, ==, 2);
  g_assert_cmpuint (n_removed, ==, 3);
  g_assert_cmpuint (n_added, ==, 0);
  assert_tree (tree, "0 1 2 .6 .7 .8");
  asc_row_tree_set_expanded (tree, 1, TRUE);
  assert_tree (tree, "0 1 .3 ..5 .4 2 .6 .7 .8");
  /* No change, no word: a leaf, the root, an open row. */
  position = asc_test_watch_get_n_changes (watch);
  asc_row_tree_set_expanded (tree, 3, TRUE);
  asc_row_tree_set_expanded (tree, 0, FALSE);
  asc_row_tree_set_expanded (tree, 1, TRUE);
  g_assert_cmpuint (asc_test_watch_get_n_changes (watch), ==, position);

  /* Siblings turn round; equal values keep their order. */
  asc_row_tree_sort (tree, 0, FALSE);
  asc_test_watch_forgive (watch);
  assert_tree (tree, "0 2 .7 .8 .6 1 .4 .3 ..5");
  asc_row_tree_sort (tree, 0, TRUE);
  asc_test_watch_forgive (watch);
  asc_row_tree_collapse_all (tree);
  assert_tree (tree, "0 1 2");
}

static void
test_tree_expand (void)
{
  g_autoptr (AscRowTree) tree = NULL;
  g_autoptr (AscTestWatch) watch = NULL;

  fill_small_forest ();
  tree = make_tree ();
  watch = asc_test_watch_model (G_LIST_MODEL (asc_row_tree_get_model (tree)), identify_row);
  g_assert_cmpuint (asc_row_tree_expand_hottest (tree, 0, 0.5, 64), ==, 3);
  assert_tree (tree, "0 1 .3 ..5 .4 2");
  asc_row_tree_collapse_all (tree);
  /* The fork of the root is shown, but no child carries 70 %. */
  g_assert_cmpuint (asc_row_tree_expand_hottest (tree, 0, 0.7, 64), ==, 0);
  assert_tree (tree, "0 1 2");
  g_assert_cmpuint (asc_row_tree_expand_hottest (tree, 2, 0, G_MAXUINT), ==, 3);
  assert_tree (tree, "0 1 2 .6 .7 .8");
  asc_row_tree_collapse_all (tree);
  asc_row_tree_expand_above (tree, 0, 50, 1000);
  assert_tree (tree, "0 1 .3 ..5 .4 2");
  asc_row_tree_collapse_all (tree);
  g_assert_cmpuint (asc_row_tree_reveal (tree, 5), ==, 3);
  assert_tree (tree, "0 1 .3 ..5 .4 2");
}

static void
test_tree_deep (void)
{
  enum { DEPTH = 20000 };
  g_autoptr (AscRowTree) tree = NULL;
  gint64 start_us;

  fill_forest (DEPTH);
  for (guint i = 0; i < DEPTH; i++)
    {
      forest.parent[i] = i == 0 ? G_MAXUINT32 : i - 1;
      forest.value[i] = 100;
    }
  tree = make_tree ();
  start_us = g_get_monotonic_time ();
  g_assert_cmpuint (asc_row_tree_expand_hottest (tree, 0, 0, G_MAXUINT), ==, DEPTH - 1);
  g_assert_cmpuint (asc_row_tree_get_depth (tree, DEPTH - 1), ==, DEPTH - 2);
  g_assert_cmpuint (asc_row_tree_get_parent_position (tree, DEPTH - 1), ==, DEPTH - 2);
  asc_row_tree_collapse_all (tree);
  asc_row_tree_expand_above (tree, 0, 1, 200000);
  asc_row_tree_sort (tree, 1, FALSE);
  asc_row_tree_set_expanded (tree, 1, FALSE);
  g_assert_cmpuint (asc_row_model_get_size (asc_row_tree_get_model (tree)), ==, 2);
  g_test_message ("a chain of %d: %.1f ms", DEPTH, (double) (g_get_monotonic_time () - start_us) / 1000);
}

/* Names */

static void
test_names (void)
{
  static const struct
  {
    const char *full;
    const char *no_arguments;
    const char *shortest;
  } cases[] = {
    { "main", "main", "main" },
    { "std::vector<int, std::allocator<int> >::push_back(int const&)", "std::vector<…>::push_back(int const&)", "std::vector<…>::push_back(…)" },
    { "a::operator<<(std::ostream&, b<c> const&)", "a::operator<<(std::ostream&, b<…> const&)", "a::operator<<(…)" },
    { "a::operator()(int)", "a::operator()(int)", "a::operator()(…)" },
    { "x<(y)1>::operator->()", "x<…>::operator->()", "x<…>::operator->()" },
    { "(anonymous namespace)::f(int)", "(anonymous namespace)::f(int)", "(anonymous namespace)::f(…)" },
    { "a::(anonymous namespace)::f<b>()", "a::(anonymous namespace)::f<…>()", "a::(anonymous namespace)::f<…>()" },
    { "<Total>", "<Total>", "<Total>" },
    { "<static>@0x1130 (<libx.so>)", "<static>@0x1130 (<libx.so>)", "<static>@0x1130 (<libx.so>)" },
    { "f<int", "f<int", "f<int" },
    { "g(int", "g(int", "g(int" },
    { "", "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *full = asc_name_shorten (cases[i].full, ASC_NAME_FULL);
      g_autofree char *no_arguments = asc_name_shorten (cases[i].full, ASC_NAME_NO_ARGUMENTS);
      g_autofree char *shortest = asc_name_shorten (cases[i].full, ASC_NAME_SHORTEST);

      g_assert_cmpstr (full, ==, cases[i].full);
      g_assert_cmpstr (no_arguments, ==, cases[i].no_arguments);
      g_assert_cmpstr (shortest, ==, cases[i].shortest);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/radix", test_radix);
  g_test_add_func ("/ui/row-model", test_row_model);
  g_test_add_func ("/ui/table-source/sort", test_sort);
  g_test_add_func ("/ui/table-source/cells", test_cells);
  g_test_add_func ("/ui/row-tree", test_tree);
  g_test_add_func ("/ui/row-tree/expand", test_tree_expand);
  g_test_add_func ("/ui/row-tree/deep", test_tree_deep);
  g_test_add_func ("/ui/names", test_names);
  return g_test_run ();
}
