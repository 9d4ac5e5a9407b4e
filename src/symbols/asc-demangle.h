/* asc-demangle.h: from a linker's name to the one in the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASC_DEMANGLE_ADA = 1 << 0,   /* lower-case names with "__" are Ada's: only true of a program that has Ada in it */
  ASC_DEMANGLE_SHORT = 1 << 1, /* as perf prints and compares names: no parameters, no return type, std::ostream for what it stands for */
} AscDemangleFlags;

/**
 * The name as `nm -C` and `c++filt -i` print it (D: `c++filt -s dlang`, Ada: `c++filt -s gnat`), parameters included. @symbol must not
 * carry a version. A name whose demangled form would be longer than ASC_DEMANGLE_MAX stays as it is: a few hundred bytes of
 * substitutions can stand for gigabytes. Any thread. Returns: (transfer full): valid UTF-8; NULL when nothing is mangled.
 */
char *asc_demangle (const char *symbol, AscDemangleFlags flags);

#define ASC_DEMANGLE_MAX (64 * 1024)

/** Whether asc_demangle() may have something to say, told from the first letters. */
gboolean asc_demangle_is_mangled (const char *symbol);

G_END_DECLS
