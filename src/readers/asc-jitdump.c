/* asc-jitdump.c: see asc-jitdump.h
 *
 * The format: Linux, tools/perf/Documentation/jitdump-specification.txt; docs/formats/jitdump.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-jitdump.h"

#include "asc-cursor.h"
#include "asc-map.h"
#include "asc-reader.h"

#define MAGIC 0x4a695444 /* "JiTD" */
#define VERSION 1
#define HEADER_BYTES 40
#define PREFIX_BYTES 16
#define FLAG_ARCH_TIMESTAMP 1

enum
{
  CODE_LOAD,
  CODE_MOVE,
  CODE_DEBUG_INFO,
  CODE_CLOSE,
  CODE_UNWINDING_INFO,
};

/* Read ahead; a record's names and lines are seldom longer. */
#define WINDOW_BYTES (256 * 1024)

/* A record of lines, or a function's name, longer than this is a lie: the largest WebAssembly modules have some million
 * lines. */
#define LINES_BYTES_MAX (64u << 20)
#define NAME_BYTES_MAX (1u << 20)

/* More placings would need gigabytes for the address spaces over time. A day of a large server's JIT makes some
 * 100,000. */
#define PLACINGS_MAX (4u << 20)

/* V8 adds the size of an ELF header to the addresses of its lines: older perfs took it off again (V8,
 * src/diagnostics/perf-jit.cc; Linux 5.8, "perf jit: Fix inaccurate DWARF line table"). */
#define V8_LINE_SHIFT 0x40

typedef struct
{
  AscJitdump *dump;
  AscSource *source;
  guint64 size;
  gboolean big_endian;
  GByteArray *window;
  guint64 window_off;
  GBytes *lines;  /* of the code that is loaded next, or NULL: its record's body */
  AscMap by_code; /* code_index -> number of the function + 1 */
  guint64 lowest; /* of all lines: how far the first of a function lies behind its start */
} Reader;

gboolean
asc_jitdump_is_name (const char *path)
{
  const char *base = strrchr (path, '/');
  gsize n;

  base = base != NULL ? base + 1 : path;
  if (!g_str_has_prefix (base, "jit-"))
    return FALSE;
  n = strspn (base + 4, "0123456789");
  return n > 0 && g_str_equal (base + 4 + n, ".dump");
}

void
asc_jitdump_free (AscJitdump *self)
{
  g_array_unref (self->placings);
  g_array_unref (self->functions);
  g_array_unref (self->lines);
  g_string_chunk_free (self->strings);
  g_free (self);
}

/* A cursor over [offset, offset + n), clipped at the file's end. Lent until the next call. */
static AscCursor
peek (Reader *self, guint64 offset, gsize n)
{
  AscCursor cursor;

  n = (gsize)MIN (n, self->size - MIN (offset, self->size));
  if (offset < self->window_off || offset - self->window_off > self->window->len
      || n > self->window->len - (offset - self->window_off))
    {
      gssize got;

      g_byte_array_set_size (self->window, (guint)MAX (n, WINDOW_BYTES));
      got = asc_source_pread (self->source, NULL, offset, self->window->data, self->window->len, NULL);
      g_byte_array_set_size (self->window, (guint)MAX (got, 0));
      self->window_off = offset;
      n = MIN (n, self->window->len);
    }
  asc_cursor_init (&cursor, self->window->data + (offset - self->window_off), n, self->big_endian);
  return cursor;
}

static gboolean
read_header (Reader *self, guint64 *next, GError **error)
{
  AscCursor cursor = peek (self, 0, HEADER_BYTES);
  guint32 magic = asc_cursor_u32 (&cursor);
  guint32 version, size;

  if (magic == GUINT32_SWAP_LE_BE (MAGIC))
    cursor.big_endian = self->big_endian = !self->big_endian;
  else if (magic != MAGIC)
    {
      g_set_error_literal (error, ASC_READER_ERROR, ASC_READER_ERROR_NOT_THIS_FORMAT, "not a jitdump, at byte 0");
      return FALSE;
    }
  version = asc_cursor_u32 (&cursor);
  size = asc_cursor_u32 (&cursor);
  asc_cursor_skip (&cursor, 8); /* the machine, padding */
  self->dump->pid = (gint32)asc_cursor_u32 (&cursor);
  self->dump->time = asc_cursor_u64 (&cursor);
  self->dump->has_processor_times = (asc_cursor_u64 (&cursor) & FLAG_ARCH_TIMESTAMP) != 0;
  if (version != VERSION)
    {
      g_set_error (error, ASC_READER_ERROR, ASC_READER_ERROR_VERSION, "jitdump of version %u, at byte 4: expected 1",
                   version);
      return FALSE;
    }
  if (!asc_cursor_ok (&cursor) || size < HEADER_BYTES)
    {
      g_set_error_literal (error, ASC_READER_ERROR, ASC_READER_ERROR_TRUNCATED,
                           "the jitdump's header is cut off, at byte 0");
      return FALSE;
    }
  *next = size;
  return TRUE;
}

