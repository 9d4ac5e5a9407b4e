/* test-dwarf-tools.h: programs to look into, and what other tools say of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib/gstdio.h>
#include <string.h>

#include "asc-dwarf.h"
#include "asc-test-paths.h"

G_GNUC_UNUSED static gboolean
has_program (const char *name)
{
  g_autofree char *program = g_find_program_in_path (name);

  return program != NULL;
}

/* Runs a command line below @folder. Returns: (transfer full): its output; NULL when it failed */
G_GNUC_UNUSED static char *run (const char *folder, const char *format, ...) G_GNUC_PRINTF (2, 3);

static char *
run (const char *folder, const char *format, ...)
{
  g_autofree char *line = NULL;
  char *out = NULL;
  int status = 0;
  va_list args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  {
    const char *argv[] = { "/bin/sh", "-c", line, NULL };
    g_autoptr (GError) error = NULL;

    g_spawn_sync (folder, (char **)argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out, NULL, &status, &error);
    g_assert_no_error (error);
  }
  if (status != 0)
    g_clear_pointer (&out, g_free);
  return out;
}

G_GNUC_UNUSED static char *
make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("ascribe-dwarf-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

G_GNUC_UNUSED static void
remove_folder (char *folder)
{
  g_autofree char *out = run ("/", "rm -rf '%s'", folder);
}

/* The addresses of the instructions in .text, at most @max, evenly spread; ascending. Returns: (transfer full)
 * (element-type guint64) */
G_GNUC_UNUSED static GArray *
list_instructions (const char *path, guint max)
{
  g_autofree char *out = run ("/", "objdump -d --no-show-raw-insn -j .text '%s'", path);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint64));
  GArray *some = g_array_new (FALSE, FALSE, sizeof (guint64));
  char *rest = NULL;

  g_assert_nonnull (out);
  for (char *line = strtok_r (out, "\n", &rest); line != NULL; line = strtok_r (NULL, "\n", &rest))
    {
      char *end;
      guint64 address = g_ascii_strtoull (line, &end, 16);

      if (line[0] == ' ' && end[0] == ':')
        g_array_append_val (all, address);
    }
  for (guint i = 0; i < all->len; i += MAX (1, all->len / MAX (max, 1)))
    g_array_append_val (some, g_array_index (all, guint64, i));
  return some;
}

/* One place as a tool prints it. */
typedef struct
{
  char *function; /* "??": unknown */
  char *file;     /* "": unknown */
  guint32 line;
} ToldPlace;

static void
told_place_free (gpointer data)
{
  ToldPlace *place = data;

  g_free (place->function);
  g_free (place->file);
  g_free (place);
}

/* "FILE:LINE (discriminator 2)", "FILE:?", "FILE:LINE:COLUMN" */
static void
set_location (ToldPlace *place, char *text, gboolean has_column)
{
  char *colon = strstr (text, " (discriminator");

  if (colon != NULL)
    *colon = '\0';
  if (has_column && (colon = strrchr (text, ':')) != NULL)
    *colon = '\0';
  colon = strrchr (text, ':');
  if (colon != NULL)
    {
      place->line = (guint32)g_ascii_strtoull (colon + 1, NULL, 10);
      *colon = '\0';
    }
  place->file = g_strdup (g_str_equal (text, "??") ? "" : text);
}

/* Asks @tool, which answers with the address, then pairs of lines. Returns: (transfer full) (element-type GPtrArray):
 * by address */
G_GNUC_UNUSED static GPtrArray *
ask_tool (const char *tool, gboolean has_column, GArray *addresses)
{
  GPtrArray *answers = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "addresses", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *out = NULL;
  g_auto (GStrv) lines = NULL;
  ToldPlace *open = NULL;

  for (guint i = 0; i < addresses->len; i++)
    g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x\n", g_array_index (addresses, guint64, i));
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  out = run (folder, "%s < addresses", tool);
  g_assert_nonnull (out);
  lines = g_strsplit (out, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "0x") && strspn (lines[i] + 2, "0123456789abcdef") == strlen (lines[i] + 2))
        {
          g_ptr_array_add (answers, g_ptr_array_new_with_free_func (told_place_free));
          open = NULL;
        }
      else if (lines[i][0] != '\0' && answers->len > 0 && open == NULL)
        {
          open = g_new0 (ToldPlace, 1);
          open->function = g_strdup (lines[i]);
          g_ptr_array_add (g_ptr_array_index (answers, answers->len - 1), open);
        }
      else if (lines[i][0] != '\0' && open != NULL)
        {
          set_location (open, lines[i], has_column);
          open = NULL;
        }
    }
  g_assert_cmpuint (answers->len, ==, addresses->len);
  remove_folder (folder);
  return answers;
}

/* Whether a tool that knows no namespaces means the same: its name is the last part of ours. */
static gboolean
is_same_name (const char *ours, const char *theirs)
{
  gsize n = strlen (ours), m = strlen (theirs);

  return g_str_equal (ours, theirs) || (n > m + 2 && g_str_has_suffix (ours, theirs) && ours[n - m - 1] == ':');
}

typedef enum
{
  SAME,
  OTHER_NAME, /* places agree; the name of an inlined function does not */
  OTHER_PLACE,
} Agreement;

/* Compares our chain with a tool's. The outermost function's name is the symbol's affair. */
G_GNUC_UNUSED static Agreement
compare_chain (AscDwarfResult *result, guint i, const GPtrArray *told)
{
  guint n_functions, n_places;
  const AscDwarfFunction *functions = asc_dwarf_result_get_functions (result, &n_functions);
  const AscDwarfPlace *places = asc_dwarf_result_get_chain (result, i, &n_places);
  Agreement agreement = SAME;

  /* Code without DWARF: the tools name it, and its file, by the symbol table. */
  if (n_places == 0)
    return told->len == 1 && ((ToldPlace *)told->pdata[0])->line == 0 ? SAME : OTHER_PLACE;
  if (n_places != told->len)
    return OTHER_PLACE;
  for (guint j = 0; j < n_places; j++)
    {
      const ToldPlace *place = told->pdata[j];

      if (places[j].line != place->line || g_strcmp0 (places[j].file != NULL ? places[j].file : "", place->file) != 0)
        return OTHER_PLACE;
      if (j + 1 < n_places && !is_same_name (functions[places[j].function].mangled, place->function))
        agreement = OTHER_NAME;
    }
  return agreement;
}
