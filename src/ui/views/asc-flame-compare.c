/* asc-flame-compare.c: see asc-flame-compare.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-compare.h"

#include <glib/gi18n.h>

#include "asc-load.h"

typedef struct
{
  GtkWidget *widget;
  GCancellable *cancellable;
  AscProgress *progress;
  AscFlameCompareFunc ready;
  char *name; /* of the file, for people */
} Compare;

static void
compare_free (Compare *compare)
{
  g_object_unref (compare->widget);
  g_object_unref (compare->cancellable);
  asc_progress_unref (compare->progress);
  g_free (compare->name);
  g_free (compare);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Compare *compare = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AscLoad) load = asc_load_finish (result, NULL, &error);

  if (load != NULL && !g_cancellable_is_cancelled (compare->cancellable))
    compare->ready (compare->widget, load->profile, compare->name);
  else if (load == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      /* TRANSLATORS: %s is a file name */
      g_autofree char *title = g_strdup_printf (_ ("Could not open “%s”"), compare->name);

      gtk_widget_activate_action (compare->widget, "win.show-error", "(ss)", title, error->message);
    }
  compare_free (compare);
}

/* Takes over @compare. */
static void
load (Compare *compare, const char *path)
{
  const char *const paths[] = { path, NULL };

  compare->name = g_filename_display_basename (path);
  asc_load_async (paths, compare->cancellable, compare->progress, loaded_cb, compare);
}

static void
response_cb (GtkNativeDialog *chooser, int response, gpointer data)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  const char *path = file != NULL ? g_file_peek_path (file) : NULL;

  if (path != NULL)
    load (data, path);
  else
    compare_free (data);
  g_object_unref (chooser);
}

void
asc_flame_compare_open (GtkWidget *widget, const char *path, GCancellable *cancellable, AscFlameCompareFunc ready)
{
  Compare *compare = g_new0 (Compare, 1);
  GtkFileChooserNative *chooser;

  *compare = (Compare){ .widget = g_object_ref (widget), .cancellable = g_object_ref (cancellable), .progress = asc_progress_new (), .ready = ready };
  if (path != NULL)
    {
      load (compare, path);
      return;
    }
  chooser = gtk_file_chooser_native_new (C_ ("flame graph", "Compare With"), GTK_WINDOW (gtk_widget_get_root (widget)), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect (chooser, "response", G_CALLBACK (response_cb), compare);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
