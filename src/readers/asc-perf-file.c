/* asc-perf-file.c: perf.data as a file, a pipe's copy or a folder: its header and the walk over its records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <unistd.h>

#define HEADER_SIZE 104
#define PIPE_HEADER_SIZE 16

/* A window must hold the largest record (64 KiB); this one stays in the second-level cache. */
#define WINDOW_SIZE (256 * 1024)

/* The largest section of ids or attrs that is read. */
#define SECTION_MAX (64 * 1024 * 1024)

static gboolean
fail (GError **error, AscReaderError code, const char *what, guint64 offset)
{
  g_set_error (error, ASC_READER_ERROR, code, "%s, at byte %" G_GUINT64_FORMAT, what, offset);
  return FALSE;
}

gssize
asc_perf_span_pread (AscPerf *self, const AscPerfSpan *span, guint64 offset, gpointer buffer, gsize size)
{
  gsize done = 0;

  if (span->fd < 0)
    return asc_source_pread (self->source, span->member, offset, buffer, size, NULL);
  while (done < size)
    {
      gssize n = pread (span->fd, (guint8 *) buffer + done, size - done, (off_t) (offset + done));

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      done += (gsize) n;
    }
  return (gssize) done;
}

GBytes *
asc_perf_file_read (AscPerf *self, guint64 offset, guint64 size, gsize max)
{
  g_autofree guint8 *data = NULL;
  gssize n;

  if (offset > (guint64) self->file_size)
    return NULL;
  size = MIN (size, (guint64) self->file_size - offset);
  size = MIN (size, max);
  data = g_try_malloc (size + 1);
  if (data == NULL)
    return NULL;
  n = asc_source_pread (self->source, self->header_member, offset, data, size, NULL);
  return n >= 0 ? g_bytes_new_take (g_steal_pointer (&data), (gsize) n) : NULL;
}

static void
add_span (AscPerf *self, const char *member, guint64 start, guint64 end)
{
  AscPerfSpan span = { .member = member, .fd = -1, .start = start, .end = end };

  if (self->spans->len > 0)
    {
      const AscPerfSpan *last = &g_array_index (self->spans, AscPerfSpan, self->spans->len - 1);

      span.position = last->position + (last->end - last->start);
    }
  g_array_append_val (self->spans, span);
}

/* The ids of one attr: which of the kernel's event ids mean it. */
static void
read_ids (AscPerf *self, guint64 offset, guint64 size, guint attr, guint64 *n_left)
{
  g_autoptr (GBytes) bytes = asc_perf_file_read (self, offset, MIN (size, *n_left * 8), SECTION_MAX);
  AscCursor cursor;

  if (bytes == NULL)
    return;
  asc_cursor_init (&cursor, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), self->big_endian);
  while (asc_cursor_left (&cursor) >= 8)
    {
      asc_perf_add_id (self, asc_cursor_u64 (&cursor), attr);
      (*n_left)--;
    }
}

static gboolean
read_attrs (AscPerf *self, guint64 offset, guint64 size, guint64 attr_size, GError **error)
{
  g_autoptr (GBytes) bytes = asc_perf_file_read (self, offset, size, SECTION_MAX);
  guint64 n_ids_left = (guint64) self->file_size / 8; /* more cannot be told apart: lists that overlap are lies */
  AscCursor cursor;

  if (attr_size < 64 + 16 || attr_size > 4096)
    return fail (error, ASC_READER_ERROR_CORRUPT, "the header gives a wrong size of events", 16);
  if (bytes == NULL || g_bytes_get_size (bytes) < MIN (size, SECTION_MAX))
    asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "attrs-cut", N_ ("The list of events reaches beyond the file"), 1, offset);
  if (bytes == NULL)
    return TRUE;
  asc_cursor_init (&cursor, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), self->big_endian);
  while (asc_cursor_left (&cursor) >= attr_size)
    {
      AscPerfAttr *attr = asc_perf_attr_read (&cursor, (guint) attr_size - 16);
      guint64 ids = asc_cursor_u64 (&cursor);
      guint64 ids_size = asc_cursor_u64 (&cursor);

      if (attr == NULL)
        break;
      g_ptr_array_add (self->attrs, attr);
      read_ids (self, ids, ids_size, self->attrs->len - 1, &n_ids_left);
    }
  return TRUE;
}

/* Bit i of the feature map as bit i % 8 of byte i / 8, whatever wrote it. */
static void
read_feature_bits (AscPerf *self, AscCursor *cursor)
{
  for (guint i = 0; i < 4; i++)
    {
      guint64 word = asc_cursor_u64 (cursor);

      for (guint j = 0; j < 8; j++)
        self->features[i * 8 + j] = (guint8) (word >> j * 8);
    }
  /* A big-endian machine with 32-bit words has them the other way round; every perf writes HOSTNAME (3). */
  if (self->big_endian && !(self->features[0] & 1 << 3) && (self->features[4] & 1 << 3))
    for (guint i = 0; i < 32; i++)
      if (i % 8 < 4)
        {
          guint8 byte = self->features[i];

          self->features[i] = self->features[i + 4];
          self->features[i + 4] = byte;
        }
}

