/* asc-timeline-names.c: see asc-timeline-names.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-names.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"

#define MAX_FRAMES 8u
#define MAX_NAME_CHARS 60u
#define UNKNOWN_COLOR 0x9a9996u

AscTimelineNames *
asc_timeline_names_new (AscSession *session, guint i)
{
  AscTimelineNames *self = g_atomic_rc_box_new0 (AscTimelineNames);

  self->profile = g_object_ref (asc_session_get_profile (session));
  self->number = i;
  self->symbols = g_object_ref (asc_session_get_symbols (session, i));
  self->states = g_object_ref (asc_session_get_states (session, i));
  self->experiment = g_object_ref (asc_session_get_experiment (session, i));
  return self;
}

static void
clear (gpointer data)
{
  AscTimelineNames *self = data;

  g_object_unref (self->profile);
  g_object_unref (self->symbols);
  g_object_unref (self->states);
  g_object_unref (self->experiment);
  for (guint dark = 0; dark < 2; dark++)
    g_clear_pointer (&self->colors[dark], asc_flame_colors_free);
}

AscTimelineNames *
asc_timeline_names_ref (AscTimelineNames *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
asc_timeline_names_unref (AscTimelineNames *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

void
asc_timeline_names_set_colors (AscTimelineNames *self)
{
  guint metric = asc_profile_get_primary_metric (self->profile);

  for (guint dark = 0; dark < 2; dark++)
    self->colors[dark] = asc_flame_colors_new (self->profile, ASC_FLAME_COLOR_OBJECT, metric, dark != 0);
}

guint32
asc_timeline_names_find_function (const AscTimelineNames *self, guint32 stack)
{
  const AscStacks *stacks = asc_experiment_get_stacks (self->experiment);
  const AscPlace *places;
  guint n;

  if (stack == ASC_NONE || stack >= stacks->n_nodes)
    return ASC_NONE;
  places = asc_symbols_get_chain (self->symbols, stacks->frame[stack], &n);
  return n > 0 ? asc_profile_get_input_row (self->profile, self->number, places[0].function) : ASC_NONE;
}

/* Where a thread that waits is to be blamed: its innermost frame outside the kernel. */
static guint32
find_user_node (const AscTimelineNames *self, guint32 stack)
{
  const guint32 *user = asc_states_get_user_nodes (self->states);

  return stack != ASC_NONE && user != NULL ? user[stack] : stack;
}

static guint32
find_node (const AscTimelineNames *self, const AscTimelineSpan *span)
{
  return span->state >= ASC_STATE_FIRST_WAIT ? find_user_node (self, span->stack) : span->stack;
}

guint32
asc_timeline_names_find_blamed (const AscTimelineNames *self, const AscTimelineSpan *span)
{
  return asc_timeline_names_find_function (self, find_node (self, span));
}

guint32
asc_timeline_names_get_color (const AscTimelineNames *self, guint32 stack, gboolean dark)
{
  guint32 row = asc_timeline_names_find_function (self, stack);

  return row != ASC_NONE ? self->colors[dark ? 1 : 0]->varied[row] & 0xffffff : UNKNOWN_COLOR;
}

char *
asc_timeline_names_dup_stack (const AscTimelineNames *self, const AscTimelineSpan *span)
{
  const AscStacks *stacks = asc_experiment_get_stacks (self->experiment);
  guint32 node = find_node (self, span);
  guint n_functions;
  const AscFunction *functions = asc_symbols_get_functions (self->symbols, &n_functions);
  GString *text = g_string_new (NULL);

  for (guint frames = 0; node != ASC_NONE && frames < MAX_FRAMES; frames++, node = stacks->parent[node])
    {
      guint n;
      const AscPlace *places = asc_symbols_get_chain (self->symbols, stacks->frame[node], &n);

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *name = asc_ui_shorten (functions[places[i].function].name, MAX_NAME_CHARS);

          g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", name);
        }
    }
  if (node != ASC_NONE && text->len > 0)
    g_string_append (text, "\n…");
  if (text->len > 0)
    return g_string_free (text, FALSE);
  g_string_free (text, TRUE);
  return NULL;
}

