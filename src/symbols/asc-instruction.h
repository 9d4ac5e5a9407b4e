/* asc-instruction.h: what is known of an instruction
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** No branch target, no address. */
#define ASC_NO_ADDRESS G_MAXUINT64

typedef enum
{
  ASC_INSTRUCTION_JUMP = 1 << 0,
  ASC_INSTRUCTION_CALL = 1 << 1,
  ASC_INSTRUCTION_RETURN = 1 << 2,
  ASC_INSTRUCTION_CONDITIONAL = 1 << 3, /* of a jump or call */
  ASC_INSTRUCTION_LOAD = 1 << 4,        /* reads memory by its operand */
  ASC_INSTRUCTION_STORE = 1 << 5,       /* writes memory by its operand */
  ASC_INSTRUCTION_NONE = 1 << 6,        /* not an instruction: data, or bytes that are none */
} AscInstructionFlags;

/** base + index * scale + displacement. Register names of the machine, static; NULL: there is none. */
typedef struct
{
  const char *base;
  const char *index;
  const char *segment;
  int scale;
  gint64 displacement;
  guint size; /* bytes read or written; 0: not known */
} AscMemoryOperand;

/** An instruction of a function. Strings live as long as the disassembly that it is of. */
typedef struct
{
  guint64 address;       /* as in the ELF file (kernel: as in memory) */
  guint64 target;        /* of a jump or call, or ASC_NO_ADDRESS */
  const guint8 *bytes;   /* @size of them, as they lie in memory */
  const char *text;      /* as `objdump -d -C` has it: "call   401136 <f+0x10>"; names without symbol versions */
  const char *file;      /* that it comes from, as the compiler wrote it, or NULL */
  const char *function;  /* the innermost function inlined there; NULL: none, it is the function's own */
  guint32 line;          /* 0: unknown */
  guint16 size;
  guint16 flags;         /* AscInstructionFlags */
} AscInstruction;

G_END_DECLS
