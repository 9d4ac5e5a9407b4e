/* asc-arc-source.c: see asc-arc-source.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-arc-source.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"

/* More than this many are slow in GTK 4.8, see AscTable. */
#define MAX_METRIC_COLUMNS 6

/* One table: functions, each with what is attributed to it. */
typedef struct
{
  AscProfile *profile;
  guint n_rows;
  guint n_metrics;
  guint32 *functions; /* n_rows */
  gint64 *attributed; /* n_rows x n_metrics */
  gint64 *exclusive;  /* n_metrics: of the center's one row; NULL: each function's own values are shown */
  gint64 *inclusive;
} Side;

static Side *
side_new (AscProfile *profile, guint n_rows)
{
  Side *self = g_new0 (Side, 1);

  self->profile = g_object_ref (profile);
  self->n_rows = n_rows;
  self->n_metrics = asc_profile_get_n_metrics (profile);
  self->functions = g_new (guint32, n_rows);
  self->attributed = g_new (gint64, (gsize) n_rows * self->n_metrics);
  return self;
}

static void
side_free (gpointer data)
{
  Side *self = data;

  g_object_unref (self->profile);
  g_free (self->functions);
  g_free (self->attributed);
  g_free (self->exclusive);
  g_free (self->inclusive);
  g_free (self);
}

static gint64
get_number (gpointer data, guint32 row, guint key)
{
  Side *self = data;
  guint number = ASC_KEY_NUMBER (key);

  switch (ASC_KEY_FLAVOR (key))
    {
    case ASC_FLAVOR_ATTRIBUTED:
      return self->attributed[(gsize) row * self->n_metrics + number];
    case ASC_FLAVOR_EXCLUSIVE:
      return self->exclusive != NULL ? self->exclusive[number] : asc_profile_get_exclusive (self->profile, self->functions[row], number);
    case ASC_FLAVOR_INCLUSIVE:
      return self->inclusive != NULL ? self->inclusive[number] : asc_profile_get_inclusive (self->profile, self->functions[row], number);
    case ASC_FLAVOR_STATIC:
    default:
      return asc_table_view_get_function_number (asc_profile_get_function (self->profile, self->functions[row]), key);
    }
}

static const char *
get_text (gpointer data, guint32 row, guint key)
{
  Side *self = data;

  return asc_table_view_get_function_text (asc_profile_get_function (self->profile, self->functions[row]), key);
}

static guint32
get_function (gpointer data, guint32 row)
{
  return ((Side *) data)->functions[row];
}

typedef gint64 (*GetArcValue) (AscProfile *profile, guint32 arc, guint metric);

static Side *
side_from_arcs (AscProfile *profile, const AscArc *arcs, guint n_arcs, GetArcValue get_value)
{
  Side *self = side_new (profile, n_arcs);

  for (guint i = 0; i < n_arcs; i++)
    {
      self->functions[i] = arcs[i].function;
      for (guint metric = 0; metric < self->n_metrics; metric++)
        self->attributed[(gsize) i * self->n_metrics + metric] = get_value (profile, arcs[i].arc, metric);
    }
  return self;
}

static Side *
side_from_fragment (AscProfile *profile, GArray *functions, const gint64 *values)
{
  Side *self = side_new (profile, functions->len);

  for (guint i = 0; i < functions->len; i++)
    self->functions[i] = g_array_index (functions, guint32, i);
  for (gsize i = 0; i < (gsize) self->n_rows * self->n_metrics; i++)
    self->attributed[i] = values[i];
  return self;
}

static gint64 *
sum_attributed (const Side *side)
{
  gint64 *sums = g_new0 (gint64, side->n_metrics);

  for (guint row = 0; row < side->n_rows; row++)
    for (guint metric = 0; metric < side->n_metrics; metric++)
      sums[metric] += side->attributed[(gsize) row * side->n_metrics + metric];
  return sums;
}

