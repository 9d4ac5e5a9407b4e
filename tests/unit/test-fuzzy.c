/* test-fuzzy.c: what is meant stands first
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <time.h>

#include "asc-fuzzy.h"

static const char *
get_name (gpointer data, guint32 index)
{
  return ((char **) data)[index];
}

static void
assert_order (const char *typed, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, "|", -1);
  g_autoptr (GArray) found = asc_fuzzy_find (typed, g_strv_length (list), get_name, list, 10);

  g_assert_cmpuint (found->len, ==, g_strv_length (list));
  for (guint i = 0; i < found->len; i++)
    g_assert_cmpstr (list[g_array_index (found, AscFuzzyMatch, i).index], ==, list[i]);
}

static void
test_order (void)
{
  /* The name itself, then at the beginning of a word, then anywhere, then among the parameters, then scattered. */
  assert_order ("push", "push|std::vector<int>::push(int)|push_back|impush|f(push_t const&)|pollute_shell");
  assert_order ("vpb", "std::vector<int>::push_back|vappbx");
  assert_order ("gfn", "getFunctionName|giffon");
  /* Equals keep their order, which is that of their cost. */
  assert_order ("a", "xay|xaz");
}

static void
test_match (void)
{
  g_assert_cmpint (asc_fuzzy_score ("main", "main"), >, 0);
  g_assert_cmpint (asc_fuzzy_score ("MAIN", "main"), ==, asc_fuzzy_score ("main", "main"));
  g_assert_cmpint (asc_fuzzy_score ("mian", "main"), ==, -1);
  g_assert_cmpint (asc_fuzzy_score ("x", ""), ==, -1);
  g_assert_cmpint (asc_fuzzy_score ("", "main"), >=, 0);
}

/* Of many only the best, and soon. */
static void
test_many (void)
{
  const guint n = 100000;
  g_auto (GStrv) names = g_new0 (char *, n + 1);
  g_autoptr (GArray) found = NULL;
  clock_t start;

  for (guint i = 0; i < n; i++)
    names[i] = g_strdup_printf ("namespace_%u::Klass<std::pair<int, char>>::method_%u(std::string const&)", i % 97, i);
  start = clock ();
  found = asc_fuzzy_find ("kmeth99999", n, get_name, names, 50);
  g_test_message ("%.1f ms", (double) (clock () - start) * 1000 / CLOCKS_PER_SEC);
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpuint (g_array_index (found, AscFuzzyMatch, 0).index, ==, 99999);
  g_array_unref (found);
  found = asc_fuzzy_find ("m", n, get_name, names, 50);
  g_assert_cmpuint (found->len, ==, 50);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fuzzy/order", test_order);
  g_test_add_func ("/fuzzy/match", test_match);
  g_test_add_func ("/fuzzy/many", test_many);
  return g_test_run ();
}
