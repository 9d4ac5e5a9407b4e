/* asc-view-timeline.c: what threads and CPUs did over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-timeline-canvas.h"
#include "asc-timeline-facts.h"
#include "asc-ui-text.h"
#include "asc-view.h"

#define ASC_TYPE_VIEW_TIMELINE (asc_view_timeline_get_type ())
G_DECLARE_FINAL_TYPE (AscViewTimeline, asc_view_timeline, ASC, VIEW_TIMELINE, AscView)

#define MAX_WAITS 20u
#define MAX_NAME_CHARS 60u
#define THREAD_CHARS 16
#define RANK_DELAY_MS 80
#define WAKER_CHARS 36
#define ZOOM 1.5

/* What the rows can be, as in the .ui. */
enum
{
  ROWS_THREADS,
  ROWS_PROCESSES,
  ROWS_CPUS,
};

struct _AscViewTimeline
{
  AscView parent_instance;

  GCancellable *cancellable;
  AscTimeline *timeline;
  AscTimelineNames *names; /* the canvas's */
  gboolean filling;
  GArray *waits; /* of AscTimelineSpan, those that N and P walk */
  guint wait;    /* number of the current one + 1; 0: none */
  AscTimelineRows by; /* of the timeline */

  guint rank_source;
  gboolean is_ranking;       /* a worker adds up a range's functions */
  gboolean needs_ranking;    /* another one is marked by now */
  GCancellable *ranking_cancellable;

  AscTimelineFacts *facts;
  GtkWidget *bar;
  GtkDropDown *rows_choice;
  GtkDropDown *experiments_choice;
  GtkDropDown *height_choice;
  GtkWidget *filter_button;
  GtkWidget *waits_button;
  GtkPopover *waits_popover;
  GtkListBox *waits_list;
  AscTimelineCanvas *canvas;
  GtkScrollbar *row_bar;
  GtkScrollbar *time_bar;
  GtkInscription *summary;
};

G_DEFINE_FINAL_TYPE (AscViewTimeline, asc_view_timeline, ASC_TYPE_VIEW)

static guint32
color_cb (gpointer data, guint32 stack, gboolean dark)
{
  return asc_timeline_names_get_color (data, stack, dark);
}

/* The row of the profile on show for what is to be blamed for @span: another profile may have come whose timeline is still made. */
static guint32
find_blamed (AscViewTimeline *self, const AscTimelineSpan *span)
{
  guint32 row = asc_timeline_names_find_blamed (self->names, span);

  return asc_session_find_current (asc_view_get_session (ASC_VIEW (self)), self->names->profile, row);
}

/* The stack, and who ended the wait. */
static char *
name_cb (gpointer data, AscTimeline *timeline, const AscTimelineSpan *span)
{
  g_autofree char *stack = asc_timeline_names_dup_stack (data, span);
  g_autofree char *by = NULL;
  g_autofree char *woken = NULL;
  AscTimelineWaker waker;

  if (!asc_timeline_find_waker (timeline, span, &waker))
    return g_steal_pointer (&stack);
  by = asc_timeline_names_dup_waker (data, &waker);
  /* TRANSLATORS: %s: "worker 12, in pthread_mutex_unlock", "an interrupt" */
  woken = g_strdup_printf (_ ("Woken by %s"), by);
  return stack != NULL ? g_strdup_printf ("%s\n%s", stack, woken) : g_steal_pointer (&woken);
}

/* "■ User CPU 12.30%  ■ Sleep 80.12%" of the states that have any time, most first: markup. */
static char *
describe_sums (const gint64 *sums)
{
  GString *text = g_string_new (NULL);
  AscState order[ASC_N_STATES];
  guint n = asc_timeline_order_states (sums, order);
  gint64 all = 0;

  for (guint i = 0; i < n; i++)
    all += sums[order[i]];
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *state = asc_timeline_state_dup_markup (order[i]);
      g_autofree char *percent = asc_ui_format_percent (sums[order[i]], all);

      /* A line breaks between states only. */
      g_string_append_printf (text, "%s%s\302\240%s", i > 0 ? "   " : "", state, percent);
    }
  return g_string_free (text, FALSE);
}

