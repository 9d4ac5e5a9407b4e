/* asc-code-text.c: see asc-code-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-code-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "asc-line-marks.h"
#include "asc-metric-gutter.h"
#include "asc-ui-text.h"

#define N_GUTTERS 3u
#define CALLS 2u
/* Left of the line numbers, which stand at -30. */
#define FIRST_POSITION (-100)
/* Where in the window a line is shown that was asked for. */
#define SHOWN_AT 0.3
/* Frames after which a text is taken as laid out as far as it will be. */
#define MAX_FRAMES 600u
/* Frames in which a line stays where it is. */
#define STILL_FRAMES 3u
/* What a call's name asks for, characters. */
#define NAME_CHARS 40
#define MAX_CALLS 20u
/* Bytes of a text from which on it gets its colors when it has been laid out. */
#define LARGE_TEXT (512u * 1024u)
#define COLORS_POLL_MS 100u

struct _AscCodeText
{
  AdwBin parent_instance;

  GtkSourceBuffer *buffer;
  GtkSourceView *view;
  GtkWidget *titles[N_GUTTERS];
  GtkLabel *title;
  AscMetricGutter *gutters[N_GUTTERS];
  AscLineMarks *marks;
  GtkTextTag *tints[ASC_N_TINTS];
  GtkTextTag *stir; /* changes nothing, but GTK takes it for a change of size */
  GtkSourceSearchContext *search;
  GtkWidget *popover; /* or NULL */

  AscFileLines *lines; /* or NULL */
  guint metric;
  GArray *hot;         /* guint32, ascending */
  char *text;          /* for counting matches */
  gboolean narrow;     /* one column of metrics, no calls */
  gboolean moving;     /* it is not the user who moves the cursor */
  guint tick;
  guint lay_out;       /* the source that will, or 0 */
  guint colors;        /* the same */
  guint n_frames;      /* since a line was asked for */
  guint n_still;
  int last_y;
};

enum
{
  LINE_CHOSEN,
  FUNCTION_CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AscCodeText, asc_code_text, ADW_TYPE_BIN)

/* Colours */

static void
style_cb (AscCodeText *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (self->buffer, gtk_source_style_scheme_manager_get_scheme (manager, dark ? "asc-dark" : "asc-light"));
  for (guint i = 0; i < ASC_N_TINTS; i++)
    {
      g_autofree char *color = g_strdup_printf ("#%06X", asc_color_tint (i, dark));

      g_object_set (self->tints[i], "paragraph-background", color, NULL);
    }
}

/* The step of a line's tint by its part of the largest one, -1: none. The strongest is that of hot lines. */
static int
get_tint (gint64 value, gint64 largest)
{
  static const guint parts[ASC_N_TINTS] = { 5, 25, 50, 100 };
  const guint percent = asc_hot_lines_get_percent ();
  int tint = -1;

  while (tint + 1 < (int) ASC_N_TINTS && value > 0 && (double) value * 10000 >= (double) largest * percent * parts[tint + 1])
    tint++;
  return tint;
}

static void
tint_lines (AscCodeText *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  gint64 largest = asc_file_lines_get_largest (self->lines, self->metric);
  guint n_lines = (guint) gtk_text_buffer_get_line_count (buffer);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  for (guint i = 0; i < ASC_N_TINTS; i++)
    gtk_text_buffer_remove_tag (buffer, self->tints[i], &start, &end);
  g_array_set_size (self->hot, 0);
  for (guint row = 0; row < asc_file_lines_get_n_lines (self->lines); row++)
    {
      guint32 line = asc_file_lines_get (self->lines, row)->line;
      int tint = get_tint (asc_file_lines_get_exclusive (self->lines, row, self->metric), largest);

      if (line > n_lines || tint < 0)
        continue;
      gtk_text_buffer_get_iter_at_line (buffer, &start, (int) line - 1);
      end = start;
      if (!gtk_text_iter_forward_line (&end))
        gtk_text_buffer_get_end_iter (buffer, &end);
      gtk_text_buffer_apply_tag (buffer, self->tints[tint], &start, &end);
      if (asc_file_lines_is_hot (self->lines, row, self->metric, largest))
        g_array_append_val (self->hot, line);
    }
  asc_line_marks_set_lines (self->marks, self->hot, n_lines);
}

/* Calls */

