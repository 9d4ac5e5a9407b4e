/* asc-view-overview.c: what was recorded and where the time went, at one look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-cpu-chart.h"
#include "asc-quality.h"
#include "asc-summary.h"
#include "asc-ui-text.h"
#include "asc-view.h"

#define N_HOTTEST 10u
/* What of a text from the data is shown, characters. */
#define MAX_NAME 200u
#define MAX_FACT 500u
/* What a row asks for, characters; more when there is room. */
#define ROW_CHARS 30

#define ASC_TYPE_VIEW_OVERVIEW (asc_view_overview_get_type ())
G_DECLARE_FINAL_TYPE (AscViewOverview, asc_view_overview, ASC, VIEW_OVERVIEW, AscView)

struct _AscViewOverview
{
  AscView parent_instance;

  GtkLabel *sentence;
  GtkListBox *next;
  GtkWidget *chart_group;
  AscCpuChart *chart;
  GtkListBox *functions;
  GtkListBox *metrics;
  GtkListBox *facts;
  GtkWidget *quality_group;
  AdwBin *quality;
  gboolean filling; /* check buttons change because of us */
};

G_DEFINE_FINAL_TYPE (AscViewOverview, asc_view_overview, ASC_TYPE_VIEW)

static void
empty_list (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

/* A text from the data, whatever its length: it gives way, the tooltip says more. */
static GtkWidget *
new_name (const char *text, PangoEllipsizeMode ellipsize)
{
  g_autofree char *shown = asc_ui_shorten (text, MAX_NAME);
  g_autofree char *tooltip = asc_ui_make_tooltip (text);
  GtkWidget *label = asc_ui_new_label (shown, 0, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  gtk_label_set_max_width_chars (GTK_LABEL (label), ROW_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  asc_ui_set_tooltip (label, tooltip);
  return label;
}

static GtkWidget *
new_bar (double share)
{
  GtkWidget *bar = gtk_level_bar_new ();

  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), CLAMP (share, 0, 1));
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_LOW);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_HIGH);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_FULL);
  gtk_widget_add_css_class (bar, "share");
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (bar, 80, -1);
  return bar;
}

static GtkWidget *
new_row (GtkWidget *box, gboolean activatable)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_widget_add_css_class (box, "compact-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), activatable);
  return row;
}

/* Hottest functions */

typedef struct
{
  guint32 function;
  gint64 value;
} Hot;

/* The first N_HOTTEST functions by exclusive @metric, hottest first: one pass with a small sorted list. */
static guint
find_hottest (AscProfile *profile, guint metric, Hot *hottest)
{
  const gint64 *column = asc_profile_get_exclusive_column (profile, metric);
  guint n = 0;

  for (guint32 row = 1; row < asc_profile_get_n_functions (profile); row++)
    {
      guint i;

      if (column[row] <= 0 || (n == N_HOTTEST && column[row] <= hottest[n - 1].value))
        continue;
      if (n < N_HOTTEST)
        n++;
      for (i = n - 1; i > 0 && hottest[i - 1].value < column[row]; i--)
        hottest[i] = hottest[i - 1];
      hottest[i] = (Hot){ .function = row, .value = column[row] };
    }
  return n;
}

static GtkWidget *
new_function_row (AscProfile *profile, const AscMetric *metric, const Hot *hot, gint64 largest)
{
  const AscFunctionRow *function = asc_profile_get_function (profile, hot->function);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = new_name (function->name, PANGO_ELLIPSIZE_MIDDLE);
  GtkWidget *row = new_row (box, TRUE);
  g_autofree char *percent = asc_ui_format_percent (hot->value, metric->total);
  g_autofree char *value = asc_ui_format_value (metric, hot->value);
  g_autofree char *tooltip = asc_ui_format_value_long (metric, hot->value);
  g_autofree char *description = g_strdup_printf ("%s, %s", value, percent);
  GtkWidget *value_label = asc_ui_new_label (value, 1, "numeric");
  GtkWidget *percent_label = asc_ui_new_label (percent, 1, "numeric");

  gtk_label_set_width_chars (GTK_LABEL (value_label), 9);
  gtk_label_set_width_chars (GTK_LABEL (percent_label), 7);
  gtk_widget_add_css_class (percent_label, "dim-label");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), new_bar (largest > 0 ? (double) hot->value / (double) largest : 0));
  gtk_box_append (GTK_BOX (box), value_label);
  gtk_box_append (GTK_BOX (box), percent_label);
  asc_ui_set_tooltip (value_label, tooltip);
  g_object_set_data (G_OBJECT (row), "function", GUINT_TO_POINTER (hot->function));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, function->name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  return row;
}

/* Where to look next, and why. */
static void
add_next (AscViewOverview *self, char *text, const char *view, guint32 function)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *row = new_row (box, TRUE);

  gtk_box_append (GTK_BOX (box), new_name (text, PANGO_ELLIPSIZE_END));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("go-next-symbolic"));
  g_object_set_data (G_OBJECT (row), "view", (gpointer) view);
  g_object_set_data (G_OBJECT (row), "function", GUINT_TO_POINTER (function));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_list_box_append (self->next, row);
  g_free (text);
}