/* What the marked range holds (of the chosen row, else of all rows), or what is shown. */
static void
update_summary (AscViewTimeline *self)
{
  guint n_rows;
  guint row = asc_timeline_canvas_get_row (self->canvas, &n_rows);
  gint64 sums[ASC_N_STATES];
  gint64 begin;
  gint64 end;
  g_autofree char *states = NULL;
  g_autofree char *from = NULL;
  g_autofree char *length = NULL;
  g_autofree char *text = NULL;

  if (self->timeline == NULL)
    return;
  if (!asc_timeline_canvas_get_range (self->canvas, &begin, &end))
    asc_timeline_canvas_get_shown (self->canvas, &begin, &end);
  if (n_rows == 1)
    asc_timeline_sum (self->timeline, row, begin, end, sums);
  else if (n_rows > 1)
    asc_timeline_sum_columns (self->timeline, row, n_rows, (double)begin, (double)(end - begin), 1, &sums);
  else
    asc_timeline_sum_all (self->timeline, begin, end, sums);
  states = describe_sums (sums);
  from = asc_ui_format_duration (begin);
  length = asc_ui_format_duration (end - begin);
  /* TRANSLATORS: a stretch of time: when it begins, its length, and "User CPU 12.30%  Sleep 80.12%" */
  text = g_strdup_printf (_ ("From %s on, %s: %s"), from, length, *states != '\0' ? states : "—");
  /* Unlike a label it asks for no other place, so that the window need not be laid out anew at each frame. */
  gtk_inscription_set_markup (self->summary, text);
}

/* The marked range in Details */

typedef struct
{
  AscTimeline *timeline;
  AscTimelineNames *names;
  guint row; /* the first */
  guint n_rows;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 sums[ASC_N_STATES];
  AscTimelineRanking *ranking;
} Range;

static void
range_free (gpointer data)
{
  Range *range = data;

  g_object_unref (range->timeline);
  asc_timeline_names_unref (range->names);
  g_clear_pointer (&range->ranking, asc_timeline_ranking_free);
  g_free (range);
}

static void
rank_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Range *range = data;

  for (guint row = range->row; row < range->row + range->n_rows; row++)
    {
      gint64 sums[ASC_N_STATES];

      asc_timeline_sum (range->timeline, row, range->begin_ns, range->end_ns, sums);
      for (guint state = 0; state < ASC_N_STATES; state++)
        range->sums[state] += sums[state];
    }
  range->ranking = asc_timeline_names_rank (range->names, range->timeline, range->row, range->n_rows, range->begin_ns,
                                            range->end_ns, cancellable);
  g_task_return_boolean (task, range->ranking != NULL);
}

static void rank_now (AscViewTimeline *self);

static char *
dup_whose (const Range *range)
{
  const AscTimelineRow *row = range->n_rows > 0 ? asc_timeline_get_row (range->timeline, range->row) : NULL;
  guint n;

  if (row == NULL || (range->n_rows > 1 && range->n_rows == asc_timeline_get_n_rows (range->timeline)))
    return g_strdup (row != NULL && row->cpu != ASC_NONE ? _ ("All CPUs") : _ ("All threads"));
  if (row->cpu != ASC_NONE)
    return g_strdup_printf (_ ("CPU %u"), row->cpu);
  if (range->n_rows > 1 && row->process != ASC_NONE)
    {
      const AscProcess *process = &asc_experiment_get_processes (range->names->experiment, &n)[row->process];

      return g_strdup_printf ("%s %d", process->name != NULL ? process->name : "", process->pid);
    }
  return asc_timeline_names_dup_thread (range->names, row->thread);
}

static void
ranked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  AscViewTimeline *self = ASC_VIEW_TIMELINE (source);
  const Range *range = g_task_get_task_data (G_TASK (result));
  gboolean has_intervals = FALSE;
  g_autofree char *whose = NULL;

  self->is_ranking = FALSE;
  if (self->needs_ranking)
    rank_now (self);
  else if (g_task_propagate_boolean (G_TASK (result), NULL) && self->timeline == range->timeline)
    {
      whose = dup_whose (range);
      for (guint state = 0; state < ASC_N_STATES; state++)
        has_intervals |= range->sums[state] > 0;
      asc_timeline_facts_set_range (self->facts, whose, range->begin_ns, range->end_ns, range->sums);
      asc_timeline_facts_set_ranking (self->facts, range->names, range->ranking, has_intervals);
    }
}

