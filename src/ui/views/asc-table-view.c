/* asc-table-view.c: see asc-table-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-table-view.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  AscTable *table; /* lent: a child */
  char *metric;    /* id of the primary metric when the order was chosen last */
  gconstpointer profile; /* that is on show, never followed */
} AscTableViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (AscTableView, asc_table_view, ASC_TYPE_VIEW)

static AscSession *
get_session (AscTableView *self)
{
  return asc_view_get_session (ASC_VIEW (self));
}

/* The primary metric sorts; another order that somebody clicked lasts until another metric is chosen. */
static void
choose_order (AscTableView *self, AscProfile *profile)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (self);
  AscTableViewClass *klass = ASC_TABLE_VIEW_GET_CLASS (self);
  const AscMetric *metric = asc_profile_get_metric (profile, asc_session_get_metric (get_session (self)));
  g_autofree char *id = NULL;

  if (g_strcmp0 (priv->metric, metric->id) == 0)
    return;
  id = asc_table_dup_metric_id (metric, klass->sort_flavor);
  if (klass->sort_id == NULL)
    asc_table_set_sort (priv->table, id, TRUE);
  else if (priv->metric == NULL)
    asc_table_set_sort (priv->table, klass->sort_id, FALSE);
  g_free (priv->metric);
  priv->metric = g_strdup (metric->id);
}

/* @moved: (nullable): where the functions on show are in @profile. Returns: the row to choose, or ASC_NONE. */
static guint32
fill_tree (AscTableView *self, AscProfile *profile, GArray *moved)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (self);
  AscTableViewClass *klass = ASC_TABLE_VIEW_GET_CLASS (self);
  g_autoptr (AscRowTree) tree = klass->make_tree (self, profile);
  AscRowTree *before = moved != NULL ? asc_table_get_tree (priv->table) : NULL;
  guint32 chosen = ASC_NONE;

  if (before != NULL)
    chosen = asc_row_tree_open_like (tree, before, moved, asc_table_get_selected_row (priv->table));
  asc_table_set_tree (priv->table, tree);
  if (before == NULL && klass->tree_changed != NULL)
    klass->tree_changed (self, tree);
  return chosen;
}

static gboolean
is_same_cell (AscTableSource *a, guint32 row_a, AscTableSource *b, guint32 row_b, const char *id)
{
  int x = asc_table_source_find_column (a, id), y = asc_table_source_find_column (b, id);
  AscCellKind kind;

  if (x < 0 || y < 0)
    return FALSE;
  kind = asc_table_source_get_column (a, (guint) x)->kind;
  if (kind == ASC_CELL_NAME || kind == ASC_CELL_TEXT)
    return g_strcmp0 (asc_table_source_get_text (a, row_a, (guint) x), asc_table_source_get_text (b, row_b, (guint) y)) == 0;
  return asc_table_source_get_number (a, row_a, (guint) x) == asc_table_source_get_number (b, row_b, (guint) y);
}

/* The row of @source that says the same in the columns @identity as @row of @before, or ASC_NONE. */
static guint32
find_row_alike (const char *const *identity, AscTableSource *before, guint32 row, AscTableSource *source)
{
  for (guint32 i = 0; i < asc_table_source_get_n_rows (source); i++)
    {
      gboolean same = TRUE;

      for (guint j = 0; same && identity[j] != NULL; j++)
        same = is_same_cell (before, row, source, i, identity[j]);
      if (same)
        return i;
    }
  return ASC_NONE;
}

/* @moved: (nullable): the functions on show are in @profile, only elsewhere. Returns: the row to choose, or ASC_NONE. */
static guint32
fill_flat (AscTableView *self, AscProfile *profile, GArray *moved)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (self);
  AscTableViewClass *klass = ASC_TABLE_VIEW_GET_CLASS (self);
  g_autoptr (AscTableSource) source = klass->make_source (self, profile);
  AscTableSource *before = asc_table_get_source (priv->table);
  guint32 row = asc_table_get_selected_row (priv->table);

  if (moved == NULL || row == ASC_NONE || before == NULL || source == NULL)
    row = ASC_NONE;
  else if (klass->identity != NULL)
    row = find_row_alike (klass->identity, before, row, source);
  /* Threads, processes, CPUs: their rows know no names. */
  else if (asc_table_source_get_function (before, row) != ASC_NONE || asc_table_source_get_n_rows (before) != asc_table_source_get_n_rows (source))
    row = ASC_NONE;
  asc_table_set_source (priv->table, source);
  return row;
}

