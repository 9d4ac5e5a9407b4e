/* asc-experiment-waits.c: why threads slept, as it was looked up in /proc beside a recording without stacks of the kernel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The form: docs/formats/experiment.md. The numbers of system calls: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of the kernel.
 */
#include "config.h"

#include "asc-experiment-wakeups-private.h"

#include "asc-map.h"
#include "asc-statistics.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MEMBER "waits.tsv"
#define KIND "sampled-reasons"
#define KIND_DELAYS "sampled-delays"
#define KIND_CHARGES "sampled-charges"
#define SIZE_MAX_BYTES (256u << 20)
/* Between two looks that said the same so little time apart it was so all the time. */
#define JOIN_NS G_GINT64_CONSTANT (50000000)

static gboolean
is_futex (const AscWaitFigures *wait, const char *arch)
{
  static const struct
  {
    const char *arch;
    gint64 futex;
  } numbers[] = { { "x86_64", 202 }, { "aarch64", 98 }, { "riscv64", 98 }, { "ppc64le", 221 }, { "s390x", 238 } };

  if (g_str_has_prefix (wait->name, "futex_"))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (g_strcmp0 (arch, numbers[i].arch) == 0 && wait->syscall == numbers[i].futex)
      return TRUE;
  return FALSE;
}

static AscSleepReason
reason_of (const AscWaitFigures *wait, const char *arch)
{
  if (wait->state == 'T' || wait->state == 't' || g_str_equal (wait->name, "do_signal_stop") || g_str_equal (wait->name, "ptrace_stop"))
    return ASC_SLEEP_STOPPED;
  if (is_futex (wait, arch))
    return ASC_SLEEP_LOCK;
  if (wait->syscall == -1)
    return ASC_SLEEP_FAULT;
  if (wait->syscall >= 0 || g_str_has_suffix (wait->name, "nanosleep") || strstr (wait->name, "poll") != NULL || strstr (wait->name, "pipe") != NULL)
    return ASC_SLEEP_OTHER;
  return ASC_SLEEP_UNKNOWN;
}

/* What was said last of a thread. */
typedef struct
{
  gint64 end_ns;
  AscSleepReason reason;
  gboolean was_delayed;
  gint64 delay_ns;
  gboolean was_charged;
  gint64 run_ns;
} Last;

typedef struct
{
  AscShard *shard;
  guint8 reasons_kind;
  guint8 delays_kind;
  guint8 charges_kind;
  gint64 zero_ns;
  GArray *last;  /* Last */
  AscMap places; /* thread id -> its place in last */
  gint64 n_added;
} Adding;

static void
add_event (Adding *self, gint64 time_ns, guint8 kind, gint64 value, guint what, gint64 tid)
{
  const AscEvent event = { .time_ns = time_ns - self->zero_ns,
                           .value = value,
                           .stack = ASC_NONE,
                           .thread = ASC_NONE,
                           .cpu = G_MAXUINT16,
                           .kind = kind,
                           .mode = ASC_MODE_KERNEL,
                           .detail = ASC_DETAIL (what, tid) };

  asc_shard_event (self->shard, &event);
  self->n_added++;
}

static Last *
need_last (Adding *self, gint64 tid)
{
  gboolean is_new;
  guint32 *place = asc_map_insert (&self->places, (guint32) tid, &is_new);

  if (is_new)
    {
      *place = self->last->len;
      g_array_set_size (self->last, self->last->len + 1);
    }
  return &g_array_index (self->last, Last, *place);
}

/* A line is an event at its first look and one at its last. */
static void
add_wait (Adding *self, const AscWaitFigures *wait, const char *arch)
{
  const AscSleepReason reason = reason_of (wait, arch);
  Last *last = need_last (self, wait->tid);
  const gboolean joins = last->reason == reason && wait->time_ns >= last->end_ns && wait->time_ns - last->end_ns <= JOIN_NS;
  add_event (self, wait->time_ns, self->reasons_kind, MAX (wait->n_samples - 1, 1), (guint) reason | (joins ? ASC_SLEEP_SINCE : 0), wait->tid);
  if (wait->n_samples > 1)
    add_event (self, wait->last_ns, self->reasons_kind, 1, (guint) reason | ASC_SLEEP_SINCE, wait->tid);
  last->end_ns = wait->last_ns;
  last->reason = reason;
}

/* The first sum of a thread that was there before is where it begins to count; a sum that is less is another thread's of the same number. */
static void
add_delay (Adding *self, const AscDelayFigures *delay, gboolean is_new_born)
{
  Last *last = need_last (self, delay->tid);
  const gint64 before = !last->was_delayed && !is_new_born ? delay->wait_ns : last->was_delayed && last->delay_ns <= delay->wait_ns ? last->delay_ns : 0;

  if (delay->wait_ns > before)
    add_event (self, delay->time_ns, self->delays_kind, delay->wait_ns - before, 0, delay->tid);
  last->was_delayed = TRUE;
  last->delay_ns = delay->wait_ns;
}

static void
add_charge (Adding *self, const AscChargeFigures *charge, gboolean is_new_born)
{
  Last *last = need_last (self, charge->tid);
  const gboolean goes_on = last->was_charged && last->run_ns <= charge->run_ns;
  const gint64 before = goes_on ? last->run_ns : is_new_born ? 0 : charge->run_ns;

  add_event (self, charge->time_ns, self->charges_kind, charge->run_ns - before, goes_on || is_new_born ? ASC_CHARGE_SINCE : ASC_CHARGE_FIRST, charge->tid);
  last->was_charged = TRUE;
  last->run_ns = charge->run_ns;
}

