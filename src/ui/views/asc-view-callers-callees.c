/* asc-view-callers-callees.c: who calls a function, and what it calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "asc-arc-source.h"
#include "asc-chain.h"
#include "asc-fragment-chips.h"
#include "asc-table-view.h"
#include "asc-ui-text.h"

#define ASC_TYPE_VIEW_CALLERS_CALLEES (asc_view_callers_callees_get_type ())
G_DECLARE_FINAL_TYPE (AscViewCallersCallees, asc_view_callers_callees, ASC, VIEW_CALLERS_CALLEES, AscView)

struct _AscViewCallersCallees
{
  AscView parent_instance;

  AscTable *callers;
  AscTable *center;
  AscTable *callees;
  GtkLabel *callers_sum;
  GtkLabel *callees_sum;
  AscFragmentChips *chips;
  GtkWidget *bar;
  GSimpleActionGroup *actions; /* "fragment": of the view and of its bar, which stands elsewhere in the window */

  GArray *fragment; /* what is shown: the session's or, when that is empty, <Total>; NULL: nothing yet */
  AscTable *last;   /* where a row was chosen last */
  guint chip;       /* the function of the fragment that was; ASC_NONE: none */
  char *metric;     /* id of the primary metric when the order was chosen */
  gconstpointer profile; /* that is on show, never followed */
  gboolean moved;        /* the rows stand for those before: they are to stay where they are */
};

/* Where the chosen function stands. */
typedef enum
{
  NOWHERE,
  BEFORE, /* among the callers */
  WITHIN, /* in the fragment */
  BEHIND, /* among the callees */
} Place;

G_DEFINE_FINAL_TYPE (AscViewCallersCallees, asc_view_callers_callees, ASC_TYPE_VIEW)

static AscSession *
get_session (AscViewCallersCallees *self)
{
  return asc_view_get_session (ASC_VIEW (self));
}

/* A fragment may be put together that never ran. */
static gboolean
is_unheard_of (AscViewCallersCallees *self, const AscArcSources *sources)
{
  return self->fragment->len > 1 && asc_table_source_get_n_rows (sources->callers) == 0 && asc_table_source_get_n_rows (sources->callees) == 0;
}

/* "sum 25.000 s = inclusive": the equations of every function, said with its numbers. */
static void
show_sums (AscViewCallersCallees *self, const AscArcSources *sources)
{
  AscSession *session = get_session (self);
  guint number = asc_session_get_metric (session);
  const AscMetric *metric = asc_profile_get_metric (asc_session_get_profile (session), number);
  gboolean is_total = g_array_index (self->fragment, guint32, 0) == ASC_FUNCTION_TOTAL;
  g_autofree char *callers = asc_ui_format_value (metric, sources->callers_sum[number]);
  g_autofree char *callees = asc_ui_format_value (metric, sources->callees_sum[number]);
  g_autofree char *exclusive = asc_ui_format_value (metric, sources->exclusive[number]);
  g_autofree char *upper = NULL;
  g_autofree char *lower = NULL;

  if (is_unheard_of (self, sources))
    {
      upper = g_strdup (_ ("No call stack has these functions one after the other."));
      lower = g_strdup ("");
    }
  else if (is_total)
    {
      upper = g_strdup (_ ("<Total> has no callers."));
      /* TRANSLATORS: %s is a value with its unit; <Total> stays as it is */
      lower = g_strdup_printf (_ ("Roots: sum %s = <Total>"), callees);
    }
  else
    {
      /* TRANSLATORS: below the list of callers; %s is a value with its unit */
      upper = g_strdup_printf (_ ("Callers: sum %s = inclusive"), callers);
      /* TRANSLATORS: below the list of callees; both are values with their units */
      lower = g_strdup_printf (_ ("Callees: sum %1$s + exclusive %2$s = inclusive"), callees, exclusive);
    }
  gtk_label_set_text (self->callers_sum, upper);
  gtk_label_set_text (self->callees_sum, lower);
}

/* What is attributed in the primary metric sorts, until a header is clicked and again when another metric is chosen. */
static void
choose_order (AscViewCallersCallees *self)
{
  AscSession *session = get_session (self);
  const AscMetric *metric = asc_profile_get_metric (asc_session_get_profile (session), asc_session_get_metric (session));
  g_autofree char *id = NULL;

  if (g_strcmp0 (self->metric, metric->id) == 0)
    return;
  id = asc_table_dup_metric_id (metric, ASC_FLAVOR_ATTRIBUTED);
  asc_table_set_sort (self->callers, id, TRUE);
  asc_table_set_sort (self->callees, id, TRUE);
  g_free (self->metric);
  self->metric = g_strdup (metric->id);
}

