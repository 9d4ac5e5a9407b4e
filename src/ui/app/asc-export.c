/* asc-export.c: see asc-export.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-export.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"
#include "asc-window-private.h"

/* What a file's name says. */
static AscFormat
get_format (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_ascii_strdown (base, -1);

  if (g_str_has_suffix (name, ".html") || g_str_has_suffix (name, ".htm"))
    return ASC_FORMAT_HTML;
  return g_str_has_suffix (name, ".json") ? ASC_FORMAT_JSON : ASC_FORMAT_TSV;
}

/* The view's title, what is open, and the metric that sorts and draws. */
static char *
make_page (AscWindow *self, AscView *view, const char *tsv)
{
  GString *page = g_string_new (NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  AscProfile *profile = asc_session_get_profile (self->session);

  for (guint i = 0; i < asc_session_get_n_experiments (self->session); i++)
    g_ptr_array_add (notes, asc_ui_describe_experiment (asc_session_get_experiment (self->session, i)));
  g_ptr_array_add (notes, g_strdup (asc_ui_metric_get_title (asc_profile_get_metric (profile, asc_session_get_metric (self->session)))));
  g_ptr_array_add (notes, NULL);
  asc_html_begin_page (page, asc_view_class_get_title (ASC_VIEW_GET_CLASS (view)), (const char *const *) notes->pdata, asc_html_get_language ());
  asc_html_append_tsv (page, tsv);
  asc_html_end_page (page);
  return g_string_free (page, FALSE);
}

/* One export: what is written, in a worker. */
typedef struct
{
  AscRequest ask; /* its profile, arrays and sort_field are owned */
  AscReportFunc report;
  GBytes *text; /* or, without a report, this */
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;

  g_clear_object (&self->ask.profile);
  g_clear_pointer (&self->ask.columns, g_array_unref);
  g_clear_pointer (&self->ask.sort, g_array_unref);
  g_clear_pointer (&self->ask.functions, g_array_unref);
  g_free ((char *) self->ask.sort_field);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_free (self);
}

static Export *
export_new (AscWindow *self, AscView *view, AscFormat format)
{
  AscViewClass *klass = ASC_VIEW_GET_CLASS (view);
  Export *export = g_new0 (Export, 1);
  g_autofree char *tsv = NULL;
  char *text;

  if (klass->report != NULL)
    {
      export->ask = (AscRequest){ .profile = g_object_ref (asc_session_get_profile (self->session)),
                                  .format = format,
                                  .limit = -1 };
      export->report = klass->report;
      klass->get_request (view, &export->ask);
      export->ask.sort_field = g_strdup (export->ask.sort_field);
      return export;
    }
  tsv = klass->copy != NULL ? klass->copy (view, TRUE) : NULL;
  if (tsv == NULL)
    {
      g_free (export);
      return NULL;
    }
  text = format == ASC_FORMAT_HTML ? make_page (self, view, tsv) : g_steal_pointer (&tsv);
  export->text = g_bytes_new_take (text, strlen (text));
  return export;
}

static void
write_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Export *export = data;
  GError *error = NULL;
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  g_autoptr (GFileOutputStream) stream = g_file_replace (source, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, &error);
  gboolean good = stream != NULL;

  if (good)
    {
      export->ask.out = asc_out_new (G_OUTPUT_STREAM (stream), stop);
      if (export->report != NULL)
        good = export->report (&export->ask, &error);
      else
        asc_out_write (export->ask.out, g_bytes_get_data (export->text, NULL), (gssize) g_bytes_get_size (export->text));
      if (!good)
        g_cancellable_cancel (stop); /* the file that was there stays */
      good = asc_out_close (export->ask.out, good ? &error : NULL) && good;
    }
  if (good)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AscWindow) self = data;
  GFile *file = G_FILE (object);
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *title = NULL;
  g_autofree char *markup = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = g_file_get_parent (file);
  AdwToast *toast;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      title = g_strdup_printf (_ ("Could not write “%s”"), name);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.show-error", "(ss)", title, error->message);
      return;
    }
  title = g_strdup_printf (_ ("Exported to “%s”"), name);
  markup = g_markup_escape_text (title, -1);
  toast = adw_toast_new (markup);
  if (folder != NULL)
    {
      g_autofree char *uri = g_file_get_uri (folder);

      adw_toast_set_button_label (toast, _ ("_Open Folder"));
      adw_toast_set_action_name (toast, "win.open-folder");
      adw_toast_set_action_target_value (toast, g_variant_new_string (uri));
    }
  adw_toast_overlay_add_toast (self->toasts, toast);
}

void
asc_export_to (AscWindow *self, GFile *file)
{
  AscView *view = asc_window_get_current_view (self);
  Export *export = view != NULL ? export_new (self, view, get_format (file)) : NULL;
  g_autoptr (GTask) task = NULL;

  if (export == NULL)
    return;
  task = g_task_new (file, NULL, written_cb, g_object_ref (self));
  g_task_set_source_tag (task, asc_export_to);
  g_task_set_task_data (task, export, export_free);
  g_task_run_in_thread (task, write_cb);
}

static void
response_cb (GtkNativeDialog *chooser, int response, AscWindow *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;

  if (file != NULL)
    asc_export_to (self, file);
  g_object_unref (chooser);
}

void
asc_export_ask (AscWindow *self)
{
  static const char *const kinds[][2] = { { "*.html", N_ ("Web page (HTML)") },
                                          { "*.tsv", N_ ("Text with tabs (TSV)") },
                                          { "*.json", N_ ("For programs (JSON)") } };
  const char *view = asc_window_get_view (self);
  AscView *shown = asc_window_get_current_view (self);
  guint n_kinds = shown != NULL && ASC_VIEW_GET_CLASS (shown)->report != NULL ? 3 : 2; /* JSON is of reports alone */
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Export Table"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  g_autofree char *name = g_strconcat (view != NULL ? view : "table", ".html", NULL);

  for (guint i = 0; i < n_kinds; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_add_pattern (filter, kinds[i][0]);
      gtk_file_filter_set_name (filter, _ (kinds[i][1]));
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
    }
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (response_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
