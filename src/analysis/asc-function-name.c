/* asc-function-name.c: short forms of demangled names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile.h"

#include <string.h>

/* The length of the text at @s when it is an operator's name, "operator()", "operator<<": brackets in it do not nest. */
static gsize
operator_length (const char *s)
{
  static const char *const signs[] = { "()", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">" };

  if (!g_str_has_prefix (s, "operator"))
    return 0;
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (s + strlen ("operator"), signs[i]))
      return strlen ("operator") + strlen (signs[i]);
  return 0;
}

char *
asc_function_dup_short_name (const char *name)
{
  static const char anonymous[] = "(anonymous namespace)";
  gsize start = 0;
  gsize i = 0;
  int depth = 0;

  if (name[0] == '<') /* <Total>, <static>@0x1130 (<libx.so>), <T as Trait>::f */
    return g_strdup (name);
  while (name[i] != '\0')
    {
      gsize length = operator_length (name + i);

      if (length > 0)
        {
          i += length;
          i += g_str_has_prefix (name + i, " <"); /* operator<< <char> */
          continue;
        }
      if (g_str_has_prefix (name + i, anonymous))
        {
          i += strlen (anonymous);
          continue;
        }
      if (name[i] == '(' && depth == 0 && i > start)
        break;
      if (name[i] == ' ' && depth == 0 && !(i >= 8 && strncmp (name + i - 8, "operator", 8) == 0))
        start = i + 1;
      depth += strchr ("<([{", name[i]) != NULL;
      depth -= strchr (">)]}", name[i]) != NULL;
      i++;
    }
  /* Without parameters there is no return type either: a name with blanks (JIT code) stays whole. */
  if (name[i] == '\0')
    start = 0;
  return g_strndup (name + start, i - start);
}
