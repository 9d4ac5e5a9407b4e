/* asc-table-columns.c: the table's columns: headers, widths, sorting by a click, choosing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-table-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "asc-jumps-cell.h"
#include "asc-metric-cell.h"
#include "asc-states-cell.h"
#include "asc-text-cell.h"
#include "asc-ui-text.h"

/* Widths at 100 % text, px. */
#define METRIC_MIN_WIDTH 112
#define METRIC_MAX_WIDTH 176
#define METRIC_EXTRA 24
#define PERCENT_WIDTH 80
#define NUMBER_WIDTH 72
#define ADDRESS_WIDTH 136
#define TEXT_WIDTH 160
#define MIN_NAME_WIDTH 200
#define MAX_MEASURED_ROWS 2000u
#define MAX_MEASURED_CHARS 80u
#define FEW_METRICS 2
/* Padding of a header and the arrow in it. */
#define HEADER_EXTRA 36

/* What a column's signals know; counted, since factories may outlive the column. */
typedef struct
{
  AscTable *table; /* outlives its columns */
  guint column;
  int measured;    /* what it needed last, px */
} ColumnData;

static GQuark column_quark (void);
G_DEFINE_QUARK (asc-table-column, column)

static void
release_data (gpointer data, GClosure *closure)
{
  g_rc_box_release (data);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, ColumnData *data)
{
  AscTable *table = data->table;
  const AscTableColumn *column = asc_table_source_get_column (table->context->source, data->column);
  GType type = column->kind == ASC_CELL_METRIC   ? ASC_TYPE_METRIC_CELL
               : column->kind == ASC_CELL_STATES ? ASC_TYPE_STATES_CELL
               : column->kind == ASC_CELL_JUMPS  ? ASC_TYPE_JUMPS_CELL
                                                 : ASC_TYPE_TEXT_CELL;
  GtkWidget *cell = asc_cell_new (type, table->context, data->column);

  if (column->is_code)
    gtk_widget_add_css_class (cell, "code");
  gtk_list_item_set_child (item, cell);
  /* In GTK 4.8 both the cell and its row take a click: what the one takes out of the selection the other would put back. */
  gtk_list_item_set_selectable (item, FALSE);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, ColumnData *data)
{
  AscCell *cell = ASC_CELL (gtk_list_item_get_child (item));

  g_hash_table_add (data->table->cells, cell);
  asc_cell_bind (cell, item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, ColumnData *data)
{
  AscCell *cell = ASC_CELL (gtk_list_item_get_child (item));

  g_hash_table_remove (data->table->cells, cell);
  asc_cell_unbind (cell);
}

/*
 * GTK 4.8 does not tell by which column it sorts. But its sorter asks the columns' own sorters in turn, the first of them first: each notes
 * its number when it is the first to be asked.
 */
static int
probe_cb (gconstpointer a, gconstpointer b, gpointer user_data)
{
  ColumnData *data = user_data;

  if (data->table->probed < 0)
    data->table->probed = (int) data->column;
  return -1;
}

static int
probe_sorter (AscTable *self, gboolean *descending)
{
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (GObject) b = g_object_new (G_TYPE_OBJECT, NULL);
  GtkOrdering order;

  self->probed = -1;
  order = gtk_sorter_compare (gtk_column_view_get_sorter (self->view), a, b);
  *descending = order == GTK_ORDERING_LARGER;
  return self->probed;
}

static void
sort_view (AscTable *self, guint column, gboolean descending)
{
  self->sorting = TRUE;
  gtk_column_view_sort_by_column (self->view, g_ptr_array_index (self->columns, column), descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->sorting = FALSE;
  self->last_primary = (int) column;
}

static gboolean
begins_downwards (AscCellKind kind)
{
  return kind == ASC_CELL_METRIC || kind == ASC_CELL_STATES;
}

/* A header was clicked. GTK begins upwards; a metric is wanted downwards first. */
static void
sorter_changed_cb (AscTable *self)
{
  gboolean descending;
  int column;

  if (self->sorting || self->context->source == NULL)
    return;
  column = probe_sorter (self, &descending);
  if (column < 0)
    return;
  if (column != self->last_primary && !descending
      && begins_downwards (asc_table_source_get_column (self->context->source, (guint) column)->kind))
    {
      descending = TRUE;
      sort_view (self, (guint) column, descending);
    }
  self->last_primary = column;
  asc_table_sort (self, (guint) column, descending);
}

void
asc_table_watch_sorter (AscTable *self)
{
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (sorter_changed_cb), self, G_CONNECT_SWAPPED);
}

void
asc_table_show_sort (AscTable *self)
{
  int column = asc_table_source_find_column (self->context->source, self->sort_id);
  gboolean descending = self->sort_descending;

  if (column < 0)
    {
      descending = TRUE;
      column = asc_table_source_find_kind (self->context->source, ASC_CELL_METRIC);
    }
  if (column >= 0 && (guint) column < self->columns->len)
    sort_view (self, (guint) column, descending);
}

static int
measure_text (AscTable *self, const char *text, gboolean bold)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), text);
  int width;

  pango_layout_set_attributes (layout, bold ? self->context->bold : self->context->plain);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static int
