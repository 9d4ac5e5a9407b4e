/* asc-paths-group.h: a setting that is a list of files and folders, to look at and to change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * Property "key" (at construction): of the settings, a list of texts: paths, and FROM=TO, which is shown as such. A row each, to be taken away; buttons to add: a folder, and
 * a file where property "with-files" says so; where "with-maps" does, a row for FROM and TO.
 */
#define ASC_TYPE_PATHS_GROUP (asc_paths_group_get_type ())
G_DECLARE_FINAL_TYPE (AscPathsGroup, asc_paths_group, ASC, PATHS_GROUP, AdwPreferencesGroup)

G_END_DECLS
