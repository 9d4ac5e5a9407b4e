/* test-profile.c: exclusive, inclusive and attributed metrics against the figure, and against a slow calculation by the definitions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-name.h"
#include "asc-pcs.h"
#include "asc-profile.h"
#include "asc-test-recording.h"

#include <time.h>

static AscProfile *
profile_of (const char *text, guint n_threads)
{
  g_autoptr (AscExperiment) experiment = asc_test_recording (text);
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (GError) error = NULL;
  AscProfile *profile;

  asc_profile_input_add (input, experiment, asc_test_names (experiment));
  profile = asc_profile_compute (input, n_threads, NULL, NULL, &error);
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

/* "name exclusive inclusive | callers: x 1 ... | callees: y 2 ..." for every row, in order. */
static char *
print_profile (AscProfile *profile)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < asc_profile_get_n_functions (profile); i++)
    {
      guint n;
      const AscArc *arcs = asc_profile_get_callers (profile, i, &n);

      g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " <", asc_profile_get_function (profile, i)->name,
                              asc_profile_get_exclusive (profile, i, 0), asc_profile_get_inclusive (profile, i, 0));
      for (guint k = 0; k < n; k++)
        g_string_append_printf (text, " %s:%" G_GINT64_FORMAT, asc_profile_get_function (profile, arcs[k].function)->name,
                                asc_profile_get_caller_value (profile, arcs[k].arc, 0));
      g_string_append (text, " >");
      arcs = asc_profile_get_callees (profile, i, &n);
      for (guint k = 0; k < n; k++)
        g_string_append_printf (text, " %s:%" G_GINT64_FORMAT, asc_profile_get_function (profile, arcs[k].function)->name,
                                asc_profile_get_callee_value (profile, arcs[k].arc, 0));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* A name without the modules or classes around it will do where no function is called just so. */
static void
test_last_component (void)
{
  g_autoptr (AscProfile) profile = profile_of ("main 1\nmain;r::collatz 2\nmain;a::b<x::run>::run(int) 3\nmain;run 4\nmain;c::go 1\nmain;d::go(long) 1\nmain;x::cargo 1", 1);
  g_autoptr (GArray) go = asc_profile_find_functions (profile, "go");
  g_autoptr (GArray) none = asc_profile_find_functions (profile, "collat");

  g_assert_cmpstr (asc_profile_get_function (profile, row_of (profile, "collatz"))->name, ==, "r::collatz");
  g_assert_cmpstr (asc_profile_get_function (profile, row_of (profile, "run"))->name, ==, "run");
  g_assert_cmpuint (go->len, ==, 2);
  g_assert_cmpuint (none->len, ==, 0);
}

/* Figure 2-1 of the Performance Analyzer manual: numbers from there. */
static void
test_figure (void)
{
  g_autoptr (AscProfile) profile = profile_of ("main 2\nmain;B 5\nmain;A;C 2\nmain;A;C;E 4\nmain;A;C;F;G 4\nmain;B;C 3\nmain;B;C;E 6\nmain;B;C;F;G 6", 1);
  g_autofree char *text = print_profile (profile);

  g_assert_cmpstr (text, ==,
                   "<Total> 32 32 < > main:32\n"
                   "E 10 10 < C:10 >\n"
                   "G 10 10 < F:10 >\n"
                   "C 5 25 < B:15 A:10 > E:10 F:10\n"
                   "B 5 20 < main:20 > C:15\n"
                   "main 2 32 < <Total>:32 > B:20 A:10\n"
                   "A 0 10 < main:10 > C:10\n"
                   "F 0 10 < C:10 > G:10\n");
}

/* main -> R -> R -> R: all of R's inclusive metric is R's own as caller, none main's; main keeps it as its callee's. */
static void
test_recursion (void)
{
  g_autoptr (AscProfile) profile = profile_of ("main;R;R;R 7", 1);
  g_autofree char *text = print_profile (profile);

  g_assert_cmpstr (text, ==, "<Total> 7 7 < > main:7\nR 7 7 < R:7 >\nmain 0 7 < <Total>:7 > R:7\n");
}

