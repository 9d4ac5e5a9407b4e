/* asc-dump.h: a sample's registers and the piece of its stack that was recorded with it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASC_ARCH_UNKNOWN,
  ASC_ARCH_X86_64,
  ASC_ARCH_I386,
  ASC_ARCH_AARCH64,
  ASC_ARCH_ARM,
} AscArch;

/** Registers are counted as DWARF does; aarch64 has the most: x0 to x30, sp, pc. */
#define ASC_DUMP_MAX_REGISTERS 33

/**
 * AscDump:
 * @registers: by DWARF number; the program counter at asc_arch_get_pc_register()
 * @valid: bit i: register i was recorded
 * @stack: @stack_size bytes, lent; their first is at @stack_addr in the process
 * @stack_left: bytes of the dump that follow the @stack_size given
 * @big_endian: of @stack
 * @space: what the address space was made of, see AscDumps
 *
 * The state of a thread in user mode.
 */
typedef struct
{
  AscArch arch;
  gboolean big_endian;
  guint64 registers[ASC_DUMP_MAX_REGISTERS];
  guint64 valid;
  const guint8 *stack;
  gsize stack_size;
  gsize stack_left;
  guint64 stack_addr;
  guint64 space;
} AscDump;

/** A piece of a process's memory that may hold code. */
typedef struct
{
  guint64 start_addr;
  guint64 end_addr;
  guint64 file_off; /* of start_addr */
  guint32 object;   /* index in the experiment */
} AscDumpMapping;

/** Where the dumps of an experiment's events are read (AscEvents, dump). All functions: any thread. */
typedef struct
{
  /** Reads a dump, with up to @max_stack bytes of its stack, into @buffer, which @dump then lends. FALSE: it cannot be read, or has no registers. */
  gboolean (*read) (gpointer data, guint64 id, gsize max_stack, GByteArray *buffer, AscDump *dump);
  /** What lies at @address in address space @space; equal numbers mean equal mappings. FALSE: nothing that is known. */
  gboolean (*find_mapping) (gpointer data, guint64 space, guint64 address, AscDumpMapping *mapping);
  GDestroyNotify destroy;
  gpointer data;
} AscDumps;

/** Number of registers that unwinding follows, the program counter among them. 0: unknown architecture. */
guint asc_arch_get_n_registers (AscArch arch);
guint asc_arch_get_pc_register (AscArch arch);
guint asc_arch_get_sp_register (AscArch arch);
/** The frame pointer by convention. */
guint asc_arch_get_fp_register (AscArch arch);
/** Bytes of an address. */
guint asc_arch_get_address_size (AscArch arch);

/** An architecture by the machine's name (uname -m). @is_32_bit: of a 32-bit process on it. */
AscArch asc_arch_from_machine (const char *machine, gboolean is_32_bit);

/**
 * Sets the registers from those of a perf sample: @values holds, for each set bit of @mask from the lowest on, the register of
 * that number in the kernel's asm/perf_regs.h of the machine; @n of them are there. @big_endian: of @values.
 * The stack's address is the stack pointer. Returns: FALSE when program counter or stack pointer are missing.
 */
gboolean asc_dump_set_perf_registers (AscDump *self, guint64 mask, const guint8 *values, guint n, gboolean big_endian);

G_END_DECLS
