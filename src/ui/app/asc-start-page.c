/* asc-start-page.c: what an empty window shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-start-page.h"

#include <glib/gi18n.h>

#include "asc-recent.h"
#include "asc-ui-text.h"
#include "asc-view.h"

#define MAX_RECENT_FILES 8u

struct _AscStartPage
{
  AdwBin parent_instance;

  AdwPreferencesGroup *recent_group;
  GtkWidget *open_button;
  GPtrArray *rows; /* of the group; lent */
};

G_DEFINE_FINAL_TYPE (AscStartPage, asc_start_page, ADW_TYPE_BIN)

static void
remove_cb (GtkButton *button, gpointer data)
{
  asc_recent_remove (g_object_get_data (G_OBJECT (button), "uri"));
}

/* "perf.data · 30 Nov 2026 18:22 · 12.3 MB" */
static char *
describe (const AscRecentFile *file)
{
  g_autoptr (GDateTime) visited = g_date_time_to_local (file->visited);
  g_autofree char *date = g_date_time_format (visited, "%x %R");
  g_autofree char *size = NULL;
  const char *format = file->format != NULL ? asc_reader_get_name (file->format) : NULL;

  if (format == NULL)
    format = _ ("Recording");
  if (file->size < 0)
    /* TRANSLATORS: a file's format and when it was opened last */
    return g_strdup_printf (_ ("%s · %s · the file is not there any more"), format, date);
  if (file->is_folder)
    return g_strdup_printf (_ ("%s · %s · folder"), format, date);
  size = g_format_size ((guint64) file->size);
  /* TRANSLATORS: a file's format, when it was opened last, its size */
  return g_strdup_printf (_ ("%s · %s · %s"), format, date, size);
}

static GtkWidget *
new_row (const AscRecentFile *file)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *subtitle = describe (file);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), file->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  if (file->size >= 0)
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-uri");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", file->uri);
    }
  else
    {
      GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");

      asc_ui_set_tooltip (button, _ ("Remove from the list"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Remove from the list"), -1);
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (button, "flat");
      g_object_set_data_full (G_OBJECT (button), "uri", g_strdup (file->uri), g_free);
      g_signal_connect (button, "clicked", G_CALLBACK (remove_cb), NULL);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
      gtk_widget_add_css_class (row, "missing");
    }
  return row;
}

static void
update (AscStartPage *self)
{
  g_autoptr (GPtrArray) files = asc_recent_list (MAX_RECENT_FILES);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->recent_group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < files->len; i++)
    {
      GtkWidget *row = new_row (g_ptr_array_index (files, i));

      adw_preferences_group_add (self->recent_group, row);
      g_ptr_array_add (self->rows, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->recent_group), files->len > 0);
}

static void
asc_start_page_map (GtkWidget *widget)
{
  update (ASC_START_PAGE (widget));
  GTK_WIDGET_CLASS (asc_start_page_parent_class)->map (widget);
}

static void
recent_changed_cb (AscStartPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

static void
asc_start_page_finalize (GObject *object)
{
  g_ptr_array_unref (ASC_START_PAGE (object)->rows);
  G_OBJECT_CLASS (asc_start_page_parent_class)->finalize (object);
}

static void
asc_start_page_class_init (AscStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = asc_start_page_finalize;
  widget_class->map = asc_start_page_map;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-start-page"));
  gtk_widget_class_bind_template_child (widget_class, AscStartPage, recent_group);
  gtk_widget_class_bind_template_child (widget_class, AscStartPage, open_button);
}

static void
asc_start_page_init (AscStartPage *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (recent_changed_cb), self, G_CONNECT_SWAPPED);
}
