/* test-source-view.c: source text with its figures in a real window
 *
 * The recording tests/fixtures/source/stairs; its lines.tsv has the figures as perf script and addr2line tell them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "asc-code-text.h"
#include "asc-disassembly-pane.h"
#include "asc-source-pane.h"
#include "asc-table.h"
#include "asc-test-paths.h"
#include "asc-test-window.h"
#include "asc-ui-text.h"

static AscSourcePane *
get_pane (AscWindow *window)
{
  GtkWidget *pane = asc_test_find_type (GTK_WIDGET (window), ASC_TYPE_SOURCE_PANE);

  return pane != NULL ? ASC_SOURCE_PANE (pane) : NULL;
}

static AscCodeText *
get_code (AscWindow *window)
{
  return ASC_CODE_TEXT (asc_test_find_type (GTK_WIDGET (get_pane (window)), ASC_TYPE_CODE_TEXT));
}

static gboolean
has_file (AscWindow *window, const char *unused)
{
  return get_pane (window) != NULL && asc_source_pane_get_file (get_pane (window)) != NULL;
}

static gboolean
has_text (AscWindow *window, const char *unused)
{
  return has_file (window, NULL) && asc_source_pane_get_file (get_pane (window))->text != NULL;
}

static gboolean
at_line (AscWindow *window, const char *line)
{
  return has_text (window, NULL) && asc_source_pane_get_line (get_pane (window)) == g_ascii_strtoull (line, NULL, 10);
}

static GtkTextView *
get_text (AscWindow *window)
{
  return GTK_TEXT_VIEW (asc_code_text_get_view (get_code (window)));
}

/* The cursor is in @line, which is to be seen. */
static gboolean
sees_line (AscWindow *window, const char *line)
{
  return at_line (window, line) && asc_test_sees_cursor (get_text (window));
}

static AscWindow *
open_window (const char *folder)
{
  AscWindow *window = asc_test_new_window ();
  const char *paths[] = { folder };

  asc_session_open (asc_window_get_session (window), paths, 1);
  asc_test_wait_for (asc_test_is_ready, window, folder);
  asc_test_settle ();
  return window;
}

static char *
dup_stairs (void)
{
  return g_test_build_filename (G_TEST_DIST, "fixtures", "source", "stairs", NULL);
}

static void
select_function (AscWindow *window, const char *name)
{
  asc_session_select_function (asc_window_get_session (window), asc_test_find_function (window, name));
}

static const char *
get_function (AscWindow *window)
{
  AscSession *session = asc_window_get_session (window);

  return asc_profile_get_function (asc_session_get_profile (session), asc_session_get_function (session))->name;
}

