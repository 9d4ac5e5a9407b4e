/* asc-cli-info.h: what the command info tells, apart from how
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cli-table.h"

G_BEGIN_DECLS

/** The keys of asc_experiment_get_info() that have a name of their own in the answer. */
typedef struct
{
  const char *id;    /* JSON, TSV */
  const char *key;   /* of the experiment */
  const char *title; /* NC_ ("info", ...) */
} AscInfoKey;

extern const AscInfoKey asc_info_keys[];
extern const guint asc_n_info_keys;

/** For each load object: how many events have a frame in it. Returns: (transfer full): one entry for each object */
gint64 *asc_info_count_samples (AscExperiment *experiment);

/** "full", "exported", ...: of an object's symbols. */
const char *asc_info_get_status_id (AscSymbolsStatus status);
/** NULL or the build-id in hexadecimal digits. Returns: (transfer full) */
char *asc_info_dup_build_id (const AscObject *object);
const char *asc_info_get_severity_id (AscSeverity severity);

/** The whole answer. */
void asc_info_write_json (AscCli *cli);

G_END_DECLS