/* What the definitions say, event by event. */
typedef struct
{
  GHashTable *exclusive; /* name -> gint64 */
  GHashTable *inclusive;
  GHashTable *callers; /* "callee<caller" -> gint64 */
  GHashTable *callees; /* "caller>callee" -> gint64 */
} Slow;

static void
bump (GHashTable *table, char *key, gint64 value)
{
  gint64 *sum = g_hash_table_lookup (table, key);

  if (sum == NULL)
    {
      sum = g_new0 (gint64, 1);
      g_hash_table_insert (table, g_strdup (key), sum);
    }
  *sum += value;
  g_free (key);
}

static gint64
get (GHashTable *table, char *key)
{
  gint64 *sum = g_hash_table_lookup (table, key);

  g_free (key);
  return sum != NULL ? *sum : 0;
}

static Slow
slow_of (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Slow slow = {
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
  };

  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      char *space = strrchr (lines[i], ' ');
      gint64 value = g_ascii_strtoll (space + 1, NULL, 10);
      g_auto (GStrv) f = NULL;
      guint n;

      *space = '\0';
      f = g_strsplit (lines[i], ";", -1);
      n = g_strv_length (f);
      bump (slow.exclusive, g_strdup (f[n - 1]), value);
      for (guint k = n; k-- > 0;)
        {
          gboolean seen = FALSE;

          for (guint j = k + 1; j < n; j++)
            seen |= g_str_equal (f[j], f[k]);
          if (seen)
            continue;
          bump (slow.inclusive, g_strdup (f[k]), value);
          bump (slow.callers, g_strdup_printf ("%s<%s", f[k], k > 0 ? f[k - 1] : "<Total>"), value);
          if (k + 1 < n)
            bump (slow.callees, g_strdup_printf ("%s>%s", f[k], f[k + 1]), value);
        }
    }
  return slow;
}

static void
slow_clear (Slow *slow)
{
  g_hash_table_unref (slow->exclusive);
  g_hash_table_unref (slow->inclusive);
  g_hash_table_unref (slow->callers);
  g_hash_table_unref (slow->callees);
}

static char *
random_stacks (GRand *rand, guint n_events, guint n_functions, guint depth)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_events; i++)
    {
      guint n = (guint) g_rand_int_range (rand, 1, (gint32) depth);

      for (guint k = 0; k < n; k++)
        g_string_append_printf (text, "%sf%d", k > 0 ? ";" : "", g_rand_int_range (rand, 0, (gint32) n_functions));
      g_string_append_printf (text, " %d\n", g_rand_int_range (rand, -3, 100));
    }
  return g_string_free (text, FALSE);
}

static void
check_row (AscProfile *profile, guint32 row, const Slow *slow)
{
  const char *name = asc_profile_get_function (profile, row)->name;
  guint n_callers, n_callees;
  const AscArc *callers = asc_profile_get_callers (profile, row, &n_callers);
  const AscArc *callees = asc_profile_get_callees (profile, row, &n_callees);
  gint64 from_callers = 0;
  gint64 from_callees = asc_profile_get_exclusive (profile, row, 0);

  g_assert_cmpint (asc_profile_get_exclusive (profile, row, 0), ==, get (slow->exclusive, g_strdup (name)));
  g_assert_cmpint (asc_profile_get_inclusive (profile, row, 0), ==, get (slow->inclusive, g_strdup (name)));
  for (guint k = 0; k < n_callers; k++)
    {
      gint64 value = asc_profile_get_caller_value (profile, callers[k].arc, 0);

      from_callers += value;
      g_assert_cmpint (value, ==, get (slow->callers, g_strdup_printf ("%s<%s", name, asc_profile_get_function (profile, callers[k].function)->name)));
    }
  for (guint k = 0; k < n_callees; k++)
    {
      gint64 value = asc_profile_get_callee_value (profile, callees[k].arc, 0);

      from_callees += value;
      g_assert_cmpint (value, ==, get (slow->callees, g_strdup_printf ("%s>%s", name, asc_profile_get_function (profile, callees[k].function)->name)));
    }
  g_assert_cmpint (from_callers, ==, asc_profile_get_inclusive (profile, row, 0));
  g_assert_cmpint (from_callees, ==, asc_profile_get_inclusive (profile, row, 0));
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);

  for (guint round = 0; round < 60; round++)
    {
      g_autofree char *text = random_stacks (rand, 1 + round * 4, 2 + round % 7, 2 + round % 12);
      g_autoptr (AscProfile) profile = profile_of (text, 2);
      Slow slow = slow_of (text);

      for (guint32 i = 1; i < asc_profile_get_n_functions (profile); i++)
        check_row (profile, i, &slow);
      slow_clear (&slow);
    }
}