/* Lends a string that ends within @cursor; NULL: none does. */
static const char *
read_string (AscCursor *cursor)
{
  gsize left = asc_cursor_left (cursor);
  const char *string = left > 0 ? (const char *)cursor->data + cursor->pos : NULL;
  const char *end = string != NULL ? memchr (string, '\0', left) : NULL;

  if (end == NULL)
    {
      asc_cursor_skip (cursor, left + 1);
      return NULL;
    }
  asc_cursor_skip (cursor, (gsize)(end - string) + 1);
  return string;
}

static const char *
keep_string (Reader *self, const char *string)
{
  g_autofree char *valid = g_utf8_make_valid (string, -1);

  return g_string_chunk_insert_const (self->dump->strings, valid);
}

/* nr_entry times: address, line, discriminator, file; "\xff" is the file of the entry before. Returns: FALSE when they
 * are no lines of @function, whose code was at @addr. */
static gboolean
read_lines (Reader *self, AscCursor cursor, const AscJitFunction *function, guint64 addr)
{
  guint before = self->dump->lines->len;
  const char *file = NULL;
  guint64 lowest = G_MAXUINT64;
  guint64 n;

  asc_cursor_skip (&cursor, 8);
  n = asc_cursor_u64 (&cursor);
  for (guint64 i = 0; i < n && asc_cursor_ok (&cursor); i++)
    {
      guint64 off = asc_cursor_u64 (&cursor) - addr;
      AscJitLine line = { .code_off = function->code_off + off, .line = asc_cursor_u32 (&cursor) };
      const char *name;

      asc_cursor_skip (&cursor, 4);
      name = read_string (&cursor);
      if (name == NULL || off > function->size + V8_LINE_SHIFT)
        {
          g_array_set_size (self->dump->lines, before);
          return FALSE;
        }
      if (!g_str_equal (name, "\xff"))
        file = *name != '\0' ? keep_string (self, name) : NULL;
      line.file = file;
      lowest = MIN (lowest, off);
      /* Of several at one address the last counts, as in DWARF's tables. */
      if (self->dump->lines->len > before
          && g_array_index (self->dump->lines, AscJitLine, self->dump->lines->len - 1).code_off == line.code_off)
        g_array_set_size (self->dump->lines, self->dump->lines->len - 1);
      g_array_append_val (self->dump->lines, line);
    }
  self->lowest = MIN (self->lowest, lowest);
  return asc_cursor_ok (&cursor);
}

static gboolean
add_placing (Reader *self, const AscJitPlacing *placing)
{
  if (self->dump->placings->len >= PLACINGS_MAX || placing->size == 0
      || placing->start_addr > G_MAXUINT64 - placing->size)
    return FALSE;
  g_array_append_vals (self->dump->placings, placing, 1);
  return TRUE;
}

/* pid, tid, vma, code_addr, code_size, code_index, name, code. */
static gboolean
read_load (Reader *self, guint64 offset, guint64 size, guint64 time)
{
  AscCursor cursor = peek (self, offset, (gsize)MIN (size, NAME_BYTES_MAX));
  AscJitPlacing placing = { .time = time, .pid = (gint32)asc_cursor_u32 (&cursor) };
  AscJitFunction function = { 0 };
  guint64 index;
  const char *name;
  guint32 *number;
  gboolean is_new;

  asc_cursor_skip (&cursor, 4 + 8);
  placing.start_addr = asc_cursor_u64 (&cursor);
  placing.size = function.size = asc_cursor_u64 (&cursor);
  index = asc_cursor_u64 (&cursor);
  name = read_string (&cursor);
  if (!asc_cursor_ok (&cursor) || function.size > size - cursor.pos)
    return FALSE;
  placing.code_off = function.code_off = offset + cursor.pos;
  function.name = keep_string (self, *name != '\0' ? name : "<unknown>");
  if (!add_placing (self, &placing))
    return placing.size == 0 && self->dump->placings->len < PLACINGS_MAX; /* V8 announces empty ones */
  number = asc_map_insert (&self->by_code, index, &is_new);
  g_array_append_val (self->dump->functions, function);
  *number = self->dump->functions->len;
  if (self->lines != NULL)
    {
      asc_cursor_init (&cursor, g_bytes_get_data (self->lines, NULL), g_bytes_get_size (self->lines), self->big_endian);
      self->dump->n_broken_lines += !read_lines (self, cursor, &function, placing.start_addr);
    }
  return TRUE;
}