longest_word_width (AscTable *self, const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \n", -1);
  int width = 0;

  for (guint i = 0; words[i] != NULL; i++)
    width = MAX (width, measure_text (self, words[i], TRUE));
  return width;
}

/* With few metrics each title has one line, else its words stand below each other. */
static int
measure_title (AscTable *self, AscTableSource *source, const AscTableColumn *column)
{
  guint n_metrics = 0;
  int width;

  for (guint i = 0; i < asc_table_source_get_n_columns (source); i++)
    n_metrics += asc_table_source_get_column (source, i)->kind == ASC_CELL_METRIC;
  width = n_metrics <= FEW_METRICS ? measure_text (self, column->title, TRUE) : longest_word_width (self, column->title);
  return MAX (width, column->detail != NULL ? measure_text (self, column->detail, FALSE) : 0) + HEADER_EXTRA;
}

static int
measure_value (AscTable *self, const AscTableColumn *column, gint64 value)
{
  g_autofree char *text = asc_format_value (value, column->scale, TRUE);

  return measure_text (self, text, TRUE);
}

/* A title may have to wrap, a number is never cut. */
static int
measure_metric (AscTable *self, AscTableSource *source, guint column, double scale)
{
  const AscTableColumn *c = asc_table_source_get_column (source, column);
  int value = c->shows_value ? MAX (measure_value (self, c, c->total), measure_value (self, c, c->largest)) : 0;
  int title = MIN (measure_title (self, source, c), (int) (METRIC_MAX_WIDTH * scale));

  if (!c->shows_value)
    return MAX (MAX ((int) (PERCENT_WIDTH * scale), title), self->context->percent_width + 2 * ASC_CELL_PADDING);
  return MAX (MAX (value + (c->shows_percent ? self->context->percent_width : 0) + METRIC_EXTRA, title), (int) (METRIC_MIN_WIDTH * scale));
}

/* Width of the column's longest text among the first rows. */
static int
measure_cells (AscTable *self, AscTableSource *source, guint column)
{
  guint n_rows = MIN (asc_table_source_get_n_rows (source), MAX_MEASURED_ROWS);
  g_autofree char *longest = NULL;
  gsize longest_length = 0;

  for (guint32 row = 0; row < n_rows; row++)
    {
      gboolean dim;
      g_autofree char *text = asc_table_source_dup_cell (source, row, column, &dim);
      gsize length = strlen (text);

      if (length <= longest_length)
        continue;
      longest_length = length;
      g_free (longest);
      longest = asc_ui_shorten (text, MAX_MEASURED_CHARS);
    }
  return longest != NULL ? measure_text (self, longest, FALSE) + 2 * ASC_CELL_PADDING : 0;
}

/* Fixed, or -1 where the column takes part in sharing the room, see find_share(). */
static int
measure_column (AscTable *self, AscTableSource *source, guint column)
{
  const AscTableColumn *c = asc_table_source_get_column (source, column);
  double scale = asc_ui_get_text_scale (GTK_WIDGET (self));
  int title = measure_text (self, c->title, TRUE) + HEADER_EXTRA;

  switch (c->kind)
    {
    case ASC_CELL_METRIC:
      return measure_metric (self, source, column, scale);
    case ASC_CELL_NUMBER:
      return MAX (MAX ((int) (NUMBER_WIDTH * scale), title), measure_cells (self, source, column));
    case ASC_CELL_ADDRESS:
      return MAX (MAX ((int) (ADDRESS_WIDTH * scale), title), measure_cells (self, source, column));
    case ASC_CELL_STATES:
      return MAX ((int) (c->width * scale), title);
    case ASC_CELL_JUMPS:
      return MAX (asc_jumps_cell_measure (c->jumps), title);
    case ASC_CELL_TEXT:
    case ASC_CELL_NAME:
    default:
      return -1;
    }
}