/* One at a time: what is marked while one runs comes after it. */
static void
rank_now (AscViewTimeline *self)
{
  gint64 begin;
  gint64 end;
  g_autoptr (GTask) task = NULL;
  Range *range;

  g_cancellable_cancel (self->ranking_cancellable);
  self->needs_ranking = self->is_ranking;
  if (self->timeline == NULL || !asc_timeline_canvas_get_range (self->canvas, &begin, &end))
    {
      self->needs_ranking = FALSE;
      asc_timeline_facts_unset_range (self->facts);
      return;
    }
  if (self->is_ranking)
    return;
  g_clear_object (&self->ranking_cancellable);
  self->ranking_cancellable = g_cancellable_new ();
  self->is_ranking = TRUE;
  range = g_new0 (Range, 1);
  range->timeline = g_object_ref (self->timeline);
  range->names = asc_timeline_names_ref (self->names);
  range->row = asc_timeline_canvas_get_row (self->canvas, &range->n_rows);
  if (range->n_rows == 0)
    {
      range->row = 0;
      range->n_rows = asc_timeline_get_n_rows (self->timeline);
    }
  range->begin_ns = begin;
  range->end_ns = end;
  task = g_task_new (self, self->ranking_cancellable, ranked_cb, NULL);
  g_task_set_source_tag (task, rank_now);
  g_task_set_task_data (task, range, range_free);
  g_task_run_in_thread (task, rank_thread);
}

static gboolean
rank_cb (gpointer data)
{
  AscViewTimeline *self = data;

  self->rank_source = 0;
  rank_now (self);
  return G_SOURCE_REMOVE;
}

/* Soon: while a range is dragged open each frame would change Details. */
static void
rank (AscViewTimeline *self)
{
  gint64 begin;
  gint64 end;

  g_clear_handle_id (&self->rank_source, g_source_remove);
  if (self->timeline != NULL && asc_timeline_canvas_get_range (self->canvas, &begin, &end))
    self->rank_source = g_timeout_add (RANK_DELAY_MS, rank_cb, self);
  else
    rank_now (self);
}

/* The chosen moment in Details, and the arrow from who ended its wait. */
static void
show_moment (AscViewTimeline *self)
{
  guint n_rows;
  guint row = asc_timeline_canvas_get_row (self->canvas, &n_rows);
  gint64 time = asc_timeline_canvas_get_time (self->canvas);
  AscTimelineSpan span;
  AscTimelineWaker waker;
  gboolean woken;

  if (self->timeline == NULL || n_rows != 1 || time < 0 || !asc_timeline_find_span (self->timeline, row, time, &span))
    {
      asc_timeline_facts_set_span (self->facts, NULL, NULL, NULL);
      return;
    }
  woken = asc_timeline_find_waker (self->timeline, &span, &waker);
  asc_timeline_facts_set_span (self->facts, self->names, &span, woken ? &waker : NULL);
}

/* Waits */

static GtkWidget *
make_wait_row (AscViewTimeline *self, const AscTimelineSpan *span, gboolean has_wakers)
{
  guint32 row = asc_timeline_names_find_blamed (self->names, span);
  g_autofree char *length = asc_ui_format_duration (span->length_ns);
  g_autofree char *name
      = row != ASC_NONE ? asc_ui_shorten (asc_profile_get_function (self->names->profile, row)->name, MAX_NAME_CHARS)
                        : g_strdup ("—");
  g_autofree char *where = asc_timeline_names_dup_thread (self->names, span->thread);
  AscTimelineWaker waker;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  const char *const texts[] = { length, asc_timeline_state_get_title (span->state), name, where };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GtkWidget *label = asc_ui_new_label (texts[i], i == 0 ? 1 : 0, i == 0 ? "numeric" : i == 3 ? "dim-label" : NULL);

      gtk_label_set_width_chars (GTK_LABEL (label), i == 0 ? 10 : i == 1 ? 12 : 0);
      gtk_widget_set_hexpand (label, i == 2);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_label_set_width_chars (GTK_LABEL (gtk_widget_get_last_child (box)), THREAD_CHARS);
  if (has_wakers)
    {
      g_autofree char *by = asc_timeline_find_waker (self->timeline, span, &waker)
                                ? asc_timeline_names_dup_waker (self->names, &waker)
                                : NULL;
      g_autofree char *woken = by != NULL ? g_strdup_printf (_ ("Woken by %s"), by) : NULL;
      g_autofree char *tooltip = asc_ui_make_tooltip (woken);
      GtkWidget *label = asc_ui_new_label (woken != NULL ? woken : "", 0, "dim-label");

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_width_chars (GTK_LABEL (label), WAKER_CHARS);
      gtk_label_set_max_width_chars (GTK_LABEL (label), WAKER_CHARS);
      asc_ui_set_tooltip (label, tooltip);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_widget_add_css_class (box, "compact-row");
  return box;
}

static void
list_waits (AscViewTimeline *self)
{
  gint64 begin;
  gint64 end;

  if (!asc_timeline_canvas_get_range (self->canvas, &begin, &end))
    asc_timeline_canvas_get_shown (self->canvas, &begin, &end);
  g_clear_pointer (&self->waits, g_array_unref);
  self->waits = asc_timeline_list_waits (self->timeline, begin, end, MAX_WAITS);
  self->wait = 0;
}

static void
show_wait (AscViewTimeline *self, guint i)
{
  const AscTimelineSpan *span = &g_array_index (self->waits, AscTimelineSpan, i);
  guint row = asc_timeline_find_row (self->timeline, span->thread);
  guint32 function = find_blamed (self, span);

  self->wait = i + 1;
  asc_timeline_canvas_choose (self->canvas, row, span->begin_ns);
  asc_timeline_canvas_set_range (self->canvas, span->begin_ns, span->begin_ns + span->length_ns);
  asc_timeline_canvas_show_time (self->canvas, span->begin_ns, span->begin_ns + span->length_ns);
  show_moment (self);
  rank (self);
  if (function != ASC_NONE)
    asc_session_select_function (asc_view_get_session (ASC_VIEW (self)), function);
}

static void
waits_shown_cb (AscViewTimeline *self)
{
  AscTimelineWaker waker;
  gboolean has_wakers = FALSE;
  GtkWidget *child;

  if (self->timeline == NULL)
    return;
  list_waits (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->waits_list))) != NULL)
    gtk_list_box_remove (self->waits_list, child);
  for (guint i = 0; i < self->waits->len; i++)
    has_wakers |= asc_timeline_find_waker (self->timeline, &g_array_index (self->waits, AscTimelineSpan, i), &waker);
  for (guint i = 0; i < self->waits->len; i++)
    gtk_list_box_append (self->waits_list,
                         make_wait_row (self, &g_array_index (self->waits, AscTimelineSpan, i), has_wakers));
}

