/* test-cli-format.c: numbers and names as er_print prints them; JSON's quoting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-format.h"
#include "asc-unit.h"
#include "asc-json-writer.h"

#include <glib/gstdio.h>
#include <string.h>

static void
check_seconds (gint64 ns, const char *wanted)
{
  char buffer[ASC_REPORT_NUMBER_SIZE];

  g_assert_cmpuint (asc_report_format_seconds (buffer, ns), ==, strlen (wanted));
  g_assert_cmpstr (buffer, ==, wanted);
}

static void
test_seconds (void)
{
  check_seconds (0, "0.   ");
  check_seconds (1, "0.000");
  check_seconds (499999, "0.000");
  check_seconds (500000, "0.001");
  check_seconds (1234567890, "1.235");
  check_seconds (59999500000, "60.000");
  check_seconds (-1500000, "-0.002");
  check_seconds (G_MAXINT64, "9223372036.855");
  check_seconds (G_MININT64, "-9223372036.855");
}

static void
check_percent (gint64 value, gint64 base, const char *wanted)
{
  char buffer[ASC_REPORT_NUMBER_SIZE];

  asc_report_format_percent (buffer, value, base);
  g_assert_cmpstr (buffer, ==, wanted);
}

static void
test_percent (void)
{
  check_percent (0, 10, "0.  ");
  check_percent (5, 0, "0.  ");
  check_percent (1, 3, "33.33");
  check_percent (32, 32, "100.00");
  check_percent (-1, 8, "-12.50");
  check_percent (1, G_MAXINT64, "0.00");
}

static void
test_width (void)
{
  g_assert_cmpuint (asc_text_width (""), ==, 0);
  g_assert_cmpuint (asc_text_width ("main"), ==, 4);
  g_assert_cmpuint (asc_text_width ("μ→λ"), ==, 3);
  g_assert_cmpuint (asc_text_width ("函数"), ==, 4);
  g_assert_cmpuint (asc_text_width ("e\u0301"), ==, 1); /* a combining accent */
}

static void
check_clean (const char *text, gboolean tsv, const char *wanted)
{
  g_autoptr (GString) string = g_string_new (NULL);

  asc_report_append_clean (string, text, tsv);
  g_assert_cmpstr (string->str, ==, wanted);
}

static void
test_clean (void)
{
  check_clean ("std::map<int, A>", TRUE, "std::map<int, A>");
  check_clean ("a\tb\nc", FALSE, "a\\tb\\nc");
  check_clean ("a\\b", FALSE, "a\\b");
  check_clean ("a\\b", TRUE, "a\\\\b");
  check_clean ("\x1b[31mred\x7f", FALSE, "\\x1b[31mred\\x7f"); /* a terminal obeys nothing that a name says */
  check_clean ("bad\xff", FALSE, "bad\uFFFD");
}

static void
test_json (void)
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("asc-XXXXXX", &path, &error);
  AscOut *out = asc_out_open (path, &error);
  AscJsonWriter json = { .out = out };

  g_assert_no_error (error);
  g_close (fd, NULL);
  asc_json_writer_open (&json, '{');
  asc_json_writer_key (&json, "a\"b");
  asc_json_writer_int (&json, G_MININT64);
  asc_json_writer_key (&json, "list");
  asc_json_writer_open (&json, '[');
  asc_json_writer_uint (&json, G_MAXUINT64);
  asc_json_writer_null (&json);
  asc_json_writer_bool (&json, TRUE);
  asc_json_writer_string (&json, "\\ \n \x01 \xfe é");
  asc_json_writer_string (&json, NULL);
  asc_json_writer_open (&json, '{');
  asc_json_writer_close (&json, '}');
  asc_json_writer_close (&json, ']');
  asc_json_writer_close (&json, '}');
  g_assert_true (asc_out_close (out, &error));
  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_assert_cmpstr (text, ==,
                   "{\"a\\\"b\":-9223372036854775808,\"list\":[18446744073709551615,null,true,\"\\\\ \\u000a \\u0001 \uFFFD é\",null,{}]}");
  g_unlink (path);
}

static void
test_out_fails (void)
{
  g_autoptr (GError) error = NULL;
  AscOut *out;

  g_assert_null (asc_out_open ("/no/such/folder/file", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  if (g_access ("/dev/full", W_OK) != 0)
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  out = asc_out_open ("/dev/full", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 100000 && !asc_out_failed (out); i++)
    asc_out_puts (out, "what does not fit");
  g_assert_true (asc_out_failed (out));
  g_assert_false (asc_out_close (out, &error));
  g_assert_nonnull (strstr (error->message, "/dev/full"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/seconds", test_seconds);
  g_test_add_func ("/cli/percent", test_percent);
  g_test_add_func ("/cli/width", test_width);
  g_test_add_func ("/cli/clean", test_clean);
  g_test_add_func ("/cli/json", test_json);
  g_test_add_func ("/cli/out-fails", test_out_fails);
  return g_test_run ();
}