static void
show_fragment (AscViewCallersCallees *self)
{
  g_autoptr (AscArcSources) sources = asc_arc_sources_new (get_session (self), self->fragment);

  choose_order (self);
  asc_table_set_source (self->callers, sources->callers);
  asc_table_set_source (self->center, sources->center);
  asc_table_set_source (self->callees, sources->callees);
  asc_table_link_columns (self->center, self->callers);
  asc_table_link_columns (self->callees, self->callers);
  show_sums (self, sources);
  asc_fragment_chips_show (self->chips, asc_session_get_profile (get_session (self)), self->fragment);
  gtk_widget_set_visible (GTK_WIDGET (self->chips), self->fragment->len > 1);
}

static Place
find_place (AscViewCallersCallees *self)
{
  if (self->chip != ASC_NONE)
    return WITHIN;
  return self->last == self->callers ? BEFORE : self->last == self->callees ? BEHIND : NOWHERE;
}

static gboolean
can_do (AscViewCallersCallees *self, const char *name)
{
  guint32 function = self->fragment != NULL ? asc_session_get_function (get_session (self)) : ASC_NONE;
  Place place = find_place (self);
  gboolean may_grow;
  guint n;

  if (function == ASC_NONE)
    return FALSE;
  n = self->fragment->len;
  /* <Total> is no frame of a stack. */
  may_grow = function != ASC_FUNCTION_TOTAL && g_array_index (self->fragment, guint32, 0) != ASC_FUNCTION_TOTAL;
  if (g_str_equal (name, "set-center"))
    return n > 1 || function != g_array_index (self->fragment, guint32, 0);
  if (g_str_equal (name, "remove"))
    return place == WITHIN && n > 1;
  if (g_str_equal (name, "add"))
    return (place == BEFORE || place == BEHIND) && may_grow;
  if (g_str_equal (name, "set-head"))
    return (place == BEFORE && may_grow) || (place == WITHIN && self->chip > 0);
  return (place == BEHIND && may_grow) || (place == WITHIN && self->chip + 1 < n);
}

static void
update_actions (AscViewCallersCallees *self)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (self->actions));

  for (guint i = 0; names[i] != NULL; i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), names[i]);

      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), can_do (self, names[i]));
    }
}

/* The place of @function in the fragment, or ASC_NONE. */
static guint
find_in_fragment (AscViewCallersCallees *self, guint32 function)
{
  for (guint i = self->fragment->len; i-- > 0;)
    if (g_array_index (self->fragment, guint32, i) == function)
      return i;
  return ASC_NONE;
}

/* Shows the chosen function in one place; where it was chosen if it stands in several. */
static void
show_selection (AscViewCallersCallees *self)
{
  AscTable *tables[] = { self->last, self->callers, self->callees };
  guint32 function = asc_session_get_function (get_session (self));
  AscTable *chosen = NULL;

  if (self->chip >= self->fragment->len || g_array_index (self->fragment, guint32, self->chip) != function)
    self->chip = self->last == NULL ? find_in_fragment (self, function) : ASC_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      if (tables[i] == NULL || tables[i] == chosen)
        continue;
      asc_table_select_function (tables[i], chosen == NULL && self->chip == ASC_NONE ? function : ASC_NONE);
      if (chosen == NULL && asc_table_get_selected_row (tables[i]) != ASC_NONE)
        chosen = tables[i];
    }
  if (chosen == NULL && self->chip == ASC_NONE)
    self->chip = find_in_fragment (self, function);
  asc_table_select_row (self->center, self->chip != ASC_NONE && self->chip + 1 == self->fragment->len ? 0 : ASC_NONE);
  asc_fragment_chips_choose (self->chips, self->chip);
  self->last = chosen;
  update_actions (self);
}

/* Returns: whether it is another fragment than was shown */
static gboolean
take_fragment (AscViewCallersCallees *self)
{
  GArray *fragment = asc_session_get_fragment (get_session (self));
  g_autoptr (GArray) total = fragment->len == 0 ? asc_chain_new (ASC_FUNCTION_TOTAL) : NULL;

  if (total != NULL)
    fragment = total;
  if (self->fragment != NULL && asc_chain_equal (self->fragment, fragment))
    return FALSE;
  g_array_ref (fragment);
  g_clear_pointer (&self->fragment, g_array_unref);
  self->fragment = fragment;
  self->last = NULL;
  self->chip = ASC_NONE;
  return TRUE;
}

static void
asc_view_callers_callees_profile_changed (AscView *view)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (view);
  AscProfile *profile = asc_session_get_profile (get_session (self));

  self->moved = self->profile != NULL && self->profile != profile && asc_session_get_moved (get_session (self), (AscProfile *) self->profile) != NULL;
  self->profile = profile;
  g_clear_pointer (&self->fragment, g_array_unref);
}

