/* test-source-files.c: where source files are found, and what their bytes are taken for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "asc-path.h"
#include "asc-source-finder.h"
#include "asc-source-text.h"
#include "asc-test-paths.h"

/* Text */

#define JAPANESE "/* 単語を数える: テキストを読み、表に入れる */\nint n; /* カウンタ */\n"
#define CHINESE "/* 统计单词：读取文本并存入哈希表，然后输出结果 */\nint n; /* 计数器 */\n"
#define LATIN "/* Zählt die Wörter: été, niño, Ærø */\nint n; /* für später */\n"

static void
assert_encoding (const char *utf8, const char *charset, const char *expected)
{
  gsize size;
  g_autofree char *bytes = g_convert (utf8, -1, charset, "UTF-8", NULL, &size, NULL);
  g_autoptr (AscSourceText) text = NULL;
  g_auto (GStrv) lines = g_strsplit (utf8, "\n", -1);

  g_assert_nonnull (bytes);
  text = asc_source_text_new (bytes, size);
  g_assert_cmpstr (asc_source_text_get_encoding (text), ==, expected);
  g_assert_cmpuint (asc_source_text_get_n_lines (text), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      gsize length;
      const char *line = asc_source_text_get_line (text, i + 1, &length);

      g_assert_cmpmem (line, length, lines[i], strlen (lines[i]));
    }
}

static void
test_encodings (void)
{
  assert_encoding (JAPANESE, "UTF-8", "UTF-8");
  assert_encoding (JAPANESE, "EUC-JP", "EUC-JP");
  assert_encoding (JAPANESE, "SHIFT_JIS", "SHIFT_JIS");
  assert_encoding (CHINESE, "GB18030", "GB18030");
  assert_encoding (LATIN, "ISO-8859-1", "ISO-8859-1");
  assert_encoding ("\xef\xbb\xbfint a;\nint b;\n" + 3, "UTF-8", "UTF-8");
  assert_encoding ("int ä;\nint b;\n", "ISO-8859-1", "ISO-8859-1");
}

static void
assert_lines (const char *bytes, gsize size, const char *encoding, const char *const *lines)
{
  g_autoptr (AscSourceText) text = asc_source_text_new (bytes, size);

  g_assert_cmpstr (asc_source_text_get_encoding (text), ==, encoding);
  g_assert_cmpuint (asc_source_text_get_n_lines (text), ==, g_strv_length ((char **) lines));
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gsize length;
      const char *line = asc_source_text_get_line (text, i + 1, &length);

      g_assert_cmpmem (line, length, lines[i], strlen (lines[i]));
    }
}

/* Lines are those of a compiler; signs stand for what would tear them. */
static void
test_lines (void)
{
  static const char nul[] = "a\0b\nc";
  static const char utf16[] = "\377\376a\0\n\0\xe4\0\n\0";

  assert_lines ("", 0, "UTF-8", (const char *const[]){ NULL });
  assert_lines ("\n", 1, "UTF-8", (const char *const[]){ "", NULL });
  assert_lines ("a\nb", 3, "UTF-8", (const char *const[]){ "a", "b", NULL });
  assert_lines ("a\r\n\r\nb\r\n", 8, "UTF-8", (const char *const[]){ "a", "", "b", NULL });
  assert_lines ("a\rb\n", 4, "UTF-8", (const char *const[]){ "a␍b", NULL });
  assert_lines ("a\xe2\x80\xa9" "b\n", 6, "UTF-8", (const char *const[]){ "a¶b", NULL });
  assert_lines (nul, sizeof nul - 1, "UTF-8", (const char *const[]){ "a␀b", "c", NULL });
  assert_lines (utf16, sizeof utf16 - 1, "UTF-16LE", (const char *const[]){ "a", "ä", NULL });
  assert_lines ("\xef\xbb\xbf" "a\n", 5, "UTF-8", (const char *const[]){ "a", NULL });
  /* one byte in good UTF-8 is a mistake */
  assert_lines ("ä ö ü ß é è ê á \xe9 x\n", 28, "UTF-8", (const char *const[]){ "ä ö ü ß é è ê á \357\277\275 x", NULL });
}

static void
remove_tree (const char *folder)
{
  const char *argv[] = { "rm", "-rf", folder, NULL };

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
}

