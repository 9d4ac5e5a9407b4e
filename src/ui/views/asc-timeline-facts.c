/* asc-timeline-facts.c: see asc-timeline-facts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-facts.h"

#include <glib/gi18n.h>

#include "asc-function-link.h"
#include "asc-timeline-canvas.h"
#include "asc-ui-text.h"

#define MAX_FUNCTIONS 5u
#define FACT_CHARS 16

struct _AscTimelineFacts
{
  AdwBin parent_instance;

  AscSession *session;
  GtkWidget *moment; /* box: the chosen moment */
  GtkWidget *range;  /* box: the marked range, its states */
  GtkWidget *functions;
  gboolean has_moment;
  gboolean has_range;
};

G_DEFINE_FINAL_TYPE (AscTimelineFacts, asc_timeline_facts, ADW_TYPE_BIN)

static void
asc_timeline_facts_dispose (GObject *object)
{
  g_clear_object (&ASC_TIMELINE_FACTS (object)->session);
  G_OBJECT_CLASS (asc_timeline_facts_parent_class)->dispose (object);
}

static void
asc_timeline_facts_class_init (AscTimelineFactsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = asc_timeline_facts_dispose;
}

static void
update_visibility (AscTimelineFacts *self)
{
  gtk_widget_set_visible (self->moment, self->has_moment);
  gtk_widget_set_visible (self->range, self->has_range);
  gtk_widget_set_visible (self->functions, self->has_range && gtk_widget_get_first_child (self->functions) != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), self->has_moment || self->has_range);
}

static GtkWidget *
new_section (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  gtk_widget_set_visible (box, FALSE);
  return box;
}

static void
asc_timeline_facts_init (AscTimelineFacts *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *const children[] = { self->moment = new_section (), self->range = new_section (),
                                  self->functions = new_section (), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL) };

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_box_append (GTK_BOX (box), children[i]);
  adw_bin_set_child (ADW_BIN (self), box);
  update_visibility (self);
}

GtkWidget *
asc_timeline_facts_new (void)
{
  return g_object_new (ASC_TYPE_TIMELINE_FACTS, NULL);
}

void
asc_timeline_facts_set_session (AscTimelineFacts *self, AscSession *session)
{
  g_set_object (&self->session, session);
}

static void
clear (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
}

static void
add_heading (GtkWidget *box, const char *title)
{
  gtk_box_append (GTK_BOX (box), asc_ui_new_label (title, 0, "heading"));
}

static GtkWidget *
new_wrapped (const char *text, const char *css_class)
{
  GtkWidget *label = asc_ui_new_label (text, 0, css_class);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), FACT_CHARS);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

static GtkWidget *
add_grid (GtkWidget *box)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  gtk_box_append (GTK_BOX (box), grid);
  return grid;
}

static void
attach_state (GtkWidget *grid, AscState state, gint64 value, gint64 all, int row)
{
  g_autofree char *markup = asc_timeline_state_dup_markup (state);
  g_autofree char *time = asc_ui_format_duration (value);
  g_autofree char *percent = asc_ui_format_percent (value, all);
  g_autofree char *exact = asc_format_exact (value, ASC_UNIT_NS, TRUE);
  GtkWidget *title = new_wrapped ("", NULL);
  GtkWidget *duration = asc_ui_new_label (time, 1, "numeric");

  gtk_label_set_markup (GTK_LABEL (title), markup);
  asc_ui_set_tooltip (duration, exact);
  gtk_grid_attach (GTK_GRID (grid), title, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), duration, 1, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), asc_ui_new_label (percent, 1, "numeric"), 2, row, 1, 1);
}

/* "1.25 s to 1.31 s, 60 ms" */
static char *
describe_stretch (gint64 begin_ns, gint64 end_ns)
{
  g_autofree char *begin = asc_ui_format_duration (begin_ns);
  g_autofree char *end = asc_ui_format_duration (end_ns);
  g_autofree char *length = asc_ui_format_duration (end_ns - begin_ns);

  /* TRANSLATORS: a stretch of time: its begin, its end, its length */
  return g_strdup_printf (_ ("%s to %s, %s"), begin, end, length);
}

