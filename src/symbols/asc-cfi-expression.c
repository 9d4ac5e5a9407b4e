/* asc-cfi-expression.c: the DWARF expressions of call frame information
 *
 * Operations: DWARF 5, 2.5 and 7.7.1. Those that need a function's or a variable's DIE cannot occur here (6.4.2).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cfi-private.h"

/* Compilers need 4; a loop must end. */
#define MAX_DEPTH 64
#define MAX_STEPS 4096

typedef struct
{
  const AscCfi *cfi;
  const guint64 *registers;
  guint64 valid;
  AscCfiReadFunc read;
  gpointer read_data;
  AscCursor cursor;
  guint64 stack[MAX_DEPTH];
  guint depth;
  gboolean failed;
} Machine;

static void
push (Machine *self, guint64 value)
{
  if (self->depth == MAX_DEPTH)
    self->failed = TRUE;
  else
    self->stack[self->depth++] = asc_arch_get_address_size (self->cfi->arch) == 4 ? (guint32) value : value;
}

static guint64
pop (Machine *self)
{
  if (self->depth == 0)
    {
      self->failed = TRUE;
      return 0;
    }
  return self->stack[--self->depth];
}

/* The value as a signed number of an address's size. */
static gint64
pop_signed (Machine *self)
{
  guint64 value = pop (self);

  return asc_arch_get_address_size (self->cfi->arch) == 4 ? (gint32) value : (gint64) value;
}

static void
push_register (Machine *self, guint64 reg, gint64 offset)
{
  if (reg >= asc_arch_get_n_registers (self->cfi->arch) || !(self->valid >> reg & 1))
    self->failed = TRUE;
  else
    push (self, self->registers[reg] + (guint64) offset);
}

static void
dereference (Machine *self, guint size)
{
  guint64 value = 0;

  if (size < 1 || size > 8 || !self->read (self->read_data, pop (self), size, &value))
    self->failed = TRUE;
  else
    push (self, value);
}

static void
pick (Machine *self, guint index)
{
  if (index >= self->depth)
    self->failed = TRUE;
  else
    push (self, self->stack[self->depth - 1 - index]);
}

static void
jump (Machine *self, gboolean taken)
{
  gint16 offset = (gint16) asc_cursor_u16 (&self->cursor);
  gint64 to = (gint64) self->cursor.pos + offset;

  if (!taken)
    return;
  if (to < 0 || (guint64) to > self->cursor.size)
    self->failed = TRUE;
  else
    asc_cursor_seek (&self->cursor, (gsize) to);
}

/* Returns: FALSE when @op is no constant. */
static gboolean
run_constant (Machine *self, guint8 op)
{
  AscCursor *c = &self->cursor;

  if (op >= 0x30 && op <= 0x4f) /* lit0 to lit31 */
    push (self, op - 0x30u);
  else if (op == 0x03) /* addr */
    push (self, asc_arch_get_address_size (self->cfi->arch) == 4 ? asc_cursor_u32 (c) : asc_cursor_u64 (c));
  else if (op == 0x08) /* const1u and so on */
    push (self, asc_cursor_u8 (c));
  else if (op == 0x09)
    push (self, (guint64) (gint8) asc_cursor_u8 (c));
  else if (op == 0x0a)
    push (self, asc_cursor_u16 (c));
  else if (op == 0x0b)
    push (self, (guint64) (gint16) asc_cursor_u16 (c));
  else if (op == 0x0c)
    push (self, asc_cursor_u32 (c));
  else if (op == 0x0d)
    push (self, (guint64) (gint32) asc_cursor_u32 (c));
  else if (op == 0x0e || op == 0x0f)
    push (self, asc_cursor_u64 (c));
  else if (op == 0x10) /* constu, consts */
    push (self, asc_cursor_uleb128 (c));
  else if (op == 0x11)
    push (self, (guint64) asc_cursor_sleb128 (c));
  else
    return FALSE;
  return TRUE;
}

