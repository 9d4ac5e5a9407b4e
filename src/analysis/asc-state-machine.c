/* asc-state-machine.c: one thread's life as intervals, from what is known of it, sorted by time
 *
 * The rules: docs/microstates.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-states-private.h"

/* So much of a switch, at most, is the thread's own: seldom more than some ten microseconds, in a virtual machine too. More is of lost records. */
#define TURN_NS_MAX G_GINT64_CONSTANT (100000)

typedef enum
{
  PHASE_NONE, /* nothing is known of it yet */
  PHASE_ON,
  PHASE_OFF,
  PHASE_ENDED,
} Phase;

/* A turn on the CPU, whose beginning may yet be moved: its place in the intervals, at first an empty one, behind one for what a hypervisor took, and that of the one from
 * which it takes. */
typedef struct
{
  guint from;
  guint on;
  gint64 moved_ns; /* earlier */
} Turn;

typedef struct
{
  const AscItems *all;
  const AscEvents *events;
  const AscEventKind *kinds;
  const guint8 *reasons;
  AscStatesQuality *quality;
  GArray *out; /* AscInterval */
  guint32 thread;
  gint64 first_ns; /* of its first record */

  Phase phase;
  gint64 since;
  guint16 cpu;
  /* On the CPU. */
  gint64 seen;     /* last time at which it is known to have run */
  guint32 leave;   /* sample of its leaving, whose record is to follow; ASC_NONE */
  GArray *samples; /* guint32: clock samples of the span */
  guint8 fault;    /* AscFault of the last page fault */
  GArray *bare;    /* guint: intervals on the CPU that had no sample, to be ascribed to the next one */
  guint32 last_sample;
  gint64 owed;     /* ns of samples in user mode beyond the spans in which they fell */
  /* Off the CPU. */
  AscState state;
  guint32 stack;
  gboolean is_ready; /* it was preempted: what wakes it then wakes nobody */
  gint64 wake; /* -1: none yet */
  guint32 wakeup; /* the event that tells who woke it, ASC_NONE */
  GArray *puzzles; /* guint: intervals that ended without a reason since it was last looked up */
  GArray *sleeps;    /* guint: intervals of sleep, each with an empty one of WAIT_CPU behind it, that ended since the last sum of delays */
  gint64 delayed_ns; /* of that sum, what is not yet found; less what it will have that is found */
  gint64 waited_ns;  /* at the ends of all sleeps so far, by those sums, and how many they were */
  gint64 n_waited;
  GArray *turns;     /* Turn: that came since the kernel's sum of time on the CPU was held against the spans */
  gint64 charged_ns; /* of that sum, what the spans do not have */
  gboolean is_charged; /* the sum has begun */
  gint64 moved_ns;     /* all turns so far, and how many they were */
  gint64 n_moved;
} Machine;

static void
emit (Machine *self, gint64 begin, gint64 end, AscState state, guint32 stack)
{
  AscInterval interval = { .begin_ns = begin,
                           .length_ns = end - begin,
                           .stack = stack,
                           .thread = self->thread,
                           .wakeup = state >= ASC_STATE_FIRST_WAIT ? self->wakeup : ASC_NONE,
                           .cpu = self->cpu,
                           .state = (guint8) state };

  if (end > begin)
    g_array_append_val (self->out, interval);
}

static guint8
reasons_of (const Machine *self, guint32 stack)
{
  return stack != ASC_NONE ? self->reasons[stack] : 0;
}

static AscState
state_of_sample (const Machine *self, guint32 sample)
{
  guint8 mode = self->events->mode[sample];

  if (mode != ASC_MODE_KERNEL && mode != ASC_MODE_HYPERVISOR && mode != ASC_MODE_GUEST_KERNEL)
    return ASC_STATE_USER;
  return reasons_of (self, self->events->stack[sample]) & ASC_REASON_TRAP ? ASC_STATE_TRAP : ASC_STATE_SYSTEM;
}

/* Divides [begin, end) equally among the samples of the span; the rest of the division goes to the last. */
static void
divide (Machine *self, gint64 begin, gint64 end)
{
  guint n = self->samples->len;
  gint64 part = (end - begin) / n;

  for (guint i = 0; i < n; i++)
    {
      guint32 sample = g_array_index (self->samples, guint32, i);

      emit (self, begin, i + 1 < n ? begin + part : end, state_of_sample (self, sample), self->events->stack[sample]);
      begin += part;
    }
}