/* Whether the records stand in files of their own, "data.N" beside "data". */
static gboolean
has_record_files (const AscPerf *self)
{
  return self->header_member != NULL && g_str_equal (self->header_member, "data");
}

static gboolean
read_file_header (AscPerf *self, AscCursor *cursor, GError **error)
{
  guint64 attr_size = asc_cursor_u64 (cursor);
  guint64 attrs = asc_cursor_u64 (cursor);
  guint64 attrs_size = asc_cursor_u64 (cursor);
  guint64 data = asc_cursor_u64 (cursor);
  guint64 data_size = asc_cursor_u64 (cursor);
  guint64 file_size = (guint64) self->file_size;

  asc_cursor_skip (cursor, 16); /* event types, of long ago */
  read_feature_bits (self, cursor);
  if (!asc_cursor_ok (cursor))
    return fail (error, ASC_READER_ERROR_TRUNCATED, "the header is cut off", file_size);
  if (!read_attrs (self, attrs, attrs_size, attr_size, error))
    return FALSE;
  if (data > file_size)
    {
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_ERROR, "data-cut", N_ ("The records reach beyond the end of the file: the rest is missing"), 1, file_size);
      data = file_size;
    }
  if (data_size == 0 && !has_record_files (self))
    {
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "interrupted", N_ ("The recording was interrupted: its header was never completed"), 1, data);
      memset (self->features, 0, sizeof self->features);
      data_size = file_size - data;
    }
  if (data_size > file_size - data)
    {
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_ERROR, "data-cut", N_ ("The records reach beyond the end of the file: the rest is missing"), 1, file_size);
      memset (self->features, 0, sizeof self->features);
      data_size = file_size - data;
    }
  self->data_end = data + data_size;
  add_span (self, self->header_member, data, self->data_end);
  return TRUE;
}

static gboolean
read_header (AscPerf *self, GError **error)
{
  guint8 header[HEADER_SIZE];
  gssize n = asc_source_pread (self->source, self->header_member, 0, header, sizeof header, error);
  AscCursor cursor;
  guint64 size;

  self->file_size = n >= 0 ? asc_source_get_size (self->source, self->header_member, error) : -1;
  if (self->file_size < 0)
    return FALSE;
  if (n >= 8 && (memcmp (header, "PERFFILE", 8) == 0 || memcmp (header, "ELIFFREP", 8) == 0))
    return fail (error, ASC_READER_ERROR_VERSION, "V1 perf data, of the first perf (2009): only version 2 is known", 0);
  if (n >= 11 && memcmp (header, "QPERFSTREAM", 11) == 0)
    return fail (error, ASC_READER_ERROR_VERSION, "a stream of Hotspot's perfparser, not a recording: open the perf.data that it was made from", 0);
  if (n < 16)
    return fail (error, ASC_READER_ERROR_TRUNCATED, "the header is cut off", (guint64) n);
  /* The magic number is written in the machine's byte order: a little-endian one stores it as "PERFILE2". */
  self->big_endian = memcmp (header, "2ELIFREP", 8) == 0;
  asc_cursor_init (&cursor, header, (gsize) n, self->big_endian);
  asc_cursor_skip (&cursor, 8);
  size = asc_cursor_u64 (&cursor);
  if (size == PIPE_HEADER_SIZE)
    {
      self->is_pipe = TRUE;
      self->data_end = (guint64) self->file_size;
      add_span (self, self->header_member, PIPE_HEADER_SIZE, self->data_end);
      return TRUE;
    }
  if (size < HEADER_SIZE)
    return fail (error, ASC_READER_ERROR_CORRUPT, "the header gives a wrong size of itself", 8);
  return read_file_header (self, &cursor, error);
}

static int
compare_members (gconstpointer a, gconstpointer b)
{
  guint64 x = g_ascii_strtoull (*(const char *const *) a + strlen ("data."), NULL, 10);
  guint64 y = g_ascii_strtoull (*(const char *const *) b + strlen ("data."), NULL, 10);

  return x < y ? -1 : x > y;
}

