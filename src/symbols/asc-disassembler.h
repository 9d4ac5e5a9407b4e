/* asc-disassembler.h: machine code to text, an instruction at a time
 *
 * libopcodes (binutils) gives text and lengths, as `objdump -d` prints them; capstone what the operands are. Where libopcodes does not know the machine, or was
 * not there when this was built, capstone gives the text too; where capstone does not know an instruction, or takes it to be of another length, nothing is told of operands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-address-names.h"
#include "asc-instruction.h"
#include "asc-machine.h"

G_BEGIN_DECLS

/** One instruction as it was decoded. */
typedef struct
{
  guint64 address;
  guint size;       /* bytes, 1 at least */
  guint flags;      /* AscInstructionFlags */
  guint64 target;   /* of a jump or call, or ASC_NO_ADDRESS */
  const char *text; /* lent until the next; a mnemonic, then a blank or a tab and the operands */
  gboolean has_memory;
  AscMemoryOperand memory;
} AscDecoded;

/** One thread at a time; libopcodes itself lets only one thread in, which this sees to. */
typedef struct _AscDisassembler AscDisassembler;

/**
 * For @code, which lies at @address. @marks: (nullable): of AscCodeMark, ascending; lent. @names: (nullable): for addresses in operands; lent.
 * Returns: (transfer full) (nullable): NULL when code of @machine cannot be disassembled here.
 */
AscDisassembler *asc_disassembler_new (const AscMachine *machine, GBytes *code, guint64 address, const GArray *marks, AscAddressNames *names);
void asc_disassembler_free (AscDisassembler *self);

/**
 * Decodes what is at @address, of which the first byte must lie in the code. @sync: an instruction is known to start there; what cannot be decoded goes on as bytes
 * up to it.
 */
void asc_disassembler_decode (AscDisassembler *self, guint64 address, guint64 sync, AscDecoded *decoded);

/** What gives the text: "libopcodes", "capstone". */
const char *asc_disassembler_get_engine (AscDisassembler *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscDisassembler, asc_disassembler_free)

G_END_DECLS
