/* fuzz-json.c: any bytes as JSON: no crash, no hang; what is read can be walked through
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-json.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscJson) json = asc_json_parse (data, size, &error);
  g_auto (GStrv) strings = asc_json_dup_strings (asc_json_get (json, "command"));

  g_assert_true ((json == NULL) == (error != NULL));
  for (guint i = 0; strings[i] != NULL; i++)
    g_assert_true (g_utf8_validate (strings[i], -1, NULL));
  return 0;
}