static gboolean
has_expanding_text (AscTableSource *source)
{
  for (guint i = 0; i < asc_table_source_get_n_columns (source); i++)
    if (asc_table_source_get_column (source, i)->expands)
      return TRUE;
  return FALSE;
}

/*
 * What a text asks for of the room that the numbers leave. Only where several texts grow it goes by their length: linked tables have to agree
 * on their widths.
 */
static AscCellWidth
find_share (AscTable *self, AscTableSource *source, guint column)
{
  const AscTableColumn *c = asc_table_source_get_column (source, column);
  double scale = asc_ui_get_text_scale (GTK_WIDGET (self));
  int title = measure_text (self, c->title, TRUE) + HEADER_EXTRA;
  AscCellWidth width = { 0, 0 };

  if (c->kind == ASC_CELL_NAME)
    width.minimum = width.natural = (int) (MIN_NAME_WIDTH * scale);
  else if (c->kind == ASC_CELL_TEXT)
    {
      width.natural = MAX ((int) ((c->width > 0 ? c->width : TEXT_WIDTH) * scale), title);
      width.minimum = MAX (width.natural / 2, title);
    }
  else
    return width;
  if (has_expanding_text (source))
    {
      int longest = measure_cells (self, source, column);

      if (c->kind == ASC_CELL_NAME)
        width.minimum = CLAMP (longest, width.minimum / 2, width.minimum);
      width.natural = MAX (width.minimum, longest);
    }
  return width;
}

/* The title in lines that fit in @width, and the second line dim below it: markup. */
static char *
make_title (AscTable *self, const AscTableColumn *column, int width)
{
  g_autoptr (PangoLayout) layout = NULL;
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;

  if (column->kind == ASC_CELL_METRIC && width > HEADER_EXTRA)
    {
      layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), column->title);
      pango_layout_set_attributes (layout, self->context->bold);
      pango_layout_set_width (layout, (width - HEADER_EXTRA) * PANGO_SCALE);
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
      for (GSList *l = pango_layout_get_lines_readonly (layout); l != NULL; l = l->next)
        {
          const PangoLayoutLine *line = l->data;
          g_autofree char *text = g_strndup (column->title + line->start_index, (gsize) line->length);

          g_string_append_printf (lines, "%s%s", lines->len > 0 ? "\n" : "", g_strstrip (text));
        }
      title = g_markup_escape_text (lines->str, -1);
    }
  else
    title = g_markup_escape_text (column->title, -1);
  if (column->detail == NULL)
    return g_steal_pointer (&title);
  detail = g_markup_escape_text (column->detail, -1);
  return g_strdup_printf ("%s\n<span weight=\"normal\" size=\"smaller\">%s</span>", title, detail);
}

