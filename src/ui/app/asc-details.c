/* asc-details.c: everything about the chosen function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-details.h"

#include <glib/gi18n.h>

#include "asc-function-link.h"
#include "asc-heaviest-stack.h"
#include "asc-ui-text.h"
#include "asc-view.h"

#define MAX_LINKS 3u
#define MAX_FRAMES 12u
/* What of a text from the data is shown, characters. */
#define MAX_NAME 200u
#define MAX_FACT 500u
/* What a fact asks for, characters; more when there is room. */
#define FACT_CHARS 20
/* What a metric's title has of a line, characters; more when there is room. */
#define TITLE_CHARS 9

struct _AscDetails
{
  AdwBin parent_instance;

  AscSession *session;
  gboolean stale;    /* something changed that is not shown yet */
  guint update_idle; /* source that will show it */
  GTask *stack_task; /* newest search for a stack, while it runs; lent */

  AdwBin *above;
  GtkLabel *name;
  GtkWidget *copy_button;
  GtkLabel *object;
  GtkLabel *place;
  GtkWidget *hint;
  GtkGrid *metrics;
  GtkExpander *zeros_expander;
  GtkLabel *zeros;
  GtkBox *sections;
  GtkBox *stack;
  GtkWidget *code_buttons;
  GtkWidget *where_expander;
  GtkGrid *where;
};

G_DEFINE_FINAL_TYPE (AscDetails, asc_details, ADW_TYPE_BIN)

static void
remove_children (GtkWidget *parent)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (parent)) != NULL)
    if (GTK_IS_GRID (parent))
      gtk_grid_remove (GTK_GRID (parent), child);
    else
      gtk_box_remove (GTK_BOX (parent), child);
}