static gboolean
is_waiting (AscTableView *self)
{
  AscTableViewClass *klass = ASC_TABLE_VIEW_GET_CLASS (self);

  return klass->is_waiting != NULL && klass->is_waiting (self);
}

static void
fill (AscTableView *self)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (self);
  AscTableViewClass *klass = ASC_TABLE_VIEW_GET_CLASS (self);
  AscProfile *profile = asc_session_get_profile (get_session (self));
  GArray *moved = priv->profile != NULL && priv->profile != profile ? asc_session_get_moved (get_session (self), (AscProfile *) priv->profile) : NULL;
  AscTablePlace place = asc_table_get_place (priv->table);
  guint32 chosen;

  if (is_waiting (self))
    return;
  choose_order (self, profile);
  chosen = klass->make_tree != NULL ? fill_tree (self, profile, moved) : fill_flat (self, profile, moved);
  if (chosen != ASC_NONE)
    asc_table_select_row (priv->table, chosen);
  ASC_VIEW_GET_CLASS (self)->selection_changed (ASC_VIEW (self));
  if (moved != NULL)
    asc_table_restore_place (priv->table, place);
  priv->profile = profile;
}

/* Also called after the profile was replaced. */
static void
asc_table_view_metric_changed (AscView *view)
{
  fill (ASC_TABLE_VIEW (view));
}

static void
asc_table_view_selection_changed (AscView *view)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (ASC_TABLE_VIEW (view));
  AscSession *session = asc_view_get_session (view);

  if (!is_waiting (ASC_TABLE_VIEW (view)))
    asc_table_select_function (priv->table, asc_session_get_function (session));
}

static guint
asc_table_view_search (AscView *view, AscMatcher *matcher, int step)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (ASC_TABLE_VIEW (view));

  return asc_table_search (priv->table, matcher, step);
}

static char *
asc_table_view_copy (AscView *view, gboolean everything)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (ASC_TABLE_VIEW (view));

  return asc_table_dup_tsv (priv->table, everything);
}

static char *
asc_table_view_dup_sheet (AscView *view, guint max_rows, guint *n_rows)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (ASC_TABLE_VIEW (view));

  return asc_table_dup_sheet (priv->table, max_rows, n_rows);
}

static void
asc_table_view_get_request (AscView *view, AscRequest *ask)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (ASC_TABLE_VIEW (view));

  asc_table_get_request (priv->table, ask->profile, ask);
}

gboolean
asc_table_view_select (AscSession *session, AscTable *table, guint32 row)
{
  AscTableSource *source = asc_table_get_source (table);
  guint32 function = row != ASC_NONE ? asc_table_source_get_function (source, row) : ASC_NONE;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GArray) functions = NULL;

  if (function == ASC_NONE)
    return FALSE;
  rows = asc_table_list_selected (table);
  functions = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; rows->len > 1 && i < rows->len; i++)
    {
      guint32 other = asc_table_source_get_function (source, g_array_index (rows, guint32, i));

      if (other != ASC_NONE)
        g_array_append_val (functions, other);
    }
  g_object_freeze_notify (G_OBJECT (session));
  asc_session_select_function (session, function);
  asc_session_set_several (session, functions);
  g_object_thaw_notify (G_OBJECT (session));
  return TRUE;
}

/* "METRIC COLUMN down": ids hold no tabulators. */
static char *
asc_table_view_dup_order (AscView *view)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (ASC_TABLE_VIEW (view));
  gboolean descending;
  const char *id = asc_table_get_sort (priv->table, &descending);

  return priv->metric != NULL && id != NULL ? g_strdup_printf ("%s\t%s\t%s", priv->metric, id, descending ? "down" : "up") : NULL;
}

static void
asc_table_view_set_order (AscView *view, const char *order)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (ASC_TABLE_VIEW (view));
  g_auto (GStrv) words = g_strsplit (order, "\t", 3);

  if (g_strv_length (words) != 3)
    return;
  g_free (priv->metric);
  priv->metric = g_strdup (words[0]);
  asc_table_set_sort (priv->table, words[1], g_str_equal (words[2], "down"));
}

static void
row_selected_cb (AscTableView *self, guint32 row)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (self);

  if (!is_waiting (self))
    asc_table_view_select (get_session (self), priv->table, row);
}

static char *
asc_table_view_copy_names (AscView *view)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (ASC_TABLE_VIEW (view));

  return asc_table_dup_names (priv->table);
}

