/* asc-row-model.c: see asc-row-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-row-model.h"

/* How many items are known again; GTK 4.8 keeps about 200 rows, which stand together. */
#define N_ITEMS 1024u

typedef struct
{
  GObject *object; /* or NULL */
  guint position;
} Item;

struct _AscRowModel
{
  GObject parent_instance;

  GArray *rows;        /* of guint32 */
  Item items[N_ITEMS]; /* by position, modulo N_ITEMS */
};

enum
{
  REORDERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void asc_row_model_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AscRowModel, asc_row_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, asc_row_model_list_model_init))

static GType
asc_row_model_get_item_type (GListModel *model)
{
  return G_TYPE_OBJECT;
}

static guint
asc_row_model_get_n_items (GListModel *model)
{
  return ASC_ROW_MODEL (model)->rows->len;
}

static gpointer
asc_row_model_get_item (GListModel *model, guint position)
{
  AscRowModel *self = ASC_ROW_MODEL (model);
  Item *item = &self->items[position % N_ITEMS];

  if (position >= self->rows->len)
    return NULL;
  /* With another object GTK would bind all cells of the row anew, at every change of the selection. */
  if (item->object == NULL || item->position != position)
    {
      g_clear_object (&item->object);
      *item = (Item){ g_object_new (G_TYPE_OBJECT, NULL), position };
    }
  return g_object_ref (item->object);
}

static void
asc_row_model_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = asc_row_model_get_item_type;
  iface->get_n_items = asc_row_model_get_n_items;
  iface->get_item = asc_row_model_get_item;
}

/* The items from @position on stand elsewhere now, or nowhere. */
static void
forget_items (AscRowModel *self, guint position)
{
  for (guint i = 0; i < N_ITEMS; i++)
    if (self->items[i].position >= position)
      g_clear_object (&self->items[i].object);
}

static void
asc_row_model_finalize (GObject *object)
{
  forget_items (ASC_ROW_MODEL (object), 0);
  g_array_unref (ASC_ROW_MODEL (object)->rows);
  G_OBJECT_CLASS (asc_row_model_parent_class)->finalize (object);
}

static void
asc_row_model_class_init (AscRowModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_row_model_finalize;

  signals[REORDERED] = g_signal_new ("reordered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
asc_row_model_init (AscRowModel *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
}

AscRowModel *
asc_row_model_new (void)
{
  return g_object_new (ASC_TYPE_ROW_MODEL, NULL);
}

guint
asc_row_model_get_size (AscRowModel *self)
{
  return self->rows->len;
}

guint32
asc_row_model_get_row (AscRowModel *self, guint position)
{
  g_assert (position < self->rows->len);

  return g_array_index (self->rows, guint32, position);
}

const guint32 *
asc_row_model_get_rows (AscRowModel *self)
{
  return (const guint32 *) (gpointer) self->rows->data;
}

guint
asc_row_model_find (AscRowModel *self, guint32 row)
{
  const guint32 *rows = asc_row_model_get_rows (self);

  for (guint i = 0; i < self->rows->len; i++)
    if (rows[i] == row)
      return i;
  return ASC_NO_POSITION;
}

void
asc_row_model_set_rows (AscRowModel *self, const guint32 *rows, guint n)
{
  guint n_before = self->rows->len;
  guint n_kept = MIN (n_before, n);

  g_array_set_size (self->rows, 0);
  if (n > 0)
    g_array_append_vals (self->rows, rows, n);
  forget_items (self, n_kept);
  if (n != n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_kept, n_before - n_kept, n - n_kept);
  g_signal_emit (self, signals[REORDERED], 0);
}

void
asc_row_model_splice (AscRowModel *self, guint position, guint n_removed, const guint32 *rows, guint n_added)
{
  g_assert (position <= self->rows->len && n_removed <= self->rows->len - position);

  if (n_removed > 0)
    g_array_remove_range (self->rows, position, n_removed);
  if (n_added > 0)
    g_array_insert_vals (self->rows, position, rows, n_added);
  forget_items (self, position);
  if (n_removed > 0 || n_added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}
