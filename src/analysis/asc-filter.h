/* asc-filter.h: which events count
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define ASC_FILTER_ERROR (asc_filter_error_quark ())
GQuark asc_filter_error_quark (void);

typedef enum
{
  ASC_FILTER_ERROR_SYNTAX, /* not a sentence of the language */
  ASC_FILTER_ERROR_NAME,   /* a name, state or function of the language that it does not have */
  ASC_FILTER_ERROR_VALUE,  /* a number, a time or a regular expression that is none */
  ASC_FILTER_ERROR_LIMIT,  /* too long or nested too deep */
} AscFilterError;

/**
 * AscFilter:
 *
 * Clauses that must all hold, each an expression of the filter language (docs/filters.md, asc_filter_list_help()).
 * Immutable and reference-counted: any thread may read; what changes it makes another one. It knows no experiment:
 * names of functions are looked up when a profile is computed with it, so that it outlives better symbols and other
 * experiments.
 */
typedef struct _AscFilter AscFilter;

#define ASC_TYPE_FILTER (asc_filter_get_type ())
GType asc_filter_get_type (void);
AscFilter *asc_filter_ref (AscFilter *self);
void asc_filter_unref (AscFilter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscFilter, asc_filter_unref)

/** One clause. Fails with ASC_FILTER_ERROR, "character N: ..." (from 1). @error_at: (out) (optional): that place as an
 * offset in characters, from 0. Returns: (transfer full) */
AscFilter *asc_filter_parse (const char *text, guint *error_at, GError **error);

/* Each makes a new filter of @self, which may be NULL: no clause. Returns: (transfer full) */
/** The clauses of @self, then those of @more. */
AscFilter *asc_filter_join (AscFilter *self, AscFilter *more);
/** Clause @i becomes those of @other, switched on; NULL: it is taken away. NULL is returned when nothing is left. */
AscFilter *asc_filter_replace (AscFilter *self, guint i, AscFilter *other);
AscFilter *asc_filter_enable (AscFilter *self, guint i, gboolean enabled);

guint asc_filter_get_size (AscFilter *self);
/** As it was written, without space around it. */
const char *asc_filter_get_text (AscFilter *self, guint i);
gboolean asc_filter_is_enabled (AscFilter *self, guint i);
/** Whether any clause is switched on; @self may be NULL. */
gboolean asc_filter_is_active (AscFilter *self);
/** The clauses that are switched on as one expression; NULL when there is none. (transfer full) */
char *asc_filter_dup_expression (AscFilter *self);

/** @text as a word of the language: in quotation marks. (transfer full) */
char *asc_filter_quote (const char *text);
/** A time as a word of the language, without rounding: "1.25s", "300us". (transfer full) */
char *asc_filter_format_time (gint64 ns);
/** A time as in an expression: "1.25s", "300us", "1000" (ns). Returns: FALSE when it is none */
gboolean asc_filter_parse_time (const char *text, gint64 *ns);
/** "TIME >= 1s && TIME < 2s". (transfer full) */
char *asc_filter_range (gint64 begin_ns, gint64 end_ns);

/** A line of the help: a piece of the language and what it means (English, for gettext); a heading has no @syntax. */
typedef struct
{
  const char *syntax;
  const char *meaning;
} AscFilterHelp;

const AscFilterHelp *asc_filter_list_help (guint *n);

/** How many events passed, of how many: those of the recording, and the intervals of its threads' states. */
typedef struct
{
  guint n_events;
  guint n_all_events;
  guint n_intervals;
  guint n_all_intervals;
} AscFiltered;

G_END_DECLS