static void
callee_cb (GtkButton *button, AscCodeText *self)
{
  guint function = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "function"));

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  g_signal_emit (self, signals[FUNCTION_CHOSEN], 0, function);
}

static GtkWidget *
new_callee (AscCodeText *self, AscProfile *profile, const AscLineCall *call)
{
  const AscMetric *metric = asc_profile_get_metric (profile, self->metric);
  gint64 value = asc_file_lines_get_call_value (self->lines, call->call, self->metric);
  const char *name = asc_profile_get_function (profile, call->function)->name;
  g_autofree char *percent = asc_ui_format_percent (value, metric->total);
  g_autofree char *shown = asc_ui_shorten (name, 200);
  g_autofree char *exact = asc_ui_format_value_long (metric, value);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = asc_ui_new_label (shown, 0, NULL);
  GtkWidget *button = gtk_button_new ();

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), asc_ui_new_label (percent, 1, "numeric"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "link-row");
  asc_ui_set_tooltip (button, exact);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, percent, -1);
  g_object_set_data (G_OBJECT (button), "function", GUINT_TO_POINTER (call->function));
  g_signal_connect (button, "clicked", G_CALLBACK (callee_cb), self);
  return button;
}

static GtkWidget *
new_calls (AscCodeText *self, guint32 row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  AscProfile *profile = asc_lines_get_profile (asc_file_lines_get_lines (self->lines));
  guint n;
  const AscLineCall *calls = asc_file_lines_get_calls (self->lines, row, &n);

  gtk_box_append (GTK_BOX (box), asc_ui_new_label (_ ("Called on this line"), 0, "heading"));
  for (guint i = 0; i < MIN (n, MAX_CALLS); i++)
    gtk_box_append (GTK_BOX (box), new_callee (self, profile, &calls[i]));
  if (n > MAX_CALLS)
    {
      g_autofree char *count = asc_ui_format_count (n - MAX_CALLS);
      g_autofree char *text = g_strdup_printf (ngettext ("%s more function", "%s more functions", n - MAX_CALLS), count);

      gtk_box_append (GTK_BOX (box), asc_ui_new_label (text, 0, "dim-label"));
    }
  return box;
}

static void
drop_popover (AscCodeText *self)
{
  if (self->popover != NULL)
    gtk_widget_unparent (self->popover);
  self->popover = NULL;
}

gboolean
asc_code_text_show_calls (AscCodeText *self, guint32 line)
{
  guint32 row = self->lines != NULL ? asc_file_lines_find (self->lines, line) : ASC_NONE;
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  GdkRectangle area = { 0 };
  GtkTextIter iter;
  guint n = 0;

  if (row != ASC_NONE)
    asc_file_lines_get_calls (self->lines, row, &n);
  if (n == 0)
    return FALSE;
  drop_popover (self);
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &iter, (int) line - 1);
  gtk_text_view_get_iter_location (view, &iter, &area);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, area.x, area.y, &area.x, &area.y);
  area.width = 1;
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), new_calls (self, row));
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  {
    double x, y;

    gtk_widget_translate_coordinates (GTK_WIDGET (view), GTK_WIDGET (self), area.x, area.y, &x, &y);
    area.x = (int) x;
    area.y = (int) y;
  }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &area);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  return TRUE;
}

static void
calls_activate_cb (GtkSourceGutterRenderer *renderer, GtkTextIter *iter, GdkRectangle *area, guint button, GdkModifierType state, int n_presses, AscCodeText *self)
{
  asc_code_text_show_calls (self, (guint32) gtk_text_iter_get_line (iter) + 1);
}

/* Lines */

guint32
asc_code_text_get_line (AscCodeText *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  return (guint32) gtk_text_iter_get_line (&iter) + 1;
}

/* GTK lays out what is around a line that it is to scroll to, but only when it finds that something in the text has changed size; and not while a frame is painted. */
static gboolean
lay_out_cb (gpointer data)
{
  AscCodeText *self = data;
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;

  self->lay_out = 0;
  gtk_text_buffer_get_iter_at_mark (buffer, &start, gtk_text_buffer_get_insert (buffer));
  end = start;
  gtk_text_iter_forward_line (&end);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (buffer), 0, TRUE, 0, SHOWN_AT);
  gtk_text_buffer_apply_tag (buffer, self->stir, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->stir, &start, &end);
  return G_SOURCE_REMOVE;
}

