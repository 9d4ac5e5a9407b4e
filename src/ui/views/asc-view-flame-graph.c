/* asc-view-flame-graph.c: every call path side by side, as wide as its weight
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "asc-flame-canvas.h"
#include "asc-flame-compare.h"
#include "asc-flame-tools.h"
#include "asc-table-view.h"
#include "asc-ui-text.h"

#define ASC_TYPE_VIEW_FLAME_GRAPH (asc_view_flame_graph_get_type ())
G_DECLARE_FINAL_TYPE (AscViewFlameGraph, asc_view_flame_graph, ASC, VIEW_FLAME_GRAPH, AscView)

/* Of a name in the path above what is enlarged, characters; how many of them, from the inner end. */
#define MAX_CRUMB 28u
#define MAX_CRUMBS 12u
/* Of the chosen function's name in the line below, which says more. */
#define MAX_NAMED 48u
/* Before this nothing is said of work that goes on. */
#define PATIENCE_MS 300u

static const char *const groupings[] = { "merged", "thread", "process", NULL };
static const char *const orders[] = { "heaviest", "name", "recorded", NULL };
static const char *const colorings[] = { "object", "heat", "kind", NULL };

struct _AscViewFlameGraph
{
  AscView parent_instance;

  AscFlameCanvas *canvas;
  GtkLabel *status;
  GtkFlowBox *legend;
  GtkProgressBar *progress;
  GtkWidget *bar;
  GtkBox *crumbs;
  GtkScrolledWindow *crumbs_scroller;
  GtkWidget *popover;
  GSimpleActionGroup *actions; /* "flame": of the view and of its bar, which stands elsewhere in the window */

  AscFlameOptions options;
  AscFlameColoring coloring;
  gboolean upward;
  AscProfile *baseline;            /* what is compared with, or NULL */
  char *baseline_name;
  GCancellable *opening;           /* of the baseline that is being read */
  AscFlameGraph *crumbs_of;        /* the graph and the cell whose path is shown; not owned */
  guint32 crumb;
  gboolean laying_out;             /* a new graph is being given to the canvas, which shows all of it */
  char *zoom;                      /* what is to be enlarged when the layout is there, and was before: see dup_zoom() */
  GCancellable *cancellable;       /* of the layout that goes on */
  guint patience;
};

G_DEFINE_FINAL_TYPE (AscViewFlameGraph, asc_view_flame_graph, ASC_TYPE_VIEW)

static AscSession *
get_session (AscViewFlameGraph *self)
{
  return asc_view_get_session (ASC_VIEW (self));
}

/* With a comparison what is gone is said too: no cell shows it. */
static char *
dup_compared (AscViewFlameGraph *self, const char *text)
{
  const AscFlameDifference *difference = asc_flame_canvas_get_difference (self->canvas);
  g_autofree char *count = NULL;
  g_autofree char *share = NULL;

  if (difference == NULL)
    return g_strdup (text);
  count = asc_ui_format_count (difference->gone->len);
  share = asc_ui_format_percent (difference->gone_value, difference->total);
  /* TRANSLATORS: what is chosen; the name of the file that is compared with; a count of call paths that only that one has; their share of it */
  return g_strdup_printf (ngettext ("%s · compared with “%s”: %s path only there, %s", "%s · compared with “%s”: %s paths only there, %s", difference->gone->len), text,
                          self->baseline_name, count, share);
}

