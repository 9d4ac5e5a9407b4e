/* asc-row-selection.c: see asc-row-selection.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-row-selection.h"

#define NO_ROW G_MAXUINT32

struct _AscRowSelection
{
  GObject parent_instance;

  AscRowModel *model; /* or NULL */
  GtkBitset *rows;    /* chosen row numbers, also of rows that a tree does not show now */
  guint32 lead;
  guint32 anchor;     /* where a range begins */
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);
static void selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AscRowSelection, asc_row_selection, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, selection_model_init))

static guint
get_n_rows (AscRowSelection *self)
{
  return self->model != NULL ? asc_row_model_get_size (self->model) : 0;
}

static GType
get_item_type (GListModel *model)
{
  return G_TYPE_OBJECT;
}

static guint
get_n_items (GListModel *model)
{
  return get_n_rows (ASC_ROW_SELECTION (model));
}

static gpointer
get_item (GListModel *model, guint position)
{
  AscRowSelection *self = ASC_ROW_SELECTION (model);

  return self->model != NULL ? g_list_model_get_item (G_LIST_MODEL (self->model), position) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* All rows are looked at anew by those who show them. */
static void
tell_all (AscRowSelection *self)
{
  if (get_n_rows (self) > 0)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), 0, get_n_rows (self));
}

static void
tell_chosen (AscRowSelection *self)
{
  tell_all (self);
  g_signal_emit (self, signals[CHOSEN], 0);
}

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  AscRowSelection *self = ASC_ROW_SELECTION (model);

  return position < get_n_rows (self) && gtk_bitset_contains (self->rows, asc_row_model_get_row (self->model, position));
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position, guint n_items)
{
  AscRowSelection *self = ASC_ROW_SELECTION (model);
  GtkBitset *positions = gtk_bitset_new_empty ();
  guint n = get_n_rows (self);

  if (gtk_bitset_is_empty (self->rows))
    return positions;
  for (guint i = position; i < n && i - position < n_items; i++)
    if (gtk_bitset_contains (self->rows, asc_row_model_get_row (self->model, i)))
      gtk_bitset_add (positions, i);
  return positions;
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest)
{
  AscRowSelection *self = ASC_ROW_SELECTION (model);

  if (position >= get_n_rows (self))
    return FALSE;
  if (unselect_rest)
    gtk_bitset_remove_all (self->rows);
  self->lead = self->anchor = asc_row_model_get_row (self->model, position);
  gtk_bitset_add (self->rows, self->lead);
  tell_chosen (self);
  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model, guint position)
{
  AscRowSelection *self = ASC_ROW_SELECTION (model);
  guint32 row;

  if (position >= get_n_rows (self))
    return FALSE;
  row = asc_row_model_get_row (self->model, position);
  gtk_bitset_remove (self->rows, row);
  if (self->lead == row)
    self->lead = gtk_bitset_is_empty (self->rows) ? NO_ROW : gtk_bitset_get_minimum (self->rows);
  tell_chosen (self);
  return TRUE;
}

static gboolean
select_range (GtkSelectionModel *model, guint position, guint n_items, gboolean unselect_rest)
{
  AscRowSelection *self = ASC_ROW_SELECTION (model);
  guint n = get_n_rows (self);
  guint last;

  if (position >= n || n_items == 0)
    return FALSE;
  last = position + MIN (n_items, n - position) - 1;
  if (unselect_rest)
    gtk_bitset_remove_all (self->rows);
  for (guint i = position; i <= last; i++)
    gtk_bitset_add (self->rows, asc_row_model_get_row (self->model, i));
  /* The end that is not the anchor moves. */
  self->lead = asc_row_model_get_row (self->model, asc_row_model_get_row (self->model, last) == self->anchor ? position : last);
  tell_chosen (self);
  return TRUE;
}

static gboolean
select_all (GtkSelectionModel *model)
{
  AscRowSelection *self = ASC_ROW_SELECTION (model);
  guint32 lead = self->lead;

  if (get_n_rows (self) == 0)
    return FALSE;
  for (guint i = 0; i < get_n_rows (self); i++)
    gtk_bitset_add (self->rows, asc_row_model_get_row (self->model, i));
  self->lead = lead != NO_ROW ? lead : asc_row_model_get_row (self->model, 0);
  tell_chosen (self);
  return TRUE;
}

static gboolean
unselect_all (GtkSelectionModel *model)
{
  AscRowSelection *self = ASC_ROW_SELECTION (model);

  gtk_bitset_remove_all (self->rows);
  self->lead = self->anchor = NO_ROW;
  tell_chosen (self);
  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
  iface->select_range = select_range;
  iface->select_all = select_all;
  iface->unselect_all = unselect_all;
}

static void
asc_row_selection_finalize (GObject *object)
{
  AscRowSelection *self = ASC_ROW_SELECTION (object);

  g_clear_object (&self->model);
  gtk_bitset_unref (self->rows);
  G_OBJECT_CLASS (asc_row_selection_parent_class)->finalize (object);
}

static void
asc_row_selection_class_init (AscRowSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_row_selection_finalize;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
asc_row_selection_init (AscRowSelection *self)
{
  self->rows = gtk_bitset_new_empty ();
  self->lead = self->anchor = NO_ROW;
}

AscRowSelection *
asc_row_selection_new (void)
{
  return g_object_new (ASC_TYPE_ROW_SELECTION, NULL);
}

static void
items_changed_cb (AscRowSelection *self, guint position, guint n_removed, guint n_added)
{
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

void
asc_row_selection_set_model (AscRowSelection *self, AscRowModel *model)
{
  guint n_before = get_n_rows (self);

  if (self->model == model)
    return;
  if (self->model != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->model, items_changed_cb, self);
      g_signal_handlers_disconnect_by_func (self->model, tell_all, self);
    }
  g_set_object (&self->model, model);
  gtk_bitset_remove_all (self->rows);
  self->lead = self->anchor = NO_ROW;
  if (model != NULL)
    {
      g_signal_connect_object (model, "items-changed", G_CALLBACK (items_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (model, "reordered", G_CALLBACK (tell_all), self, G_CONNECT_SWAPPED);
    }
  if (n_before > 0 || get_n_rows (self) > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, get_n_rows (self));
}

guint32
asc_row_selection_get_lead (AscRowSelection *self)
{
  return self->lead;
}

guint
asc_row_selection_get_size (AscRowSelection *self)
{
  return (guint) gtk_bitset_get_size (self->rows);
}

gboolean
asc_row_selection_has (AscRowSelection *self, guint32 row)
{
  return gtk_bitset_contains (self->rows, row);
}

void
asc_row_selection_set_row (AscRowSelection *self, guint32 row)
{
  gtk_bitset_remove_all (self->rows);
  self->lead = self->anchor = row;
  if (row != NO_ROW)
    gtk_bitset_add (self->rows, row);
  tell_all (self);
}

GArray *
asc_row_selection_list (AscRowSelection *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < get_n_rows (self); i++)
    {
      guint32 row = asc_row_model_get_row (self->model, i);

      if (gtk_bitset_contains (self->rows, row))
        g_array_append_val (rows, row);
    }
  return rows;
}
