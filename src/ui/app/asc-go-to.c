/* asc-go-to.c: see asc-go-to.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-go-to.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"

#define MAX_SHOWN 50u
/* Of a name, characters. */
#define MAX_NAME 300u

struct _AscGoTo
{
  AdwWindow parent_instance;

  AscSession *session;
  AscProfile *profile; /* whose functions are listed */
  char *found;         /* what they were looked for by */
  GtkSearchEntry *entry;
  GtkListBox *list;
  GtkStack *stack;
  GtkWidget *scroller;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AscGoTo, asc_go_to, ADW_TYPE_WINDOW)

static const char *
get_name (gpointer data, guint32 index)
{
  return asc_profile_get_function (data, index)->name;
}

static GtkWidget *
new_row (AscGoTo *self, guint32 function)
{
  const AscFunctionRow *row = asc_profile_get_function (self->profile, function);
  guint number = asc_session_get_metric (self->session);
  const AscMetric *metric = asc_profile_get_metric (self->profile, number);
  GtkWidget *line = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  g_autofree char *shown = asc_ui_shorten (row->name, MAX_NAME);
  g_autofree char *tooltip = asc_ui_make_tooltip (row->name);
  g_autofree char *percent = asc_ui_format_percent (asc_profile_get_inclusive (self->profile, function, number), metric->total);
  GtkWidget *name = asc_ui_new_label (shown, 0, NULL);
  GtkWidget *object = asc_ui_new_label (row->object != NULL ? row->object : "", 1, "dim-label");

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (object), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (object), 20);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), object);
  gtk_box_append (GTK_BOX (box), asc_ui_new_label (percent, 1, "numeric"));
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (line), box);
  asc_ui_set_tooltip (line, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_PROPERTY_LABEL, row->name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, percent, -1);
  g_object_set_data (G_OBJECT (line), "function", GUINT_TO_POINTER (function));
  return line;
}

/* Without a letter the hottest, which stand first among the functions. */
static GArray *
find (AscGoTo *self)
{
  guint n = asc_profile_get_n_functions (self->profile);
  GArray *found;

  if (*self->found != '\0')
    return asc_fuzzy_find (self->found, n, get_name, self->profile, MAX_SHOWN);
  found = g_array_new (FALSE, FALSE, sizeof (AscFuzzyMatch));
  for (guint32 i = 1; i < MIN (n, MAX_SHOWN + 1); i++)
    g_array_append_vals (found, &(AscFuzzyMatch){ .index = i }, 1);
  return found;
}

static void
fill (AscGoTo *self)
{
  g_autoptr (GArray) found = find (self);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  for (guint i = 0; i < found->len; i++)
    gtk_list_box_append (self->list, new_row (self, g_array_index (found, AscFuzzyMatch, i).index));
  gtk_stack_set_visible_child_name (self->stack, found->len > 0 ? "list" : "none");
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
}

/* Not again for what is listed already: a row may have been chosen. */
static void
changed_cb (AscGoTo *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  if (g_strcmp0 (typed, self->found) == 0)
    return;
  g_free (self->found);
  self->found = g_strdup (typed);
  fill (self);
}

/* Names came, or another filter: the same functions have other numbers now. */
static void
profile_cb (AscGoTo *self)
{
  if (!g_set_object (&self->profile, asc_session_get_profile (self->session)))
    return;
  if (self->profile != NULL)
    fill (self);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
choose (AscGoTo *self, GtkListBoxRow *row)
{
  if (row == NULL)
    return;
  g_signal_emit (self, signals[CHOSEN], 0, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "function")));
  gtk_window_close (GTK_WINDOW (self));
}

static void
row_activated_cb (AscGoTo *self, GtkListBoxRow *row)
{
  choose (self, row);
}

static void
activate_cb (AscGoTo *self)
{
  /* The entry tells of changes a moment later. */
  changed_cb (self);
  choose (self, gtk_list_box_get_selected_row (self->list));
}

/* The arrows walk in the list while the keyboard stays in the entry. */
static gboolean
key_pressed_cb (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType state, AscGoTo *self)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  int step = keyval == GDK_KEY_Down ? 1 : keyval == GDK_KEY_Up ? -1 : 0;
  GtkListBoxRow *next;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  graphene_rect_t area;

  if (step == 0 || selected == NULL)
    return GDK_EVENT_PROPAGATE;
  next = gtk_list_box_get_row_at_index (self->list, gtk_list_box_row_get_index (selected) + step);
  if (next == NULL)
    return GDK_EVENT_STOP;
  gtk_list_box_select_row (self->list, next);
  if (gtk_widget_compute_bounds (GTK_WIDGET (next), GTK_WIDGET (self->list), &area))
    gtk_adjustment_clamp_page (adjustment, (double) area.origin.y, (double) (area.origin.y + area.size.height));
  return GDK_EVENT_STOP;
}

static void
asc_go_to_finalize (GObject *object)
{
  AscGoTo *self = ASC_GO_TO (object);

  g_clear_object (&self->profile);
  g_clear_object (&self->session);
  g_free (self->found);
  G_OBJECT_CLASS (asc_go_to_parent_class)->finalize (object);
}

static void
asc_go_to_class_init (AscGoToClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_go_to_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
asc_go_to_init (AscGoTo *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *none = adw_status_page_new ();

  self->entry = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _ ("Function name"), "margin-start", 12, "margin-end", 12, "margin-top", 12, "margin-bottom", 12, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Go to Function"), -1);
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (gtk_window_close), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Functions"), -1);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated_cb), self, G_CONNECT_SWAPPED);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->list));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (self->scroller, TRUE);

  adw_status_page_set_title (ADW_STATUS_PAGE (none), _ ("No Function Matches"));
  gtk_widget_add_css_class (none, "compact");
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, self->scroller, "list");
  gtk_stack_add_named (self->stack, none, "none");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Go to Function"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 640, 420);
}

GtkWidget *
asc_go_to_new (GtkWindow *parent, AscSession *session)
{
  AscGoTo *self = g_object_new (ASC_TYPE_GO_TO, "transient-for", parent, NULL);

  self->session = g_object_ref (session);
  self->profile = g_object_ref (asc_session_get_profile (session));
  g_signal_connect_object (session, "notify::profile", G_CALLBACK (profile_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  return GTK_WIDGET (self);
}
