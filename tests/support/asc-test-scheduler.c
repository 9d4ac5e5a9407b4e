/* asc-test-scheduler.c: see asc-test-scheduler.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-test-scheduler.h"

#include "asc-builder.h"

#include <string.h>

/* Kinds, in the order of their numbers. */
static const struct
{
  const char *what;
  const char *id;
  AscEventRole role;
  gboolean is_clock;
  gboolean no_kernel;
} kinds[] = {
  { "clock", "cpu-clock", ASC_ROLE_NONE, TRUE, FALSE },
  { "uclock", "cpu-clock:u", ASC_ROLE_NONE, TRUE, TRUE },
  { "switch", "sched:sched_switch", ASC_ROLE_SWITCH, FALSE, FALSE },
  { "leave", "context-switches", ASC_ROLE_LEAVE, FALSE, FALSE },
  { "wake", "sched:sched_waking", ASC_ROLE_WAKE, FALSE, FALSE },
  { "fault", "page-faults", ASC_ROLE_FAULT, FALSE, FALSE },
  { "slept", "sched:sched_stat_sleep", ASC_ROLE_SLEPT, FALSE, FALSE },
  { "waited", "sched:sched_stat_wait", ASC_ROLE_WAITED, FALSE, FALSE },
  { "ran", "sched:sched_stat_runtime", ASC_ROLE_RAN, FALSE, FALSE },
  { "why", "sampled-reasons", ASC_ROLE_REASON, FALSE, FALSE },
  { "delayed", "sampled-delays", ASC_ROLE_DELAYED, FALSE, FALSE },
  { "charged", "sampled-charges", ASC_ROLE_CHARGED, FALSE, FALSE },
};

typedef struct
{
  AscBuilder *builder;
  AscShard *shard;
  GHashTable *threads; /* tid -> index + 1 */
  GArray *time_ns;
  GArray *thread;
  GArray *cpu;
  GArray *flags;
  gint64 last;
} Script;

static guint32
need_thread (Script *self, gint tid)
{
  gpointer found = g_hash_table_lookup (self->threads, GINT_TO_POINTER (tid));
  guint32 index;

  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 1;
  index = asc_builder_add_thread (self->builder, &(AscThread){ .tid = tid, .end_ns = -1 });
  g_hash_table_insert (self->threads, GINT_TO_POINTER (tid), GUINT_TO_POINTER (index + 1));
  return index;
}

static void
add_switch (Script *self, gint64 time, guint32 thread, guint flags)
{
  guint16 cpu = 0;
  guint8 byte = (guint8) flags;

  g_array_append_val (self->time_ns, time);
  g_array_append_val (self->thread, thread);
  g_array_append_val (self->cpu, cpu);
  g_array_append_val (self->flags, byte);
}

static guint32
add_stack (Script *self, const char *text, gboolean *is_kernel)
{
  g_auto (GStrv) names = text != NULL && !g_str_equal (text, "-") ? g_strsplit (text, ";", -1) : NULL;
  guint32 node = ASC_NONE;

  *is_kernel = FALSE;
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      *is_kernel = g_str_has_prefix (names[i], "k:");
      node = asc_shard_node (self->shard, node,
                             asc_shard_frame (self->shard, ASC_NONE, asc_builder_intern (self->builder, names[i] + (*is_kernel ? 2 : 0)),
                                              ASC_FRAME_NAMED | (*is_kernel ? ASC_FRAME_KERNEL : 0)));
    }
  return node;
}

/* "S>8", "8", "8:500", "fetch" */
static guint64
detail_of (AscEventRole role, const char *text)
{
  const char *next = strchr (text, '>');

  if (role == ASC_ROLE_SWITCH)
    {
      static const char letters[] = "?RSTX";

      return ASC_DETAIL (strchr (letters, text[0]) - letters, next != NULL ? atoi (next + 1) : 0);
    }
  if (role == ASC_ROLE_FAULT)
    return ASC_DETAIL (g_str_equal (text, "fetch") ? ASC_FAULT_FETCH : ASC_FAULT_DATA, 0);
  if (role == ASC_ROLE_REASON)
    {
      static const char reasons[] = "?LFOT";

      return ASC_DETAIL ((guint) (strchr (reasons, text[0]) - reasons) | (text[1] == '+' ? ASC_SLEEP_SINCE : 0), atoi (text + (text[1] == '+' ? 2 : 1)));
    }
  if (role == ASC_ROLE_CHARGED && text[0] == 'F')
    return ASC_DETAIL (ASC_CHARGE_FIRST, atoi (text + 1));
  return role != ASC_ROLE_NONE && role != ASC_ROLE_LEAVE ? ASC_DETAIL (0, atoi (text)) : 0;
}

