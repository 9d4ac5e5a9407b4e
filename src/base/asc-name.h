/* asc-name.h: long function names made short
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What functions are called. */
typedef enum
{
  ASC_NAME_LONG,    /* demangled, with parameters: "void std::vector<int, A>::push_back(int const&)" */
  ASC_NAME_SHORT,   /* asc_name_dup_short(): "std::vector<…>::push_back" */
  ASC_NAME_MANGLED, /* the linker's where there is one: "_ZNSt6vectorIi1AE9push_backERKi" */
} AscNameStyle;

/** "long", "short" or "mangled". Returns: FALSE when @text is none of them. */
gboolean asc_name_style_parse (const char *text, AscNameStyle *style);

/** @name, a long one, in @style; @mangled: (nullable). Returns: (transfer full) */
char *asc_name_dup_styled (const char *name, const char *mangled, AscNameStyle style);

typedef enum
{
  ASC_NAME_FULL,
  ASC_NAME_NO_ARGUMENTS, /* template arguments as "<…>": "vector<…>::push_back(int)" */
  ASC_NAME_SHORTEST,     /* parameters too: "vector<…>::push_back(…)" */
} AscNameForm;

/**
 * Drops what tells least from a demangled name. Operators and "(anonymous namespace)" stay.
 * Returns: (transfer full)
 */
char *asc_name_shorten (const char *name, AscNameForm form);

/**
 * @name without its return type, its parameters and what follows them, as `c++filt -p` prints it: "std::map<int, A>::find" of
 * "A* std::map<int, A>::find(int const&)". A name with blanks that has no parameters (JIT code) stays whole. Returns: (transfer full)
 */
char *asc_name_dup_bare (const char *name);

/**
 * The bare name, with "<…>" and "(…)" for what stands in brackets in it: "std::map<…>::find", "f(…)::{lambda(…)#1}::operator()". What tells
 * parts of one function apart stays: "f [clone .cold]". Returns: (transfer full)
 */
char *asc_name_dup_short (const char *name);

G_END_DECLS