/* A text is laid out bit by bit, and lines move until it is: what GTK's own scrolling is told before that it forgets. */
static gboolean
scroll_tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  AscCodeText *self = data;
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  double page = gtk_adjustment_get_page_size (adjustment);
  GtkTextIter iter;
  double wanted;
  int y, height;

  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->buffer), &iter, gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (self->buffer)));
  gtk_text_view_get_line_yrange (view, &iter, &y, &height);
  wanted = MAX (0, y - SHOWN_AT * page);
  if (height > 0 && page > 1)
    {
      gtk_adjustment_set_value (adjustment, wanted);
      self->n_still = y == self->last_y && ABS (gtk_adjustment_get_value (adjustment) - MIN (wanted, MAX (0, gtk_adjustment_get_upper (adjustment) - page))) < 1 ? self->n_still + 1 : 0;
      self->last_y = y;
    }
  else if (page > 1 && self->lay_out == 0)
    self->lay_out = g_idle_add_full (G_PRIORITY_HIGH_IDLE, lay_out_cb, self, NULL);
  if (self->n_still < STILL_FRAMES && ++self->n_frames < MAX_FRAMES)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
stop_scrolling (AscCodeText *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick);
  self->tick = 0;
  g_clear_handle_id (&self->lay_out, g_source_remove);
}

void
asc_code_text_show_line (AscCodeText *self, guint32 line)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  guint32 n_lines = (guint32) gtk_text_buffer_get_line_count (buffer);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int) CLAMP (line, 1, n_lines) - 1);
  self->moving = TRUE;
  gtk_text_buffer_place_cursor (buffer, &iter);
  self->moving = FALSE;
  stop_scrolling (self);
  self->n_frames = self->n_still = 0;
  self->last_y = -1;
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), scroll_tick_cb, self, NULL);
}

gboolean
asc_code_text_go_hot (AscCodeText *self, int step)
{
  guint32 line = asc_code_text_get_line (self);
  guint n = self->hot->len, i = 0;

  if (n == 0)
    return FALSE;
  if (step > 0)
    {
      while (i < n && g_array_index (self->hot, guint32, i) <= line)
        i++;
      i %= n;
    }
  else
    {
      i = n;
      while (i > 0 && g_array_index (self->hot, guint32, i - 1) >= line)
        i--;
      i = i > 0 ? i - 1 : n - 1;
    }
  line = g_array_index (self->hot, guint32, i);
  asc_code_text_show_line (self, line);
  g_signal_emit (self, signals[LINE_CHOSEN], 0, line);
  return TRUE;
}

static void
cursor_cb (AscCodeText *self)
{
  if (!self->moving && self->lines != NULL)
    {
      stop_scrolling (self);
      g_signal_emit (self, signals[LINE_CHOSEN], 0, asc_code_text_get_line (self));
    }
}

static void
mark_cb (AscLineMarks *marks, guint line, AscCodeText *self)
{
  asc_code_text_show_line (self, line);
  g_signal_emit (self, signals[LINE_CHOSEN], 0, line);
}

/* Who scrolls means to be elsewhere. */
static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, AscCodeText *self)
{
  stop_scrolling (self);
  return FALSE;
}

/* Search */

guint
asc_code_text_search (AscCodeText *self, AscMatcher *matcher, int step)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkSourceSearchSettings *settings = gtk_source_search_context_get_settings (self->search);
  const char *expression = matcher != NULL ? asc_matcher_get_expression (matcher) : NULL;
  guint n = self->text != NULL && matcher != NULL ? asc_matcher_count (matcher, self->text) : 0;
  GtkTextIter from, start, end;
  gboolean found;

  if (matcher != NULL && asc_matcher_is_too_costly (matcher))
    matcher = NULL;
  gtk_source_search_settings_set_search_text (settings, NULL);
  gtk_source_search_settings_set_regex_enabled (settings, expression != NULL);
  gtk_source_search_settings_set_search_text (settings, matcher == NULL ? NULL : expression != NULL ? expression : asc_matcher_get_text (matcher));
  if (n == 0)
    return 0;
  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  from = step > 0 ? end : start;
  found = step < 0 ? gtk_source_search_context_backward (self->search, &from, &start, &end, NULL)
                   : gtk_source_search_context_forward (self->search, &from, &start, &end, NULL);
  if (!found)
    return n;
  asc_code_text_show_line (self, (guint32) gtk_text_iter_get_line (&start) + 1);
  self->moving = TRUE;
  gtk_text_buffer_select_range (buffer, &start, &end);
  self->moving = FALSE;
  return n;
}

