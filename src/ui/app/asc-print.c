/* asc-print.c: see asc-print.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-print.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"
#include "asc-window-private.h"

#define MAX_ROWS 100000
#define USUAL_ROWS 2000 /* some 30 pages */
#define STEP 25         /* rows measured before others get their turn: some ms */
#define TOP_LINE 40.0   /* pt that the title of a drawing takes */

/* What is printed, made when it begins: the window may show something else by then. */
typedef struct
{
  AscWindow *window;
  AscView *view;
  char *title;
  char *note;
  guint max_rows;
  GtkSpinButton *rows;  /* in the dialog; lent while it is there */
  AscPrintTable *table; /* or else ... */
  AscPicture picture;   /* ... of which paint is not NULL, or else ... */
  GDestroyNotify picture_destroy;
  gpointer picture_data;
  GskRenderNode *node; /* ... what stands on the screen */
  double width;        /* of picture or node, px */
  double height;
} Print;

/* What was set up last, for the next time. */
static GtkPrintSettings *last_settings;
static GtkPageSetup *last_setup;

static void
print_free (gpointer data)
{
  Print *self = data;

  g_clear_object (&self->window);
  g_clear_object (&self->view);
  g_clear_pointer (&self->table, asc_print_table_free);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  if (self->picture_destroy != NULL)
    self->picture_destroy (self->picture_data);
  g_free (self->title);
  g_free (self->note);
  g_free (self);
}

/* What is open, the metric, the filter. */
static char *
make_note (AscWindow *self)
{
  AscProfile *profile = asc_session_get_profile (self->session);
  g_autofree char *filter = asc_report_dup_filter (profile);
  g_autoptr (GString) note = g_string_new (NULL);

  for (guint i = 0; i < asc_session_get_n_experiments (self->session); i++)
    {
      AscExperiment *experiment = asc_session_get_experiment (self->session, i);
      g_autofree char *base = g_filename_display_basename (asc_experiment_get_path (experiment));
      g_autofree char *what = asc_ui_describe_experiment (experiment);

      g_string_append_printf (note, "%s · %s\n", base, what);
    }
  g_string_append (note,
                   asc_ui_metric_get_title (asc_profile_get_metric (profile, asc_session_get_metric (self->session))));
  if (filter != NULL)
    g_string_append_printf (note, " · %s", filter);
  return g_strdup (note->str);
}

static char *
dup_sheet (Print *self, guint *n_rows)
{
  AscViewClass *klass = ASC_VIEW_GET_CLASS (self->view);

  *n_rows = 0;
  if (klass->dup_sheet != NULL)
    return klass->dup_sheet (self->view, self->max_rows, n_rows);
  return klass->copy != NULL ? klass->copy (self->view, TRUE) : NULL;
}

static void
make_table (Print *self, GtkPrintContext *context, const char *tsv, guint n_rows)
{
  g_autofree char *count = n_rows > self->max_rows ? asc_ui_format_count (n_rows - self->max_rows) : NULL;
  g_autofree char *end = count != NULL ? /* TRANSLATORS: at the end of a printed table; %s is a number */
                             g_strdup_printf (ngettext ("%s more row is not printed.", "%s more rows are not printed.",
                                                        n_rows - self->max_rows),
                                              count)
                                       : NULL;
  const AscPrintText text = {
    .tsv = tsv,
    .title = self->title,
    .note = self->note,
    .end = end,
    .is_code = ASC_VIEW_GET_CLASS (self->view)->is_code,
    .width = gtk_print_context_get_width (context),
    .height = gtk_print_context_get_height (context),
  };

  self->table = asc_print_table_new (gtk_print_context_create_pango_context (context), &text);
}

/* What has neither rows nor a drawing of its own is printed as it stands there. */
static void
take_screen (Print *self)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (self->view));
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  self->width = gtk_widget_get_width (GTK_WIDGET (self->view));
  self->height = gtk_widget_get_height (GTK_WIDGET (self->view));
  if (adw_style_manager_get_dark (adw_style_manager_get_default ()))
    gtk_snapshot_append_color (snapshot, &(GdkRGBA){ 0.14f, 0.14f, 0.14f, 1 },
                               &GRAPHENE_RECT_INIT (0, 0, (float) self->width, (float) self->height));
  gdk_paintable_snapshot (paintable, snapshot, self->width, self->height);
  self->node = gtk_snapshot_free_to_node (snapshot);
}

static void
begin_print_cb (GtkPrintOperation *operation, GtkPrintContext *context, Print *self)
{
  AscViewClass *klass = ASC_VIEW_GET_CLASS (self->view);
  g_autofree char *tsv = NULL;
  guint n_rows;

  if (klass->get_picture != NULL)
    {
      if (klass->get_picture (self->view, &self->picture, &self->picture_destroy))
        {
          self->picture_data = self->picture.data;
          self->width = self->picture.width;
          self->height = self->picture.height;
        }
    }
  else
    {
      tsv = dup_sheet (self, &n_rows);
      if (tsv != NULL)
        make_table (self, context, tsv, n_rows);
      else
        take_screen (self);
    }
  gtk_print_operation_set_n_pages (operation, 1);
}

