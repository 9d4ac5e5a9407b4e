/* asc-view-call-graph.c: functions as boxes, calls as arrows
 *
 * The graph is cut and laid out in a worker; what is shown stays until the new drawing is there. The newest request wins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "asc-graph-canvas.h"
#include "asc-table-view.h"
#include "asc-ui-text.h"

#define CALLER_LEVELS 2u
#define CALLEE_LEVELS 3u
/* A stub that is opened shows so many of its calls. */
#define MAX_OPENED 20u
/* Before that nobody is told that it takes time. */
#define PATIENCE_MS 300u
#define PULSE_MS 100u

static const double thresholds[] = { 0.1, 0.2, 0.5, 1, 2, 5, 10 };

enum
{
  SCOPE_WHOLE,
  SCOPE_AROUND,
};

#define ASC_TYPE_VIEW_CALL_GRAPH (asc_view_call_graph_get_type ())
G_DECLARE_FINAL_TYPE (AscViewCallGraph, asc_view_call_graph, ASC, VIEW_CALL_GRAPH, AscView)

struct _AscViewCallGraph
{
  AscView parent_instance;

  AscGraphCanvas *canvas;
  GtkWidget *bar;
  GtkDropDown *scope;
  GtkDropDown *grouping;
  GtkDropDown *coloring;
  GtkDropDown *numbers;
  GtkAdjustment *threshold;
  GtkAdjustment *limit;
  GtkLabel *threshold_label;
  GtkWidget *threshold_scale;
  GtkWidget *working;
  GtkProgressBar *progress;
  GtkLabel *message;
  GtkWidget *menu;

  GCancellable *cancellable; /* of the newest request, while it runs */
  guint patience;            /* source */
  guint settle;              /* source: a control moves */
  GArray *opened;            /* AscGraphCall */
  guint32 shown_center;      /* of the drawing that is shown or made */
  gboolean fit_wanted;       /* of the next drawing */
};

G_DEFINE_FINAL_TYPE (AscViewCallGraph, asc_view_call_graph, ASC_TYPE_VIEW)

static AscSession *
get_session (AscViewCallGraph *self)
{
  return asc_view_get_session (ASC_VIEW (self));
}

/* What a worker needs: nothing of it changes while it runs. */
typedef struct
{
  AscProfile *profile;
  AscGraphOptions options;
  AscGraphStyle style;
  guint32 center;
  GArray *opened;
  char *font;
  AscGraphDrawing *before;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->profile);
  g_array_unref (request->opened);
  g_free (request->font);
  g_clear_pointer (&request->before, asc_graph_drawing_unref);
  g_free (request);
}

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AscCallGraph) graph = asc_call_graph_new (request->profile, &request->options, cancellable, &error);
  AscGraphDrawing *drawing = graph != NULL ? asc_graph_drawing_new (graph, &request->style, request->before, cancellable, &error) : NULL;

  if (drawing != NULL)
    g_task_return_pointer (task, drawing, (GDestroyNotify) asc_graph_drawing_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static gboolean
is_by_object (AscViewCallGraph *self)
{
  return gtk_drop_down_get_selected (self->grouping) == 1;
}

/* Whether the drawing on show is of the profile on show, not of the one before. */
static gboolean
is_current (AscViewCallGraph *self)
{
  AscGraphDrawing *drawing = asc_graph_canvas_get_drawing (self->canvas);

  return drawing != NULL && asc_call_graph_get_profile (asc_graph_drawing_get_graph (drawing)) == asc_session_get_profile (get_session (self));
}

/* Follows what is chosen in the window; a load object is none of it. */
static void
show_selection (AscViewCallGraph *self)
{
  AscGraphDrawing *drawing = asc_graph_canvas_get_drawing (self->canvas);
  guint32 function = asc_session_get_function (get_session (self));

  if (is_current (self) && !asc_call_graph_is_by_object (asc_graph_drawing_get_graph (drawing)))
    asc_graph_canvas_select (self->canvas, function != ASC_NONE ? asc_call_graph_find (asc_graph_drawing_get_graph (drawing), function) : ASC_NONE);
}

static void
stop (AscViewCallGraph *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->patience, g_source_remove);
  gtk_widget_set_visible (self->working, FALSE);
}