/* The gutter has every figure of the other tools, and no other. */
static void
test_figures (void)
{
  g_autofree char *folder = dup_stairs ();
  g_autofree char *table = g_build_filename (folder, "lines.tsv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL;
  AscWindow *window = open_window (folder);
  gint64 exclusive[64] = { 0 }, inclusive[64] = { 0 };
  AscCodeText *code;

  g_assert_true (g_file_get_contents (table, &text, NULL, NULL));
  rows = g_strsplit (text, "\n", -1);
  for (guint i = 0; rows[i] != NULL && rows[i][0] != '\0'; i++)
    {
      g_auto (GStrv) fields = g_strsplit (rows[i], "\t", -1);
      guint64 line = g_ascii_strtoull (fields[0], NULL, 10);

      g_assert_cmpuint (line, <, G_N_ELEMENTS (exclusive));
      exclusive[line] = g_ascii_strtoll (fields[1], NULL, 10);
      inclusive[line] = g_ascii_strtoll (fields[2], NULL, 10);
    }
  asc_test_activate (window, "win.show-source");
  asc_test_wait_for (has_text, window, "source text");
  code = get_code (window);
  for (guint32 line = 1; line < 33; line++)
    {
      g_assert_cmpint (asc_code_text_get_value (code, 0, line), ==, exclusive[line]);
      g_assert_cmpint (asc_code_text_get_value (code, 1, line), ==, inclusive[line]);
      g_assert_cmpint (asc_code_text_get_value (code, 2, line), ==, inclusive[line] - exclusive[line]);
    }
  asc_test_close_window (window);
}

/* Opens at the hottest line of the chosen function; F8 walks the hot lines; the cursor's line chooses its function. */
static void
test_walk (void)
{
  g_autofree char *folder = dup_stairs ();
  AscWindow *window = open_window (folder);
  AscSession *session = asc_window_get_session (window);
  GtkTextBuffer *buffer;
  GtkTextIter iter;
  guint32 line;

  select_function (window, "climb");
  asc_test_activate (window, "win.show-source");
  asc_test_wait_for (at_line, window, "21");
  asc_test_wait_for (sees_line, window, "21");
  g_assert_true (asc_source_pane_go_hot (get_pane (window), 1));
  asc_test_wait_for (at_line, window, "13");
  g_assert_cmpstr (get_function (window), ==, "step");
  g_assert_true (asc_source_pane_go_hot (get_pane (window), -1));
  asc_test_wait_for (at_line, window, "21");
  select_function (window, "main");
  asc_test_wait_for (at_line, window, "30");
  buffer = gtk_text_view_get_buffer (get_text (window));
  gtk_text_buffer_get_iter_at_line (buffer, &iter, 12);
  gtk_text_buffer_place_cursor (buffer, &iter);
  g_assert_cmpstr (get_function (window), ==, "step");
  g_assert_nonnull (asc_session_get_place (session, &line));
  g_assert_cmpuint (line, ==, 13);
  asc_session_set_place (session, "/build/stairs/./stairs.c", 5);
  asc_test_wait_for (at_line, window, "5");
  g_assert_true (asc_code_text_show_calls (get_code (window), 30));
  g_assert_false (asc_code_text_show_calls (get_code (window), 13));
  asc_test_close_window (window);
}

static guint
search (AscWindow *window, const char *text, gboolean is_regex, int step)
{
  g_autoptr (AscMatcher) matcher = asc_matcher_new (text, is_regex, NULL);

  return asc_source_pane_search (get_pane (window), matcher, step);
}

static void
test_search_and_copy (void)
{
  g_autofree char *folder = dup_stairs ();
  AscWindow *window = open_window (folder);
  g_autofree char *line = NULL;
  g_autofree char *all = NULL;
  g_auto (GStrv) rows = NULL;

  select_function (window, "main");
  asc_test_activate (window, "win.show-source");
  asc_test_wait_for (at_line, window, "30");
  g_assert_cmpuint (search (window, "work (", FALSE, 0), ==, 2);
  asc_test_wait_for (at_line, window, "13");
  g_assert_cmpuint (search (window, "work (", FALSE, 1), ==, 2);
  asc_test_wait_for (at_line, window, "21");
  /* An expression, also one that the text is full of. */
  g_assert_cmpuint (search (window, "^ +climb", TRUE, 0), ==, 1);
  asc_test_wait_for (at_line, window, "30");
  g_assert_cmpuint (search (window, "no such text", FALSE, 0), ==, 0);
  all = asc_source_pane_copy (get_pane (window), TRUE);
  rows = g_strsplit (all, "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, 1 + 32 + 1);
  g_assert_true (g_str_has_suffix (rows[30], "\t30\t    climb ();"));
  asc_test_close_window (window);
}

static void
remove_folder (const char *folder)
{
  const char *argv[] = { "rm", "-rf", folder, NULL };

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
}

/* Without the text the paths are told; the user's choice is kept, and found for the next file of the tree. */
static void
test_locate (void)
{
  g_autofree char *stairs = dup_stairs ();
  g_autofree char *top = g_dir_make_tmp ("asc-locate-XXXXXX", NULL);
  g_autofree char *command = g_strdup_printf ("cp -r '%s' '%s/stairs' && mkdir '%s/moved' && mv '%s/stairs/sources/stairs.c' '%s/moved/'", stairs, top, top, top, top);
  const char *argv[] = { "sh", "-c", command, NULL };
  g_autofree char *folder = g_build_filename (top, "stairs", NULL);
  g_autofree char *chosen = g_build_filename (top, "moved", "stairs.c", NULL);
  AscWindow *window;
  AscSourceFile *file;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
  window = open_window (folder);
  asc_test_activate (window, "win.show-source");
  asc_test_wait_for (has_file, window, "source text");
  file = asc_source_pane_get_file (get_pane (window));
  g_assert_null (file->text);
  g_assert_true (g_ptr_array_find_with_equal_func (file->found.tried, "/build/stairs/stairs.c", g_str_equal, NULL));
  asc_source_load_remember (asc_file_lines_get_file (file->lines), chosen);
  asc_source_pane_profile_changed (get_pane (window));
  asc_test_wait_for (has_text, window, "source text");
  g_assert_cmpstr (asc_source_pane_get_file (get_pane (window))->found.path, ==, chosen);
  asc_test_close_window (window);
  g_settings_reset (asc_ui_get_settings (), "source-paths");
  remove_folder (top);
}

static gboolean
is_laid_out (AscWindow *window)
{
  GtkTextIter end;
  int y, height;

  gtk_text_buffer_get_end_iter (gtk_text_view_get_buffer (get_text (window)), &end);
  gtk_text_view_get_line_yrange (get_text (window), &end, &y, &height);
  return height > 0;
}

static gboolean
has_colors (AscWindow *window, const char *unused)
{
  return gtk_source_buffer_get_highlight_syntax (GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (get_text (window))));
}

/* A long file: its line is in sight long before the text is laid out, and the colors come then. */
static void
test_long (void)
{
  g_autofree char *golden = g_test_build_filename (G_TEST_DIST, "golden", NULL);
  g_autofree char *top = g_dir_make_tmp ("asc-long-XXXXXX", NULL);
  g_autofree char *recording = g_build_filename (top, "perf.data", NULL);
  g_autofree char *command = g_strdup_printf (
      "cd '%s' && { seq -f '/* line %%.0f */' 30000; printf 'int main (void)\n{\n  return 3;\n}\n'; seq -f '/* more %%.0f */' 30000; } > a.c && cc -g -o program \"$PWD/a.c\" && "
      "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='%s' python3 -c \"from pathlib import Path; from asc_made import write_samples; "
      "write_samples (Path ('perf.data'), Path ('program').resolve (), [(0x$(nm program | sed -n 's/ T main//p'), 5)])\"",
      top, golden);
  const char *argv[] = { "sh", "-c", command, NULL };
  AscWindow *window;
  int status = 1;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  window = open_window (recording);
  asc_test_activate (window, "win.show-source");
  asc_test_wait_for (sees_line, window, "30002");
  g_assert_false (is_laid_out (window));
  g_assert_false (has_colors (window, NULL));
  asc_test_wait_for (has_colors, window, "colors");
  g_assert_true (is_laid_out (window));
  asc_test_wait_for (sees_line, window, "30002");
  asc_test_close_window (window);
  remove_folder (top);
}

/* A program of clang's, sampled in main(); then its source is @changed by one sign, or merely given a later time. */
static gboolean
make_compiled (const char *folder, gboolean changed)
{
  g_autofree char *golden = g_test_build_filename (G_TEST_DIST, "golden", NULL);
  g_autofree char *command = g_strdup_printf (
      "cd '%s' && printf 'int main (void)\\n{\\n  return 3;\\n}\\n' > a.c && clang -gdwarf-5 -o program \"$PWD/a.c\" && "
      "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='%s' python3 -c \"from pathlib import Path; from asc_made import write_samples; "
      "write_samples (Path ('perf.data'), Path ('program').resolve (), [(0x$(nm program | sed -n 's/ T main//p'), 5)])\" && "
      "%s && touch -d '%s' a.c",
      folder, golden, changed ? "sed -i s/3/4/ a.c" : "true", changed ? "2001-01-01" : "2100-01-01");
  const char *argv[] = { "sh", "-c", command, NULL };
  int status = 1;

  return g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL) && status == 0;
}

