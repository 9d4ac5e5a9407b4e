/* test-matcher.c: texts and regular expressions are found where they stand, and none runs away
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "asc-matcher.h"

static void
check (const char *text, gboolean is_regex, const char *in, const char *found)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscMatcher) matcher = asc_matcher_new (text, is_regex, &error);
  gsize start, end;

  g_assert_no_error (error);
  g_assert_cmpint (asc_matcher_matches (matcher, in), ==, found != NULL);
  g_assert_cmpint (asc_matcher_find (matcher, in, 0, &start, &end), ==, found != NULL && *found != '\0');
  if (found != NULL && *found != '\0')
    {
      g_autofree char *part = g_strndup (in + start, end - start);

      g_assert_cmpstr (part, ==, found);
    }
}

static void
test_text (void)
{
  check ("alloc", FALSE, "je_malloc_usable", "alloc");
  check ("ALLOC", FALSE, "je_malloc_usable", "alloc");
  check ("a.c", FALSE, "abc", NULL);
  check ("a.c", FALSE, "xa.c", "a.c");
  check ("operator*", FALSE, "T::operator*()", "operator*");
  check ("(*", FALSE, "void (*)(int)", "(*");
  /* Beyond ASCII case does not count either, and nothing is an expression. */
  check ("größe.", FALSE, "die_GRÖSSE.x", NULL);
  check ("größe.", FALSE, "die_GRÖßE.x", "GRÖßE.");
  check ("größe.", FALSE, "die_größex", NULL);
}

static void
test_regex (void)
{
  check ("^std::.*push", TRUE, "std::vector<int>::push_back(int)", "std::vector<int>::push");
  check ("^push", TRUE, "std::vector<int>::push_back(int)", NULL);
  check ("MAL+OC", TRUE, "malloc", "malloc");
  check ("a|bc$", TRUE, "xbc", "bc");
  check ("名.", TRUE, "関数名前", "名前");
  /* What matches nothing stands everywhere, and there is nothing to mark of it. */
  check ("z*", TRUE, "abc", "");
  check ("z*", TRUE, "abzzc", "zz");
  /* Bytes that are no UTF-8 hide nothing behind them. */
  check ("b+c", TRUE, "a\xff\xfe bbc", "bbc");
}

static void
test_places (void)
{
  g_autoptr (AscMatcher) matcher = asc_matcher_new ("o[a-z]", TRUE, NULL);
  const char *text = "foo bot one";
  gsize from = 0, start, end;
  guint n = 0;

  for (; asc_matcher_find (matcher, text, from, &start, &end); from = end, n++)
    g_assert_cmpuint (end - start, ==, 2);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (asc_matcher_count (matcher, text), ==, 3);
  /* Lines are looked at one by one. */
  g_assert_cmpuint (asc_matcher_count (matcher, "o\nok\n\n\xffok oh"), ==, 3);
}

static void
test_wrong (void)
{
  static const char *const wrong[] = { "(", "a{2", "[z-a]", "*a", "(?<n", "\\" };
  guint n_wrong = 0;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AscMatcher) matcher = asc_matcher_new (wrong[i], TRUE, &error);

      g_assert_true ((matcher == NULL) == (error != NULL));
      if (error == NULL)
        continue; /* "a{2" is a text to PCRE */
      n_wrong++;
      g_assert_error (error, G_REGEX_ERROR, error->code);
      /* The limit of steps is ours, and not in the message. */
      g_assert_null (strstr (error->message, "LIMIT"));
      /* The same as a text is found. */
      check (wrong[i], FALSE, wrong[i], wrong[i]);
    }
  g_assert_cmpuint (n_wrong, >=, 5);
}

/* An expression that backtracks for ever is given up, says so, and costs next to nothing from then on. */
static void
test_costly (void)
{
  g_autoptr (AscMatcher) matcher = asc_matcher_new ("(a+)+[bc]", TRUE, NULL);
  g_autofree char *text = g_strnfill (60, 'a');
  gint64 start_us = g_get_monotonic_time ();

  g_assert_false (asc_matcher_is_too_costly (matcher));
  for (guint i = 0; i < 100000; i++)
    g_assert_false (asc_matcher_matches (matcher, text));
  g_assert_true (asc_matcher_is_too_costly (matcher));
  g_assert_cmpint (g_get_monotonic_time () - start_us, <, 5 * G_TIME_SPAN_SECOND);
}

static void
test_equal (void)
{
  g_autoptr (AscMatcher) a = asc_matcher_new ("a", FALSE, NULL);
  g_autoptr (AscMatcher) same = asc_matcher_new ("a", FALSE, NULL);
  g_autoptr (AscMatcher) regex = asc_matcher_new ("a", TRUE, NULL);

  g_assert_true (asc_matcher_equal (a, same));
  g_assert_false (asc_matcher_equal (a, regex));
  g_assert_false (asc_matcher_equal (a, NULL));
  g_assert_true (asc_matcher_equal (NULL, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matcher/text", test_text);
  g_test_add_func ("/matcher/regex", test_regex);
  g_test_add_func ("/matcher/places", test_places);
  g_test_add_func ("/matcher/wrong", test_wrong);
  g_test_add_func ("/matcher/costly", test_costly);
  g_test_add_func ("/matcher/equal", test_equal);
  return g_test_run ();
}
