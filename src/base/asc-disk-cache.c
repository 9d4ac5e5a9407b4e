/* asc-disk-cache.c: see asc-disk-cache.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-disk-cache.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "asc-cursor.h"
#include "asc-map.h"

/* An entry: magic, version, size and sum of the bytes, the bytes; little-endian. */
#define MAGIC 0x31435341u /* "ASC1" */
#define HEAD_BYTES 24
/* A file of this name that old was left by a program that ended while it wrote. */
#define PART ".part-"
#define PART_SECONDS 3600

/* Not against an attacker, who could write the sum as well: against what is cut, mixed or rotten. */
static guint64
sum_bytes (const guint8 *data, gsize size)
{
  guint64 sum = size;
  AscCursor cursor;

  asc_cursor_init (&cursor, data, size, FALSE);
  while (asc_cursor_left (&cursor) >= 8)
    sum = asc_hash_add (sum, asc_cursor_u64 (&cursor));
  while (asc_cursor_left (&cursor) > 0)
    sum = asc_hash_add (sum, asc_cursor_u8 (&cursor));
  return sum;
}

static char *
dup_folder (const AscDiskCache *self)
{
  return g_build_filename (g_get_user_cache_dir (), "ascribe", self->folder, NULL);
}

static gboolean
read_all (int fd, guint8 *buffer, gsize size)
{
  gsize done = 0;

  while (done < size)
    {
      gssize n = read (fd, buffer + done, size - done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      done += (gsize)n;
    }
  return TRUE;
}

static gboolean
write_all (int fd, const guint8 *data, gsize size)
{
  while (size > 0)
    {
      gssize n = write (fd, data, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      data += n;
      size -= (gsize)n;
    }
  return TRUE;
}

/* Whether the whole file @data is an entry. */
static gboolean
check (const AscDiskCache *self, const guint8 *data, gsize size)
{
  AscCursor cursor;
  guint32 magic, version;
  guint64 bytes, sum;

  asc_cursor_init (&cursor, data, size, FALSE);
  magic = asc_cursor_u32 (&cursor);
  version = asc_cursor_u32 (&cursor);
  bytes = asc_cursor_u64 (&cursor);
  sum = asc_cursor_u64 (&cursor);
  return asc_cursor_ok (&cursor) && magic == MAGIC && version == self->version && bytes == asc_cursor_left (&cursor)
         && sum == sum_bytes (data + HEAD_BYTES, size - HEAD_BYTES);
}

GBytes *
asc_disk_cache_read (const AscDiskCache *self, const char *name)
{
  g_autofree char *folder = dup_folder (self);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree guint8 *data = NULL;
  GBytes *file, *bytes = NULL;
  struct stat st;
  gsize size;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode) && st.st_size >= HEAD_BYTES
      && (guint64)st.st_size <= self->max_file_bytes + HEAD_BYTES)
    {
      size = (gsize)st.st_size;
      data = g_malloc (size);
      if (read_all (fd, data, size) && check (self, data, size))
        {
          /* Its time is that of its last use. */
          futimens (fd, NULL);
          file = g_bytes_new_take (g_steal_pointer (&data), size);
          bytes = g_bytes_new_from_bytes (file, HEAD_BYTES, size - HEAD_BYTES);
          g_bytes_unref (file);
        }
    }
  close (fd);
  return bytes;
}

typedef struct
{
  char *path;
  gint64 time_ns;
  guint64 bytes;
} Entry;

static void
entry_clear (gpointer data)
{
  g_free (((Entry *)data)->path);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  return (x->time_ns > y->time_ns) - (x->time_ns < y->time_ns);
}

/* Removes what was not used longest, down to three quarters of what may be there: not at each writing. */
static void
trim (const AscDiskCache *self, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  gint64 now_ns = g_get_real_time () * 1000;
  const char *name;
  guint64 total = 0;

  g_array_set_clear_func (entries, entry_clear);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      Entry entry = { .path = g_build_filename (folder, name, NULL) };
      struct stat st;

      if (lstat (entry.path, &st) != 0 || !S_ISREG (st.st_mode))
        {
          g_free (entry.path);
          continue;
        }
      entry.bytes = (guint64)st.st_size;
      entry.time_ns = (gint64)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
      if (strstr (name, PART) != NULL && now_ns - entry.time_ns > PART_SECONDS * G_GINT64_CONSTANT (1000000000))
        g_unlink (entry.path);
      total += entry.bytes;
      g_array_append_val (entries, entry);
    }
  if (total <= self->max_bytes)
    return;
  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len && total > self->max_bytes / 4 * 3; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      g_unlink (entry->path);
      total -= entry->bytes;
    }
}

void
asc_disk_cache_write (const AscDiskCache *self, const char *name, GBytes *bytes)
{
  g_autofree char *folder = dup_folder (self);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *part = g_strconcat (path, PART "XXXXXX", NULL);
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  const guint32 words[] = { GUINT32_TO_LE (MAGIC), GUINT32_TO_LE (self->version) };
  const guint64 numbers[] = { GUINT64_TO_LE ((guint64)size), GUINT64_TO_LE (sum_bytes (data, size)) };
  gboolean good;
  int fd;

  if (size > self->max_file_bytes || g_mkdir_with_parents (folder, 0700) != 0)
    return;
  fd = g_mkstemp_full (part, O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  /* Put in place whole; not synced, for its sum tells whether it is whole after a crash. */
  good = write_all (fd, (const guint8 *)words, sizeof words) && write_all (fd, (const guint8 *)numbers, sizeof numbers)
         && write_all (fd, data, size);
  good = close (fd) == 0 && good;
  if (!good || g_rename (part, path) != 0)
    g_unlink (part);
  else
    trim (self, folder);
}
