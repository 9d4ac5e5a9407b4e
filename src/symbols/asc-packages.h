/* asc-packages.h: which installed package owns a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Where dpkg keeps the lists of what it has installed; not there on other systems. */
#define ASC_PACKAGES_DIR "/var/lib/dpkg/info"

/**
 * Reads the lists of files in @dir, PACKAGE.list or PACKAGE:ARCHITECTURE.list, a path a line (dpkg-query(1), --listfiles), until all @n @paths are found. /lib and /usr/lib are the same,
 * as they are on a merged system, whichever of the two the package has. Blocks; any thread. Returns: (transfer full): path -> package, of those that a package owns
 */
GHashTable *asc_packages_find (const char *dir, const char *const *paths, guint n);
/** Whether the lists in @dir have the package @name, of one architecture or another. */
gboolean asc_packages_has (const char *dir, const char *name);
/** The package with the debug symbols of @package's files: by Debian's rule for automatic ones, or by name. Returns: (transfer full) */
char *asc_packages_dup_debug (const char *package);

G_END_DECLS