/* What the line below the drawing says: what was found, else what is chosen. */
static char *
dup_status (AscViewFlameGraph *self)
{
  AscFlameGraph *graph = asc_flame_canvas_get_graph (self->canvas);
  const AscFlameMarks *found = asc_flame_canvas_get_found (self->canvas);
  const AscFlameMarks *outlined = asc_flame_canvas_get_outlined (self->canvas);
  guint32 chosen = asc_flame_canvas_get_chosen (self->canvas);
  guint n;
  gint64 whole;
  g_autofree char *share = NULL;
  g_autofree char *count = NULL;
  g_autofree char *name = NULL;
  g_autofree char *brief = NULL;
  g_autofree char *text = NULL;

  if (graph == NULL)
    return g_strdup ("");
  whole = asc_flame_graph_get_cells (graph, &n)[0].width;
  if (found != NULL)
    {
      guint n_functions = asc_flame_canvas_get_n_found (self->canvas);

      share = asc_ui_format_percent (found->width, whole);
      count = asc_ui_format_count (n_functions);
      /* TRANSLATORS: what a search found: how many functions, their share of the whole */
      return g_strdup_printf (ngettext ("%s function, %s", "%s functions, %s", n_functions), count, share);
    }
  if (chosen == ASC_NONE)
    return g_strdup ("");
  name = asc_flame_graph_dup_name (graph, chosen);
  brief = asc_ui_shorten (name, MAX_NAMED);
  if (outlined == NULL)
    return dup_compared (self, brief);
  share = asc_ui_format_percent (outlined->width, whole);
  count = asc_ui_format_count (outlined->n_cells);
  /* TRANSLATORS: a function's name; in how many places of the drawing it stands; their share of the whole */
  text = g_strdup_printf (ngettext ("%s: in %s place, %s", "%s: in %s places, %s together", outlined->n_cells), brief, count, share);
  return dup_compared (self, text);
}

static void
crumb_clicked_cb (AscViewFlameGraph *self, GtkButton *button)
{
  asc_flame_canvas_zoom_to (self->canvas, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "cell")));
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
prepend_crumb (AscViewFlameGraph *self, guint32 cell)
{
  g_autofree char *name = asc_flame_graph_dup_name (asc_flame_canvas_get_graph (self->canvas), cell);
  g_autofree char *brief = asc_ui_shorten (name, MAX_CRUMB);
  g_autofree char *tooltip = asc_ui_make_tooltip (name);
  GtkWidget *button = gtk_button_new_with_label (brief);

  gtk_widget_add_css_class (button, "flat");
  asc_ui_set_tooltip (button, tooltip);
  g_object_set_data (G_OBJECT (button), "cell", GUINT_TO_POINTER (cell));
  g_signal_connect_object (button, "clicked", G_CALLBACK (crumb_clicked_cb), self, G_CONNECT_SWAPPED);
  if (gtk_widget_get_first_child (GTK_WIDGET (self->crumbs)) != NULL)
    gtk_box_prepend (self->crumbs, gtk_label_new ("›"));
  gtk_box_prepend (self->crumbs, button);
}

/* The path down to what is enlarged. */
static void
show_crumbs (AscViewFlameGraph *self)
{
  AscFlameGraph *graph = asc_flame_canvas_get_graph (self->canvas);
  guint32 cell = asc_flame_canvas_get_focus (self->canvas);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_hadjustment (self->crumbs_scroller);
  GtkWidget *child;
  guint n;

  if (graph == self->crumbs_of && cell == self->crumb)
    return;
  self->crumbs_of = graph;
  self->crumb = cell;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->crumbs))) != NULL)
    gtk_box_remove (self->crumbs, child);
  if (graph == NULL)
    return;
  for (guint i = 0; cell != ASC_NONE; i++)
    {
      const AscFlameCell *c = &asc_flame_graph_get_cells (graph, &n)[cell];

      if (i < MAX_CRUMBS || c->parent == ASC_NONE)
        prepend_crumb (self, cell);
      else if (i == MAX_CRUMBS)
        gtk_box_prepend (self->crumbs, gtk_label_new ("› …"));
      cell = c->parent;
    }
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
}

static void
colored_cb (AscViewFlameGraph *self)
{
  const AscFlameColors *colors = asc_flame_canvas_get_colors (self->canvas);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->legend))) != NULL)
    gtk_flow_box_remove (self->legend, child);
  for (guint i = 0; colors != NULL && i < colors->legend->len; i++)
    gtk_flow_box_append (self->legend, asc_flame_legend_new (&g_array_index (colors->legend, AscFlameLegend, i)));
}

