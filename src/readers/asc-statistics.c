/* asc-statistics.c: see asc-statistics.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The form: docs/formats/experiment.md.
 */
#include "config.h"

#include "asc-statistics.h"

#include "asc-cursor.h"
#include "asc-reader.h"
#include "asc-source.h"

#include <string.h>

#define MEMBER "statistics.tsv"
#define HEADER "ascribe-statistics\t1"
/* Ten threads for a week at ten lines a second. */
#define SIZE_MAX_BYTES (G_GINT64_CONSTANT (4) << 30)
#define COLUMNS_MAX 16

/* A kind of line: its columns are the fields of its figures, all gint64, then a name. */
typedef struct
{
  char letter;
  guint n_columns; /* numbers, the time first */
  int state;       /* which of them is a letter; -1: none */
  gboolean has_name;
} Kind;

enum
{
  MACHINE,
  PROCESS,
  THREAD,
  USAGE,
  WAIT,
  DELAY,
  CHARGE,
  COST,
  FREQUENCY,
  CLOCK,
  N_KINDS,
};

static const Kind kinds[N_KINDS] = {
  [MACHINE] = { 'm', sizeof (AscMachineFigures) / sizeof (gint64), -1, FALSE },
  [PROCESS] = { 'p', G_STRUCT_OFFSET (AscProcessFigures, name) / sizeof (gint64), 3, TRUE },
  [THREAD] = { 't', G_STRUCT_OFFSET (AscThreadFigures, name) / sizeof (gint64), 3, TRUE },
  [USAGE] = { 'u', sizeof (AscUsageFigures) / sizeof (gint64), -1, FALSE },
  [WAIT] = { 'w', G_STRUCT_OFFSET (AscWaitFigures, name) / sizeof (gint64), 4, TRUE },
  [DELAY] = { 'd', sizeof (AscDelayFigures) / sizeof (gint64), -1, FALSE },
  [CHARGE] = { 'r', sizeof (AscChargeFigures) / sizeof (gint64), -1, FALSE },
  [COST] = { 'c', sizeof (AscCostFigures) / sizeof (gint64), -1, FALSE },
  [FREQUENCY] = { 'f', sizeof (AscFrequencyFigures) / sizeof (gint64), -1, FALSE },
  [CLOCK] = { 'k', sizeof (AscClockFigures) / sizeof (gint64), -1, FALSE },
};

struct _AscStatistics
{
  GArray *figures[N_KINDS];
  GStringChunk *names;
  guint bad_line;
};

void
asc_statistics_free (AscStatistics *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < N_KINDS; i++)
    g_array_unref (self->figures[i]);
  g_string_chunk_free (self->names);
  g_free (self);
}

static AscStatistics *
statistics_new (void)
{
  static const guint sizes[N_KINDS] = { sizeof (AscMachineFigures), sizeof (AscProcessFigures), sizeof (AscThreadFigures), sizeof (AscUsageFigures), sizeof (AscWaitFigures), sizeof (AscDelayFigures), sizeof (AscChargeFigures), sizeof (AscCostFigures), sizeof (AscFrequencyFigures), sizeof (AscClockFigures) };
  AscStatistics *self = g_new0 (AscStatistics, 1);

  for (guint i = 0; i < N_KINDS; i++)
    self->figures[i] = g_array_new (FALSE, TRUE, sizes[i]);
  self->names = g_string_chunk_new (4096);
  return self;
}

/* The next field of @line, which moves behind it. Returns: NULL when there is none */
static char *
next_field (char **line)
{
  char *field = *line;
  char *tab = field != NULL ? strchr (field, '\t') : NULL;

  if (tab != NULL)
    *tab = '\0';
  *line = tab != NULL ? tab + 1 : NULL;
  return field;
}

/* Takes @line apart, without its letter. Returns: whether it has the kind's form */
static gboolean
parse_line (AscStatistics *self, const Kind *kind, GArray *figures, char *line)
{
  gint64 numbers[COLUMNS_MAX + 1];
  const char *name = NULL;

  for (guint i = 0; i < kind->n_columns; i++)
    {
      const char *field = next_field (&line);

      if (field == NULL)
        return FALSE;
      if ((int) i == kind->state)
        numbers[i] = (guchar) field[0];
      else if (!g_ascii_string_to_signed (field, 10, G_MININT64, G_MAXINT64, &numbers[i], NULL))
        return FALSE;
    }
  if (kind->has_name)
    {
      const char *field = next_field (&line);
      g_autofree char *valid = field != NULL ? g_utf8_make_valid (field, -1) : NULL;

      if (valid == NULL)
        return FALSE;
      name = g_string_chunk_insert_const (self->names, valid);
    }
  g_array_set_size (figures, figures->len + 1);
  memcpy (figures->data + (gsize) (figures->len - 1) * g_array_get_element_size (figures), numbers, kind->n_columns * sizeof *numbers);
  if (name != NULL)
    memcpy (figures->data + (gsize) (figures->len - 1) * g_array_get_element_size (figures) + kind->n_columns * sizeof *numbers, &name, sizeof name);
  return TRUE;
}

