/* asc-name.c: see asc-name.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-name.h"

#include <string.h>

#define ELLIPSIS "…"

gboolean
asc_name_style_parse (const char *text, AscNameStyle *style)
{
  static const char *const names[] = { [ASC_NAME_LONG] = "long", [ASC_NAME_SHORT] = "short", [ASC_NAME_MANGLED] = "mangled" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (text, names[i]))
      {
        *style = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* If @at begins an operator's name ("operator<<", "operator()", "operator bool"), its length with the signs that are brackets, else 0. */
static gsize
operator_length (const char *name, const char *at)
{
  static const char word[] = "operator";
  static const char *const signs[] = { "()", "[]", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">" };
  const char *end;

  if (!g_str_has_prefix (at, word) || (at > name && is_word (at[-1])))
    return 0;
  end = at + strlen (word);
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (end, signs[i]))
      return (gsize) (end - at) + strlen (signs[i]);
  return is_word (*end) ? 0 : (gsize) (end - at);
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
      if (strchr ("<([{", *p) != NULL)
        depth++;
      else if ((*p == '>' && p[-1] != '-') || strchr (")]}", *p) != NULL)
        depth--;
      if (depth == 0)
        return p + 1;
    }
  return NULL;
}

static gboolean
is_anonymous (const char *at)
{
  return g_str_has_prefix (at, "(anonymous namespace)");
}

/* Arguments follow a name, not a blank as in "<static>@0x1130 (<libx.so>)", nor a dot as in Go's "main.(*T).f". */
static gboolean
is_dropped (const char *name, const char *at, AscNameForm form)
{
  if (at == name || strchr (" (.", at[-1]) != NULL)
    return FALSE;
  if (*at == '<')
    return form >= ASC_NAME_NO_ARGUMENTS;
  return *at == '(' && form >= ASC_NAME_SHORTEST && !is_anonymous (at) && at[1] != ')';
}

/* The bracket at @at, or behind the @length of an operator's name there, that is to be elided; else NULL. A blank may stand between: "operator< <int>". */
static const char *
find_dropped (const char *name, const char *at, gsize length, AscNameForm form)
{
  if (length == 0)
    return is_dropped (name, at, form) ? at : NULL;
  return form >= ASC_NAME_NO_ARGUMENTS && g_str_has_prefix (at + length, " <") ? at + length + 1 : NULL;
}

char *
asc_name_shorten (const char *name, AscNameForm form)
{
  GString *text = g_string_new (NULL);
  const char *p = name;

  while (*p != '\0')
    {
      gsize length = operator_length (name, p);
      const char *open = find_dropped (name, p, length, form);
      const char *end = open != NULL ? skip_brackets (open) : p + MAX (length, 1);

      /* Where one bracket stays open the rest is not looked at: at each of a million it would be to the end. */
      if (end == NULL)
        {
          g_string_append (text, p);
          break;
        }
      g_string_append_len (text, p, (open != NULL ? open : end) - p);
      if (open != NULL)
        g_string_append_printf (text, "%c" ELLIPSIS "%c", *open, end[-1]);
      p = end;
    }
  return g_string_free (text, FALSE);
}

/* Where a name goes on behind parameters that are a part of it ("f(int) const::{lambda()#1}", Go's "main.(*T).f"); NULL: it ends with them. */
static const char *
skip_to_member (const char *at)
{
  static const char *const qualifiers[] = { " const", " volatile", " &&", " &" };

  for (guint i = 0; i < G_N_ELEMENTS (qualifiers); i++)
    if (g_str_has_prefix (at, qualifiers[i]))
      at += strlen (qualifiers[i]);
  return g_str_has_prefix (at, "::") || *at == '.' ? at : NULL;
}

/* Whether the round bracket at @at, which closes before @end, holds the parameters that end a name which begins at @start. */
static gboolean
are_parameters (const char *start, const char *at, const char *end)
{
  return *at == '(' && at > start && at[-1] != ' ' && !is_anonymous (at) && skip_to_member (end) == NULL
         && !(at - start == (int) strlen ("decltype") && g_str_has_prefix (start, "decltype"));
}

/* What a compiler made beside a function and named by it: the words before the function's name. */
static gsize
get_prefix_length (const char *name)
{
  static const char *const prefixes[] = { "virtual thunk to ", "non-virtual thunk to ", "covariant return thunk to ", "transaction clone for ", "non-transaction clone for " };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return strlen (prefixes[i]);
  return 0;
}

static char *
dup_without_parameters (const char *name)
{
  const char *start = name, *p = name;
  gboolean converts = FALSE; /* the blanks in "operator unsigned long" are its own */

  if (name[0] == '<') /* <Total>, <static>@0x1130 (<libx.so>), <T as Trait>::f */
    return g_strdup (name);
  while (*p != '\0')
    {
      gsize length = operator_length (name, p);

      if (length > 0)
        {
          p += length;
          converts = (*p == ' ' && p[1] != '<') || *p == '"';
          p += g_str_has_prefix (p, " <"); /* operator<< <char> */
        }
      else if (strchr ("<([{", *p) != NULL)
        {
          const char *end = skip_brackets (p);

          if (end == NULL)
            return g_strdup (name);
          if (are_parameters (start, p, end))
            break;
          if (*p == '(' && skip_to_member (end) != NULL)
            {
              end = skip_to_member (end);
              converts = FALSE;
            }
          /* "operator void (A::*)(int)": a pointer to a function is its type. */
          if (converts && p[-1] == ' ' && *end == '(' && skip_brackets (end) != NULL)
            end = skip_brackets (end);
          p = end;
        }
      else
        {
          if (*p++ == ' ' && !converts)
            start = p;
        }
    }
  /* Without parameters there is no return type either; a pointer to a function as the return type stands around the name. */
  return *p != '(' || (*start == '(' && !is_anonymous (start)) ? g_strdup (name) : g_strndup (start, (gsize) (p - start));
}

char *
asc_name_dup_bare (const char *name)
{
  gsize length = get_prefix_length (name);
  g_autofree char *prefix = g_strndup (name, length);
  g_autofree char *bare = dup_without_parameters (name + length);

  return g_strconcat (prefix, bare, NULL);
}

char *
asc_name_dup_short (const char *name)
{
  static const char clone[] = " [clone ";
  g_autofree char *bare = asc_name_dup_bare (name);
  g_autofree char *text = asc_name_shorten (bare, ASC_NAME_SHORTEST);
  const char *tail = strstr (name, clone);

  return g_strconcat (text, tail != NULL && strstr (bare, clone) == NULL ? tail : NULL, NULL);
}

char *
asc_name_dup_styled (const char *name, const char *mangled, AscNameStyle style)
{
  if (style == ASC_NAME_SHORT)
    return asc_name_dup_short (name);
  return g_strdup (style == ASC_NAME_MANGLED && mangled != NULL ? mangled : name);
}
