/* asc-filter-arith.c: see asc-filter-arith-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filter-arith-private.h"

void
asc_arith_free (AscArith *self)
{
  g_clear_pointer (&self->left, asc_arith_free);
  g_clear_pointer (&self->right, asc_arith_free);
  g_free (self);
}

AscArith *
asc_arith_new_number (gint64 value, gboolean is_time)
{
  AscArith *self = g_new0 (AscArith, 1);

  self->op = ASC_ARITH_NUMBER;
  self->value = value;
  self->is_time = is_time;
  return self;
}

AscArith *
asc_arith_new_name (AscArithName name)
{
  AscArith *self = g_new0 (AscArith, 1);

  self->op = ASC_ARITH_NAME;
  self->value = name;
  self->names = name;
  self->is_time = name == ASC_ARITH_TIME;
  return self;
}

AscArith *
asc_arith_new (AscArithOp op, AscArith *left, AscArith *right)
{
  AscArith *self = g_new0 (AscArith, 1);

  self->op = op;
  self->left = left;
  self->right = right;
  self->names = left->names | right->names;
  self->is_time = left->is_time || right->is_time;
  return self;
}

static gint64
get_name (AscArithName name, const AscArithValues *values)
{
  switch (name)
    {
    case ASC_ARITH_TIME:
      return values->time_ns;
    case ASC_ARITH_TID:
      return values->tid;
    case ASC_ARITH_PID:
      return values->pid;
    case ASC_ARITH_CPU:
      return values->cpu;
    case ASC_ARITH_EXPERIMENT:
    default:
      return values->experiment;
    }
}

/* The smallest number has no opposite: it wraps around, as all do. */
static gint64
divide (gint64 left, gint64 right)
{
  if (right == 0)
    return 0;
  return right == -1 ? (gint64)(0 - (guint64)left) : left / right;
}

gint64
asc_arith_compute (const AscArith *self, const AscArithValues *values)
{
  gint64 left = self->left != NULL ? asc_arith_compute (self->left, values) : 0;
  gint64 right = self->right != NULL ? asc_arith_compute (self->right, values) : 0;
  gboolean can_shift = right >= 0 && right < 64;

  switch (self->op)
    {
    case ASC_ARITH_NAME:
      return get_name ((AscArithName)self->value, values);
    case ASC_ARITH_ADD:
      return (gint64)((guint64)left + (guint64)right);
    case ASC_ARITH_SUBTRACT:
      return (gint64)((guint64)left - (guint64)right);
    case ASC_ARITH_MULTIPLY:
      return (gint64)((guint64)left * (guint64)right);
    case ASC_ARITH_DIVIDE:
      return divide (left, right);
    case ASC_ARITH_REMAINDER:
      return right == 0 || right == -1 ? 0 : left % right;
    case ASC_ARITH_SHIFT_LEFT:
      return can_shift ? (gint64)((guint64)left << right) : 0;
    case ASC_ARITH_SHIFT_RIGHT:
      return can_shift ? left >> right : 0;
    case ASC_ARITH_NUMBER:
    default:
      return self->value;
    }
}

gboolean
asc_arith_compare (gint64 left, const char *op, gint64 right)
{
  gboolean equal = op[1] == '=';

  switch (op[0])
    {
    case '=':
      return left == right;
    case '!':
      return left != right;
    case '<':
      return left < right || (equal && left == right);
    default:
      return left > right || (equal && left == right);
    }
}

gboolean
asc_arith_is_shifted_time (const AscArith *self, gint64 *shift_ns)
{
  const AscArithValues none = { 0 };
  gboolean left_is = self->left != NULL && (self->left->names & ASC_ARITH_TIME) != 0;
  gint64 number;

  *shift_ns = 0;
  if (self->op == ASC_ARITH_NAME)
    return self->value == ASC_ARITH_TIME;
  if ((self->op != ASC_ARITH_ADD && self->op != ASC_ARITH_SUBTRACT) || (!left_is && self->op == ASC_ARITH_SUBTRACT)
      || (left_is ? self->right : self->left)->names != 0
      || !asc_arith_is_shifted_time (left_is ? self->left : self->right, shift_ns))
    return FALSE;
  number = asc_arith_compute (left_is ? self->right : self->left, &none);
  return self->op == ASC_ARITH_ADD ? !__builtin_add_overflow (*shift_ns, number, shift_ns)
                                   : !__builtin_sub_overflow (*shift_ns, number, shift_ns);
}
