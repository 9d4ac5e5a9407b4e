/* asc-table-keys.c: the table's keyboard, menus, search and copies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-table-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "asc-ui-text.h"

/* Letters that come closer than this belong to one word of type-ahead. */
#define TYPE_AHEAD_US (1500 * G_TIME_SPAN_MILLISECOND)
/* "Expand above" opens what carries this part of the total, and no more rows than that. */
#define EXPAND_SHARE 0.01
#define EXPAND_MAX_ROWS 200000

static gboolean
has_rows (AscTable *self)
{
  return self->context->source != NULL && self->context->model != NULL && asc_row_model_get_size (self->context->model) > 0;
}

static gboolean
matches (AscTable *self, guint32 row, AscMatcher *matcher)
{
  return asc_matcher_matches (matcher, asc_table_source_get_name (self->context->source, row));
}

/* The first match at or after @start in the direction of @step, around the end; of @n places. */
typedef struct
{
  guint n;
  guint start;
  int step;
  guint best;     /* ASC_NO_POSITION: none yet */
  guint distance; /* of the best */
} Nearest;

static Nearest
nearest_new (guint n, guint selected, int step)
{
  guint start = selected == ASC_NO_POSITION ? 0 : step != 0 ? (selected + n + (guint) step) % n : selected;

  return (Nearest){ n, start, step, ASC_NO_POSITION, 0 };
}

static void
nearest_offer (Nearest *self, guint place)
{
  guint distance = self->step < 0 ? (self->start + self->n - place) % self->n : (place + self->n - self->start) % self->n;

  if (self->best == ASC_NO_POSITION || distance < self->distance)
    {
      self->best = place;
      self->distance = distance;
    }
}

static guint
search_flat (AscTable *self, AscMatcher *matcher, int step)
{
  guint n = asc_row_model_get_size (self->context->model);
  Nearest nearest = nearest_new (n, asc_table_get_selected_position (self), step);
  guint n_matches = 0;

  for (guint i = 0; i < n; i++)
    if (matches (self, asc_row_model_get_row (self->context->model, i), matcher))
      {
        nearest_offer (&nearest, i);
        n_matches++;
      }
  if (n_matches > 0 && step != ASC_SEARCH_MARK)
    asc_table_choose_position (self, nearest.best);
  return n_matches;
}

/* The same function stands in many nodes: its name is looked at once. @known: a byte for each function: 0 not yet, 1 no, 2 yes. */
static gboolean
matches_once (AscTable *self, guint32 row, AscMatcher *matcher, GByteArray *known)
{
  guint32 function = asc_table_source_get_function (self->context->source, row);
  guint n_before = known->len;

  if (function == ASC_NONE)
    return matches (self, row, matcher);
  if (function >= n_before)
    {
      g_byte_array_set_size (known, MAX (function + 1, 2 * n_before));
      memset (known->data + n_before, 0, known->len - n_before);
    }
  if (known->data[function] == 0)
    known->data[function] = matches (self, row, matcher) ? 2 : 1;
  return known->data[function] == 2;
}

/* In a tree all nodes are looked at, in their own order, and the one that is found is revealed. */
static guint
search_tree (AscTable *self, AscMatcher *matcher, int step)
{
  guint n = asc_table_source_get_n_rows (self->context->source);
  Nearest nearest = nearest_new (n, self->selected_row != ASC_NONE ? self->selected_row : ASC_NO_POSITION, step);
  g_autoptr (GByteArray) known = g_byte_array_new ();
  guint n_matches = 0;

  for (guint32 row = 0; row < n; row++)
    if (matches_once (self, row, matcher, known))
      {
        nearest_offer (&nearest, row);
        n_matches++;
      }
  if (n_matches > 0 && step != ASC_SEARCH_MARK)
    asc_table_choose_position (self, asc_row_tree_reveal (self->context->tree, nearest.best));
  return n_matches;
}