static GtkWidget *
find_descendant (GtkWidget *widget, GType type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (child, type) ? child : find_descendant (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* GTK 4.8 has no way to a header's widget but through its parent, whose children stand in the columns' order. */
static void
dress_headers (AscTable *self, AscTableSource *source)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  GListModel *columns = gtk_column_view_get_columns (self->view);
  GtkWidget *title = gtk_widget_get_first_child (header);

  for (guint i = 0; i < g_list_model_get_n_items (columns) && title != NULL; i++, title = gtk_widget_get_next_sibling (title))
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      ColumnData *data = g_object_get_qdata (G_OBJECT (column), column_quark ());
      const AscTableColumn *c = asc_table_source_get_column (source, data->column);
      GtkWidget *label = find_descendant (title, GTK_TYPE_LABEL);
      g_autofree char *tooltip = asc_ui_make_tooltip (c->tooltip != NULL ? c->tooltip : c->title);
      gboolean at_end = c->kind == ASC_CELL_METRIC || c->kind == ASC_CELL_NUMBER || c->kind == ASC_CELL_ADDRESS;

      asc_ui_set_tooltip (title, tooltip);
      if (label == NULL)
        continue;
      gtk_label_set_use_markup (GTK_LABEL (label), TRUE);
      gtk_label_set_justify (GTK_LABEL (label), at_end ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
      gtk_label_set_xalign (GTK_LABEL (label), at_end ? 1 : 0);
      gtk_widget_set_halign (label, at_end ? GTK_ALIGN_END : GTK_ALIGN_START);
      gtk_widget_set_hexpand (label, at_end);
      gtk_widget_set_valign (label, GTK_ALIGN_END);
      /* The arrow stands on the other side of the text, which then ends above the digits. */
      if (at_end && gtk_widget_get_prev_sibling (label) == NULL && gtk_widget_get_next_sibling (label) != NULL)
        gtk_box_reorder_child_after (GTK_BOX (gtk_widget_get_parent (label)), label, gtk_widget_get_next_sibling (label));
    }
}

/* GTK 4.8 leaves room for a hidden column that has a fixed width. */
static void
give_width (AscTable *self, GtkColumnViewColumn *column)
{
  ColumnData *data = g_object_get_qdata (G_OBJECT (column), column_quark ());
  gboolean visible = gtk_column_view_column_get_visible (column);

  gtk_column_view_column_set_fixed_width (column, visible ? measure_column (self, self->context->source, data->column) : -1);
}

static void
notify_visible_cb (GtkColumnViewColumn *column, GParamSpec *pspec, AscTable *self)
{
  ColumnData *data = g_object_get_qdata (G_OBJECT (column), column_quark ());
  const AscTableColumn *c = asc_table_source_get_column (self->context->source, data->column);

  g_hash_table_insert (self->shown, g_strdup (c->id), GINT_TO_POINTER (gtk_column_view_column_get_visible (column)));
  give_width (self, column);
}

/* The menu of every header: a tick for each column but the name. */
static GMenuModel *
make_column_menu (AscTable *self, AscTableSource *source)
{
  GMenu *menu = g_menu_new ();
  GMenu *section = g_menu_new ();

  for (guint i = 0; i < self->columns->len; i++)
    {
      const AscTableColumn *c = asc_table_source_get_column (source, i);
      g_autofree char *name = g_strdup_printf ("show-%u", i);
      g_autofree char *action = g_strconcat ("columns.", name, NULL);
      g_autofree char *heading = asc_table_source_dup_heading (source, i);
      g_autoptr (GPropertyAction) property = NULL;

      if (c->kind == ASC_CELL_NAME)
        continue;
      property = g_property_action_new (name, g_ptr_array_index (self->columns, i), "visible");
      g_action_map_add_action (G_ACTION_MAP (self->column_actions), G_ACTION (property));
      g_menu_append (section, heading, action);
    }
  g_menu_append_section (menu, _ ("Visible Columns"), G_MENU_MODEL (section));
  g_object_unref (section);
  return G_MENU_MODEL (menu);
}

static GtkColumnViewColumn *
make_column (AscTable *self, AscTableSource *source, guint i)
{
  const AscTableColumn *c = asc_table_source_get_column (source, i);
  ColumnData *data = g_rc_box_new0 (ColumnData);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSorter) sorter = NULL;
  GtkColumnViewColumn *column;
  gpointer wanted;

  data->table = self;
  data->column = i;
  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cb), g_rc_box_acquire (data), release_data, 0);
  g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cb), g_rc_box_acquire (data), release_data, 0);
  g_signal_connect_data (factory, "unbind", G_CALLBACK (unbind_cb), g_rc_box_acquire (data), release_data, 0);
  column = gtk_column_view_column_new (NULL, factory);
  sorter = GTK_SORTER (gtk_custom_sorter_new (probe_cb, g_rc_box_acquire (data), (GDestroyNotify) g_rc_box_release));
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, c->kind == ASC_CELL_NAME || c->expands);
  if (g_hash_table_lookup_extended (self->shown, c->id, NULL, &wanted))
    gtk_column_view_column_set_visible (column, GPOINTER_TO_INT (wanted));
  else
    gtk_column_view_column_set_visible (column, !c->hidden);
  g_object_set_qdata_full (G_OBJECT (column), column_quark (), data, (GDestroyNotify) g_rc_box_release);
  g_signal_connect_object (column, "notify::visible", G_CALLBACK (notify_visible_cb), self, 0);
  return column;
}

gboolean
asc_table_has_same_columns (AscTable *self, AscTableSource *source)
{
  AscTableSource *before = self->context->source;

  if (before == NULL || asc_table_source_get_n_columns (source) != self->columns->len)
    return FALSE;
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AscTableColumn *a = asc_table_source_get_column (before, i);
      const AscTableColumn *b = asc_table_source_get_column (source, i);

      if (a->kind != b->kind || a->hidden != b->hidden || strcmp (a->id, b->id) != 0)
        return FALSE;
    }
  return TRUE;
}

