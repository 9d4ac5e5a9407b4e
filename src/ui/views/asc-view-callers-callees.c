/* asc-view-callers-callees.c: who calls a function, and what it calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "asc-arc-source.h"
#include "asc-table-view.h"
#include "asc-ui-text.h"

/* Of a function's name in a chip, characters. */
#define MAX_CHIP 80u

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
  GtkWidget *chips_scroller;
  GtkBox *chips;
  GtkWidget *bar;
  GtkWidget *center_button;
  GtkWidget *add_button;

  GArray *fragment;   /* of guint32 functions, outermost first; its last one is the session's center, or was when it grew */
  guint32 shown_center; /* the session's, when the fragment began; ASC_NONE: nothing is shown */
  AscTable *last;     /* where a row was chosen last */
  char *metric;       /* id of the primary metric when the order was chosen */
};

G_DEFINE_FINAL_TYPE (AscViewCallersCallees, asc_view_callers_callees, ASC_TYPE_VIEW)

static AscSession *
get_session (AscViewCallersCallees *self)
{
  return asc_view_get_session (ASC_VIEW (self));
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

  if (is_total)
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

/* Removes the end of the fragment whose chip was clicked. */
static void
chip_clicked_cb (AscViewCallersCallees *self, GtkButton *button)
{
  gboolean first = g_object_get_data (G_OBJECT (button), "first") != NULL;

  gtk_widget_activate_action (GTK_WIDGET (self), first ? "fragment.remove-first" : "fragment.remove-last", NULL);
}

static GtkWidget *
make_chip (AscViewCallersCallees *self, guint i)
{
  AscProfile *profile = asc_session_get_profile (get_session (self));
  const char *name = asc_profile_get_function (profile, g_array_index (self->fragment, guint32, i))->name;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *shown = asc_ui_shorten (name, MAX_CHIP);
  g_autofree char *whole = asc_ui_make_tooltip (name);
  GtkWidget *label = gtk_label_new (shown);
  GtkWidget *button;
  g_autofree char *tooltip = NULL;

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_set_tooltip_text (label, whole);
  gtk_widget_add_css_class (box, "fragment-chip");
  gtk_box_append (GTK_BOX (box), label);
  if (i > 0 && i + 1 < self->fragment->len)
    return box;

  button = gtk_button_new_from_icon_name ("window-close-symbolic");
  /* TRANSLATORS: %s is a function's name */
  tooltip = g_strdup_printf (_ ("Remove %s from the fragment"), name);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  if (i == 0)
    g_object_set_data (G_OBJECT (button), "first", self);
  g_signal_connect_object (button, "clicked", G_CALLBACK (chip_clicked_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

static void
show_chips (AscViewCallersCallees *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->chips))) != NULL)
    gtk_box_remove (self->chips, child);
  for (guint i = 0; self->fragment->len > 1 && i < self->fragment->len; i++)
    {
      if (i > 0)
        gtk_box_append (self->chips, gtk_image_new_from_icon_name ("go-next-symbolic"));
      gtk_box_append (self->chips, make_chip (self, i));
    }
  gtk_widget_set_visible (self->chips_scroller, self->fragment->len > 1);
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
  show_chips (self);
}

static gboolean
can_add (AscViewCallersCallees *self)
{
  AscSession *session = get_session (self);

  /* <Total> is no frame of a stack. */
  return self->last != NULL && self->last != self->center && asc_table_get_selected_row (self->last) != ASC_NONE
         && asc_session_get_function (session) != ASC_FUNCTION_TOTAL && g_array_index (self->fragment, guint32, 0) != ASC_FUNCTION_TOTAL;
}

static void
update_bar (AscViewCallersCallees *self)
{
  guint32 function = asc_session_get_function (get_session (self));
  gboolean elsewhere = self->fragment->len > 1 || function != asc_session_get_center (get_session (self));

  gtk_widget_set_sensitive (self->center_button, function != ASC_NONE && elsewhere);
  gtk_widget_set_sensitive (self->add_button, can_add (self));
}

/* Shows the chosen function in one of the lists; where it was chosen if it stands in several. */
static void
show_selection (AscViewCallersCallees *self)
{
  AscTable *tables[] = { self->last, self->callers, self->callees, self->center };
  guint32 function = asc_session_get_function (get_session (self));
  AscTable *chosen = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      if (tables[i] == NULL || tables[i] == chosen)
        continue;
      asc_table_select_function (tables[i], chosen == NULL ? function : ASC_NONE);
      if (chosen == NULL && asc_table_get_selected_row (tables[i]) != ASC_NONE)
        chosen = tables[i];
    }
  self->last = chosen;
  update_bar (self);
}

static void
start_fragment (AscViewCallersCallees *self)
{
  guint32 center = asc_session_get_center (get_session (self));

  if (center == ASC_NONE)
    center = ASC_FUNCTION_TOTAL;
  g_array_set_size (self->fragment, 0);
  g_array_append_val (self->fragment, center);
  self->shown_center = center;
  self->last = NULL;
}