static void
test_threads (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autofree char *text = random_stacks (rand, 150000, 30, 6);
  g_autofree char *one = NULL;

  for (guint n = 1; n <= 5; n += 2)
    {
      g_autoptr (AscProfile) profile = profile_of (text, n);
      g_autofree char *printed = print_profile (profile);

      if (one == NULL)
        one = g_steal_pointer (&printed);
      else
        g_assert_cmpstr (printed, ==, one);
    }
}

/* One long recursion, with work at each level: linear time, no deep C stack. */
static void
test_deep (void)
{
  GString *text = g_string_new (NULL);
  g_autoptr (AscProfile) profile = NULL;
  g_autoptr (AscInverted) inverted = NULL;
  g_autoptr (GArray) top = NULL;
  clock_t start;

  g_string_append (text, "main");
  for (guint i = 0; i < 10000; i++)
    g_string_append (text, i % 2 ? ";even" : ";odd");
  g_string_append (text, " 5\nmain;odd 1");
  profile = profile_of (text->str, 1);
  g_string_free (text, TRUE);
  g_assert_cmpuint (asc_profile_get_n_nodes (profile), ==, 10002);
  g_assert_cmpint (asc_profile_get_inclusive (profile, row_of (profile, "odd"), 0), ==, 6);
  g_assert_cmpint (asc_profile_get_exclusive (profile, row_of (profile, "even"), 0), ==, 5);
  inverted = asc_inverted_new (profile);
  start = clock ();
  top = asc_inverted_list_children (inverted, ASC_NONE, 0);
  g_assert_cmpuint (top->len, ==, 2);
  for (guint32 node = g_array_index (top, guint32, 0), i = 0; asc_inverted_has_children (inverted, node); i++)
    {
      g_autoptr (GArray) children = asc_inverted_list_children (inverted, node, 0);

      g_assert_cmpuint (children->len, ==, 1);
      node = g_array_index (children, guint32, 0);
      g_assert_cmpint (asc_inverted_get_value (inverted, node, 0), ==, 5);
      g_assert_cmpuint (asc_inverted_get_node (inverted, node).depth, ==, i + 1);
    }
  g_assert_cmpint (clock () - start, <, 5 * CLOCKS_PER_SEC);
}

/* Work at every level of a recursion: the bottom-up tree is as long as the recursion is deep, and takes no more memory than that. */
static void
test_deep_work (void)
{
  enum { LEVELS = 6000 };
  GString *text = g_string_new (NULL);
  GString *path = g_string_new ("main");
  g_autoptr (AscProfile) profile = NULL;
  g_autoptr (AscInverted) inverted = NULL;
  guint32 node = ASC_NONE;
  guint depth = 0;

  /* Every tenth level, so that the text stays small. */
  for (guint i = 1; i <= LEVELS; i++)
    {
      g_string_append (path, ";R");
      if (i % 10 == 0)
        g_string_append_printf (text, "%s 1\n", path->str);
    }
  profile = profile_of (text->str, 1);
  g_string_free (text, TRUE);
  g_string_free (path, TRUE);
  inverted = asc_inverted_new (profile);
  for (;;)
    {
      g_autoptr (GArray) children = asc_inverted_list_children (inverted, node, 0);

      if (children->len == 0)
        break;
      node = g_array_index (children, guint32, 0);
      if (depth == 0)
        g_assert_cmpint (asc_inverted_get_value (inverted, node, 0), ==, LEVELS / 10);
      else if (depth < LEVELS)
        g_assert_cmpint (asc_inverted_get_value (inverted, node, 0), ==, LEVELS / 10 - depth / 10);
      depth++;
    }
  g_assert_cmpuint (depth, ==, LEVELS + 1);
}