static void
wait_activated_cb (AscViewTimeline *self, GtkListBoxRow *row)
{
  guint i = (guint)gtk_list_box_row_get_index (row);

  gtk_popover_popdown (self->waits_popover);
  if (self->waits != NULL && i < self->waits->len)
    show_wait (self, i);
}

/* Only the marked range is to count, in all views. */
static void
filter_to_range_cb (AscViewTimeline *self)
{
  AscSession *session = asc_view_get_session (ASC_VIEW (self));
  gint64 begin;
  gint64 end;
  g_autofree char *range = NULL;
  g_autofree char *text = NULL;

  if (!asc_timeline_canvas_get_range (self->canvas, &begin, &end))
    return;
  range = asc_filter_range (begin, end);
  if (asc_session_get_n_experiments (session) > 1)
    text = g_strdup_printf ("EXPID == %u && %s", gtk_drop_down_get_selected (self->experiments_choice), range);
  asc_filtering_add (asc_session_get_filtering (session), text != NULL ? text : range);
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, AscViewTimeline *self)
{
  gboolean next = key == GDK_KEY_n || key == GDK_KEY_N;

  if (self->timeline != NULL && (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter) && modifiers == 0)
    {
      filter_to_range_cb (self);
      return TRUE;
    }
  if (self->timeline == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0
      || (!next && key != GDK_KEY_p && key != GDK_KEY_P))
    return FALSE;
  if (self->waits == NULL)
    list_waits (self);
  if (self->waits->len == 0)
    return TRUE;
  if (self->wait == 0)
    show_wait (self, next ? 0 : self->waits->len - 1);
  else
    show_wait (self, (self->wait - 1 + (next ? 1 : self->waits->len - 1)) % self->waits->len);
  return TRUE;
}

/* Choosing */

static void
chosen_cb (AscViewTimeline *self)
{
  guint n_rows;
  guint row = asc_timeline_canvas_get_row (self->canvas, &n_rows);
  gint64 time = asc_timeline_canvas_get_time (self->canvas);
  AscTimelineSpan span;
  guint32 function;

  update_summary (self);
  show_moment (self);
  rank (self);
  if (time < 0 || n_rows != 1 || !asc_timeline_find_span (self->timeline, row, time, &span))
    return;
  function = find_blamed (self, &span);
  if (function != ASC_NONE)
    asc_session_select_function (asc_view_get_session (ASC_VIEW (self)), function);
}

