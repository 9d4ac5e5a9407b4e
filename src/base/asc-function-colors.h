/* asc-function-colors.h: colours that the user gives to functions by their names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The rules in the order in which they are tried. Frozen: any thread may read. */
typedef struct _AscFunctionColors AscFunctionColors;

/**
 * @rules: (nullable): NULL-terminated, each "PATTERN=#RRGGBB": a name with * for any characters and ? for one, of the whole name; the last = parts them. A rule that is none
 * is left out. Returns: (transfer full)
 */
AscFunctionColors *asc_function_colors_new (const char *const *rules);
AscFunctionColors *asc_function_colors_ref (AscFunctionColors *self);
void asc_function_colors_unref (AscFunctionColors *self);

/** Parts @rule. Returns: FALSE when it is none, with nothing set. @pattern: (out) (transfer full) (optional) */
gboolean asc_function_colors_parse (const char *rule, char **pattern, guint32 *color);

/** The first rule that @name answers to. Returns: its number, with @color (0xRRGGBB) set; -1: none does */
int asc_function_colors_find (const AscFunctionColors *self, const char *name, guint32 *color);
/** The pattern of rule @rule, lent. */
const char *asc_function_colors_get_pattern (const AscFunctionColors *self, guint rule);
guint asc_function_colors_get_size (const AscFunctionColors *self);

/** What drawings of this process use from now on. Any thread. */
void asc_function_colors_use (AscFunctionColors *self);
/** Returns: (transfer full): what was last given to asc_function_colors_use(), without rules at first */
AscFunctionColors *asc_function_colors_dup_used (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscFunctionColors, asc_function_colors_unref)

G_END_DECLS
