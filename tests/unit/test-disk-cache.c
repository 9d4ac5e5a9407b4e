/* test-disk-cache.c: entries kept on disk, damaged, replaced by others, too many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "asc-disk-cache.h"
#include "asc-parallel.h"

static const AscDiskCache cache = { "test", 3, 4096, 10000 };
/* What four write at once is not too much for it. */
static const AscDiskCache roomy = { "test/roomy", 3, 4096, 100000 };

static char *
dup_path (const char *name)
{
  return g_build_filename (g_get_user_cache_dir (), "ascribe", "test", name, NULL);
}

static void
write_text (const AscDiskCache *to, const char *name, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  asc_disk_cache_write (to, name, bytes);
}

static void
assert_text (const AscDiskCache *from, const char *name, const char *text)
{
  g_autoptr (GBytes) bytes = asc_disk_cache_read (from, name);

  if (text == NULL)
    g_assert_null (bytes);
  else
    {
      g_assert_nonnull (bytes);
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, strlen (text));
    }
}

static void
test_round_trip (void)
{
  AscDiskCache newer = cache;

  newer.version++;
  assert_text (&cache, "a", NULL);
  write_text (&cache, "a", "some text");
  write_text (&cache, "b", "");
  assert_text (&cache, "a", "some text");
  assert_text (&cache, "b", "");
  assert_text (&newer, "a", NULL);
  write_text (&newer, "a", "newer");
  assert_text (&cache, "a", NULL);
  assert_text (&newer, "a", "newer");
}

/* Whatever byte is changed and wherever it is cut, it is not there any more; and is written anew. */
static void
test_damage (void)
{
  g_autofree char *path = dup_path ("damaged");
  g_autofree char *whole = NULL;
  gsize size;

  write_text (&cache, "damaged", "0123456789abc");
  g_assert_true (g_file_get_contents (path, &whole, &size, NULL));
  for (gsize i = 0; i < size; i++)
    {
      g_autofree char *changed = g_memdup2 (whole, size);

      changed[i] ^= 0x10;
      g_assert_true (g_file_set_contents (path, changed, (gssize)size, NULL));
      assert_text (&cache, "damaged", NULL);
      g_assert_true (g_file_set_contents (path, whole, (gssize)i, NULL));
      assert_text (&cache, "damaged", NULL);
    }
  write_text (&cache, "damaged", "again");
  assert_text (&cache, "damaged", "again");
  /* What is no file at all must not be waited for. */
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_text (&cache, "damaged", NULL);
  write_text (&cache, "damaged", "a file");
  assert_text (&cache, "damaged", "a file");
}

static void
test_too_long (void)
{
  g_autofree char *text = g_strnfill (4097, 'x');

  write_text (&cache, "long", text);
  assert_text (&cache, "long", NULL);
  text[4096] = '\0';
  write_text (&cache, "long", text);
  assert_text (&cache, "long", text);
}

static void
set_age (const char *name, int seconds)
{
  g_autofree char *path = dup_path (name);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  const struct timespec times[2] = { { .tv_sec = now - seconds }, { .tv_sec = now - seconds } };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

/* Those that were not read longest go, and no more than needed; also what a program that was killed had begun. */
static void
test_bounded (void)
{
  static const AscDiskCache small = { "test/small", 1, 4096, 10000 };
  g_autofree char *text = g_strnfill (3000, 'x');
  g_autofree char *part = dup_path ("small/d.part-ABCDEF");

  write_text (&small, "a", text);
  write_text (&small, "b", text);
  write_text (&small, "c", text);
  set_age ("small/a", 300);
  set_age ("small/b", 200);
  set_age ("small/c", 100);
  assert_text (&small, "a", text); /* is now the youngest */
  g_assert_true (g_file_set_contents (part, text, 10, NULL));
  set_age ("small/d.part-ABCDEF", 7200);
  write_text (&small, "e", text);
  assert_text (&small, "b", NULL);
  assert_text (&small, "c", NULL); /* 12 KB, down to 7.5 */
  assert_text (&small, "a", text);
  assert_text (&small, "e", text);
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
}

static void
work (guint task, gpointer data)
{
  g_autofree char *text = g_strnfill (2000, (char)('a' + task % 16));

  if (task % 2 == 0)
    write_text (&roomy, "shared", text);
  else
    {
      g_autoptr (GBytes) bytes = asc_disk_cache_read (&roomy, "shared");
      gsize size = 0;
      const char *read = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

      /* There once it was there, and of one writer. */
      g_assert_cmpuint (size, ==, 2000);
      for (gsize i = 1; i < size; i++)
        g_assert_cmpint (read[i], ==, read[0]);
    }
}

static void
test_concurrent (void)
{
  work (0, NULL);
  asc_parallel_for (4, 400, work, NULL);
}

/* A folder that cannot be made: nothing is kept, and nothing is said. */
static void
test_unwritable (void)
{
  static const AscDiskCache nowhere = { "test/a", 3, 4096, 10000 };

  write_text (&cache, "a", "a file where the folder would be");
  write_text (&nowhere, "b", "lost");
  assert_text (&nowhere, "b", NULL);
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("asc-cache-XXXXXX", NULL);
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", folder);
  int status;

  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/disk-cache/round-trip", test_round_trip);
  g_test_add_func ("/disk-cache/damage", test_damage);
  g_test_add_func ("/disk-cache/too-long", test_too_long);
  g_test_add_func ("/disk-cache/bounded", test_bounded);
  g_test_add_func ("/disk-cache/concurrent", test_concurrent);
  g_test_add_func ("/disk-cache/unwritable", test_unwritable);
  status = g_test_run ();
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  return status;
}