/* A program and an archive are said to be none, a text with a stray NUL or in UTF-16 is shown. */
static void
test_binary (void)
{
  g_autofree char *top = g_dir_make_tmp ("asc-source-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (top, "b.c", NULL);
  g_autofree char *program = asc_test_data_path ("samples/words/symbols/words");
  g_autofree char *utf16 = g_convert ("int main (void);\n\treturn 0;\n", -1, "UTF-16", "UTF-8", NULL, NULL, NULL);
  static const char stray[] = "int main (void)\n{\n\treturn \0 0;\n}\n";
  g_autoptr (GError) error = NULL;

  g_assert_null (asc_source_text_load (program, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_clear_error (&error);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AscSourceText) text = NULL;

      g_assert_true (g_file_set_contents (file, i == 0 ? stray : utf16, i == 0 ? (gssize) sizeof stray - 1 : 2 + 2 * 28, NULL));
      text = asc_source_text_load (file, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (asc_source_text_get_n_lines (text), ==, i == 0 ? 4 : 2);
    }
  remove_tree (top);
}

/* Any bytes are some text. */
static void
test_noise (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 300; i++)
    {
      char bytes[200];
      gsize size = (gsize) g_rand_int_range (rand, 0, sizeof bytes);
      g_autoptr (AscSourceText) text = NULL;

      for (gsize k = 0; k < size; k++)
        bytes[k] = (char) g_rand_int_range (rand, i % 2 == 0 ? 0 : 0x80, 256);
      text = asc_source_text_new (bytes, size);
      for (guint line = 1; line <= asc_source_text_get_n_lines (text); line++)
        {
          gsize length;
          const char *start = asc_source_text_get_line (text, line, &length);

          g_assert_true (g_utf8_validate (start, (gssize) length, NULL));
          g_assert_null (memchr (start, '\n', length));
        }
    }
}

static void
test_large (void)
{
  g_autoptr (GString) long_line = g_string_new (NULL);
  g_autoptr (GString) many = g_string_new (NULL);
  g_autoptr (AscSourceText) text = NULL;
  gsize length;

  while (long_line->len < 1 << 20)
    g_string_append (long_line, "0123456789abcdef");
  g_string_append (long_line, "\nlast\n");
  text = asc_source_text_new (long_line->str, long_line->len);
  g_assert_cmpuint (asc_source_text_get_n_lines (text), ==, 2);
  asc_source_text_get_line (text, 1, &length);
  g_assert_cmpuint (length, ==, 1 << 20);
  asc_source_text_free (g_steal_pointer (&text));
  for (guint i = 0; i < 300000; i++)
    g_string_append_printf (many, "line %u\n", i + 1);
  text = asc_source_text_new (many->str, many->len);
  g_assert_cmpuint (asc_source_text_get_n_lines (text), ==, 300000);
  g_assert_cmpmem (asc_source_text_get_line (text, 299999, &length), 11, "line 299999", 11);
}

/* RFC 1321, appendix A.5. */
static void
test_md5 (void)
{
  static const guint8 wanted[] = { 0xf9, 0x6b, 0x69, 0x7d, 0x7c, 0xb7, 0x93, 0x8d, 0x52, 0x5a, 0x2f, 0x31, 0xaa, 0xf1, 0x61, 0xd0 };
  g_autoptr (AscSourceText) text = asc_source_text_new ("message digest", 14);

  g_assert_cmpmem (asc_source_text_get_md5 (text), 16, wanted, sizeof wanted);
}

/* Files */

static char *
make_file (const char *folder, const char *name)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, "int x;\n", -1, NULL));
  return path;
}

static void
assert_found (const AscSourceRequest *request, const AscSourceOptions *options, const char *wanted)
{
  g_auto (AscFoundSource) found = asc_source_find (request, options, NULL);

  g_assert_cmpstr (found.path, ==, wanted);
}