static void
asc_view_callers_callees_metric_changed (AscView *view)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (view);

  AscTablePlace callers = asc_table_get_place (self->callers), callees = asc_table_get_place (self->callees);
  AscTable *last = self->last;

  take_fragment (self);
  if (self->moved)
    self->last = last;
  show_fragment (self);
  show_selection (self);
  if (self->moved)
    {
      asc_table_restore_place (self->callers, callers);
      asc_table_restore_place (self->callees, callees);
    }
  self->moved = FALSE;
}

static void
asc_view_callers_callees_selection_changed (AscView *view)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (view);

  if (take_fragment (self))
    show_fragment (self);
  show_selection (self);
}

static guint
asc_view_callers_callees_search (AscView *view, AscMatcher *matcher, int step)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (view);
  AscTable *first = self->last != NULL ? self->last : self->callers;
  AscTable *second = first == self->callers ? self->callees : self->callers;
  guint n_first = asc_table_search (first, matcher, step);
  guint n_second = asc_table_search (second, matcher, n_first > 0 ? ASC_SEARCH_MARK : step);

  asc_table_search (self->center, matcher, ASC_SEARCH_MARK);
  return n_first + n_second;
}

/* What follows the line of headings. */
static const char *
skip_headings (const char *tsv)
{
  const char *end = tsv != NULL ? strchr (tsv, '\n') : NULL;

  return end != NULL ? end + 1 : "";
}

static char *
asc_view_callers_callees_copy (AscView *view, gboolean everything)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (view);
  g_autofree char *callers = NULL;
  g_autofree char *center = NULL;
  g_autofree char *callees = NULL;
  g_autofree char *headings = NULL;

  if (!everything && self->last != NULL)
    return asc_table_dup_tsv (self->last, FALSE);
  callers = asc_table_dup_tsv (self->callers, TRUE);
  center = asc_table_dup_tsv (self->center, TRUE);
  callees = asc_table_dup_tsv (self->callees, TRUE);
  if (center == NULL)
    return NULL;
  headings = g_strndup (center, (gsize) (skip_headings (center) - center));
  return g_strconcat (headings, skip_headings (callers), "\n", skip_headings (center), "\n", skip_headings (callees), NULL);
}

/* The center or fragment on show; its callers' columns and order. */
static void
asc_view_callers_callees_get_request (AscView *view, AscRequest *ask)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (view);

  asc_table_get_request (self->callers, ask->profile, ask);
  ask->functions = g_array_copy (self->fragment);
  ask->n_chain = self->fragment->len;
}

static char *
asc_view_callers_callees_copy_names (AscView *view)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (view);

  return self->last != NULL ? asc_table_dup_names (self->last) : NULL;
}

static GtkWidget *
asc_view_callers_callees_get_bar (AscView *view)
{
  return ASC_VIEW_CALLERS_CALLEES (view)->bar;
}

static void
row_selected_cb (AscViewCallersCallees *self, guint32 row, AscTable *table)
{
  guint32 function = row != ASC_NONE ? asc_table_source_get_function (asc_table_get_source (table), row) : ASC_NONE;
  gboolean same = asc_session_get_function (get_session (self)) == function;

  if (function == ASC_NONE)
    return;
  self->last = table != self->center ? table : NULL;
  self->chip = table == self->center ? self->fragment->len - 1 : ASC_NONE;
  asc_table_view_select (get_session (self), table, row);
  if (same)
    show_selection (self);
}

static void
row_activated_cb (AscViewCallersCallees *self, guint32 row, AscTable *table)
{
  asc_session_set_center (get_session (self), asc_table_source_get_function (asc_table_get_source (table), row));
  /* So that Enter goes on up or down. */
  asc_table_focus (asc_table_is_empty (table) ? self->center : table);
}

static void
chip_chosen_cb (AscViewCallersCallees *self, guint i)
{
  self->last = NULL;
  self->chip = i;
  asc_session_select_function (get_session (self), g_array_index (self->fragment, guint32, i));
  show_selection (self);
}

static void
chip_removed_cb (AscViewCallersCallees *self, guint i)
{
  g_autoptr (GArray) rest = asc_chain_remove (self->fragment, i);

  asc_session_set_fragment (get_session (self), rest);
  asc_table_focus (self->center);
}

