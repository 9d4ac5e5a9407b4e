/* asc-test-window.c: a real window for the tests, driven by its actions and seen through its widgets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-test-window.h"

#include <unistd.h>

#include "asc-cell.h"

#define MAX_WAIT_MS 20000

static AscApplication *app;

static gboolean
wake_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* For a user, too, what was begun is done before the next key. */
void
asc_test_settle (void)
{
  for (guint i = 0; i < 100 && g_main_context_pending (NULL); i++)
    g_main_context_iteration (NULL, FALSE);
}

/* Turns the main loop until @condition holds. */
void
asc_test_wait_for (AscTestCondition condition, AscWindow *window, const char *argument)
{
  guint timer = g_timeout_add (20, wake_cb, NULL);
  gint64 deadline = g_get_monotonic_time () + MAX_WAIT_MS * 1000;

  while (!condition (window, argument) && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  if (!condition (window, argument))
    g_error ("waited in vain for “%s”", argument);
}

static void
xdo_done_cb (GObject *process, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check_finish (G_SUBPROCESS (process), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

gboolean
asc_test_xdo (const char *line)
{
  g_autofree char *program = g_find_program_in_path ("xdotool");
  g_autofree char *command = g_strconcat ("xdotool ", line, NULL);
  g_auto (GStrv) words = g_strsplit (command, " ", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  gboolean done = FALSE;

  if (program == NULL)
    {
      g_test_skip ("no xdotool");
      return FALSE;
    }
  process = g_subprocess_newv ((const char *const *) words, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error);
  g_assert_no_error (error);
  g_subprocess_wait_check_async (process, NULL, xdo_done_cb, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  asc_test_settle ();
  return TRUE;
}

void
asc_test_focus (AscWindow *window)
{
  g_autofree char *find = g_strdup_printf ("search --onlyvisible --pid %d windowfocus", (int) getpid ());

  asc_test_xdo (find);
}

void
asc_test_click (AscWindow *window, GtkWidget *widget, const char *buttons, const char *key)
{
  graphene_point_t point;
  double x, y;
  g_autofree char *line = NULL;

  g_assert_true (gtk_widget_compute_point (widget, GTK_WIDGET (window),
                                           &GRAPHENE_POINT_INIT ((float) gtk_widget_get_width (widget) / 2, (float) gtk_widget_get_height (widget) / 2), &point));
  gtk_native_get_surface_transform (GTK_NATIVE (window), &x, &y);
  line = g_strdup_printf ("mousemove --sync %d %d%s%s click %s%s%s", (int) (x + (double) point.x), (int) (y + (double) point.y), key != NULL ? " keydown " : "",
                          key != NULL ? key : "", buttons, key != NULL ? " keyup " : "", key != NULL ? key : "");
  asc_test_xdo (line);
}

/* What a widget shows as text, or NULL. */
const char *
asc_test_get_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_INSCRIPTION (widget))
    return gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  return NULL;
}

/* The first widget on show below @parent whose text is @text. */
GtkWidget *
asc_test_find_text (GtkWidget *parent, const char *text)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found;

      if (!gtk_widget_get_mapped (child))
        continue;
      if (g_strcmp0 (asc_test_get_text (child), text) == 0)
        return child;
      found = asc_test_find_text (child, text);
      if (found != NULL)
        return found;
    }
  return NULL;
}

GtkWidget *
asc_test_find_cell (GtkWidget *parent, const char *name)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = NULL;

      if (ASC_IS_CELL (child) && gtk_widget_get_mapped (child) && asc_cell_get_position (ASC_CELL (child)) != ASC_NO_POSITION)
        {
          AscCellContext *context = asc_cell_get_context (ASC_CELL (child));
          guint column = asc_cell_get_column (ASC_CELL (child));

          if (asc_table_source_get_column (context->source, column)->kind == ASC_CELL_NAME
              && g_str_equal (asc_table_source_get_name (context->source, asc_row_model_get_row (context->model, asc_cell_get_position (ASC_CELL (child)))), name))
            return child;
        }
      found = asc_test_find_cell (child, name);
      if (found != NULL)
        return found;
    }
  return NULL;
}

