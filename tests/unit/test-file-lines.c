/* test-file-lines.c: the lines of a file against a slow calculation by the definitions, event by event
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "asc-file-lines.h"
#include "asc-test-recording.h"

/* Frames are named "g@b.c:3+f@a.c:9": g at line 3 of b.c, inlined into f at line 9 of a.c. */
typedef struct
{
  AscExperiment *experiment;
  GPtrArray *functions; /* names */
} Names;

static const char *
definition_of (const char *function)
{
  return strchr ("fgh", function[0]) != NULL ? "/src/a.c" : function[0] == 'p' ? "/src/b.c" : NULL;
}

static guint32
function_number (Names *names, const char *name)
{
  guint i;

  if (!g_ptr_array_find_with_equal_func (names->functions, name, g_str_equal, &i))
    {
      g_ptr_array_add (names->functions, g_strdup (name));
      i = names->functions->len - 1;
    }
  return i;
}

static char **
split_frame (Names *names, guint32 frame)
{
  guint n;

  return g_strsplit (asc_experiment_get_string (names->experiment, (guint32) asc_experiment_get_frames (names->experiment, &n)[frame].address), "+", -1);
}

/* "f@a.c:9": file and line; interned. */
static AscInputPlace
parse_place (const char *text)
{
  const char *at = strchr (text, '@');
  const char *colon = at != NULL ? strchr (at, ':') : NULL;
  g_autofree char *file = NULL;

  if (at == NULL)
    return (AscInputPlace){ NULL, 0 };
  file = g_strndup (at + 1, (gsize) (colon - at - 1));
  return (AscInputPlace){ g_intern_string (file), (guint32) g_ascii_strtoull (colon + 1, NULL, 10) };
}

static char *
parse_name (const char *text)
{
  const char *at = strchr (text, '@');

  return at != NULL ? g_strndup (text, (gsize) (at - text)) : g_strdup (text);
}

static void
get_function (gpointer data, guint32 function, AscInputFunction *out)
{
  Names *names = data;
  const char *name = g_ptr_array_index (names->functions, function);

  *out = (AscInputFunction){ .name = name, .object = ASC_NONE, .file = definition_of (name), .line = 1 };
}

static guint
get_chain (gpointer data, guint32 frame, guint32 *functions, guint max)
{
  g_auto (GStrv) parts = split_frame (data, frame);
  guint n = g_strv_length (parts);

  for (guint i = 0; i < MIN (n, max); i++)
    {
      g_autofree char *name = parse_name (parts[i]);

      functions[i] = function_number (data, name);
    }
  return n;
}

static guint
get_places (gpointer data, guint32 frame, AscInputPlace *places, guint max)
{
  g_auto (GStrv) parts = split_frame (data, frame);
  guint n = g_strv_length (parts);

  for (guint i = 0; i < MIN (n, max); i++)
    places[i] = parse_place (parts[i]);
  return n;
}

static guint64
get_elf_address (gpointer data, guint32 frame)
{
  return 0;
}

static void
names_free (gpointer data)
{
  Names *names = data;

  g_object_unref (names->experiment);
  g_ptr_array_unref (names->functions);
  g_free (names);
}

static AscProfile *
profile_of (const char *text)
{
  g_autoptr (AscExperiment) experiment = asc_test_recording (text);
  g_autoptr (AscProfileInput) input = asc_profile_input_new ();
  Names *data = g_new0 (Names, 1);
  AscNames names = { .get_function = get_function, .get_chain = get_chain, .get_places = get_places, .get_elf_address = get_elf_address,
                     .data = data, .destroy = names_free };
  guint n_frames;

  data->experiment = g_object_ref (experiment);
  data->functions = g_ptr_array_new_with_free_func (g_free);
  asc_experiment_get_frames (experiment, &n_frames);
  for (guint i = 0; i < n_frames; i++)
    get_chain (data, i, NULL, 0);
  for (guint i = 0; i < n_frames; i++)
    {
      guint32 functions[16];

      get_chain (data, i, functions, G_N_ELEMENTS (functions));
    }
  names.n_functions = data->functions->len;
  asc_profile_input_add (input, experiment, names);
  return asc_profile_compute (input, 1, NULL, NULL, NULL);
}

static AscFileLines *
lines_of (AscProfile *profile, const char *file)
{
  g_autoptr (AscLines) lines = asc_lines_compute (profile, NULL, NULL);

  return asc_file_lines_compute (lines, file, NULL, NULL);
}

