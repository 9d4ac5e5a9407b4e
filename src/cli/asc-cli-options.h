/* asc-cli-options.h: the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

G_BEGIN_DECLS

#define ASC_CLI_ERROR (asc_cli_error_quark ())
GQuark asc_cli_error_quark (void);

typedef enum
{
  ASC_CLI_ERROR_USAGE, /* exit status 2; every other error is 1 */
} AscCliError;

/** What every command can print. */
#define ASC_CLI_COMMON_FORMATS (ASC_FORMAT_TEXT | ASC_FORMAT_TSV | ASC_FORMAT_JSON)

/** Which options a command has beside the common ones. */
typedef enum
{
  ASC_CLI_TAKES_COLUMNS = 1 << 0,  /* --metrics, --sort, --limit */
  ASC_CLI_TAKES_FUNCTION = 1 << 1, /* --function */
  ASC_CLI_TAKES_INVERTED = 1 << 2, /* --inverted */
  ASC_CLI_TAKES_MIN = 1 << 3,      /* --min */
  ASC_CLI_TAKES_BY = 1 << 4,       /* --by */
  ASC_CLI_TAKES_METRICS = 1 << 5,  /* --metrics: rows with an order of their own */
  ASC_CLI_TAKES_NAME = 1 << 6,     /* the first argument is a name; --object */
  ASC_CLI_TAKES_SOURCE = 1 << 7,   /* --source-path */
  ASC_CLI_TAKES_GROUP = 1 << 8,    /* --group */
  ASC_CLI_TAKES_BYTES = 1 << 9,    /* --bytes */
  ASC_CLI_TAKES_FILTER = 1 << 10,  /* --filter */
  ASC_CLI_TAKES_NOTHING = 1 << 11, /* no experiment */
  ASC_CLI_TAKES_COMPARE = 1 << 12, /* --compare */
  ASC_CLI_TAKES_RANGE = 1 << 13,   /* --range, --buckets, --by=cpu */
} AscCliTakes;

typedef struct
{
  AscFormat format;
  char *metrics;
  char *sort;
  AscFilter *filter; /* or NULL */
  gint64 limit; /* -1: none */
  double min;   /* percent; negative: not given */
  char *by;     /* "thread", "process", "cpu", or NULL */
  gint64 range_begin_ns;
  gint64 range_end_ns; /* G_MAXINT64: the end */
  guint n_buckets;     /* 0: not given */
  gboolean compares; /* the first experiment is the baseline */
  char *group;  /* "function", "object", or NULL */
  guint view;   /* AscViewMode */
  AscNameStyle names;
  guint n_threads;
  char *output;
  char **symbols;
  char **debug_dirs;
  char *sysroot;
  char **functions;
  char *object;
  char **source_paths;
  char **arguments; /* the command, then the experiments */
  gboolean progress;
  gboolean no_inline;
  gboolean debuginfod;
  char *debuginfod_urls; /* NULL: those of the environment */
  gboolean inverted;
  gboolean bytes;
  gboolean help;
  gboolean version;
} AscCliOptions;

/** What --help says of a command. */
typedef struct
{
  const char *name;
  const char *summary; /* N_() */
  guint takes;         /* AscCliTakes */
  guint formats;       /* AscFormat: beside the common ones */
  const char *argument; /* N_(): what stands before the experiments, or NULL */
  const char *note;     /* N_(): more about the answer, in its own help; or NULL */
} AscCliCommandInfo;

/** Takes @argv apart; options may stand anywhere. Fails with ASC_CLI_ERROR_USAGE. Clear it in either case. */
gboolean asc_cli_options_parse (AscCliOptions *self, char **argv, GError **error);
/** Whether every option that was given is one of the command's. */
gboolean asc_cli_options_check (const AscCliOptions *self, const AscCliCommandInfo *command, GError **error);
void asc_cli_options_clear (AscCliOptions *self);
/** Text of --help: of @command, or (NULL) of the program with @commands, ended by one without a name. Returns: (transfer full) */
char *asc_cli_options_dup_help (const AscCliCommandInfo *command, const AscCliCommandInfo *const *commands);

G_END_DECLS