static void
set_text (GtkLabel *label, const char *text)
{
  g_autofree char *shown = asc_ui_shorten (text != NULL ? text : "", MAX_NAME);
  g_autofree char *tooltip = asc_ui_make_tooltip (text);

  gtk_label_set_text (label, shown);
  asc_ui_set_tooltip (GTK_WIDGET (label), tooltip);
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

/* The same as a link, which the label's signal follows. */
static void
set_link (GtkLabel *label, const char *text)
{
  g_autofree char *shown = asc_ui_shorten (text != NULL ? text : "", MAX_NAME);
  g_autofree char *markup = g_markup_printf_escaped ("<a href=\"#\">%s</a>", shown);

  set_text (label, text);
  if (text != NULL && *text != '\0')
    gtk_label_set_markup (label, markup);
}

static gboolean
object_link_cb (GtkLabel *label, const char *uri, AscDetails *self)
{
  asc_session_show_view (self->session, "objects");
  return TRUE;
}

/* To the place of its definition. */
static gboolean
place_link_cb (GtkLabel *label, const char *uri, AscDetails *self)
{
  AscProfile *profile = asc_session_get_profile (self->session);
  guint32 function = asc_session_get_function (self->session);
  const AscFunctionRow *row = profile != NULL && function != ASC_NONE ? asc_profile_get_function (profile, function) : NULL;

  if (row != NULL && row->file != NULL)
    {
      asc_session_set_place (self->session, row->file, MAX (row->line, 1));
      asc_session_show_view (self->session, "source");
    }
  return TRUE;
}

/* Metrics */

/* Value above, percent below, the exact figure in the tooltip; a true zero is only that. */
static GtkWidget *
new_value (const AscMetric *metric, gint64 value)
{
  g_autofree char *text = asc_ui_format_value (metric, value);
  g_autofree char *percent = asc_ui_format_percent (value, metric->total);
  g_autofree char *tooltip = asc_ui_format_value_long (metric, value);
  g_autofree char *both = value != 0 ? g_strdup_printf ("%s\n%s", text, percent) : g_strdup ("0");
  GtkWidget *label = asc_ui_new_label (both, 1, "numeric");

  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  asc_ui_set_tooltip (label, tooltip);
  if (value == 0)
    gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static void
attach_metric (AscDetails *self, const AscMetric *metric, gint64 exclusive, gint64 inclusive, int row)
{
  GtkWidget *title = asc_ui_new_label (asc_ui_metric_get_title (metric), 0, NULL);

  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (title), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (title), TITLE_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (title), TITLE_CHARS);
  gtk_label_set_yalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  asc_ui_set_tooltip (title, asc_ui_metric_get_tooltip (metric));
  gtk_grid_attach (self->metrics, title, 0, row, 1, 1);
  gtk_grid_attach (self->metrics, new_value (metric, exclusive), 1, row, 1, 1);
  gtk_grid_attach (self->metrics, new_value (metric, inclusive), 2, row, 1, 1);
}

static void
show_metrics (AscDetails *self, AscProfile *profile, guint32 function, const AscFunctionSet *set)
{
  g_autoptr (GString) zeros = g_string_new (NULL);
  g_autofree char *count = NULL;
  g_autofree char *label = NULL;
  guint n_zeros = 0;
  int row = 1;

  remove_children (GTK_WIDGET (self->metrics));
  gtk_grid_attach (self->metrics, asc_ui_new_label (asc_ui_flavor_get_title (ASC_FLAVOR_EXCLUSIVE), 1, "caption-heading"), 1, 0, 1, 1);
  gtk_grid_attach (self->metrics, asc_ui_new_label (asc_ui_flavor_get_title (ASC_FLAVOR_INCLUSIVE), 1, "caption-heading"), 2, 0, 1, 1);
  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    {
      const AscMetric *metric = asc_profile_get_metric (profile, i);
      gint64 exclusive = set != NULL ? set->exclusive[i] : asc_profile_get_exclusive (profile, function, i);
      gint64 inclusive = set != NULL ? set->inclusive[i] : asc_profile_get_inclusive (profile, function, i);

      if (exclusive == 0 && inclusive == 0)
        {
          g_string_append_printf (zeros, "%s%s", n_zeros++ > 0 ? "\n" : "", asc_ui_metric_get_title (metric));
          continue;
        }
      attach_metric (self, metric, exclusive, inclusive, row++);
    }
  count = asc_ui_format_count (n_zeros);
  /* TRANSLATORS: how many more metrics there are, whose values are all zero */
  label = g_strdup_printf (ngettext ("%s more, zero", "%s more, all zero", n_zeros), count);
  gtk_expander_set_label (self->zeros_expander, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->zeros_expander), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_label_set_text (self->zeros, zeros->str);
  gtk_widget_set_visible (GTK_WIDGET (self->zeros_expander), n_zeros > 0);
}

/* Links to other functions */

static void
all_cb (GtkButton *button, AscDetails *self)
{
  asc_session_set_center (self->session, asc_session_get_function (self->session));
  asc_session_show_view (self->session, "callers-callees");
}

/* A function's name with its share; a click selects it. */
static GtkWidget *
new_link (AscDetails *self, AscProfile *profile, guint32 function, gint64 value, const AscMetric *metric)
{
  g_autofree char *percent = asc_ui_format_percent (value, metric->total);
  g_autofree char *exact = asc_ui_format_value_long (metric, value);
  g_autofree char *tooltip = g_strdup_printf ("%s: %s", asc_ui_metric_get_title (metric), exact);

  return asc_function_link_new (self->session, profile, function, percent, tooltip);
}

/* Starts a section; returns its header for more widgets. */
static GtkWidget *
add_section (GtkBox *box, const char *title)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = asc_ui_new_label (title, 0, "heading");

  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_margin_top (header, 6);
  gtk_box_append (GTK_BOX (header), label);
  gtk_box_append (box, header);
  return header;
}

typedef struct
{
  guint32 function;
  gint64 value;
} Neighbour;

static int
compare_neighbours (gconstpointer a, gconstpointer b)
{
  const Neighbour *neighbour_a = a;
  const Neighbour *neighbour_b = b;

  return neighbour_a->value == neighbour_b->value ? 0 : neighbour_a->value > neighbour_b->value ? -1 : 1;
}

