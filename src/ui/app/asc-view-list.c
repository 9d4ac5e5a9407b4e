/* asc-view-list.c: the list of views at the left
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-view-list.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"
#include "asc-view.h"

struct _AscViewList
{
  AdwBin parent_instance;

  GtkListBox *list;
  AscSession *session; /* lent by the window */
  const char *view;    /* static id */
};

enum
{
  PROP_0,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AscViewList, asc_view_list, ADW_TYPE_BIN)

/* Classes live as long as the program: each is referenced once, here. */
static AscViewClass *
view_class (guint i)
{
  static GPtrArray *classes;

  if (classes == NULL)
    {
      classes = g_ptr_array_new ();
      for (guint j = 0; asc_view_types[j] != NULL; j++)
        g_ptr_array_add (classes, g_type_class_ref (asc_view_types[j] ()));
    }
  return i < classes->len ? g_ptr_array_index (classes, i) : NULL;
}

GType
asc_view_list_find_type (const char *id)
{
  for (guint i = 0; view_class (i) != NULL; i++)
    if (g_str_equal (view_class (i)->id, id))
      return G_TYPE_FROM_CLASS (view_class (i));
  return G_TYPE_INVALID;
}

static AscViewClass *
row_get_class (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "view-class");
}

static GtkWidget *
new_row (const char *icon_name, const char *title)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *label = gtk_label_new (title);

  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (icon_name));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return row;
}

static GtkWidget *
new_view_row (AscViewClass *klass)
{
  GtkWidget *row = new_row (klass->icon_name, asc_view_class_get_title (klass));

  g_object_set_data (G_OBJECT (row), "view-class", klass);
  asc_ui_set_tooltip (row, asc_view_class_get_title (klass));
  return row;
}

/* A group's title stands above its first view. */
static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  AscViewClass *klass = row_get_class (row);
  AscViewClass *klass_before = before != NULL ? row_get_class (before) : NULL;
  const char *group = klass != NULL ? klass->group : NULL;
  const char *group_before = klass_before != NULL ? klass_before->group : NULL;
  GtkWidget *header = NULL;

  if (klass == NULL && before != NULL)
    {
      header = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
      gtk_widget_set_margin_top (header, 6);
      gtk_widget_set_margin_bottom (header, 6);
    }
  else if (group != NULL && g_strcmp0 (group, group_before) != 0)
    {
      header = gtk_label_new (asc_view_class_get_group (klass));
      gtk_label_set_xalign (GTK_LABEL (header), 0);
      gtk_widget_add_css_class (header, "view-group");
      gtk_widget_add_css_class (header, "dim-label");
    }
  gtk_list_box_row_set_header (row, header);
}

/* The views that wait for other data, each with what it needs. */
static void
show_more_views (AscViewList *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *window = adw_preferences_window_new ();
  GtkWidget *page = adw_preferences_page_new ();
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Views Without Data"));
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group),
                                         _ ("This recording does not hold what these views show."));
  for (guint i = 0; view_class (i) != NULL; i++)
    {
      const char *reason;
      GtkWidget *row;

      if (asc_view_class_can_show (view_class (i), self->session, &reason))
        continue;
      row = adw_action_row_new ();
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), asc_view_class_get_title (view_class (i)));
      if (reason != NULL)
        adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ (reason));
      adw_action_row_set_icon_name (ADW_ACTION_ROW (row), view_class (i)->icon_name);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
    }
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (group));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), FALSE);
  gtk_window_set_title (GTK_WINDOW (window), _ ("More Views"));
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 480, 480);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (window));
}

static void
row_selected_cb (GtkListBox *list, GtkListBoxRow *row, AscViewList *self)
{
  AscViewClass *klass = row != NULL ? row_get_class (row) : NULL;

  if (klass == NULL || self->view == klass->id)
    return;
  self->view = klass->id;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

static void
row_activated_cb (GtkListBox *list, GtkListBoxRow *row, AscViewList *self)
{
  if (row_get_class (row) == NULL)
    show_more_views (self);
}

static void
asc_view_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    g_value_set_string (value, asc_view_list_get_view (ASC_VIEW_LIST (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
asc_view_list_class_init (AscViewListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = asc_view_list_get_property;
  properties[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
asc_view_list_init (AscViewList *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_BROWSE);
  gtk_list_box_set_header_func (self->list, header_cb, NULL, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Views"), -1);
  g_signal_connect (self->list, "row-selected", G_CALLBACK (row_selected_cb), self);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (scrolled, TRUE);
  adw_bin_set_child (ADW_BIN (self), scrolled);
}

/* Gives the @position-th row to @klass, or to More Views (NULL), unless it has it. */
static void
put_row (AscViewList *self, int position, AscViewClass *klass)
{
  GtkListBoxRow *there = gtk_list_box_get_row_at_index (self->list, position);
  GtkWidget *row;

  if (there != NULL && row_get_class (there) == klass)
    return;
  row = klass != NULL ? new_view_row (klass) : new_row ("view-more-symbolic", _ ("More Views…"));
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), klass != NULL);
  gtk_list_box_insert (self->list, row, position);
}

static void
remove_row (AscViewList *self, int position, AscViewClass *klass)
{
  GtkListBoxRow *there = gtk_list_box_get_row_at_index (self->list, position);

  if (there != NULL && row_get_class (there) == klass)
    gtk_list_box_remove (self->list, GTK_WIDGET (there));
}

/* Rows that stay are kept: with other names or another filter that is most of them. */
void
asc_view_list_update (AscViewList *self, AscSession *session)
{
  const char *view = self->view;
  gboolean ready = asc_session_get_profile (session) != NULL;
  gboolean more = FALSE;
  int position = 0;

  self->session = session;
  for (guint i = 0; view_class (i) != NULL; i++)
    {
      const char *reason;
      gboolean shown = ready && asc_view_class_can_show (view_class (i), session, &reason);

      if (shown)
        put_row (self, position++, view_class (i));
      else
        remove_row (self, position, view_class (i));
      more = more || (ready && !shown);
    }
  if (more)
    put_row (self, position, NULL);
  else
    remove_row (self, position, NULL);
  if (!ready)
    self->view = NULL;
  else if (view == NULL || !asc_view_list_set_view (self, view))
    gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
}

const char *
asc_view_list_get_view (AscViewList *self)
{
  g_return_val_if_fail (ASC_IS_VIEW_LIST (self), NULL);
  return self->view;
}

gboolean
asc_view_list_set_view (AscViewList *self, const char *id)
{
  GtkListBoxRow *row;

  g_return_val_if_fail (ASC_IS_VIEW_LIST (self), FALSE);

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (row_get_class (row) != NULL && g_str_equal (row_get_class (row)->id, id))
      {
        gtk_list_box_select_row (self->list, row);
        return TRUE;
      }
  return FALSE;
}

gboolean
asc_view_list_has (AscViewList *self, const char *id)
{
  const char *nth;

  for (guint i = 0; (nth = asc_view_list_get_nth (self, i)) != NULL; i++)
    if (g_str_equal (nth, id))
      return TRUE;
  return FALSE;
}

const char *
asc_view_list_get_nth (AscViewList *self, guint i)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int) i);
  AscViewClass *klass = row != NULL ? row_get_class (row) : NULL;

  return klass != NULL ? klass->id : NULL;
}
