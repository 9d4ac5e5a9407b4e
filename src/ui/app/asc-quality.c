/* asc-quality.c: what makes the numbers of a window less than certain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-quality.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "asc-ui-text.h"

/* Of a session: number + 1 of the finding that the page is to show. */
#define WANTED "asc-finding"

static AscFindingsFormat
get_format (void)
{
  return (AscFindingsFormat){ .percent_digits = asc_ui_get_percent_digits (), .localized = TRUE };
}

GPtrArray *
asc_quality_list (AscSession *session)
{
  AscProfile *whole = asc_filtering_get_whole (asc_session_get_filtering (session));

  if (whole == NULL)
    return g_ptr_array_new ();
  return asc_findings_list (whole, asc_session_list_symbols (session), asc_session_get_metric (session), get_format ());
}

GPtrArray *
asc_quality_list_damage (AscExperiment *experiment)
{
  return asc_findings_list_damage (experiment, get_format ());
}

guint
asc_quality_count_warnings (GPtrArray *findings)
{
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    n += ((AscFinding *) g_ptr_array_index (findings, i))->severity >= ASC_SEVERITY_WARNING;
  return n;
}

char *
asc_quality_describe_events (AscSession *session)
{
  gint64 n_read = 0;
  gint64 n_skipped = 0;
  g_autofree char *read_text = NULL;
  g_autofree char *shown_text = NULL;

  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    {
      const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (asc_session_get_experiment (session, i));

      n_read += asc_diagnostics_get_n_read (diagnostics);
      n_skipped += asc_diagnostics_get_n_skipped (diagnostics);
    }
  read_text = asc_ui_format_count (n_read);
  if (n_skipped == 0)
    return g_strdup_printf (ngettext ("The %s event read is shown", "All %s events read are shown", (gulong) n_read), read_text);
  shown_text = asc_ui_format_count (n_read - n_skipped);
  /* TRANSLATORS: how many events are shown, how many were read */
  return g_strdup_printf (ngettext ("%s of %s event read is shown", "%s of %s events read are shown", (gulong) n_read), shown_text, read_text);
}

const char *
asc_quality_get_icon_name (AscSeverity severity)
{
  switch (severity)
    {
    case ASC_SEVERITY_ERROR:
      return "dialog-error-symbolic";
    case ASC_SEVERITY_WARNING:
      return "dialog-warning-symbolic";
    case ASC_SEVERITY_NOTE:
    default:
      return "help-about-symbolic";
    }
}

const char *
asc_quality_get_severity_name (AscSeverity severity)
{
  switch (severity)
    {
    case ASC_SEVERITY_ERROR:
      return C_ ("severity", "Error");
    case ASC_SEVERITY_WARNING:
      return C_ ("severity", "Warning");
    case ASC_SEVERITY_NOTE:
    default:
      return C_ ("severity", "Note");
    }
}

int
asc_quality_take_wanted (AscSession *session)
{
  return GPOINTER_TO_INT (g_object_steal_data (G_OBJECT (session), WANTED)) - 1;
}

/* To the page, which says more of it; a popover that the list is in is in the way. */
static void
row_activated_cb (AscSession *session, GtkListBoxRow *row, GtkListBox *list)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  g_object_set_data (G_OBJECT (session), WANTED, GINT_TO_POINTER (gtk_list_box_row_get_index (row) + 1));
  asc_session_show_view (session, "quality");
}

GtkWidget *
asc_quality_new_icon (AscSeverity severity)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (asc_quality_get_icon_name (severity));

  asc_ui_set_tooltip (icon, asc_quality_get_severity_name (severity));
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, asc_quality_get_severity_name (severity), -1);
  gtk_widget_add_css_class (icon, severity == ASC_SEVERITY_ERROR ? "error" : severity == ASC_SEVERITY_WARNING ? "warning" : "dim-label");
  return icon;
}

static GtkWidget *
new_row (const AscFinding *finding)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *name = g_strdup_printf ("%s: %s", asc_quality_get_severity_name (finding->severity), finding->title);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), finding->title);
  if (finding->why != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), finding->why);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), asc_quality_new_icon (finding->severity));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

GtkWidget *
asc_quality_new_list (GPtrArray *findings, AscSession *session)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Data Quality"), -1);
  for (guint i = 0; i < findings->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (list), new_row (g_ptr_array_index (findings, i)));
  g_signal_connect_object (list, "row-activated", G_CALLBACK (row_activated_cb), session, G_CONNECT_SWAPPED);
  return list;
}
