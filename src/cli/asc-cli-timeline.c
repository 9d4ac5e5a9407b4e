/* asc-cli-timeline.c: the command timeline: what threads, processes or CPUs did when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"

#include <glib/gi18n.h>
#include <string.h>

/* Without --buckets text is so wide, and a process, whose threads run side by side, is told so. */
#define TEXT_BUCKETS 60u
#define PROCESS_BUCKETS 100u

/* The ids of the metrics, and a letter for each in a line of text. */
static const struct
{
  const char *id;
  char letter;
} states[ASC_N_STATES] = {
  [ASC_STATE_USER] = { "user", 'U' },
  [ASC_STATE_SYSTEM] = { "system", 'S' },
  [ASC_STATE_TRAP] = { "trap", 'T' },
  [ASC_STATE_WAIT_CPU] = { "wait", 'w' },
  [ASC_STATE_LOCK] = { "lock", 'L' },
  [ASC_STATE_TEXT_FAULT] = { "textpfault", 't' },
  [ASC_STATE_DATA_FAULT] = { "datapfault", 'd' },
  [ASC_STATE_KERNEL_FAULT] = { "kernelpfault", 'k' },
  [ASC_STATE_SLEEP] = { "sleep", '.' },
  [ASC_STATE_STOPPED] = { "stop", 's' },
  [ASC_STATE_BLOCKED] = { "blocked", 'b' },
  [ASC_STATE_UNKNOWN] = { "unknown", '?' },
};

typedef struct
{
  AscCli *cli;
  guint experiment;
  AscTimeline *timeline;
  gboolean by_process;
  guint n_buckets; /* 0: intervals */
  gint64 begin_ns;
  gint64 end_ns;
  AscJsonWriter json;
  GArray *losses; /* of Loss */
} Timeline;

typedef struct
{
  guint experiment;
  AscTimelineLost lost;
} Loss;

/* Rows of the timeline that are one row of the answer: @first .. @first + @n - 1. */
typedef struct
{
  guint first;
  guint n;
} Group;

static void
sum (Timeline *self, const Group *group, gint64 begin, gint64 end, gint64 sums[static ASC_N_STATES])
{
  memset (sums, 0, ASC_N_STATES * sizeof *sums);
  for (guint row = group->first; row < group->first + group->n; row++)
    {
      gint64 one[ASC_N_STATES];

      asc_timeline_sum (self->timeline, row, begin, end, one);
      for (guint state = 0; state < ASC_N_STATES; state++)
        sums[state] += one[state];
    }
}

/* Without rounding: the first bucket begins at the range's begin, the last one ends at its end. */
static gint64
bucket_begin (const Timeline *self, guint bucket)
{
  guint64 length = (guint64)(self->end_ns - self->begin_ns);

  return self->begin_ns
         + (gint64)(length / self->n_buckets * bucket + length % self->n_buckets * bucket / self->n_buckets);
}

/* The function at @node, of @state, as the command functions ascribes it; NULL: not known. */
static const char *
find_function_at (Timeline *self, guint32 node, gboolean is_wait)
{
  AscSymbols *symbols = g_ptr_array_index (self->cli->symbols, self->experiment);
  const guint32 *user = asc_states_get_user_nodes (g_ptr_array_index (self->cli->states, self->experiment));
  const AscStacks *stacks = asc_experiment_get_stacks (asc_cli_get_experiment (self->cli, self->experiment));
  const AscPlace *places;
  guint n;

  if (node != ASC_NONE && user != NULL && is_wait && self->cli->options.view == ASC_VIEW_USER)
    node = user[node];
  if (node == ASC_NONE)
    return NULL;
  places = asc_symbols_get_chain (symbols, stacks->frame[node], &n);
  return n > 0 ? asc_symbols_get_functions (symbols, &n)[places[0].function].name : NULL;
}

static const char *
find_function (Timeline *self, const AscTimelineSpan *span)
{
  return find_function_at (self, span->stack, span->state >= ASC_STATE_FIRST_WAIT);
}

/* The thread id of who ended the wait, -1: not recorded, or none of the recording's. */
static gint32
find_waker_tid (Timeline *self, const AscTimelineWaker *waker)
{
  guint n;
  const AscThread *threads = asc_experiment_get_threads (asc_cli_get_experiment (self->cli, self->experiment), &n);

  return waker->thread < n ? threads[waker->thread].tid : -1;
}

/* Of an interval the part in the range. Returns: FALSE: none of it */
static gboolean
clip (const Timeline *self, AscTimelineSpan *span)
{
  gint64 end = MIN (span->begin_ns + span->length_ns, self->end_ns);

  span->begin_ns = MAX (span->begin_ns, self->begin_ns);
  span->length_ns = end - span->begin_ns;
  return span->length_ns > 0;
}