/* pid, tid, vma, old_code_addr, new_code_addr, code_size, code_index. */
static gboolean
read_move (Reader *self, guint64 offset, guint64 size, guint64 time)
{
  AscCursor cursor = peek (self, offset, (gsize)MIN (size, WINDOW_BYTES));
  AscJitPlacing placing = { .time = time, .pid = (gint32)asc_cursor_u32 (&cursor) };
  const AscJitFunction *function;
  guint32 number;

  asc_cursor_skip (&cursor, 4 + 8 + 8);
  placing.start_addr = asc_cursor_u64 (&cursor);
  placing.size = asc_cursor_u64 (&cursor);
  number = asc_map_lookup (&self->by_code, asc_cursor_u64 (&cursor));
  if (!asc_cursor_ok (&cursor) || number == G_MAXUINT32)
    return FALSE;
  function = &g_array_index (self->dump->functions, AscJitFunction, number - 1);
  placing.size = MIN (placing.size, function->size);
  placing.code_off = function->code_off;
  return add_placing (self, &placing);
}

/* The lines stand before the code that they are of. */
static gboolean
keep_lines (Reader *self, guint64 offset, guint64 size)
{
  AscCursor cursor;

  if (size > LINES_BYTES_MAX)
    return FALSE;
  cursor = peek (self, offset, (gsize)size);
  if (asc_cursor_left (&cursor) < size)
    return FALSE;
  self->lines = g_bytes_new (cursor.data, (gsize)size);
  return TRUE;
}

static gboolean
read_record (Reader *self, guint32 id, guint64 offset, guint64 size, guint64 time)
{
  gboolean ok = TRUE;

  switch (id)
    {
    case CODE_LOAD:
      ok = read_load (self, offset, size, time);
      g_clear_pointer (&self->lines, g_bytes_unref);
      break;
    case CODE_MOVE:
      ok = read_move (self, offset, size, time);
      break;
    case CODE_DEBUG_INFO:
      self->dump->n_broken_lines += self->lines != NULL; /* of no code */
      g_clear_pointer (&self->lines, g_bytes_unref);
      ok = keep_lines (self, offset, size);
      break;
    case CODE_CLOSE:
      break;
    case CODE_UNWINDING_INFO:
      self->dump->n_unwinding++;
      break;
    default:
      self->dump->n_unknown++;
      break;
    }
  return ok;
}

static void
read_records (Reader *self, guint64 offset, GCancellable *cancellable)
{
  guint n = 0;

  while (offset < self->size && !(n++ % 4096 == 0 && g_cancellable_is_cancelled (cancellable)))
    {
      AscCursor cursor = peek (self, offset, PREFIX_BYTES);
      guint32 id = asc_cursor_u32 (&cursor);
      guint32 size = asc_cursor_u32 (&cursor);
      guint64 time = asc_cursor_u64 (&cursor);

      self->dump->is_cut = !asc_cursor_ok (&cursor) || size > self->size - offset;
      if (self->dump->is_cut)
        break;
      if (size < PREFIX_BYTES) /* where the next would begin is not known */
        {
          self->dump->n_broken++;
          break;
        }
      self->dump->n_broken += !read_record (self, id, offset + PREFIX_BYTES, size - PREFIX_BYTES, time);
      offset += size;
    }
}

AscJitdump *
asc_jitdump_read (AscSource *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscJitdump) dump = g_new0 (AscJitdump, 1);
  gint64 size = asc_source_get_size (source, NULL, error);
  Reader self = { .dump = dump, .source = source, .size = (guint64)MAX (size, 0), .lowest = G_MAXUINT64 };
  guint64 offset;
  gboolean ok;

  dump->placings = g_array_new (FALSE, FALSE, sizeof (AscJitPlacing));
  dump->functions = g_array_new (FALSE, FALSE, sizeof (AscJitFunction));
  dump->lines = g_array_new (FALSE, FALSE, sizeof (AscJitLine));
  dump->strings = g_string_chunk_new (4096);
  if (size < 0)
    return NULL;
  self.window = g_byte_array_new ();
  asc_map_init (&self.by_code, 0);
  ok = read_header (&self, &offset, error);
  if (ok)
    read_records (&self, offset, cancellable);
  if (self.lowest == V8_LINE_SHIFT)
    for (guint i = 0; i < dump->lines->len; i++)
      g_array_index (dump->lines, AscJitLine, i).code_off -= V8_LINE_SHIFT;
  g_clear_pointer (&self.lines, g_bytes_unref);
  g_byte_array_unref (self.window);
  asc_map_clear (&self.by_code);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return ok ? g_steal_pointer (&dump) : NULL;
}