static void
add_event (Script *self, guint kind, gint64 time, guint32 thread, const char *argument, const char *stack)
{
  const char *colon = strchr (argument, ':');
  AscEvent event = { .time_ns = time, .value = 1, .thread = thread, .kind = (guint8) kind };
  gboolean is_kernel;

  event.stack = add_stack (self, stack, &is_kernel);
  event.mode = is_kernel ? ASC_MODE_KERNEL : ASC_MODE_USER;
  event.detail = detail_of (kinds[kind].role, argument);
  if (kinds[kind].is_clock)
    event.value = g_ascii_strtoll (argument, NULL, 10);
  else if (colon != NULL)
    event.value = g_ascii_strtoll (colon + 1, NULL, 10);
  asc_shard_event (self->shard, &event);
}

static void
add_line (Script *self, const char *line)
{
  static const struct
  {
    const char *what;
    guint flags;
  } switches[] = { { "in", ASC_SWITCH_IN }, { "out", ASC_SWITCH_OUT }, { "preempted", ASC_SWITCH_OUT | ASC_SWITCH_PREEMPTED }, { "runs", ASC_SWITCH_RUNS } };
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint n = g_strv_length (words);
  gint64 time;
  guint32 thread;

  if (n < 3)
    return;
  time = g_ascii_strtoll (words[0], NULL, 10);
  self->last = MAX (self->last, time);
  thread = need_thread (self, atoi (words[1]));
  if (g_str_equal (words[2], "fork"))
    asc_builder_get_thread (self->builder, thread)->start_ns = time;
  if (g_str_equal (words[2], "exit"))
    asc_builder_get_thread (self->builder, thread)->end_ns = time;
  if (g_str_equal (words[2], "lost"))
    add_switch (self, time, ASC_NONE, ASC_SWITCH_LOST);
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (g_str_equal (words[2], switches[i].what))
      add_switch (self, time, thread, switches[i].flags);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (words[2], kinds[i].what))
      add_event (self, i, time, thread, n > 3 ? words[3] : "", n > 4 ? words[4] : NULL);
}

AscExperiment *
asc_test_scheduler (const char *text)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Script self = {
    .builder = builder,
    .threads = g_hash_table_new (NULL, NULL),
    .time_ns = g_array_new (FALSE, FALSE, sizeof (gint64)),
    .thread = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .cpu = g_array_new (FALSE, FALSE, sizeof (guint16)),
    .flags = g_array_new (FALSE, FALSE, sizeof (guint8)),
  };
  AscSwitches switches = { 0 };

  self.shard = asc_builder_add_shard (builder);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    asc_builder_add_kind (builder, &(AscEventKind){ .id = kinds[i].id, .unit = kinds[i].is_clock ? ASC_UNIT_NS : ASC_UNIT_COUNT, .is_clock = kinds[i].is_clock,
                                                    .no_kernel = kinds[i].no_kernel, .role = (guint8) kinds[i].role, .interval = 1 });
  asc_builder_add_process (builder, &(AscProcess){ .pid = 1, .ppid = -1, .end_ns = -1 });
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "cpus "))
      asc_builder_set_info (builder, "n-cpus", lines[i] + strlen ("cpus "));
    else if (g_str_has_prefix (lines[i], "told "))
      asc_diagnostics_add (asc_builder_get_diagnostics (builder), ASC_SEVERITY_WARNING, g_intern_string (lines[i] + strlen ("told ")), "told", 1, ASC_NO_PLACE);
    else
      add_line (&self, lines[i]);
  switches.n = self.flags->len;
  switches.time_ns = (gint64 *) (gpointer) g_array_free (self.time_ns, FALSE);
  switches.thread = (guint32 *) (gpointer) g_array_free (self.thread, FALSE);
  switches.cpu = (guint16 *) (gpointer) g_array_free (self.cpu, FALSE);
  switches.flags = (guint8 *) (gpointer) g_array_free (self.flags, FALSE);
  asc_builder_take_switches (builder, &switches);
  asc_builder_set_duration_ns (builder, self.last);
  g_hash_table_unref (self.threads);
  return asc_builder_finish (builder, "test", "test");
}
