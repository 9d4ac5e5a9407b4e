/* asc-cfi-program.c: runs the call frame instructions of a function
 *
 * Instructions: DWARF 5, 6.4.2 and 7.24; those of GNU and of Arm: binutils' dwarf2.h, DWARF for the Arm 64-bit Architecture 4.1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cfi-private.h"

/* Compilers nest them one or two deep. */
#define MAX_REMEMBERED 64

enum
{
  DW_CFA_advance_loc = 0x40,
  DW_CFA_offset = 0x80,
  DW_CFA_restore = 0xc0,
  DW_CFA_nop = 0x00,
  DW_CFA_set_loc = 0x01,
  DW_CFA_advance_loc1 = 0x02,
  DW_CFA_advance_loc2 = 0x03,
  DW_CFA_advance_loc4 = 0x04,
  DW_CFA_offset_extended = 0x05,
  DW_CFA_restore_extended = 0x06,
  DW_CFA_undefined = 0x07,
  DW_CFA_same_value = 0x08,
  DW_CFA_register = 0x09,
  DW_CFA_remember_state = 0x0a,
  DW_CFA_restore_state = 0x0b,
  DW_CFA_def_cfa = 0x0c,
  DW_CFA_def_cfa_register = 0x0d,
  DW_CFA_def_cfa_offset = 0x0e,
  DW_CFA_def_cfa_expression = 0x0f,
  DW_CFA_expression = 0x10,
  DW_CFA_offset_extended_sf = 0x11,
  DW_CFA_def_cfa_sf = 0x12,
  DW_CFA_def_cfa_offset_sf = 0x13,
  DW_CFA_val_offset = 0x14,
  DW_CFA_val_offset_sf = 0x15,
  DW_CFA_val_expression = 0x16,
  DW_CFA_MIPS_advance_loc8 = 0x1d,
  DW_CFA_AARCH64_negate_ra_state_with_pc = 0x2c,
  DW_CFA_GNU_window_save = 0x2d, /* on aarch64: negate_ra_state */
  DW_CFA_GNU_args_size = 0x2e,
  DW_CFA_GNU_negative_offset_extended = 0x2f,
};

/* A program on its way. */
typedef struct
{
  AscCfiCompiler *compiler;
  const AscCfiCie *cie;
  const AscCfiFde *fde; /* NULL: the CIE's own program */
  AscCursor cursor;
  guint64 pc;
  gboolean changed; /* since the range of @pc was begun */
  gboolean bad;
} Run;

static void
set_rule (Run *run, guint64 reg, AscCfiRuleKind kind, gint64 value)
{
  AscCfiState *state = &run->compiler->state;

  run->changed = TRUE;
  /* Vector registers and the like: nothing is found through them. */
  if (reg >= run->compiler->n_registers)
    return;
  if (value < G_MININT32 || value > G_MAXINT32)
    kind = ASC_CFI_UNDEFINED;
  state->rules[reg] = (AscCfiStateRule){ .kind = (guint8) kind, .value = kind != ASC_CFI_UNDEFINED && kind != ASC_CFI_SAME ? (gint32) value : 0 };
  if (kind == ASC_CFI_SAME)
    state->changed &= ~(G_GUINT64_CONSTANT (1) << reg);
  else
    state->changed |= G_GUINT64_CONSTANT (1) << reg;
}

static void
restore_rule (Run *run, guint64 reg)
{
  const AscCfiStateRule *initial;

  if (reg >= run->compiler->n_registers)
    return;
  initial = &run->compiler->initial.rules[reg];
  set_rule (run, reg, run->fde != NULL ? initial->kind : ASC_CFI_SAME, initial->value);
}

/* Products of what the file says must not overflow; one that does is no offset. */
static gint64
factored (const Run *run, gint64 value)
{
  gint64 product;

  return __builtin_mul_overflow (value, run->cie->data_align, &product) ? G_MAXINT64 : product;
}

static gint64
unsigned_factored (const Run *run, guint64 value)
{
  return value <= G_MAXINT64 ? factored (run, (gint64) value) : G_MAXINT64;
}

static void
set_cfa (Run *run, guint64 reg, gint64 offset)
{
  AscCfiState *state = &run->compiler->state;

  run->changed = TRUE;
  state->cfa_kind = reg < run->compiler->n_registers ? ASC_CFI_REGISTER : ASC_CFI_UNDEFINED;
  state->cfa_reg = (guint8) reg;
  state->cfa_value = offset;
}

static void
set_cfa_offset (Run *run, gint64 offset)
{
  run->changed = TRUE;
  run->compiler->state.cfa_value = offset;
}

static gint64
read_offset (Run *run)
{
  guint64 offset = asc_cursor_uleb128 (&run->cursor);

  return offset <= G_MAXINT64 ? (gint64) offset : G_MAXINT64;
}