guint
asc_table_search (AscTable *self, AscMatcher *matcher, int step)
{
  g_return_val_if_fail (ASC_IS_TABLE (self), 0);

  if (!asc_matcher_equal (self->context->search, matcher))
    {
      g_clear_pointer (&self->context->search, asc_matcher_unref);
      self->context->search = matcher != NULL ? asc_matcher_ref (matcher) : NULL;
      asc_table_refresh (self);
    }
  if (!has_rows (self) || matcher == NULL)
    return 0;
  if (self->context->tree != NULL && asc_table_source_get_n_rows (self->context->source) > 0)
    return search_tree (self, matcher, step);
  return search_flat (self, matcher, step);
}

static void
append_row (AscTable *self, GString *string, GArray *columns, guint32 row)
{
  for (guint i = 0; i < columns->len; i++)
    {
      if (i > 0)
        g_string_append_c (string, '\t');
      asc_table_source_append_tsv (self->context->source, string, row, g_array_index (columns, guint, i));
    }
  g_string_append_c (string, '\n');
}

char *
asc_table_dup_names (AscTable *self)
{
  g_autoptr (GArray) rows = NULL;
  GString *string;

  g_return_val_if_fail (ASC_IS_TABLE (self), NULL);

  rows = asc_row_selection_list (self->selection);
  if (!has_rows (self) || rows->len == 0)
    return NULL;
  string = g_string_new (NULL);
  for (guint i = 0; i < rows->len; i++)
    g_string_append_printf (string, "%s%s", i > 0 ? "\n" : "", asc_table_source_get_name (self->context->source, g_array_index (rows, guint32, i)));
  return g_string_free (string, FALSE);
}

char *
asc_table_dup_tsv (AscTable *self, gboolean everything)
{
  g_autoptr (GArray) columns = NULL;
  g_autoptr (GArray) rows = NULL;
  GString *string;

  g_return_val_if_fail (ASC_IS_TABLE (self), NULL);

  if (!has_rows (self))
    return NULL;
  columns = asc_table_list_shown_columns (self);
  string = g_string_new (NULL);
  for (guint i = 0; i < columns->len; i++)
    {
      if (i > 0)
        g_string_append_c (string, '\t');
      asc_table_source_append_tsv_heading (self->context->source, string, g_array_index (columns, guint, i));
    }
  g_string_append_c (string, '\n');
  rows = asc_row_selection_list (self->selection);
  for (guint i = 0; !everything && i < rows->len; i++)
    append_row (self, string, columns, g_array_index (rows, guint32, i));
  for (guint i = 0; (everything || rows->len == 0) && i < asc_row_model_get_size (self->context->model); i++)
    append_row (self, string, columns, asc_row_model_get_row (self->context->model, i));
  return g_string_free (string, FALSE);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscTable *self = ASC_TABLE (widget);
  g_autofree char *text = NULL;

  if (strcmp (name, "table.copy-name") == 0)
    {
      text = asc_table_dup_names (self);
      if (text != NULL)
        gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
      return;
    }
  text = asc_table_dup_tsv (self, strcmp (name, "table.copy-table") == 0);
  if (text != NULL)
    asc_ui_copy_rows (widget, text);
}

static void
tree_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscTable *self = ASC_TABLE (widget);
  AscRowTree *tree = self->context->tree;
  guint position = asc_table_get_selected_position (self);

  if (tree == NULL || !has_rows (self))
    return;
  if (strcmp (name, "table.expand-hottest") == 0)
    asc_table_choose_position (self, asc_row_tree_expand_hottest (tree, position == ASC_NO_POSITION ? 0 : position, 0, G_MAXUINT));
  else if (strcmp (name, "table.expand-above") == 0)
    {
      int column = asc_table_source_find_kind (self->context->source, ASC_CELL_METRIC);
      gint64 total = column >= 0 ? asc_table_source_get_column (self->context->source, (guint) column)->total : 0;

      asc_row_tree_expand_above (tree, 0, MAX (1, (gint64) ((double) total * EXPAND_SHARE)), EXPAND_MAX_ROWS);
    }
  else
    asc_row_tree_collapse_all (tree);
}