/* The function whose callees cost most. Returns: 0 when there is none */
static guint32
find_busiest_caller (AscProfile *profile, guint metric)
{
  const gint64 *inclusive = asc_profile_get_inclusive_column (profile, metric);
  const gint64 *exclusive = asc_profile_get_exclusive_column (profile, metric);
  gint64 total = asc_profile_get_metric (profile, metric)->total;
  guint32 best = 0;

  /* What holds nearly all of the time (main, _start) tells nothing. */
  for (guint32 row = 1; row < asc_profile_get_n_functions (profile); row++)
    if (inclusive[row] < total - total / 10
        && (best == 0 || inclusive[row] - exclusive[row] > inclusive[best] - exclusive[best]))
      best = row;
  return best != 0 && inclusive[best] > exclusive[best] ? best : 0;
}

static void
show_next (AscViewOverview *self, AscSession *session, const Hot *hottest)
{
  AscProfile *profile = asc_session_get_profile (session);
  guint metric = asc_session_get_metric (session);
  gint64 total = asc_profile_get_metric (profile, metric)->total;
  guint32 caller = find_busiest_caller (profile, metric);

  empty_list (self->next);
  if (hottest != NULL)
    {
      g_autofree char *share = asc_ui_format_percent (hottest->value, total);

      /* TRANSLATORS: a share of the time, a function's name */
      add_next (self, g_strdup_printf (_ ("%s in %s: show its callers"), share,
                                       asc_profile_get_function (profile, hottest->function)->name),
                "callers-callees", hottest->function);
    }
  if (caller != 0)
    {
      g_autofree char *share = asc_ui_format_percent (asc_profile_get_inclusive (profile, caller, metric)
                                                          - asc_profile_get_exclusive (profile, caller, metric),
                                                      total);

      /* TRANSLATORS: a share of the time, a function's name */
      add_next (self, g_strdup_printf (_ ("%s in what %s calls: show its callees"), share,
                                       asc_profile_get_function (profile, caller)->name),
                "callers-callees", caller);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->next), hottest != NULL || caller != 0);
}

static void
next_activated_cb (AscViewOverview *self, GtkListBoxRow *row)
{
  AscSession *session = asc_view_get_session (ASC_VIEW (self));
  guint32 function = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "function"));

  asc_session_select_function (session, function);
  asc_session_set_center (session, function);
  asc_session_show_view (session, g_object_get_data (G_OBJECT (row), "view"));
}

static void
show_functions (AscViewOverview *self, AscSession *session)
{
  AscProfile *profile = asc_session_get_profile (session);
  guint metric = asc_session_get_metric (session);
  Hot hottest[N_HOTTEST];
  guint n = find_hottest (profile, metric, hottest);

  show_next (self, session, n > 0 ? &hottest[0] : NULL);
  empty_list (self->functions);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->functions, new_function_row (profile, asc_profile_get_metric (profile, metric),
                                                            &hottest[i], hottest[0].value));
}

static void
function_activated_cb (AscViewOverview *self, GtkListBoxRow *row)
{
  AscSession *session = asc_view_get_session (ASC_VIEW (self));
  guint32 function = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "function"));

  asc_session_select_function (session, function);
  asc_session_set_center (session, function);
  asc_session_show_view (session, "callers-callees");
}

/* Metrics */

static gboolean
is_column (AscSession *session, guint metric)
{
  GArray *columns = asc_session_get_columns (session);

  for (guint i = 0; i < columns->len; i++)
    if (g_array_index (columns, AscColumn, i).flavor != ASC_FLAVOR_STATIC && g_array_index (columns, AscColumn, i).metric == metric)
      return TRUE;
  return FALSE;
}

/* Adds the columns of a metric that was ticked behind the others, or takes away those of one that was not. */
static void
ticked_cb (GtkCheckButton *check, AscViewOverview *self)
{
  AscSession *session = asc_view_get_session (ASC_VIEW (self));
  guint metric = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "metric"));

  if (!self->filling)
    asc_session_show_metric (session, metric, gtk_check_button_get_active (check));
}

/* The longest bar is the largest total of the same unit. */
static double
share_of_unit (AscProfile *profile, guint metric)
{
  const AscMetric *m = asc_profile_get_metric (profile, metric);
  gint64 largest = 0;

  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    if (asc_profile_get_metric (profile, i)->unit == m->unit)
      largest = MAX (largest, asc_profile_get_metric (profile, i)->total);
  return largest > 0 ? (double) m->total / (double) largest : 0;
}