static void
row_activated_cb (AscTableView *self, guint32 row)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (self);
  AscTableViewClass *klass = ASC_TABLE_VIEW_GET_CLASS (self);
  guint32 function;

  if (is_waiting (self))
    return;
  function = asc_table_source_get_function (asc_table_get_source (priv->table), row);
  if (klass->row_activated != NULL)
    klass->row_activated (self, row);
  else if (function != ASC_NONE)
    {
      asc_session_set_center (get_session (self), function);
      asc_session_show_view (get_session (self), "callers-callees");
    }
}

static void
asc_table_view_finalize (GObject *object)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (ASC_TABLE_VIEW (object));

  g_free (priv->metric);
  G_OBJECT_CLASS (asc_table_view_parent_class)->finalize (object);
}

static void
asc_table_view_class_init (AscTableViewClass *klass)
{
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = asc_table_view_finalize;
  view_class->metric_changed = asc_table_view_metric_changed;
  view_class->selection_changed = asc_table_view_selection_changed;
  view_class->search = asc_table_view_search;
  view_class->copy = asc_table_view_copy;
  view_class->dup_sheet = asc_table_view_dup_sheet;
  view_class->get_request = asc_table_view_get_request;
  view_class->copy_names = asc_table_view_copy_names;
  view_class->dup_order = asc_table_view_dup_order;
  view_class->set_order = asc_table_view_set_order;
  klass->sort_flavor = ASC_FLAVOR_EXCLUSIVE;
  asc_function_menu_install_actions (GTK_WIDGET_CLASS (klass));
  g_type_ensure (ASC_TYPE_TABLE);
}

static void
asc_table_view_init (AscTableView *self)
{
}

void
asc_table_view_set_table (AscTableView *self, AscTable *table)
{
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (self);

  priv->table = table;
  asc_table_set_title (table, asc_view_class_get_title (ASC_VIEW_GET_CLASS (self)));
  g_signal_connect_object (table, "row-selected", G_CALLBACK (row_selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "row-activated", G_CALLBACK (row_activated_cb), self, G_CONNECT_SWAPPED);
}

void
asc_table_view_add_metrics (AscTableSource *source, AscSession *session, AscFlavor exclusive, AscFlavor inclusive)
{
  AscProfile *profile = asc_session_get_profile (session);
  GArray *columns = asc_session_get_columns (session);

  for (guint i = 0; i < columns->len; i++)
    {
      const AscColumn *column = &g_array_index (columns, AscColumn, i);
      AscFlavor flavor = column->flavor == ASC_FLAVOR_EXCLUSIVE ? exclusive : inclusive;
      const AscMetric *metric;
      g_autofree char *id = NULL;

      if (column->flavor == ASC_FLAVOR_STATIC || (column->visibility & ASC_HIDDEN) != 0)
        continue;
      metric = asc_profile_get_metric (profile, column->metric);
      id = asc_table_dup_metric_id (metric, flavor);
      if (asc_table_source_find_column (source, id) < 0)
        asc_table_source_add_metric (source, metric, flavor, column->visibility, ASC_COLUMN_KEY (column->metric, flavor), metric->total,
                                     /* TRANSLATORS: what the percentages of a column are of; <Total> stays as it is */
                                     _ ("Percent of <Total>."));
    }
}

/* Whether any function is known to lie in a load object; not so in folded stacks. */
static gboolean
has_objects (AscProfile *profile)
{
  for (guint32 row = 1; row < asc_profile_get_n_objects (profile); row++)
    if (asc_profile_get_object (profile, row)->object != ASC_NONE)
      return TRUE;
  return FALSE;
}

static AscTableColumn *
add_static (AscTableSource *source, AscCellKind kind, AscStatic number, const char *id, const char *title)
{
  return asc_table_source_add (source, kind, ASC_COLUMN_KEY (number, ASC_FLAVOR_STATIC), id, title, 0);
}

void
asc_table_view_add_function_columns (AscTableSource *source, AscProfile *profile, AscFunctionColumns which)
{
  add_static (source, ASC_CELL_NAME, ASC_STATIC_NAME, "name", C_ ("column", "Name"));
  add_static (source, ASC_CELL_TEXT, ASC_STATIC_OBJECT, "object", C_ ("column", "Load Object"))->hidden
    = which == ASC_FUNCTION_COLUMNS_TREE || !has_objects (profile);
  if (which != ASC_FUNCTION_COLUMNS_ALL)
    return;
  add_static (source, ASC_CELL_ADDRESS, ASC_STATIC_ADDRESS, "address", C_ ("column", "Address"))->hidden = TRUE;
  add_static (source, ASC_CELL_NUMBER, ASC_STATIC_SIZE, "size", C_ ("column", "Size"))->hidden = TRUE;
}

const char *
asc_table_view_get_function_text (const AscFunctionRow *function, guint key)
{
  if (ASC_KEY_NUMBER (key) == ASC_STATIC_OBJECT)
    return function->object == NULL && function->name[0] == '<' ? "" : function->object;
  return function->name;
}

gint64
asc_table_view_get_function_number (const AscFunctionRow *function, guint key)
{
  if (ASC_KEY_NUMBER (key) == ASC_STATIC_SIZE)
    return function->size > 0 ? (gint64) function->size : ASC_NO_NUMBER;
  return function->address > 0 ? (gint64) function->address : ASC_NO_NUMBER;
}

gboolean
asc_table_view_has_stacks (AscSession *session, const char **reason)
{
  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    {
      const AscStacks *stacks = asc_experiment_get_stacks (asc_session_get_experiment (session, i));

      for (guint node = 0; node < stacks->n_nodes; node++)
        if (stacks->parent[node] != ASC_NONE)
          return TRUE;
    }
  *reason = N_ ("No call stacks were recorded.");
  return FALSE;
}

static void
center_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscSession *session = asc_view_get_session (ASC_VIEW (widget));

  if (session == NULL || asc_session_get_function (session) == ASC_NONE)
    return;
  asc_session_set_center (session, asc_session_get_function (session));
  if (strcmp (name, "function.show-callers-callees") == 0)
    asc_session_show_view (session, "callers-callees");
}