/* What the compiler wrote of the content decides: a later time alone is no warning, an earlier one does not hide a change. */
static void
test_content (void)
{
  g_autofree char *clang = g_find_program_in_path ("clang");

  if (clang == NULL)
    {
      g_test_skip ("no clang here");
      return;
    }
  for (guint changed = 0; changed < 2; changed++)
    {
      g_autofree char *top = g_dir_make_tmp ("asc-content-XXXXXX", NULL);
      g_autofree char *recording = g_build_filename (top, "perf.data", NULL);
      GtkRevealer *revealer;
      AscWindow *window;

      g_assert_true (make_compiled (top, changed != 0));
      window = open_window (recording);
      asc_test_activate (window, "win.show-source");
      asc_test_wait_for (has_text, window, "source text");
      asc_test_settle ();
      revealer = GTK_REVEALER (asc_test_find_type (GTK_WIDGET (get_pane (window)), GTK_TYPE_REVEALER));
      g_assert_cmpint (gtk_revealer_get_reveal_child (revealer), ==, changed != 0);
      if (changed != 0)
        asc_test_wait_for (asc_test_shows, window, "This file differs from the one that was compiled: its lines may have moved.");
      asc_test_close_window (window);
      remove_folder (top);
    }
}

/* What a server of debuginfod serves is in "served", what came from it in "cache". */
static char *server_top;
static GPid server;