static void
show_message (AscViewCallGraph *self, const char *text)
{
  gtk_label_set_text (self->message, text);
  gtk_widget_set_visible (GTK_WIDGET (self->message), *text != '\0');
}

/* The session's row for @row of the drawing on show, whose profile may be the one before. */
static guint32
find_current (AscViewCallGraph *self, guint32 row)
{
  AscGraphDrawing *drawing = asc_graph_canvas_get_drawing (self->canvas);

  return asc_session_find_current (get_session (self), asc_call_graph_get_profile (asc_graph_drawing_get_graph (drawing)), row);
}

/* Where the rows of the drawing on show are in @drawing. Returns: (nullable): NULL where they are the same */
static GArray *
find_moved (AscViewCallGraph *self, AscGraphDrawing *drawing)
{
  AscGraphDrawing *before = asc_graph_canvas_get_drawing (self->canvas);
  AscCallGraph *graph = before != NULL ? asc_graph_drawing_get_graph (before) : NULL;

  if (graph == NULL || asc_call_graph_is_by_object (graph) || asc_call_graph_get_profile (graph) == asc_call_graph_get_profile (asc_graph_drawing_get_graph (drawing)))
    return NULL;
  return asc_session_get_moved (get_session (self), asc_call_graph_get_profile (graph));
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  AscViewCallGraph *self = ASC_VIEW_CALL_GRAPH (source);
  g_autoptr (GError) error = NULL;
  AscGraphDrawing *drawing = g_task_propagate_pointer (G_TASK (result), &error);
  guint n = 0;

  if (self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    {
      g_clear_pointer (&drawing, asc_graph_drawing_unref);
      return;
    }
  stop (self);
  if (drawing == NULL)
    {
      show_message (self, error->message);
      return;
    }
  asc_call_graph_get_nodes (asc_graph_drawing_get_graph (drawing), &n);
  show_message (self, n > 0 ? "" : _ ("No function reaches the threshold."));
  asc_graph_canvas_take_drawing (self->canvas, drawing, self->fit_wanted, find_moved (self, drawing));
  self->fit_wanted = FALSE;
  show_selection (self);
}

static gboolean
pulse_cb (gpointer data)
{
  AscViewCallGraph *self = data;

  gtk_widget_set_visible (self->working, TRUE);
  gtk_progress_bar_pulse (self->progress);
  return G_SOURCE_CONTINUE;
}

static gboolean
patience_cb (gpointer data)
{
  AscViewCallGraph *self = data;

  pulse_cb (self);
  self->patience = g_timeout_add (PULSE_MS, pulse_cb, self);
  return G_SOURCE_REMOVE;
}

static double
get_threshold (AscViewCallGraph *self)
{
  return thresholds[CLAMP ((int) (gtk_adjustment_get_value (self->threshold) + 0.5), 0, (int) G_N_ELEMENTS (thresholds) - 1)];
}

static void
fill_style (AscViewCallGraph *self, Request *request)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *manager = adw_style_manager_get_for_display (gtk_widget_get_display (widget));
  const PangoFontDescription *font = pango_context_get_font_description (gtk_widget_get_pango_context (widget));

  request->font = g_strdup (pango_font_description_get_family (font));
  request->style = (AscGraphStyle){
    .font = request->font,
    .font_px = 11.0 * 96 / 72 * asc_ui_get_text_scale (widget),
    .dark = adw_style_manager_get_dark (manager),
    .high_contrast = adw_style_manager_get_high_contrast (manager),
    .coloring = (AscGraphColoring) gtk_drop_down_get_selected (self->coloring),
    .numbers = (AscGraphNumbers) gtk_drop_down_get_selected (self->numbers),
  };
}

