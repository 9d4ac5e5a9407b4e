/* asc-figures.c: see asc-figures.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-figures.h"

#include "asc-map.h"
#include "ascribe.h"

typedef struct
{
  AscProfile *profile;
  AscExperiment *experiment;
  guint index;     /* of the experiment */
  GArray *figures; /* AscFigure */
  GArray *sums;    /* AscFigure: of <Total>, one for each metric */
  AscMap rows;     /* thread id -> row of the profile's threads */
} Compare;

const char *
asc_figure_source_get_id (AscFigureSource source)
{
  static const char *const ids[] = { [ASC_FIGURE_SCHEDSTAT] = "schedstat", [ASC_FIGURE_STAT] = "stat", [ASC_FIGURE_GETRUSAGE] = "getrusage", [ASC_FIGURE_TRACEPOINT] = "sched_stat" };

  return ids[source];
}

/* Adds up what the threads have, where nothing better tells of all. */
static void
add_to_sum (Compare *self, const AscFigure *figure)
{
  for (guint i = 0; i < self->sums->len; i++)
    {
      AscFigure *sum = &g_array_index (self->sums, AscFigure, i);

      if (sum->metric != figure->metric)
        continue;
      if (sum->source == figure->source && __builtin_add_overflow (sum->kernel_ns, figure->kernel_ns, &sum->kernel_ns))
        sum->kernel_ns = G_MAXINT64;
      return;
    }
  g_array_append_val (self->sums, *figure);
  g_array_index (self->sums, AscFigure, self->sums->len - 1).row = 0;
  g_array_index (self->sums, AscFigure, self->sums->len - 1).metric_ns = asc_profile_get_metric (self->profile, figure->metric)->total;
}

static void
add (Compare *self, guint32 row, const char *metric, AscFigureSource source, gint64 kernel_ns)
{
  int number = asc_profile_find_metric (self->profile, metric);
  AscFigure figure = { .row = row, .metric = (guint) number, .source = source, .kernel_ns = kernel_ns };

  if (number < 0 || kernel_ns < 0)
    return;
  if (row == 0)
    {
      add_to_sum (self, &figure);
      return;
    }
  figure.metric_ns = asc_profile_get_entity_value (self->profile, ASC_ENTITY_THREAD, row, figure.metric);
  g_array_append_val (self->figures, figure);
  add_to_sum (self, &figure);
}

/* The last of several threads of one id has it. */
static void
index_rows (Compare *self)
{
  guint n = asc_profile_get_n_entities (self->profile, ASC_ENTITY_THREAD);

  asc_map_init (&self->rows, n);
  for (guint32 row = 1; row < n; row++)
    {
      const AscEntityRow *entity = asc_profile_get_entity (self->profile, ASC_ENTITY_THREAD, row);
      gboolean is_new;

      if (entity->experiment == self->index && entity->tid > 0)
        *asc_map_insert (&self->rows, (guint32) entity->tid, &is_new) = row;
    }
}

static void
compare_statistics (Compare *self, const AscStatistics *statistics)
{
  guint n;
  const AscUsageFigures *usage = asc_statistics_get_usage (statistics, &n);
  const AscThreadFigures *threads;
  AscMap seen;

  for (guint i = 0; i < n; i++)
    {
      add (self, 0, "user", ASC_FIGURE_GETRUSAGE, usage[i].user_ns);
      add (self, 0, "system", ASC_FIGURE_GETRUSAGE, usage[i].system_ns);
      if (usage[i].user_ns >= 0 && usage[i].system_ns >= 0 && usage[i].user_ns <= G_MAXINT64 - usage[i].system_ns)
        add (self, 0, "totalcpu", ASC_FIGURE_GETRUSAGE, usage[i].user_ns + usage[i].system_ns);
    }
  threads = asc_statistics_get_threads (statistics, &n);
  asc_map_init (&seen, 64);
  for (guint i = n; i-- > 0;) /* the last line of each */
    {
      guint32 row = threads[i].tid > 0 && threads[i].tid <= G_MAXINT32 ? asc_map_lookup (&self->rows, (guint64) threads[i].tid) : G_MAXUINT32;
      gboolean is_new = FALSE;

      if (row != G_MAXUINT32)
        asc_map_insert (&seen, row, &is_new);
      if (!is_new)
        continue;
      add (self, row, "totalcpu", ASC_FIGURE_SCHEDSTAT, threads[i].run_ns);
      add (self, row, "wait", ASC_FIGURE_SCHEDSTAT, threads[i].wait_ns);
      add (self, row, "user", ASC_FIGURE_STAT, threads[i].user_ns);
      add (self, row, "system", ASC_FIGURE_STAT, threads[i].system_ns);
    }
  asc_map_clear (&seen);
}