/* Text and columns */

/* Lines that are not laid out have no height: where the window ends among them the view takes thousands of them for visible, and colors them all before it paints. */
static gboolean
colors_cb (gpointer data)
{
  AscCodeText *self = data;
  GtkTextIter end;
  int y, height;

  gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (self->buffer), &end);
  gtk_text_view_get_line_yrange (GTK_TEXT_VIEW (self->view), &end, &y, &height);
  if (height == 0 && gtk_widget_get_mapped (GTK_WIDGET (self->view)))
    return G_SOURCE_CONTINUE;
  gtk_source_buffer_set_highlight_syntax (self->buffer, TRUE);
  self->colors = 0;
  return G_SOURCE_REMOVE;
}

void
asc_code_text_set_text (AscCodeText *self, const char *text, const char *file, AscFileLines *lines)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();

  drop_popover (self);
  g_set_object (&self->lines, lines);
  g_free (self->text);
  self->text = g_strdup (text);
  self->moving = TRUE;
  g_clear_handle_id (&self->colors, g_source_remove);
  if (strlen (text) > LARGE_TEXT)
    self->colors = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, COLORS_POLL_MS, colors_cb, self, NULL);
  gtk_source_buffer_set_highlight_syntax (self->buffer, self->colors == 0);
  gtk_source_buffer_set_language (self->buffer, gtk_source_language_manager_guess_language (manager, file, NULL));
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), text, -1);
  self->moving = FALSE;
}

static void
set_title (AscCodeText *self, guint i, AscFlavor flavor, guint metric)
{
  const AscMetric *m = asc_profile_get_metric (asc_lines_get_profile (asc_file_lines_get_lines (self->lines)), metric);
  const char *title = i == CALLS ? C_ ("column", "Calls") : asc_ui_flavor_get_title (flavor);
  g_autofree char *tooltip = g_strjoin ("\n", asc_ui_metric_get_title (m), i == CALLS ? _ ("What was spent in functions called on the line") : title, _ ("Percent of <Total>."), NULL);

  gtk_label_set_text (GTK_LABEL (self->titles[i]), title);
  asc_ui_set_tooltip (self->titles[i], tooltip);
  gtk_widget_set_size_request (self->titles[i], asc_metric_gutter_get_width (self->gutters[i]), -1);
}

void
asc_code_text_set_columns (AscCodeText *self, GArray *columns, guint metric)
{
  guint n = 0;

  if (self->lines == NULL)
    return;
  self->metric = metric;
  for (guint i = 0; i < columns->len && n < (self->narrow ? 1 : CALLS); i++)
    {
      const AscColumn *column = &g_array_index (columns, AscColumn, i);

      if (column->flavor == ASC_FLAVOR_STATIC || (column->visibility & ASC_HIDDEN) != 0)
        continue;
      asc_metric_gutter_set_lines (self->gutters[n], self->lines, column->flavor, column->metric);
      set_title (self, n++, column->flavor, column->metric);
    }
  asc_metric_gutter_set_lines (self->gutters[CALLS], self->lines, ASC_FLAVOR_ATTRIBUTED, metric);
  set_title (self, CALLS, ASC_FLAVOR_ATTRIBUTED, metric);
  for (guint i = 0; i < N_GUTTERS; i++)
    {
      gboolean shown = i < n || (i == CALLS && !self->narrow);

      gtk_widget_set_visible (GTK_WIDGET (self->gutters[i]), shown);
      gtk_widget_set_visible (self->titles[i], shown);
    }
  gtk_label_set_text (self->title, asc_ui_metric_get_title (asc_profile_get_metric (asc_lines_get_profile (asc_file_lines_get_lines (self->lines)), metric)));
  tint_lines (self);
}

gint64
asc_code_text_get_value (AscCodeText *self, guint column, guint32 line)
{
  return asc_metric_gutter_get_value (self->gutters[column], line);
}

void
asc_code_text_set_narrow (AscCodeText *self)
{
  self->narrow = TRUE;
}