static GtkWidget *
new_metric_row (AscViewOverview *self, AscSession *session, guint metric)
{
  AscProfile *profile = asc_session_get_profile (session);
  const AscMetric *m = asc_profile_get_metric (profile, metric);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *check = gtk_check_button_new ();
  g_autofree char *value = asc_ui_format_value (m, m->total);
  g_autofree char *tooltip = asc_ui_format_value_long (m, m->total);
  GtkWidget *value_label = asc_ui_new_label (value, 1, "numeric");

  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), new_name (asc_ui_metric_get_title (m), PANGO_ELLIPSIZE_END));
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, asc_ui_metric_get_title (m), -1);
  gtk_widget_set_hexpand (check, TRUE);
  asc_ui_set_tooltip (check, asc_ui_metric_get_tooltip (m));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), is_column (session, metric));
  gtk_widget_set_sensitive (check, metric != asc_session_get_metric (session));
  g_object_set_data (G_OBJECT (check), "metric", GUINT_TO_POINTER (metric));
  g_signal_connect (check, "toggled", G_CALLBACK (ticked_cb), self);
  gtk_label_set_width_chars (GTK_LABEL (value_label), 12);
  asc_ui_set_tooltip (value_label, tooltip);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), new_bar (share_of_unit (profile, metric)));
  gtk_box_append (GTK_BOX (box), value_label);
  return new_row (box, FALSE);
}

static void
show_metrics (AscViewOverview *self, AscSession *session)
{
  AscProfile *profile = asc_session_get_profile (session);

  self->filling = TRUE;
  empty_list (self->metrics);
  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    gtk_list_box_append (self->metrics, new_metric_row (self, session, i));
  self->filling = FALSE;
}

/* The recording */

static void
show_facts (AscViewOverview *self, AscSession *session)
{
  g_autoptr (GPtrArray) facts = asc_summary_list_facts (session);

  empty_list (self->facts);
  for (guint i = 0; i < facts->len; i++)
    {
      const AscFact *fact = g_ptr_array_index (facts, i);
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
      GtkWidget *title = asc_ui_new_label (fact->title, 0, "dim-label");
      g_autofree char *shown = asc_ui_shorten (fact->value, MAX_FACT);
      GtkWidget *value = asc_ui_new_label (shown, 1, NULL);

      gtk_widget_set_valign (title, GTK_ALIGN_BASELINE);
      gtk_widget_set_valign (value, GTK_ALIGN_BASELINE);
      gtk_label_set_wrap (GTK_LABEL (value), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (value), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_max_width_chars (GTK_LABEL (value), ROW_CHARS);
      gtk_label_set_selectable (GTK_LABEL (value), TRUE);
      gtk_widget_set_hexpand (value, TRUE);
      gtk_box_append (GTK_BOX (box), title);
      gtk_box_append (GTK_BOX (box), value);
      gtk_list_box_append (self->facts, new_row (box, FALSE));
    }
}

static void
show_quality (AscViewOverview *self, AscSession *session)
{
  g_autoptr (GPtrArray) findings = asc_quality_list (session);
  g_autofree char *events = asc_quality_describe_events (session);

  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (self->quality_group), events);
  adw_bin_set_child (self->quality, findings->len > 0 ? asc_quality_new_list (findings, session) : NULL);
}

/* AscView */

static void
asc_view_overview_profile_changed (AscView *view)
{
  AscViewOverview *self = ASC_VIEW_OVERVIEW (view);
  AscSession *session = asc_view_get_session (view);
  gboolean one = asc_session_get_n_experiments (session) == 1;

  gtk_widget_set_visible (self->chart_group, one && asc_cpu_chart_set_profile (self->chart, asc_session_get_profile (session)));
  show_facts (self, session);
}

static void
asc_view_overview_metric_changed (AscView *view)
{
  AscViewOverview *self = ASC_VIEW_OVERVIEW (view);
  AscSession *session = asc_view_get_session (view);
  g_autofree char *sentence = asc_summary_dup_sentence (session);

  gtk_label_set_text (self->sentence, sentence);
  show_functions (self, session);
  show_metrics (self, session);
  show_quality (self, session);
}

/* The facts as TSV. */
static char *
asc_view_overview_copy (AscView *view, gboolean everything)
{
  g_autoptr (GPtrArray) facts = asc_summary_list_facts (asc_view_get_session (view));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < facts->len; i++)
    {
      const AscFact *fact = g_ptr_array_index (facts, i);
      g_string_append_printf (text, "%s\t%s\n", fact->title, fact->value);
    }
  return g_string_free (text, FALSE);
}

static void
asc_view_overview_class_init (AscViewOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  view_class->id = "overview";
  view_class->title = NC_ ("view", "Overview");
  view_class->icon_name = "asc-overview-symbolic";
  view_class->profile_changed = asc_view_overview_profile_changed;
  view_class->metric_changed = asc_view_overview_metric_changed;
  view_class->copy = asc_view_overview_copy;

  g_type_ensure (ASC_TYPE_CPU_CHART);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-overview"));
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, sentence);
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, next);
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, chart_group);
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, chart);
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, functions);
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, metrics);
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, facts);
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, quality_group);
  gtk_widget_class_bind_template_child (widget_class, AscViewOverview, quality);
  gtk_widget_class_bind_template_callback (widget_class, function_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_activated_cb);
}

static void
asc_view_overview_init (AscViewOverview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