static void
show_neighbours (AscDetails *self, AscProfile *profile, guint32 function, gboolean callers)
{
  guint n_arcs;
  const AscArc *arcs = callers ? asc_profile_get_callers (profile, function, &n_arcs)
                               : asc_profile_get_callees (profile, function, &n_arcs);
  guint metric = asc_session_get_metric (self->session);
  g_autoptr (GArray) neighbours = g_array_sized_new (FALSE, FALSE, sizeof (Neighbour), n_arcs);
  GtkWidget *header;

  for (guint i = 0; i < n_arcs; i++)
    {
      Neighbour neighbour = { .function = arcs[i].function,
                              .value = callers ? asc_profile_get_caller_value (profile, arcs[i].arc, metric)
                                               : asc_profile_get_callee_value (profile, arcs[i].arc, metric) };
      if (neighbour.value != 0)
        g_array_append_val (neighbours, neighbour);
    }
  if (neighbours->len == 0)
    return;
  g_array_sort (neighbours, compare_neighbours);
  header = add_section (self->sections, callers ? C_ ("details", "Callers") : C_ ("details", "Callees"));
  if (neighbours->len > MAX_LINKS)
    {
      g_autofree char *count = asc_ui_format_count (neighbours->len);
      /* TRANSLATORS: a button that shows all callers or callees; %s is how many there are */
      g_autofree char *text = g_strdup_printf (_ ("All %s…"), count);
      GtkWidget *all = gtk_button_new_with_label (text);

      gtk_widget_add_css_class (all, "flat");
      gtk_widget_add_css_class (all, "link-row");
      g_signal_connect (all, "clicked", G_CALLBACK (all_cb), self);
      gtk_box_append (GTK_BOX (header), all);
    }
  for (guint i = 0; i < MIN (neighbours->len, MAX_LINKS); i++)
    {
      const Neighbour *neighbour = &g_array_index (neighbours, Neighbour, i);

      gtk_box_append (self->sections, new_link (self, profile, neighbour->function, neighbour->value,
                                                asc_profile_get_metric (profile, metric)));
    }
}

static void
fill_stack (AscDetails *self, AscProfile *profile, guint32 function, guint metric, GArray *stack)
{
  remove_children (GTK_WIDGET (self->stack));
  if (stack->len == 0)
    return;
  add_section (self->stack, _ ("Heaviest stack"));
  for (guint i = 0; i < MIN (stack->len, MAX_FRAMES); i++)
    {
      guint32 node = g_array_index (stack, guint32, i);
      guint32 frame = asc_profile_get_node_function (profile, node);
      GtkWidget *link = new_link (self, profile, frame, asc_profile_get_node_attributed (profile, node, metric),
                                  asc_profile_get_metric (profile, metric));

      if (frame == function)
        gtk_widget_add_css_class (link, "chosen");
      gtk_box_append (self->stack, link);
    }
  if (stack->len > MAX_FRAMES)
    {
      g_autofree char *count = asc_ui_format_count (stack->len - MAX_FRAMES);
      g_autofree char *text = g_strdup_printf (ngettext ("%s more frame", "%s more frames", stack->len - MAX_FRAMES), count);
      GtkWidget *label = asc_ui_new_label (text, 0, "dim-label");

      gtk_widget_set_margin_start (label, 6);
      gtk_box_append (self->stack, label);
    }
}

/* What a search for a stack was asked. */
typedef struct
{
  AscProfile *profile;
  guint32 function;
  guint metric;
} StackRequest;

static void
stack_request_free (gpointer data)
{
  StackRequest *request = data;

  g_object_unref (request->profile);
  g_free (request);
}

static void
find_stack_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  StackRequest *request = data;

  g_task_return_pointer (task, asc_heaviest_stack_find (request->profile, request->function, request->metric),
                         (GDestroyNotify) g_array_unref);
}

static void
stack_found_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  AscDetails *self = ASC_DETAILS (object);
  StackRequest *request = g_task_get_task_data (G_TASK (result));
  g_autoptr (GArray) stack = g_task_propagate_pointer (G_TASK (result), NULL);

  /* The newest request wins. */
  if (self->stack_task != G_TASK (result))
    return;
  self->stack_task = NULL;
  fill_stack (self, request->profile, request->function, request->metric, stack);
}

