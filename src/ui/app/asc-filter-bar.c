/* asc-filter-bar.c: see asc-filter-bar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filter-bar.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"

#define MAX_CHIP_CHARS 40
#define NEW_CLAUSE G_MAXUINT

struct _AscFilterBar
{
  AdwBin parent_instance;

  AscSession *session; /* lent by the window */
  guint edited;        /* the clause that is typed, or NEW_CLAUSE */

  GtkRevealer *revealer;
  GtkFlowBox *chips;
  GtkLabel *count;
  GtkWidget *remove_all;
  GtkWidget *editor;
  GtkEntry *entry;
  GtkLabel *error;
};

G_DEFINE_FINAL_TYPE (AscFilterBar, asc_filter_bar, ADW_TYPE_BIN)

static const char clause_key[] = "asc-clause";

static AscFiltering *
get_filtering (AscFilterBar *self)
{
  return asc_session_get_filtering (self->session);
}

static guint
get_clause (GtkWidget *chip)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chip), clause_key));
}

static void
show_error (AscFilterBar *self, const char *message)
{
  gtk_label_set_text (self->error, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), message != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  message != NULL ? message : "", -1);
  if (message != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
}

static void
update_revealer (AscFilterBar *self)
{
  gboolean has_clauses = self->session != NULL && asc_filter_get_size (asc_filtering_get (get_filtering (self))) > 0;

  gtk_revealer_set_reveal_child (self->revealer, has_clauses || gtk_widget_get_visible (self->editor));
  gtk_widget_set_visible (self->remove_all, has_clauses);
}

static void
close_editor (AscFilterBar *self)
{
  gtk_widget_set_visible (self->editor, FALSE);
  update_revealer (self);
}

static void
open_editor (AscFilterBar *self, guint clause)
{
  self->edited = clause;
  gtk_editable_set_text (GTK_EDITABLE (self->entry),
                         clause == NEW_CLAUSE ? ""
                                              : asc_filter_get_text (asc_filtering_get (get_filtering (self)), clause));
  show_error (self, NULL);
  gtk_widget_set_visible (self->editor, TRUE);
  update_revealer (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

void
asc_filter_bar_type (AscFilterBar *self)
{
  g_return_if_fail (ASC_IS_FILTER_BAR (self));

  if (self->session != NULL && asc_session_get_profile (self->session) != NULL)
    open_editor (self, NEW_CLAUSE);
}

/* Takes what was typed, or says where it is wrong and goes there. */
static void
apply_cb (AscFilterBar *self)
{
  AscFilter *filter = asc_filtering_get (get_filtering (self));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autoptr (GError) error = NULL;
  guint at = 0;
  g_autoptr (AscFilter) clause = asc_filter_parse (text, &at, &error);
  g_autoptr (AscFilter) changed = NULL;

  if (clause == NULL)
    {
      show_error (self, error->message);
      gtk_editable_select_region (GTK_EDITABLE (self->entry), (int)at, (int)at);
      return;
    }
  if (self->edited < asc_filter_get_size (filter))
    changed = asc_filter_replace (filter, self->edited, clause);
  else
    changed = asc_filter_join (filter, clause);
  close_editor (self);
  asc_filtering_set (get_filtering (self), changed);
}

static gboolean
entry_key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, AscFilterBar *self)
{
  if (key != GDK_KEY_Escape)
    return FALSE;
  close_editor (self);
  return TRUE;
}

static void
entry_changed_cb (AscFilterBar *self)
{
  show_error (self, NULL);
}

static void
remove_cb (GtkWidget *button, AscFilterBar *self)
{
  g_autoptr (AscFilter) rest = asc_filter_replace (asc_filtering_get (get_filtering (self)), get_clause (button), NULL);

  close_editor (self);
  asc_filtering_set (get_filtering (self), rest);
}

static void
edit_cb (GtkWidget *button, AscFilterBar *self)
{
  open_editor (self, get_clause (button));
}

static void
toggled_cb (GtkCheckButton *button, AscFilterBar *self)
{
  AscFilter *filter = asc_filtering_get (get_filtering (self));
  g_autoptr (AscFilter) changed
      = asc_filter_enable (filter, get_clause (GTK_WIDGET (button)), gtk_check_button_get_active (button));

  close_editor (self);
  asc_filtering_set (get_filtering (self), changed);
}

static void
remove_all_cb (AscFilterBar *self)
{
  close_editor (self);
  asc_filtering_set (get_filtering (self), NULL);
}

static void
append_part (GtkBox *chip, GtkWidget *part, guint clause, const char *name)
{
  g_object_set_data (G_OBJECT (part), clause_key, GUINT_TO_POINTER (clause));
  gtk_accessible_update_property (GTK_ACCESSIBLE (part), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_box_append (chip, part);
}

/* A tick to switch it off, its text, which can be edited, and a cross. */
static GtkWidget *
make_chip (AscFilterBar *self, AscFilter *filter, guint i)
{
  GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *tick = gtk_check_button_new ();
  GtkWidget *text = gtk_button_new ();
  GtkWidget *cross = gtk_button_new_from_icon_name ("window-close-symbolic");
  GtkWidget *label = gtk_label_new (asc_filter_get_text (filter, i));
  g_autofree char *tooltip = asc_ui_make_tooltip (asc_filter_get_text (filter, i));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHIP_CHARS);
  if (!asc_filter_is_enabled (filter, i))
    gtk_widget_add_css_class (label, "dim-label");
  gtk_button_set_child (GTK_BUTTON (text), label);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (tick), asc_filter_is_enabled (filter, i));
  asc_ui_set_tooltip (tick, _ ("Use this filter"));
  asc_ui_set_tooltip (text, tooltip);
  asc_ui_set_tooltip (cross, _ ("Remove this filter"));
  gtk_widget_add_css_class (text, "flat");
  gtk_widget_add_css_class (cross, "flat");
  gtk_widget_add_css_class (cross, "circular");
  gtk_widget_add_css_class (chip, "filter-chip");
  gtk_widget_set_halign (chip, GTK_ALIGN_START);
  append_part (GTK_BOX (chip), tick, i, _ ("Use this filter"));
  append_part (GTK_BOX (chip), text, i, asc_filter_get_text (filter, i));
  append_part (GTK_BOX (chip), cross, i, _ ("Remove this filter"));
  g_signal_connect_object (tick, "toggled", G_CALLBACK (toggled_cb), self, 0);
  g_signal_connect_object (text, "clicked", G_CALLBACK (edit_cb), self, 0);
  g_signal_connect_object (cross, "clicked", G_CALLBACK (remove_cb), self, 0);
  return chip;
}