/* The spans without a sample go to @sample. */
static void
ascribe_bare (Machine *self, guint32 sample)
{
  for (guint i = 0; i < self->bare->len; i++)
    {
      AscInterval *interval = &g_array_index (self->out, AscInterval, g_array_index (self->bare, guint, i));

      interval->state = (guint8) state_of_sample (self, sample);
      interval->stack = self->events->stack[sample];
    }
  g_array_set_size (self->bare, 0);
}

static guint32
leave_stack (const Machine *self)
{
  return self->leave != ASC_NONE ? self->events->stack[self->leave] : ASC_NONE;
}

/* The clock ticked in user mode alone: a sample stands for its period, what is left of the span is the kernel's. */
static void
close_user_span (Machine *self, gint64 end)
{
  guint n = self->samples->len;
  gint64 user;

  for (guint i = 0; i < n; i++)
    {
      gint64 value = MAX (self->events->value[g_array_index (self->samples, guint32, i)], 0);

      self->owed = value > G_MAXINT64 - self->owed ? G_MAXINT64 : self->owed + value;
    }
  user = MIN (self->owed, end - self->since);
  self->owed -= user;
  if (n > 0 && user > 0)
    divide (self, self->since, self->since + user);
  else if (user > 0)
    emit (self, self->since, self->since + user, ASC_STATE_USER, self->events->stack[self->last_sample]);
  emit (self, self->since + user, end, ASC_STATE_SYSTEM, leave_stack (self));
}

/* The thread was on the CPU until @end. */
static void
close_span (Machine *self, gint64 end)
{
  guint n = self->samples->len;

  self->charged_ns -= MAX (end - self->since, 0);
  if (end > self->since && self->quality->clock == ASC_STATES_CLOCK_USER)
    close_user_span (self, end);
  else if (end > self->since && n > 0)
    divide (self, self->since, end);
  else if (end > self->since)
    {
      guint place = self->out->len;

      emit (self, self->since, end, ASC_STATE_SYSTEM, leave_stack (self));
      g_array_append_val (self->bare, place);
    }
  if (n > 0)
    {
      ascribe_bare (self, g_array_index (self->samples, guint32, 0));
      self->last_sample = g_array_index (self->samples, guint32, n - 1);
      g_array_set_size (self->samples, 0);
    }
}

/* Why a thread sleeps, by the functions of the kernel on its stack. */
static AscState
state_of_sleep (Machine *self, guint32 stack)
{
  guint8 reasons = reasons_of (self, stack);

  self->quality->n_sleeps++;
  if (!(reasons & ASC_REASON_NAMED))
    {
      self->quality->n_unnamed += (reasons & ASC_REASON_KERNEL) != 0;
      return ASC_STATE_BLOCKED;
    }
  self->quality->n_reasons++;
  if (reasons & ASC_REASON_STOP)
    return ASC_STATE_STOPPED;
  if (reasons & ASC_REASON_USER_FAULT)
    return self->fault == ASC_FAULT_FETCH ? ASC_STATE_TEXT_FAULT : ASC_STATE_DATA_FAULT;
  if (reasons & ASC_REASON_KERNEL_FAULT)
    return ASC_STATE_KERNEL_FAULT;
  return reasons & ASC_REASON_LOCK ? ASC_STATE_LOCK : ASC_STATE_SLEEP;
}

static void
go_out (Machine *self, gint64 time, gboolean is_preempted)
{
  guint what = ASC_LEAVE_UNKNOWN;

  time = MAX (time, self->since);
  close_span (self, time);
  self->stack = leave_stack (self);
  if (self->leave != ASC_NONE && self->events->detail != NULL && self->kinds[self->events->kind[self->leave]].role == ASC_ROLE_SWITCH)
    what = ASC_DETAIL_WHAT (self->events->detail[self->leave]);
  self->phase = PHASE_OFF;
  self->since = time;
  self->wake = -1;
  self->wakeup = ASC_NONE;
  self->leave = ASC_NONE;
  self->is_ready = is_preempted || what == ASC_LEAVE_RUNNABLE;
  if (self->is_ready)
    self->state = ASC_STATE_WAIT_CPU;
  else if (what == ASC_LEAVE_STOPPED)
    self->state = ASC_STATE_STOPPED;
  else if (what == ASC_LEAVE_EXITING)
    self->phase = PHASE_ENDED;
  else
    self->state = state_of_sleep (self, self->stack);
}

