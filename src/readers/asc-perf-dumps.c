/* asc-perf-dumps.c: registers and stacks of samples, read again when they are unwound
 *
 * Layout of a sample: `perf_event_open(2)`, "PERF_RECORD_SAMPLE". The reader only notes where the registers lie: dumps are most of
 * such a recording, and the model does not keep them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#include <glib/gi18n-lib.h>

#define SAMPLE_REGS_ABI_32 1
#define SAMPLE_REGS_ABI_64 2

/* An id is the worker's number + 1 above, the place in its list below. */
#define ID_BITS 40

/* Longer dumps are not made: a record has at most 65,535 bytes. */
#define MAX_STACK_BYTES 65536

/* What reads dumps as long as the experiment lives. */
typedef struct
{
  AscPerf perf; /* source, byte order, spans, attrs, maps and dumps: the rest is not used */
  char *machine;
} Dumps;

guint
asc_perf_find_registers (const AscPerf *self, const AscPerfAttr *attr, const AscPerfRecord *record, guint at)
{
  AscCursor cursor;
  guint64 n;

  if (!(attr->sample_type & ASC_PERF_SAMPLE_REGS_USER) || at > record->size)
    return 0;
  asc_cursor_init (&cursor, record->body, record->size, self->big_endian);
  asc_cursor_seek (&cursor, at);
  if (attr->sample_type & ASC_PERF_SAMPLE_RAW)
    asc_cursor_skip (&cursor, asc_cursor_u32 (&cursor));
  if (attr->sample_type & ASC_PERF_SAMPLE_BRANCH_STACK)
    {
      n = asc_cursor_u64 (&cursor);
      if (attr->branch_sample_type & ASC_PERF_BRANCH_HW_INDEX)
        asc_cursor_skip (&cursor, 8);
      if (n > asc_cursor_left (&cursor) / 24)
        return 0;
      asc_cursor_skip (&cursor, (gsize) n * 24);
    }
  at = (guint) cursor.pos;
  /* A thread of the kernel has no registers of user mode: abi 0. */
  return asc_cursor_u64 (&cursor) != 0 && asc_cursor_ok (&cursor) ? at : 0;
}

guint64
asc_perf_add_dump (GArray *dumps, guint worker, const AscPerfAttr *attr, const AscPerfRecord *record, guint registers_at, const AscPerfView *view, const AscPerfHead *head)
{
  AscPerfDump dump = { .position = record->position + 8 + registers_at, .space = (guint64) view->old_root << 32 | view->user_root, .attr = (guint16) attr->index,
                       .copied_bytes = head != NULL ? head->copied_bytes : ASC_PERF_NOT_KNOWN };

  if (attr->index > G_MAXUINT16)
    return 0;
  g_array_append_val (dumps, dump);
  return (guint64) (worker + 1) << ID_BITS | (dumps->len - 1);
}

/* The span that holds @position. */
static const AscPerfSpan *
find_span (const AscPerf *self, guint64 position)
{
  guint low = 0, high = self->spans->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->spans, AscPerfSpan, middle).position <= position)
        low = middle;
      else
        high = middle;
    }
  return &g_array_index (self->spans, AscPerfSpan, low);
}

static const AscPerfDump *
find_dump (const AscPerf *self, guint64 id)
{
  guint64 worker = (id >> ID_BITS) - 1;
  guint64 index = id & ((G_GUINT64_CONSTANT (1) << ID_BITS) - 1);
  const GArray *list;

  if (worker >= self->dumps->len)
    return NULL;
  list = self->dumps->pdata[worker];
  return index < list->len ? &g_array_index (list, AscPerfDump, index) : NULL;
}

/* How much of the stack's @size bytes the kernel could copy: told behind them. */
static gsize
read_copied_size (Dumps *self, const AscPerfSpan *span, guint64 offset, gsize size)
{
  guint8 bytes[8];
  guint64 copied;

  if (offset > span->end || span->end - offset < 8 || asc_perf_span_pread (&self->perf, span, offset, bytes, sizeof bytes) != sizeof bytes)
    return 0;
  copied = asc_perf_u64 (&self->perf, bytes);
  return (gsize) MIN (copied, size);
}

/* Recordings in pipes may not name their machine; the registers asked for do: x86 has none of these numbers. */
static const char *
get_machine (const Dumps *self, guint64 mask)
{
  if (self->machine != NULL)
    return self->machine;
  return mask >> 24 != 0 ? "aarch64" : "x86_64";
}

