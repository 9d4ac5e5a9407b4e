/* asc-metrics.c: which metrics the experiments have, and what each sums
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *id;
  const char *title;
  const char *tooltip;
  AscUnit unit;
  AscSlotClass class;
} Row;

static const Row clock_rows[] = {
#define ASC_METRIC(id, title, tooltip, unit, class) { id, title, tooltip, unit, class },
#include "asc-metrics.def"
#undef ASC_METRIC
};

static guint16
find_or_add_slot (AscProfile *self, const char *kind_id, AscSlotClass class, gboolean is_clock)
{
  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].class == class && g_str_equal (self->slots[i].kind_id, kind_id))
      return (guint16) i;
  /* More than 65,535 would need hundreds of experiments of hundreds of kinds each: the rest share the last. */
  if (self->n_slots == G_MAXUINT16)
    return G_MAXUINT16 - 1;
  self->slots = g_renew (AscSlot, self->slots, self->n_slots + 1);
  self->slots[self->n_slots] = (AscSlot){ .kind_id = kind_id, .class = class, .is_clock = is_clock };
  return (guint16) self->n_slots++;
}

static AscProfileMetric *
find_or_add_metric (AscProfile *self, const AscMetric *metric)
{
  int at = asc_profile_find_metric (self, metric->id);
  AscProfileMetric *added;

  if (at >= 0)
    return g_ptr_array_index (self->metrics, at);
  added = g_new0 (AscProfileMetric, 1);
  added->metric = *metric;
  g_ptr_array_add (self->metrics, added);
  return added;
}

static void
metric_add_slot (AscProfileMetric *metric, guint16 slot)
{
  for (guint i = 0; i < metric->n_slots; i++)
    if (metric->slots[i] == slot)
      return;
  metric->slots = g_renew (guint16, metric->slots, metric->n_slots + 1);
  metric->slots[metric->n_slots++] = slot;
}

/* The metrics of CPU time come from the first clock of an experiment only: a second one times the same CPU again. */
static int
first_clock (AscExperiment *experiment)
{
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (experiment, &n);

  for (guint i = 0; i < n; i++)
    if (kinds[i].is_clock && kinds[i].n_events > 0)
      return (int) i;
  for (guint i = 0; i < n; i++)
    if (kinds[i].is_clock)
      return (int) i;
  return -1;
}

static gboolean
is_sampled (const AscEventKind *kind)
{
  return kind->frequency > 0 || kind->interval > 1;
}

static void
add_clock (AscProfile *self, AscPart *part, guint kind, const AscEventKind *k)
{
  part->kind_slots[kind][0] = find_or_add_slot (self, k->id, ASC_CLASS_USER, TRUE);
  part->kind_slots[kind][1] = find_or_add_slot (self, k->id, ASC_CLASS_SYSTEM, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (clock_rows); i++)
    {
      const Row *row = &clock_rows[i];
      AscMetric metric = { .id = row->id, .title = row->title, .tooltip = row->tooltip, .translatable = TRUE, .unit = row->unit, .interval = k->interval, .sampled = is_sampled (k) };
      AscProfileMetric *added = find_or_add_metric (self, &metric);

      if (row->class != ASC_CLASS_SYSTEM)
        metric_add_slot (added, part->kind_slots[kind][0]);
      if (row->class != ASC_CLASS_USER)
        metric_add_slot (added, part->kind_slots[kind][1]);
    }
}

void
asc_profile_make_metrics (AscProfile *self)
{
  self->metrics = g_ptr_array_new ();
  for (guint p = 0; p < self->n_parts; p++)
    {
      AscPart *part = &self->parts[p];
      int clock = first_clock (part->experiment);
      guint n;
      const AscEventKind *kinds = asc_experiment_get_kinds (part->experiment, &n);

      part->kind_slots = g_malloc0_n (MAX (n, 1), sizeof *part->kind_slots);
      if (clock >= 0)
        add_clock (self, part, (guint) clock, &kinds[clock]);
    }
  for (guint p = 0; p < self->n_parts; p++)
    {
      AscPart *part = &self->parts[p];
      int clock = first_clock (part->experiment);
      guint n;
      const AscEventKind *kinds = asc_experiment_get_kinds (part->experiment, &n);

      for (guint k = 0; k < n; k++)
        {
          AscMetric metric = { .id = kinds[k].id, .title = kinds[k].id, .unit = kinds[k].unit, .hidden = kinds[k].is_clock, .interval = kinds[k].interval, .sampled = is_sampled (&kinds[k]) };
          AscProfileMetric *added = find_or_add_metric (self, &metric);

          /* Kinds without an event share one slot, which stays empty: every slot costs memory for each node of the tree. */
          if ((int) k != clock)
            part->kind_slots[k][0] = part->kind_slots[k][1] = find_or_add_slot (self, kinds[k].n_events > 0 ? kinds[k].id : "", ASC_CLASS_ANY, kinds[k].is_clock);
          metric_add_slot (added, part->kind_slots[k][0]);
          metric_add_slot (added, part->kind_slots[k][1]);
        }
    }
}

/* The primary metric: CPU time, else cycles, else the first that counted anything. */
static guint
choose_primary (AscProfile *self)
{
  int at = asc_profile_find_metric (self, "totalcpu");
  guint first = G_MAXUINT;

  if (at >= 0)
    return (guint) at;
  for (guint i = 0; i < self->metrics->len; i++)
    {
      const AscMetric *metric = asc_profile_get_metric (self, i);

      if (metric->n_events > 0 && (g_str_equal (metric->id, "cycles") || g_str_has_prefix (metric->id, "cycles:")))
        return i;
      if (metric->n_events > 0 && first == G_MAXUINT)
        first = i;
    }
  return first != G_MAXUINT ? first : 0;
}

void
asc_profile_total_metrics (AscProfile *self)
{
  g_autofree gint64 *n_events = g_new0 (gint64, MAX (self->n_slots, 1));

  for (guint p = 0; p < self->n_parts; p++)
    {
      const AscEvents *events = asc_experiment_get_events (self->parts[p].experiment);

      for (guint i = 0; i < events->n_events; i++)
        n_events[asc_part_slot (&self->parts[p], events, i)]++;
    }
  for (guint i = 0; i < self->metrics->len; i++)
    {
      AscProfileMetric *m = g_ptr_array_index (self->metrics, i);

      m->metric.total = asc_profile_sum (self, i, self->tree.subtree, self->tree.n, 0);
      for (guint k = 0; k < m->n_slots; k++)
        m->metric.n_events += n_events[m->slots[k]];
    }
  self->primary = choose_primary (self);
}