void
asc_table_class_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "table.copy-name", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "table.copy-row", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "table.copy-table", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "table.expand-hottest", NULL, tree_action);
  gtk_widget_class_install_action (widget_class, "table.expand-above", NULL, tree_action);
  gtk_widget_class_install_action (widget_class, "table.collapse-all", NULL, tree_action);
}

static void
append_item (GMenu *menu, const char *label, const char *action, const char *keys)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  if (keys != NULL)
    g_menu_item_set_attribute (item, "accel", "s", keys);
  g_menu_append_item (menu, item);
}

static GMenuModel *
make_menu (AscTable *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) copy = g_menu_new ();
  guint n;

  if (self->menu != NULL)
    g_menu_append_section (menu, NULL, self->menu);
  if (self->context->tree != NULL)
    {
      g_autoptr (GMenu) tree = g_menu_new ();
      g_autofree char *percent = asc_ui_format_percent (1, 100);
      /* TRANSLATORS: %s is a percentage, "1.00%": opens every branch that carries at least that much */
      g_autofree char *above = g_strdup_printf (_ ("Expand Above %s"), percent);

      append_item (tree, _ ("Expand Hottest Branch"), "table.expand-hottest", "asterisk");
      append_item (tree, above, "table.expand-above", "<Control>asterisk");
      append_item (tree, _ ("Collapse All"), "table.collapse-all", NULL);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (tree));
    }
  n = asc_row_selection_get_size (self->selection);
  append_item (copy, n > 1 ? _ ("Copy Names") : _ ("Copy Name"), "table.copy-name", "<Shift><Control>c");
  append_item (copy, n > 1 ? _ ("Copy Rows") : _ ("Copy Row"), "table.copy-row", "<Control>c");
  append_item (copy, _ ("Copy Table"), "table.copy-table", NULL);
  append_item (copy, _ ("Export Table…"), "win.export-table", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copy));
  return G_MENU_MODEL (menu);
}

static void
popup_menu (AscTable *self, double x, double y)
{
  g_autoptr (GMenuModel) menu = make_menu (self);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  self->popover = gtk_popover_menu_new_from_model (menu);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  /* GTK 4.8 does not give the keyboard back. */
  g_signal_connect_object (self->popover, "closed", G_CALLBACK (asc_table_focus), self, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

/* The cell below a point of the table, or NULL. */
static AscCell *
pick_cell (AscTable *self, double x, double y)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  while (picked != NULL && picked != GTK_WIDGET (self) && !ASC_IS_CELL (picked))
    {
      /* A click beside the text hits GTK's cell around ours. */
      GtkWidget *child = gtk_widget_get_first_child (picked);

      if (child != NULL && ASC_IS_CELL (child))
        return ASC_CELL (child);
      picked = gtk_widget_get_parent (picked);
    }
  return picked != NULL && ASC_IS_CELL (picked) ? ASC_CELL (picked) : NULL;
}

static void
open_menu_at (AscTable *self, double x, double y)
{
  AscCell *cell = pick_cell (self, x, y);

  if (cell == NULL || asc_cell_get_position (cell) == ASC_NO_POSITION)
    return;
  /* What is chosen already stays so, and the menu is for all of it. */
  if (!gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), asc_cell_get_position (cell)))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), asc_cell_get_position (cell), TRUE);
  popup_menu (self, x, y);
}

static void
secondary_pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, AscTable *self)
{
  if (pick_cell (self, x, y) == NULL)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu_at (self, x, y);
}

static void
long_pressed_cb (GtkGestureLongPress *gesture, double x, double y, AscTable *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu_at (self, x, y);
}

/* At the chosen row, when it is on screen. */
static gboolean
open_menu_by_key (AscTable *self)
{
  GHashTableIter iter;
  gpointer cell;
  guint position = asc_table_get_selected_position (self);

  g_hash_table_iter_init (&iter, self->cells);
  while (position != ASC_NO_POSITION && g_hash_table_iter_next (&iter, &cell, NULL))
    {
      graphene_rect_t bounds;

      if (asc_cell_get_position (cell) != position || asc_table_source_get_column (self->context->source, asc_cell_get_column (cell))->kind != ASC_CELL_NAME)
        continue;
      if (!gtk_widget_get_mapped (cell) || !gtk_widget_compute_bounds (cell, GTK_WIDGET (self), &bounds))
        continue;
      popup_menu (self, bounds.origin.x + ASC_CELL_PADDING, bounds.origin.y + bounds.size.height);
      return TRUE;
    }
  return FALSE;
}

