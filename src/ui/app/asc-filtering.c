/* asc-filtering.c: see asc-filtering.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filtering.h"

#include <string.h>

#define MAX_FILTERS 200u

struct _AscFiltering
{
  GObject parent_instance;

  AscProfile *profile;
  AscProfile *whole;  /* the same without a filter */
  GPtrArray *filters; /* of AscFilter or NULL; the oldest first */
  guint pos;          /* of the current one */
  GCancellable *busy; /* of the newest request, while it runs */
};

enum
{
  CHANGED,
  COMPUTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AscFiltering, asc_filtering, G_TYPE_OBJECT)

static void
stop (AscFiltering *self)
{
  g_cancellable_cancel (self->busy);
  g_clear_object (&self->busy);
}

static void
asc_filtering_dispose (GObject *object)
{
  AscFiltering *self = ASC_FILTERING (object);

  stop (self);
  g_clear_object (&self->profile);
  g_clear_object (&self->whole);
  G_OBJECT_CLASS (asc_filtering_parent_class)->dispose (object);
}

static void
asc_filtering_finalize (GObject *object)
{
  g_ptr_array_unref (ASC_FILTERING (object)->filters);
  G_OBJECT_CLASS (asc_filtering_parent_class)->finalize (object);
}

static void
asc_filtering_class_init (AscFilteringClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = asc_filtering_dispose;
  G_OBJECT_CLASS (klass)->finalize = asc_filtering_finalize;
  signals[CHANGED]
      = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[COMPUTED] = g_signal_new ("computed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, ASC_TYPE_PROFILE);
}

static void
filter_free (gpointer data)
{
  if (data != NULL)
    asc_filter_unref (data);
}

static void
asc_filtering_init (AscFiltering *self)
{
  self->filters = g_ptr_array_new_with_free_func (filter_free);
  g_ptr_array_add (self->filters, NULL);
}

AscFiltering *
asc_filtering_new (void)
{
  return g_object_new (ASC_TYPE_FILTERING, NULL);
}

static void
compute_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  AscProfile *profile = asc_profile_compute (data, 0, cancellable, NULL, &error);

  if (profile != NULL)
    g_task_return_pointer (task, profile, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
computed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  AscFiltering *self = ASC_FILTERING (source);
  g_autoptr (AscProfile) profile = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->busy != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->busy);
  if (profile == NULL)
    return;
  g_set_object (&self->profile, profile);
  g_signal_emit (self, signals[COMPUTED], 0, profile);
}

static void
compute (AscFiltering *self)
{
  AscProfileInput *input;
  g_autoptr (GTask) task = NULL;

  stop (self);
  if (asc_filtering_get (self) == NULL && self->whole != NULL)
    {
      g_set_object (&self->profile, self->whole);
      g_signal_emit (self, signals[COMPUTED], 0, self->whole);
      return;
    }
  input = asc_profile_input_new_filtered (asc_profile_get_input (self->profile), asc_filtering_get (self));
  self->busy = g_cancellable_new ();
  task = g_task_new (self, self->busy, computed_cb, NULL);
  g_task_set_source_tag (task, compute);
  g_task_set_task_data (task, input, g_object_unref);
  g_task_run_in_thread (task, compute_thread);
}

static gboolean
has_filter (AscProfile *profile, AscFilter *filter)
{
  return asc_profile_input_get_filter (asc_profile_get_input (profile)) == filter;
}

/* Forgets what can be undone. */
static void
start_with (AscFiltering *self, AscFilter *filter)
{
  g_ptr_array_set_size (self->filters, 0);
  g_ptr_array_add (self->filters, filter != NULL ? asc_filter_ref (filter) : NULL);
  self->pos = 0;
}

void
asc_filtering_set_profile (AscFiltering *self, AscProfile *profile, gboolean keep)
{
  g_return_if_fail (ASC_IS_FILTERING (self));

  if (keep && self->profile == profile)
    return;
  stop (self);
  g_set_object (&self->profile, profile);
  if (!keep)
    start_with (self, NULL);
  if (profile == NULL || has_filter (profile, NULL))
    g_set_object (&self->whole, profile);
  else if (!keep)
    g_clear_object (&self->whole);
  if (profile != NULL && !has_filter (profile, asc_filtering_get (self)))
    compute (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

AscProfile *
asc_filtering_get_whole (AscFiltering *self)
{
  g_return_val_if_fail (ASC_IS_FILTERING (self), NULL);
  return self->whole;
}

void
asc_filtering_follow (AscFiltering *self, AscFiltering *other)
{
  g_return_if_fail (ASC_IS_FILTERING (self));
  g_return_if_fail (ASC_IS_FILTERING (other));

  stop (self);
  g_set_object (&self->whole, other->whole);
  start_with (self, asc_filtering_get (other));
  if (self->profile != NULL && !has_filter (self->profile, asc_filtering_get (self)))
    compute (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

AscFilter *
asc_filtering_get (AscFiltering *self)
{
  g_return_val_if_fail (ASC_IS_FILTERING (self), NULL);
  return g_ptr_array_index (self->filters, self->pos);
}

void
asc_filtering_set (AscFiltering *self, AscFilter *filter)
{
  g_return_if_fail (ASC_IS_FILTERING (self));
  g_return_if_fail (self->profile != NULL);

  g_ptr_array_set_size (self->filters, (int)self->pos + 1);
  if (self->filters->len == MAX_FILTERS)
    g_ptr_array_remove_index (self->filters, 0);
  g_ptr_array_add (self->filters, filter != NULL ? asc_filter_ref (filter) : NULL);
  self->pos = self->filters->len - 1;
  compute (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
asc_filtering_add (AscFiltering *self, const char *text)
{
  g_autoptr (AscFilter) clause = asc_filter_parse (text, NULL, NULL);
  g_autoptr (AscFilter) filter = NULL;

  g_return_if_fail (clause != NULL);

  filter = asc_filter_join (asc_filtering_get (self), clause);
  asc_filtering_set (self, filter);
}

void
asc_filtering_step (AscFiltering *self, int step)
{
  if (!asc_filtering_can_step (self, step))
    return;
  self->pos += step < 0 ? -1 : 1;
  compute (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
asc_filtering_can_step (AscFiltering *self, int step)
{
  g_return_val_if_fail (ASC_IS_FILTERING (self), FALSE);
  return self->profile != NULL && (step < 0 ? self->pos > 0 : self->pos + 1 < self->filters->len);
}

gboolean
asc_filtering_is_busy (AscFiltering *self)
{
  g_return_val_if_fail (ASC_IS_FILTERING (self), FALSE);
  return self->busy != NULL;
}

GArray *
asc_filtering_list_moved (AscProfile *from, AscProfile *to)
{
  guint n = asc_profile_get_n_functions (from);
  GArray *moved = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  AscProfileInput *input = asc_profile_get_input (from);

  g_array_set_size (moved, n);
  memset (moved->data, 0xff, n * sizeof (guint32));
  g_array_index (moved, guint32, ASC_FUNCTION_TOTAL) = ASC_FUNCTION_TOTAL;
  for (guint e = 0; e < asc_profile_input_get_size (input); e++)
    for (guint i = 0; i < asc_profile_input_get_names (input, e)->n_functions; i++)
      {
        guint32 row = asc_profile_get_input_row (from, e, i);

        if (row != ASC_NONE)
          g_array_index (moved, guint32, row) = asc_profile_get_input_row (to, e, i);
      }
  return moved;
}