static void
changed_cb (AscFilterBar *self)
{
  AscFilter *filter = asc_filtering_get (get_filtering (self));
  GtkWidget *child;

  if (self->edited != NEW_CLAUSE)
    close_editor (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->chips))) != NULL)
    gtk_flow_box_remove (self->chips, child);
  for (guint i = 0; i < asc_filter_get_size (filter); i++)
    {
      GtkWidget *chip = make_chip (self, filter, i);

      gtk_flow_box_append (self->chips, chip);
      gtk_widget_set_focusable (gtk_widget_get_parent (chip), FALSE);
    }
  if (asc_filtering_is_busy (get_filtering (self)))
    gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  update_revealer (self);
}

/* "3,214 of 12,400 events (25.92%)" */
static void
profile_cb (AscFilterBar *self)
{
  AscProfile *profile = asc_session_get_profile (self->session);
  AscFiltered count;
  guint n;
  guint n_all;
  g_autofree char *part = NULL;
  g_autofree char *all = NULL;
  g_autofree char *percent = NULL;
  g_autofree char *text = NULL;

  if (profile == NULL)
    {
      close_editor (self);
      return;
    }
  count = asc_profile_count_filtered (profile);
  n = count.n_events + count.n_intervals;
  n_all = count.n_all_events + count.n_all_intervals;
  part = asc_ui_format_count (n);
  all = asc_ui_format_count (n_all);
  percent = asc_ui_format_percent (n, n_all);
  /* TRANSLATORS: how many events passed the filter, of how many, and how much of them that is: "25.92%" */
  text = g_strdup_printf (ngettext ("%s of %s event (%s)", "%s of %s events (%s)", n_all), part, all, percent);
  gtk_label_set_text (self->count, text);
  gtk_widget_remove_css_class (GTK_WIDGET (self->count), "dim-label");
}

void
asc_filter_bar_set_session (AscFilterBar *self, AscSession *session)
{
  g_return_if_fail (ASC_IS_FILTER_BAR (self));
  g_return_if_fail (self->session == NULL);

  self->session = session;
  g_signal_connect_object (session, "notify::profile", G_CALLBACK (profile_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (asc_session_get_filtering (session), "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  changed_cb (self);
  profile_cb (self);
}

static void
asc_filter_bar_class_init (AscFilterBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/ascribe_profiler/Ascribe/ui/asc-filter-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, AscFilterBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, AscFilterBar, chips);
  gtk_widget_class_bind_template_child (widget_class, AscFilterBar, count);
  gtk_widget_class_bind_template_child (widget_class, AscFilterBar, remove_all);
  gtk_widget_class_bind_template_child (widget_class, AscFilterBar, editor);
  gtk_widget_class_bind_template_child (widget_class, AscFilterBar, entry);
  gtk_widget_class_bind_template_child (widget_class, AscFilterBar, error);
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_all_cb);
}

static void
asc_filter_bar_init (AscFilterBar *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (entry_key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
}