/* Returns: FALSE when @op does not move what is on the stack or take it from registers and memory. */
static gboolean
run_move (Machine *self, guint8 op)
{
  guint64 a, b, c;

  if (op >= 0x70 && op <= 0x8f) /* breg0 to breg31 */
    {
      push_register (self, op - 0x70u, asc_cursor_sleb128 (&self->cursor));
      return TRUE;
    }
  switch (op)
    {
    case 0x06: /* deref */
      dereference (self, asc_arch_get_address_size (self->cfi->arch));
      return TRUE;
    case 0x94: /* deref_size */
      dereference (self, asc_cursor_u8 (&self->cursor));
      return TRUE;
    case 0x92: /* bregx */
      a = asc_cursor_uleb128 (&self->cursor);
      push_register (self, a, asc_cursor_sleb128 (&self->cursor));
      return TRUE;
    case 0x12: /* dup */
      pick (self, 0);
      return TRUE;
    case 0x13: /* drop */
      (void) pop (self);
      return TRUE;
    case 0x14: /* over */
      pick (self, 1);
      return TRUE;
    case 0x15: /* pick */
      pick (self, asc_cursor_u8 (&self->cursor));
      return TRUE;
    case 0x16: /* swap */
      a = pop (self);
      b = pop (self);
      push (self, a);
      push (self, b);
      return TRUE;
    case 0x17: /* rot: the first becomes the third */
      a = pop (self);
      b = pop (self);
      c = pop (self);
      push (self, a);
      push (self, c);
      push (self, b);
      return TRUE;
    case 0x96: /* nop */
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns: FALSE when @op does not take one value and give one. */
static gboolean
run_unary (Machine *self, guint8 op)
{
  switch (op)
    {
    case 0x19: /* abs */
      {
        gint64 a = pop_signed (self);

        push (self, a < 0 ? 0 - (guint64) a : (guint64) a);
        return TRUE;
      }
    case 0x1f: /* neg */
      push (self, 0 - pop (self));
      return TRUE;
    case 0x20: /* not */
      push (self, ~pop (self));
      return TRUE;
    case 0x23: /* plus_uconst */
      push (self, pop (self) + asc_cursor_uleb128 (&self->cursor));
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns: FALSE when @op is no comparison. */
static gboolean
run_comparison (Machine *self, guint8 op)
{
  gint64 a, b;

  if (op < 0x29 || op > 0x2e)
    return FALSE;
  b = pop_signed (self);
  a = pop_signed (self);
  switch (op)
    {
    case 0x29:
      push (self, a == b);
      break;
    case 0x2a:
      push (self, a >= b);
      break;
    case 0x2b:
      push (self, a > b);
      break;
    case 0x2c:
      push (self, a <= b);
      break;
    case 0x2d:
      push (self, a < b);
      break;
    default:
      push (self, a != b);
      break;
    }
  return TRUE;
}

static void
divide (Machine *self)
{
  gint64 b = pop_signed (self);
  gint64 a = pop_signed (self);

  if (b == 0)
    self->failed = TRUE;
  else
    push (self, b == -1 ? 0 - (guint64) a : (guint64) (a / b));
}

/* Returns: FALSE when @op does not take two values and give one. */
static gboolean
run_binary (Machine *self, guint8 op)
{
  guint64 a, b;

  if (op == 0x1b)
    {
      divide (self);
      return TRUE;
    }
  if (op == 0x26) /* shra */
    {
      b = pop (self);
      push (self, (guint64) (pop_signed (self) >> MIN (b, 63)));
      return TRUE;
    }
  if (op != 0x1a && op != 0x1c && op != 0x1d && op != 0x1e && op != 0x21 && op != 0x22 && op != 0x24 && op != 0x25 && op != 0x27)
    return FALSE;
  b = pop (self);
  a = pop (self);
  switch (op)
    {
    case 0x1a:
      push (self, a & b);
      break;
    case 0x1c:
      push (self, a - b);
      break;
    case 0x1d: /* mod, unsigned */
      self->failed |= b == 0;
      push (self, b != 0 ? a % b : 0);
      break;
    case 0x1e:
      push (self, a * b);
      break;
    case 0x21:
      push (self, a | b);
      break;
    case 0x22:
      push (self, a + b);
      break;
    case 0x24: /* shl */
      push (self, b < 64 ? a << b : 0);
      break;
    case 0x25: /* shr */
      push (self, b < 64 ? a >> b : 0);
      break;
    default:
      push (self, a ^ b);
      break;
    }
  return TRUE;
}

gboolean
asc_cfi_evaluate (const AscCfi *self, guint expression, const guint64 *registers, guint64 valid, const guint64 *initial, AscCfiReadFunc read, gpointer data, guint64 *value)
{
  Machine machine = { .cfi = self, .registers = registers, .valid = valid, .read = read, .read_data = data };
  const guint8 *bytes;
  gsize size;

  g_return_val_if_fail (expression < self->expressions->len, FALSE);
  bytes = asc_cfi_get_expression (self, expression, &size);
  asc_cursor_init (&machine.cursor, bytes, size, self->big_endian);
  if (initial != NULL)
    push (&machine, *initial);
  for (guint step = 0; asc_cursor_left (&machine.cursor) > 0; step++)
    {
      guint8 op = asc_cursor_u8 (&machine.cursor);

      if (op == 0x2f) /* skip */
        jump (&machine, TRUE);
      else if (op == 0x28) /* bra */
        jump (&machine, pop (&machine) != 0);
      else if (!run_constant (&machine, op) && !run_move (&machine, op) && !run_unary (&machine, op) && !run_comparison (&machine, op) && !run_binary (&machine, op))
        return FALSE;
      if (machine.failed || !asc_cursor_ok (&machine.cursor) || step == MAX_STEPS)
        return FALSE;
    }
  *value = pop (&machine);
  return !machine.failed;
}
