/* disasm-dump.c: the code of an ELF file as the library disassembles it, in lines that can be compared with those of `objdump -d`
 *
 * disasm-dump FILE [FROM TO]: "address<TAB>bytes<TAB>text" of all sections with code, or of the part between two addresses. Flow and operands follow as further
 * columns when $ASC_DETAILS is set.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdio.h>

#include "asc-disassembler.h"
#include "asc-elf-code.h"
#include "asc-elf-private.h"

static void
print_details (const AscDecoded *decoded)
{
  printf ("\t%s%s%s%s", decoded->flags & ASC_INSTRUCTION_CALL ? "call" : decoded->flags & ASC_INSTRUCTION_JUMP ? "jump" : decoded->flags & ASC_INSTRUCTION_RETURN ? "return" : "-",
          decoded->flags & ASC_INSTRUCTION_CONDITIONAL ? "?" : "", decoded->flags & ASC_INSTRUCTION_LOAD ? " load" : "",
          decoded->flags & ASC_INSTRUCTION_STORE ? " store" : "");
  if (decoded->target != ASC_NO_ADDRESS)
    printf (" ->%" G_GINT64_MODIFIER "x", decoded->target);
  if (decoded->has_memory)
    printf (" [%s:%s+%s*%d%+" G_GINT64_FORMAT "]/%u", decoded->memory.segment != NULL ? decoded->memory.segment : "", decoded->memory.base != NULL ? decoded->memory.base : "",
            decoded->memory.index != NULL ? decoded->memory.index : "", decoded->memory.scale, decoded->memory.displacement, decoded->memory.size);
}

static void
dump (AscElf *elf, AscAddressNames *names, const GArray *marks, guint64 start, guint64 end, gboolean details)
{
  AscMachine machine = asc_elf_get_machine (elf);
  g_autoptr (GBytes) code = asc_elf_dup_code (elf, start, end - start + 16);
  g_autoptr (AscDisassembler) disassembler = code != NULL ? asc_disassembler_new (&machine, code, start, marks, names) : NULL;
  guint64 next = start;
  const guint8 *bytes;
  gsize size;

  if (disassembler == NULL)
    return;
  bytes = g_bytes_get_data (code, &size);
  end = MIN (end, start + size);
  for (guint64 address = start; address < end;)
    {
      AscDecoded decoded;

      if (address >= next)
        next = asc_address_names_find_next (names, address);
      asc_disassembler_decode (disassembler, address, MIN (next, end), &decoded);
      printf ("%" G_GINT64_MODIFIER "x\t", address);
      for (guint i = 0; i < decoded.size && address - start + i < size; i++)
        printf ("%02x", bytes[address - start + i]);
      printf ("\t%s", decoded.text);
      if (details)
        print_details (&decoded);
      putchar ('\n');
      address = MIN (address + decoded.size, MAX (next, address + 1)); /* objdump starts anew at each symbol */
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (AscElf) elf = argc > 1 ? asc_elf_open (argv[1], NULL) : NULL;
  g_autoptr (AscAddressNames) names = asc_address_names_new ();
  g_autoptr (GArray) marks = NULL;
  gboolean details = g_getenv ("ASC_DETAILS") != NULL;
  AscElf *own;

  if (elf == NULL)
    return 1;
  own = asc_elf_open (argv[1], NULL);
  asc_address_names_add_elf (names, own, NULL);
  marks = asc_elf_list_code_marks (elf, NULL);
  if (argc > 3)
    {
      dump (elf, names, marks, g_ascii_strtoull (argv[2], NULL, 16), g_ascii_strtoull (argv[3], NULL, 16), details);
      return 0;
    }
  for (guint i = 0; i < elf->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (elf->sections, AscElfSection, i);

      if (section->type == SHT_PROGBITS && (section->flags & SHF_EXECINSTR) && section->size > 0)
        dump (elf, names, marks, section->addr, section->addr + section->size, details);
    }
  return 0;
}