static void
close_wait (Machine *self, gint64 end)
{
  gint64 awake = self->wake >= 0 && self->state != ASC_STATE_WAIT_CPU ? CLAMP (self->wake, self->since, end) : end;
  guint place = self->out->len;

  emit (self, self->since, awake, self->state, self->stack);
  if (self->state == ASC_STATE_BLOCKED && self->out->len > place)
    g_array_append_val (self->puzzles, place);
  if (self->all->has_delays && self->state != ASC_STATE_WAIT_CPU && awake == end && end > self->since)
    {
      AscInterval nothing = { .begin_ns = end, .stack = self->stack, .thread = self->thread, .wakeup = ASC_NONE, .cpu = self->cpu, .state = ASC_STATE_WAIT_CPU };

      g_array_append_val (self->out, nothing);
      g_array_append_val (self->sleeps, place);
    }
  self->delayed_ns -= self->state == ASC_STATE_WAIT_CPU ? end - self->since : end - awake;
  emit (self, awake, end, ASC_STATE_WAIT_CPU, self->stack);
}

/* A turn begins at @time, behind the wait that stands from @from on. */
static void
add_turn (Machine *self, guint from, gint64 time)
{
  const Turn turn = { .from = from, .on = self->out->len + 1 };
  AscInterval nothing = { .begin_ns = time, .stack = self->stack, .thread = self->thread, .wakeup = ASC_NONE, .cpu = self->cpu, .state = ASC_STATE_BLOCKED };

  g_array_append_val (self->out, nothing);
  nothing.state = ASC_STATE_SYSTEM;
  g_array_append_val (self->out, nothing);
  g_array_append_val (self->turns, turn);
}

static void
go_in (Machine *self, gint64 time, guint16 cpu)
{
  const guint place = self->out->len;

  time = MAX (time, self->since);
  if (self->phase == PHASE_OFF)
    close_wait (self, time);
  self->wakeup = ASC_NONE;
  self->phase = PHASE_ON;
  self->since = self->seen = time;
  if (cpu != G_MAXUINT16)
    self->cpu = cpu;
  if (self->quality->has_charges && self->out->len > place)
    add_turn (self, place, time);
  self->leave = ASC_NONE;
}

/* It is on the CPU at @time, and when it came in is not recorded. @is_out: because it leaves then. */
static void
come_in_unseen (Machine *self, gint64 time, guint16 cpu, gboolean is_out)
{
  time = MAX (time, self->since);
  if (self->wake < 0 && is_out && self->all->has_ins)
    {
      emit (self, self->since, time, ASC_STATE_UNKNOWN, self->stack);
      self->quality->n_unknown++;
      self->since = time;
      self->phase = PHASE_NONE;
      go_in (self, time, cpu);
      return;
    }
  self->quality->n_estimated++;
  go_in (self, self->wake >= 0 ? MIN (self->wake, time) : time, cpu);
}

/* Something shows that the thread runs at @item's time. */
static void
run_at (Machine *self, const AscItem *item)
{
  if (self->phase == PHASE_NONE)
    {
      self->since = MIN (self->first_ns, item->time_ns);
      go_in (self, self->since, item->cpu);
    }
  else if (self->phase == PHASE_OFF)
    come_in_unseen (self, item->time_ns, item->cpu, item->type == ASC_ITEM_OUT || item->type == ASC_ITEM_LEAVE);
  self->seen = MAX (self->seen, item->time_ns);
  if (item->cpu != G_MAXUINT16)
    self->cpu = item->cpu;
}

/* It left and its record was lost, but for the sample. */
static void
leave_unseen (Machine *self)
{
  if (self->phase == PHASE_ON && self->leave != ASC_NONE)
    go_out (self, self->events->time_ns[self->leave], FALSE);
}

static void
on_leave (Machine *self, const AscItem *item)
{
  leave_unseen (self);
  if (self->phase == PHASE_ENDED)
    return;
  run_at (self, item);
  self->leave = item->event;
  if (!self->all->has_outs)
    go_out (self, item->time_ns, FALSE);
}

