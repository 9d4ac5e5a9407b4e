/* test-reader-folded.c: folded stacks as people and programs write them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-reader.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static AscExperiment *
open_text (const char *text, gsize size)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("asc-test-XXXXXX", &path, NULL);
  AscExperiment *e;

  g_assert_cmpint (write (fd, text, size), ==, size);
  close (fd);
  e = asc_experiment_open (path, NULL, NULL, NULL, &error);
  g_unlink (path);
  g_assert_no_error (error);
  return e;
}

/* The events as they were, root first. */
static char *
print (AscExperiment *e)
{
  const AscEvents *events = asc_experiment_get_events (e);
  const AscStacks *stacks = asc_experiment_get_stacks (e);
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (e, &n);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < events->n_events; i++)
    {
      g_autoptr (GString) stack = g_string_new (NULL);

      for (guint32 node = events->stack[i]; node != ASC_NONE; node = stacks->parent[node])
        {
          g_string_prepend (stack, stack->len > 0 ? "|" : "");
          g_string_prepend (stack, asc_experiment_get_string (e, (guint32) frames[stacks->frame[node]].address));
        }
      g_string_append_printf (text, "%s=%" G_GINT64_FORMAT "\n", stack->str, events->value[i]);
    }
  return g_string_free (text, FALSE);
}

static void
check (const char *text, const char *wanted)
{
  g_autoptr (AscExperiment) e = open_text (text, strlen (text));
  g_autofree char *got = print (e);

  g_assert_cmpstr (asc_experiment_get_format (e), ==, "folded");
  g_assert_cmpstr (got, ==, wanted);
}

static void
test_lines (void)
{
  check ("main;A;B 3\nmain 2\n", "main|A|B=3\nmain=2\n");
  check ("# a comment\n\nmain;A 3", "main|A=3\n");
  check ("main;A 3\r\nmain;B  4 \r\n", "main|A=3\nmain|B=4\n");
  check ("\xef\xbb\xbfmain;A 3\n", "main|A=3\n");
  check ("main;operator new(unsigned long) 3\n", "main|operator new(unsigned long)=3\n");
  check ("main;f(int (*)(a; b));g 3\n", "main|f(int (*)(a; b))|g=3\n");
  check ("main;A 0\nmain;B -7\n", "main|A=0\nmain|B=-7\n");
  check ("main;A 2.0\nmain;B 2.5\nmain;C 2.4\nmain;D -2.5\n", "main|A=2\nmain|B=3\nmain|C=2\nmain|D=-3\n");
  check ("a;b;a;b;a 1\n", "a|b|a|b|a=1\n");
  check ("[unknown];x_[k] 5\n", "[unknown]|x_[k]=5\n");
}

/* `difffolded.pl` and `inferno-diff-folded` write two counts: before and after. */
static void
test_two_counts (void)
{
  const char *text = "main;A 3 5\nmain;B 0 2\n";
  g_autoptr (AscExperiment) e = open_text (text, strlen (text));
  g_autofree char *got = print (e);

  g_assert_cmpstr (got, ==, "main|A=5\nmain|B=2\n");
  g_assert_nonnull (asc_diagnostics_find (asc_experiment_get_diagnostics (e), "folded-two-counts"));
}

static void
test_utf16 (void)
{
  g_autofree char *text = NULL;
  g_autoptr (AscExperiment) e = NULL;
  g_autofree char *got = NULL;
  gsize size;

  text = g_convert ("main;\xc3\xa4 3\r\nmain 4\r\n", -1, "UTF-16", "UTF-8", NULL, &size, NULL);
  e = open_text (text, size);
  got = print (e);
  g_assert_cmpstr (got, ==, "main|\xc3\xa4=3\nmain=4\n");
}

static void
test_counts (void)
{
  const char *text = "main;A 3\nmain;B\nmain;C 1.2.3\nmain;D 99999999999999999999\nmain;E 1\n";
  g_autoptr (AscExperiment) e = open_text (text, strlen (text));
  const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (e);

  g_assert_cmpuint (asc_experiment_get_events (e)->n_events, ==, 2);
  g_assert_cmpint (asc_diagnostics_get_n_read (diagnostics), ==, 5);
  g_assert_cmpint (asc_diagnostics_get_n_skipped (diagnostics), ==, 3);
  g_assert_cmpuint (asc_diagnostics_find (diagnostics, "folded-no-count")->places[0], ==, 9);
}

/* Ten thousand frames: longer than what the reader is recognised by. */
static void
test_deep (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (AscExperiment) e = NULL;

  for (guint i = 0; i < 300000; i++)
    g_string_append (text, i % 2 == 0 ? "ping;" : "pong;");
  g_string_append (text, "leaf 1\nmain 2\n");
  e = open_text (text->str, text->len);
  g_assert_cmpuint (asc_experiment_get_stacks (e)->n_nodes, ==, 300002);
  g_assert_cmpuint (asc_experiment_get_events (e)->n_events, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reader-folded/lines", test_lines);
  g_test_add_func ("/reader-folded/two-counts", test_two_counts);
  g_test_add_func ("/reader-folded/utf16", test_utf16);
  g_test_add_func ("/reader-folded/counts", test_counts);
  g_test_add_func ("/reader-folded/deep", test_deep);
  return g_test_run ();
}
