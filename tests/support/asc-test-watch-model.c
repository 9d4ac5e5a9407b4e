/* asc-test-watch-model.c: see asc-test-watch-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-test-watch-model.h"

struct _AscTestWatch
{
  GListModel *model;
  AscTestIdentify identify;
  GArray *shadow; /* of guint64 */
  gulong handler;
  guint n_changes;
  guint position;
  guint n_removed;
  guint n_added;
};

static GArray *
read_all (AscTestWatch *self)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (guint64));
  GType type = g_list_model_get_item_type (self->model);
  guint n = g_list_model_get_n_items (self->model);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (self->model, i);
      guint64 id = self->identify != NULL ? self->identify (self->model, i) : 0;

      g_assert_nonnull (item);
      g_assert_true (g_type_is_a (G_OBJECT_TYPE (item), type));
      g_array_append_val (items, id);
    }
  g_assert_null (g_list_model_get_item (self->model, n));
  return items;
}

static guint64
nth (GArray *items, guint i)
{
  return g_array_index (items, guint64, i);
}

static void
changed_cb (AscTestWatch *self, guint position, guint n_removed, guint n_added)
{
  g_autoptr (GArray) items = read_all (self);
  guint n_kept_after;

  g_assert_cmpuint (position + n_removed, <=, self->shadow->len);
  g_assert_cmpuint (self->shadow->len - n_removed + n_added, ==, items->len);
  g_assert_true (n_removed > 0 || n_added > 0);
  n_kept_after = items->len - position - n_added;
  for (guint i = 0; i < position; i++)
    g_assert_cmpuint (nth (self->shadow, i), ==, nth (items, i));
  for (guint i = 0; i < n_kept_after; i++)
    g_assert_cmpuint (nth (self->shadow, position + n_removed + i), ==, nth (items, position + n_added + i));
  if (self->identify != NULL && n_removed > 0 && n_added > 0)
    {
      g_assert_cmpuint (nth (self->shadow, position), !=, nth (items, position));
      g_assert_cmpuint (nth (self->shadow, position + n_removed - 1), !=, nth (items, position + n_added - 1));
    }

  g_array_unref (self->shadow);
  self->shadow = g_steal_pointer (&items);
  self->n_changes++;
  self->position = position;
  self->n_removed = n_removed;
  self->n_added = n_added;
}

AscTestWatch *
asc_test_watch_model (GListModel *model, AscTestIdentify identify)
{
  AscTestWatch *self = g_new0 (AscTestWatch, 1);

  self->model = g_object_ref (model);
  self->identify = identify;
  self->shadow = read_all (self);
  self->handler = g_signal_connect_swapped (model, "items-changed", G_CALLBACK (changed_cb), self);
  return self;
}

void
asc_test_watch_free (AscTestWatch *self)
{
  g_signal_handler_disconnect (self->model, self->handler);
  g_object_unref (self->model);
  g_array_unref (self->shadow);
  g_free (self);
}

guint
asc_test_watch_get_n_changes (AscTestWatch *self)
{
  return self->n_changes;
}

void
asc_test_watch_get_last (AscTestWatch *self, guint *position, guint *n_removed, guint *n_added)
{
  *position = self->position;
  *n_removed = self->n_removed;
  *n_added = self->n_added;
}

void
asc_test_watch_forgive (AscTestWatch *self)
{
  g_autoptr (GArray) items = read_all (self);

  g_assert_cmpuint (items->len, ==, self->shadow->len);
  g_array_unref (self->shadow);
  self->shadow = g_steal_pointer (&items);
}
