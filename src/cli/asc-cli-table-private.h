/* asc-cli-table-private.h: the writer's columns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cli-table.h"

G_BEGIN_DECLS

typedef struct
{
  int field;          /* index, or -1: a metric */
  AscFlavor flavor;
  guint metric;
  AscVisibility part; /* one of time, percent, value */
  guint group;        /* text: columns of one group stand below one title */
  char *id;           /* TSV */
  gboolean last;      /* text: nothing is right of it */
  guint width;        /* text */
  guint after;        /* text: blanks behind it; 0: one */
  gint64 least;       /* of the values measured */
  gint64 most;
  double least_percent;
  double most_percent;
} AscTableColumn;

struct _AscTableWriter
{
  AscCli *cli;
  const AscTable *table;
  gpointer data;
  GArray *columns; /* AscTableColumn; for text and TSV */
  AscCliJson json;
  GString *scratch;
  GString *line;
  GString *html;
};

gint64 asc_table_get_base (const AscTableWriter *self, guint32 row, const AscTableColumn *column);

/* asc-cli-text.c */
void asc_table_text_measure (AscTableWriter *self, guint32 row);
void asc_table_text_head (AscTableWriter *self);
void asc_table_text_row (AscTableWriter *self, guint32 row);
/** What stands above a column: "Excl. Total CPU Time". Returns: (transfer full) */
char *asc_table_text_dup_title (const AscTableWriter *self, const AscTableColumn *column);
/** "sec."; "" for a count. Columns of metrics only. */
const char *asc_table_text_get_unit (const AscTableWriter *self, const AscTableColumn *column);
/** Blanks may stand behind a number. Returns: (transfer full) */
char *asc_table_text_dup_cell (AscTableWriter *self, guint32 row, const AscTableColumn *column);

/* asc-cli-html.c */
void asc_table_html_head (AscTableWriter *self);
void asc_table_html_row (AscTableWriter *self, guint32 row);
void asc_table_html_gap (AscTableWriter *self);
void asc_table_html_end (AscTableWriter *self);

G_END_DECLS
