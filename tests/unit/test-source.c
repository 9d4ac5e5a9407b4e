/* test-source.c: files and folders as experiments give them: packed, cut, hidden behind links
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-reader.h"
#include "asc-source.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define N_BYTES 600000

typedef struct
{
  char *folder;
  guint8 *bytes; /* N_BYTES entries */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("asc-test-XXXXXX", NULL);
  self->bytes = g_malloc (N_BYTES);
  for (guint i = 0; i < N_BYTES; i++)
    self->bytes[i] = (guint8) (i * 7 + i / 1000);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autofree char *command = g_strdup_printf ("rm -rf %s", self->folder);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (self->folder);
  g_free (self->bytes);
}

static char *
make_file (Fixture *self, const char *name, gconstpointer bytes, gsize size)
{
  char *path = g_build_filename (self->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  return path;
}

/* @name packed by zlib's own writer or another program of the system; its path. */
static char *
make_packed (Fixture *self, const char *program, const char *suffix)
{
  g_autofree char *plain = make_file (self, "plain", self->bytes, N_BYTES);
  char *packed = g_strconcat (plain, suffix, NULL);
  g_autofree char *command = g_strdup_printf ("sh -c '%s -c %s > %s'", program, plain, packed);
  int status;

  if (!g_spawn_command_line_sync (command, NULL, NULL, &status, NULL) || status != 0)
    g_clear_pointer (&packed, g_free);
  return packed;
}

static void
check_contents (const char *path, const guint8 *bytes, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscSource) source = asc_source_open (path, &error);
  g_autoptr (GBytes) all = NULL;
  guint8 part[10];

  g_assert_no_error (error);
  g_assert_false (asc_source_is_folder (source));
  g_assert_cmpint (asc_source_get_size (source, NULL, &error), ==, size);
  all = asc_source_read_all (source, NULL, N_BYTES * 2, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (all, NULL), g_bytes_get_size (all), bytes, size);
  g_assert_cmpint (asc_source_pread (source, NULL, size - 4, part, sizeof part, &error), ==, 4);
  g_assert_cmpint (asc_source_pread (source, NULL, size + 4, part, sizeof part, &error), ==, 0);
  g_assert_cmpint (asc_source_pread (source, NULL, G_MAXUINT64, part, sizeof part, &error), ==, 0);
}

static void
test_packed (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *program;
    const char *suffix;
  } packers[] = { { "gzip", ".gz" }, { "xz", ".xz" } };
  g_autofree char *plain = make_file (self, "as-it-is", self->bytes, N_BYTES);

  check_contents (plain, self->bytes, N_BYTES);
  for (guint i = 0; i < G_N_ELEMENTS (packers); i++)
    {
      g_autofree char *path = make_packed (self, packers[i].program, packers[i].suffix);

      if (path == NULL)
        {
          g_test_message ("no %s here", packers[i].program);
          continue;
        }
      check_contents (path, self->bytes, N_BYTES);
    }
}

static void
test_zst (Fixture *self, gconstpointer data)
{
  gsize bound = ZSTD_compressBound (N_BYTES);
  g_autofree guint8 *packed = g_malloc (bound);
  gsize size = ZSTD_compress (packed, bound, self->bytes, N_BYTES, 3);
  g_autofree char *path = make_file (self, "x", packed, size);

  check_contents (path, self->bytes, N_BYTES);
}

/* What was whole before the damage can be read, and the damage is told. */
static void
test_damaged (Fixture *self, gconstpointer data)
{
  g_autofree char *path = make_packed (self, "gzip", ".gz");
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  if (path == NULL)
    {
      g_test_skip ("no gzip here");
      return;
    }
  g_assert_true (g_file_get_contents (path, &contents, &size, NULL));
  for (gsize cut = 1; cut < size; cut += cut < 40 ? 1 : size / 7)
    {
      g_autofree char *half = make_file (self, "half", contents, cut);
      g_autoptr (AscSource) source = asc_source_open (half, &error);
      gint64 left = source != NULL ? asc_source_get_size (source, NULL, NULL) : 0;

      if (source == NULL)
        {
          g_assert_true (g_str_has_prefix (error->message, half));
          g_clear_error (&error);
        }
      else if (cut > 10) /* of less nothing tells that it was packed */
        {
          g_assert_cmpint (left, <, N_BYTES);
          g_assert_nonnull (strstr (asc_source_get_damage (source, NULL), "cut off at byte"));
        }
    }
}

/* A file that is cut off while it is open: what is left is read, and it is said. */
static void
test_shorter (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "shorter", NULL);
  g_autoptr (AscSource) source = NULL;
  guint8 buffer[1000];

  g_assert_true (g_file_set_contents (path, (const char *) self->bytes, N_BYTES, NULL));
  source = asc_source_open (path, NULL);
  g_assert_cmpint (asc_source_pread (source, NULL, N_BYTES - 10, buffer, sizeof buffer, NULL), ==, 10);
  g_assert_null (asc_source_get_damage (source, NULL));
  g_assert_cmpint (truncate (path, 5000), ==, 0);
  g_assert_cmpint (asc_source_pread (source, NULL, 4900, buffer, sizeof buffer, NULL), ==, 100);
  g_assert_cmpstr (asc_source_get_damage (source, NULL), ==, "the file became shorter while it was read: it ends at byte 5000 of 600000");
}

