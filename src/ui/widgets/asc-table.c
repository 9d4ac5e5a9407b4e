/* asc-table.c: see asc-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-table-private.h"

#include <string.h>

enum
{
  ROW_SELECTED,
  ROW_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AscTable, asc_table, ADW_TYPE_BIN)

/* How long a row may take to come on screen, frames. */
#define MAX_SCROLL_FRAMES 10
/* Cells out of sight that are read anew in one frame. */
#define STALE_CELLS 100u
/* From this many rows on the names are sorted in a worker before somebody asks. */
#define MANY_ROWS 5000

static GtkAdjustment *
get_adjustment (AscTable *self)
{
  return gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
}

/* The first and the last position of rows in sight, and a bit more. FALSE: not known. */
static gboolean
find_rows_in_sight (AscTable *self, guint *first, guint *last)
{
  GtkAdjustment *adjustment = get_adjustment (self);
  GHashTableIter iter;
  gpointer cell;
  int height;

  g_hash_table_iter_init (&iter, self->cells);
  if (!g_hash_table_iter_next (&iter, &cell, NULL))
    return FALSE;
  height = gtk_widget_get_height (gtk_widget_get_parent (gtk_widget_get_parent (cell)));
  if (height <= 0)
    return FALSE;
  *first = (guint) (gtk_adjustment_get_value (adjustment) / height);
  *last = *first + (guint) (gtk_adjustment_get_page_size (adjustment) / height) + 1;
  return TRUE;
}

/* What waits to be read anew: all that is in sight, or some of the rest. */
static gboolean
catch_up (AscTable *self, gboolean in_sight)
{
  guint first = 0, last = G_MAXUINT;
  guint n = 0;
  GHashTableIter iter;
  gpointer cell;

  if (in_sight && !find_rows_in_sight (self, &first, &last))
    return FALSE;
  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL) && (in_sight || n < STALE_CELLS))
    {
      guint position = asc_cell_get_position (cell);

      if (position >= first && position <= last && asc_cell_catch_up (cell))
        n++;
    }
  return n > 0;
}

static gboolean
catch_up_tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  AscTable *self = ASC_TABLE (widget);

  if (catch_up (self, TRUE) || catch_up (self, FALSE))
    return G_SOURCE_CONTINUE;
  self->stale_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
scrolled_cb (AscTable *self)
{
  if (self->stale_tick != 0)
    catch_up (self, TRUE);
}

/* GTK 4.8 keeps some 200 rows, of which most are out of sight: those are read in the frames that follow. */
void
asc_table_refresh (AscTable *self)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    asc_cell_refresh (cell);
  if (self->stale_tick == 0)
    self->stale_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), catch_up_tick_cb, NULL, NULL);
}

static void
rows_changed_cb (AscTable *self)
{
  asc_table_refresh (self);
}

static void
watch_model (AscTable *self, AscRowModel *model)
{
  if (self->context->model == model)
    return;
  if (self->context->model != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->context->model, rows_changed_cb, self);
    }
  g_set_object (&self->context->model, model);
  asc_row_selection_set_model (self->selection, model);
  /* After GTK has moved its rows. */
  g_signal_connect_object (model, "items-changed", G_CALLBACK (rows_changed_cb), self, G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "reordered", G_CALLBACK (rows_changed_cb), self, G_CONNECT_AFTER | G_CONNECT_SWAPPED);
}

static void
chosen_cb (AscTable *self)
{
  self->selected_row = asc_row_selection_get_lead (self->selection);
  asc_table_update_chosen (self);
  g_signal_emit (self, signals[ROW_SELECTED], 0, self->selected_row);
}

static void
activate_cb (AscTable *self, guint position)
{
  if (self->context->model == NULL || position >= asc_row_model_get_size (self->context->model))
    return;
  if (self->context->tree != NULL)
    asc_row_tree_set_expanded (self->context->tree, position, !asc_row_tree_is_expanded (self->context->tree, position));
  else
    g_signal_emit (self, signals[ROW_ACTIVATED], 0, asc_row_model_get_row (self->context->model, position));
}

static gboolean
measure_idle_cb (gpointer data)
{
  AscTable *self = data;

  self->measure_idle = 0;
  asc_table_measure_anew (self);
  return G_SOURCE_REMOVE;
}

/* Another font, or another resolution: all widgets know it when the style is validated. */
static void
asc_table_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  AscTable *self = ASC_TABLE (widget);
  const PangoFontDescription *font;

  GTK_WIDGET_CLASS (asc_table_parent_class)->css_changed (widget, change);
  font = pango_context_get_font_description (gtk_widget_get_pango_context (widget));
  if (self->font != NULL && pango_font_description_equal (self->font, font))
    return;
  g_clear_pointer (&self->font, pango_font_description_free);
  self->font = pango_font_description_copy (font);
  if (self->measure_idle == 0)
    self->measure_idle = g_idle_add (measure_idle_cb, self);
}

