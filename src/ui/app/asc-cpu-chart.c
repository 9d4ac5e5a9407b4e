/* asc-cpu-chart.c: how many CPUs were busy, over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cpu-chart.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "asc-ui-text.h"

#define N_BUCKETS 120u
#define HEIGHT 96
#define PADDING 12
#define AXIS_HEIGHT 18

struct _AscCpuChart
{
  GtkWidget parent_instance;

  GCancellable *cancellable;
  char *description;
  double cpus[N_BUCKETS]; /* CPUs busy on average */
  double max;             /* top of the scale, a whole number of CPUs */
  gint64 duration_ns;
};

G_DEFINE_FINAL_TYPE (AscCpuChart, asc_cpu_chart, GTK_TYPE_WIDGET)

static void
draw_text (GtkWidget *widget, GtkSnapshot *snapshot, const char *text, double x, double y, gboolean end, const GdkRGBA *color)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (end ? x - width : x), (float) y));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
asc_cpu_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AscCpuChart *self = ASC_CPU_CHART (widget);
  double width = gtk_widget_get_width (widget) - 2 * PADDING;
  double height = gtk_widget_get_height (widget) - 2 * PADDING - AXIS_HEIGHT;
  double bottom = PADDING + height;
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GdkRGBA color;
  GdkRGBA fill;
  GdkRGBA line;
  g_autofree char *end_text = asc_ui_format_duration (self->duration_ns);
  g_autofree char *max_text = asc_ui_format_count ((gint64) self->max);
  g_autofree char *top_text = g_strdup_printf (ngettext ("%s CPU", "%s CPUs", (gulong) self->max), max_text);

  if (self->duration_ns <= 0 || self->max <= 0)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), "accent_bg_color", &fill))
    fill = color;
  line = color;
  line.alpha = 0.15f;

  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (PADDING, PADDING, (float) width, 1));
  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (PADDING, (float) bottom, (float) width, 1));
  for (guint i = 0; i < N_BUCKETS; i++)
    {
      double x0 = floor (width * i / N_BUCKETS);
      double x1 = floor (width * (i + 1) / N_BUCKETS);
      double h = height * MIN (self->cpus[i] / self->max, 1);

      if (rtl)
        {
          double x = x0;
          x0 = width - x1;
          x1 = width - x;
        }
      if (h > 0)
        gtk_snapshot_append_color (snapshot, &fill,
                                   &GRAPHENE_RECT_INIT ((float) (PADDING + x0), (float) (bottom - h),
                                                        (float) MAX (x1 - x0 - 1, 1), (float) h));
    }
  color.alpha = 0.6f;
  draw_text (widget, snapshot, top_text, PADDING, bottom + 2, FALSE, &color);
  draw_text (widget, snapshot, end_text, PADDING + width, bottom + 2, TRUE, &color);
}

static void
asc_cpu_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT + 2 * PADDING : 200;
}

static gboolean
query_tooltip_cb (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  AscCpuChart *self = ASC_CPU_CHART (widget);
  int width = gtk_widget_get_width (widget) - 2 * PADDING;
  int bucket = width > 0 ? (x - PADDING) * (int) N_BUCKETS / width : -1;
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  if (bucket < 0 || bucket >= (int) N_BUCKETS || keyboard)
    return FALSE;
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    bucket = (int) N_BUCKETS - 1 - bucket;
  time = asc_ui_format_duration (self->duration_ns * bucket / (gint64) N_BUCKETS);
  /* TRANSLATORS: a time since the start, how many CPUs were busy then */
  text = g_strdup_printf (_ ("At %s: %'.2f CPUs busy"), time, self->cpus[bucket]);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
asc_cpu_chart_dispose (GObject *object)
{
  AscCpuChart *self = ASC_CPU_CHART (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->description, g_free);
  G_OBJECT_CLASS (asc_cpu_chart_parent_class)->dispose (object);
}

static void
asc_cpu_chart_class_init (AscCpuChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_cpu_chart_dispose;
  widget_class->snapshot = asc_cpu_chart_snapshot;
  widget_class->measure = asc_cpu_chart_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "cpuchart");
}

