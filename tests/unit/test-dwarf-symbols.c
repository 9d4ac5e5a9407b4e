/* test-dwarf-symbols.c: inlined functions and lines as an experiment's symbols have them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "asc-test-paths.h"
#include "ascribe.h"

/* The program's hot instructions, and what is inlined there, by construction: made/expected/inline.json. */
typedef struct
{
  guint64 address;
  const char *chain;    /* innermost first */
  const char *function; /* without inlined functions: the symbol's, with the line of the code */
} Hot;

static const Hot hot[] = {
  { 0x13c0, "Table<:44", "Table<:44" },
  { 0x14c0, "inl::level0:34 hot:39", "hot:34" },
  { 0x1500, "inl::level1:29 inl::level0:35 hot:39", "hot:29" },
  { 0x1540, "inl::level2:25 inl::level1:30 inl::level0:35 hot:39", "hot:25" },
};

static AscSymbols *
load (const char *name, gboolean no_inline, guint n_threads)
{
  g_autofree char *case_name = g_strdup_printf ("made/recordings/inline/%s.data", name);
  g_autofree char *path = asc_test_case_path (case_name);
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  const char *paths[] = { folder, NULL };
  const AscSymbolOptions options
      = { .symbol_paths = paths, .no_live = TRUE, .no_inline = no_inline, .n_threads = n_threads };
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (GError) error = NULL;
  AscSymbols *symbols;

  if (path == NULL)
    return NULL;
  experiment = asc_experiment_open (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  symbols = asc_symbols_load (experiment, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  return symbols;
}

static char *
get_chain_text (AscSymbols *symbols, guint32 frame)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n, n_functions;
  const AscPlace *places = asc_symbols_get_chain (symbols, frame, &n);
  const AscFunction *functions = asc_symbols_get_functions (symbols, &n_functions);

  for (guint i = 0; i < n; i++)
    {
      const AscFunction *function = &functions[places[i].function];
      int length = g_str_has_prefix (function->name, "Table<") ? 6 : (int)strlen (function->name);

      g_assert_cmpuint (places[i].function, <, n_functions);
      g_assert_true (places[i].file == NULL || g_str_has_suffix (places[i].file, "/inline.cpp"));
      g_string_append_printf (text, "%s%.*s:%u", i > 0 ? " " : "", length, function->name, places[i].line);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static guint32
find_object (AscSymbols *symbols, const char *name)
{
  guint n;
  const AscObject *objects = asc_experiment_get_objects (asc_symbols_get_experiment (symbols), &n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (objects[i].name, name) == 0)
      return i;
  g_assert_not_reached ();
}

/* How many of the hot instructions were sampled, and are right. */
static guint
check_hot (AscSymbols *symbols, const char *name, gboolean no_inline)
{
  guint64 bias = g_str_equal (name, "nopie") ? 0x400000 : 0;
  guint32 object = find_object (symbols, name);
  guint n_frames, n_found = 0;
  const AscFrame *frames = asc_experiment_get_frames (asc_symbols_get_experiment (symbols), &n_frames);

  for (guint i = 0; i < n_frames; i++)
    for (guint j = 0; j < G_N_ELEMENTS (hot); j++)
      if (frames[i].object == object && !(frames[i].flags & (ASC_FRAME_NAMED | ASC_FRAME_CALL))
          && asc_symbols_get_elf_address (symbols, i) == hot[j].address + bias)
        {
          g_autofree char *text = get_chain_text (symbols, i);

          g_assert_cmpstr (text, ==, no_inline ? hot[j].function : hot[j].chain);
          n_found++;
        }
  return n_found;
}

static void
test_variant (gconstpointer name)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AscSymbols) symbols = load (name, i == 1, 1 + i);

      if (symbols == NULL)
        return;
      g_assert_cmpuint (check_hot (symbols, name, i == 1), ==, G_N_ELEMENTS (hot));
    }
}

/* One function for all places where it is inlined, in the object whose code it is, with the place of its definition. */
static void
test_identity (void)
{
  g_autoptr (AscSymbols) symbols = load ("dwarf5", FALSE, 1);
  guint n_functions, n_level1 = 0, n_hot = 0;
  const AscFunction *functions;

  if (symbols == NULL)
    return;
  functions = asc_symbols_get_functions (symbols, &n_functions);
  for (guint i = 0; i < n_functions; i++)
    {
      if (g_str_equal (functions[i].name, "inl::level1"))
        {
          n_level1++;
          g_assert_cmpuint (functions[i].line, ==, 27);
          g_assert_cmpuint (functions[i].address, ==, 0);
          g_assert_cmpuint (functions[i].object, ==, find_object (symbols, "dwarf5"));
        }
      if (g_str_equal (functions[i].name, "hot"))
        {
          n_hot++;
          g_assert_cmpuint (functions[i].line, ==, 39);
          g_assert_true (g_str_has_suffix (functions[i].file, "/inline.cpp"));
          g_assert_cmpuint (functions[i].address, !=, 0);
        }
    }
  g_assert_cmpuint (n_level1, ==, 1);
  g_assert_cmpuint (n_hot, ==, 1);
}

int
main (int argc, char *argv[])
{
  static const char *const variants[]
      = { "dwarf4", "dwarf5", "gz", "gz_gnu", "nopie", "split4", "split5", "debuglink" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    {
      g_autofree char *path = g_strconcat ("/dwarf-symbols/", variants[i], NULL);

      g_test_add_data_func (path, variants[i], test_variant);
    }
  g_test_add_func ("/dwarf-symbols/identity", test_identity);
  return g_test_run ();
}
