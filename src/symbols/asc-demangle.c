/* asc-demangle.c: see asc-demangle.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* What nm, objdump, addr2line and perf ask for: std::ostream stays that, Rust names lose their hash. */
#define NAME_OPTIONS (DMGL_PARAMS | DMGL_ANSI)
/* A D name may refer back to its own parts and libiberty has no bound on what comes of it: two references at each of 20 levels are
 * a million copies. Beyond this many the name stays mangled. */
#define MAX_D_REFERENCES 40

typedef struct
{
  GString *text;
  jmp_buf too_long;
} Output;

/* libiberty cannot be told to stop. Its C++ and Rust printers keep all their state on the stack, so leaving them by longjmp
 * loses nothing. */
static void
output_cb (const char *part, size_t length, void *data)
{
  Output *out = data;

  if (out->text->len + length > ASC_DEMANGLE_MAX)
    longjmp (out->too_long, 1);
  g_string_append_len (out->text, part, (gssize) length);
}

typedef int (*Demangler) (const char *mangled, int options, demangle_callbackref callback, void *opaque);

static char *
run (Demangler demangler, const char *symbol, int options)
{
  Output out = { .text = g_string_new (NULL) };
  GString *volatile text = out.text;

  if (setjmp (out.too_long) == 0 && demangler (symbol, options, output_cb, &out))
    return g_string_free (text, FALSE);
  g_string_free (text, TRUE);
  return NULL;
}

static char *
demangle_d (const char *symbol)
{
  /* Copies that the compiler made end as those of C++: .localalias, .part.0 */
  const char *suffix = strchr (symbol, '.');
  g_autofree char *plain = suffix != NULL ? g_strndup (symbol, (gsize) (suffix - symbol)) : NULL;
  guint n_references = 0;
  char *name, *whole;

  for (const char *p = symbol; *p != '\0'; p++)
    n_references += *p == 'Q';
  if (n_references > MAX_D_REFERENCES)
    return NULL;
  name = dlang_demangle (plain != NULL ? plain : symbol, NAME_OPTIONS);
  if (name == NULL || suffix == NULL)
    return name;
  whole = g_strconcat (name, " [clone ", suffix, "]", NULL);
  free (name);
  return whole;
}

/* ada_demangle() answers every name, in brackets where it makes no sense of it. */
static char *
demangle_ada (const char *symbol, AscDemangleFlags flags)
{
  char *name;

  if (!g_str_has_prefix (symbol, "_ada_")
      && !((flags & ASC_DEMANGLE_ADA) && g_ascii_islower (symbol[0]) && strstr (symbol, "__") != NULL))
    return NULL;
  name = ada_demangle (symbol, NAME_OPTIONS);
  if (name != NULL && name[0] == '<')
    g_clear_pointer (&name, free);
  return name;
}

gboolean
asc_demangle_is_mangled (const char *symbol)
{
  if (symbol[0] == '.' || symbol[0] == '$')
    symbol++;
  return symbol[0] == '_' && (symbol[1] == 'Z' || symbol[1] == 'R' || symbol[1] == 'D' || symbol[1] == 'G' || symbol[1] == '_' || symbol[1] == 'a');
}

static char *
demangle_any (const char *symbol, AscDemangleFlags flags)
{
  int options = (flags & ASC_DEMANGLE_SHORT) ? DMGL_NO_OPTS : NAME_OPTIONS;
  char *name = NULL;

  if (asc_demangle_is_mangled (symbol))
    {
      name = run (rust_demangle_callback, symbol, options);
      if (name == NULL)
        name = run (cplus_demangle_v3_callback, symbol, options);
      if (name == NULL && symbol[1] == 'D')
        name = demangle_d (symbol);
    }
  return name != NULL ? name : demangle_ada (symbol, flags);
}

char *
asc_demangle (const char *symbol, AscDemangleFlags flags)
{
  /* One dot or dollar before the name stays where it is: code entries of 64-bit PowerPC. */
  gsize n_before = symbol[0] == '.' || symbol[0] == '$';
  char *name = demangle_any (symbol + n_before, flags);
  char *result;

  if (name == NULL)
    return NULL;
  if (n_before == 0 && g_utf8_validate (name, -1, NULL) && strlen (name) <= ASC_DEMANGLE_MAX)
    result = g_strdup (name);
  else
    {
      g_autofree char *whole = g_strdup_printf ("%.*s%s", (int) n_before, symbol, name);

      result = strlen (whole) <= ASC_DEMANGLE_MAX ? g_utf8_make_valid (whole, -1) : NULL;
    }
  free (name);
  return result;
}