/* "3: 5 12 g=7": exclusive, inclusive, calls; what is elsewhere as "f -: 2 2" or "f b.c: 1 1". */
static char *
print_lines (AscProfile *profile, AscFileLines *lines)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < asc_file_lines_get_size (lines); i++)
    {
      const AscFileLine *line = asc_file_lines_get (lines, i);
      const AscLineCall *calls;
      guint n;

      if (line->line != 0)
        g_string_append_printf (text, "%u:", line->line);
      else
        g_string_append_printf (text, "%s %s:", asc_profile_get_function (profile, line->function)->name, line->file != NULL ? line->file : "-");
      g_string_append_printf (text, " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, asc_file_lines_get_exclusive (lines, i, 0), asc_file_lines_get_inclusive (lines, i, 0));
      calls = asc_file_lines_get_calls (lines, i, &n);
      for (guint k = 0; k < n; k++)
        g_string_append_printf (text, " %s=%" G_GINT64_FORMAT, asc_profile_get_function (profile, calls[k].function)->name,
                                asc_file_lines_get_call_value (lines, calls[k].call, 0));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Worked out by hand: an inlined function has its own line, calls of inlined ones count, recursion once an event, spellings of one file are one. */
static void
test_by_hand (void)
{
  g_autoptr (AscProfile) profile = profile_of ("x@/src/m.c:1;f@/src/a.c:9 5\n"
                                               "x@/src/m.c:1;g@/src/./a.c:3+f@/src/a.c:9 7\n"
                                               "x@/src/m.c:1;f@/src/a.c:9;f@/src/a.c:9;p@/src/b.c:4 2\n"
                                               "x@/src/m.c:1;f@/src/b.c:8 1\n"
                                               "x@/src/m.c:1;f 4\n"
                                               "p@/src/a.c:20 3\n");
  g_autoptr (AscFileLines) a = lines_of (profile, "/src/sub/../a.c");
  g_autoptr (AscFileLines) b = lines_of (profile, "/src/b.c");
  g_autoptr (AscFileLines) none = lines_of (profile, "/src/none.c");
  g_autofree char *text_a = print_lines (profile, a);
  g_autofree char *text_b = print_lines (profile, b);

  g_assert_cmpstr (text_a, ==, "3: 7 7\n9: 5 14 g=7 p=2\n20: 3 3\nf -: 4 4\nf /src/b.c: 1 1\n");
  g_assert_cmpstr (text_b, ==, "4: 2 2\n8: 1 1\np /src/a.c: 3 3\n");
  g_assert_cmpuint (asc_file_lines_get_n_lines (a), ==, 3);
  g_assert_cmpuint (asc_file_lines_get_size (none), ==, 0);
  g_assert_cmpint (asc_file_lines_get_largest (a, 0), ==, 7);
  g_assert_cmpuint (asc_file_lines_find (a, 9), ==, 1);
  g_assert_cmpuint (asc_file_lines_find (a, 10), ==, ASC_NONE);
  g_assert_true (asc_file_lines_is_hot (a, 2, 0, 7));
  g_assert_false (asc_file_lines_is_hot (a, 3, 0, 7));
}

static char *
random_stacks (GRand *rand)
{
  static const char *const functions[] = { "f", "g", "h", "p", "q", "r" };
  static const char *const files[] = { "/src/a.c", "/src/b.c", "/src/x/../a.c" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 60; i++)
    {
      gint depth = g_rand_int_range (rand, 1, 8);

      for (gint k = 0; k < depth; k++)
        {
          g_string_append (text, k == 0 ? "" : g_rand_int_range (rand, 0, 4) == 0 ? "+" : ";");
          g_string_append (text, functions[g_rand_int_range (rand, 0, 6)]);
          if (g_rand_int_range (rand, 0, 6) > 0)
            g_string_append_printf (text, "@%s:%d", files[g_rand_int_range (rand, 0, 3)], g_rand_int_range (rand, 0, 5));
        }
      g_string_append_printf (text, " %d\n", g_rand_int_range (rand, 1, 100));
    }
  return g_string_free (text, FALSE);
}

typedef struct
{
  gint64 exclusive[8];
  gint64 inclusive[8];
  gint64 calls[8][128]; /* by line and the first letter of the function */
} Slow;

static void
add_slowly (Slow *slow, char *stack, gint64 value)
{
  g_auto (GStrv) frames = g_strsplit (stack, ";", -1);
  const char *below = NULL;
  gboolean seen[8] = { FALSE };
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);

  for (guint i = g_strv_length (frames); i-- > 0;)
    {
      g_auto (GStrv) parts = g_strsplit (frames[i], "+", -1);

      for (guint k = 0; parts[k] != NULL; k++)
        g_ptr_array_add (places, g_strdup (parts[k]));
    }
  for (guint i = 0; i < places->len; below = g_ptr_array_index (places, i++))
    {
      AscInputPlace place = parse_place (g_ptr_array_index (places, i));

      if (place.line == 0 || !g_str_has_suffix (place.file, "/a.c") || seen[place.line])
        continue;
      seen[place.line] = TRUE;
      slow->inclusive[place.line] += value;
      if (below == NULL)
        slow->exclusive[place.line] += value;
      else
        slow->calls[place.line][(guint) below[0]] += value;
    }
}

static Slow
compute_slowly (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Slow slow = { 0 };

  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      char *space = strrchr (lines[i], ' ');

      *space = '\0';
      add_slowly (&slow, lines[i], g_ascii_strtoll (space + 1, NULL, 10));
    }
  return slow;
}