/* What is enlarged is remembered by the window, and here for the next layout. */
static void
tell_zoom (AscViewFlameGraph *self)
{
  g_autofree char *zoom = NULL;

  if (self->laying_out || asc_flame_canvas_get_graph (self->canvas) == NULL)
    return;
  zoom = asc_flame_canvas_dup_path (self->canvas);
  if (g_strcmp0 (zoom, self->zoom) == 0)
    return;
  g_free (self->zoom);
  self->zoom = g_steal_pointer (&zoom);
  asc_view_zoomed (ASC_VIEW (self));
}

static void
changed_cb (AscViewFlameGraph *self)
{
  g_autofree char *status = dup_status (self);
  GAction *out = self->actions != NULL ? g_action_map_lookup_action (G_ACTION_MAP (self->actions), "zoom-out") : NULL;

  if (out != NULL)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (out), asc_flame_canvas_can_zoom_out (self->canvas));
  gtk_label_set_text (self->status, status);
  show_crumbs (self);
  tell_zoom (self);
}

static void
chosen_cb (AscViewFlameGraph *self)
{
  AscFlameGraph *graph = asc_flame_canvas_get_graph (self->canvas);
  guint32 cell = asc_flame_canvas_get_chosen (self->canvas);
  guint n;

  if (graph != NULL && cell != ASC_NONE)
    asc_session_select_function (get_session (self), asc_flame_graph_get_cells (graph, &n)[cell].function);
}

static void
menu_cb (AscViewFlameGraph *self, double x, double y)
{
  g_autoptr (GMenuModel) menu = asc_flame_menu_new ();
  graphene_point_t point;

  if (!gtk_widget_compute_point (GTK_WIDGET (self->canvas), GTK_WIDGET (self), &GRAPHENE_POINT_INIT ((float) x, (float) y), &point))
    return;
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  self->popover = gtk_popover_menu_new_from_model (menu);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &(GdkRectangle){ (int) point.x, (int) point.y, 1, 1 });
  /* GTK 4.8 does not give the keyboard back. */
  g_signal_connect_object (self->popover, "closed", G_CALLBACK (gtk_widget_grab_focus), self->canvas, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

/* Laying out, in a worker; the newest request wins */

typedef struct
{
  AscProfile *profile;
  AscFlameOptions options;
  AscProfile *baseline;           /* or NULL */
  AscFlameDifference *difference; /* made by the worker */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->profile);
  g_clear_object (&request->baseline);
  g_clear_pointer (&request->difference, asc_flame_difference_unref);
  g_free (request);
}

/* A baseline without the metric is compared as one that has nothing of it. */
static gboolean
compare (Request *request, AscFlameGraph *graph, GCancellable *cancellable, GError **error)
{
  AscFlameOptions options = request->options;
  int metric = asc_profile_find_metric (request->baseline, asc_profile_get_metric (request->profile, options.metric)->id);
  g_autoptr (AscFlameGraph) base = NULL;

  if (metric < 0)
    return TRUE;
  options.metric = (guint) metric;
  base = asc_flame_graph_compute (request->baseline, &options, cancellable, NULL, error);
  request->difference = base != NULL ? asc_flame_difference_new (graph, base, cancellable, error) : NULL;
  return request->difference != NULL;
}

