/* asc-cli.h: one run of a command: its options, what was read, what it writes to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

#include "asc-cli-options.h"

G_BEGIN_DECLS

typedef struct
{
  AscCliOptions options;
  GPtrArray *symbols;   /* AscSymbols of each experiment */
  GPtrArray *states;    /* AscStates of each */
  AscProfile *baseline; /* with --compare: of the first experiment; the others are in the above */
  const char *name;     /* the first argument of commands that take one */
  AscRequest ask;       /* the profile (owned), --metrics, --sort (owned, or NULL), where the answer goes */
} AscCli;

typedef struct
{
  AscCliCommandInfo info;
  gboolean (*run) (AscCli *cli, GError **error);
  AscReportFunc report; /* without a run: it is the answer */
} AscCliCommand;

/** Reads the experiments @paths, finds symbols and computes the profile. Experiments add up. */
gboolean asc_cli_load (AscCli *self, char *const *paths, GError **error);
/** Where source files are looked for. @progress: (nullable): of a download. */
AscSourceOptions asc_cli_get_source_options (AscCli *self, AscProgress *progress);
void asc_cli_clear (AscCli *self);

AscExperiment *asc_cli_get_experiment (const AscCli *self, guint i);
guint asc_cli_get_n_experiments (const AscCli *self);

gboolean asc_cli_run_archive (AscCli *cli, GError **error);
gboolean asc_cli_run_info (AscCli *cli, GError **error);
gboolean asc_cli_run_metrics (AscCli *cli, GError **error);
gboolean asc_cli_run_filter_help (AscCli *cli, GError **error);
gboolean asc_cli_run_callers_callees (AscCli *cli, GError **error);
gboolean asc_cli_run_flamegraph (AscCli *cli, GError **error);
gboolean asc_cli_run_callgraph (AscCli *cli, GError **error);
gboolean asc_cli_run_statistics (AscCli *cli, GError **error);
gboolean asc_cli_run_timeline (AscCli *cli, GError **error);
gboolean asc_cli_run_source (AscCli *cli, GError **error);
gboolean asc_cli_run_disasm (AscCli *cli, GError **error);

G_END_DECLS