/* $DEBUGINFOD_URLS names it: before there are threads. */
static void
start_server (void)
{
  g_autofree char *folder = NULL;
  g_autofree char *cache = NULL;
  const char *argv[] = { "python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", NULL, "0", NULL };
  g_autofree char *urls = NULL;
  char line[256] = "";
  const char *port;
  int out = -1;

  server_top = g_dir_make_tmp ("asc-served-XXXXXX", NULL);
  argv[7] = folder = g_build_filename (server_top, "served", NULL);
  cache = g_build_filename (server_top, "cache", NULL);
  g_setenv ("DEBUGINFOD_CACHE_PATH", cache, TRUE);
  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  if (!g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &server, NULL, &out, NULL, NULL))
    return;
  if (read (out, line, sizeof line - 1) > 0 && (port = strstr (line, " port ")) != NULL)
    urls = g_strdup_printf ("http://127.0.0.1:%d/", atoi (port + 6));
  asc_debuginfod_init (urls != NULL ? urls : "");
}

/* The recording of stairs without its source, which a server has; then one whose server does not answer: it opens a FIFO. */
static gboolean
make_served (const char *top, gboolean answers)
{
  g_autofree char *stairs = dup_stairs ();
  g_autofree char *command = g_strdup_printf ("cd '%s' && rm -rf stairs served/* cache && cp -r '%s' stairs && d=served/buildid/cb7edaadaa2a6687cb088684c1bd485e34917c90/source/build/stairs && mkdir -p $d && %s && "
                                              "rm stairs/sources/stairs.c",
                                              top, stairs, answers ? "cp stairs/sources/stairs.c $d" : "mkfifo $d/stairs.c");
  const char *argv[] = { "sh", "-c", command, NULL };
  int status = 1;

  return g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL) && status == 0;
}

static void
show_served (gboolean answers)
{
  g_autofree char *folder = g_build_filename (server_top, "stairs", NULL);
  g_autofree char *cache = g_build_filename (server_top, "cache", NULL);
  AscWindow *window;

  g_assert_true (make_served (server_top, answers));
  window = open_window (folder);
  asc_test_activate (window, "win.show-source");
  if (answers)
    {
      asc_test_wait_for (has_text, window, "source text");
      g_assert_true (g_str_has_prefix (asc_source_pane_get_file (get_pane (window))->found.path, cache));
    }
  else
    {
      asc_test_wait_for (asc_test_shows, window, "Asking for a source file");
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_pane (window)), "source.stop-download", NULL));
      asc_test_wait_for (asc_test_shows, window, "Source File Not Found");
      g_assert_null (asc_test_find_text (GTK_WIDGET (window), "Asking for a source file"));
    }
  asc_test_close_window (window);
}

