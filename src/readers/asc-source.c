/* asc-source.c: see asc-source.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-source.h"

#include "asc-reader.h"
#include "asc-unpack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A packed file may grow to this many times its size, and by this many bytes more. gzip cannot do better than 1032; zstd could
 * fill any disk from some kilobytes. */
#define UNPACK_RATIO_MAX 1100
#define UNPACK_SMALL_MAX (64ULL * 1024 * 1024)

/* A folder with more members than this is no experiment. */
#define MEMBERS_MAX 100000

typedef struct
{
  int fd;
  gint64 size;
  char *damage; /* nullable: the packed data was good up to here; the file became shorter */
} SourceFile;

struct _AscSource
{
  gatomicrefcount refs;
  char *path;
  gboolean is_folder;
  int folder_fd;
  GStrv members;
  GMutex lock;       /* of @files */
  GHashTable *files; /* member ("" for the file itself) -> SourceFile */
};

static void
source_file_free (gpointer data)
{
  SourceFile *file = data;

  if (file->fd >= 0)
    close (file->fd);
  g_free (file->damage);
  g_free (file);
}

static gboolean
fail_errno (GError **error, const char *path, int e)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (e), "%s: %s", path, g_strerror (e));
  return FALSE;
}

static char *
dup_where (AscSource *self, const char *member)
{
  return *member != '\0' ? g_build_filename (self->path, member, NULL) : g_strdup (self->path);
}

/* Copies a pipe or another stream to a file without a name. */
static int
copy_stream (int fd, GError **error)
{
  g_autofree guint8 *block = g_malloc (64 * 1024);
  int copy = asc_temp_file_new (error);

  while (copy >= 0)
    {
      gssize n = read (fd, block, 64 * 1024);

      if (n == 0)
        return copy;
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          int e = errno;

          g_set_error_literal (error, G_FILE_ERROR, g_file_error_from_errno (e), g_strerror (e));
        }
      if (n < 0 || !asc_temp_file_write (copy, block, (gsize) n, error))
        break;
    }
  if (copy >= 0)
    close (copy);
  return -1;
}

/* Takes over @fd, whatever it is open on, and unpacks it when it is packed. */
static SourceFile *
source_file_new (AscSource *self, int fd, const char *where, GError **error)
{
  SourceFile *file = g_new0 (SourceFile, 1);
  struct stat st;
  guint8 head[6];
  gssize n;
  AscPacking packing;

  file->fd = fd;
  if (fstat (fd, &st) != 0)
    goto failed_errno;
  if (S_ISDIR (st.st_mode))
    {
      errno = EISDIR;
      goto failed_errno;
    }
  if (S_ISCHR (st.st_mode) || S_ISBLK (st.st_mode)) /* may have no end: /dev/zero */
    {
      g_set_error_literal (error, ASC_READER_ERROR, ASC_READER_ERROR_NOT_THIS_FORMAT, "a device, not an experiment, at byte 0");
      goto failed;
    }
  if (!S_ISREG (st.st_mode))
    {
      int copy = copy_stream (fd, error);

      if (copy < 0)
        goto failed;
      close (fd);
      file->fd = copy;
      if (fstat (copy, &st) != 0)
        goto failed_errno;
    }
  n = pread (file->fd, head, sizeof head, 0);
  if (n < 0)
    goto failed_errno;
  packing = asc_packing_detect (head, (gsize) n);
  if (packing != ASC_PACKING_NONE)
    {
      g_autoptr (GError) why = NULL;
      int unpacked = asc_unpack (file->fd, packing, (guint64) st.st_size * UNPACK_RATIO_MAX + UNPACK_SMALL_MAX, &file->damage, &why);

      if (unpacked < 0)
        {
          if (why->domain == ASC_UNPACK_ERROR)
            g_set_error_literal (error, ASC_READER_ERROR, why->code == ASC_UNPACK_ERROR_LIMIT ? ASC_READER_ERROR_LIMIT : ASC_READER_ERROR_CORRUPT, why->message);
          else
            g_propagate_error (error, g_steal_pointer (&why));
          goto failed;
        }
      close (file->fd);
      file->fd = unpacked;
      if (fstat (unpacked, &st) != 0)
        goto failed_errno;
    }
  file->size = st.st_size;
  return file;

failed_errno:
  fail_errno (error, where, errno);
  source_file_free (file);
  return NULL;
failed:
  g_prefix_error (error, "%s: ", where);
  source_file_free (file);
  return NULL;
}

