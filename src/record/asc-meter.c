/* asc-meter.c: see asc-meter-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file's head and its records' heads: tools/perf/Documentation/perf.data-file-format.txt of the kernel; docs/formats/perf.data.md.
 */
#include "config.h"

#include "asc-meter-private.h"

#include "asc-cursor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK_SIZE (1 << 20)
#define DATA_AT 40 /* magic, header size, attr size, attrs (offset, size), then data's offset and size */
#define HEAD_SIZE 104
/* A record's head and its first two numbers, which for LOST are the event's id and how many. */
#define RECORD_HEAD_SIZE 24

enum
{
  RECORD_LOST = 2,
  RECORD_SAMPLE = 9,
  RECORD_LOST_SAMPLES = 13,
  RECORD_TRACING_DATA = 66, /* what follows it is not in its size */
  RECORD_AUXTRACE = 71,
  RECORD_COMPRESSED = 81,
  RECORD_COMPRESSED2 = 83,
};

void
asc_meter_init (AscMeter *self)
{
  *self = (AscMeter){ .fd = -1 };
}

void
asc_meter_clear (AscMeter *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

/* Opens the file and reads where its records are. Returns: where they end: so far at the end of the file, later before what perf adds; 0 when there are none. */
static guint64
find_end (AscMeter *self, const char *path)
{
  guint8 head[HEAD_SIZE];
  AscCursor cursor;
  struct stat st;
  guint64 start, size;

  if (self->fd < 0)
    self->fd = open (path, O_RDONLY | O_CLOEXEC);
  if (self->fd < 0 || fstat (self->fd, &st) != 0)
    return 0;
  self->size_bytes = (guint64) st.st_size;
  if (pread (self->fd, head, sizeof head, 0) != sizeof head)
    return 0;
  asc_cursor_init (&cursor, head, sizeof head, G_BYTE_ORDER == G_BIG_ENDIAN);
  asc_cursor_seek (&cursor, DATA_AT);
  start = asc_cursor_u64 (&cursor);
  size = asc_cursor_u64 (&cursor);
  if (start < HEAD_SIZE || start > self->size_bytes)
    return 0;
  self->offset = MAX (self->offset, start);
  return size > 0 && size <= self->size_bytes - start ? start + size : self->size_bytes;
}

/* Counts the records that begin in @data. Returns: their bytes, which may be more than @size: only heads are read. */
static guint64
count (AscMeter *self, const guint8 *data, gsize size)
{
  guint64 done = 0;

  while (done < size && size - done >= RECORD_HEAD_SIZE && !self->is_blind)
    {
      AscCursor cursor;
      guint32 type;
      guint16 length;
      guint64 id;

      asc_cursor_init (&cursor, data + done, RECORD_HEAD_SIZE, G_BYTE_ORDER == G_BIG_ENDIAN);
      type = asc_cursor_u32 (&cursor);
      asc_cursor_skip (&cursor, 2);
      length = asc_cursor_u16 (&cursor);
      id = asc_cursor_u64 (&cursor);
      if (length < 8 || type == RECORD_TRACING_DATA || type == RECORD_AUXTRACE || type == RECORD_COMPRESSED || type == RECORD_COMPRESSED2)
        self->is_blind = TRUE;
      else if (type == RECORD_SAMPLE)
        self->n_events++;
      else if (type == RECORD_LOST && length >= RECORD_HEAD_SIZE)
        self->n_lost += (gint64) asc_cursor_u64 (&cursor);
      else if (type == RECORD_LOST_SAMPLES)
        self->n_lost += (gint64) id;
      done += length;
    }
  return done;
}

void
asc_meter_update (AscMeter *self, const char *path)
{
  const guint64 end = find_end (self, path);
  g_autofree guint8 *block = g_malloc (BLOCK_SIZE);

  while (!self->is_blind && self->offset + RECORD_HEAD_SIZE <= end)
    {
      gssize n = pread (self->fd, block, (gsize) MIN (end - self->offset, BLOCK_SIZE), (off_t) self->offset);
      guint64 done = n > 0 ? count (self, block, (gsize) n) : 0;

      if (done == 0)
        break;
      self->offset += done;
    }
}