static void
asc_table_dispose (GObject *object)
{
  AscTable *self = ASC_TABLE (object);

  g_clear_handle_id (&self->measure_idle, g_source_remove);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  if (self->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
  if (self->stale_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->stale_tick);
  self->stale_tick = 0;
  if (self->restore_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->restore_tick);
  self->restore_tick = 0;
  G_OBJECT_CLASS (asc_table_parent_class)->dispose (object);
}

static void
asc_table_finalize (GObject *object)
{
  AscTable *self = ASC_TABLE (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->menu);
  g_clear_object (&self->column_actions);
  g_ptr_array_unref (self->columns);
  g_hash_table_unref (self->cells);
  g_hash_table_unref (self->shown);
  asc_cell_context_unref (self->context);
  g_clear_pointer (&self->font, pango_font_description_free);
  g_free (self->sort_id);
  g_string_free (self->typed, TRUE);
  G_OBJECT_CLASS (asc_table_parent_class)->finalize (object);
}

static void
asc_table_class_init (AscTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = asc_table_dispose;
  object_class->finalize = asc_table_finalize;
  GTK_WIDGET_CLASS (klass)->css_changed = asc_table_css_changed;
  asc_table_class_install_actions (GTK_WIDGET_CLASS (klass));

  signals[ROW_SELECTED] = g_signal_new ("row-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
asc_table_init (AscTable *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->context = asc_cell_context_new ();
  self->rows = asc_row_model_new ();
  self->columns = g_ptr_array_new_with_free_func (g_object_unref);
  self->cells = g_hash_table_new (NULL, NULL);
  self->shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->column_actions = g_simple_action_group_new ();
  self->typed = g_string_new (NULL);
  self->selected_row = ASC_NONE;
  self->last_primary = -1;

  self->selection = asc_row_selection_new ();
  g_signal_connect_object (self->selection, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection))));
  gtk_column_view_set_reorderable (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "asc-table");
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_hexpand (self->scroller, TRUE);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  self->legend = asc_states_legend_new ();
  gtk_box_append (GTK_BOX (box), self->scroller);
  gtk_box_append (GTK_BOX (box), self->legend);
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns", G_ACTION_GROUP (self->column_actions));
  g_signal_connect_object (get_adjustment (self), "value-changed", G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  asc_table_watch_sorter (self);
  asc_table_add_controllers (self);
  asc_table_watch_pointer (self);
}

GtkWidget *
asc_table_new (void)
{
  return g_object_new (ASC_TYPE_TABLE, NULL);
}

void
asc_table_set_title (AscTable *self, const char *title)
{
  g_return_if_fail (ASC_IS_TABLE (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

void
asc_table_set_sort (AscTable *self, const char *id, gboolean descending)
{
  g_return_if_fail (ASC_IS_TABLE (self));

  g_free (self->sort_id);
  self->sort_id = g_strdup (id);
  self->sort_descending = descending;
}

const char *
asc_table_get_sort (AscTable *self, gboolean *descending)
{
  g_return_val_if_fail (ASC_IS_TABLE (self), NULL);
  *descending = self->sort_descending;
  return self->sort_id;
}

/* The column to sort by: the one remembered, else the first metric, downwards. */
static guint
choose_sort_column (AscTable *self, AscTableSource *source, gboolean *descending)
{
  int column = asc_table_source_find_column (source, self->sort_id);

  *descending = self->sort_descending;
  if (column < 0)
    {
      *descending = TRUE;
      column = asc_table_source_find_kind (source, ASC_CELL_METRIC);
    }
  return column < 0 ? 0 : (guint) column;
}

/* Puts @source in the place of the one before; the cells of columns that stay are used again. */
static void
take_source (AscTable *self, AscTableSource *source)
{
  if (self->context->source != NULL && !asc_table_has_same_columns (self, source))
    {
      asc_row_model_set_rows (self->rows, NULL, 0);
      asc_table_remove_columns (self);
    }
  self->selected_row = ASC_NONE;
  self->context->chosen_row = self->context->hovered_row = ASC_NONE;
  asc_row_selection_set_row (self->selection, ASC_NONE);
}

void
asc_table_set_source (AscTable *self, AscTableSource *source)
{
  g_autofree guint32 *sorted = NULL;
  gboolean descending;
  guint column;

  g_return_if_fail (ASC_IS_TABLE (self));

  if (source == NULL)
    {
      self->selected_row = ASC_NONE;
      asc_row_model_set_rows (self->rows, NULL, 0);
      watch_model (self, self->rows);
      g_clear_object (&self->context->tree);
      return;
    }
  take_source (self, source);
  column = choose_sort_column (self, source, &descending);
  sorted = asc_table_source_sort (source, column, descending);
  g_set_object (&self->context->source, source);
  g_clear_object (&self->context->tree);
  asc_row_model_set_rows (self->rows, sorted, asc_table_source_get_n_rows (source));
  watch_model (self, self->rows);
  asc_table_update_columns (self, source);
  asc_states_legend_set_source (ASC_STATES_LEGEND (self->legend), source);
  asc_table_show_sort (self);
  asc_table_refresh (self);
  if (asc_table_source_get_n_rows (source) > MANY_ROWS)
    asc_table_source_prepare (source);
}

void
asc_table_set_tree (AscTable *self, AscRowTree *tree)
{
  g_autoptr (AscRowTree) before = NULL;
  AscTableSource *source;
  gboolean descending;
  guint column;

  g_return_if_fail (ASC_IS_TABLE (self));

  source = asc_row_tree_get_source (tree);
  /* Another model would make GTK build all its rows anew. */
  if (self->context->tree != NULL && self->context->tree != tree && asc_table_has_same_columns (self, source))
    before = g_object_ref (self->context->tree);
  take_source (self, source);
  column = choose_sort_column (self, source, &descending);
  asc_row_tree_sort (tree, column, descending);
  g_set_object (&self->context->source, source);
  g_set_object (&self->context->tree, tree);
  if (before != NULL)
    asc_row_tree_take_model (tree, before);
  watch_model (self, asc_row_tree_get_model (tree));
  asc_table_update_columns (self, source);
  asc_table_show_sort (self);
  asc_table_refresh (self);
}

void
asc_table_sort (AscTable *self, guint column, gboolean descending)
{
  const AscTableColumn *c = asc_table_source_get_column (self->context->source, column);

  g_free (self->sort_id);
  self->sort_id = g_strdup (c->id);
  self->sort_descending = descending;
  if (self->context->tree != NULL)
    asc_row_tree_sort (self->context->tree, column, descending);
  else
    {
      g_autofree guint32 *sorted = asc_table_source_sort (self->context->source, column, descending);

      asc_row_model_set_rows (self->rows, sorted, asc_row_model_get_size (self->rows));
    }
}

gboolean
asc_table_is_empty (AscTable *self)
{
  return self->context->model == NULL || asc_row_model_get_size (self->context->model) == 0;
}

AscTableSource *
asc_table_get_source (AscTable *self)
{
  return self->context->source;
}

AscRowTree *
asc_table_get_tree (AscTable *self)
{
  return self->context->tree;
}

void
asc_table_set_menu (AscTable *self, GMenuModel *menu)
{
  g_set_object (&self->menu, menu);
}

void
asc_table_set_single (AscTable *self)
{
  asc_table_set_header_visible (self, FALSE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_widget_set_vexpand (self->scroller, FALSE);
}

guint32
asc_table_get_selected_row (AscTable *self)
{
  return self->selected_row;
}

guint
asc_table_get_selected_position (AscTable *self)
{
  return self->selected_row != ASC_NONE && self->context->model != NULL ? asc_row_model_find (self->context->model, self->selected_row) : ASC_NO_POSITION;
}

GArray *
asc_table_list_selected (AscTable *self)
{
  g_return_val_if_fail (ASC_IS_TABLE (self), NULL);

  return asc_row_selection_list (self->selection);
}

static void
scroll_now (AscTable *self)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->view));

  guint n = self->context->model != NULL ? asc_row_model_get_size (self->context->model) : 0;

  if (self->scroll_position >= n)
    return;
  /* What stands around it first: each step moves the list no further than it must. */
  if (self->surroundings > 0)
    {
      gtk_widget_activate_action (list, "list.scroll-to-item", "u", self->scroll_position - MIN (self->scroll_position, self->surroundings));
      gtk_widget_activate_action (list, "list.scroll-to-item", "u", MIN (n - 1, self->scroll_position + self->surroundings));
    }
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", self->scroll_position);
}

void
asc_table_set_surroundings (AscTable *self, guint n_rows)
{
  g_return_if_fail (ASC_IS_TABLE (self));

  self->surroundings = n_rows;
}

/* GTK's row at @position, once it is on screen. */
static GtkWidget *
find_row_widget (AscTable *self, guint position)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (gtk_widget_get_mapped (cell) && asc_cell_get_position (cell) == position)
      return gtk_widget_get_parent (gtk_widget_get_parent (cell));
  return NULL;
}

/* Whether the keyboard is in the list, so that its cursor has to follow the chosen row. */
static gboolean
has_keyboard (AscTable *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->view));
}

