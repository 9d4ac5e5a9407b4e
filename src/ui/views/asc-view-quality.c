/* asc-view-quality.c: what makes the numbers less than certain, one finding below the other, each with its mend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-quality.h"
#include "asc-ui-text.h"
#include "asc-view.h"

#define ASC_TYPE_VIEW_QUALITY (asc_view_quality_get_type ())
G_DECLARE_FINAL_TYPE (AscViewQuality, asc_view_quality, ASC, VIEW_QUALITY, AscView)

struct _AscViewQuality
{
  AscView parent_instance;

  GtkWidget *scrolled;
  GtkLabel *events;
  GtkWidget *nothing;
  GtkWidget *findings;
  guint scroll_source; /* waits until the groups have their places */
  int wanted;
};

G_DEFINE_FINAL_TYPE (AscViewQuality, asc_view_quality, ASC_TYPE_VIEW)

static GtkWidget *
new_row (const char *title, const char *text)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  if (text != NULL)
    {
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), text);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
    }
  return row;
}

static void
add_fact (GtkWidget *group, const char *title, const char *text)
{
  if (text != NULL)
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), new_row (title, text));
}

static void
copy_cb (GtkWidget *button)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (button), g_object_get_data (G_OBJECT (button), "asc-command"));
  gtk_widget_activate_action (button, "win.tell", "s", _ ("Command copied"));
}

/* A command in the letters of a terminal, to be chosen and copied. */
static GtkWidget *
new_command_row (const char *command)
{
  GtkWidget *row = adw_preferences_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = asc_ui_new_label (command, 0, "monospace");
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  asc_ui_set_tooltip (button, _ ("Copy the command"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Copy the command"), -1);
  g_object_set_data_full (G_OBJECT (button), "asc-command", g_strdup (command), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (copy_cb), NULL);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 6);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, command, -1);
  return row;
}

static void
show_objects_cb (AscViewQuality *self)
{
  asc_session_show_view (asc_view_get_session (ASC_VIEW (self)), "objects");
}

static void
add_where (AscViewQuality *self, GtkWidget *group, const AscFinding *finding)
{
  GtkWidget *row;

  if (finding->where == NULL)
    return;
  row = new_row (C_ ("finding", "Concerns"), finding->where);
  if (finding->object_row != ASC_NONE)
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
      asc_ui_set_tooltip (row, _ ("Show load objects"));
      g_signal_connect_object (row, "activated", G_CALLBACK (show_objects_cb), self, G_CONNECT_SWAPPED);
    }
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

/* Titles are sentences: they wrap, which those of a preferences group do not. */
static GtkWidget *
new_heading (const AscFinding *finding)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = asc_ui_new_label (finding->title, 0, "heading");
  GtkWidget *icon = asc_quality_new_icon (finding->severity);

  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (title), PANGO_WRAP_WORD_CHAR);
  gtk_box_append (GTK_BOX (texts), title);
  if (finding->why != NULL)
    {
      GtkWidget *why = asc_ui_new_label (finding->why, 0, "dim-label");

      gtk_label_set_wrap (GTK_LABEL (why), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (why), PANGO_WRAP_WORD_CHAR);
      gtk_box_append (GTK_BOX (texts), why);
    }
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), texts);
  return box;
}

static GtkWidget *
new_group (AscViewQuality *self, const AscFinding *finding)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *group = adw_preferences_group_new ();
  g_autofree char *name = g_strdup_printf ("%s: %s", asc_quality_get_severity_name (finding->severity), finding->title);

  gtk_accessible_update_property (GTK_ACCESSIBLE (group), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  add_fact (group, C_ ("finding", "Share"), finding->share);
  add_where (self, group, finding);
  add_fact (group, C_ ("finding", "Place in the File"), finding->places);
  add_fact (group, C_ ("finding", "Mend"), finding->mend);
  if (finding->command != NULL)
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), new_command_row (finding->command));
  gtk_box_append (GTK_BOX (box), new_heading (finding));
  gtk_box_append (GTK_BOX (box), group);
  return box;
}

/* The finding that was asked for comes to the top. */
static gboolean
scroll_cb (gpointer data)
{
  AscViewQuality *self = data;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));
  GtkWidget *group = gtk_widget_get_first_child (self->findings);
  graphene_point_t place;

  self->scroll_source = 0;
  for (int i = 0; group != NULL && i < self->wanted; i++)
    group = gtk_widget_get_next_sibling (group);
  if (group == NULL)
    return G_SOURCE_REMOVE;
  if (gtk_widget_compute_point (group, self->scrolled, &GRAPHENE_POINT_INIT (0, 0), &place))
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + (double) place.y);
  gtk_widget_child_focus (group, GTK_DIR_TAB_FORWARD);
  return G_SOURCE_REMOVE;
}

static void
show_wanted (AscViewQuality *self)
{
  int wanted = asc_quality_take_wanted (asc_view_get_session (ASC_VIEW (self)));

  if (wanted < 0)
    return;
  self->wanted = wanted;
  if (self->scroll_source == 0)
    self->scroll_source = g_timeout_add (50, scroll_cb, self);
}

static void
asc_view_quality_show (AscView *view)
{
  AscViewQuality *self = ASC_VIEW_QUALITY (view);
  AscSession *session = asc_view_get_session (view);
  g_autoptr (GPtrArray) findings = asc_quality_list (session);
  g_autofree char *events = asc_quality_describe_events (session);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->findings)) != NULL)
    gtk_box_remove (GTK_BOX (self->findings), child);
  for (guint i = 0; i < findings->len; i++)
    gtk_box_append (GTK_BOX (self->findings), new_group (self, g_ptr_array_index (findings, i)));
  gtk_widget_set_visible (self->nothing, findings->len == 0);
  gtk_label_set_text (self->events, events);
}

static void
asc_view_quality_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (asc_view_quality_parent_class)->map (widget);
  show_wanted (ASC_VIEW_QUALITY (widget));
}

static void
asc_view_quality_dispose (GObject *object)
{
  g_clear_handle_id (&ASC_VIEW_QUALITY (object)->scroll_source, g_source_remove);
  G_OBJECT_CLASS (asc_view_quality_parent_class)->dispose (object);
}

static void
asc_view_quality_class_init (AscViewQualityClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_view_quality_dispose;
  widget_class->map = asc_view_quality_map;
  view_class->id = "quality";
  view_class->title = NC_ ("view", "Data Quality");
  view_class->icon_name = "asc-data-quality-symbolic";
  view_class->group = NC_ ("view group", "Experiment");
  view_class->whole = TRUE;
  view_class->profile_changed = asc_view_quality_show;
  view_class->metric_changed = asc_view_quality_show;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-quality"));
  gtk_widget_class_bind_template_child (widget_class, AscViewQuality, scrolled);
  gtk_widget_class_bind_template_child (widget_class, AscViewQuality, events);
  gtk_widget_class_bind_template_child (widget_class, AscViewQuality, nothing);
  gtk_widget_class_bind_template_child (widget_class, AscViewQuality, findings);
}

static void
asc_view_quality_init (AscViewQuality *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