static void
compute (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError *error = NULL;
  g_autoptr (AscFlameGraph) graph = asc_flame_graph_compute (request->profile, &request->options, cancellable, NULL, &error);

  if (graph != NULL && (request->baseline == NULL || compare (request, graph, cancellable, &error)))
    g_task_return_pointer (task, g_steal_pointer (&graph), g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
stop (AscViewFlameGraph *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->patience, g_source_remove);
}

static gboolean
patience_cb (gpointer data)
{
  AscViewFlameGraph *self = data;

  gtk_widget_set_visible (GTK_WIDGET (self->progress), TRUE);
  gtk_progress_bar_pulse (self->progress);
  return G_SOURCE_CONTINUE;
}

static void
name_drawing (AscViewFlameGraph *self)
{
  AscFlameGraph *graph = asc_flame_canvas_get_graph (self->canvas);
  const AscMetric *metric = asc_profile_get_metric (asc_flame_graph_get_profile (graph), asc_flame_graph_get_options (graph)->metric);
  guint n;
  g_autofree char *total = asc_ui_format_value (metric, asc_flame_graph_get_cells (graph, &n)[0].value);
  g_autofree char *count = asc_ui_format_count (n);
  g_autofree char *label = NULL;

  /* TRANSLATORS: what a drawing shows, for people who do not see it: a metric, its total, how many cells. Call Tree is the name of a view. */
  label = g_strdup_printf (ngettext ("Flame graph of %s: %s in %s cell. The Call Tree has the same as a table.",
                                     "Flame graph of %s: %s in %s cells. The Call Tree has the same as a table.", n),
                           asc_ui_metric_get_title (metric), total, count);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
computed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AscViewFlameGraph) self = data;
  g_autoptr (AscFlameGraph) graph = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  stop (self);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), FALSE);
  if (graph == NULL || get_session (self) == NULL)
    return;
  self->laying_out = TRUE;
  asc_flame_canvas_set_graph (self->canvas, graph);
  self->laying_out = FALSE;
  asc_flame_canvas_show_path (self->canvas, self->zoom);
  asc_flame_canvas_take_difference (self->canvas, g_steal_pointer (&((Request *) g_task_get_task_data (G_TASK (result)))->difference));
  name_drawing (self);
  asc_flame_canvas_choose_function (self->canvas, asc_session_get_function (get_session (self)));
}

static void
lay_out (AscViewFlameGraph *self)
{
  AscSession *session = get_session (self);
  AscProfile *profile = session != NULL ? asc_session_get_profile (session) : NULL;
  g_autoptr (GTask) task = NULL;
  Request *request;

  stop (self);
  if (profile == NULL)
    return;
  self->options.metric = asc_session_get_metric (session);
  self->cancellable = g_cancellable_new ();
  self->patience = g_timeout_add (PATIENCE_MS, patience_cb, self);
  request = g_new (Request, 1);
  *request = (Request){ .profile = g_object_ref (profile), .options = self->options };
  g_set_object (&request->baseline, self->baseline);
  task = g_task_new (NULL, self->cancellable, computed_cb, g_object_ref (self));
  g_task_set_source_tag (task, lay_out);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, compute);
}

static void
asc_view_flame_graph_metric_changed (AscView *view)
{
  AscViewFlameGraph *self = ASC_VIEW_FLAME_GRAPH (view);
  AscFlameGraph *graph = asc_flame_canvas_get_graph (self->canvas);

  /* The columns of tables changed. */
  if (graph != NULL && asc_flame_graph_get_profile (graph) == asc_session_get_profile (get_session (self))
      && asc_flame_graph_get_options (graph)->metric == asc_session_get_metric (get_session (self)))
    return;
  lay_out (self);
}

static void
asc_view_flame_graph_selection_changed (AscView *view)
{
  AscViewFlameGraph *self = ASC_VIEW_FLAME_GRAPH (view);

  asc_flame_canvas_choose_function (self->canvas, asc_session_get_function (get_session (self)));
}

static guint
asc_view_flame_graph_search (AscView *view, AscMatcher *matcher, int step)
{
  return asc_flame_canvas_search (ASC_VIEW_FLAME_GRAPH (view)->canvas, matcher, step);
}

static char *
asc_view_flame_graph_dup_zoom (AscView *view)
{
  return g_strdup (ASC_VIEW_FLAME_GRAPH (view)->zoom);
}

static void
asc_view_flame_graph_set_zoom (AscView *view, const char *zoom)
{
  AscViewFlameGraph *self = ASC_VIEW_FLAME_GRAPH (view);

  if (g_strcmp0 (zoom, self->zoom) == 0)
    return;
  g_free (self->zoom);
  self->zoom = g_strdup (zoom);
  if (self->cancellable == NULL)
    asc_flame_canvas_show_path (self->canvas, zoom);
}

static GtkWidget *
asc_view_flame_graph_get_bar (AscView *view)
{
  return ASC_VIEW_FLAME_GRAPH (view)->bar;
}

