/* asc-cfi-rows.c: equal rows and expressions once, ranges of addresses to rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cfi-private.h"

/* Real ones have some 20 bytes. */
#define MAX_EXPRESSION_BYTES 4096
/* 256 MB; the largest programs known have some 15 million. */
#define MAX_RANGES (1u << 25)
/* 128 MB; libc has some 1,000 distinct rows, a browser some 10,000. */
#define MAX_RULES (1u << 24)
#define MAX_ROWS (1u << 23)

void
asc_cfi_add_range (AscCfiCompiler *self, guint64 address, guint32 row)
{
  AscCfi *cfi = self->cfi;
  guint32 start = (guint32) (address - cfi->base);
  guint n = cfi->n_ranges;

  if (n > 0 && cfi->starts[n - 1] == start)
    {
      cfi->range_row[n - 1] = row;
      return;
    }
  if (n > 0 && cfi->range_row[n - 1] == row)
    return;
  if (n == MAX_RANGES)
    {
      self->work_left = -1;
      return;
    }
  if (n == self->ranges_room)
    {
      self->ranges_room = MAX (256, self->ranges_room * 2);
      cfi->starts = g_renew (guint32, cfi->starts, self->ranges_room);
      cfi->range_row = g_renew (guint32, cfi->range_row, self->ranges_room);
    }
  cfi->starts[n] = start;
  cfi->range_row[n] = row;
  cfi->n_ranges++;
}

static gboolean
is_row (const AscCfi *cfi, guint32 index, const AscCfiRow *row, const AscCfiRule *rules)
{
  const AscCfiRow *have = &g_array_index (cfi->rows, AscCfiRow, index);
  const AscCfiRule *have_rules = &g_array_index (cfi->rules, AscCfiRule, have->first_rule);

  if (have->cfa_kind != row->cfa_kind || have->cfa_reg != row->cfa_reg || have->cfa_value != row->cfa_value || have->ra_reg != row->ra_reg
      || have->flags != row->flags || have->n_rules != row->n_rules)
    return FALSE;
  for (guint i = 0; i < row->n_rules; i++)
    if (have_rules[i].reg != rules[i].reg || have_rules[i].kind != rules[i].kind || have_rules[i].value != rules[i].value)
      return FALSE;
  return TRUE;
}

guint32
asc_cfi_intern_row (AscCfiCompiler *self, const AscCfiCie *cie)
{
  AscCfi *cfi = self->cfi;
  const AscCfiState *state = &self->state;
  AscCfiRule rules[ASC_DUMP_MAX_REGISTERS];
  AscCfiRow row = { .cfa_kind = state->cfa_kind, .cfa_reg = state->cfa_reg, .ra_reg = (guint8) cie->ra_reg, .flags = cie->is_signal ? ASC_CFI_SIGNAL : 0 };
  guint64 hash;

  if (state->cfa_value < G_MININT32 || state->cfa_value > G_MAXINT32)
    row.cfa_kind = ASC_CFI_UNDEFINED;
  else
    row.cfa_value = (gint32) state->cfa_value;
  hash = asc_hash_add ((guint64) row.cfa_kind << 24 | row.cfa_reg << 16 | row.ra_reg << 8 | row.flags, (guint32) row.cfa_value);
  for (guint64 left = state->changed; left != 0; left &= left - 1)
    {
      guint reg = (guint) __builtin_ctzll (left);

      rules[row.n_rules] = (AscCfiRule){ .reg = (guint8) reg, .kind = state->rules[reg].kind, .value = state->rules[reg].value };
      hash = asc_hash_add (hash, (guint64) reg << 40 | (guint64) state->rules[reg].kind << 32 | (guint32) state->rules[reg].value);
      row.n_rules++;
    }
  for (;; hash = asc_hash_u64 (hash + 1))
    {
      gboolean is_new;
      guint32 *index = asc_map_insert (&self->row_map, hash, &is_new);

      if (is_new && (cfi->rows->len == MAX_ROWS || cfi->rules->len > MAX_RULES))
        {
          *index = 0;
          self->work_left = -1;
          return 0;
        }
      if (is_new)
        {
          *index = cfi->rows->len;
          row.first_rule = cfi->rules->len;
          g_array_append_vals (cfi->rules, rules, row.n_rules);
          g_array_append_val (cfi->rows, row);
          return *index;
        }
      if (is_row (cfi, *index, &row, rules))
        return *index;
    }
}

gint32
asc_cfi_intern_expression (AscCfiCompiler *self, const guint8 *bytes, gsize size)
{
  AscCfi *cfi = self->cfi;
  guint64 hash = size;

  if (size > MAX_EXPRESSION_BYTES || cfi->pool->len > G_MAXINT32)
    return -1;
  for (gsize i = 0; i < size; i++)
    hash = asc_hash_add (hash, bytes[i]);
  for (;; hash = asc_hash_u64 (hash + 1))
    {
      gboolean is_new;
      guint32 *index = asc_map_insert (&self->expression_map, hash, &is_new);
      const AscCfiExpression *have;

      if (is_new)
        {
          AscCfiExpression expression = { .offset = cfi->pool->len, .size = (guint32) size };

          *index = cfi->expressions->len;
          g_byte_array_append (cfi->pool, bytes, (guint) size);
          g_array_append_val (cfi->expressions, expression);
          return (gint32) *index;
        }
      have = &g_array_index (cfi->expressions, AscCfiExpression, *index);
      if (have->size == size && memcmp (cfi->pool->data + have->offset, bytes, size) == 0)
        return (gint32) *index;
    }
}
