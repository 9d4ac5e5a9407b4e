/* asc-flame-tools.c: see asc-flame-tools.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-tools.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"
#include "asc-ui-text.h"

/* Narrower cells are left out of drawings: a twelfth of a pixel. */
#define LEAST_SHARE 0.0001
#define SWATCH 12
#define MAX_LEGEND 40u

GMenuModel *
asc_flame_menu_new (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) zoom = g_menu_new ();
  g_autoptr (GMenuModel) function = asc_function_menu_new ();
  g_autoptr (GMenu) copy = g_menu_new ();
  g_autoptr (GMenu) files = g_menu_new ();

  g_menu_append (zoom, C_ ("flame graph", "Enlarge"), "flame.zoom-in");
  g_menu_append (zoom, C_ ("flame graph", "Back"), "flame.zoom-out");
  g_menu_append (copy, _ ("Copy Name"), "win.copy-name");
  g_menu_append (files, C_ ("flame graph", "Export…"), "flame.export");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (zoom));
  g_menu_append_section (menu, NULL, function);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copy));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  return G_MENU_MODEL (menu);
}

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  asc_picture_set_color (cr, GPOINTER_TO_UINT (data), 1);
  cairo_rectangle (cr, 0, (height - SWATCH) / 2.0, SWATCH, SWATCH);
  cairo_fill (cr);
}

GtkWidget *
asc_flame_legend_new (const AscFlameLegend *legend)
{
  const char *title = legend->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "flame color", legend->title) : legend->title;
  g_autofree char *brief = asc_ui_shorten (title, MAX_LEGEND);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *swatch = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), SWATCH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), SWATCH);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch, GUINT_TO_POINTER (legend->color), NULL);
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), asc_ui_new_label (brief, 0, NULL));
  return box;
}

static void
append_row (AscFlameGraph *graph, GString *text, guint32 cell)
{
  guint n;
  const AscFlameCell *c = &asc_flame_graph_get_cells (graph, &n)[cell];
  g_autofree char *name = asc_flame_graph_dup_name (graph, cell);

  g_strdelimit (name, "\t\n", ' ');
  g_string_append_printf (text, "%s\t%u\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\n", name, c->depth,
                          asc_flame_graph_get_exclusive (graph, cell, asc_flame_graph_get_options (graph)->metric), c->value);
}

char *
asc_flame_graph_dup_tsv (AscFlameGraph *graph, guint32 cell)
{
  GString *text;
  const AscMetric *metric;

  if (graph == NULL)
    return NULL;
  metric = asc_profile_get_metric (asc_flame_graph_get_profile (graph), asc_flame_graph_get_options (graph)->metric);
  text = g_string_new (NULL);
  g_string_append_printf (text, "name\tdepth\te.%s\ta.%s\n", metric->id, metric->id);
  if (cell != ASC_NONE)
    append_row (graph, text, cell);
  else
    for (guint32 i = 0; i != ASC_NONE; i = asc_flame_graph_next (graph, i))
      append_row (graph, text, i);
  return g_string_free (text, FALSE);
}

/* Files */

typedef struct
{
  GtkWidget *widget;
  AscFlameGraph *graph;
  AscFlameDifference *difference; /* or NULL */
  char *title;
  AscFlameColoring coloring;
  gboolean upward;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_object_unref (export->widget);
  g_object_unref (export->graph);
  g_clear_pointer (&export->difference, asc_flame_difference_unref);
  g_free (export->title);
  g_free (export);
}

static void
append_bytes (gpointer data, const char *bytes, gsize length)
{
  g_string_append_len (data, bytes, (gssize) length);
}