/* "FUNCTION(...)": exactly @row. (transfer full) */
static char *
dup_function_thing (const AscFunctionRow *row)
{
  g_autofree char *name = asc_filter_quote (row->long_name);
  g_autofree char *object = row->object != NULL ? asc_filter_quote (row->object) : NULL;

  return object != NULL ? g_strdup_printf ("FUNCTION(%s, %s)", name, object) : g_strdup_printf ("FUNCTION(%s)", name);
}

static void
filter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscSession *session = asc_view_get_session (ASC_VIEW (widget));
  guint32 function = session != NULL ? asc_session_get_function (session) : ASC_NONE;
  g_autofree char *thing = NULL;
  g_autofree char *text = NULL;

  if (function == ASC_NONE || function == ASC_FUNCTION_TOTAL)
    return;
  thing = dup_function_thing (asc_profile_get_function (asc_session_get_profile (session), function));
  if (strcmp (name, "function.filter-with") == 0)
    text = g_strdup_printf ("%s IN STACK", thing);
  else if (strcmp (name, "function.filter-without") == 0)
    text = g_strdup_printf ("%s NOT IN STACK", thing);
  else
    text = g_strdup_printf ("%s IN LEAF", thing);
  asc_filtering_add (asc_session_get_filtering (session), text);
}

/* The chosen row's thread, process, CPU or load object. */
static void
filter_row_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscTableView *self = ASC_TABLE_VIEW (widget);
  AscTableViewPrivate *priv = asc_table_view_get_instance_private (self);
  guint32 row = asc_table_get_selected_row (priv->table);
  g_autofree char *text = row != ASC_NONE ? ASC_TABLE_VIEW_GET_CLASS (self)->dup_filter (self, row) : NULL;

  if (text != NULL)
    asc_filtering_add (asc_session_get_filtering (get_session (self)), text);
}

void
asc_table_view_class_set_filter (AscTableViewClass *klass, char *(*dup_filter) (AscTableView *self, guint32 row))
{
  klass->dup_filter = dup_filter;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "row.filter-to", NULL, filter_row_action);
}

void
asc_table_view_add_filter_menu (AscTable *table)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("Filter to This"), "row.filter-to");
  asc_table_set_menu (table, G_MENU_MODEL (menu));
}

void
asc_function_menu_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "function.filter-with", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "function.filter-without", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "function.filter-leaf", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "function.set-center", NULL, center_action);
  gtk_widget_class_install_action (widget_class, "function.show-callers-callees", NULL, center_action);
}

GMenuModel *
asc_function_menu_new (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) filter = g_menu_new ();

  g_menu_append (menu, _ ("Set as Center"), "function.set-center");
  g_menu_append (menu, _ ("Show Callers and Callees"), "function.show-callers-callees");
  g_menu_append (menu, _ ("Show Source"), "win.show-source");
  g_menu_append (menu, _ ("Show Disassembly"), "win.show-disassembly");
  g_menu_append (filter, _ ("Only Events With This Function"), "function.filter-with");
  g_menu_append (filter, _ ("Only Events Without This Function"), "function.filter-without");
  g_menu_append (filter, _ ("Only Events With This Leaf"), "function.filter-leaf");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (filter));
  return G_MENU_MODEL (menu);
}
