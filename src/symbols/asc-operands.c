/* asc-operands.c: what the operands of instructions are, by capstone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-code-machines.h"
#include "asc-disassembler-private.h"

#ifdef HAVE_CAPSTONE

#include <elf.h>

struct _AscOperands
{
  csh handle;
  cs_insn *insn;
  cs_arch arch;
  cs_mode mode;
  AscMachine machine;
  AscCodeBytes code;
};

AscOperands *
asc_operands_new (const AscMachine *machine, const AscCodeBytes *code)
{
  const AscCodeMachine *known = asc_code_machine_find (machine);
  cs_mode mode;
  csh handle;
  AscOperands *self;

  if (known == NULL || !known->has_capstone)
    return NULL;
  mode = known->cs_mode | (machine->big_endian_code ? CS_MODE_BIG_ENDIAN : 0);
  if (cs_open (known->cs_arch, mode, &handle) != CS_ERR_OK)
    return NULL;
  cs_option (handle, CS_OPT_DETAIL, CS_OPT_ON);
  if (known->cs_arch == CS_ARCH_X86)
    cs_option (handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
  self = g_new0 (AscOperands, 1);
  self->handle = handle;
  self->insn = cs_malloc (handle);
  self->arch = known->cs_arch;
  self->mode = mode;
  self->machine = *machine;
  self->code = *code;
  return self;
}

void
asc_operands_free (AscOperands *self)
{
  cs_free (self->insn, 1);
  cs_close (&self->handle);
  g_free (self);
}

static const char *
name_register (const AscOperands *self, unsigned int number)
{
  return number != 0 ? cs_reg_name (self->handle, number) : NULL;
}

static void
take_memory (const AscOperands *self, AscDecoded *decoded, unsigned int base, unsigned int index, int scale, gint64 displacement)
{
  decoded->has_memory = TRUE;
  decoded->memory.base = name_register (self, base);
  decoded->memory.index = name_register (self, index);
  decoded->memory.scale = scale;
  decoded->memory.displacement = displacement;
}

static void
take_access (AscDecoded *decoded, guint access)
{
  decoded->flags |= (access & CS_AC_READ ? ASC_INSTRUCTION_LOAD : 0) | (access & CS_AC_WRITE ? ASC_INSTRUCTION_STORE : 0);
}

/* Beside x86 capstone 4 tells a store's operand as one that is read, or nothing; there only loads, stores and atomic instructions have operands in memory. */
static void
take_access_of_name (const AscOperands *self, AscDecoded *decoded)
{
  const char *name = self->insn->mnemonic;

  if (!decoded->has_memory)
    return;
  if (g_str_has_prefix (name, "st") || g_str_has_prefix (name, "vst") || g_str_has_prefix (name, "push"))
    decoded->flags |= ASC_INSTRUCTION_STORE;
  else if (self->arch == CS_ARCH_ARM64 && (g_str_has_prefix (name, "swp") || g_str_has_prefix (name, "cas") || g_str_has_prefix (name, "ldadd")))
    decoded->flags |= ASC_INSTRUCTION_LOAD | ASC_INSTRUCTION_STORE;
  else if (!g_str_equal (name, "la") && !g_str_equal (name, "lay") && !g_str_has_prefix (name, "prf") && !g_str_has_prefix (name, "pld"))
    decoded->flags |= ASC_INSTRUCTION_LOAD;
}

static void
take_x86 (const AscOperands *self, AscDecoded *decoded)
{
  const cs_x86 *x86 = &self->insn->detail->x86;

  for (guint i = 0; i < x86->op_count; i++)
    {
      const cs_x86_op *op = &x86->operands[i];

      if (op->type == X86_OP_IMM && (decoded->flags & (ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CALL)))
        decoded->target = self->mode == CS_MODE_32 ? (guint32) op->imm : (guint64) op->imm;
      if (op->type != X86_OP_MEM)
        continue;
      take_memory (self, decoded, op->mem.base, op->mem.index, op->mem.scale, op->mem.disp);
      decoded->memory.segment = name_register (self, op->mem.segment);
      decoded->memory.size = op->size;
      if (self->insn->id != X86_INS_LEA && self->insn->id != X86_INS_NOP)
        take_access (decoded, op->access);
    }
  if (decoded->flags & ASC_INSTRUCTION_JUMP && self->insn->id != X86_INS_JMP && self->insn->id != X86_INS_LJMP)
    decoded->flags |= ASC_INSTRUCTION_CONDITIONAL;
}

static void
take_arm (const AscOperands *self, AscDecoded *decoded)
{
  const cs_arm *arm = &self->insn->detail->arm;

  for (guint i = 0; i < arm->op_count; i++)
    {
      const cs_arm_op *op = &arm->operands[i];

      if (op->type == ARM_OP_IMM && (decoded->flags & (ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CALL)))
        decoded->target = (guint32) op->imm;
      if (op->type == ARM_OP_MEM)
        take_memory (self, decoded, op->mem.base, op->mem.index, op->mem.scale * (1 << (op->mem.lshift & 31)), op->mem.disp);
    }
  if ((decoded->flags & (ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CALL))
      && ((arm->cc != ARM_CC_INVALID && arm->cc != ARM_CC_AL) || self->insn->id == ARM_INS_CBZ || self->insn->id == ARM_INS_CBNZ))
    decoded->flags |= ASC_INSTRUCTION_CONDITIONAL;
}

