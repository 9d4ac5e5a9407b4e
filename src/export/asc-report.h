/* asc-report.h: answers of rows with fields and metrics, described once for text, TSV, JSON and HTML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-json-writer.h"
#include "asc-metric-spec.h"

G_BEGIN_DECLS

#define ASC_REPORT_ERROR (asc_report_error_quark ())
GQuark asc_report_error_quark (void);

typedef enum
{
  ASC_REPORT_ERROR_USAGE, /* a column was asked for that the report does not have */
} AscReportError;

typedef enum
{
  ASC_FORMAT_TEXT = 1 << 0,
  ASC_FORMAT_TSV = 1 << 1,
  ASC_FORMAT_JSON = 1 << 2,
  ASC_FORMAT_FOLDED = 1 << 3, /* this and the drawings: not of reports */
  ASC_FORMAT_SVG = 1 << 4,
  ASC_FORMAT_DOT = 1 << 5,
  ASC_FORMAT_PNG = 1 << 6,
  ASC_FORMAT_PDF = 1 << 7,
  ASC_FORMAT_HTML = 1 << 8,
} AscFormat;

/** What is asked of a report, and where the answer goes. Everything is lent. */
typedef struct
{
  AscProfile *profile;
  AscFormat format;
  GArray *columns; /* of AscColumn; NULL: what the report shows unasked */
  GArray *sort;    /* of AscColumn; NULL: by the first metric of @columns, else as the profile has it */
  const char
      *sort_field; /* id of a field that sorts instead; where the report has none of that name, @sort does; or NULL */
  gboolean descending; /* by it */
  gint64 limit;        /* rows at most; -1: all */
  GArray *functions;   /* of guint32: what callers-callees puts in the center, @n_chain each (more than one: a fragment,
                          outermost first); NULL: every function */
  guint n_chain;
  AscOut *out;
} AscRequest;

/** Writes the whole answer. Blocks; any thread. Fails with ASC_REPORT_ERROR; a failure to write is kept by @ask's out.
 */
typedef gboolean (*AscReportFunc) (const AscRequest *ask, GError **error);

gboolean asc_report_functions (const AscRequest *ask, GError **error);
gboolean asc_report_callers_callees (const AscRequest *ask, GError **error);
gboolean asc_report_call_tree (const AscRequest *ask, GError **error);
gboolean asc_report_bottom_up (const AscRequest *ask, GError **error);
gboolean asc_report_objects (const AscRequest *ask, GError **error);
gboolean asc_report_threads (const AscRequest *ask, GError **error);
gboolean asc_report_processes (const AscRequest *ask, GError **error);
gboolean asc_report_cpus (const AscRequest *ask, GError **error);
gboolean asc_report_lines (const AscRequest *ask, GError **error);
gboolean asc_report_pcs (const AscRequest *ask, GError **error);

typedef enum
{
  ASC_REPORT_NULL,
  ASC_REPORT_STRING,
  ASC_REPORT_INT,
  ASC_REPORT_ADDRESS, /* unsigned; hexadecimal in text */
  ASC_REPORT_BOOL,    /* the number; "true", "false" */
  ASC_REPORT_TIME,    /* ns; seconds in text and HTML */
} AscReportKind;

typedef struct
{
  AscReportKind kind;
  const char *text;
  gint64 number;
  guint64 address;
} AscReportCell;

/** What a row is, beside its metrics. */
typedef struct
{
  const char *id;    /* key in JSON, column in TSV; "name", "size", "address", "object" are also words of a metric specification */
  const char *title; /* NC_ ("column", ...): in text */
  AscReportKind kind;
  guint formats;     /* AscFormat in which it stands unasked; HTML has what text has, and what is marked for it alone */
  gboolean is_code;  /* HTML: text in a font of equal widths */
} AscReportField;

typedef struct
{
  AscFlavor flavor;
  const char *key; /* of the map in JSON */
} AscReportValues;