static void
test_order (void)
{
  g_autofree char *top = g_dir_make_tmp ("asc-source-XXXXXX", NULL);
  g_autofree char *recorded = g_build_filename (top, "build/src/main.c", NULL);
  g_autofree char *spelled = g_build_filename (top, "build/obj/../src/./main.c", NULL);
  g_autofree char *map = g_strdup_printf ("%s/build=%s/moved", top, top);
  g_autofree char *folder = g_build_filename (top, "folder", NULL);
  g_autofree char *object = g_build_filename (top, "bin/program", NULL);
  g_autofree char *experiment = g_build_filename (top, "experiment", NULL);
  g_autofree char *sysroot = g_build_filename (top, "root", NULL);
  const char *paths[] = { map, folder, NULL };
  AscSourceRequest request = { .file = spelled, .object_path = object };
  AscSourceOptions options = { .experiment_path = experiment, .sysroot = sysroot };
  /* from the last to the first: each that is added is found instead */
  g_autofree char *beside = make_file (top, "bin/main.c");
  g_autofree char *live = NULL, *below_root = NULL, *below_root_name = g_strconcat ("root", recorded, NULL);
  g_autofree char *own = NULL, *in_folder = NULL, *in_folder_longer = NULL, *mapped = NULL;

  assert_found (&request, &options, beside);
  live = make_file (top, "build/src/main.c");
  assert_found (&request, &options, live);
  below_root = make_file (top, below_root_name);
  assert_found (&request, &options, below_root);
  own = make_file (top, "experiment.sources/main.c");
  assert_found (&request, &options, own);
  options.paths = paths;
  in_folder = make_file (top, "folder/main.c");
  assert_found (&request, &options, in_folder);
  in_folder_longer = make_file (top, "folder/src/main.c");
  assert_found (&request, &options, in_folder_longer);
  mapped = make_file (top, "moved/src/main.c");
  assert_found (&request, &options, mapped);
  remove_tree (top);
}

static void
test_missing (void)
{
  g_autofree char *top = g_dir_make_tmp ("asc-source-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (top, "a/b.c", NULL);
  g_autofree char *fifo = g_build_filename (top, "b.c", NULL);
  const char *paths[] = { top, "/nowhere=/else", NULL };
  AscSourceRequest request = { .file = file };
  AscSourceOptions options = { .paths = paths };
  g_auto (AscFoundSource) found = { NULL };
  g_autoptr (GError) error = NULL;

  /* Neither a folder nor a pipe is a source; a pipe is not opened, which would wait for ever. */
  g_assert_cmpint (g_mkdir_with_parents (file, 0755), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0644), ==, 0);
  found = asc_source_find (&request, &options, NULL);
  g_assert_null (found.path);
  g_assert_true (g_ptr_array_find_with_equal_func (found.tried, file, g_str_equal, NULL));
  g_assert_true (g_ptr_array_find_with_equal_func (found.tried, fifo, g_str_equal, NULL));
  g_assert_null (asc_source_text_load (fifo, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);
  g_clear_error (&error);
  g_assert_null (asc_source_text_load (file, &error));
  g_assert_nonnull (error);
  remove_tree (top);
}

static void
set_time (const char *path, time_t time)
{
  const struct timespec times[] = { { .tv_sec = time }, { .tv_sec = time } };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

static void
test_age (void)
{
  g_autofree char *top = g_dir_make_tmp ("asc-source-XXXXXX", NULL);
  g_autofree char *source = make_file (top, "a.c");
  g_autofree char *object = make_file (top, "program");
  AscSourceRequest request = { .file = source, .object_path = object, .recorded_at = 3000 };
  static const struct
  {
    time_t source;
    gboolean object;
    AscSourceAge age;
  } cases[] = {
    { 1999, TRUE, ASC_SOURCE_FITS },
    { 2001, TRUE, ASC_SOURCE_NEWER_THAN_OBJECT },
    { 2001, FALSE, ASC_SOURCE_FITS },
    { 3001, FALSE, ASC_SOURCE_NEWER_THAN_RECORDING },
  };

  set_time (object, 2000);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (AscFoundSource) found = { NULL };

      set_time (source, cases[i].source);
      request.object_path = cases[i].object ? object : NULL;
      found = asc_source_find (&request, NULL, NULL);
      g_assert_cmpint (found.age, ==, cases[i].age);
    }
  remove_tree (top);
}

/* By content alone where that is known, whatever the times say. */
static void
test_content (void)
{
  g_autofree char *top = g_dir_make_tmp ("asc-source-XXXXXX", NULL);
  g_autofree char *source = make_file (top, "a.c");
  g_autofree char *object = make_file (top, "program");
  /* printf 'int x;\n' | md5sum */
  AscSourceDigest digests[] = { { source, { 0 } }, { source, { 0x06, 0xc2, 0x5f, 0xe0, 0xc8, 0x0b, 0x89, 0x59, 0x05, 0x1a, 0x62, 0xf8, 0xf0, 0x34, 0x71, 0x0a } } };
  static const struct
  {
    time_t source;
    guint first, n;
    AscSourceAge age;
  } cases[] = {
    { 1999, 0, 0, ASC_SOURCE_FITS },
    { 2001, 0, 0, ASC_SOURCE_NEWER_THAN_OBJECT },
    { 2001, 1, 1, ASC_SOURCE_FITS },
    { 2001, 0, 2, ASC_SOURCE_FITS },
    { 1999, 0, 1, ASC_SOURCE_DIFFERS },
    { 2001, 0, 1, ASC_SOURCE_DIFFERS },
  };

  set_time (object, 2000);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AscSourceRequest request = { .file = source, .object_path = object, .digests = &digests[cases[i].first], .n_digests = cases[i].n };
      g_auto (AscFoundSource) found = { NULL };
      g_autoptr (AscSourceText) text = NULL;

      set_time (source, cases[i].source);
      found = asc_source_find (&request, NULL, NULL);
      text = asc_found_source_read (&found, NULL);
      g_assert_nonnull (text);
      g_assert_cmpint (found.age, ==, cases[i].age);
    }
  remove_tree (top);
}