/* Returns: the number of the expression at the cursor, or -1. */
static gint64
read_expression (Run *run)
{
  guint64 size = asc_cursor_uleb128 (&run->cursor);
  const guint8 *bytes = asc_cursor_bytes (&run->cursor, size);

  run->compiler->work_left -= (gint64) MIN (size, 1 << 20);
  return bytes != NULL ? asc_cfi_intern_expression (run->compiler, bytes, (gsize) size) : -1;
}

static void
set_expression (Run *run, guint64 reg, AscCfiRuleKind kind)
{
  gint64 expression = read_expression (run);

  set_rule (run, reg, expression >= 0 ? kind : ASC_CFI_UNDEFINED, expression);
}

static void
set_cfa_expression (Run *run)
{
  AscCfiState *state = &run->compiler->state;
  gint64 expression = read_expression (run);

  run->changed = TRUE;
  state->cfa_kind = expression >= 0 ? ASC_CFI_VAL_EXPRESSION : ASC_CFI_UNDEFINED;
  state->cfa_reg = 0;
  state->cfa_value = expression;
}

static void
begin_range (Run *run)
{
  if (!run->changed || run->fde == NULL)
    return;
  asc_cfi_add_range (run->compiler, run->pc, asc_cfi_intern_row (run->compiler, run->cie));
  run->changed = FALSE;
}

/* Returns: FALSE when @pc is no place further on in the function. */
static gboolean
move_to (Run *run, guint64 pc)
{
  if (run->fde == NULL || pc < run->pc)
    return FALSE;
  begin_range (run);
  run->pc = pc;
  return pc < run->fde->end;
}

static gboolean
advance (Run *run, guint64 delta)
{
  guint64 bytes, pc;

  if (__builtin_mul_overflow (delta, run->cie->code_align, &bytes) || __builtin_add_overflow (run->pc, bytes, &pc))
    return FALSE;
  return move_to (run, pc);
}

static gboolean
set_loc (Run *run)
{
  const AscCfiSection *section = &run->compiler->input->sections[run->cie->section];
  guint64 pc;

  return run->fde != NULL && asc_cfi_read_pointer (run->compiler, section, &run->cursor, run->cie->encoding, run->fde->start, &pc) && move_to (run, pc);
}

static gboolean
remember (Run *run)
{
  if (run->compiler->remembered->len == MAX_REMEMBERED)
    return FALSE;
  g_array_append_val (run->compiler->remembered, run->compiler->state);
  return TRUE;
}

static gboolean
restore (Run *run)
{
  GArray *remembered = run->compiler->remembered;

  if (remembered->len == 0)
    return FALSE;
  run->compiler->state = g_array_index (remembered, AscCfiState, remembered->len - 1);
  g_array_set_size (remembered, remembered->len - 1);
  run->changed = TRUE;
  return TRUE;
}

/* The instructions that set the CFA. Returns: FALSE when @op is none of them. */
static gboolean
run_cfa_instruction (Run *run, guint8 op)
{
  AscCursor *cursor = &run->cursor;
  guint64 reg;

  switch (op)
    {
    case DW_CFA_def_cfa:
      reg = asc_cursor_uleb128 (cursor);
      set_cfa (run, reg, read_offset (run));
      return TRUE;
    case DW_CFA_def_cfa_sf:
      reg = asc_cursor_uleb128 (cursor);
      set_cfa (run, reg, factored (run, asc_cursor_sleb128 (cursor)));
      return TRUE;
    case DW_CFA_def_cfa_register:
      set_cfa (run, asc_cursor_uleb128 (cursor), run->compiler->state.cfa_value);
      return TRUE;
    case DW_CFA_def_cfa_offset:
      set_cfa_offset (run, read_offset (run));
      return TRUE;
    case DW_CFA_def_cfa_offset_sf:
      set_cfa_offset (run, factored (run, asc_cursor_sleb128 (cursor)));
      return TRUE;
    case DW_CFA_def_cfa_expression:
      set_cfa_expression (run);
      return TRUE;
    default:
      return FALSE;
    }
}

