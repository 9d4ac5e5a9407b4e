/* fuzz-dwarf-result.c: any bytes as an entry of the cache of resolved addresses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
walk (AscDwarfResult *result)
{
  guint n_functions;
  const AscDwarfFunction *functions = asc_dwarf_result_get_functions (result, &n_functions);

  for (guint i = 0; i < n_functions; i++)
    g_assert_true (g_utf8_validate (functions[i].name, -1, NULL) && g_utf8_validate (functions[i].mangled, -1, NULL));
  for (guint i = 0; i < result->digests->len; i++)
    g_assert_true (g_utf8_validate (g_array_index (result->digests, AscSourceDigest, i).file, -1, NULL));
  for (guint i = 0; i < result->n; i++)
    {
      guint n_places;
      const AscDwarfPlace *places = asc_dwarf_result_get_chain (result, i, &n_places);

      for (guint j = 0; j < n_places; j++)
        {
          g_assert_true (places[j].function == ASC_DWARF_NONE || places[j].function < n_functions);
          g_assert_true (places[j].file == NULL || g_utf8_validate (places[j].file, -1, NULL));
        }
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (AscDwarfResult) result = asc_dwarf_result_unpack (bytes);

  if (result != NULL)
    {
      g_autoptr (GBytes) packed = asc_dwarf_result_pack (result);
      g_autoptr (AscDwarfResult) again = asc_dwarf_result_unpack (packed);
      g_autoptr (AscDwarfResult) joined = NULL;

      g_assert_nonnull (again);
      walk (again);
      joined = asc_dwarf_result_join (result, again);
      g_assert_cmpuint (joined->n, ==, result->n);
      g_assert_cmpuint (joined->digests->len, ==, result->digests->len);
      walk (joined);
    }
  return 0;
}