/* `perf record --threads` writes a folder: "data" has the header, "data.N" the records of each thread. */
static void
add_folder_spans (AscPerf *self)
{
  const char *const *members = asc_source_list_members (self->source);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; members[i] != NULL; i++)
    if (g_str_has_prefix (members[i], "data.") && g_ascii_isdigit (members[i][5]))
      g_ptr_array_add (names, (gpointer) members[i]);
  g_ptr_array_sort (names, compare_members);
  if (names->len == 0)
    asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_ERROR, "members-missing", N_ ("The files of the recording's folder that hold the samples are missing"), 1, ASC_NO_PLACE);
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      gint64 size = asc_source_get_size (self->source, name, NULL);

      if (size >= 0)
        add_span (self, name, 0, (guint64) size);
      else
        asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_ERROR, "member-unreadable", N_ ("Files of the recording's folder that cannot be read"), 1, ASC_NO_PLACE);
    }
}

gboolean
asc_perf_file_open (AscPerf *self, GError **error)
{
  if (asc_source_is_folder (self->source))
    self->header_member = asc_source_has_member (self->source, "data") ? "data" : "perf.data";
  if (!read_header (self, error))
    return FALSE;
  if (has_record_files (self))
    add_folder_spans (self);
  return TRUE;
}

void
asc_perf_walk_init (AscPerfWalk *self, AscPerf *perf, guint64 position)
{
  guint i = 0;

  *self = (AscPerfWalk){ .perf = perf, .buffer = g_malloc (WINDOW_SIZE), .window = WINDOW_SIZE };
  while (i + 1 < perf->spans->len && g_array_index (perf->spans, AscPerfSpan, i + 1).position <= position)
    i++;
  self->span = i;
  if (i < perf->spans->len)
    {
      const AscPerfSpan *span = &g_array_index (perf->spans, AscPerfSpan, i);

      self->offset = span->start + (position - span->position);
      self->shift = span->position - span->start;
    }
}

void
asc_perf_walk_clear (AscPerfWalk *self)
{
  g_clear_pointer (&self->buffer, g_free);
}

/* Makes [offset, offset + size) readable in the window, by reading on where it is not: little behind a long sample, which another one will follow, and
 * twice as much each time. */
static const guint8 *
need (AscPerfWalk *self, const AscPerfSpan *span, guint64 offset, gsize size)
{
  if (G_UNLIKELY (offset < self->buffer_offset || offset + size > self->buffer_offset + self->buffer_size))
    {
      gsize wanted = MIN (MAX (self->window, size), WINDOW_SIZE);
      gssize n = asc_perf_span_pread (self->perf, span, offset, self->buffer, (gsize) MIN (wanted, span->end - offset));

      self->buffer_offset = offset;
      self->buffer_size = n > 0 ? (gsize) n : 0;
      self->window = MIN (self->window * 2, WINDOW_SIZE);
      if (size > self->buffer_size)
        return NULL;
    }
  return self->buffer + (offset - self->buffer_offset);
}

/* The same of the next record's header, with the end of a long sample before it. */
static const guint8 *
need_header (AscPerfWalk *self, const AscPerfSpan *span)
{
  gsize before = self->is_behind_long && self->offset - span->start >= ASC_PERF_BEFORE_BYTES ? ASC_PERF_BEFORE_BYTES : 0;
  const guint8 *p = need (self, span, self->offset - before, before + 8);

  return p != NULL ? p + before : NULL;
}

static void
skip_dump (AscPerfWalk *self)
{
  self->is_behind_long = TRUE;
  self->window = ASC_PERF_BEFORE_BYTES + self->sample_head;
}

/* Steps to a long sample whose head was kept. */
static gboolean
take_head (AscPerfWalk *self, AscPerfRecord *record)
{
  const guint8 *p = NULL;
  const AscPerfHead *head;
  guint64 size;

  while ((head = asc_perf_heads_get (self->heads, self->next_head, &p)) != NULL && head->position < record->position)
    self->next_head++;
  if (head == NULL || head->position != record->position)
    return FALSE;
  size = (guint64) (self->perf->big_endian ? p[6] << 8 | p[7] : p[7] << 8 | p[6]);
  record->type = ASC_PERF_RECORD_SAMPLE;
  record->misc = (guint16) (self->perf->big_endian ? p[4] << 8 | p[5] : p[5] << 8 | p[4]);
  record->body = p + 8;
  record->size = (guint) size - 8;
  record->n_body = head->n_bytes - 8;
  record->payload = 0;
  skip_dump (self);
  self->head = head;
  self->offset += size;
  return TRUE;
}

static void
next_span (AscPerfWalk *self)
{
  self->span++;
  self->buffer_offset = 0;
  self->buffer_size = 0;
  if (self->span < self->perf->spans->len)
    {
      const AscPerfSpan *span = &g_array_index (self->perf->spans, AscPerfSpan, self->span);

      self->offset = span->start;
      self->shift = span->position - span->start;
    }
}