static void
zoomed_cb (AscViewTimeline *self)
{
  gint64 begin;
  gint64 end;

  /* What N and P walk is that of the range or the time shown, until they zoom themselves. */
  if (self->wait == 0)
    g_clear_pointer (&self->waits, g_array_unref);
  if (!asc_timeline_canvas_get_range (self->canvas, &begin, &end))
    update_summary (self);
}

static void
range_changed_cb (AscViewTimeline *self)
{
  gint64 begin;
  gint64 end;

  gtk_widget_set_sensitive (self->filter_button, asc_timeline_canvas_get_range (self->canvas, &begin, &end));
  if (!asc_timeline_canvas_get_range (self->canvas, &begin, &end))
    self->wait = 0;
  update_summary (self);
  rank (self);
}

static void
height_chosen_cb (AscViewTimeline *self)
{
  asc_timeline_canvas_set_row_height (self->canvas, (AscTimelineHeight)gtk_drop_down_get_selected (self->height_choice));
}

static void
height_changed_cb (AscViewTimeline *self)
{
  gtk_drop_down_set_selected (self->height_choice, asc_timeline_canvas_get_row_height (self->canvas));
}

static void
zoom_in_cb (AscViewTimeline *self)
{
  asc_timeline_canvas_zoom (self->canvas, 1 / ZOOM);
}

static void
zoom_out_cb (AscViewTimeline *self)
{
  asc_timeline_canvas_zoom (self->canvas, ZOOM);
}

static void
fit_cb (AscViewTimeline *self)
{
  asc_timeline_canvas_fit (self->canvas);
}

/* Making */

typedef struct
{
  AscTimelineRows by;
  AscTimelineNames *names;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_clear_pointer (&request->names, asc_timeline_names_unref);
  g_free (request);
}

static void
make_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;
  AscProfile *profile = request->names->profile;
  GError *error = NULL;
  AscTimeline *timeline
      = asc_timeline_new_filtered (profile, request->names->number, request->names->states, request->by, cancellable, &error);

  asc_timeline_names_set_colors (request->names);
  if (timeline != NULL)
    g_task_return_pointer (task, timeline, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  AscViewTimeline *self = ASC_VIEW_TIMELINE (source);
  Request *request = g_task_get_task_data (G_TASK (result));
  AscTimeline *timeline = g_task_propagate_pointer (G_TASK (result), NULL);
  gboolean same;

  if (timeline == NULL)
    return;
  same = self->timeline != NULL && self->by == request->by && self->names->experiment == request->names->experiment;
  g_clear_object (&self->timeline);
  g_clear_pointer (&self->waits, g_array_unref);
  self->timeline = timeline;
  self->names = g_steal_pointer (&request->names);
  self->wait = 0;
  asc_timeline_canvas_set_by_process (self->canvas, gtk_drop_down_get_selected (self->rows_choice) == ROWS_PROCESSES);
  self->by = request->by;
  if (same)
    asc_timeline_canvas_replace_timeline (self->canvas, timeline, color_cb, name_cb, self->names, (GDestroyNotify)asc_timeline_names_unref);
  else
    asc_timeline_canvas_set_timeline (self->canvas, timeline, color_cb, name_cb, self->names, (GDestroyNotify)asc_timeline_names_unref);
  gtk_widget_set_visible (self->waits_button, asc_timeline_has_states (timeline));
  update_summary (self);
  show_moment (self);
  rank (self);
}

static void
make (AscViewTimeline *self)
{
  AscSession *session = asc_view_get_session (ASC_VIEW (self));
  guint experiment = gtk_drop_down_get_selected (self->experiments_choice);
  g_autoptr (GTask) task = NULL;
  Request *request;

  if (asc_session_get_profile (session) == NULL || experiment >= asc_session_get_n_experiments (session))
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  request = g_new (Request, 1);
  request->by = gtk_drop_down_get_selected (self->rows_choice) == ROWS_CPUS ? ASC_TIMELINE_CPUS : ASC_TIMELINE_THREADS;
  request->names = asc_timeline_names_new (session, experiment);
  task = g_task_new (self, self->cancellable, made_cb, NULL);
  g_task_set_source_tag (task, make);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, make_thread);
}

static void
rows_changed_cb (AscViewTimeline *self)
{
  if (!self->filling)
    make (self);
}

static void
drop_timeline (AscViewTimeline *self)
{
  g_clear_object (&self->timeline);
  asc_timeline_canvas_set_timeline (self->canvas, NULL, NULL, NULL, NULL, NULL);
  self->names = NULL;
  rank (self);
  show_moment (self);
  g_clear_pointer (&self->waits, g_array_unref);
}