static void
fragment_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscViewCallersCallees *self = data;
  const char *name = g_action_get_name (G_ACTION (action));
  guint32 function = asc_session_get_function (get_session (self));
  Place place = find_place (self);
  g_autoptr (GArray) fragment = NULL;

  if (g_str_equal (name, "set-center"))
    fragment = asc_chain_new (function);
  else if (place == BEFORE)
    fragment = asc_chain_prepend (self->fragment, function);
  else if (place == BEHIND)
    fragment = asc_chain_append (self->fragment, function);
  else if (g_str_equal (name, "set-head"))
    fragment = asc_chain_cut (self->fragment, self->chip, self->fragment->len);
  else if (g_str_equal (name, "set-tail"))
    fragment = asc_chain_cut (self->fragment, 0, self->chip + 1);
  else
    fragment = asc_chain_remove (self->fragment, self->chip);
  asc_session_set_fragment (get_session (self), fragment);
}

static const GActionEntry entries[] = {
  { .name = "set-center", .activate = fragment_cb }, { .name = "set-head", .activate = fragment_cb }, { .name = "set-tail", .activate = fragment_cb },
  { .name = "add", .activate = fragment_cb },        { .name = "remove", .activate = fragment_cb },
};

/* For rows and chips. (transfer full) */
static GMenuModel *
make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) fragment = g_menu_new ();
  g_autoptr (GMenu) code = g_menu_new ();

  g_menu_append (fragment, _ ("Set as Center"), "fragment.set-center");
  g_menu_append (fragment, _ ("Set as Head"), "fragment.set-head");
  g_menu_append (fragment, _ ("Set as Tail"), "fragment.set-tail");
  g_menu_append (fragment, _ ("Add to Fragment"), "fragment.add");
  g_menu_append (fragment, _ ("Remove From Fragment"), "fragment.remove");
  g_menu_append (code, _ ("Show Source"), "win.show-source");
  g_menu_append (code, _ ("Show Disassembly"), "win.show-disassembly");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (fragment));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (code));
  return G_MENU_MODEL (menu);
}

static void
asc_view_callers_callees_dispose (GObject *object)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (object);

  if (self->bar != NULL)
    gtk_widget_insert_action_group (self->bar, "fragment", NULL);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "fragment", NULL);
  g_clear_object (&self->actions);
  G_OBJECT_CLASS (asc_view_callers_callees_parent_class)->dispose (object);
}

static void
asc_view_callers_callees_finalize (GObject *object)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (object);

  g_clear_pointer (&self->fragment, g_array_unref);
  g_free (self->metric);
  G_OBJECT_CLASS (asc_view_callers_callees_parent_class)->finalize (object);
}

static void
asc_view_callers_callees_class_init (AscViewCallersCalleesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  object_class->dispose = asc_view_callers_callees_dispose;
  object_class->finalize = asc_view_callers_callees_finalize;
  view_class->id = "callers-callees";
  view_class->title = NC_ ("view", "Callers–Callees");
  view_class->icon_name = "asc-callers-callees-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->centers = TRUE;
  view_class->can_show = asc_table_view_has_stacks;
  view_class->profile_changed = asc_view_callers_callees_profile_changed;
  view_class->metric_changed = asc_view_callers_callees_metric_changed;
  view_class->selection_changed = asc_view_callers_callees_selection_changed;
  view_class->search = asc_view_callers_callees_search;
  view_class->copy = asc_view_callers_callees_copy;
  view_class->report = asc_report_callers_callees;
  view_class->get_request = asc_view_callers_callees_get_request;
  view_class->copy_names = asc_view_callers_callees_copy_names;
  view_class->get_bar = asc_view_callers_callees_get_bar;

  g_type_ensure (ASC_TYPE_TABLE);
  g_type_ensure (ASC_TYPE_FRAGMENT_CHIPS);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-callers-callees"));
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, callers);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, center);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, callees);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, callers_sum);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, callees_sum);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, chips);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, bar);
  gtk_widget_class_bind_template_callback (widget_class, chip_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, chip_removed_cb);
}

static void
asc_view_callers_callees_init (AscViewCallersCallees *self)
{
  AscTable *tables[3];
  g_autoptr (GMenuModel) menu = make_menu ();

  self->chip = ASC_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "fragment", G_ACTION_GROUP (self->actions));
  gtk_widget_insert_action_group (self->bar, "fragment", G_ACTION_GROUP (self->actions));
  update_actions (self);
  asc_fragment_chips_set_menu (self->chips, menu);
  tables[0] = self->callers;
  tables[1] = self->center;
  tables[2] = self->callees;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      asc_table_set_menu (tables[i], menu);
      g_signal_connect_object (tables[i], "row-selected", G_CALLBACK (row_selected_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (tables[i], "row-activated", G_CALLBACK (row_activated_cb), self, G_CONNECT_SWAPPED);
    }
  asc_table_set_title (self->callers, _ ("Callers"));
  asc_table_set_title (self->center, _ ("Center"));
  asc_table_set_title (self->callees, _ ("Callees"));
  asc_table_set_single (self->center);
  asc_table_set_header_visible (self->callees, FALSE);
}
