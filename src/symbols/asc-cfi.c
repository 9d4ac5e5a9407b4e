/* asc-cfi.c: see asc-cfi.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cfi-private.h"

/* Programs are run once for each function, and their CIE's before it: real files need less than twice their size. */
#define WORK_PER_BYTE 16
#define WORK_LEAST 65536

AscCfi *
asc_cfi_ref (AscCfi *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
asc_cfi_unref (AscCfi *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->starts);
  g_free (self->range_row);
  g_array_unref (self->rows);
  g_array_unref (self->rules);
  g_array_unref (self->expressions);
  g_byte_array_unref (self->pool);
  g_free (self);
}

/* By address; where two begin at the same one, the earlier section's and then the earlier entry first. */
static int
compare_fdes (gconstpointer a, gconstpointer b)
{
  const AscCfiFde *x = a;
  const AscCfiFde *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  return x->program < y->program ? -1 : x->program > y->program;
}

/* Sorts the functions, drops those told of twice and cuts what overlaps, where the next begins. */
static void
sort_fdes (AscCfiCompiler *self)
{
  AscCfiFde *fdes = (AscCfiFde *) (gpointer) self->fdes->data;
  guint n = 0;
  gboolean sorted = TRUE;

  for (guint i = 1; i < self->fdes->len && sorted; i++)
    sorted = compare_fdes (&fdes[i - 1], &fdes[i]) <= 0;
  if (!sorted)
    g_array_sort (self->fdes, compare_fdes);
  for (guint i = 0; i < self->fdes->len; i++)
    {
      AscCfiFde *last = n > 0 ? &fdes[n - 1] : NULL;

      if ((last != NULL && (fdes[i].start == last->start || (fdes[i].section > last->section && fdes[i].start < last->end)))
          || fdes[i].start - fdes[0].start >= G_MAXUINT32)
        {
          self->cfi->stats.n_skipped++;
          continue;
        }
      if (last != NULL)
        last->end = MIN (last->end, fdes[i].start);
      fdes[i].end = MIN (fdes[i].end, fdes[0].start + MIN (G_MAXUINT32, G_MAXUINT64 - fdes[0].start));
      fdes[n++] = fdes[i];
    }
  g_array_set_size (self->fdes, n);
}

static void
compile (AscCfiCompiler *self)
{
  AscCfi *cfi = self->cfi;

  sort_fdes (self);
  if (self->fdes->len > 0)
    cfi->base = g_array_index (self->fdes, AscCfiFde, 0).start;
  for (guint i = 0; i < self->fdes->len; i++)
    {
      const AscCfiFde *fde = &g_array_index (self->fdes, AscCfiFde, i);

      if (self->work_left < 0)
        {
          cfi->stats.n_bad += self->fdes->len - i;
          /* The range before this one ended where it was told to, unless there was no room for it. */
          break;
        }
      cfi->stats.n_functions++;
      cfi->stats.n_bad += !asc_cfi_run_program (self, fde);
    }
  cfi->starts = g_renew (guint32, cfi->starts, MAX (cfi->n_ranges, 1));
  cfi->range_row = g_renew (guint32, cfi->range_row, MAX (cfi->n_ranges, 1));
  if (self->work_left < 0 && cfi->n_ranges > 0)
    cfi->range_row[cfi->n_ranges - 1] = 0;
}

static void
count (AscCfi *cfi)
{
  cfi->stats.n_ranges = cfi->n_ranges;
  cfi->stats.n_rows = cfi->rows->len - 1;
  cfi->stats.n_bytes = sizeof *cfi + cfi->n_ranges * sizeof (guint32) * 2 + cfi->rows->len * sizeof (AscCfiRow) + cfi->rules->len * sizeof (AscCfiRule)
                       + cfi->expressions->len * sizeof (AscCfiExpression) + cfi->pool->len;
}

AscCfi *
asc_cfi_new (const AscCfiInput *input)
{
  AscCfi *cfi = g_new0 (AscCfi, 1);
  AscCfiCompiler *self = g_new0 (AscCfiCompiler, 1);
  AscCfiRow none = { .cfa_kind = ASC_CFI_UNDEFINED };

  g_atomic_ref_count_init (&cfi->refs);
  cfi->arch = input->arch;
  cfi->big_endian = input->big_endian;
  cfi->rows = g_array_new (FALSE, FALSE, sizeof (AscCfiRow));
  g_array_append_val (cfi->rows, none);
  /* Not empty: rows without rules point to its start. */
  cfi->rules = g_array_sized_new (FALSE, FALSE, sizeof (AscCfiRule), ASC_DUMP_MAX_REGISTERS);
  cfi->expressions = g_array_new (FALSE, FALSE, sizeof (AscCfiExpression));
  cfi->pool = g_byte_array_new ();
  self->input = input;
  self->cfi = cfi;
  self->n_registers = asc_arch_get_n_registers (input->arch);
  self->address_size = asc_arch_get_address_size (input->arch);
  self->cies = g_array_new (FALSE, FALSE, sizeof (AscCfiCie));
  self->fdes = g_array_new (FALSE, FALSE, sizeof (AscCfiFde));
  self->remembered = g_array_new (FALSE, FALSE, sizeof (AscCfiState));
  asc_map_init (&self->cie_map, 0);
  asc_map_init (&self->row_map, 0);
  asc_map_init (&self->expression_map, 0);
  self->work_left = WORK_LEAST;
  for (guint i = 0; i < input->n_sections; i++)
    self->work_left += (gint64) MIN (input->sections[i].size, G_GUINT64_CONSTANT (1) << 40) * WORK_PER_BYTE;
  if (self->n_registers > 0)
    {
      asc_cfi_read_entries (self);
      compile (self);
    }
  count (cfi);
  asc_map_clear (&self->cie_map);
  asc_map_clear (&self->row_map);
  asc_map_clear (&self->expression_map);
  g_array_unref (self->cies);
  g_array_unref (self->fdes);
  g_array_unref (self->remembered);
  g_free (self);
  return cfi;
}

AscArch
asc_cfi_get_arch (const AscCfi *self)
{
  return self->arch;
}

const AscCfiStats *
asc_cfi_get_stats (const AscCfi *self)
{
  return &self->stats;
}

const AscCfiRow *
asc_cfi_find (const AscCfi *self, guint64 address)
{
  guint low = 0, high = self->n_ranges;
  guint32 start;

  if (address < self->base || address - self->base > G_MAXUINT32 || high == 0)
    return NULL;
  start = (guint32) (address - self->base);
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (self->starts[middle] <= start)
        low = middle;
      else
        high = middle;
    }
  return self->range_row[low] != 0 ? &g_array_index (self->rows, AscCfiRow, self->range_row[low]) : NULL;
}

const AscCfiRule *
asc_cfi_get_rules (const AscCfi *self, const AscCfiRow *row)
{
  return &g_array_index (self->rules, AscCfiRule, row->first_rule);
}

const guint8 *
asc_cfi_get_expression (const AscCfi *self, guint expression, gsize *size)
{
  const AscCfiExpression *e = &g_array_index (self->expressions, AscCfiExpression, expression);

  *size = e->size;
  return self->pool->data + e->offset;
}