static cairo_status_t
append_cb (gpointer data, const guchar *bytes, guint length)
{
  append_bytes (data, (const char *) bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

/* By the name's end: .folded is text, all else a drawing. */
static gboolean
write_text (const Export *export, const char *name, GString *text, GError **error)
{
  const AscFlameDrawing drawing = { .title = export->title, .coloring = export->coloring, .upward = export->upward, .min_share = LEAST_SHARE,
                                    .difference = export->difference };

  if ((g_str_has_suffix (name, ".folded") || g_str_has_suffix (name, ".txt")) && export->difference != NULL)
    asc_flame_write_folded_difference (export->graph, export->difference, 0, -1, append_bytes, text);
  else if (g_str_has_suffix (name, ".folded") || g_str_has_suffix (name, ".txt"))
    asc_flame_write_folded (export->graph, 0, -1, append_bytes, text);
  else if (asc_picture_get_kind (name) == ASC_PICTURE_SVG)
    asc_flame_write_svg (export->graph, &drawing, append_bytes, text);
  else
    return asc_flame_write_picture (export->graph, &drawing, asc_picture_get_kind (name), append_cb, text, error);
  return TRUE;
}

static void
write_file (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *name = g_file_get_basename (source);
  GError *error = NULL;

  if (write_text (data, name, text, &error)
      && g_file_replace_contents (source, text->str, text->len, NULL, FALSE, G_FILE_CREATE_NONE, NULL, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  const Export *export = g_task_get_task_data (G_TASK (result));
  g_autofree char *path = g_file_get_basename (G_FILE (source));
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      /* TRANSLATORS: %s is a file name */
      title = g_strdup_printf (_ ("Exported to “%s”"), name);
      gtk_widget_activate_action (export->widget, "win.tell", "s", title);
      return;
    }
  /* TRANSLATORS: %s is a file name */
  title = g_strdup_printf (_ ("Could not write “%s”"), name);
  gtk_widget_activate_action (export->widget, "win.show-error", "(ss)", title, error->message);
}

/* Takes over @export. */
static void
start (Export *export, GFile *file)
{
  g_autoptr (GTask) task = g_task_new (file, NULL, written_cb, NULL);

  g_task_set_task_data (task, export, export_free);
  g_task_run_in_thread (task, write_file);
}

static void
response_cb (GtkNativeDialog *chooser, int response, gpointer data)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;

  if (file != NULL)
    start (data, file);
  else
    export_free (data);
  g_object_unref (chooser);
}

static void
add_filter (GtkFileChooser *chooser, const char *title, const char *suffix)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, title);
  gtk_file_filter_add_suffix (filter, suffix);
  gtk_file_chooser_add_filter (chooser, filter);
}

/* Asks for a file; takes over @export. */
static void
ask (Export *export, const char *base)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (C_ ("flame graph", "Export Flame Graph"), GTK_WINDOW (gtk_widget_get_root (export->widget)),
                                                               GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  g_autofree char *name = g_strconcat (base, ".svg", NULL);

  add_filter (GTK_FILE_CHOOSER (chooser), _ ("SVG drawings"), "svg");
  add_filter (GTK_FILE_CHOOSER (chooser), _ ("PNG pictures"), "png");
  add_filter (GTK_FILE_CHOOSER (chooser), _ ("PDF documents"), "pdf");
  add_filter (GTK_FILE_CHOOSER (chooser), _ ("Folded stacks"), "folded");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect (chooser, "response", G_CALLBACK (response_cb), export);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

void
asc_flame_export (GtkWidget *widget, AscFlameGraph *graph, const char *path, AscFlameDifference *difference, AscFlameColoring coloring, gboolean upward, GFile *file)
{
  const AscMetric *metric = asc_profile_get_metric (asc_flame_graph_get_profile (graph), asc_flame_graph_get_options (graph)->metric);
  g_autofree char *base = g_filename_display_basename (path);
  Export *export = g_new (Export, 1);

  *export = (Export){ .widget = g_object_ref (widget), .graph = g_object_ref (graph), .coloring = coloring, .upward = upward };
  if (difference != NULL)
    export->difference = asc_flame_difference_ref (difference);
  /* TRANSLATORS: the title of a drawing: a file name, a metric's name */
  export->title = g_strdup_printf (_ ("%s: %s"), base, asc_ui_metric_get_title (metric));
  if (file != NULL)
    start (export, file);
  else
    ask (export, base);
}
