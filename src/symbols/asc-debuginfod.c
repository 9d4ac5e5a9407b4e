/* asc-debuginfod.c: see asc-debuginfod.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-debuginfod.h"

#include <dlfcn.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <unistd.h>

#include "asc-path.h"
#include "asc-source-finder.h"
#include "asc-symbols.h"

/* elfutils/debuginfod.h: the interface of libdebuginfod.so.1 as far as it is used */
#define SONAME "libdebuginfod.so.1"
#define URLS "DEBUGINFOD_URLS"
#define SYSTEM_URLS "/etc/debuginfod"

typedef struct debuginfod_client Client;

typedef struct
{
  Client *(*begin) (void);
  void (*end) (Client *client);
  int (*find_executable) (Client *client, const unsigned char *build_id, int n, char **path);
  int (*find_debuginfo) (Client *client, const unsigned char *build_id, int n, char **path);
  int (*find_source) (Client *client, const unsigned char *build_id, int n, const char *file, char **path);
  void (*set_progressfn) (Client *client, int (*func) (Client *client, long done, long total));
  void (*set_user_data) (Client *client, void *data);
  void *(*get_user_data) (Client *client);
  gboolean good;
} Library;

static gpointer
load_library (gpointer data)
{
  static Library library;
  void *handle = dlopen (SONAME, RTLD_NOW | RTLD_LOCAL);
  const struct
  {
    const char *name;
    gpointer *target;
  } functions[] = {
    { "debuginfod_begin", (gpointer *)&library.begin },
    { "debuginfod_end", (gpointer *)&library.end },
    { "debuginfod_find_executable", (gpointer *)&library.find_executable },
    { "debuginfod_find_debuginfo", (gpointer *)&library.find_debuginfo },
    { "debuginfod_find_source", (gpointer *)&library.find_source },
    { "debuginfod_set_progressfn", (gpointer *)&library.set_progressfn },
    { "debuginfod_set_user_data", (gpointer *)&library.set_user_data },
    { "debuginfod_get_user_data", (gpointer *)&library.get_user_data },
  };

  library.good = handle != NULL;
  for (guint i = 0; library.good && i < G_N_ELEMENTS (functions); i++)
    {
      *functions[i].target = dlsym (handle, functions[i].name);
      library.good = *functions[i].target != NULL;
    }
  return &library;
}

/* Stays loaded: it starts curl, which cannot be started twice. */
static const Library *
get_library (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, load_library, NULL);
}

/* As the profile that elfutils installs for shells does. */
static char *
read_system_urls (void)
{
  g_autoptr (GDir) dir = g_dir_open (SYSTEM_URLS, 0, NULL);
  g_autoptr (GString) urls = g_string_new (NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (SYSTEM_URLS, name, NULL);
      g_autofree char *text = NULL;

      if (g_str_has_suffix (name, ".urls") && g_file_get_contents (path, &text, NULL, NULL))
        g_string_append_printf (urls, "%s%s", urls->len > 0 ? " " : "", g_strstrip (g_strdelimit (text, "\n", ' ')));
    }
  return g_string_free (g_steal_pointer (&urls), FALSE);
}

void
asc_debuginfod_init (const char *urls)
{
  const char *known = g_getenv (URLS);
  g_autofree char *system = urls == NULL && known == NULL ? read_system_urls () : NULL;

  if (urls != NULL)
    g_setenv (URLS, urls, TRUE);
  else if (system != NULL && *system != '\0')
    g_setenv (URLS, system, TRUE);
}

gboolean
asc_debuginfod_is_usable (GError **error)
{
  const char *urls = g_getenv (URLS);

  /* In this order: the library brings a dozen others with it, 15 ms for those who have no server. */
  if (urls == NULL || *urls == '\0')
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED, "no debuginfod server is known: set " URLS);
  else if (!get_library ()->good)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         "debuginfod's client, " SONAME ", is not installed");
  else
    return TRUE;
  return FALSE;
}

typedef struct
{
  GCancellable *cancellable;
  AscProgress *progress;
  const char *title;
  long done; /* -1: nothing of the file has come yet */
} Download;

/* Returns: anything but 0 ends it. */
static int
progress_cb (Client *client, long done, long total)
{
  Download *self = get_library ()->get_user_data (client);

  if (done > 0 && total > 0 && self->done < 0)
    {
      asc_progress_begin (self->progress, self->title, total);
      self->done = 0;
    }
  if (self->done >= 0 && done > self->done)
    {
      asc_progress_add (self->progress, done - self->done);
      self->done = done;
    }
  return g_cancellable_is_cancelled (self->cancellable);
}

/* @source: (nullable): a source file, else a file of @kind. */
static char *
ask (const AscBuildId *build_id, AscDebuginfodKind kind, const char *source, Download *download)
{
  const Library *library = get_library ();
  g_autofree char *hex = asc_build_id_to_hex (build_id);
  Client *client;
  char *found = NULL;
  char *path;
  int fd;

  if (build_id->size == 0 || !asc_debuginfod_is_usable (NULL) || g_cancellable_is_cancelled (download->cancellable))
    return NULL;
  client = library->begin ();
  if (client == NULL)
    return NULL;
  library->set_user_data (client, download);
  library->set_progressfn (client, progress_cb);
  /* A length of 0 says that it is hexadecimal. */
  if (source != NULL)
    fd = library->find_source (client, (const unsigned char *)hex, 0, source, &found);
  else
    fd = (kind == ASC_DEBUGINFOD_EXECUTABLE ? library->find_executable
                                            : library->find_debuginfo) (client, (const unsigned char *)hex, 0, &found);
  library->end (client);
  if (fd >= 0)
    close (fd);
  path = fd >= 0 ? g_strdup (found) : NULL;
  free (found);
  return path;
}

char *
asc_debuginfod_find (const AscBuildId *build_id,
                     AscDebuginfodKind kind,
                     GCancellable *cancellable,
                     AscProgress *progress)
{
  Download download = { cancellable, progress, N_ ("Downloading debug information"), -1 };

  return ask (build_id, kind, NULL, &download);
}

char *
asc_debuginfod_find_source (const AscBuildId *build_id, const char *file, GCancellable *cancellable, AscProgress *progress)
{
  Download download = { cancellable, progress, N_ ("Downloading a source file"), -1 };

  return g_path_is_absolute (file) ? ask (build_id, ASC_DEBUGINFOD_DEBUGINFO, file, &download) : NULL;
}

char *
asc_debuginfod_fetch_source (gpointer progress, const guint8 *build_id, guint build_id_size, const char *file, GCancellable *cancellable)
{
  const AscBuildId id = asc_build_id_make (build_id, build_id_size);
  g_autofree char *normal = asc_path_normalize (file);
  char *path;

  asc_progress_begin (progress, N_ ("Asking for a source file"), 0);
  path = asc_debuginfod_find_source (&id, file, cancellable, progress);
  if (path == NULL && !g_str_equal (normal, file))
    path = asc_debuginfod_find_source (&id, normal, cancellable, progress);
  return path;
}
