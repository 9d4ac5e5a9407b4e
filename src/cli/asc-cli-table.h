/* asc-cli-table.h: rows of fields and metrics, described once for text, TSV and JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cli-json.h"
#include "asc-cli.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_CELL_NULL,
  ASC_CELL_STRING,
  ASC_CELL_INT,
  ASC_CELL_ADDRESS, /* unsigned; hexadecimal in text */
} AscCellKind;

typedef struct
{
  AscCellKind kind;
  const char *text;
  gint64 number;
  guint64 address;
} AscCell;

/** What a row is, beside its metrics. */
typedef struct
{
  const char *id;    /* key in JSON, column in TSV; "name", "size", "address", "object" are also words of a metric specification */
  const char *title; /* NC_ ("column", ...): in text */
  AscCellKind kind;
  guint formats;     /* AscCliFormat in which it stands unasked */
} AscField;

typedef struct
{
  AscFlavor flavor;
  const char *key; /* of the map in JSON */
} AscValues;

/** A kind of row. @data and @row mean what the command makes of them. */
typedef struct
{
  const char *name;         /* of the schema */
  const char *heading;      /* N_ ("Functions sorted by metric: %s"), or NULL */
  const char *default_spec; /* with %s for the primary metric's id; NULL: that of the library */
  const AscField *fields;
  guint n_fields;
  AscValues values[3];
  guint n_values;
  AscFlavor meant[3];       /* what e, i and a of a specification mean here; ASC_FLAVOR_STATIC: an error */
  gboolean plain;           /* values without a flavor */
  void (*get_field) (gpointer data, guint32 row, guint field, GString *scratch, AscCell *cell);
  gint64 (*get_value) (gpointer data, guint32 row, AscFlavor flavor, guint metric);
  gint64 (*get_base) (gpointer data, guint32 row, AscFlavor flavor, guint metric); /* 100 percent; NULL: the metric's total */
  void (*add_json) (gpointer data, guint32 row, AscCliJson *json);                 /* more keys of the row; or NULL */
  gboolean (*has_values) (gpointer data, guint32 row);                             /* text: whether its metrics are shown; NULL: always */
} AscTable;

/** Writes one answer. */
typedef struct _AscTableWriter AscTableWriter;

/** Lays the columns out. Fails with ASC_CLI_ERROR_USAGE when the table has no such column. */
AscTableWriter *asc_table_writer_new (AscCli *cli, const AscTable *table, gpointer data, GError **error);
void asc_table_writer_free (AscTableWriter *self);
/** Text is laid out after every row has been measured; the other formats need it not. */
gboolean asc_table_writer_measures (AscTableWriter *self);
void asc_table_writer_measure (AscTableWriter *self, guint32 row);
void asc_table_writer_begin (AscTableWriter *self);
void asc_table_writer_row (AscTableWriter *self, guint32 row);
/** An empty line in text. */
void asc_table_writer_gap (AscTableWriter *self);
void asc_table_writer_end (AscTableWriter *self);

/** Rows 0 to @n - 1: sorted (row 0 stays first), limited, written. */
gboolean asc_table_print (AscCli *cli, const AscTable *table, gpointer data, guint32 n, GError **error);

/** The object of one row, for rows within rows. */
void asc_table_add_json (AscCli *cli, const AscTable *table, gpointer data, guint32 row, AscCliJson *json);
/** Key "schema" up to key "metrics" of an answer. @n_events: also how many events carried each metric. */
void asc_table_add_json_head (AscCli *cli, const char *name, gboolean n_events, AscCliJson *json);

/** Rows 0 to @n - 1 in the order asked for, at most --limit: row 0 first. Returns: (transfer full) (element-type guint32); NULL with @error. */
GArray *asc_table_sort (AscCli *cli, const AscTable *table, gpointer data, guint32 n, GError **error);
/** The metric that sorts trees and lists of callers: of --sort, of --metrics, the primary one. *reverse: smallest first. */
guint asc_table_get_sort_metric (AscCli *cli, gboolean *reverse);
/** "Exclusive User CPU Time". Returns: (transfer full) */
char *asc_table_dup_title (AscCli *cli, const AscTable *table, AscFlavor flavor, guint metric);
/** The same for what sorts the rows. Returns: (transfer full) */
char *asc_table_dup_sort_title (AscCli *cli, const AscTable *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscTableWriter, asc_table_writer_free)

G_END_DECLS
