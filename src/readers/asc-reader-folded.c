/* asc-reader-folded.c: folded (collapsed) stacks: `main;a;b 12` a line, root first
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The format and its traps: docs/formats/folded.md.
 */
#include "config.h"

#include "asc-reader-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>

/* A line holds one stack; 10,000 frames with long C++ names stay far below. */
#define LINE_MAX_BYTES (64 * 1024 * 1024)
#define BLOCK (1024 * 1024)

/* Text in UTF-16 (PowerShell's `>`) is converted whole. */
#define UTF16_MAX_BYTES (256 * 1024 * 1024)

typedef struct
{
  AscBuilder *builder;
  AscShard *shard;
  AscDiagnostics *diagnostics;
  guint32 object;
  guint8 kind;
  gboolean two_counts; /* every line ends with two: before and after */
  guint64 offset;      /* of the line in the file */
} Folded;

/* The count at the end of a line: where its digits start, or NULL. */
static const char *
find_count (const char *line, gsize length)
{
  const char *end = line + length;
  const char *p = end;
  gboolean digits = FALSE;

  while (p > line && (g_ascii_isdigit (p[-1]) || p[-1] == '.'))
    {
      p--;
      digits = digits || g_ascii_isdigit (*p);
    }
  if (p > line && p[-1] == '-')
    p--;
  if (!digits || (p > line && p[-1] != ' ' && p[-1] != '\t'))
    return NULL;
  return p;
}

static gsize
trim (const char *line, gsize length)
{
  while (length > 0 && g_ascii_isspace (line[length - 1]))
    length--;
  return length;
}

/* "12", "-3" or "1.50" as a whole number, halves away from zero. */
static gboolean
parse_count (const char *text, gsize length, gint64 *value, gboolean *is_rounded)
{
  g_autofree char *copy = g_strndup (text, length);
  char *point = strchr (copy, '.');
  char *end;

  *is_rounded = FALSE;
  if (point != NULL)
    *point = '\0';
  errno = 0;
  *value = g_ascii_strtoll (copy, &end, 10);
  if (errno != 0 || *end != '\0')
    return FALSE;
  if (point != NULL && strspn (point + 1, "0") != strlen (point + 1))
    {
      *is_rounded = TRUE;
      if (strchr (point + 1, '.') != NULL)
        return FALSE;
      if (point[1] >= '5' && *value > G_MININT64 && *value < G_MAXINT64)
        *value += copy[0] == '-' ? -1 : 1;
    }
  return TRUE;
}

/* Where the frame at @p ends. "; " inside parentheses is part of a name, as in `f(int (*)(a; b))`. */
static const char *
frame_end (const char *p, const char *end)
{
  int depth = 0;

  for (; p < end; p++)
    if (*p == '(')
      depth++;
    else if (*p == ')')
      depth -= depth > 0;
    else if (*p == ';' && !(depth > 0 && p + 1 < end && p[1] == ' '))
      break;
  return p;
}

static guint32
add_stack (Folded *self, const char *stack, gsize length)
{
  const char *end = stack + length;
  guint32 node = ASC_NONE;
  const char *p = stack;

  while (p < end)
    {
      const char *stop = frame_end (p, end);

      if (stop > p)
        {
          g_autofree char *name = g_utf8_make_valid (p, stop - p);
          guint32 frame = asc_shard_frame (self->shard, self->object, asc_builder_intern (self->builder, name), ASC_FRAME_NAMED);

          node = asc_shard_node (self->shard, node, frame);
        }
      p = stop + 1;
    }
  return node;
}

static void
read_line (Folded *self, const char *line, gsize length)
{
  AscEvent event = { .time_ns = -1, .thread = ASC_NONE, .cpu = G_MAXUINT16, .kind = self->kind };
  const char *count;
  gboolean is_rounded;
  gsize n;

  length = trim (line, length);
  if (length == 0 || *line == '#')
    return;
  asc_diagnostics_add_read (self->diagnostics, 1);
  count = find_count (line, length);
  if (count == NULL || !parse_count (count, (gsize) (line + length - count), &event.value, &is_rounded))
    {
      asc_diagnostics_skip (self->diagnostics, "folded-no-count", N_ ("Lines without a count at their end"), 1, self->offset);
      return;
    }
  if (is_rounded)
    asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_NOTE, "folded-rounded", N_ ("Counts with a fraction, rounded"), 1, self->offset);
  n = trim (line, (gsize) (count - line));
  if (self->two_counts && (count = find_count (line, n)) != NULL && count > line)
    {
      n = trim (line, (gsize) (count - line));
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_NOTE, "folded-two-counts", N_ ("Lines of a comparison, with two counts: the second is taken"), 1, self->offset);
    }
  event.stack = add_stack (self, line, n);
  asc_shard_event (self->shard, &event);
}

/* Reads @text line by line. Returns: how many bytes were used; the rest is an unfinished line. */
static gsize
read_lines (Folded *self, const char *text, gsize size, gboolean is_last)
{
  const char *p = text;
  const char *end = text + size;

  while (p < end)
    {
      const char *stop = memchr (p, '\n', (gsize) (end - p));

      if (stop == NULL && !is_last)
        break;
      if (stop == NULL)
        stop = end;
      read_line (self, p, (gsize) (stop - p));
      self->offset += (guint64) (stop - p) + 1;
      p = MIN (stop + 1, end);
    }
  return (gsize) (p - text);
}