/* Paths that carry nothing are not in the tree; what carries something keeps its place, also without a stack. */
static void
test_zero_weights (void)
{
  g_autoptr (AscProfile) profile = profile_of ("a;b 0\nx;c 3\n5", 1);
  g_autoptr (AscPcs) pcs = asc_pcs_compute (profile, NULL, NULL);
  gint64 sum = 0;

  for (guint i = 1; i < asc_pcs_get_size (pcs); i++)
    {
      const char *name = asc_profile_get_function (profile, asc_pcs_get (pcs, i)->function)->name;
      gint64 value = asc_pcs_get_exclusive (pcs, i, 0);

      g_assert_cmpint (value, ==, g_str_equal (name, "c") ? 3 : g_str_equal (name, "<no call stack recorded>") ? 5 : 0);
      sum += value;
    }
  g_assert_cmpint (sum, ==, 8);
}

static void
test_fragment_of_total (void)
{
  g_autoptr (AscProfile) profile = profile_of ("main;A 2\nA 1", 1);
  guint32 chain[] = { ASC_FUNCTION_TOTAL, row_of (profile, "A") };
  g_autoptr (AscFragment) fragment = asc_profile_compute_fragment (profile, chain, 2);
  g_autoptr (AscFragment) total = asc_profile_compute_fragment (profile, chain, 1);

  g_assert_cmpint (fragment->inclusive[0], ==, 0);
  g_assert_cmpint (total->inclusive[0], ==, 0);
}

static void
test_fragment (void)
{
  g_autoptr (AscProfile) profile = profile_of ("main;A;C 2\nmain;A;C;E 4\nmain;B;C;E 6\nmain;A;C;A;C;F 3\nmain;A;B;C 9", 1);
  guint32 chain[] = { row_of (profile, "A"), row_of (profile, "C") };
  g_autoptr (AscFragment) fragment = asc_profile_compute_fragment (profile, chain, 2);

  g_assert_cmpint (fragment->inclusive[0], ==, 9);
  g_assert_cmpint (fragment->exclusive[0], ==, 2);
  g_assert_cmpuint (fragment->callers->len, ==, 2);
  g_assert_cmpuint (g_array_index (fragment->callers, guint32, 0), ==, row_of (profile, "main"));
  g_assert_cmpint (fragment->caller_values[0], ==, 6);
  g_assert_cmpuint (g_array_index (fragment->callers, guint32, 1), ==, row_of (profile, "C"));
  g_assert_cmpint (fragment->caller_values[1], ==, 3);
  g_assert_cmpuint (fragment->callees->len, ==, 2);
  g_assert_cmpint (fragment->callee_values[0], ==, 4);
  g_assert_cmpint (fragment->callee_values[1], ==, 3);
}

/* A fragment of one function is that function, under recursion too. */
static void
test_fragment_of_one (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autofree char *text = random_stacks (rand, 200, 4, 12);
  g_autoptr (AscProfile) profile = profile_of (text, 1);

  for (guint32 f = 1; f < asc_profile_get_n_functions (profile); f++)
    {
      g_autoptr (AscFragment) fragment = asc_profile_compute_fragment (profile, &f, 1);
      guint n;
      const AscArc *arcs = asc_profile_get_callers (profile, f, &n);

      g_assert_cmpint (fragment->inclusive[0], ==, asc_profile_get_inclusive (profile, f, 0));
      g_assert_cmpint (fragment->exclusive[0], ==, asc_profile_get_exclusive (profile, f, 0));
      g_assert_cmpuint (fragment->callers->len, ==, n);
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (g_array_index (fragment->callers, guint32, i), ==, arcs[i].function);
          g_assert_cmpint (fragment->caller_values[i], ==, asc_profile_get_caller_value (profile, arcs[i].arc, 0));
        }
    }
}