static void
warn (AscDiagnostics *diagnostics, const char *kind, const char *text, gint64 n, guint64 offset)
{
  if (diagnostics != NULL)
    asc_diagnostics_add (diagnostics, ASC_SEVERITY_ERROR, kind, text, n, offset);
}

/* Bytes behind a record that its size does not count. */
static guint64
payload_size (const AscPerf *perf, const AscPerfRecord *record)
{
  guint64 size = 0;

  if (record->type == ASC_PERF_RECORD_AUXTRACE && record->size >= 8)
    size = asc_perf_u64 (perf, record->body);
  else if (record->type == ASC_PERF_RECORD_TRACING_DATA && record->size >= 4 && record->size <= 8) /* simpleperf's has its data inside */
    size = ((guint64) asc_perf_u32 (perf, record->body) + 7) & ~(guint64) 7;
  return size;
}

gboolean
asc_perf_walk_next_slow (AscPerfWalk *self, guint64 end, AscPerfRecord *record, AscDiagnostics *diagnostics)
{
  AscPerf *perf = self->perf;

  for (; self->span < perf->spans->len; next_span (self))
    {
      const AscPerfSpan *span = &g_array_index (perf->spans, AscPerfSpan, self->span);
      const guint8 *p;
      guint64 left, size, wanted;
      guint16 misc;

      if (self->offset >= span->end)
        continue;
      record->offset = self->offset;
      record->position = span->position + (self->offset - span->start);
      if (record->position >= end)
        return FALSE;
      if (self->heads != NULL && take_head (self, record))
        return TRUE;
      left = span->end - self->offset;
      p = left >= 8 ? need_header (self, span) : NULL;
      if (p == NULL)
        {
          warn (diagnostics, "records-cut", N_ ("The records are cut off: bytes at their end that are no whole record"), (gint64) left, self->offset);
          continue;
        }
      record->type = asc_perf_u32 (perf, p);
      misc = (guint16) (perf->big_endian ? p[4] << 8 | p[5] : p[5] << 8 | p[4]);
      size = (guint64) (perf->big_endian ? p[6] << 8 | p[7] : p[7] << 8 | p[6]);
      if (G_UNLIKELY (record->type >= ASC_PERF_RECORD_WIDE))
        size |= (guint64) misc << 16;
      if (G_UNLIKELY (size < 8))
        {
          warn (diagnostics, "records-broken", N_ ("A record with an impossible size: bytes from there on that were not read"), (gint64) left, self->offset);
          continue;
        }
      if (G_UNLIKELY (size > left))
        {
          warn (diagnostics, "records-cut", N_ ("The records are cut off: bytes at their end that are no whole record"), (gint64) left, self->offset);
          continue;
        }
      record->misc = misc;
      if (G_UNLIKELY (size > WINDOW_SIZE))
        {
          record->body = (const guint8 *) "";
          record->size = record->n_body = 0;
        }
      else
        {
          /* Of a recording with dumps of stacks most bytes are theirs: they are read when a stack is unwound. */
          self->is_behind_long = FALSE;
          wanted = size;
          if (self->sample_head > 0 && record->type == ASC_PERF_RECORD_SAMPLE && size >= ASC_PERF_LONG_SAMPLE_BYTES)
            {
              skip_dump (self);
              wanted = self->sample_head;
            }
          p = need (self, span, self->offset, wanted);
          if (p == NULL)
            {
              warn (diagnostics, "records-cut", N_ ("The records are cut off: bytes at their end that are no whole record"), (gint64) left, self->offset);
              continue;
            }
          record->body = p + 8;
          record->size = (guint) size - 8;
          record->n_body = (guint) wanted - 8;
        }
      record->payload = 0;
      if (G_UNLIKELY (record->type == ASC_PERF_RECORD_AUXTRACE || record->type == ASC_PERF_RECORD_TRACING_DATA))
        record->payload = MIN (payload_size (perf, record), left - size);
      self->offset += size + record->payload;
      return TRUE;
    }
  return FALSE;
}

const guint8 *
asc_perf_walk_get_before (const AscPerfWalk *self, const AscPerfRecord *record)
{
  guint64 at = record->offset - self->buffer_offset;

  return record->offset >= self->buffer_offset && at >= ASC_PERF_BEFORE_BYTES && at <= self->buffer_size ? self->buffer + (at - ASC_PERF_BEFORE_BYTES) : NULL;
}

gboolean
asc_perf_walk_complete (AscPerfWalk *self, AscPerfRecord *record)
{
  const AscPerfSpan *span = &g_array_index (self->perf->spans, AscPerfSpan, self->span);
  const guint8 *p;

  if (record->n_body == record->size)
    return TRUE;
  p = need (self, span, record->offset, (gsize) record->size + 8);
  if (p == NULL)
    return FALSE;
  record->body = p + 8;
  record->n_body = record->size;
  return TRUE;
}
