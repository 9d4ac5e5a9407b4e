/* asc-name.h: long function names made short
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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

G_END_DECLS