void
asc_table_remove_columns (AscTable *self)
{
  g_auto (GStrv) actions = g_action_group_list_actions (G_ACTION_GROUP (self->column_actions));

  for (guint i = 0; actions[i] != NULL; i++)
    g_action_map_remove_action (G_ACTION_MAP (self->column_actions), actions[i]);
  for (guint i = 0; i < self->columns->len; i++)
    gtk_column_view_remove_column (self->view, g_ptr_array_index (self->columns, i));
  g_ptr_array_set_size (self->columns, 0);
  self->last_primary = -1;
}

void
asc_table_update_columns (AscTable *self, AscTableSource *source)
{
  gboolean fresh = self->columns->len == 0;
  g_autofree char *widest = asc_ui_format_percent (1, 1);

  self->context->percent_width = measure_text (self, widest, TRUE);
  g_array_set_size (self->context->widths, 0);
  for (guint i = 0; i < asc_table_source_get_n_columns (source); i++)
    {
      AscCellWidth share = find_share (self, source, i);

      g_array_append_val (self->context->widths, share);
    }
  for (guint i = 0; fresh && i < asc_table_source_get_n_columns (source); i++)
    {
      g_ptr_array_add (self->columns, make_column (self, source, i));
      gtk_column_view_append_column (self->view, g_ptr_array_index (self->columns, i));
    }
  dress_headers (self, source);
  for (guint i = 0; i < self->columns->len; i++)
    {
      GtkColumnViewColumn *column = g_ptr_array_index (self->columns, i);
      ColumnData *data = g_object_get_qdata (G_OBJECT (column), column_quark ());
      int width = measure_column (self, source, i);
      g_autofree char *title = make_title (self, asc_table_source_get_column (source, i), width);

      /* Dragged widths stay, unless larger numbers came. */
      if (fresh || (width > data->measured && gtk_column_view_column_get_fixed_width (column) < width))
        give_width (self, column);
      data->measured = width;
      gtk_column_view_column_set_title (column, title);
    }
  if (fresh)
    {
      g_autoptr (GMenuModel) menu = make_column_menu (self, source);

      for (guint i = 0; i < self->columns->len; i++)
        gtk_column_view_column_set_header_menu (g_ptr_array_index (self->columns, i), menu);
    }
}

void
asc_table_measure_anew (AscTable *self)
{
  GHashTableIter iter;
  gpointer cell;

  if (self->context->source == NULL)
    return;
  asc_table_update_columns (self, self->context->source);
  for (guint i = 0; i < self->columns->len; i++)
    give_width (self, g_ptr_array_index (self->columns, i));
  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    gtk_widget_queue_resize (cell);
}

GArray *
asc_table_list_shown_columns (AscTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      ColumnData *data = g_object_get_qdata (G_OBJECT (column), column_quark ());

      if (gtk_column_view_column_get_visible (column))
        g_array_append_val (shown, data->column);
    }
  return shown;
}

static void
bind_both_ways (gpointer source, gpointer target, const char *property)
{
  g_object_bind_property (source, property, target, property, G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}

void
asc_table_link_columns (AscTable *self, AscTable *other)
{
  g_return_if_fail (self->columns->len == other->columns->len);

  for (guint i = 0; i < self->columns->len; i++)
    {
      gpointer column = g_ptr_array_index (self->columns, i);
      gpointer twin = g_ptr_array_index (other->columns, i);

      /* Columns that the last source had too are linked already. */
      if (g_object_get_data (column, "asc-twin") == twin)
        continue;
      g_object_set_data (column, "asc-twin", twin);
      bind_both_ways (twin, column, "fixed-width");
      bind_both_ways (twin, column, "visible");
    }
  if (g_object_get_data (G_OBJECT (self), "asc-twin") == other)
    return;
  g_object_set_data (G_OBJECT (self), "asc-twin", other);
  gtk_column_view_set_reorderable (self->view, FALSE);
  gtk_column_view_set_reorderable (other->view, FALSE);
  bind_both_ways (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (other->scroller)),
                  gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->scroller)), "value");
}

void
asc_table_set_header_visible (AscTable *self, gboolean visible)
{
  gtk_widget_set_visible (gtk_widget_get_first_child (GTK_WIDGET (self->view)), visible);
}
