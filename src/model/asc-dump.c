/* asc-dump.c: see asc-dump.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dump.h"

#include "asc-cursor.h"

/* What differs between the architectures. */
typedef struct
{
  guint8 n_registers;
  guint8 pc;
  guint8 sp;
  guint8 fp;
  guint8 address_size;
} Arch;

/* DWARF numbers: System V ABI AMD64, figure 3.36; i386, table 2.14; DWARF for the Arm 64-bit and 32-bit architectures. */
static const Arch arches[] = {
  [ASC_ARCH_UNKNOWN] = { 0 },
  [ASC_ARCH_X86_64] = { .n_registers = 17, .pc = 16, .sp = 7, .fp = 6, .address_size = 8 },
  [ASC_ARCH_I386] = { .n_registers = 9, .pc = 8, .sp = 4, .fp = 5, .address_size = 4 },
  [ASC_ARCH_AARCH64] = { .n_registers = 33, .pc = 32, .sp = 31, .fp = 29, .address_size = 8 },
  [ASC_ARCH_ARM] = { .n_registers = 16, .pc = 15, .sp = 13, .fp = 11, .address_size = 4 },
};

#define NONE 0xff

/* perf number (arch/x86/include/uapi/asm/perf_regs.h) to DWARF: ax bx cx dx si di bp sp ip flags cs ss ds es fs gs r8 to r15. */
static const guint8 x86_64_numbers[] = { 0, 3, 2, 1, 4, 5, 6, 7, 16, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 8, 9, 10, 11, 12, 13, 14, 15 };
static const guint8 i386_numbers[] = { 0, 3, 1, 2, 6, 7, 5, 4, 8 };

guint
asc_arch_get_n_registers (AscArch arch)
{
  return arches[arch].n_registers;
}

guint
asc_arch_get_pc_register (AscArch arch)
{
  return arches[arch].pc;
}

guint
asc_arch_get_sp_register (AscArch arch)
{
  return arches[arch].sp;
}

guint
asc_arch_get_fp_register (AscArch arch)
{
  return arches[arch].fp;
}

guint
asc_arch_get_address_size (AscArch arch)
{
  return arches[arch].address_size;
}

AscArch
asc_arch_from_machine (const char *machine, gboolean is_32_bit)
{
  if (machine == NULL)
    return ASC_ARCH_UNKNOWN;
  if (g_str_equal (machine, "x86_64"))
    return is_32_bit ? ASC_ARCH_I386 : ASC_ARCH_X86_64;
  if (g_str_has_prefix (machine, "aarch64"))
    return is_32_bit ? ASC_ARCH_ARM : ASC_ARCH_AARCH64;
  if (machine[0] == 'i' && g_str_has_suffix (machine, "86"))
    return ASC_ARCH_I386;
  if (g_str_has_prefix (machine, "arm"))
    return ASC_ARCH_ARM;
  return ASC_ARCH_UNKNOWN;
}

/* A 32-bit process on aarch64 has its sp and pc where the 64-bit registers of these names are. */
static guint
number_from_perf (AscArch arch, guint perf)
{
  switch (arch)
    {
    case ASC_ARCH_X86_64:
      return perf < G_N_ELEMENTS (x86_64_numbers) ? x86_64_numbers[perf] : NONE;
    case ASC_ARCH_I386:
      return perf < G_N_ELEMENTS (i386_numbers) ? i386_numbers[perf] : NONE;
    case ASC_ARCH_AARCH64:
      return perf < 33 ? perf : NONE;
    case ASC_ARCH_ARM:
      return perf < 16 ? perf : perf == 31 ? 13 : perf == 32 ? 15 : NONE;
    case ASC_ARCH_UNKNOWN:
    default:
      return NONE;
    }
}

gboolean
asc_dump_set_perf_registers (AscDump *self, guint64 mask, const guint8 *values, guint n, gboolean big_endian)
{
  const Arch *arch = &arches[self->arch];
  guint64 needed = (G_GUINT64_CONSTANT (1) << arch->pc) | (G_GUINT64_CONSTANT (1) << arch->sp);
  AscCursor cursor;

  asc_cursor_init (&cursor, values, (gsize) n * 8, big_endian);
  self->valid = 0;
  self->big_endian = big_endian;
  for (guint perf = 0; perf < 64; perf++)
    {
      guint64 value;
      guint number;

      if (!(mask >> perf & 1))
        continue;
      value = asc_cursor_u64 (&cursor);
      if (!asc_cursor_ok (&cursor))
        break;
      number = number_from_perf (self->arch, perf);
      if (number == NONE)
        continue;
      self->registers[number] = arch->address_size == 4 ? (guint32) value : value;
      self->valid |= G_GUINT64_CONSTANT (1) << number;
    }
  if (arch->n_registers == 0 || (self->valid & needed) != needed)
    return FALSE;
  self->stack_addr = self->registers[arch->sp];
  return TRUE;
}