GtkWidget *
asc_test_find_type (GtkWidget *parent, GType type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (child, type) ? child : asc_test_find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The view on show. */
GtkWidget *
asc_test_find_shown_view (AscWindow *window)
{
  GtkWidget *view = asc_test_find_type (GTK_WIDGET (window), ASC_TYPE_VIEW);

  return gtk_stack_get_visible_child (GTK_STACK (gtk_widget_get_ancestor (view, GTK_TYPE_STACK)));
}

gboolean
asc_test_shows (AscWindow *window, const char *text)
{
  return asc_test_find_text (GTK_WIDGET (window), text) != NULL;
}

gboolean
asc_test_sees_cursor (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GdkRectangle visible;
  GtkTextIter iter;
  int y, height;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  gtk_text_view_get_line_yrange (view, &iter, &y, &height);
  gtk_text_view_get_visible_rect (view, &visible);
  return height > 0 && y >= visible.y && y + height <= visible.y + visible.height;
}

gboolean
asc_test_hides (AscWindow *window, const char *text)
{
  return !asc_test_shows (window, text);
}

gboolean
asc_test_in_view (AscWindow *window, const char *id)
{
  return g_strcmp0 (asc_window_get_view (window), id) == 0;
}

gboolean
asc_test_is_ready (AscWindow *window, const char *unused)
{
  return asc_session_get_state (asc_window_get_session (window)) == ASC_SESSION_READY && !asc_session_is_naming (asc_window_get_session (window));
}

AscWindow *
asc_test_new_window (void)
{
  AscWindow *window = asc_window_new (GTK_APPLICATION (app), NULL);

  gtk_window_present (GTK_WINDOW (window));
  asc_test_wait_for (asc_test_shows, window, "No Experiment Open");
  return window;
}

void
asc_test_activate (AscWindow *window, const char *detailed)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  g_autoptr (GError) error = NULL;

  asc_test_settle ();
  g_action_parse_detailed_name (detailed, &name, &target, &error);
  g_assert_no_error (error);
  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (window), name, target));
}

AscWindow *
asc_test_new_window_with_sample (const char *sample)
{
  AscWindow *window = asc_test_new_window ();
  g_autofree char *action = g_strdup_printf ("win.open-sample::%s", sample);

  asc_test_activate (window, action);
  asc_test_wait_for (asc_test_is_ready, window, sample);
  asc_test_wait_for (asc_test_shows, window, "Hottest functions");
  asc_test_settle ();
  return window;
}

void
asc_test_close_window (AscWindow *window)
{
  gpointer weak = window;

  g_object_add_weak_pointer (G_OBJECT (window), &weak);
  gtk_window_destroy (GTK_WINDOW (window));
  for (guint i = 0; i < 100 && weak != NULL; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (weak);
}

guint32
asc_test_find_function (AscWindow *window, const char *name)
{
  AscProfile *profile = asc_session_get_profile (asc_window_get_session (window));
  g_autoptr (GArray) rows = asc_profile_find_functions (profile, name);

  g_assert_cmpuint (rows->len, ==, 1);
  return g_array_index (rows, guint32, 0);
}

void
asc_test_window_init (int *argc, char ***argv)
{
  g_autoptr (GError) error = NULL;

  g_setenv ("GTK_A11Y", "none", TRUE);
  g_test_init (argc, argv, NULL);
  app = asc_application_new ();
  g_application_set_flags (G_APPLICATION (app), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_register (G_APPLICATION (app), NULL, &error);
  g_assert_no_error (error);
}

int
asc_test_window_run (void)
{
  int status = g_test_run ();

  g_object_unref (app);
  return status;
}
