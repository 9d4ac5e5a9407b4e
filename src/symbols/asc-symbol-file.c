/* asc-symbol-file.c: see asc-symbol-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-symbol-file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int
asc_symbol_file_open (const char *path, guint64 *size, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat st = { 0 };

  if (fd < 0 || fstat (fd, &st) != 0)
    {
      int code = errno;

      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s", g_strerror (code));
      if (fd >= 0)
        close (fd);
      return -1;
    }
  if (!S_ISREG (st.st_mode))
    {
      g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "not a regular file");
      close (fd);
      return -1;
    }
  if (size != NULL)
    *size = (guint64) st.st_size;
  return fd;
}

char *
asc_symbol_file_read (const char *path, gsize max, gsize *size, GError **error)
{
  guint64 file_size;
  int fd = asc_symbol_file_open (path, &file_size, error);
  g_autofree char *text = NULL;
  gsize allocated, length = 0;

  if (fd < 0)
    return NULL;
  allocated = (gsize) MIN (file_size, max) + 65536;
  text = g_malloc (allocated);
  while (TRUE)
    {
      gssize n = read (fd, text + length, allocated - length - 1);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0 || length + (gsize) n > max)
        {
          int code = n < 0 ? errno : EFBIG;

          g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s", g_strerror (code));
          close (fd);
          return NULL;
        }
      length += (gsize) n;
      if (n == 0)
        break;
      if (allocated - length < 32768)
        text = g_realloc (text, allocated *= 2);
    }
  close (fd);
  text[length] = '\0';
  *size = length;
  return g_steal_pointer (&text);
}

/* As many as the kernel follows. */
#define MAX_LINKS 40

char *
asc_symbol_file_resolve_below (const char *root, const char *path)
{
  g_autoptr (GString) done = g_string_new (NULL); /* below the root: "/usr/lib" */
  g_autoptr (GQueue) parts = g_queue_new ();
  g_autofree char *part = NULL;
  g_auto (GStrv) first = g_strsplit (path, "/", -1);
  gboolean good = TRUE;
  guint n_links = 0;

  for (char **p = first; *p != NULL; p++)
    g_queue_push_tail (parts, g_strdup (*p));
  while (good && (part = g_queue_pop_head (parts)) != NULL)
    {
      g_autofree char *whole = g_strconcat (root, done->str, "/", part, NULL);
      g_autofree char *target = NULL;

      if (g_str_equal (part, ".."))
        g_string_truncate (done, done->len > 0 ? (gsize) (strrchr (done->str, '/') - done->str) : 0);
      else if (*part != '\0' && !g_str_equal (part, "."))
        {
          target = g_file_read_link (whole, NULL);
          if (target == NULL)
            g_string_append_printf (done, "/%s", part);
          else if ((good = n_links++ < MAX_LINKS))
            {
              g_auto (GStrv) more = g_strsplit (target, "/", -1);

              if (target[0] == '/')
                g_string_truncate (done, 0);
              for (guint i = g_strv_length (more); i-- > 0;)
                g_queue_push_head (parts, g_strdup (more[i]));
            }
        }
      g_clear_pointer (&part, g_free);
    }
  g_queue_clear_full (parts, g_free);
  return good ? g_strconcat (root, done->str, NULL) : NULL;
}