/* Among millions of nodes a search takes longer than a frame. */
static void
show_stack (AscDetails *self, AscProfile *profile, guint32 function)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, stack_found_cb, NULL);
  StackRequest *request = g_new0 (StackRequest, 1);

  request->profile = g_object_ref (profile);
  request->function = function;
  request->metric = asc_session_get_metric (self->session);
  g_task_set_source_tag (task, show_stack);
  g_task_set_task_data (task, request, stack_request_free);
  self->stack_task = task;
  g_task_run_in_thread (task, find_stack_thread);
}

/* Where it lies */

static void
attach_fact (AscDetails *self, const char *title, const char *value, int *row)
{
  g_autofree char *shown = asc_ui_shorten (value != NULL ? value : "", MAX_FACT);
  GtkWidget *label;

  if (*shown == '\0')
    return;
  label = asc_ui_new_label (shown, 0, "numeric");
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), FACT_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_grid_attach (self->where, asc_ui_new_label (title, 0, "dim-label"), 0, *row, 1, 1);
  gtk_grid_attach (self->where, label, 1, *row, 1, 1);
  (*row)++;
}

static char *
dup_build_id (AscProfile *profile, guint32 object_row)
{
  const AscObjectRow *object = object_row != ASC_NONE ? asc_profile_get_object (profile, object_row) : NULL;

  return object != NULL ? asc_format_hex (object->build_id, object->build_id_size) : NULL;
}

static void
show_where (AscDetails *self, AscProfile *profile, const AscFunctionRow *row)
{
  g_autofree char *address = row->address != 0 ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", row->address) : NULL;
  g_autofree char *size = row->size != 0 ? asc_format_exact ((gint64) row->size, ASC_UNIT_BYTES, TRUE) : NULL;
  g_autofree char *place = asc_ui_format_place (row->file, row->line);
  g_autofree char *build_id = dup_build_id (profile, row->object_row);
  int n = 0;

  remove_children (GTK_WIDGET (self->where));
  attach_fact (self, C_ ("details", "Address"), address, &n);
  attach_fact (self, C_ ("details", "Size"), size, &n);
  attach_fact (self, C_ ("details", "Source"), place, &n);
  attach_fact (self, C_ ("details", "File"), row->object_path, &n);
  attach_fact (self, C_ ("details", "Mangled"), row->mangled, &n);
  attach_fact (self, C_ ("details", "Build-id"), build_id, &n);
  gtk_widget_set_visible (self->where_expander, n > 0);
}

static void
show_function (AscDetails *self, AscProfile *profile, guint32 function)
{
  const AscFunctionRow *row = asc_profile_get_function (profile, function);
  g_autofree char *base = row->file != NULL ? g_path_get_basename (row->file) : NULL;
  g_autofree char *place = asc_ui_format_place (base, row->line);
  g_autofree char *object_path = asc_ui_make_tooltip (row->object_path);
  g_autofree char *file = asc_ui_make_tooltip (row->file);

  set_text (self->name, row->name);
  set_link (self->object, row->object);
  asc_ui_set_tooltip (GTK_WIDGET (self->object), object_path);
  set_link (self->place, place);
  asc_ui_set_tooltip (GTK_WIDGET (self->place), file);
  gtk_widget_set_visible (self->code_buttons, function != ASC_FUNCTION_TOTAL);
  gtk_widget_set_visible (self->hint, function == ASC_FUNCTION_TOTAL);
  gtk_widget_set_visible (self->copy_button, function != ASC_FUNCTION_TOTAL);
  gtk_widget_set_visible (GTK_WIDGET (self->stack), TRUE);
  show_metrics (self, profile, function, NULL);
  remove_children (GTK_WIDGET (self->sections));
  if (function != ASC_FUNCTION_TOTAL)
    show_neighbours (self, profile, function, TRUE);
  show_neighbours (self, profile, function, FALSE);
  show_stack (self, profile, function);
  show_where (self, profile, row);
}

