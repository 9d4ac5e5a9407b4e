/* fuzz-dwarf.c: any bytes as an ELF file with DWARF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf.h"

#define N_ADDRESSES 600

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const AscDwarfOptions options = { .n_threads = 1 };
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (AscDwarf) dwarf = asc_dwarf_open_bytes (bytes, &options, NULL);
  g_autoptr (AscDwarfResult) result = NULL;
  guint64 addresses[N_ADDRESSES];
  const AscSourceDigest *digests;
  guint n_functions, n_digests;

  if (dwarf == NULL)
    return 0;
  for (guint i = 0; i < N_ADDRESSES; i++)
    addresses[i] = i < N_ADDRESSES / 2 ? i * 8 : 0x1000 + (i - N_ADDRESSES / 2) * 8;
  result = asc_dwarf_resolve (dwarf, addresses, N_ADDRESSES, NULL, NULL);
  g_assert_nonnull (result);
  asc_dwarf_result_get_functions (result, &n_functions);
  digests = asc_dwarf_result_get_digests (result, &n_digests);
  for (guint i = 0; i < n_digests; i++)
    g_assert_true (g_utf8_validate (digests[i].file, -1, NULL));
  for (guint i = 0; i < N_ADDRESSES; i++)
    {
      guint n_places;
      const AscDwarfPlace *places = asc_dwarf_result_get_chain (result, i, &n_places);

      for (guint j = 0; j < n_places; j++)
        g_assert_true (places[j].function == ASC_DWARF_NONE || places[j].function < n_functions);
    }
  return 0;
}
