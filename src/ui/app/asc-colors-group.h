/* asc-colors-group.h: the colours that the user gives to functions, to look at and to change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/** The setting "function-colors": a row for each pattern, with its colour, and one for a new pattern. */
#define ASC_TYPE_COLORS_GROUP (asc_colors_group_get_type ())
G_DECLARE_FINAL_TYPE (AscColorsGroup, asc_colors_group, ASC, COLORS_GROUP, AdwPreferencesGroup)

G_END_DECLS