/* Their sum, inclusive counted once for each event, and the heaviest of them as links. */
static void
show_several (AscDetails *self, AscProfile *profile, GArray *functions)
{
  g_autoptr (AscFunctionSet) set = asc_profile_compute_set (profile, (const guint32 *) (gpointer) functions->data, functions->len);
  g_autofree char *count = asc_ui_format_count (functions->len);
  /* TRANSLATORS: several rows are chosen; %s is how many */
  g_autofree char *name = g_strdup_printf (ngettext ("%s function", "%s functions", functions->len), count);
  guint metric = asc_session_get_metric (self->session);

  set_text (self->name, name);
  set_text (self->object, NULL);
  set_text (self->place, NULL);
  gtk_widget_set_visible (self->code_buttons, FALSE);
  gtk_widget_set_visible (self->hint, FALSE);
  gtk_widget_set_visible (self->copy_button, TRUE);
  gtk_widget_set_visible (self->where_expander, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->stack), FALSE);
  self->stack_task = NULL;
  show_metrics (self, profile, ASC_FUNCTION_TOTAL, set);
  remove_children (GTK_WIDGET (self->sections));
  add_section (self->sections, _ ("Chosen"));
  for (guint i = 0; i < MIN (functions->len, MAX_FRAMES); i++)
    {
      guint32 function = g_array_index (functions, guint32, i);

      gtk_box_append (self->sections, new_link (self, profile, function, asc_profile_get_inclusive (profile, function, metric), asc_profile_get_metric (profile, metric)));
    }
}

static gboolean
update_cb (gpointer data)
{
  AscDetails *self = data;
  AscProfile *profile = asc_session_get_profile (self->session);
  guint32 function = asc_session_get_function (self->session);

  self->update_idle = 0;
  self->stale = FALSE;
  if (profile != NULL && asc_session_get_several (self->session) != NULL)
    show_several (self, profile, asc_session_get_several (self->session));
  else if (profile != NULL)
    show_function (self, profile, function != ASC_NONE ? function : ASC_FUNCTION_TOTAL);
  return G_SOURCE_REMOVE;
}

/* Soon, when it can be seen: a key held down in a table is not to wait for every function's details. */
static void
update (AscDetails *self)
{
  self->stale = TRUE;
  if (self->update_idle == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->update_idle = g_idle_add (update_cb, self);
}

static void
asc_details_map (GtkWidget *widget)
{
  AscDetails *self = ASC_DETAILS (widget);

  GTK_WIDGET_CLASS (asc_details_parent_class)->map (widget);
  if (self->stale)
    update (self);
}

static void
asc_details_dispose (GObject *object)
{
  AscDetails *self = ASC_DETAILS (object);

  g_clear_handle_id (&self->update_idle, g_source_remove);
  self->stack_task = NULL;
  g_clear_object (&self->session);
  G_OBJECT_CLASS (asc_details_parent_class)->dispose (object);
}

static void
asc_details_class_init (AscDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_details_dispose;
  widget_class->map = asc_details_map;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-details"));
  gtk_widget_class_bind_template_child (widget_class, AscDetails, above);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, name);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, copy_button);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, object);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, place);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, hint);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, metrics);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, zeros_expander);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, zeros);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, sections);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, stack);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, where_expander);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, where);
  gtk_widget_class_bind_template_child (widget_class, AscDetails, code_buttons);
  gtk_widget_class_bind_template_callback (widget_class, object_link_cb);
  gtk_widget_class_bind_template_callback (widget_class, place_link_cb);
}

static void
asc_details_init (AscDetails *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
asc_details_set_session (AscDetails *self, AscSession *session)
{
  g_return_if_fail (ASC_IS_DETAILS (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::profile", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::metric", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::columns", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::function", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::several", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

void
asc_details_set_above (AscDetails *self, GtkWidget *widget)
{
  g_return_if_fail (ASC_IS_DETAILS (self));

  adw_bin_set_child (self->above, widget);
}