static void
asc_view_timeline_profile_changed (AscView *view)
{
  AscViewTimeline *self = ASC_VIEW_TIMELINE (view);
  AscSession *session = asc_view_get_session (view);
  guint n = asc_session_get_n_experiments (session);
  g_autoptr (GtkStringList) names = NULL;

  /* What is shown stays until the new one is there. */
  if (self->timeline != NULL && asc_session_get_moved (session, self->names->profile) != NULL)
    {
      make (self);
      return;
    }
  names = gtk_string_list_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_path_get_basename (asc_experiment_get_path (asc_session_get_experiment (session, i)));

      gtk_string_list_append (names, name);
    }
  self->filling = TRUE;
  gtk_drop_down_set_model (self->experiments_choice, G_LIST_MODEL (names));
  gtk_widget_set_visible (GTK_WIDGET (self->experiments_choice), n > 1);
  self->filling = FALSE;
  asc_timeline_facts_set_session (self->facts, session);
  drop_timeline (self);
  make (self);
}

static gboolean
asc_view_timeline_can_show (AscSession *session, const char **reason)
{
  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    if (asc_experiment_get_duration_ns (asc_session_get_experiment (session, i)) > 0)
      return TRUE;
  *reason = N_ ("The recording does not tell when its events were.");
  return FALSE;
}

static GtkWidget *
asc_view_timeline_get_bar (AscView *view)
{
  return ASC_VIEW_TIMELINE (view)->bar;
}

static GtkWidget *
asc_view_timeline_get_details (AscView *view)
{
  return GTK_WIDGET (ASC_VIEW_TIMELINE (view)->facts);
}

static void
asc_view_timeline_dispose (GObject *object)
{
  AscViewTimeline *self = ASC_VIEW_TIMELINE (object);

  g_cancellable_cancel (self->ranking_cancellable);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->canvas != NULL)
    drop_timeline (self);
  g_clear_handle_id (&self->rank_source, g_source_remove);
  g_clear_object (&self->ranking_cancellable);
  g_clear_object (&self->facts);
  gtk_widget_dispose_template (GTK_WIDGET (self), ASC_TYPE_VIEW_TIMELINE);
  G_OBJECT_CLASS (asc_view_timeline_parent_class)->dispose (object);
}

static void
asc_view_timeline_class_init (AscViewTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_view_timeline_dispose;
  view_class->id = "timeline";
  view_class->title = NC_ ("view", "Timeline");
  view_class->icon_name = "asc-timeline-symbolic";
  view_class->group = NC_ ("view group", "Execution");
  view_class->can_show = asc_view_timeline_can_show;
  view_class->profile_changed = asc_view_timeline_profile_changed;
  view_class->get_bar = asc_view_timeline_get_bar;
  view_class->get_details = asc_view_timeline_get_details;
  g_type_ensure (ASC_TYPE_TIMELINE_CANVAS);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-timeline"));
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, bar);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, rows_choice);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, experiments_choice);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, height_choice);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, filter_button);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, waits_button);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, waits_popover);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, waits_list);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, canvas);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, row_bar);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, time_bar);
  gtk_widget_class_bind_template_child (widget_class, AscViewTimeline, summary);
  gtk_widget_class_bind_template_callback (widget_class, rows_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, height_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, filter_to_range_cb);
  gtk_widget_class_bind_template_callback (widget_class, wait_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoom_in_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoom_out_cb);
  gtk_widget_class_bind_template_callback (widget_class, fit_cb);
}

static void
asc_view_timeline_init (AscViewTimeline *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->facts = ASC_TIMELINE_FACTS (g_object_ref_sink (asc_timeline_facts_new ()));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_scrollbar_set_adjustment (self->row_bar, asc_timeline_canvas_get_row_adjustment (self->canvas));
  gtk_scrollbar_set_adjustment (self->time_bar, asc_timeline_canvas_get_time_adjustment (self->canvas));
  g_signal_connect_object (self->canvas, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "row-height", G_CALLBACK (height_changed_cb), self, G_CONNECT_SWAPPED);
  gtk_drop_down_set_selected (self->height_choice, asc_timeline_canvas_get_row_height (self->canvas));
  g_signal_connect_object (self->canvas, "zoomed", G_CALLBACK (zoomed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "range-changed", G_CALLBACK (range_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->waits_popover, "show", G_CALLBACK (waits_shown_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), keys);
  asc_ui_watch_setting ("function-colors", G_CALLBACK (make), self);
}
