/* asc-process-list.c: see asc-process-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files: proc(5).
 */
#include "config.h"

#include "asc-process-list.h"

#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As much of a command line as anybody reads. */
#define COMMAND_MAX 512

static void
process_free (gpointer data)
{
  AscRunningProcess *self = data;

  g_free (self->name);
  g_free (self->user);
  g_free (self->command);
  g_free (self);
}

static char *
dup_user (uid_t uid)
{
  struct passwd entry;
  struct passwd *found = NULL;
  char buffer[4096];

  if (getpwuid_r (uid, &entry, buffer, sizeof buffer, &found) == 0 && found != NULL)
    return g_utf8_make_valid (found->pw_name, -1);
  return g_strdup_printf ("%u", (guint) uid);
}

/* One line; words are parted by zeros in the file. Returns: (transfer full): NULL for a thread of the kernel */
static char *
dup_command (gint32 pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/cmdline", pid);
  g_autofree char *text = NULL;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, NULL) || size == 0)
    return NULL;
  size = MIN (size, COMMAND_MAX);
  for (gsize i = 0; i < size; i++)
    if (g_ascii_iscntrl (text[i]))
      text[i] = ' ';
  return g_strchomp (g_utf8_make_valid (text, (gssize) size));
}

static void
add_process (GPtrArray *list, gint32 pid)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d", pid);
  g_autofree char *path = g_build_filename (folder, "comm", NULL);
  g_autofree char *name = NULL;
  char *command = dup_command (pid);
  AscRunningProcess *self;
  struct stat st;

  if (command == NULL || stat (folder, &st) != 0 || !g_file_get_contents (path, &name, NULL, NULL))
    {
      g_free (command);
      return;
    }
  self = g_new0 (AscRunningProcess, 1);
  self->pid = pid;
  self->name = g_utf8_make_valid (g_strchomp (name), -1);
  self->user = dup_user (st.st_uid);
  self->command = command;
  self->is_ours = geteuid () == 0 || st.st_uid == geteuid ();
  g_ptr_array_add (list, self);
}

static int
compare_pids (gconstpointer a, gconstpointer b)
{
  const AscRunningProcess *x = *(AscRunningProcess *const *) a;
  const AscRunningProcess *y = *(AscRunningProcess *const *) b;

  return (x->pid < y->pid) - (x->pid > y->pid);
}

GPtrArray *
asc_process_list_new (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (process_free);
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_ascii_isdigit (name[0]))
      add_process (list, (gint32) g_ascii_strtoll (name, NULL, 10));
  g_ptr_array_sort (list, compare_pids);
  return list;
}

gboolean
asc_running_process_matches (const AscRunningProcess *self, const char *text)
{
  g_autofree char *all = g_strdup_printf ("%d %s %s %s", self->pid, self->name, self->user, self->command);
  g_autofree char *folded = g_utf8_casefold (all, -1);
  g_autofree char *wanted = g_utf8_casefold (text, -1);
  g_auto (GStrv) words = g_strsplit (wanted, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}
