/* asc-disassembler-private.h: the two libraries behind the disassembler
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-disassembler.h"

G_BEGIN_DECLS

/* Text of an instruction that some rubbish could make longer than this is cut. */
#define ASC_MAX_INSTRUCTION_TEXT 4096

/** Code in memory. */
typedef struct
{
  const guint8 *bytes;
  gsize size;
  guint64 address;
} AscCodeBytes;

/** libopcodes for one machine. */
typedef struct _AscOpcodes AscOpcodes;

/** @names: (nullable). All lent. Returns: (transfer full) (nullable): NULL when it does not know the machine, or is not built in. */
AscOpcodes *asc_opcodes_new (const AscMachine *machine, const AscCodeBytes *code, AscAddressNames *names);
void asc_opcodes_free (AscOpcodes *self);
/** Appends the text to @text. @decoded: its flags are set where the library tells them; its target to the address in the operands, if there is one. Returns: the size; 0 when there is no whole instruction. */
guint asc_opcodes_decode (AscOpcodes *self, guint64 address, gboolean is_thumb, GString *text, AscDecoded *decoded);

/** Sets the flow flags of *@flags by the instruction's text, where that tells them. */
gboolean asc_flow_from_text (guint16 machine, const char *text, guint *flags);

/** capstone for one machine. */
typedef struct _AscOperands AscOperands;

/** Returns: (transfer full) (nullable): NULL when it does not know the machine, or is not built in. */
AscOperands *asc_operands_new (const AscMachine *machine, const AscCodeBytes *code);
void asc_operands_free (AscOperands *self);
/**
 * Fills flags, target and memory of @decoded when the instruction has @size bytes (0: any). @text: (nullable): its text is appended.
 * Returns: the size; 0 when it is not known, or of another size.
 */
guint asc_operands_decode (AscOperands *self, guint64 address, gboolean is_thumb, guint size, GString *text, AscDecoded *decoded);

G_END_DECLS