/* Whether all lines of @text end with two counts, as those of a comparison do. The last may be unfinished. */
static gboolean
has_two_counts (const char *text, gsize size)
{
  const char *end = text + size;
  const char *stop;
  guint n = 0;

  for (const char *p = text; p < end && (stop = memchr (p, '\n', (gsize) (end - p))) != NULL; p = stop + 1)
    {
      gsize length = trim (p, (gsize) (stop - p));
      const char *count = find_count (p, length);

      if (length == 0 || *p == '#')
        continue;
      if (count == NULL || count == p)
        return FALSE;
      length = trim (p, (gsize) (count - p));
      count = find_count (p, length);
      if (count == NULL || count == p)
        return FALSE;
      n++;
    }
  return n > 0;
}

static gboolean
read_utf16 (Folded *self, AscSource *source, GError **error)
{
  g_autoptr (GBytes) bytes = asc_source_read_all (source, NULL, UTF16_MAX_BYTES, error);
  g_autofree char *text = NULL;
  gsize size;

  if (bytes == NULL)
    return FALSE;
  text = g_convert (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), "UTF-8", "UTF-16", NULL, &size, NULL);
  if (text == NULL)
    {
      g_set_error_literal (error, ASC_READER_ERROR, ASC_READER_ERROR_CORRUPT, "not valid UTF-16 text, at byte 0");
      return FALSE;
    }
  read_lines (self, text, size, TRUE);
  return TRUE;
}

static gboolean
read_blocks (Folded *self, AscSource *source, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  g_autoptr (GByteArray) rest = g_byte_array_new ();
  g_autofree char *block = g_malloc (BLOCK);
  guint64 offset = 0;
  gssize n;

  while ((n = asc_source_pread (source, NULL, offset, block, BLOCK, error)) > 0)
    {
      gsize skip = offset == 0 && n >= 3 && memcmp (block, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
      gsize used;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      self->offset += skip;
      g_byte_array_append (rest, (const guint8 *) block + skip, (guint) ((gsize) n - skip));
      if (memchr (block, '\n', (gsize) n) != NULL)
        {
          used = read_lines (self, (const char *) rest->data, rest->len, FALSE);
          g_byte_array_remove_range (rest, 0, (guint) used);
        }
      else if (rest->len > LINE_MAX_BYTES)
        {
          g_set_error (error, ASC_READER_ERROR, ASC_READER_ERROR_LIMIT, "a line of more than %d bytes, at byte %" G_GUINT64_FORMAT, LINE_MAX_BYTES, self->offset);
          return FALSE;
        }
      offset += (guint64) n;
      asc_progress_add (progress, n);
    }
  if (n < 0)
    return FALSE;
  read_lines (self, (const char *) rest->data, rest->len, TRUE);
  return TRUE;
}

static gboolean
folded_read (AscSource *source, AscBuilder *builder, const AscReadOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  const AscEventKind kind = { .id = "samples", .unit = ASC_UNIT_COUNT };
  const AscObject object = { .kind = ASC_OBJECT_NAMES, .path = "", .pid = -1 };
  Folded self = { .builder = builder, .diagnostics = asc_builder_get_diagnostics (builder) };
  char head[4096];
  gssize n;

  self.kind = asc_builder_add_kind (builder, &kind);
  self.object = asc_builder_add_object (builder, &object);
  self.shard = asc_builder_add_shard (builder);
  n = asc_source_pread (source, NULL, 0, head, sizeof head, error);
  if (n < 0)
    return FALSE;
  self.two_counts = has_two_counts (head, (gsize) n);
  asc_progress_begin (progress, N_ ("Reading stacks"), asc_source_get_size (source, NULL, NULL));
  if (n >= 2 && (memcmp (head, "\xff\xfe", 2) == 0 || memcmp (head, "\xfe\xff", 2) == 0))
    return read_utf16 (&self, source, error);
  return read_blocks (&self, source, cancellable, progress, error);
}

/* The head as UTF-8 text; NULL: no text. */
static char *
head_text (const AscSniff *sniff, gsize *size)
{
  const guint8 *head = sniff->head;

  if (sniff->head_size >= 2 && ((head[0] == 0xff && head[1] == 0xfe) || (head[0] == 0xfe && head[1] == 0xff)))
    return g_convert ((const char *) head, (gssize) (sniff->head_size & ~(gsize) 1), "UTF-8", "UTF-16", NULL, size, NULL);
  for (gsize i = 0; i < sniff->head_size; i++)
    if (head[i] < ' ' && !g_ascii_isspace (head[i]))
      return NULL;
  *size = sniff->head_size;
  return g_strndup ((const char *) head, sniff->head_size);
}

static int
folded_sniff (const AscSniff *sniff)
{
  g_autofree char *text = NULL;
  guint n_good = 0;
  guint n_bad = 0;
  guint n_frames = 0;
  gsize size = 0;

  if (sniff->is_folder || (text = head_text (sniff, &size)) == NULL)
    return 0;
  for (const char *p = text, *end = text + size; p < end;)
    {
      const char *stop = memchr (p, '\n', (gsize) (end - p));
      gsize length = trim (p, stop != NULL ? (gsize) (stop - p) : (gsize) (end - p));
      gboolean is_cut = stop == NULL && sniff->head_size >= 4096;
      const char *count = find_count (p, length);

      n_frames += length > 0 && *p != '#' && memchr (p, ';', length) != NULL;
      if (length > 0 && *p != '#' && !is_cut)
        {
          n_good += count != NULL && count > p;
          n_bad += count == NULL || count == p;
        }
      p = stop != NULL ? stop + 1 : end;
    }
  if (n_frames == 0)
    return n_good > 0 && n_bad == 0 ? 30 : 0;
  if (n_bad == 0)
    return n_good > 0 ? 60 : 20;
  return n_good >= n_bad ? 40 : 0;
}

const AscReader asc_reader_folded = { "folded", N_ ("Folded stacks"), folded_sniff, folded_read };
