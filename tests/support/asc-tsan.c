/* asc-tsan.c: tells ThreadSanitizer how GLib's locks order memory
 *
 * Distributions build GLib without the sanitizer, and its locks are futexes of its own: what they protect looks like a race. These stand in front
 * of GLib's functions in test programs, for calls from our code. Built with -Db_sanitize=thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <dlfcn.h>
#include <glib.h>

void __tsan_acquire (void *address);
void __tsan_release (void *address);

#undef g_once_init_enter
#undef g_once_init_leave

#define REAL(name, type) ((type) real (#name))

static __attribute__ ((no_sanitize ("thread"))) gpointer
real (const char *name)
{
  gpointer function = dlsym (RTLD_NEXT, name);

  if (function == NULL)
    g_error ("no %s behind this one", name);
  return function;
}

void
g_mutex_lock (GMutex *mutex)
{
  REAL (g_mutex_lock, void (*) (GMutex *)) (mutex);
  __tsan_acquire (mutex);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  gboolean locked = REAL (g_mutex_trylock, gboolean (*) (GMutex *)) (mutex);

  if (locked)
    __tsan_acquire (mutex);
  return locked;
}

void
g_mutex_unlock (GMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_mutex_unlock, void (*) (GMutex *)) (mutex);
}

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_cond_wait, void (*) (GCond *, GMutex *)) (cond, mutex);
  __tsan_acquire (mutex);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end_time)
{
  gboolean signalled;

  __tsan_release (mutex);
  signalled = REAL (g_cond_wait_until, gboolean (*) (GCond *, GMutex *, gint64)) (cond, mutex, end_time);
  __tsan_acquire (mutex);
  return signalled;
}

gboolean
g_once_init_enter (volatile void *location)
{
  gboolean first = REAL (g_once_init_enter, gboolean (*) (volatile void *)) (location);

  if (!first)
    __tsan_acquire ((void *) location);
  return first;
}

void
g_once_init_leave (volatile void *location, gsize result)
{
  __tsan_release ((void *) location);
  REAL (g_once_init_leave, void (*) (volatile void *, gsize)) (location, result);
}

void
g_async_queue_push (GAsyncQueue *queue, gpointer data)
{
  __tsan_release (queue);
  REAL (g_async_queue_push, void (*) (GAsyncQueue *, gpointer)) (queue, data);
}

gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_pop, gpointer (*) (GAsyncQueue *)) (queue);

  __tsan_acquire (queue);
  return data;
}
