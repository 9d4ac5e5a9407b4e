/* test-metrics-dialog.c: choosing columns, seen in the tables and kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <adwaita.h>

#include "asc-metrics-dialog.h"
#include "asc-test-window.h"

static char *
dup_columns (AscWindow *window)
{
  AscSession *session = asc_window_get_session (window);

  return asc_metric_spec_format (asc_session_get_profile (session), asc_session_get_columns (session));
}

static void
assert_columns (AscWindow *window, const char *expected)
{
  g_autofree char *columns = dup_columns (window);

  g_assert_cmpstr (columns, ==, expected);
}

static GtkWidget *
open_dialog (AscWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  asc_test_activate (window, "win.choose-metrics");
  asc_test_settle ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) dialog = g_list_model_get_item (windows, i);

      if (ASC_IS_METRICS_DIALOG (dialog))
        return dialog;
    }
  g_error ("no dialog");
}

/* The @n-th check button or (@icon) button with that icon. */
static GtkWidget *
find_nth (GtkWidget *parent, const char *icon, guint *n)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      gboolean is_it = icon == NULL ? GTK_IS_CHECK_BUTTON (child)
                                    : GTK_IS_BUTTON (child)
                                          && g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (child)), icon) == 0;
      GtkWidget *found;

      if (is_it && (*n)-- == 0)
        return child;
      found = find_nth (child, icon, n);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
get_check (GtkWidget *dialog, guint row, guint i)
{
  guint n = 4 * row + i;

  return find_nth (dialog, NULL, &n);
}

static void
click (GtkWidget *dialog, const char *icon, guint row)
{
  GtkWidget *button = find_nth (dialog, icon, &row);

  g_assert_nonnull (button);
  g_assert_true (gtk_widget_get_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
  asc_test_settle ();
}

static void
toggle (GtkWidget *dialog, guint row, guint i)
{
  GtkCheckButton *check = GTK_CHECK_BUTTON (get_check (dialog, row, i));

  gtk_check_button_set_active (check, !gtk_check_button_get_active (check));
  asc_test_settle ();
}

/* The real program: total CPU, user and system. */
static void
test_choose (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  GtkWidget *dialog;
  AscProfile *profile = asc_session_get_profile (asc_window_get_session (window));

  assert_columns (window, "e.%totalcpu:i.%totalcpu:name");
  asc_test_activate (window, "win.view::functions");
  dialog = open_dialog (window);
  /* the inclusive percent goes, then the inclusive column altogether */
  toggle (dialog, 0, 3);
  assert_columns (window, "e.%totalcpu:i.totalcpu:name");
  toggle (dialog, 0, 2);
  assert_columns (window, "e.%totalcpu:name");
  g_assert_true (gtk_widget_get_sensitive (get_check (dialog, 0, 0)));
  toggle (dialog, 0, 1);
  /* what is left can not be taken away */
  assert_columns (window, "e.totalcpu:name");
  g_assert_false (gtk_widget_get_sensitive (get_check (dialog, 0, 0)));
  /* the second metric comes, and before the first */
  toggle (dialog, 1, 2);
  g_assert_true (gtk_widget_get_sensitive (get_check (dialog, 0, 0)));
  click (dialog, "go-down-symbolic", 0);
  assert_columns (window, "i.user:e.totalcpu:name");
  /* without the primary metric's columns another one is it */
  toggle (dialog, 1, 0);
  assert_columns (window, "i.user:name");
  g_assert_cmpint (asc_session_get_metric (asc_window_get_session (window)), ==,
                   asc_profile_find_metric (profile, "user"));
  gtk_window_close (GTK_WINDOW (dialog));
  asc_test_settle ();
  asc_test_close_window (window);
}

/* The next recording of that kind begins so; another kind does not; Reset forgets. */
static void
test_kept (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("words");
  AscWindow *figure = asc_test_new_window_with_sample ("figure-2-1.folded");
  GtkWidget *dialog;

  assert_columns (window, "i.user:name");
  assert_columns (figure, "e+%samples:i+%samples:name");
  asc_test_close_window (figure);
  dialog = open_dialog (window);
  {
    guint n = 0;
    GtkWidget *button = asc_test_find_text (dialog, "_Reset");

    if (button == NULL)
      button = asc_test_find_text (dialog, "Reset");
    g_assert_nonnull (button);
    g_signal_emit_by_name (gtk_widget_get_ancestor (button, GTK_TYPE_BUTTON), "clicked", &n);
  }
  assert_columns (window, "e.%totalcpu:i.%totalcpu:name");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (get_check (dialog, 0, 3))));
  /* another recording in the window ends the dialog */
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *)&dialog);
  asc_test_activate (window, "win.close-experiment");
  asc_test_settle ();
  g_assert_null (dialog);
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/metrics-dialog/choose", test_choose);
  g_test_add_func ("/metrics-dialog/kept", test_kept);
  return asc_test_window_run ();
}
