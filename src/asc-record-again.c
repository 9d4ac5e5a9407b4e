/* asc-record-again.c: the command that would have made a better recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include <string.h>

/* Options of perf record that take a word of their own, after perf-record(1). */
static const char short_with_word[] = "eFcomptuCkjGDr";
static const char *const long_with_word[] = { "--event", "--freq", "--count", "--output", "--mmap-pages", "--pid", "--tid", "--uid", "--cpu", "--clockid", "--call-graph",
                                              "--branch-filter", "--cgroup", "--delay", "--realtime", "--filter", "--proc-map-timeout", "--affinity", "--max-size" };

/* Spellings of one option: the first is the one that is given anew. */
static const char *const spellings[][4] = {
  { "-F", "--freq", "-c", "--count" }, { "-c", "--count", "-F", "--freq" }, { "-m", "--mmap-pages", NULL }, { "--call-graph", "-g", NULL }, { "-k", "--clockid", NULL },
};

static gboolean
takes_word (const char *word)
{
  if (word[0] == '-' && word[1] != '-')
    return word[1] != '\0' && word[2] == '\0' && strchr (short_with_word, word[1]) != NULL;
  for (guint i = 0; i < G_N_ELEMENTS (long_with_word); i++)
    if (g_str_equal (word, long_with_word[i]))
      return TRUE;
  return FALSE;
}

/* Whether @word gives what the option @option gives. */
static gboolean
is_same_option (const char *word, const char *option)
{
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    for (guint j = 0; g_str_equal (spellings[i][0], option) && j < G_N_ELEMENTS (spellings[i]) && spellings[i][j] != NULL; j++)
      {
        const char *spelling = spellings[i][j];
        const char *rest = g_str_has_prefix (word, spelling) ? word + strlen (spelling) : NULL;

        if (rest != NULL && (*rest == '\0' || *rest == '=' || (spelling[1] != '-' && g_ascii_isdigit (*rest))))
          return TRUE;
      }
  return FALSE;
}

static void
append_word (GString *command, const char *word)
{
  if (command->len > 0)
    g_string_append_c (command, ' ');
  if (*word == '\0' || strpbrk (word, " \t\n'\"\\$`*?[](){}<>|&;#~") != NULL)
    {
      g_autofree char *quoted = g_shell_quote (word);

      g_string_append (command, quoted);
    }
  else
    g_string_append (command, word);
}

/* Where the words of @words begin that come after "record"; 0: it is no command of perf. */
static guint
find_record (char **words)
{
  g_autofree char *program = words[0] != NULL ? g_path_get_basename (words[0]) : NULL;

  if (program == NULL || !g_str_has_prefix (program, "perf"))
    return 0;
  for (guint i = 1; words[i] != NULL; i++)
    if (g_str_equal (words[i], "record"))
      return i + 1;
  return 0;
}

char *
asc_dup_record_again (AscExperiment *experiment, const char *option)
{
  const char *recorded = asc_experiment_get_info (experiment, "command");
  g_autofree char *name = g_strndup (option, strcspn (option, " "));
  GString *command = g_string_new (NULL);
  g_auto (GStrv) words = NULL;
  gboolean in_options = TRUE;
  guint start;

  if (recorded == NULL || !g_shell_parse_argv (recorded, NULL, &words, NULL))
    {
      g_string_printf (command, "perf record %s", option);
      return g_string_free (command, FALSE);
    }
  start = find_record (words);
  if (start == 0)
    g_string_printf (command, "perf record %s --", option);
  for (guint i = 0; words[i] != NULL; i++)
    {
      gboolean has_word;

      if (i == start && start > 0)
        g_string_append_printf (command, " %s", option);
      if (i < start || start == 0 || !in_options)
        {
          append_word (command, words[i]);
          continue;
        }
      if (words[i][0] != '-' || g_str_equal (words[i], "--"))
        in_options = FALSE;
      has_word = in_options && takes_word (words[i]) && words[i + 1] != NULL;
      if (!in_options || !is_same_option (words[i], name))
        {
          append_word (command, words[i]);
          if (has_word)
            append_word (command, words[i + 1]);
        }
      i += has_word;
    }
  if (start > 0 && words[start] == NULL)
    g_string_append_printf (command, " %s", option);
  return g_string_free (command, FALSE);
}
