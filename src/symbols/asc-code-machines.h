/* asc-code-machines.h: what the libraries behind the disassembler call each machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-machine.h"

#ifdef HAVE_OPCODES
#ifndef PACKAGE
#define PACKAGE "ascribe" /* bfd.h wants to know */
#endif
#include <dis-asm.h>
#endif
#ifdef HAVE_CAPSTONE
#include <capstone/capstone.h>
#endif

G_BEGIN_DECLS

/** One row for each machine that can be disassembled, in either library's terms. */
typedef struct
{
  guint16 machine; /* EM_X86_64, ... */
  guint8 bits;     /* of an ELF file of it: 32, 64; 0: either */
#ifdef HAVE_OPCODES
  enum bfd_architecture arch;
  unsigned long mach;
#endif
#ifdef HAVE_CAPSTONE
  gboolean has_capstone; /* capstone 4 does not know RISC-V */
  cs_arch cs_arch;
  cs_mode cs_mode; /* little-endian */
#endif
} AscCodeMachine;

/** Returns: (nullable): NULL when none of the libraries knows it */
const AscCodeMachine *asc_code_machine_find (const AscMachine *machine);

G_END_DECLS
