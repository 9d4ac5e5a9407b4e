/* asc-perf-compressed.c: records inside of zstd records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All compressed records of a file are one zstd stream that is never ended, and a record inside may begin in one and go on in
 * the next. So the rest of the file is unpacked, once, into a temporary file of plain records.
 */
#include "config.h"

#include "asc-perf-private.h"
#include "asc-unpack.h"

#include <glib/gi18n-lib.h>
#include <unistd.h>
#include <zstd.h>

#define BLOCK (256 * 1024)

/* Records shrink to a tenth or so; what grows beyond this is made to fill the disk. */
#define RATIO_MAX 1100
#define SMALL_MAX (64ULL * 1024 * 1024)

typedef struct
{
  AscPerf *perf;
  ZSTD_DCtx *zstd;
  int out;
  guint64 n_out;
  guint64 max;
  GByteArray *pending; /* unpacked, not yet whole records */
  GByteArray *block;   /* whole records, to be written */
  gboolean is_broken;
} Decompress;

static gboolean
flush (Decompress *self, gsize at_least, GError **error)
{
  if (self->block->len < at_least)
    return TRUE;
  self->n_out += self->block->len;
  if (self->n_out > self->max)
    {
      g_set_error (error, ASC_READER_ERROR, ASC_READER_ERROR_LIMIT, "compressed records that unpack to more than %" G_GUINT64_FORMAT " bytes", self->max);
      return FALSE;
    }
  if (!asc_temp_file_write (self->out, self->block->data, self->block->len, error))
    return FALSE;
  g_byte_array_set_size (self->block, 0);
  return TRUE;
}

/* Hands the whole records among the pending bytes on. */
static void
take_records (Decompress *self)
{
  const guint8 *p = self->pending->data;
  gsize left = self->pending->len;

  while (left >= 8 && !self->is_broken)
    {
      gsize size = self->perf->big_endian ? p[6] << 8 | p[7] : p[7] << 8 | p[6];

      self->is_broken = size < 8;
      if (size > left || size < 8)
        break;
      g_byte_array_append (self->block, p, (guint) size);
      p += size;
      left -= size;
    }
  g_byte_array_remove_range (self->pending, 0, self->pending->len - (guint) left);
}

static gboolean
decompress (Decompress *self, const AscPerfRecord *record, GError **error)
{
  g_autofree guint8 *block = g_malloc (BLOCK);
  ZSTD_inBuffer in = { record->body, record->size, 0 };
  ZSTD_outBuffer out;

  if (record->type == ASC_PERF_RECORD_COMPRESSED2) /* its size, then the bytes, then padding */
    {
      guint64 size = record->size >= 8 ? asc_perf_u64 (self->perf, record->body) : 0;

      in.src = record->body + MIN (record->size, 8);
      in.size = MIN (size, record->size - MIN (record->size, 8));
    }
  do
    {
      size_t rc;

      out = (ZSTD_outBuffer){ block, BLOCK, 0 };
      rc = ZSTD_decompressStream (self->zstd, &out, &in);
      if (ZSTD_isError (rc))
        {
          self->is_broken = TRUE;
          return TRUE;
        }
      g_byte_array_append (self->pending, block, (guint) out.pos);
      take_records (self);
      if (!flush (self, BLOCK, error))
        return FALSE;
    }
  while (!self->is_broken && (in.pos < in.size || out.pos == out.size));
  return TRUE;
}

/* Copies a record that is not compressed, and what follows it. */
static gboolean
copy_record (Decompress *self, const AscPerfSpan *span, const AscPerfRecord *record, guint64 end, GError **error)
{
  guint64 offset = record->offset;

  while (offset < end)
    {
      guint n = (guint) MIN (BLOCK, end - offset);
      guint at = self->block->len;
      gssize got;

      g_byte_array_set_size (self->block, at + n);
      got = asc_perf_span_pread (self->perf, span, offset, self->block->data + at, n);
      g_byte_array_set_size (self->block, at + (guint) MAX (got, 0));
      if (got <= 0)
        break;
      offset += (guint64) got;
      if (!flush (self, BLOCK, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run (Decompress *self, AscPerfWalk *walk, guint span_index, GError **error)
{
  const AscPerfSpan span = g_array_index (self->perf->spans, AscPerfSpan, span_index);
  guint64 end = span.position + (span.end - span.start);
  AscPerfRecord record;

  while (!self->is_broken && asc_perf_walk_next (walk, end, &record, self->perf->diagnostics))
    {
      gboolean is_packed = record.type == ASC_PERF_RECORD_COMPRESSED || record.type == ASC_PERF_RECORD_COMPRESSED2;

      if (g_cancellable_set_error_if_cancelled (self->perf->cancellable, error))
        return FALSE;
      if (is_packed ? !decompress (self, &record, error) : !copy_record (self, &span, &record, walk->offset, error))
        return FALSE;
      if (self->is_broken)
        asc_diagnostics_add (self->perf->diagnostics, ASC_SEVERITY_ERROR, "compressed-broken", N_ ("Compressed records are damaged: what follows was not read"), 1, record.offset);
    }
  if (self->pending->len > 0 && !self->is_broken)
    asc_diagnostics_add (self->perf->diagnostics, ASC_SEVERITY_WARNING, "compressed-cut", N_ ("Compressed records end inside of a record"), 1, record.offset);
  return flush (self, 0, error);
}

gboolean
asc_perf_span_decompress (AscPerf *perf, guint span_index, guint64 offset, GError **error)
{
  AscPerfSpan *span = &g_array_index (perf->spans, AscPerfSpan, span_index);
  guint64 position = span->position + (offset - span->start);
  AscPerfSpan plain = { .fd = -1, .position = position };
  Decompress self = { .perf = perf, .out = asc_temp_file_new (error) };
  AscPerfWalk walk;
  gboolean ok;

  if (self.out < 0)
    return FALSE;
  self.max = (span->end - span->start) * RATIO_MAX + SMALL_MAX;
  self.zstd = ZSTD_createDCtx ();
  self.pending = g_byte_array_new ();
  self.block = g_byte_array_new ();
  asc_perf_walk_init (&walk, perf, position);
  ok = run (&self, &walk, span_index, error);
  asc_perf_walk_clear (&walk);
  g_byte_array_unref (self.pending);
  g_byte_array_unref (self.block);
  ZSTD_freeDCtx (self.zstd);
  if (!ok)
    {
      close (self.out);
      return FALSE;
    }
  plain.fd = self.out;
  plain.end = self.n_out;
  span->end = offset;
  g_array_insert_val (perf->spans, span_index + 1, plain);
  for (guint i = span_index + 2; i < perf->spans->len; i++)
    {
      const AscPerfSpan *before = &g_array_index (perf->spans, AscPerfSpan, i - 1);

      g_array_index (perf->spans, AscPerfSpan, i).position = before->position + (before->end - before->start);
    }
  return TRUE;
}