static char *
asc_view_flame_graph_copy (AscView *view, gboolean everything)
{
  AscViewFlameGraph *self = ASC_VIEW_FLAME_GRAPH (view);

  return asc_flame_graph_dup_tsv (asc_flame_canvas_get_graph (self->canvas), everything ? ASC_NONE : asc_flame_canvas_get_chosen (self->canvas));
}

static gboolean
asc_view_flame_graph_get_picture (AscView *view, AscPicture *picture, GDestroyNotify *destroy)
{
  AscViewFlameGraph *self = ASC_VIEW_FLAME_GRAPH (view);
  AscFlameGraph *graph = asc_flame_canvas_get_graph (self->canvas);
  const AscFlameDrawing drawing = {
    .title = graph != NULL ? asc_ui_metric_get_title (asc_profile_get_metric (asc_flame_graph_get_profile (graph), asc_flame_graph_get_options (graph)->metric)) : NULL,
    .coloring = self->coloring,
    .upward = self->upward,
    .difference = asc_flame_canvas_get_difference (self->canvas),
  };

  if (graph == NULL)
    return FALSE;
  *picture = asc_flame_get_picture (graph, &drawing, destroy);
  return TRUE;
}

/* Actions */

static void
zoom_out_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscViewFlameGraph *self = data;

  asc_flame_canvas_zoom_out (self->canvas);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
zoom_in_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscViewFlameGraph *self = data;

  if (asc_flame_canvas_get_chosen (self->canvas) != ASC_NONE)
    asc_flame_canvas_zoom_to (self->canvas, asc_flame_canvas_get_chosen (self->canvas));
}

static void
export_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscViewFlameGraph *self = data;
  AscFlameGraph *graph = asc_flame_canvas_get_graph (self->canvas);
  const char *const *paths = asc_session_get_paths (get_session (self));
  /* For scripts and tests: a file without a question. */
  g_autoptr (GFile) file = parameter != NULL ? g_file_new_for_path (g_variant_get_string (parameter, NULL)) : NULL;

  if (graph != NULL && paths != NULL && paths[0] != NULL)
    asc_flame_export (GTK_WIDGET (self), graph, paths[0], asc_flame_canvas_get_difference (self->canvas), self->coloring, self->upward, file);
}

static void
set_baseline (GtkWidget *widget, AscProfile *profile, const char *name)
{
  AscViewFlameGraph *self = ASC_VIEW_FLAME_GRAPH (widget);
  GAction *end = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "end-comparison");

  g_clear_object (&self->opening);
  g_set_object (&self->baseline, profile);
  g_free (self->baseline_name);
  self->baseline_name = g_strdup (name);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (end), profile != NULL);
  lay_out (self);
}

/* The newest wins. */
static void
compare_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AscViewFlameGraph *self = data;

  if (self->opening != NULL)
    g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  self->opening = g_cancellable_new ();
  asc_flame_compare_open (GTK_WIDGET (self), parameter != NULL ? g_variant_get_string (parameter, NULL) : NULL, self->opening, set_baseline);
}

static void
end_comparison_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  set_baseline (data, NULL, NULL);
}

static guint
find_word (const char *const *words, GVariant *word)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], g_variant_get_string (word, NULL)))
      return i;
  return 0;
}

static void
options_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  AscViewFlameGraph *self = data;
  const char *name = g_action_get_name (G_ACTION (action));
  AscFlameOptions options = self->options;

  if (g_str_equal (name, "grouping"))
    options.grouping = (AscFlameGrouping) find_word (groupings, value);
  else if (g_str_equal (name, "order"))
    options.order = (AscFlameOrder) find_word (orders, value);
  else
    options.inverted = g_variant_get_boolean (value);
  g_simple_action_set_state (action, value);
  if (memcmp (&options, &self->options, sizeof options) == 0)
    return;
  self->options = options;
  lay_out (self);
}

