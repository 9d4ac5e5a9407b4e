/* asc-code-machines.c: see asc-code-machines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-code-machines.h"

#include <elf.h>

#ifdef HAVE_OPCODES
#define OPCODES(arch, mach) arch, mach,
#else
#define OPCODES(arch, mach)
#endif
#ifdef HAVE_CAPSTONE
#define CAPSTONE(arch, mode) TRUE, arch, mode
#else
#define CAPSTONE(arch, mode)
#endif
#if defined(HAVE_CAPSTONE) && CS_API_MAJOR < 5
#define CAPSTONE_5(arch, mode) FALSE
#else
#define CAPSTONE_5(arch, mode) CAPSTONE (arch, mode)
#endif

static const AscCodeMachine machines[] = {
  { EM_X86_64, 64, OPCODES (bfd_arch_i386, bfd_mach_x86_64) CAPSTONE (CS_ARCH_X86, CS_MODE_64) },
  { EM_X86_64, 32, OPCODES (bfd_arch_i386, bfd_mach_x64_32) CAPSTONE (CS_ARCH_X86, CS_MODE_64) },
  { EM_386, 0, OPCODES (bfd_arch_i386, bfd_mach_i386_i386) CAPSTONE (CS_ARCH_X86, CS_MODE_32) },
  { EM_AARCH64, 64, OPCODES (bfd_arch_aarch64, bfd_mach_aarch64) CAPSTONE (CS_ARCH_ARM64, 0) },
  { EM_AARCH64, 32, OPCODES (bfd_arch_aarch64, bfd_mach_aarch64_ilp32) CAPSTONE (CS_ARCH_ARM64, 0) },
  { EM_ARM, 0, OPCODES (bfd_arch_arm, bfd_mach_arm_unknown) CAPSTONE (CS_ARCH_ARM, 0) },
  { EM_PPC, 0, OPCODES (bfd_arch_powerpc, bfd_mach_ppc) CAPSTONE (CS_ARCH_PPC, CS_MODE_32) },
  { EM_PPC64, 0, OPCODES (bfd_arch_powerpc, bfd_mach_ppc64) CAPSTONE (CS_ARCH_PPC, CS_MODE_64) },
  { EM_S390, 64, OPCODES (bfd_arch_s390, bfd_mach_s390_64) CAPSTONE (CS_ARCH_SYSZ, 0) },
  { EM_S390, 32, OPCODES (bfd_arch_s390, bfd_mach_s390_31) CAPSTONE (CS_ARCH_SYSZ, 0) },
  { EM_RISCV, 64, OPCODES (bfd_arch_riscv, bfd_mach_riscv64) CAPSTONE_5 (CS_ARCH_RISCV, CS_MODE_RISCV64 | CS_MODE_RISCVC) },
  { EM_RISCV, 32, OPCODES (bfd_arch_riscv, bfd_mach_riscv32) CAPSTONE_5 (CS_ARCH_RISCV, CS_MODE_RISCV32 | CS_MODE_RISCVC) },
};

const AscCodeMachine *
asc_code_machine_find (const AscMachine *machine)
{
  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    if (machines[i].machine == machine->machine && (machines[i].bits == 0 || (machines[i].bits == 64) == machine->is_64))
      return &machines[i];
  return NULL;
}
