/* test-demangle.c: names as c++filt prints them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "asc-demangle.h"
#include "asc-name.h"
#include "asc-test-paths.h"
#include "test-lines.h"

static gboolean
has_tool (const char *name)
{
  g_autofree char *path = g_find_program_in_path (name);

  return path != NULL;
}

/* Every compiler's names of the symbols in a file, from nm, with c++filt's answers. */
static char **
list_symbols (const char *path)
{
  g_autofree char *command = g_strdup_printf ("sh -c 'LC_ALL=C; (nm -P \"%s\"; nm -DP \"%s\") 2>/dev/null | cut -d\" \" -f1 | sed s/@.*// | sort -u'", path, path);
  g_autofree char *out = NULL;

  g_spawn_command_line_sync (command, &out, NULL, NULL, NULL);
  return split_lines (out != NULL ? g_strchomp (out) : "");
}

/* Answers of c++filt, one a line. Returns: (transfer full) (nullable) */
static char **
ask_filter (char **names, const char *style)
{
  g_autofree char *in = NULL;
  g_autofree char *text = g_strjoinv ("\n", names);
  g_autofree char *command = NULL;
  g_autofree char *out = NULL;
  int fd = g_file_open_tmp ("asc-names-XXXXXX", &in, NULL);
  gboolean ok;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (in, text, -1, NULL));
  command = g_strdup_printf ("sh -c 'c++filt -i -s %s <%s'", style, in);
  ok = has_tool ("c++filt") && g_spawn_command_line_sync (command, &out, NULL, NULL, NULL);
  remove (in);
  return ok ? split_lines (out) : NULL;
}

static void
check_file (const char *path)
{
  g_auto (GStrv) names = g_file_test (path, G_FILE_TEST_EXISTS) ? list_symbols (path) : NULL;
  g_auto (GStrv) answers = names != NULL ? ask_filter (names, "auto") : NULL;
  guint n = 0;

  if (answers == NULL)
    return;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = asc_demangle (names[i], 0);

      /* What c++filt leaves alone in this style: D and Ada, which it is asked for below. */
      if (g_str_has_prefix (names[i], "_D") || g_str_has_prefix (names[i], "_ada_"))
        continue;
      g_assert_cmpstr (name != NULL ? name : names[i], ==, answers[i]);
      n += name != NULL;
    }
  g_test_message ("%s: %u mangled names as c++filt prints them", path, n);
}

static void
test_files (void)
{
  if (!has_tool ("c++filt") || !has_tool ("nm"))
    {
      g_test_skip ("no binutils here");
      return;
    }
  check_file ("/usr/lib/x86_64-linux-gnu/libstdc++.so.6");
  check_file ("/usr/lib/x86_64-linux-gnu/libicuuc.so.72");
  check_file ("/usr/lib/x86_64-linux-gnu/libc.so.6");
}

/* asc_name_dup_bare() of long names against c++filt's own names without parameters. */
static void
test_bare (void)
{
  const char *path = "/usr/lib/x86_64-linux-gnu/libstdc++.so.6";
  g_auto (GStrv) names = has_tool ("nm") && g_file_test (path, G_FILE_TEST_EXISTS) ? list_symbols (path) : NULL;
  g_auto (GStrv) long_names = names != NULL ? ask_filter (names, "auto") : NULL;
  g_auto (GStrv) bare_names = names != NULL ? ask_filter (names, "auto -p") : NULL;

  guint n = 0;

  if (long_names == NULL || bare_names == NULL)
    {
      g_test_skip ("no binutils or no libstdc++ here");
      return;
    }
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *bare = asc_name_dup_bare (long_names[i]);
      /* Of what stands beside a function it leaves the parameters; ours has the same without them. */
      const char *name = strstr (bare_names[i], "thunk to ") != NULL || strstr (bare_names[i], "transaction clone for ") != NULL ? NULL : bare_names[i];

      if (name != NULL)
        g_assert_cmpstr (bare, ==, name);
      else
        g_assert_true (g_str_has_prefix (bare_names[i], bare) && bare_names[i][strlen (bare)] == '(');
      n += !g_str_equal (bare, long_names[i]);
    }
  g_assert_cmpuint (n, >, 1000);
}

/* Rust of both manglings. */
static void
test_cases (void)
{
  static const char *const files[] = { "rust_v0", "rust_legacy", "dwarf5" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *name = g_strconcat ("made/recordings/inline/", files[i], NULL);
      g_autofree char *path = asc_test_case_path (name);

      if (path != NULL)
        check_file (path);
    }
}