/* What is not here comes from a server of debug files where that is allowed; nobody has to wait for it. */
static void
test_download (void)
{
  g_autoptr (GError) error = NULL;

  if (server == 0 || !asc_debuginfod_is_usable (&error))
    {
      g_test_skip (error != NULL ? error->message : "no python3 here");
      return;
    }
  g_settings_set_boolean (asc_ui_get_settings (), "debuginfod", TRUE);
  show_served (TRUE);
  show_served (FALSE);
  g_settings_reset (asc_ui_get_settings (), "debuginfod");
}

static gboolean
lists (AscWindow *window, const char *text)
{
  AscView *view = ASC_VIEW (asc_test_find_shown_view (window));
  g_autofree char *table = ASC_VIEW_GET_CLASS (view)->copy (view, TRUE);

  return table != NULL && strstr (table, text) != NULL;
}

/* The table of all lines. */
static void
test_lines (void)
{
  g_autofree char *folder = dup_stairs ();
  AscWindow *window = open_window (folder);

  asc_test_activate (window, "win.view::lines");
  asc_test_wait_for (asc_test_in_view, window, "lines");
  asc_test_wait_for (lists, window, "stairs.c:13\tstep");
  g_assert_true (lists (window, "stairs.c:30\tmain"));
  g_assert_true (lists (window, "66.80"));
  asc_test_close_window (window);
}

static AscTable *
get_instructions (AscWindow *window)
{
  return ASC_TABLE (asc_test_find_type (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_DISASSEMBLY_PANE), ASC_TYPE_TABLE));
}

static gboolean
has_instructions (AscWindow *window, const char *unused)
{
  return !asc_table_is_empty (get_instructions (window));
}

static char *
copy_into (const char *folder, const char *name, const char *from)
{
  g_autoptr (GFile) source = g_file_new_for_path (from);
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) target = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return path;
}

/* A line chooses an instruction of it, an instruction its line. */
static void
test_side_by_side (void)
{
  g_autofree char *recording = asc_test_case_path ("made/recordings/inline/dwarf5.data");
  g_autofree char *program = recording != NULL ? asc_test_case_path ("made/recordings/inline/dwarf5") : NULL;
  g_autofree char *sources = recording != NULL ? asc_test_case_path ("made/src") : NULL;
  g_autofree char *folder = g_dir_make_tmp ("ascribe-XXXXXX", NULL);
  g_autofree char *symbols = g_build_filename (folder, "run.data.symbols", NULL);
  const char *paths[] = { sources, NULL };
  g_autofree char *data = NULL;
  g_autofree char *elf = NULL;
  AscWindow *window;
  AscSession *session;
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  AscSourcePane *pane;
  AscTable *table;
  GtkColumnView *view;
  g_autofree char *file = NULL;
  guint32 line;

  if (recording == NULL)
    return;
  g_assert_cmpint (g_mkdir (symbols, 0700), ==, 0);
  data = copy_into (folder, "run.data", recording);
  elf = copy_into (symbols, "dwarf5", program);
  g_settings_set_strv (asc_ui_get_settings (), "source-paths", paths);
  window = open_window (data);
  session = asc_window_get_session (window);
  /* the hottest one is inlined wherever it is called */
  select_function (window, "main");
  asc_test_activate (window, "win.view::source-disassembly");
  asc_test_wait_for (asc_test_in_view, window, "source-disassembly");
  asc_test_wait_for (has_instructions, window, "instructions");
  pane = ASC_SOURCE_PANE (asc_test_find_type (asc_test_find_shown_view (window), ASC_TYPE_SOURCE_PANE));
  table = get_instructions (window);
  for (guint i = 0; i < 1000 && (asc_source_pane_get_file (pane) == NULL || asc_source_pane_get_file (pane)->text == NULL); i++)
    {
      g_usleep (1000);
      asc_test_settle ();
    }
  asc_test_wait_for (asc_test_shows, window, "Exclusive");
  g_assert_null (asc_test_find_text (GTK_WIDGET (pane), "Inclusive"));
  g_assert_null (asc_test_find_text (GTK_WIDGET (pane), "Calls"));
  file = g_strdup (asc_file_lines_get_file (asc_source_pane_get_file (pane)->lines));
  for (line = 1; line < 120; line++)
    {
      asc_session_set_place (session, file, line);
      asc_test_settle ();
      g_assert_cmpuint (asc_table_get_selected_row (table), !=, ASC_NONE);
      g_hash_table_add (rows, GUINT_TO_POINTER (asc_table_get_selected_row (table) + 1));
    }
  g_assert_cmpuint (g_hash_table_size (rows), >=, 2);
  view = GTK_COLUMN_VIEW (asc_test_find_type (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW));
  gtk_selection_model_select_item (gtk_column_view_get_model (view), 0, TRUE);
  asc_test_settle ();
  g_assert_nonnull (asc_session_get_place (session, &line));
  g_assert_cmpuint (asc_source_pane_get_line (pane), ==, line);
  asc_test_close_window (window);
  g_settings_reset (asc_ui_get_settings (), "source-paths");
  remove (data);
  remove (elf);
  remove (symbols);
  remove (folder);
}

