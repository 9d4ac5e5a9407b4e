/* asc-cli-record-options.h: the options of `record`
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

G_BEGIN_DECLS

typedef struct
{
  AscRecordSettings *settings;
  gboolean dry_run; /* say the command and do nothing */
  gboolean progress;
  gboolean quiet;
  gboolean help;
} AscCliRecordOptions;

/** Takes @argv apart, all of it behind "record"; fails with ASC_CLI_ERROR_USAGE. Clear it in either case. */
gboolean asc_cli_record_options_parse (AscCliRecordOptions *self, char **argv, GError **error);
void asc_cli_record_options_clear (AscCliRecordOptions *self);
/** Returns: (transfer full) */
char *asc_cli_record_options_dup_help (void);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AscCliRecordOptions, asc_cli_record_options_clear)

G_END_DECLS
