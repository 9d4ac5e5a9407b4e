/* test-fragments.c: call-stack fragments in Callers-Callees, put together and taken apart, and Back through them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-chain.h"
#include "asc-table.h"
#include "asc-test-window.h"

/* The names of what stands in the center, "B;C". */
static char *
dup_fragment (AscWindow *window)
{
  AscSession *session = asc_window_get_session (window);
  GArray *fragment = asc_session_get_fragment (session);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < fragment->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ";" : "",
                            asc_profile_get_function (asc_session_get_profile (session), g_array_index (fragment, guint32, i))->name);
  return g_string_free (names, FALSE);
}

static void
assert_fragment (AscWindow *window, const char *expected)
{
  g_autofree char *names = NULL;

  asc_test_settle ();
  names = dup_fragment (window);
  g_assert_cmpstr (names, ==, expected);
}

/* Of the callers (0), the center (1) or the callees (2). */
static AscTable *
find_table (GtkWidget *parent, guint *number)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      AscTable *found = !ASC_IS_TABLE (child) ? find_table (child, number) : (*number)-- == 0 ? ASC_TABLE (child) : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}

static AscTable *
get_table (AscWindow *window, guint number)
{
  return find_table (asc_test_find_shown_view (window), &number);
}

/* Of each row what is attributed and the name. */
static void
assert_rows (AscWindow *window, guint number, const char *expected)
{
  g_autofree char *tsv = asc_table_dup_tsv (get_table (window, number), TRUE);
  g_auto (GStrv) lines = g_strsplit (tsv != NULL ? tsv : "", "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; i < g_strv_length (lines) && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);

      g_string_append_printf (text, "%s%s %s", i > 1 ? ", " : "", cells[0], cells[g_strv_length (cells) - 1]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
assert_shown (AscWindow *window, const char *fragment, const char *callers, const char *center, const char *callees)
{
  assert_fragment (window, fragment);
  assert_rows (window, 0, callers);
  assert_rows (window, 1, center);
  assert_rows (window, 2, callees);
}

static gboolean
is_painted (AscWindow *window, const char *name)
{
  GtkWidget *cell = asc_test_find_cell (asc_test_find_shown_view (window), name);

  return cell != NULL && gtk_widget_get_width (cell) > 0;
}

static void
click_row (AscWindow *window, guint number, const char *name)
{
  asc_test_wait_for (is_painted, window, name);
  asc_test_click (window, asc_test_find_cell (GTK_WIDGET (get_table (window, number)), name), "1", NULL);
}

static GtkWidget *
find_chip (AscWindow *window, const char *name)
{
  GtkWidget *label = asc_test_find_text (asc_test_find_shown_view (window), name);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, GTK_TYPE_TOGGLE_BUTTON);
}

/* A pointer finds it there: what was on show before has gone. */
static gboolean
has_chip (AscWindow *window, const char *name)
{
  GtkWidget *chip = find_chip (window, name);
  graphene_point_t point;
  GtkWidget *picked;

  if (!gtk_widget_compute_point (chip, GTK_WIDGET (window), &GRAPHENE_POINT_INIT (8, 8), &point))
    return FALSE;
  picked = gtk_widget_pick (GTK_WIDGET (window), (double) point.x, (double) point.y, GTK_PICK_DEFAULT);
  return picked != NULL && (picked == chip || gtk_widget_is_ancestor (picked, chip));
}

static gboolean
has_chosen_chip (AscWindow *window, const char *name)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_chip (window, name)));
}

static void
activate (AscWindow *window, const char *action)
{
  gtk_widget_activate_action (asc_test_find_shown_view (window), action, NULL);
  asc_test_settle ();
}

static AscWindow *
open_around_c (void)
{
  AscWindow *window = asc_test_new_window_with_sample ("figure-2-1.folded");

  asc_session_select_function (asc_window_get_session (window), asc_test_find_function (window, "C"));
  asc_test_activate (window, "win.view::callers-callees");
  asc_test_wait_for (asc_test_in_view, window, "callers-callees");
  asc_test_focus (window);
  assert_shown (window, "C", "15 B, 10 A", "25 C", "10 E, 10 F");
  return window;
}

