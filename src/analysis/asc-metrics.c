/* asc-metrics.c: which metrics the experiments have, and what each sums
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"
#include "asc-states-private.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *id;
  const char *title;
  const char *tooltip;
  guint states; /* bits by AscState */
  gboolean is_for_users;
} Row;

/* Short names for the rows. */
enum
{
  USER = 1 << ASC_STATE_USER,
  SYSTEM = 1 << ASC_STATE_SYSTEM,
  TRAP = 1 << ASC_STATE_TRAP,
  WAIT_CPU = 1 << ASC_STATE_WAIT_CPU,
  LOCK = 1 << ASC_STATE_LOCK,
  TEXT_FAULT = 1 << ASC_STATE_TEXT_FAULT,
  DATA_FAULT = 1 << ASC_STATE_DATA_FAULT,
  KERNEL_FAULT = 1 << ASC_STATE_KERNEL_FAULT,
  SLEEP = 1 << ASC_STATE_SLEEP,
  STOPPED = 1 << ASC_STATE_STOPPED,
  BLOCKED = 1 << ASC_STATE_BLOCKED,
  UNKNOWN = 1 << ASC_STATE_UNKNOWN,
};

static const Row rows[] = {
#define ASC_METRIC(id, title, tooltip, states, is_for_users) { id, title, tooltip, states, is_for_users },
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

static gboolean
is_sampled (const AscEventKind *kind)
{
  return kind->frequency > 0 || kind->interval > 1;
}

/* The metric of @row, which sums @n slots by state; slots of states that it does not have, G_MAXUINT16, are left out. */
static void
add_row (AscProfile *self, const Row *row, const guint16 *slots, const AscEventKind *clock)
{
  gboolean runs = (row->states & (USER | SYSTEM | TRAP)) != 0;
  AscMetric metric = { .id = row->id, .title = row->title, .tooltip = row->tooltip, .translatable = TRUE, .unit = ASC_UNIT_NS,
                       .hidden = !row->is_for_users && asc_profile_input_get_view (self->input) == ASC_VIEW_USER };
  AscProfileMetric *added;

  /* Waits are measured; what the samples tell of the time on the CPU has their error. */
  if (runs && clock != NULL)
    {
      metric.interval = clock->interval;
      metric.sampled = is_sampled (clock);
    }
  added = find_or_add_metric (self, &metric);
  for (guint i = 0; i < ASC_N_STATES; i++)
    if ((row->states & 1u << i) && slots[i] != G_MAXUINT16)
      metric_add_slot (added, slots[i]);
}

/* The metrics of CPU time come from the first clock of an experiment only: a second one times the same CPU again. */
static void
add_clock (AscProfile *self, AscPart *part, guint kind, const AscEventKind *k)
{
  guint16 slots[ASC_N_STATES];

  memset (slots, 0xff, sizeof slots);
  slots[ASC_STATE_USER] = part->kind_slots[kind][0] = find_or_add_slot (self, k->id, ASC_CLASS_USER, TRUE);
  slots[ASC_STATE_SYSTEM] = part->kind_slots[kind][1] = find_or_add_slot (self, k->id, ASC_CLASS_SYSTEM, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if ((rows[i].states & (USER | SYSTEM)) && !(rows[i].states & ~(guint) (USER | SYSTEM | TRAP)))
      add_row (self, &rows[i], slots, k);
}

/* Each state has a slot; those that do not occur share one, which stays empty. */
static void
add_states (AscProfile *self, AscPart *part, const AscEventKind *clock)
{
  static const char *const names[ASC_N_STATES] = { "user", "system", "trap", "wait", "lock", "textpfault", "datapfault", "kernelpfault", "sleep", "stop", "blocked", "unknown" };
  const AscEvents *intervals = asc_states_get_intervals (part->states);
  gboolean occurs[ASC_N_STATES] = { FALSE };

  for (guint i = 0; i < intervals->n_events; i++)
    occurs[intervals->kind[i]] = TRUE;
  for (guint i = 0; i < ASC_N_STATES; i++)
    part->state_slots[i] = find_or_add_slot (self, occurs[i] ? names[i] : "", ASC_CLASS_STATE, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_row (self, &rows[i], part->state_slots, clock);
}

void
asc_profile_make_metrics (AscProfile *self)
{
  self->metrics = g_ptr_array_new ();
  for (guint p = 0; p < self->n_parts; p++)
    {
      AscPart *part = &self->parts[p];
      int clock = asc_experiment_find_clock (part->experiment);
      guint n;
      const AscEventKind *kinds = asc_experiment_get_kinds (part->experiment, &n);

      part->kind_slots = g_malloc0_n (MAX (n, 1), sizeof *part->kind_slots);
      if (part->states != NULL)
        add_states (self, part, clock >= 0 ? &kinds[clock] : NULL);
      else if (clock >= 0)
        add_clock (self, part, (guint) clock, &kinds[clock]);
    }
  for (guint p = 0; p < self->n_parts; p++)
    {
      AscPart *part = &self->parts[p];
      int clock = part->states == NULL ? asc_experiment_find_clock (part->experiment) : -1;
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
    for (guint s = 0; s < ASC_N_SOURCES; s++)
      {
        const AscEvents *events = asc_part_get_events (&self->parts[p], s);

        for (guint i = 0; i < events->n_events; i++)
          n_events[asc_part_slot (&self->parts[p], s, events, i)] += asc_part_passes (&self->parts[p], s, i) ? 1 : 0;
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