static void
take_arm64 (const AscOperands *self, AscDecoded *decoded)
{
  const cs_arm64 *arm64 = &self->insn->detail->arm64;
  guint id = self->insn->id;

  if (id == ARM64_INS_BL || id == ARM64_INS_BLR)
    decoded->flags = (decoded->flags & ~(guint) ASC_INSTRUCTION_JUMP) | ASC_INSTRUCTION_CALL;
  else if (id == ARM64_INS_RET)
    decoded->flags = (decoded->flags & ~(guint) ASC_INSTRUCTION_JUMP) | ASC_INSTRUCTION_RETURN;
  for (guint i = 0; i < arm64->op_count; i++)
    {
      const cs_arm64_op *op = &arm64->operands[i];

      /* The last one: `tbz x0, #3, target`. */
      if (op->type == ARM64_OP_IMM && (decoded->flags & (ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CALL)))
        decoded->target = (guint64) op->imm;
      if (op->type == ARM64_OP_MEM)
        take_memory (self, decoded, op->mem.base, op->mem.index, op->shift.type == ARM64_SFT_LSL ? 1 << (op->shift.value & 31) : 1, op->mem.disp);
    }
  if ((decoded->flags & ASC_INSTRUCTION_JUMP)
      && ((arm64->cc != ARM64_CC_INVALID && arm64->cc != ARM64_CC_AL) || (id != ARM64_INS_B && id != ARM64_INS_BR)))
    decoded->flags |= ASC_INSTRUCTION_CONDITIONAL;
}

static void
take_ppc (const AscOperands *self, AscDecoded *decoded)
{
  const cs_ppc *ppc = &self->insn->detail->ppc;

  for (guint i = 0; i < ppc->op_count; i++)
    {
      const cs_ppc_op *op = &ppc->operands[i];

      if (op->type == PPC_OP_IMM && (decoded->flags & (ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CALL)))
        decoded->target = self->machine.is_64 ? (guint64) op->imm : (guint32) op->imm;
      if (op->type == PPC_OP_MEM)
        take_memory (self, decoded, op->mem.base, 0, 0, op->mem.disp);
    }
}

static void
take_sysz (const AscOperands *self, AscDecoded *decoded)
{
  const cs_sysz *sysz = &self->insn->detail->sysz;

  for (guint i = 0; i < sysz->op_count; i++)
    {
      const cs_sysz_op *op = &sysz->operands[i];

      if (op->type == SYSZ_OP_IMM && (decoded->flags & (ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CALL)))
        decoded->target = (guint64) op->imm;
      if (op->type == SYSZ_OP_MEM)
        take_memory (self, decoded, op->mem.base, op->mem.index, 1, op->mem.disp);
    }
}

static void
take_details (const AscOperands *self, AscDecoded *decoded)
{
  decoded->flags = (cs_insn_group (self->handle, self->insn, CS_GRP_CALL)                                              ? ASC_INSTRUCTION_CALL
                    : cs_insn_group (self->handle, self->insn, CS_GRP_RET) || cs_insn_group (self->handle, self->insn, CS_GRP_IRET) ? ASC_INSTRUCTION_RETURN
                    : cs_insn_group (self->handle, self->insn, CS_GRP_JUMP)                                            ? ASC_INSTRUCTION_JUMP
                                                                                                                       : 0);
  switch (self->arch)
    {
    case CS_ARCH_X86:
      take_x86 (self, decoded);
      break;
    case CS_ARCH_ARM:
      take_arm (self, decoded);
      break;
    case CS_ARCH_ARM64:
      take_arm64 (self, decoded);
      break;
    case CS_ARCH_PPC:
      take_ppc (self, decoded);
      break;
    case CS_ARCH_SYSZ:
      take_sysz (self, decoded);
      break;
    default:
      break;
    }
  if (self->arch != CS_ARCH_X86)
    take_access_of_name (self, decoded);
}

guint
asc_operands_decode (AscOperands *self, guint64 address, gboolean is_thumb, guint size, GString *text, AscDecoded *decoded)
{
  guint64 offset = address - self->code.address;
  const guint8 *bytes = self->code.bytes + offset;
  size_t left = self->code.size - (gsize) offset;
  AscDecoded found = *decoded;

  if (self->arch == CS_ARCH_ARM)
    cs_option (self->handle, CS_OPT_MODE, self->mode | (is_thumb ? CS_MODE_THUMB : 0));
  if (!cs_disasm_iter (self->handle, &bytes, &left, &address, self->insn) || (size != 0 && self->insn->size != size))
    return 0;
  take_details (self, &found);
  /* Where only libopcodes sees a branch, it is one. */
  if ((found.flags & (ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CALL | ASC_INSTRUCTION_RETURN)) == 0)
    found.flags |= decoded->flags;
  *decoded = found;
  if (text != NULL)
    g_string_append_printf (text, self->insn->op_str[0] != '\0' ? "%-6s %s" : "%s", self->insn->mnemonic, self->insn->op_str);
  return self->insn->size;
}

#else

AscOperands *
asc_operands_new (const AscMachine *machine, const AscCodeBytes *code)
{
  return NULL;
}

void
asc_operands_free (AscOperands *self)
{
  g_assert_not_reached ();
}

guint
asc_operands_decode (AscOperands *self, guint64 address, gboolean is_thumb, guint size, GString *text, AscDecoded *decoded)
{
  g_return_val_if_reached (0);
}

#endif