static void
on_in (Machine *self, const AscItem *item)
{
  leave_unseen (self);
  if (self->phase == PHASE_ENDED)
    return;
  if (self->phase == PHASE_NONE)
    self->since = item->time_ns;
  if (self->phase == PHASE_ON)
    {
      /* It left in between, and nothing tells when. */
      gint64 seen = MIN (self->seen, item->time_ns);

      close_span (self, seen);
      emit (self, MAX (seen, self->since), item->time_ns, ASC_STATE_UNKNOWN, ASC_NONE);
      self->quality->n_unknown++;
    }
  go_in (self, item->time_ns, item->cpu);
}

static void
on_wake (Machine *self, const AscItem *item)
{
  if (self->phase == PHASE_NONE)
    {
      self->phase = PHASE_OFF;
      self->since = item->time_ns;
      self->state = ASC_STATE_WAIT_CPU;
      self->stack = ASC_NONE;
    }
  else if (self->phase == PHASE_OFF && self->wake < 0)
    self->wake = MAX (item->time_ns, self->since);
  /* sched_stat_sleep comes before the wakeup itself, and tells no waker. */
  if (self->phase == PHASE_OFF && self->wakeup == ASC_NONE && !self->is_ready
      && self->kinds[self->events->kind[item->event]].role == ASC_ROLE_WAKE)
    self->wakeup = item->event;
}

/* It was looked up why the thread sleeps at @item's time, and found to be the same whenever it was looked up since the item before: then it was so in between. */
static void
on_reason (Machine *self, const AscItem *item)
{
  const guint what = ASC_DETAIL_WHAT (self->events->detail[item->event]);
  const AscState states[] = {
    [ASC_SLEEP_UNKNOWN] = ASC_STATE_BLOCKED,
    [ASC_SLEEP_LOCK] = ASC_STATE_LOCK,
    [ASC_SLEEP_FAULT] = self->fault == ASC_FAULT_FETCH ? ASC_STATE_TEXT_FAULT : ASC_STATE_DATA_FAULT,
    [ASC_SLEEP_OTHER] = ASC_STATE_SLEEP,
    [ASC_SLEEP_STOPPED] = ASC_STATE_STOPPED,
  };
  const guint reason = what & ~ASC_SLEEP_SINCE;
  const AscState state = reason < G_N_ELEMENTS (states) ? states[reason] : ASC_STATE_BLOCKED;

  for (guint i = 0; (what & ASC_SLEEP_SINCE) != 0 && i < self->puzzles->len; i++)
    g_array_index (self->out, AscInterval, g_array_index (self->puzzles, guint, i)).state = (guint8) state;
  if ((what & ASC_SLEEP_SINCE) != 0 && state != ASC_STATE_BLOCKED)
    self->quality->n_sampled += self->puzzles->len;
  g_array_set_size (self->puzzles, 0);
  if (self->phase != PHASE_OFF || self->state != ASC_STATE_BLOCKED || state == ASC_STATE_BLOCKED)
    return;
  self->state = state;
  self->quality->n_sampled++;
}

/* Of @sleep the last @part was spent waiting for a CPU. */
static void
delay_turn (AscInterval *sleep, gint64 part)
{
  sleep->length_ns -= part;
  sleep[1].begin_ns -= part;
  sleep[1].length_ns += part;
}

/* The kernel's sum says how long the thread had waited for a CPU when it last came in. What its preemptions do not account for it waited at the ends of its
 * sleeps: of one exactly, of several in equal parts. */
static void
on_delayed (Machine *self, const AscItem *item)
{
  const guint n = self->sleeps->len;
  gint64 left = CLAMP (self->events->value[item->event], 0, item->time_ns) + self->delayed_ns;

  for (guint round = 0; round < 2 && left > 0; round++)
    for (guint i = 0; i < n && left > 0; i++)
      {
        AscInterval *sleep = &g_array_index (self->out, AscInterval, g_array_index (self->sleeps, guint, i));
        const gint64 part = MIN (round == 0 ? left / (n - i) : left, sleep->length_ns);

        delay_turn (sleep, part);
        self->waited_ns += part;
        left -= part;
      }
  self->n_waited += n;
  g_array_set_size (self->sleeps, 0);
  /* It may have come in just before the look, and the record stand behind it. */
  self->delayed_ns = MAX (left, 0);
}

/* Moves the beginning of @turn by @wanted earlier, as far as the wait before it goes; if it is negative, later, as far as its first span goes: then it was on the CPU, and a hypervisor had that.
 * Returns: by how much */
