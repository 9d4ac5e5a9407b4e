/* asc-wait-sampler.c: see asc-wait-sampler-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files: proc(5). `syscall` is "running" for a thread that runs or could; its number is -1 outside every system call, as in a page fault
 * (fs/proc/base.c and lib/syscall.c of the kernel). Who may read them: PTRACE_MODE_ATTACH for `syscall`, PTRACE_MODE_READ for `wchan`.
 */
#include "config.h"

#include "asc-wait-sampler-private.h"

#include "asc-sampler-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* 307 Hz, with which no regular work of round numbers keeps step. */
#define INTERVAL_NS G_GINT64_CONSTANT (3257000)
/* Of the processor's time that a round takes. */
#define COST_FACTOR 20
/* New threads are looked for at every so manieth round. */
#define ROUNDS_PER_SEARCH 8
/* A second: so old is what a killed recorder does not leave behind. */
#define FLUSH_NS G_GINT64_CONSTANT (1000000000)
/* Each has four open files, of the 1024 that a process may have. */
#define THREADS_MAX 200
#define PROCESSES_MAX 1000
#define NAME_SIZE 64
#define SYSCALL_UNKNOWN (-2)
#define RUNNING "running"

typedef struct
{
  gint32 tid;
  int syscall_fd; /* -1: not ours to read */
  int wchan_fd;
  int stat_fd;
  int schedstat_fd;
  gboolean is_seen; /* in the last search */
  /* What it was found to do since @first_ns; @n_samples 0: nothing. */
  gint64 first_ns;
  gint64 last_ns;
  gint64 n_samples;
  gint64 syscall;
  char state;
  char name[NAME_SIZE];
  gint64 delay_ns; /* that was written; -1: none */
  gint64 run_ns;
} Sleeper;

struct _AscWaitSampler
{
  FILE *file;
  gboolean reasons;
  GArray *pids;       /* gint32 */
  GHashTable *known;  /* pid -> itself */
  GArray *sleepers;   /* Sleeper, sorted by nothing */
  GHashTable *places; /* tid -> its place in sleepers + 1 */
  gint64 n_rounds;
  gint64 n_left_out;

  GThread *thread;
  GMutex lock;
  GCond cond;
  gboolean is_ending; /* locked */
};

static void
write_sleep (AscWaitSampler *self, Sleeper *sleeper)
{
  if (sleeper->n_samples > 0)
    fprintf (self->file, "w\t%" G_GINT64_FORMAT "\t%d\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%c\t%" G_GINT64_FORMAT "\t%s\n", sleeper->first_ns, sleeper->tid,
             sleeper->last_ns, sleeper->n_samples, sleeper->state, sleeper->syscall, sleeper->name);
  sleeper->n_samples = 0;
}

static void
close_sleeper (AscWaitSampler *self, Sleeper *sleeper)
{
  const int fds[] = { sleeper->syscall_fd, sleeper->wchan_fd, sleeper->stat_fd, sleeper->schedstat_fd };

  write_sleep (self, sleeper);
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    if (fds[i] >= 0)
      close (fds[i]);
}

static int
open_file (gint32 pid, gint32 tid, const char *name)
{
  char path[96];

  g_snprintf (path, sizeof path, "/proc/%d/task/%d/%s", pid, tid, name);
  return open (path, O_RDONLY | O_CLOEXEC);
}

static void
add_thread (AscWaitSampler *self, gint32 pid, gint32 tid)
{
  const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GINT_TO_POINTER (tid)));
  Sleeper sleeper = { .tid = tid, .is_seen = TRUE, .syscall_fd = -1, .wchan_fd = -1, .stat_fd = -1, .delay_ns = -1, .run_ns = -1 };

  if (place > 0)
    g_array_index (self->sleepers, Sleeper, place - 1).is_seen = TRUE;
  else if (self->sleepers->len >= THREADS_MAX)
    self->n_left_out++;
  else
    {
      sleeper.schedstat_fd = open_file (pid, tid, "schedstat");
      sleeper.syscall_fd = self->reasons ? open_file (pid, tid, "syscall") : -1;
      sleeper.wchan_fd = self->reasons ? open_file (pid, tid, "wchan") : -1;
      sleeper.stat_fd = self->reasons ? open_file (pid, tid, "stat") : -1;
      g_array_append_val (self->sleepers, sleeper);
      g_hash_table_insert (self->places, GINT_TO_POINTER (tid), GUINT_TO_POINTER (self->sleepers->len));
    }
}