static void
compare (AscProfile *profile, AscFileLines *lines, const Slow *slow)
{
  for (guint32 line = 1; line < 8; line++)
    {
      guint32 row = asc_file_lines_find (lines, line);
      gint64 calls[128] = { 0 }, sum = 0;
      const AscLineCall *list;
      guint n = 0;

      if (row == ASC_NONE)
        {
          g_assert_cmpint (slow->inclusive[line], ==, 0);
          continue;
        }
      list = asc_file_lines_get_calls (lines, row, &n);
      for (guint i = 0; i < n; i++)
        {
          gint64 value = asc_file_lines_get_call_value (lines, list[i].call, 0);

          calls[(guint) asc_profile_get_function (profile, list[i].function)->name[0]] += value;
          sum += value;
          g_assert_cmpint (value, >, 0);
        }
      g_assert_cmpint (asc_file_lines_get_exclusive (lines, row, 0), ==, slow->exclusive[line]);
      g_assert_cmpint (asc_file_lines_get_inclusive (lines, row, 0), ==, slow->inclusive[line]);
      g_assert_cmpint (asc_file_lines_get_exclusive (lines, row, 0) + sum, ==, slow->inclusive[line]);
      for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
        g_assert_cmpint (calls[i], ==, slow->calls[line][i]);
    }
}

/* The lines of a function and what it has elsewhere are its exclusive metric. */
static void
assert_whole (AscProfile *profile, AscFileLines *file)
{
  AscLines *lines = asc_file_lines_get_lines (file);

  for (guint32 f = 1; f < asc_profile_get_n_functions (profile); f++)
    {
      gint64 here = 0, elsewhere = 0;

      if (g_strcmp0 (asc_profile_get_function (profile, f)->file, "/src/a.c") != 0)
        continue;
      for (guint i = 1; i < asc_lines_get_size (lines); i++)
        if (asc_lines_get (lines, i)->function == f && asc_lines_get (lines, i)->file != NULL && g_str_has_suffix (asc_lines_get (lines, i)->file, "a.c"))
          here += asc_lines_get_exclusive (lines, i, 0);
      for (guint i = asc_file_lines_get_n_lines (file); i < asc_file_lines_get_size (file); i++)
        if (asc_file_lines_get (file, i)->function == f)
          elsewhere += asc_file_lines_get_exclusive (file, i, 0);
      g_assert_cmpint (here + elsewhere, ==, asc_profile_get_exclusive (profile, f, 0));
    }
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < 200; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autofree char *text = random_stacks (rand);
      g_autoptr (AscProfile) profile = profile_of (text);
      g_autoptr (AscFileLines) lines = lines_of (profile, "/src/a.c");
      Slow slow = compute_slowly (text);

      compare (profile, lines, &slow);
      assert_whole (profile, lines);
    }
}

/* The hottest line of a function is in the file of its definition, if it has one there. */
static void
test_hottest (void)
{
  g_autoptr (AscProfile) profile = profile_of ("f@/src/b.c:1 9\nf@/src/a.c:2 3\nf@/src/a.c:5 4\nq@/src/b.c:7 1\nq@/src/a.c:8 2\nr 5\n");
  g_autoptr (AscLines) lines = asc_lines_compute (profile, NULL, NULL);
  static const struct
  {
    const char *function;
    guint32 line;
  } wanted[] = { { "f", 5 }, { "q", 8 } };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr (GArray) rows = asc_profile_find_functions (profile, wanted[i].function);
      guint32 row = asc_lines_find_hottest (lines, g_array_index (rows, guint32, 0), 0);

      g_assert_cmpuint (asc_lines_get (lines, row)->line, ==, wanted[i].line);
    }
  {
    g_autoptr (GArray) rows = asc_profile_find_functions (profile, "r");

    g_assert_cmpuint (asc_lines_find_hottest (lines, g_array_index (rows, guint32, 0), 0), ==, ASC_NONE);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-lines/by-hand", test_by_hand);
  g_test_add_func ("/file-lines/random", test_random);
  g_test_add_func ("/file-lines/hottest", test_hottest);
  return g_test_run ();
}