static gint64
move_turn (Machine *self, Turn *turn, gint64 wanted)
{
  AscInterval *from = &g_array_index (self->out, AscInterval, turn->from);
  AscInterval *on = &g_array_index (self->out, AscInterval, turn->on);
  AscInterval *next = turn->on + 1 < self->out->len && on[1].state < ASC_STATE_FIRST_WAIT ? on + 1 : NULL;
  gint64 part = MIN (wanted, from->length_ns);

  if (part < 0)
    {
      part = next != NULL ? -MIN (-part, next->length_ns) : 0;
      on[-1].length_ns -= part;
      on->begin_ns -= part;
      if (next != NULL)
        {
          next->begin_ns -= part;
          next->length_ns += part;
        }
    }
  else
    {
      from->length_ns -= part;
      for (AscInterval *between = from + 1; between <= on; between++)
        between->begin_ns -= part;
      on->length_ns += part;
      self->delayed_ns += from->state == ASC_STATE_WAIT_CPU ? part : 0;
    }
  turn->moved_ns += part;
  return part;
}

/* The kernel charges a thread from the moment at which it chooses it, and not for what a hypervisor takes; the record of its coming in stands behind the switch. For a short
 * span that is much. While it is off the CPU its sum is that of all spans so far: what they lack, or have too much, goes to their beginnings in equal parts. */
static void
on_charged (Machine *self, const AscItem *item)
{
  const guint n = self->turns->len;
  const gint64 value = CLAMP (self->events->value[item->event], 0, item->time_ns);

  self->charged_ns = value > G_MAXINT64 - MAX (self->charged_ns, 0) ? G_MAXINT64 : self->charged_ns + value;
  if (ASC_DETAIL_WHAT (self->events->detail[item->event]) == ASC_CHARGE_FIRST)
    self->is_charged = FALSE;
  if (self->phase != PHASE_OFF)
    return;
  for (guint round = 0; self->is_charged && round < 2; round++)
    for (guint i = 0; i < n && self->charged_ns != 0; i++)
      {
        const gint64 share = round == 0 ? self->charged_ns / (n - i) : self->charged_ns;

        self->charged_ns -= move_turn (self, &g_array_index (self->turns, Turn, i), MIN (share, TURN_NS_MAX));
      }
  for (guint i = 0; self->is_charged && i < n; i++)
    self->moved_ns += g_array_index (self->turns, Turn, i).moved_ns;
  self->n_moved += self->is_charged ? n : 0;
  /* What is left is no switch's. */
  if (n > 0 || !self->is_charged)
    self->charged_ns = 0;
  self->is_charged = TRUE;
  g_array_set_size (self->turns, 0);
}

/* The turns behind the last look were as those before, on the average. */
static void
guess_turns (Machine *self)
{
  for (guint i = 0; i < self->sleeps->len && self->n_waited > 0; i++)
    {
      AscInterval *sleep = &g_array_index (self->out, AscInterval, g_array_index (self->sleeps, guint, i));

      delay_turn (sleep, MIN (self->waited_ns / self->n_waited, sleep->length_ns));
    }
  for (guint i = 0; i < self->turns->len && self->n_moved > 0; i++)
    move_turn (self, &g_array_index (self->turns, Turn, i), self->moved_ns / self->n_moved);
}

/* Whether @next goes on with what @self is. */
static gboolean
goes_on (const AscInterval *self, const AscInterval *next)
{
  return self->state < ASC_STATE_FIRST_WAIT && self->state == next->state && self->stack == next->stack && self->cpu == next->cpu && self->begin_ns + self->length_ns == next->begin_ns;
}

/* Drops the intervals from @first on that are empty, and joins those that were taken apart. */
static void
drop_empty (GArray *out, guint first)
{
  guint to = first;

  for (guint i = first; i < out->len; i++)
    {
      const AscInterval *interval = &g_array_index (out, AscInterval, i);

      if (to > first && goes_on (&g_array_index (out, AscInterval, to - 1), interval))
        g_array_index (out, AscInterval, to - 1).length_ns += interval->length_ns;
      else if (interval->length_ns > 0)
        g_array_index (out, AscInterval, to++) = *interval;
    }
  g_array_set_size (out, to);
}

