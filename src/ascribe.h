/* ascribe.h: the library as the command line and the window see it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-call-graph.h"
#include "asc-code-metrics.h"
#include "asc-colors.h"
#include "asc-diagnostics.h"
#include "asc-dirs.h"
#include "asc-disassembly.h"
#include "asc-experiment.h"
#include "asc-file-lines.h"
#include "asc-filter.h"
#include "asc-flame-colors.h"
#include "asc-flame-difference.h"
#include "asc-flame-export.h"
#include "asc-flame-graph.h"
#include "asc-flame-scene.h"
#include "asc-figures.h"
#include "asc-findings.h"
#include "asc-function-code.h"
#include "asc-function-colors.h"
#include "asc-fuzzy.h"
#include "asc-graph-drawing.h"
#include "asc-graph-layout.h"
#include "asc-jumps.h"
#include "asc-html.h"
#include "asc-json-writer.h"
#include "asc-json.h"
#include "asc-lines.h"
#include "asc-matcher.h"
#include "asc-metric-spec.h"
#include "asc-name.h"
#include "asc-out.h"
#include "asc-path.h"
#include "asc-pcs.h"
#include "asc-print-table.h"
#include "asc-profile-input.h"
#include "asc-profile.h"
#include "asc-progress.h"
#include "asc-reader.h"
#include "asc-process-list.h"
#include "asc-record-engine.h"
#include "asc-record-machine.h"
#include "asc-record-plan.h"
#include "asc-record-settings.h"
#include "asc-recording.h"
#include "asc-report-format.h"
#include "asc-report-functions.h"
#include "asc-report.h"
#include "asc-source-finder.h"
#include "asc-source-text.h"
#include "asc-states.h"
#include "asc-statistics.h"
#include "asc-symbols.h"
#include "asc-timeline.h"
#include "asc-unit.h"
#include "asc-unwind-experiment.h"

G_BEGIN_DECLS

/**
 * Reads the experiment at @path, of whatever format, and unwinds the stacks that it has as dumps: asc_experiment_open(), then
 * asc_experiment_unwind(). Blocks. @read, @find: (nullable). Returns: (transfer full): NULL with @error set, or cancelled.
 */
AscExperiment *asc_open (const char *path, const AscReadOptions *read, const AscSymbolOptions *find, GCancellable *cancellable, AscProgress *progress, GError **error);

/** Joins symbols with the analysis: an input's names taken from @symbols, which is kept alive. */
AscNames asc_names_from_symbols (AscSymbols *symbols);

/**
 * Where the functions of @before are in @after: profiles of the same experiments with other names, @symbols_before and @symbols_after (one entry for each experiment).
 * Returns: (transfer full) (element-type guint32): by row of @before, the row or ASC_NONE. Blocks, some ms; any thread.
 */
GArray *asc_find_moved_functions (AscProfile *before, GPtrArray *symbols_before, AscProfile *after, GPtrArray *symbols_after);

/**
 * Finds the source @file of which @function, a row of @profile, has code: asc_source_find() with the load object, the experiment and the time that the function is of. @symbols: those of
 * each experiment of the profile. @options: (nullable); its experiment_path may be NULL. Blocks; any thread.
 */
AscFoundSource asc_locate_source (AscProfile *profile, GPtrArray *symbols, guint32 function, const char *file, const AscSourceOptions *options, GCancellable *cancellable);

/**
 * Adds @experiment to what a profile is computed from, with the names of @symbols and the states of its threads, which it derives. Blocks.
 * Returns: (transfer full): the states; NULL with @error set when cancelled, with nothing added.
 */
AscStates *asc_add_to_input (AscProfileInput *input, AscExperiment *experiment, AscSymbols *symbols, guint n_threads, GCancellable *cancellable, AscProgress *progress, GError **error);

/** "complete", "exported only", ...: in the user's language, as all that follow. */
const char *asc_describe_symbols (const AscObjectSymbols *symbols);
/** "separate debug file". */
const char *asc_describe_symbols_origin (AscSymbolsOrigin origin);
/** Where the lines come from: "none", "in the file", ... */
const char *asc_describe_lines (const AscObjectSymbols *symbols);
/** A sentence without a period: "Install libc6-dbg". Returns: (transfer full) (nullable): NULL when there is no advice */
char *asc_dup_advice (const AscAdvice *advice);

/** What asc_archive() did. */
typedef struct
{
  guint n_files; /* copied */
  guint64 n_bytes;
  guint n_missing; /* load objects that could not be had */
} AscArchived;

/**
 * Copies the load objects, debug files and kernel symbols that @symbols were read from beside its experiment, into the folder that is searched first when it is opened,
 * on whatever machine. What is there already stays. Sources are not copied. Blocks. Returns: FALSE with @error
 */
gboolean asc_archive (AscSymbols *symbols, AscArchived *result, GCancellable *cancellable, GError **error);

G_END_DECLS
