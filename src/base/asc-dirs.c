/* asc-dirs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dirs.h"

/* An uninstalled program is told by the environment (build-aux/devenv). */
static const char *
get_dir (const char *variable, const char *installed)
{
  const char *value = g_getenv (variable);

  return value != NULL && *value != '\0' ? value : installed;
}

const char *
asc_dirs_get_data (void)
{
  return get_dir ("ASC_DATADIR", ASC_PKGDATADIR);
}

const char *
asc_dirs_get_locale (void)
{
  return get_dir ("TEXTDOMAINDIR", ASC_LOCALEDIR);
}