static void
add_process (AscWaitSampler *self, gint32 pid)
{
  if (g_hash_table_size (self->known) < PROCESSES_MAX && g_hash_table_add (self->known, GINT_TO_POINTER (pid)))
    g_array_append_val (self->pids, pid);
}

static void
add_children (AscWaitSampler *self, gint32 pid, gint32 tid)
{
  char text[1024];
  const int fd = open_file (pid, tid, "children");
  const gssize n = fd >= 0 ? read (fd, text, sizeof text - 1) : 0;

  if (fd >= 0)
    close (fd);
  text[MAX (n, 0)] = '\0';
  for (char *at = text; g_ascii_isdigit (*at);)
    {
      add_process (self, (gint32) g_ascii_strtoll (at, &at, 10));
      at += *at == ' ';
    }
}

/* Returns: FALSE when the process is gone. */
static gboolean
search_process (AscWaitSampler *self, gint32 pid)
{
  char path[64];
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_snprintf (path, sizeof path, "/proc/%d/task", pid);
  dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      const gint32 tid = (gint32) g_ascii_strtoll (name, NULL, 10);

      add_thread (self, pid, tid);
      add_children (self, pid, tid);
    }
  return dir != NULL;
}

/* Looks for threads that are new, and forgets those that are gone. */
static void
search (AscWaitSampler *self)
{
  self->n_left_out = 0;
  for (guint i = 0; i < self->sleepers->len; i++)
    g_array_index (self->sleepers, Sleeper, i).is_seen = FALSE;
  for (guint i = 0; i < self->pids->len;)
    if (search_process (self, g_array_index (self->pids, gint32, i)))
      i++;
    else
      g_array_remove_index (self->pids, i);
  for (guint i = 0; i < self->sleepers->len;)
    {
      Sleeper *sleeper = &g_array_index (self->sleepers, Sleeper, i);

      if (sleeper->is_seen)
        {
          i++;
          continue;
        }
      close_sleeper (self, sleeper);
      g_hash_table_remove (self->places, GINT_TO_POINTER (sleeper->tid));
      g_array_remove_index_fast (self->sleepers, i);
      if (i < self->sleepers->len)
        g_hash_table_insert (self->places, GINT_TO_POINTER (g_array_index (self->sleepers, Sleeper, i).tid), GUINT_TO_POINTER (i + 1));
    }
}

/* Reads the file from its start. Returns: FALSE when there is nothing */
static gboolean
read_again (int fd, char *text, gsize size)
{
  const gssize n = fd >= 0 ? pread (fd, text, size - 1, 0) : -1;

  text[MAX (n, 0)] = '\0';
  return n > 0;
}

/* The state's letter in a line of /proc/PID/stat; '?': none. */
static char
parse_state (const char *text)
{
  const char *end = strrchr (text, ')');

  return end != NULL && end[1] == ' ' && end[2] != '\0' ? end[2] : '?';
}

/* Looks why one thread sleeps. Returns: FALSE when it does not, or it is not known */
static gboolean
look (const Sleeper *sleeper, Sleeper *found)
{
  char text[512];
  gboolean is_known;

  found->syscall = SYSCALL_UNKNOWN;
  is_known = read_again (sleeper->syscall_fd, text, sizeof text);
  if (is_known && g_str_has_prefix (text, RUNNING))
    {
      /* It may have gone to sleep, or be about to wake up: of short waits each second one is. */
      if (!read_again (sleeper->wchan_fd, found->name, sizeof found->name) || strcmp (found->name, "0") == 0)
        return FALSE;
      if (!read_again (sleeper->syscall_fd, text, sizeof text) || g_str_has_prefix (text, RUNNING))
        return FALSE;
    }
  if (is_known)
    found->syscall = g_ascii_strtoll (text, NULL, 10);
  if (!read_again (sleeper->stat_fd, text, sizeof text))
    return FALSE;
  found->state = parse_state (text);
  if (strchr ("SDTtI", found->state) == NULL)
    return FALSE;
  if (!read_again (sleeper->wchan_fd, found->name, sizeof found->name))
    strcpy (found->name, "0");
  g_strdelimit (found->name, "\t\n\r", ' ');
  return is_known || strcmp (found->name, "0") != 0;
}

/* How long it has waited for a processor, counted when it comes to one, and been on one, counted when it leaves it and at each tick. */
static void
take_sums (AscWaitSampler *self, Sleeper *sleeper)
{
  char text[96];
  gint64 run_ns, delay_ns, now;

  if (!read_again (sleeper->schedstat_fd, text, sizeof text) || sscanf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, &run_ns, &delay_ns) != 2)
    return;
  now = asc_sampler_now ();
  if (delay_ns != sleeper->delay_ns)
    fprintf (self->file, "d\t%" G_GINT64_FORMAT "\t%d\t%" G_GINT64_FORMAT "\n", now, sleeper->tid, delay_ns);
  if (run_ns != sleeper->run_ns)
    fprintf (self->file, "r\t%" G_GINT64_FORMAT "\t%d\t%" G_GINT64_FORMAT "\n", now, sleeper->tid, run_ns);
  sleeper->delay_ns = delay_ns;
  sleeper->run_ns = run_ns;
}

