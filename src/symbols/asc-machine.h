/* asc-machine.h: which instructions some machine code is of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** As an ELF header tells it. */
typedef struct
{
  guint16 machine; /* EM_X86_64, ...; 0: unknown */
  gboolean is_64;
  gboolean big_endian;      /* data */
  gboolean big_endian_code; /* instructions */
} AscMachine;

/** What stands from an address on. */
typedef enum
{
  ASC_CODE_INSTRUCTIONS,
  ASC_CODE_THUMB, /* ARM's 16-bit instructions */
  ASC_CODE_DATA,  /* words between them */
} AscCodeKind;

typedef struct
{
  guint64 address;
  AscCodeKind kind;
} AscCodeMark;

/** The machine of a processor's name as uname has it, "x86_64", "aarch64", "armv7l", "ppc64le"; unknown when it is none of those that can be disassembled. */
AscMachine asc_machine_from_name (const char *name);

G_END_DECLS
