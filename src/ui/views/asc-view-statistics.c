/* asc-view-statistics.c: what the kernel counted itself, beside the metrics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"

#define STATES_WIDTH 128

#define ASC_TYPE_VIEW_STATISTICS (asc_view_statistics_get_type ())
G_DECLARE_FINAL_TYPE (AscViewStatistics, asc_view_statistics, ASC, VIEW_STATISTICS, AscTableView)

struct _AscViewStatistics
{
  AscTableView parent_instance;

  AscTable *table;
  GCancellable *cancellable; /* of the comparison that runs */
  AscProfile *profile;       /* of @figures; lent: only compared */
  GArray *figures;           /* AscFigure */
};

G_DEFINE_FINAL_TYPE (AscViewStatistics, asc_view_statistics, ASC_TYPE_TABLE_VIEW)

/* What a column shows of a metric; the rest of its key is the place in @compared. */
typedef enum
{
  PART_STATE, /* the value for the bar: its number is the metric's */
  PART_KERNEL,
  PART_METRIC,
  PART_DIFFERENCE,
  N_PARTS,
} Part;

#define KEY(number, part) ((guint)(number)*N_PARTS + (guint)(part))
/* Behind all of those. */
enum
{
  KEY_NAME = 1 << 24,
  KEY_PID,
  KEY_TID,
};

typedef struct
{
  AscProfile *profile;
  gint64 *kernel; /* [place in compared][row]: ASC_NO_NUMBER where it was not kept */
  guint n_rows;
  GArray *compared; /* guint: metrics */
} StatisticsData;

static void
statistics_data_free (gpointer data)
{
  StatisticsData *self = data;

  g_object_unref (self->profile);
  g_array_unref (self->compared);
  g_free (self->kernel);
  g_free (self);
}

static gint64
get_value (const StatisticsData *self, guint32 row, guint metric)
{
  return asc_profile_get_entity_value (self->profile, ASC_ENTITY_THREAD, row, metric);
}

static gint64
get_number (gpointer data, guint32 row, guint key)
{
  const StatisticsData *self = data;
  const AscEntityRow *entity = asc_profile_get_entity (self->profile, ASC_ENTITY_THREAD, row);
  guint number = key / N_PARTS;
  gint64 kernel;

  if (key == KEY_PID)
    return entity->pid >= 0 ? entity->pid : ASC_NO_NUMBER;
  if (key == KEY_TID)
    return entity->tid >= 0 ? entity->tid : ASC_NO_NUMBER;
  if (key % N_PARTS == PART_STATE)
    return get_value (self, row, number);
  kernel = self->kernel[(gsize)number * self->n_rows + row];
  number = g_array_index (self->compared, guint, number);
  if (key % N_PARTS == PART_KERNEL)
    return kernel;
  if (key % N_PARTS == PART_METRIC)
    return get_value (self, row, number);
  return kernel != ASC_NO_NUMBER ? get_value (self, row, number) - kernel : ASC_NO_NUMBER;
}

static const char *
get_text (gpointer data, guint32 row, guint key)
{
  const StatisticsData *self = data;

  return asc_profile_get_entity (self->profile, ASC_ENTITY_THREAD, row)->name;
}

static guint
make_state_key (guint metric)
{
  return KEY (metric, PART_STATE);
}

/* What tells where the kernel's figure comes from. */
static const char *
explain_source (AscFigureSource source)
{
  switch (source)
    {
    case ASC_FIGURE_SCHEDSTAT:
      return _ ("From /proc/PID/task/TID/schedstat: exact, as of its last reading: of threads that ended, up to a tenth of a second before their end.");
    case ASC_FIGURE_STAT:
      return _ ("From /proc/PID/task/TID/stat: counted in ticks of the clock.");
    case ASC_FIGURE_GETRUSAGE:
      return _ ("From getrusage() at the program's end, with its children.");
    case ASC_FIGURE_TRACEPOINT:
    default:
      return _ ("From the scheduler's events in the recording.");
    }
}

/* The metrics with figures, in the catalogue's order of importance, and the figures as columns. */
static StatisticsData *
make_data (AscProfile *profile, GArray *figures)
{
  static const char *const order[] = { "totalcpu", "wait", "user", "system" };
  StatisticsData *self = g_new0 (StatisticsData, 1);

  self->profile = g_object_ref (profile);
  self->n_rows = asc_profile_get_n_entities (profile, ASC_ENTITY_THREAD);
  self->compared = g_array_new (FALSE, FALSE, sizeof (guint));
  self->kernel = g_new (gint64, MAX ((gsize)self->n_rows * G_N_ELEMENTS (order), 1));
  for (guint o = 0; o < G_N_ELEMENTS (order); o++)
    {
      int metric = asc_profile_find_metric (profile, order[o]);
      gint64 *column = self->kernel + (gsize)self->compared->len * self->n_rows;
      gboolean any = FALSE;
      guint number = (guint)metric;

      for (guint row = 0; row < self->n_rows; row++)
        column[row] = ASC_NO_NUMBER;
      for (guint i = 0; metric >= 0 && figures != NULL && i < figures->len; i++)
        {
          const AscFigure *figure = &g_array_index (figures, AscFigure, i);

          if (figure->metric != number || figure->row >= self->n_rows)
            continue;
          column[figure->row] = figure->kernel_ns;
          any = TRUE;
        }
      if (any)
        g_array_append_val (self->compared, number);
    }
  return self;
}

static AscFigureSource
find_source (GArray *figures, guint metric)
{
  AscFigureSource source = ASC_FIGURE_SCHEDSTAT;

  for (guint i = figures->len; i-- > 0;) /* <Total> is the first */
    if (g_array_index (figures, AscFigure, i).metric == metric)
      source = g_array_index (figures, AscFigure, i).source;
  return source;
}