/* Asks for a new drawing. */
static void
lay_out (AscViewCallGraph *self)
{
  AscSession *session = get_session (self);
  AscProfile *profile = session != NULL ? asc_session_get_profile (session) : NULL;
  AscGraphDrawing *before = asc_graph_canvas_get_drawing (self->canvas);
  Request *request;
  g_autoptr (GTask) task = NULL;

  stop (self);
  if (profile == NULL)
    return;
  request = g_new0 (Request, 1);
  request->profile = g_object_ref (profile);
  request->opened = g_array_copy (self->opened);
  request->center = self->shown_center = asc_session_get_center (session);
  request->before = before != NULL && asc_call_graph_get_profile (asc_graph_drawing_get_graph (before)) == profile ? asc_graph_drawing_ref (before) : NULL;
  fill_style (self, request);
  request->options = (AscGraphOptions){
    .by_object = is_by_object (self),
    .form = ASC_GRAPH_PICTURE,
    .metric = asc_session_get_metric (session),
    .min_node = get_threshold (self) / 100,
    .min_edge = get_threshold (self) / 200,
    .max_nodes = (guint) gtk_adjustment_get_value (self->limit),
    .n_caller_levels = CALLER_LEVELS,
    .n_callee_levels = CALLEE_LEVELS,
    .opened = (const AscGraphCall *) (gpointer) request->opened->data,
    .n_opened = request->opened->len,
  };
  if (gtk_drop_down_get_selected (self->scope) == SCOPE_AROUND && !is_by_object (self) && request->center != ASC_NONE)
    {
      request->options.centers = &request->center;
      request->options.n_centers = 1;
    }
  self->cancellable = g_cancellable_new ();
  self->patience = g_timeout_add (PATIENCE_MS, patience_cb, self);
  task = g_task_new (self, self->cancellable, done_cb, NULL);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, work);
}

static gboolean
settle_cb (gpointer data)
{
  AscViewCallGraph *self = data;

  self->settle = 0;
  lay_out (self);
  return G_SOURCE_REMOVE;
}

/* A slider that is dragged asks once. */
static void
changed_cb (AscViewCallGraph *self)
{
  g_autofree char *number = asc_format_percent ((gint64) (get_threshold (self) * 10), 1000, get_threshold (self) < 1 ? 1 : 0, TRUE);

  if (self->threshold_label == NULL)
    return;
  {
    /* TRANSLATORS: the least share of a function that is shown, "From 0.5%" */
    g_autofree char *text = g_strdup_printf (_ ("From %s%%"), number);

    gtk_label_set_text (self->threshold_label, text);
  }
  if (self->settle == 0 && asc_graph_canvas_get_drawing (self->canvas) != NULL)
    self->settle = g_timeout_add (30, settle_cb, self);
}

/* Another picture altogether. */
static void
scope_changed_cb (AscViewCallGraph *self)
{
  if (self->opened == NULL || self->canvas == NULL)
    return;
  g_array_set_size (self->opened, 0);
  self->fit_wanted = TRUE;
  changed_cb (self);
}

static void
cancel_clicked_cb (AscViewCallGraph *self)
{
  stop (self);
}

static const AscGraphNode *
get_node (AscViewCallGraph *self, guint32 node)
{
  guint n;

  return &asc_call_graph_get_nodes (asc_graph_drawing_get_graph (asc_graph_canvas_get_drawing (self->canvas)), &n)[node];
}

static void
selected_cb (AscViewCallGraph *self, guint node)
{
  AscCallGraph *graph = asc_graph_drawing_get_graph (asc_graph_canvas_get_drawing (self->canvas));
  const AscGraphNode *chosen = get_node (self, node);

  if (chosen->kind == ASC_GRAPH_ROW && !asc_call_graph_is_by_object (graph) && find_current (self, chosen->row) != ASC_NONE)
    asc_session_select_function (get_session (self), find_current (self, chosen->row));
}

static void
open_stub (AscViewCallGraph *self, guint node)
{
  AscCallGraph *graph = asc_graph_drawing_get_graph (asc_graph_canvas_get_drawing (self->canvas));
  g_autoptr (GArray) cut = NULL;

  /* Its rows are those of the profile before. */
  if (!is_current (self))
    return;
  cut = asc_call_graph_list_cut (graph, node);
  if (cut->len > 0)
    g_array_append_vals (self->opened, cut->data, MIN (cut->len, MAX_OPENED));
  lay_out (self);
}

static void
activated_cb (AscViewCallGraph *self, guint node)
{
  AscCallGraph *graph = asc_graph_drawing_get_graph (asc_graph_canvas_get_drawing (self->canvas));
  const AscGraphNode *chosen = get_node (self, node);

  if (chosen->kind != ASC_GRAPH_ROW)
    {
      open_stub (self, node);
      return;
    }
  if (asc_call_graph_is_by_object (graph))
    return;
  if (find_current (self, chosen->row) == ASC_NONE)
    return;
  asc_session_select_function (get_session (self), find_current (self, chosen->row));
  asc_session_set_center (get_session (self), find_current (self, chosen->row));
  if (gtk_drop_down_get_selected (self->scope) != SCOPE_AROUND)
    gtk_drop_down_set_selected (self->scope, SCOPE_AROUND);
}