/** A kind of row. @data and @row mean what the command makes of them. */
typedef struct
{
  const char *name;         /* of the schema */
  const char *heading;      /* N_ ("Functions sorted by metric: %s"), or NULL */
  const char *default_spec; /* with %s for the primary metric's id; NULL: that of the library */
  const AscReportField *fields;
  guint n_fields;
  AscReportValues values[3];
  guint n_values;
  AscFlavor meant[3];       /* what e, i and a of a specification mean here; ASC_FLAVOR_STATIC: an error */
  gboolean plain;           /* values without a flavor */
  void (*get_field) (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell);
  gint64 (*get_value) (gpointer data, guint32 row, AscFlavor flavor, guint metric);
  gint64 (*get_base) (gpointer data, guint32 row, AscFlavor flavor, guint metric); /* 100 percent; NULL: the metric's total */
  void (*add_json) (gpointer data, guint32 row, AscJsonWriter *json);                 /* more keys of the row; or NULL */
  /** HTML: a line each below the title, or without a heading the title first; owned strings. NULL: the experiments and the filter. */
  void (*add_notes) (gpointer data, GPtrArray *notes);
  gboolean (*is_hot) (gpointer data, guint32 row);                                 /* HTML: whether it is marked; NULL: none is */
  gboolean (*has_values) (gpointer data, guint32 row);                             /* text: whether its metrics are shown; NULL: always */
} AscReport;

/** Writes one answer. */
typedef struct _AscReportWriter AscReportWriter;

/** Lays the columns out. Fails with ASC_REPORT_ERROR_USAGE when the table has no such column. */
AscReportWriter *asc_report_writer_new (const AscRequest *ask, const AscReport *table, gpointer data, GError **error);
void asc_report_writer_free (AscReportWriter *self);
/** Text is laid out after every row has been measured; the other formats need it not. */
gboolean asc_report_writer_measures (AscReportWriter *self);
void asc_report_writer_measure (AscReportWriter *self, guint32 row);
void asc_report_writer_begin (AscReportWriter *self);
void asc_report_writer_row (AscReportWriter *self, guint32 row);
/** In text: the notes of @table, a line each, and an empty line. */
void asc_report_put_notes (const AscRequest *ask, const AscReport *table, gpointer data);
/** An empty line in text. */
void asc_report_writer_gap (AscReportWriter *self);
void asc_report_writer_end (AscReportWriter *self);

/** Rows 0 to @n - 1: sorted (row 0 stays first), limited, written. */
gboolean asc_report_print (const AscRequest *ask, const AscReport *table, gpointer data, guint32 n, GError **error);

/** The object of one row, for rows within rows. */
void asc_report_add_json (const AscRequest *ask, const AscReport *table, gpointer data, guint32 row, AscJsonWriter *json);
/** Key "schema" up to key "metrics" of an answer. @n_events: also how many events carried each metric. */
void asc_report_add_json_head (const AscRequest *ask, const char *name, gboolean n_events, AscJsonWriter *json);

/** Rows 0 to @n - 1 in the order asked for, at most --limit: row 0 first. Returns: (transfer full) (element-type guint32); NULL with @error. */
GArray *asc_report_sort (const AscRequest *ask, const AscReport *table, gpointer data, guint32 n, GError **error);
/** The metric that sorts trees and lists of callers: of --sort, of --metrics, the primary one. *reverse: smallest first. */
guint asc_report_get_sort_metric (const AscRequest *ask, gboolean *reverse);
/** "Filter: %user > 5 (3 of 12 events)", or NULL where everything passes. Returns: (transfer full) */
char *asc_report_dup_filter (AscProfile *profile);
/** "Exclusive User CPU Time". Returns: (transfer full) */
char *asc_report_dup_title (const AscRequest *ask, const AscReport *table, AscFlavor flavor, guint metric);
/** The same for what sorts the rows. Returns: (transfer full) */
char *asc_report_dup_sort_title (const AscRequest *ask, const AscReport *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscReportWriter, asc_report_writer_free)

G_END_DECLS