static gboolean
read_dump (gpointer data, guint64 id, gsize max_stack, GByteArray *buffer, AscDump *dump)
{
  Dumps *self = data;
  const AscPerfDump *entry = find_dump (&self->perf, id);
  const AscPerfAttr *attr;
  const AscPerfSpan *span;
  AscCursor cursor;
  guint n_registers;
  guint64 offset, abi, size;
  gssize n;

  if (entry == NULL || self->perf.spans->len == 0)
    return FALSE;
  attr = self->perf.attrs->pdata[entry->attr];
  span = find_span (&self->perf, entry->position);
  offset = span->start + (entry->position - span->position);
  n_registers = (guint) __builtin_popcountll (attr->regs_user);
  max_stack = MIN (max_stack, MIN (entry->copied_bytes, MAX_STACK_BYTES));
  g_byte_array_set_size (buffer, (guint) (8 + n_registers * 8 + 8 + max_stack));
  n = asc_perf_span_pread (&self->perf, span, offset, buffer->data, (gsize) MIN (buffer->len, span->end - MIN (offset, span->end)));
  asc_cursor_init (&cursor, buffer->data, n > 0 ? (gsize) n : 0, self->perf.big_endian);
  abi = asc_cursor_u64 (&cursor);
  *dump = (AscDump){ .arch = asc_arch_from_machine (get_machine (self, attr->regs_user), abi == SAMPLE_REGS_ABI_32), .space = entry->space };
  if (abi != SAMPLE_REGS_ABI_32 && abi != SAMPLE_REGS_ABI_64)
    return FALSE;
  asc_cursor_skip (&cursor, (gsize) n_registers * 8);
  size = asc_cursor_u64 (&cursor);
  if (!asc_cursor_ok (&cursor) || size > MAX_STACK_BYTES
      || !asc_dump_set_perf_registers (dump, attr->regs_user, buffer->data + 8, n_registers, self->perf.big_endian))
    return FALSE;
  if (entry->copied_bytes != ASC_PERF_NOT_KNOWN)
    size = MIN (size, entry->copied_bytes);
  else if (size > 0)
    size = read_copied_size (self, span, offset + cursor.pos + size, (gsize) size);
  dump->stack_size = (gsize) MIN (size, asc_cursor_left (&cursor));
  dump->stack_left = (gsize) size - dump->stack_size;
  dump->stack = asc_cursor_bytes (&cursor, dump->stack_size);
  return TRUE;
}

static gboolean
find_mapping (gpointer data, guint64 space, guint64 address, AscDumpMapping *mapping)
{
  const Dumps *self = data;
  const AscPerfMapNode *node = asc_perf_maps_find (&self->perf.maps, (guint32) space, address);

  if (node == NULL && space >> 32 != 0)
    node = asc_perf_maps_find (&self->perf.maps, (guint32) (space >> 32), address);
  if (node == NULL || node->object == ASC_NONE)
    return FALSE;
  *mapping = (AscDumpMapping){ .start_addr = node->start, .end_addr = node->end, .file_off = node->file_off, .object = node->object };
  return TRUE;
}

static void
dumps_free (gpointer data)
{
  Dumps *self = data;

  g_array_unref (self->perf.spans);
  g_ptr_array_unref (self->perf.attrs);
  g_ptr_array_unref (self->perf.dumps);
  asc_perf_maps_clear (&self->perf.maps);
  asc_source_free (self->perf.source);
  g_free (self->machine);
  g_free (self);
}

void
asc_perf_give_dumps (AscPerf *self)
{
  Dumps *dumps;
  gint64 n = 0;

  for (guint i = 0; i < self->dumps->len; i++)
    n += ((const GArray *) self->dumps->pdata[i])->len;
  if (n == 0)
    return;
  asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_NOTE, "stacks-not-unwound", N_ ("Samples with a copy of the stack, which is not unwound: their callers are not known"), n, ASC_NO_PLACE);
  dumps = g_new0 (Dumps, 1);
  dumps->perf.source = asc_source_ref (self->source);
  dumps->perf.big_endian = self->big_endian;
  dumps->perf.spans = g_steal_pointer (&self->spans);
  dumps->perf.attrs = g_steal_pointer (&self->attrs);
  dumps->perf.dumps = g_steal_pointer (&self->dumps);
  dumps->perf.maps = self->maps;
  self->maps = (AscPerfMaps){ 0 };
  dumps->machine = g_strdup (asc_builder_get_info (self->builder, "arch"));
  asc_builder_set_dumps (self->builder, &(AscDumps){ .read = read_dump, .find_mapping = find_mapping, .destroy = dumps_free, .data = dumps });
}