static void
coloring_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  AscViewFlameGraph *self = data;

  self->coloring = (AscFlameColoring) find_word (colorings, value);
  asc_flame_canvas_set_coloring (self->canvas, self->coloring);
  g_simple_action_set_state (action, value);
}

static void
upward_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  AscViewFlameGraph *self = data;

  self->upward = g_variant_get_boolean (value);
  asc_flame_canvas_set_upward (self->canvas, self->upward);
  g_simple_action_set_state (action, value);
}

static const GActionEntry entries[] = {
  { .name = "grouping", .parameter_type = "s", .state = "'merged'", .change_state = options_cb },
  { .name = "order", .parameter_type = "s", .state = "'heaviest'", .change_state = options_cb },
  { .name = "inverted", .state = "false", .change_state = options_cb },
  { .name = "coloring", .parameter_type = "s", .state = "'object'", .change_state = coloring_cb },
  { .name = "upward", .state = "false", .change_state = upward_cb },
  { .name = "zoom-in", .activate = zoom_in_cb },
  { .name = "zoom-out", .activate = zoom_out_cb },
  { .name = "compare", .activate = compare_cb },
  { .name = "compare-with", .parameter_type = "s", .activate = compare_cb },
  { .name = "end-comparison", .activate = end_comparison_cb },
  { .name = "export", .activate = export_cb },
  { .name = "export-to", .parameter_type = "s", .activate = export_cb },
};

static void
asc_view_flame_graph_dispose (GObject *object)
{
  AscViewFlameGraph *self = ASC_VIEW_FLAME_GRAPH (object);

  stop (self);
  if (self->opening != NULL)
    g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  g_clear_object (&self->baseline);
  g_clear_pointer (&self->baseline_name, g_free);
  g_clear_pointer (&self->zoom, g_free);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  if (self->bar != NULL)
    gtk_widget_insert_action_group (self->bar, "flame", NULL);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "flame", NULL);
  g_clear_object (&self->actions);
  G_OBJECT_CLASS (asc_view_flame_graph_parent_class)->dispose (object);
}

static void
asc_view_flame_graph_class_init (AscViewFlameGraphClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  object_class->dispose = asc_view_flame_graph_dispose;
  view_class->id = "flame-graph";
  view_class->title = NC_ ("view", "Flame Graph");
  view_class->icon_name = "asc-flame-graph-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->can_show = asc_table_view_has_stacks;
  view_class->metric_changed = asc_view_flame_graph_metric_changed;
  view_class->selection_changed = asc_view_flame_graph_selection_changed;
  view_class->search = asc_view_flame_graph_search;
  view_class->get_bar = asc_view_flame_graph_get_bar;
  view_class->copy = asc_view_flame_graph_copy;
  view_class->get_picture = asc_view_flame_graph_get_picture;
  view_class->dup_zoom = asc_view_flame_graph_dup_zoom;
  view_class->set_zoom = asc_view_flame_graph_set_zoom;
  asc_function_menu_install_actions (widget_class);
  g_type_ensure (ASC_TYPE_FLAME_CANVAS);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-flame-graph"));
  gtk_widget_class_bind_template_child (widget_class, AscViewFlameGraph, canvas);
  gtk_widget_class_bind_template_child (widget_class, AscViewFlameGraph, status);
  gtk_widget_class_bind_template_child (widget_class, AscViewFlameGraph, legend);
  gtk_widget_class_bind_template_child (widget_class, AscViewFlameGraph, progress);
  gtk_widget_class_bind_template_child (widget_class, AscViewFlameGraph, bar);
  gtk_widget_class_bind_template_child (widget_class, AscViewFlameGraph, crumbs);
  gtk_widget_class_bind_template_child (widget_class, AscViewFlameGraph, crumbs_scroller);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, colored_cb);
  gtk_widget_class_bind_template_callback (widget_class, menu_cb);
}

static void
asc_view_flame_graph_init (AscViewFlameGraph *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "flame", G_ACTION_GROUP (self->actions));
  gtk_widget_insert_action_group (self->bar, "flame", G_ACTION_GROUP (self->actions));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), "end-comparison")), FALSE);
  changed_cb (self);
}