/* What the scheduler's own accounts in the recording say. */
static void
compare_tracepoints (Compare *self)
{
  const AscEvents *events = asc_experiment_get_events (self->experiment);
  guint n_rows = asc_profile_get_n_entities (self->profile, ASC_ENTITY_THREAD);
  g_autofree gint64 *ran = g_new (gint64, MAX (n_rows, 1));
  g_autofree gint64 *waited = g_new (gint64, MAX (n_rows, 1));
  guint n_kinds;
  const AscEventKind *kinds = asc_experiment_get_kinds (self->experiment, &n_kinds);

  memset (ran, 0xff, n_rows * sizeof *ran); /* -1 */
  memset (waited, 0xff, n_rows * sizeof *waited);
  for (guint i = 0; events->detail != NULL && i < events->n_events; i++)
    {
      guint8 role = kinds[events->kind[i]].role;
      guint32 row = role == ASC_ROLE_RAN || role == ASC_ROLE_WAITED ? asc_map_lookup (&self->rows, (guint32) ASC_DETAIL_TID (events->detail[i])) : G_MAXUINT32;
      gint64 *sum = row < n_rows ? (role == ASC_ROLE_RAN ? &ran[row] : &waited[row]) : NULL;

      if (sum != NULL && __builtin_add_overflow (MAX (*sum, 0), MAX (events->value[i], 0), sum))
        *sum = G_MAXINT64;
    }
  for (guint32 row = 1; row < n_rows; row++)
    {
      add (self, row, "totalcpu", ASC_FIGURE_TRACEPOINT, ran[row]);
      add (self, row, "wait", ASC_FIGURE_TRACEPOINT, waited[row]);
    }
}

gboolean
asc_figures_can_compare (AscProfileInput *input)
{
  for (guint i = 0; i < asc_profile_input_get_size (input); i++)
    {
      AscExperiment *experiment = asc_profile_input_get_experiment (input, i);
      const char *path = asc_experiment_get_path (experiment);
      guint n_kinds;
      const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n_kinds);

      for (guint k = 0; k < n_kinds; k++)
        if ((kinds[k].role == ASC_ROLE_RAN || kinds[k].role == ASC_ROLE_WAITED) && kinds[k].n_events > 0)
          return TRUE;
      if (path != NULL && asc_statistics_exist (path))
        return TRUE;
    }
  return FALSE;
}

static int
compare_figures (gconstpointer a, gconstpointer b)
{
  const AscFigure *x = a;
  const AscFigure *y = b;

  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return (x->metric > y->metric) - (x->metric < y->metric);
}

GArray *
asc_figures_compare (AscProfile *profile, AscProfileInput *input)
{
  Compare self = { .profile = profile, .figures = g_array_new (FALSE, TRUE, sizeof (AscFigure)), .sums = g_array_new (FALSE, TRUE, sizeof (AscFigure)) };

  for (guint i = 0; i < asc_profile_input_get_size (input); i++)
    {
      g_autoptr (AscStatistics) statistics = NULL;

      self.index = i;
      self.experiment = asc_profile_input_get_experiment (input, i);
      index_rows (&self);
      statistics = asc_statistics_open (asc_experiment_get_path (self.experiment), NULL);
      if (statistics != NULL)
        compare_statistics (&self, statistics);
      else
        compare_tracepoints (&self);
      asc_map_clear (&self.rows);
    }
  g_array_append_vals (self.figures, self.sums->data, self.sums->len);
  g_array_unref (self.sums);
  g_array_sort (self.figures, compare_figures);
  return self.figures;
}