/* First what is attributed, then the functions' own values as in all tables; where that is too much, only those of the primary metric. */
static AscTableSource *
make_source (AscSession *session, Side *side, const gint64 *center_inclusive)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text, .get_function = get_function };
  AscTableSource *source = asc_table_source_new (side->n_rows, ASC_NONE, &funcs, side, side_free);
  GArray *columns = asc_session_get_columns (session);
  guint n_columns;

  for (guint i = 0; i < columns->len; i++)
    {
      const AscColumn *column = &g_array_index (columns, AscColumn, i);
      const AscMetric *metric;
      g_autofree char *id = NULL;

      if (column->flavor == ASC_FLAVOR_STATIC || (column->visibility & ASC_HIDDEN) != 0)
        continue;
      metric = asc_profile_get_metric (side->profile, column->metric);
      id = asc_table_dup_metric_id (metric, ASC_FLAVOR_ATTRIBUTED);
      if (asc_table_source_find_column (source, id) < 0)
        asc_table_source_add_metric (source, metric, ASC_FLAVOR_ATTRIBUTED, column->visibility, ASC_COLUMN_KEY (column->metric, ASC_FLAVOR_ATTRIBUTED),
                                     center_inclusive[column->metric],
                                     /* TRANSLATORS: what the percentages of a column are of */
                                     _ ("Percent of the center’s inclusive value."));
    }
  asc_table_view_add_metrics (source, session, ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE);
  n_columns = asc_table_source_get_n_columns (source);
  for (guint i = 0; n_columns > MAX_METRIC_COLUMNS && i < n_columns; i++)
    {
      guint key = asc_table_source_get_column (source, i)->key;

      if (ASC_KEY_FLAVOR (key) != ASC_FLAVOR_ATTRIBUTED && ASC_KEY_NUMBER (key) != asc_session_get_metric (session))
        asc_table_source_hide_column (source, i);
    }
  asc_table_view_add_function_columns (source, side->profile, ASC_FUNCTION_COLUMNS_ARCS);
  /* No bars in the one row of the center. */
  if (side->inclusive == NULL)
    asc_table_source_seal (source, FALSE);
  return source;
}

static void
take_center (AscArcSources *self, AscSession *session, AscProfile *profile, guint32 function, const gint64 *exclusive, const gint64 *inclusive)
{
  guint n_metrics = asc_profile_get_n_metrics (profile);
  Side *side = side_new (profile, 1);

  self->exclusive = g_memdup2 (exclusive, n_metrics * sizeof *exclusive);
  self->inclusive = g_memdup2 (inclusive, n_metrics * sizeof *inclusive);
  side->functions[0] = function;
  side->exclusive = g_memdup2 (exclusive, n_metrics * sizeof *exclusive);
  side->inclusive = g_memdup2 (inclusive, n_metrics * sizeof *inclusive);
  for (guint metric = 0; metric < n_metrics; metric++)
    side->attributed[metric] = inclusive[metric];
  self->center = make_source (session, side, inclusive);
}

static void
take_sides (AscArcSources *self, AscSession *session, Side *callers, Side *callees)
{
  self->callers_sum = sum_attributed (callers);
  self->callees_sum = sum_attributed (callees);
  self->callers = make_source (session, callers, self->inclusive);
  self->callees = make_source (session, callees, self->inclusive);
}

AscArcSources *
asc_arc_sources_new (AscSession *session, GArray *fragment)
{
  AscArcSources *self = g_new0 (AscArcSources, 1);
  AscProfile *profile = asc_session_get_profile (session);
  guint32 last = g_array_index (fragment, guint32, fragment->len - 1);

  if (fragment->len > 1)
    {
      g_autoptr (AscFragment) result
        = asc_profile_compute_fragment (profile, &g_array_index (fragment, guint32, 0), fragment->len);

      take_center (self, session, profile, last, result->exclusive, result->inclusive);
      take_sides (self, session, side_from_fragment (profile, result->callers, result->caller_values),
                  side_from_fragment (profile, result->callees, result->callee_values));
    }
  else
    {
      guint n_metrics = asc_profile_get_n_metrics (profile);
      g_autofree gint64 *exclusive = g_new (gint64, n_metrics);
      g_autofree gint64 *inclusive = g_new (gint64, n_metrics);
      guint n_callers, n_callees;
      const AscArc *callers = asc_profile_get_callers (profile, last, &n_callers);
      const AscArc *callees = asc_profile_get_callees (profile, last, &n_callees);

      for (guint metric = 0; metric < n_metrics; metric++)
        {
          exclusive[metric] = asc_profile_get_exclusive (profile, last, metric);
          inclusive[metric] = asc_profile_get_inclusive (profile, last, metric);
        }
      take_center (self, session, profile, last, exclusive, inclusive);
      take_sides (self, session, side_from_arcs (profile, callers, n_callers, asc_profile_get_caller_value),
                  side_from_arcs (profile, callees, n_callees, asc_profile_get_callee_value));
    }
  return self;
}

void
asc_arc_sources_free (AscArcSources *self)
{
  g_object_unref (self->callers);
  g_object_unref (self->center);
  g_object_unref (self->callees);
  g_free (self->inclusive);
  g_free (self->exclusive);
  g_free (self->callers_sum);
  g_free (self->callees_sum);
  g_free (self);
}