/* The same recording with other names or another filter: what is shown stays until the new drawing is there, and what is opened stays open. */
static void
follow (AscViewCallGraph *self, AscProfile *before)
{
  guint n = 0;

  for (guint i = 0; i < self->opened->len; i++)
    {
      AscGraphCall call = g_array_index (self->opened, AscGraphCall, i);

      if (!is_by_object (self))
        call = (AscGraphCall){ asc_session_find_current (get_session (self), before, call.from), asc_session_find_current (get_session (self), before, call.to) };
      if (call.from != ASC_NONE && call.to != ASC_NONE)
        g_array_index (self->opened, AscGraphCall, n++) = call;
    }
  g_array_set_size (self->opened, n);
  self->shown_center = asc_session_get_center (get_session (self));
}

static void
asc_view_call_graph_profile_changed (AscView *view)
{
  AscViewCallGraph *self = ASC_VIEW_CALL_GRAPH (view);
  AscGraphDrawing *drawing = asc_graph_canvas_get_drawing (self->canvas);
  AscProfile *before = drawing != NULL ? asc_call_graph_get_profile (asc_graph_drawing_get_graph (drawing)) : NULL;

  stop (self);
  if (before != NULL && (before == asc_session_get_profile (get_session (self)) || asc_session_get_moved (get_session (self), before) != NULL))
    {
      follow (self, before);
      return;
    }
  g_array_set_size (self->opened, 0);
  asc_graph_canvas_take_drawing (self->canvas, NULL, TRUE, NULL);
  self->fit_wanted = TRUE;
}

static void
asc_view_call_graph_metric_changed (AscView *view)
{
  lay_out (ASC_VIEW_CALL_GRAPH (view));
}

static void
asc_view_call_graph_selection_changed (AscView *view)
{
  AscViewCallGraph *self = ASC_VIEW_CALL_GRAPH (view);

  if (asc_session_get_center (get_session (self)) != self->shown_center && gtk_drop_down_get_selected (self->scope) == SCOPE_AROUND)
    {
      g_array_set_size (self->opened, 0);
      self->fit_wanted = TRUE;
      lay_out (self);
    }
  show_selection (self);
}

static guint
asc_view_call_graph_search (AscView *view, AscMatcher *matcher, int step)
{
  return asc_graph_canvas_search (ASC_VIEW_CALL_GRAPH (view)->canvas, matcher, step);
}

/* The table twin: the calls of the chosen function, or all that are shown. */
static char *
asc_view_call_graph_copy (AscView *view, gboolean everything)
{
  AscViewCallGraph *self = ASC_VIEW_CALL_GRAPH (view);
  AscGraphDrawing *drawing = asc_graph_canvas_get_drawing (self->canvas);
  guint32 selected = asc_graph_canvas_get_selected (self->canvas);
  AscCallGraph *graph;
  GString *tsv;
  guint n;
  const AscGraphEdge *edges;

  if (drawing == NULL)
    return NULL;
  graph = asc_graph_drawing_get_graph (drawing);
  tsv = g_string_new (NULL);
  g_string_append_printf (tsv, "%s\t%s\t%s\n", C_ ("column", "Caller"), C_ ("column", "Callee"), asc_ui_flavor_get_title (ASC_FLAVOR_ATTRIBUTED));
  edges = asc_call_graph_get_edges (graph, &n);
  for (guint i = 0; i < n; i++)
    if (edges[i].arc != ASC_NONE && (everything || selected == ASC_NONE || edges[i].from == selected || edges[i].to == selected))
      {
        g_autofree char *label = asc_graph_drawing_dup_label (drawing, i);

        g_string_append_printf (tsv, "%s\t%s\t%s\n", asc_call_graph_get_name (graph, edges[i].from), asc_call_graph_get_name (graph, edges[i].to), label);
      }
  return g_string_free (tsv, FALSE);
}