static gboolean
is_chosen (AscWindow *window, const char *row)
{
  return asc_table_get_selected_row (get_instructions (window)) == g_ascii_strtoull (row, NULL, 10);
}

static gboolean
is_not_chosen (AscWindow *window, const char *row)
{
  return !is_chosen (window, row);
}

/* F8 goes on to the next hot instruction, too, wherever the keyboard is. */
static void
test_hot_keys (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  g_autofree char *hottest = NULL;

  g_settings_set_int (asc_ui_get_settings (), "hot-line-percent", 1);
  asc_test_activate (window, "win.view::disassembly");
  asc_test_wait_for (asc_test_in_view, window, "disassembly");
  asc_test_wait_for (has_instructions, window, "instructions");
  asc_test_settle ();
  g_assert_cmpuint (asc_table_get_selected_row (get_instructions (window)), !=, ASC_NONE);
  hottest = g_strdup_printf ("%u", asc_table_get_selected_row (get_instructions (window)));
  asc_test_focus (window);
  gtk_widget_grab_focus (asc_test_find_type (GTK_WIDGET (window), GTK_TYPE_LIST_BOX_ROW));
  if (asc_test_xdo ("key F8"))
    {
      asc_test_wait_for (is_not_chosen, window, hottest);
      g_assert_false (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), GTK_WIDGET (get_instructions (window))));
      asc_test_xdo ("key shift+F8");
      asc_test_wait_for (is_chosen, window, hottest);
    }
  asc_test_close_window (window);
  g_settings_reset (asc_ui_get_settings (), "hot-line-percent");
}

int
main (int argc, char **argv)
{
  int status;

  start_server ();
  asc_test_window_init (&argc, &argv);
  /* First: xdotool gives the keyboard to the first window of the program. */
  g_test_add_func ("/source-view/hot-keys", test_hot_keys);
  g_test_add_func ("/source-view/figures", test_figures);
  g_test_add_func ("/source-view/walk", test_walk);
  g_test_add_func ("/source-view/search-and-copy", test_search_and_copy);
  g_test_add_func ("/source-view/locate", test_locate);
  g_test_add_func ("/source-view/content", test_content);
  g_test_add_func ("/source-view/long", test_long);
  g_test_add_func ("/source-view/download", test_download);
  g_test_add_func ("/source-view/lines", test_lines);
  g_test_add_func ("/source-view/side-by-side", test_side_by_side);
  status = asc_test_window_run ();
  if (server != 0)
    {
      kill (server, SIGKILL);
      g_spawn_close_pid (server);
    }
  remove_folder (server_top);
  g_free (server_top);
  return status;
}
