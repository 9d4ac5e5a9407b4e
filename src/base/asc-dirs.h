/* asc-dirs.h: where the program's own files lie
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The folder with samples/ and styles/ in it: $ASC_DATADIR, else where it was installed. Any thread. */
const char *asc_dirs_get_data (void);

/** The folder of the translations, for bindtextdomain(): $TEXTDOMAINDIR, else where they were installed. Any thread. */
const char *asc_dirs_get_locale (void);

G_END_DECLS
