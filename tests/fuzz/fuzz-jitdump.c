/* fuzz-jitdump.c: any bytes as a jitdump
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-jitdump.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GError) error = NULL;
  g_autoptr (AscSource) source = NULL;
  g_autoptr (AscJitdump) dump = NULL;

  if (fd < 0 || write (fd, data, size) != (gssize)size)
    abort ();
  source = asc_source_open (path, NULL);
  dump = source != NULL ? asc_jitdump_read (source, NULL, &error) : NULL;
  g_assert_true (source == NULL || (dump == NULL) == (error != NULL));
  for (guint i = 0; dump != NULL && i < dump->placings->len; i++)
    {
      const AscJitPlacing *placing = &g_array_index (dump->placings, AscJitPlacing, i);

      g_assert_cmpuint (placing->code_off, <=, size);
      g_assert_cmpuint (placing->size, <=, size - placing->code_off);
      g_assert_cmpuint (placing->start_addr, <=, G_MAXUINT64 - placing->size);
    }
  for (guint i = 0; dump != NULL && i < dump->functions->len; i++)
    g_assert_true (g_utf8_validate (g_array_index (dump->functions, AscJitFunction, i).name, -1, NULL));
  g_assert_true (dump == NULL || dump->lines->len <= size / 17);
  close (fd);
  return 0;
}