/* With the pointer: a caller is put before the center, a callee behind it. The figures are counted by hand in Figure 2-1's stacks. */
static void
test_build (void)
{
  AscWindow *window = open_around_c ();

  if (g_find_program_in_path ("xdotool") == NULL)
    {
      g_test_skip ("no xdotool");
      asc_test_close_window (window);
      return;
    }
  activate (window, "fragment.add"); /* C is the center itself */
  assert_fragment (window, "C");
  click_row (window, 0, "B");
  asc_test_click (window, asc_test_find_text (GTK_WIDGET (window), "Add to Fragment"), "1", NULL);
  assert_shown (window, "B;C", "15 main", "15 C", "6 E, 6 F");
  click_row (window, 2, "F");
  activate (window, "fragment.set-head"); /* a callee is none */
  assert_fragment (window, "B;C");
  activate (window, "fragment.set-tail");
  assert_shown (window, "B;C;F", "6 main", "6 F", "2 G");

  /* A chip by pointer and key: B is the head, C its middle. */
  asc_test_wait_for (has_chip, window, "B");
  asc_test_click (window, find_chip (window, "B"), "1", NULL);
  asc_test_wait_for (has_chosen_chip, window, "B");
  activate (window, "fragment.set-head"); /* it is that already */
  assert_fragment (window, "B;C;F");
  asc_test_xdo ("key Delete");
  assert_shown (window, "C;F", "6 B, 4 A", "10 F", "4 G");

  /* Another view and back: the function that is chosen stands in the fragment, so it stays. */
  asc_session_select_function (asc_window_get_session (window), asc_test_find_function (window, "F"));
  asc_test_activate (window, "win.view::functions");
  asc_test_wait_for (asc_test_in_view, window, "functions");
  asc_test_activate (window, "win.view::callers-callees");
  assert_fragment (window, "C;F");
  asc_test_close_window (window);
}

static void
test_take_apart (void)
{
  AscWindow *window = open_around_c ();
  AscSession *session = asc_window_get_session (window);
  g_autoptr (GArray) head = asc_chain_prepend (asc_session_get_fragment (session), asc_test_find_function (window, "B"));
  g_autoptr (GArray) whole = asc_chain_append (head, asc_test_find_function (window, "F"));

  asc_session_set_fragment (session, whole);
  assert_shown (window, "B;C;F", "6 main", "6 F", "2 G");
  activate (window, "fragment.remove"); /* C, which is chosen, from the middle */
  assert_shown (window, "B;F", "", "0 F", "");
  asc_test_wait_for (asc_test_shows, window, "No call stack has these functions one after the other.");
  asc_test_activate (window, "win.back");
  assert_shown (window, "B;C;F", "6 main", "6 F", "2 G");
  asc_session_select_function (session, asc_test_find_function (window, "C"));
  activate (window, "fragment.set-tail");
  assert_shown (window, "B;C", "15 main", "15 C", "6 E, 6 F");
  activate (window, "fragment.set-head");
  assert_shown (window, "C", "15 B, 10 A", "25 C", "10 E, 10 F");

  /* Back through all of them, and forward. */
  asc_test_activate (window, "win.back");
  assert_fragment (window, "B;C");
  asc_test_activate (window, "win.back");
  assert_shown (window, "B;C;F", "6 main", "6 F", "2 G");
  asc_test_activate (window, "win.back");
  assert_fragment (window, "C");
  asc_test_activate (window, "win.forward");
  asc_test_activate (window, "win.forward");
  assert_shown (window, "B;C", "15 main", "15 C", "6 E, 6 F");
  asc_test_close_window (window);
}

static gboolean
has_total (AscWindow *window, const char *total)
{
  AscProfile *profile = asc_session_get_profile (asc_window_get_session (window));

  return asc_profile_get_inclusive (profile, ASC_FUNCTION_TOTAL, 0) == g_ascii_strtoll (total, NULL, 10);
}

static void
filter (AscWindow *window, const char *text, const char *total)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscFilter) parsed = asc_filter_parse (text, NULL, &error);

  g_assert_no_error (error);
  asc_filtering_set (asc_session_get_filtering (asc_window_get_session (window)), parsed);
  asc_test_wait_for (has_total, window, total);
  asc_test_settle ();
}

/* A filter leaves the fragment, also where no stack with it is left. */
static void
test_filter (void)
{
  AscWindow *window = open_around_c ();
  AscSession *session = asc_window_get_session (window);
  g_autoptr (GArray) fragment = asc_chain_prepend (asc_session_get_fragment (session), asc_test_find_function (window, "B"));

  asc_session_set_fragment (session, fragment);
  filter (window, "\"E\" IN STACK", "10");
  assert_shown (window, "B;C", "6 main", "6 C", "6 E");
  filter (window, "!(\"C\" IN STACK)", "7");
  assert_shown (window, "B;C", "", "0 C", "");
  asc_test_close_window (window);
}

int
main (int argc, char **argv)
{
  asc_test_window_init (&argc, &argv);
  g_test_add_func ("/fragments/build", test_build);
  g_test_add_func ("/fragments/take-apart", test_take_apart);
  g_test_add_func ("/fragments/filter", test_filter);
  return asc_test_window_run ();
}