static void
asc_cpu_chart_init (AscCpuChart *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}

/* Which kind is drawn: the first clock that has events, as the metrics of CPU time. Returns: its number, or -1 */
static int
find_clock (AscExperiment *experiment)
{
  guint n_kinds;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    if (kinds[i].is_clock && kinds[i].n_events > 0)
      return (int) i;
  return -1;
}

/* CPUs busy on average in each bucket: of the clock's events that passed the filter. Returns: FALSE when cancelled */
static gboolean
count (AscProfile *profile, double *cpus, GCancellable *cancellable)
{
  AscExperiment *experiment = asc_profile_get_experiment (profile, 0);
  const AscEvents *events = asc_experiment_get_events (experiment);
  const guint8 *passes = asc_profile_get_passes (profile, 0);
  double duration_ns = (double) asc_experiment_get_duration_ns (experiment);
  int clock = find_clock (experiment);

  for (guint i = 0; i < events->n_events; i++)
    {
      if ((i & 0xffff) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (events->kind[i] == clock && events->time_ns[i] >= 0 && (passes == NULL || passes[i]))
        {
          gint64 bucket = (gint64) ((double) events->time_ns[i] / duration_ns * N_BUCKETS);

          cpus[CLAMP (bucket, 0, (gint64) N_BUCKETS - 1)] += (double) events->value[i];
        }
    }
  for (guint i = 0; i < N_BUCKETS; i++)
    cpus[i] /= duration_ns / N_BUCKETS;
  return TRUE;
}

static void
count_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  double *cpus = g_new0 (double, N_BUCKETS);

  if (!count (data, cpus, cancellable))
    g_clear_pointer (&cpus, g_free);
  g_task_return_pointer (task, cpus, g_free);
}

static void
describe (AscCpuChart *self, gboolean is_filtered, double mean, double max)
{
  g_free (self->description);
  if (is_filtered)
    /* TRANSLATORS: what a drawing shows, for people who do not see it */
    self->description = g_strdup_printf (_ ("CPU use over time of what the filter leaves: %'.2f CPUs at most"), max);
  else
    /* TRANSLATORS: what a drawing shows, for people who do not see it */
    self->description = g_strdup_printf (_ ("CPU use over time: %'.2f CPUs on average, %'.2f at most"), mean, max);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->description, -1);
}

static void
counted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  AscCpuChart *self = ASC_CPU_CHART (source);
  AscProfile *profile = g_task_get_task_data (G_TASK (result));
  g_autofree double *cpus = g_task_propagate_pointer (G_TASK (result), NULL);
  double mean = 0;
  double max = 0;

  if (cpus == NULL)
    return;
  memcpy (self->cpus, cpus, sizeof self->cpus);
  for (guint i = 0; i < N_BUCKETS; i++)
    {
      mean += cpus[i] / N_BUCKETS;
      max = MAX (max, cpus[i]);
    }
  self->max = MAX (ceil (max - 0.05), 1);
  self->duration_ns = asc_experiment_get_duration_ns (asc_profile_get_experiment (profile, 0));
  describe (self, asc_profile_get_passes (profile, 0) != NULL, mean, max);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
asc_cpu_chart_set_profile (AscCpuChart *self, AscProfile *profile)
{
  AscExperiment *experiment = profile != NULL ? asc_profile_get_experiment (profile, 0) : NULL;
  g_autoptr (GTask) task = NULL;

  g_return_val_if_fail (ASC_IS_CPU_CHART (self), FALSE);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (experiment == NULL || find_clock (experiment) < 0 || asc_experiment_get_duration_ns (experiment) <= 0)
    return FALSE;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, counted_cb, NULL);
  g_task_set_source_tag (task, asc_cpu_chart_set_profile);
  g_task_set_task_data (task, g_object_ref (profile), g_object_unref);
  g_task_run_in_thread (task, count_thread);
  return TRUE;
}

const char *
asc_cpu_chart_get_description (AscCpuChart *self)
{
  return self->description;
}
