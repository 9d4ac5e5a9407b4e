/* asc-findings.h: what makes the numbers of an experiment less than certain, and what would mend it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"

G_BEGIN_DECLS

/** One finding, in the user's language; owned strings, any may be NULL but @title. */
typedef struct
{
  AscSeverity severity;
  const char *kind; /* "throttled": that of a diagnostic, or "nameless", "mismatch", "newer", "few-samples"; static or interned */
  char *title;      /* what; ends without a period */
  char *why;        /* what it means */
  char *mend;       /* what would mend it */
  char *command;    /* exactly that, for a shell: a command or an option of a compiler */
  char *share;      /* how much is concerned: "0.10% of the events (12 of 12,412)" */
  char *where;      /* the load object or thread that is concerned most */
  char *places;     /* where in the file: "At byte 12" */
  guint32 object_row; /* the profile's row of that load object, or ASC_NONE */
} AscFinding;

/** Numbers in the locale's form. */
typedef struct
{
  guint percent_digits;
  gboolean localized;
} AscFindingsFormat;

/**
 * All findings about @profile, the gravest first. @symbols: those of each experiment of the profile. @metric: that which the shares of nameless load objects are of.
 * Returns: (transfer full) (element-type AscFinding)
 */
GPtrArray *asc_findings_list (AscProfile *profile, GPtrArray *symbols, guint metric, AscFindingsFormat format);
/** What the reader of @experiment found damaged. Returns: (transfer full) (element-type AscFinding) */
GPtrArray *asc_findings_list_damage (AscExperiment *experiment, AscFindingsFormat format);

/**
 * The command that made @experiment with @option ("-m 8M", "--call-graph dwarf") in the place of what it had of that kind; "perf record OPTION" where none is known.
 * Returns: (transfer full)
 */
char *asc_dup_record_again (AscExperiment *experiment, const char *option);

G_END_DECLS