static void
take_reason (AscWaitSampler *self, Sleeper *sleeper)
{
  Sleeper found = { 0 };
  const gint64 before = asc_sampler_now ();
  const gboolean sleeps = look (sleeper, &found);
  const gint64 now = before + (asc_sampler_now () - before) / 2;

  if (!sleeps)
    {
      write_sleep (self, sleeper);
      return;
    }
  if (sleeper->n_samples > 0 && (found.state != sleeper->state || found.syscall != sleeper->syscall || strcmp (found.name, sleeper->name) != 0 || now - sleeper->first_ns > FLUSH_NS))
    write_sleep (self, sleeper);
  if (sleeper->n_samples == 0)
    sleeper->first_ns = now;
  sleeper->last_ns = now;
  sleeper->n_samples++;
  sleeper->syscall = found.syscall;
  sleeper->state = found.state;
  memcpy (sleeper->name, found.name, sizeof found.name);
}

static gint64
get_cpu_ns (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (gint64) t.tv_sec * G_GINT64_CONSTANT (1000000000) + t.tv_nsec;
}

static void
write_cost (AscWaitSampler *self)
{
  fprintf (self->file, "c\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\n", asc_sampler_now (), self->n_rounds, get_cpu_ns (), self->n_left_out);
  fflush (self->file);
}

/* Until @until_ns, or the end. Returns: FALSE at the end */
static gboolean
sleep_until (AscWaitSampler *self, gint64 until_ns)
{
  gboolean goes_on;

  g_mutex_lock (&self->lock);
  while (!self->is_ending && asc_sampler_now () < until_ns)
    g_cond_wait_until (&self->cond, &self->lock, until_ns / 1000 + 1);
  goes_on = !self->is_ending;
  g_mutex_unlock (&self->lock);
  return goes_on;
}

static gpointer
run (gpointer data)
{
  AscWaitSampler *self = data;
  gint64 next_cost_ns = 0;
  gint64 next_ns = asc_sampler_now ();
  gint64 before = get_cpu_ns ();

  do
    {
      gint64 now, used;

      if (self->n_rounds++ % ROUNDS_PER_SEARCH == 0)
        search (self);
      for (guint i = 0; i < self->sleepers->len; i++)
        {
          Sleeper *sleeper = &g_array_index (self->sleepers, Sleeper, i);

          take_sums (self, sleeper);
          if (self->reasons)
            take_reason (self, sleeper);
        }
      now = asc_sampler_now ();
      if (now >= next_cost_ns)
        {
          write_cost (self);
          next_cost_ns = now + FLUSH_NS;
        }
      used = get_cpu_ns () - before;
      before += used;
      next_ns = MAX (next_ns + INTERVAL_NS, now + used * (COST_FACTOR - 1));
    }
  while (sleep_until (self, next_ns));
  write_cost (self);
  return NULL;
}

AscWaitSampler *
asc_wait_sampler_new (const char *path, const gint32 *pids, guint n_pids, gboolean reasons, GError **error)
{
  FILE *file = fopen (path, "we");
  AscWaitSampler *self;

  if (file == NULL)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
      return NULL;
    }
  self = g_new0 (AscWaitSampler, 1);
  self->file = file;
  self->reasons = reasons;
  self->pids = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->known = g_hash_table_new (NULL, NULL);
  self->sleepers = g_array_new (FALSE, FALSE, sizeof (Sleeper));
  self->places = g_hash_table_new (NULL, NULL);
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  fputs ("ascribe-statistics\t1\n", file);
  for (guint i = 0; i < n_pids; i++)
    add_process (self, pids[i]);
  self->thread = g_thread_new ("asc-waits", run, self);
  return self;
}

void
asc_wait_sampler_free (AscWaitSampler *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  self->is_ending = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->thread);
  for (guint i = 0; i < self->sleepers->len; i++)
    close_sleeper (self, &g_array_index (self->sleepers, Sleeper, i));
  fclose (self->file);
  g_array_unref (self->pids);
  g_hash_table_unref (self->known);
  g_array_unref (self->sleepers);
  g_hash_table_unref (self->places);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->cond);
  g_free (self);
}