static void
asc_view_callers_callees_profile_changed (AscView *view)
{
  start_fragment (ASC_VIEW_CALLERS_CALLEES (view));
}

static void
asc_view_callers_callees_metric_changed (AscView *view)
{
  show_fragment (ASC_VIEW_CALLERS_CALLEES (view));
  show_selection (ASC_VIEW_CALLERS_CALLEES (view));
}

static void
asc_view_callers_callees_selection_changed (AscView *view)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (view);

  if (asc_session_get_center (get_session (self)) != self->shown_center)
    {
      start_fragment (self);
      show_fragment (self);
    }
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
  self->last = table;
  asc_table_view_select (get_session (self), table, row);
  if (same)
    show_selection (self);
}

/* The function alone, also when it is the end of the fragment that is shown. */
static void
move_center (AscViewCallersCallees *self, guint32 function)
{
  AscSession *session = get_session (self);

  if (asc_session_get_center (session) != function)
    asc_session_set_center (session, function);
  else if (self->fragment->len > 1)
    {
      start_fragment (self);
      show_fragment (self);
      show_selection (self);
    }
}

static void
row_activated_cb (AscViewCallersCallees *self, guint32 row, AscTable *table)
{
  move_center (self, asc_table_source_get_function (asc_table_get_source (table), row));
  /* So that Enter goes on up or down. */
  asc_table_focus (asc_table_is_empty (table) ? self->center : table);
}

static void
center_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (widget);
  guint32 function = asc_session_get_function (get_session (self));

  if (function != ASC_NONE)
    move_center (self, function);
}

static void
fragment_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (widget);

  if (self->fragment->len == 0)
    return;
  if (g_str_equal (name, "fragment.add"))
    {
      guint32 function = asc_session_get_function (get_session (self));

      if (!can_add (self))
        return;
      if (self->last == self->callers)
        g_array_prepend_val (self->fragment, function);
      else
        g_array_append_val (self->fragment, function);
    }
  else if (self->fragment->len > 1)
    g_array_remove_index (self->fragment, g_str_equal (name, "fragment.remove-first") ? 0 : self->fragment->len - 1);
  self->last = NULL;
  show_fragment (self);
  show_selection (self);
}

static void
center_clicked_cb (AscViewCallersCallees *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "fragment.set-center", NULL);
}

static void
add_clicked_cb (AscViewCallersCallees *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "fragment.add", NULL);
}

static void
asc_view_callers_callees_finalize (GObject *object)
{
  AscViewCallersCallees *self = ASC_VIEW_CALLERS_CALLEES (object);

  g_array_unref (self->fragment);
  g_free (self->metric);
  G_OBJECT_CLASS (asc_view_callers_callees_parent_class)->finalize (object);
}

static void
asc_view_callers_callees_class_init (AscViewCallersCalleesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

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
  view_class->copy_names = asc_view_callers_callees_copy_names;
  view_class->get_bar = asc_view_callers_callees_get_bar;

  g_type_ensure (ASC_TYPE_TABLE);
  gtk_widget_class_install_action (widget_class, "fragment.set-center", NULL, center_action);
  gtk_widget_class_install_action (widget_class, "fragment.add", NULL, fragment_action);
  gtk_widget_class_install_action (widget_class, "fragment.remove-first", NULL, fragment_action);
  gtk_widget_class_install_action (widget_class, "fragment.remove-last", NULL, fragment_action);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-callers-callees"));
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, callers);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, center);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, callees);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, callers_sum);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, callees_sum);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, chips_scroller);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, chips);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, bar);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, center_button);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallersCallees, add_button);
  gtk_widget_class_bind_template_callback (widget_class, center_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_clicked_cb);
}

static void
asc_view_callers_callees_init (AscViewCallersCallees *self)
{
  AscTable *tables[3];
  g_autoptr (GMenu) menu = g_menu_new ();

  self->fragment = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->shown_center = ASC_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  g_menu_append (menu, _ ("Set as Center"), "fragment.set-center");
  g_menu_append (menu, _ ("Add to Fragment"), "fragment.add");
  g_menu_append (menu, _ ("Show Source"), "win.show-source");
  g_menu_append (menu, _ ("Show Disassembly"), "win.show-disassembly");
  tables[0] = self->callers;
  tables[1] = self->center;
  tables[2] = self->callees;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      asc_table_set_menu (tables[i], G_MENU_MODEL (menu));
      g_signal_connect_object (tables[i], "row-selected", G_CALLBACK (row_selected_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (tables[i], "row-activated", G_CALLBACK (row_activated_cb), self, G_CONNECT_SWAPPED);
    }
  asc_table_set_title (self->callers, _ ("Callers"));
  asc_table_set_title (self->center, _ ("Center"));
  asc_table_set_title (self->callees, _ ("Callees"));
  asc_table_set_single (self->center);
  asc_table_set_header_visible (self->callees, FALSE);
}
