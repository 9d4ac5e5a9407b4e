/* asc-progress.c: see asc-progress.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-progress.h"

#include <stdatomic.h>

struct _AscProgress
{
  gatomicrefcount refs;
  _Atomic (const char *) title;
  _Atomic gint64 done;
  _Atomic gint64 total;
};

AscProgress *
asc_progress_new (void)
{
  AscProgress *self = g_new0 (AscProgress, 1);

  g_atomic_ref_count_init (&self->refs);
  return self;
}

AscProgress *
asc_progress_ref (AscProgress *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
asc_progress_unref (AscProgress *self)
{
  if (g_atomic_ref_count_dec (&self->refs))
    g_free (self);
}

void
asc_progress_begin (AscProgress *self, const char *title, gint64 total)
{
  if (self == NULL)
    return;
  atomic_store (&self->done, 0);
  atomic_store (&self->total, total);
  atomic_store (&self->title, title);
}

void
asc_progress_add (AscProgress *self, gint64 n)
{
  if (self != NULL)
    atomic_fetch_add_explicit (&self->done, n, memory_order_relaxed);
}

const char *
asc_progress_get (AscProgress *self, gint64 *done, gint64 *total)
{
  if (self == NULL)
    {
      *done = *total = 0;
      return NULL;
    }
  *done = atomic_load (&self->done);
  *total = atomic_load (&self->total);
  return atomic_load (&self->title);
}