/* GTK 4.8 forgets a wish that comes before the first layout, and makes the row some frames after it. */
static gboolean
scroll_tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  AscTable *self = ASC_TABLE (widget);
  GtkWidget *row;

  if (gtk_widget_get_height (GTK_WIDGET (self->view)) == 0)
    return G_SOURCE_CONTINUE;
  if (self->scroll_frames == 0)
    scroll_now (self);
  row = find_row_widget (self, self->scroll_position);
  if (self->scroll_frames++ < MAX_SCROLL_FRAMES && (row == NULL || self->scroll_frames < 2))
    return G_SOURCE_CONTINUE;
  if (row != NULL && (self->wants_focus || has_keyboard (self)))
    gtk_widget_grab_focus (row);
  self->wants_focus = FALSE;
  self->scroll_tick = 0;
  return G_SOURCE_REMOVE;
}

void
asc_table_scroll_to (AscTable *self, guint position)
{
  self->scroll_position = position;
  self->scroll_frames = 0;
  if (self->scroll_tick == 0)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_tick_cb, NULL, NULL);
}

static gboolean
is_chosen_seen (AscTable *self)
{
  guint position = asc_table_get_selected_position (self);
  GtkWidget *row = position != ASC_NO_POSITION ? find_row_widget (self, position) : NULL;
  graphene_rect_t bounds;

  return row != NULL && gtk_widget_compute_bounds (row, self->scroller, &bounds) && bounds.origin.y + bounds.size.height > 0
         && bounds.origin.y < (float) gtk_widget_get_height (self->scroller);
}