static void
add_column (AscTableSource *source,
            AscProfile *profile,
            guint place,
            guint metric,
            Part part,
            const char *what,
            const char *tooltip)
{
  static const char letters[N_PARTS] = { [PART_KERNEL] = 'k', [PART_METRIC] = 'm', [PART_DIFFERENCE] = 'd' };
  const AscMetric *m = asc_profile_get_metric (profile, metric);
  gboolean difference = part == PART_DIFFERENCE;
  AscTableColumn *column = asc_table_source_add_metric (
      source, m, ASC_FLAVOR_STATIC, difference ? ASC_VISIBLE_TIME | ASC_VISIBLE_PERCENT : ASC_VISIBLE_TIME,
      KEY (place, part), m->total, tooltip);

  g_free (column->id);
  column->id = g_strdup_printf ("%c.%s", letters[part], m->id);
  g_free (column->detail);
  column->detail = g_strdup_printf (C_ ("column header", "%1$s, %2$s"), what, column->scale.symbol);
  column->hidden = place > 1;
  column->has_whole = difference;
  column->whole_key = KEY (place, PART_KERNEL);
}

static AscTableSource *
asc_view_statistics_make_source (AscTableView *view, AscProfile *profile)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text };
  AscViewStatistics *self = ASC_VIEW_STATISTICS (view);
  StatisticsData *data = make_data (profile, self->figures);
  AscTableSource *source = asc_table_source_new (data->n_rows, 0, &funcs, data, statistics_data_free);

  for (guint i = 0; i < data->compared->len; i++)
    {
      guint metric = g_array_index (data->compared, guint, i);

      add_column (source, profile, i, metric, PART_KERNEL, C_ ("statistics", "Kernel"),
                  explain_source (find_source (self->figures, metric)));
      add_column (source, profile, i, metric, PART_METRIC, C_ ("statistics", "Metric"), NULL);
      add_column (source, profile, i, metric, PART_DIFFERENCE, C_ ("statistics", "Difference"),
                  _ ("How much more the metric says. Percent of the kernel's figure."));
    }
  asc_table_source_add_states (source, profile, make_state_key, C_ ("column", "States"), STATES_WIDTH);
  asc_table_source_add (source, ASC_CELL_NAME, KEY_NAME, "name", C_ ("column", "Name"), 0);
  asc_table_source_add (source, ASC_CELL_NUMBER, KEY_PID, "pid", C_ ("column", "PID"), 0);
  asc_table_source_add (source, ASC_CELL_NUMBER, KEY_TID, "tid", C_ ("column", "TID"), 0);
  asc_table_source_seal (source, FALSE);
  return source;
}

static void
compare_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, asc_figures_compare (data, asc_profile_get_input (data)), (GDestroyNotify)g_array_unref);
}

static void
compared_cb (GObject *object, GAsyncResult *result, gpointer unused)
{
  AscViewStatistics *self = ASC_VIEW_STATISTICS (object);
  g_autoptr (GArray) figures = g_task_propagate_pointer (G_TASK (result), NULL);
  AscProfile *profile = g_task_get_task_data (G_TASK (result));

  if (figures == NULL || self->cancellable != g_task_get_cancellable (G_TASK (result)) || asc_view_get_profile (ASC_VIEW (self)) != profile)
    return;
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->figures, g_array_unref);
  self->figures = g_steal_pointer (&figures);
  self->profile = profile;
  ASC_VIEW_GET_CLASS (self)->metric_changed (ASC_VIEW (self));
}

static void
stop_comparing (AscViewStatistics *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->figures, g_array_unref);
  self->profile = NULL;
}

static void
asc_view_statistics_profile_changed (AscView *view)
{
  AscViewStatistics *self = ASC_VIEW_STATISTICS (view);
  AscProfile *profile = asc_view_get_profile (view);
  g_autoptr (GTask) task = NULL;

  if (self->figures != NULL && self->profile == profile)
    return;
  stop_comparing (self);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, compared_cb, NULL);
  g_task_set_source_tag (task, asc_view_statistics_profile_changed);
  g_task_set_task_data (task, g_object_ref (profile), g_object_unref);
  g_task_run_in_thread (task, compare_thread);
}

static gboolean
asc_view_statistics_can_show (AscSession *session, const char **reason)
{
  AscProfile *profile = asc_session_get_profile (session);

  if (profile != NULL && asc_figures_can_compare (asc_profile_get_input (profile)))
    return TRUE;
  *reason = N_ ("The kernel's own figures were not kept: recordings made by Ascribe keep them.");
  return FALSE;
}

static void
asc_view_statistics_dispose (GObject *object)
{
  stop_comparing (ASC_VIEW_STATISTICS (object));
  G_OBJECT_CLASS (asc_view_statistics_parent_class)->dispose (object);
}

static void
asc_view_statistics_class_init (AscViewStatisticsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);
  AscTableViewClass *table_view_class = ASC_TABLE_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_view_statistics_dispose;
  view_class->id = "statistics";
  view_class->title = NC_ ("view", "Statistics");
  view_class->icon_name = "asc-statistics-symbolic";
  view_class->group = NC_ ("view group", "Execution");
  view_class->whole = TRUE; /* the kernel's figures cannot be filtered */
  view_class->can_show = asc_view_statistics_can_show;
  view_class->profile_changed = asc_view_statistics_profile_changed;
  table_view_class->sort_id = "tid";
  table_view_class->make_source = asc_view_statistics_make_source;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-statistics"));
  gtk_widget_class_bind_template_child (widget_class, AscViewStatistics, table);
}

static void
asc_view_statistics_init (AscViewStatistics *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  asc_table_view_set_table (ASC_TABLE_VIEW (self), self->table);
}
