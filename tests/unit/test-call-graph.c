/* test-call-graph.c: what is cut is counted, what is opened is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-call-graph.h"
#include "asc-test-recording.h"

static AscProfile *
profile_of (const char *text)
{
  g_autoptr (AscExperiment) experiment = asc_test_recording (text);
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (GError) error = NULL;
  AscProfile *profile;

  asc_profile_input_add (input, experiment, asc_test_names (experiment));
  profile = asc_profile_compute (input, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return profile;
}

static guint32
row_of (AscProfile *profile, const char *name)
{
  g_autoptr (GArray) rows = asc_profile_find_functions (profile, name);

  g_assert_cmpuint (rows->len, ==, 1);
  return g_array_index (rows, guint32, 0);
}

static AscCallGraph *
graph_of (AscProfile *profile, const AscGraphOptions *options)
{
  g_autoptr (GError) error = NULL;
  AscCallGraph *graph = asc_call_graph_new (profile, options, NULL, &error);

  g_assert_no_error (error);
  return graph;
}

static void
append_end (GString *text, const AscCallGraph *graph, guint node)
{
  guint n;
  const AscGraphNode *nodes = asc_call_graph_get_nodes (graph, &n);

  if (nodes[node].kind == ASC_GRAPH_ROW)
    g_string_append (text, asc_call_graph_get_name (graph, node));
  else
    g_string_append_printf (text, "%u", nodes[node].n_cut);
}

/* "name exclusive inclusive; ... | from>to attributed,attributed_caller; ..."; a stub is the number of its calls. */
static char *
print_graph (const AscCallGraph *graph)
{
  GString *text = g_string_new (NULL);
  guint n;
  const AscGraphNode *nodes = asc_call_graph_get_nodes (graph, &n);
  const AscGraphEdge *edges;

  for (guint i = 0; i < n; i++)
    if (nodes[i].kind == ASC_GRAPH_ROW)
      g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "; ", nodes[i].is_center ? "*" : "", asc_call_graph_get_name (graph, i),
                              nodes[i].exclusive, nodes[i].inclusive);
  g_string_append (text, "|");
  edges = asc_call_graph_get_edges (graph, &n);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_c (text, ' ');
      append_end (text, graph, edges[i].from);
      g_string_append_c (text, '>');
      append_end (text, graph, edges[i].to);
      g_string_append_printf (text, " %" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ";", edges[i].attributed, edges[i].attributed_caller);
    }
  return g_string_free (text, FALSE);
}

#define PROGRAM "main;work;hot 60\nmain;work;warm 20\nmain;work;a 3\nmain;work;b 2\nmain;idle;a 4\nmain;idle 5\nmain;c 1\nmain;d 1\nmain;work 4"

/* 100 in all: from 10 % two are left out below main, two below work. */
static void
test_stubs (void)
{
  g_autoptr (AscProfile) profile = profile_of (PROGRAM);
  const AscGraphOptions options = { .form = ASC_GRAPH_PICTURE, .min_node = 0.1, .min_edge = 0.02 };
  g_autoptr (AscCallGraph) graph = graph_of (profile, &options);
  g_autofree char *text = print_graph (graph);

  g_assert_cmpstr (text, ==,
                   "main 0 100; work 4 89; hot 60 60; warm 20 20; | main>work 89,89; work>hot 60,60; work>warm 20,20;"
                   " main>3 11,11; work>2 5,5;");
  g_assert_cmpuint (asc_call_graph_get_n_rows (graph), ==, 9);
}

/* A stub lists its calls, heaviest first; opened, they are shown, and the stub has one less. */
static void
test_opened (void)
{
  g_autoptr (AscProfile) profile = profile_of (PROGRAM);
  AscGraphOptions options = { .form = ASC_GRAPH_PICTURE, .min_node = 0.1, .min_edge = 0.02 };
  g_autoptr (AscCallGraph) graph = graph_of (profile, &options);
  g_autoptr (AscCallGraph) more = NULL;
  g_autoptr (GArray) cut = NULL;
  g_autofree char *text = NULL;
  guint n;

  asc_call_graph_get_nodes (graph, &n);
  cut = asc_call_graph_list_cut (graph, n - 1);
  g_assert_cmpuint (cut->len, ==, 2);
  g_assert_cmpuint (g_array_index (cut, AscGraphCall, 0).from, ==, row_of (profile, "work"));
  g_assert_cmpuint (g_array_index (cut, AscGraphCall, 0).to, ==, row_of (profile, "a"));
  g_assert_cmpuint (g_array_index (cut, AscGraphCall, 1).to, ==, row_of (profile, "b"));
  options.opened = &g_array_index (cut, AscGraphCall, 0);
  options.n_opened = 1;
  more = graph_of (profile, &options);
  text = print_graph (more);
  g_assert_cmpstr (text, ==,
                   "main 0 100; work 4 89; hot 60 60; warm 20 20; a 7 7; | main>work 89,89; work>hot 60,60; work>warm 20,20; work>a 3,3;"
                   " main>3 11,11; work>1 2,2; 1>a 4,4;");
}

/* Around one: percentages are of what it has, callers and callees as many levels as asked for. */
static void
test_around (void)
{
  g_autoptr (AscProfile) profile = profile_of (PROGRAM);
  const guint32 center = row_of (profile, "idle");
  const AscGraphOptions options
    = { .form = ASC_GRAPH_PICTURE, .min_node = 0.1, .min_edge = 0.05, .centers = &center, .n_centers = 1, .n_caller_levels = 2, .n_callee_levels = 3 };
  g_autoptr (AscCallGraph) graph = graph_of (profile, &options);
  g_autofree char *text = print_graph (graph);

  g_assert_cmpstr (text, ==, "main 0 100; *idle 5 9; a 7 7; | main>idle 9,9; idle>a 4,4; main>3 91,91; 1>a 3,3;");
}

/* Both readings; an edge is there when either of them is. */
static void
test_recursion (void)
{
  g_autoptr (AscProfile) profile = profile_of ("main;R;R;R 7");
  const AscGraphOptions options = { .form = ASC_GRAPH_PICTURE };
  g_autoptr (AscCallGraph) graph = graph_of (profile, &options);
  g_autofree char *text = print_graph (graph);

  g_assert_cmpstr (text, ==, "R 7 7; main 0 7; | R>R 7,0; main>R 0,7;");
}

/* Several roots hang from <Total>; one does not need it. */
static void
test_roots (void)
{
  g_autoptr (AscProfile) profile = profile_of ("one 3\ntwo 1");
  AscGraphOptions options = { .form = ASC_GRAPH_PICTURE };
  g_autoptr (AscCallGraph) both = graph_of (profile, &options);
  g_autoptr (AscCallGraph) first = NULL;
  g_autofree char *text = print_graph (both);
  g_autofree char *less = NULL;

  g_assert_cmpstr (text, ==, "<Total> 4 4; one 3 3; two 1 1; | <Total>>one 3,3; <Total>>two 1,1;");
  options.min_node = 0.5;
  first = graph_of (profile, &options);
  less = print_graph (first);
  g_assert_cmpstr (less, ==, "one 3 3; |");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-graph/stubs", test_stubs);
  g_test_add_func ("/call-graph/opened", test_opened);
  g_test_add_func ("/call-graph/around", test_around);
  g_test_add_func ("/call-graph/recursion", test_recursion);
  g_test_add_func ("/call-graph/roots", test_roots);
  return g_test_run ();
}
