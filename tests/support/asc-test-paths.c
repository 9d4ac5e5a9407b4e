/* asc-test-paths.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-test-paths.h"

/* tests/ of the source tree; a program that is started by hand gets it compiled in. */
static const char *
tests_dir (void)
{
  const char *dir = g_getenv ("G_TEST_SRCDIR");

  return dir != NULL ? dir : ASC_TESTS_DIR;
}

char *
asc_test_source_path (const char *name)
{
  return g_build_filename (tests_dir (), name, NULL);
}

char *
asc_test_data_path (const char *name)
{
  return g_build_filename (tests_dir (), "..", "data", name, NULL);
}

char *
asc_test_case_path (const char *name)
{
  const char *cases = g_getenv ("ASC_CASES");
  g_autofree char *path = cases != NULL ? g_build_filename (cases, name, NULL) : NULL;

  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);

  g_autofree char *reason = g_strdup_printf ("no case \"%s\" (set ASC_CASES)", name);
  g_test_skip (reason);
  return NULL;
}
