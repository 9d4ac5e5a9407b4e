/* fuzz-elf.c: any bytes as an ELF file, as kallsyms, as a perf map and as a mangled name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-demangle.h"
#include "asc-elf.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
look_up (AscSymbolTable *table)
{
  static const guint64 addresses[] = { 0, 1, 0x1000, 0x1040, 0x1139, 0x2000, 0x401000, 0x7fffffff, G_MAXINT64, G_MAXUINT64 };
  AscSymbolHit hits[G_N_ELEMENTS (addresses)];

  asc_symbol_table_look_up (table, addresses, G_N_ELEMENTS (addresses), hits);
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_assert_true (hits[i].symbol != NULL || hits[i].gap_start <= addresses[i]);
      if (hits[i].symbol == NULL)
        continue;
      g_assert_true (hits[i].symbol->start <= addresses[i] && addresses[i] < hits[i].symbol->end);
      g_free (asc_demangle (hits[i].symbol->name, ASC_DEMANGLE_ADA));
    }
}

static void
read_elf (GBytes *bytes, gboolean is_packed)
{
  AscElf *elf = asc_elf_open_bytes (bytes, NULL);
  AscElf *mini;
  g_autoptr (AscSymbolTable) table = NULL;
  guint64 address;
  guint32 crc;

  if (elf == NULL)
    return;
  table = asc_symbol_table_new (ASC_SYMBOL_ORDER_NAMES);
  g_free (asc_elf_dup_debuglink (elf, &crc));
  asc_elf_has_code (elf);
  asc_elf_get_address (elf, 0x1040, &address);
  asc_elf_get_section_start (elf, 0x1040);
  mini = is_packed ? NULL : asc_elf_open_minidebug (elf, NULL);
  if (mini != NULL)
    asc_elf_add_symbols (mini, elf, table, NULL);
  asc_elf_add_symbols (elf, NULL, table, NULL);
  look_up (table);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autofree char *name = g_strndup ((const char *) data, MIN (size, 4096));

  read_elf (bytes, FALSE);
  g_free (asc_demangle (name, 0));
  g_free (asc_demangle (name, ASC_DEMANGLE_ADA | ASC_DEMANGLE_SHORT));
  return 0;
}