/* What several functions cost together, counted by hand: an event with two of them in its stack counts once. */
static void
test_set (void)
{
  static const struct
  {
    const char *names;
    gint64 exclusive;
    gint64 inclusive;
  } cases[] = {
    { "A,B", 1, 3 }, { "A,C", 6, 7 }, { "C,A,A", 6, 7 }, { "main,A", 0, 7 }, { "D,B", 9, 11 }, { "D", 8, 8 }, { "<Total>,A", 31, 31 }, { "R,A", 16, 19 },
  };
  g_autoptr (AscProfile) profile = profile_of ("main;A;B 1\nmain;B;A;C 2\nmain;C 4\nD 8\nR;R;R 16\n", 1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) names = g_strsplit (cases[i].names, ",", -1);
      guint32 functions[3];
      g_autoptr (AscFunctionSet) set = NULL;
      guint n = 0;

      for (; names[n] != NULL; n++)
        functions[n] = row_of (profile, names[n]);
      set = asc_profile_compute_set (profile, functions, n);
      g_assert_cmpint (set->exclusive[0], ==, cases[i].exclusive);
      g_assert_cmpint (set->inclusive[0], ==, cases[i].inclusive);
    }
}

static void
test_several (void)
{
  g_autoptr (AscExperiment) a = asc_test_recording ("main;A 3\n4");
  g_autoptr (AscExperiment) b = asc_test_recording ("main;B;A 5\nmain;C 1\n2");
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (AscProfile) profile = NULL;
  g_autofree char *text = NULL;

  asc_profile_input_add (input, a, asc_test_names (a));
  asc_profile_input_add (input, b, asc_test_names (b));
  profile = asc_profile_compute (input, 0, NULL, NULL, NULL);
  text = print_profile (profile);
  g_assert_cmpstr (text, ==,
                   "<Total> 15 15 < > main:9 <no call stack recorded>:6\n"
                   "A 8 8 < B:5 main:3 >\n"
                   "<no call stack recorded> 6 6 < <Total>:6 >\n"
                   "C 1 1 < main:1 >\n"
                   "main 0 9 < <Total>:9 > B:5 A:3 C:1\n"
                   "B 0 5 < main:5 > A:5\n");
  g_assert_cmpint (asc_profile_get_metric (profile, 0)->total, ==, 15);
  g_assert_cmpint (asc_profile_get_metric (profile, 0)->n_events, ==, 5);
}

static void
test_overflow (void)
{
  g_autoptr (AscProfile) profile = profile_of ("a 9223372036854775807\nb 5\nc -9223372036854775807\nd 0", 2);

  g_assert_cmpint (asc_profile_get_exclusive (profile, row_of (profile, "a"), 0), ==, G_MAXINT64);
  g_assert_cmpint (asc_profile_get_metric (profile, 0)->total, ==, G_MAXINT64);
  g_assert_cmpint (asc_diagnostics_find (asc_profile_get_diagnostics (profile), "overflow")->count, ==, 2);
}

static void
test_empty (void)
{
  g_autoptr (AscProfile) profile = profile_of ("", 0);
  g_autoptr (AscPcs) pcs = asc_pcs_compute (profile, NULL, NULL);

  g_assert_cmpuint (asc_profile_get_n_functions (profile), ==, 1);
  g_assert_cmpuint (asc_profile_get_n_nodes (profile), ==, 1);
  g_assert_cmpuint (asc_pcs_get_size (pcs), ==, 1);
}

