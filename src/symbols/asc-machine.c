/* asc-machine.c: see asc-machine.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-machine.h"

#include <elf.h>

AscMachine
asc_machine_from_name (const char *name)
{
  static const struct
  {
    const char *prefix;
    AscMachine machine;
  } machines[] = {
    { "x86_64", { EM_X86_64, TRUE, FALSE, FALSE } },   { "amd64", { EM_X86_64, TRUE, FALSE, FALSE } },
    { "i386", { EM_386, FALSE, FALSE, FALSE } },       { "i486", { EM_386, FALSE, FALSE, FALSE } },
    { "i586", { EM_386, FALSE, FALSE, FALSE } },       { "i686", { EM_386, FALSE, FALSE, FALSE } },
    { "aarch64_be", { EM_AARCH64, TRUE, TRUE, FALSE } }, { "aarch64", { EM_AARCH64, TRUE, FALSE, FALSE } },
    { "arm64", { EM_AARCH64, TRUE, FALSE, FALSE } },   { "arm", { EM_ARM, FALSE, FALSE, FALSE } },
    { "ppc64le", { EM_PPC64, TRUE, FALSE, FALSE } },   { "ppc64", { EM_PPC64, TRUE, TRUE, TRUE } },
    { "s390x", { EM_S390, TRUE, TRUE, TRUE } },        { "riscv64", { EM_RISCV, TRUE, FALSE, FALSE } },
    { "riscv32", { EM_RISCV, FALSE, FALSE, FALSE } },
  };

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (machines); i++)
    if (g_str_has_prefix (name, machines[i].prefix))
      return machines[i].machine;
  return (AscMachine){ 0 };
}
