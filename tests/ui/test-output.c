/* test-output.c: what leaves the window: tables as files, equal to what ascribe-cli writes, and views on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sys/wait.h>

#include "asc-export.h"
#include "asc-print.h"
#include "asc-table.h"
#include "asc-test-window.h"

static gboolean
is_written (AscWindow *window, const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* What @path has now; the file is removed. (transfer full) */
static char *
take_file (const char *path, gsize *size)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, size, NULL));
  g_unlink (path);
  return text;
}

/* Runs @line and @last (words parted by one blank). Returns: its standard output, or NULL when there is no such program. (transfer full) */
static char *
run (const char *line, const char *last)
{
  g_autofree char *whole = g_strdup_printf ("%s %s", line, last);
  g_auto (GStrv) argv = g_strsplit (whole, " ", -1);
  g_autofree char *errors = NULL;
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  int status = 0;

  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &text, &errors, &status, &error))
    {
      g_assert_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT);
      return NULL;
    }
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    g_error ("%s: %s", whole, errors);
  return text;
}

/* What a file has to be when it is written whole; NULL: a PDF. */
static const char *wanted_text;

static gboolean
is_whole (AscWindow *window, const char *path)
{
  g_autofree char *text = NULL;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, NULL))
    return FALSE;
  if (wanted_text != NULL)
    return strcmp (text, wanted_text) == 0;
  return size > 6 && memcmp (text + size - 6, "%%EOF\n", 6) == 0;
}

static char *
export_as (AscWindow *window, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *told = g_strdup_printf ("Exported to “%s”", name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  asc_export_to (window, file);
  asc_test_wait_for (is_written, window, path);
  asc_test_wait_for (asc_test_shows, window, told);
  return take_file (path, NULL);
}

/* The view's table in every format is the command's with the same columns, byte for byte. */
static void
check_equal (AscWindow *window, const char *folder, const char *view, const char *command)
{
  static const char *const formats[] = { "json", "tsv", "html" };
  g_autofree char *action = g_strconcat ("win.view::", view, NULL);
  const char *path = asc_session_get_paths (asc_window_get_session (window))[0];

  asc_test_activate (window, action);
  asc_test_wait_for (asc_test_in_view, window, view);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s.%s", view, formats[i]);
      g_autofree char *line = g_strdup_printf ("%s %s --format=%s", g_getenv ("ASC_CLI"), command, formats[i]);
      g_autofree char *wanted = run (line, path);
      g_autofree char *written = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (written);

      g_test_message ("%s", line);
      asc_export_to (window, file);
      wanted_text = wanted;
      asc_test_wait_for (is_whole, window, written);
      wanted_text = NULL;
      g_unlink (written);
    }
}

static void
test_export_equal (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  g_autofree char *folder = g_dir_make_tmp ("ascribe-output-XXXXXX", NULL);

  if (g_getenv ("ASC_CLI") == NULL)
    g_test_skip ("there is no $ASC_CLI");
  else
    {
      check_equal (window, folder, "functions", "functions --metrics=e.%totalcpu:i.%totalcpu:name:object --sort=e.totalcpu");
      check_equal (window, folder, "call-tree", "calltree --metrics=e.%totalcpu:a.%totalcpu:name --sort=a.totalcpu");
      check_equal (window, folder, "bottom-up", "calltree --inverted --metrics=e.%totalcpu:name --sort=e.totalcpu");
      check_equal (window, folder, "objects", "objects --metrics=e.%totalcpu:i.%totalcpu:name --sort=e.totalcpu");
      check_equal (window, folder, "threads", "threads --metrics=e.%totalcpu:name --sort=e.totalcpu");
      check_equal (window, folder, "lines", "lines --metrics=e.%totalcpu:i.%totalcpu --sort=e.totalcpu");
      check_equal (window, folder, "pcs", "pcs --metrics=e.%totalcpu:i.%totalcpu:address:name:object --sort=e.totalcpu");
      asc_session_select_function (asc_window_get_session (window), asc_test_find_function (window, "count_words"));
      check_equal (window, folder, "callers-callees",
                   "callers-callees --function=count_words --metrics=a.%totalcpu:e.%totalcpu:i.%totalcpu:name:object --sort=a.totalcpu");
    }
  g_rmdir (folder);
  asc_test_close_window (window);
}

/* Another order, by a column that metric specifications do not know; names of strangers are escaped. */
static void
test_export_order (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");
  g_autofree char *folder = g_dir_make_tmp ("ascribe-output-XXXXXX", NULL);
  g_autofree char *tsv = NULL;
  g_autofree char *html = NULL;

  asc_test_activate (window, "win.view::functions");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  asc_table_set_sort (ASC_TABLE (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_TABLE)), "name", FALSE);
  asc_test_settle ();
  tsv = export_as (window, folder, "t.tsv");
  html = export_as (window, folder, "t.HTML");
  g_assert_nonnull (strstr (html, "<td>&lt;Total&gt;</td>"));
  g_assert_true (g_str_has_prefix (tsv, "id\tname\tobject\te+samples\t"));
  g_rmdir (folder);
  asc_test_close_window (window);
}

/* Paper */

/* How long the main loop was away at most, in µs. */
typedef struct
{
  gint64 last;
  gint64 longest;
} Pulse;