static gboolean
tree_key (AscTable *self, guint keyval, GdkModifierType state)
{
  AscRowTree *tree = self->context->tree;
  guint position = asc_table_get_selected_position (self);
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  if (keyval == GDK_KEY_asterisk || keyval == GDK_KEY_KP_Multiply)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), (state & GDK_CONTROL_MASK) != 0 ? "table.expand-above" : "table.expand-hottest", NULL);
      return TRUE;
    }
  if (position == ASC_NO_POSITION || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  if (keyval == (rtl ? GDK_KEY_Left : GDK_KEY_Right))
    {
      if (!asc_row_tree_is_expanded (tree, position))
        asc_row_tree_set_expanded (tree, position, TRUE);
      else if (position + 1 < asc_row_model_get_size (self->context->model))
        asc_table_choose_position (self, position + 1);
      return TRUE;
    }
  if (keyval == (rtl ? GDK_KEY_Right : GDK_KEY_Left))
    {
      if (position > 0 && asc_row_tree_is_expanded (tree, position))
        asc_row_tree_set_expanded (tree, position, FALSE);
      else if (position > 0)
        asc_table_choose_position (self, asc_row_tree_get_parent_position (tree, position));
      return TRUE;
    }
  return FALSE;
}

/* A name that begins with @text, else one that has it in it, from the chosen row on. */
static guint
find_typed (AscTable *self, const char *text, guint start)
{
  guint n = asc_row_model_get_size (self->context->model);
  guint inside = ASC_NO_POSITION;
  gsize length = strlen (text);

  for (guint i = 0; i < n; i++)
    {
      guint position = (start + i) % n;
      const char *name = asc_table_source_get_name (self->context->source, asc_row_model_get_row (self->context->model, position));

      if (g_ascii_strncasecmp (name, text, length) == 0)
        return position;
      if (inside == ASC_NO_POSITION && strcasestr (name, text) != NULL)
        inside = position;
    }
  return inside;
}

static gboolean
type_ahead (AscTable *self, guint keyval, GdkModifierType state)
{
  gunichar c = gdk_keyval_to_unicode (keyval);
  gint64 now = g_get_monotonic_time ();
  gboolean goes_on = self->typed->len > 0 && now - self->typed_time_us < TYPE_AHEAD_US;
  guint start = asc_table_get_selected_position (self);
  guint found;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0 || c == 0 || !has_rows (self))
    return FALSE;
  if (!g_unichar_isalnum (c) && (c > 0x7f || strchr ("_<~:", (int) c) == NULL) && !(goes_on && g_unichar_isgraph (c) && c != '*' && c != '+' && c != '-'))
    return FALSE;
  if (!goes_on)
    g_string_truncate (self->typed, 0);
  g_string_append_unichar (self->typed, c);
  self->typed_time_us = now;
  found = find_typed (self, self->typed->str, start == ASC_NO_POSITION ? 0 : start);
  if (found != ASC_NO_POSITION)
    asc_table_choose_position (self, found);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
  return TRUE;
}

/* Before GTK's list, which would take the arrows. */
static gboolean
key_pressed_cb (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType state, AscTable *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  /* An open menu has its own keys. */
  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->view)) || gtk_widget_get_native (focus) != gtk_widget_get_native (GTK_WIDGET (self)))
    return FALSE;
  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) != 0))
    return open_menu_by_key (self);
  if (has_rows (self) && self->context->tree != NULL && tree_key (self, keyval, state))
    return TRUE;
  return type_ahead (self, keyval, state);
}

void
asc_table_add_controllers (AscTable *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (secondary_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));

  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (long_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (press));
}