static gboolean
asc_view_call_graph_get_picture (AscView *view, AscPicture *picture, GDestroyNotify *destroy)
{
  AscGraphDrawing *shown = asc_graph_canvas_get_drawing (ASC_VIEW_CALL_GRAPH (view)->canvas);
  AscGraphDrawing *drawing = shown != NULL ? asc_graph_drawing_new_for_paper (shown, NULL) : NULL;

  if (drawing == NULL)
    return FALSE;
  *picture = asc_graph_drawing_get_picture (drawing);
  *destroy = (GDestroyNotify) asc_graph_drawing_unref;
  return TRUE;
}

static GtkWidget *
asc_view_call_graph_get_bar (AscView *view)
{
  return ASC_VIEW_CALL_GRAPH (view)->bar;
}

static cairo_status_t
append_cb (gpointer data, const guchar *bytes, guint length)
{
  g_byte_array_append (data, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

/* The kind of file is what its name ends in. */
static gboolean
export_to (AscViewCallGraph *self, GFile *file, GError **error)
{
  AscGraphDrawing *drawing = asc_graph_canvas_get_drawing (self->canvas);
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (g_str_has_suffix (name, ".dot"))
    {
      g_autofree char *dot = asc_call_graph_dup_dot (asc_graph_drawing_get_graph (drawing));

      g_byte_array_append (bytes, (const guint8 *) dot, (guint) strlen (dot));
    }
  else if (!asc_graph_drawing_export (drawing, asc_picture_get_kind (name), append_cb, bytes, error))
    return FALSE;
  return g_file_replace_contents (file, (const char *) bytes->data, bytes->len, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, error);
}

static void
export_cb (GtkNativeDialog *dialog, int response, AscViewCallGraph *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  g_autoptr (GError) error = NULL;

  if (file != NULL && asc_graph_canvas_get_drawing (self->canvas) != NULL && !export_to (self, file, &error))
    g_signal_emit_by_name (get_session (self), "failed", _ ("The drawing was not written"), error->message);
  gtk_native_dialog_destroy (dialog);
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkFileChooserNative *dialog;

  if (asc_graph_canvas_get_drawing (ASC_VIEW_CALL_GRAPH (widget)->canvas) == NULL)
    return;
  dialog = gtk_file_chooser_native_new (_ ("Export the Call Graph"), GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), "call-graph.svg");
  g_signal_connect_object (dialog, "response", G_CALLBACK (export_cb), widget, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* For scripts and tests: a file without a question. */
static void
export_to_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscViewCallGraph *self = ASC_VIEW_CALL_GRAPH (widget);
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));
  g_autoptr (GError) error = NULL;

  if (asc_graph_canvas_get_drawing (self->canvas) != NULL && !export_to (self, file, &error))
    g_signal_emit_by_name (get_session (self), "failed", _ ("The drawing was not written"), error->message);
}

static void
fit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  asc_graph_canvas_fit (ASC_VIEW_CALL_GRAPH (widget)->canvas);
}

/* The bar stands elsewhere in the window: its buttons do not find the actions. */
static void
fit_clicked_cb (AscViewCallGraph *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "graph.fit", NULL);
}

static void
export_clicked_cb (AscViewCallGraph *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "graph.export", NULL);
}

static void
copy_name_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscViewCallGraph *self = ASC_VIEW_CALL_GRAPH (widget);
  guint32 node = asc_graph_canvas_get_selected (self->canvas);

  if (node != ASC_NONE && get_node (self, node)->kind == ASC_GRAPH_ROW)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), asc_call_graph_get_name (asc_graph_drawing_get_graph (asc_graph_canvas_get_drawing (self->canvas)), node));
}

static void
popup_menu (AscViewCallGraph *self, double x, double y)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* The menu is of what is below the pointer. */
static void
secondary_pressed_cb (AscViewCallGraph *self, int n_press, double x, double y)
{
  asc_graph_canvas_choose_at (self->canvas, x, y);
  popup_menu (self, x, y);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AscViewCallGraph *self = ASC_VIEW_CALL_GRAPH (widget);
  GdkRectangle area = { 0 };

  if (asc_graph_canvas_get_node_area (self->canvas, asc_graph_canvas_get_selected (self->canvas), &area))
    popup_menu (self, area.x + area.width / 2, area.y + area.height);
}