static char *
fetch (gpointer data, const guint8 *build_id, guint build_id_size, const char *file, GCancellable *cancellable)
{
  g_assert_cmpuint (build_id_size, ==, 2);
  g_assert_cmpint (build_id[1], ==, 7);
  return g_str_equal (file, "/nowhere/a.c") ? g_strdup (data) : NULL;
}

static void
test_fetch (void)
{
  static const guint8 build_id[] = { 1, 7 };
  g_autofree char *top = g_dir_make_tmp ("asc-source-XXXXXX", NULL);
  g_autofree char *source = make_file (top, "cached");
  AscSourceOptions options = { .fetch = fetch, .fetch_data = source };
  AscSourceRequest request = { .file = "/nowhere/a.c", .build_id = build_id, .build_id_size = 2 };

  assert_found (&request, &options, source);
  request.file = "/nowhere/b.c";
  assert_found (&request, &options, NULL);
  remove_tree (top);
}

static void
test_maps (void)
{
  static const struct
  {
    const char *file, *chosen, *map;
  } cases[] = {
    { "/build/x/src/a.c", "/home/u/src/a.c", "/build/x=/home/u" },
    { "/build/x/src/a.c", "/home/u/b.c", "/build/x/src/a.c=/home/u/b.c" },
    { "/build/a.c", "/x/build/a.c", "/build=/x/build" },
    { "./a.c", "/x/a.c", "a.c=/x/a.c" },
    { "/a/b/../c.c", "/q/c.c", "/a=/q" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *map = asc_source_make_map (cases[i].file, cases[i].chosen);

      g_assert_cmpstr (map, ==, cases[i].map);
    }
  g_assert_false (asc_source_path_check ("/nowhere/at/all", NULL));
  g_assert_false (asc_source_path_check ("=x", NULL));
  g_assert_false (asc_source_path_check ("x=", NULL));
  g_assert_true (asc_source_path_check ("/tmp", NULL));
  g_assert_true (asc_source_path_check (".=/tmp", NULL));
  g_assert_true (asc_path_ends_with ("/a/b.c", "b.c"));
  g_assert_true (asc_path_ends_with ("/a/b.c", "/a/b.c"));
  g_assert_true (asc_path_ends_with ("/a/b.c", "a/b.c"));
  g_assert_false (asc_path_ends_with ("/a/xb.c", "b.c"));
  g_assert_false (asc_path_ends_with ("b.c", "a/b.c"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source-files/encodings", test_encodings);
  g_test_add_func ("/source-files/lines", test_lines);
  g_test_add_func ("/source-files/binary", test_binary);
  g_test_add_func ("/source-files/noise", test_noise);
  g_test_add_func ("/source-files/large", test_large);
  g_test_add_func ("/source-files/md5", test_md5);
  g_test_add_func ("/source-files/order", test_order);
  g_test_add_func ("/source-files/missing", test_missing);
  g_test_add_func ("/source-files/age", test_age);
  g_test_add_func ("/source-files/content", test_content);
  g_test_add_func ("/source-files/fetch", test_fetch);
  g_test_add_func ("/source-files/maps", test_maps);
  return g_test_run ();
}
