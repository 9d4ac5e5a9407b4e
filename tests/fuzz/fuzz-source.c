/* fuzz-source.c: any bytes as a source file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-source-text.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (AscSourceText) text = asc_source_text_new ((const char *) data, size);

  for (guint line = 1; line <= asc_source_text_get_n_lines (text); line++)
    {
      gsize length;
      const char *start = asc_source_text_get_line (text, line, &length);

      g_assert_true (g_utf8_validate (start, (gssize) length, NULL));
    }
  return 0;
}