GtkSourceView *
asc_code_text_get_view (AscCodeText *self)
{
  return self->view;
}

static void
asc_code_text_dispose (GObject *object)
{
  AscCodeText *self = ASC_CODE_TEXT (object);

  if (self->view != NULL)
    stop_scrolling (self);
  g_clear_handle_id (&self->colors, g_source_remove);
  self->view = NULL;
  drop_popover (self);
  g_clear_object (&self->search);
  g_clear_object (&self->buffer);
  g_clear_object (&self->lines);
  G_OBJECT_CLASS (asc_code_text_parent_class)->dispose (object);
}

static void
asc_code_text_finalize (GObject *object)
{
  AscCodeText *self = ASC_CODE_TEXT (object);

  g_array_unref (self->hot);
  g_free (self->text);
  G_OBJECT_CLASS (asc_code_text_parent_class)->finalize (object);
}

static void
asc_code_text_class_init (AscCodeTextClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = asc_code_text_dispose;
  object_class->finalize = asc_code_text_finalize;
  signals[LINE_CHOSEN] = g_signal_new ("line-chosen", ASC_TYPE_CODE_TEXT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[FUNCTION_CHOSEN] = g_signal_new ("function-chosen", ASC_TYPE_CODE_TEXT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  {
    g_autofree char *styles = g_build_filename (asc_dirs_get_data (), "styles", NULL);

    gtk_source_init ();
    gtk_source_style_scheme_manager_append_search_path (gtk_source_style_scheme_manager_get_default (), styles);
  }
}

static void
add_view (AscCodeText *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkSourceGutter *gutter;

  self->buffer = gtk_source_buffer_new (NULL);
  self->view = GTK_SOURCE_VIEW (gtk_source_view_new_with_buffer (self->buffer));
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_source_view_set_show_line_numbers (self->view, TRUE);
  gtk_source_view_set_highlight_current_line (self->view, TRUE);
  gtk_source_view_set_tab_width (self->view, 8);
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, FALSE);
  gutter = gtk_source_view_get_gutter (self->view, GTK_TEXT_WINDOW_LEFT);
  for (guint i = 0; i < N_GUTTERS; i++)
    {
      GtkSourceGutterRenderer *renderer = asc_metric_gutter_new ();

      self->gutters[i] = ASC_METRIC_GUTTER (renderer);
      gtk_source_gutter_insert (gutter, renderer, FIRST_POSITION + (int) i);
    }
  for (guint i = 0; i < ASC_N_TINTS; i++)
    self->tints[i] = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), NULL, NULL);
  self->stir = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), NULL, "pixels-above-lines", 0, NULL);
  self->search = gtk_source_search_context_new (self->buffer, NULL);
  gtk_source_search_settings_set_wrap_around (gtk_source_search_context_get_settings (self->search), TRUE);
  gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), scroll);
  g_signal_connect (self->gutters[CALLS], "activate", G_CALLBACK (calls_activate_cb), self);
  g_signal_connect_object (self->buffer, "notify::cursor-position", G_CALLBACK (cursor_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (style_cb), self, G_CONNECT_SWAPPED);
  style_cb (self);
}

static void
asc_code_text_init (AscCodeText *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->hot = g_array_new (FALSE, FALSE, sizeof (guint32));
  add_view (self);
  for (guint i = 0; i < N_GUTTERS; i++)
    {
      self->titles[i] = asc_ui_new_label ("", 1, "caption");
      gtk_label_set_ellipsize (GTK_LABEL (self->titles[i]), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (self->titles[i], "gutter-title");
      gtk_box_append (GTK_BOX (header), self->titles[i]);
    }
  self->title = GTK_LABEL (asc_ui_new_label ("", 0, "dim-label"));
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "caption");
  gtk_widget_set_margin_start (GTK_WIDGET (self->title), 12);
  gtk_box_append (GTK_BOX (header), GTK_WIDGET (self->title));
  gtk_widget_add_css_class (header, "gutter-header");
  gtk_box_append (GTK_BOX (box), header);

  self->marks = g_object_new (ASC_TYPE_LINE_MARKS, NULL);
  g_signal_connect (self->marks, "line-activated", G_CALLBACK (mark_cb), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (body), scrolled);
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->marks));
  gtk_box_append (GTK_BOX (box), body);
  adw_bin_set_child (ADW_BIN (self), box);
}
