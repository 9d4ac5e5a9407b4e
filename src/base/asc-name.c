/* asc-name.c: see asc-name.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-name.h"

#include <string.h>

#define ELLIPSIS "…"

/* If @at begins an operator's name ("operator<<", "operator()"), its length with the signs, else 0. */
static gsize
operator_length (const char *name, const char *at)
{
  static const char word[] = "operator";
  const char *end;

  if (!g_str_has_prefix (at, word) || (at > name && (g_ascii_isalnum (at[-1]) || at[-1] == '_')))
    return 0;
  end = at + strlen (word);
  if (g_str_has_prefix (end, "()"))
    return (gsize) (end + 2 - at);
  while (*end != '\0' && strchr ("<>=-+*/%&|^!~", *end) != NULL)
    end++;
  return (gsize) (end - at);
}

/* Past the bracket that closes the one at @open; NULL when none does. */
static const char *
skip_brackets (const char *open)
{
  int depth = 0;

  for (const char *p = open; *p != '\0'; p++)
    {
      gsize length = operator_length (open, p);

      if (length > 0)
        {
          p += length - 1;
          continue;
        }
      if (*p == '<' || *p == '(')
        depth++;
      else if ((*p == '>' && p[-1] != '-') || *p == ')')
        depth--;
      if (depth == 0)
        return p + 1;
    }
  return NULL;
}

/* Arguments follow a name, not a blank as in "<static>@0x1130 (<libx.so>)". */
static gboolean
is_dropped (const char *name, const char *at, AscNameForm form)
{
  if (at == name || at[-1] == ' ' || at[-1] == '(')
    return FALSE;
  if (*at == '<')
    return form >= ASC_NAME_NO_ARGUMENTS;
  return *at == '(' && form >= ASC_NAME_SHORTEST && !g_str_has_prefix (at, "(anonymous namespace)") && at[1] != ')';
}

char *
asc_name_shorten (const char *name, AscNameForm form)
{
  GString *text = g_string_new (NULL);
  const char *p = name;

  while (*p != '\0')
    {
      gsize length = operator_length (name, p);
      const char *end = NULL;

      if (length == 0 && is_dropped (name, p, form))
        end = skip_brackets (p);
      if (end != NULL)
        {
          g_string_append_printf (text, "%c" ELLIPSIS "%c", *p, end[-1]);
          p = end;
          continue;
        }
      if (length == 0)
        length = 1;
      g_string_append_len (text, p, (gssize) length);
      p += length;
    }
  return g_string_free (text, FALSE);
}