static void
test_styles (void)
{
  static const struct
  {
    const char *style;
    const char *symbol;
  } cases[] = {
    { "auto", "_ZN2ns1A1fIdEElT_" },
    { "auto", "_ZN2ns1AC1Ei" },
    { "auto", "_ZNSt6vectorISt4pairIiNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEESaIS8_EED0Ev" },
    { "auto", "_ZL3foov.constprop.0" },
    { "auto", "_ZGVZ3foovE1x" },
    { "auto", "_GLOBAL__sub_I_main" },
    { "auto", "_ZZ4mainENKUlvE_clEv" },
    { "auto", "_ZN4core3fmt5write17h0123456789abcdefE" },
    { "auto", "_ZN71_$LT$std..io..Stdin$u20$as$u20$std..io..Read$GT$4read17h0123456789abcdefE" },
    { "auto", "_RINvCsfJLUzJOzSAL_6inline5applyNCNvB2_4main0EB2_" },
    { "auto", "_RINvMNtCsgEmfK2I1SDS_4core5sliceSh11copy_withinINtNtNtB5_3ops5range14RangeInclusivejEECsfEOYDRpO4Ta_11miniz_oxide" },
    { "auto", "._ZN2ns1A1fIdEElT_" },
    { "auto", "_ZN3foo" },
    { "auto", "_R" },
    { "auto", "main" },
    { "auto", "_Z" },
    { "dlang", "_D8demangle4testFZv" },
    { "dlang", "_Dmain" },
    { "dlang", "_D3std5stdio__T7writelnTAyaZQnFNfQjZv" },
    { "dlang", "_D6object6Object8toStringMFZAya" },
    { "gnat", "ada__text_io__put_line__2" },
    { "gnat", "_ada_hello" },
    { "gnat", "system__img_int__image_integer" },
    { "gnat", "pkg__Oadd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char *names[] = { (char *) cases[i].symbol, NULL };
      g_auto (GStrv) answers = ask_filter (names, cases[i].style);
      g_autofree char *name = asc_demangle (cases[i].symbol, g_str_equal (cases[i].style, "gnat") ? ASC_DEMANGLE_ADA : 0);

      if (answers == NULL)
        {
          g_test_skip ("no c++filt here");
          return;
        }
      g_assert_cmpstr (name != NULL ? name : cases[i].symbol, ==, g_strchomp (answers[0]));
    }
  /* Not Ada's unless the program has some. */
  g_assert_null (asc_demangle ("pthread__mutex_lock", 0));
}

/* The base-36 number of a substitution: S_, S0_, S1_ ... */
static void
append_substitution (GString *text, guint n)
{
  static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  if (n == 0)
    g_string_append (text, "S_");
  else if (n <= 36)
    g_string_append_printf (text, "S%c_", digits[n - 1]);
  else
    g_string_append_printf (text, "S%c%c_", digits[(n - 1) / 36], digits[(n - 1) % 36]);
}

/* Names of some hundred bytes that stand for more than the memory holds. */
static void
test_bombs (void)
{
  g_autoptr (GString) cxx = g_string_new ("_Z1fSt4pairIiiE");
  g_autoptr (GString) deep = g_string_new ("_Z1f");
  g_autoptr (GString) d = g_string_new ("_D3foo3barF");
  clock_t start = clock ();

  for (guint i = 1; i <= 60; i++)
    {
      g_string_append (cxx, "S_I");
      append_substitution (cxx, i);
      append_substitution (cxx, i);
      g_string_append_c (cxx, 'E');
      if (i == 8)
        {
          g_autofree char *name = asc_demangle (cxx->str, 0);

          g_assert_nonnull (name);
          g_assert_cmpuint (strlen (name), >, 2000);
        }
    }
  g_assert_null (asc_demangle (cxx->str, 0));
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, 'P');
  g_string_append_c (deep, 'i');
  g_free (asc_demangle (deep->str, 0));
  for (guint i = 0; i < 2000; i++)
    g_string_append (d, "QbQc");
  g_string_append (d, "Zv");
  g_free (asc_demangle (d->str, 0));
  g_assert_cmpint (clock () - start, <, 5 * CLOCKS_PER_SEC);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/demangle/files", test_files);
  g_test_add_func ("/demangle/bare", test_bare);
  g_test_add_func ("/demangle/cases", test_cases);
  g_test_add_func ("/demangle/styles", test_styles);
  g_test_add_func ("/demangle/bombs", test_bombs);
  return g_test_run ();
}