/* A line of a kind that is not known is one of a later version: stepped over. */
static gboolean
read_line (AscStatistics *self, char *line)
{
  if (line[0] == '\0' || line[1] != '\t')
    return FALSE;
  for (guint i = 0; i < N_KINDS; i++)
    if (line[0] == kinds[i].letter)
      return parse_line (self, &kinds[i], self->figures[i], line + 2);
  return g_ascii_islower (line[0]);
}

/* The next line, without its end. Returns: (transfer full): NULL at the end, and at a line without an end */
static char *
read_text (AscCursor *cursor)
{
  const gsize left = asc_cursor_left (cursor);
  AscCursor copy = *cursor;
  const guint8 *start = left > 0 ? asc_cursor_bytes (&copy, left) : NULL;
  const guint8 *end = start != NULL ? memchr (start, '\n', left) : NULL;
  char *line;

  if (end == NULL)
    return NULL;
  line = g_strndup ((const char *) start, (gsize) (end - start));
  asc_cursor_skip (cursor, (gsize) (end - start) + 1);
  return line;
}

AscStatistics *
asc_statistics_parse (const guint8 *data, gsize size, GError **error)
{
  g_autoptr (AscStatistics) self = statistics_new ();
  g_autofree char *header = NULL;
  AscCursor cursor;

  asc_cursor_init (&cursor, data, size, FALSE);
  header = read_text (&cursor);
  if (g_strcmp0 (header, HEADER) != 0)
    {
      g_set_error_literal (error, ASC_READER_ERROR, ASC_READER_ERROR_NOT_THIS_FORMAT, "no statistics of version 1, at byte 0");
      return NULL;
    }
  for (guint n = 2; asc_cursor_left (&cursor) > 0 && self->bad_line == 0; n++)
    {
      g_autofree char *line = read_text (&cursor);

      if (line == NULL || !read_line (self, line))
        self->bad_line = n;
    }
  return g_steal_pointer (&self);
}

gboolean
asc_statistics_exist (const char *path)
{
  g_autofree char *member = g_build_filename (path, MEMBER, NULL);

  return g_file_test (member, G_FILE_TEST_IS_REGULAR);
}

AscStatistics *
asc_statistics_open (const char *path, GError **error)
{
  g_autoptr (AscSource) source = asc_source_open (path, error);
  g_autoptr (GBytes) bytes = NULL;
  AscStatistics *self;

  if (source == NULL)
    return NULL;
  if (!asc_source_has_member (source, MEMBER))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s: has no statistics", path);
      return NULL;
    }
  bytes = asc_source_read_all (source, MEMBER, SIZE_MAX_BYTES, error);
  if (bytes == NULL)
    return NULL;
  self = asc_statistics_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
  if (self == NULL)
    g_prefix_error (error, "%s/%s: ", path, MEMBER);
  return self;
}

static gconstpointer
get (const AscStatistics *self, guint kind, guint *n)
{
  *n = self->figures[kind]->len;
  return self->figures[kind]->data;
}

const AscMachineFigures *
asc_statistics_get_machine (const AscStatistics *self, guint *n)
{
  return get (self, MACHINE, n);
}

const AscProcessFigures *
asc_statistics_get_processes (const AscStatistics *self, guint *n)
{
  return get (self, PROCESS, n);
}

const AscThreadFigures *
asc_statistics_get_threads (const AscStatistics *self, guint *n)
{
  return get (self, THREAD, n);
}

const AscUsageFigures *
asc_statistics_get_usage (const AscStatistics *self, guint *n)
{
  return get (self, USAGE, n);
}

const AscWaitFigures *
asc_statistics_get_waits (const AscStatistics *self, guint *n)
{
  return get (self, WAIT, n);
}

const AscDelayFigures *
asc_statistics_get_delays (const AscStatistics *self, guint *n)
{
  return get (self, DELAY, n);
}

const AscChargeFigures *
asc_statistics_get_charges (const AscStatistics *self, guint *n)
{
  return get (self, CHARGE, n);
}

const AscFrequencyFigures *
asc_statistics_get_frequencies (const AscStatistics *self, guint *n)
{
  return get (self, FREQUENCY, n);
}

const AscClockFigures *
asc_statistics_get_clocks (const AscStatistics *self, guint *n)
{
  return get (self, CLOCK, n);
}

const AscCostFigures *
asc_statistics_get_costs (const AscStatistics *self, guint *n)
{
  return get (self, COST, n);
}

guint
asc_statistics_get_bad_line (const AscStatistics *self)
{
  return self->bad_line;
}
