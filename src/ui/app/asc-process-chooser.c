/* asc-process-chooser.c: see asc-process-chooser.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-process-chooser.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"

/* Rows are widgets: of more processes the search shows those that match. */
#define ROWS_MAX 200
#define LIST_WIDTH 420
#define LIST_HEIGHT 320
#define ROW_MARGIN 4
#define LIST_CHARS 44

struct _AscProcessChooser
{
  GtkWidget parent_instance;

  GtkWidget *button;
  GtkWidget *search;
  GtkWidget *list;
  GtkEditable *entry;   /* lent */
  GPtrArray *processes; /* AscRunningProcess; NULL: not read yet */
};

G_DEFINE_FINAL_TYPE (AscProcessChooser, asc_process_chooser, GTK_TYPE_WIDGET)

static GtkWidget *
new_row (const AscRunningProcess *process)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  /* TRANSLATORS: a process: its number, its name, its user */
  g_autofree char *title = g_strdup_printf (_ ("%d · %s · %s"), process->pid, process->name, process->user);
  GtkWidget *labels[] = { asc_ui_new_label (title, 0, NULL), asc_ui_new_label (process->command, 0, "caption") };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gtk_label_set_ellipsize (GTK_LABEL (labels[i]), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (labels[i]), LIST_CHARS);
      gtk_box_append (GTK_BOX (box), labels[i]);
    }
  gtk_widget_set_margin_top (box, ROW_MARGIN);
  gtk_widget_set_margin_bottom (box, ROW_MARGIN);
  gtk_widget_set_margin_start (box, ROW_MARGIN);
  gtk_widget_add_css_class (labels[1], "dim-label");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_sensitive (row, process->is_ours);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data (G_OBJECT (row), "pid", GINT_TO_POINTER (process->pid));
  return row;
}

static void
fill (AscProcessChooser *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  GtkListBoxRow *row;
  guint n = 0;

  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
  for (guint i = 0; self->processes != NULL && i < self->processes->len && n < ROWS_MAX; i++)
    if (asc_running_process_matches (g_ptr_array_index (self->processes, i), text))
      {
        gtk_list_box_append (GTK_LIST_BOX (self->list), new_row (g_ptr_array_index (self->processes, i)));
        n++;
      }
}

static void
read_processes (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, asc_process_list_new (), (GDestroyNotify) g_ptr_array_unref);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  AscProcessChooser *self = ASC_PROCESS_CHOOSER (source);

  g_clear_pointer (&self->processes, g_ptr_array_unref);
  self->processes = g_task_propagate_pointer (G_TASK (result), NULL);
  if (self->list != NULL)
    fill (self);
}

static void
show_cb (AscProcessChooser *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, read_cb, NULL);

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (self->search);
  g_task_run_in_thread (task, read_processes);
}

static void
choose (AscProcessChooser *self, GtkListBoxRow *row)
{
  g_autofree char *text = NULL;

  if (row == NULL || !gtk_widget_get_sensitive (GTK_WIDGET (row)))
    return;
  text = g_strdup_printf ("%d", GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "pid")));
  gtk_editable_set_text (self->entry, text);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
}

/* Enter takes the first one. */
static void
activate_cb (AscProcessChooser *self)
{
  choose (self, gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0));
}

static void
asc_process_chooser_dispose (GObject *object)
{
  AscProcessChooser *self = ASC_PROCESS_CHOOSER (object);

  self->list = NULL;
  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_pointer (&self->processes, g_ptr_array_unref);
  G_OBJECT_CLASS (asc_process_chooser_parent_class)->dispose (object);
}

static void
asc_process_chooser_class_init (AscProcessChooserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = asc_process_chooser_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
asc_process_chooser_init (AscProcessChooser *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *nothing = asc_ui_new_label (_ ("No process matches"), 0.5f, "dim-label");

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Number, name, user or command"), NULL);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "activate", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  self->list = gtk_list_box_new ();
  gtk_widget_set_margin_top (nothing, 24);
  gtk_widget_set_margin_bottom (nothing, 24);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), nothing);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (choose), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (scrolled, LIST_WIDTH, LIST_HEIGHT);
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  g_signal_connect_object (popover, "show", G_CALLBACK (show_cb), self, G_CONNECT_SWAPPED);
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->button), "system-search-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), popover);
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->button, _ ("Choose a Process"));
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  asc_ui_name_controls (GTK_WIDGET (self));
}

GtkWidget *
asc_process_chooser_new (GtkEditable *entry)
{
  AscProcessChooser *self = g_object_new (ASC_TYPE_PROCESS_CHOOSER, NULL);

  self->entry = entry;
  return GTK_WIDGET (self);
}