/* What the row is called: pid, tid, cpu (-1: not of this kind) and name. */
typedef struct
{
  gint32 pid;
  gint32 tid;
  gint32 cpu;
  const char *name;
} Who;

static Who
find_who (Timeline *self, const Group *group)
{
  AscExperiment *experiment = asc_cli_get_experiment (self->cli, self->experiment);
  const AscTimelineRow *row = asc_timeline_get_row (self->timeline, group->first);
  guint n;
  Who who = { -1, -1, -1, NULL };

  if (row->cpu != ASC_NONE)
    who.cpu = (gint32)row->cpu;
  if (row->process != ASC_NONE)
    {
      who.pid = asc_experiment_get_processes (experiment, &n)[row->process].pid;
      who.name = asc_experiment_get_processes (experiment, &n)[row->process].name;
    }
  if (row->thread != ASC_NONE && !self->by_process)
    {
      who.tid = asc_experiment_get_threads (experiment, &n)[row->thread].tid;
      who.name = asc_experiment_get_threads (experiment, &n)[row->thread].name;
    }
  return who;
}

static void
add_number (AscJsonWriter *json, const char *key, gint64 value)
{
  asc_json_writer_key (json, key);
  if (value >= 0)
    asc_json_writer_int (json, value);
  else
    asc_json_writer_null (json);
}

static void
add_values (Timeline *self, const Group *group)
{
  gint64 sums[ASC_N_STATES];

  sum (self, group, self->begin_ns, self->end_ns, sums);
  asc_json_writer_key (&self->json, "values");
  asc_json_writer_open (&self->json, '{');
  for (guint state = 0; state < ASC_N_STATES; state++)
    {
      asc_json_writer_key (&self->json, states[state].id);
      asc_json_writer_int (&self->json, sums[state]);
    }
  asc_json_writer_close (&self->json, '}');
}

static void
add_waker (Timeline *self, const AscTimelineSpan *span)
{
  AscTimelineWaker waker;

  if (!asc_timeline_find_waker (self->timeline, span, &waker))
    return;
  asc_json_writer_key (&self->json, "waker");
  asc_json_writer_open (&self->json, '{');
  add_number (&self->json, "time", waker.time_ns);
  add_number (&self->json, "tid", find_waker_tid (self, &waker));
  asc_json_writer_key (&self->json, "how");
  asc_json_writer_string (&self->json, waker.how & ASC_WAKE_INTERRUPT ? "interrupt"
                                    : waker.how & ASC_WAKE_OUTSIDE ? "outside"
                                                                   : "thread");
  asc_json_writer_key (&self->json, "function");
  asc_json_writer_string (&self->json, find_function_at (self, waker.stack, TRUE));
  asc_json_writer_close (&self->json, '}');
}

static void
add_intervals (Timeline *self, const Group *group)
{
  gboolean is_cpu = asc_timeline_get_row (self->timeline, group->first)->cpu != ASC_NONE;
  guint n_threads;
  const AscThread *threads
      = asc_experiment_get_threads (asc_cli_get_experiment (self->cli, self->experiment), &n_threads);

  asc_json_writer_key (&self->json, "intervals");
  asc_json_writer_open (&self->json, '[');
  for (guint i = 0; i < asc_timeline_get_n_spans (self->timeline, group->first); i++)
    {
      AscTimelineSpan span = asc_timeline_get_span (self->timeline, group->first, i);

      if (!clip (self, &span))
        continue;
      asc_json_writer_open (&self->json, '{');
      add_number (&self->json, "begin", span.begin_ns);
      add_number (&self->json, "length", span.length_ns);
      asc_json_writer_key (&self->json, "state");
      asc_json_writer_string (&self->json, states[span.state].id);
      asc_json_writer_key (&self->json, "function");
      asc_json_writer_string (&self->json, find_function (self, &span));
      if (is_cpu)
        add_number (&self->json, "tid", span.thread != ASC_NONE ? threads[span.thread].tid : -1);
      add_waker (self, &span);
      asc_json_writer_close (&self->json, '}');
    }
  asc_json_writer_close (&self->json, ']');
}

/* Of each state that occurs a list of as many numbers as there are buckets. */
static void
add_buckets (Timeline *self, const Group *group)
{
  g_autofree gint64 (*sums)[ASC_N_STATES] = g_malloc0_n (self->n_buckets, sizeof *sums);
  gboolean occurs[ASC_N_STATES] = { FALSE };

  for (guint i = 0; i < self->n_buckets; i++)
    {
      sum (self, group, bucket_begin (self, i), bucket_begin (self, i + 1), sums[i]);
      for (guint state = 0; state < ASC_N_STATES; state++)
        occurs[state] |= sums[i][state] > 0;
    }
  asc_json_writer_key (&self->json, "buckets");
  asc_json_writer_open (&self->json, '{');
  for (guint state = 0; state < ASC_N_STATES; state++)
    {
      if (!occurs[state])
        continue;
      asc_json_writer_key (&self->json, states[state].id);
      asc_json_writer_open (&self->json, '[');
      for (guint i = 0; i < self->n_buckets; i++)
        asc_json_writer_int (&self->json, sums[i][state]);
      asc_json_writer_close (&self->json, ']');
    }
  asc_json_writer_close (&self->json, '}');
}