void
asc_timeline_facts_set_range (
    AscTimelineFacts *self, const char *whose, gint64 begin_ns, gint64 end_ns, const gint64 *sums)
{
  AscState order[ASC_N_STATES];
  guint n = asc_timeline_order_states (sums, order);
  g_autofree char *stretch = describe_stretch (begin_ns, end_ns);
  gint64 all = 0;
  GtkWidget *grid;

  clear (self->range);
  add_heading (self->range, C_ ("details", "Marked range"));
  gtk_box_append (GTK_BOX (self->range), new_wrapped (stretch, "numeric"));
  gtk_box_append (GTK_BOX (self->range), new_wrapped (whose, "dim-label"));
  grid = add_grid (self->range);
  for (guint i = 0; i < n; i++)
    all += sums[order[i]];
  for (guint i = 0; i < n; i++)
    attach_state (grid, order[i], sums[order[i]], all, (int)i);
  self->has_range = TRUE;
  update_visibility (self);
}

static void
add_functions (
    AscTimelineFacts *self, const AscTimelineNames *names, const char *title, const GArray *shares, gboolean is_time)
{
  gint64 all = 0;

  for (guint i = 0; i < shares->len; i++)
    all += g_array_index (shares, AscTimelineShare, i).value;
  if (shares->len > 0)
    add_heading (self->functions, title);
  for (guint i = 0; i < MIN (shares->len, MAX_FUNCTIONS); i++)
    {
      const AscTimelineShare *share = &g_array_index (shares, AscTimelineShare, i);
      g_autofree char *value = is_time ? asc_ui_format_duration (share->value) : asc_ui_format_count (share->value);
      g_autofree char *percent = asc_ui_format_percent (share->value, all);
      g_autofree char *exact = is_time ? asc_format_exact (share->value, ASC_UNIT_NS, TRUE) : g_strdup (value);
      g_autofree char *tooltip = g_strdup_printf ("%s (%s)", exact, percent);

      gtk_box_append (GTK_BOX (self->functions),
                      asc_function_link_new (self->session, names->profile, share->function, value, tooltip));
    }
}

void
asc_timeline_facts_set_ranking (
    AscTimelineFacts *self, const AscTimelineNames *names, const AscTimelineRanking *ranking, gboolean is_time)
{
  clear (self->functions);
  if (ranking != NULL)
    {
      add_functions (self, names, is_time ? C_ ("details", "Longest on the CPU") : C_ ("details", "Most samples"),
                     ranking->runs, is_time);
      add_functions (self, names, C_ ("details", "Longest waits in"), ranking->waits, is_time);
    }
  update_visibility (self);
}

void
asc_timeline_facts_unset_range (AscTimelineFacts *self)
{
  self->has_range = FALSE;
  clear (self->functions);
  update_visibility (self);
}

static void
attach_fact (GtkWidget *grid, const char *title, const char *text, int row)
{
  GtkWidget *heading = asc_ui_new_label (title, 0, "dim-label");
  GtkWidget *label = new_wrapped (text, "numeric");
  g_autofree char *tooltip = asc_ui_make_tooltip (text);

  gtk_label_set_yalign (GTK_LABEL (heading), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  asc_ui_set_tooltip (label, tooltip);
  gtk_grid_attach (GTK_GRID (grid), heading, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), label, 1, row, 1, 1);
}

void
asc_timeline_facts_set_span (AscTimelineFacts *self,
                             const AscTimelineNames *names,
                             const AscTimelineSpan *span,
                             const AscTimelineWaker *waker)
{
  self->has_moment = span != NULL;
  clear (self->moment);
  if (span != NULL)
    {
      g_autofree char *thread = asc_timeline_names_dup_thread (names, span->thread);
      g_autofree char *stretch = describe_stretch (span->begin_ns, span->begin_ns + span->length_ns);
      g_autofree char *by = waker != NULL ? asc_timeline_names_dup_waker (names, waker) : NULL;
      guint32 function = asc_timeline_names_find_blamed (names, span);
      GtkWidget *grid;
      int row = 0;

      add_heading (self->moment, asc_timeline_state_get_title (span->state));
      gtk_box_append (GTK_BOX (self->moment), new_wrapped (stretch, "numeric"));
      grid = add_grid (self->moment);
      attach_fact (grid, C_ ("details", "Thread"), thread, row++);
      if (function != ASC_NONE)
        attach_fact (grid, C_ ("details", "Function"), asc_profile_get_function (names->profile, function)->name, row++);
      if (by != NULL)
        attach_fact (grid, C_ ("details", "Woken by"), by, row++);
    }
  update_visibility (self);
}