static gboolean
pulse_cb (gpointer data)
{
  Pulse *pulse = data;
  gint64 now = g_get_monotonic_time ();

  if (pulse->last > 0)
    pulse->longest = MAX (pulse->longest, now - pulse->last);
  pulse->last = now;
  return G_SOURCE_CONTINUE;
}

/* Views of code are filled later. */
static gboolean
has_rows (AscWindow *window, const char *unused)
{
  AscView *view = ASC_VIEW (asc_test_find_shown_view (window));
  g_autofree char *text = ASC_VIEW_GET_CLASS (view)->copy != NULL ? ASC_VIEW_GET_CLASS (view)->copy (view, TRUE) : g_strdup ("");

  return text != NULL;
}

/* Prints the view on show as PDF. Returns: its text as pdftotext reads it, or NULL where there is no pdftotext. (transfer full) */
static char *
print_view (AscWindow *window, const char *view)
{
  g_autofree char *action = g_strconcat ("win.view::", view, NULL);
  g_autofree char *folder = g_dir_make_tmp ("ascribe-output-XXXXXX", NULL);
  g_autofree char *name = g_strconcat (view, ".pdf", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *last = g_strconcat (path, " -", NULL);
  const char *keep = g_getenv ("ASC_KEEP_PDF"); /* a folder, for those who want to look */
  char *text;

  asc_test_activate (window, action);
  asc_test_wait_for (asc_test_in_view, window, view);
  asc_test_wait_for (has_rows, window, NULL);
  asc_test_settle ();
  asc_print_to (window, path);
  asc_test_wait_for (is_whole, window, path);
  text = run ("pdftotext -layout", last);
  if (keep != NULL)
    {
      g_autofree char *kept = g_build_filename (keep, name, NULL);

      g_rename (path, kept);
    }
  g_unlink (path);
  g_rmdir (folder);
  if (text == NULL)
    g_test_skip ("there is no pdftotext");
  return text;
}

static void
check_page (AscWindow *window, const char *view, const char *const *words)
{
  g_autofree char *text = print_view (window, view);

  for (; text != NULL && *words != NULL; words++)
    if (strstr (text, *words) == NULL)
      g_error ("%s: no “%s” in: %s", view, *words, text);
}

static void
test_print (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");

  check_page (window, "functions", (const char *const[]){ "Functions", "Total CPU Time", "<Total>", "count_words", "100.00", "Page 1 of", NULL });
  check_page (window, "call-tree", (const char *const[]){ "Call Tree", "<Total>", "main", NULL });
  asc_session_select_function (asc_window_get_session (window), asc_test_find_function (window, "count_words"));
  check_page (window, "callers-callees", (const char *const[]){ "count_words", "start_thread", "table_add", NULL });
  check_page (window, "disassembly", (const char *const[]){ "Disassembly", "Instruction", "push", "Page 1 of", NULL });
  check_page (window, "source", (const char *const[]){ "Source", "Exclusive", "typedef struct", "count_words", NULL });
  check_page (window, "flame-graph", (const char *const[]){ "Flame Graph", "count_words", NULL });
  check_page (window, "call-graph", (const char *const[]){ "Call Graph", "Page 1 of 1", NULL });
  check_page (window, "timeline", (const char *const[]){ "Timeline", "Page 1 of 1", NULL });
  asc_test_close_window (window);
}

#define N_FUNCTIONS 20000

/* A recording with more functions than are printed, names as long as those of templates, and one in another script. */
static char *
write_many (const char *folder, const char *longest)
{
  g_autoptr (GString) text = g_string_new ("main;解析器 1000000\n");
  g_autofree char *filler = g_strnfill (290, 'x');
  char *path = g_build_filename (folder, "many.folded", NULL);

  for (guint i = 0; i < N_FUNCTIONS; i++)
    g_string_append_printf (text, "main;f%u%s %u\n", i, i == 0 ? longest : i < 1000 ? filler : "", N_FUNCTIONS - i);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

static void
test_print_many (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ascribe-output-XXXXXX", NULL);
  g_autofree char *longest = g_strnfill (2000, 'y');
  g_autofree char *path = write_many (folder, longest);
  AscWindow *window = asc_test_new_window ();
  Pulse pulse = { 0 };
  guint source;
  g_autofree char *text = NULL;

  asc_session_open (asc_window_get_session (window), (const char *const[]){ path }, 1);
  asc_test_wait_for (asc_test_is_ready, window, NULL);
  asc_test_activate (window, "win.view::functions");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  asc_test_settle ();
  source = g_timeout_add (1, pulse_cb, &pulse);
  text = print_view (window, "functions");
  g_source_remove (source);
  g_test_message ("the main loop was away for %.1f ms at most", (double) pulse.longest / 1000);
  if (text != NULL)
    {
      g_assert_nonnull (strstr (text, "解析器"));
      g_assert_nonnull (strstr (text, "18003 more rows are not printed."));
      g_assert_nonnull (strstr (text, "f1xxxx"));
      g_assert_null (strstr (text, longest));
    }
  g_unlink (path);
  g_rmdir (folder);
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/output/export-equal", test_export_equal);
  g_test_add_func ("/output/export-order", test_export_order);
  g_test_add_func ("/output/print", test_print);
  g_test_add_func ("/output/print-many", test_print_many);
  return asc_test_window_run ();
}
