/* asc-report-private.h: the writer's columns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-report.h"

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
} AscReportColumn;

struct _AscReportWriter
{
  const AscRequest *ask;
  const AscReport *table;
  gpointer data;
  GArray *columns; /* AscReportColumn; for text and TSV */
  AscJsonWriter json;
  GString *scratch;
  GString *line;
  GString *html;
};

/** Whether it stands at the left. */
gboolean asc_report_is_text (const AscReportField *field);
gint64 asc_report_get_base (const AscReportWriter *self, guint32 row, const AscReportColumn *column);

/* asc-report-text.c */
void asc_report_text_measure (AscReportWriter *self, guint32 row);
void asc_report_text_head (AscReportWriter *self);
void asc_report_text_row (AscReportWriter *self, guint32 row);
/** What stands above a column: "Excl. Total CPU Time". Returns: (transfer full) */
char *asc_report_text_dup_title (const AscReportWriter *self, const AscReportColumn *column);
/** "sec."; "" for a count. Columns of metrics only. */
const char *asc_report_text_get_unit (const AscReportWriter *self, const AscReportColumn *column);
/** Blanks may stand behind a number. Returns: (transfer full) */
char *asc_report_text_dup_cell (AscReportWriter *self, guint32 row, const AscReportColumn *column);

/* asc-report-tsv.c */
void asc_report_tsv_head (AscReportWriter *self);
void asc_report_tsv_row (AscReportWriter *self, guint32 row);

/* asc-report-html.c */
void asc_report_html_head (AscReportWriter *self);
void asc_report_html_row (AscReportWriter *self, guint32 row);
void asc_report_html_gap (AscReportWriter *self);
void asc_report_html_end (AscReportWriter *self);

G_END_DECLS