/* The instructions that name a register and set its rule. Returns: FALSE when @op is none of them. */
static gboolean
run_register_instruction (Run *run, guint8 op)
{
  AscCursor *cursor = &run->cursor;
  guint64 reg;

  if (op < DW_CFA_offset_extended || (op > DW_CFA_register && op < DW_CFA_expression)
      || (op > DW_CFA_val_expression && op != DW_CFA_GNU_negative_offset_extended))
    return FALSE;
  if (op == DW_CFA_def_cfa_sf || op == DW_CFA_def_cfa_offset_sf)
    return FALSE;
  reg = asc_cursor_uleb128 (cursor);
  switch (op)
    {
    case DW_CFA_offset_extended:
      set_rule (run, reg, ASC_CFI_OFFSET, unsigned_factored (run, asc_cursor_uleb128 (cursor)));
      break;
    case DW_CFA_offset_extended_sf:
      set_rule (run, reg, ASC_CFI_OFFSET, factored (run, asc_cursor_sleb128 (cursor)));
      break;
    case DW_CFA_GNU_negative_offset_extended:
      set_rule (run, reg, ASC_CFI_OFFSET, -unsigned_factored (run, asc_cursor_uleb128 (cursor)));
      break;
    case DW_CFA_val_offset:
      set_rule (run, reg, ASC_CFI_VAL_OFFSET, unsigned_factored (run, asc_cursor_uleb128 (cursor)));
      break;
    case DW_CFA_val_offset_sf:
      set_rule (run, reg, ASC_CFI_VAL_OFFSET, factored (run, asc_cursor_sleb128 (cursor)));
      break;
    case DW_CFA_restore_extended:
      restore_rule (run, reg);
      break;
    case DW_CFA_undefined:
      set_rule (run, reg, ASC_CFI_UNDEFINED, 0);
      break;
    case DW_CFA_same_value:
      set_rule (run, reg, ASC_CFI_SAME, 0);
      break;
    case DW_CFA_register:
      {
        guint64 other = asc_cursor_uleb128 (cursor);

        set_rule (run, reg, other < run->compiler->n_registers ? ASC_CFI_REGISTER : ASC_CFI_UNDEFINED, (gint64) MIN (other, G_MAXUINT8));
        break;
      }
    case DW_CFA_expression:
      set_expression (run, reg, ASC_CFI_EXPRESSION);
      break;
    case DW_CFA_val_expression:
    default:
      set_expression (run, reg, ASC_CFI_VAL_EXPRESSION);
      break;
    }
  return TRUE;
}

/* Returns: FALSE where the program cannot go on. */
static gboolean
run_instruction (Run *run)
{
  AscCursor *cursor = &run->cursor;
  guint8 op = asc_cursor_u8 (cursor);

  switch (op & 0xc0)
    {
    case DW_CFA_advance_loc:
      return advance (run, op & 0x3f);
    case DW_CFA_offset:
      set_rule (run, op & 0x3f, ASC_CFI_OFFSET, unsigned_factored (run, asc_cursor_uleb128 (cursor)));
      return TRUE;
    case DW_CFA_restore:
      restore_rule (run, op & 0x3f);
      return TRUE;
    default:
      break;
    }
  if (run_cfa_instruction (run, op) || run_register_instruction (run, op))
    return TRUE;
  switch (op)
    {
    case DW_CFA_nop:
      return TRUE;
    case DW_CFA_GNU_window_save:
    case DW_CFA_AARCH64_negate_ra_state_with_pc:
      /* From here on return addresses are signed, or no longer: the signature is always taken off, see asc-unwind.c. */
      return run->compiler->input->arch == ASC_ARCH_AARCH64;
    case DW_CFA_GNU_args_size:
      (void) asc_cursor_uleb128 (cursor);
      return TRUE;
    case DW_CFA_set_loc:
      return set_loc (run);
    case DW_CFA_advance_loc1:
      return advance (run, asc_cursor_u8 (cursor));
    case DW_CFA_advance_loc2:
      return advance (run, asc_cursor_u16 (cursor));
    case DW_CFA_advance_loc4:
      return advance (run, asc_cursor_u32 (cursor));
    case DW_CFA_MIPS_advance_loc8:
      return advance (run, asc_cursor_u64 (cursor));
    case DW_CFA_remember_state:
      return remember (run);
    case DW_CFA_restore_state:
      return restore (run);
    default:
      return FALSE;
    }
}

/* Runs @size bytes at @pos. Returns: FALSE when they end badly; what stands before is in effect. */
static gboolean
run_bytes (Run *run, gsize pos, gsize size)
{
  const AscCfiInput *input = run->compiler->input;
  const AscCfiSection *section = &input->sections[run->cie->section];

  g_array_set_size (run->compiler->remembered, 0);
  asc_cursor_init (&run->cursor, section->data + pos, size, input->big_endian);
  run->compiler->work_left -= (gint64) size;
  while (asc_cursor_left (&run->cursor) > 0)
    {
      if (run->compiler->work_left < 0)
        return FALSE;
      if (!run_instruction (run))
        return run->fde != NULL && run->pc >= run->fde->end; /* what is said behind the function's end is of no use */
      if (!asc_cursor_ok (&run->cursor))
        return FALSE;
    }
  return TRUE;
}

gboolean
asc_cfi_run_program (AscCfiCompiler *self, const AscCfiFde *fde)
{
  Run run = { .compiler = self, .cie = &g_array_index (self->cies, AscCfiCie, fde->cie) };
  gboolean ok;

  self->state = (AscCfiState){ .cfa_kind = ASC_CFI_UNDEFINED };
  if (!run_bytes (&run, run.cie->program, run.cie->program_size))
    return FALSE;
  self->initial = self->state;
  run.fde = fde;
  run.pc = fde->start;
  run.changed = TRUE;
  ok = run_bytes (&run, fde->program, fde->program_size);
  if (run.pc < fde->end)
    {
      /* What stands behind a bad instruction is not known. */
      if (ok)
        begin_range (&run);
      else
        asc_cfi_add_range (self, run.pc, 0);
    }
  asc_cfi_add_range (self, fde->end, 0);
  return ok;
}