static void
put_json (Timeline *self, const Group *group)
{
  Who who = find_who (self, group);

  asc_json_writer_break (&self->json);
  asc_json_writer_open (&self->json, '{');
  add_number (&self->json, "experiment", self->experiment);
  add_number (&self->json, "pid", who.pid);
  add_number (&self->json, "tid", who.tid);
  add_number (&self->json, "cpu", who.cpu);
  asc_json_writer_key (&self->json, "name");
  asc_json_writer_string (&self->json, who.name);
  add_values (self, group);
  if (self->n_buckets > 0)
    add_buckets (self, group);
  else
    add_intervals (self, group);
  asc_json_writer_close (&self->json, '}');
}

static void
put_tsv_row (Timeline *self, const Who *who, gint64 begin, gint64 length, guint state, const char *function, gint32 waker)
{
  AscOut *out = self->cli->ask.out;
  const gint32 numbers[] = { who->pid, who->tid, who->cpu };
  g_autoptr (GString) name = g_string_new (NULL);

  asc_out_int (out, self->experiment);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      asc_out_putc (out, '\t');
      if (numbers[i] >= 0)
        asc_out_int (out, numbers[i]);
    }
  if (function != NULL)
    asc_report_append_clean (name, function, TRUE);
  asc_out_printf (out, "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%s\t%s\t", begin, length, states[state].id, name->str);
  if (waker >= 0)
    asc_out_int (out, waker);
  asc_out_putc (out, '\n');
}

static void
put_tsv (Timeline *self, const Group *group)
{
  Who who = find_who (self, group);

  for (guint i = 0; i < self->n_buckets; i++)
    {
      gint64 sums[ASC_N_STATES];

      sum (self, group, bucket_begin (self, i), bucket_begin (self, i + 1), sums);
      for (guint state = 0; state < ASC_N_STATES; state++)
        if (sums[state] > 0)
          put_tsv_row (self, &who, bucket_begin (self, i), sums[state], state, NULL, -1);
    }
  for (guint i = 0; self->n_buckets == 0 && i < asc_timeline_get_n_spans (self->timeline, group->first); i++)
    {
      AscTimelineSpan span = asc_timeline_get_span (self->timeline, group->first, i);
      AscTimelineWaker waker = { .thread = ASC_NONE };

      if (!clip (self, &span))
        continue;
      asc_timeline_find_waker (self->timeline, &span, &waker);
      put_tsv_row (self, &who, span.begin_ns, span.length_ns, span.state, find_function (self, &span),
                   find_waker_tid (self, &waker));
    }
}

/* A line: the state that took most of each bucket, and who. */
static void
put_text (Timeline *self, const Group *group)
{
  Who who = find_who (self, group);
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint i = 0; i < self->n_buckets; i++)
    {
      gint64 sums[ASC_N_STATES];
      guint most = 0;

      sum (self, group, bucket_begin (self, i), bucket_begin (self, i + 1), sums);
      for (guint state = 1; state < ASC_N_STATES; state++)
        if (sums[state] > sums[most])
          most = state;
      asc_out_putc (self->cli->ask.out, sums[most] > 0 ? states[most].letter : ' ');
    }
  asc_out_puts (self->cli->ask.out, "  ");
  if (who.cpu >= 0)
    g_string_append_printf (name, _ ("CPU %d"), who.cpu);
  if (who.name != NULL)
    asc_report_append_clean (name, who.name, FALSE);
  if (who.pid >= 0)
    g_string_append_printf (name, " %d", who.pid);
  if (who.tid >= 0)
    g_string_append_printf (name, "/%d", who.tid);
  asc_out_printf (self->cli->ask.out, "%s\n", name->str);
}

static void
put (Timeline *self, const Group *group)
{
  if (self->cli->options.format == ASC_FORMAT_JSON)
    put_json (self, group);
  else if (self->cli->options.format == ASC_FORMAT_TSV)
    put_tsv (self, group);
  else
    put_text (self, group);
}

static void
put_rows (Timeline *self)
{
  guint n = asc_timeline_get_n_rows (self->timeline);

  for (guint row = 0; row < n;)
    {
      Group group = { row, 1 };
      guint32 process = asc_timeline_get_row (self->timeline, row)->process;

      while (self->by_process && row + group.n < n
             && asc_timeline_get_row (self->timeline, row + group.n)->process == process)
        group.n++;
      put (self, &group);
      row += group.n;
    }
}