static void
test_bomb (Fixture *self, gconstpointer data)
{
  gsize bound = ZSTD_compressBound (200 * 1024 * 1024);
  g_autofree guint8 *zeros = g_malloc0 (200 * 1024 * 1024);
  g_autofree guint8 *packed = g_malloc (bound);
  gsize size = ZSTD_compress (packed, bound, zeros, 200 * 1024 * 1024, 3);
  g_autofree char *path = make_file (self, "bomb", packed, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (AscSource) source = asc_source_open (path, &error);

  g_assert_null (source);
  g_assert_error (error, ASC_READER_ERROR, ASC_READER_ERROR_LIMIT);
}

static void
test_folder (Fixture *self, gconstpointer data)
{
  g_autofree char *a = make_file (self, "a", "hello", 5);
  g_autofree char *outside_folder = g_dir_make_tmp ("asc-test-XXXXXX", NULL);
  g_autofree char *outside = g_build_filename (outside_folder, "secret", NULL);
  g_autofree char *link = g_build_filename (self->folder, "link", NULL);
  g_autofree char *inner = g_build_filename (self->folder, "inner", NULL);
  g_autofree char *climb = g_strdup_printf ("../%s/secret", strrchr (outside_folder, '/') + 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (AscSource) source = NULL;
  char buffer[8] = { 0 };

  g_assert_true (g_file_set_contents (outside, "secret", 6, NULL));
  g_assert_cmpint (symlink (outside, link), ==, 0);
  g_assert_cmpint (symlink ("a", inner), ==, 0);
  source = asc_source_open (self->folder, &error);
  g_assert_no_error (error);
  g_assert_true (asc_source_is_folder (source));
  g_assert_true (asc_source_has_member (source, "a"));
  g_assert_cmpstr (asc_source_list_members (source)[0], ==, "a");
  g_assert_cmpint (asc_source_pread (source, "a", 1, buffer, sizeof buffer, &error), ==, 4);
  g_assert_cmpstr (buffer, ==, "ello");
  g_assert_cmpint (asc_source_pread (source, "inner", 0, buffer, sizeof buffer, NULL), <=, 5);
  g_assert_cmpint (asc_source_pread (source, "link", 0, buffer, sizeof buffer, &error), ==, -1);
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_cmpint (asc_source_pread (source, climb, 0, buffer, sizeof buffer, &error), ==, -1);
  g_clear_error (&error);
  g_assert_cmpint (asc_source_pread (source, outside, 0, buffer, sizeof buffer, &error), ==, -1);
  g_clear_error (&error);
  g_assert_cmpint (asc_source_pread (source, "none", 0, buffer, sizeof buffer, &error), ==, -1);
  g_unlink (outside);
  g_rmdir (outside_folder);
}

static gpointer
write_pipe (gpointer path)
{
  FILE *out = fopen (path, "w");

  fputs ("main;A 3\nmain;B 4\n", out);
  fclose (out);
  return NULL;
}

/* A pipe, as of <(zcat ...), a file that shrinks while it is open, and one that is not there. */
static void
test_streams (Fixture *self, gconstpointer data)
{
  g_autofree char *pipe = g_build_filename (self->folder, "pipe", NULL);
  g_autofree char *file = make_file (self, "file", self->bytes, N_BYTES);
  g_autofree char *none = g_build_filename (self->folder, "none", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AscExperiment) e = NULL;
  g_autoptr (AscSource) source = NULL;
  GThread *writer;
  guint8 part[100];

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  writer = g_thread_new ("writer", write_pipe, pipe);
  e = asc_experiment_open (pipe, NULL, NULL, NULL, &error);
  g_thread_join (writer);
  g_assert_no_error (error);
  g_assert_cmpuint (asc_experiment_get_events (e)->n_events, ==, 2);

  source = asc_source_open (file, &error);
  g_assert_no_error (error);
  g_assert_cmpint (truncate (file, 1050), ==, 0);
  g_assert_cmpint (asc_source_pread (source, NULL, 1000, part, sizeof part, &error), ==, 50);

  g_assert_null (asc_source_open (none, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_true (g_str_has_prefix (error->message, none));
}

/* What is no experiment: one line each. */
static void
test_refused (Fixture *self, gconstpointer data)
{
  const struct
  {
    const char *contents;
    int code;
  } rows[] = { { "", ASC_READER_ERROR_EMPTY }, { "hello\nworld\n", ASC_READER_ERROR_NOT_THIS_FORMAT }, { "\x7f" "ELF", ASC_READER_ERROR_NOT_THIS_FORMAT },
               { "PERFILE2", ASC_READER_ERROR_TRUNCATED }, { "PERFFILE12345678", ASC_READER_ERROR_VERSION } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = make_file (self, "file", rows[i].contents, strlen (rows[i].contents));
      g_autoptr (GError) error = NULL;

      g_assert_null (asc_experiment_open (path, NULL, NULL, NULL, &error));
      g_assert_error (error, ASC_READER_ERROR, rows[i].code);
      g_assert_true (g_str_has_prefix (error->message, path));
      g_assert_null (strstr (error->message + 1, path));
      g_assert_nonnull (strstr (error->message, "at byte "));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/source/packed", Fixture, NULL, set_up, test_packed, tear_down);
  g_test_add ("/source/zst", Fixture, NULL, set_up, test_zst, tear_down);
  g_test_add ("/source/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
  g_test_add ("/source/shorter", Fixture, NULL, set_up, test_shorter, tear_down);
  g_test_add ("/source/bomb", Fixture, NULL, set_up, test_bomb, tear_down);
  g_test_add ("/source/folder", Fixture, NULL, set_up, test_folder, tear_down);
  g_test_add ("/source/streams", Fixture, NULL, set_up, test_streams, tear_down);
  g_test_add ("/source/refused", Fixture, NULL, set_up, test_refused, tear_down);
  return g_test_run ();
}
