/* fuzz-disasm.c: any bytes as an ELF file whose code is disassembled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-disassembler.h"
#include "asc-elf-code.h"

/* Of each file that much is enough. */
#define MAX_CODE 2000

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
disassemble (AscElf *elf, AscAddressNames *names, const GArray *marks, guint64 address)
{
  AscMachine machine = asc_elf_get_machine (elf);
  g_autoptr (GBytes) code = asc_elf_dup_code (elf, address, MAX_CODE);
  g_autoptr (AscDisassembler) disassembler = code != NULL ? asc_disassembler_new (&machine, code, address, marks, names) : NULL;
  gsize size = code != NULL ? g_bytes_get_size (code) : 0;

  g_assert_true (asc_elf_get_section_end (elf, address) >= address);
  for (gsize at = 0; disassembler != NULL && at < size;)
    {
      AscDecoded decoded;

      asc_disassembler_decode (disassembler, address + at, asc_address_names_find_next (names, address + at), &decoded);
      g_assert_true (decoded.size > 0 && decoded.size <= size - at);
      at += decoded.size;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const guint64 addresses[] = { 0x1000, 0x1139, 0x4000f0, 0x401000, 0x10000, 0x100000f0, G_MAXUINT64 - 16 };
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (AscElf) elf = asc_elf_open_bytes (bytes, NULL);
  AscElf *own = elf != NULL ? asc_elf_open_bytes (bytes, NULL) : NULL;
  g_autoptr (AscAddressNames) names = asc_address_names_new ();
  g_autoptr (GArray) marks = NULL;

  if (elf == NULL || own == NULL)
    return 0;
  asc_address_names_add_elf (names, own, NULL);
  marks = asc_elf_list_code_marks (elf, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    disassemble (elf, names, marks, addresses[i]);
  return 0;
}