static void
put_legend (Timeline *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char begin[ASC_REPORT_NUMBER_SIZE], end[ASC_REPORT_NUMBER_SIZE];

  for (guint state = 0; state < ASC_N_STATES; state++)
    g_string_append_printf (text, "%s%c %s", state > 0 ? "  " : "", states[state].letter, states[state].id);
  asc_report_format_seconds (begin, self->begin_ns);
  asc_report_format_seconds (end, self->end_ns);
  /* TRANSLATORS: two times in seconds since the recording began */
  asc_out_printf (self->cli->ask.out, _ ("Timeline from %s to %s seconds: what took most of each moment"),
                      g_strstrip (begin), g_strstrip (end));
  asc_out_printf (self->cli->ask.out, "\n%s\n\n", text->str);
}

static void
add_losses (Timeline *self)
{
  asc_json_writer_key (&self->json, "lost");
  asc_json_writer_open (&self->json, '[');
  for (guint i = 0; i < self->losses->len; i++)
    {
      const Loss *loss = &g_array_index (self->losses, Loss, i);

      asc_json_writer_break (&self->json);
      asc_json_writer_open (&self->json, '{');
      add_number (&self->json, "experiment", loss->experiment);
      add_number (&self->json, "begin", loss->lost.begin_ns);
      add_number (&self->json, "end", loss->lost.end_ns);
      add_number (&self->json, "cpu", loss->lost.cpu != ASC_NONE ? (gint64)loss->lost.cpu : -1);
      asc_json_writer_close (&self->json, '}');
    }
  asc_json_writer_close (&self->json, ']');
}

static void
keep_losses (Timeline *self, guint experiment)
{
  guint n;
  const AscTimelineLost *lost = asc_timeline_get_lost (self->timeline, &n);

  for (guint i = 0; i < n; i++)
    {
      Loss loss = { experiment, lost[i] };

      if (lost[i].end_ns >= self->begin_ns && lost[i].begin_ns <= self->end_ns)
        g_array_append_val (self->losses, loss);
    }
}

/* Experiment @i; its times are its own. */
static gboolean
run_one (Timeline *self, guint i, GError **error)
{
  AscTimelineRows by = g_strcmp0 (self->cli->options.by, "cpu") == 0 ? ASC_TIMELINE_CPUS : ASC_TIMELINE_THREADS;
  g_autoptr (AscTimeline) timeline
      = asc_timeline_new_filtered (self->cli->ask.profile, i, g_ptr_array_index (self->cli->states, i), by, NULL, error);

  if (timeline == NULL)
    return FALSE;
  self->experiment = i;
  self->timeline = timeline;
  self->begin_ns = MIN (self->cli->options.range_begin_ns, asc_timeline_get_duration_ns (timeline));
  self->end_ns = MIN (self->cli->options.range_end_ns, asc_timeline_get_duration_ns (timeline));
  if (self->cli->options.format == ASC_FORMAT_TEXT)
    put_legend (self);
  put_rows (self);
  keep_losses (self, i);
  return TRUE;
}

gboolean
asc_cli_run_timeline (AscCli *cli, GError **error)
{
  g_autoptr (GArray) losses = g_array_new (FALSE, FALSE, sizeof (Loss));
  Timeline self = { .cli = cli, .json = { .out = cli->ask.out }, .losses = losses };
  gboolean is_json = cli->options.format == ASC_FORMAT_JSON;

  self.by_process = g_strcmp0 (cli->options.by, "process") == 0;
  self.n_buckets = cli->options.n_buckets;
  if (self.n_buckets == 0 && cli->options.format == ASC_FORMAT_TEXT)
    self.n_buckets = TEXT_BUCKETS;
  if (self.n_buckets == 0 && self.by_process)
    self.n_buckets = PROCESS_BUCKETS;
  if (is_json)
    {
      asc_json_writer_open (&self.json, '{');
      asc_report_add_json_head (&cli->ask, "timeline", FALSE, &self.json);
      add_number (&self.json, "n_buckets", self.n_buckets);
      asc_json_writer_key (&self.json, "rows");
      asc_json_writer_open (&self.json, '[');
    }
  else if (cli->options.format == ASC_FORMAT_TSV)
    asc_out_puts (cli->ask.out, "experiment\tpid\ttid\tcpu\tbegin\tlength\tstate\tfunction\twaker\n");
  for (guint i = 0; i < asc_cli_get_n_experiments (cli); i++)
    if (!run_one (&self, i, error))
      return FALSE;
  if (is_json)
    {
      asc_json_writer_close (&self.json, ']');
      add_losses (&self);
      asc_json_writer_close (&self.json, '}');
      asc_out_putc (cli->ask.out, '\n');
    }
  return TRUE;
}