/* The time before @item's that its event's value tells, as far as the phase goes. */
static gint64
time_before (const Machine *self, const AscItem *item)
{
  gint64 value = CLAMP (self->events->value[item->event], 0, item->time_ns);

  return MAX (item->time_ns - value, self->since);
}

static void
step (Machine *self, const AscItem *item)
{
  switch ((AscItemType) item->type)
    {
    case ASC_ITEM_CLOCK:
      run_at (self, item);
      g_array_append_val (self->samples, item->event);
      break;
    case ASC_ITEM_FAULT:
      run_at (self, item);
      self->fault = self->events->detail != NULL ? (guint8) ASC_DETAIL_WHAT (self->events->detail[item->event]) : ASC_FAULT_UNKNOWN;
      break;
    case ASC_ITEM_RUNS:
      run_at (self, item);
      break;
    case ASC_ITEM_LEAVE:
      on_leave (self, item);
      break;
    case ASC_ITEM_REASON:
      on_reason (self, item);
      break;
    case ASC_ITEM_DELAYED:
      on_delayed (self, item);
      break;
    case ASC_ITEM_CHARGED:
      on_charged (self, item);
      break;
    case ASC_ITEM_OUT:
      run_at (self, item);
      go_out (self, item->time_ns, item->is_preempted);
      break;
    case ASC_ITEM_WAKE:
      on_wake (self, item);
      break;
    case ASC_ITEM_WAITED:
      if (self->phase == PHASE_OFF && self->wake < 0)
        self->wake = time_before (self, item);
      on_in (self, item);
      break;
    case ASC_ITEM_RAN:
      if (self->phase == PHASE_OFF)
        go_in (self, MAX (time_before (self, item), self->wake), G_MAXUINT16);
      break;
    case ASC_ITEM_IN:
      on_in (self, item);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
finish (Machine *self, gint64 end, gboolean has_ended)
{
  end = MAX (end, self->since);
  if (!has_ended)
    leave_unseen (self);
  if (self->phase == PHASE_ON)
    close_span (self, end);
  guess_turns (self);
  if (self->phase == PHASE_OFF)
    close_wait (self, end);
  if (self->bare->len > 0 && self->last_sample != ASC_NONE)
    ascribe_bare (self, self->last_sample);
}

void
asc_state_machine_run (AscExperiment *experiment, const AscItems *items, const guint8 *reasons, guint thread, GArray *intervals, AscStatesQuality *quality)
{
  guint n;
  const AscThread *about = &asc_experiment_get_threads (experiment, &n)[thread];
  Machine self = {
    .all = items,
    .events = asc_experiment_get_events (experiment),
    .kinds = asc_experiment_get_kinds (experiment, &n),
    .reasons = reasons,
    .quality = quality,
    .out = intervals,
    .thread = thread,
    .first_ns = items->first_ns[thread],
    .cpu = G_MAXUINT16,
    .leave = ASC_NONE,
    .samples = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .bare = g_array_new (FALSE, FALSE, sizeof (guint)),
    .puzzles = g_array_new (FALSE, FALSE, sizeof (guint)),
    .sleeps = g_array_new (FALSE, FALSE, sizeof (guint)),
    .turns = g_array_new (FALSE, FALSE, sizeof (Turn)),
    .is_charged = about->start_ns > 0,
    .last_sample = ASC_NONE,
    .stack = ASC_NONE,
    .wake = -1,
    .wakeup = ASC_NONE,
  };
  const guint first = intervals->len;
  gboolean has_ended = about->end_ns >= 0;
  gint64 end = has_ended ? about->end_ns : asc_experiment_get_duration_ns (experiment);

  if (about->start_ns > 0)
    {
      /* It was forked: it waits for its first turn. */
      self.phase = PHASE_OFF;
      self.since = about->start_ns;
      self.state = ASC_STATE_WAIT_CPU;
    }
  for (gsize i = items->first[thread]; i < items->first[thread + 1] && self.phase != PHASE_ENDED; i++)
    if (!has_ended || items->items[i].time_ns <= end)
      step (&self, &items->items[i]);
  finish (&self, end, has_ended);
  if (items->has_delays || quality->has_charges)
    drop_empty (intervals, first);
  g_array_unref (self.samples);
  g_array_unref (self.bare);
  g_array_unref (self.puzzles);
  g_array_unref (self.sleeps);
  g_array_unref (self.turns);
}