/* How often, and at what cost: what the reasons are worth, and what they did to the program. */
static void
note_cost (AscBuilder *builder, const AscStatistics *waits)
{
  guint n;
  const AscCostFigures *costs = asc_statistics_get_costs (waits, &n);
  double span_s;
  g_autofree char *text = NULL;

  if (n < 2 || costs[n - 1].time_ns <= costs[0].time_ns)
    return;
  span_s = (double) (costs[n - 1].time_ns - costs[0].time_ns) / 1e9;
  text = g_strdup_printf ("%.0f Hz, %.1f %% of a CPU", (double) costs[n - 1].n_rounds / span_s, (double) costs[n - 1].cpu_ns / 1e7 / span_s);
  asc_builder_set_info (builder, KIND, text);
  if (costs[n - 1].n_left_out > 0)
    asc_diagnostics_add (asc_builder_get_diagnostics (builder), ASC_SEVERITY_WARNING, "reasons-left-out", N_ ("Threads that were too many to look up why they slept"),
                         costs[n - 1].n_left_out, ASC_NO_PLACE);
}

static gboolean
is_tid (gint64 number)
{
  return number > 0 && number <= G_MAXINT32;
}

/* The ids of threads that began while it was recorded. Returns: (transfer full) */
static GHashTable *
find_born (AscBuilder *builder)
{
  GHashTable *born = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < asc_builder_get_n_threads (builder); i++)
    {
      const AscThread *thread = asc_builder_get_thread (builder, i);

      if (thread->start_ns > 0)
        g_hash_table_add (born, GINT_TO_POINTER (thread->tid));
    }
  return born;
}

static void
add_all (AscBuilder *builder, const AscStatistics *waits, gint64 zero_ns)
{
  const AscEventKind reasons = { .id = KIND, .role = ASC_ROLE_REASON, .interval = 1 };
  const AscEventKind delays = { .id = KIND_DELAYS, .role = ASC_ROLE_DELAYED, .unit = ASC_UNIT_NS };
  const AscEventKind charges = { .id = KIND_CHARGES, .role = ASC_ROLE_CHARGED, .unit = ASC_UNIT_NS };
  Adding self = { .zero_ns = zero_ns, .last = g_array_new (FALSE, TRUE, sizeof (Last)) };
  const char *arch = asc_builder_get_info (builder, "arch");
  guint n_figures, n_sums, n_charged;
  const AscWaitFigures *figures = asc_statistics_get_waits (waits, &n_figures);
  const AscDelayFigures *sums = asc_statistics_get_delays (waits, &n_sums);
  const AscChargeFigures *charged = asc_statistics_get_charges (waits, &n_charged);
  g_autoptr (GHashTable) born = find_born (builder);

  self.reasons_kind = asc_builder_add_kind (builder, &reasons);
  self.delays_kind = asc_builder_add_kind (builder, &delays);
  self.charges_kind = n_charged > 0 ? asc_builder_add_kind (builder, &charges) : 0;
  self.shard = asc_builder_add_shard (builder);
  asc_map_init (&self.places, 0);
  for (guint i = 0; i < n_figures; i++)
    if (is_tid (figures[i].tid) && figures[i].time_ns >= zero_ns && figures[i].last_ns >= figures[i].time_ns && figures[i].n_samples > 0
        && reason_of (&figures[i], arch) != ASC_SLEEP_UNKNOWN)
      add_wait (&self, &figures[i], arch);
  for (guint i = 0; i < n_sums; i++)
    if (is_tid (sums[i].tid) && sums[i].time_ns >= zero_ns && sums[i].wait_ns >= 0)
      add_delay (&self, &sums[i], g_hash_table_contains (born, GINT_TO_POINTER ((gint32) sums[i].tid)));
  for (guint i = 0; i < n_charged; i++)
    if (is_tid (charged[i].tid) && charged[i].time_ns >= zero_ns && charged[i].run_ns >= 0)
      add_charge (&self, &charged[i], g_hash_table_contains (born, GINT_TO_POINTER ((gint32) charged[i].tid)));
  asc_diagnostics_add_read (asc_builder_get_diagnostics (builder), self.n_added);
  asc_map_clear (&self.places);
  g_array_unref (self.last);
  note_cost (builder, waits);
}

void
asc_experiment_add_waits (AscSource *source, AscBuilder *builder)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (AscStatistics) waits = NULL;
  const gint64 zero_ns = asc_experiment_get_zero_ns (asc_builder_get_info (builder, "time-zero-ns"));
  const char *clock = asc_builder_get_info (builder, "clock");

  if (!asc_source_has_member (source, MEMBER))
    return;
  bytes = asc_source_read_all (source, MEMBER, SIZE_MAX_BYTES, NULL);
  waits = bytes != NULL ? asc_statistics_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL) : NULL;
  if (waits == NULL || zero_ns < 0 || g_strcmp0 (clock, "CLOCK_MONOTONIC") != 0)
    {
      asc_diagnostics_add (asc_builder_get_diagnostics (builder), ASC_SEVERITY_WARNING, "reasons-unreadable",
                           N_ ("What was looked up of why threads slept cannot be read"), 1, ASC_NO_PLACE);
      return;
    }
  add_all (builder, waits, zero_ns);
}
