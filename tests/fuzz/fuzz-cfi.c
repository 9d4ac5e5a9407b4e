/* fuzz-cfi.c: any bytes as call frame information, and stacks unwound with it
 *
 * An ELF file is read as one. Else the first bytes choose machine and section, the rest is the section and the stack too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cfi-elf.h"

#include <string.h>

#include "asc-unwind.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const AscUnwindModule *
find_module (gpointer data, guint64 space, guint64 address)
{
  const AscUnwindModule *module = data;

  return address >= module->start_addr && address < module->end_addr ? module : NULL;
}

/* Unwinds a stack that is the bytes themselves, from @pc. */
static void
unwind (const AscCfi *cfi, AscElf *elf, guint64 pc, const guint8 *data, gsize size)
{
  AscUnwindModule module = { .cfi = cfi, .elf = elf, .start_addr = 0, .end_addr = G_MAXUINT64 };
  g_autoptr (AscUnwinder) unwinder = asc_unwinder_new (find_module, &module);
  AscDump dump = { .arch = asc_cfi_get_arch (cfi), .valid = G_MAXUINT64, .stack = data, .stack_size = size, .stack_addr = 0x1000 };
  const AscUnwindFrame *frames;
  AscUnwindEnd end;
  gboolean needs_more;
  guint n;

  if (dump.arch == ASC_ARCH_UNKNOWN)
    return;
  for (guint i = 0; i < ASC_DUMP_MAX_REGISTERS; i++)
    dump.registers[i] = 0x1000 + i * 8;
  dump.registers[asc_arch_get_pc_register (dump.arch)] = pc;
  dump.registers[asc_arch_get_sp_register (dump.arch)] = 0x1000;
  n = asc_unwinder_run (unwinder, &dump, &frames, &end, &needs_more);
  g_assert_cmpuint (n, >=, 1);
  g_assert_cmpuint (n, <=, ASC_UNWIND_MAX_FRAMES);
  g_assert_cmpuint (frames[0].pc, ==, pc);
  g_assert_false (needs_more);
}

static void
use (const AscCfi *cfi, AscElf *elf, const guint8 *data, gsize size)
{
  static const guint64 addresses[] = { 0, 1, 0x1000, 0x1040, 0x1139, 0x2000, 0x401000, 0x7fffffff, G_MAXINT64, G_MAXUINT64 };
  const AscCfiStats *stats = asc_cfi_get_stats (cfi);

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      const AscCfiRow *row = asc_cfi_find (cfi, addresses[i]);

      if (row == NULL && i > 2)
        continue;
      if (row != NULL)
        for (guint j = 0; j < row->n_rules; j++)
          g_assert_cmpuint (asc_cfi_get_rules (cfi, row)[j].reg, <, asc_arch_get_n_registers (asc_cfi_get_arch (cfi)));
      unwind (cfi, elf, addresses[i], data, size);
    }
  g_assert_cmpuint (stats->n_ranges, <=, size * 64 + 1);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (AscCfi) cfi = NULL;

  if (size >= 4 && memcmp (data, "\177ELF", 4) == 0)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (data, size);
      g_autoptr (AscElf) elf = asc_elf_open_bytes (bytes, NULL);

      if (elf == NULL)
        return 0;
      cfi = asc_cfi_load (elf, NULL);
      use (cfi, elf, data, size);
    }
  else if (size >= 2)
    {
      AscCfiSection section = { .data = data + 2, .size = size - 2, .address = 0x2000, .is_eh = data[1] & 1 };
      AscCfiInput input = { .arch = data[0] % (ASC_ARCH_ARM + 1), .big_endian = data[1] >> 1 & 1, .sections = &section, .n_sections = 1, .code_end = G_MAXUINT64 };

      cfi = asc_cfi_new (&input);
      use (cfi, NULL, data, size);
    }
  return 0;
}