/* Opens a member, never outside the folder, whatever links it goes through. */
static int
open_member (AscSource *self, const char *member)
{
  struct open_how how = { .flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS };
  int fd = (int) syscall (SYS_openat2, self->folder_fd, member, &how, sizeof how);

  if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
    return fd;
  if (strchr (member, '/') != NULL || g_str_equal (member, ".."))
    {
      errno = EXDEV;
      return -1;
    }
  /* An old kernel or a sandbox without openat2(): no links at all. */
  return openat (self->folder_fd, member, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
}

static SourceFile *
get_file (AscSource *self, const char *member, GError **error)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  const char *key = member != NULL ? member : "";
  SourceFile *file = g_hash_table_lookup (self->files, key);
  g_autofree char *where = NULL;
  int fd;

  if (file != NULL)
    return file;
  where = dup_where (self, key);
  fd = self->is_folder && *key != '\0' ? open_member (self, key) : -1;
  if (fd < 0)
    {
      fail_errno (error, where, self->is_folder && *key != '\0' ? errno : self->is_folder ? EISDIR : ENOENT);
      return NULL;
    }
  file = source_file_new (self, fd, where, error);
  if (file != NULL)
    g_hash_table_insert (self->files, g_strdup (key), file);
  return file;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
list_members (AscSource *self, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  int fd = dup (self->folder_fd);
  DIR *dir = fd >= 0 ? fdopendir (fd) : NULL;
  struct dirent *entry;

  if (dir == NULL)
    {
      fail_errno (error, self->path, errno);
      if (fd >= 0)
        close (fd);
      return FALSE;
    }
  while ((entry = readdir (dir)) != NULL && names->len < MEMBERS_MAX)
    if (entry->d_type == DT_REG || entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN)
      {
        struct stat st;

        if (fstatat (self->folder_fd, entry->d_name, &st, 0) == 0 && S_ISREG (st.st_mode))
          g_ptr_array_add (names, g_strdup (entry->d_name));
      }
  closedir (dir);
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  self->members = (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
  return TRUE;
}

AscSource *
asc_source_open (const char *path, GError **error)
{
  g_autoptr (AscSource) self = g_new0 (AscSource, 1);
  SourceFile *file;
  struct stat st;
  int fd;

  g_return_val_if_fail (path != NULL, NULL);
  g_atomic_ref_count_init (&self->refs);
  self->path = g_strdup (path);
  self->folder_fd = -1;
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, source_file_free);
  g_mutex_init (&self->lock);
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    {
      fail_errno (error, path, errno);
      return NULL;
    }
  if (fstat (fd, &st) == 0 && S_ISDIR (st.st_mode))
    {
      self->is_folder = TRUE;
      self->folder_fd = fd;
      return list_members (self, error) ? g_steal_pointer (&self) : NULL;
    }
  self->members = g_new0 (char *, 1);
  file = source_file_new (self, fd, path, error);
  if (file == NULL)
    return NULL;
  g_hash_table_insert (self->files, g_strdup (""), file);
  return g_steal_pointer (&self);
}

AscSource *
asc_source_ref (AscSource *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
asc_source_free (AscSource *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->refs))
    return;
  g_hash_table_unref (self->files);
  if (self->folder_fd >= 0)
    close (self->folder_fd);
  g_strfreev (self->members);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self);
}

const char *
asc_source_get_path (AscSource *self)
{
  return self->path;
}

gboolean
asc_source_is_folder (AscSource *self)
{
  return self->is_folder;
}

const char *const *
asc_source_list_members (AscSource *self)
{
  return (const char *const *) self->members;
}

gboolean
asc_source_has_member (AscSource *self, const char *member)
{
  return g_strv_contains ((const char *const *) self->members, member);
}

gint64
asc_source_get_size (AscSource *self, const char *member, GError **error)
{
  SourceFile *file = get_file (self, member, error);

  return file != NULL ? file->size : -1;
}

const char *
asc_source_get_damage (AscSource *self, const char *member)
{
  SourceFile *file = get_file (self, member, NULL);

  return file != NULL ? file->damage : NULL;
}

/* The file ends before the size that it had when it was opened. */
static void
note_shorter (AscSource *self, SourceFile *file, guint64 end)
{
  g_mutex_lock (&self->lock);
  if (file->damage == NULL)
    file->damage = g_strdup_printf ("the file became shorter while it was read: it ends at byte %" G_GUINT64_FORMAT " of %" G_GINT64_FORMAT, end, file->size);
  g_mutex_unlock (&self->lock);
}

gssize
asc_source_pread (AscSource *self, const char *member, guint64 offset, gpointer buffer, gsize size, GError **error)
{
  SourceFile *file = get_file (self, member, error);
  gsize done = 0;

  if (file == NULL)
    return -1;
  if (offset > G_MAXINT64)
    return 0;
  while (done < size)
    {
      gssize n = pread (file->fd, (guint8 *) buffer + done, size - done, (off_t) (offset + done));

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          g_autofree char *where = dup_where (self, member != NULL ? member : "");

          fail_errno (error, where, errno);
          return -1;
        }
      if (n == 0)
        break;
      done += (gsize) n;
    }
  if (G_UNLIKELY (done < size && offset + done < (guint64) file->size))
    note_shorter (self, file, offset + done);
  return (gssize) done;
}

GBytes *
asc_source_read_all (AscSource *self, const char *member, gsize max, GError **error)
{
  g_autofree guint8 *data = NULL;
  gint64 size = asc_source_get_size (self, member, error);
  gssize n;

  if (size < 0)
    return NULL;
  if ((guint64) size > max)
    {
      g_autofree char *where = dup_where (self, member != NULL ? member : "");

      g_set_error (error, ASC_READER_ERROR, ASC_READER_ERROR_LIMIT, "%s: has %" G_GINT64_FORMAT " bytes, more than %" G_GSIZE_FORMAT, where, size, max);
      return NULL;
    }
  data = g_try_malloc ((gsize) size + 1);
  if (data == NULL)
    {
      g_set_error (error, ASC_READER_ERROR, ASC_READER_ERROR_LIMIT, "%s: no memory for %" G_GINT64_FORMAT " bytes", self->path, size);
      return NULL;
    }
  n = asc_source_pread (self, member, 0, data, (gsize) size, error);
  return n < 0 ? NULL : g_bytes_new_take (g_steal_pointer (&data), (gsize) n);
}