static void
test_cancelled (void)
{
  g_autoptr (AscExperiment) experiment = asc_test_recording ("a;b 1");
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  asc_profile_input_add (input, experiment, asc_test_names (experiment));
  g_cancellable_cancel (cancellable);
  g_assert_null (asc_profile_compute (input, 1, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_short_names (void)
{
  static const char *const pairs[][2] = {
    { "main", "main" },
    { "std::vector<int, std::allocator<int> >::push_back(int&&)", "std::vector<int, std::allocator<int> >::push_back" },
    { "void f<int (*)(char)>(int)", "f<int (*)(char)>" },
    { "A::operator()(int) const", "A::operator()" },
    { "std::ostream& operator<< <char>(std::ostream&, char)", "operator<< <char>" },
    { "(anonymous namespace)::run(int)", "(anonymous namespace)::run" },
    { "A::operator bool() const", "A::operator bool" },
    { "<static>@0x1130 (<libx.so>)", "<static>@0x1130 (<libx.so>)" },
    { "jit_spin with spaces", "jit_spin with spaces" },
    { "f(int) [clone .cold]", "f" },
    { "non-virtual thunk to A::f(int)", "non-virtual thunk to A::f" },
    { "f(int)::{lambda(int)#1}::operator()(int) const", "f(int)::{lambda(int)#1}::operator()" },
    { "A::f() const::{lambda()#2}::operator()() const", "A::f() const::{lambda()#2}::operator()" },
    { "A::operator unsigned long() const", "A::operator unsigned long" },
    { "decltype (g()) ns::h<int>(int)", "ns::h<int>" },
    { "main.(*T).Method", "main.(*T).Method" },
    { "g(int", "g(int" },
  };

  static const char *const shorts[][2] = {
    { "std::vector<int, std::allocator<int> >::push_back(int&&)", "std::vector<…>::push_back" },
    { "std::ostream& operator<< <char>(std::ostream&, char)", "operator<< <…>" },
    { "bool operator< <int, x>(A<int> const&)", "operator< <…>" },
    { "f(int)::{lambda(int)#1}::operator()(int) const", "f(…)::{lambda(…)#1}::operator()" },
    { "int f<a>(int) [clone .cold]", "f<…> [clone .cold]" },
    { "<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", "<alloc::vec::Vec<…> as core::ops::drop::Drop>::drop" },
    { "main.(*T).Method", "main.(*T).Method" },
    { "<static>@0x1130 (<libx.so>)", "<static>@0x1130 (<libx.so>)" },
    { "foo@plt", "foo@plt" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *bare = asc_name_dup_bare (pairs[i][0]);

      g_assert_cmpstr (bare, ==, pairs[i][1]);
    }
  /* As long as a name may be, and none of its brackets is closed. */
  g_autofree char *hostile = g_strnfill (1 << 20, '<');
  g_autofree char *hostile_name = g_strconcat ("f(x)::g", hostile, NULL);
  g_autofree char *survived = asc_name_dup_short (hostile_name);

  g_assert_cmpuint (strlen (survived), >=, 1 << 20);
  for (guint i = 0; i < G_N_ELEMENTS (shorts); i++)
    {
      g_autofree char *brief = asc_name_dup_short (shorts[i][0]);

      g_assert_cmpstr (brief, ==, shorts[i][1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/figure", test_figure);
  g_test_add_func ("/profile/last-component", test_last_component);
  g_test_add_func ("/profile/recursion", test_recursion);
  g_test_add_func ("/profile/random", test_random);
  g_test_add_func ("/profile/threads", test_threads);
  g_test_add_func ("/profile/deep", test_deep);
  g_test_add_func ("/profile/deep-work", test_deep_work);
  g_test_add_func ("/profile/zero-weights", test_zero_weights);
  g_test_add_func ("/profile/fragment-of-total", test_fragment_of_total);
  g_test_add_func ("/profile/fragment", test_fragment);
  g_test_add_func ("/profile/fragment-of-one", test_fragment_of_one);
  g_test_add_func ("/profile/set", test_set);
  g_test_add_func ("/profile/several", test_several);
  g_test_add_func ("/profile/overflow", test_overflow);
  g_test_add_func ("/profile/empty", test_empty);
  g_test_add_func ("/profile/cancelled", test_cancelled);
  g_test_add_func ("/profile/short-names", test_short_names);
  return g_test_run ();
}