static void
make_menu (AscViewCallGraph *self)
{
  g_autoptr (GMenuModel) functions = asc_function_menu_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_menu_append_section (menu, NULL, functions);
  g_menu_append (more, _ ("Copy Name"), "graph.copy-name");
  g_menu_append (more, _ ("Zoom to Fit"), "graph.fit");
  g_menu_append (more, _ ("Export…"), "graph.export");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (secondary_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), GTK_EVENT_CONTROLLER (click));
}

/* Light or dark, fonts. */
static void
style_changed_cb (AscViewCallGraph *self)
{
  if (asc_graph_canvas_get_drawing (self->canvas) != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    lay_out (self);
}

static void
asc_view_call_graph_dispose (GObject *object)
{
  AscViewCallGraph *self = ASC_VIEW_CALL_GRAPH (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->patience, g_source_remove);
  g_clear_handle_id (&self->settle, g_source_remove);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  G_OBJECT_CLASS (asc_view_call_graph_parent_class)->dispose (object);
}

static void
asc_view_call_graph_finalize (GObject *object)
{
  g_array_unref (ASC_VIEW_CALL_GRAPH (object)->opened);
  G_OBJECT_CLASS (asc_view_call_graph_parent_class)->finalize (object);
}

static void
asc_view_call_graph_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (asc_view_call_graph_parent_class)->size_allocate (widget, width, height, baseline);
  gtk_popover_present (GTK_POPOVER (ASC_VIEW_CALL_GRAPH (widget)->menu));
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, canvas);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, bar);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, scope);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, grouping);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, coloring);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, numbers);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, threshold);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, threshold_label);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, threshold_scale);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, limit);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, working);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, progress);
  gtk_widget_class_bind_template_child (widget_class, AscViewCallGraph, message);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, scope_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, export_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, fit_clicked_cb);
}

static void
asc_view_call_graph_class_init (AscViewCallGraphClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  object_class->dispose = asc_view_call_graph_dispose;
  object_class->finalize = asc_view_call_graph_finalize;
  widget_class->size_allocate = asc_view_call_graph_size_allocate;
  view_class->id = "call-graph";
  view_class->title = NC_ ("view", "Call Graph");
  view_class->icon_name = "asc-call-graph-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->centers = TRUE;
  view_class->can_show = asc_table_view_has_stacks;
  view_class->profile_changed = asc_view_call_graph_profile_changed;
  view_class->metric_changed = asc_view_call_graph_metric_changed;
  view_class->selection_changed = asc_view_call_graph_selection_changed;
  view_class->search = asc_view_call_graph_search;
  view_class->copy = asc_view_call_graph_copy;
  view_class->get_picture = asc_view_call_graph_get_picture;
  view_class->get_bar = asc_view_call_graph_get_bar;

  g_type_ensure (ASC_TYPE_GRAPH_CANVAS);
  asc_function_menu_install_actions (widget_class);
  gtk_widget_class_install_action (widget_class, "graph.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "graph.export-to", "s", export_to_action);
  gtk_widget_class_install_action (widget_class, "graph.fit", NULL, fit_action);
  gtk_widget_class_install_action (widget_class, "graph.copy-name", NULL, copy_name_action);
  gtk_widget_class_install_action (widget_class, "graph.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "graph.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "graph.menu", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-call-graph"));
  bind_children (widget_class);
}

/* How graphs are drawn is kept for the next one. */
static void
bind_settings (AscViewCallGraph *self)
{
  GSettings *settings = asc_ui_get_settings ();

  if (settings == NULL)
    return;
  g_settings_bind (settings, "call-graph-coloring", self->coloring, "selected", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "call-graph-numbers", self->numbers, "selected", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "call-graph-threshold", self->threshold, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "call-graph-limit", self->limit, "value", G_SETTINGS_BIND_DEFAULT);
}

static void
asc_view_call_graph_init (AscViewCallGraph *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->opened = g_array_new (FALSE, FALSE, sizeof (AscGraphCall));
  self->shown_center = ASC_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    gtk_scale_add_mark (GTK_SCALE (self->threshold_scale), i, GTK_POS_BOTTOM, NULL);
  make_menu (self);
  bind_settings (self);
  changed_cb (self);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (style_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (style_changed_cb), self, G_CONNECT_SWAPPED);
}