AscTablePlace
asc_table_get_place (AscTable *self)
{
  AscTablePlace place;

  g_return_val_if_fail (ASC_IS_TABLE (self), (AscTablePlace){ 0 });

  /* One that waits to be gone back to is still the place. */
  if (self->restore_tick != 0)
    return self->place;
  place.value = gtk_adjustment_get_value (get_adjustment (self));
  place.chosen_seen = is_chosen_seen (self);
  return place;
}

/* GTK 4.8 knows the height of the new rows only after a layout. */
static gboolean
restore_tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  AscTable *self = ASC_TABLE (widget);
  GtkAdjustment *adjustment = get_adjustment (self);
  double end = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);

  if (self->restore_frames++ == 0 || (self->restore_frames < MAX_SCROLL_FRAMES && end < self->place.value))
    return G_SOURCE_CONTINUE;
  gtk_adjustment_set_value (adjustment, self->place.value);
  self->restore_tick = 0;
  if (self->place.chosen_seen && asc_table_get_selected_position (self) != ASC_NO_POSITION)
    asc_table_scroll_to (self, asc_table_get_selected_position (self));
  return G_SOURCE_REMOVE;
}

void
asc_table_restore_place (AscTable *self, AscTablePlace place)
{
  g_return_if_fail (ASC_IS_TABLE (self));

  if (self->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
  self->place = place;
  self->restore_frames = 0;
  if (self->restore_tick == 0)
    self->restore_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), restore_tick_cb, NULL, NULL);
}

void
asc_table_focus (AscTable *self)
{
  guint position;

  g_return_if_fail (ASC_IS_TABLE (self));

  position = asc_table_get_selected_position (self);
  self->wants_focus = TRUE;
  asc_table_scroll_to (self, position != ASC_NO_POSITION ? position : 0);
}

void
asc_table_select_row (AscTable *self, guint32 row)
{
  guint position;

  g_return_if_fail (ASC_IS_TABLE (self));

  if (self->context->model == NULL || (row == self->selected_row && asc_row_selection_get_size (self->selection) < 2))
    return;
  position = row != ASC_NONE ? asc_row_model_find (self->context->model, row) : ASC_NO_POSITION;
  self->selected_row = position != ASC_NO_POSITION ? row : ASC_NONE;
  asc_table_update_chosen (self);
  asc_row_selection_set_row (self->selection, self->selected_row);
  if (position != ASC_NO_POSITION)
    asc_table_scroll_to (self, position);
}

void
asc_table_select_function (AscTable *self, guint32 function)
{
  guint32 row = self->selected_row;

  if (self->context->source == NULL || self->context->model == NULL)
    return;
  if (row != ASC_NONE && asc_table_source_get_function (self->context->source, row) == function)
    return;
  for (guint i = 0; function != ASC_NONE && i < asc_row_model_get_size (self->context->model); i++)
    {
      row = asc_row_model_get_row (self->context->model, i);
      if (asc_table_source_get_function (self->context->source, row) == function)
        {
          asc_table_select_row (self, row);
          return;
        }
    }
  asc_table_select_row (self, ASC_NONE);
}

void
asc_table_choose_position (AscTable *self, guint position)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  asc_table_scroll_to (self, position);
}
