/* asc-symbol-archive.c: see asc-symbol-archive.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-symbol-archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "asc-symbol-file.h"

/* An archive has the files of one recording: some hundred, of which a debug file of a browser is the largest. */
#define MAX_MEMBERS 100000
#define MAX_BYTES (G_GINT64_CONSTANT (8) << 30)
/* Of the archives unpacked before, what was not used for so long is removed when another one is. */
#define KEPT_SECONDS (30 * 24 * 3600)
#define BLOCK (256 << 10)

static const char *const suffixes[] = { ".tar.bz2", ".tar.gz", ".tar.xz", ".tar.zst", ".tar", ".tgz" };

gboolean
asc_symbol_archive_is (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (path, suffixes[i]))
      return TRUE;
  return FALSE;
}

char *
asc_symbol_archive_find_beside (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *archive = g_strconcat (path, suffixes[i], NULL);

      if (g_file_test (archive, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&archive);
    }
  return NULL;
}

/* By path, size and time of the archive. */
static char *
dup_key (const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *text = NULL;
  struct stat st;

  if (stat (whole, &st) != 0 || !S_ISREG (st.st_mode))
    return NULL;
  text = g_strdup_printf ("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09ld", whole, (gint64)st.st_size,
                          (gint64)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA1, text, -1);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  /* No link is ever made there, so none leads out. */
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      struct stat st;

      if (lstat (child, &st) == 0 && S_ISDIR (st.st_mode))
        remove_tree (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

static void
remove_old (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (folder, name, NULL);
      struct stat st;

      if (lstat (child, &st) == 0 && S_ISDIR (st.st_mode) && now - st.st_mtim.tv_sec > KEPT_SECONDS)
        remove_tree (child);
    }
}

/* Where a member is put; NULL: nowhere, its name leads out. */
static char *
dup_target (const char *folder, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);

  for (char **part = parts; *part != NULL; part++)
    if (g_str_equal (*part, ".."))
      return NULL;
  return g_build_filename (folder, name, NULL);
}

static gboolean
copy_member (struct archive *archive, const char *target, gint64 *left, GCancellable *cancellable)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree guint8 *block = g_malloc (BLOCK);
  gboolean good = TRUE;
  int fd;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return FALSE;
  fd = open (target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  while (fd >= 0 && good)
    {
      la_ssize_t n = archive_read_data (archive, block, BLOCK);

      if (n <= 0)
        {
          good = n == 0;
          break;
        }
      *left -= n;
      good = *left >= 0 && !g_cancellable_is_cancelled (cancellable);
      for (la_ssize_t done = 0; good && done < n;)
        {
          gssize written = write (fd, block + done, (gsize)(n - done));

          good = written > 0 || (written < 0 && errno == EINTR);
          done += MAX (written, 0);
        }
    }
  if (fd >= 0)
    close (fd);
  return good;
}

static gboolean
unpack (struct archive *archive, const char *folder, GCancellable *cancellable)
{
  struct archive_entry *entry;
  gint64 left = MAX_BYTES;
  guint n = 0, n_copied = 0;

  while (n++ < MAX_MEMBERS && left > 0 && !g_cancellable_is_cancelled (cancellable)
         && archive_read_next_header (archive, &entry) == ARCHIVE_OK)
    {
      const char *name = archive_entry_pathname (entry);
      g_autofree char *target = NULL;

      if (name == NULL || archive_entry_filetype (entry) != AE_IFREG || archive_entry_hardlink (entry) != NULL)
        continue;
      target = dup_target (folder, name);
      if (target == NULL)
        continue;
      if (!copy_member (archive, target, &left, cancellable))
        break;
      n_copied++;
    }
  return n_copied > 0 && !g_cancellable_is_cancelled (cancellable);
}

static struct archive *
open_archive (int fd)
{
  struct archive *archive = archive_read_new ();

  archive_read_support_format_tar (archive);
  archive_read_support_filter_bzip2 (archive);
  archive_read_support_filter_gzip (archive);
  archive_read_support_filter_xz (archive);
  archive_read_support_filter_zstd (archive);
  if (archive_read_open_fd (archive, fd, BLOCK) == ARCHIVE_OK)
    return archive;
  archive_read_free (archive);
  return NULL;
}

char *
asc_symbol_archive_unpack (const char *path, GCancellable *cancellable)
{
  g_autofree char *key = dup_key (path);
  g_autofree char *all = g_build_filename (g_get_user_cache_dir (), "ascribe", "archives", NULL);
  g_autofree char *folder = key != NULL ? g_build_filename (all, key, NULL) : NULL;
  g_autofree char *part = folder != NULL ? g_strconcat (folder, ".part-XXXXXX", NULL) : NULL;
  struct archive *archive;
  gboolean good;
  int fd;

  if (folder == NULL)
    return NULL;
  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_utime (folder, NULL); /* the time of its last use */
      return g_steal_pointer (&folder);
    }
  fd = asc_symbol_file_open (path, NULL, NULL);
  archive = fd >= 0 ? open_archive (fd) : NULL;
  good = archive != NULL && g_mkdir_with_parents (all, 0700) == 0;
  if (good)
    {
      remove_old (all);
      good = g_mkdtemp (part) != NULL;
    }
  if (good)
    {
      good = unpack (archive, part, cancellable);
      /* Put in place whole; another program may have been faster. */
      if (!good || g_rename (part, folder) != 0)
        remove_tree (part);
    }
  if (archive != NULL)
    archive_read_free (archive);
  if (fd >= 0)
    close (fd);
  return good && g_file_test (folder, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&folder) : NULL;
}