static gboolean
paginate_cb (GtkPrintOperation *operation, GtkPrintContext *context, Print *self)
{
  if (self->table == NULL)
    return TRUE;
  if (!asc_print_table_lay_out (self->table, STEP))
    return FALSE;
  gtk_print_operation_set_n_pages (operation, (int) asc_print_table_get_n_pages (self->table));
  return TRUE;
}

/* The drawing below its title, as large as the page allows. */
static void
paint_drawing (Print *self, GtkPrintContext *context, cairo_t *cr)
{
  double width = gtk_print_context_get_width (context);
  double height = gtk_print_context_get_height (context);
  const AscPrintText text = { .tsv = "", .title = self->title, .note = self->note, .width = width, .height = height };
  g_autoptr (AscPrintTable) page = asc_print_table_new (gtk_print_context_create_pango_context (context), &text);
  double scale;

  asc_print_table_lay_out (page, 1);
  asc_print_table_paint (page, 0, cr);
  if (self->width <= 0 || self->height <= 0)
    return;
  scale = MIN (MIN (width / self->width, (height - 2 * TOP_LINE) / self->height), 1);
  cairo_translate (cr, 0, TOP_LINE + 10);
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, self->width, self->height);
  cairo_clip (cr);
  if (self->picture.paint != NULL)
    self->picture.paint (self->picture.data, cr);
  else if (self->node != NULL)
    gsk_render_node_draw (self->node, cr);
}

static void
draw_page_cb (GtkPrintOperation *operation, GtkPrintContext *context, int page, Print *self)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);

  if (self->table != NULL)
    asc_print_table_paint (self->table, (guint) page, cr);
  else
    paint_drawing (self, context, cr);
}

static GObject *
create_widget_cb (GtkPrintOperation *operation, Print *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (_ ("Print at most this many rows of a table:"));
  GtkWidget *spin = gtk_spin_button_new_with_range (1, MAX_ROWS, 100);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), self->max_rows);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), spin);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), spin);
  self->rows = GTK_SPIN_BUTTON (spin);
  return G_OBJECT (box);
}

static void
apply_widget_cb (GtkPrintOperation *operation, GtkWidget *widget, Print *self)
{
  self->max_rows = (guint) gtk_spin_button_get_value_as_int (self->rows);
}

static void
done_cb (GtkPrintOperation *operation, GtkPrintOperationResult result, Print *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  g_object_get (operation, "export-filename", &path, NULL);
  if (result == GTK_PRINT_OPERATION_RESULT_ERROR)
    {
      gtk_print_operation_get_error (operation, &error);
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-error", "(ss)", _ ("Could not print"),
                                  error != NULL ? error->message : "");
    }
  else if (result == GTK_PRINT_OPERATION_RESULT_APPLY)
    {
      g_set_object (&last_settings, gtk_print_operation_get_print_settings (operation));
      g_set_object (&last_setup, gtk_print_operation_get_default_page_setup (operation));
    }
  if (result == GTK_PRINT_OPERATION_RESULT_APPLY && path != NULL)
    {
      g_autofree char *name = g_filename_display_basename (path);
      g_autofree char *told = g_strdup_printf (_ ("Exported to “%s”"), name);

      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.tell", "s", told);
    }
}

static void
start (AscWindow *window, const char *path)
{
  AscView *view = asc_window_get_current_view (window);
  g_autoptr (GtkPrintOperation) operation = NULL;
  g_autoptr (GError) error = NULL;
  Print *self;

  if (view == NULL || asc_session_get_profile (window->session) == NULL)
    return;
  self = g_new0 (Print, 1);
  self->window = g_object_ref (window);
  self->view = g_object_ref (view);
  self->title = g_strdup (asc_view_class_get_title (ASC_VIEW_GET_CLASS (view)));
  self->note = make_note (window);
  self->max_rows = USUAL_ROWS;
  operation = gtk_print_operation_new ();
  g_object_set_data_full (G_OBJECT (operation), "print", self, print_free);
  gtk_print_operation_set_job_name (operation, self->title);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_allow_async (operation, TRUE);
  gtk_print_operation_set_show_progress (operation, path == NULL);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  if (last_settings != NULL)
    gtk_print_operation_set_print_settings (operation, last_settings);
  if (last_setup != NULL)
    gtk_print_operation_set_default_page_setup (operation, last_setup);
  gtk_print_operation_set_custom_tab_label (operation, _ ("Tables"));
  g_signal_connect (operation, "create-custom-widget", G_CALLBACK (create_widget_cb), self);
  g_signal_connect (operation, "custom-widget-apply", G_CALLBACK (apply_widget_cb), self);
  g_signal_connect (operation, "begin-print", G_CALLBACK (begin_print_cb), self);
  g_signal_connect (operation, "paginate", G_CALLBACK (paginate_cb), self);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_page_cb), self);
  g_signal_connect (operation, "done", G_CALLBACK (done_cb), self);
  if (path != NULL)
    gtk_print_operation_set_export_filename (operation, path);
  if (gtk_print_operation_run (
          operation, path != NULL ? GTK_PRINT_OPERATION_ACTION_EXPORT : GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG,
          GTK_WINDOW (window), &error)
      == GTK_PRINT_OPERATION_RESULT_ERROR)
    g_debug ("print: %s", error->message); /* said by done_cb */
}

void
asc_print_ask (AscWindow *window)
{
  start (window, NULL);
}

void
asc_print_to (AscWindow *window, const char *path)
{
  start (window, path);
}