char *
asc_timeline_names_dup_thread (const AscTimelineNames *self, guint32 thread)
{
  guint n;
  const AscThread *threads = asc_experiment_get_threads (self->experiment, &n);
  g_autofree char *name = NULL;

  if (thread >= n)
    return g_strdup ("");
  name = asc_ui_shorten (threads[thread].name != NULL ? threads[thread].name : "", MAX_NAME_CHARS);
  return g_strdup_printf ("%s %d", name, threads[thread].tid);
}

char *
asc_timeline_names_dup_waker (const AscTimelineNames *self, const AscTimelineWaker *waker)
{
  g_autofree char *thread = asc_timeline_names_dup_thread (self, waker->thread);
  guint32 function = asc_timeline_names_find_function (self, find_user_node (self, waker->stack));
  g_autofree char *name = NULL;

  if (waker->how & ASC_WAKE_INTERRUPT)
    /* TRANSLATORS: what woke a thread; %s is "name number" of the thread that happened to run then */
    return *thread != '\0' ? g_strdup_printf (_ ("an interrupt, while %s ran"), thread) : g_strdup (_ ("an interrupt"));
  if (*thread == '\0')
    /* TRANSLATORS: who woke a thread */
    return g_strdup (_ ("another process"));
  if (function == ASC_NONE)
    return g_steal_pointer (&thread);
  name = asc_ui_shorten (asc_profile_get_function (self->profile, function)->name, MAX_NAME_CHARS);
  /* TRANSLATORS: who woke a thread: "name number" of a thread, and the function that it was in */
  return g_strdup_printf (_ ("%s, in %s"), thread, name);
}

static int
compare_shares (gconstpointer a, gconstpointer b)
{
  const AscTimelineShare *x = a;
  const AscTimelineShare *y = b;

  if (x->value != y->value)
    return x->value > y->value ? -1 : 1;
  return x->function < y->function ? -1 : x->function > y->function;
}

/* @sums: by stack node. @waits: of the kernel nothing is to blame. */
static GArray *
rank (const AscTimelineNames *self, const gint64 *sums, guint n_nodes, gboolean waits)
{
  guint n_functions = asc_profile_get_n_functions (self->profile);
  g_autofree gint64 *by_function = g_new0 (gint64, n_functions);
  GArray *shares = g_array_new (FALSE, FALSE, sizeof (AscTimelineShare));

  for (guint node = 0; node < n_nodes; node++)
    {
      guint32 function
          = sums[node] != 0 ? asc_timeline_names_find_function (self, waits ? find_user_node (self, node) : node) : ASC_NONE;

      if (function != ASC_NONE)
        by_function[function] += sums[node];
    }
  for (guint32 function = 0; function < n_functions; function++)
    if (by_function[function] > 0)
      {
        AscTimelineShare share = { function, by_function[function] };

        g_array_append_val (shares, share);
      }
  g_array_sort (shares, compare_shares);
  return shares;
}

AscTimelineRanking *
asc_timeline_names_rank (const AscTimelineNames *self,
                         AscTimeline *timeline,
                         guint row,
                         guint n_rows,
                         gint64 begin_ns,
                         gint64 end_ns,
                         GCancellable *cancellable)
{
  guint n_nodes = asc_experiment_get_stacks (self->experiment)->n_nodes;
  g_autofree gint64 *runs = g_new0 (gint64, (gsize)n_nodes + 1);
  g_autofree gint64 *waits = g_new0 (gint64, (gsize)n_nodes + 1);
  AscTimelineRanking *ranking;

  if (!asc_timeline_sum_stacks (timeline, row, n_rows, begin_ns, end_ns, runs, waits, cancellable))
    return NULL;
  ranking = g_new (AscTimelineRanking, 1);
  ranking->runs = rank (self, runs, n_nodes, FALSE);
  ranking->waits = rank (self, waits, n_nodes, TRUE);
  return ranking;
}

void
asc_timeline_ranking_free (AscTimelineRanking *self)
{
  g_array_unref (self->runs);
  g_array_unref (self->waits);
  g_free (self);
}
