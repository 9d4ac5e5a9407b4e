/* test-json.c: JSON texts, right and wrong
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-json.h"

#include <string.h>

static AscJson *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  AscJson *json = asc_json_parse ((const guint8 *) text, strlen (text), &error);

  g_assert_true ((json == NULL) == (error != NULL));
  return json;
}

static void
test_values (void)
{
  g_autoptr (AscJson) json = parse (" {\"a\": [1, -2, 9223372036854775807, 9223372036854775808, 1.5, 2e3], \"b\": true, \"c\": false, \"d\": null, \"e\": {}, \"a\": 7} ");
  const AscJson *a = asc_json_get (json, "a");

  g_assert_nonnull (json);
  g_assert_cmpuint (asc_json_get_length (a), ==, 6);
  g_assert_cmpint (asc_json_get_int (asc_json_get_element (a, 0), 5), ==, 1);
  g_assert_cmpint (asc_json_get_int (asc_json_get_element (a, 1), 5), ==, -2);
  g_assert_cmpint (asc_json_get_int (asc_json_get_element (a, 2), 5), ==, G_MAXINT64);
  g_assert_cmpint (asc_json_get_int (asc_json_get_element (a, 3), 5), ==, 5);
  g_assert_cmpint (asc_json_get_int (asc_json_get_element (a, 4), 5), ==, 5);
  g_assert_null (asc_json_get_element (a, 6));
  g_assert_true (asc_json_get_bool (asc_json_get (json, "b")));
  g_assert_false (asc_json_get_bool (asc_json_get (json, "c")));
  g_assert_false (asc_json_get_bool (asc_json_get (json, "nothing")));
  g_assert_null (asc_json_get_string (asc_json_get (json, "d")));
  g_assert_null (asc_json_get (asc_json_get (json, "e"), "a"));
}

static void
test_strings (void)
{
  g_autoptr (AscJson) json = parse ("[\"\", \"\\\"\\\\\\/\\b\\f\\n\\r\\t\", \"\\u00e9\\ud83d\\ude00\", \"\\ud83d\", \"\\u0000\", \"\xff\", 3]");
  g_auto (GStrv) strings = asc_json_dup_strings (json);
  const char *const wanted[] = { "", "\"\\/\b\f\n\r\t", "é😀", "\xef\xbf\xbd", "\xef\xbf\xbd", "\xef\xbf\xbd", NULL };

  g_assert_cmpuint (g_strv_length (strings), ==, 6);
  for (guint i = 0; wanted[i] != NULL; i++)
    g_assert_cmpstr (strings[i], ==, wanted[i]);
}

static void
test_wrong (void)
{
  static const char *const texts[] = { "", " ", "{", "[", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "\"", "\"\\x\"", "\"\\u12\"", "\"\n\"", "tru", "truex", "nul", "1 2", "+1", "1.2.3", "-", "[}" };
  g_autofree char *deep = g_strnfill (100000, '[');

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (parse (texts[i]) != NULL)
      g_error ("“%s” was read", texts[i]);
  g_assert_null (parse (deep));
}

/* What is written is read back. */
static void
test_append (void)
{
  static const char *const texts[] = { "", "a \"b\" \\ \n\t\x01\x7f", "日本語" };
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (AscJson) json = NULL;

      g_string_truncate (out, 0);
      asc_json_append_string (out, texts[i]);
      json = parse (out->str);
      g_assert_cmpstr (asc_json_get_string (json), ==, texts[i]);
    }
  g_string_truncate (out, 0);
  asc_json_append_string (out, "\xff");
  asc_json_append_string (out, NULL);
  g_assert_cmpstr (out->str, ==, "\"\xef\xbf\xbd\"null");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/values", test_values);
  g_test_add_func ("/json/strings", test_strings);
  g_test_add_func ("/json/wrong", test_wrong);
  g_test_add_func ("/json/append", test_append);
  return g_test_run ();
}
