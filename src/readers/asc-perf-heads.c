/* asc-perf-heads.c: the heads of samples with dumps of stacks, kept between the passes
 *
 * A read of some hundred bytes costs as much as one of some thousand: pass 2 and the unwinding take from here what pass
 * 1 has read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

/* Some million samples. Those beyond it are read again. */
#define MAX_BYTES (256u * 1024 * 1024)

struct _AscPerfHeads
{
  GArray *entries; /* AscPerfHead, by position */
  GByteArray *bytes;
  guint64 last_end;  /* position behind the last one's record */
  guint last_copied; /* see find_copied() */
};

AscPerfHeads *
asc_perf_heads_new (void)
{
  AscPerfHeads *self = g_new0 (AscPerfHeads, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (AscPerfHead));
  self->bytes = g_byte_array_new ();
  return self;
}

void
asc_perf_heads_free (AscPerfHeads *self)
{
  g_array_unref (self->entries);
  g_byte_array_unref (self->bytes);
  g_free (self);
}

/* Where the number of the stack's bytes that could be copied stands, behind them: in bytes before the record's end; 0: not known. */
static guint
find_copied (const AscPerf *perf, const AscPerfAttr *attr, const AscPerfRecord *record, guint registers_at)
{
  guint at = registers_at + 8 + (guint) __builtin_popcountll (attr->regs_user) * 8;
  guint64 size;

  if (at > record->n_body || record->n_body - at < 8)
    return 0;
  size = asc_perf_u64 (perf, record->body + at);
  at += 8;
  if (size == 0 || size > record->size - at || record->size - at - size < 8 || record->size - at - size > ASC_PERF_BEFORE_BYTES)
    return 0;
  return (guint) (record->size - at - size);
}

void
asc_perf_heads_add (AscPerfHeads *self, const AscPerf *perf, const AscPerfRecord *record)
{
  const AscPerfAttr *attr = asc_perf_find_attr (perf, record, TRUE);
  AscPerfRecord head = *record;
  AscPerfHead entry = { .position = record->position, .at = self->bytes->len, .copied_bytes = ASC_PERF_NOT_KNOWN };
  AscPerfSample sample;

  head.size = head.n_body;
  if (attr == NULL || self->bytes->len > MAX_BYTES - head.n_body - 8 || !asc_perf_parse_sample (perf, attr, &head, &sample) || sample.registers_at == 0)
    return;
  /* The body's header lies before it. What follows the registers' first word is read with the stack. */
  entry.n_bytes = 8 + sample.registers_at + 8;
  g_byte_array_append (self->bytes, record->body - 8, entry.n_bytes);
  self->last_end = record->position + 8 + record->size;
  self->last_copied = find_copied (perf, attr, record, sample.registers_at);
  g_array_append_val (self->entries, entry);
}

void
asc_perf_heads_set_end (AscPerfHeads *self, const AscPerf *perf, guint64 position, const guint8 *before)
{
  if (self->entries->len == 0 || position != self->last_end || self->last_copied == 0 || before == NULL)
    return;
  g_array_index (self->entries, AscPerfHead, self->entries->len - 1).copied_bytes = (guint32) MIN (asc_perf_u64 (perf, before + ASC_PERF_BEFORE_BYTES - self->last_copied), ASC_PERF_NOT_KNOWN - 1);
}

guint
asc_perf_heads_find (const AscPerfHeads *self, guint64 position)
{
  guint low = 0, high = self->entries->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->entries, AscPerfHead, middle).position < position)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

const AscPerfHead *
asc_perf_heads_get (const AscPerfHeads *self, guint index, const guint8 **bytes)
{
  const AscPerfHead *entry;

  if (index >= self->entries->len)
    return NULL;
  entry = &g_array_index (self->entries, AscPerfHead, index);
  *bytes = self->bytes->data + entry->at;
  return entry;
}
